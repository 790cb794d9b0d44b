"""Constraints as automata: the words of digits that a line of cells may hold, as deterministic finite automata.

Covered are the types of `COVERED`: lines (thermo, slow_thermo, whisper, renban, between, lockout, entropic, modular,
zipper, region_sum_line, sum_line, value_indexing, the arrows), sums and cages (killer, sum, rellik_cage, equality_cage,
lunchbox, count_distinct, quadruple, contain_at_least, look_and_say, counting_circles), tables and patterns
(pair_table, pair_table_all, regex), and clues outside (little_killer, sandwich, x_sum, skyscraper, hidden_skyscraper,
numbered_room). What holds between two cells alone needs none.

An automaton reads its cells in an order of its own, in which it needs to remember little: both ends of a line
before what lies between them. A cell where a line crosses itself is read twice.

    thermo of 3 cells, digits 1 to 4       1 -> 2 -> 3, 4      state 0: 1 -> a, 2 -> b    a: 2 -> c, 3 -> d    ...
"""

from collections.abc import Callable, Hashable
from functools import lru_cache
from itertools import accumulate, chain, pairwise
from typing import Any, NamedTuple

from tessella.sudoku.geometry import DIGIT_SIGNS
from tessella.sudoku.rules import pattern
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.ruleset import Rules

MAX_STATES = 6_000  # before states that are alike are joined; a constraint that needs more has no automaton


class Automaton(NamedTuple):
    """A minimal automaton that accepts the digits of some cells; it begins in state 0."""

    cells: tuple[int, ...]
    """In the order in which they are read."""
    transitions: tuple[tuple[int, ...], ...]
    """transitions[state][value - 1]: the next state, -1 where there is none; value 1 is the lowest digit."""
    accepting: frozenset[int]
    """The states that may stand at the end."""

    def accepts(self, values: tuple[int, ...]) -> bool:
        """Whether the values of the cells, in the order of `cells`, may stand together."""
        state = 0
        for value in values:
            if (state := self.transitions[state][value - 1]) < 0:
                return False
        return state in self.accepting


def automaton_of(constraint: Constraint, rules: Rules) -> Automaton | None:
    """Return the automaton of a constraint, None where its type has none or it would be too large.

    >>> found = automaton_of(Rules.parse("sandwich:sum=0:r1c1r1c2r1c3r1c4", (2, 2)).constraints[0], Rules((2, 2)))
    >>> found.accepts((2, 1, 4, 3)), found.accepts((1, 2, 4, 3))
    (True, False)
    """
    if constraint.type not in COVERED:
        return None
    if constraint.type == "pill_arrow" and rules.lowest + rules.size > 10:  # digits of two signs
        return None
    cells, parts = _read(constraint, rules)
    asked = Constraint(constraint.type, (), tuple(field for field in constraint.fields if field[0] != "pill"))
    is_house = constraint.type == "skyscraper" and {*cells} in ({*house} for house in rules.houses)
    built = _built(_Line(asked, parts, rules.size, rules.lowest, is_house))
    return Automaton(cells, *built) if built else None


class _Line(NamedTuple):
    """What an automaton depends on."""

    constraint: Constraint
    parts: tuple[int, ...]
    """How many cells there are, of each part of the line where it has several."""
    size: int
    lowest: int
    is_house: bool = False
    """Whether the cells hold each digit once."""

    @property
    def highest(self) -> int:
        return self.lowest + self.size - 1


class _Machine(NamedTuple):
    """An automaton as functions; a state of None is none."""

    start: Hashable
    step: Callable[[Any, int], Hashable]
    accepts: Callable[[Any], bool] = lambda _state: True


