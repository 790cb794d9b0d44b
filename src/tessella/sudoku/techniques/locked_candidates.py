"""Which digit is locked where a box and a line cross (区块)?

    pointing    all places of a digit in a box lie in one line: the rest of the line loses it
    claiming    all places of a digit in a line lie in one box: the rest of the box loses it

Source: http://sudopedia.org/wiki/Locked_Candidates.
"""

from collections.abc import Iterator

from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.step import Step

__all__ = ["claiming", "pointing"]

POINTING = ("pointing", "0100")
CLAIMING = ("claiming", "0101")


def pointing(grid: Grid) -> Iterator[Step]:
    """Yield every digit that a box holds in one line alone, with the rest of the line."""
    size = grid.size
    return _locked(grid, POINTING, range(2 * size, 3 * size), range(2 * size))


def claiming(grid: Grid) -> Iterator[Step]:
    """Yield every digit that a line holds in one box alone, with the rest of the box."""
    size = grid.size
    return _locked(grid, CLAIMING, range(2 * size), range(2 * size, 3 * size))


def _locked(grid: Grid, technique: tuple[str, str], from_: range, to: range) -> Iterator[Step]:
    houses = grid.shape.houses
    for digit in range(1, grid.size + 1):
        places = grid.places[digit]
        for one in from_:
            held = places & houses[one]
            if not held & held - 1:  # none, or a single, which says more
                continue
            for other in to:
                gone = places & houses[other] & ~held
                if gone and not held & ~houses[other]:
                    yield grid.step(
                        technique, 1 << digit - 1, {digit: gone}, cells=held, houses=(one,), covers=(other,)
                    )
