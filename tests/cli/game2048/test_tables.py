"""The commands `tessella 2048 tables`."""

import json

from support.program import run
from tessella.game2048.endgame.formations import EndGame
from tessella.game2048.endgame.library import path_of

BOARD = "2 . . . / . . 2 . / 2 1024 2048 4096 / 4 32768 16384 8192"


def test_a_table_is_made_listed_asked_and_removed() -> None:
    """The commands find what others have made, by the names that people type."""
    before = run("2048", "tables")
    assert "tables make L3-512" in before.stdout
    assert "\n. . . .\n. g . .\ng x x x\n. x x x\n" in before.stdout
    assert run("2048", "tables", "make", "l3-8").stdout.startswith("L3-8: ")
    listed = json.loads(run("2048", "tables", "list", "--json").stdout)
    assert [(one["name"], 0 < one["chance"] < 1) for one in listed] == [("L3-8", True)]
    shown = run("2048", "tables", "show", BOARD)
    assert "L3-8, chance of 8:" in shown.stdout
    (said,) = json.loads(run("2048", "tables", "show", BOARD, "--json").stdout)
    assert said["table"] == "L3-8"
    assert said["chances"]["left"] > 0
    hint = run("2048", "hint", BOARD)
    assert "these are exact, by table L3-8" in hint.stdout
    assert run("2048", "tables", "remove", "L3-8").returncode == 0
    assert json.loads(run("2048", "tables", "list", "--json").stdout) == []


def test_a_board_that_no_table_knows_has_an_exit_code_of_its_own() -> None:
    """Nothing on standard output, one sentence, and 1."""
    answer = run("2048", "tables", "show", BOARD)
    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr.startswith("no table knows this board")


def test_what_is_no_end_game_is_one_sentence() -> None:
    """A name that is none, and a table that is not there, are refused with exit code 2."""
    for words, message in ((("make", "L9-512"), "expected a formation"), (("remove", "L3-8"), "no table of 'L3-8'")):
        answer = run("2048", "tables", *words)
        assert answer.returncode == 2
        assert message in answer.stderr


def test_a_damaged_table_is_named_and_can_be_removed() -> None:
    """The others are still listed, standard error says which file is damaged, and what to do."""
    for name in ("L3-8", "442-8"):
        run("2048", "tables", "make", name)
    path_of(EndGame.parse("L3-8")).write_bytes(b"none")
    listed = run("2048", "tables", "list", "--json")
    assert [one["name"] for one in json.loads(listed.stdout)] == ["442-8"]
    assert "truncated or damaged" in listed.stderr
    assert "tables make L3-8" in listed.stderr
    assert run("2048", "tables", "remove", "L3-8").returncode == 0
    assert run("2048", "tables", "list", "--json").stderr == ""
