"""Steps that follow from one rule of a puzzle: true on samples of all kinds, and told by the rule."""

from itertools import chain
from pathlib import Path

import pytest

from support.variant_puzzles import VariantPuzzle, puzzles
from tessella.sudoku import Board, find_all
from tessella.sudoku.techniques.clues import TECHNIQUES
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
        step = next(chain.from_iterable(look_up(name)[1](grid) for name in BEFORE_CHAINS), None)
        if step is None:
            return
        assert all(solution[9 * row + col - 10] == digit for digit, row, col in step.placements), step
        assert all(solution[9 * row + col - 10] != digit for digit, row, col in step.eliminations), step
        assert reason(step, grid)
        grid = grid.after_step(step)


BEFORE_CHAINS = WITH_CANDIDATES[: WITH_CANDIDATES.index("0400")]
REASONS = {
    ("cage", "killer:sum=16:r1c1r1c2"): (
        "Killer cage: r1c1, r1c2 differ and add up to 16. r1c1 and r1c2 can only hold the digits 79. So r1c1 and r1c2"
        " cannot be 1, 2, 3, 4, 5, 6 or 8."
    ),
    ("cage", "killer:sum=10:r1c1r1c2"): (
        "Killer cage: r1c1, r1c2 differ and add up to 10. r1c1 and r1c2 can only hold one of these sets of digits: 19,"
        " 28, 37, 46. So r1c1 and r1c2 cannot be 5."
    ),
    ("greater", "minimum:r1c1"): (
        "Minima: r1c1 are less than their unmarked neighbours. 1 in r1c2 has no partner in r1c1 and 9 in r1c1 has no"
        " partner in r1c2. So r1c2 cannot be 1; r1c1 cannot be 9."
    ),
    ("thermo", "thermo:r1c1r2c2r3c3"): (
        "Thermometer: digits rise along r1c1, r2c2, r3c3. No way to fill r1c1, r2c2 and r3c3 like that uses the"
        " candidates that can be removed. So r2c2 and r3c3 cannot be 1; r3c3 cannot be 2; r1c1 cannot be 8; r1c1 and"
        " r2c2 cannot be 9."
    ),
    ("inout", "killer:sum=20:r1c1r1c2r1c3r1c4;killer:sum=18:r1c5r1c6r1c7r1c8"): (
        "The digits of row 1 add up to 45. The cages inside leave 7 for r1c9. So r1c9 cannot be 1, 2, 3,"
        " 4, 5, 6, 8 or 9."
    ),
    ("inout", "killer:sum=27:r1c1r1c2r1c3r2c1r2c2;killer:sum=21:r2c3r3c1r3c2r3c3r3c4"): (
        "The digits of box 1 add up to 45. The cages there reach out of it by 3 in r3c4. So r3c4"
        " cannot be 1, 2, 4, 5, 6, 7, 8 or 9."
    ),
    ("cluepoint", "killer:sum=24:r1c1r1c2r1c3"): (
        "Killer cage: r1c1, r1c2, r1c3 differ and add up to 24. That needs 7 in one of r1c1, r1c2 and r1c3. A cell that"
        " sees all of these cannot be 7. So r1c4, r1c5, r1c6, r1c7, r1c8, r1c9, r2c1, r2c2, r2c3, r3c1, r3c2 and r3c3"
        " cannot be 7."
    ),
}


@pytest.mark.parametrize(("asked", "told"), REASONS.items())
def test_reasons(asked: tuple[str, str], told: str) -> None:
    """A step is told by the rule that it follows from."""
    code, rules = asked
    board = Board.parse("." * 81 + ";" + rules)
    assert reason(find_all(board, code)[0], Grid.of(board)) == told


def test_houses_alone_have_no_clues() -> None:
    """Where nothing but houses holds there is nothing to tell."""
    board = Board.parse("." * 81 + ";diagonal:which=both")
    assert all(find_all(board, one.code) == [] for one in TECHNIQUES)
