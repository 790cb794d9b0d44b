"""Tests of work that leaves its worker: what comes back, errors, and hints by every technique."""

from collections.abc import Callable
from functools import partial

import pytest

from tessella import i18n
from tessella.errors import PuzzleError, TessellaError
from tessella.game2048.board import Board as Board2048
from tessella.play.advisor import Advisor
from tessella.sudoku.board import Board
from tessella.sudoku.solver import solve
from tessella.sudoku.tutor import practice
from tessella.web.site.calculations import asks_player, pack, perform, unpack

MOST = 8000  # bytes of a hint: shapes and what is remembered of a grid stay where they are


def done(work: Callable[[], object]) -> object:
    """Return what work comes to elsewhere."""
    packed = pack(work)
    assert packed is not None
    return unpack(perform(packed))


def _fail() -> None:
    raise ZeroDivisionError


def test_an_error_comes_back_as_it_was_raised_in_the_language_that_is_spoken() -> None:
    """Its type and its sentence."""
    with i18n.speaking("zh"), pytest.raises(PuzzleError) as raised:
        done(partial(solve, Board.parse("11.." + "." * 12)))
    with i18n.speaking("zh"), pytest.raises(PuzzleError) as expected:
        solve(Board.parse("11.." + "." * 12))
    assert str(raised.value) == str(expected.value)


def test_a_mistake_of_ours_is_a_sentence_for_the_player(capsys: pytest.CaptureFixture[str]) -> None:
    """The traceback goes to the console."""
    with pytest.raises(TessellaError, match=r"Something went wrong\. Your game is saved\."):
        done(_fail)
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_what_holds_a_game_stays() -> None:
    """The server does it itself then."""
    assert pack(lambda: 1) is None
    assert pack(partial(Advisor().best_move, Board2048.parse("2... / .... / .... / ....")))


def test_only_advice_on_2048_waits_for_the_network() -> None:
    """The heuristic's would stay otherwise."""
    advice = partial(Advisor().advise, Board2048.parse("2... / .... / .... / ...."))
    hint = partial(practice.hint, Board.parse("1... ..2. .3.. ...4"))
    assert (asks_player(pack(advice)), asks_player(pack(hint))) == (True, False)


@pytest.mark.parametrize("lesson", [slug for slug, one in practice.LESSONS.items() if one.is_taught])
def test_a_hint_by_every_technique_comes_back_the_same(lesson: str) -> None:
    """What it says, and what it does; in a few bytes."""
    technique = practice.lesson(lesson)
    board = practice.position(technique, 0, 0)
    packed = perform(pack(partial(practice.hint, board, technique)) or b"")
    hint, expected = unpack(packed), practice.hint(board, technique)
    assert len(packed) < MOST
    assert (hint.moves, hint.where, hint.technique, hint.reason, hint.notation) == (
        *(expected.moves, expected.where, expected.technique, expected.reason, expected.notation),
    )
