"""Is the advice on a board what the player thinks, and can it be asked for on every board?"""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings

from support.processes import CHECKOUT
from support.strategies import boards_2048
from tessella.errors import MoveError, NetworkError, ParseError, PlayerError
from tessella.game2048 import RULES, Board, Rules
from tessella.game2048.advice import rollouts
from tessella.game2048.advice.advisor import Advice, advise, best_move
from tessella.game2048.kernels.ntuple import STEM
from tessella.game2048.players.base import RandomPlayer, share_of_games
from tessella.game2048.players.network import NetworkPlayer
from tessella.game2048.players.registry import PLAYERS, BestPlayer, player
from tessella.game2048.training.memory import zeros
from tessella.game2048.training.weights import Network, save

BLANK = Network(zeros(2 * STEM, np.int16), 1.0)
"""A network that knows nothing: what it expects are the points of the moves that it looks at."""
GREEDY = NetworkPlayer(BLANK, ply=1)

OVER = Board.parse("2,4,2,4 / 4,2,4,2 / 2,4,2,4 / 4,2,4,2")
MID = Board.parse("2048:classic:512,64,8,2/32,16,4,./2,.,.,./.,.,2,.#7/score=4800/ply=300")


# --- Players ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["random", "corner", "heuristic"])
@settings(max_examples=30)
@given(board=boards_2048())
def test_players_for_everything_play_everything(spec: str, board: Board) -> None:
    """A player for every size and all rules makes a legal move on every board that has one."""
    who = player(spec, ply=1)
    assert who.accepts(board)
    assume(not board.is_over())
    assert who.choose(board) in board.moves()
    values = who.values(board)
    assert not values or set(values) == set(board.moves())


@given(boards_2048())
def test_the_corner_player_prefers_down_then_left(board: Board) -> None:
    """The player that seeks the lower left corner leaves it only where it must."""
    assume(not board.is_over())
    order = ["down", "left", "right", "up"]
    assert player("corner").choose(board) == min(board.moves(), key=order.index)


def test_a_random_player_is_random_and_can_be_repeated() -> None:
    """The same seed makes the same moves; over many boards each legal move comes about equally often."""
    boards = [Board.start(RULES["classic"], seed) for seed in range(400)]
    boards = [board for board in boards if len(board.moves()) == 4]
    one = [RandomPlayer(5).choose(board) for board in boards]
    assert one == [RandomPlayer(5).choose(board) for board in boards]
    assert one != [RandomPlayer(6).choose(board) for board in boards]
    counts = [one.count(move) for move in ("left", "right", "up", "down")]
    expected = len(boards) / 4
    assert sum((count - expected) ** 2 / expected for count in counts) < 21.1, "chi-squared, once in ten thousand"


def test_a_network_of_ones_own(tmp_path: Path) -> None:
    """`network:PATH` plays with the weights in a file, and a file that is none is refused in a sentence."""
    save(Network(zeros(STEM, np.int16), 1.0, stems=1), tmp_path / "own.bin")
    who = player(f"network:{tmp_path / 'own.bin'}", ply=1)
    assert (who.name, who.values(MID)) == ("network 2x6, 1 ply", GREEDY.values(MID))
    (tmp_path / "other.bin").write_bytes(b"no network")
    with pytest.raises(NetworkError, match="expected a file of a trained 2048 network, got '"):
        player(f"network:{tmp_path / 'other.bin'}")


@pytest.mark.parametrize("spec", ["", "deep blue", "network:", "Best"])
def test_unknown_players(spec: str) -> None:
    """A name that no player has is quoted beside the names that there are."""
    with pytest.raises(ParseError) as caught:
        player(spec)
    assert str(caught.value) == f"expected a player, one of {', '.join(PLAYERS)}, got {spec!r}"


def test_the_best_player_thinks_about_every_board() -> None:
    """Where the network cannot think, the heuristic does: other sizes, other merging, tiles that no network knows."""
    best = BestPlayer(GREEDY, player("heuristic", ply=1))
    assert best.of(MID) is GREEDY
    for text in ("2../.../..2", "2048:cascade:2.../..../..../...2#0", "65536,2,.,. / .,.,.,. / .,.,.,. / .,.,.,."):
        assert best.of(Board.parse(text)).name == "heuristic, 1 ply"
        assert best.accepts(Board.parse(text))


