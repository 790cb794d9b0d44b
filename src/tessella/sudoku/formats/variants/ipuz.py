"""ipuz: an object of JSON with rows of givens, and with zones and cages in the kinds of Sudoku that have them.

    {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku/killersudoku#1"], "puzzle": [[0, 1, ...], ...],
     "cages": [{"cells": [[1, 1], [2, 1]], "value": 10, "operator": "+"}]}

A cell is its column and row. Files count them from 1 or from 0; where none of the cells tells which, a file is refused.
"""

import json
import re
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

from tessella.errors import ParseError
from tessella.i18n import _
from tessella.sudoku.formats.base import NOTHING_SAID, About
from tessella.sudoku.formats.variants.base import (
    VariantPuzzle,
    cannot_say,
    jigsaw_of,
    refuse_unknown,
    refusing,
    signs_of,
    unknown_rule,
)
from tessella.sudoku.formats.variants.ruleset_text import refuse_words
from tessella.sudoku.geometry import Box, cell_name, default_box, digits_of, rows_of, wrong_digit
from tessella.sudoku.rules.cells import Cells, rules_of
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.ruleset import MAX_VARIANT_SIZE, Rules

_FORM = "ipuz"
_KIND = "http://ipuz.org/sudoku"
_FROM_ONE = "Tessella, cells from [1, 1]"  # of our own files: what their cells may not tell
_KINDS: dict[str, dict[str, Any]] = {  # the rules of the kinds below `_KIND` that have one
    "latinsquare": {"type": "no_boxes"},
    "diagonalsudoku": {"type": "diagonal", "which": "both"},
    "hypersudoku": {"type": "windoku"},
}
_OTHERS = ("", "wordoku", "killersudoku", "jigsawsudoku")
_KNOWN = ("kind", "puzzle", "solution", "saved", "zones", "cages", "dimensions", "checksum", "styles", "boxes",
          "cageborder", "intro", "notes")  # fmt: skip
_PAINT = ("color", "colortext", "colorborder", "border", "named")  # parts of a style that say nothing


def claims(value: Mapping[str, Any]) -> bool:
    """Return whether an object of JSON is a Sudoku in ipuz."""
    kinds = value.get("kind")
    return isinstance(kinds, list) and any(str(kind).startswith(_KIND) for kind in kinds)


def read(value: Mapping[str, Any], _box: Box | None = None) -> VariantPuzzle:
    """Return the puzzle of an object of JSON; raises `ParseError` or `RulesError`."""
    with refusing(_("expected a Sudoku in ipuz, got {text}"), value):
        return _read(value)


