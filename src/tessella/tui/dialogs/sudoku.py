"""Dialogs of Sudoku: a new puzzle, the wait for it, a technique to practise, and the end of a puzzle."""

import time
from collections.abc import Iterable
from typing import ClassVar

from rich.cells import cell_len
from textual import events, on
from textual.widget import Widget
from textual.widgets import Input

from tessella import ids
from tessella.errors import TessellaError
from tessella.games import Position
from tessella.i18n import _, half_width
from tessella.play.coach import Coach, StoppedError, open_task
from tessella.play.progress import course, lessons
from tessella.play.session import clock
from tessella.play.store import Store
from tessella.sudoku import LEVELS, level_name
from tessella.sudoku.generator.recipe import SYMMETRIES, Recipe
from tessella.sudoku.tutor.practice import LESSONS, LONG, level_of_table, technique_of
from tessella.tui.background import run_in_thread
from tessella.tui.dialogs.base import Dialog, buttons, field, line, text
from tessella.tui.keys import key_name
from tessella.tui.widgets.controls import Button, Choice, ListBox
from tessella.tui.widgets.text_lines import fit


class NewPuzzleDialog(Dialog[str]):
    """What a new puzzle should be like; gives the id to open, or "practice"."""

    BOXES: ClassVar = {"4x4": "2x2", "6x6": "2x3", "9x9": "3x3", "12x12": "3x4", "16x16": "4x4"}

    def __init__(self, box: tuple[int, int], level: str) -> None:
        super().__init__()
        shape = f"{box[0]}x{box[1]}"
        self._first_size = next((size for size, box_ in self.BOXES.items() if box_ == shape), "9x9")
        self._first_level = level if self._first_size == "9x9" else ""

    def content(self) -> Iterable[Widget]:
        """Return a field for each property of the puzzle."""
        yield text(_("New puzzle"), "title")
        labels = {"": _("any")} | {level: level_name(level) for level in LEVELS}
        yield field(_("Level"), Choice(labels, self._first_level, "level", label=labels.__getitem__))
        yield field(_("Size"), Choice(self.BOXES, self._first_size, "size"))
        yield field(_("Symmetry"), Choice(SYMMETRIES, "none", "symmetry"))
        yield field(_("Clues"), Input("", id="clues"), _("a number, or minimal; leave empty for any"))
        yield text(_("Levels are for 9x9. s: practise one technique."), "muted gap")
        yield text("", "error")
        yield buttons(start=_("Start"), practice=_("Practice"), close=_("Cancel"))

    def on_mount(self) -> None:
        """Let Enter start at once."""
        self.query_one("#start").focus()

    @on(Choice.Changed, "#level")
    def _level_changed(self) -> None:
        if self._chosen("level"):
            self.query_one("#size", Choice).choose("9x9")

    @on(Choice.Changed, "#size")
    def _size_changed(self) -> None:
        if self._chosen("size") != "9x9":
            self.query_one("#level", Choice).choose("")

    def _chosen(self, id: str) -> str:
        return self.query_one(f"#{id}", Choice).chosen

    @on(Choice.Submitted)
    @on(Input.Submitted)
    @on(Button.Pressed, "#start")
    def _start(self) -> None:
        clues, symmetry = half_width(self.query_one("#clues", Input).value), self._chosen("symmetry")
        parts = [self._chosen("level") or self.BOXES[self._chosen("size")]]
        parts += [f"clues={clues}" if clues.isdecimal() else clues] if clues else []
        parts += [symmetry] if symmetry != "none" else []
        try:
            recipe = Recipe.parse("/".join(parts))
        except TessellaError as error:
            self.show_error(error)
        else:
            self.dismiss(f"sudoku:{str(recipe) or '3x3'}")

    @on(Button.Pressed, "#practice")
    def _practise(self) -> None:
        self.dismiss("practice")

    def on_key(self, event: events.Key) -> None:
        """Go to practice."""
        if key_name(event) == "s":
            event.stop()
            self._practise()


