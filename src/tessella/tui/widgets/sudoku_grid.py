"""The grid of a Sudoku: its drawing in several sizes, and the cell under the mouse.

    compact   one line a cell, for 80x24; the candidates of the selected cell stand in the panel
    large     a line for each row of pencil marks in every cell, where the terminal has the lines

Lines divide the boxes, in ASCII: Chinese terminals draw others in two columns. Nothing rests on colour alone: a given
is bold, an entered digit underlined, a conflict has an exclamation mark, the selected cell stands in brackets, and what
a hint says of a candidate stands behind its digit.
"""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from itertools import chain, groupby
from typing import TYPE_CHECKING, NamedTuple

from textual import events
from textual.strip import Strip

from tessella.sudoku.board import Board
from tessella.sudoku.rules import SYMBOLS, Box, peers
from tessella.tui.messages import CellPressed
from tessella.tui.theme import ThemeStyles
from tessella.tui.widgets.hint_signs import Sign, draw_hint
from tessella.tui.widgets.text_lines import Piece, Row, TextLines

if TYPE_CHECKING:
    from tessella.sudoku.tutor.hints import Hint


class CellSize(NamedTuple):
    """The size of a cell and of the gaps between the cells of a box, in columns and lines; between boxes it is one."""

    width: int
    height: int
    gap_x: int
    gap_y: int
    has_marks: bool = False  # whether a cell has room for its pencil marks

    def left(self, col: int, box: Box) -> int:
        """Return the column where a cell begins."""
        return col * (self.width + self.gap_x) + col // box[1] * (1 - self.gap_x)

    def top(self, row: int, box: Box) -> int:
        """Return the line where a cell begins."""
        return row * (self.height + self.gap_y) + row // box[0] * (1 - self.gap_y)

    def grid(self, box: Box) -> tuple[int, int]:
        """Return columns and lines of a whole grid."""
        last = box[0] * box[1] - 1
        return self.left(last, box) + self.width, self.top(last, box) + self.height


def cell_sizes(box: Box) -> tuple[CellSize, ...]:
    """Return the sizes in which a grid can be drawn, from the largest to the one that fits where no other does."""
    return (
        CellSize(2 * box[1] + 1, box[0], 1, 1, has_marks=True),
        CellSize(5, 1, 0, 1),
        CellSize(5, 1, 0, 0),
        CellSize(3, 1, 0, 0),
    )


class CellPicture(NamedTuple):
    """All that the drawing of a cell depends on."""

    digit: int
    marks: int
    colour: str  # the field of the theme that gives the digit its colour, "" where the cell is hidden
    background: str  # the field of the theme that gives the cell its background
    is_selected: bool = False
    bold_mark: int = 0  # a digit whose mark stands out, 0 for none
    signs: tuple[Sign, ...] = ()  # what a hint says of candidates here


HIDDEN = CellPicture(0, 0, "", "cell")


