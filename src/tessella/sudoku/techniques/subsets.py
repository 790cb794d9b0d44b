"""Naked, hidden and locked subsets: n cells of a house that share n digits among them.

    naked    n cells with no other candidates than n digits: every cell that sees them all loses those digits
    hidden   n digits with no other places in a house than n cells: those cells lose everything else
    locked   a naked pair or triple in a box and a line at once that clears cells of both

Sources: http://sudopedia.org/wiki/Naked_Subset, /Hidden_Subset, /Locked_Subset. Where the locked form finds
something in both houses it is not called naked as well, as in HoDoKu.
"""

from collections.abc import Iterator

from tessella.i18n import N_
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.shape import BITS, Masks, Shape, ascending, union
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import Pattern, Technique, in_masks


def _naked_groups(shape: Shape, masks: Masks, count: int, *, as_rated: bool) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the house and the places in it of every `count` cells with as many candidates, the last place first."""
    least = 2 if as_rated else 1
    for house in shape.order:
        if as_rated and masks[shape.blanks + house] < 2 * count:
            continue
        cells = shape.house_cells[house]
        able = [i for i in range(shape.size) if least <= masks[cells[i]].bit_count() <= count]
        for group in ascending(able, count):
            digits = 0
            for i in group:
                digits |= masks[cells[i]]
            if digits.bit_count() == count:
                yield house, group


def naked_subsets_in_house(shape: Shape, masks: Masks, count: int) -> Iterator[Pattern]:
    """Yield naked subsets as Sudoku Explainer has them: eliminated is from one house, where a hidden one is no less."""
    size = shape.size
    for house, group in _naked_groups(shape, masks, count, as_rated=True):
        cells = shape.house_cells[house]
        digits = union(masks[cells[i]] for i in group)
        gone = [size * cells[i] + d for i in range(size) if i not in group for d in BITS[masks[cells[i]] & digits]]
        if gone:
            chosen = tuple(sorted(cells[i] for i in group))
            needs = tuple((cells[i], ~digits) for i in sorted(group))
            yield Pattern(NAKED[count], tuple(gone), digits=digits, cells=chosen, houses=(house,), needs=needs)


def naked_subsets(grid: Grid, count: int) -> Iterator[Step]:
    """Yield the naked subsets of so many cells, locked or not, with all that they eliminate."""
    shape, marks = grid.shape, grid.marks
    found = set[int]()
    for house, group in _naked_groups(shape, grid.masks, count, as_rated=False):
        chosen = [shape.house_cells[house][i] for i in group]
        cells, digits = sum(1 << cell for cell in chosen), union(marks[cell] for cell in chosen)
        if cells in found:
            continue
        found.add(cells)
        out = _eliminated(grid, digits, shape.seen_by(cells))
        shared = shape.shared(cells)
        is_locked = False
        if count in LOCKED and len(shared) == 2 and shared[1] >= 2 * grid.size:
            line, box = (shape.houses[house] for house in shared)
            gone = union(out.values())
            is_locked = bool(gone & box and gone & line & ~box)
        if out:
            yield (LOCKED if is_locked else NAKED)[count].step(grid, digits, out, cells=cells, houses=shared)


def _eliminated(grid: Grid, digits: int, where: int) -> dict[int, int]:
    return {d + 1: gone for d in BITS[digits] if (gone := grid.places[d + 1] & where)}


def hidden_subsets(shape: Shape, masks: Masks, count: int, *, as_rated: bool = False) -> Iterator[Pattern]:
    """Yield `count` digits with as many places in a house, where other digits go.

    With `as_rated` without singles, and only where a naked one is no less, as in Sudoku Explainer.
    """
    size, least = shape.size, 2 if as_rated else 1
    for house in shape.order:
        if masks[shape.blanks + house] <= (2 * count if as_rated else count):
            continue
        base, cells = shape.places + size * house, shape.house_cells[house]
        able = [d for d in range(size) if least <= masks[base + d].bit_count() <= count]
        for group in ascending(able, count):
            places = 0
            for d in group:
                places |= masks[base + d]
            if places.bit_count() != count:
                continue
            digits = sum(1 << d for d in group)
            chosen = tuple(cells[i] for i in BITS[places])
            if gone := [size * cell + d for cell in chosen for d in BITS[masks[cell] & ~digits]]:
                needs = tuple((cells[i], digits) for i in range(size) if not places >> i & 1)
                yield Pattern(HIDDEN[count], tuple(gone), digits=digits, cells=chosen, houses=(house,), needs=needs)


_EXPLAIN_NAKED = N_(
    "{cells} in {houses} have only the candidates {digits} between them. They use these digits up, so no other cell"
    " that sees all of them can be one of these."
)
_EXPLAIN_HIDDEN = N_("{digits} in {houses} can only go in {cells}, so these cells cannot be any other digit.")


def _naked(code: str, name: str, count: int, *aliases: str, rated: str = "") -> Technique:
    def find(grid: Grid) -> Iterator[Step]:
        return (step for step in naked_subsets(grid, count) if step.code == code)

    return Technique(code, name, find, _EXPLAIN_NAKED, rated, aliases, in_house=True, varies=bool(rated))


def _hidden(code: str, name: str, count: int, *aliases: str) -> Technique:
    return Technique(code, name, in_masks(hidden_subsets, count), _EXPLAIN_HIDDEN, aliases=aliases, in_house=True)


LOCKED = {
    2: _naked("0110", N_("locked pair"), 2, rated="naked pair"),
    3: _naked("0111", N_("locked triple"), 3, rated="naked triple"),
}
NAKED = {
    2: _naked("0200", N_("naked pair"), 2),
    3: _naked("0201", N_("naked triple"), 3),
    4: _naked("0202", N_("naked quad"), 4, "naked quadruple"),
}
HIDDEN = {
    2: _hidden("0210", N_("hidden pair"), 2),
    3: _hidden("0211", N_("hidden triple"), 3),
    4: _hidden("0212", N_("hidden quad"), 4, "hidden quadruple"),
}
TECHNIQUES = (*LOCKED.values(), *NAKED.values(), *HIDDEN.values())
