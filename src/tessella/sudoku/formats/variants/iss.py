"""Strings of the Interactive Sudoku Solver: `.Type~argument~argument` for each constraint.

    .~R1C2_4~R1C8_1.Thermo~R9C4~R8C3~R7C2.Cage~10~R1C1~R1C2.Diagonal~1

A cell has a sign for its row and its column, `a` for 10; `.~R1C1_5~R1C2_1_2` are givens and candidates. What the rules
here have no word for is refused by name: cells beside the grid, choices (`.Or`), automata, more digits than rows.
"""

import base64
import binascii
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, pairwise
from typing import Any
from urllib.parse import quote, unquote

from tessella.errors import ParseError
from tessella.i18n import _
from tessella.sudoku.formats.variants.base import (
    VariantPuzzle,
    candidates_of,
    cannot_say,
    digit_value,
    refusing,
    unknown_rule,
)
from tessella.sudoku.geometry import cell_name, default_box
from tessella.sudoku.rules.cells import Cells, rules_of
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.ruleset import MAX_VARIANT_SIZE, Rules

URL = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="
_LINK = re.compile(r"(?:https?://)?sigh\.github\.io/Interactive-Sudoku-Solver/?\S*?[?&]q=([^&\s]+)\S*")
_SIGNS = "0123456789abcdefg"  # of rows and columns
_SIX_BITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_FORM = "ISS"
_Said = Iterator[dict[str, Any]]

_GRID = {
    "Windoku": "windoku",
    "DisjointSets": "disjoint_groups",
    "AntiKnight": "anti_knight",
    "AntiKing": "anti_king",
    "AntiConsecutive": "non_consecutive",
    "AntiTaxicab": "anti_taxicab",
    "GlobalEntropy": "global_entropy",
    "GlobalMod": "global_mod3",
    "DutchFlatmates": "dutch_flatmates",
    "StrictXV": "xv_negative",
    "StrictKropki": "kropki_negative",
}
_CELLS = {  # types with nothing but cells
    "Thermo": "thermo",
    "Renban": "renban",
    "Arrow": "arrow",
    "Palindrome": "palindrome",
    "Between": "between",
    "RegionSumLine": "region_sum_line",
    "Zipper": "zipper",
    "Entropic": "entropic",
    "DoubleArrow": "double_arrow",
    "CountingCircles": "counting_circles",
    "EqualityCage": "equality_cage",
    "CountDistinct": "count_distinct",
    "ValueIndexing": "value_indexing",
}
_WITH_NUMBER = {  # types whose first argument is a number, and the field that it is
    "Cage": ("killer", "sum"),
    "RellikCage": ("rellik_cage", "sum"),
    "Lunchbox": ("lunchbox", "sum"),
    "Whisper": ("whisper", "difference"),
    "Lockout": ("lockout", "difference"),
    "Modular": ("modular", "mod"),
    "SumLine": ("sum_line", "sum"),
    "LookAndSay": ("look_and_say", "clue"),
}
_PAIRS = {"WhiteDot": "kropki_white", "BlackDot": "kropki_black", "X": "xv_x", "V": "xv_v"}
_OUTSIDE = {
    "XSum": ("x_sum", "sum"),
    "Skyscraper": ("skyscraper", "count"),
    "HiddenSkyscraper": ("hidden_skyscraper", "value"),
    "NumberedRoom": ("numbered_room", "value"),
    "FullRank": ("full_rank", "rank"),
}
_TABLES = {"Pair": "pair_table", "PairX": "pair_table_all"}


def find(text: str) -> str:
    """Return the string in a link, or the text where it is one; "" where it is neither.

    >>> find(".Cage~10~R1C1~R1C2")
    '.Cage~10~R1C1~R1C2'
    """
    text = text.strip()
    if match := _LINK.fullmatch(text):
        return unquote(match[1])
    return text if _TEXT.match(text) else ""


