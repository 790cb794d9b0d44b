"""The layout of printed sheets: papers, options, how large puzzles are on a page, and the shapes on it.

Everything is measured in points (1/72 inch) from the top left corner of a page.

    No. 1              hard       heading and level stand over the edges of the grid
    +---+---+---+---+---+---+
    |   |   |   |   |   |   |     as many to a page as asked for, in the rows and columns
    +---+---+---+---+---+---+     that leave the most room, upright or across
    sudoku:#42        answer      the id, and the answer where it is to be turned for
"""

import datetime as dt
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self, TypeAlias

from tessella.errors import ParseError, one_of
from tessella.i18n import _
from tessella.sudoku.board import Board

PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}  # the width and height of every paper

# how many puzzles a page can hold, in which columns and rows
COUNTS = {1: ((1, 1),), 2: ((1, 2), (2, 1)), 4: ((2, 2),), 6: ((2, 3), (3, 2)), 9: ((3, 3),)}

ANSWERS = ("end", "below", "none")
ORIENTATIONS = ("auto", "portrait", "landscape")

MARGIN = 40.0  # at each edge: 14 mm, which every printer can print
GUTTER = 22.0  # between two columns
TOP, BOTTOM = 26.0, 20.0  # the title and the page number of a page
MIN_GAIN = 1.04  # how much larger the grids must be for another arrangement than the first
MIN_EASY_CELL = 20.0  # the cell of a grid that is easy to write in: 7 mm


class PrintedPuzzle(NamedTuple):
    """A puzzle to be printed, and what is printed with it."""

    board: Board
    answer: Board | None = None  # the solution; None where there is not exactly one, or where it is not asked for
    number: int = 0  # its number in the heading; 0 for none
    id: str = ""
    level: str = ""  # one of `rating.levels.LEVELS`, or nothing where it is not known
    day: dt.date | None = None  # the day that it is the puzzle of, which is then its heading


@dataclass(frozen=True, slots=True)
class Layout:
    """How sheets are to look; raises `ParseError` for what no sheet can be.

    `per_page` of 0 chooses: as many of the puzzles as leave cells that are easy to write in. `marks` fills blank cells
    with their candidates. Pages of a `booklet` are half as large, for two of them to be printed on a side.
    """

    paper: str = "a4"
    per_page: int = 0
    orientation: str = "auto"
    answers: str = "end"
    large: bool = False
    marks: bool = False
    booklet: bool = False
    cover: bool = False
    title: str = ""

    def __post_init__(self) -> None:
        for what, names in ((self.paper, PAPERS), (self.orientation, ORIENTATIONS), (self.answers, ANSWERS)):
            one_of(names, what)
        if self.booklet and self.orientation == "landscape":
            raise ParseError(_("expected portrait pages for a booklet, got {text}"), text=self.orientation)
        most = 2 if self.large else 9
        counts = [count for count in COUNTS if count <= most]
        if self.per_page and self.per_page not in counts:
            message = _("expected {counts} puzzles to a page, got {text}")
            hint = _("in large print, a page holds one or two puzzles") if self.large else ""
            raise ParseError(message, counts=", ".join(map(str, counts)), text=self.per_page, hint=hint)

    @property
    def page(self) -> tuple[float, float]:
        """The width and height of an upright page."""
        width, height = PAPERS[self.paper]
        return (height / 2, width) if self.booklet else (width, height)

    @property
    def margin(self) -> float:
        """The margin at each edge."""
        return 0.8 * MARGIN if self.booklet else MARGIN


class Area(NamedTuple):
    """A part of a page."""

    x: float
    y: float
    w: float
    h: float


class PuzzleSize(NamedTuple):
    """The measures of a puzzle with all that belongs to it."""

    side: float  # of the grid
    head: float  # the size of its heading
    foot: float  # the size of its id
    turned: float  # the side of the answer that stands on its head, or 0
    height: float  # of all

    @classmethod
    def of(cls, side: float, cells: int, layout: Layout) -> Self:
        """Return the measures that go with a grid of some side."""
        head = 22.0 if layout.large else min(max(0.042 * side, 8.0), 14.0)
        foot = 12.0 if layout.large else min(max(0.026 * side, 6.0), 8.5)
        least = (13.0 if layout.large else 6.6) * cells
        turned = min(max(0.34 * side, least), side) if layout.answers == "below" else 0.0
        height = 1.5 * head + side + max(2.0 * foot, turned + foot if turned else 0.0)
        return cls(side, head, foot, turned, height)

    @classmethod
    def largest(cls, w: float, h: float, cells: int, layout: Layout) -> Self:
        """Return the largest one that fits in a width and a height."""
        low, high = 0.0, w
        for _turn in range(40):
            middle = (low + high) / 2
            fits = cls.of(middle, cells, layout).height <= h
            low, high = (middle, high) if fits else (low, middle)
        return cls.of(low, cells, layout)


