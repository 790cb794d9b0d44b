"""Dialogs of practice: the techniques to choose from, and the words of a lesson."""

from typing import ClassVar

from textual import events, on

from tessella.i18n import _
from tessella.play import progress
from tessella.play.store import Store
from tessella.sudoku.tutor import lessons
from tessella.sudoku.tutor.practice import Lesson, drill_id, technique_of
from tessella.tui.dialogs.base import Dialog, buttons, text
from tessella.tui.keys import key_name
from tessella.tui.widgets.controls import Button, ListBox
from tessella.tui.widgets.text_lines import fit

NAME_COLUMNS = 36


class PracticeDialog(Dialog[str]):
    """A list of techniques, those with a lesson first; gives the id of the lesson, or of the next puzzle."""

    AUTO_FOCUS = ""  # the list sees to it
    CLOSING_KEYS: ClassVar = frozenset({"escape", "q"})

    def __init__(self, store: Store, id: str = "") -> None:
        self._store = store
        courses = {one.lesson.slug: one for one in progress.lessons(store)}
        drilled = [progress.drills(store, courses.pop(slug).lesson) for slug in lessons.taught()]
        self._courses = [*drilled, *courses.values()]
        rows = [fit(one.lesson.name, NAME_COLUMNS) + (one.so_far if one.solved else "") for one in self._courses]
        current, listed = technique_of(id), [one.lesson for one in self._courses]
        super().__init__(
            _("Sudoku lessons and practice"),
            ListBox(rows, listed.index(current) if current else 0, "lessons"),
            text(_("Arrow keys select, Enter opens, Esc goes back."), "foot"),
        )

    @on(ListBox.Submitted)
    def _chosen(self) -> None:
        one = self._courses[self.query_one(ListBox).number]
        is_taught = isinstance(one, progress.Drills)
        self.dismiss(drill_id(one.lesson, 0) if is_taught else progress.course(self._store, one.lesson).next_id)


class LessonDialog(Dialog[str]):
    """The words of a lesson; gives the id of its example, of the next drill or of a puzzle, or "practice"."""

    AUTO_FOCUS = "#box"
    IS_SCROLLED = True
    CLOSING_KEYS: ClassVar = frozenset({"escape", "q"})
    KEYS: ClassVar = {"enter": "example", "e": "example", "d": "drills", "p": "puzzles", "s": "practice"}

    def __init__(self, store: Store, lesson: Lesson) -> None:
        self._store, self._lesson = store, lesson
        words, drilled = lessons.words(lesson.slug), progress.drills(store, lesson)
        idea = "\n".join(_("{n}. {text}").format(n=n, text=sentence) for n, sentence in enumerate(words.idea, 1))
        super().__init__(
            lesson.name,
            text(idea),
            text(_("When to look for it"), "title gap"),
            text(words.look),
            text(_("Drills: {so_far}").format(so_far=drilled.so_far), "muted gap"),
            buttons(example=_("Example"), drills=_("Drills"), puzzles=_("Puzzles"), practice=_("All lessons")),
            text(_("e: example, d: drills, p: puzzles, s: all lessons, Esc: close"), "foot"),
        )

    def on_key(self, event: events.Key) -> None:
        """Go where a key leads; `Dialog` sees to Esc, as Textual asks every class."""
        name = key_name(event)
        is_on_button = isinstance(self.focused, Button) and name == "enter"
        if name in self.KEYS and not is_on_button:
            event.stop()
            self._go(self.KEYS[name])

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self._go(str(event.control.id))

    def _go(self, where: str) -> None:
        course = progress.course(self._store, self._lesson)
        ids = {
            "example": drill_id(self._lesson, 0),
            "drills": progress.drills(self._store, self._lesson).next_id or course.next_id,
            "puzzles": course.next_id,
        }
        self.dismiss(ids.get(where, where))
