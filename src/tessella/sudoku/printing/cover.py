"""The cover of a book of puzzles."""

import datetime as dt
from collections.abc import Sequence

from tessella.i18n import _, ngettext
from tessella.sudoku.board import Board
from tessella.sudoku.printing.captions import date_range, level_caption, weekday_name
from tessella.sudoku.printing.layout import MARGIN, Layout, PrintedPuzzle
from tessella.sudoku.printing.puzzle_drawing import PALE_GREY, draw_grid, fit_text
from tessella.sudoku.printing.shapes import Page, Shape, Text, text_width


def cover_page(puzzles: Sequence[PrintedPuzzle], layout: Layout) -> Page:
    """Return the first page: the title over a grid that spells it, how many puzzles there are, and the rule."""
    width, height = page = layout.page
    edge = MARGIN
    room = width - 2 * edge
    middle = width / 2
    days = sorted(puzzle.day for puzzle in puzzles if puzzle.day)
    title = layout.title or _("Sudoku")
    below = date_range(days[0], days[-1]) if days else "" if layout.title else _level_of_all(puzzles)
    marks: list[Shape] = [
        fit_text(Text(middle, 0.17 * height, title, 0.1 * width, "middle", bold=True), room),
        fit_text(Text(middle, 0.17 * height + 0.075 * width, below, 0.05 * width, "middle", grey=PALE_GREY), room),
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
    marks += draw_grid(empty, x, y, side)
    said = _summary(puzzles, layout)
    begin = y + side + 0.05 * height
    line = min(0.048 * width, (height - edge - begin) / len(said))
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
    said = [message.format(n=n), *_byweekday_name(puzzles)]
    said.append(_("Every row, every column and every box holds every digit once."))
    if layout.answers == "end":
        said.append(_("The answers are at the end."))
    return said


def _level_of_all(puzzles: Sequence[PrintedPuzzle]) -> str:
    levels = {level_caption(puzzle) for puzzle in puzzles}
    return levels.pop() if len(levels) == 1 else ""


def _byweekday_name(puzzles: Sequence[PrintedPuzzle]) -> list[str]:
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
        level = level_caption(PrintedPuzzle(Board.empty((2, 2)), level=next(iter(found[number]))))
        by_level.setdefault(level, []).append(weekday_name(monday + dt.timedelta(days=number)))
    parts = [_("{level}: {days}").format(level=level, days=_(", ").join(days)) for level, days in by_level.items()]
    return [" · ".join(parts[start : start + 3]) for start in range(0, len(parts), 3)]
