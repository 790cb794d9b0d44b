"""The search order of Sudoku Explainer 1.2.1: which step it takes next, and how it rates it.

One step is taken at a time, the first that the first family in its order offers; then all is looked at again from
the top. The unique loops and each family of chains collect all their steps and take the one with the lowest rating
(of chains then the lowest complexity, then the kind). The kernels of `sudoku.kernels.rating` do the same in bulk.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain

from tessella.sudoku.board import Board
from tessella.sudoku.explainer.unique_loops import best_bug, best_loop
from tessella.sudoku.rating.levels import check_rateable
from tessella.sudoku.rating.scale import RATINGS
from tessella.sudoku.techniques.aligned_exclusion import ALIGNED_PAIR, ALIGNED_TRIPLET
from tessella.sudoku.techniques.cycles import best_chain, step_of_chain, tenths_of
from tessella.sudoku.techniques.fish import basic_fish
from tessella.sudoku.techniques.forcing_chains import best_forced
from tessella.sudoku.techniques.forcing_steps import step_of_forced
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.registry import technique_of
from tessella.sudoku.techniques.singles import FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE, rated_name
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.subsets import (
    CLAIMING,
    DIRECT_HIDDEN,
    DIRECT_LOCKED,
    POINTING,
    hidden_subsets,
    naked_subsets_in_house,
)
from tessella.sudoku.techniques.technique import Finder, in_masks
from tessella.sudoku.techniques.wings import XY_WING, XYZ_WING

Rated = tuple[Step, int]  # a step with its rating in tenths


def next_rated(grid: Grid, most: int = 200) -> Rated | None:
    """Return the step that Sudoku Explainer takes next, and its rating in tenths.

    Returns None where there is none, or where it would be rated above `most`: nothing dearer is looked for. The step
    is called what the rater calls it. Raises `RulesError` for a grid that is not 9x9 with boxes of 3x3.
    """
    check_rateable(grid.shape.box)
    for least, find in _BASIC:
        if least > most:
            return None
        if (found := find(grid)) is not None:
            step, tenths = found
            return (replace(step, technique=scale_name(step)), tenths) if tenths <= most else None
    if most < 65:
        return None
    shape, masks = grid.shape, grid.masks
    if (found_chain := best_chain(shape, masks, most)) is not None:
        return step_of_chain(shape, found_chain), tenths_of(found_chain.key)
    later = _after_cycles(grid, most)
    # A cycle above `most` would go first all the same; that is looked up only where it matters.
    return later if later is None or most >= 200 or best_chain(shape, masks) is None else None


def _after_cycles(grid: Grid, most: int) -> Rated | None:
    """Return the step that is next where there is no cycle or chain, if it is rated up to `most`."""
    if most >= 75:
        for step in ALIGNED_TRIPLET.find(grid):
            return step, 75
    forced = best_forced(grid.shape, grid.masks, most)
    return None if forced is None else (step_of_forced(grid.shape, grid.masks, forced), tenths_of(forced.key))


def path(board: Board, *, most: int = 200) -> Iterator[Rated]:
    """Yield the steps from a board to its end as `next_rated` finds them, as far as none is rated above `most`.

    All digits on the board count; pencil marks do not.

    >>> from tessella.sudoku.board import Board
    >>> board = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> max(rating for _step, rating in path(board))
    12
    """
    grid = Grid.of_marks(board, board.candidates())
    while grid.blank:
        if (found := next_rated(grid, most)) is None:
            return
        yield found
        grid = grid.after_step(found[0])


def scale_name(step: Step) -> str:
    """Return what the scale calls the technique of a step."""
    technique = technique_of(step)
    return rated_name(step, 9) if technique is HIDDEN_SINGLE else technique.rated or technique.name


def _first(*finders: Finder, where: Callable[[Step], bool] = lambda _step: True) -> Callable[[Grid], Rated | None]:
    """Return what finds the first step of some techniques that a condition allows, with its rating."""

    def find(grid: Grid) -> Rated | None:
        steps = chain.from_iterable(finder(grid) for finder in finders)
        return next(((step, RATINGS[scale_name(step)]) for step in steps if where(step)), None)

    return find


# Sudoku Explainer looks for the single of a direct technique only beside the pattern, or in its house.
def _is_beside(step: Step) -> bool:
    return step.covers[-1] // 9 == step.houses[0] // 9


def _is_inside(step: Step) -> bool:
    return step.covers[-1] == step.houses[0]


# What needs no chain in the order of the original, each with the least rating of its steps.
_BASIC: tuple[tuple[int, Callable[[Grid], Rated | None]], ...] = (
    (10, _first(FULL_HOUSE.find)),
    (12, _first(HIDDEN_SINGLE.find)),
    (17, _first(*(one.find for one in DIRECT_LOCKED), where=_is_beside)),
    (20, _first(DIRECT_HIDDEN[2].find, where=_is_inside)),
    (23, _first(NAKED_SINGLE.find)),
    (25, _first(DIRECT_HIDDEN[3].find, where=_is_inside)),
    (26, _first(POINTING.find, CLAIMING.find)),
    (30, _first(in_masks(naked_subsets_in_house, 2))),
    (32, _first(in_masks(basic_fish, 2, as_rated=True))),
    (34, _first(in_masks(hidden_subsets, 2, as_rated=True))),
    (36, _first(in_masks(naked_subsets_in_house, 3))),
    (38, _first(in_masks(basic_fish, 3, as_rated=True))),
    (40, _first(in_masks(hidden_subsets, 3, as_rated=True))),
    (42, _first(XY_WING.find)),
    (44, _first(XYZ_WING.find)),
    (45, best_loop),
    (50, _first(in_masks(naked_subsets_in_house, 4))),
    (52, _first(in_masks(basic_fish, 4, as_rated=True))),
    (54, _first(in_masks(hidden_subsets, 4, as_rated=True))),
    (56, best_bug),
    (62, _first(ALIGNED_PAIR.find)),
)
