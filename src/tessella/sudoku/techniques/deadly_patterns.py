"""Deadly patterns beyond rectangles: unique loops and the bivalue universal grave (BUG).

Either would give the puzzle a second solution, so one of the candidates that keep it away is true.

    unique loop   six cells or more in a ring, each two neighbours in a house, no house with more than two of them, and
                  those of opposite turns: holding only a and b they could be swapped, like a unique rectangle
        type 1    one cell of it has more candidates: it loses a and b
        type 2    some have the same one more: one of them is it, what sees them all is not
        type 3    two have more and share a house: what they have besides makes a naked set with cells of it
        type 4    two have more and share a house where a has no other place: they lose b
    BUG           with some candidates (the surplus) taken out, every blank cell has two candidates and every
                  house two places for each digit: so one of the surplus is true (全双值格致死解法)
        BUG+1     the surplus is one candidate, the third of its cell: it is true
        type 1    (beyond BUG+1) one cell holds all the surplus: it loses its other candidates
        type 2    the surplus is one digit: what sees all of it loses that digit
        type 3    the surplus lies in one house, and makes a naked set with cells of it
        type 4    two cells of a house hold the surplus, and a digit of both has no other place there: they
                  lose the rest of their other candidates

Sources: http://sudopedia.org/wiki/Unique_Loop, /Bivalue_Universal_Grave.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial, reduce
from itertools import combinations
from operator import and_
from typing import TypeAlias

from tessella.i18n import N_, _, list_of
from tessella.sudoku.geometry import cell_name, digits_of
from tessella.sudoku.techniques.grid import BITS, Grid, cells_of, union
from tessella.sudoku.techniques.phrasing import Words, any_digit, digit_sign, join_sentences, list_digits
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import Technique

MAX_LOOP = 14


@dataclass(frozen=True, slots=True)
class Threat:
    """A deadly pattern that is kept away by the surplus of its odd cells; `rest` are the other candidates of these."""

    cells: int
    surplus: dict[int, int]
    rest: dict[int, int]
    shown: int  # the digits that name the step

    @property
    def odd(self) -> int:
        """The cells with a surplus."""
        return union(1 << cell for cell in self.surplus)

    @property
    def digits(self) -> int:
        """The digits of the surplus."""
        return union(self.surplus.values())


Conclusion: TypeAlias = tuple[dict[int, int], int, tuple[int, ...]]  # eliminated cells by digit, helping cells, houses
Check: TypeAlias = Callable[[Grid, Threat], Iterator[Conclusion]]


def steps_of(grid: Grid, threat: Threat, technique: Technique, check: Check) -> Iterator[Step]:
    """Yield the steps that a threat allows by a check of its type."""
    for out, fins, houses in check(grid, threat):
        if left := {digit: gone for digit, gone in out.items() if gone}:
            odd = threat.odd
            yield technique.step(
                grid, threat.shown, left, cells=threat.cells & ~odd, second=odd, fins=fins, houses=houses
            )


def _type_1(grid: Grid, threat: Threat) -> Iterator[Conclusion]:
    if len(threat.surplus) == 1:
        ((cell, mask),) = threat.rest.items()
        yield {digit: grid.places[digit] & 1 << cell for digit in digits_of(mask)}, 0, ()


def _type_2(grid: Grid, threat: Threat) -> Iterator[Conclusion]:
    if len(threat.surplus) > 1 and threat.digits.bit_count() == 1:
        digit = threat.digits.bit_length()
        yield {digit: grid.places[digit] & grid.shape.seen_by(threat.odd)}, 0, ()


def _type_3(grid: Grid, threat: Threat) -> Iterator[Conclusion]:
    shape, odd = grid.shape, threat.odd
    surplus = threat.digits
    if len(threat.surplus) < 2 or surplus.bit_count() < 2:
        return
    for number in shape.shared(odd):
        helpers = [cell for cell in cells_of(shape.houses[number] & grid.blank & ~odd) if grid.marks[cell]]
        for cells, digits in naked_with(grid, helpers, surplus, len(helpers) - 2):
            reach = shape.houses[number] & ~odd & ~cells
            yield {digit: grid.places[digit] & reach for digit in digits_of(digits)}, cells, (number,)


def naked_with(grid: Grid, helpers: list[int], surplus: int, most: int) -> Iterator[tuple[int, int]]:
    """Yield the helpers, up to `most`, that form a naked set with one cell of the surplus, and its digits."""
    for count in range(1, most + 1):
        for group in combinations(helpers, count):
            if (digits := surplus | union(grid.marks[cell] for cell in group)).bit_count() == count + 1:
                yield sum(1 << cell for cell in group), digits


def _type_4(grid: Grid, threat: Threat) -> Iterator[Conclusion]:
    shape, odd = grid.shape, threat.odd
    if len(threat.surplus) != 2:
        return
    one, other = threat.rest.values()
    for digit in digits_of(one & other):
        if houses := tuple(house for house in shape.shared(odd) if grid.places[digit] & shape.houses[house] == odd):
            out: dict[int, int] = {}
            for cell, mask in threat.rest.items():
                for gone in digits_of(mask & ~(1 << digit - 1)):
                    out[gone] = out.get(gone, 0) | 1 << cell
            yield out, 0, houses


TYPE: dict[int, Check] = {1: _type_1, 2: _type_2, 3: _type_3, 4: _type_4}


Mates: TypeAlias = dict[int, tuple[tuple[int, ...], ...]]  # by cell: others with the same two, in box, row and column


def _mates(grid: Grid, pair: int) -> Mates:
    """Return the cells that may hold both digits of a pair; none where no ring of them can close."""
    houses, houses_of = grid.shape.houses, grid.shape.linked
    mates = rest = reduce(and_, (grid.places[digit] for digit in digits_of(pair)))
    while rest:
        near = {
            cell: [rest & houses[house] & ~(1 << cell) for house in houses_of[cell] if house >= 0]
            for cell in cells_of(rest)
        }
        ends = union(1 << cell for cell, some in near.items() if sum(map(bool, some)) < 2)  # no way on from there
        if not ends:
            break
        rest ^= ends
    if rest.bit_count() < 4 or not grid.shape.is_of_houses:
        return {}
    return {
        cell: tuple(
            tuple(other for other in cells_of(mates & houses[house]) if other != cell) if house >= 0 else ()
            for house in houses_of[cell]
        )
        for cell in cells_of(mates)
    }


def loops(  # noqa: C901 - one search, cell by cell
    grid: Grid, *, as_rated: bool = False
) -> Iterator[tuple[int, ...]]:
    """Yield every ring of four cells and more with the same two candidates, from each of its bivalue cells both ways.

    Every house of the ring has one cell of each turn. Two cells may have any candidates besides, more of them only
    the same one. With `as_rated` these are counted as Sudoku Explainer counts them: candidates of cells that it looked
    at before and passed over count as well, so it misses some loops.
    """
    marks, houses_of = grid.marks, grid.shape.houses_of
    mates: dict[int, Mates] = {}  # by pair

    def extended(
        path: list[int], taken: tuple[set[int], set[int]], allowed: int = 2, extra: int = 0, came: int = -1
    ) -> Iterator[tuple[int, ...]]:
        """Yield the loops that begin with a path; `taken` are the houses of its cells of either turn."""
        start, own = path[0], taken[len(path) & 1]
        for kind, cells in enumerate(mates[marks[start]][path[-1]]):
            for cell in cells if kind != came else ():
                if cell == start and len(path) >= 4:
                    if len(path) % 2 == 0 and taken[0] == taken[1]:
                        yield tuple(path)
                elif cell not in path and (as_rated or len(path) < MAX_LOOP):
                    more = marks[cell] & ~marks[start]
                    seen = extra | more
                    if as_rated:
                        extra = seen
                    if (not more or seen.bit_count() == 1 or allowed > 0) and own.isdisjoint(houses_of[cell]):
                        path.append(cell)
                        own.update(houses_of[cell])
                        yield from extended(path, taken, allowed - bool(more), seen, kind)
                        own.difference_update(houses_of[cell])
                        path.pop()

    for start in cells_of(grid.bivalue):
        pair = marks[start]
        if pair not in mates:
            mates[pair] = _mates(grid, pair)
        if len(mates[pair]) >= 4:
            yield from extended([start], ({*houses_of[start]}, set()))


def loop_threat(grid: Grid, loop: tuple[int, ...], pair: int) -> Threat:
    """Return what keeps a loop from being deadly that would hold a pair of digits."""
    surplus = {cell: extra for cell in loop if (extra := grid.marks[cell] & ~pair)}
    return Threat(sum(1 << cell for cell in loop), surplus, dict.fromkeys(surplus, pair), pair)


def _unique_loops(grid: Grid, kind: int) -> Iterator[Step]:
    found = set[tuple[int, int]]()
    for loop in loops(grid):
        threat = loop_threat(grid, loop, grid.marks[loop[0]])
        if len(loop) > 4 and (threat.shown, threat.cells) not in found:
            found.add((threat.shown, threat.cells))
            yield from steps_of(grid, threat, LOOP[kind], TYPE[kind])


def bug_threat(grid: Grid) -> Threat | None:
    """Return what keeps a grid from being a universal grave, None where it is far from one."""
    shape, marks, size = grid.shape, grid.marks, grid.size
    if not union(grid.counts[3:]) or grid.counts[1] or not shape.is_of_houses:
        return None
    left = grid.masks.copy()
    surplus: dict[int, int] = {}
    shared, digits = shape.full, 0
    for house in (*shape.regions, *range(2 * size), *range(shape.regions.stop, len(shape.houses))):
        for d in range(size):
            group = shape.places + size * house + d
            if left[group].bit_count() in (0, 2):
                continue
            many = [
                n // size for i in BITS[left[group]] if marks[(n := shape.members[group][i]) // size].bit_count() > 2
            ]
            if not many:
                return None
            if len(many) > 1:
                continue  # another house will tell which one it is
            cell = many[0]
            surplus[cell] = surplus.get(cell, 0) | 1 << d
            digits |= 1 << d
            for at, bit in shape.groups[size * cell + d]:
                left[at] &= ~bit
            shared &= shape.peers[cell]
            if len(surplus) > 1 and digits.bit_count() > 1 and not shared:
                return None
    if not surplus or any(mask.bit_count() not in (0, 2) for mask in left[: shape.blanks]):
        return None
    return Threat(sum(1 << cell for cell in surplus), surplus, {c: marks[c] & ~m for c, m in surplus.items()}, digits)


def _bugs(grid: Grid, kind: int) -> Iterator[Step]:
    if (threat := bug_threat(grid)) is not None:
        yield from steps_of(grid, threat, BUG[kind], TYPE[kind])


def _bug_plus_1(grid: Grid) -> Iterator[Step]:
    threat = bug_threat(grid)
    if threat is not None and len(threat.surplus) == threat.digits.bit_count() == 1:
        ((cell, mask),) = threat.rest.items()
        if mask.bit_count() == 2:
            odd = 1 << cell
            out = dict.fromkeys(digits_of(mask), odd)
            yield BUG_PLUS_1.step(grid, 0, out, cells=odd, second=grid.bivalue, fins=odd)


def tell(*sentences: str) -> Callable[[Words], str]:
    """Return what says some sentences on a rectangle or loop.

    Beside parts of `Words` they may name `extra`, the other digits of the odd cells, `taken`, what these take up
    together with `fins`, and `left`, the digits that only the fins and one odd cell have room for.
    """

    def explain(words: Words) -> str:
        step, marks = words.step, words.grid.marks
        extra = {digit for cell in step.second for digit in digits_of(marks[cell])} - {*step.digits}
        return _say(words, sentences, extra=list_digits(sorted(extra)), **_with_fins(words, extra))

    return explain


def _say(words: Words, sentences: Iterable[str], **more: str) -> str:
    return join_sentences(*(words.fill(_(one), **more) for one in sentences))


def _with_fins(words: Words, extra: set[int]) -> dict[str, str]:
    """Return the digits of a naked set with the fins, and those of a hidden set with them."""
    step, grid = words.step, words.grid
    taken = extra.union(*(digits_of(grid.marks[cell]) for cell in step.fins))
    outside = union(grid.shape.houses[house] for house in step.houses)
    outside &= ~union(1 << cell for cell in (*step.second, *step.fins))
    left = {d for d, where in enumerate(grid.places) if d and not where & outside} - extra
    left &= taken.union(step.digits)
    return {"taken": list_digits(sorted(taken)), "left": list_digits(sorted(left))}


def _explain_3(words: Words) -> str:
    """Return the reason of type 3: Sudoku Explainer has hidden sets too, which clear their own cells."""
    is_hidden = {*words.losers} <= {*words.step.fins}
    return tell(WITHOUT, SWAP, _HIDDEN if is_hidden else _NAKED)(words)


def _explain_bug(*sentences: str) -> Callable[[Words], str]:
    """Return what says some sentences on a BUG, after naming its surplus.

    They may name what `_with_fins` does, and `held`, the digits that can only be in the two cells of the surplus.
    """

    def explain(words: Words) -> str:
        threat, places = bug_threat(words.grid), words.grid.places
        assert threat
        odd = [
            _("{digits} in {cell}").format(digits=list_digits(digits_of(mask)), cell=cell_name(cell, words.size))
            for cell, mask in threat.surplus.items()
        ]
        inside = union(words.grid.shape.houses[house] for house in words.step.houses)
        held = [d for d, where in enumerate(places) if where & inside == threat.odd]
        fins = _with_fins(words, {*digits_of(threat.digits)})
        return _say(
            words,
            (_BUG, *sentences),
            surplus=list_of(odd),
            any_surplus=any_digit(digits_of(threat.digits)),
            held=list_digits(held),
            **fins,
        )

    return explain


def _explain_plus_1(words: Words) -> str:
    grid, [cell] = words.grid, words.step.cells
    [third] = {*digits_of(grid.marks[cell])} - {*words.removed}
    houses = words.list_houses(grid.shape.houses_of[cell])
    return _say(words, (_THREE_TIMES, _PLUS_1), third=digit_sign(third), three=houses)


SWAP = N_("Swapping these digits there would give a second solution, but the puzzle has only one.")
TYPE_1 = N_("If {second} were {any_removed}, the cells {all_cells} would hold only {digits}.")
WITHOUT = N_("Without {extra} in {second}, the cells {all_cells} would hold only {digits}.")
ONE_OF = N_(
    "At least one of {second} is therefore {removed}, and no cell that sees all of them can be {removed} as well."
)
_NAKED = N_(
    "One of {second} therefore takes one of these; together with {fins} it uses up {taken} for all cells that see them."
)
_HIDDEN = N_(
    "One of {second} therefore takes one of these, and {left} in {houses} have only the other one and {fins} left."
)
_TYPE_4 = N_(
    "In {houses}, {kept} has no place outside {second}, so one of these is {kept}. If the other were {any_removed}, the"
    " cells {all_cells} would hold only {digits}."
)
TELL: dict[int, Callable[[Words], str]] = {  # of a rectangle or loop, by the type
    1: tell(TYPE_1, SWAP),
    2: tell(WITHOUT, SWAP, ONE_OF),
    3: _explain_3,
    4: tell(_TYPE_4, SWAP),
}
_BUG = N_(
    "Without {surplus}, every empty cell would have two candidates, and in each house every missing digit two places; a"
    " puzzle like that never has just one solution."
)
_TELL_BUG = {
    1: _explain_bug(N_("{second} must therefore be {any_surplus}.")),
    2: _explain_bug(ONE_OF),
    3: _explain_bug(
        N_("One of these is therefore true; together with {fins} it uses up {taken} for all cells that see them.")
    ),
    4: _explain_bug(
        N_("One of {second} therefore takes one of these, and the other takes {held}, with no other place in {houses}.")
    ),
}
_THREE_TIMES = N_(
    "{third} has three places in each of {three}. Apart from that, every empty cell has two candidates, and in each"
    " house every missing digit has two places."
)
_PLUS_1 = N_(
    "If {cells} were not {third}, this would hold without exception; a puzzle like that never has just one solution."
)
_LOOP_NAMES = N_("unique loop type 1"), N_("unique loop type 2"), N_("unique loop type 3"), N_("unique loop type 4")
_BUG_NAMES = N_("BUG type 1"), N_("BUG type 2"), N_("BUG type 3"), N_("BUG type 4")
LOOP = {
    n: Technique(
        f"ul{n}",
        name,
        partial(_unique_loops, kind=n),
        TELL[n],
        rated="unique loop",
        needs_unique=True,
        varies=True,
    )
    for n, name in enumerate(_LOOP_NAMES, 1)
}
BUG = {
    n: Technique(f"bug{n}", name, partial(_bugs, kind=n), _TELL_BUG[n], needs_unique=True, varies=n == 3)
    for n, name in enumerate(_BUG_NAMES, 1)
}
BUG_PLUS_1 = Technique(
    "0610", N_("BUG+1"), _bug_plus_1, _explain_plus_1, "BUG type 1", ("bivalue universal grave + 1",), needs_unique=True
)
TECHNIQUES = (BUG_PLUS_1, *LOOP.values(), *BUG.values())
