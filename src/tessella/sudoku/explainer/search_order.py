"""Which step does Sudoku Explainer 1.2.1 take next, and how is it rated?

One step is taken at a time, the first that the first family in its order offers; then all is looked at again from
the top. The unique loops and each family of chains collect all their steps and take the one with the lowest rating
(of chains then the lowest complexity, then the kind). The kernels of `sudoku.kernels.rating` do the same in bulk.
"""

from collections.abc import Callable, Iterator
from itertools import islice

from tessella.errors import RulesError
from tessella.i18n import _
from tessella.sudoku.board import Board
from tessella.sudoku.explainer import basic_steps as first
from tessella.sudoku.explainer import uniqueness as unique
from tessella.sudoku.explainer.basic_steps import Find
from tessella.sudoku.explainer.chain_length import tenths_of
from tessella.sudoku.explainer.chain_steps import step_of, step_of_forced, step_of_ring
from tessella.sudoku.explainer.cycles import best_ring
from tessella.sudoku.explainer.forcing_chains import best_forced
from tessella.sudoku.rating.scale import RATINGS
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.links import Flat, Wiring, wiring_of
from tessella.sudoku.techniques.step import Step

__all__ = ["next_ranked", "path"]


def next_ranked(grid: Grid, most: int = 200) -> tuple[Step, int] | None:
    """Return the step that Sudoku Explainer takes next, and its rating in tenths.

    Returns None where there is none, or where it would be rated above `most`: nothing dearer is looked for. The step
    is called what the rater calls it. Raises `RulesError` for a grid that is not 9x9 with boxes of 3x3.
    """
    if grid.shape.box != (3, 3):
        message = _("ratings and levels are for grids of 9x9 with boxes of 3x3, got boxes of {rows}x{cols}")
        raise RulesError(message.format(rows=grid.shape.box[0], cols=grid.shape.box[1]))
    wiring = wiring_of(grid.shape.box)
    flat = wiring.flat(grid)
    for base, find in _SIMPLE:
        if base > most:
            return None
        for found in islice(find(wiring, grid, flat), 1):
            return _ranked(wiring, found, most)
    if most < 65:
        return None
    ring = best_ring(wiring, flat, most)
    if ring is not None:
        return step_of_ring(wiring, ring), tenths_of(ring.key)
    later = _after_rings(wiring, grid, flat, most)
    # A ring above `most` would go first all the same; that is looked up only where it matters.
    return later if later is None or most >= 200 or best_ring(wiring, flat) is None else None


def _after_rings(wiring: Wiring, grid: Grid, flat: Flat, most: int) -> tuple[Step, int] | None:
    """Return the step that is next where there is no cycle or chain, if it is rated up to `most`."""
    if most >= 75:
        for found in first.aligned_triplet(wiring, grid):
            return _ranked(wiring, found, most)
    forced = best_forced(wiring, flat, most)
    return None if forced is None else (step_of_forced(wiring, flat, forced), tenths_of(forced.key))


def _ranked(wiring: Wiring, found: Find, most: int) -> tuple[Step, int] | None:
    step = step_of(wiring, found)
    rating = found.tenths or RATINGS[step.technique]
    return (step, rating) if rating <= most else None


def path(board: Board, *, most: int = 200) -> Iterator[tuple[Step, int]]:
    """Yield the steps from a board to its end as `next_ranked` finds them, as far as none is rated above `most`.

    All digits on the board count; pencil marks do not.

    >>> from tessella.sudoku.board import Board
    >>> board = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> max(rating for _step, rating in path(board))
    12
    """
    grid = Grid.of_marks(board, board.candidates())
    while grid.blank:
        found = next_ranked(grid, most)
        if found is None:
            return
        yield found
        grid = after(grid, found[0])


def after(grid: Grid, step: Step) -> Grid:
    """Return a grid once a step is done."""
    size = grid.size
    return grid.after(
        [((row - 1) * size + col - 1, digit) for digit, row, col in step.placements],
        [((row - 1) * size + col - 1, digit) for digit, row, col in step.eliminations],
    )


def _loops(wiring: Wiring, grid: Grid, flat: Flat) -> Iterator[Find]:
    found = unique.best_loop(wiring, grid, flat)
    if found is not None:
        yield found


_Family = Callable[[Wiring, Grid, Flat], Iterator[Find]]


def _flat(find: Callable[..., Iterator[Find]], *count: int) -> _Family:
    """Return a finder that looks at masks alone as one of a family."""
    return lambda wiring, _grid, flat: find(wiring, flat, *count)


def _whole(find: Callable[..., Iterator[Find]], *count: int) -> _Family:
    """Return a finder that looks at sets of cells as one of a family."""
    return lambda wiring, grid, _flat: find(wiring, grid, *count)


# The families that need no chain in the order of the original, each with the least rating of its steps.
_SIMPLE: tuple[tuple[int, _Family], ...] = (
    (10, _flat(first.hidden_single)),
    (17, _flat(first.direct_locking)),
    (20, _flat(first.direct_hidden_set, 2)),
    (23, _flat(first.naked_single)),
    (25, _flat(first.direct_hidden_set, 3)),
    (26, _flat(first.locking)),
    (30, _flat(first.naked_set, 2)),
    (32, _flat(first.fish, 2)),
    (34, _flat(first.hidden_set, 2)),
    (36, _flat(first.naked_set, 3)),
    (38, _flat(first.fish, 3)),
    (40, _flat(first.hidden_set, 3)),
    (42, _whole(first.wing, 2)),
    (44, _whole(first.wing, 3)),
    (45, _loops),
    (50, _flat(first.naked_set, 4)),
    (52, _flat(first.fish, 4)),
    (54, _flat(first.hidden_set, 4)),
    (56, unique.grave),
    (62, _whole(first.aligned_pair)),
)
