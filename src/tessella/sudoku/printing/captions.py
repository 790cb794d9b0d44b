"""Captions of printed puzzles: dates, headings, levels, titles."""

import datetime as dt
from calendar import monthrange
from collections.abc import Sequence

from tessella.i18n import _
from tessella.sudoku.printing.layout import Layout, PrintedPuzzle
from tessella.sudoku.rating.levels import LEVELS, level_name


def weekday_name(day: dt.date) -> str:
    """Return the name of a day of the week."""
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


def month_name(day: dt.date) -> str:
    """Return the name of a day's month."""
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


def heading(puzzle: PrintedPuzzle) -> str:
    """Return what stands over a puzzle."""
    if day := puzzle.day:
        return _("{weekday} {day} {month} {year}").format(
            weekday=weekday_name(day), day=day.day, month=month_name(day), year=day.year
        )
    return _("No. {number}").format(number=puzzle.number) if puzzle.number else _("Sudoku")


def short_heading(puzzle: PrintedPuzzle) -> str:
    """Return what stands over an answer."""
    if day := puzzle.day:
        return _("{day} {month}").format(day=day.day, month=month_name(day))
    return heading(puzzle)


def level_caption(puzzle: PrintedPuzzle) -> str:
    """Return the name of a puzzle's level, "" where it is not known."""
    return level_name(puzzle.level) if puzzle.level in LEVELS else ""


def _date(day: dt.date) -> str:
    return _("{day} {month} {year}").format(day=day.day, month=month_name(day), year=day.year)


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
            return _("{month} {year}").format(month=month_name(first), year=first.year)
    words = [_date(day) for day in (first, last)]
    return words[0] if first == last else _("{first} to {last}").format(first=words[0], last=words[1])


def document_title(puzzles: Sequence[PrintedPuzzle], layout: Layout) -> str:
    """Return the title of a document: what was asked for, or what it holds."""
    if layout.title:
        return layout.title
    days = [puzzle.day for puzzle in puzzles if puzzle.day]
    if days and len(days) == len(puzzles):
        return _("Sudoku {days}").format(days=date_range(min(days), max(days)))
    levels = {level_caption(puzzle) for puzzle in puzzles}
    if len(levels) == 1 and (level := levels.pop()):
        return _("Sudoku: {level}").format(level=level)
    return _("Sudoku")
