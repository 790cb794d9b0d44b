"""Are frames drawn as they should be?"""

import numpy as np
import pytest

from tessella.io.environment import CELL, grid

PAINT = ("#112233", "#ffeedd")


def test_every_number_is_drawn_unlike_others() -> None:
    """Each number has a picture of its own, in the colours of its cell and no others."""
    numbers = [*range(1, 30), 1024, 131072]
    pictures = {number: grid([[number]], [[PAINT]], "#000000") for number in numbers}
    assert len({picture.tobytes() for picture in pictures.values()}) == len(numbers)
    for picture in pictures.values():
        assert picture.shape == (CELL + 2, CELL + 2, 3)
        inside = picture[2:CELL, 2:CELL].reshape(-1, 3)
        assert {tuple(pixel) for pixel in inside.tolist()} == {(0x11, 0x22, 0x33), (0xFF, 0xEE, 0xDD)}
        assert not picture[:2].any()


@pytest.mark.parametrize("number", [0, 1 << 40])
def test_what_does_not_fit_is_left_out(number: int) -> None:
    """A blank, and a number too long for its cell, show the ground alone."""
    inside = grid([[number]], [[PAINT]], "#000000")[2:CELL, 2:CELL].reshape(-1, 3)
    assert np.unique(inside, axis=0).tolist() == [[0x11, 0x22, 0x33]]
