"""Formats of variants, tried with every puzzle of the collections."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.variant_puzzles import VariantPuzzle, puzzles
from tessella.errors import ParseError
from tessella.sudoku import Board
from tessella.sudoku.formats.variants.base import VariantPuzzle as ReadPuzzle
from tessella.sudoku.formats.variants.base import cells_of, values_of
from tessella.sudoku.rules.ruleset import Rules

MARKS = ("odd", "even", "minimum", "maximum", "candidates")


def board_of(one: VariantPuzzle) -> Board:
    """Return the board of a puzzle of a collection."""
    return Board.of_givens(values_of(one.givens, one.rules), one.rules.box, one.rules.constraints)


def meaning(rules: Rules) -> list[Any]:
    """Return what rules say, equal for cells that are marked together or one by one and for sums from either end."""
    found: list[Any] = []
    for one in rules.constraints:
        cells = min(one.cells, one.cells[::-1]) if one.type == "little_killer" else one.cells
        parts = [(cell,) for cell in cells] if one.type in MARKS else [cells]
        found += [(one.type, part, one.fields) for part in parts]
    return [rules.box, *sorted(found, key=repr)]


def check_round_trips(
    data: Path, write: Callable[..., str], parse: Callable[[str], ReadPuzzle], cannot: Callable[[VariantPuzzle], bool]
) -> int:
    """Write and read every puzzle, and return how many can be written: the others have rules that `cannot` be said."""
    written = 0
    for one in puzzles(data):
        board = board_of(one)
        try:
            text = write(board)
        except ParseError:
            assert cannot(one), one.name
            continue
        again = parse(text)
        assert meaning(again.rules) == meaning(one.rules), one.name
        assert Board(*cells_of(again)).digits == board.digits, one.name
        written += 1
    return written
