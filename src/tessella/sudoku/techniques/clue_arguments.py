"""Arguments for what a clue takes away, digit by digit: bounds, partners, combinations, ends.

Each kind of rule argues in its own way; what an argument covers is struck off, and a last sentence speaks of the rest.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from tessella.i18n import _, list_of
from tessella.sudoku.geometry import digits_of
from tessella.sudoku.techniques.argued_case import ArguedCase, any_of, below
from tessella.sudoku.techniques.clues import Clue
from tessella.sudoku.techniques.grid import BITS, union
from tessella.sudoku.techniques.phrasing import Words, digit_sign, join_sentences, list_digits
from tessella.sudoku.techniques.sum_arguments import sum_arguments
from tessella.sudoku.techniques.sums import fill_sets

_MOST_TOLD = 6  # combinations or pairs of ends that are named one by one
_FEW = 2  # digits, or groups of them, that are argued for themselves
_MOST_KNOWN = 4  # candidates of a cell that are named as a reason


def argue(one: Clue, words: Words) -> str:
    """Return the argument for what a step takes from the cells of a clue, in sentences."""
    case = ArguedCase(one, words)
    told: list[str] = []
    for arguments in () if one.code == "cages" else _ARGUMENTS:
        if case.is_done:
            break
        told += arguments(case)
    if not case.is_done:
        told.append(_without_way(case, is_first=not told))
    return join_sentences(*told)


def _without_way(case: ArguedCase, *, is_first: bool) -> str:
    """Return the sentence on what no argument speaks of: no way to fill the cells has it."""
    by_digits: dict[int, list[int]] = {}
    for cell, mask in case.open.items():
        if mask:
            by_digits.setdefault(mask, []).append(cell)
    if len(by_digits) > _FEW:
        what = _("the candidates that can be removed") if is_first else _("the other candidates that can be removed")
    else:
        form = _("{digits} in {cells}")
        parts = [form.format(digits=any_of(mask), cells=case.name(*cells)) for mask, cells in by_digits.items()]
        what = _(" or with ").join(parts)
    form = _("There is no way to do that with {what}.") if is_first else _("There is none with {what} either.")
    return form.format(what=what)


# --- Lines that rise --------------------------------------------------------------------------------------------------


def _rising(case: ArguedCase) -> Iterator[str]:
    """Yield the bounds along a thermometer, from the bulb and from the tip."""
    if (one := case.source) is None or one.type not in ("thermo", "slow_thermo") or len({*one.cells}) < len(one.cells):
        return
    gaps = [int(one.type == "thermo" or case.sees(a, b)) for a, b in pairwise(one.cells)]
    yield from _bounded(case, one.cells, gaps, is_up=True)
    yield from _bounded(case, one.cells[::-1], gaps[::-1], is_up=False)


def _bounded(case: ArguedCase, cells: Sequence[int], gaps: Sequence[int], *, is_up: bool) -> Iterator[str]:
    """Yield a sentence for each stretch of cells of which one bounds the next."""
    size = case.words.size
    form = _("{cell} is at least {n}") if is_up else _("{cell} is at most {n}")
    clauses: list[str] = []
    is_needed, bound = False, -1 if is_up else size
    for cell, gap in zip(cells, (0, *gaps), strict=True):
        mask = case.masks[cell]
        own = (mask & -mask).bit_length() - 1 if is_up else mask.bit_length() - 1
        able = mask & ~below(max(bound + gap, 0)) if is_up else mask & below(max(bound - gap + 1, 0))
        if not able:
            return
        bound = (able & -able).bit_length() - 1 if is_up else able.bit_length() - 1
        if own == bound:
            yield from _stretch(clauses, is_needed=is_needed)
            clauses, is_needed = [], False
        elif case.take(cell, below(bound) if is_up else ~below(bound + 1)):
            is_needed = True
        fixed = not mask & mask - 1
        clauses.append(case.is_one_of(cell) if fixed else form.format(cell=case.name(cell), n=digit_sign(bound + 1)))
    yield from _stretch(clauses, is_needed=is_needed)


def _stretch(clauses: list[str], *, is_needed: bool) -> Iterator[str]:
    if is_needed:
        yield _("{first}, so {rest}.").format(first=clauses[0], rest=list_of(clauses[1:]))


# --- Partners ---------------------------------------------------------------------------------------------------------

_Needed = Callable[[int, int], int]
"""The digits of which a digit (less 1) in a cell needs one beside it."""


def _partners(case: ArguedCase) -> Iterator[str]:
    """Yield the cells that leave digits beside them no partner, round by round: what goes may leave others none."""
    if (found := _line_of_partners(case)) is None:
        return
    cells, needed = found
    alone = sum(1 << d for d in range(case.words.size) if not any(needed(cell, d) for cell in cells))
    if gone := union([case.take(cell, alone) for cell in case.masks]):
        yield _("No digit can stand beside {digits} here.").format(digits=any_of(gone))
    form = _("{known}.")
    while not case.is_done:
        known, told = _round(case, cells, needed)
        if known:
            yield form.format(known=_("; ").join(known))
        yield from told
        if not (known or told):
            return
        form = _("Then {known}.")


def _line_of_partners(case: ArguedCase) -> tuple[Sequence[int], _Needed] | None:
    """Return the cells of a whisper line or a pair, and what each digit needs beside it; None for another clue."""
    one, size = case.clue, case.words.size
    if (source := case.source) and source.type == "whisper":
        least = source["difference"]
        return source.cells, lambda _cell, d: sum(1 << other for other in range(size) if abs(other - d) >= least)
    if not len({*one.cells}) == len(one.cells) == 2:
        return None

    def needed(cell: int, d: int) -> int:
        is_first = cell == one.cells[0]
        left = one.left((1 << d, below(size)) if is_first else (below(size), 1 << d))
        return 0 if left is None else left[is_first]

    return one.cells, needed


def _round(case: ArguedCase, cells: Sequence[int], needed: _Needed) -> tuple[list[str], list[str]]:
    """Strike off what has no partner as things stand; return clauses on cells that say why, and sentences."""
    known: list[str] = []
    told: list[str] = []
    lacking: dict[tuple[int, int], list[tuple[int, int]]] = {}
    masks = {cell: case.left_in(cell) for cell in case.masks}
    for other, mask in masks.items():
        near = dict.fromkeys(one for a, b in pairwise(cells) for one in (a, b) if other in (a, b) and one != other)
        told += _without_any(case, near, other, needed)
        lost = {
            cell: case.take(cell, sum(1 << d for d in BITS[case.open[cell]] if not needed(cell, d) & mask))
            for cell in near
        }
        if mask.bit_count() <= _MOST_KNOWN or any(gone.bit_count() > _FEW for gone in lost.values()):
            known += [case.is_one_of(other, mask)] * any(lost.values())
            continue
        for cell, gone in lost.items():
            for d in BITS[gone]:
                lacking.setdefault((1 << d, needed(cell, d)), []).append((cell, other))
    told += _lacking(case, lacking)
    told += _on_both_sides(case, cells, masks, needed)
    return known, told


def _without_any(case: ArguedCase, near: Iterable[int], other: int, needed: _Needed) -> Iterator[str]:
    """Yield the digits that can stand beside no digit at all."""
    for cell in near:
        for d in BITS[case.open[cell]]:
            if not needed(cell, d) and case.take(cell, 1 << d):
                values = {"digit": digit_sign(d + 1), "cell": case.name(cell), "other": case.name(other)}
                yield _("{digit} in {cell} has no partner in {other}.").format(**values)


def _lacking(case: ArguedCase, pairs: dict[tuple[int, int], list[tuple[int, int]]]) -> Iterator[str]:
    """Yield which digits need which others beside them, from the cells, each with the one beside it that has none."""
    for (digit, wanted), some in pairs.items():
        values = {"digit": any_of(digit), "cell": case.name_any(sorted({cell for cell, _other in some}))}
        if len(some) == 1:
            form = _("{digit} in {cell} needs {needed} in {other}, where none is left.")
            yield form.format(needed=any_of(wanted), other=case.name(some[0][1]), **values)
        else:
            form = _("{digit} in {cell} needs {needed} beside it, which one neighbour cannot be.")
            yield form.format(needed=any_of(wanted), **values)


def _on_both_sides(case: ArguedCase, cells: Sequence[int], masks: dict[int, int], needed: _Needed) -> Iterator[str]:
    """Yield the digits that need one and the same digit in two cells that see each other."""
    form = _("{digit} in {cell} needs {needed} on both sides, but {cells} see each other.")
    for before, cell, after in zip(cells, cells[1:], cells[2:], strict=False):
        digits: dict[int, int] = {}
        for d in BITS[case.open[cell]] if case.sees(before, after) else ():
            either = needed(cell, d) & (masks[before] | masks[after])
            if either and not either & either - 1:
                digits[either] = digits.get(either, 0) | case.take(cell, 1 << d)
        for either, gone in digits.items():
            values = {"digit": any_of(gone), "cell": case.name(cell), "needed": any_of(either)}
            yield form.format(cells=case.name(before, after), **values)


# --- Combinations -----------------------------------------------------------------------------------------------------


def _combinations(case: ArguedCase) -> Iterator[str]:
    """Yield the sets of digits that are left, if they are few, or how far a renban reaches."""
    one = case.clue
    if not one.sets or len(one.cells) < 2:
        return
    _left, able = fill_sets(tuple(case.masks[cell] for cell in one.cells), one.sets)
    if not able:
        return
    if len(able) <= _MOST_TOLD:
        named = _(", ").join("".join(map(digit_sign, digits_of(held))) for held in able)
        form = _("Combinations left: {list}.") if len(able) > 1 else _("The only combination left is {list}.")
        yield form.format(list=named)
        held, rest = union(able), dict[int, list[int]]()
        for cell in one.cells:
            case.take(cell, ~held)
            if gone := case.take(cell, case.open[cell]):
                rest.setdefault(gone, []).append(cell)
        form = _("None works with {digits} in {cell}.") if len(able) > 1 else _("It rules out {digits} in {cell}.")
        for gone, cells in rest.items():
            yield form.format(digits=any_of(gone), cell=case.name_any(cells))
    elif one.code == "renban":
        yield from _reach(case)


def _reach(case: ArguedCase) -> Iterator[str]:
    """Yield how far from the digits of one cell a renban can reach."""
    length = len(case.masks)
    for cell, mask in case.masks.items():
        high, low = mask.bit_length() + length - 1, (mask & -mask).bit_length() - length
        beyond = ~below(high) | below(max(low, 0))
        if gone := union([case.take(other, beyond) for other in case.masks if other != cell]):
            form = _("{why}, and the line spans {count} digits, so {digits} cannot be on it.")
            yield form.format(why=case.is_one_of(cell), count=length, digits=any_of(gone))


def _contained(case: ArguedCase) -> Iterator[str]:
    """Yield which cells around a dot the digits of a quadruple need."""
    if (one := case.source) is None or one.type not in ("quadruple", "contain_at_least"):
        return
    lowest = case.shape.rules.lowest
    wanted = [value - lowest for value in one["values"]]
    if len(wanted) == len(case.masks):
        held = union(1 << d for d in wanted)
        if gone := union([case.take(cell, ~held) for cell in case.masks]):
            yield _("There are as many digits as cells, so no cell is {digits}.").format(digits=any_of(gone))
    for d in dict.fromkeys(wanted):
        places = [cell for cell, mask in case.masks.items() if mask >> d & 1]
        if wanted.count(d) == len(places) and union([case.take(cell, ~(1 << d)) for cell in places]):
            yield _("{digit} fits only into {cells}.").format(digit=digit_sign(d + 1), cells=case.name(*places))


def _kinds(case: ArguedCase) -> Iterator[str]:
    """Yield what a cell of one kind on an entropic or modular line leaves for those near it."""
    if (one := case.source) is None or one.type not in ("entropic", "modular") or len({*one.cells}) < len(one.cells):
        return
    wide, digits = (3 if one.type == "entropic" else one["mod"]), range(case.words.size)
    kind = [d // 3 if one.type == "entropic" else (d + case.shape.rules.lowest) % wide for d in digits]
    wanted = None
    while wanted != (wanted := dict(case.open)):
        for n, cell in enumerate(one.cells):
            mask = case.left_in(cell)
            own = {kind[d] for d in BITS[mask]}
            same = sum(1 << d for d in digits if kind[d] in own)
            near = [other for m, other in enumerate(one.cells) if 0 < abs(m - n) < wide]
            if losing := [other for other in near if len(own) == 1 and case.take(other, same)]:
                form = _("{why}, so {cells} cannot be {digits}.")
                why = case.is_one_of(cell, mask)
                yield form.format(why=why, cells=case.name(*losing), digits=any_of(same))
            alike = [other for m, other in enumerate(one.cells) if m != n and (m - n) % wide == 0]
            if losing := [other for other in alike if case.take(other, ~same)]:
                form = _("{why}; {cells}, of the same kind, can only be {digits}.")
                why = case.is_one_of(cell, mask)
                yield form.format(why=why, cells=case.name(*losing), digits=any_of(same))


# --- Ends of a line ---------------------------------------------------------------------------------------------------


def _between(case: ArguedCase) -> Iterator[str]:
    """Yield what lies beyond both ends, and the ends between which the other cells cannot lie."""
    if (one := case.source) is None or one.type != "between" or len({*one.cells}) < len(one.cells):
        return
    first, *inner, last = one.cells
    ends = case.masks[first] | case.masks[last]
    high, low = ends.bit_length() - 1, (ends & -ends).bit_length() - 1
    values = {"ends": case.name(first, last), "inner": case.name(*inner)}
    if union([case.take(cell, ~below(high)) for cell in inner]):
        yield _("{ends} are at most {n}, so {inner} must be less.").format(n=digit_sign(high + 1), **values)
    if union([case.take(cell, below(low + 1)) for cell in inner]):
        yield _("{ends} are at least {n}, so {inner} must be more.").format(n=digit_sign(low + 1), **values)
    for cell in (first, last):
        for d in BITS[case.open[cell]]:
            not_above = next((one for one in inner if not case.masks[one] >> d + 1), None)
            not_below = next((one for one in inner if not case.masks[one] & below(d)), None)
            if not_above is not None and not_below is not None:
                case.take(cell, 1 << d)
                form = _(
                    "With {digit} in {cell}, the cells between would all be higher or all lower, but {one} cannot be"
                    " higher and {other} cannot be lower."
                )
                values |= {"digit": digit_sign(d + 1), "cell": case.name(cell)}
                yield form.format(one=case.name(not_above), other=case.name(not_below), **values)
    if not case.is_done:
        yield from _pairs_of_ends(case, first, last)
    for cell, other in ((first, last), (last, first)):
        if gone := case.take(cell, case.open[cell]):
            form = _("With {digits} in {cell}, none of {others} in {other} leaves digits for the cells between.")
            shown = {"cell": case.name(cell), "other": case.name(other)}
            yield form.format(digits=any_of(gone), others=list_digits(d + 1 for d in BITS[case.masks[other]]), **shown)


def _pairs_of_ends(case: ArguedCase, first: int, last: int) -> Iterator[str]:
    """Yield the pairs of digits that the ends of a line can be, if they are few."""
    cells = case.clue.cells
    pairs = [
        (a, b)
        for a in BITS[case.masks[first]]
        for b in BITS[case.masks[last]]
        if case.clue.left(tuple({first: 1 << a, last: 1 << b}.get(cell, case.masks[cell]) for cell in cells))
    ]
    if not 0 < len(pairs) <= _MOST_TOLD:
        return
    told = _(", ").join(f"{digit_sign(a + 1)}-{digit_sign(b + 1)}" for a, b in pairs)
    yield _("{ends} can only be {pairs}.").format(ends=case.name(first, last), pairs=told)
    case.take(first, ~union(1 << a for a, _b in pairs))
    case.take(last, ~union(1 << b for _a, b in pairs))
    inside = union(below(max(pair)) & ~below(min(pair) + 1) for pair in pairs)
    for cell in cells:
        case.take(cell, ~inside)


_ARGUMENTS = (_rising, _combinations, _partners, sum_arguments, _between, _contained, _kinds)
