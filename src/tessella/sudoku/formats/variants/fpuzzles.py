"""f-puzzles: a link with the JSON of a puzzle, packed by LZ-string.

    https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQ...

Cells are R1C1; the cells of clues outside the grid have row or column 0 or size + 1. A rule of the text alone is
refused, see `ruleset_text`, and so is any key that is not known.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from tessella.errors import ParseError
from tessella.i18n import _
from tessella.sudoku import geometry
from tessella.sudoku.formats.base import NOTHING_SAID, About
from tessella.sudoku.formats.variants import lz_string
from tessella.sudoku.formats.variants.base import (
    VariantPuzzle,
    candidates_of,
    cannot_say,
    digit_value,
    refuse_unknown,
    refusing,
    unknown_rule,
)
from tessella.sudoku.formats.variants.ruleset_text import refuse_words
from tessella.sudoku.geometry import MAX_SIZE, SYMBOLS, Box, cell_name, default_box, digits_of
from tessella.sudoku.rules.cells import Cells, rules_of
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.ruleset import Rules

URL = "https://www.f-puzzles.com/?load="
_LINK = re.compile(r"(?:https?://)?(?:www\.)?f-puzzles\.com/\S*?[?&]load=(\S+)")
_Said = Iterator[dict[str, Any]]  # constraints in JSON

_GRID = {"antiknight": "anti_knight", "antiking": "anti_king", "disjointgroups": "disjoint_groups"}
_MARKED = {
    "odd": "odd",
    "even": "even",
    "minimum": "minimum",
    "maximum": "maximum",
}  # a cell each, all of them one constraint
_INDEXERS = {"rowindexer": "row_indexer", "columnindexer": "column_indexer"}
_DOTS = {"difference": ("kropki_white", "difference"), "ratio": ("kropki_black", "ratio")}
_OUTSIDE = {"sandwichsum": ("sandwich", "sum"), "xsum": ("x_sum", "sum"), "skyscraper": ("skyscraper", "count")}
_LINES = {
    "thermometer": "thermo",
    "slowthermometer": "slow_thermo",
    "palindrome": "palindrome",
    "renban": "renban",
    "whispers": "whisper",
    "regionsumline": "region_sum_line",
    "betweenline": "between",
    "lockout": "lockout",
    "entropicline": "entropic",
    "modularline": "modular",
    "doublearrow": "double_arrow",
    "zipperline": "zipper",
}
_LINE_VALUES = {"whisper": "difference", "lockout": "difference", "modular": "mod"}
_STEPS = {"UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1)}
_DRAWN = ("line", "circle", "rectangle", "text", "cage")
_SAYING_NOTHING = (
    *("size", "title", "author", "source", "ruleset", "grid", "solution", "highlightConflicts", "disabledlogic"),
    *("custom", "truecandidatesoptions", "successMessage", "foglight", "fogofwar", "antikingdraw", "msgcorrect"),
)
_OF_CELL = (
    *("value", "given", "givenPencilMarks", "centerPencilMarks", "cornerPencilMarks", "region", "c", "cArray"),
    "highlight",
)
NABNER = "nabner"


def claims(value: Mapping[str, Any]) -> bool:
    """Return whether an object of JSON is a puzzle of f-puzzles."""
    grid = value.get("grid")
    return isinstance(grid, list) and bool(grid) and isinstance(grid[0], list) and isinstance(grid[0][:1], list) and (
        all(isinstance(cell, dict) for row in grid if isinstance(row, list) for cell in row)
    )  # fmt: skip


def find(text: str) -> str:
    """Return the packed text of a link, "" where there is none.

    >>> find("https://f-puzzles.com/?load=N4Igzg%3D")
    'N4Igzg='
    """
    match = _LINK.fullmatch(text.strip())
    return unquote(match[1]) if match else ""


def parse(packed: str) -> VariantPuzzle:
    """Return the puzzle of a packed text; raises `ParseError` or `RulesError`."""
    text = lz_string.decompress(packed)
    with refusing(_("expected JSON, got {text}"), text):
        value = json.loads(text)
    if not isinstance(value, dict) or not claims(value):
        raise ParseError(_("expected a puzzle of f-puzzles, got {text}"), text=text)
    return read(value)


def read(value: Mapping[str, Any], _box: Box | None = None) -> VariantPuzzle:
    """Return the puzzle of an object of JSON; raises `ParseError` or `RulesError`."""
    with refusing(_("expected a puzzle of f-puzzles, got {text}"), value):
        return _Reader(value).puzzle()


# --- Reading ----------------------------------------------------------------------------------------------------------


class _Reader:
    """An object of JSON, and what it says."""

    def __init__(self, value: Mapping[str, Any]) -> None:
        self.value = value
        self.grid: list[list[dict[str, Any]]] = value["grid"]
        self.size = len(self.grid)
        if not 4 <= self.size <= MAX_SIZE or any(len(row) != self.size for row in self.grid):
            raise ParseError(_("expected as many rows as columns, from 4 to {most}, got {text}"), most=MAX_SIZE,
                             text=[len(row) for row in self.grid])  # fmt: skip

    def puzzle(self) -> VariantPuzzle:
        """Return the puzzle."""
        value = self.value
        rules = Rules.from_json([*self._regions(), *self._candidates(), *self._constraints()], self.size)
        drawn = [one for name in _DRAWN for one in value.get(name) or [] if not one.get("fromConstraint")]
        self._check_drawn()
        refuse_words(str(value.get("ruleset") or ""), rules, has_drawing=bool(drawn))
        cells = [cell for row in self.grid for cell in row]
        digits = tuple(digit_value(cell.get("value"), place, rules) for place, cell in enumerate(cells))
        givens = tuple(digit if cell.get("given") else 0 for digit, cell in zip(digits, cells, strict=True))
        marks = tuple(
            0 if digit else geometry.mask_of(map(str, cell.get("centerPencilMarks") or []), place, self.size)
            for place, (digit, cell) in enumerate(zip(digits, cells, strict=True))
        )
        return VariantPuzzle(
            rules,
            givens,
            self._solution(rules),
            digits if digits != givens else (),
            marks if any(marks) else (),
            About(*(str(value.get(name) or "").strip() for name in ("title", "author", "source", "ruleset"))),
        )

    def _solution(self, rules: Rules) -> tuple[int, ...]:
        found = self.value.get("solution") or []
        flat = [one for row in found for one in (row if isinstance(row, list) else [row])]
        if len(flat) != self.size**2 or any(digit in (None, 0, "", ".", "?") for digit in flat):
            return ()  # or not all of it
        return tuple(digit_value(digit, cell, rules) for cell, digit in enumerate(flat))

    def _check_drawn(self) -> None:
        """Refuse a drawing of a constraint of another name that is not among the constraints."""
        for name in _DRAWN:
            for one in self.value.get(name) or []:
                kind = re.sub("[^a-z]", "", str(one.get("fromConstraint") or "").lower())
                if kind and not any(kind.startswith(key.rstrip("s")) for key in self.value):
                    raise unknown_rule(one["fromConstraint"])

    def _names(self, cells: Iterable[str]) -> list[str]:
        return [str(name).lower() for name in cells]

    def _regions(self) -> _Said:
        cells = [cell for row in self.grid for cell in row]
        for cell in cells:
            refuse_unknown(cell, _OF_CELL, strict=True)
        usual = _usual_regions(self.size)
        labels = [cell.get("region", region) for cell, region in zip(cells, usual, strict=True)]
        signs = [SYMBOLS[label + 1] if type(label) is int and 0 <= label < MAX_SIZE else "." for label in labels]
        if {*labels} == {None}:
            yield {"type": "no_boxes"}
        elif labels != list(usual):
            yield {"type": "jigsaw", "regions": "".join(signs)}

    def _candidates(self) -> _Said:
        for place, cell in enumerate(cell for row in self.grid for cell in row):
            if marks := list(cell.get("givenPencilMarks") or []):
                yield {"type": "candidates", "cells": [cell_name(place, self.size)], "values": marks}

    def _constraints(self) -> _Said:
        for name, held in self.value.items():
            if held in (None, False, "") or held == [] or name in (*_SAYING_NOTHING, *_DRAWN, "negative"):
                continue
            elif name in _GRID:
                yield {"type": _GRID[name]}
            elif name in ("diagonal+", "diagonal-"):
                pass  # both together below
            elif name == "nonconsecutive":
                pass
            elif name in _MARKED:
                yield {"type": _MARKED[name], "cells": self._names(one["cell"] for one in held)}
            elif name in _LINES:
                yield from self._lines(_LINES[name], held)
            elif reader := _READERS.get(name):
                yield from reader(self, name, held)
            else:
                raise unknown_rule(name)
        yield from self._whole_grid()

    def _whole_grid(self) -> _Said:
        value = self.value
        rising, falling = value.get("diagonal+"), value.get("diagonal-")
        if rising or falling:
            yield {"type": "diagonal", "which": "both" if rising and falling else "anti" if rising else "main"}
        negative = value.get("negative") or []
        if unknown := [name for name in negative if name not in ("ratio", "xv")]:
            raise unknown_rule(f"negative {unknown[0]}")
        black = "ratio" in negative
        white = bool(value.get("nonconsecutive") and (black or value.get("difference") or value.get("ratio")))
        for name, is_negative in (("difference", white), ("ratio", black)):
            usual = 1 if name == "difference" else 2
            if is_negative and any(int(one.get("value") or usual) != usual for one in value.get(name) or []):
                raise unknown_rule(f"negative {name}")
        if value.get("nonconsecutive") and not white:
            yield {"type": "non_consecutive"}
        if white or black:
            yield {"type": "kropki_negative", "white": white, "black": black}
        if "xv" in negative:
            yield {"type": "xv_negative"}

    def _lines(self, kind: str, held: list[Any]) -> _Said:
        for one in held:
            for line in one["lines"]:
                said: dict[str, Any] = {"type": kind, "cells": self._names(line)}
                if one.get("value") not in (None, ""):
                    if kind not in _LINE_VALUES:
                        raise unknown_rule(f"{kind} {one['value']}")
                    said[_LINE_VALUES[kind]] = one["value"]
                if len(line) > 1:
                    yield said

    def killer(self, _name: str, held: list[Any]) -> _Said:
        """Yield cages; a value that is no number is a rule of its own."""
        for one in held:
            total = one.get("value") or None
            if total is not None and not re.fullmatch(r"\d{1,4}", str(total).strip(), re.ASCII):
                raise unknown_rule(f"killercage {total}")
            yield {"type": "killer", "cells": self._names(one["cells"]), "sum": int(total) or None if total else None}

    def regions(self, _name: str, held: list[Any]) -> _Said:
        """Yield extra regions."""
        for one in held:
            whole = len(one["cells"]) == self.size
            yield {"type": "extra_region" if whole else "all_different", "cells": self._names(one["cells"])}

    def indexers(self, name: str, held: list[Any]) -> _Said:
        """Yield indexing cells."""
        for one in held:
            yield {"type": _INDEXERS[name], "cells": self._names(one["cells"])}

    def dots(self, name: str, held: list[Any]) -> _Said:
        """Yield dots between two cells."""
        kind, field = _DOTS[name]
        for one in held:
            number = one.get("value")
            yield {"type": kind, "cells": self._names(one["cells"])} | (
                {} if number in (None, "") else {field: int(number)}
            )

    def xv(self, _name: str, held: list[Any]) -> _Said:
        """Yield the signs X and V."""
        for one in held:
            sign = str(one.get("value") or "").lower()
            if sign not in ("x", "v", ""):
                raise unknown_rule(f"xv {one['value']}")
            if sign:
                yield {"type": f"xv_{sign}", "cells": self._names(one["cells"])}

    def arrows(self, _name: str, held: list[Any]) -> _Said:
        """Yield arrows; with a circle of several cells a number is read in it."""
        for one in held:
            pill = sorted(geometry.cell_named(name, self.size) for name in one["cells"])
            names = [cell_name(cell, self.size) for cell in pill]
            for line in one.get("lines") or []:
                shaft = self._names(line[1:])
                if not shaft:
                    continue
                if len(names) == 1:
                    yield {"type": "arrow", "cells": names + shaft}
                else:
                    yield {"type": "pill_arrow", "pill": names, "cells": shaft}

    def clones(self, _name: str, held: list[Any]) -> _Said:
        """Yield clones."""
        for one in held:
            yield {"type": "clone", "cells": self._names(one["cells"]), "clone_cells": self._names(one["cloneCells"])}

    def quadruples(self, _name: str, held: list[Any]) -> _Said:
        """Yield quadruples."""
        for one in held:
            if one.get("values"):
                yield {"type": "quadruple", "cells": self._names(one["cells"]), "values": list(one["values"])}

    def outside(self, name: str, held: list[Any]) -> _Said:
        """Yield clues of rows and columns."""
        kind, field = _OUTSIDE[name]
        for one in held:
            if str(one.get("value") or "").strip():
                cells = [cell_name(cell, self.size) for cell in seen_from(one["cell"], self.size)]
                yield {"type": kind, "cells": cells, field: str(one["value"]).strip()}

    def little_killers(self, _name: str, held: list[Any]) -> _Said:
        """Yield sums of diagonals."""
        for one in held:
            if str(one.get("value") or "").strip():
                cells = [cell_name(cell, self.size) for cell in _diagonal(one["cell"], one["direction"], self.size)]
                yield {"type": "little_killer", "cells": cells, "sum": str(one["value"]).strip()}

    def nabners(self, _name: str, held: list[Any]) -> _Said:
        """Yield lines on which no two digits are equal or consecutive."""
        for one in held:
            for line in one["lines"]:
                if len(line) > 1:
                    yield {"type": "pair_table_all", "cells": self._names(line), "name": NABNER,
                           "allowed": _apart(self.size)}  # fmt: skip


def _usual_regions(size: int) -> tuple[int, ...]:
    """Return the number of the region of each cell where nothing is said: a row, where there is no box."""
    box = default_box(size)
    return geometry.box_of(box) if box else tuple(cell // size for cell in range(size * size))


def _apart(size: int) -> list[list[int]]:
    """Return the pairs of digits that differ by two at least."""
    digits = range(1, size + 1)
    return [[one, other] for one in digits for other in digits if abs(one - other) > 1]


def _place(cell: str) -> tuple[int, int]:
    """Return row and column of a cell that may lie outside the grid."""
    match = re.fullmatch(r"R(\d{1,2})C(\d{1,2})", str(cell), re.IGNORECASE | re.ASCII)
    if match is None:
        raise ParseError(_("expected a cell such as R1C1, got {text}"), text=cell)
    return int(match[1]), int(match[2])


def seen_from(cell: str, size: int) -> tuple[int, ...]:
    """Return the cells of a row or column as they are seen from a cell outside, such as R0C4."""
    row, col = _place(cell)
    if (row in (0, size + 1)) == (col in (0, size + 1)):
        raise ParseError(_("expected a cell beside the grid, got {text}"), text=cell)
    along = range(size) if 0 in (row, col) else range(size - 1, -1, -1)
    return tuple(n * size + col - 1 if row in (0, size + 1) else (row - 1) * size + n for n in along)


def _diagonal(cell: str, direction: str, size: int) -> tuple[int, ...]:
    """Return the cells of a diagonal that begins beside a cell outside."""
    (row, col), (down, right) = _place(cell), _STEPS[direction]
    cells = []
    while 1 <= (row := row + down) <= size and 1 <= (col := col + right) <= size:
        cells.append((row - 1) * size + col - 1)
    return tuple(cells)


_READERS: dict[str, Callable[[_Reader, str, list[Any]], _Said]] = {
    "killercage": _Reader.killer,
    "extraregion": _Reader.regions,
    "rowindexer": _Reader.indexers,
    "columnindexer": _Reader.indexers,
    "difference": _Reader.dots,
    "ratio": _Reader.dots,
    "xv": _Reader.xv,
    "arrow": _Reader.arrows,
    "clone": _Reader.clones,
    "quadruple": _Reader.quadruples,
    "sandwichsum": _Reader.outside,
    "xsum": _Reader.outside,
    "skyscraper": _Reader.outside,
    "littlekillersum": _Reader.little_killers,
    NABNER: _Reader.nabners,
}


# --- Writing ----------------------------------------------------------------------------------------------------------

_FORM = "f-puzzles"
_OUTSIDE_NAMES = {kind: (name, field) for name, (kind, field) in _OUTSIDE.items()}
_FLAGS = {kind: name for name, kind in (_GRID | {"nonconsecutive": "non_consecutive"}).items()}
# The types that are a list of cells with perhaps a number: their key, that of their cells, and the field of the number
_PLAIN = (
    {kind: (name, "lines", _LINE_VALUES.get(kind, "")) for name, kind in _LINES.items()}
    | {kind: (name, "cells", field) for name, (kind, field) in _DOTS.items()}
    | {kind: (name, "cells", "") for name, kind in _INDEXERS.items()}
    | {"extra_region": ("extraregion", "cells", ""), "all_different": ("extraregion", "cells", "")}
    | {"killer": ("killercage", "cells", "sum")}
)


def write(cells: Cells, solution: Cells | None = None, about: About = NOTHING_SAID) -> str:
    """Return a puzzle as a link; raises `ParseError` for a rule that f-puzzles does not have."""
    return URL + pack(cells, solution, about)


def pack(cells: Cells, solution: Cells | None = None, about: About = NOTHING_SAID) -> str:
    """Return the packed text of a link."""
    said = {"title": about.name, "author": about.author, "source": about.source, "ruleset": about.rules}
    value = {name: text for name, text in said.items() if text} | as_object(cells, solution)
    return lz_string.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def as_object(cells: Cells, solution: Cells | None = None) -> dict[str, Any]:
    """Return a puzzle as an object of JSON; raises `ParseError` for a rule that f-puzzles does not have."""
    rules = rules_of(cells)
    if rules.lowest != 1:
        raise cannot_say(_FORM, "digits:lowest=0")
    value: dict[str, Any] = {"size": rules.size, "grid": _grid(cells, rules)}
    writer = _Writer(rules, value)
    for one in rules.constraints:
        writer.add(one)
    if solution:
        value["solution"] = list(solution.digits)
    return value


def _regions_of(rules: Rules) -> list[int | None]:
    """Return the number of the region of each cell, None for a cell of none."""
    if any(one["with_boxes"] for one in rules.of_type("jigsaw")):
        raise cannot_say(_FORM, rules.of_type("jigsaw")[0].to_text(rules.size))
    if rules.box[0] == 1 and not rules.of_type("jigsaw", "no_boxes"):
        return list(_usual_regions(rules.size))
    found: list[int | None] = [None] * rules.size**2
    for number, region in enumerate(rules.regions):
        for cell in region:
            found[cell] = number
    return found


def _grid(cells: Cells, rules: Rules) -> list[list[dict[str, Any]]]:
    size, usual, regions = rules.size, _usual_regions(rules.size), _regions_of(rules)
    allowed = candidates_of(rules, _FORM)
    found: list[dict[str, Any]] = []
    for cell, digit in enumerate(cells.digits):
        marks = list(digits_of(cells.marks[cell])) if not digit else []
        entry = {
            "value": digit or None,
            "given": bool(cells.givens[cell]) or None,
            "givenPencilMarks": allowed.get(cell),
            "centerPencilMarks": marks or None,
        }
        found.append({name: held for name, held in entry.items() if held is not None})
        if regions[cell] != usual[cell]:
            found[-1]["region"] = regions[cell]
    return [found[start : start + size] for start in range(0, size * size, size)]


class _Writer:
    """The constraints of a puzzle, put into an object."""

    def __init__(self, rules: Rules, value: dict[str, Any]) -> None:
        self.rules, self.size, self.value = rules, rules.size, value

    def add(self, one: Constraint) -> None:
        """Put a constraint into the object; raises `ParseError` for one that has no place there."""
        kind, cells = one.type, self._names(one.cells)
        if kind in ("jigsaw", "no_boxes", "candidates"):
            return  # in the grid
        if kind in _FLAGS:
            if kind == "non_consecutive" and self.rules.of_type("kropki_white", "kropki_black", "kropki_negative"):
                raise cannot_say(_FORM, one.to_text(self.size))  # dots make it a rule of the pairs without one
            self.value[_FLAGS[kind]] = True
        elif kind in _MARKED:
            held = self._list(kind)
            held.extend(entry for cell in cells if (entry := {"cell": cell}) not in held)
        elif kind in _PLAIN:
            name, shape, field = _PLAIN[kind]
            value = one[field] if field and one.fields else None
            if kind == "killer" and value is not None:
                if not 0 < value < 1000:
                    raise cannot_say(_FORM, one.to_text(self.size))
                value = str(value)
            self._put(name, {shape: [cells] if shape == "lines" else cells}, value)
        elif writer := _WRITERS.get(kind):
            writer(self, one, cells)
        else:
            raise cannot_say(_FORM, one.to_text(self.size))

    def _list(self, name: str) -> list[Any]:
        found: list[Any] = self.value.setdefault(name, [])
        return found

    def _put(self, name: str, entry: dict[str, Any], value: Any = None) -> None:
        self._list(name).append(entry if value is None else entry | {"value": value})

    def _names(self, cells: Iterable[int]) -> list[str]:
        return [cell_name(cell, self.size).upper() for cell in cells]

    def xv(self, one: Constraint, cells: list[str]) -> None:
        """Put an X or a V."""
        self._put("xv", {"cells": cells}, one.type[-1].upper())

    def diagonal(self, one: Constraint, _cells: list[str]) -> None:
        """Put the diagonals."""
        if one["which"] in ("anti", "both"):
            self.value["diagonal+"] = True
        if one["which"] in ("main", "both"):
            self.value["diagonal-"] = True

    def negative(self, one: Constraint, _cells: list[str]) -> None:
        """Put the rules of pairs without a clue."""
        rules = self.rules
        if one.type == "xv_negative":
            self._list("negative").append("xv")
            return
        others = [dot for dot in rules.of_type("kropki_white", "kropki_black") if dot.fields]
        alone = one["white"] and not one["black"] and not rules.of_type("kropki_white", "kropki_black")
        if others or alone or not (one["white"] or one["black"]):
            raise cannot_say(_FORM, one.to_text(self.size))
        if one["white"]:
            self.value["nonconsecutive"] = True
        if one["black"]:
            self._list("negative").append("ratio")

    def arrow(self, _one: Constraint, cells: list[str]) -> None:
        """Put an arrow, which begins in its circle."""
        self._put("arrow", {"cells": cells[:1], "lines": [cells]})

    def pill_arrow(self, one: Constraint, cells: list[str]) -> None:
        """Put an arrow that begins in the cell of its pill that is nearest."""
        row, col = divmod(one.cells[0], self.size)
        near = min(one["pill"], key=lambda cell: max(abs(cell // self.size - row), abs(cell % self.size - col)))
        if list(one["pill"]) != sorted({*one["pill"]}) or len(one["pill"]) < 2:
            raise cannot_say(_FORM, one.to_text(self.size))
        self._put("arrow", {"cells": self._names(one["pill"]), "lines": [[*self._names([near]), *cells]]})

    def clone(self, one: Constraint, cells: list[str]) -> None:
        """Put a clone."""
        self._put("clone", {"cells": cells, "cloneCells": self._names(one["clone_cells"])})

    def quadruple(self, one: Constraint, cells: list[str]) -> None:
        """Put a quadruple."""
        self._put("quadruple", {"cells": cells, "values": list(one["values"])})

    def outside(self, one: Constraint, _cells: list[str]) -> None:
        """Put a clue beside a row or a column."""
        name, field = _OUTSIDE_NAMES[one.type]
        for n in range(1, self.size + 1):
            for cell in (f"R{n}C0", f"R{n}C{self.size + 1}", f"R0C{n}", f"R{self.size + 1}C{n}"):
                if seen_from(cell, self.size) == one.cells:
                    self._put(name, {"cell": cell}, str(one[field]))
                    return
        raise cannot_say(_FORM, one.to_text(self.size))

    def little_killer(self, one: Constraint, cells: list[str]) -> None:
        """Put the sum of a diagonal."""
        row, col = divmod(one.cells[0], self.size)
        for name, (down, right) in _STEPS.items():
            outside = f"R{row + 1 - down}C{col + 1 - right}"
            if _diagonal(outside, name, self.size) == one.cells and not (
                0 <= row - down < self.size and 0 <= col - right < self.size
            ):
                self._put("littlekillersum", {"cell": outside, "direction": name, "cells": cells}, str(one["sum"]))
                return
        raise cannot_say(_FORM, one.to_text(self.size))

    def nabner(self, one: Constraint, cells: list[str]) -> None:
        """Put a line on which no two digits are equal or consecutive."""
        if one["name"] != NABNER or [list(pair) for pair in one["allowed"]] != _apart(self.size):
            raise cannot_say(_FORM, one.to_text(self.size))
        self._put(NABNER, {"lines": [cells]})


_WRITERS: dict[str, Callable[[_Writer, Constraint, list[str]], None]] = {
    "xv_x": _Writer.xv,
    "xv_v": _Writer.xv,
    "diagonal": _Writer.diagonal,
    "kropki_negative": _Writer.negative,
    "xv_negative": _Writer.negative,
    "arrow": _Writer.arrow,
    "pill_arrow": _Writer.pill_arrow,
    "clone": _Writer.clone,
    "quadruple": _Writer.quadruple,
    "sandwich": _Writer.outside,
    "x_sum": _Writer.outside,
    "skyscraper": _Writer.outside,
    "little_killer": _Writer.little_killer,
    "pair_table_all": _Writer.nabner,
}
