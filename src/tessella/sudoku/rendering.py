"""Pictures of a Sudoku: text, SVG and HTML.

Givens and the player's own digits are told apart without colour: in text by a `+` before an own digit, in SVG and HTML
by weight, slant and ground.

    ++=====+=====++=====+=====++        2+1 | . .
    ||  2  | +1  ||     |     ||        . . | 4 .       small
    ++-----+-----++-----+-----++       -----+-----
    ||     |     ||  4  |     ||
    ++=====+=====++=====+=====++        boxed
"""

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from itertools import chain, product
from typing import NamedTuple

from tessella.i18n import _
from tessella.sudoku.geometry import SYMBOLS, cell_name, digits_of, miniature, rows_of
from tessella.sudoku.rules.cells import Cells, rules_of
from tessella.sudoku.rules.character_drawing import is_drawn, lattice
from tessella.sudoku.rules.drawing import STYLES, Shape, borders, has_boxes, has_margin, mark_spot, marks_top, shapes
from tessella.sudoku.rules.phrasing import summary
from tessella.sudoku.rules.ruleset import Rules

GIVEN_BACKGROUND = "#ececec"


class _Lines(NamedTuple):
    """The signs of a drawing: of a rule its left end, crossings in and between boxes, right end and line."""

    thin: str
    thick: str
    top: tuple[str, str, str, str, str]
    inside: tuple[str, str, str, str, str]
    between: tuple[str, str, str, str, str]
    bottom: tuple[str, str, str, str, str]


_DOUBLE = ("++", "+", "++", "++", "=")
_ASCII = _Lines("|", "||", _DOUBLE, ("++", "+", "++", "++", "-"), _DOUBLE, _DOUBLE)
_UNICODE = _Lines(
    "│",
    "║",
    ("╔", "╤", "╦", "╗", "═"),
    ("╟", "┼", "╫", "╢", "─"),
    ("╠", "╪", "╬", "╣", "═"),
    ("╚", "╧", "╩", "╝", "═"),
)


_UNICODE_SIGNS = {  # of what is drawn in characters, by their roles
    "wall": {"|": "│", "-": "─", "!": "┃", "=": "━"},
    "cage": {":": "┊", ".": "┄"},
    "white": {"o": "○"},
    "black": {"@": "●"},
}


_CROSSINGS = " ╴╷┐╶─┌┬╵┘│┤└┴├┼"  # by what goes on: 1 to the left, 2 down, 4 to the right, 8 up


def _size(cells: Cells) -> int:
    return cells.box[0] * cells.box[1]


def _signs(cells: Cells, blank: str) -> tuple[tuple[str, ...], ...]:
    """Return rows of two characters per cell: the mark of an own digit or a space, and the digit."""
    pairs = zip(cells.digits, cells.givens, strict=True)
    symbols = rules_of(cells).signs
    signs = [(" " if given else "+") + symbols[digit] if digit else " " + blank for digit, given in pairs]
    return rows_of(signs, _size(cells))


def boxed(cells: Cells, *, ascii_only: bool = False) -> str:
    """Return the grid with a box around each cell and a thick rule around each box of cells; small where it has rules.

    >>> from tessella.sudoku.board import Board
    >>> print(boxed(Board.parse("21..|..4.|....|...."), ascii_only=True).partition("++-")[0])
    ++=====+=====++=====+=====++
    ||  2  |  1  ||     |     ||
    <BLANKLINE>
    """
    if not rules_of(cells).is_classic:
        return small(cells, ascii_only=ascii_only)
    height, width = cells.box
    size = height * width
    lines = _ASCII if ascii_only else _UNICODE

    def rule(signs: tuple[str, str, str, str, str]) -> str:
        left, cross, between, right, line = signs
        return left + between.join([cross.join([line * 5] * width)] * height) + right

    drawn = [rule(lines.top)]
    for number, row in enumerate(_signs(cells, " "), 1):
        framed = [f" {sign}  " for sign in row]
        boxes = [lines.thin.join(framed[start : start + width]) for start in range(0, size, width)]
        drawn.append(lines.thick + lines.thick.join(boxes) + lines.thick)
        drawn.append(rule(lines.bottom if number == size else lines.inside if number % height else lines.between))
    return "\n".join(drawn)