def parse(text: str) -> VariantPuzzle:
    """Return the puzzle of a string; raises `ParseError` or `RulesError`."""
    plain = re.sub(r"\s", "", re.sub(r"(?m)^\s*#.*$", "", text))
    before, *parts = plain.split(".")
    if before or not parts:
        raise ParseError(_("expected a string of the Interactive Sudoku Solver, got {text}"), text=text)
    said = [part.split("~") for part in parts if part]
    with refusing(_("expected a string of the Interactive Sudoku Solver, got {text}"), text):
        reader = _Reader(said)
        rules = Rules.from_json(reader.constraints(), reader.size)
        givens = [0] * rules.size**2
        for cell, digit in reader.givens.items():
            givens[cell] = digit_value(digit, cell, rules)
        return VariantPuzzle(rules, tuple(givens))


# --- Reading ----------------------------------------------------------------------------------------------------------


class _Reader:
    """The parts of a string."""

    def __init__(self, said: list[list[str]]) -> None:
        self.said = said
        self.names = {name for name, *_arguments in said}
        self.givens: dict[int, int] = {}
        self.size, self.lowest = 9, 1
        for arguments in (rest for name, *rest in said if name == "Shape"):
            self._shape(arguments)

    def _shape(self, arguments: list[str]) -> None:
        match = re.fullmatch(r"(\d{1,2})x(\d{1,2})(?:~(?:(\d{1,2})-)?(\d{1,2}))?", "~".join(arguments), re.ASCII)
        rows, cols, lowest, highest = (int(one) if one else None for one in match.groups()) if match else (0, 0, 0, 0)
        least = 1 if lowest is None else lowest
        if not rows or rows != cols or rows > MAX_VARIANT_SIZE or least not in (0, 1):
            raise unknown_rule("Shape~" + "~".join(arguments))
        if highest is not None and highest != rows + least - 1:
            raise unknown_rule("Shape~" + "~".join(arguments))
        self.size, self.lowest = rows, least

    def constraints(self) -> _Said:
        """Yield the constraints in JSON, and note the givens."""
        if self.lowest == 0:
            yield {"type": "digits", "lowest": 0}
        for name, *arguments in self.said:
            reader = _READERS.get(name)
            if reader is None:
                raise unknown_rule(f".{name}")
            yield from reader(self, name, arguments)
        if "FullRank" in self.names and "FullRankTies" not in self.names:
            yield {"type": "full_rank_ties", "ties": "only-unclued"}
        diagonals = {argument for name, *arguments in self.said if name == "Diagonal" for argument in arguments}
        if diagonals:
            which = {("-1",): "main", ("1",): "anti", ("-1", "1"): "both"}.get(tuple(sorted(diagonals)))
            if which is None:
                raise unknown_rule(f".Diagonal~{'~'.join(diagonals)}")
            yield {"type": "diagonal", "which": which}

    def grid(self, name: str, _arguments: list[str]) -> _Said:
        """Yield a rule of the whole grid."""
        yield {"type": _GRID[name]}

    def cells(self, name: str, arguments: list[str]) -> _Said:
        """Yield a rule that has nothing but cells."""
        yield {"type": _CELLS[name], "cells": self._cells(arguments)}

    def pairs(self, name: str, arguments: list[str]) -> _Said:
        """Yield a sign between each two cells of a list that lie side by side."""
        cells = self._cells(arguments)
        yield from ({"type": _PAIRS[name], "cells": list(pair)} for pair in pairwise(cells) if _touch(*pair))

    def _cells(self, names: Iterable[str]) -> list[str]:
        return [self._cell(name) for name in names if name]

    def _cell(self, name: str) -> str:
        match = re.fullmatch(r"R([1-9a-g])C([1-9a-g])", name, re.IGNORECASE | re.ASCII)
        if match is None:
            raise ParseError(_("expected a cell such as R1C1, got {text}"), text=name)
        return f"r{_SIGNS.index(match[1].lower())}c{_SIGNS.index(match[2].lower())}"

    def _number(self, name: str, cell: str) -> int:
        """Return the number of a named cell."""
        row, col = map(int, self._cell(cell)[1:].split("c"))
        if row > self.size or col > self.size:
            raise ParseError(_("expected a cell such as R1C1, got {text}"), text=f"{name}~{cell}")
        return (row - 1) * self.size + col - 1

    def with_number(self, name: str, arguments: list[str]) -> _Said:
        """Yield a rule with a number and cells."""
        kind, field = _WITH_NUMBER[name]
        said: dict[str, Any] = {"type": kind}
        if arguments and not arguments[0].upper().startswith("R"):
            number, *arguments = arguments
            said[field] = None if (kind, number) == ("killer", "0") else number
        if name == "SumLine" and arguments and arguments[-1] == "LOOP":
            said["loop"] = True
            arguments = arguments[:-1]
        yield said | {"cells": self._cells(arguments)}

    def outside(self, name: str, arguments: list[str]) -> _Said:
        """Yield the clues of both ends of a row or column."""
        kind, field = _OUTSIDE[name]
        cells = self._line(arguments[0] if arguments else "")
        for number, seen in zip(arguments[1:3], (cells, cells[::-1]), strict=False):
            if number:
                yield {"type": kind, "cells": seen, field: number}

    def _line(self, name: str) -> list[str]:
        """Return the cells of a row or a column, such as R1 or C1."""
        match = re.fullmatch(r"([RC])([1-9a-g]|1[0-6])", name, re.IGNORECASE | re.ASCII)
        if match is None:
            raise ParseError(_("expected a row or a column such as R1 or C1, got {text}"), text=name)
        place = int(match[2]) if match[2].isdigit() else _SIGNS.index(match[2].lower())
        along = range(1, self.size + 1)
        return [f"r{place}c{n}" if match[1] in "Rr" else f"r{n}c{place}" for n in along]

    def given(self, _name: str, arguments: list[str]) -> _Said:
        """Note givens, and yield candidates."""
        for argument in filter(None, arguments):
            cell, *values = argument.split("_")
            if not values or not all(re.fullmatch(r"\d{1,2}", value, re.ASCII) for value in values):
                raise ParseError(_("expected a cell with its digits such as R1C1_5, got {text}"), text=argument)
            number = self._number("", cell)
            if len(values) == 1 and self.givens.get(number, int(values[0])) == int(values[0]):
                self.givens[number] = int(values[0])
            else:
                yield {"type": "candidates", "cells": [self._cell(cell)], "values": values}

    def little_killer(self, _name: str, arguments: list[str]) -> _Said:
        """Yield the sum of a diagonal, which runs from its first cell into the grid."""
        total, start = [*arguments, "", ""][:2]
        row, col = map(int, self._cell(start)[1:].split("c"))
        cells = little_killer_cells(row, col, self.size)
        yield {"type": "little_killer", "cells": [f"r{one}c{other}" for one, other in cells], "sum": total}

    def sandwich(self, _name: str, arguments: list[str]) -> _Said:
        """Yield the sum of a sandwich."""
        total, line = [*arguments, "", ""][:2]
        yield {"type": "sandwich", "cells": self._line(line), "sum": total}

    def quad(self, _name: str, arguments: list[str]) -> _Said:
        """Yield a quadruple, whose first cell is named."""
        row, col = map(int, self._cell((arguments or [""])[0])[1:].split("c"))
        cells = [f"r{row + down}c{col + right}" for down in (0, 1) for right in (0, 1)]
        yield {"type": "quadruple", "cells": cells, "values": arguments[1:]}

    def at_least(self, _name: str, arguments: list[str]) -> _Said:
        """Yield digits that some cells hold."""
        yield {"type": "contain_at_least", "cells": self._cells(arguments[1:]), "values": arguments[0].split("_")}

    def greater(self, _name: str, arguments: list[str]) -> _Said:
        """Yield a cell that is greater than each of the others."""
        first, *others = self._cells(arguments)
        yield from ({"type": "greater_than", "cells": [first, other]} for other in others)

    def pill(self, _name: str, arguments: list[str]) -> _Said:
        """Yield an arrow with a circle of several cells."""
        count = int(arguments[0]) if arguments and arguments[0].isdecimal() else 0
        cells = self._cells(arguments[1:])
        pill = sorted(cells[:count], key=lambda name: tuple(map(int, name[1:].split("c"))))
        yield {"type": "pill_arrow", "pill": pill, "cells": cells[count:]}

    def different(self, _name: str, arguments: list[str]) -> _Said:
        """Yield cells without a repeat."""
        cells = self._cells(arguments)
        yield {"type": "extra_region" if len(cells) == self.size else "all_different", "cells": cells}

    def same(self, _name: str, arguments: list[str]) -> _Said:
        """Yield sets of cells that hold the same digits."""
        count = int(arguments[0]) if arguments and re.fullmatch(r"\d{1,3}", arguments[0], re.ASCII) else 0
        cells = self._cells(arguments[1:])
        if not count or len(cells) % count:
            raise ParseError(_("expected sets of equally many cells, got {text}"), text="~".join(arguments))
        each = len(cells) // count
        yield {"type": "same_values", "sets": [cells[start : start + each] for start in range(0, len(cells), each)]}

    def equal(self, _name: str, arguments: list[str]) -> _Said:
        """Yield sets of cells with the same sum."""
        yield {"type": "equal_sums", "sets": [self._cells(part) for part in _split(arguments)]}

    def sum(self, _name: str, arguments: list[str]) -> _Said:
        """Yield a sum, perhaps of multiples."""
        total, _equals, weights = (arguments or [""])[0].partition("_=_")
        said: dict[str, Any] = {"type": "sum", "cells": self._cells(arguments[1:]), "sum": total}
        yield said | ({"coefficients": weights.split("_")} if weights else {})

    def jigsaw(self, _name: str, arguments: list[str]) -> _Said:
        """Yield regions, which stand beside the boxes unless these are away."""
        yield {"type": "jigsaw", "regions": "".join(arguments)} | ({} if "NoBoxes" in self.names or not self._has_boxes
                                                                    else {"with_boxes": True})  # fmt: skip

    @property
    def _has_boxes(self) -> bool:
        return any(self.size % height == 0 for height in range(2, self.size))

    def no_boxes(self, _name: str, _arguments: list[str]) -> _Said:
        """Yield that there are no boxes, where no regions stand for them."""
        if "Jigsaw" not in self.names:
            yield {"type": "no_boxes"}

    def table(self, name: str, arguments: list[str]) -> _Said:
        """Yield a table of the pairs that neighbours may be, for each of some lists of cells."""
        key, label, *rest = [*arguments, "", ""]
        bits = [_SIX_BITS.index(sign) >> bit & 1 for sign in key if sign in _SIX_BITS for bit in range(6)]
        low, size = self.lowest, self.size
        allowed = [[low + n // size, low + n % size] for n in range(min(len(bits), size * size)) if bits[n]]
        for cells in _split(rest):
            yield {"type": _TABLES[name], "cells": self._cells(cells), "allowed": allowed, "name": unquote(label[1:])}

    def regex(self, _name: str, arguments: list[str]) -> _Said:
        """Yield a pattern, for each of some lists of cells."""
        packed, *rest = [*arguments, ""]
        try:
            pattern = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)).decode()
        except (binascii.Error, ValueError):
            raise ParseError(_("expected a pattern in base64, got {text}"), text=packed) from None
        for cells in _split(rest):
            yield {"type": "regex", "cells": self._cells(cells), "pattern": pattern}

    def ties(self, _name: str, arguments: list[str]) -> _Said:
        """Yield what is said of equal numbers among ranks."""
        if arguments not in (["none"], ["only-unclued"]):
            raise unknown_rule(f".FullRankTies~{'~'.join(arguments)}")
        yield {"type": "full_rank_ties", "ties": arguments[0]}

    def indexing(self, _name: str, arguments: list[str]) -> _Said:
        """Yield cells whose digits say where another digit is."""
        kind = {"R": "row_indexer", "C": "column_indexer"}.get((arguments or [""])[0])
        if kind is None:
            raise unknown_rule(f".Indexing~{'~'.join(arguments)}")
        yield {"type": kind, "cells": self._cells(arguments[1:])}

    def nothing(self, _name: str, _arguments: list[str]) -> _Said:
        """Yield nothing: it is said elsewhere."""
        return iter(())


