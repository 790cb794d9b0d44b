"""Shapes of rules: what is drawn under the digits of a grid and around it, the same on every surface.

A cell is a unit square, x goes right and y down from the corner of r1c1; clues outside stand one cell beside the grid.
No shape is told from another by its colour alone: thermometers have bulbs, arrows circles and heads, lines their own
dashes, and `phrasing` says every rule in words.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from tessella.sudoku.geometry import DIGIT_SIGNS, miniature
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.ruleset import Rules

Point: TypeAlias = tuple[float, float]
LABEL_ROOM = 0.3  # of a cell, at its top
INSET = 0.08  # of the outline of a cage from the edges of its cells


class Shape(NamedTuple):
    """One thing to draw.

    `kind` is "line" (through all points), "edges" (between each two of them in turn), "area" (a polygon), "circle" or
    "text" (around the one point). `size` is the width of a line, the radius of a circle and the height of a text.
    """

    kind: str
    role: str  # what gives it its colour, see `STYLES`
    points: tuple[Point, ...]
    size: float
    text: str = ""

    @property
    def is_sign(self) -> bool:
        """Whether it stands over the lines of the grid."""
        return self.role in SIGNS


class Style(NamedTuple):
    """The colours of a role on white paper, "" for none, and the dashes of its lines, in parts of a cell."""

    stroke: str
    fill: str = ""
    dashes: tuple[float, ...] = ()


STYLES = {
    "cage": Style("#444", dashes=(0.08, 0.06)),
    "set": Style("#36c", dashes=(0.03, 0.06)),
    "label": Style("", "#222"),
    "clue": Style("", "#222"),
    "shade": Style("", "#e3e3f4"),
    "grey": Style("", "#d4d4d4"),
    "diagonal": Style("#7a7ad0"),
    "thermo": Style("#c4c4c4", "#c4c4c4"),
    "slow_thermo": Style("#c4c4c4", "#c4c4c4", (0.3, 0.12)),
    "arrow": Style("#8a8a8a"),
    "circle": Style("#777"),
    "whisper": Style("#8fd18f"),
    "renban": Style("#d9a3e0", dashes=(0.22, 0.1)),
    "palindrome": Style("#b9b9b9", dashes=(0.08, 0.1)),
    "between": Style("#aac4e8"),
    "lockout": Style("#9ecfe0", dashes=(0.3, 0.08, 0.08, 0.08)),
    "region_sum_line": Style("#86b9ee", dashes=(0.4, 0.1)),
    "entropic": Style("#f0b98a", dashes=(0.15, 0.1)),
    "modular": Style("#8fcfc4", dashes=(0.15, 0.2)),
    "zipper": Style("#c3b1ea", dashes=(0.05, 0.09)),
    "line": Style("#d0c48c", dashes=(0.3, 0.2)),
    "plate": Style("#222", "#fff"),  # below the label of a sign
    "white": Style("#222", "#fff"),
    "on_white": Style("", "#222"),
    "black": Style("#222", "#222"),
    "on_black": Style("", "#fff"),
}


SIGNS = ("white", "on_white", "black", "on_black", "plate", "label", "clue")  # roles of what stands over the grid


def has_margin(rules: Rules) -> bool:
    """Return whether clues stand outside the grid."""
    return any(one.type in OUTSIDE for one in rules.constraints)


@lru_cache(maxsize=256)
def region_of(rules: Rules) -> tuple[int, ...]:
    """Return for every cell the number of its region, from 0; cells of no region share -1."""
    numbers = [-1] * rules.size**2
    for number, region in enumerate(rules.regions[: rules.size]):
        for cell in region:
            numbers[cell] = number
    return tuple(numbers)


def has_boxes(rules: Rules) -> bool:
    """Return whether the regions are the boxes of the grid."""
    return rules.box[0] > 1 and not rules.of_type("jigsaw", "no_boxes")


def borders(rules: Rules) -> Iterator[tuple[Point, Point]]:
    """Yield the lines between cells of different regions."""
    size, numbers = rules.size, region_of(rules)
    for cell, number in enumerate(numbers):
        y, x = divmod(cell, size)
        if x + 1 < size and numbers[cell + 1] != number:
            yield (x + 1, y), (x + 1, y + 1)
        if y + 1 < size and numbers[cell + size] != number:
            yield (x, y + 1), (x + 1, y + 1)


@lru_cache(maxsize=64)
def shapes(rules: Rules) -> tuple[Shape, ...]:
    """Return what is drawn, what lies undermost first.

    >>> [(one.kind, one.role, one.text) for one in shapes(Rules.parse("killer:sum=10:r1c1r1c2;kropki_black:r1c1r2c1"))]
    [('edges', 'cage', ''), ('circle', 'black', ''), ('text', 'label', '10')]
    """
    found = [shape for one in rules.constraints for shape in _shapes_of(one, rules)]
    return tuple(sorted(_apart(found), key=_layer))


def _apart(found: list[Shape]) -> Iterator[Shape]:
    """Yield shapes, with clues that stand in one place one below the other."""
    together = Counter(one.points for one in found if one.role == "clue")
    seen = Counter[tuple[Point, ...]]()
    for one in found:
        if (number := together[one.points]) < 2 or one.role != "clue":
            yield one
            continue
        (x, y), size = one.points[0], min(one.size, 0.76 / number)
        yield one._replace(points=((x, y + (seen[one.points] - (number - 1) / 2) * size),), size=size)
        seen[one.points] += 1


def marks_top(rules: Rules) -> float:
    """Return the share of a cell above its pencil marks: the height of the labels of cages, where there are any.

    >>> marks_top(Rules.parse("anti_knight")), marks_top(Rules.parse("killer:sum=10:r1c1r1c2"))
    (0, 0.3)
    """
    return LABEL_ROOM if any(one.type in CAGES or one.type in SETS for one in rules.constraints) else 0


def mark_spot(rules: Rules, digit: int) -> Point:
    """Return the middle of a pencil mark in its cell.

    >>> mark_spot(Rules(), 1) == (1 / 6, 1 / 6)
    True
    """
    high, wide = miniature(rules.box)
    down, across = divmod(digit - 1, wide)
    top = marks_top(rules)
    return (across + 0.5) / wide, top + (1 - top) * (down + 0.5) / high


def _layer(shape: Shape) -> int:
    if shape.role in ("shade", "grey"):
        return 0
    return 2 if shape.kind == "text" else 1


def _shapes_of(one: Constraint, rules: Rules) -> Iterator[Shape]:
    size = rules.size
    if one.type in OUTSIDE:
        yield from _outside(one, rules)
    elif one.type in LINES:
        yield from _line(one, size)
    elif one.type in CAGES:
        role = "cage" if one.type == "killer" else "set"
        yield from _cage(one.cells, size, role, CAGES[one.type](one))
    elif one.type in SETS:
        sets = [one.cells, one["clone_cells"]] if one.type == "clone" else one["sets"]
        for cells in sets:
            yield from _cage(cells, size, "set", SETS[one.type])
    elif one.type in _SIGNS:
        for cell in one.cells:
            yield _SIGNS[one.type](*_centre(cell, size))
    elif one.type in _OTHERS:
        yield from _OTHERS[one.type](one, rules)


# --- Parts ------------------------------------------------------------------------------------------------------------


def _centre(cell: int, size: int) -> Point:
    return cell % size + 0.5, cell // size + 0.5


def _text(role: str, x: float, y: float, size: float, text: object) -> Shape:
    return Shape("text", role, ((x, y),), size, str(text))


def _circle(role: str, x: float, y: float, radius: float) -> Shape:
    return Shape("circle", role, ((x, y),), radius)


def _square(x: float, y: float, half: float, role: str = "grey") -> Shape:
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return Shape("area", role, corners, 0)


def _cage(cells: Iterable[int], size: int, role: str, label: str) -> Iterator[Shape]:
    """Yield the outline of a cage, and its label in the corner of the first cell."""
    inside = {divmod(cell, size) for cell in cells}
    edges: list[Point] = []
    for row, col in sorted(inside):
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if (row + down, col + right) in inside:
                continue
            ends = []
            for along in (-1, 1):
                side = (row + (0 if down else along), col + (along if down else 0))
                turn = (side[0] + down, side[1] + right)
                reach = 0.5 - INSET if side not in inside else 0.5 + INSET if turn in inside else 0.5
                across = 0.5 - INSET
                x = col + 0.5 + (along * reach if down else right * across)
                ends.append((x, row + 0.5 + (down * across if down else along * reach)))
            edges += ends
    yield Shape("edges", role, tuple(edges), 0.03)
    if label:
        row, col = min(inside)
        yield _text("label", col + 0.12 + 0.055 * len(label), row + 0.18, 0.22, label)


def _line(one: Constraint, size: int) -> Iterator[Shape]:
    """Yield a line, with what stands at its ends."""
    points = tuple(_centre(cell, size) for cell in one.cells)
    kind, role = one.type, LINES[one.type]
    if kind in ("arrow", "pill_arrow", "double_arrow"):
        pill = tuple(_centre(cell, size) for cell in one["pill"]) if kind == "pill_arrow" else points[:1]
        ends = [*pill, *points[-1:]] if kind == "double_arrow" else [*pill]
        yield from (_circle("circle", x, y, 0.4) for x, y in ends)
        path = (*pill[-1:], *points) if kind == "pill_arrow" else points
        path = path if kind != "double_arrow" else (*path[:-1], _towards(path[-1], path[-2], 0.4))
        yield Shape("line", "arrow", (_towards(path[0], path[1], 0.4), *path[1:]), 0.06)
        if kind != "double_arrow":
            yield Shape("line", "arrow", _head(path[-2], path[-1]), 0.06)
        return
    if kind in ("thermo", "slow_thermo"):
        yield _circle(role, *points[0], 0.38)
    if kind in ("between", "lockout"):
        for x, y in (points[0], points[-1]):
            if kind == "between":
                yield _circle("circle", x, y, 0.4)
            else:
                yield Shape("edges", "circle", _ring((x, y - 0.45), (x + 0.45, y), (x, y + 0.45), (x - 0.45, y)), 0.03)
    wide = {"thermo": 0.3, "slow_thermo": 0.3}.get(kind, 0.16)
    yield Shape("line", role, points, wide)


def _ring(*points: Point) -> tuple[Point, ...]:
    return tuple(point for n in range(len(points)) for point in (points[n - 1], points[n]))


def _towards(start: Point, end: Point, distance: float) -> Point:
    """Return the point so far from one point on the way to another."""
    length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5 or 1
    share = min(distance / length, 1)
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _head(start: Point, end: Point) -> tuple[Point, ...]:
    """Return the head of an arrow that ends at a point."""
    x, y = end
    back = _towards(end, start, 0.2)
    dx, dy = back[0] - x, back[1] - y
    return (back[0] - dy, back[1] + dx), end, (back[0] + dy, back[1] - dx)


def place_outside(one: Constraint, size: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the row and column where a clue outside stands, and how many of both its cells go on at each step.

    >>> place_outside(Rules.parse("sandwich:sum=8:r1c9r1c8").constraints[0], 9)
    ((0, 9), (0, -1))
    """
    row, col = divmod(one.cells[0], size)
    if len(one.cells) > 1:
        down, right = one.cells[1] // size - row, one.cells[1] % size - col
    else:
        down, right = (1 if row == 0 else -1), (1 if col == 0 else -1)
    return (row - down, col - right), (down, right)