def _read(value: Mapping[str, Any]) -> VariantPuzzle:
    refuse_unknown(value, _KNOWN, strict=True)
    kinds = {re.sub(r"#.*", "", str(kind))[len(_KIND) + 1 :] for kind in value["kind"] if str(kind).startswith(_KIND)}
    if unknown := kinds - {*_OTHERS, *_KINDS}:
        raise unknown_rule(min(unknown))
    size = len(value["puzzle"])
    if not 4 <= size <= MAX_VARIANT_SIZE or any(len(row) != size for row in value["puzzle"]):
        raise ParseError(_("expected as many rows as columns, from 4 to {most}, got {text}"), most=MAX_VARIANT_SIZE,
                         text=[len(row) for row in value["puzzle"]])  # fmt: skip
    rules = Rules.from_json(
        [
            *(_KINDS[kind] for kind in kinds if kind in _KINDS and (default_box(size) or kind != "latinsquare")),
            *_groups(value, kinds, size),
        ],
        size,
        default_box(size),
    )
    words = re.sub(r"<[^>]*>", " ", "\n".join(str(value.get(name) or "") for name in ("intro", "notes"))).strip()
    refuse_words(words, rules)
    signs = str(value.get("charset") or signs_of(Rules(rules.box)))
    if len({*signs}) != len(signs) or len(signs) != size or "0" in signs:
        raise ParseError(_("expected {expected} signs of digits, got {text}"), expected=size, text=signs)
    empty = value.get("empty", 0)

    def values(name: str) -> list[Any]:
        """Return a value for each cell, 0 for a blank; and of what is saved a list where a cell holds one."""
        rows = [cell for row in value.get(name) or [] for cell in row]
        found = [_value(held, cell, signs, empty) for cell, held in enumerate(rows)]
        for cell, one in enumerate(found):
            if isinstance(one, list) and (name != "saved" or any(isinstance(mark, list) for mark in one)):
                raise ParseError(wrong_digit(rows[cell], cell, size))
        return found

    givens, saved = values("puzzle"), values("saved") or [0] * size**2
    solution = values("solution")
    lists = [held if isinstance(held, list) else [] for held in saved]
    digits = [given or (0 if marks else held) for given, held, marks in zip(givens, saved, lists, strict=True)]
    marks = [0 if digit else sum(1 << mark - 1 for mark in {*one}) for digit, one in zip(digits, lists, strict=True)]
    source = str(value.get("publication") or value.get("publisher") or value.get("url") or "")
    return VariantPuzzle(
        rules,
        tuple(givens),
        tuple(solution) if len(solution) == size**2 and 0 not in solution else (),
        tuple(digits) if digits != givens else (),
        tuple(marks) if any(marks) else (),
        About(str(value.get("title") or ""), str(value.get("author") or ""), source, words),
    )


def _value(held: Any, cell: int, signs: str, empty: Any) -> Any:
    if isinstance(held, dict):
        style = held.get("style")
        if isinstance(style, dict) and (unknown := [name for name in style if style[name] and name not in _PAINT]):
            raise unknown_rule(unknown[0])
        held = next((held[name] for name in ("given", "cell", "value") if name in held), None)
    if isinstance(held, list):
        return [value for one in held if (value := _value(one, cell, signs, empty))]
    if held in (None, 0, "", empty):
        return 0
    if type(held) is int and 10 <= held <= len(signs):
        return held
    if isinstance(held, int | str) and len(str(held)) == 1 and str(held) in signs:
        return signs.index(str(held)) + 1
    raise ParseError(wrong_digit(held, cell, len(signs)))


def _groups(value: Mapping[str, Any], kinds: set[str], size: int) -> list[dict[str, Any]]:
    """Return the rules of zones and cages."""
    zones, cages = value.get("zones") or [], value.get("cages") or []
    places = [[*map(tuple, _places_of(one))] for one in (*zones, *cages)]
    numbers = [number for group in places for place in group for number in place]
    first = 0 if 0 in numbers else 1
    if numbers and first and max(numbers) < size and value.get("origin") != _FROM_ONE:
        raise ParseError(
            _("expected zones or cages that tell whether cells count from 0 or 1, got {text}"), text=numbers
        )
    if any(not first <= number < size + first for number in numbers):
        raise ValueError
    groups = [[(row - first) * size + col - first for col, row in group] for group in places]
    areas, rest = groups[: len(zones)], groups[len(zones) :]
    said: list[dict[str, Any]] = []
    if not value.get("boxes", not kinds & {"latinsquare", "jigsawsudoku"}) and "latinsquare" not in kinds:
        labels = [next((n for n, area in enumerate(areas[:size]) if cell in area), -1) for cell in range(size**2)]
        if {*map(len, areas)} != {size} or {*map(labels.count, labels)} != {size}:
            raise unknown_rule("boxes: false")
        said, areas = jigsaw_of(labels, size), []
    for area in areas:
        kind = "extra_region" if len(area) == size else "all_different"
        said.append({"type": kind, "cells": [cell_name(cell, size) for cell in area]})
    for cage, cells in zip(cages, rest, strict=True):
        if "killersudoku" not in kinds or cage.get("operator") not in (None, "", "+"):
            raise unknown_rule(f"cages {cage.get('operator') or ''}".strip())
        total = int(cage["value"]) if cage.get("value") else None
        said.append({"type": "killer", "cells": [cell_name(cell, size) for cell in cells], "sum": total})
    return said


