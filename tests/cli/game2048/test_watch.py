"""The command `tessella 2048 watch`."""

import re

import pexpect
import pytest

from support.processes import on_terminal
from support.program import run
from tessella.game2048 import Board
from tessella.game2048.advice.advisor import best_move
from tessella.games import open_id

BAD_INPUT = [
    (["--player", "wizard"], "expected a player, one of best, network, heuristic, random, corner, got 'wizard'"),
    (["--ply", "x"], "expected a whole number of at least 1, got 'x'"),
    (["--ply", "0"], "expected a whole number of at least 1, got '0'"),
    (["--ply", "1", "--seconds", "1"], "expected --ply or --seconds, not both"),
    (["--seconds", "soon"], "expected a number of at least 0 for --seconds, got 'soon'"),
    (["--speed", "0"], "expected a speed above 0, up to 1000 moves per second, got '0'"),
    (["--speed", "nan"], "expected a speed above 0, up to 1000 moves per second, got 'nan'"),
    (["--size", "1x7"], "expected a size from 2x2 to 8x8 (rows x columns), got '1x7'"),
    (["--id", "2048:classic#1", "--daily"], "expected only one of:"),
    (["--plan"], "got '--plan'"),
]


@pytest.mark.parametrize(("arguments", "sentence"), BAD_INPUT, ids=[" ".join(a) for a, _s in BAD_INPUT])
def test_bad_input_is_one_sentence_and_exit_code_2(arguments: list[str], sentence: str) -> None:
    """What cannot be is answered on stderr in a sentence that quotes it."""
    done = run("2048", "watch", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr.splitlines()[0]


def test_a_player_that_cannot_play_the_board() -> None:
    """The network knows one size; on another one that is said in a sentence, and the exit code is 2."""
    done = run("2048", "watch", "--player", "network", "--size", "3x3", "--seed", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot play this board" in done.stderr


@pytest.mark.parametrize("rules", ["3x2/classic", "2x3/fours=50/cascade", "3x3/32/sprint"])
def test_in_a_pipe_a_game_is_told_to_its_end(rules: str) -> None:
    """Each move is a line, as the player makes it from the id that stands first; the game is not kept."""
    done = run("2048", "watch", "--player", "corner", "--id", f"2048:{rules}#7", "--ascii")
    assert done.returncode == 0
    said = done.stdout.splitlines()
    board = open_id(said[0]).start
    assert isinstance(board, Board)
    for line in said:
        if told := re.fullmatch(r"(\d+)\. (\w+), score (\d+)", line):
            assert told[2] == best_move(board, player="corner")
            board = board.play(told[2])
            assert (int(told[1]), int(told[3])) == (board.ply, board.score)
    assert board.is_over()
    assert said[-1] == f"Final score: {board.score}"
    assert run("scores").stdout == "No game has been played yet.\n"


def test_options_before_the_command_hold() -> None:
    """Rules and seed may stand on either side of the command's name."""
    before = run("2048", "--size", "2x2", "--seed", "3", "watch", "--player", "random", "--spoken")
    after = run("2048", "watch", "--size", "2x2", "--seed", "3", "--player", "corner", "--spoken")
    assert before.stdout.splitlines()[0] == after.stdout.splitlines()[0] == "2048:2x2/classic#3"
    assert "row 1: " in after.stdout
    assert "+-" not in after.stdout


def test_ctrl_c_ends_it_with_the_board() -> None:
    """By lines on a terminal, ctrl+c ends the game with the board as it stands, and exit code 130."""
    words = ("2048", "watch", "--plain", "--player", "corner", "--size", "8x8", "--seed", "5", "--speed", "20")
    with on_terminal(*words, grace=600.0) as child:  # for minutes
        child.expect("5\\. ")
        child.sendintr()
        child.expect("Final score: [0-9]+")
        child.expect(pexpect.EOF)
        assert "Traceback" not in (child.before or "")
        child.wait()
        assert child.exitstatus == 130
