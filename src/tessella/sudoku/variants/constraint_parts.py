"""Constraints of each type as propagators, relations, sums and candidates."""

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from typing import Any, TypeAlias

from tessella.errors import RulesError
from tessella.i18n import _
from tessella.sudoku.geometry import DIAGONAL, KNIGHT, ORTHOGONAL
from tessella.sudoku.kernels.variants import search, state
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.variants.automata import automaton_of
from tessella.sudoku.variants.derived_sums import exclusive_groups
from tessella.sudoku.variants.parts import Parts

Encode: TypeAlias = Callable[[Parts, Constraint], None]


def add_constraint(parts: Parts, one: Constraint) -> None:
    """Add what a constraint says; raises `RulesError` for one that the engine does not know."""
    _ENCODERS.get(one.type, _automaton)(parts, one)


def _automaton(parts: Parts, one: Constraint) -> None:
    found = automaton_of(one, parts.rules)
    if found is None:
        raise RulesError(_("expected rules that the engine knows, got {type}"), type=one.type)
    rows = [to for row in found.transitions for to in row]
    ends = [int(i in found.accepting) for i in range(len(found.transitions))]
    table = parts.table((found.transitions, found.accepting), lambda: [*rows, *ends])
    parts.propagator(search.AUTOMATON, found.cells, table, len(ends), 0, worth=parts.size)


def _nothing(_parts: Parts, _one: Constraint) -> None:
    """Add nothing: the houses and the digits of the rules say it."""


def _grid(*steps: tuple[int, int], allowed: Callable[[Any, int, int], bool]) -> Encode:
    def encode(parts: Parts, one: Constraint) -> None:
        pairs = parts.relation(lambda a, b: allowed(one, a, b))
        for cells in parts.neighbours(*steps):
            parts.relate(*cells, pairs)

    return encode


def _line(allowed: Callable[[Any, int, int], bool]) -> Encode:
    """Return the encoder of a relation between neighbours on a line."""

    def encode(parts: Parts, one: Constraint) -> None:
        pairs = parts.relation(lambda a, b: allowed(one, a, b), (one.type, one.fields))
        for cells in pairwise(one.cells):
            parts.relate(*cells, pairs)

    return encode


def _candidates(allowed: Callable[[Any, int], bool]) -> Encode:
    def encode(parts: Parts, one: Constraint) -> None:
        for cell in one.cells:
            parts.only(cell, lambda value: allowed(one, value))

    return encode


def _extreme(sign: int) -> Encode:
    def encode(parts: Parts, one: Constraint) -> None:
        less = parts.relation(lambda a, b: sign * a < sign * b, ("less", sign))
        for a, b in parts.neighbours(*ORTHOGONAL):
            if a in one.cells and b not in one.cells:
                parts.relate(a, b, less)
            elif b in one.cells and a not in one.cells:
                parts.relate(b, a, less)

    return encode


def _indexer(*, down: bool) -> Encode:
    def encode(parts: Parts, one: Constraint) -> None:
        size = parts.size
        for cell in one.cells:
            row, col = divmod(cell, size)
            parts.only(cell, lambda value: 1 <= value <= size)
            for place in range(size):
                there = place * size + col if down else row * size + place
                _index(parts, cell, there, place + 1, (row if down else col) + 1)

    return encode


def _index(parts: Parts, cell: int, there: int, place: int, value: int) -> None:
    """Have a cell say the place just where the cell there holds the value."""
    pairs = parts.relation(lambda a, b: (a == place) == (b == value), ("index", place, value))
    parts.relate(cell, there, pairs)


