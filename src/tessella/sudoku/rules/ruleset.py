"""The rules of a puzzle: the shape of its boxes, and its constraints.

Rules.parse("diagonal:which=both;killer:sum=10:r1c1r1c2")
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Self

from tessella.errors import RulesError
from tessella.i18n import _
from tessella.sudoku import geometry
from tessella.sudoku.geometry import MAX_SIZE, SYMBOLS, Box
from tessella.sudoku.rules.constraint import Constraint

MAX_VARIANT_SIZE = 16  # rows of the largest grid with constraints
HOUSES = {"diagonal", "windoku", "disjoint_groups", "extra_region"}  # types that add houses of as many cells as digits
BOTH_DIAGONALS = Constraint("diagonal", (), (("which", "both"),))


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a puzzle, equal to others with the same constraints.

    `box` is the shape of its boxes; a shape of one row stands for none, as in grids of 5, 7, 11 or 13 rows. Constraints
    are sorted, none stands twice, and two diagonals are one constraint. Rows and columns hold each digit once, and
    boxes unless a constraint of type `jigsaw` or `no_boxes` says otherwise. Raises `RulesError` for rules that no grid
    can have.

    >>> rules = Rules.parse("killer:sum=10:r1c1r1c2;anti_knight")
    >>> rules.to_text(), Rules().is_classic
    ('anti_knight;killer:sum=10:r1c1r1c2', True)
    """

    box: Box = (3, 3)
    constraints: tuple[Constraint, ...] = ()

    def __post_init__(self) -> None:
        distinct = {*self.constraints}
        if len(diagonals := {one for one in distinct if one.type == "diagonal"}) > 1:
            distinct = distinct - diagonals | {BOTH_DIAGONALS}
        ordered = tuple(sorted(distinct, key=lambda one: one.order))
        object.__setattr__(self, "constraints", ordered)
        height, width = self.box
        if height != 1 or not 4 <= width <= MAX_VARIANT_SIZE:
            geometry.check_box(height, width)
        if not ordered:
            return
        if self.size > MAX_VARIANT_SIZE:
            message = _("expected a grid of at most {largest} rows with rules of its own, got {size}")
            raise RulesError(message, largest=MAX_VARIANT_SIZE, size=self.size)
        _check_together(self)

    @property
    def size(self) -> int:
        """How many rows, columns and digits there are."""
        return self.box[0] * self.box[1]

    @property
    def lowest(self) -> int:
        """The lowest digit: 1, but where the rules say 0."""
        return next((int(one["lowest"]) for one in self.constraints if one.type == "digits"), 1)

    @property
    def signs(self) -> str:
        """The sign of every value, "." for a blank.

        >>> Rules.parse("digits:lowest=0", (2, 2)).signs
        '.0123'
        """
        return SYMBOLS[: self.size + 1] if self.lowest else f".0{SYMBOLS[1 : self.size]}"

    @property
    def is_classic(self) -> bool:
        """Whether nothing holds but rows, columns and boxes."""
        return not self.constraints and self.box[0] > 1

    @property
    def regions(self) -> tuple[tuple[int, ...], ...]:
        """The cells of every box or region, by their first cells; none in a grid that has none."""
        return _regions(self)

    @property
    def houses(self) -> tuple[tuple[int, ...], ...]:
        """The cells of every house: rows, columns, regions, and what other constraints make one.

        >>> len(Rules.parse("diagonal:which=both;windoku").houses)
        33
        """
        return tuple(_houses(self))

    @property
    def house_kinds(self) -> tuple[str, ...]:
        """What each of the houses is: row, column, box, region, main or anti diagonal, window, group, or extra."""
        return tuple(_houses(self).values())

    def of_type(self, *names: str) -> tuple[Constraint, ...]:
        """Return the constraints of these types."""
        return tuple(one for one in self.constraints if one.type in names)

    @classmethod
    def parse(cls, text: str, box: Box = (3, 3)) -> Self:
        """Return the rules that `to_text` wrote; raises `RulesError`."""
        size = box[0] * box[1]
        return cls(box, tuple(Constraint.parse(part, size) for part in map(str.strip, text.split(";")) if part))

    def to_text(self) -> str:
        """Return the constraints as a line of text, "" where there are none; the box shape is not among them."""
        return ";".join(one.to_text(self.size) for one in self.constraints)

    @classmethod
    def from_json(cls, constraints: Iterable[Mapping[str, Any]], size: int, box: Box | None = None) -> Self:
        """Return the rules of a grid of that size with these objects of JSON; raises `RulesError`."""
        if not 4 <= size <= MAX_SIZE:
            message = _("expected a size from {least} to {most}, got {text}")
            raise RulesError(message, least=4, most=MAX_VARIANT_SIZE, text=size)
        shape = box or geometry.default_box(size) or (1, size)
        return cls(shape, tuple(Constraint.from_json(one, size) for one in constraints))

    def to_json(self) -> list[dict[str, Any]]:
        """Return the constraints as objects of JSON."""
        return [one.to_json(self.size) for one in self.constraints]

    def __str__(self) -> str:
        return self.to_text()


