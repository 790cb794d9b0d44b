"""How is Sudoku played on the full screen?

Keys and words; the grid is drawn by `grid`, and hints on it by `hints`.
"""

import threading
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, cast

from rich.style import Style

from tessella.errors import PuzzleError
from tessella.i18n import _, ngettext
from tessella.play import progress
from tessella.play.session import clock
from tessella.sudoku.board import Board as Position
from tessella.sudoku.rating.levels import level_name
from tessella.sudoku.rules import SYMBOLS, cell_name, digits_of, peers
from tessella.sudoku.tutor.practice import LONG, is_slow, level_of_table
from tessella.tui.background import aside
from tessella.tui.keys import ARROWS
from tessella.tui.screens.base import NARROWEST, GameScreen, Plan, plan, sentence
from tessella.tui.widgets import hint_signs
from tessella.tui.widgets.sudoku_grid import HIDDEN, Cell, Grid, Shape, by_weight, shapes
from tessella.tui.widgets.text_lines import Piece, Row, button, fit, width, wrap

if TYPE_CHECKING:
    from collections.abc import Callable

    from tessella import games, ids
    from tessella.play.stored_game import StoredGame
    from tessella.sudoku.tutor.hints import Hint
    from tessella.tui.theme import Look

__all__ = ["Grid", "ScreenSudoku", "Shape", "shapes"]

PATIENCE = 20.0
"""Seconds that a check may take to solve the puzzle."""


WARM = 0.3
"""Seconds after the first picture when the techniques are loaded."""

