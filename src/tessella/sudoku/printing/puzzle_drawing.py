"""Drawings of puzzles and answers: grids, digits, and the captions around them."""

import datetime as dt
import math
from calendar import monthrange
from collections.abc import Iterator, Sequence

from tessella.i18n import _
from tessella.sudoku.board import Board
from tessella.sudoku.geometry import digits_of, miniature
from tessella.sudoku.printing.layout import (
    Area,
    Layout,
    Line,
    Path,
    PrintedPuzzle,
    PuzzleSize,
    Rectangle,
    Shape,
    Text,
    wrapped,
)
from tessella.sudoku.rating.levels import LEVELS, level_name
from tessella.sudoku.rules.drawing import STYLES, borders, has_boxes, has_margin, mark_spot, marks_top
from tessella.sudoku.rules.drawing import shapes as rule_shapes
from tessella.sudoku.rules.phrasing import summary, titles

CORNERS = 24  # of a polygon that looks like a circle
PALE_GREY = 0.35  # the grey of what is not the puzzle


def weekday_name(number: int) -> str:
    """Return the name of a day of the week, from 0 for Monday."""
    names = _("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday"), _("Friday"), _("Saturday"), _("Sunday")
    return names[number]


def _month_name(day: dt.date) -> str:
    return (
        *(_("January"), _("February"), _("March"), _("April"), _("May"), _("June")),
        *(_("July"), _("August"), _("September"), _("October"), _("November"), _("December")),
    )[day.month - 1]


def month_and_year(day: dt.date) -> str:
    """Return the name of a day's month, with its year."""
    return _("{month} {year}").format(month=_month_name(day), year=day.year)


def heading(puzzle: PrintedPuzzle, *, is_short: bool = False) -> str:
    """Return what stands over a puzzle; the short form, over its answer, has a date without weekday and year."""
    if day := puzzle.day:
        message = _("{day} {month}") if is_short else _("{weekday} {day} {month} {year}")
        weekday = weekday_name(day.weekday())
        return message.format(weekday=weekday, day=day.day, month=_month_name(day), year=day.year)
    return _("No. {number}").format(number=puzzle.number) if puzzle.number else _("Sudoku")


def level_caption(level: str) -> str:
    """Return the name of a level, "" where it is not known."""
    return level_name(level) if level in LEVELS else ""


def common_level(puzzles: Sequence[PrintedPuzzle]) -> str:
    """Return the name of the level that all puzzles have, "" where they differ or it is not known."""
    levels = {puzzle.level for puzzle in puzzles}
    return level_caption(levels.pop()) if len(levels) == 1 else ""


def date_range(first: dt.date, last: dt.date) -> str:
    """Return the words for the days from one to another.

    >>> date_range(dt.date(2027, 1, 1), dt.date(2027, 12, 31)), date_range(dt.date(2027, 2, 1), dt.date(2027, 2, 28))
    ('2027', 'February 2027')
    >>> date_range(dt.date(2027, 2, 3), dt.date(2027, 3, 1))
    '3 February 2027 to 1 March 2027'
    """
    if first.year == last.year and first.day == 1 and last.day == monthrange(last.year, last.month)[1]:
        if (first.month, last.month) == (1, 12):
            return str(first.year)
        if first.month == last.month:
            return month_and_year(first)
    begin, end = (
        _("{day} {month} {year}").format(day=day.day, month=_month_name(day), year=day.year) for day in (first, last)
    )
    return begin if first == last else _("{first} to {last}").format(first=begin, last=end)


def document_title(puzzles: Sequence[PrintedPuzzle], layout: Layout) -> str:
    """Return the title of a document: what was asked for, or what it holds."""
    if layout.title:
        return layout.title
    days = [puzzle.day for puzzle in puzzles if puzzle.day]
    if days and len(days) == len(puzzles):
        return _("Sudoku {days}").format(days=date_range(min(days), max(days)))
    level = common_level(puzzles)
    return _("Sudoku: {level}").format(level=level) if level else _("Sudoku")


def draw_grid(board: Board, x: float, y: float, side: float, *, turned: bool = False) -> Iterator[Shape]:
    """Yield the lines of a grid: thin ones between cells, thick ones between boxes or regions, a frame around all."""
    is_usual = has_boxes(board.rules)
    height, width = board.box if is_usual else (board.size, board.size)
    cell = side / board.size
    thin, thick = min(max(0.022 * cell, 0.25), 0.9), min(max(0.06 * cell + 0.55, 0.7), 3.2)
    inner = range(1, board.size)
    for line, is_thick in ((thin, False), (thick, True)):
        yield from (Line(x, y + n * cell, x + side, y + n * cell, line) for n in inner if (n % height == 0) == is_thick)
        yield from (Line(x + n * cell, y, x + n * cell, y + side, line) for n in inner if (n % width == 0) == is_thick)
    for ends in () if is_usual else borders(board.rules):
        (x1, y1), (x2, y2) = ((board.size - u, board.size - v) if turned else (u, v) for u, v in ends)
        yield Line(x + x1 * cell, y + y1 * cell, x + x2 * cell, y + y2 * cell, thick)
    yield Rectangle(x, y, side, side, thick)


