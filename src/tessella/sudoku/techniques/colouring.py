"""What follows when the two places of a digit in a house get two colours?

Places joined by houses with just two of them form a cluster; its places are coloured in turn, and one colour
is all true, the other all false.

    simple colours trap    a candidate outside sees both colours: it goes
    simple colours wrap    two places of one colour see each other: that colour goes
    multi-colours 1        a colour of one cluster sees one of another: one of the opposite two is true
    multi-colours 2        a colour sees both colours of another cluster: it goes

Sources: http://sudopedia.org/wiki/Simple_Colors, /Multi-Colors.
"""

from collections.abc import Iterator
from itertools import permutations

from tessella.sudoku.techniques.grid import Grid, Shape, cells_of, union
from tessella.sudoku.techniques.single_digit import pairs
from tessella.sudoku.techniques.step import Step

__all__ = ["multi_colours_1", "multi_colours_2", "simple_trap", "simple_wrap"]

TRAP = ("simple colours trap", "0500")
WRAP = ("simple colours wrap", "0501")
MULTI_1 = ("multi-colours 1", "0502")
MULTI_2 = ("multi-colours 2", "0503")


def clusters(grid: Grid, digit: int) -> list[tuple[int, int]]:
    """Return the two colours of every cluster of a digit, as sets."""
    links: dict[int, int] = {}
    for _house, first, second in pairs(grid, digit):
        links[first] = links.get(first, 0) | second
        links[second] = links.get(second, 0) | first
    found = []
    waiting = sorted(links)
    while waiting:
        colours = [waiting[0], 0]
        front, side = waiting[0], 1
        while front:
            front = union(links[1 << cell] for cell in cells_of(front)) & ~colours[side]
            colours[side] |= front
            side = 1 - side
        found.append((colours[0], colours[1]))
        waiting = [cell for cell in waiting if not cell & (colours[0] | colours[1])]
    return found


def _seen(shape: Shape, cells: int) -> int:
    """Return what at least one of the cells sees."""
    return union(shape.peers[cell] for cell in cells_of(cells))


def simple_wrap(grid: Grid) -> Iterator[Step]:
    """Yield every cluster of which a colour sees itself, with that colour."""
    for digit in range(1, grid.size + 1):
        for one, other in clusters(grid, digit):
            out = union(colour for colour in (one, other) if _seen(grid.shape, colour) & colour)
            if out:
                yield grid.step(WRAP, 1 << digit - 1, {digit: out}, cells=one, second=other)


def simple_trap(grid: Grid) -> Iterator[Step]:
    """Yield every cluster with the candidates that see both its colours."""
    for digit in range(1, grid.size + 1):
        for one, other in clusters(grid, digit):
            out = grid.places[digit] & _seen(grid.shape, one) & _seen(grid.shape, other)
            if out:
                yield grid.step(TRAP, 1 << digit - 1, {digit: out}, cells=one, second=other)


def multi_colours_1(grid: Grid) -> Iterator[Step]:
    """Yield every two clusters that touch, with what sees the colours opposite to those that touch."""
    shape = grid.shape
    for digit in range(1, grid.size + 1):
        for one, other in permutations(clusters(grid, digit), 2):
            out = 0
            for side in (0, 1):
                for face in (0, 1):
                    if _seen(shape, one[side]) & other[face]:
                        out |= _seen(shape, one[1 - side]) & _seen(shape, other[1 - face])
            out &= grid.places[digit]
            if out:
                yield grid.step(
                    MULTI_1, 1 << digit - 1, {digit: out}, cells=one[0] | other[0], second=one[1] | other[1],
                    sets=[(colour, 1 << digit - 1) for colour in (*one, *other)],
                )  # fmt: skip


def multi_colours_2(grid: Grid) -> Iterator[Step]:
    """Yield every two clusters of which a colour of one sees both of the other, with that colour."""
    shape = grid.shape
    for digit in range(1, grid.size + 1):
        for one, other in permutations(clusters(grid, digit), 2):
            out = 0
            for colour in one:
                reach = _seen(shape, colour)
                if reach & other[0] and reach & other[1]:
                    out |= colour
            if out:
                yield grid.step(
                    MULTI_2, 1 << digit - 1, {digit: out}, cells=one[0] | other[0], second=one[1] | other[1],
                    sets=[(colour, 1 << digit - 1) for colour in (*one, *other)],
                )  # fmt: skip
