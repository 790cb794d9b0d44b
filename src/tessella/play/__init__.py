"""Games in progress: sessions, the store, progress, and work in child processes.

The public function `tessella.play` has the name of this package, so the package can be called in its place.
"""

import sys
from types import ModuleType
from typing import Any


class _CallablePackage(ModuleType):
    """This package, which is `tessella.play` as soon as anything of it is imported."""

    def __call__(self, *args: Any, **options: Any) -> Any:
        return sys.modules["tessella"].__getattr__("play")(*args, **options)


sys.modules[__name__].__class__ = _CallablePackage
