"""Patterns of a single digit: two houses with two places each, linked by their ends, and colouring.

    skyscraper (摩天楼)         two parallel lines with two places each, two of them level, the others to one side
    two-string kite (双线风筝)  a row and a column with two places each, two of which share a box;
                                the candidate goes where the strings of the other two cross
    turbot fish                 any two houses with two places each, joined by a house of a place of both
    empty rectangle             a box whose places lie in one row and one column, and a line with two places

One of the free ends of the two lines holds the digit, so what sees both ends loses it. A dual kite is two
kites on the same two cells of the box, for two digits it may be, the smaller of which names it; a dual empty
rectangle is two on the same box.

Colouring joins the places that houses with just two of them link into clusters, and colours each in turn: one colour is
all true, the other all false.

    simple colours trap    a candidate outside sees both colours: it goes
    simple colours wrap    two places of one colour see each other: that colour goes
    multi-colours 1        a colour of one cluster sees one of another: one of the opposite two is true
    multi-colours 2        a colour sees both colours of another cluster: it goes

Sources: http://sudopedia.org/wiki/Skyscraper, /2-String_Kite, /Turbot_Fish, /Empty_Rectangle, /Simple_Colors,
/Multi-Colors; for the duals http://hodoku.sourceforge.net/en/tech_sdp.php.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations, permutations, product
from typing import Any, TypeAlias

from tessella.i18n import N_, _
from tessella.sudoku.techniques import eureka
from tessella.sudoku.techniques.grid import Grid, cells_of, union
from tessella.sudoku.techniques.phrasing import Words, join_sentences
from tessella.sudoku.techniques.step import Node, Step
from tessella.sudoku.techniques.technique import Finder, Technique, narrow_first

ConjugatePair: TypeAlias = tuple[int, int, int]  # a house and its only two places, each as a set


def conjugate_pairs(grid: Grid, digit: int) -> list[ConjugatePair]:
    """Return the houses with just two places for a digit, and the places."""
    pairs = ((number, grid.places[digit] & house) for number, house in enumerate(grid.shape.houses))
    return [(number, two & -two, two & two - 1) for number, two in pairs if two.bit_count() == 2]


def strong_links(grid: Grid, digit: int) -> list[ConjugatePair]:
    """Return the conjugate pairs that chains use: two places of a box in a line that has more are left to pointing."""
    shape, places = grid.shape, grid.places[digit]
    return [
        pair
        for pair in conjugate_pairs(grid, digit)
        if pair[0] < 2 * grid.size
        or all(places & shape.houses[house] == pair[1] | pair[2] for house in shape.shared(pair[1] | pair[2]))
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
            for (far, near), (last, next_) in product(permutations(ends), permutations(others)):
                if (near | far) & (next_ | last):
                    continue
                if not next_ & shape.seen_by(near) or not fits((house, far, near), (other, last, next_)):
                    continue
                out = grid.places[digit] & shape.seen_by(far | last)
                if crossing:  # the first is a row, the second a column
                    column = shape.houses_of[far.bit_length() - 1][1]
                    out &= shape.houses[column] & shape.houses[shape.houses_of[last.bit_length() - 1][0]]
                key = (min(far, last), max(far, last), min(near, next_), max(near, next_))
                if out and key not in done:
                    done.add(key)
                    chain = enumerate((far, near, next_, last))
                    nodes = [Node(digit, (cell.bit_length() - 1,), bool(n % 2)) for n, cell in chain]
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
        cells = one[2], other[2], one[1], other[1]
        near, next_, far, last = (houses_of[cell.bit_length() - 1][1 - kind] for cell in cells)
        return near == next_ and far != last and (far < near) == (last < near)

    return _linked(grid, SKYSCRAPER, fits)


def kites(grid: Grid) -> Iterator[Step]:
    """Yield a row and a column with two places each of which two lie in one box."""
    size, houses_of = grid.size, grid.shape.houses_of

    def fits(one: ConjugatePair, other: ConjugatePair) -> bool:
        near, next_ = ({*houses_of[pair[2].bit_length() - 1][2:]} for pair in (one, other))
        return not near.isdisjoint(next_) and {one[0] // size, other[0] // size} == {0, 1}

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
        for number in shape.others:
            if (held := places & shape.houses[number]).bit_count() < 2 + (not two):
                continue
            for row, col in product(range(size), range(size, 2 * size)):
                across, down = held & shape.houses[row], held & shape.houses[col]
                if held == across | down and across & ~down and down & ~across:
                    yield from _with_line(grid, digit, number, row, col)
                    yield from _with_line(grid, digit, number, col, row)


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
            if out := places & shape.houses[parallel] & shape.houses[other] & outside & ~far:
                yield EMPTY_RECTANGLE.step(
                    grid, 1 << digit - 1, {digit: out}, cells=near | far, second=held,
                    houses=(box, number), covers=(line, other),
                )  # fmt: skip


def _notate_rectangle(step: Step, grid: Grid) -> str:
    near, far = sorted(step.cells, key=lambda cell: step.covers[0] not in grid.shape.houses_of[cell])
    through = tuple(cell for cell in step.second if step.covers[0] in grid.shape.houses_of[cell])
    cells = (far,), (near,), through, tuple(cell for cell in step.second if cell not in through)
    parts = [eureka.Part(step.digits, where, is_on=bool(n % 2)) for n, where in enumerate(cells)]
    return eureka.write(parts, step, grid.size)


def _dual(code: str, name: str, find: Finder, explain: str, *aliases: str, one_digit: bool = False) -> Technique:
    """Return the technique of two patterns on the same cells of a box that eliminate different candidates."""

    def find_dual(grid: Grid) -> Iterator[Step]:
        for one, other in combinations(find(grid), 2):
            if one.second != other.second or one.eliminations == other.eliminations:
                continue
            if not one_digit or one.digits == other.digits:
                joined: dict[str, Any] = {
                    field: tuple(sorted({*getattr(one, field), *getattr(other, field)}))
                    for field in ("eliminations", "digits", "cells", "houses", "covers")
                }
                yield replace(one, technique=name, code=code, nodes=one.nodes + other.nodes, **joined)

    return Technique(code, name, find_dual, explain, aliases=aliases)


_EXPLAIN = N_(
    "{digits} has only two places in each of {houses}. {second} see each other and cannot both be {digits}, so at "
    "least one of the other two, {cells}, is {digits}. No cell that sees both of these can be {digits} as well."
)


def _explain_rectangle(words: Words) -> str:
    step, [loser], [digit] = words.step, words.losers, words.step.digits
    far, near = sorted(step.cells, key=lambda cell: step.covers[0] in words.grid.shape.houses_of[cell])
    then = words.cases([[Node(digit, (loser,))], [Node(digit, (far,), is_on=False)], [Node(digit, (near,))]])
    lead = _(
        "In {second_house}, {digits} can only be in one of {cells}; in {first_house}, its places all lie in {covers}."
    )
    end = _("But {losers} and {near} leave {first_house} no place for {digits}.")
    return join_sentences(words.fill(lead), then, words.fill(end, near=words.list_cells([near])))


_EMPTY_RECTANGLES_OF_2 = partial(empty_rectangles, two=True)
SKYSCRAPER = Technique("0400", N_("skyscraper"), skyscrapers, _EXPLAIN, notate=eureka.chain)
KITE = Technique("0401", N_("two-string kite"), kites, _EXPLAIN, aliases=("2-string kite",), notate=eureka.chain)
EMPTY_RECTANGLE = Technique(
    "0402",
    N_("empty rectangle"),
    partial(narrow_first, narrow=empty_rectangles, wide=_EMPTY_RECTANGLES_OF_2),
    _explain_rectangle,
    variants=(("1", _EMPTY_RECTANGLES_OF_2),),
    notate=_notate_rectangle,
)
TURBOT_FISH = Technique("0403", N_("turbot fish"), turbot_fish, _EXPLAIN, notate=eureka.chain)
_KITES = N_("Two two-string kites with {digits} meet in {second}; both eliminate candidates.")
_RECTANGLES = N_("Two empty rectangles for {digits} share {second}; both eliminate candidates.")
DUAL_KITE = _dual("0404", N_("dual two-string kite"), kites, _KITES, "dual 2-string kite")
DUAL_RECTANGLE = _dual("0405", N_("dual empty rectangle"), _EMPTY_RECTANGLES_OF_2, _RECTANGLES, one_digit=True)

Cluster: TypeAlias = tuple[int, int]  # the two colours, as sets


def clusters(grid: Grid, digit: int) -> list[Cluster]:
    """Return the clusters of a digit."""
    links: dict[int, int] = {}
    for _house, first, second in conjugate_pairs(grid, digit):
        links[first] = links.get(first, 0) | second
        links[second] = links.get(second, 0) | first
    found = []
    waiting = sorted(links)
    while waiting:
        colours = [waiting[0], 0]
        front, side = waiting[0], 1
        while front:
            front = union(links[1 << cell] for cell in cells_of(front)) & ~colours[side]
            colours[side] |= front
            side = 1 - side
        found.append((colours[0], colours[1]))
        waiting = [cell for cell in waiting if not cell & (colours[0] | colours[1])]
    return found


def simple_wrap(grid: Grid) -> Iterator[Step]:
    """Yield every cluster of which a colour sees itself, with that colour."""
    return _of_one(grid, WRAP, lambda one: union(side for side in one if grid.shape.seen_by_any(side) & side))


def simple_trap(grid: Grid) -> Iterator[Step]:
    """Yield every cluster with the candidates that see both its colours."""
    return _of_one(grid, TRAP, lambda one: grid.shape.seen_by_any(one[0]) & grid.shape.seen_by_any(one[1]))


def _of_one(grid: Grid, technique: Technique, eliminated: Callable[[Cluster], int]) -> Iterator[Step]:
    for digit in range(1, grid.size + 1):
        for cluster in clusters(grid, digit):
            if out := grid.places[digit] & eliminated(cluster):
                yield technique.step(grid, 1 << digit - 1, {digit: out}, cells=cluster[0], second=cluster[1])


def multi_colours_1(grid: Grid) -> Iterator[Step]:
    """Yield every two clusters that touch, with what sees the colours opposite to those that touch."""
    near = grid.shape.seen_by_any

    def eliminated(one: Cluster, other: Cluster) -> int:
        sides = product((0, 1), repeat=2)
        return union(near(one[1 - i]) & near(other[1 - k]) for i, k in sides if near(one[i]) & other[k])

    return _of_two(grid, MULTI_1, eliminated)


def multi_colours_2(grid: Grid) -> Iterator[Step]:
    """Yield every two clusters of which a colour of one sees both of the other, with that colour."""

    def eliminated(one: Cluster, other: Cluster) -> int:
        return union(side for side in one if all(grid.shape.seen_by_any(side) & colour for colour in other))

    return _of_two(grid, MULTI_2, eliminated)


def _of_two(grid: Grid, technique: Technique, eliminated: Callable[[Cluster, Cluster], int]) -> Iterator[Step]:
    for digit in range(1, grid.size + 1):
        for one, other in permutations(clusters(grid, digit), 2):
            if out := grid.places[digit] & eliminated(one, other):
                yield technique.step(
                    grid, 1 << digit - 1, {digit: out}, cells=one[0] | other[0], second=one[1] | other[1],
                    sets=[(colour, 1 << digit - 1) for colour in (*one, *other)],
                )  # fmt: skip


_COLOURS = N_(
    "Colour the conjugate pairs of {digits}: {cells} in one colour, {second} in the other. All cells of one of the two"
    " colours are {digits}."
)
_CLUSTERS = N_("The conjugate pairs of {digits} form two clusters, each in two colours: {colours}.")


def _explain(sentence: str, rule: str) -> Callable[[Words], str]:
    def explain(words: Words) -> str:
        clusters = zip(words.step.sets[::2], words.step.sets[1::2], strict=True)
        colours = _("; ").join(
            _("{one} against {other}").format(one=words.list_cells(one.cells), other=words.list_cells(other.cells))
            for one, other in clusters
        )
        return join_sentences(_(sentence).format(**words.values, colours=colours), words.fill(_(rule)))

    return explain


_TRAP = _explain(_COLOURS, N_("So a cell that sees both colours cannot be {digits}."))
_WRAP = _explain(_COLOURS, N_("Two cells of the same colour see each other, so that colour cannot be {digits}."))
_MULTI_1 = N_(
    "One colour of a cluster sees one colour of the other, so at least one of their opposite colours "
    "is {digits}. A cell that sees both of these cannot be {digits}."
)
_MULTI_2 = N_(
    "A colour of one cluster sees both colours of the other, one of which is {digits}. So the first "
    "colour cannot be {digits}."
)
TRAP = Technique("0500", N_("simple colours trap"), simple_trap, _TRAP, aliases=("simple colors trap",))
WRAP = Technique("0501", N_("simple colours wrap"), simple_wrap, _WRAP, aliases=("simple colors wrap",))
MULTI_1 = Technique(
    "0502", N_("multi-colours 1"), multi_colours_1, _explain(_CLUSTERS, _MULTI_1), aliases=("multi-colors 1",)
)
MULTI_2 = Technique(
    "0503", N_("multi-colours 2"), multi_colours_2, _explain(_CLUSTERS, _MULTI_2), aliases=("multi-colors 2",)
)
TECHNIQUES = (SKYSCRAPER, KITE, EMPTY_RECTANGLE, TURBOT_FISH, DUAL_KITE, DUAL_RECTANGLE, TRAP, WRAP, MULTI_1, MULTI_2)
