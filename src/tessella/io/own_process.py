"""Processes of this Python: a program of ours that works beside this process."""

import os
import subprocess
import sys
from typing import Any


def start(*arguments: str, idle: bool = False, **options: Any) -> "subprocess.Popen[Any]":
    """Start this Python with arguments such as ("-m", module); raises OSError.

    It finds what this process finds, and nothing in the folder that one happens to be in (-P). In a group of its own it
    does not get the Ctrl-C that is meant for this process. Its input is a pipe: it can end when that does. On Windows
    `idle` gives it the processor time that nobody else wants; elsewhere it sees to that itself.
    """
    group: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        priority = subprocess.IDLE_PRIORITY_CLASS if idle else 0
        group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | priority}
    path = os.pathsep.join(filter(None, sys.path))
    return subprocess.Popen(  # noqa: S603 - our own interpreter
        [sys.executable, "-P", *arguments],
        stdin=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
        **group,
        **options,
    )
