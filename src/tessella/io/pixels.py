"""Pixels of a grid of numbers, as learning environments show it.

They are drawn without font or image library: a digit is three dots wide and five high.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from tessella.palette import Colours

MODES = ("ansi", "rgb_array")  # the render modes

Pixels: TypeAlias = np.ndarray[Any, np.dtype[np.uint8]]

CELL = 32  # how many pixels a cell is wide and high
GAP = 2

# An octal digit for each row of three dots: 7 is a whole row, 5 its ends, 2 its middle.
_GLYPHS = {
    "0": "75557",
    "1": "26227",
    "2": "71747",
    "3": "71717",
    "4": "55711",
    "5": "74717",
    "6": "74757",
    "7": "71111",
    "8": "75757",
    "9": "75717",
}


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))


def _glyphs(text: str) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return the dots of a number: (5, 4 * len(text) - 1) bool."""
    dots = np.zeros((5, 4 * len(text)), np.bool_)
    for at, sign in enumerate(text):
        for row, bits in enumerate(_GLYPHS[sign]):
            for col in range(3):
                dots[row, 4 * at + col] = int(bits, 8) >> 2 - col & 1
    return dots[:, :-1]


def grid(numbers: Sequence[Sequence[int]], paints: Sequence[Sequence[Colours]], ground: str) -> Pixels:
    """Return a picture of numbers in cells, each on its own ground with its own ink, as (height, width, 3) uint8.

    A cell without a number holds 0. What is too long for its cell, from seven digits on, is left out.

    >>> grid([[2, 0]], [[("#ffffff", "#000000")] * 2], "#808080").shape
    (34, 66, 3)
    """
    height, width = len(numbers), len(numbers[0])
    pixels = np.empty((height * CELL + GAP, width * CELL + GAP, 3), np.uint8)
    pixels[:] = _rgb(ground)
    for r, (row, colours) in enumerate(zip(numbers, paints, strict=True)):
        for c, (number, (paper, ink)) in enumerate(zip(row, colours, strict=True)):
            cell = pixels[r * CELL + GAP : (r + 1) * CELL, c * CELL + GAP : (c + 1) * CELL]
            cell[:] = _rgb(paper)
            dots = _glyphs(str(number))
            times = min(3, (CELL - 2 * GAP) // dots.shape[1])
            if not number or not times:
                continue
            dots = dots.repeat(times, 0).repeat(times, 1)
            top, left = (CELL - GAP - dots.shape[0]) // 2, (CELL - GAP - dots.shape[1]) // 2
            cell[top : top + dots.shape[0], left : left + dots.shape[1]][dots] = _rgb(ink)
    return pixels
