"""A puzzle with its rules as the formats of variants share it, the signs of its digits, and keys that hold rules."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from tessella.errors import ParseError, RulesError, TessellaError, quote
from tessella.i18n import _
from tessella.sudoku import geometry
from tessella.sudoku.formats.base import NOTHING_SAID, About, ParsedRecord
from tessella.sudoku.geometry import SYMBOLS, default_box
from tessella.sudoku.rules.cells import PlainCells
from tessella.sudoku.rules.checker import violations
from tessella.sudoku.rules.constraint_types import TYPES
from tessella.sudoku.rules.ruleset import Rules


class VariantPuzzle(NamedTuple):
    """A puzzle with its rules; its values count the digits of the grid from 1, whatever the lowest digit is."""

    rules: Rules
    givens: tuple[int, ...]
    """A value a cell, 0 for a blank."""
    solution: tuple[int, ...] = ()
    """Empty where the text gives none."""
    digits: tuple[int, ...] = ()
    """The digits on the grid, where there are more than the givens."""
    marks: tuple[int, ...] = ()
    """A mask a cell, of the centre marks, where there are any."""
    about: About = NOTHING_SAID

    def record(self, line: int, text: str) -> ParsedRecord:
        """Return the record of a text that holds this puzzle."""
        return ParsedRecord(line, text, cells_of(self), None, solution_of(self), self.about)


def signs_of(rules: Rules) -> str:
    """Return the signs of the digits of a grid, the lowest first.

    >>> signs_of(Rules.parse("digits:lowest=0"))
    '012345678'
    """
    return geometry.DIGIT_SIGNS[rules.lowest : rules.lowest + rules.size]


def text_of(values: Sequence[int], rules: Rules) -> str:
    """Return a sign a cell, a point for a blank."""
    signs = "." + signs_of(rules)
    return "".join([signs[value] for value in values])


def values_of(text: str, rules: Rules) -> tuple[int, ...]:
    """Return the values that signs stand for, a sign a cell; raises `ParseError`."""
    cells, size = rules.size**2, rules.size
    if len(text) != cells:
        raise ParseError(_("expected {expected} cells, got {got}: {text}"), expected=cells, got=len(text), text=text)
    known = dict.fromkeys(geometry.BLANKS, 0) | {sign: value for value, sign in enumerate(signs_of(rules), 1)}
    for cell, sign in enumerate(text):
        if sign.upper() not in known:
            raise ParseError(geometry.wrong_digit(sign, cell, size))
    return tuple(known[sign.upper()] for sign in text)


def digit_value(digit: Any, cell: int, rules: Rules) -> int:
    """Return the value of a digit that is written as a number, 0 for None; raises `ParseError`."""
    if digit is None:
        return 0
    if isinstance(digit, str) and digit.isascii() and digit.isdecimal() and len(digit) < 4:
        digit = int(digit)
    if type(digit) is not int or not rules.lowest <= digit < rules.lowest + rules.size:
        raise ParseError(geometry.wrong_digit(digit, cell, rules.size))
    return digit - rules.lowest + 1


# Parts of the names of keys that hold rules, in forms that Tessella does not know
_RULE_NAMES = re.compile(
    "|".join(name.replace("_", "") for name in TYPES if name not in ("digits", "sum", "minimum", "maximum"))
    + r"|rule|constraint|variant|cage|region|thermo|whisper|arrow|kropki|dots?$|line|knight|king$|queen|diagonal"
    r"|negative|inequalit|shape|layout|zone|overlay|underlay|clue[a-z]*outside|outside"
)


def refuse_unknown(value: Mapping[str, Any], known: Iterable[str], *, strict: bool = False) -> None:
    """Raise `RulesError` where an object has a key that is not known and may hold rules.

    A key holds rules if its name says so; `strict` means each key with a list or an object, of a form that is known
    in whole. What is empty or false says nothing.
    """
    known = {*known}
    for key, held in value.items():
        name = re.sub("[^a-z]", "", str(key).lower())
        says = bool(held)
        if key not in known and says and ((strict and _is_structured(held)) or _RULE_NAMES.search(name)):
            raise unknown_rule(key)


def _is_structured(value: Any) -> bool:
    if isinstance(value, list):
        return any(isinstance(one, dict | list) or (isinstance(one, str) and _CELL.fullmatch(one)) for one in value)
    return isinstance(value, dict)


_CELL = re.compile(r"[rR]\d+[cC]\d+")


def jigsaw_of(labels: Sequence[int], size: int) -> list[dict[str, Any]]:
    """Return the rule of regions, a number for each cell and -1 for one of none; nothing where they are the boxes."""
    order = {label: SYMBOLS[n] for n, label in enumerate(dict.fromkeys(one for one in labels if one >= 0), 1)}
    signs = [order.get(label, ".") for label in labels]
    box = default_box(size)
    usual = [SYMBOLS[number + 1] for number in geometry.box_of(box)] if box else []
    return [] if signs == usual else [{"type": "jigsaw", "regions": "".join(signs)}]


def candidates_of(rules: Rules, form: str) -> dict[int, list[int]]:
    """Return the digits that rules leave a cell, where they name some; raises `ParseError` where they leave none."""
    found: dict[int, list[int]] = {}
    for one in rules.of_type("candidates"):
        for cell in one.cells:
            found[cell] = [digit for digit in found.get(cell, one["values"]) if digit in one["values"]]
            if not found[cell]:
                raise cannot_say(form, one.to_text(rules.size))
    return found


def refuse_wrong(solution: tuple[int, ...], rules: Rules) -> None:
    """Raise `RulesError` where a solution breaks rules that were read from a drawing: they are others than meant."""
    if solution and (broken := next(iter(violations(solution, rules)), None)):
        raise unknown_rule(broken.constraint.to_text(rules.size) if broken.constraint else text_of(solution, rules))


@contextmanager
def refusing(message: str, text: object) -> Iterator[None]:
    """Raise `ParseError` with this message where data is not of the shape that a format has."""
    try:
        yield
    except TessellaError:
        raise
    except (TypeError, ValueError, LookupError, AttributeError, RecursionError, OverflowError):
        raise ParseError(message, text=text) from None


def unknown_rule(name: object) -> RulesError:
    """Return the error of a rule that is not known."""
    return RulesError(_("expected rules that are known, got {text}"), text=name)


def cannot_say(form: str, what: str, *, is_named: bool = False) -> ParseError:
    """Return the error of a rule that a format has no way to write, or of something else that is named in words."""
    return ParseError(_("{form} has no way to write {what}"), form=form, what=what if is_named else quote(what))


def cells_of(puzzle: VariantPuzzle) -> PlainCells:
    """Return the cells of a puzzle."""
    digits = puzzle.digits or puzzle.givens
    marks = puzzle.marks or (0,) * len(digits)
    return PlainCells(puzzle.rules.box, puzzle.givens, digits, marks, constraints=puzzle.rules.constraints)


def solution_of(puzzle: VariantPuzzle) -> str:
    """Return the solution of a puzzle as a line of signs, of which the first digit is always 1."""
    return "".join([SYMBOLS[value] for value in puzzle.solution])
