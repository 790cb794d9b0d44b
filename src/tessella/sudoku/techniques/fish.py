"""Which digit has n houses whose places lie in n other houses?

A fish of a digit is n base houses whose candidates lie in n cover houses: each cover then holds the digit in
a base house, and its other candidates go. Candidates of the base outside every cover are fins, those in two
base houses endo fins; with fins only what sees them all goes. A candidate in two covers goes as well, even
one of the base (cannibalism).

    basic     rows against columns, or columns against rows          X-wing (二阶鱼), swordfish, jellyfish
    Franken   boxes may stand in for lines on either side
    mutant    any houses on either side
    sashimi   a basic fish that without its fins has a base house with at most one candidate
    Siamese   two fish with the same base, both with fins or both without, taken together

All instances are found from the candidate that goes. If it were true its peers would be false, the cover
that holds it would have nothing left to cover, and the n bases would have to fit into the n - 1 other covers;
so for each candidate that no template holds we look for n - 1 houses that cover n bases in what it leaves.

Sources: http://sudopedia.org/wiki/Fish, the Ultimate Fish Guide (forum.enjoysudoku.com, 2006), and
HoDoKu's limits of five fins, two of them endo fins.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from tessella.sudoku.techniques.grid import Grid, Shape, cells_of, union
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.templates import alive

__all__ = ["fish"]

MOST_FINS = 5
MOST_ENDO_FINS = 2

_NAMES = {2: "X-wing", 3: "swordfish", 4: "jellyfish", 5: "squirmbag", 6: "whale", 7: "leviathan"}
_ROW, _COL, _BOX = 1, 2, 4


def name_of(size: int, kind: str, *, finned: bool, siamese: bool = False) -> tuple[str, str]:
    """Return name and library code of a fish; `kind` is basic, sashimi, franken or mutant.

    >>> name_of(3, "franken", finned=True)
    ('finned Franken swordfish', '0341')
    """
    row = {"basic": 0 + finned, "sashimi": 2, "franken": 3 + finned, "mutant": 5 + finned}[kind]
    words = (("", "finned ", "sashimi ", "Franken ", "finned Franken ", "mutant ", "finned mutant "))[row]
    code = f"03{row}{size - 2}" + ("1" if siamese else "")
    return f"{'Siamese ' if siamese else ''}{words}{_NAMES[size]}", code


class Fish(NamedTuple):
    """One fish: its houses, what goes, its fins and its other base cells, and what kind it is."""

    base: tuple[int, ...]
    cover: tuple[int, ...]
    out: int
    fins: int
    cells: int
    kind: str
    finned: bool


def fish(grid: Grid, size: int, kind: str, *, finned: bool = False, siamese: bool = False) -> Iterator[Step]:
    """Yield the fish of one name, for every digit, with each set of eliminations once."""
    name = name_of(size, kind, finned=finned, siamese=siamese)
    for digit in range(1, grid.size + 1):
        seen = set[int]()
        if siamese:
            found = _siamese(grid, digit, size, kind, finned=finned)
        else:
            found = (one for one in _fish_of(grid, digit, size, kind) if (one.kind, one.finned) == (kind, finned))
        for one in found:
            if one.out not in seen:
                seen.add(one.out)
                yield grid.step(
                    name, 1 << digit - 1, {digit: one.out}, cells=one.cells, fins=one.fins, houses=one.base,
                    covers=one.cover,
                )  # fmt: skip


def _siamese(grid: Grid, digit: int, size: int, kind: str, *, finned: bool) -> Iterator[Fish]:
    """Yield every two fish on one base, both with fins or both without, that take away other candidates, as one."""
    family = ("basic", "sashimi") if kind in ("basic", "sashimi") else (kind,)
    by_base: dict[tuple[int, ...], list[Fish]] = {}
    for one in _fish_of(grid, digit, size, kind):
        if one.finned == finned and one.kind in family:
            by_base.setdefault(one.base, []).append(one)
    for group in by_base.values():
        for one, other in combinations(sorted(group), 2):
            if one.kind == kind and one.out & -one.out != other.out & -other.out:
                cover = tuple(sorted({*one.cover, *other.cover}))
                out, fins = one.out | other.out, one.fins | other.fins
                yield one._replace(cover=cover, out=out, fins=fins, cells=one.cells & other.cells)


def _fish_of(grid: Grid, digit: int, size: int, kind: str) -> Iterator[Fish]:
    """Yield every fish of a digit that the houses of a kind allow, with the kind it is."""
    shape, places = grid.shape, grid.places[digit]
    n = grid.size
    doomed = places & ~alive(grid, digit)
    if not doomed:
        return
    rows, cols, boxes = range(n), range(n, 2 * n), range(2 * n, 3 * n)
    sides: list[tuple[Iterable[int], Iterable[int]]] = [(rows, cols), (cols, rows)]
    if kind == "franken":
        sides = [((*rows, *boxes), (*cols, *boxes)), ((*cols, *boxes), (*rows, *boxes))]
    elif kind == "mutant":
        sides = [(range(3 * n), range(3 * n))]
    done = set[tuple[tuple[int, ...], tuple[int, ...]]]()
    held = [house & places for house in shape.houses]
    for bases, covers in sides:
        waters = _Waters(shape, held, [house for house in bases if held[house]], [*covers])
        for pair in waters.pairs(cells_of(doomed), size):
            if pair in done:
                continue
            done.add(pair)
            found = _judge(shape, held, *pair)
            if found:
                yield Fish(*pair, *found, *_kind(shape, held, *pair, found[1]))


@dataclass(frozen=True, slots=True)
class _Waters:
    """The houses in which a search may fish, and the places of the digit in every house."""

    shape: Shape
    held: list[int]
    bases: list[int]
    covers: list[int]

    def pairs(self, doomed: list[int], size: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Yield bases and covers of every fish that may take away one of the `doomed` candidates."""
        held = self.held
        for cell in doomed:
            bit = 1 << cell
            left = ~(self.shape.peers[cell] | bit)
            free = [(house, held[house] & left) for house in self.bases if not held[house] & bit]
            others = [
                (house, held[house] & left) for house in self.covers if held[house] & left and not held[house] & bit
            ]
            through = [house for house in self.covers if held[house] & bit]
            for base, cover in _covered(free, others, size):
                for last in through:
                    yield base, tuple(sorted((*cover, last)))
            # Cannibalism: the candidate is in the base, and in two covers.
            own = [house for house in self.bases if held[house] & bit]
            if not own or len(through) < 2 or size < 3:
                continue
            for base, cover in _covered(free, others, size - 1):
                for house in own:
                    for two in combinations(through, 2):
                        if house not in two:
                            yield tuple(sorted((*base, house))), tuple(sorted((*cover, *two)))