@lru_cache(maxsize=64)
def _asides(rules: Rules) -> dict[tuple[int, int], float]:
    """Return how far to the right clues stand where several share a place with the arrow of a little killer."""
    places = [(place_outside(one, rules.size), one.type) for one in rules.constraints if one.type in OUTSIDE]
    shared = Counter(place for (place, _way), _type in places)
    arrows: dict[tuple[int, int], set[int]] = {}
    for (place, (_down, right)), kind in places:
        if kind == "little_killer" and shared[place] > 1:
            arrows.setdefault(place, set()).add(right)
    return {place: -0.15 * sum(ways) for place, ways in arrows.items()}


def clue_outside(one: Constraint, rules: Rules) -> str:
    """Return what is written outside for a clue: its number, and a sign before it where clues of other types stand too.

    >>> rules = Rules.parse("skyscraper:count=3:r1c1r1c2r1c3;x_sum:sum=6:r2c1r2c2r2c3")
    >>> [clue_outside(one, rules) for one in rules.constraints]
    ['X6', '^3']
    """
    sign, field = OUTSIDE[one.type]
    is_alone = all(other.type == one.type for other in rules.constraints if other.type in OUTSIDE)
    return f"{'' if is_alone else sign}{one[field]}"


def _outside(one: Constraint, rules: Rules) -> Iterator[Shape]:
    """Yield a clue beside the first of its cells; of a little killer with an arrow to where it goes."""
    (row, col), (dy, dx) = place_outside(one, rules.size)
    at, is_diagonal = (col + 0.5, row + 0.5), one.type == "little_killer"
    aside = _asides(rules).get((row, col), 0)
    yield _text("clue", at[0] + aside, at[1], 0.42 if is_diagonal else 0.5, clue_outside(one, rules))
    if is_diagonal:
        tip = at[0] + 0.48 * dx, at[1] + 0.48 * dy
        start = at[0] + 0.26 * dx, at[1] + 0.26 * dy
        yield Shape("line", "arrow", (start, tip), 0.04)
        yield Shape("line", "arrow", _head(start, tip), 0.04)


