"""Pictures of a 2048 board as text, words, SVG and HTML, in the colours of a theme.

+----+----+----+----+
|    | 2  |    |    |
+----+----+----+----+
| 16 | 4  |    | 2  |
+----+----+----+----+
"""

from html import escape

from tessella.errors import one_of
from tessella.game2048.sliding import Rows
from tessella.i18n import _
from tessella.palette import THEMES

MIN_CELL_WIDTH = 4  # the width of a cell that holds tiles of up to four digits

# Top, middle and bottom rule of a box (left end, between two cells, right end), what is repeated along them, the walls.
_ASCII = ("+++", "+++", "+++", "-", "|")
_LINES = ("┌┬┐", "├┼┤", "└┴┘", "─", "│")


def text(rows: Rows, *, ascii_only: bool = False) -> str:
    """Return the board as a boxed picture, every cell as wide as the longest tile and at least four characters.

    >>> print(text(((2, 0), (1024, 65536)), ascii_only=True))
    +-----+-----+
    |  2  |     |
    +-----+-----+
    |1024 |65536|
    +-----+-----+
    """
    *ends, dash, wall = _ASCII if ascii_only else _LINES
    width = max(MIN_CELL_WIDTH, len(str(max(map(max, rows)))))
    top, middle, bottom = (end[0] + end[1].join([dash * width] * len(rows[0])) + end[2] for end in ends)
    lines = [wall + wall.join(f"{tile or '':^{width}}" for tile in row) + wall for row in rows]
    return "\n".join([top, f"\n{middle}\n".join(lines), bottom])


def spoken(rows: Rows) -> str:
    """Return the board as words, one line per row, for a screen reader.

    >>> print(spoken(((2, 0), (16, 4))))
    row 1: 2, empty
    row 2: 16, 4
    """
    empty = _("empty")
    return "\n".join(
        _("row {number}: {tiles}").format(number=number, tiles=_(", ").join(str(tile or empty) for tile in row))
        for number, row in enumerate(rows, 1)
    )


def _size(tile: int, side: int) -> float:
    return side * (0.46, 0.46, 0.38, 0.31, 0.25, 0.21, 0.18)[min(len(str(tile)), 7) - 1]


def svg(rows: Rows, *, cell: int = 64, theme: str = "light", title: str = "2048") -> str:
    """Return the board as an SVG picture with tiles of `cell` pixels, in the colours of a theme of `palette`."""
    colours = THEMES[one_of(THEMES, theme)]
    gap = max(cell // 10, 2)
    wide, high = (count * (cell + gap) + gap for count in (len(rows[0]), len(rows)))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{wide}" height="{high}" rx="{gap}" fill="{colours.board}"/>',
        '<g font-family="sans-serif" font-weight="bold" text-anchor="middle">',
    ]
    for r, row in enumerate(rows):
        for c, tile in enumerate(row):
            left, top = gap + c * (cell + gap), gap + r * (cell + gap)
            ground, ink = colours.tile(tile) if tile else (colours.empty_tile, colours.muted)
            lines.append(
                f'<rect x="{left}" y="{top}" width="{cell}" height="{cell}" rx="{cell * 0.09:g}" fill="{ground}"/>'
            )
            if tile:
                size = _size(tile, cell)
                lines.append(
                    f'<text x="{left + cell / 2:g}" y="{top + cell / 2 + size * 0.36:g}" font-size="{size:g}"'
                    f' fill="{ink}">{tile}</text>'
                )
    return "\n".join([*lines, "</g>", "</svg>"])


def html(rows: Rows, *, cell: int = 56, theme: str = "light") -> str:
    """Return the board as an HTML table with tiles of `cell` pixels that needs no style sheet.

    Every colour stands beside its cell, so that it also shows where a notebook trusts nobody.
    """
    colours = THEMES[one_of(THEMES, theme)]
    # A notebook has a style of its own for tables: what matters is said again.
    ground = f"background-color:{colours.board}"
    lines = [
        f'<table style="border-collapse:separate;border-spacing:5px;border:0;border-radius:6px;margin:0;{ground}">',
        "<tbody>",
    ]
    for row in rows:
        lines.append(f'<tr style="{ground}">')
        for tile in row:
            paper, ink = colours.tile(tile) if tile else (colours.empty_tile, colours.muted)
            lines.append(
                f'<td style="width:{cell}px;min-width:{cell}px;height:{cell}px;padding:0;border:0;border-radius:5px;'
                f"text-align:center;vertical-align:middle;background-color:{paper};color:{ink};"
                f'font-family:sans-serif;font-weight:bold;font-size:{_size(tile, cell):.0f}px">{tile or ""}</td>'
            )
        lines.append("</tr>")
    return "\n".join([*lines, "</tbody>", "</table>"])