def _read(one: Constraint, rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cells in the order in which they are read, and how many there are in each part."""
    cells = one.cells
    if one.type in ("between", "lockout", "double_arrow"):
        return (cells[0], cells[-1], *cells[1:-1]), (len(cells),)
    if one.type == "zipper":
        half = len(cells) // 2
        pairs = chain.from_iterable(zip(cells[:half], cells[: -half - 1 : -1], strict=True))
        return (*pairs, *cells[half : len(cells) - half]), (len(cells),)
    if one.type == "pill_arrow":
        return (*one["pill"], *cells), (len(one["pill"]), len(cells))
    if one.type == "region_sum_line":
        return cells, tuple(map(len, _runs(cells, rules)))
    return cells, (len(cells),)


def _runs(cells: tuple[int, ...], rules: Rules) -> list[list[int]]:
    """Return the parts of a line that lie in one region each."""
    region_of = {cell: number for number, region in enumerate(rules.regions) for cell in region}
    runs: list[list[int]] = [[cells[0]]]
    for before, cell in pairwise(cells):
        if region_of.get(before) != region_of.get(cell):
            runs.append([])
        runs[-1].append(cell)
    return runs


# --- Building ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _built(line: _Line) -> tuple[tuple[tuple[int, ...], ...], frozenset[int]] | None:
    """Return transitions and accepting states, or None where they are too many."""
    machine = COVERED[line.constraint.type](line)
    numbers: dict[Hashable, int] = {machine.start: 0}
    table: list[list[int]] = []
    layer: list[Hashable] = [machine.start]
    for _cell in range(sum(line.parts)):
        following: list[Hashable] = []
        for state in layer:
            row = []
            for digit in range(line.lowest, line.highest + 1):
                after = machine.step(state, digit)
                if after is not None and after not in numbers:
                    numbers[after] = len(numbers)
                    following.append(after)
                row.append(-1 if after is None else numbers[after])
            table.append(row)
        if len(numbers) > MAX_STATES:
            return None
        layer = following
    table += [[-1] * line.size for _state in layer]
    accepting = {number for state, number in numbers.items() if machine.accepts(state)}
    return _minimal(table, accepting, _useful(table, accepting, sum(line.parts)))


def _useful(table: list[list[int]], accepting: set[int], length: int) -> set[int]:
    """Return the states that some word of that length passes on its way to be accepted."""
    reached = [{0}]
    for _cell in range(length):
        reached.append({after for state in reached[-1] for after in table[state]} - {-1})
    alive = reached[-1] & accepting
    useful = {*alive}
    for layer in reversed(reached[:-1]):
        alive = {state for state in layer if not alive.isdisjoint(table[state])}
        useful |= alive
    return useful


def _minimal(
    table: list[list[int]], accepting: set[int], alive: set[int]
) -> tuple[tuple[tuple[int, ...], ...], frozenset[int]]:
    """Return the automaton of the states that are alive, with those joined that are alike.

    After Moore, "Gedanken-experiments on sequential machines" (1956).
    """
    kinds = [-1 if state not in alive else int(state in accepting) for state in range(len(table))]
    kinds.append(-1)  # that of state -1
    while True:
        numbers: dict[tuple[int, ...], int] = {}
        refined = [
            numbers.setdefault((kinds[state], *(kinds[after] for after in row)), len(numbers)) if state in alive else -1
            for state, row in enumerate(table)
        ]
        refined.append(-1)
        if len(numbers) == len({*kinds} - {-1}):
            break
        kinds = refined
    if 0 not in alive:
        return ((-1,) * len(table[0]),), frozenset()
    return _numbered(table, refined, accepting)


def _numbered(
    table: list[list[int]], kinds: list[int], accepting: set[int]
) -> tuple[tuple[tuple[int, ...], ...], frozenset[int]]:
    """Return the automaton of the kinds of states that can be reached, numbered as they are met."""
    sample = {kind: state for state, kind in reversed([*enumerate(kinds[:-1])])}
    numbers = {kinds[0]: 0}
    order = [kinds[0]]
    rows = []
    for kind in order:  # grows
        row = []
        for after in table[sample[kind]]:
            if kinds[after] >= 0 and kinds[after] not in numbers:
                numbers[kinds[after]] = len(order)
                order.append(kinds[after])
            row.append(numbers.get(kinds[after], -1) if kinds[after] >= 0 else -1)
        rows.append(tuple(row))
    return tuple(rows), frozenset(numbers[kind] for kind in order if sample[kind] in accepting)


# --- Lines ------------------------------------------------------------------------------------------------------------


def _neighbours(relation: Callable[[int, int], bool]) -> _Machine:
    """Return the machine of a relation between successive digits; None stands before the first."""
    return _Machine((), lambda last, digit: (digit,) if not last or relation(last[0], digit) else None)


def _whisper(line: _Line) -> _Machine:
    difference = line.constraint["difference"]
    return _neighbours(lambda one, other: abs(one - other) >= difference)


def _pair_table(line: _Line) -> _Machine:
    allowed = {*line.constraint["allowed"]}
    return _neighbours(lambda one, other: (one, other) in allowed)


def _pair_table_all(line: _Line) -> _Machine:
    allowed = line.constraint["allowed"]
    after = {digit: sum(1 << other for one, other in allowed if one == digit) for digit in range(line.highest + 1)}
    return _Machine(-1, lambda mask, digit: mask & after[digit] if mask >> digit & 1 else None)


def _renban(line: _Line) -> _Machine:
    wide = sum(line.parts)

    def step(mask: int, digit: int) -> int | None:
        after = mask | 1 << digit
        span = after.bit_length() - (after & -after).bit_length() + 1
        return after if not mask >> digit & 1 and span <= wide else None

    return _Machine(0, step)


def _with_ends(inside: Callable[[int, int, int], bool], ends: Callable[[int, int], bool]) -> _Machine:
    """Return the machine that reads both ends, then what must lie right by their lower and higher digit."""

    def step(state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        if len(state) < 2:
            after = tuple(sorted((*state, digit)))
            return after if len(after) < 2 or ends(after[0], after[1]) else None
        return state if inside(state[0], state[1], digit) else None

    return _Machine((), step)


def _between(_line: _Line) -> _Machine:
    return _with_ends(lambda low, high, digit: low < digit < high, lambda _low, _high: True)


def _lockout(line: _Line) -> _Machine:
    difference = line.constraint["difference"]
    return _with_ends(
        lambda low, high, digit: digit < low or digit > high, lambda low, high: bool(high - low >= difference)
    )


def _windows(width: int, kind: Callable[[int], int]) -> _Machine:
    """Return the machine of a line whose every window of that width has digits of different kinds."""

    def step(last: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        new = kind(digit)
        return None if new in last else (*last, new)[1 - width :] if width > 1 else last

    return _Machine((), step)


def _zipper(line: _Line) -> _Machine:
    pairs, middle = divmod(sum(line.parts), 2)

    def step(state: tuple[int, int | None, int | None], digit: int) -> Hashable:
        """Keep how many pairs were read where there is a middle, their sum, and the digit that has no partner yet."""
        read, total, pending = state
        if middle and read == pairs:
            return state if total in (None, digit) else None
        if pending is None:
            return read, total, digit
        return (read + middle, pending + digit, None) if total in (None, pending + digit) else None

    return _Machine((0, None, None), step)


def _region_sum_line(line: _Line) -> _Machine:
    ends = {*accumulate(line.parts)}

    def step(state: tuple[int, int, int | None], digit: int) -> Hashable:
        read, total, wanted = state
        read, total = read + 1, total + digit
        if read in ends:
            return (read, 0, total) if wanted in (None, total) else None
        return (read, total, wanted) if wanted is None or total <= wanted else None

    return _Machine((0, 0, None), step)


def _sum_line(line: _Line) -> _Machine:
    wanted, loop = line.constraint["sum"], line.constraint["loop"]
    if not loop or wanted < 1:
        return _Machine(
            0,
            lambda total, digit: (total + digit) % (wanted or 1) if total + digit <= wanted else None,
            lambda total: total == 0,
        )

    def step(state: tuple[int, frozenset[int]], digit: int) -> Hashable:
        """Keep what was read, and the places of the first cut that are still possible, both as sums modulo `wanted`."""
        total, cuts = state
        after = total + digit
        left = frozenset(cut for cut in cuts if not any(total < cut + n * wanted < after for n in range(4)))
        if after <= wanted:
            left |= {after % wanted}
        if not left:
            return None
        return (after if after <= wanted else wanted + 1 + (after - wanted - 1) % wanted), left

    return _Machine((0, frozenset([0])), step, lambda state: state[0] % wanted == 0 and bool(state[1]))


def _value_indexing(line: _Line) -> _Machine:
    length = sum(line.parts)

    def step(state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        if len(state) == 1:  # the second cell says how far
            return (state[0], digit) if 1 <= digit <= length - 2 else None
        if not state or not state[1]:
            return state or (digit,)
        value, away = state
        if away == 1:
            return (value, 0) if digit == value else None
        return value, away - 1

    return _Machine((), step)


# --- Cages and sums ---------------------------------------------------------------------------------------------------


def _weighted(weights: Callable[[_Line], list[int]]) -> Callable[[_Line], _Machine]:
    """Return what makes the machine of a weighted sum, which keeps the total, and the place while weights change."""

    def machine(line: _Line) -> _Machine:
        each, wanted = weights(line), dict(line.constraint.fields).get("sum", 0)
        tail = next((n for n in range(len(each)) if len({*each[n:]}) == 1), 0)  # from here on all are the same
        ends = [sorted((weight * line.lowest, weight * line.highest)) for weight in each]
        left = [
            (sum(low for low, _high in ends[n:]), sum(high for _low, high in ends[n:])) for n in range(len(ends) + 1)
        ]
        most = sum(max(abs(low), abs(high)) for low, high in ends)
        left_in_tail = (0, most) if each[-1] > 0 else (-most, 0)

        def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
            read, total = state[0] + 1, state[1] + each[state[0]] * digit
            low, high = left[read] if read <= tail else left_in_tail
            return (min(read, tail), total) if low <= wanted - total <= high else None

        return _Machine((0, 0), step, lambda state: bool(state[1] == wanted))

    return machine


def _coefficients(line: _Line) -> list[int]:
    return [*(dict(line.constraint.fields).get("coefficients") or [1] * sum(line.parts))]


def _pill_weights(line: _Line) -> list[int]:
    pill, cells = line.parts
    return [10**n for n in reversed(range(pill))] + [-1] * cells


def _subsets(may: Callable[[int], bool], is_whole: Callable[[int], bool]) -> _Machine:
    """Return the machine of digits that all differ, whose mask of 1 << digit may grow to a whole."""

    def step(mask: int, digit: int) -> int | None:
        after = mask | 1 << digit
        return after if after != mask and may(after) else None

    return _Machine(0, step, is_whole)


def _digits(mask: int) -> list[int]:
    return [digit for digit in range(mask.bit_length()) if mask >> digit & 1]


def _killer(line: _Line) -> _Machine:
    wanted = line.constraint["sum"]
    if wanted is None:
        return _subsets(lambda _mask: True, lambda _mask: True)
    return _subsets(lambda mask: sum(_digits(mask)) <= wanted, lambda mask: sum(_digits(mask)) == wanted)


def _rellik_cage(line: _Line) -> _Machine:
    forbidden = line.constraint["sum"]

    def may(mask: int) -> bool:
        sums: set[int] = set()
        for digit in _digits(mask):
            sums |= {digit + other for other in sums} | {digit}
        return forbidden not in sums

    return _subsets(may, lambda _mask: True)


def _equality_cage(line: _Line) -> _Machine:
    length, middle = sum(line.parts), line.lowest + line.highest

    def may(mask: int) -> bool:
        digits = _digits(mask)
        odd, low = sum(digit % 2 for digit in digits), sum(2 * digit < middle for digit in digits)
        most = max(odd, len(digits) - odd, low, len(digits) - low)
        return 2 * most <= length and all(2 * digit != middle for digit in digits)

    return _subsets(may, lambda _mask: True)


def _lunchbox(line: _Line) -> _Machine:
    wanted = line.constraint["sum"]

    def step(state: tuple[int, bool, int, int], digit: int) -> Hashable:
        """Keep the digits, whether the highest came after the lowest, and the sums between them and since then."""
        mask, rising, between, since = state
        if mask >> digit & 1:
            return None
        after = mask | 1 << digit
        if not mask:
            return after, True, 0, 0
        lowest, highest = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
        if lowest < digit < highest:
            return after, rising, between, min(since + digit, wanted + 1)
        is_new_end = rising == (digit > highest)  # the end that came last is replaced
        if lowest == highest:
            return after, digit > highest, since, 0
        gap = between + since + (highest if rising else lowest) if is_new_end else since
        return after, digit > highest, min(gap, wanted + 1), 0

    return _Machine((0, True, 0, 0), step, lambda state: state[2] == wanted)


def _count_distinct(_line: _Line) -> _Machine:
    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        wanted, mask = state
        if wanted < 0:
            return digit, 0
        after = mask | 1 << digit
        return (wanted, after) if after.bit_count() <= wanted else None

    return _Machine((-1, 0), step, lambda state: state[1].bit_count() == state[0])


def _counted(wanted: dict[int, int], *, exactly: bool) -> _Machine:
    """Return the machine of digits that stand so often, or at least so often."""

    def step(missing: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        if digit not in wanted:
            return missing
        place = [*wanted].index(digit)
        if not missing[place] and exactly:
            return None
        return (*missing[:place], max(0, missing[place] - 1), *missing[place + 1 :])

    return _Machine((*wanted.values(),), step, lambda missing: not any(missing))


def _contain(line: _Line) -> _Machine:
    values = line.constraint["values"]
    return _counted({value: values.count(value) for value in values}, exactly=False)


def _look_and_say(line: _Line) -> _Machine:
    clue = line.constraint["clue"]
    said = [(DIGIT_SIGNS.index(clue[n + 1]), int(clue[n])) for n in range(0, len(clue), 2)]
    if len({*said}) > len({digit for digit, _times in said}):  # two counts of one digit
        return _Machine(0, lambda _state, _digit: None, lambda _state: False)
    return _counted(dict(said), exactly=True)


def _counting_circles(line: _Line) -> _Machine:
    def step(counts: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        place = digit - line.lowest
        if counts[place] == digit:
            return None
        after = (*counts[:place], counts[place] + 1, *counts[place + 1 :])
        whole = sum(line.lowest + n for n, count in enumerate(after) if count)
        return after if whole <= sum(line.parts) else None

    return _Machine((0,) * line.size, step, lambda counts: all(c in (0, line.lowest + n) for n, c in enumerate(counts)))


# --- Patterns and clues outside ---------------------------------------------------------------------------------------


def _regex(line: _Line) -> _Machine:
    read = pattern.compiled(line.constraint["pattern"])
    return _Machine(
        1, lambda states, digit: read.step(states, DIGIT_SIGNS[digit]) or None, lambda s: bool(s & read.accepting)
    )


def _sandwich(line: _Line) -> _Machine:
    wanted, ends = line.constraint["sum"], {line.lowest, line.highest}

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        """Keep the end that was met, -1 for none and -2 for both, and the sum since then."""
        end, total = state
        if end == -2 or (end == -1 and digit not in ends):
            return state
        if end == -1:
            return digit, 0
        if digit in ends and digit != end:
            return (-2, 0) if total == wanted else None
        return (end, total + digit) if total + digit <= wanted else None

    return _Machine((-1, 0), step, lambda state: state[0] == -2)


def _x_sum(line: _Line) -> _Machine:
    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        left, missing = state
        if left < 0:
            left, missing = digit, missing - digit if digit else missing
        elif left:
            missing -= digit
        left = max(0, left - 1)
        return (left, missing) if missing >= 0 and (left or not missing) else None

    return _Machine((-1, line.constraint["sum"]), step, lambda state: state[1] == 0)


def _skyscraper(line: _Line) -> _Machine:
    wanted, highest_of_all = line.constraint["count"], line.highest

    def step(state: tuple[int, int, int], digit: int) -> tuple[int, int, int] | None:
        """Keep how many were read, where all differ, the highest of them and how many are seen."""
        read, highest, seen = state
        if line.is_house:
            read += 1
            # As many digits below the highest have room; once the last is met, nothing more is seen.
            if highest == highest_of_all:
                return (0, highest, seen) if digit != highest else None
            if digit == highest > 0 or max(digit, highest) - line.lowest + 1 < read:
                return None
        if digit <= highest:
            return read, highest, seen
        return (read, digit, seen + 1) if seen < wanted else None

    return _Machine(
        (0, 0, 0), step, lambda state: state[2] == wanted and (not line.is_house or state[1] == highest_of_all)
    )


def _hidden_skyscraper(line: _Line) -> _Machine:
    wanted, found = line.constraint["value"], -2

    def step(highest: int, digit: int) -> int | None:
        if highest == found or digit >= highest:
            return max(highest, digit) if highest != found else found
        return found if digit == wanted else None

    return _Machine(-1, step, lambda state: state == found)


def _numbered_room(line: _Line) -> _Machine:
    wanted, first = line.constraint["value"], -1

    def step(left: int, digit: int) -> int | None:
        """Keep how many cells on the digit stands; 0 where it was read."""
        if left == 0:
            return 0
        if left == first:
            return (0 if digit == wanted else None) if digit == 1 else digit - 1 if digit else None
        if left > 1:
            return left - 1
        return 0 if digit == wanted else None

    return _Machine(first, step, lambda left: left == 0)


COVERED: dict[str, Callable[[_Line], _Machine]] = {
    "thermo": lambda _line: _neighbours(lambda one, other: one < other),
    "slow_thermo": lambda _line: _neighbours(lambda one, other: one <= other),
    "whisper": _whisper,
    "pair_table": _pair_table,
    "pair_table_all": _pair_table_all,
    "renban": _renban,
    "between": _between,
    "lockout": _lockout,
    "entropic": lambda _line: _windows(3, lambda digit: (digit - 1) // 3),
    "modular": lambda line: _windows(line.constraint["mod"], lambda digit: digit % int(line.constraint["mod"])),
    "zipper": _zipper,
    "region_sum_line": _region_sum_line,
    "sum_line": _sum_line,
    "value_indexing": _value_indexing,
    "arrow": _weighted(lambda line: [1] + [-1] * (sum(line.parts) - 1)),
    "double_arrow": _weighted(lambda line: [1, 1] + [-1] * (sum(line.parts) - 2)),
    "pill_arrow": _weighted(_pill_weights),
    "little_killer": _weighted(_coefficients),
    "sum": _weighted(_coefficients),
    "killer": _killer,
    "rellik_cage": _rellik_cage,
    "equality_cage": _equality_cage,
    "lunchbox": _lunchbox,
    "count_distinct": _count_distinct,
    "quadruple": _contain,
    "contain_at_least": _contain,
    "look_and_say": _look_and_say,
    "counting_circles": _counting_circles,
    "regex": _regex,
    "sandwich": _sandwich,
    "x_sum": _x_sum,
    "skyscraper": _skyscraper,
    "hidden_skyscraper": _hidden_skyscraper,
    "numbered_room": _numbered_room,
}