def _between(cells: Sequence[int], size: int) -> Point:
    (x, y), (u, v) = _centre(cells[0], size), _centre(cells[-1], size)
    return (x + u) / 2, (y + v) / 2


def _dot(one: Constraint, rules: Rules) -> Iterator[Shape]:
    is_white = one.type == "kropki_white"
    number, usual = (one["difference"], 1) if is_white else (one["ratio"], 2)
    place = _between(one.cells, rules.size)
    role = "white" if is_white else "black"
    yield _circle(role, *place, 0.14 if number == usual else 0.17)
    if number != usual:
        yield _text(f"on_{role}", *place, 0.22, number)


def _sign(one: Constraint, rules: Rules) -> Iterator[Shape]:
    x, y = _between(one.cells, rules.size)
    if one.type != "greater_than":
        yield _circle("plate", x, y, 0.13)
        yield _text("label", x, y, 0.24, "X" if one.type == "xv_x" else "V")
        return
    # The open side is at the greater one.
    start, end = _centre(one.cells[0], rules.size), _centre(one.cells[1], rules.size)
    tip = _towards((x, y), end, 0.09)
    back = _towards((x, y), start, 0.09)
    dx, dy = 0.9 * (tip[0] - back[0]), 0.9 * (tip[1] - back[1])
    yield Shape("line", "circle", ((back[0] - dy, back[1] + dx), tip, (back[0] + dy, back[1] - dx)), 0.05)


