"""What if a candidate were true, when no pattern is left?

The last resort: a candidate is taken as true and all singles are followed. Where they end in a contradiction
it goes. Should that not be enough, the same is done in full: the candidate goes if no solution holds it.
Source: Nishio's method, http://sudopedia.org/wiki/Nishio.
"""

from collections.abc import Iterator

from tessella.sudoku.board import digits_of
from tessella.sudoku.techniques.grid import Grid, cells_of
from tessella.sudoku.techniques.step import Node, Step

__all__ = ["refuted", "trials"]

TRIAL = ("trial with singles", "t1")
REFUTED = ("trial in full", "t2")


def trials(grid: Grid) -> Iterator[Step]:
    """Yield every candidate that singles refute, cells with few candidates first, with the singles in order."""
    for cell in sorted(cells_of(grid.blank), key=lambda cell: grid.marks[cell].bit_count()):
        for digit in digits_of(grid.marks[cell]):
            placed, end = follow(grid, cell, digit)
            if end is not None:
                nodes = [Node(other, (where,), is_on=True) for where, other in placed]
                house = () if end[0] == "cell" else (end[1],)
                fins = 1 << end[1] if end[0] == "cell" else 0
                yield grid.step(
                    TRIAL, 1 << digit - 1, {digit: 1 << cell}, cells=1 << cell, fins=fins, houses=house, nodes=nodes,
                    sets=() if end[0] == "cell" else [(0, 1 << end[2] - 1)],
                )  # fmt: skip


End = tuple[str, int, int]


def follow(  # noqa: C901, PLR0912 - singles are followed in one loop
    grid: Grid, cell: int, digit: int
) -> tuple[list[tuple[int, int]], End | None]:
    """Return the singles after a digit in a cell, and where they clash: in a cell, or in a house for a digit."""
    shape, size = grid.shape, grid.size
    marks = list(grid.marks)
    places = list(grid.places)
    placed: list[tuple[int, int]] = []
    waiting = [(cell, digit)]
    while True:
        while waiting:
            where, value = waiting.pop(0)
            bit = 1 << where
            if not places[value] & bit:
                if marks[where] != 0 or (where, value) not in placed:
                    return placed, ("cell", where, 0)
                continue
            placed.append((where, value))
            for other in digits_of(marks[where]):
                places[other] &= ~bit
            marks[where] = 0
            for peer in cells_of(places[value] & shape.peers[where]):
                marks[peer] &= ~(1 << value - 1)
                if not marks[peer]:
                    return placed, ("cell", peer, 0)
                if not marks[peer] & marks[peer] - 1:
                    waiting.append((peer, marks[peer].bit_length()))
            places[value] &= ~shape.peers[where]
        standing = [0] * (size + 1)
        for where, value in placed:
            standing[value] |= 1 << where
        for where, value in enumerate(grid.digits):
            standing[value] |= 1 << where
        for number, house in enumerate(shape.houses):
            for value in range(1, size + 1):
                if standing[value] & house:
                    continue
                left = places[value] & house
                if not left:
                    return placed, ("house", number, value)
                if not left & left - 1:
                    waiting.append((left.bit_length() - 1, value))
        if not waiting:
            return placed, None


def refuted(grid: Grid) -> Iterator[Step]:
    """Yield every candidate that no solution holds, cells with few candidates first."""
    for cell in sorted(cells_of(grid.blank), key=lambda cell: grid.marks[cell].bit_count()):
        for digit in digits_of(grid.marks[cell]):
            if not _is_possible(grid, cell, digit):
                yield grid.step(REFUTED, 1 << digit - 1, {digit: 1 << cell}, cells=1 << cell)


def _is_possible(grid: Grid, cell: int, digit: int) -> bool:
    placed, end = follow(grid, cell, digit)
    if end is not None:
        return False
    after = grid.after(placed)
    open_cells = [other for other in cells_of(after.blank) if after.marks[other]]
    if not open_cells:
        return True
    cell = min(open_cells, key=lambda other: after.marks[other].bit_count())
    return any(_is_possible(after, cell, digit) for digit in digits_of(after.marks[cell]))
