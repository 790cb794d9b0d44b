"""Dialogs of Sudoku: a new puzzle, the wait for it, a technique to practise, and the end of a puzzle."""

import contextlib
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from textual import events, on, work
from textual.widgets import Input

from tessella import ids
from tessella.errors import StoppedError, TessellaError
from tessella.games import Position
from tessella.i18n import _, half_width, joined
from tessella.play.coach.preferences import SUDOKU
from tessella.play.coach.sudoku import SIZES, SudokuCoach, new_id, review_text
from tessella.play.progress import facts
from tessella.play.session import clock
from tessella.play.tasks import Task, open_task
from tessella.sudoku import LEVELS, level_name
from tessella.sudoku.generator.recipe import SYMMETRIES, symmetry_name
from tessella.sudoku.tutor.practice import level_of_table, technique_of
from tessella.tui.background import run_in_thread
from tessella.tui.dialogs.base import Dialog, buttons, field, lines, table, text
from tessella.tui.keys import key_name
from tessella.tui.widgets.controls import Button, Choice, ListBox

if TYPE_CHECKING:  # the techniques are loaded with the first hint
    from tessella.sudoku.tutor.solve_review import Review, Slip


class NewPuzzleDialog(Dialog[str]):
    """A form for a new puzzle; gives the id to open, or "practice"."""

    AUTO_FOCUS = "#start"  # Enter starts at once

    def __init__(self, box: tuple[int, int], level: str) -> None:
        shape = f"{box[0]}x{box[1]}"
        size = next((size for size, box_ in SIZES.items() if box_ == shape), "9x9")
        labels = [_("any"), *map(level_name, LEVELS)]
        super().__init__(
            _("New puzzle"),
            field(_("Level"), Choice(["", *LEVELS], level if size == "9x9" else "", "level", labels)),
            field(_("Size"), Choice(SIZES, size, "size")),
            field(_("Symmetry"), Choice(SYMMETRIES, "none", "symmetry", [*map(symmetry_name, SYMMETRIES)])),
            field(_("Clues"), Input("", id="clues"), _("a number, or minimal; leave empty for any")),
            field(_("Variant"), Input("", id="variant"), _("such as killer or jigsaw+x, or empty")),
            text(_("Levels are for 9x9. s: practise one technique."), "muted gap"),
            text("", "error"),
            buttons(start=_("Start"), practice=_("Practice"), close=_("Cancel")),
        )

    @on(Choice.Changed)
    def _keep_levels_for_9x9(self, event: Choice.Changed) -> None:
        level, size, _symmetry = self.query(Choice)
        if level.chosen and size.chosen != "9x9":
            if event.control is level:
                size.chosen = "9x9"
            else:
                level.chosen = ""

    @on(Choice.Submitted)
    @on(Input.Submitted)
    @on(Button.Pressed, "#start")
    def _start(self) -> None:
        clues = half_width(self.query_one("#clues", Input).value)
        variant = self.query_one("#variant", Input).value.strip()
        level, size, symmetry = (choice.chosen for choice in self.query(Choice))
        try:
            self.dismiss(new_id(level, size=size, clues=clues, symmetry=symmetry, variant=variant))
        except TessellaError as error:
            self.show_error(error)

    @on(Button.Pressed, "#practice")
    def _practise(self) -> None:
        self.dismiss("practice")

    def on_key(self, event: events.Key) -> None:
        """Go to practice."""
        if key_name(event) == "s":
            event.stop()
            self._practise()


class OptionsDialog(Dialog[dict[str, str]]):
    """A form for what a person prefers; gives the value of each preference."""

    AUTO_FOCUS = "Choice"

    def __init__(self, chosen: dict[str, str]) -> None:
        titles = {name: _(one.title) for name, one in SUDOKU.items()}
        columns = max(map(cell_len, titles.values())) + 2
        super().__init__(
            _("Options"),
            *(
                field(titles[name], Choice(one.values, chosen[name], name, one.labels().values()), columns=columns)
                for name, one in SUDOKU.items()
            ),
            text(
                _("Left and right choose, Enter keeps the choices. Showing mistakes at once counts as a hint."),
                "muted gap",
            ),
            buttons(keep=_("Keep"), close=_("Cancel")),
        )

    @on(Choice.Submitted)
    @on(Button.Pressed, "#keep")
    def _keep(self) -> None:
        self.dismiss({str(choice.id): choice.chosen for choice in self.query(Choice)})