def _draw_rules(board: Board, x: float, y: float, cell: float, *, signs: bool) -> Iterator[Shape]:
    """Yield the shapes of the rules in greys: those under the digits, or the signs over the lines of the grid."""
    for shape in (one for one in rule_shapes(board.rules) if one.is_sign == signs):
        style = STYLES[shape.role]
        points = tuple((x + cell * u, y + cell * v) for u, v in shape.points)
        size, (u, v) = shape.size * cell, points[0]
        dashes = tuple(part * cell for part in style.dashes[:2])
        stroke, fill = (_grey_of(colour) if colour else None for colour in (style.stroke, style.fill))
        if shape.kind == "text":
            yield Text(u, v, shape.text, size, "middle", centred=True, grey=fill or 0)
        elif shape.kind in ("circle", "area"):
            if shape.kind == "circle":
                turns = (2 * math.pi * n / CORNERS for n in range(CORNERS + 1))
                points = tuple((u + size * math.cos(turn), v + size * math.sin(turn)) for turn in turns)
            if fill is not None:
                yield Path(points, 0, fill)
            if stroke is not None:
                yield Path(points, 0.03 * cell, stroke)
        else:
            step = 2 if shape.kind == "edges" else len(points)
            runs = (points[n : n + step] for n in range(0, len(points), step))
            yield from (Path(run, size, stroke or 0, dashes) for run in runs)


def _grey_of(colour: str) -> float:
    """Return the grey of a colour such as #c4c4c4."""
    signs = colour[1:] if len(colour) == 7 else "".join(2 * sign for sign in colour[1:])
    parts = bytes.fromhex(signs)
    return sum(share * part for share, part in zip((0.3, 0.59, 0.11), parts, strict=True)) / 255


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
                board.rules.signs[digit],
                share * cell,
                "middle",
                bold=bool(bold and bold[number]),
                grey=0 if board.givens[number] else PALE_GREY,
                centred=True,
                turned=turned,
            )


def _pencilled(board: Board, x: float, y: float, side: float) -> Iterator[Text]:
    """Yield the pencil marks of a grid, or all candidates where it has none, each at its place in its cell."""
    height, width = miniature(board.box)
    cell = side / board.size
    size = min(0.8 * cell * (1 - marks_top(board.rules)) / height, cell / width) * 0.86
    for number, mask in enumerate(board.marks if any(board.marks) else board.candidates()):
        row, col = divmod(number, board.size)
        for digit in digits_of(mask):
            across, down = mark_spot(board.rules, digit)
            yield Text(
                x + cell * (col + 0.06 + 0.88 * across),
                y + cell * (row + 0.06 + 0.88 * down),
                board.rules.signs[digit],
                size,
                "middle",
                grey=0.2,
                centred=True,
            )


def _rules_in_words(board: Board, width: float, layout: Layout) -> list[Text]:
    """Return the rules of a puzzle in words, in lines of some width, the first one at the top."""
    size = 13.0 if layout.large else 9.5
    lines = [line for told in summary(board.rules) for line in wrapped(told, width / size)]
    return [Text(0, (n + 1) * 1.3 * size, line, size) for n, line in enumerate(lines)]


def draw_puzzle(puzzle: PrintedPuzzle, area: Area, layout: Layout, *, has_rules: bool = False) -> Iterator[Shape]:
    """Yield the marks of a puzzle in its area, with `has_rules` its rules in words below."""
    board = puzzle.board
    told = _rules_in_words(board, area.w, layout) if has_rules else []
    area = area._replace(h=area.h - (told[-1].y + told[-1].size if told else 0))
    block = PuzzleSize.largest(area.w, area.h, board.size, layout)
    side, head = block.side, block.head
    x, y = area.x + (area.w - side) / 2, area.y + 0.45 * (area.h - block.height)
    yield from (text._replace(x=x, y=y + block.height + text.y) for text in told)
    base = y + head
    caption = level_caption(puzzle.level) or _(", ").join(titles(board.rules.to_text()))
    level = Text(x + side, base, caption, 0.86 * head, "end", grey=PALE_GREY)
    level = level.fitted((0.75 if board.constraints else 0.35) * side)
    room = side - level.width - 0.6 * head * bool(level.text)
    yield Text(x, base, heading(puzzle), head, bold=True).fitted(room)
    if level.text:
        yield level
    y += 1.5 * head
    beside = side / (board.size + 2) if has_margin(board.rules) else 0
    grid, cell = (x + beside, y + beside, side - 2 * beside), (side - 2 * beside) / board.size
    yield from _draw_rules(board, *grid[:2], cell, signs=False)
    yield from _digits(board, *grid, 0.88 if layout.large else 0.72, bold=(1,) * len(board.digits) * layout.large)
    if layout.marks:
        yield from _pencilled(board, *grid)
    yield from draw_grid(board, *grid)
    yield from _draw_rules(board, *grid[:2], cell, signs=True)
    y += side
    if puzzle.id:
        room = side - block.turned - block.foot * (block.turned > 0)
        yield Text(x, y + 1.6 * block.foot, puzzle.id, block.foot, grey=PALE_GREY).fitted(room)
    if block.turned:
        small = block.turned
        left, top = x + side - small, y + block.foot
        if puzzle.answer is None:
            words = Text(x + side, y + 1.6 * block.foot, _("no unique solution"), block.foot, "end", grey=PALE_GREY)
            yield words.fitted(small)
            return
        yield from _digits(puzzle.answer, left, top, small, 0.74, turned=True)
        yield from draw_grid(board, left, top, small, turned=True)


def draw_answer(puzzle: PrintedPuzzle, x: float, y: float, side: float, label: float) -> Iterator[Shape]:
    """Yield a small answer, its givens bold, below its label."""
    yield Text(x, y + label, heading(puzzle, is_short=True), label, bold=True).fitted(side)
    y += 1.5 * label
    answer = puzzle.answer
    if answer is None:
        yield Text(x, y + label, _("no unique solution"), label, grey=PALE_GREY).fitted(side)
        return
    yield from _digits(answer, x, y, side, 0.74, bold=puzzle.board.givens)
    yield from draw_grid(puzzle.board, x, y, side)
