"""Locked candidates and subsets: digits that keep to some cells of a house, and the direct techniques.

    pointing    all places of a digit in a box lie in one line: the rest of the line loses it (区块)
    claiming    all places of a digit in a line lie in one box: the rest of the box loses it
    naked       n cells with no other candidates than n digits: every cell that sees them all loses those digits
    hidden      n digits with no other places in a house than n cells: those cells lose everything else
    locked      a naked pair or triple in a box and a line at once that clears cells of both
    direct      pointing, claiming or a hidden subset that at once leaves a digit one place in a house (直观法)

Direct techniques are found by looking, without a pencil mark: they place that digit and eliminate nothing else, as in
Sudoku Explainer. Where the locked form finds something in both houses it is not called naked as well, as in HoDoKu.
Sources: http://sudopedia.org/wiki/Locked_Candidates, /Naked_Subset, /Hidden_Subset, /Locked_Subset.
"""

from collections.abc import Iterator

from tessella.i18n import N_
from tessella.sudoku.techniques.grid import BITS, Grid, Intersection, Masks, Shape, cells_of, subsets_among, union
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import Pattern, Technique, in_masks


def locked_candidates(shape: Shape, masks: Masks, intersections: tuple[Intersection, ...]) -> Iterator[Pattern]:
    """Yield the digits that are locked in a crossing of two houses, and eliminated from the rest of the second."""
    size, members = shape.size, shape.members
    for one in intersections:
        first, outside = shape.places + size * one.first, ~one.inside
        second, rest = shape.places + size * one.second, ~one.shared
        for d in range(size):
            mask = masks[first + d]
            if mask & outside or not mask & mask - 1:  # a single says more
                continue
            if lost := masks[second + d] & rest:
                cells = shape.house_cells[one.first]
                yield Pattern(
                    POINTING if one.first in shape.regions else CLAIMING,
                    tuple(members[second + d][i] for i in BITS[lost]),
                    digits=1 << d,
                    cells=tuple(cells[i] for i in BITS[mask]),
                    houses=(one.first,),
                    covers=(one.second,),
                    needs=((first + d, outside),),
                )


