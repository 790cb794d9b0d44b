"""The folder of this program, and processes of the same Python that work beside it."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tessella.errors import StoreError
from tessella.i18n import _

AVAILABLE = sys.platform != "emscripten"  # a browser's Python is alone


def home() -> Path:
    """Return the folder that Tessella keeps its files in: TESSELLA_HOME, or the platform's own place for such data."""
    if folder := os.environ.get("TESSELLA_HOME"):
        try:
            return Path(folder).expanduser()
        except RuntimeError:  # the home of a user that there is none of
            raise StoreError(_("expected a folder as TESSELLA_HOME, got {text}"), text=folder) from None
    import platformdirs  # noqa: PLC0415 - only where nobody said otherwise

    return platformdirs.user_data_path("tessella", appauthor=False)


def start(*arguments: str, idle: bool = False, **options: Any) -> "subprocess.Popen[Any]":
    """Start this Python with arguments such as ("-m", module); raises OSError.

    It finds what this process finds, and nothing in the folder that one happens to be in (-P). In a group of its own it
    does not get the Ctrl-C that is meant for this process. Its input is a pipe: it can end when that does. On Windows
    `idle` gives it the processor time that nobody else wants; elsewhere it sees to that itself.
    """
    path = os.pathsep.join(filter(None, sys.path))
    return subprocess.Popen(  # noqa: S603 - our own interpreter
        [sys.executable, "-P", *arguments],
        stdin=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
        **group(idle=idle),
        **options,
    )


def group(*, idle: bool = False) -> dict[str, Any]:
    """Return the options of `subprocess.Popen` that give a process a group of its own: see `start`."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | (subprocess.IDLE_PRIORITY_CLASS if idle else 0)}
    return {"start_new_session": True}
