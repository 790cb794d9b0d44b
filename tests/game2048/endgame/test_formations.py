"""Formations: their names, cells and goals."""

import pytest

from tessella.errors import ParseError
from tessella.game2048.endgame.formations import FORMATIONS, EndGame


def test_names_are_those_of_the_reference() -> None:
    """Fixed cells and goals are the masks of 2048EndgameTablebase: a hex digit a cell, the top left first."""
    published = {  # name: (large tiles, goals)
        "L3": (0x0FFF0FFF, 0x00000F00F0000000),
        "442": (0x00FFFFFF, 0x0F000000),
        "t": (0xF0FFF0FF, 0xFF0F000F00),
        "4421": (0x00FF0FFF, 0x0F000000),
        "4431": (0x000F0FFF, 0x00F00000),
        "4432": (0x000F00FF, 0x00F00000),
        "444": (0x0000FFFF, 0x0FF00000),
        "4441": (0x00000FFF, 0x0FFF000),
        "4442": (0x000000FF, 0x00FF0F00),
        "LL": (0x00FF00FF, 0xFF0F000F00),
        "L3t": (0x0FFF0FFF, 0xFFFF00000000),
    }
    for name, masks in published.items():
        formation = FORMATIONS[name]
        cells = tuple(frozenset(n for n in range(16) if mask >> 4 * (15 - n) & 15) for mask in masks)
        assert (formation.layouts[0], formation.goals) == cells, name


@pytest.mark.parametrize(
    "text", ["", "L3", "L3-", "L3-500", "L3-4", "L3-4096", "L4-512", "L3-512-", "L3-２56", "444-x"]
)
def test_what_is_no_end_game_is_refused(text: str) -> None:
    """A name is a formation and a goal that is a power of two; the message says so."""
    with pytest.raises(ParseError, match="expected a"):
        EndGame.parse(text)


def test_a_name_is_found_in_any_case() -> None:
    """Nobody has to know which letters are large, and the name comes back as it is written in books."""
    assert [EndGame.parse(name).name for name in ("l3-512", "ll-64", "T-64")] == ["L3-512", "LL-64", "t-64"]


def test_the_board_of_a_formation_is_recognised() -> None:
    """A board that a formation draws matches it, and what was moved out of place does not."""
    for name in ("L3-64", "t-64", "442-64"):
        end_game = EndGame.parse(name)
        for layout in range(len(end_game.formation.layouts)):
            rows = end_game.board({}, layout)
            assert end_game.with_large(rows) is not None
        assert end_game.with_large(tuple(zip(*rows[::-1], strict=True))) is None
