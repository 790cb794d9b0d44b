"""A PostgreSQL of the tests' own, in a folder that goes away."""

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.processes import PATIENCE, held_port

ROOMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))


def missing() -> str:
    """Return why there is no PostgreSQL to be had, "" where there is one."""
    if not (shutil.which("initdb") or ROOMS):
        return "PostgreSQL is not installed (Debian's package postgresql)"
    if os.name == "posix" and os.geteuid() == 0 and not shutil.which("runuser"):
        return "as root, PostgreSQL is started through runuser, which is not there"
    return ""


def skip_or_fail(why: str) -> None:
    """Skip with a reason; in CI, where everything is installed, that is a failure."""
    if os.environ.get("CI") == "true":
        pytest.fail(why)
    pytest.skip(why)


class Server:
    """One cluster, which can be stopped and started again."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self._run("initdb", "-D", str(folder / "data"), "-U", "tessella", "--auth=trust", "--no-sync", "-E", "UTF8")
        self.start()

    def _run(self, name: str, *arguments: str) -> None:
        path = shutil.which(name) or str(ROOMS[-1] / name)
        command = [path, *arguments]
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            command = ["runuser", "-u", "postgres", "--", *command]
        with (self.folder / "log").open("ab") as log:
            subprocess.run(
                command, check=True, timeout=PATIENCE, cwd="/", stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def start(self) -> None:
        """Start, and wait until it answers."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        options += " -c fsync=off"  # no system goes down here, and a busy disk takes longer than Tessella waits
        where = ("-D", str(self.folder / "data"), "-l", str(self.folder / "out"))
        self._run("pg_ctl", *where, "-w", "-t", str(round(PATIENCE)), "-o", options, "start")

    def stop(self) -> None:
        """Stop at once, as a machine that loses its power does."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "stop")

    def new_database(self, name: str) -> str:
        """Make an empty database and return its URL."""
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "tessella", name)
        return f"postgresql://tessella@127.0.0.1:{self.port}/{name}"


@contextlib.contextmanager
def server() -> Iterator[Server]:
    """Run a server of one's own until the block ends."""
    with tempfile.TemporaryDirectory(prefix="tessella-pg-", ignore_cleanup_errors=True) as name, held_port() as port:
        folder = Path(name)
        (folder / "log").touch()
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
            shutil.chown(folder / "log", "postgres")
        made = Server(folder, port)
        try:
            yield made
        finally:
            with contextlib.suppress(subprocess.CalledProcessError):  # it may be stopped already
                made.stop()
