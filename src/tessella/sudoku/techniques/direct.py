"""What can be placed by looking, without a pencil mark (直观法)?

A direct technique is one that strikes out candidates only to leave a digit one place in a house: pointing,
claiming, a hidden pair or triple, and at once the hidden single that they make. It places the digit and takes
nothing else away, as in Sudoku Explainer.
"""

from collections.abc import Callable, Iterator
from functools import partial

from tessella.sudoku.techniques import locked_candidates, subsets
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.step import Step

__all__ = ["DIRECT", "direct"]

DIRECT: dict[tuple[str, str], Callable[[Grid], Iterator[Step]]] = {
    ("direct pointing", "d0100"): locked_candidates.pointing,
    ("direct claiming", "d0101"): locked_candidates.claiming,
    ("direct hidden pair", "d0210"): partial(subsets.hidden, count=2),
    ("direct hidden triple", "d0211"): partial(subsets.hidden, count=3),
}


def direct(grid: Grid, technique: tuple[str, str]) -> Iterator[Step]:
    """Yield every step of a direct technique: its pattern, with the digit that it leaves one place in a house.

    `covers` of the step ends with the house of the new single, `fins` is its cell.
    """
    done = set[tuple[int, int]]()
    for step in DIRECT[technique](grid):
        lost = [0] * (grid.size + 1)
        for digit, row, col in step.eliminations:
            lost[digit] |= 1 << (row - 1) * grid.size + col - 1
        for digit, gone in enumerate(lost):
            if not gone:
                continue
            for number, house in enumerate(grid.shape.houses):
                only = grid.places[digit] & house & ~gone
                if not gone & house or not only or only & only - 1 or (digit, only) in done:
                    continue
                done.add((digit, only))
                yield Step(
                    technique[0], technique[1], step.candidates, (), grid.sorted_places({digit: only}), step.digits,
                    step.cells, (), (only.bit_length() - 1,), step.houses, (*step.covers, number),
                )  # fmt: skip
