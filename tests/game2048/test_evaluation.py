"""Are positions, players and games rated as they should be?"""

import json
import statistics
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.strategies import rows_2048
from tessella.errors import ParseError, PlayerError
from tessella.game2048 import RULES, Board, Rules
from tessella.game2048.evaluation import evaluate, value
from tessella.game2048.game_review import Review, review
from tessella.game2048.kernels.ntuple import STEM
from tessella.game2048.players.network import NetworkPlayer, play_many
from tessella.game2048.sliding import Rows
from tessella.game2048.training.memory import zeros
from tessella.game2048.training.weights import Network
from tessella.play.session import Session
from tessella.rng import fold

BLANK = Network(zeros(2 * STEM, np.int16), 1.0)
"""A network that knows nothing: what it expects are the points of the moves that it looks at."""
GREEDY = NetworkPlayer(BLANK, ply=1)


class Counter:
    """A player of one's own: a move is worth a hundred points for each free cell that it leaves."""

    name = "counter"
    in_points = True

    def accepts(self, board: Board) -> bool:
        """Think about all boards but those of eight rows."""
        return len(board.rows) < 8

    def values(self, board: Board) -> dict[str, float]:
        """Count free cells."""
        plays = {move: board.play(move).rows for move in board.moves()}
        return {move: 100.0 * sum(row.count(0) for row in rows) for move, rows in plays.items()}

    def choose(self, board: Board) -> str:
        """Leave the most free cells."""
        values = self.values(board)
        return max(values, key=values.__getitem__)


# --- Positions --------------------------------------------------------------------------------------------------------


@settings(max_examples=30)
@given(rows_2048((4, 4)))
def test_value(rows: Rows) -> None:
    """A position is worth what its best move is, and nothing when the game is over."""
    board = Board.from_rows(rows)
    values = GREEDY.values(board) if board.moves() else {"": 0.0}
    assert value(board, player=GREEDY) == max(values.values())


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
    one, two = (evaluate(player, 6, 11, rules, ply=1, threads=threads) for threads in (1, 3))
    assert one.scores == two.scores
    assert evaluate(player, 6, 12, rules, ply=1).scores != one.scores


def test_the_network_plays_in_bulk() -> None:
    """On the classic board the network's games are those of `play_many`, in any number of threads."""
    report = evaluate(GREEDY, 30, 5, threads=2)
    results = play_many(BLANK, 30, ply=1, seed=5)
    assert report.scores == tuple(game.score for game in results)
    assert report.moves == sum(game.moves for game in results)
    assert report.reached["512"] == np.mean([game.highest >= 512 for game in results])
    by_law = evaluate(GREEDY, 30, 5, "notebook")
    assert 0.2 < by_law.mean / report.mean < 5, "the same player by the law, under rules of its own"


def test_progress() -> None:
    """Whoever waits is told how many games are done, up to the last."""
    told: list[tuple[int, int]] = []
    evaluate("random", 4, progress=lambda done, games: told.append((done, games)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    told.clear()
    evaluate(GREEDY, 3, progress=lambda done, games: told.append((done, games)))
    assert told[-1] == (3, 3)


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
    with pytest.raises(ParseError, match="expected one game or more, got '0'"):
        evaluate("corner", 0)
    with pytest.raises(ParseError, match="expected games from 1 to 10000000, got '1000000000000'"):
        evaluate("corner", 10**12)
    with pytest.raises(PlayerError, match="expected a board that network 4x6, 1 ply can play"):
        evaluate(GREEDY, 1, rules="5x5/classic")


# --- Games ------------------------------------------------------------------------------------------------------------


def a_game(seed: int, moves: int, every: int, player: Counter) -> list[Board]:
    """Return the boards of a game in which the player's worst move is played now and then."""
    boards = [Board.start(RULES["classic"], seed)]
    while boards[-1].moves() and len(boards) <= moves:
        values = player.values(boards[-1])
        worst = len(boards) % every == 0
        boards.append(boards[-1].play((min if worst else max)(values, key=values.__getitem__)))
    return boards


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 9), st.integers(0, 12))
def test_a_review_tells_what_moves_cost(seed: int, every: int, most: int) -> None:
    """Costs are the differences between the best move and the one played; the worst come first; parts add up."""
    boards = a_game(seed, 120, every, Counter())
    found = review(boards, player=Counter(), most=most)
    costs, good, choices = {}, 0, 0
    for step, board in enumerate(boards[:-1]):
        values = Counter().values(board)
        move = next(move for move in board.moves() if board.play(move) == boards[step + 1])
        costs[step] = max(values.values()) - values[move]
        choices += len(values) > 1
        good += len(values) > 1 and costs[step] <= 0.002 * max(values.values())
    assert found.cost == pytest.approx(sum(costs.values()))
    assert (found.judged, found.accuracy) == (choices, good / choices)
    blamed = sorted((cost for cost in costs.values() if cost), reverse=True)[:most]
    assert [mistake.cost for mistake in found.moves] == blamed
    for mistake in found.moves:
        assert mistake.board == boards[mistake.ply]
        assert mistake.board.play(mistake.played) == boards[mistake.ply + 1]
        assert costs[mistake.ply] == mistake.cost
        assert mistake.better != mistake.played
        assert str(mistake).startswith(f"At move {mistake.ply + 1} you played {mistake.played}. ")
    assert sum(phase.moves for phase in found.phases) == len(boards) - 1
    assert sum(phase.cost for phase in found.phases) == pytest.approx(found.cost)
    assert [phase.tile for phase in found.phases] == sorted({phase.tile for phase in found.phases})
    assert Review.from_json(json.loads(json.dumps(found.to_json()))) == found


