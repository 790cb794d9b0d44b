"""Digits, marks and colours in the cells of a Sudoku: which cells are selected, what keys and mouse do there."""

import re
from collections.abc import Callable
from functools import cached_property, partialmethod

from textual import on

from tessella.i18n import _
from tessella.play.coach import preferences
from tessella.play.coach.sudoku import SudokuCoach
from tessella.play.tasks import Task
from tessella.sudoku.board import Board
from tessella.sudoku.geometry import COLOURS, SYMBOLS, cell_named
from tessella.tui import dialogs
from tessella.tui.cell_selection import STEPS, Selection
from tessella.tui.keys import ARROW_KEYS, Command
from tessella.tui.messages import CellClicked, CellPressed
from tessella.tui.screens.game import GameScreen

MODES = {"digit": "", "corner": "^", "centre": "~", "colour": "@"}
"""What a digit becomes, in the order in which the space bar goes through it, with the sign of the moves."""

SUDOKUPAD_KEYS = {"digit": "z", "corner": "x", "centre": "c", "colour": "v"}


class CellEntryScreen(GameScreen):
    """A Sudoku as far as its cells are selected, filled, marked and coloured.

    Every entry acts on all selected cells, and is one move. `digit` is the one whose places are shown, 0 for none;
    where digits are chosen first, it is the one that is entered.
    """

    position: Board
    coach: SudokuCoach
    is_paused = False
    mode = "digit"
    digit = 0
    selection = Selection.of(0)
    _drawn: Board | None = None
    _drawn_moves: tuple[str, ...] = ()

    @cached_property
    def preferences(self) -> dict[str, str]:
        """What the person prefers."""
        return preferences.all_chosen(self.game.store)

    # --- Keys ---

    def digit_keys(self) -> dict[str, int]:
        """Return the keys that enter digits, letters for those above 9, or colours."""
        signs = SYMBOLS[: COLOURS + 1] if self.mode == "colour" else self.position.rules.signs
        return {sign.lower(): digit for digit, sign in enumerate(signs) if digit}

    def filter_keys(self) -> dict[str, int]:
        """Return the keys that show where a digit can go."""
        digits = range(1, self.position.size + 1)
        with_alt = {f"alt+{self.position.rules.signs[digit].lower()}": digit for digit in digits}
        return with_alt | {f"f{digit + 1}": digit for digit in digits[:9]}

    def entry_commands(self) -> list[Command]:
        """Return what can be done in cells."""
        signs = self.position.rules.signs
        erasing = "0 . - backspace delete".removeprefix("0 " * ("0" in signs))
        return [
            Command("", "", "", _("select a cell; so does a click"), _("arrows  hjkl")),
            Command("", "", "", _("select more cells; so do drags and Ctrl+click"), _("Shift+arrows")),
            Command("select_row", "[", "", _("select row, column or box; Esc: one cell"), "[  ]  \\"),
            Command("select_column", "]"),
            Command("select_box", "\\"),
            Command(
                "toggle_cell",
                "insert ctrl+@",
                "",
                _("move the cursor alone; Insert selects the cell"),
                _("Ctrl+arrows"),
            ),
            Command("", "", "", _("enter a digit, a mark or a colour"), f"{signs[1]} - {signs[-1]}"),
            Command("marks", "m", _("Marks"), _("switch between digits and centre marks")),
            Command("mode", "space", "", _("digits, corner marks, centre marks, colours")),
            Command("mode_back", "shift+tab"),
            Command("erase", erasing, "", _("erase"), f"{erasing[0]}  -  Backspace"),
            Command("mark_all", "w ~", _("Mark all"), _("mark all candidates of all blank cells"), "w  ~"),
            Command("", "", "", _("show where a digit can go"), _("Alt+1  F2 - F10")),
            Command("options", ",", _("Options"), _("options: mistakes, marks, clock, keys"), ","),
        ]

    def in_this_grid(self, commands: list[Command]) -> list[Command]:
        """Return commands with Shift where their letters are digits of a large grid, or modes as in SudokuPad."""
        if self.preferences["keys"] == "sudokupad":
            commands = [one.with_shift([*SUDOKUPAD_KEYS.values()]) for one in commands]
            commands += [Command(f"mode_{mode}", key) for mode, key in SUDOKUPAD_KEYS.items()]
        letters = [sign.lower() for sign in self.position.rules.signs if sign.isalpha()]
        return [one.with_shift(letters) for one in commands] if letters else commands

    def run_command(self, name: str) -> None:
        """Do an action by its name; `digit_5` enters a 5, and `filter_5` shows where it can go."""
        verb, _line, number = name.partition("_")
        if number.isdecimal():
            self.attempt(lambda: (self.enter if verb == "digit" else self.filter)(int(number)))
        else:
            super().run_command(name)

    def play_key(self, name: str) -> bool:
        """Select another cell, enter a digit, or show where it can go."""
        modifier, _plus, key = name.rpartition("+")
        if value := self.digit_keys().get(name):
            self.enter(value)
        elif value := self.filter_keys().get(name):
            self.filter(value)
        elif name in ARROW_KEYS or (modifier in ("shift", "ctrl") and key in STEPS):
            self.selection = self.selection.moved(ARROW_KEYS[key], self.position.size, modifier)
        else:
            return False
        return True

    # --- The selection ---

    @on(CellPressed)
    def _press_cell(self, event: CellPressed) -> None:
        def select() -> None:
            if event.is_toggled:
                self.selection = self.selection.toggled(event.cell)
            else:
                self.selection = self.selection.added(event.cell) if event.is_added else Selection.of(event.cell)

        if not self.is_paused:
            self.attempt(select)

    @on(CellClicked)
    def _click_cell(self, event: CellClicked) -> None:
        """Enter the digit that was chosen first; or select, at a double click, all cells with the digit there."""
        digits = self.position.digits
        if self.is_paused:
            return
        if self.preferences["entry"] == "digit":
            self.attempt(self.enter_chosen)
        elif event.is_double and (digit := digits[event.cell]):
            same = (cell for cell, other in enumerate(digits) if other == digit)
            self.attempt(lambda: setattr(self, "selection", Selection.of(event.cell, *same)))

    def _select_house(self, kind: int) -> None:
        cursor, rules, kinds = self.selection.cursor, self.position.rules, (("row",), ("column",), ("box", "region"))
        for is_kind, house in zip(rules.house_kinds, rules.houses, strict=True):
            if is_kind in kinds[kind] and cursor in house:
                self.selection = Selection.of(cursor, *house)
                return

    action_select_row = partialmethod(_select_house, 0)
    action_select_column = partialmethod(_select_house, 1)
    action_select_box = partialmethod(_select_house, 2)

    def action_toggle_cell(self) -> None:
        """Select the cell of the cursor too, or leave it out."""
        self.selection = self.selection.toggled(self.selection.cursor)

    def select_changed(self) -> bool:
        """Select what was changed since this was asked last, by an undo or a hint too; return whether anything was.

        In a new puzzle that is its first blank cell.
        """
        now, moves = self.position, self.game.session.moves
        before, self._drawn = self._drawn, now
        moves_before, self._drawn_moves = self._drawn_moves, moves
        if before is now:
            return False
        if before is None or before.givens != now.givens:
            self.selection = Selection.of((*now.digits, 0).index(0) % len(now.digits))
            self.digit = 0
            return True
        step = min(len(moves), len(moves_before))
        changed = "".join(max(moves, moves_before, key=len)[step : step + 1])
        cells = [cell_named(name, now.size) for name in re.findall(r"r\d+c\d+", changed)]
        if cells and self.selection.cells != {*cells}:
            self.selection = Selection.of(*cells)
        return True

    # --- Entries ---

    def enter(self, value: int) -> None:
        """Do with a digit what the mode says; where digits are chosen first, choose it."""
        if self.mode == "colour":
            candidate = f"~{self.position.rules.signs[self.digit]}" if self.digit else ""
            self._play(f"{candidate}@{value}")
        elif self.preferences["entry"] == "digit":
            self.filter(value)
        else:
            self._play(self._sign + self.position.rules.signs[value])

    def enter_chosen(self) -> None:
        """Enter the digit that was chosen first, if one was."""
        if self.digit and self.mode != "colour":
            self._play(self._sign + self.position.rules.signs[self.digit])

    def filter(self, digit: int) -> None:
        """Show where a digit can go; no more where it is shown."""
        self.digit = 0 if digit == self.digit else digit

    @property
    def _sign(self) -> str:
        return MODES[self.mode] or self.coach.digit_sign

    def _play(self, what: str) -> None:
        cells = ",".join(map(self.position.name, sorted(self.selection.cells)))
        self.coach.play(cells + what)

    def action_erase(self) -> None:
        """Erase what the mode makes; where there is nothing of it, what else there is."""
        self._play(f"-{MODES[self.mode]}")

    def action_mark_all(self) -> None:
        """Mark every candidate of every blank cell, in one step."""
        self.coach.play("~")

    def _set_mode(self, mode: str) -> None:
        self.mode = mode

    action_mode_digit = partialmethod(_set_mode, "digit")
    action_mode_corner = partialmethod(_set_mode, "corner")
    action_mode_centre = partialmethod(_set_mode, "centre")
    action_mode_colour = partialmethod(_set_mode, "colour")

    def action_marks(self) -> None:
        """Switch between digits and centre marks."""
        self.mode = "digit" if self.mode == "centre" else "centre"

    def _turn_mode(self, steps: int) -> None:
        modes = list(MODES)
        self.mode = modes[(modes.index(self.mode) + steps) % len(modes)]

    action_mode = partialmethod(_turn_mode, 1)
    action_mode_back = partialmethod(_turn_mode, -1)

    def action_menu(self) -> None:
        """Show no digit's places any more; then select one cell; then go on as in every game."""
        if self.digit:
            self.digit = 0
        elif self.selection.cells != {self.selection.cursor}:
            self.selection = Selection.of(self.selection.cursor)
        else:
            super().action_menu()

    # --- Preferences, mistakes ---

    def action_options(self) -> None:
        """Ask what the person prefers."""
        dialog = dialogs.sudoku.OptionsDialog(self.preferences)
        self.open_dialog(dialog, lambda chosen: self.attempt(lambda: self._prefer(chosen)))

    def _prefer(self, chosen: dict[str, str]) -> None:
        for name, value in chosen.items():
            preferences.choose(self.game.store, name, value)
        self.preferences, self.digit = chosen, 0
        self.compare()

    def attempt(self, do: Callable[[], None]) -> None:
        """Do something; where it changed the position, show what is wrong to who wants to see that at once."""

        def do_and_compare() -> None:
            before = self.position
            do()
            if self.position is not before:
                self.compare()

        super().attempt(do_and_compare)

    def compare(self) -> None:
        """Show what is wrong, if the person wants to see mistakes at once."""
        reply = self.coach.instant_mistakes()
        if isinstance(reply, Task):
            self.work_out(reply)
        elif reply:
            self.show_answer("mistakes", reply)