class PracticeDialog(Dialog[str]):
    """A list of techniques; gives the id of the next puzzle of the chosen course."""

    AUTO_FOCUS = ""
    CLOSING_KEYS: ClassVar = frozenset({"escape", "q"})

    def __init__(self, store: Store, id: str = "") -> None:
        super().__init__()
        self._store = store
        self._puzzle_id = id

    def content(self) -> Iterable[Widget]:
        """Return a line a technique: its name, and how much of its course is solved."""
        current, slugs = technique_of(self._puzzle_id), list(LESSONS)
        lines = []
        for one in lessons(self._store):
            so_far = _("{solved} of {all}").format(solved=one.solved, all=one.total) if one.solved else ""
            lines.append(fit(one.lesson.name, 26) + so_far)
        yield text(_("Practice: {n} puzzles that need one technique").format(n=LONG), "title")
        yield ListBox(lines, slugs.index(current.slug) if current else 0, "lessons")
        yield text(_("Arrow keys select, Enter starts, Esc goes back."), "foot")

    def on_mount(self) -> None:
        """Let arrows choose, with the title in sight."""
        self.query_one(ListBox).focus(scroll_visible=False)

    @on(ListBox.Chosen)
    def _chosen(self, event: ListBox.Chosen) -> None:
        self.dismiss(course(self._store, list(LESSONS.values())[event.number]).next_id)


class SolvedDialog(Dialog[str]):
    """How a puzzle was solved; gives the action that was chosen."""

    CLOSING_KEYS: ClassVar = frozenset({"escape", "q", "space"})
    ACTIONS: ClassVar = {"u": "undo", "b": "undo", "o": "statistics", "n": "next", "r": "next"}

    def __init__(self, coach: Coach, facts: list[tuple[str, str]], next_label: str) -> None:
        super().__init__()
        self._coach = coach
        self._facts = facts
        self._next_label = next_label

    def content(self) -> Iterable[Widget]:
        """Return a line a fact, and what can be done now."""
        yield text(_("Solved. Well done!"), "title")
        width = max((cell_len(label) for label, _value in self._facts), default=0) + 2
        yield from (line(label, value, width) for label, value in self._facts)
        yield text("", "muted rating")
        yield buttons(next=self._next_label, close=_("View the grid"))
        yield text(_("Enter: next puzzle, u: undo, o: statistics, Esc: close"), "foot")

    def on_mount(self) -> None:
        """Let Enter go on; rate the puzzle meanwhile."""
        self.query_one("#next").focus()
        self.run_worker(self._rate())

    async def _rate(self) -> None:
        if task := self._coach.rating():
            await run_in_thread(task.run)
            if rating := self._coach.complete(task):
                self.show_text(".rating", _("Sudoku Explainer rating: {er:.1f}").format(er=rating.er))

    def on_key(self, event: events.Key) -> None:
        """Do what a key of the game stands for; `Dialog` sees to Esc, as Textual asks every class."""
        if action := self.ACTIONS.get(key_name(event)):
            event.stop()
            self.dismiss(action)

    @on(Button.Pressed, "#next")
    def _next(self) -> None:
        self.dismiss("next")


class GeneratingDialog(Dialog[ids.Opening[Position]]):
    """A puzzle is being generated; gives it, or None where the player cancelled."""

    def __init__(self, id: str) -> None:
        super().__init__()
        self._puzzle_id = id
        self._opening = open_task(id)
        self._start = time.monotonic()
        self._has_failed = False

    def content(self) -> Iterable[Widget]:
        """Return what is being generated, and how to cancel."""
        yield text(_("Generating the puzzle ..."), "title")
        yield text(_description(self._puzzle_id))
        yield text("", "muted clock")
        yield text("", "error")
        yield buttons(close=_("Cancel"))

    def on_mount(self) -> None:
        """Begin."""
        self.query_one("#close").focus()
        self.set_interval(0.5, self._tick)
        self._tick()
        self.run_worker(self._generate())

    def _tick(self) -> None:
        if not self._has_failed:
            elapsed = clock(int((time.monotonic() - self._start) * 1000))
            self.show_text(".clock", _("{time}  Esc cancels").format(time=elapsed))

    async def _generate(self) -> None:
        await run_in_thread(self._opening.run)
        try:
            opening = self._opening.result()
        except StoppedError:
            return
        except TessellaError as error:
            self._has_failed = True
            self.show_error(error)
        else:
            if self.is_current:
                self.dismiss(opening)

    def on_unmount(self) -> None:
        """Generate no puzzle that nobody waits for."""
        self._opening.cancel()


def _description(id: str) -> str:
    if technique := technique_of(id):
        return _("Technique: {technique}").format(technique=technique.name)
    if level := level_of_table(id):
        return _("Level: {level}").format(level=level_name(level))
    return id
