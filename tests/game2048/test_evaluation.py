"""Tests of evaluations: what a report on a player says."""

import json
import statistics
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from support.players import BLANK, Counter, greedy
from tessella.errors import PlayerError, TessellaError
from tessella.game2048 import Board, Rules
from tessella.game2048.evaluation import evaluate
from tessella.game2048.players.base import Player
from tessella.game2048.players.heuristic import HeuristicPlayer
from tessella.game2048.players.network import play_many
from tessella.io.cluster import Workers, connect
from tessella.rng import fold

# --- Players ----------------------------------------------------------------------------------------------------------


def played(player: Counter, rules: str, seeds: list[int]) -> list[Board]:
    """Return how games end that a player plays, by the law and nothing else."""
    ends = []
    for seed in seeds:
        board = Board.start(Rules.parse(rules), seed)
        while not board.is_over():
            board = board.play(player.choose(board))
        ends.append(board)
    return ends


@pytest.mark.parametrize("rules", ["3x3/classic", "3x3/128/cascade"])
def test_a_report_counts_right(rules: str) -> None:
    """Mean, error and shares are those of the games that the law plays from the seeds in the docstring."""
    report = evaluate(Counter(), 12, 7, rules)
    ends = played(Counter(), rules, [fold((7, game)) for game in range(12)])
    scores = [board.score for board in ends]
    assert report.scores == tuple(scores)
    assert report.mean == pytest.approx(statistics.fmean(scores))
    assert report.stderr == pytest.approx(statistics.stdev(scores) / 12**0.5)
    assert (report.best, report.games, report.moves) == (max(scores), 12, sum(board.ply for board in ends))
    for tile, share in report.reached.items():
        assert Fraction(share).limit_denominator(12) == Fraction(sum(board.highest >= int(tile) for board in ends), 12)
    assert set(report.reached) == set(report.reached_error)
    assert all(error > 0 for error in report.reached_error.values())
    assert report.moves_a_second > 0


def test_a_report_as_json() -> None:
    """A report is one JSON object with what a person compares players by."""
    report = evaluate("corner", 5, 3)
    written = json.loads(json.dumps(report.to_json()))
    assert written["games"] == 5
    assert {"mean", "stderr", "games", "reached", "reached_error", "best", "moves_a_second", "player"} <= set(written)
    assert {"2048", "32768"} <= set(written["reached"])
    assert written["reached"]["32768"] == 0.0
    assert evaluate("corner", 1).stderr is None


@pytest.mark.parametrize(
    ("player", "rules"), [("random", "classic"), ("corner", "4x5/classic"), ("heuristic", "2x3/classic")]
)
def test_the_same_seed_gives_the_same_report(player: str, rules: str) -> None:
    """Neither threads nor time change the games; another seed does."""
    ply = None if player in ("random", "corner") else 1
    one, two = (evaluate(player, 6, 11, rules, ply=ply, threads=threads) for threads in (1, 3))
    assert one.scores == two.scores
    assert evaluate(player, 6, 12, rules, ply=ply).scores != one.scores


def test_the_network_plays_in_bulk() -> None:
    """On the classic board the network's games are those of `play_many`, in any number of threads."""
    report = evaluate(greedy(), 30, 5, threads=2)
    results = play_many(BLANK, 30, ply=1, seed=5)
    assert report.scores == tuple(game.score for game in results)
    assert report.moves == sum(game.moves for game in results)
    assert report.reached["512"] == np.mean([game.highest >= 512 for game in results])
    by_law = evaluate(greedy(), 30, 5, "notebook")
    assert 0.2 < by_law.mean / report.mean < 5, "the same player by the law, under rules of its own"


@pytest.mark.parametrize("rules", ["classic", "sprint"])
@pytest.mark.parametrize("player", [greedy, lambda: HeuristicPlayer(ply=1)], ids=["network", "heuristic"])
def test_games_that_begin_before_the_kernels_are_there(
    player: Callable[[], Player], rules: str, request: pytest.FixtureRequest
) -> None:
    """Where nothing is compiled plain Python plays the games that kernels play elsewhere."""
    usual = evaluate(player(), 3, 5, rules, threads=2)
    request.getfixturevalue("empty_cache")
    begun = evaluate(player(), 3, 5, rules, threads=2)
    assert begun.scores == usual.scores
    assert usual.timed == usual.moves == begun.moves >= begun.timed


def test_progress() -> None:
    """Whoever waits is told how many games are done, up to the last."""
    told: list[tuple[int, int]] = []
    evaluate("random", 4, progress=lambda done, games: told.append((done, games)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    told.clear()
    evaluate(greedy(), 3, progress=lambda done, games: told.append((done, games)))
    assert told[-1] == (3, 3)
    told.clear()
    report = evaluate("corner", 3, moves=lambda done, moves: told.append((done, moves)))
    assert told == sorted(told)
    assert told[-1] == (3, report.moves)


def test_who_has_seen_enough_waits_for_no_game() -> None:
    """Ctrl-C ends an evaluation at once: games that have begun stop where they are, no other begins."""
    begun = set()

    class Watched(Counter):
        def choose(self, board: Board) -> str:
            begun.add(board.seed)
            return super().choose(board)

    def interrupt(_done: int, _games: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluate(Watched(), 1000, progress=interrupt)
    assert len(begun) < 100


def test_what_cannot_be_evaluated() -> None:
    """No games at all, too many, or a board that the player cannot play, are refused in a sentence."""
    with pytest.raises(TessellaError, match="expected a whole number from 1 to 10000000 as games, got '0'"):
        evaluate("corner", 0)
    with pytest.raises(TessellaError, match="from 1 to 10000000 as games, got '1000000000000'"):
        evaluate("corner", 10**12)
    with pytest.raises(PlayerError, match="network 4x6, 1 ply cannot play this board: "):
        evaluate(greedy(), 1, rules="5x5/classic")


@pytest.mark.slow
def test_the_workers_of_a_cluster_play_the_same_games() -> None:
    """Two worker processes play what one process plays: the same scores, in order."""
    with connect(Workers(2)) as client:
        for player, rules, ply, games in (("corner", "3x3/classic", None, 20), ("network", "classic", 1, 3)):
            alone = evaluate(player, games, 5, rules, ply=ply)
            told: list[tuple[int, int]] = []
            shared = evaluate(
                player, games, 5, rules, ply=ply, client=client, progress=lambda *done, told=told: told.append(done)
            )
            assert (shared.scores, shared.moves, shared.mean) == (alone.scores, alone.moves, alone.mean)
            assert shared.timed == shared.moves
            assert sorted(told) == told
            assert told[-1] == (games, games)
