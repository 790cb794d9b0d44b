"""Reports: what an honest match writes is verified, and whatever is changed in it is found out."""

import json
from typing import Any

import msgspec
import pytest

from support.referee_players import program
from tessella.errors import ReplayError
from tessella.game2048 import Rules
from tessella.game2048.referee import report
from tessella.game2048.referee.match import Match, Terms

ANSWERS = """def said(words):
    tiles = words[1:]
    return " ".join("01"[t == "0"] for t in tiles * 2) if topic == "spawn" else str(tiles.count("0"))
moves = ["left", "down", "right", "up"]
if topic == "move": print(moves[n % 4], flush=True)
else: print(said(words), flush=True)"""


@pytest.fixture(scope="module")
def lines() -> list[dict[str, Any]]:
    """Give the report of a match of three games, as values of JSON."""
    terms = Terms(Rules.parse("3x3/classic"), 3, 42)
    with Match(program(ANSWERS, "move,spawn,value"), terms) as match:
        figures = report.Figures(terms.rules, match.name)
        bound = report.commitment(42, "salt")
        head = report.Head(
            1,
            match.name,
            ["player"],
            bound,
            chosen=True,
            rules=str(terms.rules),
            games=3,
            seconds=60.0,
            minutes=None,
            at_once=1,
        )
        found: list[report.Line] = [head]
        for game in match.play():
            figures.add(game)
            found += report.lines_of(game)
    found.append(report.End("42", "salt", match.end, figures.to_json(42)))
    return [json.loads(msgspec.json.encode(line)) for line in found]


def text_of(lines: list[dict[str, Any]]) -> str:
    """Return the lines as a report."""
    return "".join(json.dumps(line) + "\n" for line in lines)


def verified(lines: list[dict[str, Any]]) -> int:
    """Return how many games of a report hold."""
    return len([*report.verify(report.read(text_of(lines)))])


def test_an_honest_report_holds(lines: list[dict[str, Any]]) -> None:
    """All games are verified, and what the program said is in the figures."""
    assert verified(lines) == 3
    kinds = {line["line"] for line in lines}
    assert kinds == {"match", "statement", "game", "end"}
    summary = lines[-1]["summary"]
    assert summary["believed"]["tiles"] == sum(line["line"] == "statement" for line in lines)
    assert summary["faults"] == 3


STATEMENT = 99  # wherever the first one stands
FORGERIES: dict[str, tuple[int, dict[str, Any], str]] = {
    "score": (-2, {"score": 4000}, "game 2: expected score"),
    "tile": (-2, {"largest": 2048}, "game 2: expected largest"),
    "board": (-2, {"board": "2,2,2/2,2,2/2,2,2"}, "game 2: expected board"),
    "move": (-2, {"moves": "lllllllllllllllllllll"}, r"game 2: move \d+ cannot be played: nothing moves that way"),
    "letter": (-2, {"moves": "x"}, "game 2: move 1 cannot be played: expected one of left"),
    "end": (-2, {"end": ""}, "game 2: expected moves to the end of the game, got"),
    "twice": (-2, {"game": 0}, "expected each game from 0 to 2 once, got 3 games"),
    "seed": (-1, {"seed": "43"}, "expected a seed and nonce with the SHA-256 [0-9a-f]{64}, got '43 salt'"),
    "nonce": (-1, {"nonce": "pepper"}, "expected a seed and nonce"),
    "commitment": (0, {"commitment": report.commitment(43, "salt")}, "expected a seed and nonce"),
    "rules": (0, {"rules": "3x3/cascade"}, "game 0: "),
    "games": (0, {"games": 4}, "expected each game from 0 to 3 once, got 3 games"),
    "summary": (-1, {"summary": {"mean": 1e6}}, "expected player "),
    "statement": (STATEMENT, {"ply": 2}, r"game \d: expected a statement on one of its tiles, got '\d/2'"),
    "chances": (STATEMENT, {"spawn": [1.0]}, r"game \d: expected 18 numbers"),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forgery_is_found_out(lines: list[dict[str, Any]], forgery: str) -> None:
    """Whatever is changed, the error says where and what was expected."""
    at, changes, message = FORGERIES[forgery]
    forged = [dict(line) for line in lines]
    if at == STATEMENT:
        at = next(k for k, line in enumerate(lines) if line["line"] == "statement")
    forged[at] |= changes
    with pytest.raises(ReplayError, match=message):
        verified(forged)


def test_every_figure_is_held_against_the_games(lines: list[dict[str, Any]]) -> None:
    """No number of the summary can be another one."""
    for name, value in lines[-1]["summary"].items():
        if value is not None:
            forged = [dict(line) for line in lines]
            forged[-1]["summary"] = lines[-1]["summary"] | {name: None}
            with pytest.raises(ReplayError, match=f"expected {name} "):
                verified(forged)


def test_a_game_left_out_is_missed(lines: list[dict[str, Any]]) -> None:
    """A bad game cannot be dropped, nor can the match be said to have ended early behind a gap."""
    without = [line for line in lines if line.get("game") != 1]
    without[-1] = without[-1] | {"end": "a fault"}
    with pytest.raises(ReplayError, match="expected each game from 0 to 2 once, got 2 games"):
        verified(without)


def test_what_is_no_report(lines: list[dict[str, Any]]) -> None:
    """Broken lines, lines behind the end, two heads and no head are told apart; a secret seed is not verified."""
    for text, message in (
        ("", "expected the report of a match, got ''"),
        ("{", "line 1 is not a line of a report"),
        ('{"line":"dance"}', "line 1 is not a line of a report"),
        (text_of(lines[:1] * 2), "line 2 does not belong there"),
        (text_of([*lines, lines[-1]]), f"line {len(lines) + 1} does not belong there"),
        (text_of(lines[1:]), "line 1 does not belong there"),
    ):
        with pytest.raises(ReplayError, match=message):
            report.read(text)
    with pytest.raises(ReplayError, match="the match has not ended, so its seed is still secret"):
        verified(lines[:-1])


def test_the_commitment_is_what_others_compute() -> None:
    """`printf '42 salt' | sha256sum` gives the same."""
    assert report.commitment(42, "salt") == "038ab8773d2962f2259aa65d5337a3d2ee8a805a5e5760cb9dfba6998410bc20"
