"""Steps that follow from one rule of a puzzle: true on samples of all kinds, and told by the rule."""

from itertools import chain
from pathlib import Path

import pytest

from support.arguments import check_bounds
from support.variant_puzzles import VariantPuzzle, puzzles
from tessella.sudoku import Board, find_all
from tessella.sudoku.techniques.clue_steps import TECHNIQUES
from tessella.sudoku.techniques.explanation import reason, where
from tessella.sudoku.techniques.grid import HOUSE_TYPES, Grid
from tessella.sudoku.techniques.phrasing import speaking_of
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
        check_bounds(reason(step, grid), solution, grid)
        grid = grid.after_step(step)


BEFORE_CHAINS = WITH_CANDIDATES[: WITH_CANDIDATES.index("0400")]
REASONS = {
    ("cage", "killer:sum=16:r1c1r1c2"): (
        "Killer cage: r1c1 and r1c2 differ and add up to 16. The only combination left is 79. So r1c1 and"
        " r1c2 cannot be 1, 2, 3, 4, 5, 6 or 8."
    ),
    ("cage", "killer:sum=10:r1c1r1c2"): (
        "Killer cage: r1c1 and r1c2 differ and add up to 10. Combinations left: 19, 28, 37, 46. So"
        " r1c1 and r1c2 cannot be 5."
    ),
    ("greater", "minimum:r1c1"): (
        "Minima: every unmarked neighbour of r1c1 is greater. 1 in r1c2 has no partner in r1c1. 9 in r1c1 has no"
        " partner in r1c2. So r1c2 cannot be 1; r1c1 cannot be 9."
    ),
    ("thermo", "thermo:r1c1r2c2r3c3"): (
        "Thermometer: digits rise along r1c1, r2c2 and r3c3. r1c1 is at least 1, so r2c2 is at least 2 and r3c3 is at"
        " least 3. r3c3 is at most 9, so r2c2 is at most 8 and r1c1 is at most 7. So r2c2 and r3c3 cannot be 1; r3c3"
        " cannot be 2; r1c1 cannot be 8; r1c1 and r2c2 cannot be 9."
    ),
    ("whisper", "whisper:difference=5:r1c1r2c2r3c3"): (
        "Whisper line: neighbours differ by at least 5 along r1c1, r2c2 and r3c3. No digit can stand beside 5 here. So"
        " r1c1, r2c2 and r3c3 cannot be 5."
    ),
    ("arrow", "arrow:r1c1r1c2r1c3r1c4"): (
        "Arrow: r1c1 is the sum of r1c2, r1c3 and r1c4. r1c2, r1c3 and r1c4 are at least 1+2+3=6, so r1c1 is at least"
        " 6. For each of r1c2, r1c3 and r1c4: the others are at least 1+2=3 and r1c1 is at most 9, so it is at most 6."
        " So r1c1 cannot be 1, 2, 3, 4 or 5; r1c2, r1c3 and r1c4 cannot be 7, 8 or 9."
    ),
    ("little", "little_killer:sum=23:r1c3r2c2r3c1"): (
        "Little killer: r1c3, r2c2 and r3c1 add up to 23. That leaves only 6+8+9. So r1c3, r2c2 and r3c1 cannot be 1,"
        " 2, 3, 4, 5 or 7."
    ),
    ("between", "between:r1c1r2c2r3c3"): (
        "Between line: r2c2 is between r1c1 and r3c3. r1c1 and r3c3 are at most 9, so r2c2 must be less. r1c1 and r3c3"
        " are at least 1, so r2c2 must be more. So r2c2 cannot be 1 or 9."
    ),
    ("inout", "killer:sum=20:r1c1r1c2r1c3r1c4;killer:sum=18:r1c5r1c6r1c7r1c8"): (
        "The digits of row 1 add up to 45. The cages inside leave 7 for r1c9. So r1c9 cannot be 1, 2, 3,"
        " 4, 5, 6, 8 or 9."
    ),
    ("inout", "killer:sum=27:r1c1r1c2r1c3r2c1r2c2;killer:sum=21:r2c3r3c1r3c2r3c3r3c4"): (
        "The digits of box 1 add up to 45. The cages there add up to 3 more: the sum of r3c4 outside. So r3c4"
        " cannot be 1, 2, 4, 5, 6, 7, 8 or 9."
    ),
    ("cluepoint", "killer:sum=24:r1c1r1c2r1c3"): (
        "Killer cage: r1c1, r1c2 and r1c3 differ and add up to 24. That needs 7 in one of r1c1, r1c2 and r1c3. A cell"
        " that sees all of these cannot be 7. So r1c4, r1c5, r1c6, r1c7, r1c8, r1c9, r2c1, r2c2, r2c3, r3c1, r3c2 and"
        " r3c3 cannot be 7."
    ),
}


