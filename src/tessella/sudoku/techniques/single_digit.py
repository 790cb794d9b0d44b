"""Single-digit patterns: two houses with two places each for a digit, linked by their ends.

    skyscraper (摩天楼)         two parallel lines with two places each, two of them level, the others to one side
    two-string kite (双线风筝)  a row and a column with two places each, two of which share a box;
                                the candidate goes where the strings of the other two cross
    turbot fish                 any two houses with two places each, joined by a house of a place of both
    empty rectangle             a box whose places lie in one row and one column, and a line with two places

One of the free ends of the two lines holds the digit, so what sees both ends loses it. A dual kite is two
kites on the same two cells of the box, for two digits it may be, the smaller of which names it; a dual empty
rectangle is two on the same box.

Sources: http://sudopedia.org/wiki/Skyscraper, /2-String_Kite, /Turbot_Fish, /Empty_Rectangle; for the duals
http://hodoku.sourceforge.net/en/tech_sdp.php.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, permutations
from typing import TypeAlias

from tessella.i18n import N_
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.step import Node, Step
from tessella.sudoku.techniques.technique import Finder, Technique, narrow_first

ConjugatePair: TypeAlias = tuple[int, int, int]  # a house and its only two places, each as a set


def conjugate_pairs(grid: Grid, digit: int) -> list[ConjugatePair]:
    """Return the houses with just two places for a digit, and the places."""
    found = []
    for number, house in enumerate(grid.shape.houses):
        two = grid.places[digit] & house
        if two.bit_count() == 2:
            first = two & -two
            found.append((number, first, two ^ first))
    return found


def strong_links(grid: Grid, digit: int) -> list[ConjugatePair]:
    """Return the conjugate pairs that chains use: two places of a box in a line that has more are left to pointing."""
    shape = grid.shape
    return [
        (number, first, second)
        for number, first, second in conjugate_pairs(grid, digit)
        if all(grid.places[digit] & shape.houses[house] == first | second for house in shape.shared(first | second))
        or number < 2 * grid.size
    ]


def _linked(
    grid: Grid, technique: Technique, fits: Callable[[ConjugatePair, ConjugatePair], bool], *, crossing: bool = False
) -> Iterator[Step]:
    """Yield two pairs of places that fit, an end of one a peer of an end of the other, and what sees both others.

    With `crossing` that is only where the row of the one crosses the column of the other.
    """
    shape = grid.shape
    for digit in range(1, grid.size + 1):
        done = set[tuple[int, ...]]()
        for (house, *ends), (other, *others) in combinations(strong_links(grid, digit), 2):
            for far, near in permutations(ends):
                for last, next_ in permutations(others):
                    if near | far == next_ | last or near & (next_ | last) or far & (next_ | last):
                        continue
                    if not next_ & shape.seen_by(near) or not fits((house, far, near), (other, last, next_)):
                        continue
                    out = grid.places[digit] & shape.seen_by(far | last)
                    if crossing:  # the first is a row, the second a column
                        _row, column, _box = shape.houses_of[far.bit_length() - 1]
                        out &= shape.houses[column] & shape.houses[shape.houses_of[last.bit_length() - 1][0]]
                    key = (min(far, last), max(far, last), min(near, next_), max(near, next_))
                    if out and key not in done:
                        done.add(key)
                        chain = [far, near, next_, last]
                        nodes = [
                            Node(digit, (cell.bit_length() - 1,), is_on)
                            for cell, is_on in zip(chain, (False, True, False, True), strict=True)
                        ]
                        yield technique.step(
                            grid, 1 << digit - 1, {digit: out}, cells=far | last, second=near | next_,
                            houses=(house, other), nodes=nodes,
                        )  # fmt: skip


def skyscrapers(grid: Grid) -> Iterator[Step]:
    """Yield two parallel lines with two places each: two in one line across, the others on one side of it."""
    size, houses_of = grid.size, grid.shape.houses_of

    def fits(one: ConjugatePair, other: ConjugatePair) -> bool:
        kind = one[0] // size
        if kind > 1 or other[0] // size != kind:
            return False
        across = 1 - kind
        near, next_, far, last = (
            houses_of[cell.bit_length() - 1][across] for cell in (one[2], other[2], one[1], other[1])
        )
        return near == next_ and far != last and (far < near) == (last < near)

    return _linked(grid, SKYSCRAPER, fits)


def kites(grid: Grid) -> Iterator[Step]:
    """Yield a row and a column with two places each of which two lie in one box."""
    size, houses_of = grid.size, grid.shape.houses_of

    def fits(one: ConjugatePair, other: ConjugatePair) -> bool:
        if {one[0] // size, other[0] // size} != {0, 1}:
            return False
        near, next_ = (houses_of[cell.bit_length() - 1] for cell in (one[2], other[2]))
        return near[2] == next_[2]

    return _linked(grid, KITE, fits, crossing=True)


def turbot_fish(grid: Grid) -> Iterator[Step]:
    """Yield any two houses with two places each that are joined."""
    return _linked(grid, TURBOT_FISH, lambda _one, _other: True)


def empty_rectangles(grid: Grid, *, two: bool = False) -> Iterator[Step]:
    """Yield every box whose places lie in one row and one column, with a line that has two places.

    With `two` the box may have just two places; by default at least two lie in the row or in the column.
    """
    shape, size = grid.shape, grid.size
    for digit in range(1, size + 1):
        places = grid.places[digit]
        for number in range(2 * size, 3 * size):
            held = places & shape.houses[number]
            if held.bit_count() < 2 + (not two):
                continue
            for row in range(size):
                across = held & shape.houses[row]
                if not across:
                    continue
                for col in range(size, 2 * size):
                    down = held & shape.houses[col]
                    if held & ~(across | down) or not across & ~down or not down & ~across:
                        continue
                    for line, other in ((row, col), (col, row)):
                        yield from _with_line(grid, digit, number, line, other)


def _with_line(grid: Grid, digit: int, box: int, line: int, other: int) -> Iterator[Step]:
    """Yield what a box with its places in `line` and `other` takes away with a pair across `line`."""
    shape, size, places = grid.shape, grid.size, grid.places[digit]
    held, outside = places & shape.houses[box], ~shape.houses[box]
    for number, first, second in conjugate_pairs(grid, digit):
        if number // size != other // size:
            continue
        for near, far in ((first, second), (second, first)):
            if not near & shape.houses[line] & outside:
                continue
            parallel = shape.houses_of[far.bit_length() - 1][line // size]
            out = places & shape.houses[parallel] & shape.houses[other] & outside & ~far
            if out:
                yield EMPTY_RECTANGLE.step(
                    grid, 1 << digit - 1, {digit: out}, cells=near | far, second=held,
                    houses=(box, number), covers=(line, other),
                )  # fmt: skip


def _dual(code: str, name: str, find: Finder, explain: str, *aliases: str, one_digit: bool = False) -> Technique:
    """Return the technique of two patterns on the same cells of a box that eliminate different candidates."""

    def find_dual(grid: Grid) -> Iterator[Step]:
        for one, other in combinations(find(grid), 2):
            if one.second != other.second or one.eliminations == other.eliminations:
                continue
            if one_digit and one.digits != other.digits:
                continue
            yield Step(
                name, code, one.candidates, tuple(sorted({*one.eliminations, *other.eliminations})), (),
                tuple(sorted({*one.digits, *other.digits})), tuple(sorted({*one.cells, *other.cells})), one.second, (),
                tuple(sorted({*one.houses, *other.houses})), tuple(sorted({*one.covers, *other.covers})), (),
                one.nodes + other.nodes,
            )  # fmt: skip

    return Technique(code, name, find_dual, explain, aliases=aliases)


_EXPLAIN = N_(
    "{digits} has only two places in each of {houses}. {second} see each other and cannot both be {digits}, so at "
    "least one of the other two, {cells}, is {digits}."
)
_EMPTY_RECTANGLES_OF_2 = partial(empty_rectangles, two=True)
SKYSCRAPER = Technique("0400", N_("skyscraper"), skyscrapers, _EXPLAIN)
KITE = Technique("0401", N_("two-string kite"), kites, _EXPLAIN, aliases=("2-string kite",))
EMPTY_RECTANGLE = Technique(
    "0402",
    N_("empty rectangle"),
    partial(narrow_first, narrow=empty_rectangles, wide=_EMPTY_RECTANGLES_OF_2),
    N_(
        "All places for {digits} in {first_house} lie in {covers}, and {second_house} has only two: {cells}. If"
        " {losers} were {digits}, {first_house} would have no place left for it."
    ),
    variants=(("1", _EMPTY_RECTANGLES_OF_2),),
)
TURBOT_FISH = Technique("0403", N_("turbot fish"), turbot_fish, _EXPLAIN)
DUAL_KITE = _dual(
    "0404",
    N_("dual two-string kite"),
    kites,
    N_("Two two-string kites with {digits} meet in {second}; both eliminate candidates."),
    "dual 2-string kite",
)
DUAL_EMPTY_RECTANGLE = _dual(
    "0405",
    N_("dual empty rectangle"),
    _EMPTY_RECTANGLES_OF_2,
    N_("Two empty rectangles for {digits} share {second}; both eliminate candidates."),
    one_digit=True,
)
TECHNIQUES = (SKYSCRAPER, KITE, EMPTY_RECTANGLE, TURBOT_FISH, DUAL_KITE, DUAL_EMPTY_RECTANGLE)
