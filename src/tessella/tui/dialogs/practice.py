"""The choice of a technique to practise."""

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.widget import Widget

from tessella.i18n import _
from tessella.play.progress import course, lessons
from tessella.play.store import Store
from tessella.sudoku.tutor.practice import LESSONS, LONG, technique_of
from tessella.tui.dialogs.base import Dialog, text
from tessella.tui.widgets.controls import ListBox
from tessella.tui.widgets.text_lines import fit


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
