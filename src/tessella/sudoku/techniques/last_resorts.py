"""Last resorts: templates, which are all ways to place a digit on the whole grid, and trial and error.

A template of a digit is a set of cells, one in every house, all of them candidates or filled
with the digit. A candidate in no template goes; a candidate in every template is true.

Instead of listing templates we walk the rows: a state is which other houses are taken, and a candidate
lies on a template just when it leads from a state that can be reached from the top to one from which the
bottom can be reached. What is on every template of one digit is on none of another, which is followed until
nothing changes. Source: http://sudopedia.org/wiki/Templates.
"""

from collections.abc import Iterator
from functools import lru_cache

from tessella.i18n import N_
from tessella.sudoku.board import Board
from tessella.sudoku.geometry import digits_of
from tessella.sudoku.solver import first_solutions
from tessella.sudoku.techniques.grid import Grid, cells_of, once_per_grid, union
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import Technique


@once_per_grid
def on_templates(grid: Grid, digit: int, taken: int = 0) -> int:
    """Return the candidates on a template that has none of the `taken` cells, all where there is no template."""
    size, shape = grid.size, grid.shape
    standing = sum(1 << cell for cell, value in enumerate(grid.digits) if value == digit)
    places = grid.places[digit]
    levels = [{0}]
    options: list[list[tuple[int, int]]] = []
    for row in shape.houses[:size]:
        open_ = cells_of(row & standing or row & places & ~taken)
        takes = [(1 << cell, union(1 << house - size for house in shape.houses_of[cell][1:])) for cell in open_]
        options.append(takes)
        levels.append({state | take for state in levels[-1] for _cell, take in takes if not state & take})
    found = 0
    every = (1 << len(shape.houses) - size) - 1
    ends = levels[-1] & {every}
    for takes, starts in zip(reversed(options), reversed(levels[:-1]), strict=True):
        good = set()
        for state in starts:
            for cell, take in takes:
                if not state & take and state | take in ends:
                    found |= cell
                    good.add(state)
        ends = good
    return found & places if found else places


def _on_all(grid: Grid, good: int) -> int:
    """Return the cells that lie on all templates whose cells together are `good`: those alone in their row."""
    return union(only for row in grid.shape.houses[: grid.size] if (only := good & row).bit_count() == 1)


def _refined(grid: Grid) -> list[int]:
    """Return the candidates of every digit on templates, less those that cross what another digit is sure of."""
    digits = range(1, grid.size + 1)
    good = [0, *(on_templates(grid, digit) for digit in digits)]
    changed = True
    while changed:
        changed = False
        sure = [_on_all(grid, mask) for mask in good]
        for digit in digits:
            taken = union(sure[:digit] + sure[digit + 1 :])
            if good[digit] & taken:
                better = on_templates(grid, digit, taken)
                changed |= better != good[digit]
                good[digit] = better
    return good


def template_delete(grid: Grid) -> Iterator[Step]:
    """Yield for every digit the candidates that lie on no template, those of other digits considered."""
    for digit, good in enumerate(_refined(grid)):
        if gone := grid.places[digit] & ~good:
            yield DELETE.step(grid, 1 << digit - 1, {digit: gone}, cells=good)


def template_set(grid: Grid) -> Iterator[Step]:
    """Yield for every digit the candidates that lie on every template, those of other digits considered."""
    for digit, good in enumerate(_refined(grid)):
        if put := _on_all(grid, good):
            yield SET.step(grid, 1 << digit - 1, placed={digit: put}, cells=put)


@lru_cache(maxsize=64)  # a variant may take seconds, and every hint asks again
def two_solutions(board: Board, timeout: float | None = None) -> list[tuple[int, ...]]:
    """Return the digits of the first two solutions of a board, or as many as there are.

    Raises `PuzzleError` when `timeout` seconds have passed.
    """
    return [one.digits for one in first_solutions(board, 2, timeout=timeout)]


def _known(grid: Grid) -> set[tuple[int, int]]:
    """Return the candidates of the only solution of the givens, nothing where it is not known or does not fit."""
    givens = [digit if grid.givens >> cell & 1 else 0 for cell, digit in enumerate(grid.digits)]
    found = two_solutions(grid.shape.board(givens))
    fits = len(found) == 1 and all(digit in (0, right) for digit, right in zip(grid.digits, found[0], strict=True))
    return {*enumerate(found[0])} if fits else set()


def refuted(grid: Grid) -> Iterator[Step]:
    """Yield every candidate that no solution holds, cells with few candidates first."""
    possible = _known(grid)
    is_known = bool(possible)
    absent = set[int]()
    if grid.shape.is_of_houses:  # digits that stand nowhere may change places in a solution
        absent = {*range(1, grid.size + 1)}.difference(grid.digits)
    for cell in sorted(cells_of(grid.blank), key=lambda cell: grid.marks[cell].bit_count()):
        for digit in digits_of(grid.marks[cell]):
            if (cell, digit) in possible:
                continue
            digits = (*grid.digits[:cell], digit, *grid.digits[cell + 1 :])
            if not is_known and (solution := next(iter(first_solutions(grid.shape.board(digits), 1)), None)):
                for other, value in enumerate(solution.digits):
                    possible.update((other, one) for one in (absent if value in absent else (value,)))
            else:
                yield TRIAL_AND_ERROR.step(grid, 1 << digit - 1, {digit: 1 << cell}, cells=1 << cell)


_EXPLAIN_SET = N_("Every way to place {digits} on the whole grid uses {cells}.")
_EXPLAIN_DELETE = N_("Every way to place {digits} on the whole grid uses only {cells}.")
_EXPLAIN_TRIAL = N_("If {cells} were {digits}, the puzzle would have no solution.")
SET = Technique("1201", N_("template set"), template_set, _EXPLAIN_SET)
DELETE = Technique("1202", N_("template delete"), template_delete, _EXPLAIN_DELETE)
TRIAL_AND_ERROR = Technique("t2", N_("trial and error"), refuted, _EXPLAIN_TRIAL, aliases=("trial in full",))
TECHNIQUES = (SET, DELETE, TRIAL_AND_ERROR)
