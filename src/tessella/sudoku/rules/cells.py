"""Cells of a grid and what stands in them: what is given, written, marked and drawn, and the rules that hold there."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, Protocol, Self, SupportsIndex

from tessella.errors import ParseError, RulesError
from tessella.i18n import _
from tessella.sudoku.geometry import Box, Candidate, check_box, default_box, value_of
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.ruleset import Rules


class Annotations(NamedTuple):
    """What a person has drawn on a grid besides digits and centre marks.

    Each part is sorted, by cells numbered from 0, and holds nothing that is empty: what looks the same is equal. The
    nine colours are bits of a mask, the first one bit 0.

        corners      ((cell, mask of digits), ...)
        colours      ((cell, mask of colours), ...)
        candidates   (((cell, digit), mask of colours), ...)
        lines        (((cell, digit), (cell, digit)), ...)   between candidates, the smaller end first
    """

    corners: tuple[tuple[int, int], ...] = ()
    colours: tuple[tuple[int, int], ...] = ()
    candidates: tuple[tuple[Candidate, int], ...] = ()
    lines: tuple[tuple[Candidate, Candidate], ...] = ()


NO_ANNOTATIONS = Annotations()


class Cells(Protocol):
    """What stands in the cells of a grid: given, written, pencilled and drawn; a `Board` has all of it.

    `givens` and `digits` hold a value a cell, 0 for a blank; `marks` holds a mask a cell, of its centre marks.
    """

    @property
    def box(self) -> Box:
        """The box shape."""

    @property
    def givens(self) -> tuple[int, ...]:
        """The digits that the puzzle begins with."""

    @property
    def digits(self) -> tuple[int, ...]:
        """All digits, the givens among them."""

    @property
    def marks(self) -> tuple[int, ...]:
        """The centre marks."""

    @property
    def annotations(self) -> Annotations:
        """The corner marks, colours and lines."""

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """What holds beside rows, columns and boxes; none in a classic puzzle."""


class PlainCells(NamedTuple):
    """`Cells` and no more, as a text shows them; whether they can stand together is not checked."""

    box: Box
    givens: tuple[int, ...]
    digits: tuple[int, ...]
    marks: tuple[int, ...]
    annotations: Annotations = NO_ANNOTATIONS
    constraints: tuple[Constraint, ...] = ()

    @classmethod
    def of_givens(cls, givens: tuple[int, ...], box: Box, constraints: tuple[Constraint, ...] = ()) -> Self:
        """Return cells that hold nothing but givens."""
        return cls(box, givens, givens, (0,) * len(givens), constraints=constraints)

    @classmethod
    def from_rows(cls, rows: Iterable[Iterable[SupportsIndex | str | None]], box: Box | None = None) -> Self:
        """Return the givens that stand in rows, each a number, a sign or None; raises `ParseError`."""
        table = [list(row) for row in rows]
        size = len(table)
        shape = check_box(*box) if box else default_box(size)
        if shape is None or shape[0] * shape[1] != size:
            wanted = str(shape[0] * shape[1]) if shape else "4, 6, 8, 9, 10, 12, ... 25"
            raise ParseError(_("expected {expected} rows, got {got}"), expected=wanted, got=size)
        for number, row in enumerate(table, 1):
            if len(row) != size:
                message = _("expected {expected} cells in row {number}, got {got}: {text}")
                raise ParseError(message, expected=size, number=number, got=len(row), text=row)
        signs = [sign for row in table for sign in row]
        return cls.of_givens(tuple(value_of(sign, cell, size) for cell, sign in enumerate(signs)), shape)


def rules_of(cells: Cells) -> Rules:
    """Return the rules that hold; raises `RulesError` for what no grid can have."""
    return _rules(cells.box, cells.constraints)


@lru_cache(maxsize=256)  # a board is asked at every move
def _rules(box: Box, constraints: tuple[Constraint, ...]) -> Rules:
    return Rules(box, constraints)


def refuse_variant(cells: Cells) -> None:
    """Raise `RulesError` where there are rules beside rows, columns and boxes."""
    if cells.constraints or cells.box[0] == 1:
        message = _("expected a puzzle of rows, columns and boxes alone for this, got the rules {text}")
        raise RulesError(message, text=str(rules_of(cells)) or "no_boxes")
