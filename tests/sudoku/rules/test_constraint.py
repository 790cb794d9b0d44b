"""One constraint, in JSON and in text, with anything in its fields."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.errors import RulesError, TessellaError
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.constraint_types import TYPES

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(["r1c1", "r9c9", "main", "both"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def _read_or_refused(read: Callable[[], Constraint]) -> Constraint | None:
    try:
        return read()
    except TessellaError as error:
        return None if re.match("expected ", str(error)) else pytest.fail(str(error))


@given(st.sampled_from(sorted(TYPES)), st.data())
def test_any_json_is_read_or_refused_in_words(name: str, data: st.DataObject) -> None:
    """Whatever stands in the fields of a type, a constraint comes out that is written and read again, or a sentence."""
    fields = ["cells", *TYPES[name].fields]
    said = data.draw(st.dictionaries(st.sampled_from(fields), JSON)) | {"type": name}
    one = _read_or_refused(lambda: Constraint.from_json(said, 9))
    if one:
        assert Constraint.from_json(one.to_json(9), 9) == one
        assert Constraint.parse(one.to_text(9), 9) == one


@given(st.sampled_from(sorted(TYPES)), st.text(alphabet="r1c29=:,;.-%abcdefx ", max_size=30))
def test_any_text_is_read_or_refused_in_words(name: str, rest: str) -> None:
    """Any text behind the name of a type is a constraint or is refused with a sentence."""
    _read_or_refused(lambda: Constraint.parse(f"{name}:{rest}", 9))


@pytest.mark.parametrize("empty", [[], [[]], {}, ""])
@pytest.mark.parametrize(("name", "field"), [(one.name, field) for one in TYPES.values() for field in one.fields])
def test_an_empty_value_is_kept_or_refused(name: str, field: str, empty: object) -> None:
    """What says nothing is refused where the text of the constraint would not be read again."""
    for cells in ({}, {"cells": ["r1c1", "r1c2"]}):
        if one := _read_or_refused(partial(Constraint.from_json, {"type": name, field: empty} | cells, 9)):
            assert Constraint.parse(one.to_text(9), 9) == one


def test_a_pattern_of_any_signs_survives() -> None:
    """The pattern of a regular expression is kept, whatever signs it has."""
    one = Constraint.from_json({"type": "regex", "cells": ["r1c1", "r1c2"], "pattern": "(1|2.)*[^3]:;=好"}, 9)
    assert Constraint.parse(one.to_text(9), 9)["pattern"] == "(1|2.)*[^3]:;=好"


def test_a_message_quotes_what_was_written() -> None:
    """A constraint that is refused is quoted as it was written, and a name that is like one is told."""
    with pytest.raises(RulesError, match=r"got 'killer:sum=:r1c1r1c2'$"):
        Constraint.parse("killer:sum=:r1c1r1c2", 9)
    for mistyped, meant in [("Anti-Knight", "anti_knight"), ("thermos", "thermo")]:
        with pytest.raises(RulesError) as refused:
            Constraint.parse(mistyped, 9)
        assert meant in refused.value.hint


def test_a_default_need_not_be_said() -> None:
    """A field that says its default is as if it were left out."""
    said = Constraint.from_json({"type": "whisper", "cells": ["r1c1", "r1c2"], "difference": 5}, 9)
    assert said == Constraint.from_json({"type": "whisper", "cells": ["r1c1", "r1c2"]}, 9)
    assert said["difference"] == 5
    with pytest.raises(KeyError):
        said["sum"]


@pytest.mark.parametrize("text", ["quadruple:values=1,5:r1c1r1c2r2c1r2c2", "candidates:values=-1:r1c1",
                                  "contain_at_least:values=78:r1c1r1c2"])  # fmt: skip
def test_a_digit_that_no_grid_has_is_refused(text: str) -> None:
    """Digits of a clue are those of the grid, from 0 up, as digits may begin there."""
    with pytest.raises(RulesError, match="expected a list of digits as values in a grid of 4 rows"):
        Constraint.parse(text, 4)
    assert Constraint.parse("quadruple:values=0,4:r1c1r1c2r2c1r2c2", 4)["values"] == (0, 4)


def test_a_negative_rule_says_something() -> None:
    """A rule that dots are missing, but neither white nor black ones, is refused."""
    with pytest.raises(RulesError, match="white=yes"):
        Constraint.parse("kropki_negative:black=no:white=no", 9)
