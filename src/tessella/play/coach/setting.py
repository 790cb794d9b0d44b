"""Coach of a setter: what can be said of a draft, worked out in parts while it is being set."""

from collections.abc import Callable
from typing import Any, ClassVar, cast

from tessella.errors import TessellaError
from tessella.i18n import _, joined
from tessella.play import draft_solver
from tessella.play.coach import Coach, Outcome
from tessella.play.draft_solver import Look
from tessella.play.scores import Table
from tessella.play.tasks import Task
from tessella.play.warm_up import warm_up
from tessella.sudoku.rules.phrasing import told
from tessella.sudoku.setting import analysis
from tessella.sudoku.setting.draft import Draft
from tessella.sudoku.variants.two_speed_solver import ENGINE

SECONDS = (0.5, 2.0, 8.0)  # of one search after another, each from the start: what is quick is told at once
JUDGING = 15.0  # seconds after which no more clues are left out in turn
PART = 1.0  # seconds of it after which what was found is told


class Answer(str):
    """A sentence on what was found out."""

    __slots__ = ()

    @property
    def text(self) -> str:
        """The sentence itself."""
        return str(self)


class SettingCoach(Coach):
    """Coach of a draft: it counts solutions, then looks for true candidates, then at what could be left out."""

    position: Draft
    verbs: ClassVar = frozenset[str]()

    def __init__(self, game: Any, **options: object) -> None:
        super().__init__(game, **options)
        self._running: Task[Any] | None = None
        warm_up(game.store, ENGINE)

    # --- What is known of the draft as it stands ---

    @property
    def problems(self) -> list[Any]:
        """What is wrong at first sight: givens that clash, cells and houses with no candidate left."""
        if (found := self._recall("problems")) is None:
            found = self._keep("problems", self.position.problems())
        return list(found)

    @property
    def solutions(self) -> analysis.Solutions | None:
        """How many solutions there are, as far as is known; None before the first look."""
        return cast("analysis.Solutions | None", self._of("solutions"))

    @property
    def candidates(self) -> analysis.Candidates:
        """The candidates that stand in solutions; as long as that is not known, beside them all that could."""
        found: analysis.Candidates | None = self._of("candidates")
        if found and found.is_complete:
            return found
        possible = found.possible if found else self.position.candidates()
        return analysis.Candidates([*possible], is_complete=False, possible=[])

    def _of(self, kind: str) -> Any:
        found = self._recall(kind)
        return found[0] if found else None

    @property
    def judged(self) -> list[tuple[analysis.Clue, bool | None]]:
        """The clues that were left out so far, and of each whether that matters to nobody, or would mend the draft."""
        return list(zip(analysis.clues(self.position), self._of("clues") or (), strict=False))

    @property
    def is_busy(self) -> bool:
        """Whether there is more to be found out."""
        return self._next() is not None

    def summary(self) -> str:
        """Return how many solutions there are, in a sentence."""
        found, draft = self.solutions, self.position
        if self.problems:
            return _("No solution.")
        if found is None:
            return _("Looking for solutions ...")
        if found.number is None:
            seconds = sum(SECONDS[: self._recall("solutions")[1]])
            text = _("Not known yet after {n:g} s.") if self.is_busy else _("Not known after {n:g} s.")
            at_least = [_("There is a solution.")] if found.examples else []
            return joined([text.format(n=seconds), *at_least])
        if found.number < 2:
            return (_("No solution."), _("One solution."))[found.number]
        cell, pair = next(
            (cell, pair) for cell, pair in enumerate(zip(*found.examples, strict=True)) if len({*pair}) > 1
        )
        one, other = (draft.rules.signs[digit] for digit in sorted(pair))
        return _("Several solutions: {cell} may be {one} or {other}.").format(
            cell=draft.name(cell), one=one, other=other
        )

    # --- What is worked out ---

    def _next(self) -> tuple[str, Look[Any]] | None:
        """Return what is to be found out next, and the look that tells it."""
        text = self.position.to_text()
        if self.problems or self._recall("failed"):
            return None
        solutions, tries = self._recall("solutions") or (None, 0)
        if solutions is None or (solutions.number is None and tries < len(SECONDS)):
            unknown = solutions or analysis.Solutions(None, [])
            return "solutions", Look(draft_solver.solutions, text, seconds=SECONDS[tries], otherwise=unknown)
        candidates, looks = self._recall("candidates") or (None, 0)
        if solutions.number and (candidates is None or (not candidates.is_complete and looks < len(SECONDS))):
            known = candidates or analysis.Candidates([], is_complete=False, possible=[*self.position.candidates()])
            about = (text, known.masks)
            return "candidates", Look(draft_solver.true_candidates, *about, seconds=SECONDS[looks], otherwise=known)
        verdicts, parts = self._recall("clues") or ([], 0)
        left = len(analysis.clues(self.position)) - len(verdicts)
        if solutions.number in (0, 1) and left and parts * PART < JUDGING:
            asked = (text, solutions.number, len(verdicts))
            return "clues", Look(draft_solver.judged, *asked, seconds=PART, otherwise=[None])
        return None

    def analyse(self) -> Task[Any] | None:
        """Return the task of finding out more; None where there is no more, or it is being found out.

        What was being found out of the draft as it stood before is given up.
        """
        if self.is_pending("analysis"):
            return None
        if self._running:
            self._running.cancel()
            self._running = None
        if (due := self._next()) is None:
            return None
        kind, look = due
        self._running = self._start("analysis", look, lambda value: self._learn(kind, value), cancel=look.stop)
        return self._running

    def complete(self, task: Task[Any]) -> Any:
        """Return what was found out; where that fails, no more is looked for in the draft as it stands."""
        try:
            return super().complete(task)
        except TessellaError:
            self._keep("failed", value=True)
            raise

    def _learn(self, kind: str, value: Any) -> Answer:
        """Keep what was found out; return what is said of it."""
        before, times = self._recall(kind) or ([], 0)
        said = self.summary() if before else ""
        self._keep(kind, (before + value if kind == "clues" else value, times + 1))
        if kind == "solutions":
            text = self.summary()
            return Answer("" if text == said else text)
        return Answer("" if self.is_busy else self.verdict())

    def verdict(self) -> str:
        """Return what else was found out, in a sentence: of candidates, and of leaving clues out; "" for nothing."""
        if self.solutions and self.solutions.number and not self.candidates.is_complete and not self.is_busy:
            return _("It is not known whether each of these candidates occurs in a solution.")
        marked = [clue for clue, is_idle in self.judged if is_idle]
        if self.solutions is None or not marked:
            return ""
        n, several = len(marked), len(marked) > 1
        if self.solutions.number:
            text = _("Any one of {n} clues could be removed.") if several else _("One clue is not needed ({clue}).")
        elif several:
            text = _("There is a solution without any one of the {n} marked clues.")
        else:
            text = _("Without the marked clue there is a solution ({clue}).")
        return text.format(n=n, clue=self._told(marked[0]))

    def _told(self, clue: analysis.Clue) -> str:
        """Return a clue in words."""
        draft = self.position
        if clue.cell < 0:
            return told(draft.constraints[clue.constraint], draft.rules)
        cell, digit = draft.name(clue.cell), draft.rules.signs[draft.givens[clue.cell]]
        return _("{cell} is {digit}").format(cell=cell, digit=digit)

    # --- What every coach is asked, and a draft has not ---

    shown = None

    def hint(self, _stage: int | None = None) -> Any:
        """Refuse: there is no hint for a draft."""
        return self._refuse()

    def _shown_moves(self) -> tuple[str, ...]:
        return ()

    def dismiss(self) -> bool:
        """Return False: there is no hint."""
        return False

    def _reviewer_of(self, most: int) -> Callable[[], object]:  # noqa: ARG002 - there is none
        return self._refuse()  # type: ignore[no-any-return]

    def counts(self) -> list[tuple[str, object]]:
        """Return how many givens and rules there are."""
        draft = self.position
        return [(_("Givens"), sum(map(bool, draft.givens))), (_("Rules"), len(draft.constraints))]

    def outcome(self, *, was_won: bool | None = None) -> Outcome | None:
        """Return None: a draft does not end."""

    def farewell(self) -> str:
        """Return that the draft is saved, where it is."""
        return "" if self.game.loss else _("The draft is saved.")

    def statistics(self) -> Table:
        """Return an empty table."""
        return Table("", (), [])
