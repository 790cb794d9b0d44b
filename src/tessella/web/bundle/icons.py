"""Icons of the page as PNG, drawn from its SVG: an app's icon is asked for in pixels."""

import re
import struct
import zlib
from typing import NamedTuple

SIDE = 96  # units of the SVG


class Box(NamedTuple):
    """A rectangle of the SVG with round corners."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    colour: tuple[int, int, int]

    def covers(self, x: float, y: float, pixel: float) -> float:
        """Return how much of the pixel around a point is inside, from 0 to 1; `pixel` is its side."""
        right = abs(x - self.x - self.width / 2) - self.width / 2 + self.radius
        down = abs(y - self.y - self.height / 2) - self.height / 2 + self.radius
        outside = (max(right, 0.0) ** 2 + max(down, 0.0) ** 2) ** 0.5 + min(max(right, down), 0.0) - self.radius
        part: float = min(max(0.5 - outside / pixel, 0.0), 1.0)
        return part


def boxes(svg: str) -> list[Box]:
    """Return the rectangles of an SVG that consists of nothing else, the lowest first.

    >>> boxes('<rect width="96" height="96" rx="20" fill="#1d2228"/>')
    [Box(x=0.0, y=0.0, width=96.0, height=96.0, radius=20.0, colour=(29, 34, 40))]
    """
    found = []
    for tag in re.findall(r"<rect ([^>]*)/>", svg):
        given = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        x, y, width, height, radius = (float(given.get(name, 0)) for name in ("x", "y", "width", "height", "rx"))
        red, green, blue = bytes.fromhex(given["fill"].removeprefix("#"))
        found.append(Box(x, y, width, height, radius, (red, green, blue)))
    return found


def png(svg: str, side: int, *, maskable: bool = False) -> bytes:
    """Return an icon as PNG; one that is maskable fills the square, its picture inside the circle that is never cut."""
    ground, *tiles = boxes(svg)
    scale, edge = SIDE / side, 0.0
    if maskable:
        ground = ground._replace(radius=0.0)
        scale, edge = scale * 1.3, -SIDE * 0.15
    pixels = [bytearray(side * 4) for _row in range(side)]
    for box in (Box(edge, edge, SIDE - 2 * edge, SIDE - 2 * edge, 0.0, ground.colour) if maskable else ground, *tiles):
        _paint(pixels, box, scale, edge)
    return _encoded(pixels, side)


def _paint(pixels: list[bytearray], box: Box, scale: float, edge: float) -> None:
    side = len(pixels)
    rows, cols = (
        range(max(int((start - edge) / scale) - 1, 0), min(int((start + size - edge) / scale) + 2, side))
        for start, size in ((box.y, box.height), (box.x, box.width))
    )
    for row in rows:
        y = edge + (row + 0.5) * scale
        # Between its round corners a row is the same all along, and most rows are full there.
        start, end = (int((x - edge) / scale) for x in (box.x + box.radius, box.x + box.width - box.radius))
        plain = range(max(start + 2, 0), min(end - 1, side))
        if plain and box.covers(box.x + box.width / 2, y, scale) == 1:
            pixels[row][plain.start * 4 : plain.stop * 4] = bytes([*box.colour, 255]) * len(plain)
        else:
            plain = range(0)
        for col in cols:
            if col in plain:
                continue
            if not (part := box.covers(edge + (col + 0.5) * scale, y, scale)):
                continue
            red, green, blue, opaque = pixels[row][col * 4 : col * 4 + 4]
            over = part + opaque / 255 * (1 - part)
            old = (1 - part / over) if over else 0.0
            mixed = [
                round(new * (1 - old) + under * old) for new, under in zip(box.colour, (red, green, blue), strict=True)
            ]
            pixels[row][col * 4 : col * 4 + 4] = bytes([*mixed, round(over * 255)])


def _encoded(pixels: list[bytearray], side: int) -> bytes:
    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + row for row in pixels), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
