"""Clues: what one rule of the puzzle, such as a cage, a line or a dot, leaves of its cells.

Every way to fill the cells of a rule from their candidates is tried, and what no way has goes: the combinations of a
cage, the ends of a thermometer, the partners of a dot, and what the cages of a house leave for the rest of it (the rule
of 45). The ways are those of the plain solver, one rule at a time.
"""

from collections.abc import Iterator

from tessella.i18n import N_, _, sentence
from tessella.sudoku.rules.phrasing import all_cells, told
from tessella.sudoku.techniques.grid import BITS, HOUSE_TYPES, Grid
from tessella.sudoku.techniques.phrasing import Words, join_sentences
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import Technique
from tessella.sudoku.variants.plain_solver import filters_of_clues


def by_clues(grid: Grid) -> Iterator[Step]:
    """Yield what each rule takes away from its cells; nothing where there are only houses."""
    if grid.shape.is_of_houses:
        return
    shown = [mask or 1 << digit - 1 for mask, digit in zip(grid.marks, grid.digits, strict=True) if mask or digit]
    if len(shown) < len(grid.digits):  # a cell without candidates
        return
    for one in filters_of_clues(grid.shape.rules):
        masks = tuple(shown[cell] for cell in one.cells)
        if (left := one(masks)) is None or left == masks:
            continue
        out: dict[int, int] = {}
        for cell, before, after in zip(one.cells, masks, left, strict=True):
            for d in BITS[before & ~after & grid.marks[cell]]:
                out[d + 1] = out.get(d + 1, 0) | 1 << cell
        if out:
            cells = sum(1 << cell for cell in {*one.cells})
            yield CLUE.step(grid, sum(1 << digit - 1 for digit in out), out, cells=cells)


def _explain(words: Words) -> str:
    rules, cells = words.grid.shape.rules, {*words.step.cells}
    clues = [one for one in rules.constraints if one.type not in HOUSE_TYPES]
    said = [one for one in clues if cells <= all_cells(one)]
    said = said or [one for one in clues if one.type in ("minimum", "maximum") and {*one.cells} <= cells]
    if said := said or [one for one in clues if not all_cells(one)]:
        text = _("; ").join(told(one, rules) for one in said)
    else:
        text = words.fill(_("the sums of the cages in a house leave one sum for {cells}"))
    end = words.fill(_("No way to fill {cells} like that uses the candidates that can be removed."))
    return join_sentences(sentence(_("{text}.").format(text=text)), end)


CLUE = Technique("clue", N_("clue"), by_clues, _explain)
TECHNIQUES = (CLUE,)
