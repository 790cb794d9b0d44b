"""Almost locked sets: cells of a house with one candidate digit more than cells (待定数组).

Once such a set loses one of its digits, it holds all the others.
Source: http://sudopedia.org/wiki/Almost_Locked_Set.
"""

from dataclasses import dataclass

from tessella.sudoku.rules import digits_of
from tessella.sudoku.techniques.grid import Grid, once_per_grid
from tessella.sudoku.techniques.shape import cells_of, union


@dataclass(frozen=True, slots=True)
class AlmostLocked:
    """An almost locked set.

    `held[digit]` is the set of its cells that may hold the digit, `seers[digit]` what sees all of these, the
    set's own cells left out.
    """

    cells: int
    digits: int
    held: dict[int, int]
    seers: dict[int, int]

    @property
    def weight(self) -> int:
        """How much longer a chain counts for going through the set, in half links, as HoDoKu has it."""
        count = self.digits.bit_count()
        return 1 if count == 2 else 2 * count - 2


@once_per_grid
def almost_locked(grid: Grid) -> list[AlmostLocked]:
    """Return the almost locked sets of a grid in the order of the houses, those of one cell among them."""
    found: list[AlmostLocked] = []
    shape, marks = grid.shape, grid.marks
    known = set[int]()
    for house in shape.houses:
        blank = [cell for cell in cells_of(house & grid.blank) if marks[cell]]
        most = union(marks[cell] for cell in blank).bit_count() - 1
        # Grown cell by cell, a set is given up when the cells that are left cannot catch up with its digits.
        waiting = [(0, 0, 0, 0)]
        while waiting:
            start, cells, digits, count = waiting.pop()
            if digits.bit_count() == count + 1 and cells not in known:
                known.add(cells)
                held = {digit: grid.places[digit] & cells for digit in digits_of(digits)}
                seers = {digit: shape.seen_by(where) & ~cells for digit, where in held.items()}
                found.append(AlmostLocked(cells, digits, held, seers))
            if count >= most:
                continue
            for place in range(len(blank) - 1, start - 1, -1):
                cell = blank[place]
                grown = digits | marks[cell]
                if grown.bit_count() <= count + 2 + len(blank) - 1 - place:
                    waiting.append((place + 1, cells | 1 << cell, grown, count + 1))
    return found
