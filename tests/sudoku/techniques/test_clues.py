"""Steps that follow from one rule of a puzzle: true on samples of all kinds, and told by the rule."""

from itertools import chain
from pathlib import Path

import pytest

from support.variant_puzzles import VariantPuzzle, puzzles
from tessella.sudoku import Board, find_all
from tessella.sudoku.techniques.clues import CLUE
from tessella.sudoku.techniques.explanation import reason
from tessella.sudoku.techniques.grid import HOUSE_TYPES, Grid
from tessella.sudoku.techniques.registry import WITH_CANDIDATES, look_up

SAMPLES = [
    one
    for one in puzzles(Path(__file__).parents[2] / "data" / "variants", "std_*.jsonl")
    if any(rule.type not in HOUSE_TYPES for rule in one.rules.constraints)
]


@pytest.mark.parametrize("puzzle", SAMPLES, ids=lambda one: one.name)
def test_no_step_is_wrong(puzzle: VariantPuzzle) -> None:
    """As far as clues and simple patterns go, no step takes a digit of the solution away, and each has its reason."""
    assert puzzle.solution
    solution = [*map(int, puzzle.solution)]
    givens = [int(sign.replace(".", "0")) for sign in puzzle.givens]
    grid = Grid.of(Board.of_givens(givens, puzzle.rules.box, puzzle.rules.constraints))
    while grid.blank:
        step = next(chain.from_iterable(look_up(name)[1](grid) for name in WITH_CANDIDATES[:20]), None)
        if step is None:
            return
        assert all(solution[9 * row + col - 10] == digit for digit, row, col in step.placements), step
        assert all(solution[9 * row + col - 10] != digit for digit, row, col in step.eliminations), step
        assert reason(step, grid)
        grid = grid.after_step(step)


REASONS = {
    "killer:sum=10:r1c1r1c2": (
        "Killer cage: r1c1, r1c2 differ and add up to 10. No way to fill r1c1 and r1c2 like that uses the candidates"
        " that can be removed. So r1c1 and r1c2 cannot be 5."
    ),
    "minimum:r1c1": (
        "Minima: r1c1 are less than their unmarked neighbours. No way to fill r1c1 and r1c2 like that uses the"
        " candidates that can be removed. So r1c2 cannot be 1; r1c1 cannot be 9."
    ),
}


@pytest.mark.parametrize(("rules", "told"), REASONS.items())
def test_reasons(rules: str, told: str) -> None:
    """A step is told by the rule that it follows from."""
    board = Board.parse("." * 81 + ";" + rules)
    assert reason(find_all(board, "clue")[0], Grid.of(board)) == told


def test_what_cages_leave_of_a_house() -> None:
    """Two cages that fill a row but for one cell leave it what the row lacks."""
    cages = "killer:sum=20:r1c1r1c2r1c3r1c4;killer:sum=18:r1c5r1c6r1c7r1c8"
    board = Board.parse("." * 81 + ";" + cages)
    last = [step for step in find_all(board, "clue") if step.cells == (8,)]
    assert [len(step.eliminations) for step in last] == [8]
    assert reason(last[0], Grid.of(board)).startswith("The sums of the cages in a house leave one sum for r1c9.")


def test_houses_alone_have_no_clues() -> None:
    """Where nothing but houses holds there is nothing to tell."""
    assert find_all(Board.parse("." * 81 + ";diagonal:which=both"), CLUE.name) == []
