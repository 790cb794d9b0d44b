"""Fish of a digit: n base houses whose candidates lie in n cover houses.

Each cover then holds the digit in a base house, and its other candidates go. Candidates of the base outside every cover
are fins, those in two base houses endo fins; with fins only what sees them all goes. A candidate in two covers goes as
well, even one of the base (cannibalism).

    basic     rows against columns, or columns against rows          X-wing (二阶鱼), swordfish, jellyfish
    Franken   boxes (and other houses) may stand in for lines on either side
    mutant    any houses on either side
    sashimi   a basic fish that without its fins has a base house with at most one candidate
    Siamese   two fish with the same base, both with fins or both without, taken together

All but the basic ones are found from the candidate that goes. If it were true its peers would be false, the cover that
holds it would have nothing left to cover, and the n bases would have to fit into the n - 1 other covers; so for each
candidate that no template holds we look for n - 1 houses that cover n bases in what it leaves.

Sources: http://sudopedia.org/wiki/Fish, the Ultimate Fish Guide (forum.enjoysudoku.com, 2006), and
HoDoKu's limits of five fins, two of them endo fins.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product
from typing import NamedTuple, TypeAlias

from tessella.i18n import N_, _
from tessella.sudoku.techniques.grid import BITS, Grid, Masks, Shape, cells_of, subsets_among, union
from tessella.sudoku.techniques.last_resorts import on_templates
from tessella.sudoku.techniques.phrasing import Words, join_sentences
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import Pattern, Technique, in_masks

MAX_FINS = 5
MAX_ENDO_FINS = 2

_ROW, _COL, _BOX = 1, 2, 4

Sides: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]  # the houses of a fish: its base, its cover


class Fish(NamedTuple):
    """One fish: its houses, what goes, its fins and its other base cells, and what kind it is."""

    base: tuple[int, ...]
    cover: tuple[int, ...]
    out: int
    fins: int
    cells: int
    kind: str
    finned: bool


def basic_fish(shape: Shape, masks: Masks, count: int, *, as_rated: bool = False) -> Iterator[Pattern]:
    """Yield a digit whose places in `count` columns lie in as many rows, which lose it elsewhere; then the reverse.

    With `as_rated` what a smaller fish in the other lines would say is left out, as in Sudoku Explainer.
    """
    size, members = shape.size, shape.members
    for lines, covers in ((size, 0), (0, size)):
        found: list[tuple[tuple[int, ...], int, int]] = []
        for d in range(size):
            if as_rated and masks[shape.placed + d] + 2 * count > size:
                continue
            places_in = masks[shape.places + size * lines + d : shape.places + size * (lines + size) : size]
            found += [(group, d, places) for group, places in subsets_among(places_in, count)]
        for group, d, places in sorted(found):
            inside = sum(1 << line for line in group)
            gone, cells = [], []
            for cover in BITS[places]:
                at = shape.places + size * (covers + cover) + d
                gone += [members[at][i] for i in BITS[masks[at] & ~inside]]
                cells += [members[at][i] // size for i in BITS[masks[at] & inside]]
            if gone:
                yield Pattern(
                    BASIC[count],
                    tuple(gone),
                    digits=1 << d,
                    cells=tuple(cells),
                    houses=tuple(lines + line for line in sorted(group)),
                    covers=tuple(covers + cover for cover in BITS[places]),
                    needs=tuple((shape.places + size * (lines + line) + d, ~places) for line in sorted(group)),
                )


def _fish(grid: Grid, technique: Technique, size: int, kind: tuple[str, bool], *, siamese: bool) -> Iterator[Step]:
    """Yield the fish of one name, for every digit, with each set of eliminations once."""
    for digit in range(1, grid.size + 1):
        seen = set[int]()
        fish = _fish_of(grid, digit, size, kind[0])
        for one in _siamese(fish, kind) if siamese else fish:
            if (one.kind, one.finned) == kind and one.out not in seen:
                seen.add(one.out)
                yield technique.step(
                    grid, 1 << digit - 1, {digit: one.out}, cells=one.cells, fins=one.fins, houses=one.base,
                    covers=one.cover,
                )  # fmt: skip


def _siamese(fish: Iterator[Fish], kind: tuple[str, bool]) -> Iterator[Fish]:
    """Yield every two fish on one base, both with fins or both without, that take away other candidates, as one."""
    name, finned = kind
    family = ("basic", "sashimi") if name in ("basic", "sashimi") else (name,)
    by_base: dict[tuple[int, ...], list[Fish]] = {}
    for one in fish:
        if one.finned == finned and one.kind in family:
            by_base.setdefault(one.base, []).append(one)
    for group in by_base.values():
        for one, other in combinations(sorted(group), 2):
            if one.kind == name and one.out & -one.out != other.out & -other.out:
                cover = tuple(sorted({*one.cover, *other.cover}))
                out, fins = one.out | other.out, one.fins | other.fins
                yield one._replace(cover=cover, out=out, fins=fins, cells=one.cells & other.cells)


def _fish_of(grid: Grid, digit: int, size: int, kind: str) -> Iterator[Fish]:
    """Yield every fish of a digit that the houses of a kind allow, with the kind it is."""
    shape, places = grid.shape, grid.places[digit]
    n = grid.size
    if not (doomed := places & ~on_templates(grid, digit)):
        return
    rows, cols, others = range(n), range(n, 2 * n), shape.others
    sides: list[tuple[Iterable[int], Iterable[int]]] = [(rows, cols), (cols, rows)]
    if kind == "franken":
        sides = [((*rows, *others), (*cols, *others)), ((*cols, *others), (*rows, *others))]
    elif kind == "mutant":
        sides = [(range(len(shape.houses)), range(len(shape.houses)))]
    done = set[Sides]()
    held = [house & places for house in shape.houses]
    for bases, covers in sides:
        for pair in _candidates(shape, held, [house for house in bases if held[house]], [*covers], doomed, size):
            if pair in done:
                continue
            done.add(pair)
            if found := _judge(shape, held, *pair):
                yield Fish(*pair, *found, *_kind(shape, held, *pair, found[1]))


def _candidates(
    shape: Shape, held: list[int], bases: list[int], covers: list[int], doomed: int, size: int
) -> Iterator[Sides]:
    """Yield bases and covers of every fish that may take away one of the `doomed` candidates."""
    for cell in cells_of(doomed):
        bit = 1 << cell
        left = ~(shape.peers[cell] | bit)
        free = [(house, held[house] & left) for house in bases if not held[house] & bit]
        others = [(house, held[house] & left) for house in covers if held[house] & left and not held[house] & bit]
        through = [house for house in covers if held[house] & bit]
        for base, cover in _covered(free, others, size):
            for last in through:
                yield base, tuple(sorted((*cover, last)))
        # Cannibalism: the candidate is in the base, and in two covers.
        if not (own := [house for house in bases if held[house] & bit]) or len(through) < 2 or size < 3:
            continue
        for base, cover in _covered(free, others, size - 1):
            for house, two in product(own, combinations(through, 2)):
                if house not in two:
                    yield tuple(sorted((*base, house))), tuple(sorted((*cover, *two)))


def _covered(free: list[tuple[int, int]], others: list[tuple[int, int]], size: int) -> Iterator[Sides]:
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
    if endo.bit_count() > MAX_ENDO_FINS:
        return None
    covered = twice = 0
    for house in cover:
        if not held[house] & whole:
            return None
        twice |= covered & held[house]
        covered |= held[house]
    if (fins := whole & ~covered | endo).bit_count() > MAX_FINS:
        return None
    out = (covered & ~whole | twice) & shape.seen_by(fins)
    return (out, fins, whole & ~fins) if out else None


def _kind(shape: Shape, held: list[int], base: tuple[int, ...], cover: tuple[int, ...], fins: int) -> tuple[str, bool]:
    """Return the kind of a fish, and whether it has fins."""
    size = shape.size
    types = [union(1 << min(house // size, 2) for house in houses) for houses in (base, cover)]
    if sorted(types) == [_ROW, _COL]:
        if any((held[house] & ~fins).bit_count() < 2 for house in base):
            return "sashimi", True
        return "basic", bool(fins)
    lines = [kind & ~_BOX for kind in types]
    return ("franken" if sorted(lines) == [_ROW, _COL] else "mutant"), bool(fins)


_SIZES = (N_("X-wing"), N_("swordfish"), N_("jellyfish"), N_("squirmbag"), N_("whale"), N_("leviathan"))
_KINDS = {
    ("basic", False): (),
    ("basic", True): (N_("finned {fish}"),),
    ("sashimi", True): (N_("sashimi {fish}"),),
    ("franken", False): (N_("Franken {fish}"),),
    ("franken", True): (N_("Franken {fish}"), N_("finned {fish}")),
    ("mutant", False): (N_("mutant {fish}"),),
    ("mutant", True): (N_("mutant {fish}"), N_("finned {fish}")),
}
_SIAMESE = N_("Siamese {fish}")


def _explain(words: Words) -> str:
    step = words.step
    if len(step.houses) != len(step.covers):
        return words.fill(_("Two fish share the base {houses} and take away {digits} together, in {covers}."))
    if step.fins:
        return words.fill(
            _(
                "Apart from the fins {fins}, all places for {digits} in {houses} lie in {covers}. If no fin is "
                "{digits}, these houses use up the {digits} of {covers}, and no other cell there can be "
                "{digits}. If a fin is {digits}, the cells that see it cannot be. Either way, a cell of {covers} "
                "that sees every fin cannot be {digits}."
            )
        )
    text = words.fill(
        _(
            "All places for {digits} in {houses} lie in {covers}. Wherever these houses have their {digits}, they use"
            " up the {digits} of {covers}, and no other cell there can be {digits}."
        )
    )
    size = words.size
    if {(row - 1) * size + col - 1 for _digit, row, col in step.eliminations} & {*step.cells}:
        return join_sentences(text, words.fill(_("A cell that lies in two of these houses cannot be {digits} either.")))
    return text


def _declare(size: int, row: int, *, siamese: bool = False) -> Technique:
    kind = list(_KINDS)[row]
    forms = [*_KINDS[kind], *[_SIAMESE] * siamese]

    def name(look_up: Callable[[str], str]) -> str:
        words = look_up(_SIZES[size - 2])
        for form in forms:
            words = look_up(form).format(fish=words)
        return words

    def find(grid: Grid) -> Iterator[Step]:
        return _fish(grid, technique, size, kind, siamese=siamese)

    code = f"03{row}{size - 2}" + "1" * siamese
    basic = in_masks(basic_fish, size) if row == 0 and not siamese else find
    technique = Technique(code, name(str), basic, _explain, translate=lambda: name(_))
    return technique


TECHNIQUES = tuple(
    _declare(size, row, siamese=siamese)
    for size in range(2, 8)
    for row in range(7)
    for siamese in ((False, True) if row else (False,))  # the covers of a basic fish follow from its base
)
BASIC = {size: next(one for one in TECHNIQUES if one.code == f"030{size - 2}") for size in range(2, 8)}
