"""The grid of a Sudoku: its drawing in several sizes, and the cell under the mouse.

    compact   one line a cell, for 80x24; the candidates of the selected cell stand in the panel
    large     a line for each row of pencil marks in every cell, where the terminal has the lines:

    +-------+-------+-------+
    | 1 2 3 |1    4b|      c|    centre marks, each at its place; corner marks at the edges, with centre marks between
    |[4   6]|  57   |  (8)  |    them; colours b and c of a cell; [ ] the cursor, ( ) another selected cell
    |   8   |9      |      b|
    +-------+-------+-------+

Lines divide the boxes, in ASCII: Chinese terminals draw others in two columns. Nothing rests on colour alone: a given
is bold, an entered digit underlined, a conflict has an exclamation mark, a colour has a letter, a to i, and what a hint
says of a candidate stands behind its digit.
"""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import partial
from itertools import chain, groupby
from typing import TYPE_CHECKING, NamedTuple

from rich.style import Style
from textual import events
from textual.strip import Strip

from tessella.sudoku.board import Board
from tessella.sudoku.geometry import SYMBOLS, Box, digits_of, miniature
from tessella.sudoku.rules.drawing import has_boxes, region_of
from tessella.sudoku.rules.peers import peers
from tessella.sudoku.rules.ruleset import Rules
from tessella.tui.cell_selection import Selection
from tessella.tui.messages import CellClicked, CellPressed
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

    def grid(self, box: Box, size: int = 0) -> tuple[int, int]:
        """Return columns and lines of a whole grid, by default one of such boxes."""
        last = (size or box[0] * box[1]) - 1
        return self.left(last, box) + self.width, self.top(last, box) + self.height


def cell_sizes(box: Box) -> tuple[CellSize, ...]:
    """Return the sizes in which a grid can be drawn, from the largest to the one that fits where no other does."""
    high, wide = miniature(box)
    return (
        CellSize(2 * wide + 1, high, 1, 1, has_marks=True),
        CellSize(5, 1, 0, 1),
        CellSize(5, 1, 0, 0),
        CellSize(3, 1, 0, 0),
    )


def block_of(rules: Rules) -> Box:
    """Return the rows and columns between two lines that a grid may have: those of its boxes, or of one cell."""
    return rules.box if has_boxes(rules) else (1, 1)


class CellPicture(NamedTuple):
    """All that the drawing of a cell depends on."""

    digit: int
    marks: int
    colour: str  # the field of the theme that gives the digit its colour, "" where the cell is hidden
    background: str  # the field of the theme that gives the cell its background, or "colour 3"
    frame: str = ""  # "[]" around the cursor, "()" around another selected cell
    bold_mark: int = 0  # a digit whose mark stands out, 0 for none
    signs: tuple[Sign, ...] = ()  # what a hint says of candidates here
    corners: int = 0
    colours: tuple[int, ...] = ()
    candidates: tuple[tuple[int, int], ...] = ()  # digits with their first colour


HIDDEN = CellPicture(0, 0, "", "cell")


