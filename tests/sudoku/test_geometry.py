"""The geometry of grids."""

import itertools

import pytest

from support.reference import sudoku_house_mates
from support.strategies import BOXES
from tessella.errors import ParseError, RulesError
from tessella.sudoku import geometry


@pytest.mark.parametrize("box", BOXES)
def test_peers_are_what_a_person_would_list(box: tuple[int, int]) -> None:
    """A cell's peers are the other cells of its row, column and box."""
    assert [list(cells) for cells in geometry.peers(box)] == sudoku_house_mates(*box)


@pytest.mark.parametrize("box", BOXES)
def test_houses_hold_every_cell_three_times(box: tuple[int, int]) -> None:
    """There are as many rows, columns and boxes as digits; each holds as many cells, and each cell is in three."""
    size = box[0] * box[1]
    every = geometry.houses(box)
    assert len(every) == 3 * size
    assert all(len(set(house)) == size for house in every)
    assert all(cell in every[house] for cell, three in enumerate(geometry.houses_of(box)) for house in three)
    assert sorted(itertools.chain(*every)) == sorted([*range(size * size)] * 3)
    assert [three[2] - 2 * size for three in geometry.houses_of(box)] == list(geometry.box_of(box))


@pytest.mark.parametrize("text", ["1x7", "0x9", "6x5", "3", "3x", "x3", "-3x3", "3x3x3", "", "²x3", "99999999999x2"])
def test_impossible_box_shapes(text: str) -> None:
    """A box shape that no grid has is refused with the text quoted."""
    with pytest.raises(RulesError, match="expected a box"):
        geometry.parse_box(text)


@pytest.mark.parametrize("signs", ["0", "1.", "x"])
def test_no_blank_is_a_pencil_mark(signs: str) -> None:
    """A blank among pencil marks is refused, and the sentence does not ask for one."""
    with pytest.raises(ParseError, match=r"expected a pencil mark from 1 to 9 in r1c1, got"):
        geometry.mask_of(signs, 0, 9)
