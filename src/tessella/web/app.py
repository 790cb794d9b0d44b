"""ASGI application of the server: its routes, and the guard around them.

GET /?g=ID            the page; with ?token=... the device is let in and gets a cookie of its own
GET /static/NAME      its files, /static/VERSION/NAME the same for ever
GET /themes.css       every theme
WebSocket /ws?g=ID    the messages of `protocol` on a game, or on the one that was played last; with &back=1 from a
                      page that comes back, the game that has taken its place meanwhile
"""

import contextlib
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
from tessella.web.access import Access
from tessella.web.assets import ONE_YEAR, Assets
from tessella.web.hub import TOO_MANY_REQUESTS, Connection, Hub
from tessella.web.player_games import preferences
from tessella.web.protocol import MAX_TEXT, Preferences

MAX_CONNECTIONS = 1000  # connections at a time
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
            Route("/themes.css", site.themes),
            Route("/static/{path:path}", site.file),
            WebSocketRoute("/ws", site.websocket),
            *(Route(f"/{name}", site.file_at_root) for name in ("sw.js", "manifest.webmanifest", "favicon.ico")),
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
        if owner is None:
            with i18n.speaking(lang):
                if not access.may_enter(token):
                    return _text(_("Open this page with the address that the server printed."), 403)
                if not access.may_visit(request):
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
            response = self.assets.index(lang, theme).response(request, cache_control="private, no-cache")
        if owner is None:
            secret = await self.hub.store_thread.run(access.new_secret)
            is_secure = request.url.scheme == "https"
            response.set_cookie(
                access.cookie, secret, max_age=ONE_YEAR, path="/", httponly=True, samesite="lax", secure=is_secure
            )
        return response

    async def file(self, request: Request) -> Response:
        """Return a file: for ever where its address has the version, otherwise until it changes."""
        path = str(request.path_params["path"])
        version, _slash, name = path.partition("/")
        if version == self.assets.version:
            return self._file(name, request, cache_control=f"public, max-age={ONE_YEAR}, immutable")
        return self._file(path, request)

    async def file_at_root(self, request: Request) -> Response:
        """Return a file that browsers look for at the root."""
        return self._file({"/favicon.ico": "icon.svg"}.get(request.url.path, request.url.path[1:]), request)

    async def themes(self, request: Request) -> Response:
        """Return every theme as CSS."""
        return self.assets.themes.response(request)

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
            is_full = hub.connections.total() >= MAX_CONNECTIONS or hub.connections[owner] >= MAX_TABS
            if is_full or not access.may_visit(socket):
                await socket.close(TOO_MANY_REQUESTS, _("Too many connections."))
                return
        lang = (await self._preferences(owner, lang)).lang
        typed = socket.query_params.get("g", "2048")[:MAX_TEXT]
        with contextlib.suppress(WebSocketDisconnect):
            await Connection(hub, socket, owner, lang).serve(typed, is_back="back" in socket.query_params)
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # the other side has closed it already
            await socket.close()

    def _file(self, name: str, request: Request, *, cache_control: str = "no-cache") -> Response:
        found = self.assets.files.get(name)
        return found.response(request, cache_control=cache_control) if found else _text("404", 404)

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
