"""A constraint: its type, its cells and its fields, in JSON and as a line of text.

{"type": "killer", "cells": ["r1c1", "r1c2"], "sum": 10}        killer:sum=10:r1c1r1c2
{"type": "diagonal", "which": "both"}                           diagonal:which=both
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from tessella.errors import RulesError
from tessella.i18n import _, ngettext
from tessella.sudoku.rules.constraint_types import ORDER, ConstraintType, Field, type_named

_NO_DEFAULT = object()
MAX_CELLS = 256  # as many as a grid of 16x16 has


@dataclass(frozen=True, slots=True)
class Constraint:
    """One constraint of a puzzle, whose type is in the table; cells are numbered from 0.

    Cells whose order means nothing are sorted, and a line that says the same from either end begins at its first cell.
    `fields` holds what differs from the type's defaults, by name; `constraint["sum"]` is a field or its default.

    >>> cage = Constraint.from_json({"type": "killer", "cells": ["r1c2", "r1c1"], "sum": 10}, 9)
    >>> cage.cells, cage["sum"], cage.to_text(9)
    ((0, 1), 10, 'killer:sum=10:r1c1r1c2')
    """

    type: str
    cells: tuple[int, ...] = ()
    fields: tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        kind, cells = type_named(self.type), self.cells
        if not kind.ordered:
            cells = tuple(sorted(cells))
        elif kind.reversible:
            cells = min(cells, cells[::-1])
        object.__setattr__(self, "cells", cells)

    def __getitem__(self, name: str) -> Any:
        for field, value in self.fields:
            if field == name:
                return value
        return type_named(self.type).defaults[name]

    @property
    def order(self) -> tuple[int, tuple[int, ...], str]:
        """What constraints are sorted by."""
        return ORDER[self.type], self.cells, repr(self.fields)

    @classmethod
    def from_json(cls, data: Mapping[str, Any], size: int) -> Self:
        """Return the constraint that an object of JSON says, of a grid of that size; raises `RulesError`.

        Refused are a type that is not known, a field that the type has not, and a value that no grid can have.
        """
        return cls._from_json(data, size, data)

    @classmethod
    def _from_json(cls, data: Mapping[str, Any], size: int, said: object) -> Self:
        """Return the constraint; `said` is what a message quotes."""
        kind = type_named(data.get("type"))
        fields: dict[str, Any] = {}
        cells: tuple[int, ...] = ()
        for name, value in data.items():
            if name == "cells" and kind.cells != (0, 0):
                cells = _read("cells", _CELLS, value, size, said)
            elif name in kind.fields:
                default = kind.defaults.get(name, _NO_DEFAULT)
                if value != default and (read := _read(name, kind.fields[name], value, size, said)) != default:
                    fields[name] = read
            elif name != "type":
                message = _("expected no field {name} in a rule of type {type}, got {text}")
                raise RulesError(message, name=name, type=kind.name, text=said)
        if missing := [name for name in kind.fields if name not in data and name not in kind.defaults]:
            message = _("expected {name} in a rule of type {type}, got {text}")
            raise RulesError(message, name=missing[0], type=kind.name, text=said)
        _check_cells(kind, cells, said)
        _check_fields(kind, fields, len(cells), said)
        plain = {
            name: value for name, value in fields.items() if name not in kind.defaults or value != kind.defaults[name]
        }
        return cls(kind.name, cells, tuple(sorted(plain.items())))

    def to_json(self, size: int) -> dict[str, Any]:
        """Return the constraint as an object of JSON, with every field that is not its default.

        A cage without a sum says so, as collections of puzzles have it.
        """
        kind = type_named(self.type)
        data: dict[str, Any] = {"type": self.type}
        if self.cells:
            data["cells"] = _CELLS.write(self.cells, size)
        shown = {name: self[name] for name in kind.fields if name in dict(self.fields) or (name, self.type) in _SAID}
        return data | {name: kind.fields[name].write(value, size) for name, value in shown.items()}

    @classmethod
    def parse(cls, text: str, size: int) -> Self:
        """Return the constraint that a text such as `killer:sum=10:r1c1r1c2` says; raises `RulesError`."""
        name, *parts = text.split(":")
        kind = type_named(name)
        data: dict[str, Any] = {"type": name}
        for part in parts:
            field, equals, value = part.partition("=")
            try:
                if not equals:
                    data["cells"] = _CELLS.from_text(part, size)
                elif field in kind.fields:
                    data[field] = kind.fields[field].from_text(value, size)
                else:
                    data[field] = value
            except (ValueError, KeyError):
                expected = (kind.fields[field] if equals else _CELLS).expected
                raise RulesError(_("expected {expected}, got {text}"), expected=_(expected), text=part) from None
        return cls._from_json(data, size, text)

    def to_text(self, size: int) -> str:
        """Return the constraint as text that `parse` reads, of signs that stand unchanged in an address."""
        kind = type_named(self.type)
        fields = [f"{name}={kind.fields[name].to_text(value, size)}" for name, value in self.fields]
        return ":".join([self.type, *fields, *([_CELLS.to_text(self.cells, size)] if self.cells else [])])


_CELLS: Field = type_named("clone").fields["clone_cells"]
_SAID = {("sum", "killer"), ("difference", "whisper"), ("difference", "lockout"), ("mod", "modular")} | {
    (name, "kropki_negative") for name in ("white", "black")
}


def _read(name: str, field: Field, value: Any, size: int, said: object) -> Any:
    try:
        return field.read(value, size)
    except (ValueError, TypeError):
        message = _("expected {expected} as {name} in a grid of {size} rows, got {text}")
        raise RulesError(message, expected=_(field.expected), name=name, size=size, text=said) from None


def _check_fields(kind: ConstraintType, fields: Mapping[str, Any], cells: int, said: object) -> None:
    """Refuse fields that do not go together, or not with so many cells."""
    if kind.name == "kropki_negative" and fields.get("white") is fields.get("black") is False:
        message = _("expected {name} in a rule of type {type}, got {text}")
        raise RulesError(message, name="white=yes", type=kind.name, text=said)
    for name in ("clone_cells", "coefficients"):  # one for each cell
        if fields.get(name) is not None and len(fields[name]) != cells:
            message = _("expected as many {name} as cells in a rule of type {type}, got {text}")
            raise RulesError(message, name=name, type=kind.name, text=said)


def _check_cells(kind: ConstraintType, cells: tuple[int, ...], said: object) -> None:
    least, most = kind.cells
    most = MAX_CELLS if most is None else most
    if not least <= len(cells) <= most:
        if most == least:
            wanted = ngettext("{n} cell", "{n} cells", n := least)
        elif len(cells) < least:
            wanted = ngettext("at least {n} cell", "at least {n} cells", n := least)
        else:
            wanted = ngettext("at most {n} cell", "at most {n} cells", n := most)
        message = _("expected {expected} in a rule of type {type}, got {text}")
        raise RulesError(message, expected=wanted.format(n=n), type=kind.name, text=said)
    if not kind.ordered and len({*cells}) < len(cells):
        message = _("expected each cell once in a rule of type {type}, got {text}")
        raise RulesError(message, type=kind.name, text=said)
