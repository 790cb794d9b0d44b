"""Analysis of drafts: solutions, true candidates, clues that are not needed; compiled and plain."""

from itertools import islice

import pytest

from tessella.compiled import warming
from tessella.sudoku import Board, generate, solutions
from tessella.sudoku.setting import analysis
from tessella.sudoku.setting.draft import Draft
from tessella.sudoku.variants.two_speed_solver import ENGINE

SECONDS = 100.0  # which only a hang takes


@pytest.fixture(params=["plain", "compiled"])
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in plain Python, then with what is compiled."""
    if request.param == "compiled":
        warming.ensure(ENGINE)
    else:
        monkeypatch.setattr(warming, "is_ready", lambda *_groups: False)


@pytest.mark.usefixtures("_way")
def test_solutions_and_candidates() -> None:
    """One solution, several with two that differ, or none; candidates are those of all solutions together."""
    board = Board.parse("1...|..2.|.3..|....")
    every = list(solutions(board))
    told = analysis.solutions(board, SECONDS)
    assert told.number == min(len(every), 2)
    assert told.examples[0] != told.examples[-1] or len(every) == 1
    assert all(tuple(one) in {solution.digits for solution in every} for one in told.examples)
    masks = [0] * 16
    for one in every:
        masks = [mask | 1 << digit - 1 for mask, digit in zip(masks, one.digits, strict=True)]
    found = analysis.true_candidates(board, SECONDS)
    assert (found.masks, found.is_complete) == (masks, True)
    assert all(mask & ~possible == 0 for mask, possible in zip(masks, found.possible, strict=True))
    none = Draft.blank(4).play("r1c1,r2c3=1").play("+anti_king;+diagonal:which=both;+anti_knight")
    assert analysis.solutions(none, SECONDS) == (0, [])


@pytest.mark.usefixtures("_way")
def test_clues_that_are_not_needed() -> None:
    """Of a puzzle with one solution a clue is told by whether it has one without it; of one with none, likewise."""
    board = generate(42, box=(2, 2), variant="killer")
    clues = analysis.clues(board)
    assert len(clues) == len(board.constraints) + sum(map(bool, board.givens))
    judged = analysis.judged(board, 1, 0, SECONDS)
    wanted = [len(list(islice(solutions(analysis.without(board, clue)), 2))) == 1 for clue in clues]
    assert judged == wanted
    assert analysis.judged(board, 1, 2, SECONDS) == wanted[2:]
    wrong = Draft.blank(4).play("r1c1=1").play("+killer:sum=3:r1c1r1c2;+killer:sum=4:r1c1r1c2r2c1")
    assert analysis.solutions(wrong, SECONDS).number == 0
    freed = [
        clue for clue, helps in zip(analysis.clues(wrong), analysis.judged(wrong, 0, 0, SECONDS), strict=True) if helps
    ]
    assert freed == [analysis.Clue(constraint=1)]


@pytest.mark.usefixtures("_way")
def test_time_is_kept() -> None:
    """With no time at all each answers with what it knows: no number, and no more candidates than before."""
    board = Draft.blank(16).play("+anti_king;+anti_knight")
    assert analysis.solutions(board, 0).number in (None, 2)
    found = analysis.true_candidates(board, 0, [1] + [0] * 255)
    assert found.masks[0] & 1
    assert len(analysis.judged(Draft.blank(9).play("r1c1=1").play("r2c2=2"), 1, 0, 0)) == 1


def test_rules_that_the_engine_does_not_know_are_worked_out_in_plain_python() -> None:
    """A lunchbox, which has no compiled part, is solved all the same."""
    board = Draft.blank(4).play("+lunchbox:sum=2:r1c1r1c2r1c3")
    assert analysis.solutions(board, SECONDS).number == 2
