"""The grid of a Sudoku: its drawing in several sizes, and the cell under the mouse.

    compact   one line a cell, for 80x24; the candidates of the selected cell stand in the panel
    large     a line for each row of pencil marks in every cell, where the terminal has the lines:

    +-------+-------+-------+
    | 1 2 3 |1    4b|      c|    centre marks, each at its place; corner marks at the edges, with centre marks between
    |[4   6]|  57   |  (8)  |    them; colours b and c of a cell; [ ] the cursor, ( ) another selected cell
    |   8   |9      |      b|
    +-------+-------+-------+

Lines divide the boxes, in ASCII: Chinese terminals draw others in two columns. Where there is room, the cages, lines,
dots and clues of a variant stand between the cells, see `character_drawing`. Nothing rests on colour alone: a given is
bold, an entered digit underlined, a conflict has an exclamation mark, a colour has a letter, a to i, and what a hint
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
from tessella.sudoku.geometry import digits_of, miniature
from tessella.sudoku.rules.character_drawing import Lattice, is_drawn, lattice
from tessella.sudoku.rules.drawing import has_boxes
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
    has_rules: bool = False  # whether cages, lines and signs stand in the gaps, which are one everywhere then

    def lattice(self, rules: Rules) -> Lattice | None:
        """Return what stands in the gaps, None where that is no more than lines between boxes."""
        if self.has_rules or not has_boxes(rules):
            return lattice(rules, self.width, self.height, only_regions=not self.has_rules)
        return None

    def left(self, col: int, rules: Rules) -> int:
        """Return the column where a cell begins."""
        if drawn := self.lattice(rules):
            return drawn.at(0, col)[1]
        return col * (self.width + self.gap_x) + col // rules.box[1] * (1 - self.gap_x)

    def top(self, row: int, rules: Rules) -> int:
        """Return the line where a cell begins."""
        if drawn := self.lattice(rules):
            return drawn.at(row, 0)[0]
        return row * (self.height + self.gap_y) + row // rules.box[0] * (1 - self.gap_y)

    def grid(self, rules: Rules) -> tuple[int, int]:
        """Return columns and lines of a whole grid."""
        if drawn := self.lattice(rules):
            return drawn.columns, drawn.lines
        return self.left(rules.size - 1, rules) + self.width, self.top(rules.size - 1, rules) + self.height


def cell_sizes(rules: Rules) -> tuple[CellSize, ...]:
    """Return the sizes in which a grid can be drawn, from the largest to the one that fits where no other does.

    Those in which all of the rules are drawn come first.
    """
    high, wide = miniature(rules.box)
    sizes = (
        CellSize(2 * wide + 1, high, 1, 1, has_marks=True),
        CellSize(5, 1, 0, 1),
        CellSize(5, 1, 0, 0),
        CellSize(3, 1, 0, 0),
    )
    drawn = [sizes[n]._replace(has_rules=True) for n in (0, 1, 3) if is_drawn(rules)]
    return (*drawn, *sizes)


GROUNDS = {  # the one of the nine colours that cells on a line have, and what is drawn between them
    **dict.fromkeys(("thermo", "slow_thermo", "palindrome", "odd"), "colour 1"),
    **dict.fromkeys(("entropic", "maximum", "counting_circles"), "colour 3"),
    **dict.fromkeys(("line", "minimum", "column_indexer", "row_indexer"), "colour 4"),
    "whisper": "colour 5",
    **dict.fromkeys(("between", "lockout", "modular"), "colour 6"),
    **dict.fromkeys(("region_sum_line", "arrow", "even"), "colour 7"),
    "renban": "colour 8",
    "zipper": "colour 9",
}


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
        self.cell_size = cell_sizes(rules)[-1]
        self.cells: list[CellPicture] = []
        self._drawn_with: tuple[ThemeStyles, Rules, CellSize] | None = None
        self._drawn: list[tuple[list[CellPicture] | None, list[Row]]] = []  # the cells of each row, and its lines
        self._around: dict[tuple[int, bool], list[Piece]] = {}  # what is drawn around cells, by line and whether hidden
        self._under_mouse: int | None = None  # the last cell that the mouse was on, with its button down

    def show(self, theme: ThemeStyles, rules: Rules, cells: list[CellPicture]) -> None:
        """Draw these cells; only rows that changed are put together again."""
        size, self.cells = rules.size, cells
        if (theme, rules, self.cell_size) != self._drawn_with:
            self.theme, self.rules, self._drawn_with = theme, rules, (theme, rules, self.cell_size)
            self._drawn = [(None, [])] * size
            self._around = {}
        for row in range(size):
            here = cells[row * size : (row + 1) * size]
            if here != self._drawn[row][0]:
                self._drawn[row] = here, self._lines(row, here)
        self.show_rows(chain.from_iterable(lines for _cells, lines in self._drawn), theme.base)

    def at(self, x: int, y: int) -> int | None:
        """Return the cell at a place of the widget, None between cells."""
        size, shape = self.rules.size, self.cell_size
        cols = [c for c in range(size) if 0 <= x - shape.left(c, self.rules) < shape.width]
        rows = [r for r in range(size) if 0 <= y - shape.top(r, self.rules) < shape.height]
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
        box, shape, theme = self.rules.box, self.cell_size, self.theme
        if drawn := shape.lattice(self.rules):
            return self._drawn_lines(drawn, row, cells)
        gap, bar = (" " * shape.gap_x, theme.cells), ("|", theme.lines)

        def joined(pieces: Iterable[Iterable[Piece]]) -> Row:
            line: list[Piece] = []
            for col, cell in enumerate(pieces):
                line += [gap if col % box[1] else bar, *cell] if col else cell
            return line

        lines = [joined(self._cell(cell, line) for cell in cells) for line in range(shape.height)]
        if (row + 1) % box[0]:
            lines += [joined([[(" " * shape.width, theme.cells)]] * len(cells))] * shape.gap_y
        elif row + 1 < len(cells):
            side = "-" * (shape.left(box[1], self.rules) - 1)
            lines.append([("+".join([side] * box[0]), theme.lines)])
        return lines

    def _drawn_lines(self, drawn: Lattice, row: int, cells: list[CellPicture]) -> list[Row]:
        """Return the lines of a row of cells down to the next; of the first from the top, of the last to the end."""
        top, left = drawn.at(row, 0)
        start = top if row else 0
        end = drawn.lines if row + 1 == len(cells) else top + drawn.height + 1
        is_hidden = cells[0] == HIDDEN
        lines: list[Row] = []
        for y in range(start, end):
            if (signs := self._around.get((y, is_hidden))) is None:
                signs = [self._sign(drawn, (y, x), is_hidden=is_hidden) for x in range(drawn.columns)]
                self._around[y, is_hidden] = signs
            if top <= y < top + drawn.height:
                signs = signs.copy()
                for col in range(len(cells)):
                    at = left + col * (drawn.width + 1)
                    signs[at : at + drawn.width] = self._cell(cells[col], y - top)
            lines.append(signs)
        return lines

    def _sign(self, drawn: Lattice, place: tuple[int, int], *, is_hidden: bool) -> Piece:
        """Return a character between or around cells; while the grid is hidden only its boxes are drawn."""
        sign, role = drawn.signs.get(place, (" ", ""))
        if role == "wall":
            return _HIDDEN_WALLS.get(sign, sign) if is_hidden else sign, self.theme.lines
        y, x = place
        if is_hidden or not role:
            bottom, right = drawn.at(self.rules.size, self.rules.size)
            is_inside = drawn.top <= y + 1 and y < bottom and drawn.left <= x + 1 and x < right
            return " ", self.theme.cells if is_inside else self.theme.base
        if role == "clue":
            return sign, self.theme.strong
        text = "pencil_mark" if role in ("cage", "diagonal") else "digit_given"
        return sign, self.theme.cell(text, GROUNDS.get(role, "cell"))

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
            pieces[place] = self.rules.signs[cell.digit], self.theme.cell(cell.colour, cell.background)
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
                pieces[at] = self.rules.signs[digit], style
                if sign.role != "pattern":  # which stands among its own marks here, and is bold
                    pieces[at + 1] = sign.sign, style
            elif colour := colours.get(digit):
                pieces[at : at + 2] = (
                    (self.rules.signs[digit], theme.swatch(colour)),
                    (LETTERS[colour], theme.swatch(colour)),
                )
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
        return self.rules.signs[digit] if digit else "+", self.theme.swatch(colour) if colour else style

    def _put_signs(self, pieces: list[Piece], cell: CellPicture) -> None:
        """Put what a hint says of a small cell into its line: what it changes first, `+` where more does not fit."""
        edge = 1 if cell.frame else 0
        room = self.cell_size.width - 2 * edge
        groups: list[list[Piece]] = []
        for (sign, role), same in groupby(cell.signs, key=lambda one: (one.sign, one.role)):
            style = self.theme.candidate(role, cell.background)
            groups.append([(char, style) for char in "".join(self.rules.signs[one.digit] for one in same) + sign])
        text = [piece for group in groups for piece in group]
        if len(text) > room:
            first = groups[0]
            if len(first) > room:
                first = [*first[: room - 2], ("+", first[0][1]), first[-1]] if room > 2 else first[:room]
            text = first if len(first) == room else [*text[: room - 1], ("+", text[room - 1][1])]
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


_HIDDEN_WALLS = {"!": "|", "=": "-"}  # those of boxes where cages end as well

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
    lines = drawn_rules.grounds if size.has_rules and (drawn_rules := size.lattice(board.rules)) else {}

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
        plain = GROUNDS[lines[cell]] if cell in lines else "cell_peer" if cell in seen else "cell"
        return "cell" if digit else plain

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
