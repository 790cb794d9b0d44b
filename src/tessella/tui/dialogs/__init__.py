"""Dialogs on top of a game; each module is loaded when one of its dialogs is first opened, for a quick start."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tessella.tui.dialogs import game2048, info, practice, statistics, sudoku

__all__ = ["game2048", "info", "practice", "statistics", "sudoku"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
