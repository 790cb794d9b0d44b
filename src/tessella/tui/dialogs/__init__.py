"""Dialogs on top of a game; each is loaded when it is first opened, for the sake of a quick start."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tessella.tui.dialogs.game2048 import NewGameDialog, ReviewDialog
    from tessella.tui.dialogs.info import ExplanationDialog, GameIdDialog, HelpDialog
    from tessella.tui.dialogs.statistics import StatisticsDialog, SudokuStatisticsDialog
    from tessella.tui.dialogs.sudoku import GeneratingDialog, NewPuzzleDialog, PracticeDialog, SolvedDialog

__all__ = [
    "ExplanationDialog",
    "GameIdDialog",
    "GeneratingDialog",
    "HelpDialog",
    "NewGameDialog",
    "NewPuzzleDialog",
    "PracticeDialog",
    "ReviewDialog",
    "SolvedDialog",
    "StatisticsDialog",
    "SudokuStatisticsDialog",
]

_MODULES = {
    "ExplanationDialog": "info",
    "GameIdDialog": "info",
    "GeneratingDialog": "sudoku",
    "HelpDialog": "info",
    "NewGameDialog": "game2048",
    "NewPuzzleDialog": "sudoku",
    "PracticeDialog": "sudoku",
    "ReviewDialog": "game2048",
    "SolvedDialog": "sudoku",
    "StatisticsDialog": "statistics",
    "SudokuStatisticsDialog": "statistics",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
