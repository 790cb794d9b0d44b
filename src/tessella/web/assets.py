"""Files of the page, kept in memory: static files, the index page in each language, and the themes as CSS."""

import gzip
import hashlib
import html
import mimetypes
import re
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from tessella import i18n
from tessella.web.labels import STATIC, labels, stylesheet

ONE_YEAR = 365 * 24 * 3600  # seconds for which a browser keeps what never changes
MEDIA_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}


class Asset(NamedTuple):
    """A file as it is sent."""

    body: bytes
    gzipped: bytes | None  # the same through gzip, where that is shorter
    media_type: str
    etag: str

    @classmethod
    def of(cls, name: str, body: bytes) -> "Asset":
        """Return a file by its name and content."""
        media_type = MEDIA_TYPES.get(name[name.rfind(".") :]) or mimetypes.guess_type(name)[0]
        media_type = media_type or "application/octet-stream"
        if media_type.startswith("text/") or media_type.endswith(("json", "xml")):
            media_type += "; charset=utf-8"
        gzipped = gzip.compress(body, 9, mtime=0)
        etag = hashlib.sha256(body).hexdigest()[:20]
        return cls(body, gzipped if len(gzipped) < len(body) else None, media_type, etag)

    def response(self, request: Request, *, cache_control: str = "no-cache") -> Response:
        """Return the response to a request for it: that it has not changed, or the file."""
        headers = {"ETag": f'"{self.etag}"', "Cache-Control": cache_control, "Vary": "Accept-Encoding"}
        if f'"{self.etag}"' in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        body = self.body
        if self.gzipped and "gzip" in request.headers.get("accept-encoding", ""):
            body, headers["Content-Encoding"] = self.gzipped, "gzip"
        return Response(body, headers=headers, media_type=self.media_type)


class Assets:
    """The files of the page by their paths; any other path leads nowhere.

    `static/index.html` has places that are filled in for each visitor: `{{lang}}`, `{{theme}}` (a theme's name or
    "auto"), `{{static}}` (the folder of the files, which changes with them) and `{{label:NAME}}`.
    """

    def __init__(self) -> None:
        self._index = (STATIC / "index.html").read_text(encoding="utf-8")
        names = [path.relative_to(STATIC).as_posix() for path in sorted(STATIC.rglob("*.*"))]
        self.files = {name: Asset.of(name, (STATIC / name).read_bytes()) for name in names if name != "index.html"}
        self.themes = Asset.of("themes.css", stylesheet().encode())
        etags = "".join(f"{name} {asset.etag} " for name, asset in self.files.items())
        self.version = hashlib.sha256(etags.encode()).hexdigest()[:12]

    def index(self, lang: str, theme: str) -> Asset:
        """Return the index page in a language and theme."""
        with i18n.speaking(lang):
            values = {f"label:{name}": label for name, label in labels().items()}
        values |= {"lang": {"zh": "zh-Hans"}.get(lang, lang), "theme": theme, "static": f"/static/{self.version}"}
        filled = re.sub(r"\{\{([\w:]+)\}\}", lambda place: html.escape(values.get(place[1], "")), self._index)
        return Asset.of("index.html", filled.encode())
