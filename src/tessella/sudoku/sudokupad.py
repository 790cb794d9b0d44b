"""Logs of SudokuPad, the web app by Sven Neumann, as moves on a board.

A log is a list of actions, each with an argument behind `:` and the time since the one before behind `/`, in 50 ms.
Actions have long names and short ones; cells are selected first, and what follows acts on all of them.

    select sl hl, deselect ds     cells such as r1c1r1c2; without any, `deselect` leaves none selected
    value vl                      a digit; where all the cells have it, it goes
    candidates cd, centre         a centre mark
    pencilmarks pm, corner        a corner mark
    colour co                     a colour from 1 to 9, shared by given cells too
    clear cl                      what the tool made (0 normal, 1 corner, 2 centre, 3 colour), or else what stands there
    undo ud, redo rd              with the selections that were made in between
    groupstart gs, groupend ge    what stands between them is undone as one
    wait wt, unpause up           time that goes by; pen pe, pencolor pc: lines of the pen, which are left out

    sl:r1c1r1c2/20  pm:7/9  ud/15      ->   r1c1,r1c2^7   undo

The facts are those that the app shows: a digit covers the marks of its cell and strikes none; a mark is made in all
selected cells, or goes where all of them have it; clearing takes the topmost kind that any selected cell shows.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tessella.errors import MoveError, ParseError
from tessella.i18n import _
from tessella.sudoku.board import Board
from tessella.sudoku.geometry import COLOURS, SYMBOLS, cell_named

_NAMES = {
    "select": "sl highlight hl",
    "deselect": "ds",
    "value": "vl normal",
    "candidates": "cd centre center",
    "pencilmarks": "pm corner",
    "colour": "co color",
    "clear": "cl",
    "undo": "ud",
    "redo": "rd",
    "groupstart": "gs",
    "groupend": "ge",
    "unpause": "up",
    "wait": "wt pen pe pencolor pc",
}
_KINDS = {other: name for name, others in _NAMES.items() for other in (name, *others.split())}
_ACTION = re.compile(r"([A-Za-z]+)(?::\s*-?([^-/]*?))?\s*(?:/\d+)?")
_CELL = re.compile(r"r\d+c\d+", re.IGNORECASE)
_SIGNS = {"value": ":", "candidates": "~", "pencilmarks": "^", "colour": "@"}
_TOOLS = {"": "", "0": "", "1": "^", "2": "~", "3": "@", "normal": "", "corner": "^", "centre": "~", "colour": "@"}
_SELECTIONS = ("select", "deselect", "unpause")  # what an undo passes over


class _Action(NamedTuple):
    kind: str
    argument: str
    text: str

    @classmethod
    def parse(cls, text: str) -> "_Action":
        """Return what a text says; raises `ParseError`."""
        match = _ACTION.fullmatch(text.strip())
        kind = _KINDS.get(match[1].lower(), "") if match else ""
        argument = match[2] or "" if match else ""
        if not kind or (kind == "clear" and argument not in _TOOLS) or not (argument or kind not in _SIGNS):
            message = _("expected an action of SudokuPad such as {example}, got {text}")
            raise ParseError(message, example="vl:5/12", text=text)
        return cls(kind, argument, text)


class _Done(NamedTuple):
    action: _Action
    is_change: bool
    selected: tuple[str, ...]  # before it


def events(log: Iterable[str], board: Board) -> Iterator[str]:
    """Yield what a log does to a board: moves, `undo` and `redo`, as a session takes them.

    What changes nothing is left out. Raises `ParseError` for what is no action and `MoveError` for a digit, colour or
    cell that the board does not have.

    >>> log = ["sl:r1c1r1c2/9", "pm:3/5", "cd:4", "ud", "rd", "vl:1"]
    >>> list(events(log, Board.empty((2, 2))))
    ['r1c1,r1c2^3', 'r1c1,r1c2~4', 'undo', 'redo', 'r1c1,r1c2:1']
    """
    state = _State(board)
    for text in log:
        action = _Action.parse(text)
        if action.kind == "undo":
            yield from state.undo()
        elif action.kind == "redo":
            yield from state.redo()
        elif move := state.act(action):
            yield move


class _State:
    """The board, the selected cells, and what can be undone."""

    def __init__(self, board: Board) -> None:
        self.boards = [board]  # before and after every change that stands
        self.selected: tuple[str, ...] = ()
        self.done: list[_Done] = []
        self.later: list[_Done] = []  # what can be done again, the next one last
        self.extra = 0  # selections that were made since the last undo
        self.is_in_group = False

    def act(self, action: _Action) -> str:
        """Do an action, and return its move, "" where the board stays as it is."""
        if not self._is_anything(action):
            return ""
        if self.later and action.kind in _SELECTIONS:
            self.extra += 1
        else:
            self.later, self.extra = [], 0
        return self._do(action)

    def _do(self, action: _Action) -> str:
        move = self._move(action)
        self.done.append(_Done(action, bool(move), self.selected))
        if action.kind in ("groupstart", "groupend"):
            self.is_in_group = action.kind == "groupstart"
        elif action.kind in _SELECTIONS:
            self.selected = self._selection(action)
        if move:
            self.boards.append(self.boards[-1].play(move))
        return move

    def undo(self) -> Iterator[str]:
        """Take back what was done last, with the selections made for it."""
        is_first, kind = True, "select"
        while self.done and (is_first or self.is_in_group or kind in _SELECTIONS):
            last = self.done.pop()
            kind = last.action.kind
            if kind in ("groupstart", "groupend"):
                self.is_in_group = kind == "groupend"
            self.selected = last.selected
            if last.is_change:
                self.boards.pop()
                yield "undo"
            if self.extra:
                self.extra -= 1
                if not self.extra:
                    break
            else:
                self.later.append(last)
            if is_first and kind == "deselect":
                break
            is_first = False

    def redo(self) -> Iterator[str]:
        """Do again what was taken back last."""
        if not self.later:
            return
        if self.extra:
            yield from self.undo()
        is_first, kind = True, ""
        while self.later and (is_first or self.is_in_group or kind in _SELECTIONS):
            action = self.later.pop().action
            kind, is_first = action.kind, False
            if self._do(action):
                yield "redo"

    def _is_anything(self, action: _Action) -> bool:
        """Return whether the app takes note of an action: a clearing or deselecting of nothing it forgets."""
        if action.kind == "deselect":
            return self._selection(action) != self.selected
        return action.kind != "clear" or bool(self._move(action))

    def _selection(self, action: _Action) -> tuple[str, ...]:
        if action.kind == "unpause":
            return self.selected
        cells = [match[0].lower() for match in _CELL.finditer(action.argument)]
        for cell in cells:
            cell_named(cell, self.boards[-1].size, action.text)
        if action.kind == "select":
            return tuple(dict.fromkeys((*self.selected, *cells)))
        return tuple(cell for cell in self.selected if cells and cell not in cells)

    def _move(self, action: _Action) -> str:
        """Return the move that an action is, "" where it leaves the board as it is."""
        board, kind, argument = self.boards[-1], action.kind, action.argument
        if not self.selected or kind not in (*_SIGNS, "clear") or board.is_over():
            return ""
        cells = ",".join(self.selected)
        if kind == "clear":
            move = f"{cells}-{_TOOLS[argument]}"
        else:
            move = f"{cells}{_SIGNS[kind]}{argument}"
            self._check(action)
            if kind == "value" and self._is_everywhere(argument):
                move = f"{cells}-"
        try:
            return "" if board.play(move) == board else move
        except MoveError:
            return ""  # givens keep their digit, and digits take no marks

    def _check(self, action: _Action) -> None:
        """Raise `MoveError` for a digit or a colour that there is not."""
        signs = SYMBOLS[1 : COLOURS + 1] if action.kind == "colour" else self.boards[-1].rules.signs[1:]
        if not (len(action.argument) == 1 and action.argument.upper() in signs):
            message = _("expected a digit from {lowest} to {largest}, got {text}")
            raise MoveError(message, lowest=signs[0], largest=signs[-1], text=action.text)

    def _is_everywhere(self, sign: str) -> bool:
        board = self.boards[-1]
        free = [cell for name in self.selected if not board.givens[cell := cell_named(name, board.size)]]
        return bool(free) and all(board.rules.signs[board.digits[cell]] == sign.upper() for cell in free)