def test_best_play_has_no_mistakes() -> None:
    """Nobody is blamed for the moves that the judge would have played."""
    found = review(a_game(3, 80, 1000, Counter()), player=Counter())
    assert (found.moves, found.accuracy, found.cost) == ((), 1.0, 0.0)


def test_moves_that_were_taken_back_are_not_judged() -> None:
    """A session is judged by the line that counts in the end, and one can go back to a mistake and play on."""
    session = Session.open("2048:classic#42")
    for move in ("left", "up", "right"):
        if move in session.position.moves():
            session.play(move)
    session.undo()
    session.undo()
    for _step in range(60):
        session.play(session.position.moves()[0])
    assert len(session.journal) > session.step
    found = review(session, player=Counter(), most=3)
    assert found == review(session.positions, player=Counter(), most=3)
    assert sum(phase.moves for phase in found.phases) == session.step
    worst = found.moves[0]
    again = Session.open(worst.board.to_text())
    again.play(worst.better)
    assert again.position == session.position_after(worst.ply).play(worst.better)


@pytest.mark.parametrize("rules", ["classic", "sprint", "cascade", "5x5/classic", "2x2/classic"])
def test_every_game_can_be_reviewed(rules: str) -> None:
    """By default the best player judges, under all rules; what was played ends where it ends."""
    board = Board.start(Rules.parse(rules), 4)
    boards = [board]
    while board.moves() and len(boards) < 40:
        board = board.play(board.moves()[0])
        boards.append(board)
    found = review(boards)
    assert sum(phase.moves for phase in found.phases) == len(boards) - 1
    assert found.moves
    assert all(mistake.reason for mistake in found.moves)
    assert [mistake.cost for mistake in found.moves] == sorted((m.cost for m in found.moves), reverse=True)


def test_boards_that_the_judge_does_not_know_are_left_out() -> None:
    """A judge says nothing about boards that it cannot think about."""
    boards = [Board.start(Rules(8, 8), 1)]
    boards.append(boards[0].play(boards[0].moves()[0]))
    found = review(boards, player=Counter())
    assert (found.judged, found.accuracy, found.moves, found.phases) == (0, None, (), ())
    assert review(boards[:1]).judged == 0


def test_what_is_no_game_of_2048() -> None:
    """Boards that do not follow one another, or of another game, are refused in a sentence."""
    start = Board.start(RULES["classic"], 1)
    with pytest.raises(ParseError, match="expected boards that follow one another by a move, got '2048:classic:"):
        review([start, start], player=Counter())
    with pytest.raises(ParseError, match="expected the boards of a game of 2048, got "):
        review(Session.open("sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))


def test_progress_of_a_review() -> None:
    """Whoever waits is told how many moves are judged, up to the last."""
    told: list[tuple[int, int]] = []
    review(a_game(1, 5, 3, Counter()), player=Counter(), progress=lambda done, moves: told.append((done, moves)))
    assert told == [(step, 5) for step in range(6)]
