"""Generation of many variants: the same puzzles as in plain Python, with compiled code to make grids and prove."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from tessella.io.worker_threads import cores, map_ahead
from tessella.rng import SplitMix64
from tessella.sudoku.board import Board
from tessella.sudoku.generator.recipe import Recipe, Series
from tessella.sudoku.generator.variants import random_grid, regions, specification
from tessella.sudoku.generator.variants.planes import SHAPES, Shape
from tessella.sudoku.generator.variants.specification import Filled, IsUnique
from tessella.sudoku.geometry import Box, bits
from tessella.sudoku.kernels import house_shapes
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.ruleset import CLASSIC, Rules
from tessella.sudoku.variants.bulk_solver import count_many

_LOW = (1 << house_shapes.LOW) - 1


def generate_boards(series: Series, threads: int | None = None) -> Iterator[Board]:
    """Yield the puzzles of a series in their order; raise `PuzzleError` where one cannot be had."""
    recipe, seed, numbers = series
    means = Compiled()
    yield from map_ahead(lambda k: specification.generate(recipe, seed, k, means), numbers, threads or cores())


class Compiled(specification.Means):
    """Compiled code: for 9x9 the kernels of houses, for all else the engine of variants."""

    def __init__(self) -> None:
        self._bent: dict[Rules, Any] = {}  # what is known of regions until givens are removed

    def filled(self, fixed: tuple[Constraint, ...], box: Box, rng: SplitMix64, *, is_jigsaw: bool) -> Filled | None:
        """Return a random full grid and the rules that it was filled under, None where none was found."""
        if box != CLASSIC.box:
            return super().filled(fixed, box, rng, is_jigsaw=is_jigsaw)
        rules = Rules(box, fixed)
        works, stream = work_of(rules), np.array([rng.state], np.uint64)
        is_found = _fill(works, stream, rules)
        if is_found and is_jigsaw:
            bent = work_of(Rules(box, (*fixed, Constraint("no_boxes"))))
            bent["grid"] = works["grid"]
            house_shapes.bend(bent, stream, bent["many"][0], regions.STAGES, regions.ROUNDS, regions.MAX_GUESSES)
            self._bent[rules := Rules(box, (*fixed, regions.jigsaw(bent["label"][0].tolist())))] = works = bent
        rng.state = int(stream[0])
        return ((works["grid"][0] + 1).tolist(), rules) if is_found else None

    def proof(self, rules: Rules, _grid: Sequence[int]) -> IsUnique:
        """Return what finds out whether givens of a full grid have no other solution under the rules."""
        return lambda givens: bool(count_many(np.array([givens], np.uint8), rules, 2)[0] == 1)

    def removed(self, rules: Rules, grid: Sequence[int], mask: int, order: Sequence[int], clues: int) -> int:
        """Return the mask of the givens that are left when all have gone that uniqueness and their number allow."""
        if rules.box != CLASSIC.box or not {one.type for one in rules.constraints} <= SHAPES:
            return super().removed(rules, grid, mask, order, clues)
        works = self._bent.pop(rules, None)
        works = work_of(rules) if works is None else works
        works["grid"] = np.array(grid) - 1
        works["given"] = [mask >> cell & 1 for cell in range(81)]
        order = [orbit for orbit in order if orbit & mask]
        for place, orbit in enumerate(order):
            cells = [*bits(orbit)]
            works["orbits"][0, place, : len(cells)] = cells
            works["sizes"][0, place] = len(cells)
        house_shapes.remove(works, len(order), clues)
        return sum(1 << int(cell) for cell in works["given"][0].nonzero()[0])


def _fill(works: Any, stream: Any, rules: Rules) -> bool:
    """Make a random full grid; return whether there is one."""
    if random_grid.starts_from_known(rules):
        rng = SplitMix64(int(stream[0]))
        works["grid"] = np.array(random_grid.known(rng)) - 1
        stream[0] = rng.state
        changes = random_grid.CHANGES, random_grid.KEPT, random_grid.MAX_GUESSES_FOR_REST
        house_shapes.vary(works, stream, *changes)
        return True
    guesses = 0 if rules.is_classic else random_grid.MAX_GUESSES
    return house_shapes.random_grid(works, stream, guesses, random_grid.MAX_SEARCHES)


def work_of(rules: Rules) -> Any:
    """Return what kernels need to know of houses, peers and neighbours of 9x9; each call has its own to write on."""
    return _kept(rules).copy()


@lru_cache(maxsize=64)
def _kept(rules: Rules) -> Any:
    shape, works = Shape(rules), np.zeros(1, house_shapes.WORK)
    works["many"], works["is_apart"] = len(shape.houses), bool(shape.apart)
    for name, sets in (("houses", shape.houses), ("seen", shape.seen), ("base", shape.seen), ("apart", shape.apart)):
        for place, cells in enumerate(sets):
            works[name][0, place] = cells & _LOW, cells >> house_shapes.LOW
    works["label"] = [cell // 27 * 3 + cell % 9 // 3 for cell in range(81)]
    return works


def warm_up() -> None:
    """Call the kernels, so that they are compiled."""
    specification.generate(Recipe(variants=("jigsaw", "x")), 1, 0, Compiled())
