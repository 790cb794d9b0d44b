"""Clues: what one rule of the puzzle, such as a cage, a line or a dot, leaves of its cells.

Every way to fill the cells of a rule from their candidates counts, and what no way has goes: the combinations of a
cage, the ends of a thermometer, the partners of a dot. Sums that follow from cages by the rule of 45 are rules as
well, and so are all the cages of a house together. Each kind of rule is a technique of its own.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from tessella.i18n import N_, _, sentence
from tessella.sudoku.geometry import SYMBOLS, digits_of
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.peers import DISTINCT, peers_of
from tessella.sudoku.rules.phrasing import title, told
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.techniques.grid import BITS, Grid, once_per_grid
from tessella.sudoku.techniques.phrasing import Words, join_sentences, list_of
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.sums import (
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
from tessella.sudoku.techniques.technique import Technique
from tessella.sudoku.variants.plain_solver import constraints_of_filters

_MOST_TOLD = 6  # combinations of a cage that are named one by one

Left = Callable[[Masks], Masks | None]


class Clue(NamedTuple):
    """A rule of some cells: the code of its technique, and what it leaves of their candidates, None for no way.

    `sources` are the constraints that it says, `derived` the sum that it is where that follows from others, `sets` the
    digits that its cells can hold together, which all differ.
    """

    code: str
    cells: tuple[int, ...]
    left: Left
    sources: tuple[Constraint, ...] = ()
    derived: Sum | None = None
    sets: tuple[int, ...] = ()


# The techniques in the order in which people try them: how hard each is, its name, and the types of rules it is about.
_NAMES = {
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
    "xsum": (33, N_("X-sum"), ("x_sum", "numbered_room")),
    "sky": (33, N_("skyscraper clue"), ("skyscraper", "hidden_skyscraper")),
    "clue": (33, N_("clue"), ()),
    "inout": (35, N_("innie/outie (rule of 45)"), ()),
    "split": (35, N_("cage splitting"), ()),
    "cages": (40, N_("cages of a house"), ()),
}
_CODES = {kind: code for code, (_tenths, _name, kinds) in _NAMES.items() for kind in kinds}
_OF_CELLS = {"all_different", "anti_knight", "anti_king"}
_OF_PEERS = {"anti_knight", "anti_king", *DISTINCT} - {"thermo"}  # two cells of these differ, as peers do anyway


@lru_cache(maxsize=64)
def clues_of(rules: Rules) -> dict[str, list[Clue]]:
    """Return what rules ask for besides houses, by the code of the technique."""
    found: dict[str, list[Clue]] = {code: [] for code in _NAMES}
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
            said = tuple(one for one in sources if one.type not in _OF_PEERS) or sources
            yield Clue(_CODES.get(said[0].type, "clue"), filter_.cells, filter_, said)


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
    return ()


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


def by_clues(grid: Grid, code: str) -> Iterator[Step]:
    """Yield what each rule of a kind takes away from its cells."""
    if grid.shape.is_of_houses or not (masks := shown(grid)):
        return
    for one in clues_of(grid.shape.rules)[code]:
        if out := _lost(one, masks, grid):
            cells = sum(1 << cell for cell in {*one.cells})
            yield _TECHNIQUE[code].step(grid, 0, out, of_result=True, cells=cells)


def _lost(one: Clue, masks: tuple[int, ...], grid: Grid) -> dict[int, int]:
    """Return the cells that lose a digit by a clue, by the digit."""
    before = tuple([masks[cell] for cell in one.cells])
    if (left := one.left(before)) is None or left == before:
        return {}
    out: dict[int, int] = {}
    for cell, had, after in zip(one.cells, before, left, strict=True):
        for d in BITS[had & ~after & grid.marks[cell]]:
            out[d + 1] = out.get(d + 1, 0) | 1 << cell
    return out


# --- Words ------------------------------------------------------------------------------------------------------------


def clue_of(step: Step, grid: Grid) -> Clue:
    """Return the clue that a step follows from."""
    masks = shown(grid)
    fitting = [one for one in clues_of(grid.shape.rules)[step.code] if {*one.cells} == {*step.cells}]
    gone = {*step.eliminations}

    def says(one: Clue) -> bool:
        out = ((digit, cell) for digit, cells in _lost(one, masks, grid).items() for cell in BITS[cells])
        return gone <= {(digit, cell // grid.size + 1, cell % grid.size + 1) for digit, cell in out}

    return next(filter(says, fitting), fitting[0])


def _explain(words: Words) -> str:
    one = clue_of(words.step, words.grid)
    if one.derived and len(one.cells) == 1:
        return tell_clue(one, words)
    if one.code == "cages":
        end = _("No way to do that uses the candidates that can be removed.")
    else:
        end = words.fill(_("No way to fill {cells} like that uses the candidates that can be removed."))
    if one.sets and (text := _combinations(one, words)):
        end = text
    elif len(one.cells) == 2:
        end = _partners(one, words)
    return join_sentences(tell_clue(one, words), end)


def tell_clue(one: Clue, words: Words) -> str:
    """Return what a clue says, as a sentence."""
    rules = words.grid.shape.rules
    if (derived := one.derived) is None:
        if one.sources:
            text = _("; ").join(told(source, rules) for source in one.sources)
            return sentence(_("{text}.").format(text=text))
        house = next(house for house in words.grid.shape.shared(sum(1 << cell for cell in one.cells)))
        form = _("The cages in {house} and the cells beside them share out its digits.")
        return form.format(house=words.list_houses([house]))
    added, taken = words.list_cells(sorted(derived.added)), words.list_cells(sorted(derived.taken))
    values = {"added": added, "taken": taken, "total": str(derived.total), "rest": str(-derived.total)}
    if not derived.houses:
        whole, part = (words.list_cells(sorted(cells)) for cells in derived.cages)
        form = _("{whole} and its part {part} have known sums, which leaves {total} for {added}.")
        return form.format(whole=whole, part=part, **values)
    shape = words.grid.shape
    first, last = (words.list_houses([house]) for house in (derived.houses[0], derived.houses[-1]))
    if len(derived.houses) > 2 and derived.houses[-1] < 2 * words.size:
        values["houses"] = _("{first} to {last}").format(first=first, last=last)
    else:
        values["houses"] = words.list_houses(derived.houses)
    values["sum"] = str(len(derived.houses) * sum(range(rules.lowest, rules.lowest + rules.size)))
    inside = {cell for house in derived.houses for cell in shape.house_cells[house]}
    if derived.taken:
        form = _("The digits of {houses} add up to {sum}. By the cages there, {added} less {taken} must be {total}.")
    elif derived.added <= inside:
        form = _("The digits of {houses} add up to {sum}. The cages inside leave {total} for {added}.")
    else:
        form = _("The digits of {houses} add up to {sum}. The cages there reach out of it by {total} in {added}.")
    return form.format(**values)


def name_clue(one: Clue, words: Words) -> str:
    """Return what a clue is called, with its cells."""
    if one.derived is None and one.sources:
        name = _(", ").join(dict.fromkeys(map(title, one.sources)))
    else:
        name = _TECHNIQUE[one.code].title
    return _("{name} ({cells})").format(name=name, cells=words.list_cells(sorted({*one.cells})))


def _combinations(one: Clue, words: Words) -> str:
    """Return the sets of digits that are left, and those digits that all have, if they are few."""
    masks = shown(words.grid)
    _left, able = fill_sets(tuple(masks[cell] for cell in one.cells), one.sets)
    if not 0 < len(able) <= _MOST_TOLD or len(one.cells) < 2:
        return ""
    named = _(", ").join("".join(SYMBOLS[digit] for digit in digits_of(held)) for held in able)
    if len(able) == 1:
        return words.fill(_("{cells} can only hold the digits {list}."), list=named)
    return words.fill(_("{cells} can only hold one of these sets of digits: {list}."), list=named)


def _partners(one: Clue, words: Words) -> str:
    """Return for each digit that goes from a cell of two that the other cell has no partner for it."""
    parts = []
    for digit, row, col in words.step.eliminations:
        cell = (row - 1) * words.size + col - 1
        other = one.cells[one.cells[0] == cell]
        form = _("{digit} in {cell} has no partner in {other}")
        parts.append(form.format(digit=SYMBOLS[digit], cell=words.list_cells([cell]), other=words.list_cells([other])))
    return sentence(_("{text}.").format(text=list_of(parts)))


TECHNIQUES = tuple(
    Technique(code, name, partial(by_clues, code=code), _explain, is_of_variants=True, difficulty=tenths)
    for code, (tenths, name, _kinds) in _NAMES.items()
)
_TECHNIQUE = {one.code: one for one in TECHNIQUES}