def _quadruple(one: Constraint, rules: Rules) -> Iterator[Shape]:
    x, y = _between(one.cells, rules.size)
    signs = "".join(DIGIT_SIGNS[value] for value in one["values"])
    yield _circle("plate", x, y, 0.24)
    yield _text("label", x, y, 0.3 if len(signs) < 3 else 0.2, signs)


def _diagonal(one: Constraint, rules: Rules) -> Iterator[Shape]:
    size = float(rules.size)
    if one["which"] != "anti":
        yield Shape("line", "diagonal", ((0, 0), (size, size)), 0.04)
    if one["which"] != "main":
        yield Shape("line", "diagonal", ((size, 0), (0, size)), 0.04)


def _windows(_one: Constraint, rules: Rules) -> Iterator[Shape]:
    for kind, house in zip(rules.house_kinds, rules.houses, strict=True):
        if kind == "window":
            yield from (_square(*_centre(cell, rules.size), 0.5, "shade") for cell in house)


def _extra(one: Constraint, rules: Rules) -> Iterator[Shape]:
    yield from (_square(*_centre(cell, rules.size), 0.5, "shade") for cell in one.cells)


def _candidates(one: Constraint, rules: Rules) -> Iterator[Shape]:
    signs = "".join(DIGIT_SIGNS[value] for value in one["values"])
    for cell in one.cells:
        x, y = _centre(cell, rules.size)
        yield _text("label", x, y + 0.38, 0.18, signs)


