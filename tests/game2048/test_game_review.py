"""Tests of the review of a game: what its moves cost, and how good it was."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.end_games import make_table, twin_of, worst
from support.players import Counter
from tessella.errors import ParseError
from tessella.game2048 import RULES, Board, Rules
from tessella.game2048.endgame import library
from tessella.game2048.endgame.formations import EndGame
from tessella.game2048.game_review import review
from tessella.game2048.sliding import Rows
from tessella.play.session import Session


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
    told = json.loads(json.dumps(found.to_json()))
    assert [(move["ply"], move["board"], move["text"]) for move in told["moves"]] == [
        (move.ply, move.board.to_text(), str(move)) for move in found.moves
    ]
    assert (told["judged"], told["accuracy"], told["cost"]) == (found.judged, found.accuracy, found.cost)


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


def rows_of(session: Session) -> Rows:
    """Return the tiles of a game now."""
    assert isinstance(session.position, Board)
    return session.position.rows


@pytest.mark.parametrize("seed", [0, 3])
def test_practice_is_judged_by_its_table(seed: int) -> None:
    """Costs are the chances that a plain recursion gives, and reasons tell them; without a table the AI judges."""
    end_game = EndGame.parse("L3-16")
    make_table(end_game.name)
    session, twin, lost = Session.open(f"2048:practice={end_game.name}#{seed}"), twin_of(end_game.name), {}
    while max((chances := twin.chances(rows_of(session))).values(), default=0) > 0 and session.step < 3:
        move = worst({move: chance for move, chance in chances.items() if chance > 0})
        if (cost := max(chances.values()) - chances[move]) > 0.00005:
            lost[session.step] = pytest.approx(cost, abs=1e-7)
        session.play(move)
        if chances[move] == 1:
            break
    found = review(session)
    assert {one.ply: one.cost for one in found.moves} == lost
    for one in found.moves:
        better, played = re.findall(r"[0-9]+\.[0-9]+(?=%)", one.reason)
        assert float(better) - float(played) == pytest.approx(100 * one.cost, abs=0.011)
        assert float(one.cost_text.rstrip("%")) == pytest.approx(100 * one.cost, abs=0.006)
        assert one.reason.endswith("these are exact, by table L3-16.")
    assert found.player == "table L3-16"
    assert all(one["goal"] == 16 for one in json.loads(json.dumps(found.to_json()))["moves"])
    library.path_of(end_game).unlink()
    assert "table" not in review(session).player


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
    with pytest.raises(ParseError, match="expected the boards of a game of 2048, got '5'"):
        review(5)  # type: ignore[arg-type]
    with pytest.raises(ParseError, match="expected the boards of a game of 2048, got "):
        review(Session.open("sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))


def test_progress_of_a_review() -> None:
    """Whoever waits is told how many moves are judged, up to the last."""
    told: list[tuple[int, int]] = []
    review(a_game(1, 5, 3, Counter()), player=Counter(), progress=lambda done, moves: told.append((done, moves)))
    assert told == [(step, 5) for step in range(6)]
