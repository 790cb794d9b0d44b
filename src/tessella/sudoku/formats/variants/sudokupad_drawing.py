"""Drawings of SudokuPad: rules from lines, arrows and signs where shape and text agree, and drawings of rules.

A drawing says what is seen, not what it means. A shape is read where the text names one rule that is drawn so; each
shape must find its rule, each rule that the text names its shape, and a solution that is given must fit. A drawing that
Tessella has made says its rules beside the text as well, and is taken by them if it is still what they draw.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tessella.errors import ParseError, RulesError
from tessella.i18n import _
from tessella.sudoku import geometry
from tessella.sudoku.formats.base import About
from tessella.sudoku.formats.variants.base import (
    VariantPuzzle,
    digit_value,
    jigsaw_of,
    refuse_unknown,
    refuse_wrong,
    text_of,
    unknown_rule,
    values_of,
)
from tessella.sudoku.formats.variants.ruleset_text import (
    grid_rules,
    is_named,
    line_rule,
    refuse_words,
    text_of_rules,
    types_named,
)
from tessella.sudoku.geometry import cell_name, rows_of
from tessella.sudoku.rules.cells import Cells, rules_of
from tessella.sudoku.rules.drawing import STYLES, Shape, shapes
from tessella.sudoku.rules.ruleset import MAX_VARIANT_SIZE, Rules

_DRAWN = ("lines", "arrows", "overlays", "underlays")
_KNOWN = ("cells", "regions", "cages", "metadata", "cellSize", "id", "settings", "videos", *_DRAWN)
_OWN = "tessella"  # the key of our own rules
_FLAGS = {"antiknight": "anti_knight", "antiking": "anti_king"}
_OUTSIDE = {"sandwich": "sum", "x_sum": "sum", "skyscraper": "count", "numbered_room": "value"}
_PIXELS = 64  # of a cell
_MAX_SHAPES = 2000  # of a drawing that is looked through
_Said = Iterator[dict[str, Any]]


# --- Reading ----------------------------------------------------------------------------------------------------------


def read(value: Mapping[str, Any]) -> VariantPuzzle:
    """Return the puzzle of a drawing; raises `ParseError` or `RulesError`, and others for what is none."""
    rows = value["cells"]
    size = len(rows)
    if not 4 <= size <= MAX_VARIANT_SIZE or any(len(row) != size for row in rows):
        raise ParseError(_("expected as many rows as columns, from 4 to {most}, got {text}"), most=MAX_VARIANT_SIZE,
                         text=[len(row) for row in rows])  # fmt: skip
    refuse_unknown(value, _KNOWN, strict=True)
    about = _about(value)
    rules = _own_rules(value, about[_OWN]) if about.get(_OWN) else _rules(value, about, size)
    cells = [cell for row in rows for cell in row]
    for cell in cells:
        if unknown := [name for name, held in cell.items() if held and name not in ("value", "given", "color")]:
            raise unknown_rule(unknown[0])
    shown = [None if (held := cell.get("value")) == "" else held for cell in cells]
    givens = tuple(digit_value(held, place, rules) for place, held in enumerate(shown))
    answer = about.get("solution", "")
    is_whole = len(answer) == size * size and {*answer}.isdisjoint("?." if rules.lowest == 0 else "?.0")
    solution = values_of(answer, rules) if is_whole else ()
    refuse_wrong(solution, rules)
    said = About(*(about.get(name, "") for name in ("title", "author", "source", "rules")))
    return VariantPuzzle(rules, givens, solution, about=said)


def _about(value: Mapping[str, Any]) -> dict[str, str]:
    """Return what is said about a puzzle, beside it or in cages without cells."""
    about = {str(name).lower(): _text(held) for name, held in (value.get("metadata") or {}).items() if held}
    for cage in value.get("cages") or []:
        name, colon, said = str(cage.get("value", "")).partition(":")
        if colon and not cage.get("cells"):
            about.setdefault(name.strip().lower(), said.strip())
    return about


def _text(held: Any) -> str:
    return "\n".join(map(str, held)) if isinstance(held, list) else str(held)


def _own_rules(value: Mapping[str, Any], text: str) -> Rules:
    """Return the rules that a drawing of our own says, if they draw it."""
    shape, _semicolon, said = text.partition(";")
    rows, cols = map(int, shape.split("x"))
    rules = Rules.parse(said, (rows, cols))
    seen = {name: value.get(name) or [] for name in ("regions", "cages", *_DRAWN)}
    if rules.size != len(value["cells"]) or seen != drawn(rules):
        raise RulesError(_("expected the drawing of the rules {text}, got another"), text=said)
    return rules


def _rules(value: Mapping[str, Any], about: Mapping[str, str], size: int) -> Rules:
    text = about.get("rules", "")
    cages = [cage for cage in value.get("cages") or [] if cage.get("cells")]
    if cages and not re.search(r"cage|killer", text, re.IGNORECASE):
        raise unknown_rule(_("cages that no text explains"))
    drawing = _Drawing(value, size, text)
    seen = [*drawing.lines(), *drawing.arrows(), *drawing.marks_between(), *drawing.marks_outside(), *drawing.marks()]
    if silent := [one["type"] for one in seen if not is_named(one["type"], text)]:
        raise unknown_rule(silent[0])
    said = [*_regions(value, size), *(_cage(cage, size) for cage in cages), *seen, *grid_rules(text)]
    said += [{"type": kind} for name, kind in _FLAGS.items() if about.get(name) or name in (value.get("global") or [])]
    if unknown := [name for name in value.get("global") or [] if name not in _FLAGS]:
        raise unknown_rule(unknown[0])
    rules = Rules.from_json(said, size)
    refuse_words(text, rules, has_drawing=bool(seen))
    return rules


def _names(cells: Any, size: int) -> list[str]:
    """Return the names of cells that are pairs of numbers, or a text such as r1c1r1c2."""
    if isinstance(cells, str):
        return re.findall(r"r\d+c\d+", cells)
    if any(type(number) is not int or not 0 <= number < size for pair in cells for number in pair):
        raise ValueError
    return [cell_name(row * size + col, size) for row, col in cells]


def _regions(value: Mapping[str, Any], size: int) -> list[dict[str, Any]]:
    regions = value.get("regions") or []
    if not regions:
        raise unknown_rule(_("a grid without regions"))
    if len(regions) > size:
        raise unknown_rule(_("more regions than digits"))
    labels = [-1] * size**2
    for number, region in enumerate(regions):
        for name in _names(region, size):
            labels[geometry.cell_named(name, size)] = number
    return jigsaw_of(labels, size)


def _cage(cage: Mapping[str, Any], size: int) -> dict[str, Any]:
    total = str(cage.get("value", "")).strip()
    known = {"cells", "value", "unique", "style", "type", "borderColor", "fontC", "outlineC", "sum"}
    if cage.get("unique") is False or not re.fullmatch(r"\d{0,4}", total, re.ASCII) or {*cage} - known:
        raise unknown_rule(f"cage {total or sorted({*cage} - known)}")
    return {"type": "killer", "cells": _names(cage["cells"], size), "sum": int(total) if total else None}


def _colour(value: Any) -> str:
    """Return a colour as "white", "black", "grey", "none" or six signs."""
    text = str(value or "").lower().lstrip("#")
    text = {"0": "000000", "f": "ffffff", "": "none", "transparent": "none"}.get(text, text)
    if re.fullmatch(r"[0-9a-f]{3,4}", text):
        text = "".join(sign * 2 for sign in text)
    if re.fullmatch(r"[0-9a-f]{6}00", text):
        return "none"
    text = text[:6]
    if re.fullmatch(r"([0-9a-f]{2})\1\1", text):
        return "white" if text == "ffffff" else "black" if text < "303030" else "grey"
    return text


class _Drawing:
    """The shapes of a drawing, each of which is taken once."""

    def __init__(self, value: Mapping[str, Any], size: int, text: str) -> None:
        self.size, self.text, self.value = size, text, value
        self.named = types_named(text)
        self.circles = set[tuple[int, str]]()  # that lines begin in
        shown = [*(value.get("underlays") or []), *(value.get("overlays") or [])]
        if (count := sum(len(value.get(name) or []) for name in _DRAWN)) > _MAX_SHAPES:
            raise ParseError(_("expected at most {most} shapes in a drawing, got {n}"), most=_MAX_SHAPES, n=count)
        self.left = [mark for mark in shown if not _is_unseen(mark)]

    def _path(self, line: Mapping[str, Any]) -> list[int]:
        """Return the cells along way points, -1 for what lies outside the grid."""
        places = [(int(row // 1), int(col // 1)) for row, col in line["wayPoints"]]
        found = places[:1]
        for row, col in places[1:]:
            down, right = row - found[-1][0], col - found[-1][1]
            steps = max(abs(down), abs(right))
            if steps > 2 * MAX_VARIANT_SIZE or (steps and (down % steps or right % steps)):
                raise unknown_rule("lines")
            found += [(row - down + down // steps * n, col - right + right // steps * n) for n in range(1, steps + 1)]
        inside = range(self.size)
        return [row * self.size + col if row in inside and col in inside else -1 for row, col in found]

    def _cells(self, path: list[int], tool: str) -> list[str]:
        if min(path) < 0 or len(path) < 2:
            raise unknown_rule(tool)
        return [cell_name(cell, self.size) for cell in path]

    def lines(self) -> _Said:
        """Yield diagonals, thermometers, and the one other kind of line that the text names."""
        marked, size = set[str](), self.size
        rule = line_rule(self.text)
        for line in self.value.get("lines") or []:
            ends = [list(point) for point in line["wayPoints"]]
            if sorted(ends) in ([[0, 0], [size, size]], [[0, size], [size, 0]]):
                marked.add("main" if [0, 0] in ends else "anti")
                continue
            path, colour = self._path(line), _colour(line.get("color"))
            if "thermo" in self.text.lower() and self._circle(path[0], colour):
                yield {"type": "thermo", "cells": self._cells(path, "lines")}
            elif "thermo" in self.text.lower() and self._circle(path[-1], colour):
                yield {"type": "thermo", "cells": self._cells(path[::-1], "lines")}
            elif rule:
                if rule["type"] == "between" and not (self._circle(path[0]) and self._circle(path[-1])):
                    raise unknown_rule("lines")
                yield rule | {"cells": self._cells(path, "lines")}
            else:
                raise unknown_rule("lines")
        if marked:
            yield {"type": "diagonal", "which": "both" if len(marked) > 1 else marked.pop()}

    def _circle(self, cell: int, colour: str = "") -> bool:
        """Return whether a circle stands in a cell, of that colour if one is named; several lines may begin there."""
        for mark in [*self.left]:
            centre = cell // self.size + 0.5, cell % self.size + 0.5
            if _is_near(mark, centre) and _is_circle(mark, colour):
                self.left.remove(mark)
                self.circles.add((cell, colour))
                return True
        return (cell, colour) in self.circles

    def arrows(self) -> _Said:
        """Yield arrows with the number in their circle or pill, and sums of diagonals."""
        for arrow in self.value.get("arrows") or []:
            path = self._path(arrow)
            number = self._number_at(arrow["wayPoints"][0]) if path[0] < 0 else None
            if number is not None:
                yield {"type": "little_killer", "cells": self._diagonal(arrow["wayPoints"]), "sum": number}
                continue
            cells = self._cells(path, "arrows")
            if not self._circle(path[0]):
                raise unknown_rule("arrows")
            yield {"type": "arrow", "cells": cells}

    def _diagonal(self, points: list[list[float]]) -> list[str]:
        """Return the cells that an arrow beside the grid points to."""
        (row, col), (low, right) = points[0], points[-1]
        down, across = (1 if low > row else -1), (1 if right > col else -1)
        y, x = int(row // 1), int(col // 1)
        found = []
        while 0 <= (y := y + down) < self.size and 0 <= (x := x + across) < self.size:
            found.append(cell_name(y * self.size + x, self.size))
        return found

    def _number_at(self, point: list[float]) -> int | None:
        """Take the number that stands in the cell of a point."""
        for mark in self.left:
            if [int(one // 1) for one in mark["center"]] == [int(one // 1) for one in point]:
                if not re.fullmatch(r"\d{1,3}", str(mark.get("text", "")).strip(), re.ASCII):
                    continue
                self.left.remove(mark)
                return int(mark["text"])
        return None

    def marks_between(self) -> _Said:
        """Yield dots and letters between two cells, and quadruples between four."""
        for mark in [*self.left]:
            row, col = mark["center"]
            on_row, on_col = abs(row - round(row)) < 0.05, abs(col - round(col)) < 0.05
            if not (on_row or on_col) or not (0 < row < self.size and 0 < col < self.size):
                continue
            ys = (round(row) - 1, round(row)) if on_row else (int(row),)
            xs = (round(col) - 1, round(col)) if on_col else (int(col),)
            cells = [y * self.size + x for y in ys for x in xs]
            text, names = str(mark.get("text") or "").strip(), [cell_name(cell, self.size) for cell in cells]
            colour = _colour(mark.get("backgroundColor"))
            if on_row and on_col and re.fullmatch(r"[\d\s]+", text, re.ASCII):
                yield {"type": "quadruple", "cells": names, "values": [*map(int, re.sub(r"\s", "", text))]}
            elif on_row != on_col and text in ("X", "V"):
                yield {"type": f"xv_{text.lower()}", "cells": names}
            elif on_row != on_col and not text and mark.get("rounded") and colour in ("white", "black"):
                yield {"type": f"kropki_{colour}", "cells": names}
            else:
                continue
            self.left.remove(mark)

    def marks_outside(self) -> _Said:
        """Yield the one kind of clue beside rows and columns that the text names."""
        kinds = [kind for kind in _OUTSIDE if kind in self.named]
        for mark in [*self.left] if len(kinds) == 1 else []:
            y, x = (int(one // 1) for one in mark["center"])
            inside, text = range(self.size), str(mark.get("text") or "").strip()
            if (y in inside) == (x in inside) or not re.fullmatch(r"\d{1,3}", text, re.ASCII):
                continue
            along = range(self.size) if min(x, y) < 0 else range(self.size - 1, -1, -1)
            cells = [n * self.size + x if x in inside else y * self.size + n for n in along]
            self.left.remove(mark)
            yield {"type": kinds[0], "cells": [cell_name(cell, self.size) for cell in cells], _OUTSIDE[kinds[0]]: text}

    def marks(self) -> _Said:
        """Yield what stands in cells; raises `RulesError` for what has found no meaning."""
        found: dict[str, list[str]] = {}
        for mark in self.left:
            row, col = (one - 0.5 for one in mark["center"])
            is_centred = row % 1 == col % 1 == 0 and row in range(self.size) and col in range(self.size)
            colour = _colour(mark.get("backgroundColor"))
            if not is_centred or mark.get("text") or not 0.5 < mark.get("width", 0) == mark.get("height", 0) < 1:
                raise unknown_rule(f"{'circle' if mark.get('rounded') else 'square'} {mark.get('text') or ''}".strip())
            kind = "odd" if mark.get("rounded") else "even"
            if mark.get("rounded") and colour in ("white", "none"):
                kind = "counting_circles"
            elif colour != "grey":
                raise unknown_rule(kind)
            found.setdefault(kind, []).append(cell_name(int(row) * self.size + int(col), self.size))
        yield from ({"type": kind, "cells": cells} for kind, cells in found.items())


def _is_near(mark: Mapping[str, Any], place: tuple[float, float]) -> bool:
    return all(abs(one - other) < 0.05 for one, other in zip(mark["center"], place, strict=True))


def _is_circle(mark: Mapping[str, Any], colour: str) -> bool:
    """Return whether a mark is a circle in a cell, of that colour if one is named."""
    is_round = mark.get("rounded") and 0.5 < mark.get("width", 0) == mark.get("height", 0) < 1
    return bool(is_round and not mark.get("text")) and (not colour or _colour(mark.get("backgroundColor")) == colour)


def _is_unseen(mark: Mapping[str, Any]) -> bool:
    colours = [_colour(mark.get(name)) for name in ("backgroundColor", "borderColor")]
    return colours == ["none", "none"] and not mark.get("text")


# --- Writing ----------------------------------------------------------------------------------------------------------


def as_object(cells: Cells, solution: Cells | None, about: About) -> dict[str, Any]:
    """Return a puzzle as a drawing, with its rules in words."""
    rules = rules_of(cells)
    height, width = rules.box
    words = dict.fromkeys([*about.rules.splitlines(), *text_of_rules(rules).splitlines()])
    said = {"title": about.name, "author": about.author, "source": about.source, "rules": "\n".join(words)}
    said |= {"solution": text_of(solution.digits, rules) if solution else "", _OWN: f"{height}x{width};{rules}"}
    shown = [{"value": digit + rules.lowest - 1} if digit else {} for digit in cells.digits]
    metadata = {name: text for name, text in said.items() if text}
    return {"cellSize": _PIXELS, "metadata": metadata, "cells": rows_of(shown, rules.size)} | drawn(rules)


def drawn(rules: Rules) -> dict[str, Any]:
    """Return the regions, cages, lines and marks that show rules."""
    size, killers = rules.size, rules.of_type("killer")
    found: dict[str, Any] = {name: [] for name in ("regions", "cages", *_DRAWN)}
    found["regions"] = [[list(divmod(cell, size)) for cell in region] for region in rules.regions]
    for one in killers:
        cage = {"cells": [list(divmod(cell, size)) for cell in one.cells], "unique": True}
        found["cages"].append(cage | ({} if one["sum"] is None else {"value": str(one["sum"])}))
    for shape in shapes(Rules(rules.box, tuple(one for one in rules.constraints if one.type != "killer"))):
        points = [[round(y, 3), round(x, 3)] for x, y in shape.points]
        style = STYLES[shape.role]
        if shape.kind in ("line", "edges"):
            pairs = [points] if shape.kind == "line" else [points[n : n + 2] for n in range(0, len(points), 2)]
            thick = round(_PIXELS * shape.size, 1)
            found["lines"] += [{"wayPoints": pair, "color": style.stroke, "thickness": thick} for pair in pairs]
        else:
            found["overlays" if shape.is_sign else "underlays"].append(_mark(shape, points))
    return found


def _mark(shape: Shape, points: list[list[float]]) -> dict[str, Any]:
    style = STYLES[shape.role]
    low, high = (tuple(side(axis) for axis in zip(*points, strict=True)) for side in (min, max))
    mark: dict[str, Any] = {"center": [round((a + b) / 2, 3) for a, b in zip(low, high, strict=True)]}
    mark |= {"width": round(high[1] - low[1], 3), "height": round(high[0] - low[0], 3)}
    if shape.kind == "circle":
        mark |= {"width": 2 * shape.size, "height": 2 * shape.size, "rounded": True}
    if shape.kind == "text":
        mark |= {"width": shape.size, "height": shape.size, "text": shape.text, "color": style.fill}
        return mark | {"fontSize": round(_PIXELS * shape.size)}
    return mark | {"backgroundColor": style.fill or "#ffffff", "borderColor": style.stroke or style.fill}