def _covered(
    free: list[tuple[int, int]], others: list[tuple[int, int]], size: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield every `size` bases that do not overlap and lie in one cover fewer."""
    for cover in combinations(others, size - 1):
        outside = 0
        for _house, cells in cover:
            outside |= cells
        outside = ~outside
        inside = [base for base in free if not base[1] & outside]
        if len(inside) < size:
            continue
        numbers = tuple(house for house, _cells in cover)
        inside = [base for base in inside if base[0] not in numbers]
        for group in combinations(inside, size):
            whole = 0
            for _house, cells in group:
                if whole & cells:
                    break
                whole |= cells
            else:
                yield tuple(house for house, _cells in group), numbers


def _judge(shape: Shape, held: list[int], base: tuple[int, ...], cover: tuple[int, ...]) -> tuple[int, int, int] | None:
    """Return what a fish takes away, its fins and its other base cells; None where it is no fish or takes nothing."""
    whole = endo = 0
    for house in base:
        endo |= whole & held[house]
        whole |= held[house]
    if endo.bit_count() > MOST_ENDO_FINS:
        return None
    covered = twice = 0
    for house in cover:
        if not held[house] & whole:
            return None
        twice |= covered & held[house]
        covered |= held[house]
    fins = whole & ~covered | endo
    if fins.bit_count() > MOST_FINS:
        return None
    out = (covered & ~whole | twice) & shape.seen_by(fins)
    return (out, fins, whole & ~fins) if out else None


def _kind(shape: Shape, held: list[int], base: tuple[int, ...], cover: tuple[int, ...], fins: int) -> tuple[str, bool]:
    """Return the kind of a fish, and whether it has fins."""
    size = shape.size
    types = [union(1 << house // size for house in houses) for houses in (base, cover)]
    if sorted(types) == [_ROW, _COL]:
        if any((held[house] & ~fins).bit_count() < 2 for house in base):
            return "sashimi", True
        return "basic", bool(fins)
    lines = [kind & ~_BOX for kind in types]
    return ("franken" if sorted(lines) == [_ROW, _COL] else "mutant"), bool(fins)
