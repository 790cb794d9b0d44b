"""The command that advises on a board of 2048."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
from pathlib import Path

import pytest

from support.machine_code import never_compiled
from support.processes import CHECKOUT, COMMAND, on_terminal
from support.program import run
from tessella.compiled.warming import ADVICE
from tessella.play.session import Session
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame

EDGE = "2048:classic:2,4,8,16/32,64,128,256/512,1024,2,4/4,2,8,8#5"
"""A board where left ends the game at once, and right does not."""


@pytest.fixture(scope="module")
def _engine() -> None:
    """Have the engine ready: the first time of all it is compiled, which takes longer than an answer."""
    command = [*COMMAND, "2048", "hint", EDGE, "--player", "heuristic", "--ply", "1"]
    subprocess.run(command, env=os.environ | CHECKOUT, stdout=subprocess.DEVNULL, check=True, timeout=600)


@pytest.mark.usefixtures("_engine")
def test_a_hint() -> None:
    """The table has every legal move, the best first, and the reason names it; a move that loses at once is last."""
    said = run("2048", "hint", EDGE, "--player", "heuristic", "--ply", "1", "--final")
    assert (said.returncode, said.stderr) == (0, "")
    *_board, head, first, second, reason = said.stdout.splitlines()
    assert (first.split()[0], second.split()[0]) == ("right", "left")
    assert "2048" in head or "value" in head
    assert "right" in reason.lower()
    told = json.loads(run("2048", "hint", EDGE, "--player", "heuristic", "--ply", "1", "--json").stdout)
    assert (told["best"], told["next_tile"], told["board"]) == ("right", 2048, EDGE)
    assert [choice["move"] for choice in told["choices"]] == ["right", "left"]
    assert told["choices"][0]["value"] > told["choices"][1]["value"]


@pytest.mark.usefixtures("_engine")
def test_a_first_answer_comes_first() -> None:
    """A table and a reason in plain Python stand above those of the AI, which have their own heading."""
    said = run("2048", "hint", EDGE, "--player", "heuristic", "--ply", "1", "--ascii")
    *board, _head, first, second, reason, blank, heading, _again, best, _worse, _reason = said.stdout.splitlines()
    assert all(line[0] in "+|" for line in board)
    assert [line.split()[0] for line in (first, second, best)] == ["right", "left", "right"]
    assert "right" in reason.lower()
    assert (blank, heading) == ("", "Looking further ahead (heuristic, 1 ply):")


def test_the_first_answer_waits_for_no_compiler(empty_cache: Path) -> None:
    """With nothing compiled it is in the pipe while the AI is still at work; Ctrl-C then ends the command."""
    command, environment = [*COMMAND, "2048", "hint", EDGE], os.environ | CHECKOUT
    with (
        never_compiled(*ADVICE),
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as asked,
    ):
        assert asked.stdout
        for line in asked.stdout:
            if line.startswith("right"):
                break
        assert asked.poll() is None
        assert not list(empty_cache.rglob("ready-network-*[0-9a-f]"))
        asked.send_signal(signal.SIGINT)
        asked.stdout.read()
        assert asked.wait(600) == 130


@pytest.mark.usefixtures("_engine")
def test_a_board_from_standard_input() -> None:
    """`-` reads the board from a pipe, pasted as it was found."""
    pasted = "+---+---+\n| 2 |   |\n+---+---+\n|   | 2 |\n+---+---+\n"
    told = run("2048", "hint", "-", "--ply", "1", "--json", typed=pasted)
    assert json.loads(told.stdout)["board"] == "2048:2x2/classic:2./.2#0"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["hint", "2 4/4 2"], 1, "no move is left on this board: '2048:2x2/classic:24/42#0'\n"),
        (["hint"], 2, "there is no saved game yet\nhint: play one: tessella 2048\n"),
        (["review"], 2, "there is no saved game yet\nhint: play one: tessella 2048\n"),
        (
            ["hint", "2 3/. ."],
            2,
            "expected tiles that are powers of two from 2 to 32, got 3 in '23/..'\nhint: a board ",
        ),
        (["hint", "2 ./. .", "--player", "wizard"], 2, "expected a player, one of best, network, heuristic, "),
        (["hint", "2 ./. .", "--ply", "0"], 2, "expected a whole number of at least 1, got '0'\n"),
        (
            ["hint", "2 ./. .", "--ply", "2", "--seconds", "1"],
            2,
            "expected --ply or --seconds, not both\n",
        ),
        (["hint", "2 ./. .", "--seconds", "soon"], 2, "expected a number of at least 0 for --seconds, got 'soon'\n"),
        (["hint", "2 ./. .", "--player", "random"], 2, "this player does not compare moves: 'random'\n"),
        (["review", "2048:classic#77"], 2, "expected the id of a saved game, got '2048:classic#77'\n"),
        (["review", "sudoku:easy#1"], 2, "expected the id of a saved game, got 'sudoku:easy#1'\n"),
        (["review", "-"], 2, "expected a save that begins with 'tessella save 1', got ''\nhint: tessella export "),
    ],
)
def test_what_cannot_be_answered(arguments: list[str], code: int, said: str) -> None:
    """One sentence on standard error, a hint where there is one, nothing on standard output."""
    answer = run("2048", *arguments)
    assert (answer.returncode, answer.stdout) == (code, "")
    assert answer.stderr.startswith(said)


@pytest.mark.usefixtures("_engine")
def test_a_hint_on_a_game_in_progress_counts(tmp_path: Path) -> None:
    """Advice on a game that is kept is one of its hints, so that no score without help is had by asking here."""
    home = {"TESSELLA_HOME": str(tmp_path / "games")}
    run("2048", "--plain", "--id", "2048:3x3/classic#4", typed="a\ns\nq\n", **home)
    for args in ([], ["2048:3x3/classic#4"]):
        said = run("2048", "hint", *args, "--ply", "1", **home)
        assert said.stderr == "counted as a hint in 2048:3x3/classic#4\n"
    save = Session.from_text(run("export", **home).stdout)
    assert (save.hints, save.step) == (2, 2)


@pytest.mark.usefixtures("_engine")
@pytest.mark.parametrize("option", ["--final", "--json", "--ascii"])
def test_a_hint_continues_no_other_game(option: str) -> None:
    """It counts in a game that was left, and in one in another slot; the one in progress, and their order, stay."""
    for id in ("2048:classic#4", "2048:sprint#5", "2048:classic#6"):
        game = StoredGame.open(Store.open(), id, new=True)
        game.play(game.session.position.moves()[0])
    before = [(game.number, game.used) for game in Store.open().in_progress()]
    for id in ("2048:classic#4", "2048:sprint#5"):
        said = run("2048", "hint", id, "--player", "heuristic", "--ply", "1", option)
        assert (said.returncode, said.stderr) == (0, f"counted as a hint in {id}\n")
        assert Store.open().export(id).hints == 1
    assert [(game.number, game.used) for game in Store.open().in_progress()] == before
    assert StoredGame.open(Store.open(), "2048").session.id == "2048:classic#6"


@pytest.mark.usefixtures("_engine")
def test_advice_is_given_where_it_cannot_be_counted() -> None:
    """Where the store takes nothing, a sentence says so instead, and the answer follows."""
    path = StoredGame.open(Store.open(), "2048:classic#4").store.path
    with contextlib.closing(sqlite3.connect(str(path))) as refusing:
        refusing.execute("CREATE TRIGGER full BEFORE INSERT ON journal BEGIN SELECT RAISE(ABORT, 'full'); END")
    said = run("2048", "hint", "2048:classic#4", "--player", "heuristic", "--ply", "1", "--json")
    assert said.stderr == f"cannot write {path} (full); the game continues unsaved\n"
    assert json.loads(said.stdout)["board"] == Store.open().export("2048:classic#4").position.to_text()


@pytest.mark.usefixtures("_engine")
def test_a_terminal_is_told_why_it_waits() -> None:
    """Where somebody looks on and the answer takes its time, a line says what is going on, and the answer follows."""
    with on_terminal("2048", "hint", "-", "--ply", "1") as terminal:
        terminal.expect("Type or paste it, then press Enter, Ctrl-D")
        terminal.sendline("2 0 / 0 2")
        terminal.sendeof()
        terminal.expect("equal|best|worth|left|right")
