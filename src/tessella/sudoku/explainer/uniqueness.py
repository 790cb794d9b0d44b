"""Which unique loop or universal grave does Sudoku Explainer take?

A unique loop visits cells that all hold the same two candidates, each house that it touches twice, once at an odd
and once at an even step. All loops are looked at and the step with the lowest rating is taken, then the lowest type,
then the first. A grave is a position in which every blank cell has two candidates and every house two places for
each digit, but for a few extra ones.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from tessella.sudoku.explainer.basic_steps import Find
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.links import ONES, Flat, Wiring, ascending

__all__ = ["best_loop", "grave"]


_Near = dict[int, tuple[tuple[int, ...], ...]]  # of a cell: the cells that hold the pair in its box, row and column


@dataclass(slots=True)
class _Hunt:
    """The hunt for the best loop: the position, and the best step so far with its rating and type."""

    wiring: Wiring
    grid: Grid
    flat: Flat
    best: Find | None = None
    rating: float = 99.0
    kind: int = 9
    stands: list[int] = field(default_factory=list)  # the loop
    taken: tuple[set[int], set[int]] = field(default_factory=lambda: (set(), set()))  # houses of its even, odd steps

    def is_better(self, rating: float, kind: int) -> bool:
        """Return whether a rating and a type go before the best."""
        return rating < self.rating or (rating == self.rating and kind < self.kind)

    def take(self, rating: float, kind: int, pair: int, gone: list[int], fins: tuple[int, ...] = ()) -> None:
        """Keep a step."""
        self.rating, self.kind = rating, kind
        loop, marks = self.stands, self.grid.marks
        code = f"06{kind - 1:02}" if len(loop) == 4 else f"ul{kind}"
        self.best = Find(
            code,
            tuple(gone),
            digits=pair,
            cells=tuple(sorted(cell for cell in loop if marks[cell] == pair)),
            second=tuple(sorted(cell for cell in loop if marks[cell] != pair)),
            fins=fins,
            tenths=int((rating + 0.05) * 10),
        )


def best_loop(wiring: Wiring, grid: Grid, flat: Flat) -> Find | None:
    """Return the unique loop with the lowest rating, then the lowest type; None where there is none."""
    hunt = _Hunt(wiring, grid, flat)
    marks = grid.marks
    near: dict[int, _Near] = {}
    for start in range(wiring.cells):
        pair = marks[start]
        if pair.bit_count() != 2:
            continue
        if pair not in near:
            mates = {cell for cell, mask in enumerate(marks) if mask & pair == pair}
            near[pair] = {
                cell: tuple(
                    tuple(other for other in wiring.houses[house] if other in mates and other != cell)
                    for house in (wiring.houses_of[cell][2], *wiring.houses_of[cell][:2])
                )
                for cell in mates
            }
        if len(near[pair]) >= 4:
            hunt.stands = [start]
            hunt.taken = {*wiring.houses_of[start]}, set()
            _go_on(hunt, near[pair], 2, 0, -1)
    return hunt.best


def _go_on(hunt: _Hunt, near: _Near, allowed: int, more: int, came: int) -> None:
    """Walk on from the end of a loop that is not closed yet, which was reached through houses of kind `came`."""
    loop, marks, houses_of = hunt.stands, hunt.grid.marks, hunt.wiring.houses_of
    start, taken = loop[0], hunt.taken[len(loop) & 1]
    for kind, cells in enumerate(near[loop[-1]]):
        if kind == came:
            continue
        for cell in cells:
            if cell == start and len(loop) >= 4:
                _close(hunt, marks[start])
            elif cell not in loop:
                # What cells passed over have beside the pair counts as well, as long as this cell is looked from.
                extra = marks[cell] & ~marks[start]
                more |= extra
                if (not extra or more.bit_count() == 1 or allowed > 0) and taken.isdisjoint(houses_of[cell]):
                    loop.append(cell)
                    taken.update(houses_of[cell])
                    _go_on(hunt, near, allowed if not extra else allowed - 1, more, kind)
                    taken.difference_update(houses_of[cell])
                    loop.pop()


def _close(hunt: _Hunt, pair: int) -> None:  # noqa: C901, PLR0912 - the four types, one after another
    """Try the four types on a closed loop."""
    wiring, grid, loop = hunt.wiring, hunt.grid, hunt.stands
    length, size, marks = len(loop), wiring.size, grid.marks
    if length & 1 or hunt.taken[0] != hunt.taken[1]:
        return
    rating = 4.5  # summed as the original sums it
    if length >= 10:
        rating += 0.3
    if length >= 8:
        rating += 0.2
    elif length >= 6:
        rating += 0.1
    odd = [cell for cell in loop if marks[cell] != pair]
    more = 0
    for cell in odd:
        more |= marks[cell] & ~pair
    if not odd:
        return
    if len(odd) == 1:
        if hunt.is_better(rating, 1):
            hunt.take(rating, 1, pair, [size * odd[0] + d for d in ONES[pair]])
        return
    if len(odd) > 2 or more.bit_count() == 1:
        if hunt.is_better(rating, 2):
            digit = ONES[marks[odd[0]] & ~pair][0]
            seen = grid.places[digit + 1] & grid.shape.seen_by(sum(1 << cell for cell in odd))
            if seen:
                hunt.take(rating, 2, pair, [size * cell + digit for cell in range(wiring.cells) if seen >> cell & 1])
    else:
        _with_set(hunt, odd[0], odd[1], pair, more, rating)
    if len(odd) == 2 and hunt.is_better(rating, 4):
        _lock(hunt, odd[0], odd[1], pair, rating)


def _common(wiring: Wiring, one: int, two: int) -> list[int]:
    """Return the houses that two cells share: box, row, column."""
    row, col, box = wiring.houses_of[one]
    return [house for house in (box, row, col) if house in wiring.houses_of[two]]


def _lock(hunt: _Hunt, one: int, two: int, pair: int, rating: float) -> None:
    """Try type 4: one of the two digits has no other place in a house of both cells."""
    wiring, marks = hunt.wiring, hunt.grid.marks
    low, high = ONES[pair]
    locks = 0
    for house in _common(wiring, one, two):
        others = 0
        for cell in wiring.houses[house]:
            if cell not in (one, two):
                others |= marks[cell]
        locks |= pair & ~others
    if locks:
        lost = high if locks >> low & 1 else low
        hunt.take(rating, 4, pair, [wiring.size * cell + lost for cell in (one, two)])


def _with_set(hunt: _Hunt, one: int, two: int, pair: int, more: int, rating: float) -> None:
    """Try type 3: the two cells with extras act as one cell of a naked or hidden set."""
    wiring, marks, flat = hunt.wiring, hunt.grid.marks, hunt.flat
    both = more & marks[one] & marks[two]
    houses = _common(wiring, one, two)
    for count in range(more.bit_count(), 8):
        if not hunt.is_better(rating + (count - 2) * 0.1, 3) and not hunt.is_better(rating + (count - 1) * 0.1, 3):
            return
        for house in houses:
            cells = wiring.houses[house]
            blanks = flat[wiring.blanks + house]
            if 2 * count <= blanks:
                _naked(hunt, (one, two), cells, pair, more, both, count, rating)
            if 2 * count < blanks:
                _hidden(hunt, (one, two), house, pair, more, count, rating)


def _naked(  # noqa: PLR0913, PLR0917 - as above
    hunt: _Hunt,
    ends: tuple[int, int],
    cells: tuple[int, ...],
    pair: int,
    more: int,
    both: int,
    count: int,
    rating: float,
) -> None:
    marks, size = hunt.grid.marks, hunt.wiring.size
    value = rating + (count - 1) * 0.1
    able = [i for i, cell in enumerate(cells) if cell not in ends and marks[cell].bit_count() >= 2]
    at = cells.index(ends[0])
    groups = combinations(able, count - 1)
    for group in sorted(groups, key=lambda group: sum(1 << i for i in group) | 1 << at):
        digits, cover = more, both
        for i in group:
            digits |= marks[cells[i]]
            cover |= marks[cells[i]]
        if cover.bit_count() != count or digits.bit_count() != count or not hunt.is_better(value, 3):
            continue
        gone = [
            size * cell + d
            for i, cell in enumerate(cells)
            if i not in group and cell not in ends
            for d in ONES[marks[cell] & digits]
        ]
        if gone:
            hunt.take(value, 3, pair, gone, tuple(cells[i] for i in group))


def _hidden(hunt: _Hunt, ends: tuple[int, int], house: int, pair: int, more: int, count: int, rating: float) -> None:
    wiring, marks, flat = hunt.wiring, hunt.grid.marks, hunt.flat
    size, cells = wiring.size, wiring.houses[house]
    bits = sum(1 << i for i, cell in enumerate(cells) if cell in ends)
    second = 1 << cells.index(ends[1])
    base = wiring.places + size * house
    others = [d for d in range(size) if not (more | pair) >> d & 1]
    for group in ascending(others, count - 2):
        digits = pair | sum(1 << d for d in group)
        masks = [flat[base + d] & ~second for d in ONES[digits]]
        places = 0
        for mask in masks:
            places |= mask
        if 0 in masks or places.bit_count() != count:
            continue
        places &= ~bits
        value = rating + (places.bit_count() - 1) * 0.1
        if not hunt.is_better(value, 3):
            continue
        gone = [size * cells[i] + d for i in ONES[places] for d in ONES[marks[cells[i]] & ~digits]]
        if gone:
            hunt.take(value, 3, pair, gone, tuple(cells[i] for i in ONES[places]))


def grave(wiring: Wiring, grid: Grid, flat: Flat) -> Iterator[Find]:
    """Yield the step that a universal grave with extra candidates allows."""
    found = _extras(wiring, grid, flat)
    if found is None:
        return
    extra, shared = found
    size, marks = wiring.size, grid.marks
    digits = 0
    for mask in extra.values():
        digits |= mask
    cells = [*extra]
    second = tuple(sorted(cells))
    if len(cells) == 1:
        gone = tuple(size * cells[0] + d for d in ONES[marks[cells[0]] & ~digits])
        yield Find("bug1", gone, digits=digits, second=second)
    elif digits.bit_count() == 1:
        digit = digits.bit_length() - 1
        gone = tuple(size * cell + digit for cell in shared if marks[cell] & digits)
        if gone:
            yield Find("bug2", gone, digits=digits, second=second)
        elif len(cells) == 2:
            yield from _grave_locked(wiring, grid, extra, digits)
    elif shared:
        if len(cells) == 2:
            yield from _grave_locked(wiring, grid, extra, digits)
        yield from _grave_with_set(wiring, grid, cells, shared, digits)


def _extras(wiring: Wiring, grid: Grid, flat: Flat) -> tuple[dict[int, int], list[int]] | None:
    """Return the extra candidates by cell and the other cells that see all of them; None where there is no grave."""
    size, marks = wiring.size, grid.marks
    left = flat[: wiring.blanks]
    extra: dict[int, int] = {}
    shared: list[int] = []
    digits = 0
    for house in (*wiring.order[:size], *range(2 * size)):  # boxes, rows, columns
        for d in range(size):
            group = wiring.places + size * house + d
            if flat[group].bit_count() in (0, 2):
                continue
            many = [
                n // size for i in ONES[flat[group]] if marks[(n := wiring.members[group][i]) // size].bit_count() >= 3
            ]
            if not many:
                return None
            if len(many) > 1:
                continue  # another house will tell which one it is
            cell = many[0]
            if not extra:
                shared = [*wiring.near[cell]]
            extra[cell] = extra.get(cell, 0) | 1 << d
            digits |= 1 << d
            for at, bit in wiring.groups[size * cell + d]:
                left[at] &= ~bit
            shared = [other for other in shared if grid.shape.peers[cell] >> other & 1 and other not in extra]
            if len(extra) > 1 and digits.bit_count() > 1 and not shared:
                return None
    if not extra or any(mask.bit_count() not in (0, 2) for mask in left):
        return None
    return extra, shared


def _grave_locked(wiring: Wiring, grid: Grid, extra: dict[int, int], digits: int) -> Iterator[Find]:
    """Yield type 4: two cells with extras share a house and one more digit, which must be in one of them."""
    (one, first), (two, other) = extra.items()
    common = grid.marks[one] & grid.marks[two] & ~digits
    if common.bit_count() != 1 or not grid.shape.peers[one] >> two & 1:
        return
    gone = [
        wiring.size * cell + d
        for cell, mask in ((one, first), (two, other))
        for d in ONES[grid.marks[cell] & ~mask & ~common]
    ]
    yield Find("bug4", tuple(gone), digits=digits, second=tuple(sorted((one, two))))


def _grave_with_set(wiring: Wiring, grid: Grid, cells: list[int], shared: list[int], digits: int) -> Iterator[Find]:
    """Yield type 3: the extras, in whichever cell they come true, make a naked set with other cells of a house."""
    size, marks = wiring.size, grid.marks
    row, col, box = wiring.houses_of[cells[0]]
    for house in (box, row, col):
        if any(house not in wiring.houses_of[cell] for cell in cells):
            continue
        members = [cell for cell in shared if house in wiring.houses_of[cell]]
        for count in range(2, 7):
            if len(members) < count or digits.bit_count() > count:
                continue
            for group in ascending([*range(len(members))], count - 1):
                cover = 0
                for i in group:
                    cover |= marks[members[i]]
                if (
                    any(marks[members[i]].bit_count() <= 1 for i in group)
                    or cover.bit_count() != count
                    or (cover | digits).bit_count() != count
                ):
                    continue
                gone = [
                    size * members[i] + d
                    for i in range(len(members))
                    if i not in group
                    for d in ONES[marks[members[i]] & cover]
                ]
                if gone:
                    yield Find(
                        "bug3", tuple(gone), digits=digits, second=tuple(sorted(cells)), houses=(house,),
                        fins=tuple(sorted(members[i] for i in group)),
                        tenths=int((5.7 + (count - 1) * 0.1 + 0.05) * 10),
                    )  # fmt: skip