def small(cells: Cells, *, ascii_only: bool = False) -> str:
    """Return the grid with lines between the boxes only, two characters per cell, and what is drawn of its rules.

    >>> from tessella.sudoku.board import Board
    >>> print(small(Board.parse("21..|..4.|....|...."), ascii_only=True))
     2 1 | . .
     . . | 4 .
    -----+-----
     . . | . .
     . . | . .
    """
    if is_drawn(rules := rules_of(cells)) or not has_boxes(rules):
        signs = [f"{sign} " for sign in chain.from_iterable(_signs(cells, "."))]
        return _in_lattice(signs, rules, ascii_only=ascii_only, only_regions=not is_drawn(rules))
    height, width = cells.box
    size = height * width
    bar, line, cross = (" |", "-", "+") if ascii_only else (" │", "─", "┼")
    rule = cross.join([line * (2 * width + 1)] * height)
    lines = []
    for number, row in enumerate(_signs(cells, ".")):
        if number and number % height == 0:
            lines.append(rule)
        lines.append(bar.join("".join(row[start : start + width]) for start in range(0, size, width)))
    return "\n".join(lines)


def places(rules: Rules) -> Iterator[tuple[int, int]]:
    """Yield the line and the column where each cell begins in the small picture.

    >>> list(places(Rules((2, 2))))[1:5]
    [(0, 2), (0, 6), (0, 8), (1, 0)]
    """
    (height, width), size = rules.box, rules.size
    drawn = None if has_boxes(rules) and not is_drawn(rules) else lattice(rules, 3, 1, only_regions=not is_drawn(rules))
    for row, col in product(range(size), repeat=2):
        yield drawn.at(row, col) if drawn else (row + row // height, 2 * (col + col // width))


def numbered(cells: Cells, *, ascii_only: bool = False) -> str:
    """Return the small picture with the numbers of its rows and columns, from 1.

    >>> from tessella.sudoku.board import Board
    >>> print(numbered(Board.parse("21..|..4.|....|...."), ascii_only=True))
        1 2   3 4
     1  2 1 | . .
     2  . . | 4 .
       -----+-----
     3  . . | . .
     4  . . | . .
    """
    size, width = _size(cells), cells.box[1]
    heads = [f"{number:2}" for number in range(1, size + 1)]
    if is_drawn(rules := rules_of(cells)) or not has_boxes(rules):
        signs = [f"{sign} " for sign in chain.from_iterable(_signs(cells, "."))]
        only_regions = not is_drawn(rules)
        return _in_lattice(signs, rules, ascii_only=ascii_only, only_regions=only_regions, numbered=True)
    lines = ["   " + "  ".join("".join(heads[start : start + width]) for start in range(0, size, width))]
    numbers = iter(range(1, size + 1))
    drawn = small(cells, ascii_only=ascii_only).split("\n")
    lines += [("   " if line[0] in "-─" else f"{next(numbers):2} ") + line for line in drawn]
    return "\n".join(lines)


def marked(cells: Cells, *, ascii_only: bool = False) -> str:
    """Return the picture with the centre marks of every blank cell, and the numbers of rows and columns.

    A filled cell shows its digit with `=`, as pictures of hints do.

    >>> from tessella.sudoku.board import Board
    >>> print(marked(Board.parse("21..|..4.|....|....").play("~"), ascii_only=True))
        1   2     3   4
     1  =2  =1  | 3   3
     2  3   3   | =4  123
        --------+---------
     3  134 234 | 123 1234
     4  134 234 | 123 1234
    """
    size, (height, width), rules = _size(cells), cells.box, rules_of(cells)
    symbols = rules.signs
    signs = ["".join(symbols[one] for one in digits_of(mask)) or "." for mask in cells.marks]
    words = [f"={symbols[digit]}" if digit else sign for digit, sign in zip(cells.digits, signs, strict=True)]
    widest = [max(map(len, words[col::size])) for col in range(size)]
    bar, line, cross = (" | ", "-", "-+-") if ascii_only else (" │ ", "─", "─┼─")
    if is_drawn(rules) or not has_boxes(rules):
        return _in_lattice(words, rules, ascii_only=ascii_only, only_regions=not is_drawn(rules), numbered=True)

    def row(texts: Sequence[str], between: str) -> str:
        cut = [text.ljust(columns) for text, columns in zip(texts, widest, strict=True)]
        return between.join(" ".join(cut[start : start + width]) for start in range(0, size, width)).rstrip()

    rule = cross.join(line * (sum(widest[start : start + width]) + width - 1) for start in range(0, size, width))
    lines = ["    " + row([str(number) for number in range(1, size + 1)], "   ")]
    for number, texts in enumerate(rows_of(words, size), 1):
        lines += ["    " + rule] * (number > 1 and number % height == 1)
        lines.append(f"{number:2}  " + row(texts, bar))
    return "\n".join(lines)


def _in_lattice(
    words: Sequence[str], rules: Rules, *, ascii_only: bool, only_regions: bool = True, numbered: bool = False
) -> str:
    """Return words in the middle of the cells of a grid, and what is drawn of the rules around them.

    With `numbered`, rows and columns have their numbers.
    """
    wide, size = max(3, max(map(len, words)) | 1), rules.size
    drawn = lattice(rules, wide, 1, only_regions=only_regions)
    lines = [[" "] * drawn.columns for _line in range(drawn.lines)]
    for place, (sign, role) in drawn.signs.items():
        own = sign if ascii_only else _UNICODE_SIGNS.get(role, {}).get(sign, sign)
        lines[place[0]][place[1]] = _crossing(drawn.signs, place) if own == "+" and not ascii_only else own
    for cell, word in enumerate(words):
        y, x = drawn.at(*divmod(cell, size))
        lines[y][x : x + wide] = word.center(wide)
    if not numbered:
        return "\n".join("".join(line).rstrip() for line in lines)
    head = [" "] * (drawn.columns + 1)
    for col in range(size):
        x = drawn.at(0, col)[1] + wide // 2
        head[x - 1 : x + 1] = f"{col + 1:2}"
    heads = {drawn.at(row, 0)[0]: f"{row + 1:2} " for row in range(size)}
    rows = (heads.get(y, "   ") + "".join(line).rstrip() for y, line in enumerate(lines))
    return "\n".join(line.rstrip() for line in ("   " + "".join(head), *rows))


def _crossing(signs: Mapping[tuple[int, int], tuple[str, str]], place: tuple[int, int]) -> str:
    """Return the sign of a crossing of walls, by those that meet in it."""
    y, x = place
    around = (((y, x - 1), "-=+"), ((y + 1, x), "|!+"), ((y, x + 1), "-=+"), ((y - 1, x), "|!+"))
    goes_on = (signs.get(there, ("", ""))[0] in [*walls] for there, walls in around)
    return _CROSSINGS[sum(on << n for n, on in enumerate(goes_on))]


def spoken(cells: Cells) -> str:
    """Return the grid as words, one line per row, for a screen reader; the player's own digits are marked as such.

    >>> from tessella.sudoku.board import Board
    >>> print(spoken(Board.parse("2+1..|..4.|....|....")).partition("row 3")[0])
    row 1: 2, own 1, empty, empty
    row 2: empty, empty, 4, empty
    <BLANKLINE>
    """
    empty, own, signs = _("empty"), _("own {digit}"), rules_of(cells).signs
    words = [
        (signs[digit] if given else own.format(digit=signs[digit])) if digit else empty
        for digit, given in zip(cells.digits, cells.givens, strict=True)
    ]
    line, comma = _("row {number}: {cells}"), _(", ")
    rows = enumerate(rows_of(words, _size(cells)), 1)
    return "\n".join(line.format(number=number, cells=comma.join(row)) for number, row in rows)


def noted(cells: Cells, cell: int) -> list[str]:
    """Return what is marked and drawn in a cell, in words.

    >>> from tessella.sudoku.board import Board
    >>> board = Board.parse("21..|..4.|....|....").play("r1c3~3").play("r1c3,r1c4^4").play("r1c3~3-r4c4~3")
    >>> noted(board.play("r1c3@2").play("r1c3@9"), 2)
    ['centre 3', 'corner 4', 'colour 2 9', '3: line to r4c4 3']
    """
    drawn, size, symbols = cells.annotations, _size(cells), rules_of(cells).signs

    def told(text: str, mask: int, symbols: str = SYMBOLS) -> list[str]:
        return [text.format(signs=" ".join(symbols[sign] for sign in digits_of(mask)))] if mask else []

    is_blank = not cells.digits[cell]  # a digit covers marks
    notes = told(_("centre {signs}"), cells.marks[cell] * is_blank, symbols)
    notes += told(_("corner {signs}"), dict(drawn.corners).get(cell, 0) * is_blank, symbols)
    notes += told(_("colour {signs}"), dict(drawn.colours).get(cell, 0))
    for (at, digit), mask in drawn.candidates:
        notes += [f"{symbols[digit]}: {text}" for text in told(_("colour {signs}"), mask) if at == cell]
    for ends in drawn.lines:
        for (at, digit), (other, there) in (ends, ends[::-1]):
            if at == cell:
                to = _("line to {cell} {digit}").format(cell=cell_name(other, size), digit=symbols[there])
                notes.append(f"{symbols[digit]}: {to}")
    return notes


def svg(cells: Cells, *, cell: int = 40, title: str = "Sudoku") -> str:
    """Return the grid as an SVG picture with cells of `cell` pixels.

    Givens are bold on a grey ground, own digits slanted on white; pencil marks are drawn small at their places in a
    miniature of the box.
    """
    height, width = cells.box
    size, rules = height * width, rules_of(cells)
    marks_down, marks_across = miniature(cells.box)
    room = 1 - marks_top(rules)  # of a cell, for its marks
    side, mark_size = size * cell, 0.8 * cell / max(marks_down / room, marks_across)
    margin = _margin(rules, cell)
    whole, start = side + 2 * margin, -margin
    sides = f'width="{whole}" height="{whole}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{start} {start} {whole} {whole}" {sides}>',
        '<g font-family="sans-serif" text-anchor="middle">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{side}" height="{side}" fill="#fff"/>',
    ]
    grounds, signs, symbols = [], [], rules.signs
    for place, (digit, given, mask) in enumerate(zip(cells.digits, cells.givens, cells.marks, strict=True)):
        top, left = (cell * part for part in divmod(place, size))
        if digit:
            if given:
                ground = f'<rect x="{left}" y="{top}" width="{cell}" height="{cell}" fill="{GIVEN_BACKGROUND}"/>'
                grounds.append(ground)
            face = 'font-weight="bold"' if given else 'font-style="italic"'
            signs.append(
                f'<text x="{left + cell / 2:g}" y="{top + cell * 0.7:g}" font-size="{cell * 0.6:g}" {face}>'
                f"{symbols[digit]}</text>"
            )
        for mark in () if digit else digits_of(mask):
            x, y = mark_spot(rules, mark)
            x, y = left + cell * x, top + cell * (y + 0.3 * room / marks_down)
            signs.append(f'<text x="{x:g}" y="{y:g}" font-size="{mark_size:g}">{symbols[mark]}</text>')
    under, over = ([_drawn_shape(one, cell) for one in shapes(rules) if one.is_sign == is_sign] for is_sign in (0, 1))
    return "\n".join([*lines, *grounds, *under, *signs, *_grid_lines(rules, cell), *over, "</g>", "</svg>"])


