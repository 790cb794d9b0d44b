"""How is a Sudoku grid drawn, and which cell lies under the mouse?

    compact   one line a cell, for 80x24; what fits the chosen cell stands in the panel
    large     a line for each row of pencil marks in every cell, where the terminal has the lines

Boxes are blocks of coloured blanks with the screen's ground between them. Nothing rests on colour alone: a given is
bold, an own digit underlined, a conflict has an exclamation mark, the chosen cell stands in brackets, and what a hint
says of a candidate stands behind its digit.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, cast

from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tessella.sudoku.rules import SYMBOLS
from tessella.tui.widgets.hint_signs import Sign
from tessella.tui.widgets.text_lines import Piece

if TYPE_CHECKING:
    from tessella.sudoku.rules import Box
    from tessella.tui.screens.sudoku import ScreenSudoku
    from tessella.tui.theme import Look

__all__ = ["HIDDEN", "Cell", "Grid", "Shape", "by_weight", "shapes"]


class Shape(NamedTuple):
    """How large a cell is drawn, and what lies between cells and between boxes, in columns and lines."""

    wide: int
    high: int
    gap_x: int
    gap_y: int
    between: int
    """Columns between boxes; one line lies between them always."""
    marks: bool
    """Whether a cell has room for its pencil marks."""

    def left(self, col: int, box: "Box") -> int:
        """Return the column where a cell begins."""
        return col * (self.wide + self.gap_x) + col // box[1] * (self.between - self.gap_x)

    def top(self, row: int, box: "Box") -> int:
        """Return the line where a cell begins."""
        return row * (self.high + self.gap_y) + row // box[0] * (1 - self.gap_y)

    def size(self, box: "Box") -> tuple[int, int]:
        """Return columns and lines of a whole grid."""
        last = box[0] * box[1] - 1
        return self.left(last, box) + self.wide, self.top(last, box) + self.high


def shapes(box: "Box") -> tuple[Shape, ...]:
    """Return the forms of a grid, from the finest to the one that fits where no other does."""
    return (
        Shape(2 * box[1] + 1, box[0], 1, 1, 2, marks=True),
        Shape(5, 1, 0, 1, 2, marks=False),
        Shape(5, 1, 0, 0, 2, marks=False),
        Shape(3, 1, 0, 0, 2, marks=False),
        Shape(3, 1, 0, 0, 1, marks=False),
    )


class Cell(NamedTuple):
    """All that the drawing of a cell depends on."""

    digit: int
    marks: int
    ink: str
    ground: str
    is_chosen: bool
    bold_mark: int
    """A digit whose mark stands out, 0 for none."""
    signs: tuple[Sign, ...] = ()
    """What a hint says of candidates here."""


HIDDEN = Cell(0, 0, "hidden", "cell", is_chosen=False, bold_mark=0)


class Grid(Widget):
    """The cells of a Sudoku."""

    def __init__(self, look: "Look", box: "Box") -> None:
        super().__init__(id="board")
        self.look = look
        self.box = box
        self.shape = shapes(box)[-1]
        self._cells: list[Cell] = []

    def show(self, look: "Look", box: "Box", cells: list[Cell]) -> None:
        """Draw these cells; of the ones on the screen only those that changed."""
        before, self._cells = self._cells, cells
        whole = look is not self.look or box != self.box or len(before) != len(cells)
        self.look, self.box = look, box
        if whole:
            self.refresh()
            return
        size = box[0] * box[1]
        for row in range(size):
            line = range(row * size, row * size + size)
            changed = [cell - line.start for cell in line if before[cell] != cells[cell]]
            if changed:
                left, right = (self.shape.left(col, box) for col in (changed[0], changed[-1]))
                top = self.shape.top(row, box)
                self.refresh(Region(left, top, right + self.shape.wide - left, self.shape.high))

    def at(self, x: int, y: int) -> int | None:
        """Return the cell at a place of the widget, None between cells."""
        size = self.box[0] * self.box[1]
        shape = self.shape
        cols = [c for c in range(size) if 0 <= x - shape.left(c, self.box) < shape.wide]
        rows = [r for r in range(size) if 0 <= y - shape.top(r, self.box) < shape.high]
        return rows[0] * size + cols[0] if rows and cols else None

    def render_line(self, y: int) -> Strip:
        """Return a line of the grid, runs of one style in one piece."""
        box, shape, look = self.box, self.shape, self.look
        size = box[0] * box[1]
        row = max((r for r in range(size) if shape.top(r, box) <= y), default=0)
        line = y - shape.top(row, box)
        if len(self._cells) != size * size:
            return Strip.blank(self.size.width, look.base)
        pieces: list[Piece] = []
        if line >= shape.high:  # between two rows: of the same box, or not
            ground = look.ground if row % box[0] < box[0] - 1 else look.base
            for left in range(0, size, box[1]):
                begin, end = shape.left(left, box), shape.left(left + box[1] - 1, box) + shape.wide
                pieces += [(" " * (end - begin), ground), (" " * shape.between, look.base)]
            pieces.pop()
        else:
            for col in range(size):
                if col:
                    inside = col % box[1]
                    pieces.append(
                        (" " * (shape.gap_x if inside else shape.between), look.ground if inside else look.base)
                    )
                pieces += self._cell(self._cells[row * size + col], line)
        return Strip(_joined(pieces))

    def _cell(self, cell: Cell, line: int) -> Iterable[Piece]:
        """Return one line of a cell."""
        look, shape = self.look, self.shape
        blank = look.cell_ground(cell.ground)
        if cell.digit == 0 and shape.marks and (cell.marks or cell.signs):
            return self._marks(cell, line)
        if cell.digit == 0 and cell.signs and line == (shape.high - 1) // 2:
            return self._signs(cell)
        if line != (shape.high - 1) // 2 or cell.ink == "hidden":
            return [(" " * shape.wide, blank)]
        if cell.digit:
            text, style = SYMBOLS[cell.digit], look.cell(cell.ink, cell.ground)
        else:
            text, style = (":" if cell.marks else "."), look.cell("pencil_mark", cell.ground)
        warn = "!" if cell.ink == "digit_conflict" else " "
        before, after = ("[", "]") if cell.is_chosen else (" ", warn)
        if cell.is_chosen and warn == "!":
            after = "!"
        edge = (shape.wide - 3) // 2
        frame = look.cell("digit_given", cell.ground) if cell.is_chosen or warn == "!" else blank
        return [
            (" " * edge, blank),
            (before, frame),
            (text, style),
            (after, frame),
            (" " * (shape.wide - 3 - edge), blank),
        ]

    def _marks(self, cell: Cell, line: int) -> Iterable[Piece]:
        """Return one line of the pencil marks of a cell: each digit has its place."""
        look, (_rows, cols) = self.look, self.box
        blank, ink = look.cell_ground(cell.ground), look.cell("pencil_mark", cell.ground)
        middle = line == (self.shape.high - 1) // 2
        frame = look.cell("digit_given", cell.ground)
        signs = {sign.digit: sign for sign in cell.signs}
        pieces: list[Piece] = [("[", frame) if cell.is_chosen and middle else (" ", blank)]
        for digit in range(line * cols + 1, (line + 1) * cols + 1):
            if sign := signs.get(digit):
                style = look.sign(sign.kind, cell.ground)
                told = sign.kind != "pattern"  # which stands among its own marks here, and is bold
                pieces += [(SYMBOLS[digit], style), (sign.sign, style) if told else (" ", blank)]
                continue
            held = cell.marks >> digit - 1 & 1
            style = look.cell("digit_given", cell.ground) if digit == cell.bold_mark else ink
            pieces += [(SYMBOLS[digit], style) if held else (" ", blank), (" ", blank)]
        if cell.is_chosen and middle and not pieces[-1][0].strip():
            pieces[-1] = ("]", frame)
        return pieces

    def _signs(self, cell: Cell) -> Iterable[Piece]:
        """Return the one line of a small cell with what a hint says of it; `+` where there is more than fits."""
        look, room = self.look, self.shape.wide - 2 * cell.is_chosen
        blank, frame = look.cell_ground(cell.ground), look.cell("digit_given", cell.ground)
        text: list[Piece] = []
        for (sign, kind), same in groupby(cell.signs, key=lambda one: (one.sign, one.kind)):
            style = look.sign(kind, cell.ground)
            text += [(char, style) for char in "".join(SYMBOLS[one.digit] for one in same) + sign]
        if len(text) > room:
            text = [*text[: room - 1], ("+", text[room - 1][1])] if room > 1 else text[:1]
        left = (room - len(text)) // 2
        pieces = [(" " * left, blank), *text, (" " * (room - len(text) - left), blank)]
        return [("[", frame), *pieces, ("]", frame)] if cell.is_chosen else pieces

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Choose the cell under the mouse."""
        if (cell := self.at(event.x, event.y)) is not None:
            cast("ScreenSudoku", self.screen).choose(cell)


WEIGHT = ("placed", "goes", "on", "off", "apart", "pattern")


def by_weight(signs: Iterable[Sign], shape: Shape) -> tuple[Sign, ...]:
    """Return signs in the order of their digits or, for a cell with one line, with what matters most first."""
    return tuple(sorted(signs, key=lambda one: (0 if shape.marks else WEIGHT.index(one.kind), one.digit)))


def _joined(pieces: Iterable[Piece]) -> list[Segment]:
    """Return the pieces as segments, neighbours of one style together."""
    joined: list[Piece] = []
    for text, style in pieces:
        if joined and joined[-1][1] == style:
            joined[-1] = (joined[-1][0] + text, style)
        elif text:
            joined.append((text, style))
    return [Segment(text, style) for text, style in joined]
