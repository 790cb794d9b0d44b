"""A real JupyterLab in a real browser, as a player has it."""

import json
import os
import secrets
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError

from support.browser import Browser, until
from support.processes import CHECKOUT, PATIENCE, held_port

__all__ = ["Lab", "laboratory"]

SETTINGS = {
    "notification": {"fetchNews": "false", "checkForUpdates": False},
    "themes": {"theme": "JupyterLab Light"},
}


class Lab:
    """A JupyterLab with notebooks in a folder of its own, seen in a browser."""

    def __init__(self, browser: Browser, folder: Path, port: int, token: str) -> None:
        self.browser = browser
        self.folder = folder
        self._at = f"http://127.0.0.1:{port}"
        self._token = token

    def write(self, name: str, *cells: str) -> Path:
        """Write a notebook of code cells."""
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        book = {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": {"kernelspec": kernel},
            "cells": [
                {
                    "cell_type": "code",
                    "id": f"c{n}",
                    "metadata": {},
                    "source": cell,
                    "outputs": [],
                    "execution_count": None,
                }
                for n, cell in enumerate(cells)
            ],
        }
        path = self.folder / f"{name}.ipynb"
        path.write_text(json.dumps(book), encoding="utf-8")
        return path

    def open(self, name: str, *, kernel: bool = True) -> None:
        """Open a notebook, and wait until it is there, with its kernel or without."""
        browser = self.browser
        browser.go("about:blank")
        browser.go(f"{self._at}/doc/tree/{name}.ipynb?token={self._token}")
        until(lambda: browser.js("return Boolean(window.jupyterapp)"), "the application")
        until(lambda: browser.sees(".jp-Notebook .jp-Cell"), "the cells")
        if kernel:
            script = "return jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.status ?? ''"
            until(lambda: browser.js(script) == "idle", "the kernel")

    def do(self, command: str, **arguments: object) -> None:
        """Do a command of JupyterLab's and wait until it is done."""
        self._wait("jupyterapp.commands.execute(given[0], given[1])", command, arguments)

    def python(self, code: str) -> None:
        """Run code in the notebook's kernel, beside its cells."""
        kernel = "jupyterapp.shell.currentWidget.sessionContext.session.kernel"
        reply = f"{kernel}.requestExecute({{ code: given[0] }}).done"
        self._wait(f"{reply}.then(({{ content }}) => {{ if (content.status !== 'ok') throw content.evalue }})", code)

    def _wait(self, promise: str, *given: object) -> None:
        """Wait until what JupyterLab promises is done; what it says instead is an error."""
        script = "const given = [...arguments], done = given.pop();"
        script += f"{promise}.then(() => done(), said => done(`${{said}}`))"
        said = self.browser.driver.execute_async_script(script, *given)
        assert said is None, f"{given}: {said}"

    def theme(self, name: str) -> None:
        """Choose light or dark."""
        self.do("apputils:change-theme", theme=f"JupyterLab {name}")

    def stop_kernels(self) -> None:
        """End every kernel."""
        for session in json.load(self._ask("/api/sessions")):
            self._ask(f"/api/sessions/{session['id']}", method="DELETE")

    def _ask(self, path: str, method: str = "GET") -> "urllib.request._UrlopenRet":
        request = urllib.request.Request(self._at + path, method=method)  # noqa: S310 - our own server
        request.add_header("Authorization", f"token {self._token}")
        return urllib.request.urlopen(request, timeout=PATIENCE)  # noqa: S310 - the same

    def is_up(self) -> bool:
        """Return whether the server answers."""
        try:
            self._ask("/api").close()
        except (URLError, OSError):
            return False
        return True


@contextmanager
def laboratory(browser: Browser, folder: Path) -> Iterator[Lab]:
    """Start a JupyterLab with nothing of the user's, and end it."""
    token = secrets.token_hex(8)
    notebooks, settings = folder / "notebooks", folder / "settings"
    notebooks.mkdir()
    for name, value in SETTINGS.items():
        file = settings / "@jupyterlab" / "apputils-extension" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(value), encoding="utf-8")
    own = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
        "TESSELLA_HOME": "home",
    }
    environment = os.environ | CHECKOUT | {name: str(folder / value) for name, value in own.items()}
    options = [
        "--KernelManager.transport=ipc",  # its ports are free when it chooses them, and may be taken when it listens
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={token}",
        "--no-browser",
        "--allow-root",
        f"--ServerApp.root_dir={notebooks}",
        "--LabApp.expose_app_in_browser=True",
    ]
    with (
        held_port() as port,
        tempfile.TemporaryDirectory(prefix="lab-", ignore_cleanup_errors=True) as runtime,  # a short name, for sockets
        (folder / "log").open("w", encoding="utf-8") as log,
        subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", f"--ServerApp.port={port}", *options],
            env=environment | {"JUPYTER_RUNTIME_DIR": runtime},
            stdout=subprocess.DEVNULL,
            stderr=log,
            cwd=notebooks,
        ) as process,
    ):
        try:
            lab = Lab(browser, notebooks, port, token)
            until(lab.is_up, "JupyterLab")
            yield lab
            lab.stop_kernels()
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:  # a server that is just starting a kernel may never end
                process.kill()
