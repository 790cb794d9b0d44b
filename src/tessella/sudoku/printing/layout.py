"""How do puzzles lie on paper?

Puzzles in, pages out: grids as large as the paper lets them be, each with its heading, level and id, the answers at the
end or upside down below. Everything is measured in points (1/72 inch) from the top left corner of a page.

    No. 1              hard       heading and level stand over the edges of the grid
    +---+---+---+---+---+---+
    |   |   |   |   |   |   |     as many to a page as asked for, in the rows and columns
    +---+---+---+---+---+---+     that leave the most room, upright or across
    sudoku:#42        answer      the id, and the answer where it is to be turned for
"""

import datetime as dt
from calendar import monthrange
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tessella.errors import ParseError, quote
from tessella.i18n import _, ngettext
from tessella.sudoku.board import Board
from tessella.sudoku.printing.pdf import Frame, Mark, Page, Stroke, Text, breadth
from tessella.sudoku.rating.rater import LEVELS, level_name
from tessella.sudoku.rules import SYMBOLS, digits_of

__all__ = [
    "ANSWERS",
    "COUNTS",
    "ORIENTATIONS",
    "PAPERS",
    "Layout",
    "Puzzle",
    "cell_of",
    "gatherings",
    "impose",
    "lay_out",
    "per_page_of",
    "span",
    "title_of",
    "with_cover",
]

PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
"""The width and height of every paper."""

COUNTS = {1: ((1, 1),), 2: ((1, 2), (2, 1)), 4: ((2, 2),), 6: ((2, 3), (3, 2)), 9: ((3, 3),)}
"""How many puzzles a page can hold, in which columns and rows."""

ANSWERS = ("end", "below", "none")
ORIENTATIONS = ("auto", "portrait", "landscape")

MARGIN = 40.0  # at each edge: 14 mm, which every printer can print
GUTTER = 22.0  # between two columns
TOP, BOTTOM = 26.0, 20.0  # the title and the page number of a page
CLEARLY = 1.04  # how much larger the grids must be for another arrangement than the first
LARGE = 22.0  # the largest cell of an answer
EASY = 20.0  # the cell of a grid that is easy to write in: 7 mm
GATHERED = 20  # sheets that can be folded into each other
PALE = 0.35  # the grey of what is not the puzzle


class Puzzle(NamedTuple):
    """A puzzle to be printed, and what is printed with it."""

    board: Board
    answer: Board | None = None
    """The solution; None where there is not exactly one, or where it is not asked for."""
    number: int = 0
    """Its number in the heading; 0 for none."""
    id: str = ""
    level: str = ""
    """One of `rate.LEVELS`, or nothing where it is not known."""
    day: dt.date | None = None
    """The day that it is the puzzle of, which is then its heading."""


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
            if what not in names:
                message = _("expected one of {names}, got {text}")
                raise ParseError(message.format(names=", ".join(names), text=quote(what)))
        if self.booklet and self.orientation == "landscape":
            message = _("expected upright pages for a booklet, got {text}")
            raise ParseError(message.format(text=quote(self.orientation)))
        most = 2 if self.large else 9
        counts = [count for count in COUNTS if count <= most]
        if self.per_page and self.per_page not in counts:
            message = _("expected {counts} puzzles to a page, got {text}")
            hint = _("in large print a page holds one or two") if self.large else ""
            raise ParseError(message.format(counts=", ".join(map(str, counts)), text=quote(self.per_page)), hint=hint)

    @property
    def page(self) -> tuple[float, float]:
        """The width and height of an upright page."""
        width, height = PAPERS[self.paper]
        return (height / 2, width) if self.booklet else (width, height)


class Area(NamedTuple):
    """A part of a page."""

    x: float
    y: float
    w: float
    h: float


# --- words ------------------------------------------------------------------------------------------------


def _weekday(day: dt.date) -> str:
    names = (
        _("Monday"),
        _("Tuesday"),
        _("Wednesday"),
        _("Thursday"),
        _("Friday"),
        _("Saturday"),
        _("Sunday"),
    )
    return names[day.weekday()]


