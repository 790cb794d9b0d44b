"""Advice on 2048 from a child process: as the library gives it."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from support.processes import CHECKOUT, children, has_ended, started, until
from tessella import i18n
from tessella.errors import MoveError, ParseError, ReplayError
from tessella.game2048 import Board
from tessella.game2048.advice.advisor import advise
from tessella.play.advisor import Advisor, PlayerOptions, shared_advisor
from tessella.play.session import Session

QUICK = PlayerOptions("heuristic", 1)
BOARD = Board.parse("2048:classic:2,4,8,16/4,2,.,./2,.,.,./.,.,.,.#7/score=60/ply=12")
OVER = Board.parse("2 4 / 4 2")


@pytest.fixture(scope="module")
def advisor() -> Iterator[Advisor]:
    """Return an advisor that has an answer for each test."""
    with Advisor() as made:
        yield made


def test_the_process_says_what_the_library_says(advisor: Advisor) -> None:
    """Advice, best move and their board come from the process as the library gives them here."""
    told = advisor.advise(BOARD, QUICK)
    assert told == advise(BOARD, **QUICK._asdict())
    assert advisor.best_move(BOARD, QUICK) == told.best
    assert told.board == BOARD
    assert {choice.move for choice in told.choices} == set(BOARD.moves())


def test_errors_come_through(advisor: Advisor) -> None:
    """What the question raises is raised here, as the same kind, and the process goes on."""
    with pytest.raises(MoveError, match="over"):
        advisor.advise(OVER, QUICK)
    with pytest.raises(ParseError, match="got 'wizard'"):
        advisor.advise(BOARD, PlayerOptions("wizard"))
    assert advisor.best_move(BOARD, QUICK) in BOARD.moves()


def test_each_question_is_answered_in_its_language(advisor: Advisor) -> None:
    """An error speaks the language of who asked, whatever was spoken before."""
    for lang, word in (("en", "expected a save"), ("zh", "存档"), ("en", "expected a save")):
        with i18n.speaking(lang), pytest.raises(ReplayError, match=word):
            advisor.review("no save at all")


def test_asking_loads_no_compiler_here() -> None:
    """The process that asks for advice, best moves and a review imports no numba."""
    program = f"""
import sys
from tessella.game2048 import Board
from tessella.play.session import Session
from tessella.play.advisor import Advisor, PlayerOptions
session = Session.open("2048:sprint#5")
for move in ("left", "up", "left", "down", "right"):
    if move in session.position.moves():
        session.play(move)
advisor = Advisor()
print(advisor.advise(Board.parse({BOARD.to_text()!r}), PlayerOptions("heuristic", 1)).best)
print(advisor.review(session.to_text(), PlayerOptions("heuristic")).accuracy)
advisor.stop()
assert "numba" not in sys.modules
"""
    done = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | CHECKOUT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[0] in BOARD.moves()


def test_a_review_comes_through(advisor: Advisor) -> None:
    """The review of a game names moves that were played in it, with the board before."""
    session = Session.open("2048:classic#5")
    for step in range(40):
        session.play(session.position.moves()[step % len(session.position.moves())])
    review = advisor.review(session.to_text(), PlayerOptions("heuristic"), most=3)
    assert 0 < len(review.moves) <= 3
    for one in review.moves:
        assert session.position_after(one.ply) == one.board
        assert session.moves[one.ply] == one.played != one.better


def test_there_is_one_for_a_process() -> None:
    """All who ask in a process share one."""
    assert shared_advisor() is shared_advisor()


ASKS = f"""
from tessella.game2048 import Board
from tessella.play.advisor import PlayerOptions, shared_advisor
advisor = shared_advisor()
board = Board.parse({BOARD.to_text()!r})
advisor.best_move(board, PlayerOptions("heuristic", 1))
print(advisor._child.process.pid, flush=True)
"""


def test_it_ends_with_its_parent() -> None:
    """When the front end is killed, the process ends too, in the middle of a thought that is all kernel."""
    with started(ASKS + "advisor.advise(board, PlayerOptions(seconds=120))") as parent:
        (pid,) = children(parent.pid, "tessella.io.child_process")
        parent.kill()
    until(lambda: has_ended(pid))


def test_leaving_ends_it() -> None:
    """A front end that ends in order leaves no process, no zombie and not a word on its error output."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-X", "dev", "-c", ASKS],
        env=os.environ | CHECKOUT,
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    assert done.stderr == ""
    assert has_ended(int(done.stdout))
