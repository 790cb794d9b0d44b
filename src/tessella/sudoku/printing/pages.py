"""Pages of printed puzzles: a cover, the puzzles, their answers; and their order in a booklet."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

from tessella.i18n import _, ngettext
from tessella.sudoku.board import Board
from tessella.sudoku.printing import puzzle_drawing as drawing
from tessella.sudoku.printing.layout import (
    MARGIN,
    Layout,
    Line,
    Page,
    Path,
    PrintedPuzzle,
    Shape,
    Text,
    arranged,
    inside,
    puzzles_per_page,
    text_width,
)

MAX_ANSWER_CELL = 22.0  # the largest cell of an answer
MAX_SIGNATURE_SHEETS = 20  # sheets that can be folded into each other


def lay_out(puzzles: Sequence[PrintedPuzzle], layout: Layout) -> list[Page]:
    """Return the pages that hold some puzzles: a cover where it is asked for, the puzzles, their answers.

    >>> from tessella.sudoku.board import Board
    >>> board = Board.parse("1...|..2.|.3..|...4")
    >>> [len(list(page.texts)) for page in lay_out([PrintedPuzzle(board)] * 5, Layout(per_page=4, answers="none"))]
    [21, 6]
    """
    pages = [cover_page(puzzles, layout)] if layout.cover else []
    pages += _puzzle_pages(puzzles, layout, len(pages))
    if layout.answers == "end":
        pages += _answer_pages(puzzles, layout, len(pages))
    return pages


def _page_frame(page: tuple[float, float], number: int, layout: Layout) -> Iterator[Shape]:
    """Yield what every page has: the title at the top, its number at the bottom."""
    width, height = page
    edge = layout.margin
    if layout.title:
        room = width - 2 * edge
        yield Text(width / 2, edge + 10, layout.title, 18 if layout.large else 12, "middle", bold=True).fitted(room)
    yield Text(width / 2, height - edge + 4, str(number), 14 if layout.large else 9, "middle", grey=drawing.PALE_GREY)


def _puzzle_pages(puzzles: Sequence[PrintedPuzzle], layout: Layout, before: int) -> Iterator[Page]:
    count = puzzles_per_page(puzzles, layout)
    cells = max((puzzle.board.size for puzzle in puzzles), default=9)
    page, areas, _side = arranged(count, cells, layout)
    month = ""
    for start in range(0, len(puzzles), count):
        here = puzzles[start : start + count]
        drawn = (
            drawing.draw_puzzle(*placed, layout, has_rules=count == 1) for placed in zip(here, areas, strict=False)
        )
        marks = [*chain.from_iterable(drawn)]
        name = "" if start else _("Puzzles")
        months = [drawing.month_and_year(puzzle.day) for puzzle in here if puzzle.day]
        if new := [one for one in months if one != month]:
            month, name = months[-1], new[0]
        yield Page(*page, (*_page_frame(page, before + start // count + 1, layout), *marks), name)


def _answer_pages(puzzles: Sequence[PrintedPuzzle], layout: Layout, before: int) -> Iterator[Page]:
    """Yield the pages of answers, as many to a page as can be read with ease."""
    cells = max((puzzle.board.size for puzzle in puzzles), default=9)
    page = layout.page
    x, y, w, h = inside(page, layout)
    top, gap = (36.0, 20.0) if layout.large else (26.0, 14.0)
    label = 14.0 if layout.large else 8.0
    least = max((20.0 if layout.large else 8.6) * cells, 64.0)
    most = max(1, int((w + gap) / (least + gap)))

    def fitted(columns: int) -> tuple[float, int]:
        """Return the side of the answers and how many rows of them a page holds."""
        side = min((w + gap) / columns - gap, h - top - 1.5 * label)
        return side, max(1, int((h - top + gap) / (1.5 * label + side + gap)))

    def sheets(columns: int) -> int:
        return -(-len(puzzles) // (columns * fitted(columns)[1]))

    # As large as they can be on the fewest pages.
    columns = min(3, most)
    while columns < most and (sheets(columns) > sheets(most) or fitted(columns)[0] > MAX_ANSWER_CELL * cells):
        columns += 1
    side, rows = fitted(columns)
    high = (h - top + gap) / rows if len(puzzles) > columns * rows else 1.5 * label + side + gap
    for start in range(0, len(puzzles), columns * rows):
        number = start // (columns * rows)
        size = 22 if layout.large else 14
        marks: list[Shape] = [*_page_frame(page, before + number + 1, layout)]
        marks.append(Text(x, y + 0.8 * size, _("Answers"), size, bold=True))
        for place, puzzle in enumerate(puzzles[start : start + columns * rows]):
            row, col = divmod(place, columns)
            marks += drawing.draw_answer(puzzle, x + col * (side + gap), y + top + row * high, side, label)
        yield Page(*page, tuple(marks), "" if start else _("Answers"))


def cover_page(puzzles: Sequence[PrintedPuzzle], layout: Layout) -> Page:
    """Return the first page: the title over a grid that spells it, how many puzzles there are, and the rule."""
    width, height = page = layout.page
    room = width - 2 * MARGIN
    middle = width / 2
    days = sorted(puzzle.day for puzzle in puzzles if puzzle.day)
    title = layout.title or _("Sudoku")
    below = drawing.date_range(days[0], days[-1]) if days else "" if layout.title else drawing.common_level(puzzles)
    marks: list[Shape] = [
        Text(middle, 0.17 * height, title, 0.1 * width, "middle", bold=True).fitted(room),
        Text(middle, 0.17 * height + 0.075 * width, below, 0.05 * width, "middle", grey=drawing.PALE_GREY).fitted(room),
    ]
    side = 0.62 * width
    x, y = (width - side) / 2, 0.29 * height
    cell = side / 9
    for row, word in ((2, _("SUDOKU")), (6, str(days[0].year) if days else "")):
        first = (9 - len(word)) // 2
        marks += [
            Text(x + (first + n + 0.5) * cell, y + (row + 0.5) * cell, sign, 0.66 * cell, "middle", centred=True)
            for n, sign in enumerate(word[:9])
        ]
    marks += drawing.draw_grid(Board.empty(), x, y, side)
    said = _summary(puzzles, layout)
    begin = y + side + 0.05 * height
    line = min(0.048 * width, (height - MARGIN - begin) / len(said))
    size = min([0.55 * line, *(room / text_width(words) for words in said)])
    marks += [Text(middle, begin + (n + 0.5) * line, words, size, "middle") for n, words in enumerate(said)]
    return Page(*page, tuple(marks), title)


def _summary(puzzles: Sequence[PrintedPuzzle], layout: Layout) -> list[str]:
    """Return what a cover says about the puzzles, line by line."""
    n = len(puzzles)
    days = sorted(puzzle.day for puzzle in puzzles if puzzle.day)
    message = ngettext("{n} puzzle", "{n} puzzles", n)
    if len(days) == n > 1 and (days[-1] - days[0]).days == n - 1:
        message = _("{n} puzzles, one for every day")
    rule = _("Every row, every column and every box holds every digit once.")
    answers = [_("The answers are at the end.")] if layout.answers == "end" else []
    return [message.format(n=n), *_levels_by_weekday(puzzles), rule, *answers]


def _levels_by_weekday(puzzles: Sequence[PrintedPuzzle]) -> list[str]:
    """Return the level of every day of the week, three to a line, where each day has one of its own."""
    found = defaultdict[int, set[str]](set)
    for puzzle in puzzles:
        if puzzle.day and puzzle.level:
            found[puzzle.day.weekday()].add(puzzle.level)
    if len(found) < 7 or any(len(levels) > 1 for levels in found.values()):
        return []
    by_level = defaultdict[str, list[str]](list)
    for number in range(7):
        by_level[drawing.level_caption(*found[number])].append(drawing.weekday_name(number))
    parts = [_("{level}: {days}").format(level=level, days=_(", ").join(days)) for level, days in by_level.items()]
    return [" · ".join(parts[start : start + 3]) for start in range(0, len(parts), 3)]


def signatures(pages: int) -> list[int]:
    """Return how many sheets are folded into each other in each part of a booklet: at most 20, and alike.

    >>> signatures(10), signatures(200)
    ([3], [17, 17, 16])
    """
    sheets = max(1, -(-pages // 4))
    parts = -(-sheets // MAX_SIGNATURE_SHEETS)
    return [sheets // parts + (part < sheets % parts) for part in range(parts)]


def impose(pages: Sequence[Page]) -> list[Page]:
    """Return the sides of the sheets of a booklet, two pages on each, in the order for printing and folding.

    The sheets are printed on both sides, turned over the short edge; a part of four pages lies as [4 1] and [2 3].
    Blank pages fill the last sheet.
    """
    width, height = pages[0].width, pages[0].height
    parts = signatures(len(pages))
    padded = [*pages, *[Page(width, height, ())] * (4 * sum(parts) - len(pages))]
    sides: list[Page] = []
    start = 0
    for sheets in parts:
        part = padded[start : start + 4 * sheets]
        start += 4 * sheets
        for n in range(2 * sheets):
            outer, inner = part[len(part) - 1 - n], part[n]
            left, right = (inner, outer) if n % 2 else (outer, inner)
            shapes = (*left.shapes, *(_moved(shape, width) for shape in right.shapes))
            sides.append(Page(2 * width, height, shapes, left.name or right.name))
    return sides


def _moved(shape: Shape, right: float) -> Shape:
    if isinstance(shape, Line):
        return shape._replace(x1=shape.x1 + right, x2=shape.x2 + right)
    if isinstance(shape, Path):
        return shape._replace(points=tuple((x + right, y) for x, y in shape.points))
    return shape._replace(x=shape.x + right)
