"""Singles: cells that take only one digit, and digits that only one cell of a house takes.

    full house      the last empty cell of a house
    hidden single   the only place of a digit in a row, column or box (宫排除, 行列排除)
    naked single    the only candidate of a cell (唯一余数)

Sources: http://sudopedia.org/wiki/Full_House, /Hidden_Single, /Naked_Single.
"""

from collections.abc import Iterator

from tessella.i18n import N_, _, ngettext
from tessella.sudoku.techniques.grid import Grid, Masks, Shape, cells_of, union
from tessella.sudoku.techniques.phrasing import Words, list_digits
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import Pattern, Technique, in_masks


def full_houses(shape: Shape, masks: Masks) -> Iterator[Pattern]:
    """Yield the last empty cell of every house that has just one."""
    found = set[int]()
    for house in shape.order:
        if masks[shape.blanks + house] != 1:
            continue
        for cell in shape.house_cells[house]:
            if (mask := masks[cell]) and not mask & mask - 1 and cell not in found:
                found.add(cell)
                candidate = shape.size * cell + mask.bit_length() - 1
                yield Pattern(FULL_HOUSE, placed=candidate, digits=mask, cells=(cell,), houses=(house,))


def hidden_singles(shape: Shape, masks: Masks) -> Iterator[Pattern]:
    """Yield the only place of every digit that has just one in some house."""
    size, members = shape.size, shape.members
    found = set[int]()
    for house in shape.order:
        for group in range(shape.places + size * house, shape.places + size * house + size):
            if (mask := masks[group]) and not mask & mask - 1:
                n = members[group][mask.bit_length() - 1]
                if n not in found:
                    found.add(n)
                    yield Pattern(HIDDEN_SINGLE, placed=n, digits=1 << n % size, cells=(n // size,), houses=(house,))


def naked_singles(shape: Shape, masks: Masks) -> Iterator[Pattern]:
    """Yield every cell with just one candidate."""
    for cell in range(shape.cells):
        if (mask := masks[cell]) and not mask & mask - 1:
            yield Pattern(NAKED_SINGLE, placed=shape.size * cell + mask.bit_length() - 1, digits=mask, cells=(cell,))


def title_of(step: Step, shape: Shape) -> str:
    """Return what a hint calls a hidden single, by its house."""
    kind = shape.kinds[step.houses[0]]
    if kind in ("row", "column"):
        return _("hidden single in a line")
    return _("hidden single in a box") if kind == "box" else _("hidden single")


def rated_name(step: Step, size: int) -> str:
    """Return what Sudoku Explainer's scale calls a hidden single, by its house."""
    return "hidden single in box" if 2 * size <= step.houses[0] < 3 * size else "hidden single in line"


def blockers(step: Step, grid: Grid) -> tuple[int, ...]:
    """Return the filled cells that show a single to be one, as few as will do; none for other steps.

    Of a hidden single they hold its digit and see the other cells of the house, of a naked one they hold the other
    digits and see the cell. Earlier steps may have ruled out the rest.
    """
    shape = grid.shape
    if step.code == NAKED_SINGLE.code:
        own = step.cells[0]
        seen = [cell for house in shape.houses_of[own] for cell in shape.house_cells[house]]
        seen += cells_of(shape.peers[own])
        return tuple(sorted({grid.digits[cell]: cell for cell in reversed(seen) if grid.digits[cell]}.values()))
    if step.code != HIDDEN_SINGLE.code:
        return ()
    holders = (cell for cell, digit in enumerate(grid.digits) if digit == step.digits[0])
    blocked = {cell: shape.peers[cell] & _others(step, grid) for cell in holders}
    found = sorted(blocked, key=lambda cell: blocked[cell].bit_count())
    for cell in tuple(found):  # those that block the fewest cells go first, where the rest will do
        rest = [other for other in found if other != cell]
        if not blocked[cell] & ~union(map(blocked.__getitem__, rest)):
            found = rest
    return tuple(sorted(found))


def _others(step: Step, grid: Grid) -> int:
    """Return the blank cells in the house of a hidden single but its own."""
    return grid.shape.houses[step.houses[0]] & grid.blank & ~(1 << step.cells[0])


def _explain_hidden(words: Words) -> str:
    step, grid = words.step, words.grid
    found, others = blockers(step, grid), _others(step, grid)
    if not others:
        return words.fill(_(_EXPLAIN_FULL))
    rest = cells_of(others & ~grid.shape.seen_by_any(sum(1 << cell for cell in found)))
    reasons = []
    if found:
        block = ngettext("{cells} blocks the other cells", "{cells} block the other cells", len(found))
        if rest:
            block = ngettext("{cells} blocks other cells", "{cells} block other cells", len(found))
        reasons.append(block.format(cells=words.list_cells(found)))
    if rest:
        reasons.append(_("earlier steps rule out {ruled_out}").format(ruled_out=words.list_cells(rest)))
    return words.fill(_("In {houses}, {digits} can only be in {cells}: {reasons}."), reasons=_("; ").join(reasons))


def _explain_naked(words: Words) -> str:
    step, grid = words.step, words.grid
    found, left = blockers(step, grid), {*range(1, grid.size + 1)} - {*step.digits}
    reasons = []
    for house in grid.shape.houses_of[step.cells[0]]:
        if held := sorted(left & {grid.digits[cell] for cell in found if grid.shape.houses[house] >> cell & 1}):
            reasons.append(_("{house} has {digits}").format(house=words.list_houses([house]), digits=list_digits(held)))
            left -= {*held}
    if near := [cell for cell in found if grid.digits[cell] in left]:
        seen = list_digits(sorted({grid.digits[cell] for cell in near}))
        reasons.append(_("it sees {digits} in {cells}").format(digits=seen, cells=words.list_cells(near)))
        left -= {grid.digits[cell] for cell in near}
    if left:
        reasons.append(_("earlier steps rule out {ruled_out}").format(ruled_out=list_digits(sorted(left))))
    return words.fill(_("{cells} can only be {digits}: {reasons}."), reasons=_("; ").join(reasons))


_EXPLAIN_FULL = N_("{cells} is the last empty cell in {houses}, where only {digits} is missing.")
FULL_HOUSE = Technique("0000", N_("full house"), in_masks(full_houses), _EXPLAIN_FULL, in_house=True)
HIDDEN_SINGLE = Technique("0002", N_("hidden single"), in_masks(hidden_singles), _explain_hidden, in_house=True)
NAKED_SINGLE = Technique("0003", N_("naked single"), in_masks(naked_singles), _explain_naked)
TECHNIQUES = (FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE)
