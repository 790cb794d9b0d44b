"""The houses that rules make, with their names, and the cells that cannot be equal for other reasons."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from typing import TYPE_CHECKING, NamedTuple

from tessella.i18n import N_, _
from tessella.sudoku import geometry

if TYPE_CHECKING:
    from tessella.sudoku.rules.ruleset import Rules

_KNIGHT = tuple((r, c) for r, c in product((-2, -1, 1, 2), repeat=2) if abs(r) != abs(c))
_KING = tuple((r, c) for r, c in product((-1, 0, 1), repeat=2) if (r, c) != (0, 0))
_ALL_DIFFER = "all_different", "killer", "rellik_cage", "equality_cage", "thermo", "renban"  # types without repeats

_NAMES = {
    "row": N_("row {number}"),
    "column": N_("column {number}"),
    "box": N_("box {number}"),
    "region": N_("region {number}"),
    "main": N_("the main diagonal"),
    "anti": N_("the anti-diagonal"),
    "window": N_("window {number}"),
    "hidden window": N_("hidden window {number}"),
    "group": N_("group {number}"),
    "extra": N_("extra region {number}"),
}


class House(NamedTuple):
    """A house: its kind, its number among those of its kind, from 1, and its cells."""

    kind: str
    number: int
    cells: tuple[int, ...]

    @property
    def name(self) -> str:
        """The name in the language spoken now."""
        return _(_NAMES[self.kind]).format(number=self.number)

    @property
    def is_implied(self) -> bool:
        """Whether it follows from the others, so that no rule says it."""
        return self.kind == "hidden window"


@cache
def houses_of_rules(rules: "Rules") -> tuple[House, ...]:
    """Return the houses of rules: rows, columns, boxes or regions, what constraints make one, what follows from them.

    >>> from tessella.sudoku.rules.ruleset import Rules
    >>> [house.name for house in houses_of_rules(Rules.parse("diagonal:which=both"))][26:]
    ['box 9', 'the main diagonal', 'the anti-diagonal']
    """
    found: dict[tuple[int, ...], House] = {}
    numbers: dict[str, int] = {}
    for kind, cells in (*_lines(rules.size), *_regions(rules), *_of_constraints(rules), *_implied(rules)):
        if cells not in found:
            numbers[kind] = numbers.get(kind, 0) + 1
            found[cells] = House(kind, numbers[kind], cells)
    return tuple(found.values())


_Kinds = Iterator[tuple[str, tuple[int, ...]]]


def _lines(size: int) -> _Kinds:
    for r in range(size):
        yield "row", tuple(range(r * size, (r + 1) * size))
    for c in range(size):
        yield "column", tuple(range(c, size * size, size))


def _regions(rules: "Rules") -> _Kinds:
    boxes = {*geometry.houses(rules.box)[2 * rules.size :]} if rules.box[0] > 1 else set()
    for region in rules.regions:
        if len(region) == rules.size:
            yield ("box" if region in boxes else "region"), region


def _of_constraints(rules: "Rules") -> _Kinds:
    size = rules.size
    for one in rules.constraints:
        if one.type == "diagonal":
            if one["which"] in ("main", "both"):
                yield "main", tuple(range(0, size * size, size + 1))
            if one["which"] in ("anti", "both"):
                yield "anti", tuple(range(size - 1, size * size - 1, size - 1))
        elif one.type == "windoku":
            _outside, *bands = _window_bands(size)
            for rows, cols in product(bands, repeat=2):
                yield "window", tuple(row * size + col for row in rows for col in cols)
        elif one.type == "disjoint_groups":
            boxes = geometry.houses(rules.box)[2 * size :]
            for place in range(size):
                yield "group", tuple(box[place] for box in boxes)
        elif one.type == "extra_region":
            yield "extra", one.cells


def _implied(rules: "Rules") -> _Kinds:
    """Yield what windows leave of the rows and columns that cross them, and what these leave of the others."""
    if rules.of_type("windoku"):
        size = rules.size
        outside, *bands = _window_bands(size)
        for rows, cols in ((outside, outside), *((outside, band) for band in bands), *((b, outside) for b in bands)):
            yield "hidden window", tuple(row * size + col for row in rows for col in cols)


def _window_bands(size: int) -> list[range]:
    """Return the rows (or columns) that no window touches, then those of the windows in turn."""
    side = 3 if size == 9 else 4
    return [range(0, size, side + 1), *(range(start, start + side) for start in range(1, size - side + 1, side + 1))]


@cache
def peers_of_rules(rules: "Rules") -> tuple[frozenset[int], ...]:
    """Return for every cell those that cannot hold the same digit, by a house or another constraint."""
    size = rules.size
    found = [set[int]() for _cell in range(size * size)]
    groups = [house.cells for house in houses_of_rules(rules)]
    groups += [region for region in rules.regions if len(region) < size]
    groups += [one.cells for one in rules.of_type(*_ALL_DIFFER)]
    groups += [pair for one in rules.of_type("whisper") if one["difference"] > 0 for pair in pairwise(one.cells)]
    for group in groups:
        for cell in group:
            found[cell].update(group)
    for name, moves in (("anti_knight", _KNIGHT), ("anti_king", _KING)):
        for cell, (down, across) in product(range(size * size), moves if rules.of_type(name) else ()):
            row, col = cell // size + down, cell % size + across
            if 0 <= row < size and 0 <= col < size:
                found[cell].add(row * size + col)
    return tuple(frozenset(cells - {cell}) for cell, cells in enumerate(found))
