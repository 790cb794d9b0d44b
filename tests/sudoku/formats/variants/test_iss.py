"""Strings of the Interactive Sudoku Solver."""

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.variant_formats import check_round_trips, meaning
from support.variant_puzzles import VariantPuzzle as Collected
from support.variant_puzzles import puzzles
from tessella.errors import TessellaError
from tessella.sudoku.formats.variants import iss
from tessella.sudoku.formats.variants.base import text_of
from tessella.sudoku.formats.variants.iss import find, parse
from tessella.sudoku.rules.ruleset import Rules

UNSAID = ("odd", "even", "minimum", "maximum", "slow_thermo", "knight_sums", "diagonal_non_consecutive",
          "kropki_negative")  # fmt: skip


def cannot(puzzle: Collected) -> bool:
    """Return whether the solver has no word for one of the rules."""
    return any(one.type in UNSAID for one in puzzle.rules.constraints)


def test_round_trips(variant_data: Path) -> None:
    """Every puzzle whose rules the solver has is the same after a string."""
    assert check_round_trips(variant_data, iss.write, parse, cannot) >= 50


def test_strings_say_what_their_translations_say(variant_data: Path) -> None:
    """Every string that has a translation has its rules, and no other is read."""
    told = {one.name: one for one in puzzles(variant_data)}
    for path in variant_data.glob("iss_*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            if record["name"] not in told:
                with pytest.raises(TessellaError, match="expected rules that are known, got"):
                    parse(record["iss"])
                continue
            found, one = parse(record["iss"]), told[record["name"]]
            assert meaning(found.rules) == meaning(one.rules), record["name"]
            assert text_of(found.givens, found.rules) == one.givens


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (".Cage~0~R1C1~R1C2", "killer:r1c1r1c2"),
        (".Diagonal~1.Diagonal~-1", "diagonal:which=both"),
        (".SumLine~10~R1C1~R1C2~R2C2~LOOP", "sum_line:sum=10:loop=yes:r1c1r1c2r2c2"),
        (".BlackDot~R1C1~R1C2~R5C5~R5C6", "kropki_black:r1c1r1c2;kropki_black:r5c5r5c6"),
        (".Sum~0_=_1_-1~R1C1~R1C2", "sum:sum=0:coefficients=1,-1:r1c1r1c2"),
        ("# a comment\n.AntiKnight .AntiKing", "anti_knight;anti_king"),
        (".~R1C1_1_2", "candidates:values=1,2:r1c1"),
    ],
)
def test_types(text: str, rules: str) -> None:
    """Each type says its rule."""
    assert parse(text).rules == Rules.parse(rules)


def test_links() -> None:
    """A link holds a string."""
    assert find(iss.URL + ".Cage%7E10%7ER1C1") == ".Cage~10~R1C1"


@pytest.mark.parametrize("text", [".NFA~abc~_~R1C1", ".Shape~9x9~0-9", ".Shape~6x8", ".Or.End", ".Diagonal~5"])
def test_what_is_not_known_is_refused_by_name(text: str) -> None:
    """No rule is dropped."""
    with pytest.raises(TessellaError, match=text[1:4]):
        parse(text)


_NAMES = st.sampled_from([*iss._READERS, "Foo"])
_ARGUMENTS = st.sampled_from(
    ["R1C1", "R9C9", "RaCa", "C1", "5", "0", "LOOP", "_", "", "R1C1_3", "1_2", "-1", "ABC", "0_=_1"]
)


@given(st.lists(st.tuples(_NAMES, st.lists(_ARGUMENTS, max_size=4)), max_size=3))
def test_any_string(parts: list[tuple[str, list[str]]]) -> None:
    """Whatever a string holds is read or refused with a sentence."""
    with contextlib.suppress(TessellaError):
        parse("".join("." + "~".join([name, *arguments]) for name, arguments in parts))
