"""Puzzles with rules of their own, solved in plain Python and by the engine alike."""

import sys
from pathlib import Path

import pytest

from support.processes import PATIENCE
from support.variant_formats import board_of
from support.variant_puzzles import puzzles
from tessella.errors import PuzzleError
from tessella.sudoku import Board
from tessella.sudoku.batch import variant_work
from tessella.sudoku.formats.variants.base import text_of

EMPTY = Board.parse("1..............." + ";diagonal:which=both")


@pytest.mark.parametrize("is_compiled", [False, True])
def test_both_ways(monkeypatch: pytest.MonkeyPatch, is_compiled: bool, variant_data: Path) -> None:  # noqa: FBT001
    """Whichever solves, the solution is the stated one, and what is not proper is said to be so."""
    if is_compiled:
        variant_work._engine()
    else:
        monkeypatch.delitem(sys.modules, variant_work._ENGINE, raising=False)
    for one in list(puzzles(variant_data, "std_generated.jsonl"))[:6]:
        assert text_of(variant_work.solve(board_of(one), PATIENCE).digits, one.rules) == one.solution
        assert variant_work.count(board_of(one), 3, PATIENCE) == 1
    assert variant_work.count(EMPTY, 5, PATIENCE) > 1
    with pytest.raises(PuzzleError, match="more than one solution, for example"):
        variant_work.solve(EMPTY, PATIENCE)
    with pytest.raises(PuzzleError, match="no solution: "):
        variant_work.solve(Board.parse("1..............1;diagonal:which=both"), PATIENCE)


def test_a_puzzle_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What plain Python does not do in its moment goes to the engine, whose time is limited too."""
    monkeypatch.delitem(sys.modules, variant_work._ENGINE, raising=False)
    monkeypatch.setattr(variant_work, "PATIENCE", 0.0)
    hard = Board.parse("." * 256 + ";kropki_negative")
    for work in (variant_work.solve, lambda board, timeout: variant_work.count(board, 10**6, timeout)):
        with pytest.raises(PuzzleError, match=r"gave up after 0\.001 seconds|more than one"):
            work(hard, 0.001)
