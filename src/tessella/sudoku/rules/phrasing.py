"""Rules in words: the names of houses, and a sentence for every constraint."""

from collections import Counter
from functools import lru_cache

from tessella.i18n import N_, _, language
from tessella.sudoku import geometry
from tessella.sudoku.rules.ruleset import Rules

HOUSE_NAMES = {  # of the kinds of `Rules.house_kinds`
    "row": N_("row {number}"),
    "column": N_("column {number}"),
    "box": N_("box {number}"),
    "region": N_("region {number}"),
    "main": N_("the diagonal from {cell}"),
    "anti": N_("the diagonal from {cell}"),
    "window": N_("window {number}"),
    "group": N_("group {number}"),
    "extra": N_("the extra region at {cell}"),
}


def house_name(rules: Rules, house: int) -> str:
    """Return the name of a house by its number in `rules.houses`.

    >>> rules = Rules.parse("diagonal:which=both;windoku")
    >>> [house_name(rules, house) for house in (0, 10, 26, 27, 28, 29)]
    ['row 1', 'column 2', 'box 9', 'the diagonal from r1c1', 'the diagonal from r1c9', 'window 1']
    """
    if not rules.constraints:
        return geometry.house_name(house, rules.size)
    return _house_names(rules, language())[house]


@lru_cache(maxsize=64)
def _house_names(rules: Rules, _language: str) -> tuple[str, ...]:
    size, counts = rules.size, Counter[str]()
    names = []
    for kind, house in zip(rules.house_kinds, rules.houses, strict=True):
        counts[kind] += 1
        names.append(_(HOUSE_NAMES[kind]).format(number=counts[kind], cell=geometry.cell_name(house[0], size)))
    return tuple(names)
