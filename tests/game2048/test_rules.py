"""Tests of the rules of 2048: presets, what they print and parse, and what no game can have."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.strategies import rules_2048, texts_2048
from tessella.errors import ParseError, RulesError, TessellaError
from tessella.game2048 import RULES, Board, Rules, slide
from tessella.i18n import speaking


@pytest.mark.parametrize(
    ("name", "rules"),
    [  #            rows cols target 4s merging points tiles twos ends
        ("classic", Rules(4, 4, 2048, 10, "once", 0, 2, twos=False, ends=False)),
        ("sprint", Rules(4, 4, 2048, 10, "once", 0, 2, twos=False, ends=True)),
        ("cascade", Rules(4, 4, 2048, 25, "cascade", 100, 1, twos=False, ends=True)),
        ("coinflip", Rules(4, 4, 2048, 50, "once", 0, 2, twos=True, ends=True)),
        ("notebook", Rules(4, 4, 2048, 20, "once", 0, 2, twos=False, ends=True)),
    ],
)
def test_presets(name: str, rules: Rules) -> None:
    """The presets are those of the table in the rules: 4x4 to 2048."""
    assert RULES[name] == rules


def test_there_are_five_presets() -> None:
    """No preset is missing, and none is too many; classic is the default."""
    assert list(RULES) == ["classic", "sprint", "cascade", "coinflip", "notebook"]
    assert Rules() == RULES["classic"]


def test_coinflip_starts_with_twos() -> None:
    """Coinflip begins with two tiles, both 2, though half of the later ones are 4."""
    assert all(Counter(sum(Board.start(RULES["coinflip"], seed).rows, ())) == {0: 14, 2: 2} for seed in range(200))


def test_default_target_is_what_the_board_can_hold() -> None:
    """Left open, the target is 2048, or the largest that a small board holds: 2^(cells+1)."""
    assert {size: Rules.of(size=size).target for size in ("2x2", "2x3", "3x3", "3x4", "4x4", "8x8")} == {
        "2x2": 32,
        "2x3": 128,
        "3x3": 1024,
        "3x4": 2048,
        "4x4": 2048,
        "8x8": 2048,
    }


def test_the_largest_tile_can_be_made() -> None:
    """2^(cells+1) is no guess: on a 2x2 board 4 4 8 16 merge on to 32, and no more."""
    board = Board.parse("2048:2x2/32/classic:16,8/4,4#0")
    rows = board.rows
    for move in ("right", "up", "left", "up", "left"):
        rows, _merged = slide(rows, move)
    assert max(map(max, rows)) == 32 == board.rules.largest


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", "classic"),
        ("classic", "classic"),
        ("5x4/32/fours=25/cascade", "5x4/32/cascade"),
        ("5x4/32/fours=30/cascade", "5x4/32/fours=30/cascade"),
        ("cascade/fours=30/32/5x4", "5x4/32/fours=30/cascade"),
        ("4x4/2048/classic", "classic"),
        ("2x2/32", "2x2/classic"),
        ("2x2/16/sprint", "2x2/16/sprint"),
        ("ends=yes/classic", "sprint"),
    ],
)
def test_rules_are_named_by_what_differs(text: str, canonical: str) -> None:
    """Rules print as size, target, fours, preset, leaving out what is the preset's own."""
    assert str(Rules.parse(text)) == canonical


@given(rules_2048())
def test_rules_print_and_parse(rules: Rules) -> None:
    """What rules print parses to equal rules, and `repr` rebuilds them."""
    assert Rules.parse(str(rules)) == rules
    assert eval(repr(rules)) == rules  # noqa: S307 - that is what repr promises
    assert len(str(rules)) <= len(
        "8x8/36893488147419103232/fours=100/merging=cascade/points=1000000/tiles=64/twos=yes/ends=yes/classic"
    )


