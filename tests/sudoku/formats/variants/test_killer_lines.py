"""Killer and jigsaw lines."""

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.variant_formats import check_round_trips
from tessella.errors import TessellaError
from tessella.sudoku.formats.variants import iss
from tessella.sudoku.formats.variants.killer_lines import find, parse, write, write_pointers
from tessella.sudoku.rules.ruleset import Rules


def test_round_trips(variant_data: Path) -> None:
    """Killers and jigsaws are the same after a line."""
    assert check_round_trips(variant_data, write, parse, lambda _one: True) >= 2
    assert check_round_trips(variant_data, write_pointers, parse, lambda _one: True) >= 1


def test_lines_say_what_strings_say(variant_data: Path) -> None:
    """A killer that came as a line has the cages of its string, but for cages that say nothing."""
    for path in variant_data.glob("iss_*.jsonl"):
        for text in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(text)
            if find(line := record.get("input") or ""):
                told = [
                    one
                    for one in iss.parse(record["iss"]).rules.constraints
                    if one.type != "killer" or len(one.cells) > 1 or one["sum"]
                ]
                assert parse(line).rules == Rules((3, 3), tuple(told)), record["name"]


CAGE = ">" + "0" * 80


def test_flags() -> None:
    """The letter d stands for both diagonals, and no other is known."""
    numbers = ":".join(map(str, [769, 769, *range(2, 81)]))
    assert parse(f"3x3:d:k:{numbers}:").rules == Rules.parse("killer:sum=3:r1c1r1c2;diagonal:which=both")
    with pytest.raises(TessellaError, match="got 'x'"):
        parse(f"3x3:x:k:{numbers}")


@pytest.mark.parametrize("text", ["3x3::k:1:2", "SumoCueV1=0J0", "^" + "0" * 80, "><" + "0" * 79, "3x3::k:" + ":".join(
    map(str, [769, 1025 + 0, *[513] * 79]))])  # fmt: skip
def test_damage(text: str) -> None:
    """A line with too few cells, cages with two sums and ways that lead nowhere are refused."""
    with pytest.raises(TessellaError):
        parse(text)


@given(st.text(alphabet="0123456789AZaj<>^v`',.", min_size=81, max_size=81))
def test_any_line(text: str) -> None:
    """Whatever 81 signs say is read or refused with a sentence."""
    with contextlib.suppress(TessellaError):
        parse(text)
