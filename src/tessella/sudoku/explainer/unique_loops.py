"""Unique loops and BUG as Sudoku Explainer takes them, with type 3 as it has it.

All loops are looked at, rectangles among them, and the step with the lowest rating is taken, then the lowest type,
then the first. Of a BUG the first type is taken that eliminates something.
"""

from collections.abc import Callable, Iterator
from itertools import combinations

from tessella.sudoku.techniques.deadly_patterns import (
    BUG,
    LOOP,
    TYPES,
    Threat,
    bug_threat,
    loop_threat,
    loops,
    steps_of,
)
from tessella.sudoku.techniques.grid import BITS, Grid, ascending, union
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import Pattern, Technique
from tessella.sudoku.techniques.uniqueness import RECTANGLE

_Rated = tuple[float, Step]
_Group = tuple[int, tuple[int, ...], list[int]]  # how many cells, the helping cells, the candidates that are eliminated


def best_loop(grid: Grid) -> tuple[Step, int] | None:
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
                steps = ((rating, step) for step in steps_of(grid, threat, _technique(loop, kind), TYPES[kind]))
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
) -> Iterator[_Rated]:
    """Yield the steps of type 3, each with its rating: the odd cells act as one cell of a naked or hidden subset."""
    shape, masks = grid.shape, grid.masks
    odd = tuple(threat.surplus)
    row, col, box = shape.houses_of[odd[0]]
    houses = [house for house in (box, row, col) if house in shape.houses_of[odd[1]]]
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
        for step in steps_of(grid, threat, BUG[kind], TYPES[kind]):
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
    for house in (shape.houses_of[first][2], *shape.houses_of[first][:2]):
        if threat.odd & ~shape.houses[house]:
            continue
        members = [cell for cell in shared if shape.houses[house] >> cell & 1]
        for count in range(max(2, digits.bit_count()), min(6, len(members)) + 1):
            for group in ascending([*range(len(members))], count - 1):
                cover = union(marks[members[i]] for i in group)
                if (
                    any(marks[members[i]].bit_count() <= 1 for i in group)
                    or cover.bit_count() != count
                    or digits & ~cover
                ):
                    continue
                others = [cell for i, cell in enumerate(members) if i not in group]
                if eliminated := tuple(size * cell + d for cell in others for d in BITS[marks[cell] & cover]):
                    pattern = Pattern(
                        BUG[3], eliminated, digits=digits, houses=(house,), second=tuple(sorted(threat.surplus)),
                        fins=tuple(sorted(members[i] for i in group)),
                    )  # fmt: skip
                    yield pattern.step(shape), int((5.7 + (count - 1) * 0.1 + 0.05) * 10)