CLASSIC = Rules()


def _check_together(rules: Rules) -> None:
    """Refuse rules that do not go together, and cells that are too many for what they must hold."""
    size = rules.size
    types = Counter(one.type for one in rules.constraints)
    for name in ("digits", "jigsaw", "kropki_negative", "full_rank_ties"):
        if types[name] > 1:
            raise RulesError(_("expected one rule of type {type}, got {got}"), type=name, got=types[name])
    if rules.lowest not in (0, 1):
        raise RulesError(_("expected 0 or 1 as the lowest digit, got {text}"), text=rules.lowest)
    for one in rules.constraints:
        exact = one.type == "extra_region"
        if (exact and len(one.cells) != size) or (one.type == "all_different" and len(one.cells) > size):
            message = _("expected {expected} cells in a rule of type {type}, got {got}")
            wanted = str(size) if exact else _("at most {n}").format(n=size)
            raise RulesError(message, expected=wanted, type=one.type, got=len(one.cells))
    if types["windoku"] and size not in (9, 16):
        raise RulesError(_("expected a grid of 9 or 16 rows for windows, got {size}"), size=size)


@lru_cache(maxsize=256)
def _regions(rules: Rules) -> tuple[tuple[int, ...], ...]:
    found: list[tuple[int, ...]] = []
    jigsaw = rules.of_type("jigsaw")
    for one in jigsaw:
        labels = one["regions"]
        found += [
            tuple(cell for cell, other in enumerate(labels) if other == label)
            for label in dict.fromkeys(labels.replace(".", ""))
        ]
    plain = rules.box[0] > 1 and not rules.of_type("no_boxes")
    if plain and (not jigsaw or jigsaw[0]["with_boxes"]):
        found += geometry.houses(rules.box)[2 * rules.size :]
    return tuple(found)


@lru_cache(maxsize=256)
def _houses(rules: Rules) -> Mapping[tuple[int, ...], str]:
    """Return the kind of every house, by its cells: the first that it is."""
    size = rules.size
    found = [("row", tuple(range(r * size, (r + 1) * size))) for r in range(size)]
    found += [("column", tuple(range(c, size * size, size))) for c in range(size)]
    boxes = geometry.houses(rules.box)[2 * size :]
    found += [("box" if region in boxes else "region", region) for region in rules.regions if len(region) == size]
    for one in rules.constraints:
        if one.type == "diagonal":
            main, anti = tuple(range(0, size * size, size + 1)), tuple(range(size - 1, size * size - 1, size - 1))
            found += [
                (which, house) for which, house in (("main", main), ("anti", anti)) if one["which"] in (which, "both")
            ]
        elif one.type == "windoku":
            side = 3 if size == 9 else 4
            starts = range(1, size - side + 1, side + 1)
            found += [
                ("window", tuple((top + r) * size + left + c for r in range(side) for c in range(side)))
                for top in starts
                for left in starts
            ]
        elif one.type == "disjoint_groups":
            found += [("group", tuple(box[place] for box in boxes)) for place in range(size)]
        elif one.type == "extra_region":
            found.append(("extra", one.cells))
    kinds: dict[tuple[int, ...], str] = {}
    for kind, house in found:
        kinds.setdefault(house, kind)
    return MappingProxyType(kinds)
