"""How is Sudoku played on the full screen?

    compact   one line a cell, for 80x24; what fits the chosen cell stands in the panel
    large     a line for each row of pencil marks in every cell, where the terminal has the lines

Boxes are blocks of coloured blanks with the screen's ground between them. Nothing rests on colour alone: a given is
bold, an own digit underlined, a conflict has an exclamation mark, the chosen cell stands in brackets.
"""

import asyncio
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tessella.errors import PuzzleError
from tessella.i18n import _, ngettext
from tessella.sudoku.board import SYMBOLS, cell_name, digits_of, peers
from tessella.sudoku.board import Board as Position
from tessella.tui.game import NARROWEST, GameScreen, Plan, plan, sentence
from tessella.tui.keys import ARROWS
from tessella.tui.lines import Piece, Row, button, clock, fit, width

if TYPE_CHECKING:
    from tessella.sitting import Sitting
    from tessella.sudoku.board import Box
    from tessella.sudoku.teach import Hint
    from tessella.tui.look import Look

__all__ = ["Grid", "ScreenSudoku", "Shape", "shapes"]

PATIENCE = 20.0
"""Seconds that a check may take to solve the puzzle."""


STILL = ("pause", "quit", "menu", "help", "theme")
"""The commands that a pause leaves."""


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
        if cell.digit == 0 and shape.marks and cell.marks:
            return self._marks(cell, line)
        if line != (shape.high - 1) // 2 or cell.ink == "hidden":
            return [(" " * shape.wide, blank)]
        if cell.digit:
            text, style = SYMBOLS[cell.digit], look.cell(cell.ink, cell.ground)
        else:
            text, style = (":" if cell.marks else "."), look.cell("mark", cell.ground)
        warn = "!" if cell.ink == "wrong" else " "
        before, after = ("[", "]") if cell.is_chosen else (" ", warn)
        if cell.is_chosen and warn == "!":
            after = "!"
        edge = (shape.wide - 3) // 2
        frame = look.cell("given", cell.ground) if cell.is_chosen or warn == "!" else blank
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
        blank, ink = look.cell_ground(cell.ground), look.cell("mark", cell.ground)
        middle = line == (self.shape.high - 1) // 2
        frame = look.cell("given", cell.ground)
        pieces: list[Piece] = [("[", frame) if cell.is_chosen and middle else (" ", blank)]
        for digit in range(line * cols + 1, (line + 1) * cols + 1):
            held = cell.marks >> digit - 1 & 1
            style = look.cell("given", cell.ground) if digit == cell.bold_mark else ink
            pieces += [(SYMBOLS[digit], style) if held else (" ", blank), (" ", blank)]
        if cell.is_chosen and middle:
            pieces[-1] = ("]", frame)
        return pieces

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Choose the cell under the mouse."""
        if (cell := self.at(event.x, event.y)) is not None:
            cast("ScreenSudoku", self.screen).choose(cell)


def _joined(pieces: Iterable[Piece]) -> list[Segment]:
    """Return the pieces as segments, neighbours of one style together."""
    joined: list[Piece] = []
    for text, style in pieces:
        if joined and joined[-1][1] == style:
            joined[-1] = (joined[-1][0] + text, style)
        elif text:
            joined.append((text, style))
    return [Segment(text, style) for text, style in joined]


class ScreenSudoku(GameScreen):
    """Sudoku."""

    PANEL_ROWS = 22
    KEYS: ClassVar[Mapping[str, str]] = {
        **GameScreen.KEYS,
        "m": "mode",
        "space": "mode",
        "w": "mark_all",
        "~": "mark_all",
        "x": "check",
        "t": "hint",
        "p": "pause",
        "0": "erase",
        ".": "erase",
        "-": "erase",
        "backspace": "erase",
        "delete": "erase",
    }

    board: Grid

    def __init__(self, sitting: "Sitting", look: "Look") -> None:
        self._cell = 0
        self._marking = False
        self._paused = False
        self._solution: tuple[tuple[int, ...], Position] | None = None
        self._wrong: frozenset[int] = frozenset()
        self._checked: Position | None = None
        self._hint: Hint | None = None
        self._stage = 0
        self._looked_at: Position | None = None
        self._clashing: frozenset[int] = frozenset()
        self._clock = ""
        self.sitting = sitting  # the board asks for its position
        super().__init__(sitting, look)
        self._cell = self._first_blank()

    @property
    def position(self) -> Position:
        """The position now."""
        return cast("Position", self.sitting.session.position)

    def _first_blank(self) -> int:
        digits = self.position.digits
        return digits.index(0) if 0 in digits else 0

    # --- Board ---

    def make_board(self) -> Grid:
        """Return the grid."""
        return Grid(self.look, self.position.box)

    def on_mount(self) -> None:
        """Let the clock run as long as the grid can be seen."""
        super().on_mount()
        self._resume()
        self.set_interval(0.5, self._tick)

    def _resume(self) -> None:
        if not self.position.is_over():
            self.sitting.session.resume()

    def _tick(self) -> None:
        if self.plan is not None and not self._paused and self._clock != clock(self.sitting.session.elapsed_ms):
            self.show_panel()

    def fit_board(self, columns: int, lines: int) -> Plan | None:
        """Choose the largest cells that fit."""
        box = self.position.box
        large, *compact = shapes(box)
        # A compact grid shows no marks, so what fits the chosen cell should stand beside it.
        tries = [(large, None), *((shape, True) for shape in compact), *((shape, False) for shape in compact)]
        for shape, beside in tries:
            if found := plan(shape.size(box), (columns, lines), self.PANEL_ROWS, beside=beside):
                self.board.shape = shape
                self.board.refresh()
                return found
        return None

    def smallest(self) -> tuple[int, int]:
        """Return columns and lines that the grid needs at least."""
        box = self.position.box
        wide, high = shapes(box)[-1].size(box)
        return max(wide, NARROWEST), high + 2

    def draw_board(self) -> None:
        """Show the grid; nothing of it in a pause."""
        now = self.position
        if now.box != self.board.box:
            self.board.box = now.box
            self._cell = self._first_blank()
            self.place_all(*self.size)
            return
        if now is not self._checked:
            self._wrong, self._checked = frozenset(), None
        self._cell = min(self._cell, len(now.digits) - 1)
        if self._paused:
            self.board.show(self.look, now.box, [HIDDEN] * len(now.digits))
            return
        wrong = self._clashes(now) | self._wrong
        lit = self._hint.cells if self._hint and self._hint.board == now and self._stage > 1 else ()
        seen = set(peers(now.box)[self._cell])
        digit = now.digits[self._cell]
        cells = []
        for cell, (given, here, marks) in enumerate(zip(now.givens, now.digits, now.marks, strict=True)):
            if cell == self._cell:
                ground = "chosen"
            elif cell in lit or (digit and here == digit and not lit):
                ground = "same"
            else:
                ground = "house" if cell in seen else "cell"
            ink = "given" if given else "own"
            if cell in wrong:
                ink = "wrong"
            bold = digit if digit and marks >> digit - 1 & 1 else 0
            cells.append(Cell(here, marks, ink, ground, cell == self._cell, bold))
        self.board.show(self.look, now.box, cells)

    def _clashes(self, now: Position) -> frozenset[int]:
        """Return the cells whose digit stands twice in a house; who goes from cell to cell need not look again."""
        if now is not self._looked_at:
            self._looked_at = now
            found = (problem.cells for problem in now.problems() if problem.kind == "repeated")
            self._clashing = frozenset(cell for cells in found for cell in cells)
        return self._clashing

    # --- Words ---

    def panel_rows(self) -> list[Row]:
        """Return title, clock and counts, and what can be said of the chosen cell."""
        look, session, now = self.look, self.sitting.session, self.position
        self._clock = clock(session.elapsed_ms)
        values = [
            (_("Time"), self._clock),
            (_("Blank"), str(now.digits.count(0))),
            (_("Undos"), str(session.undos)),
        ]
        wide = max(width(label) for label, _value in values) + 2
        name = fit(session.id, self.plan.panel.width if self.plan else 0).rstrip()
        rows: list[Row] = [
            [button(_("Sudoku"), look.accent, "menu")],
            [button(name, look.soft, "choose_id")],
            [],
            *(
                [(label + " " * (wide - width(label)), look.soft), (f"{value:>8}", look.strong)]
                for label, value in values
            ),
            [],
            self._mode_row(),
            [],
        ]
        if session.hints:
            rows[5] = [*rows[5], ("   " + _("Hints") + " ", look.soft), (str(session.hints), look.strong)]
        return rows if self._paused else rows + self._cell_rows()

    def _mode_row(self) -> Row:
        look = self.look
        digits, marks = _("Digits"), _("Marks")
        on, off = look.chosen, look.soft
        return [
            button(f" {digits} ", off if self._marking else on, "mode"),
            button(f" {marks} ", on if self._marking else off, "mode"),
        ]

    def _cell_rows(self) -> list[Row]:
        """Return what fits the chosen cell, each digit at its place; a click writes it."""
        look, now, cell = self.look, self.position, self._cell
        name = cell_name(cell, now.size)
        if now.givens[cell]:
            return [[(_("{cell}: given").format(cell=name), look.soft)]]
        if now.digits[cell]:
            return [[(_("{cell}: your digit").format(cell=name), look.soft)]]
        fitting = now.candidates()[cell]
        rows: list[Row] = [[(_("{cell}: what fits").format(cell=name), look.soft)]]
        height, cols = now.box
        for line in range(height):
            pieces: list[Piece] = [("  ", look.base)]
            for digit in range(line * cols + 1, (line + 1) * cols + 1):
                marked = now.marks[cell] >> digit - 1 & 1
                text = SYMBOLS[digit] if fitting >> digit - 1 & 1 or marked else "."
                style = look.accent + Style(underline=True) if marked else look.base
                pieces += [button(text, style if text != "." else look.soft, f"digit_{digit}"), (" ", look.base)]
            rows.append(pieces)
        if now.marks[cell]:
            rows.append([(_("underlined: your marks"), look.soft)])
        return rows

    def panel_line(self) -> Row:
        """Return clock, blank cells, mode and what fits the chosen cell in one line."""
        look, now = self.look, self.position
        self._clock = clock(self.sitting.session.elapsed_ms)
        fits = "".join(SYMBOLS[digit] for digit in digits_of(now.candidates()[self._cell]))
        groups: list[list[Piece]] = [
            [(self._clock, look.strong)],
            list(self._mode_row()),
            [(_("Blank") + " ", look.soft), (str(now.digits.count(0)), look.strong)],
            [(cell_name(self._cell, now.size) + " ", look.soft), ("" if self._paused else fits, look.base)],
            [(_("Undos") + " ", look.soft), (str(self.sitting.session.undos), look.base)],
        ]
        return self.in_line(groups)

    def banner(self) -> tuple[str, str] | None:
        """Return what is said of a solved puzzle, or in a pause."""
        if self.position.is_over():
            return _("Solved. Well done!") + "\n" + _("u takes back, n or r begins anew, q quits."), "good"
        if self._paused:
            return _("Paused. Press p to go on."), "good"
        return None

    def key_row(self) -> list[tuple[str, str, str]]:
        """Return the row of keys."""
        return [
            ("u", _("Undo"), "undo"),
            ("m", _("Marks"), "mode"),
            ("w", _("Mark all"), "mark_all"),
            ("x", _("Check"), "check"),
            ("t", _("Hint"), "hint"),
            ("p", _("Pause"), "pause"),
            ("n", _("New"), "choose_new"),
            ("?", _("Help"), "help"),
            ("q", _("Quit"), "quit"),
        ]

    def help_text(self) -> list[tuple[str, str, str]]:
        """Return the keys, explained."""
        last = SYMBOLS[self.position.size]
        return [
            (_("arrows  hjkl"), _("choose a cell; so does a click"), ""),
            (f"1 - {last}", _("write a digit, or mark it"), ""),
            (_("m  space"), _("switch between digits and pencil marks"), "mode"),
            ("0  -  Backspace", _("erase"), "erase"),
            ("w  ~", _("mark every candidate of every blank cell"), "mark_all"),
            ("x", _("check; x again goes back before the first mistake"), "check"),
            ("t", _("a hint; again, more of it"), "hint"),
            ("p", _("pause: hides the grid and stops the clock"), "pause"),
            ("u  y  ctrl+r", _("take back, play again"), "undo"),
            ("n", _("new puzzle: choose its kind"), "choose_new"),
            ("r", _("new puzzle at once; u brings the old one back"), "new"),
            ("i", _("game id: copy it, or go to another game"), "choose_id"),
            ("o", _("statistics"), "statistics"),
            ("z  Esc", _("next theme; menu of games"), "theme"),
            ("q", _("quit; the game is kept"), "quit"),
        ]

    # --- Keys ---

    def press(self, name: str) -> None:
        """Do what a key asks for; in a pause only going on, leaving and help."""
        if self._paused and self.KEYS.get(name) not in STILL:
            return
        super().press(name)

    def run_command(self, name: str) -> None:
        """Do a command by its name; `digit_5` writes or marks a 5."""
        if self._paused and name not in STILL:
            return
        if name.startswith("digit_"):
            self._attempt(lambda: self._digit(int(name.removeprefix("digit_"))))
        else:
            super().run_command(name)

    def play_key(self, name: str) -> bool:
        """Go to another cell, or write a digit."""
        if name in ARROWS:
            self._go(ARROWS[name])
            return True
        value = SYMBOLS.find(name.upper()) if len(name) == 1 else 0
        if not 1 <= value <= self.position.size or name in ("h", "j", "k", "l"):
            return False
        self._digit(value)
        return True

    def _go(self, direction: str) -> None:
        """Move the choice by one cell, around the edges."""
        size = self.position.size
        row, col = divmod(self._cell, size)
        down, right = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}[direction]
        self._cell = (row + down) % size * size + (col + right) % size

    def choose(self, cell: int) -> None:
        """Choose a cell."""
        if not self._paused:
            self._attempt(lambda: setattr(self, "_cell", cell))

    def _digit(self, value: int) -> None:
        now = self.position
        self.sitting.play(f"{now.name(self._cell)}{'~' if self._marking else '='}{SYMBOLS[value]}")

    def do_undo(self) -> None:
        """Take back, and choose the cell where that was."""
        before = self.position
        super().do_undo()
        self._follow(before)

    def do_redo(self) -> None:
        """Play again, and choose the cell where that was."""
        before = self.position
        super().do_redo()
        self._follow(before)

    def _follow(self, before: Position) -> None:
        """Choose the cell that differs from the position before, if it is one alone."""
        now = self.position
        for was, here in ((before.digits, now.digits), (before.marks, now.marks)):
            changed = [cell for cell, pair in enumerate(zip(was, here, strict=False)) if pair[0] != pair[1]]
            if len(changed) == 1:
                self._cell = changed[0]
                return

    def do_erase(self) -> None:
        """Erase the digit or the marks of the chosen cell."""
        self.sitting.play(f"{self.position.name(self._cell)}-")

    def do_mode(self) -> None:
        """Switch between digits and pencil marks."""
        self._marking = not self._marking

    def do_mark_all(self) -> None:
        """Mark every candidate of every blank cell, in one step."""
        self.sitting.play("~")

    def do_pause(self) -> None:
        """Hide the grid and stop the clock, or go on."""
        if self._paused:
            self._paused = False
            self._resume()
        elif not self.position.is_over():
            self._paused = True
            self.sitting.leave()

    def do_choose_new(self) -> None:
        """Ask what the new puzzle should be like."""
        from tessella.tui.dialogs import NewSudoku  # noqa: PLC0415 - dialogs are loaded when they are asked for

        self.app.push_screen(NewSudoku(self.position.box), self._begin)

    def _begin(self, text: str | None) -> None:
        if text is not None:
            self._attempt(lambda: self._new_puzzle(text))

    def _new_puzzle(self, text: str | None) -> None:
        self.sitting.new(text)
        self._cell = self._first_blank()
        self._resume()
        self.say(_("A new puzzle. u brings the old one back."))

    def do_new(self) -> None:
        """Begin anew; undo comes back."""
        self._new_puzzle(None)

    # --- Checking ---

    def do_check(self) -> None:
        """Compare with the solution, which is worked out in a thread; a second time, go back to before the mistake."""
        if self.position.is_over():
            return
        if self._wrong and self._checked is self.position:
            self._back_to_right()
            return
        if self._solution and self._solution[0] == self.position.givens:
            self._compare(self._solution[1])
            return
        self.say(_("Solving the puzzle ..."))
        self.run_worker(self._solve(self.position.puzzle), exclusive=True)

    async def _solve(self, puzzle: Position) -> None:
        from tessella.sudoku.solve import solve  # noqa: PLC0415 - only who checks needs a solver

        try:
            solution = await asyncio.to_thread(solve, puzzle, timeout=PATIENCE)
        except PuzzleError as error:
            self.say(sentence(error), "bad")
            self.draw()
            return
        if puzzle.givens == self.position.givens:
            self._solution = puzzle.givens, solution
            self._attempt(lambda: self._compare(solution))

    def _compare(self, solution: Position) -> None:
        now = self.position
        self.sitting.hint()  # a look at the solution is one
        self._checked = now
        self._wrong = frozenset(now.mistakes(solution))
        if self._wrong:
            self.say(
                ngettext(
                    "{n} digit is wrong. x again goes back to before the first mistake.",
                    "{n} digits are wrong. x again goes back to before the first mistake.",
                    len(self._wrong),
                ).format(n=len(self._wrong)),
                "bad",
            )
        else:
            self.say(_("Everything is right so far."), "good")

    def do_hint(self) -> None:
        """Tell where to look; asked again, the technique; once more, the full reason, with the cells lit."""
        now = self.position
        if now.is_over():
            return
        if self._hint and self._hint.board == now:
            self._stage = min(self._stage + 1, 3)
            self._tell_hint()
        else:
            self.say(_("Looking for the next step ..."))
            self.run_worker(self._find_hint(now), exclusive=True)

    async def _find_hint(self, now: Position) -> None:
        from tessella.sudoku.teach import hint  # noqa: PLC0415 - only who asks needs the techniques

        try:
            found = await asyncio.to_thread(hint, now)
        except PuzzleError as error:
            self.say(sentence(error), "bad")
            self.draw()
            return
        if now == self.position:
            self._hint, self._stage = found, 1
            self.sitting.hint()
            self._attempt(self._tell_hint)

    def _tell_hint(self) -> None:
        assert self._hint
        if self._stage == 1:
            self.say(self._hint.where + " " + _("(t tells more)"))
        elif self._stage == 2:
            self.say(self._hint.technique + " " + _("(t tells more)"))
        else:
            self.say(self._hint.reason)

    def _back_to_right(self) -> None:
        """Take back until no digit is wrong."""
        assert self._solution
        positions = cast("tuple[Position, ...]", self.sitting.session.positions)
        right = [step for step, position in enumerate(positions) if position.mistakes(self._solution[1])]
        first = right[0] if right else len(positions)
        for _step in range(len(positions) - 1 - max(first - 1, 0)):
            self.sitting.undo()
        self.say(_("Back to before the first mistake; y plays it again."))