def puzzles_per_page(puzzles: Sequence[PrintedPuzzle], layout: Layout) -> int:
    """Return how many puzzles a page holds: what was asked for, or what leaves cells that are easy to write in."""
    if layout.per_page:
        return layout.per_page
    cells = max((puzzle.board.size for puzzle in puzzles), default=9)
    for count in (4, 2):
        if layout.large or (count > len(puzzles) and count // 2 >= len(puzzles)):
            continue
        if cell_size(count, cells, layout) >= MIN_EASY_CELL:
            return count
    return 1


def cell_size(count: int, cells: int, layout: Layout) -> float:
    """Return the side of a cell, in points, of grids with so many cells a side, so many to a page."""
    return arranged(count, cells, layout).side / cells


class Arrangement(NamedTuple):
    """Where the puzzles of a page lie."""

    page: tuple[float, float]  # the width and height of the page
    areas: list[Area]  # the parts of the page that its puzzles have, row by row
    side: float  # the side of a grid


def arranged(count: int, cells: int, layout: Layout) -> Arrangement:
    """Return how so many grids with so many cells a side lie where they have the most room."""
    width, height = layout.page
    best: Arrangement | None = None
    for across in (False, True):
        if layout.orientation == ("portrait" if across else "landscape") or (across and layout.booklet):
            continue
        page = (height, width) if across else (width, height)
        for columns, rows in COUNTS[count]:
            areas = _areas(page, columns, rows, layout)
            side = PuzzleSize.largest(areas[0].w, areas[0].h, cells, layout).side
            if best is None or side > MIN_GAIN * best.side:
                best = Arrangement(page, areas, side)
    assert best is not None  # a booklet that is to lie across is no layout
    return best


def inside(page: tuple[float, float], layout: Layout) -> Area:
    """Return the part of a page between its margins, its title and its number."""
    width, height = page
    edge = layout.margin
    top = TOP if layout.title else 0.0
    return Area(edge, edge + top, width - 2 * edge, height - 2 * edge - top - BOTTOM)


def _areas(page: tuple[float, float], columns: int, rows: int, layout: Layout) -> list[Area]:
    x, y, w, h = inside(page, layout)
    gutter = GUTTER if columns < 3 else 0.8 * GUTTER
    between = 0.7 * GUTTER if rows > 1 else 0.0
    wide, high = (w - (columns - 1) * gutter) / columns, (h - (rows - 1) * between) / rows
    return [
        Area(x + col * (wide + gutter), y + row * (high + between), wide, high)
        for row in range(rows)
        for col in range(columns)
    ]


FIGURE_MIDDLE = 0.355  # the middle of a figure above its baseline, as a share of the size of Helvetica


class Line(NamedTuple):
    """A line from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float


class Rectangle(NamedTuple):
    """A rectangle: its outline, or with a `width` of 0 its ground, in a grey from 0 (black) to 1."""

    x: float
    y: float
    w: float
    h: float
    width: float
    grey: float = 0


class Path(NamedTuple):
    """A line through points, in a grey from 0 (black) to 1, or with a `width` of 0 the ground that they enclose."""

    points: tuple[tuple[float, float], ...]
    width: float
    grey: float = 0
    dashes: tuple[float, ...] = ()


class Text(NamedTuple):
    """A line of text.

    It starts at `x`, ends there or has its middle there; `y` is the baseline, or the middle of its figures where it is
    `centred`. Turned, it stands on its head around the point.
    """

    x: float
    y: float
    text: str
    size: float
    anchor: str = "start"
    bold: bool = False
    grey: float = 0
    centred: bool = False
    turned: bool = False

    @property
    def width(self) -> float:
        """About how wide it is, and not less."""
        return text_width(self.text) * self.size

    def fitted(self, room: float) -> Self:
        """Return it, made smaller where it would need more room."""
        return self._replace(size=min(self.size, room / max(text_width(self.text), 0.1)))


Shape: TypeAlias = Line | Rectangle | Path | Text


class Page(NamedTuple):
    """A page of `width` by `height` points; with a `name` it is listed in the contents of a PDF."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    name: str = ""

    @property
    def texts(self) -> Iterator[Text]:
        """The texts on it."""
        return (shape for shape in self.shapes if isinstance(shape, Text))


def wrapped(text: str, room: float) -> list[str]:
    """Return a text in lines of about so many times its size, broken at blanks or between Chinese characters.

    >>> wrapped("digits in a cage differ", 8)
    ['digits in a', 'cage differ']
    """
    lines = [""]
    for word in _WORDS.findall(text):
        if lines[-1] and text_width((lines[-1] + word).rstrip()) > room:
            lines.append("")
        lines[-1] += word
    return [line.rstrip() for line in lines]


_WORDS = re.compile("[\u2e80-\uffef][，。；：、）]*\\s*|[^\\s\u2e80-\uffef]+[，。；：、）]*\\s*")


def text_width(text: str) -> float:
    """Return about how wide a text is, as a multiple of its size, and not less.

    >>> text_width("r4c7") < text_width("第4行第7列")
    True
    """
    return sum(1.0 if unicodedata.east_asian_width(sign) in "WF" else 0.58 for sign in text)
