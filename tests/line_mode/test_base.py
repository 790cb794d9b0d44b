"""What line mode tells of any game."""

import pytest

from tessella.line_mode.base import Display, LineGame
from tessella.line_mode.game2048 import Lines2048
from tessella.line_mode.sudoku import SudokuLines
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame


@pytest.mark.parametrize(("kind", "id"), [(Lines2048, "2048:classic#42"), (SudokuLines, "sudoku:1.....2..3.....4")])
def test_help_that_was_used_stands_at_the_end_of_the_status(kind: type[LineGame], id: str) -> None:
    """Undos and hints are counted in the line above the prompt, and nothing is said of those that were not used."""
    lines = kind(StoredGame.open(Store.in_memory(), id), Display())
    assert lines.help_used() == ""
    lines.game.count_hint()
    assert lines.status().endswith("  1 hint")
    lines.game.play(lines.read_move("a") or "r1c2=2")
    lines.game.undo()
    assert lines.status().endswith("  1 undo  1 hint")
    assert lines.board == lines.game.session.position