_READERS: dict[str, Callable[[_Reader, str, list[str]], _Said]] = {
    **dict.fromkeys(_GRID, _Reader.grid),
    **dict.fromkeys(_CELLS, _Reader.cells),
    **dict.fromkeys(_WITH_NUMBER, _Reader.with_number),
    **dict.fromkeys(_PAIRS, _Reader.pairs),
    **dict.fromkeys(_OUTSIDE, _Reader.outside),
    "Shape": _Reader.nothing,
    "": _Reader.given,
    "LittleKiller": _Reader.little_killer,
    "Sandwich": _Reader.sandwich,
    "Quad": _Reader.quad,
    "ContainAtLeast": _Reader.at_least,
    "GreaterThan": _Reader.greater,
    "PillArrow": _Reader.pill,
    "AllDifferent": _Reader.different,
    "SameValues": _Reader.same,
    "EqualSum": _Reader.equal,
    "Sum": _Reader.sum,
    "Jigsaw": _Reader.jigsaw,
    "NoBoxes": _Reader.no_boxes,
    "Pair": _Reader.table,
    "PairX": _Reader.table,
    "Regex": _Reader.regex,
    "FullRankTies": _Reader.ties,
    "Indexing": _Reader.indexing,
    "Diagonal": _Reader.nothing,
}


