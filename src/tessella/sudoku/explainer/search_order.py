"""The search order of Sudoku Explainer 1.2.1: which step it takes next, and how it rates it.

One step is taken at a time, the first that the first family in its order offers; then all is looked at again from
the top. The unique loops and each family of chains collect all their steps and take the one with the lowest rating
(of chains then the lowest complexity, then the kind). The kernels of `sudoku.kernels.rating` do the same in bulk.

Of unique loops all are looked at, rectangles among them, and of those of the lowest rating the lowest type is taken,
then the first; of a BUG the first type that eliminates something. Type 3 of both is the original's.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, combinations
from typing import TypeAlias

from tessella.sudoku.board import Board
from tessella.sudoku.explainer.crossings import outside_crossings
from tessella.sudoku.geometry import bits
from tessella.sudoku.rating.levels import check_rateable
from tessella.sudoku.rating.scale import RATINGS
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.solver import layout_of, propagate
from tessella.sudoku.techniques.aligned_exclusion import ALIGNED_PAIR, ALIGNED_TRIPLET
from tessella.sudoku.techniques.cycles import best_chain, step_of_chain, tenths_of
from tessella.sudoku.techniques.deadly_patterns import BUG, LOOP, TYPE, Threat, bug_threat, loop_threat, loops, steps_of
from tessella.sudoku.techniques.fish import basic_fish
from tessella.sudoku.techniques.forcing_chains import best_forced, step_of_forced
from tessella.sudoku.techniques.grid import BITS, Grid, Shape, ascending, shape_of, union
from tessella.sudoku.techniques.registry import technique_of
from tessella.sudoku.techniques.singles import FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE, rated_name
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.subsets import (
    CLAIMING,
    DIRECT_HIDDEN,
    DIRECT_LOCKED,
    POINTING,
    SEEN,
    hidden_subsets,
    naked_subsets_in_house,
)
from tessella.sudoku.techniques.technique import Finder, Pattern, Technique, in_masks
from tessella.sudoku.techniques.uniqueness import RECTANGLE
from tessella.sudoku.techniques.wings import XY_WING, XYZ_WING

Rated = tuple[Step, int]  # a step with its rating in tenths


def next_rated(grid: Grid, most: int = 200) -> Rated | None:
    """Return the step that Sudoku Explainer takes next, and its rating in tenths.

    Returns None where there is none, or where it would be rated above `most`: nothing dearer is looked for. The step
    is called what the rater calls it. Raises `RulesError` for a grid that is not 9x9, and for rules other than houses.
    """
    check_rateable(grid.shape.rules)
    return _next_of(_GENERAL if grid.shape.is_general else _BASIC, grid, most)


def next_elimination(grid: Grid, most: int) -> Rated | None:
    """Return what `next_rated` does, but for what only writes a digit: singles and direct techniques."""
    return _next_of(_ELIMINATING, grid, most)


def _next_of(families: "tuple[_Family, ...]", grid: Grid, most: int) -> Rated | None:
    for least, find in families:
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


def rating_with_marks(board: Board, most: int, least: int = RATINGS["naked single"]) -> int | None:
    """Return the ER, in tenths, of a puzzle that needs pencil marks, or `least` if it is lower; None above `most`.

    It is the highest rating on the `path`. What is rated no higher than that so far may come in any order, for all of
    it stays possible until it is done: singles and locked candidates go all at once, and the rest the quickest first.
    """
    layout, shape = layout_of(board.box), shape_of(Rules(board.box))
    state, placed = layout.start(board.digits)
    highest = least
    while True:
        state, placed = propagate(state, placed, layout)
        if state == placed:
            return highest
        if highest >= RATINGS["claiming"] and (lost := outside_crossings(state)):
            state ^= lost
            continue
        if (found := _next_of(_families(highest), _grid(shape, state, placed), most)) is None:
            return None
        step, rating = found
        highest = max(highest, rating)
        for digit, row, col in step.eliminations:
            state &= ~(1 << (digit - 1) * 81 + (row - 1) * 9 + col - 1)
        for digit, row, col in step.placements:
            bit = (digit - 1) * 81 + (row - 1) * 9 + col - 1
            placed |= 1 << bit
            state &= layout.keep[bit]


@cache
def _families(highest: int) -> "tuple[_Family, ...]":
    """Return what is looked for once singles and locked candidates are done, after a step of some rating."""
    if highest < RATINGS["claiming"]:
        return _BASIC
    # What places a digit at once does no more than what eliminates candidates, where that is no dearer.
    direct = [(20, 34), (25, 40)]
    late = [one for one in _BASIC if any(one[0] == least and highest < all_of_it for least, all_of_it in direct)]
    rest = [one for one in _BASIC if one[0] > RATINGS["claiming"]]
    return (
        *(one for one in rest if one[0] <= min(highest, 44)),
        *late,
        *(one for one in rest if one[0] > min(highest, 44)),
    )


def _grid(shape: Shape, state: int, placed: int) -> Grid:
    """Return a position of the plain solver as a grid."""
    marks, digits = [0] * 81, [0] * 81
    for bit in bits(placed):
        digits[bit % 81] = bit // 81 + 1
    left = state ^ placed
    for bit in bits(left):
        marks[bit % 81] |= 1 << bit // 81
    places = tuple(left >> 81 * d & shape.full for d in range(9))
    return Grid(shape, tuple(digits), 0, tuple(marks), (0, *places), union(places))


def scale_name(step: Step) -> str:
    """Return what the scale calls the technique of a step."""
    technique = technique_of(step)
    return rated_name(step, 9) if technique is HIDDEN_SINGLE else technique.rated or technique.name


def rating_of(step: Step) -> int:
    """Return what Sudoku Explainer (or SukakuExplainer) rates a step of a technique that has one rating, in tenths."""
    return SEEN.difficulty if step.code == SEEN.code else RATINGS[scale_name(step)]


def _first(
    *finders: Finder, where: Callable[[Step, Shape], bool] = lambda _step, _shape: True
) -> Callable[[Grid], Rated | None]:
    """Return what finds the first step of some techniques that a condition allows, with its rating."""

    def find(grid: Grid) -> Rated | None:
        steps = chain.from_iterable(finder(grid) for finder in finders)
        return next(((step, rating_of(step)) for step in steps if where(step, grid.shape)), None)

    return find


# Sudoku Explainer looks for the single of a direct technique only beside the pattern, or in its house.
def _is_beside(step: Step, shape: Shape) -> bool:
    kinds = {shape.kinds[house] for house in (step.houses[0], step.covers[0])}
    return shape.slots[step.covers[-1]] == shape.slots[step.houses[0]] and kinds.isdisjoint(("main", "anti", "extra"))


def _is_inside(step: Step, _shape: Shape) -> bool:
    return step.covers[-1] == step.houses[0]


_Group = tuple[int, tuple[int, ...], list[int]]  # how many cells, the helping cells, the candidates that are eliminated


def best_loop(grid: Grid) -> Rated | None:
    """Return the unique loop with the lowest rating, then the lowest type, and its rating in tenths."""
    best: tuple[float, int] = (99.0, 9)
    found: Step | None = None

    def is_better(rating: float) -> bool:
        return (rating, 3) < best

    for loop in loops(grid, as_rated=True):
        threat = loop_threat(grid, loop, grid.marks[loop[0]])
        rating = 4.5  # summed as the original sums it
        rating += 0.3 if len(loop) >= 10 else 0.0
        rating += 0.2 if len(loop) >= 8 else 0.1 if len(loop) >= 6 else 0.0
        for kind in _kinds(threat):
            if kind == 3:
                steps = _with_subset(grid, threat, loop, rating, is_better)
            elif (rating, kind) < best:
                steps = ((rating, step) for step in steps_of(grid, threat, _technique(loop, kind), TYPE[kind]))
            else:
                continue
            for value, step in steps:
                if (value, kind) < best:
                    best, found = (value, kind), step
    return None if found is None else (found, int((best[0] + 0.05) * 10))


def _kinds(threat: Threat) -> tuple[int, ...]:
    odd, digits = len(threat.surplus), threat.digits.bit_count()
    if odd < 2:
        return (1,) * odd
    return ((2,) if odd > 2 or digits == 1 else (3,)) + ((4,) if odd == 2 else ())


def _technique(loop: tuple[int, ...], kind: int) -> Technique:
    return (RECTANGLE if len(loop) == 4 else LOOP)[kind]


def _with_subset(
    grid: Grid, threat: Threat, loop: tuple[int, ...], rating: float, is_better: Callable[[float], bool]
) -> Iterator[tuple[float, Step]]:
    """Yield the steps of type 3, each with its rating: the odd cells act as one cell of a naked or hidden subset."""
    shape, masks = grid.shape, grid.masks
    odd = tuple(threat.surplus)
    houses = [house for house in shape.linked[odd[0]] if house in shape.houses_of[odd[1]]]
    for count in range(threat.digits.bit_count(), 8):
        if not is_better(rating + (count - 2) * 0.1) and not is_better(rating + (count - 1) * 0.1):
            return
        for house in houses:
            blanks = masks[shape.blanks + house]
            groups = [*_naked(grid, threat, house, count)] if 2 * count <= blanks else []
            if 2 * count < blanks:
                groups += _hidden(grid, threat, house, count)
            for many, fins, eliminated in groups:
                pattern = Pattern(
                    _technique(loop, 3),
                    tuple(eliminated),
                    digits=threat.shown,
                    cells=tuple(cell for cell in sorted(loop) if cell not in odd),
                    houses=(house,),
                    second=tuple(sorted(odd)),
                    fins=fins,
                )
                yield rating + (many - 1) * 0.1, pattern.step(shape)


def _naked(grid: Grid, threat: Threat, house: int, count: int) -> Iterator[_Group]:
    """Yield the cells that make a naked subset with what the odd cells have besides."""
    marks, size, cells = grid.marks, grid.size, grid.shape.house_cells[house]
    odd = tuple(threat.surplus)
    both = threat.digits & marks[odd[0]] & marks[odd[1]]
    able = [i for i, cell in enumerate(cells) if cell not in odd and marks[cell].bit_count() >= 2]
    at = cells.index(odd[0])
    groups = combinations(able, count - 1)
    for group in sorted(groups, key=lambda group: sum(1 << i for i in group) | 1 << at):
        held = union(marks[cells[i]] for i in group)
        digits = threat.digits | held
        if (both | held).bit_count() != count or digits.bit_count() != count:
            continue
        others = [cell for i, cell in enumerate(cells) if i not in group and cell not in odd]
        if eliminated := [size * cell + d for cell in others for d in BITS[marks[cell] & digits]]:
            yield count, tuple(cells[i] for i in group), eliminated


def _hidden(grid: Grid, threat: Threat, house: int, count: int) -> Iterator[_Group]:
    """Yield the cells that make a hidden subset with the odd cells."""
    shape, marks, masks, size = grid.shape, grid.marks, grid.masks, grid.size
    cells, odd = shape.house_cells[house], tuple(threat.surplus)
    base, pair = shape.places + size * house, threat.shown
    second = 1 << cells.index(odd[1])
    others = [d for d in range(size) if not (threat.digits | pair) >> d & 1]
    for group in ascending(others, count - 2):
        digits = pair | sum(1 << d for d in group)
        places = [masks[base + d] & ~second for d in BITS[digits]]
        if 0 in places or union(places).bit_count() != count:
            continue
        helpers = tuple(cells[i] for i in BITS[union(places)] if cells[i] not in odd)
        if eliminated := [size * cell + d for cell in helpers for d in BITS[marks[cell] & ~digits]]:
            yield len(helpers), helpers, eliminated


def best_bug(grid: Grid) -> tuple[Step, int] | None:
    """Return the step that a BUG with surplus candidates allows, and its rating in tenths."""
    if (threat := bug_threat(grid)) is None:
        return None
    for kind, tenths in ((1, 56), (2, 57), (4, 57)):
        for step in steps_of(grid, threat, BUG[kind], TYPE[kind]):
            return step, tenths
    return next(_bug_with_subset(grid, threat), None)


def _bug_with_subset(grid: Grid, threat: Threat) -> Iterator[tuple[Step, int]]:
    """Yield type 3: the surplus, in whichever cell it comes true, makes a naked subset with other cells of a house."""
    shape, size, marks = grid.shape, grid.size, grid.marks
    digits = threat.digits
    first = next(iter(threat.surplus))
    shared = [cell for cell in shape.near[first] if shape.seen_by(threat.odd) >> cell & 1]
    if len(threat.surplus) < 2 or digits.bit_count() < 2:
        return
    for house in shape.linked[first]:
        if house < 0 or threat.odd & ~shape.houses[house]:
            continue
        members = [cell for cell in shared if shape.houses[house] >> cell & 1]
        for count in range(max(2, digits.bit_count()), min(6, len(members)) + 1):
            for group in ascending([*range(len(members))], count - 1):
                held = [marks[members[i]] for i in group]
                cover = union(held)
                if min(map(int.bit_count, held)) <= 1 or cover.bit_count() != count or digits & ~cover:
                    continue
                others = [cell for i, cell in enumerate(members) if i not in group]
                if eliminated := tuple(size * cell + d for cell in others for d in BITS[marks[cell] & cover]):
                    pattern = Pattern(
                        BUG[3], eliminated, digits=digits, houses=(house,), second=tuple(sorted(threat.surplus)),
                        fins=tuple(sorted(members[i] for i in group)),
                    )  # fmt: skip
                    yield pattern.step(shape), int((5.7 + (count - 1) * 0.1 + 0.05) * 10)


_Family: TypeAlias = tuple[int, Callable[[Grid], Rated | None]]

# What needs no chain in the order of the original, each with the least rating of its steps.
_BASIC: tuple[_Family, ...] = (
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
# The same where there are other houses than lines and boxes, as in SukakuExplainer.
_GENERAL = tuple(
    (SEEN.difficulty, _first(SEEN.find)) if family[0] == RATINGS["pointing"] else family for family in _BASIC
)
_ELIMINATING = tuple(family for family in _BASIC if family[0] >= RATINGS["pointing"])
