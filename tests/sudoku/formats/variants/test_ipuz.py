"""Puzzles of ipuz."""

import json
from pathlib import Path
from typing import Any

import pytest

from support.variant_formats import board_of, check_round_trips
from support.variant_puzzles import VariantPuzzle as Collected
from support.variant_puzzles import puzzles
from tessella.errors import TessellaError
from tessella.sudoku import Board, notation
from tessella.sudoku.formats.base import About
from tessella.sudoku.formats.variants.base import values_of
from tessella.sudoku.formats.variants.ipuz import read, write
from tessella.sudoku.rules.ruleset import Rules

SAID = ("jigsaw", "no_boxes", "diagonal", "windoku", "killer", "extra_region", "all_different")
ROWS = [[0, 0, 0, 4], [0, 0, 1, 0], [0] * 4, [0] * 4]
EMPTY: dict[str, Any] = {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "puzzle": ROWS,
                         "charset": "1234", "boxes": True}  # fmt: skip
KILLER = EMPTY | {"kind": ["http://ipuz.org/sudoku/killersudoku#1"]}
COLUMNS = [{"rect": [n, 1, n, 4]} for n in range(1, 5)]


def cannot(one: Collected) -> bool:
    """Return whether ipuz has no way to write one of the rules."""
    said = [rule for rule in one.rules.constraints if rule.type in SAID]
    wrong = [
        rule
        for rule in said
        if (rule.type == "jigsaw" and rule["with_boxes"])
        or (rule.type == "diagonal" and rule["which"] != "both")
        or (rule.type == "killer" and not rule["sum"])
    ]
    return len(said) < len(one.rules.constraints) or bool(wrong)


def test_round_trips(variant_data: Path) -> None:
    """Every puzzle whose rules ipuz has is the same when it is read again, with its solution."""
    assert check_round_trips(variant_data, write, lambda text: read(json.loads(text)), cannot) >= 12
    for one in puzzles(variant_data, "std_generated.jsonl"):
        if one.solution and not cannot(one):
            solution = Board.of_givens(values_of(one.solution, one.rules), one.rules.box, one.rules.constraints)
            assert read(json.loads(write(board_of(one), solution))).solution == solution.digits, one.name


@pytest.mark.parametrize(
    ("value", "rules"),
    [
        (EMPTY, ""),
        (EMPTY | {"kind": ["http://ipuz.org/sudoku/diagonalsudoku#1"]}, "diagonal:which=both"),
        (EMPTY | {"zones": [{"cells": [[1, 1], [2, 2], [3, 3], [4, 4]]}]}, "extra_region:r1c1r2c2r3c3r4c4"),
        (EMPTY | {"boxes": False, "zones": COLUMNS}, "jigsaw:regions=1234123412341234"),
        (KILLER | {"cages": [{"cells": [[0, 0], [0, 1]], "value": 5}]}, "killer:sum=5:r1c1r2c1"),
        (KILLER | {"cages": [{"rect": [3, 4, 4, 4], "value": 5, "operator": "+"}]}, "killer:sum=5:r4c3r4c4"),
    ],
)
def test_zones_and_cages(value: dict[str, Any], rules: str) -> None:
    """Cells are column and row, from 1 or, where a 0 tells it, from 0."""
    found = read(value)
    assert (found.rules, found.givens[3]) == (Rules.parse(rules, (2, 2)), 4)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (EMPTY | {"kind": ["http://ipuz.org/sudoku/calcudoku#1"]}, "calcudoku"),
        (EMPTY | {"cages": [{"cells": [[1, 4]], "value": 4}]}, "cages"),
        (KILLER | {"cages": [{"cells": [[1, 4]], "value": 4, "operator": "*"}]}, r"cages \*"),
        (KILLER | {"cages": [{"cells": [[1, 2]], "value": 4}]}, "count from 0 or 1"),
        (EMPTY | {"boxes": False}, "boxes: false"),
        (EMPTY | {"charset": "12"}, "expected 4 signs"),
        (EMPTY | {"puzzle": [[{"given": 1, "style": {"lessthan": "R"}}, 0, 0, 0], *ROWS[1:]]}, "lessthan"),
        (EMPTY | {"puzzle": [[5, 0, 0, 0], *ROWS[1:]]}, "from 1 to 4"),
        (EMPTY | {"notes": "<b>Thermometers</b> increase."}, "Thermometers"),
        (EMPTY | {"clues": {"Across": [1]}}, "clues"),
    ],
)
def test_what_is_not_known_is_refused_by_name(value: dict[str, Any], words: str) -> None:
    """No rule is dropped, and no place guessed."""
    with pytest.raises(TessellaError, match=words):
        read(value)


def test_what_is_said_is_kept() -> None:
    """Title, author and source come back; so do own digits and marks, in a file and in the wrapping of old ones."""
    board = Board.parse("1...|..2.|.3..|...4").play("r1c2=2").play("r1c3~4").play("r1c3~3")
    text = write(board, None, About("Fog", "A & B", "a forum"))
    assert read(json.loads(text)).about == About("Fog", "A & B", "a forum")
    assert notation.read(text) == notation.read(f"ipuz({text})") == board


@pytest.mark.parametrize("wrong", [
    {"puzzle": [[[1], 0, 0, 0], *ROWS[1:]]},
    {"puzzle": [[{"value": [1, 2]}, 0, 0, 0], *ROWS[1:]]},
    {"saved": [[[[1]], 0, 0, 0], *ROWS[1:]]},
    {"solution": [[[1], 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]},
])  # fmt: skip
def test_a_list_is_no_digit(wrong: dict[str, Any]) -> None:
    """Only what is saved has a list in a cell: pencil marks."""
    with pytest.raises(TessellaError, match="a digit from 1 to 4 or a blank in r1c1, got"):
        read(EMPTY | wrong)


def test_a_grid_without_boxes() -> None:
    """A grid of as many rows as no boxes fit is a Latin square, and is read as it was written."""
    board = Board.parse("1x5:1+4.......................;killer:sum=6:r1c1r1c2")
    assert read(json.loads(write(board))).rules == board.rules