@pytest.mark.parametrize(
    ("size", "target", "message"),
    [
        ("1x4", None, "expected a size from 2x2 to 8x8 (rows x columns), got '1x4'"),
        ("4x9", None, "expected a size from 2x2 to 8x8 (rows x columns), got '4x9'"),
        ("4", None, "expected a size from 2x2 to 8x8 (rows x columns), got '4'"),
        ("4x4x4", None, "expected a size from 2x2 to 8x8 (rows x columns), got '4x4x4'"),
        ("４x４", None, "expected a size from 2x2 to 8x8 (rows x columns), got '４x４'"),
        (None, "100", "expected a target that is a power of two, 8 or more, got '100'"),
        (None, "4", "expected a target that is a power of two, 8 or more, got '4'"),
        (None, "0", "expected a target that is a power of two, 8 or more, got '0'"),
        (None, "-8", "expected a target that is a power of two, 8 or more, got '-8'"),
        (None, "lots", "expected a target that is a power of two, 8 or more, got 'lots'"),
        ("2x2", "64", "expected a target of at most 32, as a 2x2 board holds no larger tile, got '64'"),
        ("4x4", "262144", "expected a target of at most 131072, as a 4x4 board holds no larger tile, got '262144'"),
    ],
)
def test_impossible_sizes_and_targets(size: str | None, target: str | None, message: str) -> None:
    """A size or target that no game can have is refused by a sentence that says what was expected."""
    with pytest.raises(RulesError) as refused:
        Rules.of(size=size, target=target)
    assert str(refused.value) == message


@pytest.mark.parametrize("fours", ["101", "-1", "ten", "", "1.5"])
def test_impossible_fours(fours: str) -> None:
    """A chance of fours is a whole percentage."""
    with pytest.raises(RulesError) as refused:
        Rules.of(fours=fours)
    assert str(refused.value) == f"expected a chance of fours in whole percent, from 0 to 100, got '{fours}'"


@pytest.mark.parametrize("field", ["fours", "points", "tiles"])
def test_numbers_that_are_not_whole(field: str) -> None:
    """Rules that no id could name are refused."""
    values: Any = {field: 1.5}
    with pytest.raises(RulesError, match=r"got '1\.5'"):
        Rules(**values)


def test_unknown_preset() -> None:
    """An unknown preset is answered with those that there are."""
    with pytest.raises(RulesError) as refused:
        Rules.of("clasic")
    assert str(refused.value) == "expected one of classic, sprint, cascade, coinflip, notebook, got 'clasic'"


def test_all_that_is_wrong_is_said() -> None:
    """Several mistakes in the rules are told at once, not one after the other."""
    with pytest.raises(RulesError) as refused:
        Rules(target=100, fours=101, merging="twice", points=-1, tiles=17)
    said = str(refused.value)
    assert [part in said for part in ("'100'", "'101'", "'twice'", "'-1'", "'17'")] == [True] * 5


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("clasic", "expected rules such as classic or 5x4/32/fours=25/cascade, got 'clasic'"),
        ("classic/classic", "expected each rule once, got 'classic/classic'"),
        ("32/64", "expected each rule once, got '32/64'"),
        ("fours=x", "expected rules such as classic or 5x4/32/fours=25/cascade, got 'fours=x'"),
        ("/", "expected rules such as classic or 5x4/32/fours=25/cascade, got '/'"),
    ],
)
def test_rules_that_do_not_parse(text: str, start: str) -> None:
    """A text that is no rules is quoted beside an example of rules."""
    with pytest.raises(ParseError) as refused:
        Rules.parse(text)
    assert str(refused.value) == start


@given(texts_2048)
def test_fuzz_rules(text: str) -> None:
    """Any text is rules that print back a text of the same rules, or is refused with a TessellaError."""
    try:
        rules = Rules.parse(text)
    except TessellaError:
        return
    assert Rules.parse(str(rules)) == rules


@given(*[st.none() | texts_2048] * 3)
def test_fuzz_what_a_person_asks_for(size: str | None, target: str | None, fours: str | None) -> None:
    """Any size, target and fours are rules, or refused with a RulesError."""
    try:
        rules = Rules.of("classic", size=size, target=target, fours=fours)
    except RulesError:
        return
    assert Rules.parse(str(rules)) == rules


def test_what_is_wrong_is_told_as_the_language_has_it() -> None:
    """All that is wrong stands in one sentence, in Chinese with a Chinese semicolon."""
    with speaking("zh"), pytest.raises(RulesError, match="；") as told:
        Rules(fours=101, tiles=0)
    assert "; " not in str(told.value)
