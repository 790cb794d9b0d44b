"""The cells of a Sudoku that are selected, and the cursor among them."""

from typing import NamedTuple

STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}  # in rows and columns


class Selection(NamedTuple):
    """Selected cells, at least one; the cursor stands on one of them, but where it was led away from them.

    >>> Selection.of(0).moved("right", 9, "shift").moved("left", 9, "ctrl")
    Selection(cursor=0, cells=frozenset({0, 1}))
    """

    cursor: int
    cells: frozenset[int]

    @classmethod
    def of(cls, *cells: int) -> "Selection":
        """Return a selection of these cells, the cursor on the first."""
        return cls(cells[0], frozenset(cells))

    def moved(self, direction: str, size: int, modifier: str = "") -> "Selection":
        """Return what is selected after a step, around the edges: with "shift" more, with "ctrl" the same cells."""
        row, col = divmod(self.cursor, size)
        down, right = STEPS[direction]
        cell = (row + down) % size * size + (col + right) % size
        if modifier == "ctrl":
            return self._replace(cursor=cell)
        return Selection(cell, self.cells | {self.cursor, cell}) if modifier else Selection.of(cell)

    def added(self, cell: int) -> "Selection":
        """Return the selection with a cell more, the cursor there."""
        return Selection(cell, self.cells | {cell})

    def toggled(self, cell: int) -> "Selection":
        """Return the selection with a cell more, or without it where it is not the only one; the cursor is there."""
        return Selection(cell, self.cells ^ {cell} or self.cells)