def _margin(rules: Rules, cell: int) -> int:
    return 2 + cell * has_margin(rules)


def image(cells: Cells, picture: str, text: str, *, cell: int = 40) -> str:
    """Return an SVG picture of a grid as an image of HTML, which a notebook shows also where it trusts nobody."""
    side = _size(cells) * cell + 2 * _margin(rules_of(cells), cell)
    source = f"data:image/svg+xml;base64,{b64encode(picture.encode()).decode()}"
    sides = f'width="{side}" height="{side}"'
    return f'<img src="{source}" alt="{escape(text)}" {sides} style="background-color:#fff"/>'


def _grid_lines(rules: Rules, cell: int) -> Iterator[str]:
    """Yield the lines between cells, thick ones around regions."""
    size, side = rules.size, rules.size * cell
    if has_boxes(rules):
        height, width = rules.box
        for n in range(size + 1):
            for thick, path in ((n % height == 0, f"M0 {n * cell}H{side}"), (n % width == 0, f"M{n * cell} 0V{side}")):
                yield f'<path d="{path}" stroke="#000" stroke-width="{3 if thick else 1}"/>'
        return
    inner = "".join(f"M0 {n * cell}H{side}M{n * cell} 0V{side}" for n in range(1, size))
    around = "".join(f"M{x * cell} {y * cell}L{u * cell} {v * cell}" for (x, y), (u, v) in borders(rules))
    yield f'<path d="{inner}" stroke="#000" stroke-width="1"/>'
    yield f'<path d="{around}M0 0H{side}V{side}H0Z" fill="none" stroke="#000" stroke-width="3"/>'


