"""Matches: the games that `evaluate` plays, and what becomes of those that go wrong."""

import re
import sys

import pytest

from support.referee_players import BY_CHANCE, EXAMPLES, FAULTS, moving, program
from tessella.game2048 import Board, Rules, evaluate
from tessella.game2048.referee import protocol
from tessella.game2048.referee.match import EVERY, MOST, Game, Match, Terms
from tessella.game2048.sliding import slide
from tessella.rng import fold

CLASSIC = Rules()
PLAYER = [sys.executable, str(EXAMPLES / "referee_player.py"), "--player"]


def played(command: list[str], terms: Terms) -> tuple[list[Game], str]:
    """Return the games of a match by their numbers, and why it ended early."""
    with Match(command, terms) as match:
        return sorted(match.play(), key=lambda game: game.number), match.end


@pytest.mark.parametrize("rules", ["classic", "3x3/cascade"])
@pytest.mark.parametrize(("jobs", "at_once"), [(1, 1), (2, 3)])
def test_the_games_of_evaluate(rules: str, jobs: int, at_once: int) -> None:
    """A player makes the same scores as `evaluate` measures, however many programs and games go side by side."""
    games, end = played([*PLAYER, "corner"], Terms(Rules.parse(rules), 8, 5, jobs=jobs, at_once=at_once))
    assert end == ""
    assert tuple(game.board.score for game in games) == evaluate("corner", 8, 5, rules).scores


def test_a_game_is_the_one_of_its_seed() -> None:
    """The moves lead by the law from the seed of the game to the board that is reported."""
    for game in played(BY_CHANCE, Terms(CLASSIC, 3, 9))[0]:
        board = Board.start(CLASSIC, fold((9, game.number)))
        for letter in game.moves:
            board = board.play(next(move for move in board.moves() if move[0] == letter))
        assert board == game.board
        assert board.is_over()
        assert game.tally.dealt == board.ply


@pytest.mark.parametrize("answer", ["foo", "", "\\x1b[2J", "left left", "\\xff"])
def test_nonsense_loses_one_game(answer: str) -> None:
    """A game ends where its answer is none, with the score that it had, and the next one begins."""
    games, end = played(moving(f"if n == 3: print('{answer}', flush=True); continue"), Terms(CLASSIC, 2, 1))
    assert end == ""
    assert [game.number for game in games] == [0, 1]
    assert games[0].end.startswith("expected one of left, right, up, down, resign, got")
    assert games[1].end.startswith("nothing moves that way")


@pytest.mark.skipif(sys.platform == "win32", reason="signals and sleep are Unix's")
@pytest.mark.parametrize("fault", FAULTS)
def test_what_ends_a_match(fault: str) -> None:
    """A program that ends, hangs or floods ends the match; the games in progress count as they stand."""
    body, sentence, limit = FAULTS[fault]
    command = moving(f"if n > {4 if limit > 1 else 0}:\n    {body}")
    with Match(command, Terms(CLASSIC, 100, 1, at_once=2)) as match:
        for one, _topics in match._programs:  # it may take as long as it likes to start
            one.seconds = limit
        games = sorted(match.play(), key=lambda game: game.number)
    end = match.end
    assert end.startswith(sentence)
    assert games[-1].end.startswith(sentence)
    assert [game.number for game in games] == [*range(len(games))]


def test_the_limit_of_a_match() -> None:
    """When the time is over, games end as they stand, and no other begins."""
    games, end = played(BY_CHANCE, Terms(CLASSIC, 1000, 1, minutes=0, at_once=2))
    assert (len(games), end) == (2, "the match has taken its 0 min")
    assert {game.end for game in games} == {end}


def test_a_program_may_resign() -> None:
    """It ends that game, and nothing is wrong."""
    games, end = played(program("print('resign', flush=True)"), Terms(CLASSIC, 2, 1))
    assert ([game.end for game in games], end) == (["resigned"] * 2, "")


def test_what_a_program_is_asked() -> None:
    """Of each sixteenth move it is asked what comes next, on the board before the tile lies there."""
    game = Game(CLASSIC, 0, 7, ("move", "spawn"))
    before, asked = game.board, []
    while game.question and game.board.ply < 100:
        topic, _number, *tiles = game.question.split()
        if topic == "move":
            before = game.board
            game.take(before.moves()[0])
        else:
            rows, _merged = slide(before.rows, before.moves()[0])
            assert [int(tile) for tile in tiles] == [tile for row in rows for tile in row]
            asked.append(game.board.ply)
            game.take(" ".join("0" if tile != "0" else "1" for tile in tiles * 2))
    assert asked == [*range(1, min(game.board.ply + 1, EVERY * MOST), EVERY)]
    assert [one.ply for one in game.statements] == asked
    assert sum(game.statements[0].chances or ()) == pytest.approx(1)


def test_the_session_of_the_documentation() -> None:
    """What docs/referee.md shows is what happens."""
    page = (EXAMPLES.parent / "docs" / "referee.md").read_text(encoding="utf-8")
    first, name, *lines = re.findall("^[<>] (.*)$", page, re.MULTILINE)
    rules = Rules.parse("2x2/classic")
    game = Game(rules, 0, 42, protocol.read_hello(name)[1])
    assert first == protocol.hello(rules, 60)
    for question, answer in zip(lines[:-1:2], lines[1::2], strict=True):
        assert game.question == question
        game.take(answer)
    assert (game.question, game.end, lines[-1]) == ("", "", "quit")


def test_what_values_a_program_is_asked() -> None:
    """Its values of what can follow are weighed as a search would: the best move after each tile, on average."""
    game = Game(Rules.parse("2x2/classic"), 0, 3, ("move", "value"))
    move = game.board.moves()[0]
    rows, _merged = slide(game.board.rows, move)
    game.take(move)

    def value(tiles: list[int]) -> float:
        return 10.0 * tiles.count(0) + tiles[0]

    while game.question.startswith("value"):
        game.take(str(value([int(tile) for tile in game.question.split()[2:]])))
    worth = game.statements[0].worth
    assert worth
    expected = [value([tile for row in rows for tile in row])]
    for new in (2, 4):
        best = []
        for cell in range(4):
            tiles = [tile for row in rows for tile in row]
            if not tiles[cell]:
                tiles[cell] = new
                board = Board.from_rows([tiles[:2], tiles[2:]])
                after = [slide(board.rows, one) for one in board.moves()]
                best.append(max(sum(merged) + value([*slid[0], *slid[1]]) for slid, merged in after))
        expected.append(sum(best) / len(best))
    assert worth == pytest.approx(expected)
