"""Tests of games by id, and of games drawn at random: see `tests/test_ids.py` for all that ids have in common."""

import datetime as dt

import pytest
from hypothesis import given

from support.strategies import boards_2048, rules_2048, seeds
from tessella.errors import ParseError
from tessella.game2048 import Board, Rules, generate, open_id


@given(rules_2048(), seeds)
def test_an_id_names_the_game_of_its_rules_and_seed(rules: Rules, seed: int) -> None:
    """`generate` begins the game that the id of the same rules and seed opens, whether rules are a value or text."""
    opening = open_id(f"2048:{rules}#{seed}")
    assert opening.start == generate(rules, seed) == generate(str(rules), seed) == Board.start(rules, seed)
    assert (opening.id, opening.table) == (f"2048:{rules}#{seed}", f"2048:{rules}")
    assert not opening.edited
    assert not opening.drawn


@given(boards_2048())
def test_a_position_opens_as_itself(board: Board) -> None:
    """The text of a board is an id, and what it opens is marked as edited."""
    opening = open_id(board.to_text())
    assert (opening.start, opening.id, opening.edited) == (board, board.to_text(), True)


def test_games_without_a_seed_are_drawn() -> None:
    """Each has a seed of its own, of at most nine digits, which the id then tells."""
    boards = [generate() for _ in range(20)]
    assert len({board.seed for board in boards}) == 20
    assert max(board.seed for board in boards) < 10**9
    opening = open_id("2048")
    assert opening.drawn
    assert opening.id == f"2048:classic#{opening.start.seed}"


def test_the_game_of_a_day() -> None:
    """The daily game of a date is the classic game whose seed is the date, today's where none is told."""
    day = dt.date(2026, 11, 20)
    assert open_id("2048:daily", today=day).start == open_id("2048:daily/2026-11-20").start == generate(seed=20261120)


def test_an_id_of_another_game() -> None:
    """An id of another game is quoted beside an example."""
    with pytest.raises(ParseError, match=r"^expected an id such as 2048:classic#42, got 'sudoku:hard#1'$"):
        open_id("sudoku:hard#1")
