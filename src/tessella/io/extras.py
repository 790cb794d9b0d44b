"""Modules that need an optional extra."""

import importlib
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
        message = _("expected the package {package} for {text}; install it with: pip install 'tessella[{extra}]'")
        raise TessellaError(message.format(package=package, text=what, extra=extra), hint=hint) from None
