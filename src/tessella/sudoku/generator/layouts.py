"""Random layouts of variants: the cages, lines, dots and outside clues that a full grid allows.

What is drawn is what setters use: cages of 2 to 5 cells over the whole grid, a handful of lines that do not cross, all
dots or signs of a kind with the rule that there are no more, clues on about half of the lines.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import NamedTuple

from tessella.i18n import N_, _
from tessella.rng import SplitMix64
from tessella.sudoku.generator.full_grid import shuffled
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.ruleset import BOTH_DIAGONALS

CAGE_SIZES = (2, 2, 2, 3, 3, 3, 3, 4, 4, 5)  # drawn from as they stand
LARGE_CAGES = (5, 5, 6, 6)  # the same for puzzles that are to be hard: small cages give too much away
MIN_LINE, MAX_LINE = 3, 7  # cells of a line

Path = tuple[int, ...]
Draw = Callable[["Grid", SplitMix64], list[Constraint]]


class Grid(NamedTuple):
    """A full grid: its size and its digits, row by row."""

    size: int
    digits: Sequence[int]


@cache
def neighbours(size: int) -> tuple[tuple[int, ...], ...]:
    """Return for every cell those beside, above and below it."""
    return _around(size, ((0, 1), (1, 0), (0, -1), (-1, 0)))


@cache
def surroundings(size: int) -> tuple[tuple[int, ...], ...]:
    """Return for every cell those that a chess king reaches from it."""
    return _around(size, ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)))


def _around(size: int, steps: Sequence[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple((r + dr) * size + c + dc for dr, dc in steps if 0 <= r + dr < size and 0 <= c + dc < size)
        for r in range(size)
        for c in range(size)
    )


# --- Cages ------------------------------------------------------------------------------------------------------------


def killer(grid: Grid, rng: SplitMix64, sizes: Sequence[int] = CAGE_SIZES) -> list[Constraint]:
    """Return cages with their sums, over the whole grid but for a cell that fits into none.

    They have these sizes, or are smaller where there is no room.
    """
    near = neighbours(grid.size)
    cage_of: dict[int, list[int]] = {}
    for start in shuffled(range(grid.size**2), rng):
        if start in cage_of:
            continue
        cage, wanted = [start], sizes[rng.below(len(sizes))]
        while len(cage) < wanted:
            more = _joining(grid, cage, [cell for cell in _near(cage, near) if cell not in cage_of])
            if not more:
                break
            cage.append(more[rng.below(len(more))])
        if len(cage) == 1:
            hosts = [cage_of[cell] for cell in near[start] if cell in cage_of]
            hosts = [host for host in hosts if len(host) < sizes[-1] and _joining(grid, host, [start])]
            if not hosts:
                continue
            cage = hosts[rng.below(len(hosts))]
            cage.append(start)
        cage_of |= dict.fromkeys(cage, cage)
    cages = {id(cage): cage for cage in cage_of.values()}.values()
    return [Constraint("killer", tuple(sorted(cage)), (("sum", sum(grid.digits[c] for c in cage)),)) for cage in cages]


def _near(cage: Sequence[int], near: Sequence[Sequence[int]]) -> list[int]:
    """Return the cells around a cage, in order."""
    return sorted({cell for own in cage for cell in near[own]} - {*cage})


def _joining(grid: Grid, cage: Sequence[int], cells: Sequence[int]) -> list[int]:
    held = {grid.digits[cell] for cell in cage}
    return [cell for cell in cells if grid.digits[cell] not in held]


# --- Lines ------------------------------------------------------------------------------------------------------------


def _lines(
    grid: Grid, rng: SplitMix64, number: int, fits: Callable[[Sequence[int]], bool], least: int = MIN_LINE
) -> Iterator[Path]:
    """Yield up to so many lines that share no cell; of every beginning of a line, the digits must fit."""
    near, free = surroundings(grid.size), {*range(grid.size**2)}
    for start in shuffled(range(grid.size**2), rng):
        if start not in free or not number:
            continue
        line, wanted = [start], least + rng.below(MAX_LINE - least + 1)
        while len(line) < wanted:
            ways = [c for c in near[line[-1]] if c in free and c not in line]
            ways = [c for c in ways if fits([grid.digits[own] for own in (*line, c)])]
            if not ways:
                break
            line.append(ways[rng.below(len(ways))])
        if len(line) >= least:
            free -= {*line}
            number -= 1
            yield tuple(line)


def _several(rng: SplitMix64, grid: Grid) -> int:
    return grid.size // 2 + rng.below(grid.size // 2)


def thermo(grid: Grid, rng: SplitMix64) -> list[Constraint]:
    """Return thermometers."""
    lines = _lines(grid, rng, _several(rng, grid), lambda digits: digits[-1] > digits[-2])
    return [Constraint("thermo", line) for line in lines]


def whisper(grid: Grid, rng: SplitMix64) -> list[Constraint]:
    """Return whisper lines, whose neighbours differ by half of the digits, rounded up: German ones in a grid of 9."""
    least = (grid.size + 1) // 2
    lines = _lines(grid, rng, _several(rng, grid), lambda digits: abs(digits[-1] - digits[-2]) >= least)
    fields = () if least == 5 else (("difference", least),)
    return [Constraint("whisper", line, fields) for line in lines]


def renban(grid: Grid, rng: SplitMix64) -> list[Constraint]:
    """Return lines of consecutive digits in any order."""
    found: list[Constraint] = []
    for line in _lines(grid, rng, 3 * grid.size, lambda digits: max(digits) - min(digits) < 5 and _differ(digits)):
        while len(line) >= MIN_LINE:
            digits = [grid.digits[cell] for cell in line]
            if max(digits) - min(digits) == len(line) - 1:
                found.append(Constraint("renban", line))
                break
            line = line[:-1]  # noqa: PLW2901 - the longest beginning that will do
    return found[: _several(rng, grid) + 2]


def _differ(digits: Sequence[int]) -> bool:
    return len({*digits}) == len(digits)


def arrow(grid: Grid, rng: SplitMix64) -> list[Constraint]:
    """Return arrows: the digit in the circle is the sum of those along the shaft."""
    found = []
    for line in _lines(grid, rng, 3 * grid.size, lambda digits: sum(digits[1:]) <= digits[0]):
        whole = next((n for n in range(MIN_LINE, len(line) + 1) if _is_arrow(grid, line[:n])), 0)
        if whole:
            found.append(Constraint("arrow", line[:whole]))
    return found[: _several(rng, grid) + 2]


def _is_arrow(grid: Grid, line: Path) -> bool:
    return sum(grid.digits[cell] for cell in line[1:]) == grid.digits[line[0]]


def between(grid: Grid, rng: SplitMix64) -> list[Constraint]:
    """Return lines whose inner digits lie between those at the ends."""
    found = []
    for line in _lines(grid, rng, 3 * grid.size, lambda _digits: True):
        ends = [n for n in range(MIN_LINE, len(line) + 1) if _is_between([grid.digits[cell] for cell in line[:n]])]
        if ends:
            found.append(Constraint("between", line[: ends[-1]]))
    return found[: _several(rng, grid) + 2]


def _is_between(digits: Sequence[int]) -> bool:
    low, high = sorted((digits[0], digits[-1]))
    return all(low < digit < high for digit in digits[1:-1])


# --- Neighbouring pairs and marks -------------------------------------------------------------------------------------


def _pairs(size: int) -> Iterator[tuple[int, int]]:
    for cell, near in enumerate(neighbours(size)):
        yield from ((cell, other) for other in near if other > cell)


def kropki(grid: Grid, rng: SplitMix64) -> list[Constraint]:
    """Return all dots between neighbours, and that there are no more; 1 and 2 have one of either colour."""
    found = [Constraint("kropki_negative")]
    for pair in _pairs(grid.size):
        low, high = sorted(grid.digits[cell] for cell in pair)
        colours = ["kropki_white"] * (high == low + 1) + ["kropki_black"] * (high == 2 * low)
        if colours:
            found.append(Constraint(colours[rng.below(len(colours))], pair))
    return found


def xv(grid: Grid, _rng: SplitMix64) -> list[Constraint]:
    """Return every X and V between neighbours, and that there are no more."""
    signs = {5: "xv_v", 10: "xv_x"}
    sums = {pair: sum(grid.digits[cell] for cell in pair) for pair in _pairs(grid.size)}
    found = [Constraint(signs[total], pair) for pair, total in sums.items() if total in signs]
    return [Constraint("xv_negative"), *found]


def greater_than(grid: Grid, rng: SplitMix64) -> list[Constraint]:
    """Return signs between about half of all neighbours."""
    kept = [pair for pair in _pairs(grid.size) if rng.below(2)]
    return [Constraint("greater_than", tuple(sorted(pair, key=lambda cell: -grid.digits[cell]))) for pair in kept]


def odd_even(grid: Grid, rng: SplitMix64) -> list[Constraint]:
    """Return circles on odd digits and squares on even ones, on about a third of the cells."""
    marked = sorted(shuffled(range(grid.size**2), rng)[: grid.size**2 // 3])
    odd = tuple(cell for cell in marked if grid.digits[cell] % 2)
    even = tuple(cell for cell in marked if not grid.digits[cell] % 2)
    return [Constraint(name, cells) for name, cells in (("odd", odd), ("even", even)) if cells]


def quadruple(grid: Grid, rng: SplitMix64) -> list[Constraint]:
    """Return circles on the corners of four cells, each with two to four of their digits."""
    size = grid.size
    found: list[Constraint] = []
    corners = [r * size + c for r in range(size - 1) for c in range(size - 1)]
    for corner in shuffled(corners, rng)[:size]:
        cells = (corner, corner + 1, corner + size, corner + size + 1)
        digits = shuffled((grid.digits[cell] for cell in cells), rng)[: 2 + rng.below(3)]
        found.append(Constraint("quadruple", cells, (("values", tuple(sorted(digits))),)))
    return found


# --- Outside clues ----------------------------------------------------------------------------------------------------


def _views(size: int) -> list[Path]:
    rows = [tuple(range(r * size, (r + 1) * size)) for r in range(size)]
    return [*rows, *zip(*rows, strict=True)]


def _outside(name: str, field: str, clue: Callable[[Sequence[int]], int], *, both_ways: bool = True) -> Draw:
    """Return what draws a clue beside about half of the rows and columns."""

    def draw(grid: Grid, rng: SplitMix64) -> list[Constraint]:
        views = [view[::-1] if both_ways and rng.below(2) else view for view in _views(grid.size)]
        order = sorted(shuffled(range(len(views)), rng)[: 2 * len(views) // 3])
        clues = {views[place]: clue([grid.digits[cell] for cell in views[place]]) for place in order}
        return [Constraint(name, view, ((field, value),)) for view, value in clues.items()]

    return draw


def _sandwich(digits: Sequence[int]) -> int:
    one, other = sorted((digits.index(1), digits.index(len(digits))))
    return sum(digits[one + 1 : other])


def _skyscraper(digits: Sequence[int]) -> int:
    return sum(digit == max(digits[: place + 1]) for place, digit in enumerate(digits))


def little_killer(grid: Grid, rng: SplitMix64) -> list[Constraint]:
    """Return sums along diagonals of at least three cells."""
    size = grid.size
    found: list[Constraint] = []
    starts = [(r, 0, 1) for r in range(size)] + [(0, c, 1) for c in range(1, size)]
    starts += [(r, size - 1, -1) for r in range(size)] + [(0, c, -1) for c in range(size - 1)]
    for place in shuffled(range(len(starts)), rng):
        r, c, step = starts[place]
        length = min(size - r, size - c if step > 0 else c + 1)
        if length >= MIN_LINE and len(found) < size + 3:
            cells = tuple((r + i) * size + c + step * i for i in range(length))
            found.append(Constraint("little_killer", cells, (("sum", sum(grid.digits[cell] for cell in cells)),)))
    return found


# --- The variants -----------------------------------------------------------------------------------------------------


class Variant(NamedTuple):
    """A kind of puzzle: its name for people, the constraints of its grid, and what is drawn on a full grid.

    `draw_hard` draws what leaves more to find, for the levels from expert on; `draw` does where there is none.
    `least` is how many givens are left in a grid of nine rows where fewer would leave puzzles that nobody solves.
    """

    title: str
    fixed: tuple[Constraint, ...] = ()
    draw: Draw | None = None
    least: int = 0
    draw_hard: Draw | None = None


def _rule(name: str) -> tuple[Constraint, ...]:
    return (Constraint(name),)


VARIANTS = {
    "killer": Variant(N_("Killer"), draw=killer, draw_hard=partial(killer, sizes=LARGE_CAGES)),
    "jigsaw": Variant(N_("Jigsaw")),
    "x": Variant(N_("X (diagonals)"), (BOTH_DIAGONALS,)),
    "windoku": Variant(N_("Windoku"), _rule("windoku")),
    "disjoint_groups": Variant(N_("Disjoint groups"), _rule("disjoint_groups")),
    "anti_knight": Variant(N_("Anti-knight"), _rule("anti_knight"), least=17),
    "anti_king": Variant(N_("Anti-king"), _rule("anti_king")),
    "non_consecutive": Variant(N_("Non-consecutive"), _rule("non_consecutive"), least=12),
    "thermo": Variant(N_("Thermometers"), draw=thermo),
    "arrow": Variant(N_("Arrows"), draw=arrow),
    "kropki": Variant(N_("Kropki dots"), draw=kropki),
    "xv": Variant(N_("XV"), draw=xv),
    "whisper": Variant(N_("Whispers"), draw=whisper),
    "renban": Variant(N_("Renban"), draw=renban),
    "between": Variant(N_("Between lines"), draw=between),
    "little_killer": Variant(N_("Little killer"), draw=little_killer, least=17),
    "sandwich": Variant(N_("Sandwich"), draw=_outside("sandwich", "sum", _sandwich, both_ways=False), least=12),
    "skyscraper": Variant(N_("Skyscrapers"), draw=_outside("skyscraper", "count", _skyscraper)),
    "x_sum": Variant(N_("X-sums"), draw=_outside("x_sum", "sum", lambda digits: sum(digits[: digits[0]])), least=10),
    "numbered_room": Variant(
        N_("Numbered rooms"), draw=_outside("numbered_room", "value", lambda digits: digits[digits[0] - 1])
    ),
    "greater_than": Variant(N_("Greater than"), draw=greater_than),
    "odd-even": Variant(N_("Odd and even"), draw=odd_even),
    "quadruple": Variant(N_("Quadruples"), draw=quadruple),
}


def variant_titles() -> list[tuple[str, str]]:
    """Return the name of every variant and what people call it, in the language that is spoken."""
    return [(name, _(variant.title)) for name, variant in VARIANTS.items()]


def are_variants(text: str) -> bool:
    """Return whether a text names variants, as ids do.

    >>> are_variants("killer+x"), are_variants("hard")
    (True, False)
    """
    return {*text.split("+")} <= {*VARIANTS}
