"""Penpa+: a link with a drawing, of which some tools mean one rule each.

    https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VVPb5tOFLz7U1h73oP5szjh...

The text is a raw deflate stream in base64: lines of names, numbers and JSON, with two signs for each long word. Points
are numbered over the grid with two cells around it: cells first, then corners, then the middles of edges, then four
points in each cell. Read are numbers in cells, bold borders, cages with sums, thermometers, arrows, dots, X and V,
inequalities, odd and even cells, diagonals, and lines where the text names one kind; all other marks are refused.
"""

import base64
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any
from urllib.parse import unquote

from tessella.errors import ParseError
from tessella.i18n import _
from tessella.sudoku.formats.base import NOTHING_SAID, About
from tessella.sudoku.formats.variants.base import (
    VariantPuzzle,
    cannot_say,
    digit_value,
    jigsaw_of,
    refuse_wrong,
    refusing,
    unknown_rule,
)
from tessella.sudoku.formats.variants.ruleset_text import (
    grid_rules,
    is_in_words,
    line_rule,
    refuse_words,
    text_of_rules,
)
from tessella.sudoku.geometry import cell_name, default_box
from tessella.sudoku.rules.cells import Cells, rules_of
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.drawing import borders
from tessella.sudoku.rules.ruleset import MAX_VARIANT_SIZE, Rules

URL = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
_LINK = re.compile(r"(?:https?://)?[\w.-]+/(?:[\w.-]+/)*?penpa-edit/?\w*(?:\.html)?[?#](\S+)")
MAX_BYTES = 1 << 20  # of a text that is unpacked
_FORM = "Penpa+"
_WORDS = (  # each with the sign that stands for it behind a z
    "qa9 pu_qQ pu_aA gridG edit_modeM surfaceS lineL lineEE wallW cageC numberN symbolY specialP boardB command_redoR "
    "command_undoU command_replay8 numberS1 freelineF freelineE2 thermoT arrows3 directionD squareframe0 polygon5 "
    "deletelineE4 killercages6 nobulbthermo7 __a_"
)
_SHORT = [  # in the order in which they are put in
    *(("z", "zZ"), *((f'"{word}"', f"z{sign}") for word, sign in re.findall(r"(\w+)(\w)", _WORDS)), ("null", "zO"))
]
_ESCAPES = ((",", "%2C"), ("\n", "%2D"), ("&", "%2E"), ("=", "%2F"))  # in the texts of the first line
_UNDO = ("command_redo", "command_undo", "command_replay")
_LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")
_TABLES = ("surface", "number", "numberS", "symbol", "line", "lineE", "wall", "cage", "deletelineE")
_TAGS = {"classic", "latin", "irregular", "arrow", "thermo", "evenodd", "consecutivepairs", "killer"}
_BOLD, _DIAGONAL, _DASHES = (2, 21), 12, 10  # styles of lines
# The outline of a cage runs through points in its cells, numbered by rows: from one to another where there is no cell
# beside (down and right), and on to the next cell (down and right) where not both are inside that lie outwards of them
_SIDES = ((-1, 0, 0, 1), (1, 0, 2, 3), (0, -1, 0, 2), (0, 1, 1, 3))
_JOINTS = ((0, 1, -1, 0, 1, 0), (0, 1, 1, 0, 3, 2), (1, 0, 0, -1, 2, 0), (1, 0, 0, 1, 3, 1))
_BLACK = (1, 2, 8, 9, 10)  # styles of numbers without a circle
_DOTS = {1: "kropki_white", 2: "kropki_black"}


def find(text: str) -> str:
    """Return what stands behind the address in a link, "" where it is none.

    >>> find("https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VVP")
    'm=edit&p=7VVP'
    """
    match = _LINK.fullmatch(text.strip())
    return match[1] if match else ""


