"""Lines of styled text, of which only what changed is painted again.

Panels, messages, rows of keys and both boards are TextLines: they draw through Textual's line API, and pieces of their
text can be clicked.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tessella.tui.messages import Pressed

Piece = tuple[str, Style]
Row = Sequence[Piece]


def fit(text: str, columns: int) -> str:
    """Return the text in exactly `columns` columns: padded with blanks, or cut with `..` at the end.

    >>> fit("abc", 5), fit("撤销重做", 6)
    ('abc  ', '撤销..')
    """
    if cell_len(text) <= columns:
        return text + " " * (columns - cell_len(text))
    return set_cell_size(text, max(columns - 2, 0)) + ".."[:columns]


def wrap(text: str, columns: int) -> list[str]:
    """Return the text in lines of at most `columns` columns, broken at blanks or between Chinese characters.

    >>> wrap("nothing to undo here", 10)
    ['nothing to', 'undo here']
    >>> wrap("没有可以撤销的步骤。", 9)
    ['没有可以', '撤销的步', '骤。']
    >>> wrap("(9=1)r5c4-(1=7)r4c6 => -9 r6c4", 12)
    ['(9=1)r5c4', '-(1=7)r4c6', '=> -9 r6c4']
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


# A term of a chain in Eureka notation is a word with the link before it. A word or a Chinese character takes the stop
# behind it along, so that no line begins with one.
_WORDS = re.compile(
    "\n|[^\\S\n]+|[-=]?\\([\\w=-]+\\)[rc\\d|]+|[\u2e80-\uffef][，。！？；：、」）]*|[^\\s\u2e80-\uffef]+[，。！？；：、」）]*"
)


def button(text: str, style: Style, action: str) -> Piece:
    """Return a piece that sends `Pressed` with this action when it is clicked."""
    return text, style + Style(meta={"action": action})


class TextLines(Widget):
    """Lines of styled pieces."""

    def __init__(self, id: str, *, base: Style) -> None:
        super().__init__(id=id)
        self._base = base
        self._rows: list[Row] = []

    def show_rows(self, rows: Iterable[Row], base: Style) -> None:
        """Draw these rows on a ground of this style; of the ones on the screen only what changed."""
        before, self._rows = self._rows, list(rows)
        if base != self._base:
            self._base = base
            self.refresh()
            return
        pairs = enumerate(zip_longest(before, self._rows, fillvalue=()))
        if changed := [self._difference(y, old, new) for y, (old, new) in pairs if old != new]:
            self.refresh(*changed)

    def _difference(self, y: int, old: Row, new: Row) -> Region:
        """Return where two rows differ: between the pieces at their ends that are the same, or anywhere."""
        columns = width_of(new)
        if width_of(old) != columns:
            return Region(0, y, max(self.size.width, 1), 1)
        left, right = _same_columns(old, new), _same_columns(old[::-1], new[::-1])
        return Region(left, y, max(columns - left - right, 1), 1)

    @property
    def text(self) -> str:
        """The text on show, without its styles."""
        return "\n".join("".join(text for text, _style in row).rstrip() for row in self._rows)

    def render_line(self, y: int) -> Strip:
        """Return a line, filled up to the edge."""
        pieces = self._rows[y] if y < len(self._rows) else ()
        strip = Strip(Segment(text, style) for text, style in pieces if text)
        return strip.adjust_cell_length(self.size.width, self._base)

    def on_click(self, event: events.Click) -> None:
        """Tell the screen which piece was clicked."""
        if action := event.style.meta.get("action"):
            event.stop()
            self.post_message(Pressed(action))


def width_of(pieces: Iterable[Piece]) -> int:
    """Return how many columns pieces take."""
    return cell_len("".join([text for text, _style in pieces]))  # Rich remembers the widths of whole texts


def _same_columns(one: Row, other: Row) -> int:
    """Return in how many columns two rows begin alike."""
    differ = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    return width_of(one[:differ])
