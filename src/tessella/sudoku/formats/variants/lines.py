"""Puzzles with rules of their own a line each: links, strings and killer lines, told apart by how each begins."""

import re
from typing import NamedTuple

from tessella.errors import ParseError, TessellaError
from tessella.i18n import _
from tessella.sudoku.formats.base import LineReader, ParsedRecord, late, wrong_record


class _Form(NamedTuple):
    """A form of lines: its module, with `find` and `parse`, and a pattern that all its lines match from the start.

    The pattern spares the module where it does not match.
    """

    module: str
    begin: re.Pattern[str]


_FORMS = {
    "fpuzzles": _Form("fpuzzles", re.compile(r"\S{0,12}f-puzzles\.com/")),
    "sudokupad": _Form(
        "sudokupad_puzzle",
        re.compile(r"\S{0,30}(?:sudokupad\.app|crackingthecryptic\.com)/|(?:scl|ctc|fpuz)[\w+/=]{9}"),
    ),
    "iss": _Form("iss", re.compile(r"\S{0,8}sigh\.github\.io/|\.\s*[A-Z~]")),
    "penpa": _Form("penpa", re.compile(r"\S{0,60}penpa-edit")),
    "sumocue": _Form("killer_lines", re.compile(r"3x3:|SumoCueV1=|(?=.{0,80}[<>^v`',]).{81}$")),
}


def form_of(text: str) -> str:
    """Return the name of the form that a line begins in, "" where it is none of them.

    >>> form_of("https://www.f-puzzles.com/?load=N4Ig"), form_of("53..7....")
    ('fpuzzles', '')
    """
    return _found(text)[0]


def _found(text: str) -> tuple[str, str]:
    """Return the name of the form of a line, and what its reader takes from it."""
    text = text.strip()
    for name, form in _FORMS.items():
        if form.begin.match(text) and (found := late(f"variants.{form.module}", "find")(text)):
            return name, found
    return "", ""


class Reader(LineReader):
    """A reader of a puzzle a line, in any of these forms."""

    def record(self, number: int, line: str, fault: TessellaError | None) -> ParsedRecord | None:
        """Return what a line holds; what goes on from the line before is refused."""
        if not fault and line[:1] in (" ", "\t") and line.lstrip().startswith("."):
            fault = ParseError(_("expected each puzzle in a line of its own, got {text}"), text=line)
        return wrong_record(number, line, fault) if fault else super().record(number, line, fault)

    def parse(self, number: int, text: str) -> ParsedRecord:
        """Return the puzzle of a line."""
        name, found = _found(text)
        if not name:
            raise ParseError(_("expected a link or a line of a puzzle, got {text}"), text=text)
        record: ParsedRecord = late(f"variants.{_FORMS[name].module}", "parse")(found).record(number, text)
        return record
