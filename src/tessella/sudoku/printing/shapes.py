"""Shapes on a page: lines, rectangles and texts, in points (1/72 inch) from its top left corner."""

import unicodedata
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

FIGURE_MIDDLE = 0.355  # the middle of a figure above its baseline, as a share of the size of Helvetica


class Line(NamedTuple):
    """A line from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float


class Rectangle(NamedTuple):
    """A rectangle: its outline, or with a `width` of 0 its ground, in a grey from 0 (black) to 1."""

    x: float
    y: float
    w: float
    h: float
    width: float
    grey: float = 0


class Text(NamedTuple):
    """A line of text.

    It starts at `x`, ends there or has its middle there; `y` is the baseline, or the middle of its figures where it is
    `centred`. Turned, it stands on its head around the point.
    """

    x: float
    y: float
    text: str
    size: float
    anchor: str = "start"
    bold: bool = False
    grey: float = 0
    centred: bool = False
    turned: bool = False


Shape: TypeAlias = Line | Rectangle | Text


class Page(NamedTuple):
    """A page of `width` by `height` points; with a `name` it is listed in the contents of a PDF."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    name: str = ""

    @property
    def texts(self) -> Iterator[Text]:
        """The texts on it."""
        return (shape for shape in self.shapes if isinstance(shape, Text))


def text_width(text: str) -> float:
    """Return about how wide a text is, as a multiple of its size, and not less.

    >>> text_width("r4c7") < text_width("第4行第7列")
    True
    """
    return sum(1.0 if unicodedata.east_asian_width(sign) in "WF" else 0.58 for sign in text)
