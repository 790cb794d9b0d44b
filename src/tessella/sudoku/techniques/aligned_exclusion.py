"""Aligned pair and triplet exclusion: digits that two or three cells cannot take together.

Every way to fill the cells is tried. A way fails if two of the cells see each other and take one digit, or if it takes
all candidates of an excluder, a cell with two or three candidates that sees them all. A candidate that no other way
holds is eliminated.

Source: http://sudopedia.org/wiki/Aligned_Pair_Exclusion, /Aligned_Triple_Exclusion; which cells are tried, and in
which order, follows Sudoku Explainer.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from tessella.i18n import N_
from tessella.sudoku.techniques.grid import BITS, Grid, cells_of, union
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import Pattern, Technique

# Of one or two digits, as a mask: what the other cells cannot take beside them, as an excluder would be left nothing.
_Banned: TypeAlias = dict[int, int]


def _bases(grid: Grid, excluders: int) -> list[int]:
    """Return the cells that have an excluder and see no cell of one candidate."""
    single, peers = grid.counts[1], grid.shape.peers
    return [
        cell
        for cell in range(grid.shape.cells)
        if grid.marks[cell].bit_count() >= 2 and peers[cell] & excluders and not peers[cell] & single
    ]


def aligned_pairs(grid: Grid) -> Iterator[Step]:
    """Yield two cells with combinations that a pair of excluders, cells of two candidates, forbids."""
    shape, size, marks, few = grid.shape, grid.size, grid.marks, grid.bivalue
    peers = shape.peers
    bases = _bases(grid, few)
    known = dict[int, _Banned]()
    for a, b in ((a, b) for j, b in enumerate(bases) for a in bases[:j]):
        helpers = peers[a] & peers[b] & few
        if not helpers & helpers - 1:
            continue
        if (banned := known.get(helpers)) is None:
            banned = known[helpers] = _banned(marks, helpers)
        near = peers[a] >> b & 1
        lost = ((c, o, d) for c, o in ((a, b), (b, a)) for d in BITS[marks[c]])
        if gone := [size * c + d for c, o, d in lost if not marks[o] & ~(banned.get(1 << d, 0) | near << d)]:
            yield _step(grid, ALIGNED_PAIR, gone, (a, b), helpers)


def aligned_triplets(grid: Grid) -> Iterator[Step]:
    """Yield three cells with combinations that excluders of two or three candidates forbid."""
    size, marks, shape = grid.size, grid.marks, grid.shape
    peers, few = shape.peers, grid.counts[2] | grid.counts[3]
    bases = _bases(grid, few)
    able = {cell for cell in bases if few >> cell & 1}
    near = {cell: [other for other in shape.near[cell] if other in able] for cell in bases}
    known = dict[int, _Banned]()
    for j, b in enumerate(bases):
        for a in bases[:j]:
            both = peers[a] & peers[b] & few
            if not both & both - 1:
                continue
            apart = ~(peers[a] | 1 << a)
            for c in (*near[a], *(cell for cell in near[b] if apart >> cell & 1)):
                helpers = both & peers[c]
                if not helpers & helpers - 1 or c == b:
                    continue
                if (banned := known.get(helpers)) is None:
                    banned = known[helpers] = _banned(marks, helpers)
                left = _left(grid, (a, b, c), banned)
                lost = zip((a, b, c), left, strict=True)
                if gone := [size * cell + d for cell, seen in lost for d in BITS[marks[cell] & ~seen]]:
                    yield _step(grid, ALIGNED_TRIPLET, gone, (a, b, c), helpers)


def _step(grid: Grid, technique: Technique, gone: list[int], cells: tuple[int, ...], excluders: int) -> Step:
    digits = union(grid.marks[cell] for cell in cells)
    return Pattern(technique, tuple(gone), digits=digits, cells=cells, second=tuple(cells_of(excluders))).step(
        grid.shape
    )


def _banned(marks: Sequence[int], excluders: int) -> _Banned:
    found: _Banned = {}
    for mask in {marks[cell] for cell in cells_of(excluders)}:
        for d in BITS[mask]:
            found[mask ^ 1 << d] = found.get(mask ^ 1 << d, 0) | 1 << d
    return found


def _left(grid: Grid, cells: tuple[int, int, int], banned: _Banned) -> tuple[int, int, int]:
    """Return the masks of what three cells can hold in the ways to fill them that leave every excluder a candidate."""
    marks, peers = grid.marks, grid.shape.peers
    a, b, c = cells
    of_a, of_b, of_c = marks[a], marks[b], marks[c]
    a_sees_b, a_sees_c, b_sees_c = peers[a] >> b & 1, peers[a] >> c & 1, peers[b] >> c & 1
    seen_a = seen_b = seen_c = 0
    for x in BITS[of_a]:
        beside = banned.get(1 << x, 0)
        rest = of_c & ~(beside | a_sees_c << x)
        for y in BITS[of_b & ~(beside | a_sees_b << x)]:
            if last := rest & ~(banned.get(1 << y, 0) | banned.get(1 << x | 1 << y, 0) | b_sees_c << y):
                seen_a |= 1 << x
                seen_b |= 1 << y
                seen_c |= last
                if seen_b == of_b and seen_c == of_c:
                    break
        if seen_a == of_a and seen_b == of_b and seen_c == of_c:
            break
    return seen_a, seen_b, seen_c


_EXPLAIN = N_(
    "However {cells} are filled, each of {second} must keep a candidate. No such filling uses the candidates that "
    "can be removed."
)
ALIGNED_PAIR = Technique("ape", N_("aligned pair exclusion"), aligned_pairs, _EXPLAIN)
ALIGNED_TRIPLET = Technique(
    "ate", N_("aligned triplet exclusion"), aligned_triplets, _EXPLAIN, aliases=("aligned triple exclusion",)
)
TECHNIQUES = (ALIGNED_PAIR, ALIGNED_TRIPLET)
