"""The choice of a new Sudoku: level, size, symmetry and clues."""

from collections.abc import Iterable
from typing import ClassVar

from textual import events, on
from textual.widget import Widget
from textual.widgets import Input

from tessella.errors import TessellaError
from tessella.i18n import _
from tessella.sudoku import LEVELS, level_name
from tessella.sudoku.generator.recipe import SYMMETRIES, Recipe
from tessella.tui.dialogs.base import Dialog, buttons, field, text
from tessella.tui.keys import half_width, key_name
from tessella.tui.widgets.controls import Button, Choice


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
        yield field(_("Clues"), Input("", id="clues"), _("a number, or minimal; empty for any"))
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
