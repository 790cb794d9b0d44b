"""Drawings of SudokuPad."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from support.variant_formats import board_of
from support.variant_puzzles import puzzles
from tessella.errors import TessellaError
from tessella.sudoku import Board
from tessella.sudoku.formats.base import About
from tessella.sudoku.formats.variants import lz_string
from tessella.sudoku.formats.variants.base import VariantPuzzle, values_of
from tessella.sudoku.formats.variants.sudokupad_drawing import as_object, read
from tessella.sudoku.formats.variants.sudokupad_puzzle import find, parse, write_drawing
from tessella.sudoku.rules.ruleset import Rules

REGIONS = [[[r + a, c + b] for a in (0, 1) for b in (0, 1)] for r in (0, 2) for c in (0, 2)]
EMPTY: dict[str, Any] = {"cells": [[{} for _ in range(4)] for _ in range(4)], "regions": REGIONS}
GREY = {"backgroundColor": "#CFCFCF", "borderColor": "#CFCFCF"}
PAPER = {"backgroundColor": "#FFFFFF", "borderColor": "#FFFFFF", "rounded": False, "width": 0.25, "height": 0.25}
BULB = {"center": [0.5, 0.5], "rounded": True, "width": 0.85, "height": 0.85, **GREY}
RING = {"rounded": True, "width": 0.75, "height": 0.75, "backgroundColor": "#ffffff", "borderColor": "#a1a1a1"}
DOT = {"rounded": True, "width": 0.3, "height": 0.3, "borderColor": "#000000", "text": ""}
LINE = {"wayPoints": [[0.5, 0.5], [0.5, 2.5], [1.5, 2.5]], "color": "#CFCFCF", "thickness": 21}


def of_link(link: str) -> VariantPuzzle:
    """Return the puzzle of a link."""
    return parse(find(link))


@pytest.mark.slow
def test_round_trips(variant_data: Path) -> None:
    """Every puzzle of the collections is the same after it is drawn, with its solution, its name and its author."""
    kinds = set[frozenset[str]]()
    for one in puzzles(variant_data):
        about = About(one.name, "somebody", "a book")
        answer = values_of(one.solution, one.rules) if one.solution else ()
        solution = Board.of_givens(answer, one.rules.box, one.rules.constraints) if answer else None
        found = read(json.loads(json.dumps(as_object(board_of(one), solution, about))))
        assert (found.rules, found.solution, found.about[:3]) == (one.rules, answer, about[:3]), one.name
        assert found.givens == board_of(one).digits, one.name
        if (kind := frozenset(rule.type for rule in one.rules.constraints)) not in kinds:
            kinds.add(kind)
            assert of_link(write_drawing(board_of(one), solution, about)) == found, one.name
    assert {"thermo"} in kinds


def test_a_published_link(variant_data: Path) -> None:
    """A link that another program has made is read, and its solution fits."""
    for path in variant_data.glob("formats.md"):
        for packed in re.findall(r"`(sclN4\w[^`]*)`", path.read_text(encoding="utf-8")):
            found = parse(packed)
            assert [one.type for one in found.rules.constraints] == ["counting_circles"]
            assert (found.about.author, len(found.solution)) == ("Michael Lefkowitz", 16)


@pytest.mark.parametrize(
    ("drawn", "words", "rules"),
    [
        ({"underlays": [BULB], "lines": [LINE]}, "Thermometers increase.", "thermo:r1c1r1c2r1c3r2c3"),
        (
            {"underlays": [BULB], "lines": [LINE, LINE | {"wayPoints": [[2.5, 0.5], [0.5, 0.5]]}]},
            "Thermometers increase.",
            "thermo:r1c1r1c2r1c3r2c3;thermo:r1c1r2c1r3c1",
        ),
        (
            {"overlays": [RING | {"center": [0.5, 0.5]}, RING | {"center": [1.5, 2.5]}], "lines": [LINE]},
            "Between lines: digits are between those in the circles.",
            "between:r1c1r1c2r1c3r2c3",
        ),
        ({"lines": [LINE]}, "Lines are palindromes.", "palindrome:r1c1r1c2r1c3r2c3"),
        ({"lines": [LINE]}, "German whispers differ by at least 5.", "whisper:r1c1r1c2r1c3r2c3"),
        (
            {"arrows": [LINE | {"wayPoints": [[0.8, 0.5], [2.5, 0.5]]}], "overlays": [RING | {"center": [0.5, 0.5]}]},
            "Digits on arrows sum to the circle.",
            "arrow:r1c1r2c1r3c1",
        ),
        (
            {
                "arrows": [LINE | {"wayPoints": [[-0.2, 0.8], [-0.02, 0.98]]}],
                "overlays": [PAPER | {"center": [-0.5, 0.5], "text": "7"}],
            },
            "Little killer clues give the sum of a diagonal.",
            "little_killer:sum=7:r1c2r2c3r3c4",
        ),
        (
            {
                "overlays": [
                    DOT | {"center": [0.5, 1], "backgroundColor": "#FFFFFF"},
                    DOT | {"center": [3, 2.5], "backgroundColor": "#0"},
                ]
            },
            "Kropki: white dots are consecutive, black dots in ratio 1:2.",
            "kropki_black:r3c3r4c3;kropki_white:r1c1r1c2",
        ),
        ({"overlays": [PAPER | {"center": [1, 0.5], "text": "V"}]}, "V means sum 5.", "xv_v:r1c1r2c1"),
        (
            {"overlays": [RING | {"center": [1, 3], "text": "1 2"}]},
            "Quadruples.",
            "quadruple:values=1,2:r1c3r1c4r2c3r2c4",
        ),
        (
            {"overlays": [PAPER | {"center": [4.5, 1.5], "text": 3}]},
            "Sandwich clues outside.",
            "sandwich:sum=3:r4c2r3c2r2c2r1c2",
        ),
        ({"lines": [LINE | {"wayPoints": [[0, 4], [4, 0]]}]}, "The diagonal has no repeats.", "diagonal:which=anti"),
        (
            {"underlays": [BULB | {"width": 0.7, "height": 0.7}, BULB | {"rounded": False, "center": [1.5, 0.5]}]},
            "Grey circles are odd, squares even.",
            "even:r2c1;odd:r1c1",
        ),
        ({"metadata": {"antiknight": True}}, "Anti-knight.", "anti_knight"),
        ({}, "Cells a knight's move apart cannot contain the same digit.", "anti_knight"),
        ({}, "Equal digits must not be a king’s move apart.", "anti_king"),
    ],
)
def test_shapes(drawn: dict[str, Any], words: str, rules: str) -> None:
    """A shape says the rule that the text names."""
    metadata = {"rules": words} | drawn.get("metadata", {})
    found = read(EMPTY | drawn | {"metadata": metadata})
    assert found.rules == Rules.parse(rules, (2, 2))


@pytest.mark.parametrize(
    ("drawn", "words", "what"),
    [
        ({"lines": [LINE]}, "Renban or palindrome?", "lines"),
        ({"lines": [LINE]}, "", "lines"),
        ({"lines": [LINE], "overlays": [RING | {"center": [0.5, 0.5]}]}, "Lines are palindromes.", "counting_circles"),
        ({"underlays": [BULB]}, "Thermometers increase.", "odd"),
        ({"arrows": [LINE]}, "Arrows sum to the circle.", "arrows"),
        ({"overlays": [DOT | {"center": [0.5, 1], "backgroundColor": "#FFFFFF"}]}, "Have fun!", "kropki_white"),
        ({"overlays": [PAPER | {"center": [4.5, 1.5], "text": 3}]}, "Sandwich or X-sum.", "square 3"),
        ({}, "Thermometers increase.", "Thermometers"),
        ({"global": ["torus"]}, "", "torus"),
        ({"metadata": {"solution": "1" * 16}}, "", "1111"),
        ({}, "Cells a knight's or king's move apart cannot contain the same digit.", "knight"),
    ],
)
def test_what_is_not_certain_is_refused(drawn: dict[str, Any], words: str, what: str) -> None:
    """A shape without a rule, a rule without a shape and a solution that does not fit are refused."""
    metadata = {"rules": words} | drawn.get("metadata", {})
    with pytest.raises(TessellaError, match=re.escape(what)):
        read(EMPTY | drawn | {"metadata": metadata})


def test_an_own_drawing_that_was_changed() -> None:
    """A drawing that says its rules is refused once it shows others."""
    value = as_object(Board.parse("." * 16 + ";thermo:r1c1r1c2"), None, About())
    assert read(value).rules.to_text() == "thermo:r1c1r1c2"
    changed = json.loads(json.dumps(value))
    changed["lines"][0]["wayPoints"][0] = [1.5, 0.5]
    with pytest.raises(TessellaError, match="expected the drawing of the rules"):
        of_link("https://sudokupad.app/scl" + lz_string.compress(json.dumps(changed)))


@pytest.mark.parametrize("drawn", [{"underlays": [BULB] * 100_000}, {"metadata": {"rules": "Dots. " * 100_000}}])
def test_bombs(drawn: dict[str, Any]) -> None:
    """What would be looked through for very long is refused at once."""
    with pytest.raises(TessellaError, match=r"expected (.* )?at most"):
        read(EMPTY | drawn)