class SudokuGrid(TextLines):
    """The cells of a Sudoku."""

    def __init__(self, theme: ThemeStyles, rules: Rules) -> None:
        super().__init__("board", base=theme.base)
        self.theme = theme
        self.rules = rules
        self.cell_size = cell_sizes(rules.box)[-1]
        self.cells: list[CellPicture] = []
        self._drawn_with: tuple[ThemeStyles, Rules, CellSize] | None = None
        self._drawn: list[tuple[list[CellPicture] | None, list[Row]]] = []  # the cells of each row, and its lines
        self._under_mouse: int | None = None  # the last cell that the mouse was on, with its button down

    @property
    def block(self) -> Box:
        """The rows and columns between lines: those of a box, or of a cell where the regions are no boxes."""
        return block_of(self.rules)

    def show(self, theme: ThemeStyles, rules: Rules, cells: list[CellPicture]) -> None:
        """Draw these cells; only rows that changed are put together again."""
        size, self.cells = rules.size, cells
        if (theme, rules, self.cell_size) != self._drawn_with:
            self.theme, self.rules, self._drawn_with = theme, rules, (theme, rules, self.cell_size)
            self._drawn = [(None, [])] * size
        for row in range(size):
            here = cells[row * size : (row + 1) * size]
            if here != self._drawn[row][0]:
                self._drawn[row] = here, self._lines(row, here)
        self.show_rows(chain.from_iterable(lines for _cells, lines in self._drawn), theme.base)

    def at(self, x: int, y: int) -> int | None:
        """Return the cell at a place of the widget, None between cells."""
        size, shape, block = self.rules.size, self.cell_size, self.block
        cols = [c for c in range(size) if 0 <= x - shape.left(c, block) < shape.width]
        rows = [r for r in range(size) if 0 <= y - shape.top(r, block) < shape.height]
        return rows[0] * size + cols[0] if rows and cols else None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Tell the screen which cell is under the mouse."""
        self._under_mouse = self.at(event.x, event.y)
        if self._under_mouse is not None:
            self.post_message(CellPressed(self._under_mouse, is_added=event.shift, is_toggled=event.ctrl))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell the screen about each cell more that the mouse is dragged over."""
        cell = self.at(event.x, event.y)
        if event.button == 1 and self._under_mouse is not None and cell not in (None, self._under_mouse):
            self._under_mouse = cell
            self.post_message(CellPressed(cell, is_added=True))

    def on_click(self, event: events.Click) -> None:
        """Tell the screen where the mouse was let go."""
        if self._under_mouse is not None and not (event.ctrl or event.shift):
            self.post_message(CellClicked(self._under_mouse, is_double=event.chain == 2))
        self._under_mouse = None

    # --- Drawing ---

    def render_line(self, y: int) -> Strip:
        """Return a line of the grid, runs of one style in one segment."""
        return super().render_line(y).simplify()

    def _lines(self, row: int, cells: list[CellPicture]) -> list[Row]:
        """Return the lines of a row of cells, and those between it and the next."""
        box, shape, theme = self.block, self.cell_size, self.theme
        gap, bar = (" " * shape.gap_x, theme.cells), ("|", theme.lines)
        is_open = {col: not self._has_wall(row, col, right=True) for col in range(1, len(cells))}

        def joined(pieces: Iterable[Iterable[Piece]]) -> Row:
            line: list[Piece] = []
            for col, cell in enumerate(pieces):
                between = bar if col % box[1] == 0 else gap
                line += [(" ", theme.cells) if box == (1, 1) and is_open[col] else between, *cell] if col else cell
            return line

        lines = [joined(self._cell(cell, line) for cell in cells) for line in range(shape.height)]
        if (row + 1) % box[0]:
            lines += [joined([[(" " * shape.width, theme.cells)]] * len(cells))] * shape.gap_y
        elif row + 1 < len(cells) and box == (1, 1):
            lines.append(self._region_rule(row, len(cells)))
        elif row + 1 < len(cells):
            side = "-" * (shape.left(box[1], box) - 1)
            lines.append([("+".join([side] * box[0]), theme.lines)])
        return lines

    def _has_wall(self, row: int, col: int, *, right: bool) -> bool:
        """Return whether a line divides a cell from the one on its left, or from the one below."""
        regions, cell = region_of(self.rules), row * self.rules.size + col
        return regions[cell] != regions[cell - 1 if right else cell + self.rules.size]

    def _region_rule(self, row: int, size: int) -> Row:
        """Return the line below a row, with dashes where the region changes."""
        theme, pieces = self.theme, list[Piece]()
        walls = [self._has_wall(row, col, right=False) for col in range(size)]
        for col, is_wall in enumerate(walls):
            if col:
                sides = any(self._has_wall(at, col, right=True) for at in (row, row + 1))
                is_corner = is_wall or walls[col - 1] or sides
                pieces.append(("+", theme.lines) if is_corner else (" ", theme.cells))
            width = self.cell_size.width
            pieces.append(("-" * width, theme.lines) if is_wall else (" " * width, theme.cells))
        return pieces

    def _cell(self, cell: CellPicture, line: int) -> list[Piece]:
        """Return a line of a cell, a piece a column."""
        theme, shape = self.theme, self.cell_size
        pieces: list[Piece] = [(" ", theme.cell_blank(cell.background))] * shape.width
        if not cell.colour:
            return pieces
        frame = theme.cell("digit_given", cell.background)
        is_noted = not cell.digit and shape.has_marks and any((cell.marks, cell.signs, cell.corners, cell.candidates))
        left = 0 if is_noted or (cell.signs and not cell.digit) else (shape.width - 3) // 2
        is_middle = line == (shape.height - 1) // 2
        if is_noted and cell.corners and not cell.signs:
            self._put_notes(pieces, cell, line)
        elif is_noted:
            self._put_candidates(pieces, cell, line)
        elif is_middle and cell.signs and not cell.digit:
            self._put_signs(pieces, cell)
        elif is_middle:
            self._put_digit(pieces, cell, left + 1)
        if is_middle and cell.frame:
            for place, sign in zip((left, -1 - left), cell.frame, strict=True):
                _put(pieces, place, sign, frame)
        if cell.colours:
            self._put_colours(pieces, cell, line)
        return pieces

    def _put_digit(self, pieces: list[Piece], cell: CellPicture, place: int) -> None:
        """Put the digit, or what stands for marks, and behind it what is to be said of it."""
        if cell.digit:
            pieces[place] = SYMBOLS[cell.digit], self.theme.cell(cell.colour, cell.background)
        else:
            sign = ":" if cell.marks else "'" if cell.corners else "."
            pieces[place] = sign, self.theme.cell("pencil_mark", cell.background)
        after = "" if cell.frame or not cell.signs else cell.signs[0].sign
        after = "!" if cell.colour == "digit_conflict" else after
        if after:
            pieces[place + 1] = after, self.theme.cell("digit_given", cell.background)

    def _put_candidates(self, pieces: list[Piece], cell: CellPicture, line: int) -> None:
        """Put each mark at its place, and behind it what a hint says of it, or the letter of its colour."""
        theme, cols = self.theme, miniature(self.rules.box)[1]
        signs, colours = {sign.digit: sign for sign in cell.signs}, dict(cell.candidates)
        for place, digit in enumerate(range(line * cols + 1, min((line + 1) * cols, self.rules.size) + 1)):
            at = 2 * place + 1
            if sign := signs.get(digit):
                style = theme.candidate(sign.role, cell.background)
                pieces[at] = SYMBOLS[digit], style
                if sign.role != "pattern":  # which stands among its own marks here, and is bold
                    pieces[at + 1] = sign.sign, style
            elif colour := colours.get(digit):
                pieces[at : at + 2] = (SYMBOLS[digit], theme.swatch(colour)), (LETTERS[colour], theme.swatch(colour))
            elif cell.marks >> digit - 1 & 1:
                pieces[at] = self._mark(cell, digit)

    def _put_notes(self, pieces: list[Piece], cell: CellPicture, line: int) -> None:
        """Put corner marks at the edges, and centre marks between them; `+` where there are more than fit."""
        last = self.cell_size.height - 1
        corners, marks = digits_of(cell.corners), digits_of(cell.marks)
        is_low = last == 1  # with two lines, one for each kind
        if line == 0 or (line == last and not is_low):
            on_top = len(corners) if is_low else max(min(len(corners), 2), (len(corners) + 1) // 2)
            room = len(pieces) - 1 - bool(cell.colours)  # whose letters stand in the last column
            shown = _cut(corners[:on_top] if line == 0 else corners[on_top:], room)
            step = (room - 1) / max(len(shown) - 1, 1)
            places = [is_low + round(n * step) for n in range(len(shown))]
        else:
            room = len(pieces) - 2
            lines = 1 if is_low else last - 1
            shown = _cut(marks, lines * room)[(line - 1) * room : line * room]
            places = [(len(pieces) - len(shown)) // 2 + n for n in range(len(shown))]
        for place, digit in zip(places, shown, strict=True):
            pieces[place] = self._mark(cell, digit)

    def _mark(self, cell: CellPicture, digit: int) -> Piece:
        colour = dict(cell.candidates).get(digit)
        style = self.theme.cell("digit_given" if digit == cell.bold_mark else "pencil_mark", cell.background)
        return SYMBOLS[digit] if digit else "+", self.theme.swatch(colour) if colour else style

    def _put_signs(self, pieces: list[Piece], cell: CellPicture) -> None:
        """Put what a hint says of a small cell into its one line; `+` where there is more than fits."""
        edge = 1 if cell.frame else 0
        room = self.cell_size.width - 2 * edge
        text: list[Piece] = []
        for (sign, role), same in groupby(cell.signs, key=lambda one: (one.sign, one.role)):
            style = self.theme.candidate(role, cell.background)
            text += [(char, style) for char in "".join(SYMBOLS[one.digit] for one in same) + sign]
        if len(text) > room:
            text = [*text[: room - 1], ("+", text[room - 1][1])] if room > 1 else text[:1]
        start = edge + (room - len(text)) // 2
        pieces[start : start + len(text)] = text

    def _put_colours(self, pieces: list[Piece], cell: CellPicture, line: int) -> None:
        """Put the letters of a cell's colours at its right edge, in a small cell at both; `+` where there are more."""
        last, middle = self.cell_size.height - 1, (self.cell_size.height - 1) // 2
        places = [(0, -1), (0, 0)]
        if last:
            places = [(0, -1), (last, -1), *((at, -1) for at in range(1, last) if at != middle or not cell.frame)]
        for number, ((at, column), colour) in enumerate(zip(places, cell.colours, strict=False), 1):
            has_more = number == len(places) < len(cell.colours)
            if at == line:
                _put(pieces, column, "+" if has_more else LETTERS[colour], self.theme.swatch(colour))


def _cut(digits: tuple[int, ...], room: int) -> tuple[int, ...]:
    """Return as many digits as there is room for, 0 in the place of those that are left out."""
    return digits if len(digits) <= room else (*digits[: room - 1], 0)


def _put(pieces: list[Piece], place: int, sign: str, style: Style) -> None:
    """Put a sign where there is none yet."""
    if pieces[place][0] == " ":
        pieces[place] = sign, style


LETTERS = " abcdefghi"
"""The letters of the nine colours, for all who cannot tell them apart; digits above 9 are capitals."""

ROLES_BY_WEIGHT = ("placement", "elimination", "true", "false", "pattern_other", "pattern")
"""The roles of candidates in a hint, the one first that stands first in a cell of one line."""


def cell_pictures(
    board: Board,
    selection: Selection,
    size: CellSize,
    *,
    wrong: AbstractSet[int] = frozenset(),
    hint: "Hint | None" = None,
    digit: int = 0,
) -> list[CellPicture]:
    """Return how all cells are drawn.

    `wrong` are those whose digits clash or were found wrong; `digit` is the one whose places are shown. A hint stands
    alone, without colours.
    """
    signs, backgrounds = draw_hint(hint) if hint else ({}, {})
    if hint and hint.is_mistake:
        wrong = wrong | {cell for cell in hint.cells if board.digits[cell]}
    seen = frozenset.intersection(*(frozenset(peers(board)[cell]) for cell in selection.cells))
    shown_digit = digit or board.digits[selection.cursor]
    places = board.candidates() if digit else ()
    drawn = board.annotations
    corners = dict(drawn.corners)
    colours = {} if hint else {cell: digits_of(mask) for cell, mask in drawn.colours}
    candidates = {} if hint else _candidate_colours(board)

    def background(cell: int) -> str:
        if cell in selection.cells:
            return "cell_selected"
        if hint:
            return backgrounds.get(cell, "cell")
        if places and places[cell] >> digit - 1 & 1:
            return "cell_pattern"
        if cell in colours and not digit:
            return f"colour {colours[cell][0]}"
        if board.digits[cell] and board.digits[cell] == shown_digit:
            return "cell_same_digit"
        return "cell_peer" if cell in seen and not digit else "cell"

    pictures = []
    for cell, (given, held, marks) in enumerate(zip(board.givens, board.digits, board.marks, strict=True)):
        is_explained = hint is not None and cell in backgrounds
        stands_out = shown_digit and (marks | corners.get(cell, 0)) >> shown_digit - 1 & 1
        pictures.append(
            CellPicture(
                held,
                # A hint shows the candidates that it was found in, marked or not.
                hint.grid.marks[cell] if hint and is_explained else marks,
                "digit_conflict" if cell in wrong else "digit_given" if given else "digit_entered",
                background(cell),
                "[]" if cell == selection.cursor else "()" if cell in selection.cells else "",
                shown_digit if stands_out else 0,
                tuple(sorted(signs.get(cell, {}).values(), key=partial(_order, size))),
                0 if is_explained else corners.get(cell, 0),
                colours.get(cell, ()),
                tuple(candidates.get(cell, ())),
            )
        )
    return pictures


def _candidate_colours(board: Board) -> dict[int, list[tuple[int, int]]]:
    """Return by cell the digits of the candidates that have a colour, each with the first of its colours."""
    found: dict[int, list[tuple[int, int]]] = {}
    for (cell, digit), mask in board.annotations.candidates:
        found.setdefault(cell, []).append((digit, digits_of(mask)[0]))
    return found


def _order(size: CellSize, sign: Sign) -> tuple[int, int]:
    """Return the place of a sign among those of its cell; in one with one line what matters most comes first."""
    return 0 if size.has_marks else ROLES_BY_WEIGHT.index(sign.role), sign.digit
