"""Dialogs on top of a game; each is loaded when it is first opened, for the sake of a quick start."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tessella.tui.dialogs.game_id import GameIdDialog
    from tessella.tui.dialogs.generating import GeneratingDialog
    from tessella.tui.dialogs.info import ExplanationDialog, HelpDialog
    from tessella.tui.dialogs.new_game import NewGameDialog
    from tessella.tui.dialogs.new_puzzle import NewPuzzleDialog
    from tessella.tui.dialogs.practice import PracticeDialog
    from tessella.tui.dialogs.review import ReviewDialog
    from tessella.tui.dialogs.solved import SolvedDialog
    from tessella.tui.dialogs.statistics import StatisticsDialog
    from tessella.tui.dialogs.sudoku_statistics import SudokuStatisticsDialog

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
    "GameIdDialog": "game_id",
    "GeneratingDialog": "generating",
    "HelpDialog": "info",
    "NewGameDialog": "new_game",
    "NewPuzzleDialog": "new_puzzle",
    "PracticeDialog": "practice",
    "ReviewDialog": "review",
    "SolvedDialog": "solved",
    "StatisticsDialog": "statistics",
    "SudokuStatisticsDialog": "sudoku_statistics",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
