"""Clues: what one rule of the puzzle, such as a cage, a line or a dot, leaves of its cells.

Every way to fill the cells of a rule from their candidates counts, and what no way has goes: the combinations of a
cage, the ends of a thermometer, the partners of a dot. Sums that follow from cages by the rule of 45 are rules as
well, and so are all the cages of a house together. Each kind of rule is a technique of its own.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial, reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from tessella.i18n import N_
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.peers import DISTINCT, peers_of
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.techniques.grid import BITS, Grid, once_per_grid
from tessella.sudoku.techniques.sums import (
    BoundedSum,
    Filter,
    HouseOfCages,
    Masks,
    Sum,
    all_differ,
    all_different,
    combinations_of,
    derived_sums,
    fill_cases,
    fill_sets,
    given_sums,
)
from tessella.sudoku.variants.plain_solver import constraints_of_filters

Left = Callable[[Masks], Masks | None]


class Clue(NamedTuple):
    """A rule of some cells: the code of its technique, and what it leaves of their candidates, None for no way.

    `sources` are the constraints that it says, `derived` the sum that it is where that follows from others, `sets` the
    digits that its cells can hold together, which all differ. `at_once` is what each cell leaves of those beside it,
    for a line on which one thing leads to the next: hints take one after the other.
    """

    code: str
    cells: tuple[int, ...]
    left: Left
    sources: tuple[Constraint, ...] = ()
    derived: Sum | None = None
    sets: tuple[int, ...] = ()
    at_once: Left | None = None


# The techniques in the order in which people try them: how hard each is, its name, and the types of rules it is about.
NAMES = {
    "kropki": (24, N_("Kropki dots"), ("kropki_white", "kropki_black", "kropki_negative")),
    "xv": (24, N_("X and V"), ("xv_x", "xv_v", "xv_negative")),
    "greater": (24, N_("greater and less"), ("greater_than", "minimum", "maximum")),
    "same": (24, N_("equal cells"), ("clone", "palindrome", "same_values")),
    "beside": (
        24,
        N_("neighbours"),
        ("non_consecutive", "diagonal_non_consecutive", "knight_sums", "anti_taxicab", "dutch_flatmates"),
    ),
    "thermo": (27, N_("ends of a thermometer"), ("thermo", "slow_thermo")),
    "whisper": (27, N_("high and low on a whisper line"), ("whisper",)),
    "kinds": (27, N_("digits of each kind"), ("entropic", "modular", "global_entropy", "global_mod3", "odd", "even")),
    "cage": (
        30,
        N_("cage combination"),
        ("killer", "sum", "all_different", "rellik_cage", "equality_cage", "lunchbox", "look_and_say"),
    ),
    "renban": (30, N_("renban range"), ("renban",)),
    "between": (30, N_("ends of a line"), ("between", "lockout")),
    "arrow": (30, N_("arrow sum"), ("arrow", "pill_arrow", "double_arrow")),
    "quad": (30, N_("quadruple"), ("quadruple", "contain_at_least")),
    "regionsum": (33, N_("region sums"), ("region_sum_line", "equal_sums", "sum_line", "zipper")),
    "little": (33, N_("little killer sum"), ("little_killer",)),
    "sandwich": (33, N_("sandwich range"), ("sandwich",)),
    "xsum": (33, N_("X-sum"), ("x_sum",)),
    "room": (33, N_("numbered room"), ("numbered_room",)),
    "sky": (33, N_("skyscraper clue"), ("skyscraper", "hidden_skyscraper")),
    "clue": (33, N_("clue"), ()),
    "inout": (35, N_("innie/outie (rule of 45)"), ()),
    "split": (35, N_("cage splitting"), ()),
    "cages": (40, N_("cages of a house"), ()),
}
_CODES = {kind: code for code, (_tenths, _name, kinds) in NAMES.items() for kind in kinds}
_OF_CELLS = {"all_different", "anti_knight", "anti_king"}
_OF_PEERS = {"anti_knight", "anti_king", *DISTINCT} - {"thermo"}  # two cells of these differ, as peers do anyway


@lru_cache(maxsize=64)
def clues_of(rules: Rules) -> dict[str, list[Clue]]:
    """Return what rules ask for besides houses, by the code of the technique."""
    found: dict[str, list[Clue]] = {code: [] for code in NAMES}
    for one in _all_clues(rules):
        found[one.code].append(one)
    return found


def _all_clues(rules: Rules) -> Iterator[Clue]:
    known: dict[Constraint, tuple[int, ...]] = {}
    for one in rules.constraints:
        if (sets := _sets(one, rules)) is not None:
            known[one] = sets
            yield _of_sets(_CODES[one.type], one.cells, sets, (one,))
        elif cases := _cases(one, rules):
            known[one] = ()
            yield Clue(_CODES[one.type], one.cells, lru_cache(maxsize=1 << 12)(partial(fill_cases, cases)), (one,))
        elif one.type in ("killer", "all_different"):
            known[one] = ()
            yield Clue("cage", one.cells, all_different, (one,))
    near = [{*group} for group in peers_of(rules)]
    derived = derived_sums(rules)
    weighed: dict[Constraint, Sum] = {}
    for sum_ in derived:
        code = _code(sum_, rules)
        if not sum_.taken and all_differ(sum_.added, near):
            sets = combinations_of(len(sum_.added), sum_.total, rules.size, rules.lowest)
            yield _of_sets(code, sorted(sum_.added), sets, derived=sum_)
        else:
            signs = [(cell, 1) for cell in sum_.added] + [(cell, -1) for cell in sum_.taken]
            cells, coefficients = zip(*sorted(signs), strict=True)
            fields = (("coefficients", coefficients), ("sum", sum_.total))
            weighed[Constraint("sum", cells, fields)] = sum_
    yield from _houses_of_cages(rules, derived)
    # The plain solver has filters for the rest.
    others = [one if one not in known else Constraint("all_different", one.cells) for one in rules.constraints]
    for filter_, sources in constraints_of_filters(Rules(rules.box, (*others, *weighed))).items():
        types = {one.type for one in sources}
        if types <= _OF_CELLS or (len(filter_.cells) == 2 and types <= _OF_PEERS):
            continue
        if sum_or_none := weighed.get(sources[0]):
            yield Clue(_code(sum_or_none, rules), filter_.cells, filter_, derived=sum_or_none)
        else:
            yield _of_filter(filter_, sources, rules, near)


def _of_filter(filter_: Filter, sources: tuple[Constraint, ...], rules: Rules, near: Sequence[set[int]]) -> Clue:
    """Return the clue of a filter of the plain solver: a sum with its bounds, a line, a pair."""
    said = tuple(one for one in sources if one.type not in _OF_PEERS) or sources
    code, cells = _CODES.get(said[0].type, "clue"), filter_.cells
    if {*cells} == {*(signs := _signs(said[0]))}:
        total = dict(said[0].fields).get("sum", 0) + sum(signs.values()) * (1 - rules.lowest)
        return Clue(code, cells, BoundedSum(filter_, signs, total, near), said)
    at_once = _whisper(said[0], rules.size) if cells == said[0].cells else None
    return Clue(code, cells, filter_, said, at_once=at_once)


def _code(one: Sum, rules: Rules) -> str:
    """Return the code of a sum that follows from others: it splits a cage where it is a part of one."""
    is_part = any(one.added < cage for cage in given_sums(rules))
    return "split" if not one.houses or (is_part and len(one.added) > 1 and not one.taken) else "inout"


def _sets(one: Constraint, rules: Rules) -> tuple[int, ...] | None:
    """Return the sets of digits that cells hold which all differ, None for a constraint that says something else."""
    count, size = len(one.cells), rules.size
    if one.type == "killer" and one["sum"] is not None:
        return combinations_of(count, one["sum"], size, rules.lowest)
    if one.type == "renban":
        return tuple((1 << count) - 1 << least for least in range(size - count + 1))
    return None


def _cases(one: Constraint, rules: Rules) -> tuple[Masks, ...]:
    """Return the ways to share out the digits of a line of all digits: for each what every cell may be."""
    size, low = rules.size, rules.lowest
    every, ends = (1 << size) - 1, 1 | 1 << size - 1
    if low != 1 or frozenset(one.cells) not in map(frozenset, rules.houses):
        return ()
    if one.type == "sandwich":
        return tuple(
            tuple(
                inside if first < n < last else ends if n in (first, last) else every & ~ends & ~inside
                for n in range(size)
            )
            for first, last in combinations(range(size), 2)
            for inside in combinations_of(last - first - 1, one["sum"], size, low)
            if not inside & ends
        )
    if one.type == "x_sum":
        return tuple(
            tuple(1 << x - 1 if n == 0 else held & ~(1 << x - 1) if n < x else every & ~held for n in range(size))
            for x in range(1, size + 1)
            for held in combinations_of(x, one["sum"], size, low)
            if held >> x - 1 & 1
        )
    if one.type == "numbered_room" and 0 < one["value"] <= size:
        value = 1 << one["value"] - 1
        return tuple(
            tuple(1 << x if n == 0 else value if n == x else every & ~value & ~(1 << x) for n in range(size))
            for x in range(size)
            if (value == 1 << x) == (x == 0)
        )
    return ()


def _signs(one: Constraint) -> dict[int, int]:
    """Return the sign of each cell of an arrow or of a sum that may repeat digits, nothing for another constraint."""
    cells, ends = one.cells, {"arrow": 1, "double_arrow": 2}.get(one.type)
    if len({*cells}) < len(cells) or (ends is None and one.type != "little_killer"):
        return {}
    if ends is None:
        return dict.fromkeys(cells, 1)
    return dict.fromkeys(cells, -1) | dict.fromkeys((cells[0], cells[-1])[:ends], 1)


def _whisper(one: Constraint, size: int) -> Left | None:
    """Return what each cell of a whisper line leaves of those beside it, None for another constraint."""
    if one.type != "whisper":
        return None
    beside = [sum(1 << d for d in range(size) if abs(d - other) >= one["difference"]) for other in range(size)]

    def left(masks: Masks) -> Masks:
        able = [reduce(or_, (beside[d] for d in BITS[mask]), 0) for mask in masks]
        before, after = (-1, *able[:-1]), (*able[1:], -1)
        return tuple([mask & a & b for mask, a, b in zip(masks, before, after, strict=True)])

    return left


def _of_sets(
    code: str,
    cells: Iterable[int],
    sets: tuple[int, ...],
    sources: tuple[Constraint, ...] = (),
    derived: Sum | None = None,
) -> Clue:
    cells = tuple(cells)
    known = lru_cache(maxsize=1 << 14)(lambda masks: fill_sets(masks, sets)[0])
    return Clue(code, cells, known, sources, derived, sets)


def _houses_of_cages(rules: Rules, derived: list[Sum]) -> Iterator[Clue]:
    """Yield the houses in which two sums or more lie, with as many of these as do not overlap."""
    sums = [(cells, total) for cells, total in given_sums(rules).items()]
    sums += [(one.added, one.total) for one in derived if not one.taken]
    for house in rules.houses:
        parts: list[tuple[tuple[int, ...], int]] = []
        rest = {*house}
        for cells, total in sums:
            if cells <= rest and 2 <= len(cells) < rules.size - 1:
                rest -= cells
                parts.append((tuple(sorted(cells)), total))
        if len(parts) > 1:
            filter_ = HouseOfCages(house, parts, rules)
            yield Clue("cages", filter_.cells, filter_)


@once_per_grid
def shown(grid: Grid) -> tuple[int, ...]:
    """Return the candidates of every cell, of a filled one its digit; nothing where a cell has none."""
    found = tuple(mask or 1 << digit - 1 for mask, digit in zip(grid.marks, grid.digits, strict=True) if mask or digit)
    return found if len(found) == len(grid.digits) else ()
