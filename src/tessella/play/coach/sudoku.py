"""Coach of Sudoku: hints in stages, checks, practice."""

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar, cast

from tessella.errors import ParseError, PuzzleError
from tessella.games import Position
from tessella.i18n import _, joined, ngettext, sentence
from tessella.play import progress
from tessella.play.coach import Coach, Outcome, WentBack, preferences
from tessella.play.scores import Table
from tessella.play.session import Entry, clock
from tessella.play.stored_game import StoredGame
from tessella.play.tasks import Task
from tessella.sudoku.board import Board, Problem
from tessella.sudoku.generator.recipe import Recipe, read_variants
from tessella.sudoku.rating.levels import is_rateable
from tessella.sudoku.rating.rater import Rating, rate_in_plain
from tessella.sudoku.solver import count, solve
from tessella.sudoku.tutor import practice

if TYPE_CHECKING:  # the techniques are loaded with the first hint
    from tessella.sudoku.tutor.drills import Drill, Verdict
    from tessella.sudoku.tutor.hints import Hint
    from tessella.sudoku.tutor.solve_review import Review

CHECK_TIMEOUT = 20.0  # seconds that a check may take to solve the puzzle
RATING_TIMEOUT = 3.0  # seconds of processor time in which a solved puzzle is rated, or not
STAGES = 3  # stages of a hint: where to look, which technique, why; of a chain one more, its notation


Answer = TypeVar("Answer")


class ShownHint(NamedTuple):
    """As much of a hint as is shown."""

    hint: "Hint"
    stage: int  # 1 where to look, 2 which technique, 3 why, with the cells and the moves, 4 the same in notation

    @property
    def sentences(self) -> tuple[str, ...]:
        """The text so far, one sentence per stage."""
        return (self.hint.where, self.hint.technique, self.hint.reason, self.hint.notation)[: self.stage]

    @property
    def text(self) -> str:
        """The last of these sentences."""
        return self.sentences[-1]

    @property
    def is_full(self) -> bool:
        """Whether the reason is shown, so that it can be followed."""
        return self.stage >= STAGES

    @property
    def stages(self) -> int:
        """How many stages the hint has."""
        return STAGES + bool(self.hint.notation)

    @property
    def has_more(self) -> bool:
        """Whether a further stage is left."""
        return self.stage < self.stages


class CheckResult(NamedTuple):
    """Result of a check."""

    wrong: tuple[int, ...]  # the cells that differ from the solution
    clashes: tuple[Problem, ...] = ()  # all can see these, so they are told first, and for nothing

    @property
    def text(self) -> str:
        """The sentence for the player."""
        if self.clashes:
            return "\n".join(str(problem) for problem in self.clashes)
        if not self.wrong:
            return _("Everything is right so far.")
        return ngettext(
            "{n} digit is wrong. Check again to undo back to the first mistake.",
            "{n} digits are wrong. Check again to undo back to the first mistake.",
            len(self.wrong),
        ).format(n=len(self.wrong))


class DrillResult(NamedTuple):
    """Result of a check in a drill."""

    verdict: "Verdict"
    drills: progress.Drills  # how far those of the lesson are done

    @property
    def is_done(self) -> bool:
        """Whether the drill is done."""
        return self.verdict.is_done

    @property
    def wrong(self) -> tuple[int, ...]:
        """The cells in which something is wrong."""
        return self.verdict.wrong

    @property
    def text(self) -> str:
        """The sentences for the player."""
        text = self.verdict.text
        return joined([text, sentence(self.drills)]) if self.is_done else text


