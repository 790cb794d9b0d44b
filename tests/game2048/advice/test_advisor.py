"""Is the advice on a board what the player thinks, and can it be asked for on every board?"""

import json

import pytest
from hypothesis import assume, given, settings

from support.players import BLANK, greedy
from support.strategies import boards_2048
from tessella.errors import MoveError, PlayerError
from tessella.game2048 import RULES, Board, Rules
from tessella.game2048.advice import rollouts
from tessella.game2048.advice.advisor import Choice, advise, best_move

OVER = Board.parse("2,4,2,4 / 4,2,4,2 / 2,4,2,4 / 4,2,4,2")
MID = Board.parse("2048:classic:512,64,8,2/32,16,4,./2,.,.,./.,.,2,.#7/score=4800/ply=300")


# --- Moves and advice -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["best", "heuristic", "random", "corner"])
def test_a_game_that_is_over(spec: str) -> None:
    """Where no move is left, no player chooses one, and a sentence says why."""
    for ask in (best_move, advise):
        with pytest.raises(MoveError, match="the game is over; there is no move to choose"):
            ask(OVER, player=spec)
    won = Board.parse("2048:sprint:2048,2,.,./.,.,.,./.,.,.,./.,.,.,.#0")
    with pytest.raises(MoveError, match="the game is over"):
        best_move(won, player=spec)


def test_a_player_that_cannot_think_about_a_board() -> None:
    """A player that is asked for by name, but knows no such board, says so."""
    with pytest.raises(PlayerError, match=r"network 4x6, 1 ply cannot play this board: '2048:5x5/classic:.*"):
        best_move(Board.start(Rules(5, 5), 1), player=greedy())


@pytest.mark.parametrize("spec", ["random", "corner"])
def test_players_that_weigh_nothing_give_no_advice(spec: str) -> None:
    """Advice is only had from a player that compares moves."""
    with pytest.raises(PlayerError, match=f"this player does not compare moves: '{spec}'"):
        advise(MID, player=spec)


def test_advice_is_what_the_player_thinks() -> None:
    """Every legal move is there, the best first, with the points so far and those to come as its final score."""
    advice = advise(MID, player=greedy())
    values = greedy().values(MID)
    assert {choice.move: choice.value for choice in advice.choices} == values
    assert [choice.value for choice in advice.choices] == sorted(values.values(), reverse=True)
    assert [choice.score for choice in advice.choices] == [4800 + choice.value for choice in advice.choices]
    assert (advice.best, advice.player, advice.next_tile) == (advice.choices[0].move, greedy().name, 1024)
    assert best_move(MID, player=greedy()) == advice.best
    assert all(0 <= (choice.chance or 0.0) <= 1 and (choice.error or 0.0) > 0 for choice in advice.choices)
    assert str(advice) == f"{advice.best}: {advice.reason}"


@settings(max_examples=5, deadline=None)
@given(boards_2048())
def test_advice_as_json(board: Board) -> None:
    """The JSON of an advice holds all that it says: board, choices, best move and reason."""
    assume(not board.is_over())
    advice = advise(board, player="heuristic", ply=1)
    line = json.dumps(advice.to_json())
    told = json.loads(line)
    assert Board.parse(told["board"]) == board
    assert [Choice(**choice) for choice in told["choices"]] == [*advice.choices]
    assert json.loads(line)["reason"] == advice.reason
    assert {choice.move for choice in advice.choices} == set(board.moves())


def test_the_same_question_has_the_same_answer() -> None:
    """Advice follows from the board alone: not from what was asked before, nor from how many cores there are."""
    first = advise(MID, player=greedy())
    advise(Board.start(RULES["classic"], 3), player=greedy())
    assert advise(MID, player=greedy()) == first
    assert rollouts.outlooks(MID, BLANK, threads=1) == rollouts.outlooks(MID, BLANK, threads=4)
    cascade = Board.parse("2048:cascade:64,8,2,./16,4,2,./.,.,.,./.,.,.,.#7")
    assert rollouts.outlooks(cascade, None, threads=1) == rollouts.outlooks(cascade, None, threads=4)


def test_the_only_move() -> None:
    """Where there is one move, it is the advice, and the reason says just that."""
    advice = advise(Board.parse("4,2,4,8 / 8,4,8,16 / 4,2,4,8 / .,.,.,."), player=greedy())
    assert (advice.best, advice.reason) == ("down", "Down is the only move.")
    assert len(advice.choices) == 1
