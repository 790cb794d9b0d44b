"""Captions: headings, dates, titles."""

import pytest

from support.printed_sheets import PUZZLE, cli_print_days, printed, signs
from tessella.sudoku import Board
from tessella.sudoku.printing.captions import date_range
from tessella.sudoku.printing.layout import Layout, PrintedPuzzle
from tessella.sudoku.printing.pages import lay_out


def test_headings() -> None:
    """A puzzle carries its number or its day with the weekday, its level and its id, and a page its number."""
    book = printed("--daily", "2026-12-24..2026-12-25", "--no-level")
    texts = [sign.text for sign in signs(book.pages[0])]
    assert {"Thursday 24 December 2026", "Friday 25 December 2026", "sudoku:daily/2026-12-24", "1"} <= set(texts)
    laid = lay_out([PrintedPuzzle(Board.parse(PUZZLE), None, 12, "sudoku:hard#1", "hard")], Layout(answers="none"))
    assert {"No. 12", "hard", "sudoku:hard#1"} <= {text.text for text in laid[0].texts}


@pytest.mark.parametrize(
    ("text", "first", "last", "words"),
    [
        ("2028", "2028-01-01", "2028-12-31", "2028"),
        ("2028-02", "2028-02-01", "2028-02-29", "February 2028"),
        ("2027-12", "2027-12-01", "2027-12-31", "December 2027"),
        ("2027-01..2027-02-03", "2027-01-01", "2027-02-03", "1 January 2027 to 3 February 2027"),
        ("2027-05-01", "2027-05-01", "2027-05-01", "1 May 2027"),
        ("9999-12", "9999-12-01", "9999-12-31", "December 9999"),
    ],
)
def test_days(text: str, first: str, last: str, words: str) -> None:
    """A year, a month, a day and a range stand for their days, and are said in words."""
    days = cli_print_days(text)
    assert (str(days[0]), str(days[-1])) == (first, last)
    assert date_range(days[0], days[-1]) == words
