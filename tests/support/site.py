"""The built site, and the Python that it has, in Node."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from support.browser import lacking
from tessella.compiled import warming
from tessella.errors import TessellaError
from tessella.web.bundle import downloads, site

MICROPIP = ("micropip==0.11.1", "packaging==26.1")
NODE = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const { pyodide, wheels, code } = JSON.parse(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const lock = JSON.parse(readFileSync(`${pyodide}/pyodide-lock.json`, "utf8"));
const python = await loadPyodide({ lockFileContents: { ...lock, packages: {} } });
python.FS.mkdir("/wheels");
python.FS.mount(python.FS.filesystems.NODEFS, { root: wheels }, "/wheels");
python.runPython(`
import glob, zipfile
for path in [*glob.glob("/wheels/micropip-*"), *glob.glob("/wheels/packaging-*")]:
    zipfile.ZipFile(path).extractall("/lib/python3.14/site-packages")
`);
process.stdout.write(String(await python.runPythonAsync(code)));
"""


class Handler(SimpleHTTPRequestHandler):
    """A server of plain files, as they are, that notes what it sends."""

    sent: ClassVar[list[tuple[float, int]]] = []  # when a file was sent, in seconds since 1970, and its bytes

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file."""
        super().copyfile(source, outputfile)
        Handler.sent.append((time.time(), os.fstat(source.fileno()).st_size))

    def log_message(self, *_args: object) -> None:
        """Say nothing."""


class Files:
    """Files that are served below a folder, until they are not."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.server: ThreadingHTTPServer | None = None

    def start(self) -> None:
        """Serve, at the port of the last time."""
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), partial(Handler, directory=str(self.folder)))
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Let no connection in any more."""
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None

    def url(self, path: str = "") -> str:
        """Return the address of a path."""
        return f"http://127.0.0.1:{self.port}/{path}"


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder whose `play/` is the app, built once for all workers, or skip where npm or the network lack."""
    room = tmp_path_factory.getbasetemp()
    out = (room.parent if "PYTEST_XDIST_WORKER" in os.environ else room) / "built-site"
    unfinished = out.with_name("unfinished-site")
    with warming._alone(out.with_name("built-site.lock")):
        if not out.is_dir():
            try:
                site.build_app(unfinished / "play")
            except TessellaError as error:
                lacking(str(error))
            unfinished.rename(out)
    return out


def run_python(code: str, wheels: Sequence[Path]) -> str:
    """Return what code comes to in Pyodide, beside micropip, these wheels and those that they require."""
    with tempfile.TemporaryDirectory() as room:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        wanted = [*downloads.WHEELS, *MICROPIP]
        done = subprocess.run(
            [*pip, *downloads.PLATFORM, *wanted], cwd=room, check=False, capture_output=True, text=True
        )
        if done.returncode:
            lacking(f"pip cannot download {' '.join(wanted)}: {done.stderr}")
        for wheel in wheels:
            shutil.copy(wheel, room)
        script = Path(room) / "run.mjs"
        script.write_text(NODE, encoding="utf-8")
        try:
            given = {"pyodide": str(downloads.pyodide()), "wheels": room, "code": code}
            command = [downloads.program("node"), str(script), json.dumps(given)]
        except TessellaError as error:
            lacking(str(error))
        found = subprocess.run(command, check=False, capture_output=True, text=True)
        assert found.returncode == 0, found.stderr[-3000:]
        return found.stdout
