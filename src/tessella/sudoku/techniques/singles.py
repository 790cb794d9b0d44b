"""Which cell takes only one digit, and which digit only one cell?

    full house      the last blank cell of a house
    hidden single   the only place of a digit in a row, column or box (宫排除, 行列排除)
    naked single    the only candidate of a cell (唯一余数)

Sources: http://sudopedia.org/wiki/Full_House, /Hidden_Single, /Naked_Single.
"""

from collections.abc import Iterator

from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.step import Step

__all__ = ["full_houses", "hidden_singles", "naked_singles"]

FULL_HOUSE = ("full house", "0000")
HIDDEN_SINGLE = ("hidden single", "0002")
NAKED_SINGLE = ("naked single", "0003")


def full_houses(grid: Grid) -> Iterator[Step]:
    """Yield the last blank cell of every house that has just one."""
    found = set[int]()
    for number, house in enumerate(grid.shape.houses):
        rest = house & grid.blank
        if not rest or rest & rest - 1 or rest in found:
            continue
        cell = rest.bit_length() - 1
        mask = grid.marks[cell]
        if mask.bit_count() == 1:
            found.add(rest)
            yield grid.step(FULL_HOUSE, mask, put={mask.bit_length(): rest}, cells=rest, houses=(number,))


def hidden_singles(grid: Grid) -> Iterator[Step]:
    """Yield the only place of every digit that has just one in some house: boxes first, then rows and columns."""
    shape, size = grid.shape, grid.size
    found = set[tuple[int, int]]()
    for number in (*range(2 * size, 3 * size), *range(2 * size)):
        for digit in range(1, size + 1):
            only = grid.places[digit] & shape.houses[number]
            if only and not only & only - 1 and (digit, only) not in found:
                found.add((digit, only))
                yield grid.step(HIDDEN_SINGLE, 1 << digit - 1, put={digit: only}, cells=only, houses=(number,))


def naked_singles(grid: Grid) -> Iterator[Step]:
    """Yield every cell with just one candidate."""
    for cell, mask in enumerate(grid.marks):
        if mask.bit_count() == 1:
            yield grid.step(NAKED_SINGLE, mask, put={mask.bit_length(): 1 << cell}, cells=1 << cell)