class SolvedDialog(Dialog[str]):
    """Summary of a solved puzzle; gives the action that was chosen."""

    AUTO_FOCUS = "#next"
    CLOSING_KEYS: ClassVar = frozenset({"escape", "q", "space"})
    ACTIONS: ClassVar = {
        "u": "undo", "b": "undo", "o": "statistics", "n": "next", "r": "next", "e": "review", "l": "next_level",
    }  # fmt: skip

    def __init__(self, coach: SudokuCoach, next_label: str) -> None:
        self._coach = coach
        super().__init__(
            _("Solved. Well done!"),
            *lines([(label, value, "") for label, value in facts(coach.game)], gap=2),
            text("", "muted rating"),
            text("", "advice"),
            buttons(next=next_label, close=_("View the grid")),
            text(_("Enter: next puzzle, e: review, u: undo, o: statistics, Esc: close"), "foot"),
        )

    @work
    async def on_mount(self) -> None:
        """Rate the puzzle and review the solve meanwhile."""
        if rating := await self._worked_out(self._coach.rating):
            self.show_text(".rating", _("Sudoku Explainer rating: {er:.1f}").format(er=rating.er))
        if review := await self._worked_out(self._coach.review):
            offer = _("l: {level}").format(level=level_name(review.next_level)) if self._coach.offered_id() else ""
            self.show_text(".advice", joined(filter(None, [review.advice, offer])))

    async def _worked_out(self, ask: Callable[[], Any]) -> Any:
        """Return what the coach answers, None where there is nothing to say."""
        with contextlib.suppress(TessellaError):
            reply = ask()
            if not isinstance(reply, Task):
                return reply
            try:
                await run_in_thread(reply.run)
                return self._coach.complete(reply)
            finally:  # where the dialog is closed, somebody else may ask
                self._coach.drop(reply)
        return None

    def on_key(self, event: events.Key) -> None:
        """Do what a key of the game stands for; `Dialog` sees to Esc, as Textual asks every class."""
        if action := self.ACTIONS.get(key_name(event)):
            event.stop()
            self.dismiss(action)

    @on(Button.Pressed, "#next")
    def _next(self) -> None:
        self.dismiss("next")


class ReviewDialog(Dialog[int | str]):
    """The slips of a solve and what to do next; gives how many moves come before the chosen one, or an id to open."""

    AUTO_FOCUS = "ListBox, Button"
    CLOSING_KEYS: ClassVar = frozenset({"escape", "q", "e"})

    def __init__(self, coach: SudokuCoach, review: "Review", columns: int) -> None:
        self._coach, self._review = coach, review
        names = {"lesson": _("Study: {technique}").format(technique=review.lesson.name)} if review.lesson else {}
        if coach.offered_id():
            names["level"] = _("Next: {level}").format(level=level_name(review.next_level))
        rows = [(clock(slip.ms), slip.cell or "-", slip.name) for slip in review.slips]
        head, *slips = table([(_("time"), _("cell"), _("what happened")), *rows], 2, min(60, columns - 10))
        foot, parts = _("Esc closes."), []
        if slips:
            reason = text(review.slips[0].reason, "reason gap")
            parts = [text(f"  {head}", "muted gap"), ListBox(slips, 0, "moves"), reason]
            foot = _("Arrow keys select, Enter returns to the position before it, Esc closes.")
        told = (text(review_text(review)), *parts, text(review.advice, "gap"))
        super().__init__(_("Review"), *told, buttons(**names, close=_("Close")), text(foot, "foot"))

    @property
    def _slip(self) -> "Slip":
        return self._review.slips[self.query_one(ListBox).number]

    @on(ListBox.Changed)
    def _show_reason(self) -> None:
        self.show_text(".reason", self._slip.reason)

    @on(ListBox.Submitted)
    def _chosen(self) -> None:
        if self._slip.step is None:
            note = _("You cannot return to it: the moves before it were taken back.")
            self.show_text(".reason", joined([self._slip.reason, note]))
        else:
            self.dismiss(self._slip.step)

    @on(Button.Pressed, "#lesson")
    def _practise(self) -> None:
        if self._review.lesson:
            self.dismiss(self._coach.study_id(self._review.lesson))

    @on(Button.Pressed, "#level")
    def _next_level(self) -> None:
        self.dismiss(self._coach.offered_id())


class GeneratingDialog(Dialog[ids.Opening[Position]]):
    """A puzzle is being generated; gives it, or None where the player cancelled."""

    AUTO_FOCUS = "#close"

    def __init__(self, id: str) -> None:
        self._opening = open_task(id)
        self._start = time.monotonic()
        what = id
        if technique := technique_of(id):
            what = _("Technique: {technique}").format(technique=technique.name)
        elif level := level_of_table(id):
            what = _("Level: {level}").format(level=level_name(level))
        parts = (text(what), text("", "muted clock"), text("", "error"), buttons(close=_("Cancel")))
        super().__init__(_("Generating the puzzle ..."), *parts)

    @work
    async def on_mount(self) -> None:
        """Begin."""
        clock_timer = self.set_interval(0.5, self._show_clock)
        self._show_clock()
        await run_in_thread(self._opening.run)
        try:
            opening = self._opening.result()
        except StoppedError:
            return
        except TessellaError as error:
            clock_timer.stop()
            self.show_error(error)
        else:
            if self.is_current:
                self.dismiss(opening)

    def _show_clock(self) -> None:
        elapsed = clock(int((time.monotonic() - self._start) * 1000))
        self.show_text(".clock", _("{time}  Esc cancels").format(time=elapsed))

    def on_unmount(self) -> None:
        """Generate no puzzle that nobody waits for."""
        self._opening.cancel()