class SudokuGrid(TextLines):
    """The cells of a Sudoku."""

    def __init__(self, theme: ThemeStyles, box: Box) -> None:
        super().__init__("board", base=theme.base)
        self.theme = theme
        self.box = box
        self.cell_size = cell_sizes(box)[-1]
        self.cells: list[CellPicture] = []
        self._drawn_with: tuple[ThemeStyles, Box, CellSize] | None = None
        self._drawn: list[tuple[list[CellPicture] | None, list[Row]]] = []  # the cells of each row, and its lines

    def show(self, theme: ThemeStyles, box: Box, cells: list[CellPicture]) -> None:
        """Draw these cells; only rows that changed are put together again."""
        size, self.cells = box[0] * box[1], cells
        if (theme, box, self.cell_size) != self._drawn_with:
            self.theme, self.box, self._drawn_with = theme, box, (theme, box, self.cell_size)
            self._drawn = [(None, [])] * size
        for row in range(size):
            here = cells[row * size : (row + 1) * size]
            if here != self._drawn[row][0]:
                self._drawn[row] = here, self._lines(row, here)
        self.show_rows(chain.from_iterable(lines for _cells, lines in self._drawn), theme.base)

    def at(self, x: int, y: int) -> int | None:
        """Return the cell at a place of the widget, None between cells."""
        size, shape = self.box[0] * self.box[1], self.cell_size
        cols = [c for c in range(size) if 0 <= x - shape.left(c, self.box) < shape.width]
        rows = [r for r in range(size) if 0 <= y - shape.top(r, self.box) < shape.height]
        return rows[0] * size + cols[0] if rows and cols else None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Tell the screen which cell is under the mouse."""
        if (cell := self.at(event.x, event.y)) is not None:
            self.post_message(CellPressed(cell))

    # --- Drawing ---

    def render_line(self, y: int) -> Strip:
        """Return a line of the grid, runs of one style in one segment."""
        return super().render_line(y).simplify()

    def _lines(self, row: int, cells: list[CellPicture]) -> list[Row]:
        """Return the lines of a row of cells, and those between it and the next."""
        box, shape, theme = self.box, self.cell_size, self.theme
        gap, bar = (" " * shape.gap_x, theme.cells), ("|", theme.lines)

        def joined(pieces: Iterable[Iterable[Piece]]) -> Row:
            line: list[Piece] = []
            for col, cell in enumerate(pieces):
                line += [bar if col % box[1] == 0 else gap, *cell] if col else cell
            return line

        lines = [joined(self._cell(cell, line) for cell in cells) for line in range(shape.height)]
        if (row + 1) % box[0]:
            lines += [joined([[(" " * shape.width, theme.cells)]] * len(cells))] * shape.gap_y
        elif row + 1 < len(cells):
            side = "-" * (shape.left(box[1], box) - 1)
            lines.append([("+".join([side] * box[0]), theme.lines)])
        return lines

    def _cell(self, cell: CellPicture, line: int) -> Iterable[Piece]:
        theme, shape = self.theme, self.cell_size
        blank = theme.cell_blank(cell.background)
        is_middle = line == (shape.height - 1) // 2
        if cell.digit == 0 and shape.has_marks and (cell.marks or cell.signs):
            return self._marks(cell, line)
        if cell.digit == 0 and cell.signs and is_middle:
            return self._signs(cell)
        if not is_middle or not cell.colour:
            return [(" " * shape.width, blank)]
        if cell.digit:
            text, style = SYMBOLS[cell.digit], theme.cell(cell.colour, cell.background)
        else:
            text, style = (":" if cell.marks else "."), theme.cell("pencil_mark", cell.background)
        before, after = "[]" if cell.is_selected else "  "
        if cell.colour == "digit_conflict":
            after = "!"
        elif cell.signs and not cell.is_selected:
            after = cell.signs[0].sign
        edge = (shape.width - 3) // 2
        frame = theme.cell("digit_given", cell.background) if cell.is_selected or after in "!*" else blank
        return [
            (" " * edge, blank),
            (before, frame),
            (text, style),
            (after, frame),
            (" " * (shape.width - 3 - edge), blank),
        ]

    def _marks(self, cell: CellPicture, line: int) -> Iterable[Piece]:
        theme, cols = self.theme, self.box[1]
        blank = theme.cell_blank(cell.background)
        is_middle = line == (self.cell_size.height - 1) // 2
        frame = theme.cell("digit_given", cell.background)
        signs = {sign.digit: sign for sign in cell.signs}
        pieces: list[Piece] = [("[", frame) if cell.is_selected and is_middle else (" ", blank)]
        for digit in range(line * cols + 1, (line + 1) * cols + 1):
            if sign := signs.get(digit):
                style = theme.candidate(sign.role, cell.background)
                # The pattern stands among its own marks here, and is bold.
                pieces += [(SYMBOLS[digit], style), (" ", blank) if sign.role == "pattern" else (sign.sign, style)]
                continue
            is_marked = cell.marks >> digit - 1 & 1
            style = theme.cell("digit_given" if digit == cell.bold_mark else "pencil_mark", cell.background)
            pieces += [(SYMBOLS[digit], style) if is_marked else (" ", blank), (" ", blank)]
        if cell.is_selected and is_middle and not pieces[-1][0].strip():
            pieces[-1] = ("]", frame)
        return pieces

    def _signs(self, cell: CellPicture) -> Iterable[Piece]:
        """Return the one line of a small cell with what a hint says of it; `+` where there is more than fits."""
        theme, room = self.theme, self.cell_size.width - 2 * cell.is_selected
        blank, frame = theme.cell_blank(cell.background), theme.cell("digit_given", cell.background)
        text: list[Piece] = []
        for (sign, role), same in groupby(cell.signs, key=lambda one: (one.sign, one.role)):
            style = theme.candidate(role, cell.background)
            text += [(char, style) for char in "".join(SYMBOLS[one.digit] for one in same) + sign]
        if len(text) > room:
            text = [*text[: room - 1], ("+", text[room - 1][1])] if room > 1 else text[:1]
        left = (room - len(text)) // 2
        pieces = [(" " * left, blank), *text, (" " * (room - len(text) - left), blank)]
        return [("[", frame), *pieces, ("]", frame)] if cell.is_selected else pieces


ROLES_BY_WEIGHT = ("placement", "elimination", "true", "false", "pattern_other", "pattern")
"""The roles of candidates in a hint, the one first that stands first in a cell of one line."""


def cell_pictures(
    board: Board, selected: int, wrong: AbstractSet[int], hint: "Hint | None", size: CellSize
) -> list[CellPicture]:
    """Return how all cells are drawn; `wrong` are those whose digits clash or were found wrong."""
    signs, backgrounds = draw_hint(hint) if hint else ({}, {})
    if hint and hint.is_mistake:
        wrong = wrong | {cell for cell in hint.cells if board.digits[cell]}
    seen, selected_digit = peers(board.box)[selected], board.digits[selected]

    def order(sign: Sign) -> tuple[int, int]:
        # In a cell with one line what matters most comes first.
        return 0 if size.has_marks else ROLES_BY_WEIGHT.index(sign.role), sign.digit

    pictures = []
    for cell, (given, digit, marks) in enumerate(zip(board.givens, board.digits, board.marks, strict=True)):
        if cell == selected:
            background = "cell_selected"
        elif hint:  # what it highlights stands alone
            background = backgrounds.get(cell, "cell")
        elif digit and digit == selected_digit:
            background = "cell_same_digit"
        else:
            background = "cell_peer" if cell in seen else "cell"
        colour = "digit_conflict" if cell in wrong else "digit_given" if given else "digit_entered"
        bold = selected_digit if selected_digit and marks >> selected_digit - 1 & 1 else 0
        # A hint shows the candidates that it was found in, marked or not.
        shown = hint.grid.marks[cell] if hint and cell in backgrounds else marks
        shown_signs = tuple(sorted(signs.get(cell, {}).values(), key=order))
        pictures.append(CellPicture(digit, shown, colour, background, cell == selected, bold, shown_signs))
    return pictures