def _month(day: dt.date) -> str:
    names = (
        _("January"),
        _("February"),
        _("March"),
        _("April"),
        _("May"),
        _("June"),
        _("July"),
        _("August"),
        _("September"),
        _("October"),
        _("November"),
        _("December"),
    )
    return names[day.month - 1]


def _heading(puzzle: Puzzle) -> str:
    """Return what stands over a puzzle."""
    if day := puzzle.day:
        return _("{weekday} {day} {month} {year}").format(
            weekday=_weekday(day), day=day.day, month=_month(day), year=day.year
        )
    return _("No. {number}").format(number=puzzle.number) if puzzle.number else _("Sudoku")


def _brief(puzzle: Puzzle) -> str:
    """Return what stands over an answer."""
    if day := puzzle.day:
        return _("{day} {month}").format(day=day.day, month=_month(day))
    return _heading(puzzle)


def _level(puzzle: Puzzle) -> str:
    return level_name(puzzle.level) if puzzle.level in LEVELS else ""


def span(first: dt.date, last: dt.date) -> str:
    """Return the words for the days from one to another.

    >>> span(dt.date(2027, 1, 1), dt.date(2027, 12, 31)), span(dt.date(2027, 2, 1), dt.date(2027, 2, 28))
    ('2027', 'February 2027')
    >>> span(dt.date(2027, 2, 3), dt.date(2027, 3, 1))
    '3 February 2027 to 1 March 2027'
    """
    if first.year == last.year and first.day == 1 and last.day == monthrange(last.year, last.month)[1]:
        if (first.month, last.month) == (1, 12):
            return str(first.year)
        if first.month == last.month:
            return _("{month} {year}").format(month=_month(first), year=first.year)
    words = [_("{day} {month} {year}").format(day=day.day, month=_month(day), year=day.year) for day in (first, last)]
    return words[0] if first == last else _("{first} to {last}").format(first=words[0], last=words[1])


def title_of(puzzles: Sequence[Puzzle], layout: Layout) -> str:
    """Return the title of a document: what was asked for, or what it holds."""
    if layout.title:
        return layout.title
    days = [puzzle.day for puzzle in puzzles if puzzle.day]
    if days and len(days) == len(puzzles):
        return _("Sudoku {days}").format(days=span(min(days), max(days)))
    levels = {_level(puzzle) for puzzle in puzzles}
    if len(levels) == 1 and (level := levels.pop()):
        return _("Sudoku: {level}").format(level=level)
    return _("Sudoku")


# --- one grid ---------------------------------------------------------------------------------------------


def _lines(board: Board, x: float, y: float, side: float) -> Iterator[Mark]:
    """Yield the lines of a grid: thin ones between cells, thick ones between boxes, a frame around all."""
    height, width = board.box
    cell = side / board.size
    thin, thick = min(max(0.022 * cell, 0.25), 0.9), min(max(0.06 * cell + 0.55, 0.7), 3.2)
    lines = range(1, board.size)
    for is_thick in (False, True):
        line = thick if is_thick else thin
        for n in lines:
            if (n % height == 0) == is_thick:
                yield Stroke(x, y + n * cell, x + side, y + n * cell, line)
        for n in lines:
            if (n % width == 0) == is_thick:
                yield Stroke(x + n * cell, y, x + n * cell, y + side, line)
    yield Frame(x, y, side, side, thick)


def _digits(
    board: Board, x: float, y: float, side: float, share: float, *, bold: Sequence[int] = (), turned: bool = False
) -> Iterator[Text]:
    """Yield the digits of a grid, in bold where there is a value in `bold`; turned, the grid stands on its head.

    Digits that somebody has written are pale.
    """
    cell = side / board.size
    for number, digit in enumerate(board.digits):
        if digit:
            row, col = divmod(number, board.size)
            if turned:
                row, col = board.size - 1 - row, board.size - 1 - col
            yield Text(
                x + (col + 0.5) * cell,
                y + (row + 0.5) * cell,
                SYMBOLS[digit],
                share * cell,
                "middle",
                bold=bool(bold and bold[number]),
                grey=0 if board.givens[number] else PALE,
                centred=True,
                turned=turned,
            )


