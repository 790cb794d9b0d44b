"""Techniques with almost locked sets (待定数组): ALS-XZ, ALS-XY-wing, ALS-XY-chain, death blossom; Sue de Coq.

An almost locked set is cells of a house with one candidate digit more than cells; once it loses one of its digits, it
holds all the others.

A digit that two sets share is a restricted common candidate if all its places in the one see all its places in the
other: then only one of the two holds it, and the other is locked.

    ALS-XZ         two sets with a restricted digit x: one of them holds every other common digit z
                   with two restricted digits both sets are locked, whatever they hold else
    ALS-XY-wing    two sets, each with a restricted digit to a third: one of the two holds every common z
    ALS-XY-chain   the same along four sets and more
    death blossom  a cell, and for each of its candidates a set that would lose it: one of the sets is locked

What sees all places of z in the sets concerned loses it.

    Sue de Coq     two or three cells where a box and a line cross, with at least two digits too many, some cells of the
                   rest of the line, and some of the rest of the box, that have no digit of the crossing in common: if
                   all these have just as many digits as they are, each digit has its place. Those of the line and the
                   crossing go from the rest of the line, those of the box and the crossing from the rest of the box.
                   Both parts may bring digits of their own; one that both bring is counted twice

Sources: http://sudopedia.org/wiki/Almost_Locked_Set, /ALS-XZ, /ALS-XY-Wing, /ALS-XY-Chain, /Death_Blossom,
/Sue_de_Coq. Where sets may overlap, what an ALS-XY-chain needs (4 to 7 sets) and that of two restricted digits a chain
lays by the smaller follow HoDoKu, http://hodoku.sourceforge.net/en/tech_als.php and, for Sue de Coq with more cells,
/tech_misc.php.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise, permutations, product
from typing import TypeAlias

from tessella.i18n import N_, _
from tessella.sudoku.geometry import digits_of
from tessella.sudoku.techniques import eureka
from tessella.sudoku.techniques.grid import Grid, cells_of, once_per_grid, union
from tessella.sudoku.techniques.phrasing import Words, digit_sign, join_sentences, list_digits
from tessella.sudoku.techniques.step import Node, Step
from tessella.sudoku.techniques.technique import EITHER_WAY, IN_EVERY_CASE, Explain, Notate, Technique, narrow_first

MIN_LINKS, MAX_LINKS = 3, 6

Eliminated: TypeAlias = dict[int, int]  # cells by digit


@dataclass(frozen=True, slots=True)
class AlmostLocked:
    """An almost locked set.

    `held[digit]` is the set of its cells that may hold the digit, `seers[digit]` what sees all of these, the
    set's own cells left out.
    """

    cells: int
    digits: int
    held: dict[int, int]
    seers: dict[int, int]

    @property
    def weight(self) -> int:
        """How much longer a chain counts for going through the set, in half links, as HoDoKu has it."""
        count = self.digits.bit_count()
        return 1 if count == 2 else 2 * count - 2


@once_per_grid
def almost_locked(grid: Grid) -> list[AlmostLocked]:
    """Return the almost locked sets of a grid in the order of the houses, those of one cell among them."""
    found: list[AlmostLocked] = []
    shape, marks = grid.shape, grid.marks
    known = set[int]()
    for house in shape.houses:
        blank = [cell for cell in cells_of(house & grid.blank) if marks[cell]]
        most = union(marks[cell] for cell in blank).bit_count() - 1
        # Grown cell by cell, a set is given up when the cells that are left cannot catch up with its digits.
        waiting = [(0, 0, 0, 0)]
        while waiting:
            start, cells, digits, count = waiting.pop()
            if digits.bit_count() == count + 1 and cells not in known:
                known.add(cells)
                held = {digit: grid.places[digit] & cells for digit in digits_of(digits)}
                seers = {digit: shape.seen_by(where) & ~cells for digit, where in held.items()}
                found.append(AlmostLocked(cells, digits, held, seers))
            if count >= most:
                continue
            for place in range(len(blank) - 1, start - 1, -1):
                cell = blank[place]
                if (grown := digits | marks[cell]).bit_count() <= count + 2 + len(blank) - 1 - place:
                    waiting.append((place + 1, cells | 1 << cell, grown, count + 1))
    return found


@dataclass(frozen=True, slots=True)
class _Net:
    """All sets of a grid, and which digits are restricted between which: `restricted[one][other]` is a mask."""

    grid: Grid
    sets: list[AlmostLocked]
    restricted: list[dict[int, int]]

    def common(self, one: AlmostLocked, other: AlmostLocked) -> Eliminated:
        """Return what sees all places of each common digit in two sets."""
        return {
            digit: out
            for digit in digits_of(one.digits & other.digits)
            if (out := self.grid.places[digit] & one.seers[digit] & other.seers[digit])
        }

    def step(self, technique: Technique, sets: list[AlmostLocked], out: Eliminated, links: int, cells: int = 0) -> Step:
        """Return the step of a chain of sets; `links` are the digits that restrict them."""
        shown = [(one.cells, one.digits) for one in sets]
        return technique.step(self.grid, links, out, of_result=True, cells=cells, sets=shown)


@once_per_grid
def _net(grid: Grid, *, overlap: bool) -> _Net:
    sets = almost_locked(grid)
    restricted: list[dict[int, int]] = [{} for _one in sets]
    for (number, one), (later, other) in combinations(enumerate(sets), 2):
        if not (common := one.digits & other.digits) or (not overlap and one.cells & other.cells):
            continue
        if mask := sum(1 << digit - 1 for digit in digits_of(common) if not other.held[digit] & ~one.seers[digit]):
            if mask.bit_count() > 2:  # two are enough, and more are a contradiction
                mask = mask & -mask | 1 << mask.bit_length() - 1
            restricted[number][later] = restricted[later][number] = mask
    return _Net(grid, sets, restricted)


Done: TypeAlias = set[frozenset[tuple[int, int]]]


def _is_new(out: Eliminated, done: Done) -> bool:
    """Return whether something is eliminated, and was not before; from now on it was."""
    if not (key := frozenset(out.items())) or key in done:
        return False
    done.add(key)
    return True


def xz(grid: Grid) -> Iterator[Step]:
    """Yield every two sets that do not overlap with a restricted digit, for each set of eliminations once."""
    net = _net(grid, overlap=False)
    done: Done = set()
    for number, one in enumerate(net.sets):
        for later, mask in net.restricted[number].items():
            if later < number:
                continue
            other = net.sets[later]
            out = net.common(one, other)
            if mask.bit_count() == 1:
                out.pop(mask.bit_length(), None)
            else:
                for locked, beside in ((one, other), (other, one)):
                    for digit in digits_of(locked.digits & ~mask):
                        if gone := grid.places[digit] & locked.seers[digit] & ~beside.cells:
                            out[digit] = out.get(digit, 0) | gone
            if _is_new(out, done):
                yield net.step(ALS_XZ, [one, other], out, mask)


def xy_wings(grid: Grid, *, overlap: bool = False) -> Iterator[Step]:
    """Yield every two sets with a third that both have a restricted digit with, for each set of eliminations once."""
    net = _net(grid, overlap=overlap)
    sets, restricted = net.sets, net.restricted
    near = [sum(1 << other for other in links) for links in restricted]
    done: Done = set()
    for number, one in enumerate(sets):
        if not near[number]:
            continue
        for later in range(number + 1, len(sets)):
            pivots = near[number] & near[later]
            other = sets[later]
            if not pivots or (not overlap and one.cells & other.cells):
                continue
            if one.cells | other.cells in (one.cells, other.cells):
                continue
            if not (common := net.common(one, other)):
                continue
            for pivot in cells_of(pivots):
                first, second = restricted[pivot][number], restricted[pivot][later]
                if first == second and first.bit_count() == 1:
                    continue
                out = {digit: gone for digit, gone in common.items() if not (first | second) >> digit - 1 & 1}
                if _is_new(out, done):
                    yield net.step(ALS_XY_WING, [one, sets[pivot], other], out, first | second)


def _next(restricted: int, laid_by: int) -> int:
    """Return the restricted digits that are left for a link after a link by `laid_by`."""
    return restricted & ~(laid_by & -laid_by)


def xy_chains(grid: Grid, *, overlap: bool = False) -> Iterator[Step]:
    """Yield every two sets that a chain of four to seven joins, for each set of eliminations once.

    All chains are followed at once, link by link: for every last set and the digits it was reached by, one
    integer holds from which starts (a set and its first digit) it can be reached.
    """
    net = _net(grid, overlap=overlap)
    starts, layers = _layers(net)
    reached: dict[State, int] = {}
    for layer in layers[MIN_LINKS:]:
        for last, states in layer.items():
            for laid_by, sources in states.items():
                reached[last, laid_by] = reached.get((last, laid_by), 0) | sources
    done: Done = set()
    commons: dict[tuple[int, int], Eliminated] = {}
    for (last, laid_by), sources in reached.items():
        for source in cells_of(sources):
            number, digit = starts[source]
            if (number, last) not in commons:
                common = net.common(net.sets[number], net.sets[last]) if number != last else {}
                commons[number, last] = commons[last, number] = common
            if not (common := commons[number, last]):
                continue
            out = {d: gone for d, gone in common.items() if d != digit and not laid_by >> d - 1 & 1}
            key = frozenset(out.items())
            if not key or key in done:
                continue
            chains = (
                _back(net, layers[: length + 1], 1 << source, (number,), (last, laid_by))
                for length in range(MIN_LINKS, MAX_LINKS + 1)
            )
            if chain := next(filter(None, chains), None):
                done.add(key)
                sets = [net.sets[number], *(net.sets[one] for one, _laid in chain)]
                yield net.step(ALS_XY_CHAIN, sets, out, union(laid for _one, laid in chain))


State = tuple[int, int]  # the last set of a chain, and the digits that it was reached by
Layer = dict[int, dict[int, int]]  # by set and digits: from which starts the chains of one length come there


def _layers(net: _Net) -> tuple[list[tuple[int, int]], list[Layer]]:
    """Return the starts, and for every number of links which states are reached from which of them."""
    starts: list[tuple[int, int]] = []
    first: Layer = {}
    for number, links in enumerate(net.restricted):
        begun: dict[int, int] = {}
        for other, mask in links.items():
            for digit in digits_of(mask):
                if digit not in begun:
                    begun[digit] = len(starts)
                    starts.append((number, digit))
                _reach(first, other, 1 << digit - 1, 1 << begun[digit])
    layers: list[Layer] = [{}, first]
    while len(layers) <= MAX_LINKS:
        grown: Layer = {}
        for last, states in layers[-1].items():
            for other, mask in net.restricted[last].items():
                for laid_by, sources in states.items():
                    _reach(grown, other, _next(mask, laid_by), sources)
        layers.append(grown)
    return starts, layers


def _reach(layer: Layer, last: int, laid_by: int, sources: int) -> None:
    if laid_by:
        states = layer.setdefault(last, {})
        states[laid_by] = states.get(laid_by, 0) | sources


def _back(net: _Net, layers: list[Layer], source: int, used: tuple[int, ...], end: State) -> list[State]:
    """Return the states of a chain from a start (a bit of the layers) to an end that uses no set twice, [] for none.

    The chain has a link for every layer but the first, which is empty; it is traced from its end.
    """
    last, laid_by = end
    if last in used or not layers[-1].get(last, {}).get(laid_by, 0) & source:
        return []
    if len(layers) == 2:
        return [end]
    for other, mask in net.restricted[last].items():
        for came_by in layers[-2].get(other, ()):
            if _next(mask, came_by) == laid_by and (
                chain := _back(net, layers[:-1], source, (*used, last), (other, came_by))
            ):
                return [*chain, end]
    return []


def death_blossoms(grid: Grid, *, overlap: bool = False) -> Iterator[Step]:
    """Yield every cell whose candidates would each lock a set, for each set of eliminations once."""
    net = _Net(grid, almost_locked(grid), [])
    petals: dict[tuple[int, int], list[AlmostLocked]] = {}
    for one in net.sets:
        for digit in digits_of(one.digits):
            for cell in cells_of(grid.places[digit] & one.seers[digit]):
                petals.setdefault((cell, digit), []).append(one)
    done: Done = set()
    for cell in cells_of(grid.blank):
        if not (digits := digits_of(grid.marks[cell])) or any((cell, digit) not in petals for digit in digits):
            continue
        here = 1 << cell
        reach = {d: mask & ~here for d, mask in enumerate(grid.places) if d and d not in digits and mask & ~here}
        # The fewest petals first, so that what cannot end anywhere is given up early.
        order = sorted((petals[cell, digit] for digit in digits), key=len)
        for flowers, out in _grow(order, reach, 0, overlap=overlap):
            if _is_new(out, done):
                yield net.step(DEATH_BLOSSOM, flowers, out, grid.marks[cell], here)


def _grow(
    order: list[list[AlmostLocked]], reach: Eliminated, taken: int, *, overlap: bool
) -> Iterator[tuple[list[AlmostLocked], Eliminated]]:
    """Yield a set from each list, with what sees all places of a digit that they share."""
    if not order:
        yield [], reach
        return
    for one in order[0]:
        if not overlap and one.cells & taken:
            continue
        if left := {d: out for d in digits_of(one.digits) if d in reach and (out := reach[d] & one.seers[d])}:
            for rest, found in _grow(order[1:], left, taken | one.cells, overlap=overlap):
                if outside := {digit: out for digit, gone in found.items() if (out := gone & ~one.cells)}:
                    yield [one, *rest], outside


def restricted_links(step: Step, grid: Grid) -> list[int]:
    """Return for every two sets of a chain that follow each other a digit that only one of them can hold.

    No digit links a set to both its neighbours, and none at an end is eliminated.
    """
    held = [{d: union(1 << cell for cell in one.cells) & grid.places[d] for d in one.digits} for one in step.sets]
    options = [
        [d for d in step.digits if d in one and d in other and not other[d] & ~grid.shape.seen_by(one[d])]
        for one, other in pairwise(held)
    ]
    gone = {digit for digit, _row, _col in step.eliminations}
    ways = (way for way in product(*options) if not gone & {way[0], way[-1]})
    return list(next(way for way in ways if all(one != other for one, other in pairwise(way))))


def _in_set(words: Words, number: int, digits: Iterable[int], *, is_on: bool = True) -> list[Node]:
    """Return that a set of a step holds digits (or does not)."""
    cells, marks = words.step.sets[number].cells, words.grid.marks
    return [Node(d, tuple(cell for cell in cells if marks[cell] >> d - 1 & 1), is_on) for d in digits]


def _explain_xz(words: Words) -> str:
    if len(words.step.digits) > 1:
        lead = _(
            "Two sets with one digit more than cells (almost locked sets): {sets}. {digits} (x) can each be "
            "in only one of the two, so each set takes one of them, and with it all its other digits."
        )
        return words.fill(lead)
    lead = _(
        "Two sets with one digit more than cells (almost locked sets): {sets}. Only one of them can hold {digits} (x);"
        " both have {removed} (z)."
    )
    return join_sentences(words.fill(lead), _explain_links(words))


def _explain_links(words: Words) -> str:
    """Return what follows from set to set where the first holds its link, and what where it does not."""
    links = restricted_links(words.step, words.grid)
    on = [_in_set(words, number, [digit]) for number, digit in enumerate(links)]
    off = _in_set(words, 0, links[:1], is_on=False)
    last = len(words.step.sets) - 1
    return words.cases([*on, _in_set(words, last, words.removed)], [off, _in_set(words, 0, words.removed)])


def _explain_xy_wing(words: Words) -> str:
    x, y = restricted_links(words.step, words.grid)
    cases = [
        (_in_set(words, 1, [x]), _in_set(words, 0, words.removed)),
        (_in_set(words, 1, [y]), _in_set(words, 2, words.removed)),
    ]
    lead = _(
        "Sets with one digit more than cells (almost locked sets): {sets}. The second lacks only one of its digits, so"
        " it holds {link} or {other}."
    )
    return join_sentences(words.fill(lead, link=digit_sign(x), other=digit_sign(y)), words.cases(*cases))


def _explain_chain(words: Words) -> str:
    lead = _(
        "Sets with one digit more than cells (almost locked sets), of which any two that follow each other share a"
        " digit that only one of them can hold: {sets}."
    )
    return join_sentences(words.fill(lead), _explain_links(words))


def _explain_blossom(words: Words) -> str:
    step, grid = words.step, words.grid
    [cell] = step.cells
    digits = digits_of(grid.marks[cell])

    def loses(number: int, digit: int) -> bool:
        [node] = _in_set(words, number, [digit])
        return bool(node.cells) and all(grid.shape.peers[cell] >> other & 1 for other in node.cells)

    orders = permutations(range(len(digits)))
    order = next(one for one in orders if all(map(loses, one, digits)))
    cases = [([Node(d, step.cells)], _in_set(words, n, words.removed)) for n, d in zip(order, digits, strict=True)]
    lead = _("Sets with one digit more than cells (almost locked sets): {sets}.")
    return join_sentences(words.fill(lead), words.cases(*cases))


def _notate(step: Step, grid: Grid) -> str:
    if step.code == "0901" and len(step.digits) > 1:  # a loop through both sets
        one, other = step.digits
        held = tuple(cell for cell in step.sets[0].cells if grid.marks[cell] >> one - 1 & 1)
        parts = eureka.of_sets(step.sets, [other], one)
        return eureka.write([*parts, eureka.Part((one,), held, is_on=False)], step, grid.size)
    links = restricted_links(step, grid)
    ends = sorted({digit for digit, _row, _col in step.eliminations})
    return "\n".join(eureka.write(eureka.of_sets(step.sets, links, end), step, grid.size, end) for end in ends)


def _with_overlap(
    code: str,
    name: str,
    find: Callable[..., Iterator[Step]],
    explain: Explain,
    *aliases: str,
    so: str = EITHER_WAY,
    notate: Notate | None = _notate,
) -> Technique:
    wide = partial(find, overlap=True)
    both, variants = partial(narrow_first, narrow=find, wide=wide), (("1", find), ("2", wide))
    return Technique(code, name, both, explain, aliases=aliases, variants=variants, so=so, notate=notate)


ALS_XZ = Technique(
    "0901",
    N_("ALS-XZ"),
    xz,
    _explain_xz,
    aliases=("ALS-XZ rule", "almost locked set XZ-rule"),
    so=EITHER_WAY,
    notate=_notate,
)
ALS_XY_WING = _with_overlap(
    "0902", N_("ALS-XY-wing"), xy_wings, _explain_xy_wing, "ALS-XY-wing rule", "almost locked set XY-wing"
)
ALS_XY_CHAIN = _with_overlap("0903", N_("ALS-XY-chain"), xy_chains, _explain_chain, "almost locked set XY-chain")
DEATH_BLOSSOM = _with_overlap(
    "0904", N_("death blossom"), death_blossoms, _explain_blossom, so=IN_EVERY_CASE, notate=None
)


def sue_de_coq(grid: Grid) -> Iterator[Step]:
    """Yield every crossing of a box and a line with two sets that share out its digits."""
    shape, size, marks = grid.shape, grid.size, grid.marks
    for line, box in product(range(2 * size), shape.others):
        cross = cells_of(shape.houses[line] & shape.houses[box] & grid.blank)
        for count in range(2, len(cross) + 1):
            for group in combinations(cross, count):
                digits = union(marks[cell] for cell in group)
                if digits.bit_count() - count >= 2:
                    yield from _shared(grid, line, box, sum(1 << cell for cell in group), digits)


def _shared(grid: Grid, line: int, box: int, cross: int, digits: int) -> Iterator[Step]:
    shape = grid.shape
    spare = digits.bit_count() - cross.bit_count()
    in_line = shape.houses[line] & grid.blank & ~cross
    in_box = shape.houses[box] & grid.blank & ~cross
    for first, taken in _subsets(grid, in_line):
        own = (taken & ~digits).bit_count()
        size = first.bit_count()
        if not taken & digits or not own < size < own + spare:
            continue
        for second, others in _subsets(grid, in_box & ~first, taken & digits):
            if not others & digits or second.bit_count() - (others & ~digits).bit_count() != spare - size + own:
                continue
            both = taken & others
            out: dict[int, int] = {}
            for where, mask in (
                (in_box & ~second, (digits | others) & ~taken | both),
                (in_line & ~first, (digits | taken) & ~others | both),
            ):
                for digit in digits_of(mask):
                    if gone := grid.places[digit] & where:
                        out[digit] = out.get(digit, 0) | gone
            if out:
                yield SUE_DE_COQ.step(
                    grid, digits, out, of_result=True, cells=cross, houses=(line, box),
                    sets=[(cross, digits), (second, others), (first, taken)],
                )  # fmt: skip


def _subsets(grid: Grid, cells: int, without: int = 0) -> Iterator[tuple[int, int]]:
    """Yield the subsets of the cells that have none of the digits `without`, with their digits."""
    usable = [cell for cell in cells_of(cells) if grid.marks[cell] and not grid.marks[cell] & without]
    waiting = [(0, 0, 0)]
    while waiting:
        start, group, digits = waiting.pop()
        if group:
            yield group, digits
        for place in range(start, len(usable)):
            cell = usable[place]
            waiting.append((place + 1, group | 1 << cell, digits | grid.marks[cell]))


def _explain_sue(words: Words) -> str:
    crossing, second, first = ({*one.digits} for one in words.step.sets)
    both = first & second
    text = _(
        "These sets have {n} cells: {sets}. A digit can be in {houses} once each, so the cells need all these digits."
        " That uses up {in_line} in {first_house} and {in_box} in {second_house}."
    )
    n = str(sum(len(one.cells) for one in words.step.sets))
    in_line, in_box = (crossing | first) - second | both, (crossing | second) - first | both
    return words.fill(text, n=n, in_line=list_digits(sorted(in_line)), in_box=list_digits(sorted(in_box)))


SUE_DE_COQ = Technique("1101", N_("Sue de Coq"), sue_de_coq, _explain_sue)
TECHNIQUES = (ALS_XZ, ALS_XY_WING, ALS_XY_CHAIN, DEATH_BLOSSOM, SUE_DE_COQ)
