"""Singles: cells that take only one digit, and digits that only one cell of a house takes.

    full house      the last empty cell of a house
    hidden single   the only place of a digit in a row, column or box (宫排除, 行列排除)
    naked single    the only candidate of a cell (唯一余数)

Sources: http://sudopedia.org/wiki/Full_House, /Hidden_Single, /Naked_Single.
"""

from collections.abc import Iterator

from tessella.i18n import N_, _
from tessella.sudoku.techniques.grid import Masks, Shape
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


def title_of(step: Step, size: int) -> str:
    """Return what a hint calls a hidden single, by its house."""
    return _("hidden single in a box") if step.houses[0] >= 2 * size else _("hidden single in a line")


def rated_name(step: Step, size: int) -> str:
    """Return what Sudoku Explainer's scale calls a hidden single, by its house."""
    return "hidden single in box" if step.houses[0] >= 2 * size else "hidden single in line"


_EXPLAIN_FULL = N_("{cells} is the last empty cell in {houses}, where only {digits} is missing.")
_EXPLAIN_HIDDEN = N_("The only place for {digits} in {houses} is {cells}.")
_EXPLAIN_NAKED = N_("{digits} is the only candidate left in {cells}.")
FULL_HOUSE = Technique("0000", N_("full house"), in_masks(full_houses), _EXPLAIN_FULL, in_house=True)
HIDDEN_SINGLE = Technique("0002", N_("hidden single"), in_masks(hidden_singles), _EXPLAIN_HIDDEN, in_house=True)
NAKED_SINGLE = Technique("0003", N_("naked single"), in_masks(naked_singles), _EXPLAIN_NAKED)
TECHNIQUES = (FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE)