def _places_of(group: Mapping[str, Any]) -> Iterable[Iterable[int]]:
    if not group.get("rect"):
        return list(group["cells"])
    left, top, right, bottom = group["rect"]
    ys, xs = (range(low, high + 1)[: MAX_VARIANT_SIZE + 1] for low, high in ((top, bottom), (left, right)))
    return product(xs, ys)


# --- Writing ----------------------------------------------------------------------------------------------------------


def write(cells: Cells, solution: Cells | None = None, about: About = NOTHING_SAID) -> str:
    """Return a puzzle as an object in one line; raises `ParseError` for a rule that ipuz does not have."""
    rules = rules_of(cells)
    size = rules.size
    kinds = [kind for kind, rule in _KINDS.items() if Constraint.from_json(rule, size) in rules.constraints]
    kinds += ["latinsquare"] if not rules.regions and "latinsquare" not in kinds else []
    kinds += ["killersudoku"] if rules.of_type("killer") else []
    jigsaw = rules.of_type("jigsaw")
    kinds += ["jigsawsudoku"] if jigsaw else []
    for one in rules.constraints:
        if one.to_json(size) not in _KINDS.values() and not _is_group(one, jigsaw):
            raise cannot_say(_FORM, one.to_text(size))
    if rules.box not in (default_box(size), (1, size)) or (rules.box[0] == 1 and default_box(size)):
        raise cannot_say(_FORM, f"{rules.box[0]}x{rules.box[1]}", is_named=True)
    said = {"title": about.name, "author": about.author, "publication": about.source, "intro": about.rules}
    value: dict[str, Any] = {"version": "http://ipuz.org/v2", "kind": [f"{_KIND}/{kind}#1" for kind in kinds]}
    value["kind"] = value["kind"] or [f"{_KIND}#1"]
    value |= {name: text for name, text in said.items() if text} | {"charset": signs_of(rules)}
    value |= {"boxes": bool(rules.regions and not jigsaw), "puzzle": rows_of(_shown(cells.givens, rules), size)}
    areas = [region for region in rules.regions if jigsaw] + [
        one.cells for one in rules.of_type("extra_region", "all_different")
    ]
    cages = [
        {"cells": _places(one.cells, size), "value": one["sum"], "operator": "+"} for one in rules.of_type("killer")
    ]
    if areas or cages:
        value |= {"origin": _FROM_ONE, "zones": [{"cells": _places(area, size)} for area in areas], "cages": cages}
    if cells.digits != cells.givens or any(cells.marks):
        marks = [_shown(digits_of(mask), rules) for mask in cells.marks]
        saved = zip(_shown(cells.digits, rules), marks, strict=True)
        value["saved"] = rows_of([digit or pencilled or None for digit, pencilled in saved], size)
    if solution:
        value["solution"] = rows_of(_shown(solution.digits, rules), size)
    return json.dumps(value)


def _shown(values: Iterable[int], rules: Rules) -> list[Any]:
    """Return digits as numbers, from 10 up as letters."""
    return [value if value < 10 else signs_of(rules)[value - 1] for value in values]


def _is_group(one: Constraint, jigsaw: tuple[Constraint, ...]) -> bool:
    """Return whether a rule is one of zones or cages; zones are regions or stand beside boxes, not both."""
    if one.type == "jigsaw":
        return not one["with_boxes"] and "." not in one["regions"]
    return (one.type == "killer" and bool(one["sum"])) or (one.type in ("extra_region", "all_different") and not jigsaw)


def _places(cells: Iterable[int], size: int) -> list[list[int]]:
    return [[cell % size + 1, cell // size + 1] for cell in cells]
