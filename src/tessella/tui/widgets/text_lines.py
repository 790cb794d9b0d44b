"""How are a few lines of text drawn, and only those again that changed?

A Lines widget stands for panels, messages and rows of keys: it draws through Textual's line API, knows which of its
lines changed, and lets pieces of text be clicked.
"""

import re
from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

__all__ = ["Lines", "Piece", "Row", "button", "fit", "width", "wrap"]

Piece = tuple[str, Style]
Row = Sequence[Piece]

width = cell_len
"""How many columns a text takes in a terminal; a Chinese character takes two."""


def fit(text: str, columns: int) -> str:
    """Return the text in exactly so many columns: filled up with blanks, or cut with `..` at the end.

    >>> fit("abc", 5), fit("撤销重做", 6)
    ('abc  ', '撤销..')
    """
    if cell_len(text) <= columns:
        return text + " " * (columns - cell_len(text))
    return set_cell_size(text, max(columns - 2, 0)) + ".."[:columns]


def wrap(text: str, columns: int) -> list[str]:
    """Return the text in lines of at most so many columns, broken at blanks or between Chinese characters.

    >>> wrap("nothing to undo", 10)
    ['nothing to', 'take back']
    >>> wrap("没有可以撤销的步骤。", 9)
    ['没有可以', '撤销的步', '骤。']
    """
    lines = [""]
    for word in _WORDS.findall(text):
        if word == "\n":
            lines.append("")
        elif cell_len(lines[-1] + word.rstrip()) <= columns:
            lines[-1] += word
        else:
            lines.append(word.lstrip())
        while cell_len(lines[-1].rstrip()) > columns:  # a word that no line can hold
            head = set_cell_size(lines[-1], columns).rstrip()
            lines[-1:] = [head, lines[-1][len(head) :]]
    return [line.strip() for line in lines]


# A word or a Chinese character takes the stop behind it along, so that no line begins with one.
_WORDS = re.compile("\n|[^\\S\n]+|[\u2e80-\uffef][，。！？；：、」）]*|[^\\s\u2e80-\uffef]+[，。！？；：、」）]*")


def button(text: str, style: Style, action: str) -> Piece:
    """Return a piece that does something when it is clicked."""
    return text, style + Style(meta={"do": action})


class Lines(Widget):
    """Lines of styled pieces."""

    class Pressed(Message):
        """A piece with an action was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, id: str, *, base: Style) -> None:
        super().__init__(id=id)
        self.base = base
        self._rows: list[list[Piece]] = []

    def show(self, rows: Iterable[Row], base: Style | None = None) -> None:
        """Draw these rows; of the ones on the screen only those that changed."""
        before, self._rows = self._rows, [list(row) for row in rows]
        if base is not None and base != self.base:
            self.base = base
            self.refresh()
            return
        changed = [
            y
            for y in range(max(len(before), len(self._rows)))
            if (before[y] if y < len(before) else None) != (self._rows[y] if y < len(self._rows) else None)
        ]
        if changed:
            self.refresh(*(Region(0, y, max(self.size.width, 1), 1) for y in changed))

    @property
    def text(self) -> str:
        """What is shown, without its styles."""
        return "\n".join("".join(text for text, _style in row).rstrip() for row in self._rows)

    def render_line(self, y: int) -> Strip:
        """Return a line, filled up to the edge."""
        pieces = self._rows[y] if y < len(self._rows) else []
        strip = Strip([Segment(text, style) for text, style in pieces if text])
        return strip.adjust_cell_length(self.size.width, self.base)

    def on_click(self, event: events.Click) -> None:
        """Tell the screen which piece was clicked."""
        if action := event.style.meta.get("do"):
            event.stop()
            self.post_message(self.Pressed(action))