def seen_by_places(shape: Shape, masks: Masks) -> Iterator[Pattern]:
    """Yield the digits of houses that cells outside lose because they see all places; none in lines and boxes alone."""
    size, members = shape.size, shape.members
    for house in shape.chain_order if shape.is_general else ():
        for base in range(shape.places + size * house, shape.places + size * house + size):
            if 2 <= (mask := masks[base]).bit_count() <= _MOST_PLACES:
                d = (base - shape.places) % size
                cells = tuple(members[base][i] // size for i in BITS[mask])
                seers = cells_of(shape.seen_by(sum(1 << cell for cell in cells)))
                if gone := tuple(size * cell + d for cell in seers if masks[cell] >> d & 1):
                    needs = ((base, ~mask),)
                    yield Pattern(SEEN, gone, digits=1 << d, cells=cells, houses=(house,), needs=needs)


_MOST_PLACES = 6  # of more the rest of the house is too small to be seen from
_EXPLAIN_SEEN = N_("{digits} in {houses} can only be in {cells}. A cell that sees all of these cannot be {digits}.")
SEEN = Technique(
    "lc3",
    N_("common peers"),
    in_masks(seen_by_places),
    _EXPLAIN_SEEN,
    aliases=("generalised intersection", "generalized intersections"),
    in_house=True,
    difficulty=29,
)
_EXPLAIN = N_(
    "{digits} in {houses} can only be in {cells}, which all lie in {covers}, so no other cell of {covers} can be"
    " {digits}."
)
POINTING = Technique(
    "0100",
    N_("pointing"),
    lambda grid: (one.step(grid.shape) for one in locked_candidates(grid.shape, grid.masks, grid.shape.pointing)),
    _EXPLAIN,
    aliases=("locked candidate type 1", "locked candidates type 1", "locked candidates (pointing)"),
    in_house=True,
)
CLAIMING = Technique(
    "0101",
    N_("claiming"),
    lambda grid: (one.step(grid.shape) for one in locked_candidates(grid.shape, grid.masks, grid.shape.claiming)),
    _EXPLAIN,
    aliases=("locked candidate type 2", "locked candidates type 2", "locked candidates (claiming)"),
    in_house=True,
)


def _naked_groups(shape: Shape, masks: Masks, count: int, *, as_rated: bool) -> Iterator[tuple[int, set[int], int]]:
    """Yield the house of every `count` cells with as many candidates, these cells, and the candidates."""
    for house, cells in ((house, shape.house_cells[house]) for house in shape.order):
        if not as_rated or masks[shape.blanks + house] >= 2 * count:
            for group, digits in subsets_among([masks[cell] for cell in cells], count, 1 + as_rated):
                yield house, {cells[i] for i in group}, digits


def naked_subsets_in_house(shape: Shape, masks: Masks, count: int) -> Iterator[Pattern]:
    """Yield naked subsets as Sudoku Explainer has them: eliminated is from one house, where a hidden one is no less.

    With other houses than lines and boxes, whatever sees all places of a digit loses it, as in SukakuExplainer.
    """
    for house, chosen, digits in _naked_groups(shape, masks, count, as_rated=True):
        cells = tuple(sorted(chosen))
        if shape.is_general:
            held = ((d, sum(1 << cell for cell in cells if masks[cell] >> d & 1)) for d in BITS[digits])
            lost = ((d, cell) for d, where in held for cell in cells_of(shape.seen_by(where)))
            gone = tuple(shape.size * cell + d for d, cell in lost if masks[cell] >> d & 1)
        else:
            others = (cell for cell in shape.house_cells[house] if cell not in chosen)
            gone = tuple(shape.size * cell + d for cell in others for d in BITS[masks[cell] & digits])
        if gone:
            needs = tuple((cell, ~digits) for cell in cells)
            yield Pattern(NAKED[count], gone, digits=digits, cells=cells, houses=(house,), needs=needs)


def naked_subsets(grid: Grid, count: int) -> Iterator[Step]:
    """Yield the naked subsets of so many cells, locked or not, with all that they eliminate."""
    shape = grid.shape
    found = set[int]()
    for _house, chosen, digits in _naked_groups(shape, grid.masks, count, as_rated=False):
        cells = sum(1 << cell for cell in chosen)
        reach = shape.seen_by(cells)
        out = {d + 1: gone for d in BITS[digits] if (gone := grid.places[d + 1] & reach)}
        if cells in found or not out:
            continue
        found.add(cells)
        houses, gone = shape.shared(cells), union(out.values())
        technique = NAKED[count]
        if count in LOCKED and len(houses) == 2 and houses[1] >= 2 * grid.size:
            line, box = (shape.houses[house] for house in houses)
            if gone & box and gone & line & ~box:
                technique = LOCKED[count]
        yield technique.step(grid, digits, out, cells=cells, houses=houses)


def hidden_subsets(shape: Shape, masks: Masks, count: int, *, as_rated: bool = False) -> Iterator[Pattern]:
    """Yield `count` digits with as many places in a house, where other digits go.

    With `as_rated` without singles, and only where a naked one is no less, as in Sudoku Explainer.
    """
    size, least = shape.size, 2 if as_rated else 1
    for house in shape.order:
        if masks[shape.blanks + house] <= (2 * count if as_rated else count):
            continue
        base, cells = shape.places + size * house, shape.house_cells[house]
        for group, places in subsets_among(masks[base : base + size], count, least):
            digits = sum(1 << d for d in group)
            chosen = tuple(cells[i] for i in BITS[places])
            if gone := tuple(size * cell + d for cell in chosen for d in BITS[masks[cell] & ~digits]):
                needs = tuple((cells[i], digits) for i in range(size) if not places >> i & 1)
                yield Pattern(HIDDEN[count], gone, digits=digits, cells=chosen, houses=(house,), needs=needs)


_EXPLAIN_NAKED = N_(
    "{cells} in {houses} have only the candidates {digits} between them. That is one digit for each cell, so no other"
    " cell that sees all of them can be any of these."
)
_EXPLAIN_HIDDEN = N_(
    "{digits} in {houses} can only go in {cells}. That is one cell for each digit, so these cells cannot be any other"
    " digit."
)


def _naked(code: str, name: str, count: int, *aliases: str, rated: str = "") -> Technique:
    def find(grid: Grid) -> Iterator[Step]:
        return (step for step in naked_subsets(grid, count) if step.code == code)

    return Technique(code, name, find, _EXPLAIN_NAKED, rated, aliases, in_house=True, varies=bool(rated))


def _hidden(code: str, name: str, count: int, *aliases: str) -> Technique:
    return Technique(code, name, in_masks(hidden_subsets, count), _EXPLAIN_HIDDEN, aliases=aliases, in_house=True)


LOCKED = {
    2: _naked("0110", N_("locked pair"), 2, rated="naked pair"),
    3: _naked("0111", N_("locked triple"), 3, rated="naked triple"),
}
NAKED = {
    2: _naked("0200", N_("naked pair"), 2),
    3: _naked("0201", N_("naked triple"), 3),
    4: _naked("0202", N_("naked quad"), 4, "naked quadruple"),
}
HIDDEN = {
    2: _hidden("0210", N_("hidden pair"), 2),
    3: _hidden("0211", N_("hidden triple"), 3),
    4: _hidden("0212", N_("hidden quad"), 4, "hidden quadruple"),
}


def _direct(pattern: Technique, code: str, name: str, explain: str) -> Technique:

    def find(grid: Grid) -> Iterator[Step]:
        """Yield every pattern with the digit that it leaves one place; `covers` ends with its house, `fins` is it."""
        size = grid.size
        done = set[tuple[int, int, int, tuple[int, ...]]]()
        for step in pattern.find(grid):
            lost = [0] * (size + 1)
            for digit, row, col in step.eliminations:
                lost[digit] |= 1 << (row - 1) * size + col - 1
            for digit, gone in enumerate(lost):
                if not gone:
                    continue
                for number, house in enumerate(grid.shape.houses):
                    only = grid.places[digit] & house & ~gone
                    if gone & house and only and not only & only - 1 and (digit, only, number, step.houses) not in done:
                        done.add((digit, only, number, step.houses))
                        cell = only.bit_length() - 1
                        yield Step(
                            technique.name, technique.code, step.candidates, (),
                            ((digit, cell // size + 1, cell % size + 1),), step.digits, step.cells, (), (cell,),
                            step.houses, (*step.covers, number),
                        )  # fmt: skip

    technique = Technique(code, name, find, explain, in_house=True)
    return technique


_EXPLAIN_DIRECT_LOCKED = N_(
    "{digits} in {houses} can only be in {cells}, which all lie in {first_cover}. That leaves only one place for"
    " {placed} in {last_cover}."
)
_EXPLAIN_DIRECT_HIDDEN = N_(
    "{digits} in {houses} can only go in {cells}, so no other digit fits there. That leaves only one place for"
    " {placed} in {last_cover}."
)
DIRECT_LOCKED = (
    _direct(POINTING, "d0100", N_("direct pointing"), _EXPLAIN_DIRECT_LOCKED),
    _direct(CLAIMING, "d0101", N_("direct claiming"), _EXPLAIN_DIRECT_LOCKED),
)
DIRECT_HIDDEN = {
    2: _direct(HIDDEN[2], "d0210", N_("direct hidden pair"), _EXPLAIN_DIRECT_HIDDEN),
    3: _direct(HIDDEN[3], "d0211", N_("direct hidden triple"), _EXPLAIN_DIRECT_HIDDEN),
}
_DIRECT = (*DIRECT_LOCKED, *DIRECT_HIDDEN.values())
TECHNIQUES = (POINTING, CLAIMING, SEEN, *LOCKED.values(), *NAKED.values(), *HIDDEN.values(), *_DIRECT)
