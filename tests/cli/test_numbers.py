"""Numbers as they are typed on the command line."""

import pytest

from tessella.cli import numbers
from tessella.cli.numbers import count
from tessella.errors import ParseError


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("25G", 25 * 10**9), ("1.5M", 1_500_000), ("20k", 20_000), ("0.25k", 250)]
)
def test_counts(text: str, number: int) -> None:
    """Large numbers are written short, and say the same."""
    assert count(text, "--moves") == number


@pytest.mark.parametrize("text", ["", "-1", "1.5", "many", "2k5", "1e3", "٣"])
def test_what_is_no_count_is_quoted(text: str) -> None:
    """A count is digits with a unit; everything else is refused with the option's name."""
    with pytest.raises(ParseError) as refused:
        count(text, "--moves")
    assert "--moves" in str(refused.value)
    assert repr(text) in str(refused.value)


@pytest.mark.parametrize("text", ["", "0", "-1", "1.0", "x", "٣", "9" * 19])
def test_what_is_no_whole_number_is_quoted(text: str) -> None:
    """Whole numbers are ASCII digits, at least as large as asked."""
    with pytest.raises(ParseError, match="expected a whole number of at least 1"):
        numbers.whole(text)
    assert numbers.whole("0", 0) == 0


@pytest.mark.parametrize("text", ["", "-1", "inf", "nan", "soon"])
def test_times_and_rates_are_finite_and_not_negative(text: str) -> None:
    """Numbers from 0 up are read; what is none is refused with its option."""
    with pytest.raises(ParseError, match="number for --rate"):
        numbers.number(text, "--rate")
    assert numbers.number("0.5", "--rate") == 0.5