def _triangle(x: float, y: float, up: int) -> Shape:
    corners = ((x - 0.4, y + up * 0.35), (x + 0.4, y + up * 0.35), (x, y - up * 0.4))
    return Shape("area", "grey", corners, 0)


LINES = {  # the role of each line
    **{name: name for name in ("thermo", "slow_thermo", "whisper", "renban", "palindrome", "between", "lockout")},
    **{name: name for name in ("region_sum_line", "entropic", "modular", "zipper")},
    **dict.fromkeys(("sum_line", "value_indexing", "pair_table", "regex", "count_distinct"), "line"),
    **dict.fromkeys(("arrow", "pill_arrow", "double_arrow"), "arrow"),
}
CAGES: dict[str, Callable[[Constraint], str]] = {  # what stands in the corner of a cage
    "killer": lambda one: "" if one["sum"] is None else str(one["sum"]),
    "sum": lambda one: str(one["sum"]),
    "contain_at_least": lambda one: "".join(DIGIT_SIGNS[value] for value in one["values"]),
    "look_and_say": lambda one: str(one["clue"]),
    "rellik_cage": lambda one: f"!{one['sum']}",
    "equality_cage": lambda _one: "=",
    "lunchbox": lambda one: str(one["sum"]),
    "all_different": lambda _one: "",
    "pair_table_all": lambda _one: "",
}
SETS = {"clone": "", "same_values": "~", "equal_sums": "="}
_SIGNS: dict[str, Callable[[float, float], Shape]] = {
    "odd": lambda x, y: _circle("grey", x, y, 0.4),
    "even": lambda x, y: _square(x, y, 0.38),
    "minimum": lambda x, y: _triangle(x, y, -1),
    "maximum": lambda x, y: _triangle(x, y, 1),
    "counting_circles": lambda x, y: _circle("circle", x, y, 0.42),
    "column_indexer": lambda x, y: _text("label", x + 0.35, y - 0.32, 0.22, "C"),
    "row_indexer": lambda x, y: _text("label", x + 0.35, y - 0.32, 0.22, "R"),
}
_OTHERS: dict[str, Callable[[Constraint, Rules], Iterator[Shape]]] = {
    "kropki_white": _dot,
    "kropki_black": _dot,
    "xv_x": _sign,
    "xv_v": _sign,
    "greater_than": _sign,
    "quadruple": _quadruple,
    "diagonal": _diagonal,
    "windoku": _windows,
    "extra_region": _extra,
    "candidates": _candidates,
}
OUTSIDE = {  # clues outside: a sign that tells them from others, and the field of the number
    "little_killer": ("", "sum"),
    "sandwich": ("", "sum"),
    "x_sum": ("X", "sum"),
    "skyscraper": ("^", "count"),
    "hidden_skyscraper": ("v", "value"),
    "numbered_room": ("#", "value"),
    "full_rank": ("@", "rank"),
}