_TEXT = re.compile(
    rf"\.(?:(?:{'|'.join(name for name in _READERS if len(name) > 1)})(?=[~.\s]|$)|[A-Z][A-Za-z]{{2,20}}~|[XV]~\s*[Rr]"
    r"|~\s*[Rr][1-9a-g][Cc])"
)


def _touch(one: str, other: str) -> bool:
    """Return whether two cells lie side by side."""
    (row, col), (row2, col2) = (map(int, name[1:].split("c")) for name in (one, other))
    return abs(row - row2) + abs(col - col2) == 1


def _split(arguments: Iterable[str]) -> list[list[str]]:
    """Return the lists that empty arguments stand between."""
    return [list(part) for is_said, part in groupby(arguments, bool) if is_said]


def little_killer_cells(row: int, col: int, size: int) -> list[tuple[int, int]]:
    """Return row and column of the cells of the diagonal that the solver names by its first cell.

    From the left side it runs down and right, from the top down and left, from the right side up and left, from the
    bottom up and right; the first of these that has more than a cell.
    """
    sides = ((col == 1, 1, 1), (row == 1, 1, -1), (col == size, -1, -1), (row == size, -1, 1))
    for is_there, down, right in sides:
        cells = [(row + n * down, col + n * right) for n in range(size)]
        cells = [(one, other) for one, other in cells if 1 <= one <= size and 1 <= other <= size]
        if is_there and len(cells) > 1:
            return cells
    raise ParseError(_("expected a cell at the side of the grid, got {text}"), text=f"R{row}C{col}")


