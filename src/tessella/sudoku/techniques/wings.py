"""Wings: a few cells with two or three candidates of which at least one takes a common digit.

    XY-wing      a pivot xy with pincers xz and yz: one pincer is z
    XYZ-wing     a pivot xyz with pincers xz and yz: one of the three is z
    WXYZ-wing    four cells with four digits of which only z may stand in two of them
    W-wing       two cells xy that a house with two places for x joins: one of them is y

What sees all the cells that may hold z (of the W-wing: both cells) loses it. Three cells of one house are no wing but a
naked triple.
Sources: http://sudopedia.org/wiki/XY-Wing, /XYZ-Wing, /WXYZ-Wing, /W-Wing.
"""

from collections.abc import Iterator
from functools import partial
from itertools import combinations, permutations

from tessella.i18n import N_, _
from tessella.sudoku.geometry import digits_of
from tessella.sudoku.techniques import eureka
from tessella.sudoku.techniques.grid import Grid, cells_of, union
from tessella.sudoku.techniques.phrasing import Case, Words, join_sentences
from tessella.sudoku.techniques.single_digit import conjugate_pairs
from tessella.sudoku.techniques.step import Node, Set, Step
from tessella.sudoku.techniques.technique import EITHER_WAY, IN_EVERY_CASE, Technique


def _wings(grid: Grid, pivot_size: int) -> Iterator[Step]:
    """Yield every pivot of two (XY) or three (XYZ) candidates with two pincers that share a digit z."""
    shape, marks = grid.shape, grid.marks
    bivalue = grid.bivalue
    for pivot in cells_of(grid.counts[pivot_size]):
        mask = marks[pivot]
        pincers = [
            cell
            for cell in shape.near[pivot]
            if bivalue >> cell & 1 and (marks[cell] & mask).bit_count() == pivot_size - 1
        ]
        for one, other in combinations(pincers, 2):
            z = marks[one] & marks[other]
            if z.bit_count() != 1 or (mask | marks[one] | marks[other]).bit_count() != 3:
                continue
            if (pivot_size == 2 and z & mask) or shape.shared(1 << pivot | 1 << one | 1 << other):
                continue
            ends = 1 << one | 1 << other | (1 << pivot if pivot_size == 3 else 0)
            if out := grid.places[z.bit_length()] & shape.seen_by(ends):
                yield (XY_WING if pivot_size == 2 else XYZ_WING).step(
                    grid, mask | z, {z.bit_length(): out}, cells=1 << pivot, second=1 << one | 1 << other
                )


def wxyz_wings(grid: Grid) -> Iterator[Step]:
    """Yield every four cells with four digits of which all but one can stand in one of the cells at most."""
    shape, marks = grid.shape, grid.marks
    few = union(grid.counts[2:5])
    done = set[int]()
    for pivot in cells_of(few):
        near = [cell for cell in cells_of(few & shape.peers[pivot]) if (marks[cell] | marks[pivot]).bit_count() <= 4]
        for group in combinations(near, 3):
            digits = union(marks[cell] for cell in group) | marks[pivot]
            cells = sum(1 << cell for cell in group) | 1 << pivot
            if digits.bit_count() != 4 or cells in done:
                continue
            done.add(cells)
            held = {digit: grid.places[digit] & cells for digit in digits_of(digits)}
            free = [d for d, ends in held.items() if any(ends & ~(1 << c | shape.peers[c]) for c in cells_of(ends))]
            if len(free) != 1:
                continue
            ends = grid.places[free[0]] & cells
            if out := grid.places[free[0]] & shape.seen_by(ends):
                yield WXYZ_WING.step(grid, digits, {free[0]: out}, cells=1 << pivot, second=cells ^ 1 << pivot)


def w_wings(grid: Grid) -> Iterator[Step]:
    """Yield every two cells with the same two candidates and a house that holds one of the digits beside them."""
    shape, marks = grid.shape, grid.marks
    for one, other in combinations(cells_of(grid.bivalue), 2):
        if marks[one] != marks[other]:
            continue
        ends = 1 << one | 1 << other
        low, high = digits_of(marks[one])
        for link, digit in ((low, high), (high, low)):
            if not (out := grid.places[digit] & shape.seen_by(ends)):
                continue
            for house, first, second in conjugate_pairs(grid, link):
                if (first | second) & ends:
                    continue
                near, far = shape.peers[one], shape.peers[other]
                if (first & near and second & far) or (second & near and first & far):
                    yield W_WING.step(
                        grid, marks[one], {digit: out}, cells=ends, second=first | second, houses=(house,)
                    )
                    break