class SudokuCoach(Coach):
    """Coach of a Sudoku."""

    position: Board
    verbs: ClassVar = frozenset({"hint", "follow", "check", "practice", "rating", "review"})
    runs_clock_from_start: ClassVar = True

    def __init__(self, game: StoredGame, **options: object) -> None:
        super().__init__(game, **options)
        self._stage = 0
        self._asked_stage = 0
        self._solutions: dict[tuple[int, ...], Board] = {}
        self._looked_up: set[tuple[int, ...]] = set()  # the puzzles that were solved to show mistakes at once
        self._drills: dict[str, Drill] = {}

    def pending_text(self, kind: str) -> str:
        """Return what is said while something of a kind is worked out."""
        return _("Looking for the next step ...") if kind == "hint" else super().pending_text(kind)

    def warm_up(self) -> None:
        """Load the techniques that the first hint needs; slow, and for any thread."""
        practice.hint(Board.parse("1... ..2. .3.. ...4"))

    @property
    def shown(self) -> ShownHint | None:
        """As much of the hint for the position now as is shown."""
        hint = self._recall("hint")
        return ShownHint(hint, self._stage) if hint and self._stage else None

    def hint(self, stage: int | None = None) -> Task[Any] | ShownHint | None:
        """Return a hint on the position now, or more of it: one stage further, or the stage that is asked for.

        It counts once a position. Asked for again while it is looked for, it will be told one stage further.
        """
        self._refuse_solved()
        if hint := self._recall("hint"):
            return self._show_at(hint, stage or self._stage + 1)
        is_pending = self.is_pending("hint")
        self._asked_stage = stage or (self._asked_stage if is_pending else 0) + 1
        board, lesson = self.position, practice.technique_of(self.game.session.id)
        return self._start("hint", partial(practice.hint, board, lesson), self._show)

    def _show(self, hint: "Hint") -> ShownHint | None:
        self.game.count_hint()
        if self.position != hint.board:  # another window was quicker
            return None
        return self._show_at(self._keep("hint", hint), self._asked_stage)

    def _show_at(self, hint: "Hint", stage: int) -> ShownHint:
        self._stage = min(max(stage, 1), ShownHint(hint, STAGES).stages)
        return ShownHint(hint, self._stage)

    def _shown_moves(self) -> tuple[str, ...]:
        return self.shown.hint.moves if self.shown and self.shown.is_full else ()

    def dismiss(self) -> bool:
        """Put the hint away; return whether there was one."""
        was_shown = self.shown is not None
        self._stage = 0
        return was_shown

    @property
    def wrong_cells(self) -> tuple[int, ...]:
        """The cells that a check of the position now has found wrong."""
        return self._recall("check") or ()

    def check(self) -> Task[Any] | CheckResult | DrillResult | WentBack | None:
        """Return what is wrong: digits that clash, then what differs from the solution, which counts as a hint.

        Asked again with wrong cells on show, take back to before the first mistake. In a drill return how it stands.
        """
        self._refuse_solved()
        if practice.drill_of(self.game.session.id):
            return self._judge("check", self._verdict)
        board = self.position
        solution = self._solutions.get(board.givens)
        if solution and self.wrong_cells:
            return self._go_back(solution)
        if (clashes := tuple(board.conflicts())) and not self._recall("clashes"):
            return CheckResult((), self._keep("clashes", clashes))
        if solution:
            return self._compare(solution)
        return self._start(
            "check",
            partial(solve, board.puzzle, timeout=CHECK_TIMEOUT),
            self._take_solution,
            about=lambda position: position.givens,
        )

    def _take_solution(self, solution: Board) -> CheckResult | None:
        self._solutions = {self.position.givens: solution}
        return None if self.position.is_over() else self._compare(solution)

    def _compare(self, solution: Board) -> CheckResult:
        self.game.count_hint()  # a look at the solution is one
        return CheckResult(self._keep("check", self.position.mistakes(solution)))

    def _judge(self, kind: str, take: Callable[["Drill", practice.Lesson, int], Answer]) -> Task[Any] | Answer | None:
        """Return what `take` makes of the drill that this is, or the task of looking for all that its technique gives.

        None where this is no drill.
        """
        session, drilled = self.game.session, practice.drill_of(self.game.session.id)
        if drilled is None:
            return None
        if drill := self._drills.get(session.id):
            return take(drill, *drilled)
        lesson, start = drilled[0], cast("Board", session.start)

        def keep(drill: "Drill") -> Answer:
            self._drills = {session.id: drill}
            return take(drill, *drilled)

        return self._start(kind, partial(practice.drill, lesson, start), keep, about=lambda _position: session.id)

    def _verdict(self, drill: "Drill", lesson: practice.Lesson, number: int) -> DrillResult:
        verdict = drill.judge(self.position)
        self._keep("check", verdict.wrong)
        drilled = progress.remember_drill if verdict.is_done else progress.drills
        return cast("DrillResult", self._keep("drill", DrillResult(verdict, drilled(self.game.store, lesson, number))))

    @property
    def judged(self) -> DrillResult | None:
        """How the drill stands, where that was looked at in the position now."""
        return cast("DrillResult | None", self._recall("drill"))

    def _verdict_at_the_end(self, drill: "Drill", lesson: practice.Lesson, number: int) -> DrillResult | None:
        """Return how a drill stands once its last step is done, None before and after."""
        session = self.game.session
        if not session.step or drill.judge(cast("Board", session.position_after(session.step - 1))).is_done:
            return None
        return self._verdict(drill, lesson, number) if drill.judge(self.position).is_done else None

    def instant_mistakes(self) -> Task[Any] | CheckResult | DrillResult | None:
        """Return what is wrong, for those who want to see mistakes at once; None for others, and before any digit.

        To be asked after every change; `wrong_cells` holds until the next one. That a digit is not called wrong helps
        too, so the first look counts as a hint; once a puzzle has had a hint, no more. A puzzle without a single
        solution says so once. In a drill all are told that it is done.
        """
        board = self.position
        if practice.drill_of(self.game.session.id) and not board.is_over():
            return self._judge("mistakes", self._verdict_at_the_end)
        wants_it = preferences.chosen(self.game.store, "mistakes") == "instant"
        if not wants_it or board.is_over() or board.digits == board.givens:
            return None
        if solution := self._solutions.get(board.givens):
            return self._compare_at_once(solution)
        if board.givens in self._looked_up:
            return None
        self._looked_up.add(board.givens)
        return self._start(
            "mistakes",
            partial(solve, board.puzzle, timeout=CHECK_TIMEOUT),
            self._take_solution_at_once,
            about=lambda position: position.givens,
        )

    def _take_solution_at_once(self, solution: Board) -> Any:
        self._solutions = {self.position.givens: solution}
        return self.instant_mistakes()

    def _compare_at_once(self, solution: Board) -> CheckResult:
        if not self.game.session.hints:
            self.game.count_hint()
        return CheckResult(self._keep("check", self.position.mistakes(solution)))

    @property
    def digit_sign(self) -> str:
        """The sign of moves that write a digit: `=` where it goes from the marks of its peers, `:` where they stay."""
        return ":" if preferences.chosen(self.game.store, "marks") == "keep" else "="

    def _go_back(self, solution: Board) -> WentBack:
        positions = cast("tuple[Board, ...]", self.game.session.positions)
        first = next(step for step, position in enumerate(positions) if position.mistakes(solution))
        step = max(first - 1, 0)
        self.game.back_to(step)
        return WentBack(step, is_before_mistake=True)

    def next_id(self) -> str:
        """Return the id of the next puzzle of the course, or of one like this.

        A seed that is secret is that of no course: the id of its next puzzle would tell it.
        """
        course = None if self.game.is_secret else progress.course_of(self.game.store, self.game.session.id)
        return (course.next_id or self.practice_id(course.lesson.slug)) if course else self.game.again

    def practice_id(self, technique: str | None = None) -> str:
        """Return the id of the next puzzle that needs a technique, by default that of the course that this is in."""
        session_id = self.game.session.id
        lesson = practice.lesson(technique) if technique else practice.technique_of(session_id)
        if lesson is None:
            raise ParseError(_("expected a technique to practise, got {text}"), text="")
        return progress.course(self.game.store, lesson).next_id or f"sudoku:technique={lesson.slug}"

    def study_id(self, lesson: practice.Lesson) -> str:
        """Return the id of the lesson on a technique, where there is none of the next puzzle that needs it."""
        return practice.drill_id(lesson, 0) if lesson.is_taught else self.practice_id(lesson.slug)

    def rating(self) -> Task[Any] | None:
        """Return the task of rating the puzzle: a `Rating`, or None where that takes too long or has no meaning."""
        return self._start("rating", partial(_rated, self.position.puzzle), lambda rating: rating)

    def _reviewer_of(self, most: int) -> "Callable[[], Review]":
        session, level = self.game.session, practice.level_of_table(self.game.table)
        if practice.drill_of(session.id):
            self._refuse()
        usual = next((row.mean_ms for row in progress.standings(self.game.store) if level and row.level == level), 0)
        start, journal = cast("Board", session.start), tuple(session.journal)
        return partial(_reviewed, start, journal, level=level, usual=usual / 1000, most=most)

    def _take_review(self, review: "Review") -> "Review":
        if review.is_solved and practice.level_of_table(self.game.table):
            progress.remember_level(self.game.store, review.next_level)  # what is offered first from now on
        return cast("Review", super()._take_review(review))

    def _places(self, review: "Review") -> list[tuple[int | None, Position]]:
        return [(slip.step, slip.board) for slip in review.slips]

    def offered_id(self) -> str:
        """Return the id of a new puzzle of the level that a review offers next, "" where it offers no other one."""
        level, review = practice.level_of_table(self.game.table), self.reviewed
        return f"sudoku:{review.next_level}" if review and level and review.next_level != level else ""

    def counts(self) -> list[tuple[str, object]]:
        """Return blank cells, undos and hints."""
        return [(_("Empty"), self.position.digits.count(0)), *super().counts()]

    def outcome(self, *, was_won: bool | None = None) -> Outcome | None:  # noqa: ARG002 - a Sudoku is won at its end
        """Return that the puzzle is solved, or that the drill is done, or None."""
        if self.position.is_over():
            return Outcome((_("Solved. Well done!"),), is_won=True)
        judged = self.judged
        return Outcome((judged.text,), is_won=True) if judged and judged.is_done else None

    def farewell(self) -> str:
        """Return that the puzzle is saved, where it is."""
        return "" if self.game.loss else _("The puzzle is saved.")

    def statistics(self) -> Table:
        """Return what was played at each level."""
        head = (_("Level"), _("Games"), _("Solved"), _("No help"), _("Fastest"), _("Mean"))
        rows = [
            (
                *(row.name, str(row.games), str(row.solved), str(row.unaided)),
                *(clock(row.best_ms) if row.unaided else "-", clock(row.mean_ms) if row.solved else "-"),
            )
            for row in progress.standings(self.game.store)
        ]
        return Table(_("Statistics"), head, rows)

    def notes(self) -> list[str]:
        """Return the days in a row and the courses that were begun."""
        return progress.notes(self.game.store)

    def _refuse_solved(self) -> None:
        if self.position.is_over():
            raise PuzzleError(_("the puzzle is already solved"))


