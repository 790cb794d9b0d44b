"""2048 by lines: hints, watching, the review."""

import io
import os
import re
import subprocess
import sys

import pexpect
import pytest

from support.machine_code import never_compiled
from support.processes import CHECKOUT, on_terminal
from tessella.compiled.warming import ADVICE
from tessella.game2048 import Board
from tessella.line_mode import loop
from tessella.line_mode.game2048 import Lines2048
from tessella.line_mode.loop import Display
from tessella.play.advisor import shared_advisor
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame

MIDDLE = "2048:classic:2,4,8,16/32,64,128,256/512,1024,.,2/4096,.,.,4#7/score=31415/ply=2000"


def test_a_hint_by_lines() -> None:
    """`t` tells in a line a move what each is worth, the best first, and why; it counts, and `t` again plays it."""
    sitting = StoredGame.open(Store.in_memory(), MIDDLE)
    advice = shared_advisor().advise(Board.parse(MIDDLE))
    out = io.StringIO()
    loop.play(sitting, io.StringIO("t\nt\n"), out, Display(ascii_only=True))
    said = out.getvalue().splitlines()
    first = next(number for number, line in enumerate(said) if line.startswith(f"{advice.best}  expected score: "))
    *moves, reason, status = said[first : first + len(advice.choices) + 2]
    assert [line.partition(" ")[0] for line in moves] == [choice.move for choice in advice.choices]
    assert all(re.search(r"  chance of \d+: [<>]?\d+%$", line) for line in moves)
    assert reason == advice.reason + " (press t again to play it)"
    assert "Step 0  Score 31415" in status
    assert status.rstrip("> ").endswith("1 hint")
    assert sitting.session.moves == (advice.best,)
    assert sitting.session.hints == 1


def test_a_hint_counts_in_each_game_that_it_helps() -> None:
    """In a new game with the same luck `t` is a hint once more, and plays nothing."""
    sitting = StoredGame.open(Store.in_memory(), "2048:classic#5")
    lines = Lines2048(sitting, Display(ascii_only=True), str)
    lines.answer("t")
    sitting.new("2048:classic#5")
    lines.answer("t")
    assert (sitting.session.hints, sitting.session.step) == (1, 0)


def test_watching_by_lines() -> None:
    """`v 5` plays five moves, a line each, counts each as a hint, and ends in the board and the prompt."""
    sitting = StoredGame.open(Store.in_memory(), "2048:classic#5")
    out = io.StringIO()
    loop.play(sitting, io.StringIO("v 5\nv nonsense\nv 0\nv\n"), out, Display(ascii_only=True))
    said = out.getvalue()
    assert "5. " in said
    assert sitting.session.step == sitting.session.hints == 15
    assert "Step 5" in said
    assert "expected a whole number from 1 to 1000000, got 'nonsense'" in said
    assert "expected a whole number from 1 to 1000000, got '0'" in said
    assert said.splitlines()[-3].startswith("Step 15")


def test_a_game_that_ends_while_one_watches() -> None:
    """Watching stops where the game is over; `x` then tells which moves cost most, and `x 1` goes back before one."""
    sitting = StoredGame.open(Store.in_memory(), "2048:3x2/classic#2")
    out = io.StringIO()
    loop.play(sitting, io.StringIO("a\nd\nw\ns\n" * 6 + "v 9999\nt\nx\nx 99\nx 1\n"), out)
    said = out.getvalue()
    assert "Game over" in said
    assert "x reviews this one" in said
    assert "% of the moves were as good as the best" in said
    assert "1. At move " in said
    assert "expected the number of a place in the review, got '99'" in said
    assert not sitting.session.position.is_over()
    assert sitting.session.undos > 0


def test_line_mode_thinks_elsewhere() -> None:
    """The process of line mode imports no compiler, also when it gives hints, watches and looks back."""
    program = """
import io, sys
from tessella.line_mode import loop as plain
from tessella.play.stored_game import StoredGame
from tessella.play.store import Store
out = io.StringIO()
plain.play(StoredGame.open(Store.in_memory(), "2048:2x2/classic#1"), io.StringIO("t\\nv 2\\nx\\n"), out)
assert "1. " in out.getvalue() and "of the moves were" in out.getvalue()
assert not {"numba", "numpy"} & set(sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | CHECKOUT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.usefixtures("unmarked_cache")
def test_ctrl_c_while_one_watches_goes_back_to_the_prompt() -> None:
    """On a terminal, ctrl+c ends a hint or the watching and not the game, and neither process leaves a traceback."""
    with on_terminal("2048", "--plain", "--seed", "5", grace=0.0) as child:
        child.expect("Step 0  Score 0")
        with never_compiled(*ADVICE):
            child.sendline("t")
            child.expect("further ahead|Starting the AI")
            child.sendintr()
            child.expect("Cancelled.")
        child.expect("Step 0  Score .*  > $")
        child.sendline("v 100000")
        child.expect("20\\. ")
        child.sendintr()
        child.expect("Cancelled.")
        child.expect("Step [0-9]+  Score .*hints  > $")
        child.sendline("t")
        child.expect("press t again to play it", timeout=600)
        child.sendline("q")
        child.expect(pexpect.EOF)
        assert "Traceback" not in (child.before or "")
        child.wait()
        assert child.exitstatus == 0
