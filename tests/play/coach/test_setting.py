"""Coach of a setter: the order in which things are found out, what is said of them, and what is given up."""

from typing import Any

import pytest

from tessella.errors import MoveError
from tessella.play.coach.setting import SECONDS, SettingCoach
from tessella.play.draft_solver import Look
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.sudoku.setting import analysis

PUZZLE = "setting:1...|..2.|.3..|...4"


def coach_of(id: str) -> SettingCoach:
    """Return the coach of a draft."""
    return SettingCoach(StoredGame.open(Store.in_memory(), id))


def found_out(coach: SettingCoach) -> list[str]:
    """Find out all there is, and return what was said."""
    said = []
    while task := coach.analyse():
        task.run()
        said.append(str(coach.complete(task)))
    return said


@pytest.fixture
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at drafts in this process, which knows no clock."""
    monkeypatch.setattr(Look, "__call__", lambda look: look._do(*look._args, 1000.0))


@pytest.mark.usefixtures("_here")
def test_what_is_found_out_in_turn() -> None:
    """The number of solutions comes first, then candidates, then clues; each change begins anew."""
    coach = coach_of(PUZZLE)
    assert coach.summary() == "Looking for solutions ..."
    said = found_out(coach)
    assert said[0] == "One solution."
    assert (coach.candidates.masks[:4], coach.candidates.is_complete) == ([1, 2, 8, 4], True)
    assert [bool(idle) for _clue, idle in coach.judged] == [False] * 4
    assert coach.analyse() is None
    coach.play("r1c2=2")
    assert coach.solutions is None
    assert found_out(coach)[-1] == "One clue is not needed (r1c2 is 2)."
    coach.play("r1c1,r1c2,r2c3,r3c2,r4c4-")
    assert "Several solutions: " in found_out(coach)[0]
    coach.play("r1c1,r1c2=3")
    assert (coach.summary(), coach.analyse()) == ("No solution.", None)
    assert str(coach.problems[0]) == "row 1 holds 3 more than once: r1c1, r1c2"
    coach.play("r1c1,r1c2-")
    coach.play("+killer:sum=3:r1c1r1c2;+killer:sum=6:r1c3r1c4")
    assert found_out(coach)[-1] == "There is a solution without any one of the 2 marked clues."


def test_what_is_not_wanted_any_more_is_given_up() -> None:
    """A change gives up what was being found out; its answer is told to nobody."""
    coach = coach_of(PUZZLE)
    task = coach.analyse()
    assert task
    assert coach.analyse() is None
    coach.play("r1c1-")
    assert coach.analyse()
    assert task.is_cancelled
    task.run()
    assert coach.complete(task) is None


def test_what_takes_too_long_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that is given up is told with its seconds, and tried again with more, a few times."""
    monkeypatch.setattr(Look, "__call__", lambda _look: analysis.Solutions(None, []))
    coach = coach_of("setting:16x16#1")
    said = found_out(coach)
    assert said == ["Not known yet after 0.5 s.", "Not known yet after 2.5 s.", "Not known after 10.5 s."]
    assert len(said) == len(SECONDS)


def test_a_failure_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where looking fails, that is told once; the next change begins anew."""

    def fail(_look: Look[Any]) -> Any:
        raise MoveError("broken")

    monkeypatch.setattr(Look, "__call__", fail)
    coach = coach_of(PUZZLE)
    task = coach.analyse()
    assert task
    task.run()
    with pytest.raises(MoveError, match="broken"):
        coach.complete(task)
    assert coach.analyse() is None
    coach.play("r1c1-")
    assert coach.analyse()
