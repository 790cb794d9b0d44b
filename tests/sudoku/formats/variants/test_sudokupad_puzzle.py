"""Links of SudokuPad."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.variant_formats import board_of, check_round_trips
from support.variant_puzzles import VariantPuzzle as Collected
from tessella.errors import ParseError, TessellaError
from tessella.sudoku.formats.variants import fpuzzles, lz_string, sudokupad_puzzle
from tessella.sudoku.formats.variants.base import VariantPuzzle
from tessella.sudoku.formats.variants.sudokupad_puzzle import find, parse
from tessella.sudoku.rules.ruleset import Rules

REGIONS = "[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]"
CAGES = "{v:'title: Cage\\'s'},{v:'solution: 3421124341322314'},{v:'rules: Normal sudoku. Killer cages.'}"
ZIPPED = f"{{id:'x',cs:50,ce:[[{{v:3}},,,],[,,,],[,,,],[,,,{{v:'4'}}]],re:[{REGIONS}],ca:[{CAGES}"


def of_link(link: str) -> VariantPuzzle:
    """Return the puzzle of a link."""
    return parse(find(link))


def scl(text: str) -> VariantPuzzle:
    """Return the puzzle of a zipped text."""
    return of_link(f"https://sudokupad.app/scl{lz_string.compress(text)}")


def cannot(puzzle: Collected) -> bool:
    """Return whether f-puzzles has no way to write the rules."""
    with suppress(ParseError):
        fpuzzles.write(board_of(puzzle))
        return False
    return True


def test_round_trips(variant_data: Path) -> None:
    """Every puzzle whose rules f-puzzles has is the same after a link."""
    assert check_round_trips(variant_data, sudokupad_puzzle.write, of_link, cannot) >= 50


def test_drawings() -> None:
    """Givens, boxes, cages and the solution are read from a drawing."""
    found = scl(ZIPPED + ",{ce:[[0,0],[0,1]],v:7,unique:t}]}")
    assert found.rules == Rules.parse("killer:sum=7:r1c1r1c2", (2, 2))
    assert found.givens == (3, *[0] * 14, 4)
    assert found.solution == tuple(map(int, "3421124341322314"))
    with pytest.raises(TessellaError, match="Killer cages"):
        scl(ZIPPED + "]}")


def test_plain_json() -> None:
    """What was not zipped is read as well."""
    value = {"cells": [[{} for _ in range(4)] for _ in range(4)], "regions": json.loads(f"[{REGIONS}]")}
    assert scl(json.dumps(value)).rules == Rules((2, 2))


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("],l:[{wp:[[0,0],[1,1]]}]}", "lines"),
        ("],o:[{ct:[1,1],r:t,w:1,h:1,c2:#0}]}", "circle"),
        (",{ce:[[0,0]],v:'<5'}]}", "<5"),
        ("],warps:[{x:1}]}", "warps"),
        (",{v:'x'}],metadata:{rules:'Thermometers increase.'}}", "Thermometers"),
    ],
)
def test_what_is_not_known_is_refused_by_name(more: str, words: str) -> None:
    """A drawing that may mean anything is refused."""
    with pytest.raises(TessellaError, match=words):
        scl(ZIPPED + more)


def test_short_links() -> None:
    """A link that names a puzzle on a server holds none."""
    with pytest.raises(ParseError, match="holds its puzzle"):
        of_link("https://sudokupad.app/t4fevoplnv")


@given(st.text(alphabet="{}[],:'\\tfcelvr0123456789. \n", max_size=40), st.booleans())
def test_any_text(text: str, is_late: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """Whatever a link holds is read or refused with a sentence."""
    with suppress(TessellaError):
        scl(ZIPPED + text if is_late else text)


def test_depth() -> None:
    """Lists in each other without end are refused."""
    with pytest.raises(TessellaError):
        scl("[" * 5000)
