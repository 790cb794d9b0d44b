"""Tools of a setter: what each type of constraint asks for, and what the answers make."""

from pathlib import Path

import pytest

from support.variant_puzzles import puzzles
from tessella.errors import MoveError, RulesError, TessellaError
from tessella.i18n import speaking
from tessella.sudoku.rules.constraint_types import TYPES
from tessella.sudoku.setting.draft import Draft
from tessella.sudoku.setting.tools import KEYS, change, tools

EMPTY = Draft.blank(9)


def test_each_type_has_a_tool() -> None:
    """Every type can be put by the same form, in both languages; no key belongs to two tools."""
    for lang in ("en", "zh"):
        with speaking(lang):
            found = tools(9)
        assert [one.name for one in found] == list(TYPES)
        assert all(one.title and one.about and one.group for one in found)
        assert all(field.label for one in found for field in one.fields)
    assert len({*KEYS.values()}) == len(KEYS)


def test_every_rule_of_the_collection_can_be_put(variant_data: Path) -> None:
    """What a tool makes of the cells and values of any rule is that rule; put again, it takes it away."""
    seen = set[str]()
    for one in puzzles(variant_data, "std_*.jsonl"):
        if one.rules.size > 16 or one.rules.lowest:
            empty = Draft.of_givens([0] * one.rules.size**2, one.rules.box, one.rules.of_type("no_boxes"))
        for rule in one.rules.constraints:
            if rule.type in ("jigsaw", "digits", "no_boxes"):
                continue
            kind, size = TYPES[rule.type], one.rules.size
            values = {
                name: kind.fields[name].to_text(rule[name], size) for name in kind.fields if rule[name] is not None
            }
            move = change(empty, rule.type, rule.cells, values)
            assert move == f"+{rule.to_text(size)}"
            try:
                draft = empty.play(move)
            except RulesError:  # more than an id can carry
                continue
            assert change(draft, rule.type, rule.cells, values) == f"-{rule.to_text(size)}"
            seen.add(rule.type)
    assert len(seen) >= 25


@pytest.mark.parametrize(
    ("name", "cells", "values", "made"),
    [
        ("sandwich", [4], {"sum": "７"}, "sandwich:sum=7:r1c5r2c5r3c5r4c5r5c5r6c5r7c5r8c5r9c5"),
        ("sandwich", [20, 19], {"sum": "7"}, "sandwich:sum=7:r3c9r3c8r3c7r3c6r3c5r3c4r3c3r3c2r3c1"),
        ("little_killer", [8], {"sum": "30"}, "little_killer:sum=30:r1c9r2c8r3c7r4c6r5c5r6c4r7c3r8c2r9c1"),
        ("quadruple", [80], {"values": "1234"}, "quadruple:values=1,2,3,4:r8c8r8c9r9c8r9c9"),
        ("quadruple", [0], {"values": "1, 2"}, "quadruple:values=1,2:r1c1r1c2r2c1r2c2"),
        ("clone", [0, 1], {"clone_cells": "r5c5 r5c6"}, "clone:clone_cells=r5c5r5c6:r1c1r1c2"),
        ("equal_sums", [], {"sets": "r1c1r1c2, r2c1"}, "equal_sums:sets=r1c1r1c2,r2c1"),
        ("pair_table", [0, 1], {"allowed": "12, 21"}, "pair_table:allowed=12,21:r1c1r1c2"),
        ("kropki_negative", [5], {"white": "yes", "black": "no"}, "kropki_negative:black=no"),
        ("killer", [1, 0], {"sum": ""}, "killer:r1c1r1c2"),
    ],
)
def test_what_is_typed(name: str, cells: list[int], values: dict[str, str], made: str) -> None:
    """Values are read as people type them, and clues outside go on from where they begin."""
    assert change(EMPTY, name, cells, values) == f"+{made}"


def test_another_value_takes_the_place_of_the_old_one() -> None:
    """A cage on the same cells has one sum, and the diagonals are one rule; of sets there may be several."""
    draft = EMPTY.play("+killer:sum=10:r1c1r1c2;+diagonal:which=main;+equal_sums:sets=r1c1,r2c2")
    assert change(draft, "killer", [0, 1], {"sum": "11"}) == "-killer:sum=10:r1c1r1c2;+killer:sum=11:r1c1r1c2"
    assert change(draft, "diagonal", [], {"which": "both"}) == "-diagonal:which=main;+diagonal:which=both"
    assert change(draft, "equal_sums", [], {"sets": "r1c1,r3c3"}) == "+equal_sums:sets=r1c1,r3c3"
    assert change(draft, "jigsaw", [1, 0, 0], {}) == "r1c1,r1c2#"


@pytest.mark.parametrize(
    ("name", "cells", "values", "sentence"),
    [
        ("killer", [0], {"sum": "x"}, "expected a whole number, or none as Sum, got 'x'"),
        ("thermo", [0], {}, "expected at least 2 cells"),
        ("kropki_white", [0, 1, 2], {}, "expected 2 cells"),
        ("skyscraper", [0], {"count": "3"}, "which way the clue looks"),
        ("little_killer", [40], {"sum": "3"}, "which way the clue looks"),
        ("sandwich", [0, 1], {}, "expected a whole number as Sum, got ''"),
        ("nonsense", [], {}, "expected a rule that is known"),
        ("diagonal", [], {"which": "left"}, "expected main, anti, both as Which, got 'left'"),
    ],
)
def test_what_cannot_be_is_a_sentence(name: str, cells: list[int], values: dict[str, str], sentence: str) -> None:
    """Cells that are too few or have no direction, and values that are none, are refused with what was expected."""
    with pytest.raises((MoveError, RulesError, TessellaError), match=sentence):
        change(EMPTY, name, cells, values)
