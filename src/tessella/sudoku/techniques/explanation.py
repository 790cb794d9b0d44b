"""Explanations of steps in words: where to look, which technique it is, and the full reason."""

from itertools import groupby
from operator import itemgetter

from tessella.i18n import _, closed_up, list_of
from tessella.sudoku.geometry import cell_name
from tessella.sudoku.techniques.grid import Grid, Shape
from tessella.sudoku.techniques.phrasing import Words, any_digit, digit_sign, join_sentences
from tessella.sudoku.techniques.registry import technique_of
from tessella.sudoku.techniques.singles import HIDDEN_SINGLE, NAKED_SINGLE, title_of
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import SO


def name(step: Step, shape: Shape) -> str:
    """Return the name of a step's technique; hidden singles are told apart by their house."""
    return title_of(step, shape) if step.code == HIDDEN_SINGLE.code else technique_of(step).title


def _words(step: Step, grid: Grid) -> Words:
    return Words(step, grid, lambda inner: (name(inner, grid.shape), technique_of(inner).tell(_words(inner, grid))))


def where(step: Step, grid: Grid) -> str:
    """Return where to look, without saying for what."""
    return closed_up(_where(step, grid))


def _where(step: Step, grid: Grid) -> str:
    words, size = _words(step, grid), grid.size
    if point := technique_of(step).point:
        return point(words)
    houses = step.houses
    if step.code == NAKED_SINGLE.code:
        houses = step.cells[0] // size, size + step.cells[0] % size
    if houses and len(houses) <= 2 and (technique_of(step).in_house or step.code == NAKED_SINGLE.code):
        return _("Look at {houses}.").format(houses=words.list_houses(houses))
    if len(step.digits) == 1:
        return _("Look at the candidates for {digit}.").format(digit=digit_sign(step.digits[0]))
    cells = step.cells or tuple(one for group in step.sets for one in group.cells)
    if step.nodes:
        cells = step.nodes[0].cells
    elif step.chains:
        cells = tuple(dict.fromkeys(chain[0].cell for chain in step.chains))
    return _("Look at {cells}.").format(cells=words.list_cells((*cells, *step.second)[:4]))


def conclusion(step: Step, size: int = 9, so: str = SO) -> str:
    """Return what a step places and eliminates, as one sentence; `so` is how it begins.

    >>> conclusion(Step("", "", "", eliminations=((5, 2, 7), (5, 2, 9), (6, 1, 1))))
    'So r2c7 and r2c9 cannot be 5; r1c1 cannot be 6.'
    """
    if step.placements:
        parts = [
            _("{cell} is {digit}").format(cell=cell_name((row - 1) * size + col - 1, size), digit=digit_sign(digit))
            for digit, row, col in step.placements
        ]
        return _(so).format(parts=list_of(parts))
    digits: dict[tuple[str, ...], list[int]] = {}  # by the cells that lose them
    for digit, places in groupby(step.eliminations, itemgetter(0)):
        losers = tuple(cell_name((row - 1) * size + col - 1, size) for _digit, row, col in places)
        digits.setdefault(losers, []).append(digit)
    lost = _("{cells} cannot be {digits}")
    parts = [lost.format(cells=list_of(losers), digits=any_digit(gone)) for losers, gone in digits.items()]
    return _(so).format(parts=_("; ").join(parts))


def notation(step: Step, grid: Grid) -> str:
    """Return a step in Eureka notation, a chain to a line; "" where it is no chain."""
    notate = technique_of(step).notate
    return notate(step, grid) if notate else ""


def reason(step: Step, grid: Grid) -> str:
    """Return the full reason of a step in a grid, what follows from it included."""
    technique = technique_of(step)
    return closed_up(join_sentences(technique.tell(_words(step, grid)), conclusion(step, grid.size, technique.so)))