def _pencilled(board: Board, x: float, y: float, side: float) -> Iterator[Text]:
    """Yield the pencil marks of a grid, or all candidates where it has none, each at its place in its cell."""
    height, width = board.box
    cell = side / board.size
    size = min(0.8 * cell / height, cell / width) * 0.86
    for number, mask in enumerate(board.marks if any(board.marks) else board.candidates()):
        row, col = divmod(number, board.size)
        for digit in digits_of(mask):
            down, across = divmod(digit - 1, width)
            yield Text(
                x + cell * (col + 0.06 + 0.88 * (across + 0.5) / width),
                y + cell * (row + 0.06 + 0.88 * (down + 0.5) / height),
                SYMBOLS[digit],
                size,
                "middle",
                grey=0.2,
                centred=True,
            )


def _fitted(text: Text, room: float) -> Text:
    """Return a text, made smaller where it would need more room."""
    return text._replace(size=min(text.size, room / max(breadth(text.text), 0.1)))


# --- one puzzle -------------------------------------------------------------------------------------------


class Block(NamedTuple):
    """The measures of a puzzle with all that belongs to it."""

    side: float  # of the grid
    head: float  # the size of its heading
    foot: float  # the size of its id
    turned: float  # the side of the answer that stands on its head, or 0
    height: float  # of all

    @classmethod
    def of(cls, side: float, cells: int, layout: Layout) -> "Block":
        """Return the measures that go with a grid of some side."""
        head = 22.0 if layout.large else min(max(0.042 * side, 8.0), 14.0)
        foot = 12.0 if layout.large else min(max(0.026 * side, 6.0), 8.5)
        least = (13.0 if layout.large else 6.6) * cells
        turned = min(max(0.34 * side, least), side) if layout.answers == "below" else 0.0
        height = 1.5 * head + side + max(2.0 * foot, turned + foot if turned else 0.0)
        return cls(side, head, foot, turned, height)

    @classmethod
    def largest(cls, w: float, h: float, cells: int, layout: Layout) -> "Block":
        """Return the largest one that fits in a width and a height."""
        low, high = 0.0, w
        for _turn in range(40):
            middle = (low + high) / 2
            if cls.of(middle, cells, layout).height <= h:
                low = middle
            else:
                high = middle
        return cls.of(low, cells, layout)


def _draw(puzzle: Puzzle, area: Area, layout: Layout) -> Iterator[Mark]:
    """Yield the marks of a puzzle in its area."""
    board = puzzle.board
    block = Block.largest(area.w, area.h, board.size, layout)
    side, head = block.side, block.head
    x, y = area.x + (area.w - side) / 2, area.y + 0.45 * (area.h - block.height)
    base = y + head
    level = Text(x + side, base, _level(puzzle), 0.86 * head, "end", grey=PALE)
    level = _fitted(level, 0.35 * side)
    room = side - breadth(level.text) * level.size - 0.6 * head * bool(level.text)
    yield _fitted(Text(x, base, _heading(puzzle), head, bold=True), room)
    if level.text:
        yield level
    y += 1.5 * head
    yield from _digits(board, x, y, side, 0.88 if layout.large else 0.72, bold=(1,) * len(board.digits) * layout.large)
    if layout.marks:
        yield from _pencilled(board, x, y, side)
    yield from _lines(board, x, y, side)
    y += side
    if puzzle.id:
        room = side - block.turned - block.foot * (block.turned > 0)
        yield _fitted(Text(x, y + 1.6 * block.foot, puzzle.id, block.foot, grey=PALE), room)
    if block.turned:
        small = block.turned
        left, top = x + side - small, y + block.foot
        if puzzle.answer is None:
            words = Text(x + side, y + 1.6 * block.foot, _("no single answer"), block.foot, "end", grey=PALE)
            yield _fitted(words, small)
            return
        yield from _digits(puzzle.answer, left, top, small, 0.74, turned=True)
        yield from _lines(puzzle.answer, left, top, small)