@pytest.mark.parametrize(("asked", "told"), REASONS.items())
def test_reasons(asked: tuple[str, str], told: str) -> None:
    """A step is told by the rule that it follows from."""
    code, rules = asked
    board = Board.parse("." * 81 + ";" + rules)
    assert reason(find_all(board, code)[0], Grid.of(board)) == told


BESIDE_DIGITS = {
    (".2", "whisper:difference=5:r1c3r1c2r2c4"): (
        "along r1c3, r1c2 and r2c4. No digit can stand beside 5 here. r1c2 is 2. So r1c3 and r2c4 cannot be 1, 3, 4, 5"
        " or 6; r2c4 cannot be 2."
    ),
    ("........9", "whisper:difference=5:r1c1r1c2r1c3"): (
        "along r1c1, r1c2 and r1c3. No digit can stand beside 5 here. 4 in r1c1, r1c2 or r1c3 needs 9 beside it, which"
        " one neighbour cannot be. So r1c1, r1c2 and r1c3 cannot be 4 or 5."
    ),
    ("8", "whisper:difference=4:r1c2r2c2r3c2"): (
        "4 in r2c2 needs 9 on both sides, but r1c2 and r3c2 see each other. So r2c2 cannot be 4."
    ),
    ("8", "entropic:r1c1r1c2r1c3r2c3"): (
        "r1c1 is 8, so r1c2 and r1c3 cannot be 7, 8 or 9. r1c1 is 8; r2c3, of the same kind, can only be 7, 8 or 9. So"
        " r2c3 cannot be 1, 2, 3, 4, 5 or 6; r1c2 and r1c3 cannot be 7 or 9."
    ),
}


@pytest.mark.parametrize(("asked", "told"), BESIDE_DIGITS.items())
def test_reasons_beside_digits(asked: tuple[str, str], told: str) -> None:
    """What stands on a line already is named once, with all that it leaves no partner."""
    digits, rules = asked
    board = Board.parse(f"{digits:.<81};{rules}")
    code = "kinds" if rules.startswith("entropic") else "whisper"
    assert reason(find_all(board, code)[0], Grid.of(board)).endswith(told)


def test_combinations_are_told_from_0() -> None:
    """Where the lowest digit is 0, combinations hold the digits of the grid."""
    board = Board.parse("." * 81 + ";digits:lowest=0;killer:sum=21:r1c1r1c2r1c3")
    with speaking_of(board.rules):
        told = reason(find_all(board, "cage")[0], Grid.of(board))
    assert "The only combination left is 678. So r1c1, r1c2 and r1c3 cannot be 0, 1, 2, 3, 4 or 5." in told


def test_where_to_look_names_the_clue() -> None:
    """The first stage of a hint names the line, and no digit."""
    board = Board.parse("." * 81 + ";thermo:r1c1r2c2r3c3")
    step = find_all(board, "thermo")[0]
    assert where(step, Grid.of(board)) == "Look at this clue: thermometer, from r1c1 to r3c3."


def test_what_loses_is_drawn_apart() -> None:
    """The cells that argue and those that lose something are told apart in the picture."""
    board = Board.parse("5" + "." * 80 + ";arrow:r1c1r1c2r1c3")
    [step] = find_all(board, "arrow")
    assert (step.cells, step.second) == ((0, 1, 2), (1, 2))


def test_houses_alone_have_no_clues() -> None:
    """Where nothing but houses holds there is nothing to tell."""
    board = Board.parse("." * 81 + ";diagonal:which=both")
    assert all(find_all(board, one.code) == [] for one in TECHNIQUES)
