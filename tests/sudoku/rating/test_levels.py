"""Levels of difficulty."""

import pytest

from tessella import i18n
from tessella.errors import ParseError
from tessella.sudoku import LEVELS, level_name, level_of
from tessella.sudoku.rating.levels import is_rateable, read_level
from tessella.sudoku.rules.ruleset import Rules


def test_levels_come_from_er() -> None:
    """The six levels end where docs/sudoku.md says; what has no rating has no level."""
    ends = {"beginner": 1.5, "easy": 2.3, "medium": 3.4, "hard": 5.0, "expert": 7.5}
    assert {level: LEVELS[level] for level in ends} == ends
    for level, highest in ends.items():
        assert level_of(highest) == level
        assert level_of(highest + 0.1) != level
    assert (level_of(11.9), level_of(float("nan"))) == ("extreme", "")


@pytest.mark.parametrize("language", list(i18n.LANGUAGES))
def test_levels_are_read_as_they_are_named(language: str) -> None:
    """A level is read by its name in the language spoken, in any case, and in English always."""
    with i18n.speaking(language):
        assert [read_level(level_name(level).upper()) for level in LEVELS] == [*LEVELS]
        assert [read_level(f" {level} ") for level in LEVELS] == [*LEVELS]


def test_what_is_no_level() -> None:
    """Another word is refused, with the level that is meant."""
    with pytest.raises(ParseError, match=r"one of beginner, .*, got 'exprt'") as caught:
        read_level("exprt")
    assert "expert" in str(caught.value.hint)


def test_what_is_rated() -> None:
    """Houses and peers are rated; cages are not."""
    assert all(is_rateable(Rules.parse(rules)) for rules in ("", "diagonal:which=both;windoku", "anti_knight"))
    assert not is_rateable(Rules.parse("killer:sum=10:r1c1r1c2"))