STILL = ("pause", "quit", "menu", "help", "theme")
"""The commands that a pause leaves."""


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
        "s": "practice",
        "enter": "follow_hint",
        "pageup": "hint_up",
        "pagedown": "hint_down",
        "0": "erase",
        ".": "erase",
        "-": "erase",
        "backspace": "erase",
        "delete": "erase",
    }

    board: Grid

    def __init__(self, sitting: "StoredGame", look: "Look") -> None:
        self._cell = 0
        self._marking = False
        self._paused = False
        self._solution: tuple[tuple[int, ...], Position] | None = None
        self._wrong: frozenset[int] = frozenset()
        self._checked: Position | None = None
        self._hint: Hint | None = None
        self._stage = 0
        self._asked: tuple[Position, int] | None = None
        self._scroll = self._rest = 0
        self._page = 1
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
        self.set_timer(WARM, self._warm_up)

    @staticmethod
    def _warm_up() -> None:
        """Load the techniques in the background, so that the first hint waits for nothing."""
        threading.Thread(target=import_module, args=("tessella.sudoku.tutor.hints",), daemon=True).start()

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
        self.board.show(self.look, now.box, self._cells(now))

    def _cells(self, now: Position) -> list[Cell]:
        """Return all cells as they are drawn."""
        wrong = self._clashes(now) | self._wrong
        hint = self._hint if self._explains() else None
        signs, grounds = hint_signs.drawn(hint) if hint else ({}, {})
        if hint and hint.is_mistake:
            wrong |= {cell for cell in hint.cells if now.digits[cell]}
        seen = set(peers(now.box)[self._cell])
        digit = now.digits[self._cell]
        cells = []
        for cell, (given, here, marks) in enumerate(zip(now.givens, now.digits, now.marks, strict=True)):
            if cell == self._cell:
                ground = "cell_selected"
            elif hint:  # what it lights up stands alone
                ground = grounds.get(cell, "cell")
            elif digit and here == digit:
                ground = "cell_same_digit"
            else:
                ground = "cell_peer" if cell in seen else "cell"
            ink = "digit_conflict" if cell in wrong else "digit_given" if given else "digit_entered"
            bold = digit if digit and marks >> digit - 1 & 1 else 0
            told = () if here else by_weight(signs.get(cell, {}).values(), self.board.shape)
            if hint and cell in grounds:
                marks = hint.grid.marks[cell]  # noqa: PLW2901 - those that the hint was found in, marked or not
            cells.append(Cell(here, marks, ink, ground, cell == self._cell, bold, told))
        return cells

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
        room = self.plan.panel.width if self.plan else 0
        title, technique = _("Sudoku") + (f"  {level_name(self._level)}" if self._level else ""), ""
        if course := progress.course_of(self.sitting.store, session.id):
            title = _("Practice") + "  " + _("{solved} of {all}").format(solved=len(course.solved), all=LONG)
            technique = fit(course.lesson.name, room).rstrip()
        rows: list[Row] = [
            [button(title, look.accent, "menu")],
            [button(fit(session.id, room).rstrip(), look.soft, "choose_id")],
            [button(technique, look.base, "practice")] if technique else [],
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
        if self._paused:
            return rows
        return rows + (self._legend_rows() if self._explains() else self._cell_rows())

    def _explains(self) -> bool:
        """Return whether the full reason of a hint for this position is told, with its cells lit."""
        return self._hint is not None and self._stage > 2 and self._hint.board == self.position

    def _legend_rows(self) -> list[Row]:
        """Return the name of the technique, and what the signs in the cells mean."""
        assert self._hint
        look, room = self.look, self.plan.panel.width if self.plan else NARROWEST
        rows: list[Row] = [[(line, look.accent)] for line in wrap(self._hint.technique, room)[:1]]
        for example, kind, words in hint_signs.legend(self._hint):
            rows.append([(f"{example:3}", look.sign(kind, "cell")), (fit(" " + words, room - 3).rstrip(), look.soft)])
        return rows

    def _message_rows(self) -> list[Row]:
        """Return what was just said; as long as a hint stands, its reason, a page of it where it is long."""
        rows = super()._message_rows()
        if rows or not self._explains() or self.plan is None:
            return rows
        assert self._hint
        room = self.plan.message if self.plan.message.height else self.plan.panel
        text = wrap(self._told, room.width)
        self._page = room.height - 1
        if len(text) <= room.height:
            self._rest = 0
            return [[(line, self.look.base)] for line in text]
        self._rest = len(text) - self._page
        self._scroll = min(self._scroll, self._rest)
        shown = text[self._scroll : self._scroll + self._page]
        foot = _("PgUp PgDn  t: all of it") if room.height > 2 else _("t: all of it")
        if room.height == 1:
            foot, shown = _("{technique} ({more})").format(technique=self._hint.technique, more=foot), []
        return [*([(line, self.look.base)] for line in shown), [(fit(foot, room.width).rstrip(), self.look.accent)]]

    @property
    def _told(self) -> str:
        """The reason of the hint, and the key that does what it says."""
        assert self._hint
        return self._hint.reason + (" " + _("Enter does it.") if self._hint.moves else "")

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
            return _("Solved. Well done!") + "\n" + _("Enter: how it went; n: the next; u: back."), "good"
        if self._paused:
            return _("Paused. Press p to go on."), "good"
        return None

    def key_row(self) -> list[tuple[str, str, str]]:
        """Return the row of keys."""
        return [
            ("u", _("Undo"), "undo"),
            ("m", _("Marks"), "mode"),
            ("t", _("Hint"), "hint"),
            ("n", _("New"), "choose_new"),
            ("w", _("Mark all"), "mark_all"),
            ("x", _("Check"), "check"),
            ("p", _("Pause"), "pause"),
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
            ("t", _("a hint; again, more of it; Enter then does it"), "hint"),
            ("s", _("practice: puzzles that need one technique"), "practice"),
            ("p", _("pause: hides the grid and stops the clock"), "pause"),
            ("u  y  ctrl+r", _("take back, play again"), "undo"),
            ("n  r", _("new puzzle: choose its kind, or like this one"), "choose_new"),
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
        from tessella.tui.dialogs.sudoku import NewSudoku  # noqa: PLC0415 - dialogs are loaded when they are asked for

        level = self._level or self.sitting.store.setting("level")
        self.app.push_screen(NewSudoku(self.position.box, level), self._begin)

    def _begin(self, text: str | None) -> None:
        if text == "practice":
            self.do_practice()
        elif text is not None:
            progress.remember_level(self.sitting.store, level_of_table(text))
            self._make(text)

    def do_practice(self) -> None:
        """Ask which technique is to be practised."""
        from tessella.tui.dialogs.sudoku import PracticeDialog  # noqa: PLC0415 - the same

        self.app.push_screen(PracticeDialog(self.sitting.store, self.sitting.session.id), self._practise)

    def _practise(self, id: str | None) -> None:
        if id is not None:
            self._attempt(lambda: self.app.begin(id))

    def _make(self, text: str) -> None:
        """Begin what an id asks for, in place of this puzzle; what takes seconds is made aside."""
        if is_slow(text):
            from tessella.tui.dialogs.sudoku import MakingDialog  # noqa: PLC0415 - the same

            self.app.push_screen(MakingDialog(text), self._made)
        else:
            self._attempt(lambda: self._new_puzzle(text))

    def _made(self, opening: "ids.Opening[games.Position] | None") -> None:
        if opening is not None:
            self._attempt(lambda: self._new_puzzle(opening))

    def _new_puzzle(self, what: "str | ids.Opening[games.Position]") -> None:
        self.sitting.new(what)
        self._cell = self._first_blank()
        self._resume()
        self.say(_("A new puzzle. u brings the old one back."))

    def do_new(self) -> None:
        """Begin another one like this; undo comes back."""
        self.do_next()

    def do_next(self) -> None:
        """Begin the next puzzle: of the course, or of the same level."""
        if course := progress.course_of(self.sitting.store, self.sitting.session.id):
            following = course.next_id or progress.course(self.sitting.store, course.lesson).next_id
            assert following
            if following != self.sitting.session.id:
                self.app.begin(following)
                return
        self._make(self.sitting.again)

    @property
    def _level(self) -> str:
        """The level of this puzzle, "" where it was made to none."""
        return level_of_table(self.sitting.table)

    # --- The end ---

    def _attempt(self, do: "Callable[[], None]") -> None:
        """Do something; where it solves the puzzle, tell how that went."""
        was_over = self.position.is_over()
        super()._attempt(do)
        if self.position.is_over() and not was_over and self.app.screen is self:
            self.show_solved()

    def show_solved(self) -> None:
        """Tell how a solved puzzle went, and offer the next one."""
        from tessella.tui.dialogs.sudoku import SolvedDialog  # noqa: PLC0415 - dialogs are loaded when asked for

        facts = progress.facts(self.sitting.store, self.sitting.session, self.sitting.table)
        self.app.push_screen(SolvedDialog(facts, self._following(), self.position), self._run_chosen)

    def _following(self) -> str:
        """Return the words on the button for the next puzzle."""
        course = progress.course_of(self.sitting.store, self.sitting.session.id)
        if course and course.next_id:
            return _("Next one")
        if course:
            return _("Another course")
        return _("Next: {level}").format(level=level_name(self._level)) if self._level else _("Next one")

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
        self.run_worker(self._solve(self.position.puzzle), exclusive=True, group="check")

    async def _solve(self, puzzle: Position) -> None:
        from tessella.sudoku.solver import solve  # noqa: PLC0415 - only who checks needs a solver

        try:
            solution = await aside(lambda: solve(puzzle, timeout=PATIENCE))
        except PuzzleError as error:
            self.say(sentence(error), "bad")
            self.draw()
            return
        if puzzle.givens == self.position.givens:
            self._solution = puzzle.givens, solution
            self._attempt(lambda: self._compare(solution))

    def _compare(self, solution: Position) -> None:
        now = self.position
        self.sitting.count_hint()  # a look at the solution is one
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
        if self._explains():
            if self._rest:
                self._read_hint()
        elif self._hint and self._hint.board == now:
            self._stage += 1
            self._tell_hint()
        else:
            self.say(_("Looking for the next step ..."))
            if self._asked and self._asked[0] == now:  # it is being looked for; so much of it will be told
                self._asked = now, min(self._asked[1] + 1, 3)
            else:
                self._asked = now, 1
                self.run_worker(self._find_hint(now), exclusive=True, group="hint")

    def _read_hint(self) -> None:
        """Show the whole reason on a sheet of its own."""
        from tessella.tui.dialogs.sudoku import Reading  # noqa: PLC0415 - dialogs are loaded when they are asked for

        assert self._hint
        signs = [(example, words) for example, _kind, words in hint_signs.legend(self._hint)]
        self.app.push_screen(Reading(self._hint.technique, self._told, signs))

    def do_hint_up(self) -> None:
        """Go back in a long reason."""
        self._scroll = max(0, self._scroll - self._page)

    def do_hint_down(self) -> None:
        """Go on in a long reason."""
        self._scroll = min(self._rest, self._scroll + self._page)

    def do_follow_hint(self) -> None:
        """Do what the hint says."""
        if self._explains() and self._hint:
            for move in self._hint.moves:
                self.sitting.play(move)
            if cells := [move for move in self._hint.moves if "=" in move]:
                row, col = (int(part) for part in cells[0][1:].partition("=")[0].split("c"))
                self._cell = (row - 1) * self.position.size + col - 1
        elif self.position.is_over():
            self.show_solved()

    def do_menu(self) -> None:
        """Put a hint away; without one, go to the menu of games."""
        if self._hint and self._hint.board == self.position and self._stage:
            self._stage = 0
        else:
            super().do_menu()

    async def _find_hint(self, now: Position) -> None:
        from tessella.sudoku.tutor.practice import hint, lesson_of  # noqa: PLC0415 - only who asks needs the techniques

        in_practice = lesson_of(self.sitting.session.id)
        try:
            found = await aside(lambda: hint(now, in_practice[0] if in_practice else None))
        except PuzzleError as error:
            self._asked = None
            self.say(sentence(error), "bad")
            self.draw()
            return
        stage, self._asked = self._asked[1] if self._asked else 1, None
        if now == self.position:
            self._hint, self._stage, self._scroll = found, stage, 0
            self.sitting.count_hint()
            self._attempt(self._tell_hint)

    def _tell_hint(self) -> None:
        assert self._hint
        if self._stage == 1:
            self.say(self._hint.where + " " + _("(t tells more)"))
        elif self._stage == 2:
            self.say(self._hint.technique + " " + _("(t tells more)"))

    def _back_to_right(self) -> None:
        """Take back until no digit is wrong."""
        assert self._solution
        positions = cast("tuple[Position, ...]", self.sitting.session.positions)
        right = [step for step, position in enumerate(positions) if position.mistakes(self._solution[1])]
        first = right[0] if right else len(positions)
        for _step in range(len(positions) - 1 - max(first - 1, 0)):
            self.sitting.undo()
        self.say(_("Back to before the first mistake; y plays it again."))
