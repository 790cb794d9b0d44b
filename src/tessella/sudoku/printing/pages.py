"""Pages of printed puzzles: a cover, the puzzles, their answers."""

from collections.abc import Iterator, Sequence

from tessella.i18n import _
from tessella.sudoku.printing.captions import month_name
from tessella.sudoku.printing.cover import cover_page
from tessella.sudoku.printing.layout import Layout, PrintedPuzzle, arranged, inside, puzzles_per_page
from tessella.sudoku.printing.puzzle_drawing import PALE_GREY, draw_answer, draw_puzzle, fit_text
from tessella.sudoku.printing.shapes import Page, Shape, Text

MAX_ANSWER_CELL = 22.0  # the largest cell of an answer


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
        yield fit_text(Text(width / 2, edge + 10, layout.title, 18 if layout.large else 12, "middle", bold=True), room)
    yield Text(width / 2, height - edge + 4, str(number), 14 if layout.large else 9, "middle", grey=PALE_GREY)


def _puzzle_pages(puzzles: Sequence[PrintedPuzzle], layout: Layout, before: int) -> Iterator[Page]:
    count = puzzles_per_page(puzzles, layout)
    cells = max((puzzle.board.size for puzzle in puzzles), default=9)
    page, areas, _side = arranged(count, cells, layout)
    month: tuple[int, int] | None = None
    for start in range(0, len(puzzles), count):
        here = puzzles[start : start + count]
        marks = [mark for puzzle, area in zip(here, areas, strict=False) for mark in draw_puzzle(puzzle, area, layout)]
        name = ""
        for day in [puzzle.day for puzzle in here if puzzle.day]:
            if (day.year, day.month) != month:
                month = (day.year, day.month)
                name = name or _("{month} {year}").format(month=month_name(day), year=day.year)
        if not start and not name:
            name = _("Puzzles")
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

    def arranged(columns: int) -> tuple[float, int]:
        """Return the side of the answers and how many rows of them a page holds."""
        side = min((w + gap) / columns - gap, h - top - 1.5 * label)
        return side, max(1, int((h - top + gap) / (1.5 * label + side + gap)))

    def sheets(columns: int) -> int:
        return -(-len(puzzles) // (columns * arranged(columns)[1]))

    # As large as they can be on the fewest pages.
    columns = min(3, most)
    while columns < most and (sheets(columns) > sheets(most) or arranged(columns)[0] > MAX_ANSWER_CELL * cells):
        columns += 1
    side, rows = arranged(columns)
    high = (h - top + gap) / rows if len(puzzles) > columns * rows else 1.5 * label + side + gap
    for start in range(0, len(puzzles), columns * rows):
        number = start // (columns * rows)
        size = 22 if layout.large else 14
        marks: list[Shape] = [*_page_frame(page, before + number + 1, layout)]
        marks.append(Text(x, y + 0.8 * size, _("Answers"), size, bold=True))
        for place, puzzle in enumerate(puzzles[start : start + columns * rows]):
            row, col = divmod(place, columns)
            marks += draw_answer(puzzle, x + col * (side + gap), y + top + row * high, side, label)
        yield Page(*page, tuple(marks), "" if start else _("Answers"))