def _drawn_shape(shape: Shape, cell: int) -> str:
    """Return a shape of the rules as an element of SVG."""
    style = STYLES[shape.role]
    points = [(round(x * cell, 1), round(y * cell, 1)) for x, y in shape.points]
    x, y = points[0]
    stroke = f'stroke="{style.stroke or "none"}"'
    if shape.kind == "text":
        high = shape.size * cell
        text = escape(shape.text)
        return f'<text x="{x:g}" y="{y + 0.35 * high:g}" font-size="{high:g}" fill="{style.fill}">{text}</text>'
    if shape.kind == "circle":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{shape.size * cell:g}" fill="{style.fill or "none"}" {stroke}/>'
    if shape.kind == "area":
        return f'<polygon points="{" ".join(f"{x:g},{y:g}" for x, y in points)}" fill="{style.fill}"/>'
    step = 2 if shape.kind == "edges" else len(points)
    runs = (points[n : n + step] for n in range(0, len(points), step))
    path = "".join("M" + "L".join(f"{x:g} {y:g}" for x, y in run) for run in runs)
    dashes = f' stroke-dasharray="{" ".join(f"{part * cell:g}" for part in style.dashes)}"' if style.dashes else ""
    ends = ' stroke-linecap="round" stroke-linejoin="round"' if shape.kind == "line" and not dashes else ""
    return f'<path d="{path}" fill="none" {stroke} stroke-width="{shape.size * cell:g}"{dashes}{ends}/>'


