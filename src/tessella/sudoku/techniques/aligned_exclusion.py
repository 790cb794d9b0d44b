"""Aligned pair and triplet exclusion: digits that two or three cells cannot take together.

Every way to fill the cells is tried. A way fails if two of the cells see each other and take one digit, or if it takes
all candidates of an excluder, a cell with two or three candidates that sees them all. A candidate that no other way
holds is eliminated.

Source: http://sudopedia.org/wiki/Aligned_Pair_Exclusion, /Aligned_Triple_Exclusion; which cells are tried, and in
which order, follows Sudoku Explainer.
"""

from collections.abc import Iterator

from tessella.i18n import N_
from tessella.sudoku.techniques.grid import BITS, Grid, union
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import Pattern, Technique


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
    for a, b in ((a, b) for j, b in enumerate(bases) for a in bases[:j]):
        helpers = peers[a] & peers[b] & few
        if not helpers & helpers - 1:
            continue
        second = [cell for cell in shape.near[a] if helpers >> cell & 1]
        partners = [1 << d if peers[a] >> b & 1 else 0 for d in range(size)]
        for cell in second:
            one, two = BITS[marks[cell]]
            partners[one] |= 1 << two
            partners[two] |= 1 << one
        pairs = (a, b), (b, a)
        if gone := [size * c + d for c, o in pairs for d in BITS[marks[c]] if not marks[o] & ~partners[d]]:
            yield _step(grid, ALIGNED_PAIR, gone, (a, b), second)


def aligned_triplets(grid: Grid) -> Iterator[Step]:
    """Yield three cells with combinations that excluders of two or three candidates forbid."""
    size, marks, shape = grid.size, grid.marks, grid.shape
    peers, few = shape.peers, grid.counts[2] | grid.counts[3]
    bases = _bases(grid, few)
    able = sum(1 << cell for cell in bases) & few
    for j, b in enumerate(bases):
        for a in bases[:j]:
            both = peers[a] & peers[b] & few
            if not both & both - 1:
                continue
            tails = [cell for cell in shape.near[a] if cell != b and able >> cell & 1]
            tails += [cell for cell in shape.near[b] if cell != a and able >> cell & 1 and not peers[a] >> cell & 1]
            for c in tails:
                helpers = both & peers[c]
                if not helpers & helpers - 1:
                    continue
                digits = marks[a] | marks[b] | marks[c]
                second = [cell for cell in shape.near[c] if helpers >> cell & 1]
                excluders = {marks[cell] for cell in second if not marks[cell] & ~digits}
                left = _left(grid, (a, b, c), excluders)
                lost = zip((a, b, c), left, strict=True)
                if gone := [size * cell + d for cell, seen in lost for d in BITS[marks[cell] & ~seen]]:
                    yield _step(grid, ALIGNED_TRIPLET, gone, (a, b, c), second)


def _step(grid: Grid, technique: Technique, gone: list[int], cells: tuple[int, ...], second: list[int]) -> Step:
    digits = union(grid.marks[cell] for cell in cells)
    return Pattern(technique, tuple(gone), digits=digits, cells=cells, second=tuple(sorted(second))).step(grid.shape)


def _left(grid: Grid, cells: tuple[int, int, int], excluders: set[int]) -> tuple[int, int, int]:
    """Return the masks of what three cells can hold in the ways to fill them that leave every excluder a candidate."""
    marks, peers = grid.marks, grid.shape.peers
    a, b, c = cells
    near = peers[a] >> b & 1, peers[a] >> c & 1, peers[b] >> c & 1
    seen_a = seen_b = seen_c = 0
    for x in BITS[marks[a]]:
        for y in BITS[marks[b]]:
            if x == y and near[0]:
                continue
            pair = 1 << x | 1 << y
            if pair in excluders:
                continue
            for z in BITS[marks[c]]:
                bit = 1 << z
                if (x == z and near[1]) or (y == z and near[2]):
                    continue
                if (pair | bit) in excluders or (1 << x | bit) in excluders or (1 << y | bit) in excluders:
                    continue
                seen_a |= 1 << x
                seen_b |= 1 << y
                seen_c |= bit
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
