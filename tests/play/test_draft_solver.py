"""The solver of drafts: real child processes, which are ended where nobody wants their answer."""

import threading

from support.browser import until
from tessella.play import draft_solver
from tessella.play.draft_solver import Look
from tessella.sudoku.setting import analysis
from tessella.sudoku.setting.draft import Draft

UNKNOWN = analysis.Solutions(None, [])


def test_a_child_answers() -> None:
    """Solutions, candidates and verdicts come from a child as they are computed here."""
    draft = Draft.blank(4).play("r1c1=1").play("+anti_king")
    look = Look(draft_solver.solutions, draft.to_text(), seconds=100.0, otherwise=UNKNOWN)
    assert look().number == analysis.solutions(draft, 100).number
    none = Draft.blank(4).play("r1c1=1").play("+killer:sum=3:r1c1r1c2;+killer:sum=4:r1c1r1c2r2c1")
    asked = (none.to_text(), 0, 0)
    unknown: list[bool | None] = [None]
    assert Look(draft_solver.judged, *asked, seconds=100.0, otherwise=unknown)() == analysis.judged(none, 0, 0, 100)


def test_a_look_that_takes_long_is_stopped() -> None:
    """What nobody wants any more ends at once, and comes to what was known; the next one is answered."""
    hard = Draft.blank(16).play("+anti_king;+anti_knight;+non_consecutive").to_text()
    known = analysis.Candidates([0] * 256, is_complete=False, possible=[])
    look = Look(draft_solver.true_candidates, hard, known.masks, seconds=600.0, otherwise=known)
    found = list[analysis.Candidates]()
    thread = threading.Thread(target=lambda: found.append(look()))
    thread.start()
    until(lambda: look._child and look._child._child, "the child to work")
    look.stop()
    thread.join(600)
    assert found == [known]
    draft = Draft.blank(4).to_text()
    assert Look(draft_solver.solutions, draft, seconds=100.0, otherwise=UNKNOWN)().number == 2


def test_a_look_that_is_stopped_early_does_not_begin() -> None:
    """What nobody wants any more before a child is free for it comes to what was known."""
    look = Look(draft_solver.solutions, Draft.blank(4).to_text(), seconds=100.0, otherwise=UNKNOWN)
    look.stop()
    assert look() == UNKNOWN
