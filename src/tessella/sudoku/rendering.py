"""What does a Sudoku look like?

Rows of digits in; text, SVG and HTML out. Givens and the player's own digits are told apart without colour:
in text by a `+` before an own digit, in SVG and HTML by weight, slant and ground.

    ++=====+=====++=====+=====++        2+1 | . .
    ||  2  | +1  ||     |     ||        . . | 4 .       small
    ++-----+-----++-----+-----++       -----+-----
    ||     |     ||  4  |     ||
    ++=====+=====++=====+=====++        boxed
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from tessella.i18n import _

__all__ = ["boxed", "html", "numbered", "small", "spoken", "svg"]

SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"  # the sign of every value

Rows = Sequence[Sequence[int]]

# The signs of a drawing: the lines, and of every rule its left, its crossings in and between boxes, right and line.
ASCII = {
    "thin": "|",
    "thick": "||",
    "top": ("++", "+", "++", "++", "="),
    "inside": ("++", "+", "++", "++", "-"),
    "between": ("++", "+", "++", "++", "="),
    "bottom": ("++", "+", "++", "++", "="),
}
UNICODE = {
    "thin": "│",
    "thick": "║",
    "top": ("╔", "╤", "╦", "╗", "═"),
    "inside": ("╟", "┼", "╫", "╢", "─"),
    "between": ("╠", "╪", "╬", "╣", "═"),
    "bottom": ("╚", "╧", "╩", "╝", "═"),
}


def _is_own(givens: Rows | None, row: int, col: int) -> bool:
    return givens is not None and not givens[row][col]


def _sign(digit: int, *, own: bool, blank: str) -> str:
    """Return two characters: the mark of an own digit or a space, and the digit."""
    if not digit:
        return " " + blank
    return ("+" if own else " ") + SYMBOLS[digit]


def boxed(rows: Rows, box: tuple[int, int], givens: Rows | None = None, *, ascii_only: bool = False) -> str:
    """Return the grid with a box around every cell and a thick rule around every box of cells.

    >>> print(boxed([[2, 1, 0, 0], [0, 0, 4, 0], [0] * 4, [0] * 4], (2, 2), ascii_only=True).partition("++-")[0])
    ++=====+=====++=====+=====++
    ||  2  |  1  ||     |     ||
    <BLANKLINE>
    """
    height, width = box
    size = height * width
    signs = ASCII if ascii_only else UNICODE

    def rule(kind: str) -> str:
        left, cross, between, right, line = signs[kind]
        one_box = cross.join([line * 5] * width)
        return left + between.join([one_box] * height) + right

    thin, thick = str(signs["thin"]), str(signs["thick"])
    lines = [rule("top")]
    for r, row in enumerate(rows):
        cells = [f" {_sign(d, own=_is_own(givens, r, c), blank=' ')}  " for c, d in enumerate(row)]
        boxes = [thin.join(cells[start : start + width]) for start in range(0, size, width)]
        lines.append(thick + thick.join(boxes) + thick)
        lines.append(rule("bottom" if r + 1 == size else "inside" if (r + 1) % height else "between"))
    return "\n".join(lines)


def small(rows: Rows, box: tuple[int, int], givens: Rows | None = None, *, ascii_only: bool = False) -> str:
    """Return the grid with rules between the boxes only, two characters a cell.

    >>> print(small([[2, 1, 0, 0], [0, 0, 4, 0], [0] * 4, [0] * 4], (2, 2), ascii_only=True))
     2 1 | . .
     . . | 4 .
    -----+-----
     . . | . .
     . . | . .
    """
    height, width = box
    size = height * width
    bar, line, cross = (" |", "-", "+") if ascii_only else (" │", "─", "┼")
    rule = cross.join([line * (2 * width + 1)] * height)
    lines = []
    for r, row in enumerate(rows):
        if r and r % height == 0:
            lines.append(rule)
        cells = [_sign(d, own=_is_own(givens, r, c), blank=".") for c, d in enumerate(row)]
        lines.append(bar.join("".join(cells[start : start + width]) for start in range(0, size, width)))
    return "\n".join(lines)


def numbered(rows: Rows, box: tuple[int, int], givens: Rows | None = None, *, ascii_only: bool = False) -> str:
    """Return the small picture with the numbers of its rows and columns, from 1.

    >>> print(numbered([[2, 1, 0, 0], [0, 0, 4, 0], [0] * 4, [0] * 4], (2, 2), ascii_only=True))
        1 2   3 4
     1  2 1 | . .
     2  . . | 4 .
       -----+-----
     3  . . | . .
     4  . . | . .
    """
    height, width = box
    size = height * width
    heads = [f"{number:2}" for number in range(1, size + 1)]
    lines = ["   " + "  ".join("".join(heads[start : start + width]) for start in range(0, size, width))]
    number = 0
    for line in small(rows, box, givens, ascii_only=ascii_only).split("\n"):
        is_rule = line[0] in "-─"
        number += not is_rule
        lines.append(("   " if is_rule else f"{number:2} ") + line)
    return "\n".join(lines)


def spoken(rows: Rows, givens: Rows | None = None) -> str:
    """Return the grid as words, a sentence a row, for a screen reader; own digits are said to be so.

    >>> print(spoken([[2, 1], [0, 4]], [[2, 0], [0, 4]]))
    row 1: 2, own 1
    row 2: empty, 4
    """

    def word(row: int, col: int, digit: int) -> str:
        if not digit:
            return _("empty")
        return _("own {digit}").format(digit=SYMBOLS[digit]) if _is_own(givens, row, col) else SYMBOLS[digit]

    return "\n".join(
        _("row {number}: {cells}").format(number=r + 1, cells=", ".join(word(r, c, d) for c, d in enumerate(row)))
        for r, row in enumerate(rows)
    )


def _positions(rows: Rows) -> Iterator[tuple[int, int, int]]:
    for r, row in enumerate(rows):
        for c, digit in enumerate(row):
            yield r, c, digit


def svg(  # noqa: PLR0913 - what is to be drawn, and how large
    rows: Rows,
    box: tuple[int, int],
    givens: Rows | None = None,
    marks: Sequence[Sequence[Iterable[int]]] | None = None,
    *,
    cell: int = 40,
    title: str = "Sudoku",
) -> str:
    """Return the grid as an SVG picture with cells of `cell` pixels.

    Givens are bold on a grey ground, own digits slanted on white; `marks` holds the pencil marks of every cell, drawn
    small at their places in a miniature of the box.
    """
    height, width = box
    size = height * width
    side = size * cell
    whole = side + 4
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {whole} {whole}" width="{whole}" height="{whole}">',
        '<g font-family="sans-serif" text-anchor="middle">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{side}" height="{side}" fill="#fff"/>',
    ]
    for r, c, digit in _positions(rows):
        left, top = c * cell, r * cell
        if digit:
            own = _is_own(givens, r, c)
            if not own:
                lines.append(f'<rect x="{left}" y="{top}" width="{cell}" height="{cell}" fill="#ececec"/>')
            face = 'font-style="italic"' if own else 'font-weight="bold"'
            lines.append(
                f'<text x="{left + cell / 2:g}" y="{top + cell * 0.7:g}" font-size="{cell * 0.6:g}" {face}>'
                f"{SYMBOLS[digit]}</text>"
            )
        elif marks:
            for mark in marks[r][c]:
                x = left + cell * ((mark - 1) % width + 0.5) / width
                y = top + cell * ((mark - 1) // width + 0.8) / height
                small_size = 0.8 * cell / max(box)
                lines.append(f'<text x="{x:g}" y="{y:g}" font-size="{small_size:g}">{SYMBOLS[mark]}</text>')
    for n in range(size + 1):
        for thick, path in (
            (n % height == 0, f"M0 {n * cell}H{side}"),
            (n % width == 0, f"M{n * cell} 0V{side}"),
        ):
            lines.append(f'<path d="{path}" stroke="#000" stroke-width="{3 if thick else 1}"/>')
    return "\n".join([*lines, "</g>", "</svg>"])


def html(  # noqa: PLR0913 - what is to be drawn, and what is to be seen in it
    rows: Rows,
    box: tuple[int, int],
    givens: Rows | None = None,
    marks: Sequence[Sequence[Iterable[int]]] | None = None,
    *,
    grounds: Mapping[tuple[int, int], str] | None = None,
    inks: Mapping[tuple[int, int, int], str] | None = None,
) -> str:
    """Return the grid as an HTML table that needs no style sheet: givens in `<b>`, own digits in `<i>`, marks small.

    Marks stand at their places in a miniature of the box. `grounds` colours cells by (row, column), `inks` gives marks
    a style by (row, column, digit), both counted from 0; a blank cell with such a digit shows its marks in any case.
    """
    height, width = box
    size = height * width
    side = 40 if size <= 9 else 34
    grounds, inks = grounds or {}, inks or {}
    # A notebook has a style of its own for tables: what matters is said again beside each cell.
    style = "border-collapse:collapse;border:0;margin:0;text-align:center;font-family:sans-serif"
    lines = [f'<table class="sudoku" style="{style}">']
    for r, row in enumerate(rows):
        lines.append('<tr style="background-color:#fff">')
        for c, digit in enumerate(row):
            thick = [
                ("top", r % height == 0),
                ("right", c + 1 == size),
                ("bottom", r + 1 == size),
                ("left", c % width == 0),
            ]
            edges = ";".join(f"border-{edge}:{3 if on else 1}px solid #000" for edge, on in thick)
            inner, ground = "", "#fff"
            letters = f"font-size:{side * 0.55:.0f}px;line-height:1;color:#000"
            if digit:
                own = _is_own(givens, r, c)
                inner = f"<i>{SYMBOLS[digit]}</i>" if own else f"<b>{SYMBOLS[digit]}</b>"
                ground = "#fff" if own else "#ececec"
            elif marks and (here := sorted(marks[r][c])):
                inner = _miniature(here, box, {digit: inks[r, c, digit] for digit in here if (r, c, digit) in inks})
                high = side * 0.92 / max(box)
                letters = (
                    f"font-family:monospace;font-size:{high * 0.9:.1f}px;line-height:{high:.1f}px;white-space:nowrap;"
                    "color:#444"
                )
            ground = grounds.get((r, c), ground)
            lines.append(
                f'<td style="width:{side}px;min-width:{side}px;height:{side}px;padding:0;text-align:center;'
                f'vertical-align:middle;{letters};{edges};background-color:{ground}">{inner}</td>'
            )
        lines.append("</tr>")
    return "\n".join([*lines, "</table>"])


def _miniature(digits: Sequence[int], box: tuple[int, int], inks: Mapping[int, str]) -> str:
    """Return the marks of a cell as lines, each digit at its place."""
    height, width = box

    def sign(digit: int) -> str:
        if digit not in digits:
            return "\u00a0"
        return f'<span style="{inks[digit]}">{SYMBOLS[digit]}</span>' if digit in inks else SYMBOLS[digit]

    lines = ["\u00a0".join(sign(line * width + place + 1) for place in range(width)) for line in range(height)]
    return f'<small style="font-size:1em">{"<br/>".join(lines)}</small>'
