r"""Rules drawn in characters: walls, cages, lines, signs and clues between and around the cells of a grid.

    12..+----         cells stand a character apart; walls of boxes are solid, of cages dotted, `!` and `=` of both
    : 7 !  4          12    the sum of the cage that begins below
    :   |   o         o @   dots, white and black; V, X and < > ^ v stand between cells as well
    : 2-|-3           - | / \   a line goes on; T and the like over its first cell say of what kind it is

Nothing rests on colour, and all signs are ASCII: terminals differ in how wide they draw others.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

from tessella.sudoku.geometry import DIGIT_SIGNS
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.drawing import CAGES, LINES, OUTSIDE, SETS, clue_outside, place_outside, region_of
from tessella.sudoku.rules.ruleset import Rules

LETTERS = {  # what stands over the first cell of a line, and over cells that a rule marks
    "thermo": "T",
    "slow_thermo": "S",
    "arrow": "A",
    "pill_arrow": "A",
    "double_arrow": "A",
    "whisper": "W",
    "renban": "R",
    "palindrome": "P",
    "between": "B",
    "lockout": "L",
    "region_sum_line": "G",
    "entropic": "E",
    "modular": "M",
    "zipper": "Z",
    "sum_line": "N",
    "value_indexing": "I",
    "count_distinct": "D",
    "pair_table": "Q",
    "regex": "Y",
    "odd": "od",
    "even": "ev",
    "minimum": "lo",
    "maximum": "hi",
    "counting_circles": "()",
    "column_indexer": "co",
    "row_indexer": "ro",
}
_BETWEEN = ("kropki_white", "kropki_black", "xv_x", "xv_v", "greater_than", "quadruple")  # signs between cells
_DRAWN = {*LETTERS, *CAGES, *SETS, *OUTSIDE, *_BETWEEN, "diagonal", "windoku", "extra_region"}
_AREAS = ("window", "extra")  # kinds of houses that are shaded
_UPRIGHT, _LEVEL, _CROSSING = " |:!", " -.=", " +.+"  # walls of neither box nor cage, of a box, of a cage, of both
_BOX, _CAGE = 1, 2
WIDE = 5  # columns of a cell from which on labels stand over it, not at its corner

Place = tuple[int, int]  # a line and a column of characters


class Lattice(NamedTuple):
    """What is drawn between and around cells of `width` by `height` characters, the first of them at `top`, `left`."""

    width: int
    height: int
    left: int
    top: int
    columns: int  # of the whole drawing
    lines: int
    signs: Mapping[Place, tuple[str, str]]  # a character, and its role: "wall", or one of `drawing.STYLES`
    grounds: Mapping[int, str]  # the role of each cell on a line, and the type of what marks a cell

    def at(self, row: int, col: int) -> Place:
        """Return the line and the column where a cell begins."""
        return self.top + row * (self.height + 1), self.left + col * (self.width + 1)


def is_drawn(rules: Rules) -> bool:
    """Return whether anything of the rules but regions shows in a drawing.

    >>> is_drawn(Rules.parse("anti_knight")), is_drawn(Rules.parse("xv_x:r1c1r1c2"))
    (False, True)
    """
    return any(map(shows, rules.constraints))


def shows(one: Constraint) -> bool:
    """Return whether a constraint is drawn around cells, not by the regions and not in words alone."""
    return one.type in _DRAWN


def key(rules: Rules) -> list[tuple[str, str]]:
    """Return the letters that are drawn, each with the type that it stands for.

    >>> key(Rules.parse("thermo:r1c1r1c2;renban:r2c1r2c2;odd:r3c3"))
    [('od', 'odd'), ('T', 'thermo'), ('R', 'renban')]
    """
    types = dict.fromkeys(one.type for one in rules.constraints)
    return [(LETTERS[name], name) for name in types if name in LETTERS]


@lru_cache(maxsize=32)
def lattice(rules: Rules, width: int, height: int, *, only_regions: bool = False) -> Lattice:
    """Return what is drawn around cells of so many characters; of regions alone, without a frame, where that is asked.

    >>> drawn = lattice(Rules.parse("killer:sum=12:r1c1r2c1;kropki_black:r1c2r1c3"), 3, 1)
    >>> drawn.signs[0, 0], drawn.signs[0, 1], drawn.signs[1, 4], drawn.signs[1, 8]
    (('1', 'label'), ('2', 'label'), (':', 'cage'), ('@', 'black'))
    """
    return _Canvas(rules, width, height, only_regions=only_regions).lattice()


def _path(one: Constraint) -> tuple[int, ...]:
    """Return the cells of a line from its beginning, the pill of an arrow among them."""
    return (*one["pill"], *one.cells) if one.type == "pill_arrow" else one.cells


def _cages(rules: Rules) -> Iterator[tuple[Sequence[int], str]]:
    """Yield the cells of every fence, with what stands in its corner."""
    for one in rules.constraints:
        if one.type in CAGES:
            yield one.cells, CAGES[one.type](one)
        elif one.type in SETS:
            for cells in [one.cells, one["clone_cells"]] if one.type == "clone" else one["sets"]:
                yield cells, SETS[one.type]
    for kind, house in zip(rules.house_kinds, rules.houses, strict=True):
        if kind in _AREAS:
            yield house, ""


def _clues(rules: Rules) -> dict[Place, str]:
    """Return the clues by row and column, -1 above and on the left; those of little killers point where they go."""
    found: dict[Place, list[str]] = {}
    for one in rules.constraints:
        if one.type in OUTSIDE:
            place, (down, right) = place_outside(one, rules.size)
            text = clue_outside(one, rules)
            if one.type == "little_killer":
                sign = "\\" if down == right else "/"
                text = text + sign if right > 0 else sign + text
            found.setdefault(place, []).append(text)
    return {place: " ".join(sorted(texts, key=lambda text: text[0] not in "\\/")) for place, texts in found.items()}


class _Canvas:
    """A drawing that is under way; the edges of cells are numbered from 0 to the size of the grid."""

    def __init__(self, rules: Rules, width: int, height: int, *, only_regions: bool) -> None:
        self.rules, self.size, self.width, self.height = rules, rules.size, width, height
        self.signs: dict[Place, tuple[str, str]] = {}
        self.grounds: dict[int, str] = {}
        self.frame = int(not only_regions)
        self.cages = [] if only_regions else [*_cages(rules)]
        self.clues = {} if only_regions else _clues(rules)
        rooms = [self._room(col, len(text)) for (_row, col), text in self.clues.items()]
        self.left = max((left for left, _right in rooms), default=0) + self.frame
        self.top = any(row < 0 for row, _col in self.clues) + self.frame
        right = max((right for _left, right in rooms), default=0)
        self.columns = self._x(self.size) + self.frame + right

    def lattice(self) -> Lattice:
        """Return the drawing."""
        self._draw_walls()
        if self.frame:
            for one in self.rules.constraints:
                self._draw(one)
            self._draw_labels()
        bottom = any(row == self.size for row, _col in self.clues)
        for place, text in self.clues.items():
            self._draw_clue(*place, text)
        lines = self._y(self.size) + self.frame + bottom
        return Lattice(self.width, self.height, self.left, self.top, self.columns, lines, self.signs, self.grounds)

    # --- Places ---

    def _room(self, col: int, columns: int) -> tuple[int, int]:
        """Return how far a clue of so many characters reaches out of the frame to the left and to the right."""
        if not 0 <= col < self.size:
            return (columns, 0) if col < 0 else (0, columns)
        middle, end = col * (self.width + 1) + (self.width + 1) // 2, self.size * (self.width + 1)  # from the frame
        left = columns // 2
        return max(left - middle, 0), max(middle + columns - left - 1 - end, 0)

    def _y(self, edge: int) -> int:
        return self.top + edge * (self.height + 1) - 1

    def _x(self, edge: int) -> int:
        return self.left + edge * (self.width + 1) - 1

    def _middle(self, rows: int, cols: int) -> Place:
        """Return the character at a place counted in half cells: 1 is the middle of the first, 2 the edge behind it."""
        y = self._y(rows // 2) + rows % 2 * ((self.height + 1) // 2)
        return y, self._x(cols // 2) + cols % 2 * ((self.width + 1) // 2)

    def _put(self, place: Place, text: str, role: str) -> None:
        for n, sign in enumerate(text):
            self.signs[place[0], place[1] + n] = sign, role

    # --- Parts ---

    def _draw_walls(self) -> None:
        size, regions = self.size, region_of(self.rules)
        cages = [{n for n, (cells, _label) in enumerate(self.cages) if cell in cells} for cell in range(size * size)]

        def wall(row: int, col: int, other_row: int, other_col: int) -> int:
            """Return what stands between two cells: `_BOX`, `_CAGE`, both or nothing; around the grid its frame."""
            if not (row >= 0 and col >= 0 and other_row < size and other_col < size):
                return _BOX * self.frame
            one, other = row * size + col, other_row * size + other_col
            return _BOX * (regions[one] != regions[other]) | _CAGE * (cages[one] != cages[other])

        upright = {(row, edge): wall(row, edge - 1, row, edge) for row in range(size) for edge in range(size + 1)}
        level = {(edge, col): wall(edge - 1, col, edge, col) for edge in range(size + 1) for col in range(size)}
        for (row, edge), kind in upright.items():
            y, x = self._y(row), self._x(edge)
            for line in range(self.height * bool(kind)):
                self._put((y + 1 + line, x), _UPRIGHT[kind], "cage" if kind == _CAGE else "wall")
        for (edge, col), kind in level.items():
            place = self._y(edge), self._x(col) + 1
            if kind:
                self._put(place, _LEVEL[kind] * self.width, "cage" if kind == _CAGE else "wall")
        for row, col in product(range(1 - self.frame, size + self.frame), repeat=2):
            rising = upright.get((row - 1, col), 0) | upright.get((row, col), 0)
            lying = level.get((row, col - 1), 0) | level.get((row, col), 0)
            if layer := _BOX if (rising | lying) & _BOX else (rising | lying) & _CAGE:
                signs = _CROSSING if rising & lying & layer else _UPRIGHT if rising & layer else _LEVEL
                place = self._y(row), self._x(col)
                self._put(place, signs[layer], "wall" if layer == _BOX else "cage")

    def _draw(self, one: Constraint) -> None:
        """Draw a line or a sign; shade cells."""
        size = self.size
        if one.type in LINES:
            self._draw_line(_path(one), LINES[one.type])
        elif one.type == "diagonal":
            if one["which"] != "anti":
                self._draw_line(range(0, size * size, size + 1), "diagonal")
            if one["which"] != "main":
                self._draw_line(range(size - 1, size * size - 1, size - 1), "diagonal")
        elif one.type in _BETWEEN:
            self._draw_sign(one)
        elif one.type in LETTERS:
            self.grounds |= dict.fromkeys(one.cells, one.type)

    def _draw_line(self, path: Sequence[int], role: str) -> None:
        """Shade the cells of a line, and draw between each two that touch how it goes on."""
        if role == "arrow":  # which other lines cross more often than one another
            self.grounds = dict.fromkeys(path, role) | self.grounds
        elif role != "diagonal":
            self.grounds |= dict.fromkeys(path, role)
        for here, there in pairwise(path):
            (row, col), (to_row, to_col) = divmod(here, self.size), divmod(there, self.size)
            down, right = to_row - row, to_col - col
            if max(abs(down), abs(right)) > 1:
                continue
            sign = "-" if not down else "|" if not right else "\\" if down == right else "/"
            place = self._middle(row + to_row + 1, col + to_col + 1)
            is_crossed = {sign, *self.signs.get(place, "")[:1]} == {"/", "\\"}
            self._put(place, "X" if is_crossed else sign, role)

    def _draw_sign(self, one: Constraint) -> None:
        """Draw a dot, a letter or digits between cells."""
        (row, col), (to_row, to_col) = (divmod(cell, self.size) for cell in (one.cells[0], one.cells[-1]))
        y, x = self._middle(row + to_row + 1, col + to_col + 1)
        role = "black" if one.type == "kropki_black" else "white"
        if one.type == "quadruple":
            text = "".join(DIGIT_SIGNS[value] for value in one["values"])[: self.columns]
        elif one.type == "greater_than":  # its open side is at the greater one
            text = ("<" if to_col < col else ">") if row == to_row else "^" if to_row < row else "v"
        elif one.type.startswith("xv"):
            text = one.type[-1].upper()
        else:
            number, usual = (one["ratio"], 2) if role == "black" else (one["difference"], 1)
            text = ("@" if role == "black" else "o") + str(number) * (number != usual)
        self._put((y, max(min(x - (len(text) - 1) // 2, self.columns - len(text)), 0)), text, role)

    def _draw_labels(self) -> None:
        """Write sums and letters over the first cells of cages and lines."""
        labels: dict[int, str] = {}
        for cells, label in self.cages:
            labels[min(cells)] = labels.get(min(cells), "") + label
        for one in self.rules.constraints:
            if letter := LETTERS.get(one.type):
                path = _path(one)
                ends = path[:: len(path) - 1] if one.type == "double_arrow" else path[:1]
                for cell in ends if one.type in LINES else one.cells:
                    labels[cell] = labels.get(cell, "") + letter
        for cell, label in labels.items():
            row, col = divmod(cell, self.size)
            place = self._y(row), self._x(col) + (self.width >= WIDE)
            self._put(place, label[: self.width + 1], "label")

    def _draw_clue(self, row: int, col: int, text: str) -> None:
        """Write a clue beside the grid."""
        inside = min(max(row, 0), self.size - 1), min(max(col, 0), self.size - 1)
        y, x = self._middle(2 * inside[0] + 1, 2 * inside[1] + 1)
        y = 0 if row < 0 else self._y(self.size) + 1 if row == self.size else y
        x -= len(text) // 2
        x = self.left - 1 - len(text) if col < 0 else self._x(self.size) + 1 if col == self.size else x
        self._put((y, x), text, "clue")
