"""ASGI application of the server: its routes, the files of the page, and the guard around them.

GET /?g=ID            the page; with ?token=... the device is let in and gets a cookie of its own
GET /static/NAME      its files, /static/VERSION/NAME the same for ever
GET /themes.css       every theme
WebSocket /ws?g=ID    the messages of `protocol` on a game, or on the one that was played last; with &back=1 from a
                      page that comes back, the game that has taken its place meanwhile
"""

import contextlib
import gzip
import hashlib
from pathlib import PurePath
from typing import NamedTuple
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tessella import i18n
from tessella.errors import quote
from tessella.i18n import _
from tessella.web.access import Access, address_of
from tessella.web.hub import TOO_MANY_REQUESTS, Connection, Hub
from tessella.web.labels import STATIC, index_page, stylesheet
from tessella.web.player_games import preferences
from tessella.web.protocol import MAX_TEXT, Preferences

ONE_YEAR = 365 * 24 * 3600  # seconds for which a browser keeps what never changes
MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


class Asset(NamedTuple):
    """A file as it is sent."""

    body: bytes
    gzipped: bytes | None  # the same through gzip, where that is shorter
    media_type: str
    etag: str

    @classmethod
    def of(cls, name: str, body: bytes) -> "Asset":
        """Return a file by its name and content."""
        media_type = MEDIA_TYPES[PurePath(name).suffix] + "; charset=utf-8"
        gzipped = gzip.compress(body, 9, mtime=0)
        etag = hashlib.sha256(body).hexdigest()[:20]
        return cls(body, gzipped if len(gzipped) < len(body) else None, media_type, etag)

    def response(self, request: Request, cache_control: str) -> Response:
        """Return the response to a request for it: that it has not changed, or the file."""
        headers = {"ETag": f'"{self.etag}"', "Cache-Control": cache_control, "Vary": "Accept-Encoding"}
        if f'"{self.etag}"' in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        body = self.body
        if self.gzipped and "gzip" in request.headers.get("accept-encoding", ""):
            body, headers["Content-Encoding"] = self.gzipped, "gzip"
        return Response(body, headers=headers, media_type=self.media_type)


class Assets:
    """The files of the page by their paths; any other path leads nowhere."""

    def __init__(self) -> None:
        names = [path.relative_to(STATIC).as_posix() for path in sorted(STATIC.rglob("*.*"))]
        self.files = {name: Asset.of(name, (STATIC / name).read_bytes()) for name in names if name != "index.html"}
        self.files["themes.css"] = Asset.of("themes.css", stylesheet().encode())
        self.files["favicon.ico"] = self.files["icon.svg"]
        etags = "".join(f"{name} {asset.etag} " for name, asset in self.files.items())
        self.version = hashlib.sha256(etags.encode()).hexdigest()[:12]

    def index(self, lang: str, theme: str) -> Asset:
        """Return the index page in a language and theme."""
        return Asset.of("index.html", index_page(lang, theme, static=f"/static/{self.version}").encode())


MAX_CONNECTIONS = 1000  # connections at a time
MAX_AT_ADDRESS = 400  # connections of one address at a time
MAX_TABS = 20  # connections of one player at a time
NOT_LET_IN = 4401  # the code that closes the WebSocket of a device without a cookie
SECURITY_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def application(hub: Hub, access: Access, *, lang: str | None = None) -> Starlette:
    """Return the ASGI application; `lang` is the language that it speaks, None where the browser is to say."""
    site = Site(hub, access, Assets(), lang)
    app = Starlette(
        routes=[
            Route("/", site.page),
            WebSocketRoute("/ws", site.websocket),
            Route("/static/{path:path}", site.file),
            *(Route(path, site.file) for path in ("/themes.css", "/sw.js", "/manifest.webmanifest", "/favicon.ico")),
        ],
        lifespan=lambda _app: hub.running(),
    )
    app.add_middleware(_guarded, access=access)
    app.state.site = site
    return app


