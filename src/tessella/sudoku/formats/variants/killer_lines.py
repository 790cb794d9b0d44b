"""Killer and jigsaw puzzles in a line, of SumoCue, JSudoku and the forums.

    3x3::k:3595:3595:3844:...       256 times the sum of its cage, and the number of the cage, for each cell
    SumoCueV1=0J0=8J0=0J0=...       a digit, 0 for a blank, and the number of a region for each cell
    G<<L<K<L<^G>^>^E^^>^IJ<...      a cage's sum in its first cell, in the others the way to that

The first and the last hold no givens, and the second nothing but regions; `3x3:d:k:` stands for both diagonals too.
"""

import re
from collections.abc import Callable
from typing import Any

from tessella.errors import ParseError
from tessella.i18n import _
from tessella.sudoku.formats.variants.base import VariantPuzzle, cannot_say
from tessella.sudoku.geometry import SYMBOLS, cell_name
from tessella.sudoku.rules.cells import Cells, rules_of
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.ruleset import Rules

CELLS = 81
_NUMBERS = re.compile(r"3x3:([a-z]*):k((?::\d{1,6}){81}):?", re.ASCII)
_REGIONS = re.compile(r"SumoCueV1((?:=\dJ\d){81})", re.ASCII)
_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"  # the signs of the sums of cages, from 0 to 45
_STEPS = {"<": -1, ">": 1, "^": -9, "v": 9, "`": -10, "'": -8, ",": 8, ".": 10}  # to the first cell of a cage
_BOXES = "".join(SYMBOLS[1 + row // 3 * 3 + col // 3] for row in range(9) for col in range(9))
_FORWARD = {step: sign for sign, step in _STEPS.items()}
_POINTERS = re.compile(r"[0-9A-Za-j<>^v`',.]{81}")


def find(text: str) -> str:
    """Return the text where it is one of these lines, "" where it is not.

    >>> find("3x3::k:3595"), find("53..7....")
    ('3x3::k:3595', '')
    """
    text = text.strip()
    is_pointed = len(text) == CELLS and _POINTERS.fullmatch(text) and not {*text}.isdisjoint("<>^v`',")
    is_begun = re.match(r"3x3:[a-z]*:k\b|SumoCueV1=", text)
    return text if is_pointed or is_begun else ""


def parse(text: str) -> VariantPuzzle:
    """Return the puzzle of a line; raises `ParseError` or `RulesError`."""
    text = text.strip()
    if match := _NUMBERS.fullmatch(text):
        return _of_numbers(match[1], list(map(int, match[2][1:].split(":"))))
    if match := _REGIONS.fullmatch(text):
        return _of_regions(match[1][1:].split("="))
    if _POINTERS.fullmatch(text):
        return _of_pointers(text)
    raise ParseError(_("expected 81 cells with their cages or regions, got {text}"), text=text)


def _killer(cages: dict[int, list[int]], sums: dict[int, int], more: list[dict[str, Any]]) -> VariantPuzzle:
    said = [
        {"type": "killer", "cells": [cell_name(cell) for cell in cells], "sum": sums[cage] or None}
        for cage, cells in cages.items()
    ]
    return VariantPuzzle(Rules.from_json([*said, *more], 9), (0,) * CELLS)


def _of_numbers(flags: str, numbers: list[int]) -> VariantPuzzle:
    if flags not in ("", "d"):
        raise ParseError(_("expected no flag or d for diagonals in a killer line, got {text}"), text=flags)
    cages: dict[int, list[int]] = {}
    sums: dict[int, int] = {}
    for cell, number in enumerate(numbers):
        total, cage = divmod(number, 256)
        if total:
            cages.setdefault(cage, []).append(cell)
            if sums.setdefault(cage, total) != total:
                raise ParseError(_("expected one sum for cage {number}, got {first} and {second}"), number=cage,
                                 first=sums[cage], second=total)  # fmt: skip
    return _killer(cages, sums, [{"type": "diagonal", "which": "both"}] if flags else [])


def _of_regions(fields: list[str]) -> VariantPuzzle:
    labels = "".join(SYMBOLS[int(field[2]) + 1] for field in fields)
    boxes = labels == _BOXES
    rules = Rules.from_json([] if boxes else [{"type": "jigsaw", "regions": labels}], 9)
    return VariantPuzzle(rules, tuple(int(field[0]) for field in fields))


def _of_pointers(text: str) -> VariantPuzzle:
    cages: dict[int, list[int]] = {}
    for cell in range(CELLS):
        head, steps = cell, 0
        while text[head] in _STEPS:
            step = _STEPS[text[head]]
            across = head % 9 + {1: 1, 9: 0, 10: 1, 8: -1}[abs(step)] * (1 if step > 0 else -1)
            head += step
            steps += 1
            if not 0 <= head < CELLS or not 0 <= across < 9 or steps > CELLS:
                raise ParseError(_("expected {cell} to point towards the sum of its cage, got {text}"),
                                 cell=cell_name(cell), text=text)  # fmt: skip
        cages.setdefault(head, []).append(cell)
    sums = {head: _SUMS.index(text[head]) for head in cages}
    return _killer({head: cells for head, cells in cages.items() if sums[head] or len(cells) > 1}, sums, [])


# --- Writing ----------------------------------------------------------------------------------------------------------


def _check(cells: Cells, form: str, allowed: Callable[[Constraint], bool], *, givens: bool) -> Rules:
    """Return the rules, all of which a form has a way to write; raises `ParseError`."""
    rules = rules_of(cells)
    if rules.box != (3, 3):
        raise cannot_say(form, _("a grid of {size} rows").format(size=rules.size), is_named=True)
    for one in rules.constraints:
        if not allowed(one):
            raise cannot_say(form, one.to_text(9))
    if not givens and any(cells.digits):
        raise cannot_say(form, _("givens"), is_named=True)
    return rules


def write(cells: Cells) -> str:
    """Return a puzzle as SumoCue has it, with numbers of cages or of regions; raises `ParseError` for other rules."""
    return write_numbers(cells) if any(one.type == "killer" for one in cells.constraints) else write_regions(cells)


def write_numbers(cells: Cells) -> str:
    """Return a killer as `3x3::k:` and 81 numbers; raises `ParseError` where it is more than that."""
    rules = _check(cells, "sumocue", _is_numbered, givens=False)
    numbers: list[int] = [0] * CELLS
    free = iter(range(len(rules.of_type("killer")), 256))
    for number, one in enumerate(rules.of_type("killer")):
        for cell in one.cells:
            if numbers[cell]:
                raise cannot_say("sumocue", one.to_text(9))
            numbers[cell] = 256 * int(one["sum"]) + number
    taken = {cell for one in rules.of_type("killer") for cell in one.cells}
    shown = [numbers[cell] if cell in taken else next(free) for cell in range(CELLS)]
    return f"3x3:{'d' if rules.of_type('diagonal') else ''}:k:" + "".join(f"{number}:" for number in shown)


def _is_numbered(one: Constraint) -> bool:
    return (one.type == "killer" and 0 < (one["sum"] or 0) < 400) or (one.type == "diagonal" and one["which"] == "both")


def write_regions(cells: Cells) -> str:
    """Return a jigsaw as `SumoCueV1=`; raises `ParseError` where it is more than that."""
    rules = _check(cells, "SumoCueV1", _is_whole, givens=True)
    labels = rules.constraints[0]["regions"] if rules.constraints else _BOXES
    fields = zip(cells.digits, labels, strict=True)
    return "SumoCueV1" + "".join(f"={given}J{SYMBOLS.index(label) - 1}" for given, label in fields)


def _is_whole(one: Constraint) -> bool:
    return one.type == "jigsaw" and not one["with_boxes"] and "." not in one["regions"]


def write_pointers(cells: Cells) -> str:
    """Return a killer as 81 signs; raises `ParseError` where it is more than that."""
    form = "killer81"
    rules = _check(cells, form, lambda one: one.type == "killer" and (one["sum"] or 0) < len(_SUMS), givens=False)
    signs = ["0"] * CELLS
    taken: set[int] = set()
    for one in rules.of_type("killer"):
        if taken & {*one.cells} or (one["sum"] is None and len(one.cells) == 1):
            raise cannot_say(form, one.to_text(9))
        taken |= {*one.cells}
        head = one.cells[0]
        signs[head] = _SUMS[one["sum"] or 0]
        reached, ends = {head}, [head]
        for cell in ends:
            for step, sign in _FORWARD.items():
                other = cell - step
                if other in one.cells and other not in reached and abs(other % 9 - cell % 9) < 2:
                    signs[other] = sign
                    reached.add(other)
                    ends.append(other)
        if len(reached) < len(one.cells):
            raise cannot_say(form, one.to_text(9))
    return "".join(signs)
