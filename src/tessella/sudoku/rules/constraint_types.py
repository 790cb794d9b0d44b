"""The table of constraint types: their names, their cells and their fields.

A type says nothing beyond its line; that clues of a type are given never says that all such clues are given, but for
the two negative types. `cells` counts them: (1, None) for at least one, (2, 2) for a pair, (0, 0) for a rule of the
whole grid. `ordered` says whether their order has a meaning.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from tessella.errors import RulesError, nearest
from tessella.i18n import N_, _
from tessella.sudoku.geometry import DIGIT_SIGNS, SYMBOLS, VALUES, cell_name, cell_named
from tessella.sudoku.rules import pattern

MAX_NUMBER = 100_000  # the largest sum or rank that a field may hold
MAX_TEXT = 500  # characters of a pattern

_NONE_GIVEN: Mapping[str, Any] = MappingProxyType({})


class Field(NamedTuple):
    """The kind of a field: how its value is written in JSON and in a line of text, given the size of the grid."""

    expected: str  # what stands there, for a message
    read: Callable[[Any, int], Any]  # JSON to the value, which is hashable; raises ValueError, TypeError or ParseError
    write: Callable[[Any, int], Any]  # the value to JSON
    to_text: Callable[[Any, int], str]
    from_text: Callable[[str, int], Any]  # text to JSON
    choices: tuple[str, ...] = ()  # all that the text can be, where that is little


class ConstraintType(NamedTuple):
    """A type of constraint: the fields of its JSON form beside its cells, and those of them that may be left out."""

    name: str
    group: str
    cells: tuple[int, int | None] = (1, None)
    fields: Mapping[str, Field] = _NONE_GIVEN
    defaults: Mapping[str, Any] = _NONE_GIVEN
    ordered: bool = True  # whether the order of its cells means something
    reversible: bool = False  # whether it says the same from either end


# --- Fields -----------------------------------------------------------------------------------------------------------


def _number(value: Any, _size: int = 0) -> int:
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,6}", value, re.ASCII):
        value = int(value)
    if type(value) is not int or abs(value) > MAX_NUMBER:
        raise ValueError
    return value


def _positive(value: Any, _size: int) -> int:
    if (number := _number(value)) < 1:
        raise ValueError
    return number


def _numbers(value: Any, _size: int) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or not value:
        raise ValueError
    return tuple(_number(one) for one in value)


def _digits(value: Any, size: int) -> tuple[int, ...]:
    if not 0 <= min(digits := _numbers(value, size)) <= max(digits) <= size:
        raise ValueError
    return tuple(sorted(digits))


def _cells(value: Any, size: int) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or not value or not all(isinstance(name, str) for name in value):
        raise ValueError
    return tuple(cell_named(name, size) for name in value)


def _names(value: tuple[int, ...], size: int) -> list[str]:
    return [cell_name(cell, size) for cell in value]


def _cell_names(text: str) -> list[str]:
    names = re.findall(r"r\d+c\d+", text)
    if "".join(names) != text:
        raise ValueError
    return names


def _pairs(value: Any, size: int) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list | tuple):
        raise TypeError
    pairs = sorted({(_number(one), _number(other)) for one, other in value})
    if any(not 0 <= digit <= size for pair in pairs for digit in pair):
        raise ValueError
    return tuple(pairs)


def _text(value: Any, _size: int) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise ValueError
    return value


def _pattern(value: Any, size: int) -> str:
    pattern.compiled(_text(value, size))
    return str(value)


def _counts(value: Any, _size: int) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"([0-9][0-9A-G]){1,17}", value, re.ASCII):
        raise ValueError
    return value


def _flag(value: Any, _size: int) -> bool:
    if type(value) is not bool:
        raise ValueError
    return value


def _regions(value: Any, size: int) -> str:
    """Return the labels of all cells, 1 for the first region and so on, a point for a cell of none."""
    if not isinstance(value, str) or len(value) != size * size:
        raise ValueError
    labels = {label: SYMBOLS[n] for n, label in enumerate(dict.fromkeys(value.replace(".", "")), 1)}
    if len(labels) > size or any(value.count(label) > size for label in labels):
        raise ValueError
    return "".join(labels.get(label, ".") for label in value)


def _escaped(value: str, _size: int) -> str:
    return re.sub(r"[^0-9A-Za-z_.]", lambda match: f"%{ord(match[0]):06x}", value)


def _unescaped(text: str, _size: int) -> str:
    return re.sub(r"%([0-9a-f]{6})", lambda match: chr(int(match[1], 16)), text)


def _same(value: Any, _size: int) -> Any:
    return value


def _choice(*choices: str) -> Field:
    def read(value: Any, _size: int) -> str:
        if value not in choices:
            raise ValueError
        return str(value)

    return Field(", ".join(choices), read, _same, lambda value, _size: value, _same, choices)


_NUMBER = Field(N_("a whole number"), _number, _same, lambda value, _size: str(value), _same)
_POSITIVE = _NUMBER._replace(expected=N_("a whole number from 1"), read=_positive)
_NUMBER_OR_NONE = Field(
    N_("a whole number, or none"),
    lambda value, _size: None if value is None else _number(value),
    _same,
    lambda value, _size: str(value),
    _same,
)
_NUMBERS = Field(
    N_("a list of whole numbers"),
    _numbers,
    lambda value, _size: list(value),
    lambda value, _size: ",".join(map(str, value)),
    lambda text, _size: text.split(","),
)
_SUMS = _NUMBERS._replace(read=lambda value, size: tuple(sorted(_numbers(value, size))))
_DIGITS = _SUMS._replace(expected=N_("a list of digits"), read=_digits)
_CELLS = Field(
    N_("a list of cells such as r1c1"),
    _cells,
    _names,
    lambda value, size: "".join(_names(value, size)),
    lambda text, _size: _cell_names(text),
)
_CELL_SETS = Field(
    N_("a list of lists of cells"),
    lambda value, size: tuple(_cells(one, size) for one in value or [()]),  # no sets are refused as a set of no cells
    lambda value, size: [_names(one, size) for one in value],
    lambda value, size: ",".join("".join(_names(one, size)) for one in value),
    lambda text, _size: [_cell_names(one) for one in text.split(",")],
)
_PAIRS = Field(
    N_("a list of pairs of digits"),
    _pairs,
    lambda value, _size: [list(pair) for pair in value],
    lambda value, _size: ",".join(DIGIT_SIGNS[one] + DIGIT_SIGNS[other] for one, other in value),
    lambda text, _size: [[VALUES[sign] for sign in pair] for pair in text.split(",") if pair],
)
_TEXT = Field(N_("a short text"), _text, _same, _escaped, _unescaped)
_PATTERN = _TEXT._replace(expected=N_("a pattern of digits and . [] () | * + ? {}"), read=_pattern)
_COUNTS = Field(N_("pairs of a count and a digit, such as 1217"), _counts, _same, lambda value, _size: value, _same)
_FLAG = Field(
    N_("true or false"),
    _flag,
    _same,
    lambda value, _size: "yes" if value else "no",
    lambda text, _size: {"yes": True, "no": False}[text],
    ("yes", "no"),
)
_REGIONS = Field(N_("a label for each cell"), _regions, _same, lambda value, _size: value, _same)


# --- The types --------------------------------------------------------------------------------------------------------

REGIONS, GRID, CELLS = N_("regions"), N_("whole grid"), N_("cells")
CAGES, LINES, PAIRS, OUTSIDE = N_("cages and sets"), N_("lines"), N_("neighbouring pairs"), N_("outside clues")

_ANY, _NONE, _PAIR, _BLOCK, _LINE = (1, None), (0, 0), (2, 2), (4, 4), (2, None)
_T = ConstraintType

TYPES = {
    one.name: one
    for one in (
        _T("digits", REGIONS, _NONE, {"lowest": _NUMBER}),  # the lowest digit of a grid that does not begin at 1
        _T("jigsaw", REGIONS, _NONE, {"regions": _REGIONS, "with_boxes": _FLAG}, {"with_boxes": False}),
        _T("no_boxes", REGIONS, _NONE),
        _T("diagonal", REGIONS, _NONE, {"which": _choice("main", "anti", "both")}),
        _T("windoku", REGIONS, _NONE),
        _T("disjoint_groups", REGIONS, _NONE),
        _T("extra_region", REGIONS, ordered=False),
        _T("all_different", REGIONS, ordered=False),
        _T("anti_knight", GRID, _NONE),
        _T("anti_king", GRID, _NONE),
        _T("non_consecutive", GRID, _NONE),
        _T("diagonal_non_consecutive", GRID, _NONE),
        _T("knight_sums", GRID, _NONE, {"sums": _SUMS}),
        _T("anti_taxicab", GRID, _NONE),
        _T("global_entropy", GRID, _NONE),
        _T("global_mod3", GRID, _NONE),
        _T("dutch_flatmates", GRID, _NONE),
        _T("candidates", CELLS, _ANY, {"values": _DIGITS}, ordered=False),
        _T("odd", CELLS, ordered=False),
        _T("even", CELLS, ordered=False),
        _T("minimum", CELLS, ordered=False),
        _T("maximum", CELLS, ordered=False),
        _T("column_indexer", CELLS, ordered=False),
        _T("row_indexer", CELLS, ordered=False),
        _T("counting_circles", CELLS, ordered=False),
        _T("killer", CAGES, _ANY, {"sum": _NUMBER_OR_NONE}, {"sum": None}, ordered=False),
        _T("sum", CAGES, _ANY, {"sum": _NUMBER, "coefficients": _NUMBERS}, {"coefficients": None}),
        _T("clone", CAGES, _ANY, {"clone_cells": _CELLS}),
        _T("same_values", CAGES, _NONE, {"sets": _CELL_SETS}),
        _T("equal_sums", CAGES, _NONE, {"sets": _CELL_SETS}),
        _T("quadruple", CAGES, _BLOCK, {"values": _DIGITS}, ordered=False),
        _T("contain_at_least", CAGES, _ANY, {"values": _DIGITS}, ordered=False),
        _T("look_and_say", CAGES, _ANY, {"clue": _COUNTS}, ordered=False),
        _T("rellik_cage", CAGES, _ANY, {"sum": _NUMBER}, ordered=False),
        _T("equality_cage", CAGES, ordered=False),
        _T("lunchbox", CAGES, _LINE, {"sum": _NUMBER}),
        _T("count_distinct", CAGES, _LINE),
        _T("thermo", LINES, _LINE),
        _T("slow_thermo", LINES, _LINE),
        _T("arrow", LINES, _LINE),
        _T("pill_arrow", LINES, _ANY, {"pill": _CELLS}),
        _T("double_arrow", LINES, _LINE, reversible=True),
        _T("whisper", LINES, _LINE, {"difference": _NUMBER}, {"difference": 5}, reversible=True),
        _T("renban", LINES, _LINE, reversible=True),
        _T("palindrome", LINES, _LINE, reversible=True),
        _T("between", LINES, _LINE, reversible=True),
        _T("lockout", LINES, _LINE, {"difference": _NUMBER}, {"difference": 4}, reversible=True),
        _T("region_sum_line", LINES, _LINE, reversible=True),
        _T("entropic", LINES, _LINE, reversible=True),
        _T("modular", LINES, _LINE, {"mod": _POSITIVE}, {"mod": 3}, reversible=True),
        _T("zipper", LINES, _LINE, reversible=True),
        _T("sum_line", LINES, _LINE, {"sum": _NUMBER, "loop": _FLAG}, {"loop": False}, reversible=True),
        _T("value_indexing", LINES, _LINE),
        _T("kropki_white", PAIRS, _PAIR, {"difference": _NUMBER}, {"difference": 1}, ordered=False),
        _T("kropki_black", PAIRS, _PAIR, {"ratio": _NUMBER}, {"ratio": 2}, ordered=False),
        _T("kropki_negative", PAIRS, _NONE, {"white": _FLAG, "black": _FLAG}, {"white": True, "black": True}),
        _T("xv_x", PAIRS, _PAIR, ordered=False),
        _T("xv_v", PAIRS, _PAIR, ordered=False),
        _T("xv_negative", PAIRS, _NONE),
        _T("greater_than", PAIRS, _PAIR),
        _T("pair_table", PAIRS, _LINE, {"allowed": _PAIRS, "name": _TEXT}, {"name": ""}),
        _T("pair_table_all", PAIRS, _LINE, {"allowed": _PAIRS, "name": _TEXT}, {"name": ""}),
        _T("regex", PAIRS, _ANY, {"pattern": _PATTERN}),
        _T("little_killer", OUTSIDE, _ANY, {"sum": _NUMBER}),
        _T("sandwich", OUTSIDE, _LINE, {"sum": _NUMBER}),
        _T("x_sum", OUTSIDE, _LINE, {"sum": _NUMBER}),
        _T("skyscraper", OUTSIDE, _LINE, {"count": _NUMBER}),
        _T("hidden_skyscraper", OUTSIDE, _LINE, {"value": _NUMBER}),
        _T("numbered_room", OUTSIDE, _LINE, {"value": _NUMBER}),
        _T("full_rank", OUTSIDE, _LINE, {"rank": _NUMBER}),
        _T("full_rank_ties", OUTSIDE, _NONE, {"ties": _choice("none", "only-unclued")}),
    )
}
ORDER = {name: number for number, name in enumerate(TYPES)}


def type_named(name: object) -> ConstraintType:
    """Return the constraint type of that name; raises `RulesError`.

    >>> type_named("thermo").group
    'lines'
    """
    if not isinstance(name, str) or name not in TYPES:
        like = nearest(str(name).replace("-", "_"), TYPES)
        hint = _("did you mean {name}?").format(name=like) if like else ""
        message = _("expected a rule that is known, such as killer or thermo, got {text}")
        raise RulesError(message, text=name, hint=hint)
    return TYPES[name]
