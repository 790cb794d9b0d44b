"""Modules that need an optional extra."""

import contextlib
import importlib
import json
from pathlib import Path
from types import ModuleType

from tessella.errors import TessellaError
from tessella.i18n import _


def load(module: str, extra: str, what: str, *, hint: str = "") -> ModuleType:
    """Return a module; raises `TessellaError` where a package of an extra is missing, which names it and what needs it.

    >>> load("json", "data", "'x.json'").__name__
    'json'
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = (error.name or module).partition(".")[0]
        message = _("expected the package {package} for {text}; install it with: {command}")
        text = message.format(package=package, text=what, command=install_command(extra))
        raise TessellaError(text, hint=hint) from None


def install_command(extra: str) -> str:
    """Return the command that installs an extra, from the same folder as Tessella where it was installed from one."""
    from importlib import metadata  # noqa: PLC0415 - both take long, and are wanted only where something is missing
    from urllib.request import url2pathname  # noqa: PLC0415

    with contextlib.suppress(metadata.PackageNotFoundError, KeyError, TypeError, ValueError):
        origin = json.loads(metadata.distribution("tessella").read_text("direct_url.json") or "{}")
        folder = Path(url2pathname(origin["url"].removeprefix("file://")))
        if folder.is_dir():
            return f"python -m pip install {'-e ' * origin['dir_info'].get('editable', False)}'{folder}[{extra}]'"
    return f"python -m pip install 'tessella[{extra}]'"
