"""Imposition: two pages on each side of the sheets of a booklet, in the order for folding."""

from collections.abc import Sequence

from tessella.sudoku.printing.shapes import Line, Page, Shape

MAX_SIGNATURE_SHEETS = 20  # sheets that can be folded into each other


def signatures(pages: int) -> list[int]:
    """Return how many sheets are folded into each other in each part of a booklet: at most 20, and alike.

    >>> signatures(10), signatures(200)
    ([3], [17, 17, 16])
    """
    sheets = max(1, -(-pages // 4))
    parts = -(-sheets // MAX_SIGNATURE_SHEETS)
    return [sheets // parts + (part < sheets % parts) for part in range(parts)]


def impose(pages: Sequence[Page]) -> list[Page]:
    """Return the sides of the sheets of a booklet, two pages on each, in the order for printing and folding.

    The sheets are printed on both sides, turned over the short edge; a part of four pages lies as [4 1] and [2 3].
    Blank pages fill the last sheet.
    """
    width, height = pages[0].width, pages[0].height
    parts = signatures(len(pages))
    padded = [*pages, *[Page(width, height, ())] * (4 * sum(parts) - len(pages))]
    sides: list[Page] = []
    start = 0
    for sheets in parts:
        part = padded[start : start + 4 * sheets]
        start += 4 * sheets
        for n in range(2 * sheets):
            outer, inner = part[len(part) - 1 - n], part[n]
            left, right = (inner, outer) if n % 2 else (outer, inner)
            shapes = (*left.shapes, *(_moved(shape, width) for shape in right.shapes))
            sides.append(Page(2 * width, height, shapes, left.name or right.name))
    return sides


def _moved(shape: Shape, right: float) -> Shape:
    """Return a shape further to the right."""
    if isinstance(shape, Line):
        return shape._replace(x1=shape.x1 + right, x2=shape.x2 + right)
    return shape._replace(x=shape.x + right)
