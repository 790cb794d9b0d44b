"""Base of all dialogs: the sheet they stand on, the keys that close them, and the parts they are made of."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, TypeVar

from rich.cells import cell_len
from textual import events, on
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.widget import Widget
from textual.widgets import Static

from tessella.errors import TessellaError
from tessella.i18n import sentence
from tessella.tui.keys import key_name
from tessella.tui.widgets.controls import Button
from tessella.tui.widgets.text_lines import fit

Result = TypeVar("Result")


class _WholeCells(ScrollBarRender):
    """A scroll bar of whole cells: a Chinese terminal draws the signs for parts of one in two columns."""

    VERTICAL_BARS: ClassVar = [" "]


ScrollBar.renderer = _WholeCells


class Dialog(ModalScreen[Result]):
    """A sheet on top of a game."""

    BINDINGS: ClassVar = [("tab,down", "app.focus_next"), ("shift+tab,up", "app.focus_previous")]
    CLOSING_KEYS: ClassVar = frozenset({"escape"})
    IS_SCROLLED: ClassVar = False  # whether the arrows scroll the dialog

    def __init__(self, title: str, *parts: Widget) -> None:
        super().__init__()
        self._parts = (text(title, "title"), *parts)

    def compose(self) -> Iterable[Widget]:
        """Return the sheet."""
        yield VerticalScroll(*self._parts, id="box", can_focus=self.IS_SCROLLED)

    def on_key(self, event: events.Key) -> None:
        """Close the dialog."""
        if key_name(event) in self.CLOSING_KEYS:
            event.stop()
            self.dismiss(None)

    @on(Button.Pressed, "#close")
    def _close(self) -> None:
        self.dismiss(None)

    def show_text(self, selector: str, content: str) -> None:
        """Replace a text of the dialog."""
        self.query_one(selector, Static).update(content)

    def show_error(self, error: TessellaError) -> None:
        """Show what cannot be done."""
        self.show_text(".error", sentence(error) + (f" ({error.hint})" if error.hint else ""))


def text(content: str, classes: str = "") -> Widget:
    """Return a text without markup."""
    return Static(content, classes=f"text {classes}", markup=False)


def buttons(**labels: str) -> Widget:
    """Return a row of buttons, their labels by their ids."""
    return Horizontal(*(Button(label, id) for id, label in labels.items()), classes="buttons")


def field(label: str, control: Widget, about: str = "", *, columns: int = 10) -> Widget:
    """Return a control with its label, in so many columns, and what can be said of it."""
    named = text(label, "label")
    named.styles.width = columns
    return Horizontal(named, control, *([text(about, "muted")] if about else []), classes="field")


def lines(rows: Iterable[tuple[str, str, str]], gap: int) -> list[Widget]:
    """Return a line for each label, text and action that a click stands for; the texts begin in the same column."""
    shown = [(text(label, "key"), cell_len(label), text(content), action) for label, content, action in rows]
    width = max((columns for _label, columns, *_rest in shown), default=0) + gap
    for label, *_rest in shown:
        label.styles.width = width
    return [Horizontal(label, content, classes="line", name=action) for label, _columns, content, action in shown]


def table(rows: Sequence[Sequence[str]], left: int, columns: int) -> list[str]:
    """Return rows as lines of at most `columns`, each column of the table as wide as its widest cell.

    Cells stand to the right; those of column `left` stand to the left, and are cut where there is no room.

    >>> table([("Rules", "Games"), ("2048:classic", "7")], left=0, columns=70)
    ['Rules         Games', '2048:classic      7']
    """
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    widths[left] -= max(0, sum(widths) + 2 * (len(widths) - 1) - columns)
    lines = []
    for row in rows:
        cells = [
            fit(cell, width) if c == left else " " * (width - cell_len(cell)) + cell
            for c, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines
