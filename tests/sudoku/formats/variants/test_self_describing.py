"""The self-describing form of JSON."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.variant_formats import board_of
from support.variant_puzzles import puzzles
from tessella.errors import TessellaError
from tessella.sudoku import Board, notation
from tessella.sudoku.formats.registry import detect
from tessella.sudoku.formats.variants.base import text_of
from tessella.sudoku.formats.variants.self_describing import read, write

ONE: dict[str, Any] = {"size": 4, "givens": "1..............2", "constraints": [{"type": "anti_knight"}]}


def test_collections_are_read_and_written(variant_data: Path) -> None:
    """Every puzzle has its rules, givens and solution, and is written as it was."""
    for one in puzzles(variant_data):
        found = read(one.record)
        assert (found.rules, text_of(found.givens, found.rules)) == (one.rules, one.givens)
        assert text_of(found.solution, found.rules) == (one.solution or "")
        again = read(json.loads(write(board_of(one))))
        assert (again.rules, again.givens) == (found.rules, found.givens)


def test_files(variant_data: Path) -> None:
    """A file is told by itself, and its puzzles are boards."""
    for path in variant_data.glob("std_generated.jsonl"):
        assert detect(path.read_text(encoding="utf-8")[:4000]) == "json"
        with path.open("rb") as source:
            found = [record.board for record in notation.read_many(source)]
        assert found == [board_of(one) for one in puzzles(variant_data, "std_generated.jsonl")]


def test_what_a_person_has_written_is_kept() -> None:
    """Own digits and marks are written and read again, and so are digits from 0."""
    rules = Board.parse("1...............;digits:lowest=0;diagonal:which=main")
    for board in (rules, rules.play("r1c2=2").play("r1c3~3")):
        assert notation.read(notation.write(board, "json")) == board


def test_strings_stay_as_they_are() -> None:
    """A pattern is not taken for code, with a comma before a bracket, in either kind of quotes."""
    for pattern in ("[1-4]{2,}", "(1|2){1,}"):
        value = ONE | {"constraints": [{"type": "regex", "cells": ["r1c1"], "pattern": pattern}]}
        for text in (json.dumps(value), repr(value), json.dumps(value, indent=1)):
            assert notation.read(text).constraints[0]["pattern"] == pattern


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"constraints": [{"type": "warp"}]}, "warp"),
        ({"warps": [{"cells": ["r1c1"]}]}, "warps"),
        ({"cages": [1]}, "cages"),
        ({"digits": "1357"}, "1357"),
        ({"givens": "1"}, "4x4"),
        ({"size": "4"}, "a size"),
        ({"box": [2, 3]}, "36"),
        ({"constraints": "anti_knight"}, "constraints"),
    ],
)
def test_what_is_not_known_is_refused_by_name(more: dict[str, Any], words: str) -> None:
    """No rule is dropped."""
    with pytest.raises(TessellaError, match=words):
        notation.read(json.dumps(ONE | more))


@pytest.mark.parametrize("key", ["rules", "thermos", "killer cages", "layout", "regions"])
def test_other_objects_with_rules_are_refused(key: str) -> None:
    """A puzzle of another form of JSON with rules is not read as one without."""
    with pytest.raises(TessellaError, match=key):
        notation.read(json.dumps({"puzzle": "1..............2", key: [["r1c1", "r1c2"]]}))
    assert notation.read(json.dumps({"puzzle": "1..............2", key: [], "name": "rules"}))


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["r1c1", "killer", "1" * 16]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "cells", "sum", "regions", "sets"]), inner, max_size=3)
    ),
    max_leaves=10,
)


@given(
    st.dictionaries(st.sampled_from(["size", "givens", "constraints", "digits", "box", "marks", "entered"]), _VALUES)
)
def test_any_json(more: dict[str, Any]) -> None:
    """Whatever an object holds is read or refused with a sentence."""
    for record in notation.read_many(io.BytesIO(json.dumps(ONE | more).encode())):
        assert (record.board is None) == (record.error is not None)


@pytest.mark.parametrize("size", [10**400, -4, "R1C1" * 100, True, [9], None, 9.0])
def test_a_wrong_size_is_quoted_in_short(size: object) -> None:
    """What stands in the place of the size is refused, in a sentence that can be read."""
    with pytest.raises(TessellaError, match="expected a size from 4 to 16") as refused:
        read({"size": size, "givens": "." * 16, "constraints": []})
    assert len(str(refused.value)) < 300