def _pincers(words: Words) -> list[Case]:
    """Return what each digit of the pivot makes of a pincer, in the order of the digits."""
    step, [z] = words.step, words.removed
    forced = [(d, one) for one in step.second for d in digits_of(words.grid.marks[one]) if d != z]
    return [([Node(d, step.cells)], [Node(z, (one,))]) for d, one in sorted(forced)]


def _explain_xyz(words: Words) -> str:
    return words.cases(*_pincers(words), otherwise=Node(words.removed[0], words.step.cells))


def _explain_wxyz(words: Words) -> str:
    step, [z] = words.step, words.removed
    ends = tuple(cell for cell in sorted(step.cells + step.second) if words.grid.marks[cell] >> z - 1 & 1)
    lost = words.cases([[Node(z, tuple(words.losers))], [Node(z, ends, is_on=False)]])
    left = _("That leaves {all_cells} only {kept}, each of which can be in only one of them: too few for four cells.")
    return join_sentences(lost, words.fill(left))


def _explain_w(words: Words) -> str:
    step, [z] = words.step, words.removed
    [x] = {*step.digits} - {z}
    links = zip(_links(step, words.grid), step.cells, strict=True)
    cases = [([Node(x, (link,))], [Node(z, (end,))]) for link, end in links]
    held = _(
        "{cells} have only the candidates {digits}, and in {houses} there is no place for {kept} outside {second}."
    )
    return join_sentences(words.fill(held), words.cases(*cases))


def _notate(step: Step, grid: Grid) -> str:
    """Return a wing as a chain of sets, a pivot with three candidates as a set with the second pincer."""
    z, one, other = step.eliminations[0][0], *step.second
    a, b = (next(d for d in digits_of(grid.marks[cell]) if d != z) for cell in step.second)
    ends = Set((one,), (a, z)), Set((other,), (b, z))
    if len(digits_of(grid.marks[step.cells[0]])) == 2:
        sets, links = [ends[0], Set(step.cells, (a, b)), ends[1]], [a, b]
    else:
        sets, links = [ends[0], Set((*step.cells, other), (a, b, z))], [a]
    return eureka.write(eureka.of_sets(sets, links, z), step, grid.size)


def _notate_wxyz(step: Step, grid: Grid) -> str:
    """Return a wing as a chain of two sets, where it can be parted into them."""
    shape, places, z = grid.shape, grid.places, step.eliminations[0][0]
    four = sorted(step.cells + step.second)
    for group in (*combinations(four, 1), *combinations(four, 2)):
        parts = [sum(1 << cell for cell in cells) for cells in (group, {*four} - {*group})]
        sets = [
            Set(tuple(cells_of(part)), digits_of(union(grid.marks[cell] for cell in cells_of(part)))) for part in parts
        ]
        if not all(
            shape.shared(part) and len(one.digits) == len(one.cells) + 1 for part, one in zip(parts, sets, strict=True)
        ):
            continue
        for x in {*sets[0].digits} & {*sets[1].digits} - {z}:
            if not places[x] & parts[1] & ~shape.seen_by(places[x] & parts[0]):
                return eureka.write(eureka.of_sets(sets, [x], z), step, grid.size)
    return ""


def _notate_w(step: Step, grid: Grid) -> str:
    z, (one, other) = step.eliminations[0][0], step.cells
    [x] = {*step.digits} - {z}
    first, last = _links(step, grid)
    places = (z, one), (x, one), (x, first), (x, last), (x, other), (z, other)
    parts = [eureka.Part((digit,), (cell,), is_on=bool(n % 2)) for n, (digit, cell) in enumerate(places)]
    return eureka.write(parts, step, grid.size)


def _links(step: Step, grid: Grid) -> tuple[int, ...]:
    """Return the cells that link the ends of a W-wing, each after the end that it sees."""
    ways = permutations(step.second)
    return next(way for way in ways if all(grid.shape.peers[a] >> b & 1 for a, b in zip(way, step.cells, strict=True)))


XY_WING = Technique(
    "0800",
    N_("XY-wing"),
    partial(_wings, pivot_size=2),
    lambda words: words.cases(*_pincers(words)),
    so=EITHER_WAY,
    notate=_notate,
)
XYZ_WING = Technique(
    "0801", N_("XYZ-wing"), partial(_wings, pivot_size=3), _explain_xyz, so=IN_EVERY_CASE, notate=_notate
)
WXYZ_WING = Technique("0802", N_("WXYZ-wing"), wxyz_wings, _explain_wxyz, notate=_notate_wxyz)
W_WING = Technique("0803", N_("W-wing"), w_wings, _explain_w, so=EITHER_WAY, notate=_notate_w)
TECHNIQUES = (XY_WING, XYZ_WING, WXYZ_WING, W_WING)