def test_no_kernel_is_loaded_for_a_player_that_does_not_think() -> None:
    """Who plays by `corner` or `random` waits for no compiler."""
    code = (
        "import sys; from tessella.game2048 import Board, best_move, evaluate, review;"
        "board = Board.parse('2.../..../..../...2');"
        "print(best_move(board, player='corner'), best_move(board, player='random') in board.moves(),"
        "'numba' in sys.modules)"
    )
    environment = os.environ | CHECKOUT
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.split() == ["down", "True", "False"]


# --- Moves and advice -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["best", "heuristic", "random", "corner"])
def test_a_game_that_is_over(spec: str) -> None:
    """Where no move is left, no player chooses one, and a sentence says why."""
    for ask in (best_move, advise):
        with pytest.raises(MoveError, match="the game is over, so there is no move to choose"):
            ask(OVER, player=spec)
    won = Board.parse("2048:sprint:2048,2,.,./.,.,.,./.,.,.,./.,.,.,.#0")
    with pytest.raises(MoveError, match="the game is over"):
        best_move(won, player=spec)


def test_a_player_that_cannot_think_about_a_board() -> None:
    """A player that is asked for by name, but knows no such board, says so."""
    with pytest.raises(
        PlayerError, match=r"expected a board that network 4x6, 1 ply can play, got '2048:5x5/classic:.*"
    ):
        best_move(Board.start(Rules(5, 5), 1), player=GREEDY)


@pytest.mark.parametrize("spec", ["random", "corner"])
def test_players_that_weigh_nothing_give_no_advice(spec: str) -> None:
    """Advice is only had from a player that weighs moves."""
    with pytest.raises(PlayerError, match=f"expected a player that weighs moves, got '{spec}'"):
        advise(MID, player=spec)


def test_advice_is_what_the_player_thinks() -> None:
    """Every legal move is there, the best first, with the points so far and those to come as its final score."""
    advice = advise(MID, player=GREEDY)
    values = GREEDY.values(MID)
    assert {choice.move: choice.value for choice in advice.choices} == values
    assert [choice.value for choice in advice.choices] == sorted(values.values(), reverse=True)
    assert [choice.score for choice in advice.choices] == [4800 + choice.value for choice in advice.choices]
    assert (advice.best, advice.player, advice.next_tile) == (advice.choices[0].move, GREEDY.name, 1024)
    assert best_move(MID, player=GREEDY) == advice.best
    assert all(0 <= (choice.chance or 0.0) <= 1 and (choice.error or 0.0) > 0 for choice in advice.choices)
    assert str(advice) == f"{advice.best}: {advice.reason}"


@settings(max_examples=10, deadline=None)
@given(boards_2048())
def test_advice_as_text_and_back(board: Board) -> None:
    """What a process writes down of an advice, another one reads as the same advice."""
    assume(not board.is_over())
    advice = advise(board, player="heuristic", ply=1)
    line = json.dumps(advice.to_json())
    assert Advice.from_json(json.loads(line)) == advice
    assert json.loads(line)["reason"] == advice.reason
    assert {choice.move for choice in advice.choices} == set(board.moves())


def test_the_same_question_has_the_same_answer() -> None:
    """Advice follows from the board alone: not from what was asked before, nor from how many cores there are."""
    first = advise(MID, player=GREEDY)
    advise(Board.start(RULES["classic"], 3), player=GREEDY)
    assert advise(MID, player=GREEDY) == first
    assert rollouts.outlooks(MID, BLANK, threads=1) == rollouts.outlooks(MID, BLANK, threads=4)
    cascade = Board.parse("2048:cascade:64,8,2,./16,4,2,./.,.,.,./.,.,.,.#7")
    assert rollouts.outlooks(cascade, None, threads=1) == rollouts.outlooks(cascade, None, threads=4)