# --- Writing ----------------------------------------------------------------------------------------------------------

_GRID_NAMES = {kind: name for name, kind in _GRID.items()}
_CELLS_NAMES = {kind: name for name, kind in _CELLS.items()}
_NUMBER_NAMES = {kind: (name, field) for name, (kind, field) in _WITH_NUMBER.items()}
_PAIR_NAMES = {kind: name for name, kind in _PAIRS.items()}
_OUTSIDE_NAMES = {kind: (name, field) for name, (kind, field) in _OUTSIDE.items()}


def write(cells: Cells) -> str:
    """Return a puzzle as a string; raises `ParseError` for a rule that the solver has no word for."""
    rules = rules_of(cells)
    size, low = rules.size, rules.lowest
    if rules.box != (default_box(size) or (1, size)):
        raise cannot_say(_FORM, _("boxes of {height} rows").format(height=rules.box[0]), is_named=True)
    parts = []
    if size != 9 or low != 1:
        parts.append(f"Shape~{size}x{size}" + ("" if low else f"~0-{size - 1}"))
    writer = _Writer(rules)
    parts += [part for one in rules.constraints for part in writer.parts(one)]
    marks = candidates_of(rules, _FORM)
    given = [f"{writer.name(cell)}_{value + low - 1}" for cell, value in enumerate(cells.digits) if value]
    given += ["_".join(map(str, [writer.name(cell), *values])) for cell, values in marks.items()]
    if given:
        parts.append("~" + "~".join(given))
    return "".join("." + part for part in parts) or ".Shape~9x9"


