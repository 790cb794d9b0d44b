"""Tools of a setter: for each type of constraint what it asks for, and the constraint that the answers make."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tessella.errors import MoveError, RulesError
from tessella.i18n import N_, _, half_width, sentence
from tessella.sudoku.geometry import SYMBOLS, cell_name
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.constraint_types import OUTSIDE, TYPES, ConstraintType, Field, type_named
from tessella.sudoku.rules.phrasing import TITLES
from tessella.sudoku.setting.draft import Draft

KEYS = {  # the key of each tool that has one; letters of a hand, signs for rules of the whole grid
    "jigsaw": "j",
    "killer": "k",
    "thermo": "t",
    "arrow": "a",
    "whisper": "w",
    "renban": "r",
    "palindrome": "p",
    "between": "b",
    "region_sum_line": "l",
    "kropki_white": "o",
    "kropki_black": "i",
    "xv_x": "x",
    "xv_v": "v",
    "greater_than": "g",
    "quadruple": "q",
    "odd": "h",
    "even": "e",
    "sandwich": "s",
    "x_sum": "z",
    "skyscraper": "c",
    "little_killer": "f",
    "diagonal": "/",
    "windoku": "=",
    "anti_knight": ";",
    "anti_king": "'",
    "non_consecutive": ",",
    "disjoint_groups": "-",
}
FIELDS = {  # what each field is called
    "lowest": N_("Lowest digit"),
    "with_boxes": N_("Boxes as well"),
    "which": N_("Which"),
    "sums": N_("Sums"),
    "values": N_("Digits"),
    "sum": N_("Sum"),
    "coefficients": N_("Factors"),
    "clone_cells": N_("Cells of the clone"),
    "sets": N_("Sets of cells"),
    "clue": N_("Counts and digits"),
    "pill": N_("Cells of the number"),
    "difference": N_("Difference"),
    "mod": N_("Modulus"),
    "loop": N_("Closed"),
    "ratio": N_("Ratio"),
    "white": N_("White dots"),
    "black": N_("Black dots"),
    "allowed": N_("Pairs"),
    "name": N_("Name"),
    "pattern": N_("Pattern"),
    "count": N_("Count"),
    "value": N_("Digit"),
    "rank": N_("Rank"),
    "ties": N_("Ties"),
}
CHOICES = {
    "main": N_("from the top left"),
    "anti": N_("from the top right"),
    "both": N_("both"),
    "yes": N_("yes"),
    "no": N_("no"),
    "none": N_("none"),
    "only-unclued": N_("without a clue only"),
}
_ASKS = {  # what is to be selected
    "grid": N_("A rule of the whole grid; choose it again to remove it."),
    "region": N_("Select the cells of a region."),
    "pair": N_("Select two cells, one after the other."),
    "block": N_("Select four cells around a corner, or the upper left one of them."),
    "outside": N_("Select a cell at the edge, then drag from there in the direction of the clue."),
    "line": N_("Drag along the cells, from the beginning to the end."),
    "cells": N_("Select the cells."),
}


class ToolField(NamedTuple):
    """A field of the form of a tool: its value to begin with, and what can be chosen, where that is little."""

    name: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...]  # values and labels
    takes_cells: bool  # whether what is selected can be taken as its value
    is_asked: bool  # whether it has to be filled in each time


class Tool(NamedTuple):
    """What puts constraints of one type."""

    name: str
    title: str
    group: str
    about: str
    key: str
    least: int  # how many cells are selected for it
    most: int | None
    fields: tuple[ToolField, ...]


def tools(size: int) -> list[Tool]:
    """Return the tools for grids of so many rows, in the language that is spoken now."""
    return [_tool(kind, size) for kind in TYPES.values()]


def _tool(kind: ConstraintType, size: int) -> Tool:
    least, most = (1, size) if kind.name == "jigsaw" else kind.cells
    fields = [] if kind.name == "jigsaw" else [_field(kind, name, size) for name in kind.fields]
    title = sentence(_(TITLES[kind.name]).format(lowest=0))
    shape = _shape(kind)
    least = 1 if shape in ("block", "outside") else least
    return Tool(kind.name, title, _(kind.group), _(_ASKS[shape]), KEYS.get(kind.name, ""), least, most, tuple(fields))


def _shape(kind: ConstraintType) -> str:
    if kind.name == "jigsaw":
        return "region"
    by_count: dict[tuple[int, int | None], str] = {(0, 0): "grid", (2, 2): "pair", (4, 4): "block"}
    return by_count.get(kind.cells) or (
        "outside" if kind.group == OUTSIDE else "line" if kind.cells == (2, None) else "cells"
    )


def _field(kind: ConstraintType, name: str, size: int) -> ToolField:
    field, default = kind.fields[name], kind.defaults.get(name)
    value = field.to_text(default, size) if default is not None else ""
    if not value:
        value = "0" if name == "lowest" else "".join(field.choices[-1:])
    choices = tuple((one, _(CHOICES[one])) for one in field.choices)
    is_asked = not value and (name not in kind.defaults or name == "sum")
    return ToolField(name, _(FIELDS[name]), value, choices, name in ("clone_cells", "pill", "sets"), is_asked)


def change(draft: Draft, name: str, cells: Sequence[int], values: Mapping[str, str]) -> str:
    """Return the move that puts a constraint, in place of others of its type on the same cells, or takes itself away.

    `cells` are numbered from 0 in the order in which they were selected, and `values` are typed. Raises `RulesError`,
    and `MoveError` where a clue outside of the grid has no direction.

    >>> change(Draft.blank(4), "sandwich", [0], {"sum": "3"})
    Traceback (most recent call last):
    tessella.errors.MoveError: expected two cells that say which way the clue looks, got r1c1
    >>> change(Draft.blank(4), "sandwich", [0, 1], {"sum": "3"})
    '+sandwich:sum=3:r1c1r1c2r1c3r1c4'
    """
    kind, size = type_named(name), draft.size
    tool = _tool(kind, size)
    if not tool.least <= len(cells) <= (tool.most or len(cells)) and tool.most != 0:
        message = _("expected {expected} cells for this, got {got}: {about}")
        expected = str(tool.least) if tool.most == tool.least else _("at least {n}").format(n=tool.least)
        raise MoveError(message, expected=expected, got=len(cells), about=tool.about)
    if name == "jigsaw":
        return ",".join(map(draft.name, sorted({*cells}))) + "#"
    typed = {field: values.get(field, "").strip() for field in kind.fields}
    fields = {
        field: _typed(field, kind.fields[field], text, size)
        for field, text in typed.items()
        if text or field not in kind.defaults
    }
    where = {"cells": [cell_name(cell, size) for cell in _completed(kind, cells, size)]} if kind.cells != (0, 0) else {}
    one = Constraint.from_json({"type": name, **where, **fields}, size)
    if one in draft.constraints:
        return f"-{one.to_text(size)}"
    is_one = "sets" not in kind.fields  # else there may be several of them, which name no other cells
    gone = [old for old in draft.constraints if is_one and (old.type, old.cells) == (one.type, one.cells)]
    return ";".join([*(f"-{old.to_text(size)}" for old in gone), f"+{one.to_text(size)}"])


def _typed(name: str, field: Field, text: str, size: int) -> object:
    """Return what was typed into a field, as JSON; raises `RulesError`."""
    plain = half_width(text)
    if name in ("clone_cells", "pill"):
        plain = re.sub(r"[\s,;]", "", plain)
    elif name in ("sets", "allowed"):
        plain = re.sub(r"[\s,;]+", ",", plain)
    elif name in ("values", "sums", "coefficients"):
        signs = "|".join(SYMBOLS[10 : size + 1])
        parts = re.findall(rf"-?\d+|{signs}" if signs else r"-?\d+", plain.upper())
        if name == "values" and size < 10 and len(parts) == 1:  # as they stand in the sign itself
            parts = [*parts[0]]
        plain = ",".join(str(SYMBOLS.index(one)) if one.isalpha() else one for one in parts) or plain
    try:
        value = field.from_text(plain, size)
        field.read(value, size)
    except (ValueError, TypeError, KeyError):
        message = _("expected {expected} as {name}, got {text}")
        raise RulesError(message, expected=_(field.expected), name=_(FIELDS[name]), text=text) from None
    return value


def _completed(kind: ConstraintType, cells: Sequence[int], size: int) -> Sequence[int]:
    """Return the cells of a clue where only some of them were selected: a block by its first, a line by its beginning.

    >>> _completed(type_named("quadruple"), [80], 9), _completed(type_named("little_killer"), [8], 9)[-1]
    ([70, 71, 79, 80], 72)
    """
    if kind.cells == (4, 4) and len(cells) == 1:
        row, col = (min(place, size - 2) for place in divmod(cells[0], size))
        first = row * size + col
        return [first, first + 1, first + size, first + size + 1]
    if kind.group != OUTSIDE or not cells or kind.cells[0] == 0:
        return cells
    row, col = divmod(cells[0], size)
    is_diagonal = kind.name == "little_killer"
    if len(cells) > 1:
        to_row, to_col = divmod(cells[1], size)
        down, right = _sign(to_row - row), _sign(to_col - col)
    else:
        down, right = ((place == 0) - (place == size - 1) for place in (row, col))
    if bool(down) + bool(right) != 1 + is_diagonal:
        message = _("expected two cells that say which way the clue looks, got {cell}")
        raise MoveError(message, cell=cell_name(cells[0], size))
    while 0 <= row - down < size and 0 <= col - right < size:
        row, col = row - down, col - right
    found = []
    while 0 <= row < size and 0 <= col < size:
        found.append(row * size + col)
        row, col = row + down, col + right
    return found


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
