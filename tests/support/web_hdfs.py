"""A store of files over HTTP: what fsspec asks of a server of Hadoop's WebHDFS, on a folder of this machine."""

import json
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

PREFIX = "/webhdfs/v1"


class _Handler(BaseHTTPRequestHandler):
    """One request: the operation stands in the query, the path behind the prefix."""

    protocol_version = "HTTP/1.1"
    folder: Path

    def handle_operation(self) -> None:
        """Do what is asked; a line that is cut may leave half a file, as with a server that knows no better."""
        with suppress(ConnectionError):
            self._handle()

    def _handle(self) -> None:
        url = urlsplit(self.path)
        asked = {name: values[0] for name, values in parse_qs(url.query).items()}
        path = self._path(unquote(url.path).removeprefix(PREFIX))
        data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if "data" not in asked and asked["op"] in {"CREATE", "APPEND"}:
            self._answer(307, location=f"http://{self.headers['Host']}{quote(url.path)}?{url.query}&data=1")
        elif asked["op"] not in {"CREATE", "MKDIRS"} and not path.exists():
            error = {"exception": "FileNotFoundException", "message": f"no such file: {path}"}
            self._answer(404, json.dumps({"RemoteException": error}).encode())
        else:
            done = getattr(self, asked["op"].lower())(path, asked, data)
            self._answer(200, done if isinstance(done, bytes) else json.dumps(done).encode())

    do_GET = do_PUT = do_POST = do_DELETE = handle_operation  # noqa: N815 - the names that the server looks for

    def create(self, path: Path, _asked: dict[str, str], data: bytes) -> bytes:
        """Write a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return b""

    def append(self, path: Path, _asked: dict[str, str], data: bytes) -> bytes:
        """Write at the end of a file."""
        with path.open("ab") as file:
            file.write(data)
        return b""

    def open(self, path: Path, asked: dict[str, str], _data: bytes) -> bytes:
        """Return a piece of a file."""
        start = int(asked.get("offset", 0))
        return path.read_bytes()[start : start + int(asked.get("length", 1 << 40))]

    def mkdirs(self, path: Path, _asked: dict[str, str], _data: bytes) -> dict[str, bool]:
        """Make a folder."""
        path.mkdir(parents=True, exist_ok=True)
        return {"boolean": True}

    def rename(self, path: Path, asked: dict[str, str], _data: bytes) -> dict[str, bool]:
        """Give a file another name."""
        path.replace(self._path(asked["destination"]))
        return {"boolean": True}

    def delete(self, path: Path, _asked: dict[str, str], _data: bytes) -> dict[str, bool]:
        """Remove a file or folder."""
        shutil.rmtree(path) if path.is_dir() else path.unlink()
        return {"boolean": True}

    def getfilestatus(self, path: Path, _asked: dict[str, str], _data: bytes) -> dict[str, Any]:
        """Return what is known of a file."""
        return {"FileStatus": self._status(path)}

    def liststatus(self, path: Path, _asked: dict[str, str], _data: bytes) -> dict[str, Any]:
        """Return what is known of all that is in a folder."""
        found = [self._status(one) | {"pathSuffix": one.name} for one in path.iterdir()]
        return {"FileStatuses": {"FileStatus": found}}

    def log_message(self, *_words: object) -> None:
        """Say nothing."""

    def _path(self, name: str) -> Path:
        return self.folder / name.lstrip("/")

    @staticmethod
    def _status(path: Path) -> dict[str, Any]:
        return {"type": "DIRECTORY" if path.is_dir() else "FILE", "length": path.stat().st_size, "pathSuffix": ""}

    def _answer(self, code: int, data: bytes = b"", **headers: str) -> None:
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def web_hdfs(folder: Path) -> Iterator[int]:
    """Give the port of a server that keeps its files in a folder."""
    handler = type("Handler", (_Handler,), {"folder": folder})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()