class Site(NamedTuple):
    """What the routes lead to."""

    hub: Hub
    access: Access
    assets: Assets
    lang: str | None = None

    async def page(self, request: Request) -> Response:
        """Return the page; let a device in that has the token."""
        access, lang, owner = self.access, self._language(request), self.access.owner(request)
        token = request.query_params.get("token")
        with i18n.speaking(lang):
            if owner is None and not access.may_enter(token):
                return _text(_("Open this page with the address that the server printed."), 403)
            if owner != "" and not access.may_visit(request):
                return _text(_("Too many requests; wait a moment."), 429)
        if token is not None:  # out of sight, so that it is neither copied nor kept
            rest = [(name, value) for name, value in request.query_params.multi_items() if name != "token"]
            response: Response = RedirectResponse("/" + ("?" + urlencode(rest) if rest else ""), 303)
            response.headers["Cache-Control"] = "no-store"
        else:
            theme = "auto"
            if owner is not None:
                chosen = await self._preferences(owner, lang)
                lang, theme = chosen.lang, chosen.theme
            response = self.assets.index(lang, theme).response(request, "private, no-cache")
        known = owner is not None
        cookie = access.renewed_cookie(request) if known else await self.hub.store_thread.run(access.new_cookie)
        if cookie:
            is_secure = request.url.scheme == "https"
            response.set_cookie(
                access.cookie, cookie, max_age=ONE_YEAR, path="/", httponly=True, samesite="lax", secure=is_secure
            )
        return response

    async def file(self, request: Request) -> Response:
        """Return a file of the page: for ever where its address has the version, otherwise until it changes."""
        path = request.url.path.removeprefix("/static").removeprefix("/")
        version, _slash, name = path.partition("/")
        is_versioned = version == self.assets.version
        if (asset := self.assets.files.get(name if is_versioned else path)) is None:
            return _text("404", 404)
        for_ever = f"public, max-age={ONE_YEAR}, immutable"
        return asset.response(request, for_ever if is_versioned else "no-cache")

    async def websocket(self, socket: WebSocket) -> None:
        """Serve one WebSocket."""
        hub, access, owner, lang = self.hub, self.access, self.access.owner(socket), self._language(socket)
        origin = socket.headers.get("origin")
        if origin is not None and origin.partition("://")[2].lower() != socket.headers.get("host", "").lower():
            await socket.close(1008)  # before it is accepted: the handshake fails with 403
            return
        await socket.accept()
        with i18n.speaking(lang):
            if owner is None:
                await socket.close(NOT_LET_IN, _("Open this page with the address that the server printed."))
                return
        if may_visit := access.may_visit(socket):
            lang = (await self._preferences(owner, lang)).lang
        # Nothing is awaited from here until `serve` has counted it: those that come at once do not slip through.
        with i18n.speaking(lang):
            at_address = hub.addresses[address_of(socket)]
            is_full = hub.connections.total() >= MAX_CONNECTIONS or at_address >= MAX_AT_ADDRESS
            if is_full or hub.connections[owner] >= MAX_TABS or not may_visit:
                await socket.close(TOO_MANY_REQUESTS, _("Too many connections."))
                return
        typed = socket.query_params.get("g", "2048")[:MAX_TEXT]
        connection = Connection(hub, socket, owner, lang)
        with contextlib.suppress(WebSocketDisconnect):
            await connection.serve(typed, is_back="back" in socket.query_params)
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # the other side has closed it already
            await socket.close()

    def _language(self, connection: HTTPConnection) -> str:
        tags = connection.headers.get("accept-language", "")[:200].split(",")
        asked = (i18n.language_of(tag.partition(";")[0].strip()) for tag in tags)
        return self.lang or next(filter(None, asked), None) or i18n.language()

    async def _preferences(self, owner: str, lang: str) -> Preferences:
        with i18n.speaking(lang):
            return await self.hub.store_thread.run(lambda: preferences(self.hub.store.of(owner)))


def _text(text: str, status: int) -> Response:
    return Response(text + "\n", status, {"Cache-Control": "no-store"}, "text/plain; charset=utf-8")


def _guarded(app: ASGIApp, access: Access) -> ASGIApp:
    """Return an application that answers to its own names alone, and tells browsers what they may do."""

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message.setdefault("headers", [])
                headers += [(name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
            await send(message)

        host = HTTPConnection(scope).headers.get("host", "") if scope["type"] != "lifespan" else "localhost"
        if access.knows_host(host):
            await app(scope, receive, send_safely)
        elif scope["type"] == "http":
            text = _("expected an address of this server, got {text}").format(text=quote(host))
            await _text(text, 421)(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})

    return guard