def test_the_only_move() -> None:
    """Where there is one move, it is the advice, and the reason says just that."""
    advice = advise(Board.parse("4,2,4,8 / 8,4,8,16 / 4,2,4,8 / .,.,.,."), player=GREEDY)
    assert (advice.best, advice.reason) == ("down", "Down is the only move.")
    assert len(advice.choices) == 1


# --- Chances ----------------------------------------------------------------------------------------------------------


def test_a_merge_that_makes_the_next_tile_makes_it_for_sure() -> None:
    """The chance is 1 after a move that makes the tile, without any error; after others it is only likely."""
    advice = advise(Board.parse("512,512,8,2 / 32,16,4,8 / 2,8,16,4 / .,.,4,2"), player=GREEDY)
    by_move = {choice.move: choice for choice in advice.choices}
    for move in ("left", "right"):
        assert (by_move[move].chance, by_move[move].error) == (1.0, 0.0)
    assert (by_move["down"].error or 0.0) > 0.0


@pytest.mark.parametrize(
    "tiles", ["32768,32768,8,2 / 32,16,4,. / 2,.,.,. / .,.,.,.", "32768,2,.,. / 32768,4,.,./.,.,.,./.,.,.,."]
)
def test_two_32768(tiles: str) -> None:
    """Where two 32768 lie side by side, the best move merges them, and 65536 is sure."""
    board = Board.parse(tiles)
    advice = advise(board, player=GREEDY)
    assert advice.next_tile == 65536
    assert max(map(max, board.play(advice.best).rows)) == 65536
    assert advice.choices[0].chance == 1.0
    assert advice.reason.endswith(
        ("the largest tile so far, while down does not.", "the largest tile so far, while right does not.")
    )


def test_beyond_the_network() -> None:
    """With 65536 on the board the heuristic takes over; the next tile is too far away for a chance."""
    board = Board.parse("65536,64,8,2 / 32,16,4,. / 2,.,.,. / .,.,.,.")
    advice = advise(board)
    assert advice.player.startswith("heuristic")
    assert advice.next_tile == 131072
    assert {(choice.score, choice.chance) for choice in advice.choices} == {(None, None)}
    assert advice.reason
    assert advice.best in board.moves()


@pytest.mark.parametrize("rules", ["cascade", "3x3/classic", "5x5/classic", "2x2/classic", "8x8/classic"])
def test_rules_without_a_network(rules: str) -> None:
    """The heuristic advises under all rules; chances are there where the next tile is near."""
    board = Board.start(Rules.parse(rules), 5)
    advice = advise(board, ply=1)
    assert advice.player.startswith("heuristic")
    assert {choice.move for choice in advice.choices} == set(board.moves())
    assert all(choice.chance is not None and 0 <= choice.chance <= 1 for choice in advice.choices)
    assert not advice.in_points


@pytest.mark.parametrize("rules", ["sprint", "notebook"])
def test_a_game_that_ends_at_its_target(rules: str) -> None:
    """A move that wins comes first, and a final score is that of a game that ends there."""
    board = Board.parse(f"2048:{rules}:1024,1024,8,2/32,16,4,./2,.,.,./.,.,.,.#7/score=20000")
    advice = advise(board, player=GREEDY)
    assert board.play(advice.best).is_won()
    assert best_move(board, player=GREEDY) in ("left", "right")
    assert advice.choices[0].score == 22048
    assert not advice.in_points
    far = advise(Board.parse(f"2048:{rules}:1024,512,8,2/32,16,4,./2,.,.,./.,.,.,.#7/score=20000"), player=GREEDY)
    assert all(20000 <= (choice.score or 0) < 25000 for choice in far.choices)


def test_a_share_and_its_error() -> None:
    """The error of a share is never nothing, and shrinks as the games grow in number."""
    assert share_of_games(0, 10)[0] == 0.0
    assert share_of_games(10, 10)[0] == 1.0
    assert share_of_games(0, 10)[1] == pytest.approx(share_of_games(10, 10)[1])
    assert share_of_games(0, 10)[1] > share_of_games(100, 100)[1] > 0
    assert share_of_games(500, 1000)[1] == pytest.approx((0.25 / 1001) ** 0.5)
