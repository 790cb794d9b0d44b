"""The self-describing form of JSON: an object with the size, the givens, the constraints and the solution, in one line.

{"size": 9, "givens": "....5...", "constraints": [{"type": "killer", "cells": ["r1c1", "r1c2"], "sum": 10}]}

`digits` says which digits a grid has that begins at 0; `box` the shape of boxes that are not the usual ones, and
`entered` and `marks` what a person has written. Other keys say something about the puzzle, and nothing about its rules.
"""

import json
from collections.abc import Mapping
from math import isqrt
from typing import Any

from tessella.errors import ParseError
from tessella.i18n import _
from tessella.sudoku.formats.base import NOTHING_SAID, About
from tessella.sudoku.formats.variants.base import VariantPuzzle, refuse_unknown, text_of, values_of
from tessella.sudoku.geometry import DIGIT_SIGNS, MAX_SIZE, Box, check_box, default_box, digits_of, mask_of, rows_of
from tessella.sudoku.rules.cells import Cells, rules_of
from tessella.sudoku.rules.ruleset import MAX_VARIANT_SIZE, Rules

KEYS = ("size", "givens", "constraints", "solution", "digits", "box", "entered", "marks", "two_solutions")
_SAID = ("name", "author", "source")


def claims(value: Mapping[str, Any]) -> bool:
    """Return whether an object of JSON is of this form."""
    return "constraints" in value or ("size" in value and isinstance(value.get("givens"), str))


def read(value: Mapping[str, Any], box: Box | None = None) -> VariantPuzzle:
    """Return the puzzle of an object; raises `ParseError` or `RulesError`."""
    refuse_unknown(value, KEYS, strict=True)
    givens, constraints = value.get("givens"), value.get("constraints") or []
    if not isinstance(givens, str) or not isinstance(constraints, list):
        raise ParseError(_("expected givens, a sign for each cell, and a list of constraints, got {text}"), text=value)
    size = value.get("size", isqrt(len(givens)))
    if type(size) is not int or not 4 <= size <= MAX_SIZE:
        message = _("expected a size from {least} to {most}, got {text}")
        raise ParseError(message, least=4, most=MAX_VARIANT_SIZE, text=size)
    if size * size != len(givens):
        raise ParseError(_("expected {expected} cells, got {got}: {text}"), expected=f"{size}x{size}",
                         got=len(givens), text=givens)  # fmt: skip
    if not all(isinstance(one, dict) for one in constraints):
        raise ParseError(_("expected a list of constraints, got {text}"), text=constraints)
    shape = value.get("box")
    if shape is not None and (not isinstance(shape, list) or len(shape) != 2 or {*map(type, shape)} != {int}):
        raise ParseError(_("expected a box shape such as [2, 3], got {text}"), text=shape)
    if shape is not None:
        box = (1, size) if shape == [1, size] else check_box(*shape)
    rules = Rules.from_json([*constraints, *_lowest(value, size)], size, box or default_box(size))
    if rules.size != size:
        raise ParseError(_("expected {expected} cells, got {got}: {text}"), expected=rules.size**2, got=size * size,
                         text=givens)  # fmt: skip
    solution = value.get("solution")
    return VariantPuzzle(
        rules,
        values_of(givens, rules),
        values_of(solution, rules) if isinstance(solution, str) else (),
        values_of(value["entered"], rules) if isinstance(value.get("entered"), str) else (),
        _marks(value.get("marks"), size),
        about_of(value),
    )


def about_of(value: Mapping[str, Any]) -> About:
    """Return the name, author and source that an object says; a list of them as one text."""
    held = [value.get(name) or "" for name in _SAID]
    return About(*(", ".join(map(str, one)) if isinstance(one, list) else str(one) for one in held))


def said_of(about: About) -> dict[str, Any]:
    """Return the keys that `about_of` reads.

    >>> said_of(About("Fog", source="a forum"))
    {'name': 'Fog', 'source': 'a forum'}
    """
    return {name: text for name, text in zip(_SAID, about, strict=False) if text}


def _lowest(value: Mapping[str, Any], size: int) -> list[dict[str, Any]]:
    """Return the constraint that says the lowest digit."""
    digits = value.get("digits")
    if digits is None or digits == DIGIT_SIGNS[1 : size + 1]:
        return []
    if digits == DIGIT_SIGNS[:size]:
        return [{"type": "digits", "lowest": 0}]
    raise ParseError(_("expected the digits {first} or {second}, got {text}"), first=DIGIT_SIGNS[1 : size + 1],
                     second=DIGIT_SIGNS[:size], text=digits)  # fmt: skip


def _marks(marks: Any, size: int) -> tuple[int, ...]:
    if marks is None:
        return ()
    cells = [map(str, cell) for row in marks for cell in row]
    return tuple(mask_of(signs, cell, size) for cell, signs in enumerate(cells))


def write(cells: Cells, solution: Cells | None = None, about: About = NOTHING_SAID) -> str:
    """Return a puzzle and its solution as an object in one line."""
    rules = rules_of(cells)
    value = said_of(about) | {"size": rules.size}
    if rules.box != (default_box(rules.size) or (1, rules.size)):
        value["box"] = list(rules.box)
    if rules.lowest == 0:
        value["digits"] = DIGIT_SIGNS[: rules.size]
    value["givens"] = text_of(cells.givens, rules)
    if cells.digits != cells.givens:
        value["entered"] = text_of(cells.digits, rules)
    if any(cells.marks):
        value["marks"] = rows_of([digits_of(mask) for mask in cells.marks], rules.size)
    value["constraints"] = [one for one in rules.to_json() if one["type"] != "digits"]
    if solution:
        value["solution"] = text_of(solution.digits, rules)
    return json.dumps(value)