def _draw_answer(puzzle: Puzzle, x: float, y: float, side: float, label: float) -> Iterator[Mark]:
    """Yield a small answer, its givens bold, below its label."""
    yield _fitted(Text(x, y + label, _brief(puzzle), label, bold=True), side)
    y += 1.5 * label
    answer = puzzle.answer
    if answer is None:
        yield _fitted(Text(x, y + label, _("no single answer"), label, grey=PALE), side)
        return
    yield from _digits(answer, x, y, side, 0.74, bold=puzzle.board.givens)
    yield from _lines(answer, x, y, side)


# --- pages ------------------------------------------------------------------------------------------------


def lay_out(puzzles: Sequence[Puzzle], layout: Layout) -> list[Page]:
    """Return the pages that hold some puzzles: a cover where it is asked for, the puzzles, their answers.

    >>> board = Board.parse("1...|..2.|.3..|...4")
    >>> [len(list(page.texts)) for page in lay_out([Puzzle(board)] * 5, Layout(per_page=4, answers="none"))]
    [21, 6]
    """
    pages = [_cover(puzzles, layout)] if layout.cover else []
    pages += _puzzle_pages(puzzles, layout, len(pages))
    if layout.answers == "end":
        pages += _answer_pages(puzzles, layout, len(pages))
    return pages


def with_cover(layout: Layout) -> Layout:
    """Return the same layout with a cover."""
    return replace(layout, cover=True)


