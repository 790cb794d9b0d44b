"""Tests of levels."""

import pytest

from tessella.errors import ParseError
from tessella.sudoku.rating.levels import LEVELS, level_name, level_of, read_level


def test_a_level_goes_up_to_its_rating() -> None:
    """Each level begins a tenth above the highest rating of the one before."""
    highest = list(LEVELS.values())[:-1]
    assert [level_of(er) for er in highest] == list(LEVELS)[:-1]
    assert [level_of(er + 0.1) for er in highest] == list(LEVELS)[1:]


def test_levels_are_read_by_name() -> None:
    """A level is read in any case and by its name on the screen; what is none is refused with the nearest."""
    for level in LEVELS:
        assert read_level(f" {level.upper()} ") == level == read_level(level_name(level))
    with pytest.raises(ParseError) as refused:
        read_level("hart")
    assert "got 'hart'" in str(refused.value)
