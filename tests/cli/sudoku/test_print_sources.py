"""The puzzles to print."""

import pytest

from tessella.cli.sudoku.print_sources import days_of
from tessella.errors import ParseError


@pytest.mark.parametrize(
    ("text", "days"),
    [("2027", 365), ("2028", 366), ("2028-02", 29), ("2027-12", 31), ("2027-03-14", 1), ("2027-12-31..2028-01", 32)],
)
def test_days_of_a_period(text: str, days: int) -> None:
    """Years, months, days and ranges have as many days as the calendar says."""
    assert len(days_of(text)) == days


@pytest.mark.parametrize("text", ["", "27", "2027-13", "2027-02-29", "2028..2027", "2027-3", "2027..", "x"])
def test_what_is_no_day_is_quoted(text: str) -> None:
    """A text that names no days is refused."""
    with pytest.raises(ParseError, match="expected days such as 2027"):
        days_of(text)
