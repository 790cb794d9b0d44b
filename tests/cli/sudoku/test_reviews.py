"""The command that reviews a solve."""

import json
from pathlib import Path

from support.program import run
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.sudoku import Board

EASY = "sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_a_solve_is_reviewed_by_id_file_or_as_the_last_one(tmp_path: Path) -> None:
    """The slips are told with their boards, from which one can play on."""
    game = StoredGame.open(Store.open(), EASY)
    for move in ("r1c3=1", "r1c4=6", "r1c3=4", "hint"):
        game.count_hint() if move == "hint" else game.play(move)
    file = tmp_path / "game.txt"
    file.write_text(game.session.to_text(), encoding="utf-8")
    told = [run("sudoku", "review", *asked).stdout for asked in ((), (EASY,), (str(file),), ("sudoku",))]
    assert told[0] == told[1] == told[2] == told[3]
    assert "1 mistake, 1 hint." in told[0]
    assert "1. 1 in r1c3 was wrong." in told[0]
    assert f"play on from here: tessella sudoku --id '{game.session.start.to_text()}'" in told[0]
    assert run("sudoku", "review", "--most", "1").stdout.count("play on from here") == 1


def test_a_review_as_json() -> None:
    """With `--json` it is one object."""
    game = StoredGame.open(Store.open(), EASY)
    game.play("r1c3=1")
    told = json.loads(run("sudoku", "review", "--json").stdout)
    assert (told["id"], told["counts"]["mistake"], told["is_solved"]) == (EASY, 1, False)
    assert Board.parse(told["slips"][0]["board"]) == Board.parse(EASY.partition(":")[2])


def test_what_cannot_be_reviewed_is_refused(tmp_path: Path) -> None:
    """One sentence says what was expected: a game, with a move, of Sudoku, whose puzzle has one solution."""
    assert "there is no saved game yet" in run("sudoku", "review").stderr
    StoredGame.open(Store.open(), "2048:classic#4")
    done = run("sudoku", "review", "2048:classic#4")
    assert (done.returncode, done.stdout) == (2, "")
    assert "expected a game of Sudoku, got '2048:classic#4'" in done.stderr
    game = StoredGame.open(Store.open(), "sudoku:1....2..3.......")
    assert "expected a game with at least one move" in run("sudoku", "review").stderr
    game.play("r1c2=2")
    assert "more than one solution" in run("sudoku", "review").stderr
    file = tmp_path / "x"
    file.write_text("x", encoding="utf-8")
    assert "tessella export" in run("sudoku", "review", str(file)).stderr