def _rated(puzzle: Board) -> Rating | None:
    rateable = is_rateable(puzzle.rules) and count(puzzle) == 1
    end = time.thread_time() + RATING_TIMEOUT
    return rate_in_plain(puzzle, is_over=lambda: time.thread_time() > end) if rateable else None


def _reviewed(start: Board, journal: "tuple[Entry, ...]", **options: Any) -> "Review":
    from tessella.sudoku.tutor import solve_review  # noqa: PLC0415 - only who asks needs the techniques

    return solve_review.review(solve_review.Solve(start, journal), **options)


def review_text(review: "Review") -> str:
    """Return how a solve went, in a few words: its time, how many slips it had, and what took longest."""
    time = clock(round(1000 * review.seconds))
    sentences = [(_("Solved in {time}.") if review.is_solved else _("{time} so far.")).format(time=time)]
    named = {
        "guess": ngettext("{n} guess", "{n} guesses", review.counts["guess"]),
        "mistake": ngettext("{n} mistake", "{n} mistakes", review.counts["mistake"]),
        "overlooked": ngettext("{n} single overlooked", "{n} singles overlooked", review.counts["overlooked"]),
        "wait": ngettext("{n} long wait", "{n} long waits", review.counts["wait"]),
        "help": ngettext("{n} hint", "{n} hints", review.counts["help"]),
    }
    if slips := [named[kind].format(n=n) for kind, n in review.counts.items() if n]:
        sentences.append(_("{slips}.").format(slips=_(", ").join(slips)))
    longest = [spent for spent in review.spent if spent.technique and spent.seconds >= 1][:2]
    if spent := [f"{_(one.technique)} {clock(round(1000 * one.seconds))}" for one in longest]:
        sentences.append(_("Most time: {spent}.").format(spent=_(", ").join(spent)))
    return joined(sentences)


SIZES = {"4x4": "2x2", "6x6": "2x3", "9x9": "3x3", "12x12": "3x4", "16x16": "4x4"}  # of a form, with their boxes


def new_id(level: str = "", *, size: str = "9x9", clues: str = "", symmetry: str = "none", variant: str = "") -> str:
    """Return the id of a new puzzle as a person fills in a form; raise TessellaError where none can be like that.

    >>> new_id("hard", clues="24"), new_id(size="6x6", clues="minimal"), new_id()
    ('sudoku:hard/clues=24', 'sudoku:2x3/minimal', 'sudoku:3x3')
    >>> new_id(variant="killer"), new_id("hard", variant="x+killer")
    ('sudoku:killer', 'sudoku:killer+x/hard')
    """
    parts = [
        "+".join(read_variants(variant)) if variant else "",
        level,
        "" if size == "9x9" else SIZES.get(size, size),
        f"clues={clues}" if clues else "",
    ]
    parts += ["" if symmetry == "none" else symmetry]
    return f"sudoku:{str(Recipe.parse('/'.join(filter(None, parts)))) or '3x3'}"
