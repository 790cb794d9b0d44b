"""Arguments about sums: what the least and the greatest sum of the other cells leave for a cell, and all ways left.

    arrow r1c1 = r1c2 + r1c3, in one row       the shaft is at least 1+2, so the circle is at least 3
    a diagonal of three cells with sum 24      9+8+7 alone is left

Cells that see each other count with different digits.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tessella.i18n import _, list_of, sentence
from tessella.sudoku.techniques.argued_case import ArguedCase, any_of
from tessella.sudoku.techniques.grid import BITS
from tessella.sudoku.variants.derived_sums import exclusive_groups

_MOST_TOLD = 6  # ways to add up that are named one by one
_VERY_FEW = 2  # of these no bounds are told
_MOST_NAMED = 4  # cells of a sum that are named, where these are not all others
_MOST_TRIED = 3000  # cells that are filled in to find them

Weights = dict[int, int]


def weights_of(case: ArguedCase) -> tuple[Weights, int] | None:
    """Return the sign of each cell in the sum that a clue is, and its total; None where it is none."""
    if derived := case.clue.derived:
        return dict.fromkeys(derived.added, 1) | dict.fromkeys(derived.taken, -1), derived.total
    if (one := case.source) is None or len({*one.cells}) < len(one.cells):
        return None
    cells, fields = one.cells, dict(one.fields)
    if one.type == "arrow":
        return dict.fromkeys(cells, -1) | {cells[0]: 1}, 0
    if one.type == "double_arrow":
        return dict.fromkeys(cells, -1) | {cells[0]: 1, cells[-1]: 1}, 0
    if one.type in ("killer", "little_killer", "sum") and "sum" in fields and not fields.get("coefficients"):
        return dict.fromkeys(cells, 1), fields["sum"]
    return None


def sum_arguments(case: ArguedCase) -> Iterator[str]:
    """Yield sentences on what goes from the cells of a sum: by bounds, then by the ways that are left."""
    if (found := weights_of(case)) is None or len(found[0]) < 2:
        return
    weights, total = found
    yield from _by_ways(case, weights, total, most=_VERY_FEW)
    if not case.is_done:
        yield from _by_bounds(case, weights, total)
    if not case.is_done:
        yield from _by_ways(case, weights, total, most=_MOST_TOLD)
    if not case.is_done and {*weights.values()} == {1}:
        yield from _by_rest(case, total)


class _Bound(NamedTuple):
    """How far a cell can go: the values of the others with its sign and of those with the other one, and the limit."""

    same: tuple[int, ...]
    against: tuple[int, ...]
    sign: int
    n: int
    is_least: bool


def _by_bounds(case: ArguedCase, weights: Weights, total: int) -> Iterator[str]:
    lowest = case.shape.rules.lowest
    told: dict[_Bound, list[int]] = {}
    for cell, sign in weights.items():
        same = [other for other in weights if other != cell and weights[other] == sign]
        against = [other for other in weights if weights[other] != sign]
        for is_least in (False, True) if case.open[cell] else ():
            taken, added = _extreme(case, same, least=not is_least), _extreme(case, against, least=is_least)
            n = sign * total + sum(added) - sum(taken)
            values = ((d, d + lowest) for d in BITS[case.open[cell]])
            beyond = sum(1 << d for d, value in values if (value < n if is_least else value > n))
            if case.take(cell, beyond):
                told.setdefault(_Bound(tuple(taken), tuple(added), sign, n, is_least), []).append(cell)
    for bound, cells in told.items():
        yield _bounded(case, weights, bound, cells)


def _bounded(case: ArguedCase, weights: Weights, bound: _Bound, cells: Sequence[int]) -> str:
    """Return the sentence on how far some cells can go."""
    same = [cell for cell in weights if weights[cell] == bound.sign and cell not in cells[:1]]
    against = [cell for cell in weights if weights[cell] != bound.sign]
    several = len(cells) > 1
    others = "" if several else case.name(*sorted(same))
    reasons = [
        _sum_of(case, same, bound.same, others=others, least=not bound.is_least),
        _sum_of(case, against, bound.against, others=case.name(*sorted(against)), least=bound.is_least),
    ]
    least, most = _("{why}, so {cells} is at least {n}."), _("{why}, so {cells} is at most {n}.")
    if several:
        least = _("For each of {cells}: {why}, so it is at least {n}.")
        most = _("For each of {cells}: {why}, so it is at most {n}.")
    form = least if bound.is_least else most
    return sentence(form.format(why=list_of(filter(None, reasons)), cells=case.name(*cells), n=bound.n))


def _extreme(case: ArguedCase, cells: Sequence[int], *, least: bool) -> list[int]:
    """Return the values with which cells add up to the least, or the most; cells that see each other differ."""
    found = []
    for group in exclusive_groups(cells, case.shape.peers):
        best: list[int] | None = None
        waiting: list[list[int]] = [[]]
        for cell in group:  # a few ways that are best so far for each set of digits
            kept: dict[frozenset[int], list[int]] = {}
            for way in waiting:
                for d in BITS[case.masks[cell]]:
                    if d not in way:
                        kept.setdefault(frozenset((*way, d)), [*way, d])
            waiting = [*kept.values()]
        best = (min if least else max)(waiting, key=sum, default=None)
        found += best or []
    return sorted(d + case.shape.rules.lowest for d in found)


def _sum_of(case: ArguedCase, cells: Sequence[int], values: Sequence[int], *, others: str, least: bool) -> str:
    """Return the clause on the least or the greatest sum of some cells, called `others`; "" for none."""
    if not cells:
        return ""
    if len(cells) == 1:
        if others and not case.masks[cells[0]] & case.masks[cells[0]] - 1:
            return _("{cell} is {digits}").format(cell=others, digits=values[0])
        form = _("{cell} is at least {n}") if least else _("{cell} is at most {n}")
        return form.format(cell=others or _("the other one"), n=values[0])
    form = _("{cells} are at least {parts}={n}") if least else _("{cells} are at most {parts}={n}")
    if len(cells) > _MOST_NAMED and len(cells) == len(case.masks) - 1:
        others = ""
    return form.format(cells=others or _("the others"), parts="+".join(map(str, values)), n=sum(values))


def _by_ways(case: ArguedCase, weights: Weights, total: int, *, most: int) -> Iterator[str]:
    """Yield all ways to add up, if they are few."""
    if (ways := _ways(case, weights, total)) is None:
        return
    cells = [*weights]
    added = [n for n, cell in enumerate(cells) if weights[cell] > 0]
    taken = [n for n, cell in enumerate(cells) if weights[cell] < 0]
    listed = dict.fromkeys(_written(way, added, taken, total) for way in ways)
    if not 0 < len(listed) <= most:
        return
    form = _("That leaves only {ways}.") if len(listed) == 1 else _("That leaves only these: {ways}.")
    yield form.format(ways=_(", ").join(listed))
    lowest = case.shape.rules.lowest
    for side in (added, taken):
        held = {way[n] for way in ways for n in side}
        for cell in [cells[n] for n in side]:
            case.take(cell, sum(1 << d for d in BITS[case.open[cell]] if d + lowest not in held))
            if rest := case.take(cell, case.open[cell]):
                yield _("In none of these can {cell} be {digits}.").format(cell=case.name(cell), digits=any_of(rest))


def _written(way: Sequence[int], added: Sequence[int], taken: Sequence[int], total: int) -> str:
    """Return a way to add up as it is written: 6=1+2+3 of an arrow, 1+2+6 of a sum, 7+8-1 of a difference."""
    plus, minus = sorted(way[n] for n in added), sorted(way[n] for n in taken)
    if taken and not total:
        return "+".join(map(str, plus)) + "=" + "+".join(map(str, minus))
    return "+".join(map(str, plus)) + "".join(f"-{n}" for n in minus)


def _ways(case: ArguedCase, weights: Weights, total: int) -> list[tuple[int, ...]] | None:
    """Return all ways to fill the cells of a sum, None where they are too many to look at."""
    cells, lowest = [*weights], case.shape.rules.lowest
    found: list[tuple[int, ...]] = []
    waiting: list[tuple[int, ...]] = [()]
    tried = 0
    while waiting:
        way = waiting.pop()
        tried += 1
        if tried > _MOST_TRIED:
            return None
        rest = total - sum(weights[cell] * n for cell, n in zip(cells, way, strict=False))
        if len(way) == len(cells):
            found += [way] * (not rest)
            continue
        ahead = [[weights[cell] * (d + lowest) for d in BITS[case.masks[cell]]] for cell in cells[len(way) :]]
        if not sum(map(min, ahead)) <= rest <= sum(map(max, ahead)):
            continue
        cell = cells[len(way)]
        used = {n for other, n in zip(cells, way, strict=False) if case.sees(cell, other)}
        waiting += [(*way, d + lowest) for d in BITS[case.masks[cell]] if d + lowest not in used]
    return sorted(found)


def _by_rest(case: ArguedCase, total: int) -> Iterator[str]:
    """Yield what the other cells would have to add up to."""
    lowest = case.shape.rules.lowest
    form = _("With {digit} in {cell}, {others} would have to add up to {n}, which they cannot.")
    for cell, mask in [*case.open.items()]:
        others = case.name(*sorted(other for other in case.masks if other != cell))
        for d in BITS[case.take(cell, mask)]:
            yield form.format(digit=any_of(1 << d), cell=case.name(cell), others=others, n=total - d - lowest)
