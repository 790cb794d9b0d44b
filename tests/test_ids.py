"""Does an id name one game?"""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.strategies import boards_2048, rules_2048, seeds
from tessella import games, ids
from tessella.errors import ParseError, TessellaError
from tessella.game2048 import RULES, Board, Rules

TODAY = dt.date(2026, 11, 21)


@given(rules_2048(), seeds)
def test_rules_and_seed(rules: Rules, seed: int) -> None:
    """Rules and seed name the game that starts with them; it lies in the slot and counts in the table of its rules."""
    opening = games.open_id(f"2048:{rules}#{seed}")
    assert opening.id == f"2048:{rules}#{seed}"
    assert opening.start == Board.start(rules, seed)
    assert opening.slot == opening.table == opening.again == f"2048:{rules}"
    assert not opening.edited
    assert not opening.drawn


@given(boards_2048())
def test_whole_positions(board: Board) -> None:
    """A whole position is an id too: it has a slot of its own, and ranks apart."""
    opening = games.open_id(board.to_text())
    assert opening.start == board
    assert opening.id == opening.slot == opening.again == board.to_text()
    assert opening.table == f"2048:{board.rules}"
    assert opening.edited


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("2048:#42", "2048:classic#42"),
        ("  2048:classic#42\n", "2048:classic#42"),
        ("2048:32/5x4/fours=25/cascade#42", "2048:5x4/32/cascade#42"),
        ("2048:5x4/32/fours=30/cascade#42", "2048:5x4/32/fours=30/cascade#42"),
        ("2048:classic#042", "2048:classic#42"),
        ("2048:classic:..2./..../.4../....#42", "2048:classic:..2./..../.4../....#42"),
    ],
)
def test_ids_in_full(text: str, id: str) -> None:
    """Several spellings of an id are one id."""
    assert games.open_id(text).id == id


def test_a_game_without_a_seed_gets_one() -> None:
    """A fresh game has a seed of its own, and its id in full names it."""
    fresh = {games.open_id("2048").id for _ in range(20)}
    assert len(fresh) > 15
    for id in fresh:
        assert games.open_id(id).id == id


def test_daily_becomes_its_date_at_once() -> None:
    """`daily` stands for the day that it is asked on, and `daily/DATE` for that day for ever."""
    opening = games.open_id("2048:daily", today=TODAY)
    assert (opening.id, opening.slot, opening.table) == ("2048:daily/2026-11-21",) * 3
    assert opening == games.open_id("2048:daily/2026-11-21")
    assert opening.start == Board.start(RULES["classic"], 20261121)
    assert opening.start != games.open_id("2048:daily/2026-11-20").start


def test_daily_today() -> None:
    """Without a date given, the day is the player's own."""
    before = dt.date.today()  # noqa: DTZ011 - the player's own day
    id = games.open_id("2048:daily").id
    after = dt.date.today()  # noqa: DTZ011 - the same
    assert id in {f"2048:daily/{before}", f"2048:daily/{after}"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chess", "expected a game, one of 2048, sudoku, got 'chess'"),
        ("", "expected a game, one of 2048, sudoku, got ''"),
        ("2048:classic#", "expected a seed, a whole number from 0 to 18446744073709551615, got ''"),
        ("2048:classic#-1", "expected a seed, a whole number from 0 to 18446744073709551615, got '-1'"),
        ("2048:classic#４２", "expected a seed, a whole number from 0 to 18446744073709551615, got '４２'"),
        ("2048:classic#1_0", "expected a seed, a whole number from 0 to 18446744073709551615, got '1_0'"),
        (
            f"2048:#{2**64}",
            "expected a seed, a whole number from 0 to 18446744073709551615, got '18446744073709551616'",
        ),
        ("2048:daily/2026-02-30", "expected a date as in daily/2026-11-20, got 'daily/2026-02-30'"),
        ("2048:daily/today", "expected a date as in daily/2026-11-20, got 'daily/today'"),
        ("2048:daily#42", "expected rules such as classic or 5x4/32/fours=25/cascade, got 'daily'"),
    ],
)
def test_ids_that_are_none(text: str, message: str) -> None:
    """A text that is no id is refused by a sentence that says what was expected."""
    with pytest.raises(ParseError) as refused:
        games.open_id(text)
    assert str(refused.value) == message


SCRAPS = st.sampled_from(
    [
        "2048",
        ":",
        "classic",
        "daily",
        "daily/",
        "2026-11-20",
        "#",
        "42",
        "5x4",
        "/",
        "32",
        ".",
        "2",
        "fours=25",
        "é",
        " ",
    ]
)


@given(st.text(max_size=30) | st.lists(SCRAPS, max_size=12).map("".join) | st.lists(SCRAPS).map("2048:".join))
def test_fuzz(text: str) -> None:
    """Any text is an id whose full form names the same game, or is refused with a TessellaError."""
    try:
        opening = games.open_id(text, today=TODAY)
    except TessellaError:
        return
    assert games.open_id(opening.id) == opening._replace(drawn=False)


@given(st.dates())
def test_days(day: dt.date) -> None:
    """Every day has a seed of its own that reads as its date."""
    assert str(ids.daily_seed(day)) == f"{day:%Y%m%d}".lstrip("0")
    assert ids.daily(f"daily/{day.isoformat()}") == day
