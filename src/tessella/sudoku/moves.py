"""Moves of Sudoku as text, and what each of them changes.

A move acts on one cell or on several, named with commas between them; cells that it cannot change stay as they are.

    r3c5=7            write a digit; strike it from the marks of all peers, and the marks of the cell
    r3c5:7            write a digit, and leave all marks as they are
    r3c5~7            a centre mark: made, or taken back where all the cells have it
    r3c5^7            a corner mark
    r3c5@2            a colour, from 1 to 9
    r3c5~7@2          a colour of a candidate
    r3c5~7-r4c6~7     a line between two candidates: drawn, or taken back
    r3c5-             erase the digits; where there are none, the centre marks; then the corner marks; then the colours
    r3c5-~ -^ -@      the same, beginning with centre marks, corner marks or colours
    ~                 mark every candidate of every blank cell
    r3c5,r4c6~7       act on both: 7 is marked in r3c5 and in r4c6
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from tessella.errors import MoveError, ParseError
from tessella.i18n import _
from tessella.sudoku.formats.annotations import CELL
from tessella.sudoku.geometry import SYMBOLS, VALUES, Candidate, cell_name, cell_named
from tessella.sudoku.rules.cells import Cells, PlainCells, rules_of
from tessella.sudoku.rules.peers import candidate_masks, peers

_VALUE = r"[1-9]\d?|[0A-Za-z]"
_MOVE = re.compile(
    rf"(?P<cells>{CELL}(?:,{CELL})*)(?:-(?P<erased>[~^@]?)|(?P<kind>[=:~^])(?P<digit>{_VALUE})|@(?P<colour>[1-9])"
    rf"|~(?P<candidate>{_VALUE})@(?P<shade>[1-9]))",
    re.ASCII | re.IGNORECASE,
)
_LINE = re.compile(rf"({CELL})~({_VALUE})-({CELL})~({_VALUE})", re.ASCII | re.IGNORECASE)
_ERASED = {"-": "=~^@", "-~": "~=^@", "-^": "^=~@", "-@": "@=~^"}  # what is erased first, and next where there is none
Place = TypeVar("Place", int, Candidate)


def of_single_cells(board: Cells) -> Iterator[str]:
    """Yield every move on the digit and the centre marks of one cell, and `~`."""
    size, signs = board.box[0] * board.box[1], rules_of(board).signs
    for cell, (given, digit, mask) in enumerate(zip(board.givens, board.digits, board.marks, strict=True)):
        if given:
            continue
        name = cell_name(cell, size)
        yield from (f"{name}={signs[value]}" for value in range(1, size + 1) if value != digit)
        if digit or mask:
            yield f"{name}-"
        if not digit:
            yield from (f"{name}~{signs[value]}" for value in range(1, size + 1))
    if board.marks != _all_marks(board):
        yield "~"


class Move(NamedTuple):
    """A move, taken apart.

    `kind` is its sign: "=", ":", "~", "^", "@", "~@" for the colour of a candidate, "~-" for a line, "-", "-~", "-^" or
    "-@", and "" where every candidate is marked.
    """

    text: str
    kind: str
    cells: tuple[int, ...] = ()
    digit: int = 0
    colour: int = 0  # from 1 to 9
    end: Candidate | None = None  # of a line


def parse(text: str, size: int, lowest: int = 1) -> Move:
    """Return the move that a text says; raises `ParseError`, and `MoveError` for what a grid of this size has not.

    In a grid whose digits begin at 0, `digit` is one more than what stands there.

    >>> parse("r1c2,r1c3^4", 9)
    Move(text='r1c2,r1c3^4', kind='^', cells=(1, 2), digit=4, colour=0, end=None)
    """
    stripped = text.strip()
    if stripped == "~":
        return Move(text, "")
    if (match := _MOVE.fullmatch(stripped)) and not (lowest and "0" in match.groups()):
        cells = _cells(match["cells"], size, text)
        if match["colour"]:
            return Move(text, "@", cells, colour=int(match["colour"]))
        if match["candidate"]:
            return Move(text, "~@", cells, _digit(match["candidate"], size, text, lowest), int(match["shade"]))
        if match["kind"]:
            return Move(text, match["kind"], cells, _digit(match["digit"], size, text, lowest))
        return Move(text, "-" + match["erased"], cells)
    if (match := _LINE.fullmatch(stripped)) and not (lowest and "0" in match.groups()):
        [cell], digit = _cells(match[1], size, text), _digit(match[2], size, text, lowest)
        end = _cells(match[3], size, text)[0], _digit(match[4], size, text, lowest)
        if (cell, digit) == end:
            raise MoveError(_("expected a line between two candidates, got {text}"), text=text)
        return Move(text, "~-", (cell,), digit, end=end)
    raise ParseError(_("expected a move such as r3c5=7, r3c5- or r3c5~7, got {text}"), text=text)


def play(board: Cells, text: str) -> PlainCells:
    """Return what stands in the cells after a move; raises `ParseError` and `MoveError`."""
    return _Act(board, parse(text, board.box[0] * board.box[1], rules_of(board).lowest)).done()


def _all_marks(board: Cells) -> tuple[int, ...]:
    """Return the centre marks once every candidate of every blank cell is marked."""
    both = zip(candidate_masks(board), board.marks, board.digits, strict=True)
    return tuple(mark if digit else candidates for candidates, mark, digit in both)


def _copy(board: Cells) -> PlainCells:
    return PlainCells(board.box, board.givens, board.digits, board.marks, board.annotations, board.constraints)


def _drawn(board: Cells, **parts: Any) -> PlainCells:
    return _copy(board)._replace(annotations=board.annotations._replace(**parts))


def _cells(text: str, size: int, move: str) -> tuple[int, ...]:
    """Return the numbers of the cells that a text names, each once."""
    try:
        return tuple(dict.fromkeys(cell_named(name, size, move) for name in text.split(",")))
    except ParseError as error:  # there is such a cell, elsewhere
        raise MoveError(str(error)) from None


def _digit(sign: str, size: int, move: str, lowest: int) -> int:
    value = (int(sign) if sign.isdecimal() else VALUES[sign]) + 1 - lowest
    if not 0 < value <= size or sign in "Xx":  # a blank
        message = _("expected a digit from {lowest} to {largest}, got {text}")
        raise MoveError(message, lowest=lowest, largest=SYMBOLS[size + lowest - 1], text=move)
    return value


def _toggled(masks: Mapping[Place, int], places: Iterable[Place], bit: int) -> dict[Place, int]:
    """Return masks with a bit set in all places, or cleared where all of them have it."""
    chosen = list(places)
    is_everywhere = all(masks.get(place, 0) & bit for place in chosen)
    return {**masks, **{place: masks.get(place, 0) & ~bit | (0 if is_everywhere else bit) for place in chosen}}


def _packed(masks: Mapping[Place, int]) -> tuple[tuple[Place, int], ...]:
    return tuple(sorted((place, mask) for place, mask in masks.items() if mask))


class _Act:
    """One move on a board."""

    def __init__(self, board: Cells, move: Move) -> None:
        self.board, self.move = board, move
        self.size = board.box[0] * board.box[1]
        self.free = [cell for cell in move.cells if not board.givens[cell]]
        self.blank = [cell for cell in self.free if not board.digits[cell]]

    def done(self) -> PlainCells:
        """Return what stands in the cells afterwards."""
        kind, drawn, digit, shade = self.move.kind, self.board.annotations, self.move.digit, 1 << self.move.colour >> 1
        if kind == "@":
            return _drawn(self.board, colours=_packed(_toggled(dict(drawn.colours), self.move.cells, shade)))
        if kind == "~@":
            places = [(cell, digit) for cell in self._only(self.blank)]
            return _drawn(self.board, candidates=_packed(_toggled(dict(drawn.candidates), places, shade)))
        if kind == "~-":
            assert self.move.end
            ends = sorted([(self.move.cells[0], digit), self.move.end])
            lines = {(ends[0], ends[1])}.symmetric_difference(drawn.lines)
            return _drawn(self.board, lines=tuple(sorted(lines)))
        if kind in ("=", ":"):
            return self._written()
        if kind.startswith("-"):
            return self._erased()
        return self._marked() if kind else self._all_marked()

    def _all_marked(self) -> PlainCells:
        if (marks := _all_marks(self.board)) == self.board.marks:
            raise MoveError(_("all candidates are already marked"))
        return _copy(self.board)._replace(marks=marks)

    def _only(self, cells: list[int]) -> list[int]:
        """Return the cells that a move can change; raise `MoveError` if there are none."""
        if cells:
            return cells
        cell = (*self.free, *self.move.cells)[0]
        values = {
            "cell": cell_name(cell, self.size),
            "digit": rules_of(self.board).signs[self.board.digits[cell]],
        }
        if self.free:
            raise MoveError(_("{cell} has a digit; erase it before marking"), **values)
        raise MoveError(_("{cell} is a given and stays {digit}"), **values)

    def _written(self) -> PlainCells:
        value, strikes = self.move.digit, self.move.kind == "="
        board, digits, marks = self.board, list(self.board.digits), list(self.board.marks)
        corners = dict(board.annotations.corners)
        changed = [cell for cell in self._only(self.free) if digits[cell] != value]
        if not changed:
            name = cell_name(self.free[0], self.size)
            raise MoveError(_("{cell} already holds that digit"), cell=name)
        for cell in changed:
            digits[cell] = value
            if strikes:
                marks[cell] = corners[cell] = 0
                for peer in peers(board)[cell]:
                    marks[peer] &= ~(1 << value - 1)
                    corners[peer] = corners.get(peer, 0) & ~(1 << value - 1)
        drawn = board.annotations._replace(corners=_packed(corners)) if strikes else board.annotations
        return PlainCells(board.box, board.givens, tuple(digits), tuple(marks), drawn, board.constraints)

    def _marked(self) -> PlainCells:
        cells, bit = self._only(self.blank), 1 << self.move.digit - 1
        if self.move.kind == "^":
            return _drawn(self.board, corners=_packed(_toggled(dict(self.board.annotations.corners), cells, bit)))
        marks = _toggled(dict(enumerate(self.board.marks)), cells, bit)
        return _copy(self.board)._replace(marks=tuple(marks.values()))

    def _erased(self) -> PlainCells:
        erasers: dict[str, Callable[[], PlainCells]] = {
            "=": self._without_digits,
            "~": self._without_marks,
            "^": self._without_corners,
            "@": self._without_colours,
        }
        before = _copy(self.board)
        for kind in _ERASED[self.move.kind]:
            if (after := erasers[kind]()) != before:
                return after
        self._only(self.free)
        name = cell_name(self.free[0], self.size)
        raise MoveError(_("{cell} is already empty: {text}"), cell=name, text=self.move.text)

    def _without_digits(self) -> PlainCells:
        digits = list(self.board.digits)
        for cell in self.free:
            digits[cell] = 0
        return _copy(self.board)._replace(digits=tuple(digits))

    def _without_marks(self) -> PlainCells:
        marks = list(self.board.marks)
        for cell in self.blank:
            marks[cell] = 0
        return _copy(self.board)._replace(marks=tuple(marks))

    def _without_corners(self) -> PlainCells:
        gone = set(self.blank)
        return _drawn(self.board, corners=tuple(one for one in self.board.annotations.corners if one[0] not in gone))

    def _without_colours(self) -> PlainCells:
        """Return the cells without their colours, those of their candidates, and the lines that end in them."""
        gone, drawn = set(self.move.cells), self.board.annotations
        return _drawn(
            self.board,
            colours=tuple(one for one in drawn.colours if one[0] not in gone),
            candidates=tuple(one for one in drawn.candidates if one[0][0] not in gone),
            lines=tuple(one for one in drawn.lines if not gone & {one[0][0], one[1][0]}),
        )