def parse(text: str) -> VariantPuzzle:
    """Return the puzzle of what stands behind the address; raises `ParseError` or `RulesError`."""
    held = dict(part.partition("=")[::2] for part in text.split("&"))
    message = _("expected a link of Penpa+ that holds its puzzle, got {text}")
    with refusing(message, text):
        lines = unpacked(held["p"])
        return _Reader(lines.split("\n"), json.loads(unpacked(held["a"])) if held.get("a") else []).puzzle()


def unpacked(text: str) -> str:
    """Return the lines that a link holds; raises `ParseError`."""
    signs = unquote(text).replace(" ", "+").replace("-", "+").replace("_", "/")
    stream = zlib.decompressobj(-15)
    try:
        data = stream.decompress(base64.b64decode(signs + "=" * (-len(signs) % 4)), MAX_BYTES)
    except zlib.error:
        raise ParseError(_("expected a text packed by deflate, got {text}"), text=text) from None
    if stream.unconsumed_tail:
        raise ParseError(_("expected a packed text of at most {n} characters, got more"), n=MAX_BYTES)
    lines = data.decode("utf-8")
    for word, short in reversed(_SHORT):
        lines = lines.replace(short, word)
    return lines


# --- Points -----------------------------------------------------------------------------------------------------------


class _Points:
    """The numbers of the points of a grid that lies at a row and column in a field of so many columns and rows."""

    def __init__(self, width: int, height: int, size: int, top: int = 2, left: int = 2) -> None:
        self.width, self.count, self.size, self.top, self.left = width, width * height, size, top, left

    def number(self, row: int, col: int, kind: int = 0) -> int:
        """Return the point of a cell, or of its lower right corner (1), lower (2) or right edge (3)."""
        return (row + self.top) * self.width + col + self.left + kind * self.count

    def place(self, number: int) -> tuple[int, int, int]:
        """Return kind, row and column of a point."""
        kind = min(number // self.count, 4)
        row, col = divmod((number - 4 * self.count) // 4 if kind == 4 else number % self.count, self.width)
        return kind, row - self.top, col - self.left

    def cell(self, number: int) -> int:
        """Return the cell of a point that is the middle of one; raises ValueError for any other."""
        kind, row, col = self.place(number)
        if kind or not (0 <= row < self.size and 0 <= col < self.size):
            raise ValueError
        return row * self.size + col

    def pair(self, number: int) -> tuple[int, int] | None:
        """Return the cells at both sides of an edge between cells, None for any other point."""
        kind, row, col = self.place(number)
        other = (row + 1, col) if kind == 2 else (row, col + 1)
        if kind not in (2, 3) or min(row, col) < 0 or max(other) >= self.size:
            return None
        return row * self.size + col, other[0] * self.size + other[1]


# --- Reading ----------------------------------------------------------------------------------------------------------


class _Reader:
    """The lines of a text, and what they say."""

    def __init__(self, lines: list[str], answer: list[Any]) -> None:
        self.header = lines[0].split(",")
        self.about = About(*(self._said(place) for place in (15, 16, 17, 18)))
        self.drawn: dict[str, Any] = json.loads(lines[3])
        self.colours = json.loads(lines[14]) if lines[14:] and lines[14] else {}
        self.tags = json.loads(lines[17]) if lines[17:] and lines[17] else []
        self.answer = answer
        if unknown := [tag for tag in self.tags if tag not in _TAGS]:
            raise unknown_rule(unknown[0])
        if self.header[0] not in ("square", "sudoku"):
            raise unknown_rule(self.header[0])
        width, height = int(self.header[1]) + 4, int(self.header[2]) + 4
        steps = json.loads(lines[5])
        if not 8 <= min(width, height) <= max(width, height) <= 60 or len(steps) > width * height:
            raise ValueError
        board, at = set[int](), 0
        for step in steps:
            at += step
            board.add(at)
        size = round(len(board) ** 0.5)
        top, left = divmod(min(board), width)
        self.points = _Points(width, height, size, top, left)
        whole = {self.points.number(row, col) for row in range(size) for col in range(size)}
        if not 4 <= size <= MAX_VARIANT_SIZE or board != whole:
            raise ParseError(_("expected as many rows as columns, from 4 to {most}, got {text}"),
                             most=MAX_VARIANT_SIZE, text=self.header[1:3])  # fmt: skip
        self.size = size

    def _said(self, place: int) -> str:
        """Return a text of the first line."""
        text = self.header[place] if len(self.header) > place else ""
        for sign, escape in _ESCAPES:
            text = text.replace(escape, sign)
        return re.sub(r"^(Title|Author): *", "", text).strip()

    def puzzle(self) -> VariantPuzzle:
        """Return the puzzle."""
        known = {"number", "numberS", "symbol", "lineE", "thermo", "arrows", "killercages", "nobulbthermo", "cage"}
        for name, held in self.drawn.items():
            if name not in known and name not in _UNDO and any(held):
                raise unknown_rule(name)
        size, points = self.size, self.points
        numbers = {int(place): held for place, held in self.drawn["number"].items()}
        said = [*self._borders(), *self._killers(), *self._lines(), *self._symbols(), *grid_rules(self.about.rules)]
        for place, held in numbers.items():
            if pair := points.pair(place):
                if (sign := str(held[0]).strip().lower()) not in ("x", "v"):
                    raise unknown_rule(f"number {held[0]}")
                said.append({"type": f"xv_{sign}", "cells": [cell_name(cell, size) for cell in pair]})
        rules = Rules.from_json(said, size)
        refuse_words(self.about.rules, rules)
        givens = [0] * size**2
        for place, held in numbers.items():
            if not points.pair(place):
                if points.place(place)[0] or held[1] not in _BLACK:
                    raise unknown_rule(f"number {held[0]}")
                cell, digit = points.cell(place), held[0]
                if isinstance(digit, list) and sum(map(bool, digit)) == 1:  # pencilled in, and alone
                    digit = [*map(bool, digit)].index(True) + 1
                givens[cell] = digit_value(digit, cell, rules)
        solution = self._solution(givens, rules)
        refuse_wrong(solution, rules)
        return VariantPuzzle(rules, tuple(givens), solution, about=self.about)

    def _name(self, place: int) -> str:
        return cell_name(self.points.cell(place), self.size)

    def _solution(self, givens: list[int], rules: Rules) -> tuple[int, ...]:
        found = [*givens]
        for one in self.answer[4] if len(self.answer) > 4 else ():
            place, digit = str(one).split(",")
            cell = self.points.cell(int(place))
            found[cell] = digit_value(digit, cell, rules)
        return tuple(found) if self.answer and 0 not in found else ()

    def _borders(self) -> Iterator[dict[str, Any]]:
        """Yield the regions that bold lines make, and the diagonals."""
        size, diagonals = self.size, {"main": 0, "anti": 0}
        walls = set[tuple[int, int]]()
        for place, style in self.drawn["lineE"].items():
            (one, row, col), (other, low, right) = (self.points.place(int(end)) for end in place.split(","))
            if (one, other) != (1, 1) or abs(low - row) > 1 or abs(right - col) > 1:
                raise unknown_rule("lineE")
            if low != row and right != col:  # from corner to corner
                main = row - col == low - right == 0
                if not main and (row + col, low + right) != (size - 2, size - 2):
                    raise unknown_rule("lineE")
                diagonals["main" if main else "anti"] += 1
                continue
            if style not in _BOLD:
                raise unknown_rule(f"lineE {style}")
            edge = self.points.number(max(row, low), max(col, right), 3 if right == col else 2)
            if pair := self.points.pair(edge):
                walls.add(pair)
        if {*diagonals.values()} - {0, size}:
            raise unknown_rule("lineE")
        yield from self._regions(_flooded(size, walls))
        if marked := [which for which, count in diagonals.items() if count]:
            yield {"type": "diagonal", "which": "both" if len(marked) > 1 else marked[0]}

    def _regions(self, labels: list[int]) -> list[dict[str, Any]]:
        if not any(labels) and "latin" in self.tags:
            return [{"type": "no_boxes"}] if default_box(self.size) else []
        if {*map(labels.count, labels)} != {self.size}:
            raise unknown_rule(_("a grid without regions"))
        return jigsaw_of(labels, self.size)

    def _killers(self) -> Iterator[dict[str, Any]]:
        cages = [[int(place) for place in cage] for cage in self.drawn["killercages"] if cage]
        if len(cages) + sum(map(len, cages)) > 2 * self.size**2:
            raise unknown_rule("killercages")
        sums: list[str] = [""] * len(cages)
        for place, held in self.drawn["numberS"].items():
            kind, row, col = self.points.place(int(place))
            around = [n for n, cage in enumerate(cages) if self.points.number(row, col) in cage]
            if kind != 4 or len(around) != 1 or sums[around[0]] or not re.fullmatch(r"\d{1,3}", str(held[0]), re.ASCII):
                raise unknown_rule(f"number {held[0]}")
            sums[around[0]] = str(held[0])
        outlined = [{self.points.number(*self.points.place(place)[1:]) for place in cage} for cage in cages]
        for place in self.drawn["cage"]:
            ends = {self.points.number(*self.points.place(int(end))[1:]) for end in place.split(",")}
            if not any(ends <= cage for cage in outlined):
                raise unknown_rule("cage")
        for cage, total in zip(cages, sums, strict=True):
            yield {"type": "killer", "cells": [*map(self._name, cage)], "sum": int(total) if total else None}

    def _lines(self) -> Iterator[dict[str, Any]]:
        rule = line_rule(self.about.rules)
        for tool, said in (("thermo", {"type": "thermo"}), ("arrows", {"type": "arrow"}), ("nobulbthermo", rule)):
            for line in filter(None, self.drawn[tool]):
                if not said:
                    raise unknown_rule(tool)
                yield said | {"cells": [self._name(int(place)) for place in line]}

    def _symbols(self) -> Iterator[dict[str, Any]]:
        for place, (style, name, *_layer) in self.drawn["symbol"].items():
            if self.colours.get("symbol", {}).get(place):
                raise unknown_rule(f"{name} {self.colours['symbol'][place]}")
            pair = self.points.pair(int(place))
            cells = [cell_name(cell, self.size) for cell in pair or ()]
            if pair and name in ("circle_S", "circle_SS") and style in _DOTS:
                yield {"type": _DOTS[style], "cells": cells}
            elif pair and name == "inequality" and style in range(1, 9) and style % 2 == (pair[1] - pair[0] == 1):
                yield {"type": "greater_than", "cells": cells if style % 4 in (0, 3) else cells[::-1]}
            elif not pair and name in ("circle_L", "circle_LL", "square_L", "square_LL") and style == 3:
                if not re.search(r"odd|even", " ".join([self.about.rules, *self.tags]), re.IGNORECASE):
                    raise unknown_rule(name)
                yield {"type": "odd" if name.startswith("circle") else "even", "cells": [self._name(int(place))]}
            else:
                raise unknown_rule(f"{name} {style}")


def _flooded(size: int, walls: set[tuple[int, int]]) -> list[int]:
    """Return the region of each cell, numbered by its first cell, from where walls stand between two cells."""
    labels = [*range(size**2)]
    beside = [(cell, cell + 1) for cell in labels if (cell + 1) % size] + [*zip(labels, labels[size:], strict=False)]
    for pair in beside:
        low, high = sorted(labels[cell] for cell in pair)
        if pair not in walls:
            labels = [low if label == high else label for label in labels]
    return labels


# --- Writing ----------------------------------------------------------------------------------------------------------


def write(cells: Cells, solution: Cells | None = None, about: About = NOTHING_SAID) -> str:
    """Return a puzzle as a link; raises `ParseError` for a rule that no tool says."""
    rules = rules_of(cells)
    size = rules.size
    if rules.lowest != 1:
        raise cannot_say(_FORM, "digits:lowest=0")
    points = _Points(size + 4, size + 4, size)
    middle = points.number(size // 2, size // 2) if size % 2 else points.number(size // 2 - 1, size // 2 - 1, 1)
    words = "\n".join(dict.fromkeys([*about.rules.splitlines(), *text_of_rules(rules).splitlines()]))
    said = [_escaped(text) for text in (f"Title: {about.name}", f"Author: {about.author}", about.source, words)]
    header = ["square", size, size, 38, 0, 1, 1, 38 * (size + 1), 38 * (size + 1), middle, middle, 0, 0, 0, 0]
    drawn = _Writer(rules, points).drawn(cells)
    board = [points.number(row, col) for row in range(size) for col in range(size)]
    steps = [board[0], *(after - before for before, after in pairwise(board))]
    empty: dict[str, Any] = {name: {} for name in _TABLES} | {name: [] for name in _LISTS}
    undo = {name: {"__a": list[Any]()} for name in _UNDO}
    lines = [",".join(map(str, [*header, *said, "OFF", "false"])), "[0,0,0,0]", "{}", _json(empty | drawn | undo)]
    tags = [] if rules.regions else ["latin"]
    lines += [_json(empty | undo), _json(steps), "[]", "{}", *[""] * 9, _json(tags), ""]
    link = URL + packed("\n".join(lines))
    if solution:
        filled = [f"{point},{digit}" for point, digit in zip(board, solution.digits, strict=True)]
        link += "&a=" + packed(_json([[], [], [], [], filled, []]))
    return link


def _escaped(text: str) -> str:
    for sign, escape in _ESCAPES:
        text = text.replace(sign, escape)
    return text


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def packed(text: str) -> str:
    """Return lines as a link holds them."""
    for word, short in _SHORT:
        text = text.replace(word, short)
    stream = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(stream.compress(text.encode()) + stream.flush()).decode()  # the app takes no % signs


class _Writer:
    """The marks of a puzzle, put into tables by their tools."""

    def __init__(self, rules: Rules, points: _Points) -> None:
        self.rules, self.points, self.size = rules, points, rules.size
        self.tables: dict[str, Any] = {"number": {}, "numberS": {}, "symbol": {}, "lineE": {}, "cage": {}}
        self.tables |= {name: [] for name in ("thermo", "arrows", "killercages", "nobulbthermo")}
        self.lines = set[str]()  # what is said of lines without a bulb

    def drawn(self, cells: Cells) -> dict[str, Any]:
        """Return the tables."""
        for place, digit in zip(self._places(range(self.size**2)), cells.digits, strict=True):
            if digit:
                self.tables["number"][place] = [str(digit), 1, "1"]
        self._borders()
        for one in self.rules.constraints:
            self._add(one)
        if len(self.lines) > 1 or (self.lines and not line_rule(text_of_rules(self.rules))):
            several = _("lines of several kinds")  # which nothing but the text would tell apart
            raise cannot_say(_FORM, several, is_named=True)
        return self.tables

    def _places(self, cells: Iterable[int]) -> list[int]:
        return [self.points.number(*divmod(cell, self.size)) for cell in cells]

    def _edge(self, one: Constraint) -> int:
        """Return the middle of the edge between two cells; raises `ParseError` where there is none."""
        low, high = sorted(one.cells)
        row, col = divmod(low, self.size)
        for kind in (2, 3):
            place = self.points.number(row, col, kind)
            if self.points.pair(place) == (low, high):
                return place
        raise cannot_say(_FORM, one.to_text(self.size))

    def _borders(self) -> None:
        for one in self.rules.of_type("jigsaw"):
            if one["with_boxes"] or "." in one["regions"]:
                raise cannot_say(_FORM, one.to_text(self.size))
        for ends in borders(self.rules):
            self._line(((int(y) - 1, int(x) - 1) for x, y in ends), _BOLD[0])

    def _line(self, ends: Iterable[tuple[int, int]], style: int) -> None:
        self.tables["lineE"][",".join(str(self.points.number(*end, 1)) for end in ends)] = style

    def _add(self, one: Constraint) -> None:
        if writer := _WRITERS.get(one.type):
            writer(self, one)
        elif one.type in ("thermo", "arrow"):
            self.tables["thermo" if one.type == "thermo" else "arrows"].append(self._places(one.cells))
        elif line_rule(sentence := text_of_rules(Rules(self.rules.box, (one,)))):
            self.lines.add(sentence)
            self.tables["nobulbthermo"].append(self._places(one.cells))
        elif one.type not in ("jigsaw", "no_boxes") and not is_in_words(one):
            raise cannot_say(_FORM, one.to_text(self.size))

    def killer(self, one: Constraint) -> None:
        """Put a cage, with its sum in the corner of the first cell that is in no other cage."""
        self.tables["killercages"].append(self._places(one.cells))
        if one["sum"] is not None:
            others = {cell for other in self.rules.of_type("killer") if other != one for cell in other.cells}
            alone = [cell for cell in one.cells if cell not in others]
            if not alone or not 0 < one["sum"] < 1000:
                raise cannot_say(_FORM, one.to_text(self.size))
            self.tables["numberS"][self._corner(divmod(alone[0], self.size), 0)] = [str(one["sum"]), 1]
        inside = {divmod(cell, self.size) for cell in one.cells}
        for row, col in inside:
            for down, right, mine, other in _SIDES:
                beside = (row + down, col + right)
                if beside not in inside:
                    self._dash((row, col), mine, (row, col), other)
            for down, right, out, across, mine, other in _JOINTS:
                beside = (row + down, col + right)
                outer = {(row + out, col + across), (beside[0] + out, beside[1] + across)}
                if beside in inside and not outer <= inside:
                    self._dash((row, col), mine, beside, other)

    def _corner(self, cell: tuple[int, int], corner: int) -> int:
        return 4 * (self.points.count + self.points.number(*cell)) + corner

    def _dash(self, cell: tuple[int, int], corner: int, other: tuple[int, int], end: int) -> None:
        self.tables["cage"][f"{self._corner(cell, corner)},{self._corner(other, end)}"] = _DASHES

    def between_two(self, one: Constraint) -> None:
        """Put a dot, a letter or a sign that points at the smaller cell; a number in a dot would have no place."""
        first, other = one.cells
        if one.fields:
            raise cannot_say(_FORM, one.to_text(self.size))
        if one.type in ("xv_x", "xv_v"):
            self._put(one, "number", self._edge(one), [one.type[-1].upper(), 5, "5"])
        elif one.type == "greater_than":
            style = (7 if first < other else 5) + (abs(first - other) > 1)
            self._put(one, "symbol", self._edge(one), [style, "inequality", 2])
        else:
            self._put(one, "symbol", self._edge(one), [1 if one.type == _DOTS[1] else 2, "circle_SS", 2])

    def parity(self, one: Constraint) -> None:
        """Put grey circles or squares."""
        name = "circle_L" if one.type == "odd" else "square_L"
        for place in self._places(one.cells):
            self._put(one, "symbol", place, [3, name, 1])

    def _put(self, one: Constraint, table: str, place: int, mark: list[Any]) -> None:
        """Put a mark; raises `ParseError` where another one stands."""
        if self.tables[table].setdefault(place, mark) != mark:
            raise cannot_say(_FORM, one.to_text(self.size))

    def diagonal(self, one: Constraint) -> None:
        """Put the diagonals, a piece in each cell."""
        for n in range(self.size):
            if one["which"] != "anti":
                self._line(((n - 1, n - 1), (n, n)), _DIAGONAL)
            if one["which"] != "main":
                self._line(((n - 1, self.size - 1 - n), (n, self.size - 2 - n)), _DIAGONAL)


_WRITERS: dict[str, Callable[[_Writer, Constraint], None]] = {
    "killer": _Writer.killer,
    "odd": _Writer.parity,
    "even": _Writer.parity,
    "diagonal": _Writer.diagonal,
    **dict.fromkeys((*_DOTS.values(), "xv_x", "xv_v", "greater_than"), _Writer.between_two),
}