def per_page_of(puzzles: Sequence[Puzzle], layout: Layout) -> int:
    """Return how many puzzles a page holds: what was asked for, or what leaves cells that are easy to write in."""
    if layout.per_page:
        return layout.per_page
    cells = max((puzzle.board.size for puzzle in puzzles), default=9)
    for count in (4, 2):
        if layout.large or (count > len(puzzles) and count // 2 >= len(puzzles)):
            continue
        if cell_of(count, cells, layout) >= EASY:
            return count
    return 1


def cell_of(count: int, cells: int, layout: Layout) -> float:
    """Return the side of a cell, in points, of grids with so many cells a side, so many to a page."""
    *_shape, side = _arranged(count, cells, layout)
    return side / cells


def _arranged(count: int, cells: int, layout: Layout) -> tuple[tuple[float, float], tuple[int, int], float]:
    """Return the page, the columns and rows that leave the most room to so many grids, and their side."""
    width, height = layout.page
    best: tuple[tuple[float, float], tuple[int, int], float] | None = None
    for across in (False, True):
        if layout.orientation == ("portrait" if across else "landscape") or (across and layout.booklet):
            continue
        page = (height, width) if across else (width, height)
        for columns, rows in COUNTS[count]:
            area = _areas(page, columns, rows, layout)[0]
            side = Block.largest(area.w, area.h, cells, layout).side
            if best is None or side > CLEARLY * best[2]:
                best = (page, (columns, rows), side)
    assert best is not None  # a booklet that is to lie across is no layout
    return best


def _inside(page: tuple[float, float], layout: Layout) -> Area:
    """Return the part of a page between its margins, its title and its number."""
    width, height = page
    edge = 0.8 * MARGIN if layout.booklet else MARGIN
    top = TOP if layout.title else 0.0
    return Area(edge, edge + top, width - 2 * edge, height - 2 * edge - top - BOTTOM)


def _areas(page: tuple[float, float], columns: int, rows: int, layout: Layout) -> list[Area]:
    """Return the parts of a page that its puzzles have, row by row."""
    x, y, w, h = _inside(page, layout)
    gutter = GUTTER if columns < 3 else 0.8 * GUTTER
    between = 0.7 * GUTTER if rows > 1 else 0.0
    wide, high = (w - (columns - 1) * gutter) / columns, (h - (rows - 1) * between) / rows
    return [
        Area(x + col * (wide + gutter), y + row * (high + between), wide, high)
        for row in range(rows)
        for col in range(columns)
    ]


def _frame(page: tuple[float, float], number: int, layout: Layout) -> Iterator[Mark]:
    """Yield what every page has: the title at the top, its number at the bottom."""
    width, height = page
    edge = 0.8 * MARGIN if layout.booklet else MARGIN
    if layout.title:
        room = width - 2 * edge
        yield _fitted(Text(width / 2, edge + 10, layout.title, 18 if layout.large else 12, "middle", bold=True), room)
    yield Text(width / 2, height - edge + 4, str(number), 14 if layout.large else 9, "middle", grey=PALE)


def _puzzle_pages(puzzles: Sequence[Puzzle], layout: Layout, before: int) -> Iterator[Page]:
    count = per_page_of(puzzles, layout)
    cells = max((puzzle.board.size for puzzle in puzzles), default=9)
    page, (columns, rows), _side = _arranged(count, cells, layout)
    areas = _areas(page, columns, rows, layout)
    month: tuple[int, int] | None = None
    for start in range(0, len(puzzles), count):
        here = puzzles[start : start + count]
        marks = [mark for puzzle, area in zip(here, areas, strict=False) for mark in _draw(puzzle, area, layout)]
        name = ""
        for day in [puzzle.day for puzzle in here if puzzle.day]:
            if (day.year, day.month) != month:
                month = (day.year, day.month)
                name = name or _("{month} {year}").format(month=_month(day), year=day.year)
        if not start and not name:
            name = _("Puzzles")
        yield Page(*page, (*_frame(page, before + start // count + 1, layout), *marks), name)


def _answer_pages(puzzles: Sequence[Puzzle], layout: Layout, before: int) -> Iterator[Page]:
    """Yield the pages of answers, as many to a page as can be read with ease."""
    cells = max((puzzle.board.size for puzzle in puzzles), default=9)
    page = layout.page
    x, y, w, h = _inside(page, layout)
    top, gap = (36.0, 20.0) if layout.large else (26.0, 14.0)
    label = 14.0 if layout.large else 8.0
    least = max((20.0 if layout.large else 8.6) * cells, 64.0)
    most = max(1, int((w + gap) / (least + gap)))

    def arranged(columns: int) -> tuple[float, int]:
        """Return the side of the answers and how many rows of them a page holds."""
        side = min((w + gap) / columns - gap, h - top - 1.5 * label)
        return side, max(1, int((h - top + gap) / (1.5 * label + side + gap)))

    def sheets(columns: int) -> int:
        return -(-len(puzzles) // (columns * arranged(columns)[1]))

    # As large as they can be on the fewest pages.
    columns = min(3, most)
    while columns < most and (sheets(columns) > sheets(most) or arranged(columns)[0] > LARGE * cells):
        columns += 1
    side, rows = arranged(columns)
    high = (h - top + gap) / rows if len(puzzles) > columns * rows else 1.5 * label + side + gap
    for start in range(0, len(puzzles), columns * rows):
        number = start // (columns * rows)
        size = 22 if layout.large else 14
        marks: list[Mark] = [*_frame(page, before + number + 1, layout)]
        marks.append(Text(x, y + 0.8 * size, _("Answers"), size, bold=True))
        for place, puzzle in enumerate(puzzles[start : start + columns * rows]):
            row, col = divmod(place, columns)
            marks += _draw_answer(puzzle, x + col * (side + gap), y + top + row * high, side, label)
        yield Page(*page, tuple(marks), "" if start else _("Answers"))


def _cover(puzzles: Sequence[Puzzle], layout: Layout) -> Page:
    """Return the first page: the title over a grid that spells it, how many puzzles there are, and the rule."""
    width, height = page = layout.page
    edge = MARGIN
    room = width - 2 * edge
    middle = width / 2
    days = sorted(puzzle.day for puzzle in puzzles if puzzle.day)
    title = layout.title or _("Sudoku")
    below = span(days[0], days[-1]) if days else "" if layout.title else _level_of_all(puzzles)
    marks: list[Mark] = [
        _fitted(Text(middle, 0.17 * height, title, 0.1 * width, "middle", bold=True), room),
        _fitted(Text(middle, 0.17 * height + 0.075 * width, below, 0.05 * width, "middle", grey=PALE), room),
    ]
    side = 0.62 * width
    x, y = (width - side) / 2, 0.29 * height
    empty = Board.empty()
    cell = side / 9
    for row, word in ((2, _("SUDOKU")), (6, str(days[0].year) if days else "")):
        first = (9 - len(word)) // 2
        marks += [
            Text(x + (first + n + 0.5) * cell, y + (row + 0.5) * cell, sign, 0.66 * cell, "middle", centred=True)
            for n, sign in enumerate(word[:9])
        ]
    marks += _lines(empty, x, y, side)
    said = _said(puzzles, layout)
    begin = y + side + 0.05 * height
    line = min(0.048 * width, (height - edge - begin) / len(said))
    size = min([0.55 * line, *(room / breadth(words) for words in said)])
    marks += [Text(middle, begin + (n + 0.5) * line, words, size, "middle") for n, words in enumerate(said)]
    return Page(*page, tuple(marks), title)


def _said(puzzles: Sequence[Puzzle], layout: Layout) -> list[str]:
    """Return what a cover says about the puzzles, line by line."""
    n = len(puzzles)
    days = sorted(puzzle.day for puzzle in puzzles if puzzle.day)
    message = ngettext("{n} puzzle", "{n} puzzles", n)
    if len(days) == n > 1 and (days[-1] - days[0]).days == n - 1:
        message = _("{n} puzzles, one for every day")
    said = [message.format(n=n), *_by_weekday(puzzles)]
    said.append(_("Every row, every column and every box holds every digit once."))
    if layout.answers == "end":
        said.append(_("The answers are at the end."))
    return said


def _level_of_all(puzzles: Sequence[Puzzle]) -> str:
    levels = {_level(puzzle) for puzzle in puzzles}
    return levels.pop() if len(levels) == 1 else ""


def _by_weekday(puzzles: Sequence[Puzzle]) -> list[str]:
    """Return the level of every day of the week, where each has one of its own."""
    found: dict[int, set[str]] = {}
    for puzzle in puzzles:
        if puzzle.day and puzzle.level:
            found.setdefault(puzzle.day.weekday(), set()).add(puzzle.level)
    if len(found) < 7 or any(len(levels) != 1 for levels in found.values()):
        return []
    by_level: dict[str, list[str]] = {}
    monday = dt.date(2027, 1, 4)
    for number in range(7):
        level = _level(Puzzle(Board.empty((2, 2)), level=next(iter(found[number]))))
        by_level.setdefault(level, []).append(_weekday(monday + dt.timedelta(days=number)))
    parts = [_("{level}: {days}").format(level=level, days=_(", ").join(days)) for level, days in by_level.items()]
    return [" · ".join(parts[start : start + 3]) for start in range(0, len(parts), 3)]


# --- booklets ---------------------------------------------------------------------------------------------


def gatherings(pages: int) -> list[int]:
    """Return how many sheets are folded into each other in each part of a booklet: at most 20, and alike.

    >>> gatherings(10), gatherings(200)
    ([3], [17, 17, 16])
    """
    sheets = max(1, -(-pages // 4))
    parts = -(-sheets // GATHERED)
    return [sheets // parts + (part < sheets % parts) for part in range(parts)]


def impose(pages: Sequence[Page]) -> list[Page]:
    """Return the sides of the sheets of a booklet, two pages on each, in the order for printing and folding.

    The sheets are printed on both sides, turned over the short edge; a part of four pages lies as [4 1] and [2 3].
    Blank pages fill the last sheet.
    """
    width, height = pages[0].width, pages[0].height
    parts = gatherings(len(pages))
    padded = [*pages, *[Page(width, height, ())] * (4 * sum(parts) - len(pages))]
    sides: list[Page] = []
    start = 0
    for sheets in parts:
        part = padded[start : start + 4 * sheets]
        start += 4 * sheets
        for n in range(2 * sheets):
            outer, inner = part[len(part) - 1 - n], part[n]
            left, right = (inner, outer) if n % 2 else (outer, inner)
            marks = (*left.marks, *(_moved(mark, width) for mark in right.marks))
            sides.append(Page(2 * width, height, marks, left.name or right.name))
    return sides


def _moved(mark: Mark, right: float) -> Mark:
    """Return a mark further to the right."""
    if isinstance(mark, Stroke):
        return mark._replace(x1=mark.x1 + right, x2=mark.x2 + right)
    return mark._replace(x=mark.x + right)
