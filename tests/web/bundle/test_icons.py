"""Icons of the page as PNG."""

import struct
import zlib

import pytest

from tessella.web.bundle import icons
from tessella.web.labels import STATIC

SVG = """
<rect width="96" height="96" rx="20" fill="#102030"/>
<rect x="24" y="24" width="24" height="48" fill="#f0e0d0"/>
"""


def pixels(png: bytes) -> list[list[tuple[int, ...]]]:
    """Return the pixels of a PNG of eight bits and four channels whose rows are not filtered."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    side, high = struct.unpack(">II", png[16:24])
    assert side == high
    start = png.index(b"IDAT") + 4
    rows = zlib.decompressobj().decompress(png[start:])
    size = 1 + 4 * side
    return [[tuple(rows[y * size + 1 + 4 * x :][:4]) for x in range(side)] for y in range(side)]


def test_an_icon_has_the_picture_at_its_place_and_nothing_in_the_corners() -> None:
    """The ground is round at the corners, and tiles lie where the SVG has them, in its colours."""
    seen = pixels(icons.png(SVG, 48))
    assert seen[0][0] == (0, 0, 0, 0)
    assert seen[2][24] == (0x10, 0x20, 0x30, 255)
    assert seen[24][18] == (0xF0, 0xE0, 0xD0, 255)
    assert seen[24][40] == (0x10, 0x20, 0x30, 255)


def test_a_maskable_icon_fills_the_square_and_keeps_the_picture_inside_the_circle() -> None:
    """A system that cuts a circle of 80 % out of it cuts nothing of the picture off."""
    seen = pixels(icons.png(STATIC.joinpath("icon.svg").read_text(encoding="utf-8"), 96, maskable=True))
    ground = seen[0][0]
    assert ground[3] == 255
    cut = [(x - 47.5) ** 2 + (y - 47.5) ** 2 > 38.4**2 for y in range(96) for x in range(96)]
    assert {pixel for row in seen for pixel in row} != {ground}
    outside = {pixel for pixel, out in zip((one for row in seen for one in row), cut, strict=True) if out}
    assert outside == {ground}


@pytest.mark.parametrize("side", [1, 17, 192])
def test_an_icon_has_the_side_that_was_asked_for(side: int) -> None:
    """Its header says so, and as many pixels follow."""
    assert len(pixels(icons.png(SVG, side))) == side
