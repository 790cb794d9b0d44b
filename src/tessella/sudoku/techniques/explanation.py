"""Explanations of steps in words: where to look, which technique it is, and the full reason."""

from itertools import groupby
from operator import itemgetter

from tessella.i18n import _
from tessella.sudoku.rules import SYMBOLS
from tessella.sudoku.techniques.phrasing import Words, join_sentences, list_digits, list_of
from tessella.sudoku.techniques.registry import technique_of
from tessella.sudoku.techniques.singles import HIDDEN_SINGLE, NAKED_SINGLE, title_of
from tessella.sudoku.techniques.step import Step


def name(step: Step, size: int = 9) -> str:
    """Return the name of a step's technique; hidden singles are told apart by their house."""
    return title_of(step, size) if step.code == HIDDEN_SINGLE.code else technique_of(step).title


def _words(step: Step, size: int) -> Words:
    return Words(step, size, lambda inner: (name(inner, size), technique_of(inner).tell(_words(inner, size))))


def where(step: Step, size: int = 9) -> str:
    """Return where to look, without saying for what."""
    words = _words(step, size)
    houses = step.houses
    if step.code == NAKED_SINGLE.code:
        houses = step.cells[0] // size, size + step.cells[0] % size
    if houses and len(houses) <= 2 and (technique_of(step).in_house or step.code == NAKED_SINGLE.code):
        return _("Look at {houses}.").format(houses=words.list_houses(houses))
    if len(step.digits) == 1:
        return _("Look at the candidates for {digit}.").format(digit=SYMBOLS[step.digits[0]])
    cells = step.cells or tuple(one for group in step.sets for one in group.cells)
    if step.nodes:
        cells = step.nodes[0].cells
    elif step.chains:
        cells = tuple(dict.fromkeys(chain[0].cell for chain in step.chains))
    return _("Look at {cells}.").format(cells=words.list_cells((*cells, *step.second)[:4]))


def conclusion(step: Step, size: int = 9) -> str:
    """Return what a step places and eliminates, as one sentence.

    >>> conclusion(Step("", "", "", eliminations=((5, 2, 7), (5, 2, 9), (6, 1, 1))))
    'So 5 can be removed from r2c7 and r2c9; 6 from r1c1.'
    """
    words = _words(step, size)
    if step.placements:
        parts = [
            _("{cell} is {digit}").format(cell=words.list_cells([(row - 1) * size + col - 1]), digit=SYMBOLS[digit])
            for digit, row, col in step.placements
        ]
        return _("So {parts}.").format(parts=list_of(parts))
    digits: dict[tuple[int, ...], list[int]] = {}  # by the cells that lose them
    for digit, places in groupby(step.eliminations, itemgetter(0)):
        digits.setdefault(tuple((row - 1) * size + col - 1 for _digit, row, col in places), []).append(digit)
    parts = []
    for losers, gone in digits.items():
        form = _("{digit} from {cells}") if parts else _("{digit} can be removed from {cells}")
        parts.append(form.format(digit=list_digits(gone), cells=words.list_cells(losers)))
    return _("So {parts}.").format(parts=_("; ").join(parts))


def reason(step: Step, size: int = 9) -> str:
    """Return the full reason of a step, what follows from it included."""
    return join_sentences(technique_of(step).tell(_words(step, size)), conclusion(step, size))