def _blocks(groups: int) -> Encode:
    """Return the encoder of 2x2 blocks that have digits of all of three groups, by size or by remainder."""

    def encode(parts: Parts, _one: Constraint) -> None:
        size = parts.size
        masks = [parts.mask(v for v in parts.values if ((v - 1) // 3 if groups else v % 3) == g) for g in range(3)]
        wanted = [(mask, 1, 2) for mask in masks]
        for cell in range((size - 1) * size):
            if cell % size < size - 1:
                _counted(parts, (cell, cell + 1, cell + size, cell + size + 1), wanted)

    return encode


def _taxicab(parts: Parts, _one: Constraint) -> None:
    size = parts.size
    for cell in range(parts.cells):
        row, col = divmod(cell, size)
        lists = [
            [other for other in range(parts.cells) if abs(other // size - row) + abs(other % size - col) == value]
            if value
            else []
            for value in parts.values
        ]
        starts, end = [], state.BODY + 1 + size + 1
        for one in lists:
            starts.append(end)
            end += len(one)
        parts.propagator(search.AFTER_FIXING, (cell,), *starts, end, *(other for one in lists for other in one))


def _flatmates(parts: Parts, _one: Constraint) -> None:
    size, five = parts.size, ~parts.mask([5]) & parts.full
    table = parts.table(
        "flatmates",
        lambda: [parts.full if a == 1 or b == 9 else five for a in parts.values for b in parts.values],
    )
    for cell in range(parts.cells):
        row = cell // size
        if 0 < row < size - 1:
            parts.propagator(search.ENDS, (cell - size, cell + size, cell), table)
        else:
            only = parts.relation((lambda a, b: a != 5 or b == 9) if row == 0 else lambda a, b: a != 5 or b == 1)
            parts.relate(cell, cell + size if row == 0 else cell - size, only)


def _killer(parts: Parts, one: Constraint) -> None:
    parts.differ(one.cells)
    if one["sum"] is not None:
        parts.add(((cell, 1) for cell in one.cells), one["sum"])
    elif len(one.cells) > 1:
        parts.propagator(search.DIFFERENT, one.cells)


def _all_different(parts: Parts, one: Constraint) -> None:
    parts.differ(one.cells)
    parts.propagator(search.DIFFERENT, one.cells)


def _sum(parts: Parts, one: Constraint) -> None:
    coefficients = one["coefficients"] or [1] * len(one.cells)
    parts.add(zip(one.cells, coefficients, strict=True), one["sum"])


def _unit_sum(parts: Parts, one: Constraint) -> None:
    parts.add(((cell, 1) for cell in one.cells), one["sum"])


def _clone(parts: Parts, one: Constraint) -> None:
    same = parts.relation(lambda a, b: a == b, "same")
    for a, b in zip(one.cells, one["clone_cells"], strict=True):
        parts.relate(a, b, same)


def _palindrome(parts: Parts, one: Constraint) -> None:
    same = parts.relation(lambda a, b: a == b, "same")
    for i in range(len(one.cells) // 2):
        parts.relate(one.cells[i], one.cells[-1 - i], same)


def _same_values(parts: Parts, one: Constraint) -> None:
    for a, b in combinations(one["sets"], 2):
        if len(a) != len(b):
            parts.candidates[0] = 0
        parts.propagator(search.SAME_COUNTS, (*a, *b), len(a), worth=1)


def _equal(parts: Parts, sets: Sequence[Sequence[int]]) -> None:
    """Have sets of cells add to the same sum."""
    for a, b in combinations(sets, 2):
        parts.add([*((cell, 1) for cell in a), *((cell, -1) for cell in b)], 0)


def _equal_sums(parts: Parts, one: Constraint) -> None:
    _equal(parts, one["sets"])


def _contains(parts: Parts, one: Constraint) -> None:
    values = one["values"]
    wanted = [(parts.mask([v]), values.count(v), len(one.cells)) for v in dict.fromkeys(values)]
    if len(values) == len(one.cells):
        wanted.append((parts.mask(values), len(values), len(values)))
    _counted(parts, one.cells, wanted, worth=parts.size)


def _look_and_say(parts: Parts, one: Constraint) -> None:
    clue = one["clue"]
    pairs = zip(clue[::2], clue[1::2], strict=True)
    wanted = [(parts.mask([int(value)]), int(count), int(count)) for count, value in pairs]
    _counted(parts, one.cells, wanted, worth=parts.size)


def _counted(parts: Parts, cells: Sequence[int], wanted: Sequence[tuple[int, int, int]], *, worth: int = 0) -> None:
    """Have cells hold each of some sets of digits at least, and at most, so often."""
    groups = exclusive_groups(cells, parts.peers)
    starts = {sum(map(len, groups[:i])) for i in range(len(groups))}
    few = len(cells) <= 31
    parts.propagator(
        search.COUNTS,
        [cell for group in groups for cell in group],
        len(wanted),
        sum(1 << i for i in starts) if few else -1,
        *(number for three in wanted for number in three),
        worth=worth,
    )


def _options(allowed: Callable[[Constraint, tuple[int, ...], range], bool]) -> Encode:
    """Return the encoder of cells that all differ and hold one of the digit sets that are allowed."""

    def encode(parts: Parts, one: Constraint) -> None:
        cells = one.cells
        parts.differ(cells)
        sets = combinations(parts.values, len(cells))
        body = [parts.mask(values) for values in sets if allowed(one, values, parts.values)]
        parts.propagator(search.OPTION_SETS, cells, len(body), *body, worth=parts.size)

    return encode


def _no_part_adds(one: Constraint, values: tuple[int, ...], _all: range) -> bool:
    sums = {0}
    for value in values:
        if one["sum"] - value in sums:
            return False
        sums |= {value + other for other in sums}
    return True


def _is_even_handed(_one: Constraint, values: tuple[int, ...], every: range) -> bool:
    middle = every[0] + every[-1]
    return (
        2 * sum(value % 2 for value in values) == len(values)
        and 2 * sum(2 * value < middle for value in values) == len(values)
        and all(2 * value != middle for value in values)
    )


def _renban(parts: Parts, one: Constraint) -> None:
    n = len(one.cells)
    if n == 2:
        _line(lambda _one, a, b: abs(a - b) == 1)(parts, one)
    elif n > 2:
        _options(lambda _one, values, _all: values[-1] - values[0] == n - 1)(parts, one)


def _count_distinct(parts: Parts, one: Constraint) -> None:
    parts.propagator(search.DISTINCT, one.cells, parts.lowest, worth=parts.size)


def _circles(parts: Parts, one: Constraint) -> None:
    parts.propagator(search.CIRCLES, one.cells, parts.lowest, worth=1)


def _rising(step: int) -> Encode:
    def encode(parts: Parts, one: Constraint) -> None:
        if step:
            parts.differ(one.cells)
        if step and len(one.cells) > parts.size:
            parts.candidates[one.cells[0]] = 0
        parts.propagator(search.RISING, one.cells, step, worth=len(one.cells))

    return encode


def _arrow(parts: Parts, one: Constraint) -> None:
    parts.add([(one.cells[0], 1), *((cell, -1) for cell in one.cells[1:])], 0)


def _pill_arrow(parts: Parts, one: Constraint) -> None:
    pill = one["pill"]
    terms = [(cell, 10 ** (len(pill) - 1 - i)) for i, cell in enumerate(pill)]
    parts.add([*terms, *((cell, -1) for cell in one.cells)], 0)


def _double_arrow(parts: Parts, one: Constraint) -> None:
    first, *inner, last = one.cells
    parts.add([(first, 1), (last, 1), *((cell, -1) for cell in inner)], 0)


def _ends(allowed: Callable[[Constraint, int, int, int], bool | None]) -> Encode:
    """Return the encoder of a line whose ends say what stands between; None forbids the ends."""

    def encode(parts: Parts, one: Constraint) -> None:
        first, *inner, last = one.cells

        def row(a: int, b: int) -> int:
            answers = [allowed(one, min(a, b), max(a, b), value) for value in parts.values]
            return -1 if None in answers else sum(1 << d for d, answer in enumerate(answers) if answer)

        table = parts.table((one.type, one.fields), lambda: [row(a, b) for a in parts.values for b in parts.values])
        parts.propagator(search.ENDS, (first, last, *inner), table, worth=len(one.cells))

    return encode


def _outside_ends(one: Constraint, low: int, high: int, value: int) -> bool | None:
    return None if high - low < one["difference"] else not low <= value <= high


def _sum_line(parts: Parts, one: Constraint) -> None:
    total = one["sum"]
    if not one["loop"] or total < 1:
        _automaton(parts, one)
        return
    # A loop begins and ends with as much of a segment.
    rows = [
        [(begun + value) % total if begun + value <= total else -1 for value in parts.values] for begun in range(total)
    ]
    table = parts.table(("loop", total), lambda: [*(to for row in rows for to in row), *[0] * total])
    parts.propagator(search.AUTOMATON, one.cells, table, total, -1, worth=parts.size)


def _lunchbox(parts: Parts, one: Constraint) -> None:
    parts.differ(one.cells)
    if len(one.cells) > 1:
        parts.propagator(search.LUNCHBOX, one.cells, one["sum"], 1 - parts.lowest, worth=parts.size)
    elif one["sum"]:
        parts.candidates[one.cells[0]] = 0


def _sandwich(parts: Parts, one: Constraint) -> None:
    """Add a lunchbox where the lowest and the highest digit are the ends, as in whole rows."""
    if len(one.cells) == parts.size and parts.all_differ(one.cells):
        parts.propagator(search.LUNCHBOX, one.cells, one["sum"], 1 - parts.lowest, worth=parts.size)
    else:
        _automaton(parts, one)


def _x_sum(parts: Parts, one: Constraint) -> None:
    if parts.all_differ(one.cells):
        parts.propagator(search.X_SUM, one.cells, one["sum"], parts.lowest, worth=parts.size)
    else:
        _automaton(parts, one)


def _numbered_room(parts: Parts, one: Constraint) -> None:
    """Have the first digit say where the clue stands, and where it stands what the first digit is."""
    if not parts.all_differ(one.cells):
        _automaton(parts, one)
        return
    parts.only(one.cells[0], lambda value: 1 <= value <= len(one.cells))
    for place, cell in enumerate(one.cells, 1):
        _index(parts, one.cells[0], cell, place, one["value"])


def _region_sums(parts: Parts, one: Constraint) -> None:
    homes = {cell: i for i, region in enumerate(parts.rules.regions) for cell in region}
    sets: list[list[int]] = []
    before: object = object()
    for cell in one.cells:
        if homes.get(cell) != before:
            sets.append([])
            before = homes.get(cell)
        sets[-1].append(cell)
    _equal(parts, sets)


def _groups(group: Callable[[Constraint, int], int], length: Callable[[Constraint], int]) -> Encode:
    """Return the encoder of a line on which so many neighbours are always of different groups."""

    def encode(parts: Parts, one: Constraint) -> None:
        n = length(one)
        differ = parts.relation(lambda a, b: group(one, a) != group(one, b), (one.type, one.fields, "differ"))
        same = parts.relation(lambda a, b: group(one, a) == group(one, b), (one.type, one.fields, "same"))
        all_groups = len({group(one, value) for value in parts.values}) == n
        for i, cell in enumerate(one.cells):
            for other in one.cells[i + 1 : i + n]:
                parts.relate(cell, other, differ)
            if all_groups:
                for other in one.cells[i + n : i + n + 1]:
                    parts.relate(cell, other, same)

    return encode


def _zipper(parts: Parts, one: Constraint) -> None:
    cells, n = one.cells, len(one.cells)
    pairs = [[cells[i], cells[-1 - i]] for i in range(n // 2)]
    _equal(parts, [*pairs, [cells[n // 2]]] if n % 2 else pairs)


def _negative(types: tuple[str, ...], allowed: Callable[[Constraint, int, int], bool]) -> Encode:
    def encode(parts: Parts, one: Constraint) -> None:
        marked = {frozenset(other.cells) for other in parts.rules.of_type(*types)}
        pairs = parts.relation(lambda a, b: allowed(one, a, b))
        for cells in parts.neighbours(*ORTHOGONAL):
            if frozenset(cells) not in marked:
                parts.relate(*cells, pairs)

    return encode


def _no_dot(one: Constraint, a: int, b: int) -> bool:
    return not ((one["white"] and abs(a - b) == 1) or (one["black"] and (a == 2 * b or b == 2 * a)))


def _all_pairs(parts: Parts, one: Constraint) -> None:
    allowed = {*one["allowed"]}
    pairs = parts.relation(lambda a, b: (a, b) in allowed)
    for a, b in combinations(one.cells, 2):
        parts.relate(a, b, pairs)


def _lines(parts: Parts) -> list[tuple[int, ...]]:
    size = parts.size
    lines = parts.rules.houses[: 2 * size]
    return [*lines, *(line[::-1] for line in lines)]


def _rank(parts: Parts, one: Constraint) -> None:
    lines = _lines(parts)
    rank = one["rank"]
    if one.cells not in lines or not 1 <= rank <= len(lines):
        parts.candidates[0] = 0
        return
    # Each digit begins four lines.
    parts.candidates[one.cells[0]] &= 1 << (rank - 1) // 4
    cells = [cell for line in lines for cell in line]
    parts.propagator(search.RANK, cells, rank - 1, lines.index(one.cells))
    for cell in one.cells:
        parts.scores[cell] += 2


def _ties(parts: Parts, one: Constraint) -> None:
    if one["ties"] == "none":
        parts.propagator(search.NO_TIES, [cell for line in _lines(parts) for cell in line])


_ENCODERS: dict[str, Encode] = {
    **dict.fromkeys(
        ("digits", "jigsaw", "no_boxes", "diagonal", "windoku", "disjoint_groups", "extra_region"), _nothing
    ),
    "all_different": _all_different,
    "anti_knight": _grid(*KNIGHT, allowed=lambda _one, a, b: a != b),
    "anti_king": _grid(*ORTHOGONAL, *DIAGONAL, allowed=lambda _one, a, b: a != b),
    "non_consecutive": _grid(*ORTHOGONAL, allowed=lambda _one, a, b: abs(a - b) != 1),
    "diagonal_non_consecutive": _grid(*DIAGONAL, allowed=lambda _one, a, b: abs(a - b) != 1),
    "knight_sums": _grid(*KNIGHT, allowed=lambda one, a, b: a + b not in one["sums"]),
    "anti_taxicab": _taxicab,
    "global_entropy": _blocks(1),
    "global_mod3": _blocks(0),
    "dutch_flatmates": _flatmates,
    "candidates": _candidates(lambda one, value: value in one["values"]),
    "odd": _candidates(lambda _one, value: value % 2 == 1),
    "even": _candidates(lambda _one, value: value % 2 == 0),
    "minimum": _extreme(1),
    "maximum": _extreme(-1),
    "column_indexer": _indexer(down=False),
    "row_indexer": _indexer(down=True),
    "counting_circles": _circles,
    "killer": _killer,
    "sum": _sum,
    "clone": _clone,
    "same_values": _same_values,
    "equal_sums": _equal_sums,
    "quadruple": _contains,
    "contain_at_least": _contains,
    "look_and_say": _look_and_say,
    "rellik_cage": _options(_no_part_adds),
    "equality_cage": _options(_is_even_handed),
    "count_distinct": _count_distinct,
    "thermo": _rising(1),
    "slow_thermo": _rising(0),
    "arrow": _arrow,
    "pill_arrow": _pill_arrow,
    "double_arrow": _double_arrow,
    "whisper": _line(lambda one, a, b: abs(a - b) >= one["difference"]),
    "renban": _renban,
    "palindrome": _palindrome,
    "between": _ends(lambda _one, low, high, value: low < value < high),
    "lockout": _ends(_outside_ends),
    "region_sum_line": _region_sums,
    "entropic": _groups(lambda _one, value: (value - 1) // 3, lambda _one: 3),
    "modular": _groups(lambda one, value: value % one["mod"], lambda one: one["mod"]),
    "zipper": _zipper,
    "kropki_white": _line(lambda one, a, b: abs(a - b) == one["difference"]),
    "kropki_black": _line(lambda one, a, b: a == one["ratio"] * b or b == one["ratio"] * a),
    "kropki_negative": _negative(("kropki_white", "kropki_black"), _no_dot),
    "xv_x": _line(lambda _one, a, b: a + b == 10),
    "xv_v": _line(lambda _one, a, b: a + b == 5),
    "xv_negative": _negative(("xv_x", "xv_v"), lambda _one, a, b: a + b not in (5, 10)),
    "greater_than": _line(lambda _one, a, b: a > b),
    "pair_table": _line(lambda one, a, b: (a, b) in one["allowed"]),
    "pair_table_all": _all_pairs,
    "little_killer": _unit_sum,
    "sum_line": _sum_line,
    "sandwich": _sandwich,
    "x_sum": _x_sum,
    "numbered_room": _numbered_room,
    "lunchbox": _lunchbox,
    "full_rank": _rank,
    "full_rank_ties": _ties,
}