class _Writer:
    """The constraints of a puzzle as parts of a string."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.size = rules, rules.size

    def name(self, cell: int) -> str:
        """Return the name of a cell."""
        return f"R{_SIGNS[cell // self.size + 1]}C{_SIGNS[cell % self.size + 1]}"

    def parts(self, one: Constraint) -> Iterator[str]:
        """Yield what says a constraint."""
        kind, cells = one.type, [self.name(cell) for cell in one.cells]
        if kind in ("digits", "candidates"):
            return
        if kind in _GRID_NAMES and not one.fields:
            yield _GRID_NAMES[kind]
        elif kind in _CELLS_NAMES:
            yield "~".join([_CELLS_NAMES[kind], *cells])
        elif kind in _NUMBER_NAMES:
            name, field = _NUMBER_NAMES[kind]
            if name == "Cage" and one[field] == 0:
                raise self._cannot(one)  # 0 stands for a cage without a sum
            yield "~".join([name, str(one[field] or 0), *cells, *(["LOOP"] if dict(one.fields).get("loop") else [])])
        elif kind in _PAIR_NAMES and not one.fields and _touch(*(cell_name(cell, self.size) for cell in one.cells)):
            yield "~".join([_PAIR_NAMES[kind], *cells])
        elif kind in _OUTSIDE_NAMES:
            yield self._outside(one)
        elif kind == "diagonal":
            yield from [f"Diagonal~{sign}" for sign, which in (("1", "anti"), ("-1", "main"))
                        if one["which"] in (which, "both")]  # fmt: skip
        elif writer := _WRITERS.get(kind):
            yield from writer(self, one, cells)
        else:
            raise self._cannot(one)

    def _cannot(self, one: Constraint) -> ParseError:
        return cannot_say(_FORM, one.to_text(self.size))

    def _line(self, one: Constraint) -> tuple[str, bool]:
        """Return the name of a whole row or column, and whether it is read backwards."""
        names = [cell_name(cell, self.size) for cell in one.cells]
        for n in range(1, self.size + 1):
            for kind in "RC":
                line = [f"r{n}c{k}" if kind == "R" else f"r{k}c{n}" for k in range(1, self.size + 1)]
                if names in (line, line[::-1]):
                    return f"{kind}{_SIGNS[n]}", names != line
        raise self._cannot(one)

    def _outside(self, one: Constraint) -> str:
        name, field = _OUTSIDE_NAMES[one.type]
        line, backwards = self._line(one)
        return f"{name}~{line}~~{one[field]}" if backwards else f"{name}~{line}~{one[field]}~"

    def sandwich(self, one: Constraint, _cells: list[str]) -> Iterator[str]:
        """Yield the sum of a sandwich; from which side it is seen has no meaning."""
        yield f"Sandwich~{one['sum']}~{self._line(one)[0]}"

    def little_killer(self, one: Constraint, cells: list[str]) -> Iterator[str]:
        """Yield the sum of a diagonal, from the end that the solver begins at: the upper one between two corners."""
        ends = ((0, one.cells), (-1, one.cells[::-1]))
        for first, seen in sorted(ends, key=lambda end: end[1][0]):
            row, col = divmod(one.cells[first], self.size)
            if {row, col} & {0, self.size - 1}:
                run = little_killer_cells(row + 1, col + 1, self.size)
                if [(r - 1) * self.size + c - 1 for r, c in run] == [*seen]:
                    yield f"LittleKiller~{one['sum']}~{cells[first]}"
                    return
        raise self._cannot(one)

    def quadruple(self, one: Constraint, cells: list[str]) -> Iterator[str]:
        """Yield a quadruple."""
        first = one.cells[0]
        if one.cells != (first, first + 1, first + self.size, first + self.size + 1):
            raise self._cannot(one)
        yield "~".join(["Quad", cells[0], *map(str, one["values"])])

    def at_least(self, one: Constraint, cells: list[str]) -> Iterator[str]:
        """Yield digits that some cells hold."""
        yield "~".join(["ContainAtLeast", "_".join(map(str, one["values"])), *cells])

    def greater(self, _one: Constraint, cells: list[str]) -> Iterator[str]:
        """Yield a cell that is greater than another."""
        yield "~".join(["GreaterThan", *cells])

    def pill(self, one: Constraint, cells: list[str]) -> Iterator[str]:
        """Yield an arrow with a circle of several cells."""
        if list(one["pill"]) != sorted({*one["pill"]}):
            raise self._cannot(one)
        yield "~".join(["PillArrow", str(len(one["pill"])), *map(self.name, one["pill"]), *cells])

    def different(self, _one: Constraint, cells: list[str]) -> Iterator[str]:
        """Yield cells without a repeat."""
        yield "~".join(["AllDifferent", *cells])

    def sets(self, one: Constraint, _cells: list[str]) -> Iterator[str]:
        """Yield sets of cells with the same digits or the same sum."""
        sets = [[*map(self.name, cells)] for cells in one["sets"]]
        if one.type == "equal_sums":
            yield "EqualSum~" + "~~".join("~".join(cells) for cells in sets)
        elif len({*map(len, sets)}) == 1:
            yield "~".join(["SameValues", str(len(sets)), *(cell for cells in sets for cell in cells)])
        else:
            raise self._cannot(one)

    def clone(self, one: Constraint, cells: list[str]) -> Iterator[str]:
        """Yield each cell with its clone."""
        if len(cells) > 1:
            raise self._cannot(one)  # one by one they would no longer be one rule
        yield "~".join(["SameValues", "2", *cells, *map(self.name, one["clone_cells"])])

    def sum(self, one: Constraint, cells: list[str]) -> Iterator[str]:
        """Yield a sum."""
        weights = one["coefficients"]
        yield "~".join(["Sum", f"{one['sum']}" + ("_=_" + "_".join(map(str, weights)) if weights else ""), *cells])

    def jigsaw(self, one: Constraint, _cells: list[str]) -> Iterator[str]:
        """Yield regions."""
        labels = [*dict.fromkeys(one["regions"])]
        if "." in labels:
            raise self._cannot(one)
        yield "Jigsaw~" + "".join(_SIGNS[labels.index(label)] for label in one["regions"])
        if not one["with_boxes"]:
            yield "NoBoxes"

    def no_boxes(self, _one: Constraint, _cells: list[str]) -> Iterator[str]:
        """Yield that there are no boxes."""
        yield "NoBoxes"

    def table(self, one: Constraint, cells: list[str]) -> Iterator[str]:
        """Yield a table of pairs."""
        low, size = self.rules.lowest, self.size
        allowed = {(first - low) * size + second - low for first, second in one["allowed"]}
        if any(not low <= digit < low + size for pair in one["allowed"] for digit in pair):
            raise self._cannot(one)
        groups = range(0, max(allowed, default=-1) + 1, 6)
        key = "".join(_SIX_BITS[sum(1 << bit for bit in range(6) if start + bit in allowed)] for start in groups)
        name = quote(one["name"], safe="").replace(".", "%2E").replace("~", "%7E")
        yield "~".join([{kind: word for word, kind in _TABLES.items()}[one.type], key, f"_{name}", *cells])

    def regex(self, one: Constraint, cells: list[str]) -> Iterator[str]:
        """Yield a pattern."""
        packed = base64.urlsafe_b64encode(one["pattern"].encode()).decode().rstrip("=")
        yield "~".join(["Regex", packed, *cells])

    def ties(self, one: Constraint, _cells: list[str]) -> Iterator[str]:
        """Yield what is said of equal numbers among ranks."""
        if one["ties"] != "only-unclued" or not self.rules.of_type("full_rank"):
            yield f"FullRankTies~{one['ties']}"

    def indexer(self, one: Constraint, cells: list[str]) -> Iterator[str]:
        """Yield cells whose digits say where another digit is."""
        yield "~".join(["Indexing", one.type[0].upper(), *cells])


_WRITERS: dict[str, Callable[[_Writer, Constraint, list[str]], Iterator[str]]] = {
    "sandwich": _Writer.sandwich,
    "little_killer": _Writer.little_killer,
    "quadruple": _Writer.quadruple,
    "contain_at_least": _Writer.at_least,
    "greater_than": _Writer.greater,
    "pill_arrow": _Writer.pill,
    "extra_region": _Writer.different,
    "all_different": _Writer.different,
    "same_values": _Writer.sets,
    "equal_sums": _Writer.sets,
    "clone": _Writer.clone,
    "sum": _Writer.sum,
    "jigsaw": _Writer.jigsaw,
    "no_boxes": _Writer.no_boxes,
    "pair_table": _Writer.table,
    "pair_table_all": _Writer.table,
    "regex": _Writer.regex,
    "full_rank_ties": _Writer.ties,
    "row_indexer": _Writer.indexer,
    "column_indexer": _Writer.indexer,
}
