"""Puzzles of variants: one solution, no given too many, the same for the same id."""

import pytest

from tessella.errors import TessellaError
from tessella.sudoku import Board, count, generate, open_id, solve
from tessella.sudoku.generator.layouts import VARIANTS
from tessella.sudoku.generator.recipe import Recipe
from tessella.sudoku.rules.checker import is_solved

QUICK = [name for name in VARIANTS if name not in {"windoku", "non_consecutive"}]


@pytest.mark.parametrize("name", [*QUICK, "jigsaw+x", "killer+anti_king"])
def test_a_small_puzzle_has_one_solution_and_no_given_too_many(name: str) -> None:
    """A puzzle of 6x6 has exactly one solution, which keeps the rules, and has more without any of its givens."""
    board = generate(7, box=(2, 3), variant=name)
    assert count(board, 2) == 1
    assert is_solved(solve(board).digits, board.rules)
    for cell, digit in enumerate(board.givens):
        if digit:
            fewer = [*board.givens]
            fewer[cell] = 0
            assert count(Board.of_givens(fewer, board.box, board.constraints), 2) == 2


def test_an_id_names_one_puzzle() -> None:
    """The same id opens the same puzzle, another number another one; the parts may stand in any order."""
    first = open_id("sudoku:killer/2x3#42")
    assert open_id("sudoku:2x3/killer#42").start == first.start
    assert open_id("sudoku:killer/2x3#42.1").start != first.start
    assert first.table == "sudoku:killer/2x3"
    assert open_id("sudoku:x+jigsaw/2x3#1").id == "sudoku:jigsaw+x/2x3#1"


def test_a_variant_is_read_before_a_grid() -> None:
    """A long name of variants is no grid, though it has its signs; `diagonal` still is a symmetry."""
    assert open_id("sudoku:disjoint_groups+anti_king/2x3#1").table == "sudoku:disjoint_groups+anti_king/2x3"
    assert not open_id("sudoku:diagonal#7").start.constraints


@pytest.mark.parametrize("symmetry", ["180", "full"])
def test_givens_go_in_their_orbits(symmetry: str) -> None:
    """Where a symmetry is asked for, the givens have it."""
    board = generate(3, box=(2, 3), variant="jigsaw", symmetry=symmetry)
    assert any(board.givens)
    assert all(bool(board.givens[cell]) == bool(board.givens[35 - cell]) for cell in range(36))


def test_what_is_no_variant_is_refused() -> None:
    """A variant that there is not is refused with those that there are, and a likely one."""
    with pytest.raises(TessellaError, match="expected a variant, one of killer, jigsaw"):
        generate(1, variant="kiler")
    with pytest.raises(TessellaError, match="expected a grid of 9 rows for Windoku, got 6"):
        Recipe((2, 3), variants=("windoku",))
    with pytest.raises(TessellaError, match="expected no rating or technique together with a variant"):
        generate(1, variant="killer", rating=4.2)
