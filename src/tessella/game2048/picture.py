"""What does a 2048 board look like?

Rows in, text out; no rules here.

    +----+----+----+----+
    |    | 2  |    |    |
    +----+----+----+----+
    | 16 | 4  |    | 2  |
    +----+----+----+----+
"""

from tessella.game2048.board import Rows
from tessella.i18n import _

__all__ = ["spoken", "text"]

NARROWEST = 4
"""The width of a cell that holds tiles of up to four digits."""

# A box is drawn with rules: left end, between two cells, right end; and with what is repeated along them.
_ASCII = {"top": "+++", "middle": "+++", "bottom": "+++", "rule": "-", "wall": "|"}
_LINES = {"top": "┌┬┐", "middle": "├┼┤", "bottom": "└┴┘", "rule": "─", "wall": "│"}


def text(rows: Rows, *, ascii_only: bool = False) -> str:
    """Return the board as a boxed picture, every cell as wide as the longest tile and at least four characters.

    >>> print(text(((2, 0), (1024, 65536)), ascii_only=True))
    +-----+-----+
    |  2  |     |
    +-----+-----+
    |1024 |65536|
    +-----+-----+
    """
    box = _ASCII if ascii_only else _LINES
    width = max(NARROWEST, len(str(max(max(row) for row in rows))))

    def rule(kind: str) -> str:
        ends = box[kind]
        return ends[0] + ends[1].join([box["rule"] * width] * len(rows[0])) + ends[2]

    def line(row: tuple[int, ...]) -> str:
        cells = [f"{tile or '':^{width}}" for tile in row]
        return box["wall"] + box["wall"].join(cells) + box["wall"]

    return "\n".join([rule("top"), f"\n{rule('middle')}\n".join(map(line, rows)), rule("bottom")])


def spoken(rows: Rows) -> str:
    """Return the board as words, a sentence a row, for a screen reader.

    >>> print(spoken(((2, 0), (16, 4))))
    row 1: 2, empty
    row 2: 16, 4
    """
    empty = _("empty")
    return "\n".join(
        _("row {number}: {tiles}").format(number=number, tiles=", ".join(str(tile or empty) for tile in row))
        for number, row in enumerate(rows, 1)
    )