def html(
    cells: Cells,
    *,
    backgrounds: Mapping[tuple[int, int], str] | None = None,
    mark_styles: Mapping[tuple[int, int, int], str] | None = None,
) -> str:
    """Return the grid as an HTML table that needs no style sheet: givens in `<b>`, own digits in `<i>`, marks small.

    Marks stand at their places in a miniature of the box. `backgrounds` colours cells by (row, column), `mark_styles`
    gives marks a style by (row, column, digit), both counted from 0. A table has no cages and lines: with rules of a
    variant it is the picture of `svg`, without those colours, and the rules stand below.
    """
    if cells.constraints:
        told = "".join(f"<li>{escape(sentence)}</li>" for sentence in summary(rules_of(cells)))
        return f"<div>{image(cells, svg(cells), 'Sudoku')}<ul>{told}</ul></div>"
    # A notebook has a style of its own for tables: what matters is said again beside each cell.
    style = "border-collapse:collapse;border:0;margin:0;text-align:center;font-family:sans-serif"
    lines, size = [f'<table class="sudoku" style="{style}">'], _size(cells)
    grounds, styles = backgrounds or {}, mark_styles or {}
    for row in range(size):
        drawn = (_html_cell(cells, row, col, grounds.get((row, col)), styles) for col in range(size))
        lines += ['<tr style="background-color:#fff">', *drawn, "</tr>"]
    return "\n".join([*lines, "</table>"])


def _html_cell(
    cells: Cells, row: int, col: int, background: str | None, mark_styles: Mapping[tuple[int, int, int], str]
) -> str:
    height, width = cells.box
    size = height * width
    side = 40 if size <= 9 else 34
    edges = {"top": row % height == 0, "right": col + 1 == size, "bottom": row + 1 == size, "left": col % width == 0}
    borders = ";".join(f"border-{edge}:{3 if thick else 1}px solid #000" for edge, thick in edges.items())
    place = row * size + col
    digit, given, marks, symbols = cells.digits[place], cells.givens[place], cells.marks[place], rules_of(cells).signs
    inner, letters = "", f"font-size:{side * 0.55:.0f}px;line-height:1;color:#000"
    if digit:
        inner = f"<b>{symbols[digit]}</b>" if given else f"<i>{symbols[digit]}</i>"
        background = background or (GIVEN_BACKGROUND if given else "")
    elif marks:

        def sign(mark: int) -> str:
            if not marks >> mark - 1 & 1:
                return "\u00a0"
            style = mark_styles.get((row, col, mark))
            return symbols[mark] if style is None else f'<span style="{style}">{symbols[mark]}</span>'

        lines = ["\u00a0".join(map(sign, range(n, n + width))) for n in range(1, size + 1, width)]
        inner = f'<small style="font-size:1em">{"<br/>".join(lines)}</small>'
        high = side * 0.92 / max(cells.box)
        letters = (
            f"font-family:monospace;font-size:{high * 0.9:.1f}px;line-height:{high:.1f}px;white-space:nowrap;color:#444"
        )
    return (
        f'<td style="width:{side}px;min-width:{side}px;height:{side}px;padding:0;text-align:center;'
        f'vertical-align:middle;{letters};{borders};background-color:{background or "#fff"}">{inner}</td>'
    )


RENDERERS: Mapping[str, Callable[[Cells], str]] = {
    "text": small,
    "ascii": partial(small, ascii_only=True),
    "boxed": boxed,
    "spoken": spoken,
    "svg": svg,
    "html": html,
}
