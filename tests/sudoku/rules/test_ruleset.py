"""Rules of puzzles: read, written, compared and refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from support.variant_puzzles import puzzles
from tessella.errors import RulesError
from tessella.sudoku.geometry import Box
from tessella.sudoku.rules.ruleset import MAX_VARIANT_SIZE, Rules


def test_text_and_json_say_the_same(variant_data: Path) -> None:
    """The rules of every puzzle are read again from their text and from their JSON, and are equal to what was read."""
    for one in puzzles(variant_data):
        assert Rules.parse(one.rules.to_text(), one.rules.box) == one.rules, one.name
        assert Rules.from_json(one.rules.to_json(), one.rules.size) == one.rules, one.name


def test_json_is_kept_as_it_was(variant_data: Path) -> None:
    """What is written says what the collection says, but for the order of what has none."""
    for one in puzzles(variant_data):
        written = [rule for rule in one.rules.to_json() if rule["type"] != "digits"]
        assert sorted(map(_content, written)) == sorted(map(_content, one.record["constraints"])), one.name


def _content(constraint: dict[str, Any]) -> str:
    said = {name: value for name, value in constraint.items() if value != ""}
    if "regions" in said:  # which label a region has means nothing
        labels = list(dict.fromkeys(said["regions"]))
        said["regions"] = [labels.index(label) for label in said["regions"]]
    return json.dumps({name: sorted(said[name]) if name == "cells" else said[name] for name in said}, sort_keys=True)


def test_text_stands_in_an_address(variant_data: Path) -> None:
    """The text of rules has no sign that an address would change or end with."""
    assert not {sign for one in puzzles(variant_data) for sign in one.rules.to_text()} & set(" /?#&+\"'<>\\^`{|}~![]@")


def test_order_and_repetition_do_not_matter() -> None:
    """Rules that say the same are equal, and have the same text and hash."""
    one = Rules.parse("anti_knight;killer:sum=10:r1c1r1c2;xv_x:r1c1r1c2")
    other = Rules.parse("xv_x:r1c2r1c1;killer:r1c2r1c1:sum=10;anti_knight;anti_knight")
    assert one == other
    assert hash(one) == hash(other)
    assert one.to_text() == other.to_text()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("diagonal:which=main;diagonal:which=anti", "diagonal:which=both"),
        ("diagonal:which=both;diagonal:which=main", "diagonal:which=both"),
        *[
            (f"{line}:r1c3r1c2r2c1", f"{line}:r2c1r1c2r1c3")
            for line in (
                *("renban", "whisper", "palindrome", "between", "double_arrow", "lockout", "region_sum_line"),
                *("entropic", "modular", "zipper", "sum_line:sum=9"),
            )
        ],
    ],
)
def test_what_says_the_same_is_one_rule(one: str, other: str) -> None:
    """Both diagonals are one rule however they are said, and so is a line that reads the same from either end."""
    assert Rules.parse(one) == Rules.parse(other)
    assert Rules.parse(f"{one};{other}") == Rules.parse(one)


@pytest.mark.parametrize("line", ["thermo", "slow_thermo", "arrow", "value_indexing", "greater_than", "lunchbox:sum=5"])
def test_a_line_with_a_beginning_keeps_it(line: str) -> None:
    """A line whose ends mean different things is another one when it is turned round."""
    assert Rules.parse(f"{line}:r1c1r1c2") != Rules.parse(f"{line}:r1c2r1c1")


def test_houses_hold_as_many_cells_as_digits(variant_data: Path) -> None:
    """Every house has as many cells as there are digits, no cell twice, and rows come first."""
    for one in puzzles(variant_data):
        size = one.rules.size
        assert all(len({*house}) == len(house) == size for house in one.rules.houses), one.name
        assert one.rules.houses[0] == tuple(range(size))


def test_houses_hold_each_digit_once_in_the_solution(variant_data: Path) -> None:
    """The solution of every puzzle has each digit once in every house."""
    for one in puzzles(variant_data):
        if one.solution:
            assert all(len({one.solution[cell] for cell in house}) == len(house) for house in one.rules.houses), (
                one.name
            )


@pytest.mark.parametrize(
    ("box", "text", "message"),
    [
        ((3, 3), "cosmetic:r1c1", "expected a rule that is known, such as killer or thermo, got 'cosmetic'"),
        ((3, 3), "killer:sum=ten:r1c1", "expected a whole number, or none as sum"),
        ((3, 3), "killer:total=10:r1c1", "expected no field total in a rule of type killer"),
        ((3, 3), "killer:sum=10", "expected at least 1 cell in a rule of type killer"),
        ((3, 3), "killer:sum=10:r1c1r1c1", "expected each cell once"),
        ((3, 3), "killer:sum=10:r1c1r1c10", "expected a list of cells such as r1c1 as cells in a grid of 9 rows"),
        ((3, 3), "killer:sum=10:r1c1 and more", "expected a list of cells such as r1c1, got"),
        ((3, 3), "odd:" + "r1c1" * 2501, "expected at most 256 cells in a rule of type odd"),
        ((3, 3), "kropki_white:r1c1", "expected 2 cells in a rule of type kropki_white"),
        ((3, 3), "diagonal:which=left", "expected main, anti, both as which"),
        ((3, 3), "diagonal", "expected which in a rule of type diagonal"),
        ((3, 3), "jigsaw:regions=123", "expected a label for each cell as regions"),
        ((3, 3), f"jigsaw:regions={'1' * 81}", "expected a label for each cell as regions"),
        ((3, 3), "extra_region:r1c1r1c2", "expected 9 cells in a rule of type extra_region, got 2"),
        ((3, 3), "digits:lowest=3", "expected 0 or 1 as the lowest digit, got '3'"),
        ((2, 3), "windoku", "expected a grid of 9 or 16 rows for windows, got 6"),
        ((5, 5), "anti_knight", "expected a grid of at most 16 rows with rules of its own, got 25"),
    ],
)
def test_what_no_grid_can_have_is_refused(box: Box, text: str, message: str) -> None:
    """A rule that is not known, or that no grid can have, is refused by its name, with what was expected."""
    with pytest.raises(RulesError) as refused:
        Rules.parse(text, box)
    assert message in str(refused.value)


def test_a_prime_size_has_no_boxes() -> None:
    """A grid of seven rows has rows and columns, and regions if a jigsaw gives them."""
    plain = Rules.from_json([], 7)
    assert (plain.box, plain.regions, len(plain.houses)) == ((1, 7), (), 14)
    jigsaw = Rules.from_json([{"type": "jigsaw", "regions": "".join(str(n) * 7 for n in range(1, 8))}], 7)
    assert len(jigsaw.regions) == 7


def test_sizes_beyond_any_grid_are_refused() -> None:
    """A size that no grid with rules can have is refused."""
    for size in (3, 26):
        with pytest.raises(RulesError, match=f"expected a size from 4 to {MAX_VARIANT_SIZE}, got '{size}'"):
            Rules.from_json([], size)
