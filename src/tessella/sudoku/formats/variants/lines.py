"""Puzzles with rules of their own a line each: links, strings and killer lines, told apart by how each begins."""

from collections.abc import Callable

from tessella.errors import ParseError, TessellaError
from tessella.i18n import _
from tessella.sudoku.formats.base import LineReader, ParsedRecord, wrong_record
from tessella.sudoku.formats.variants import fpuzzles, iss, killer_lines, sudokupad_puzzle
from tessella.sudoku.formats.variants.base import VariantPuzzle, cells_of, solution_of

_FORMS: dict[str, tuple[Callable[[str], str], Callable[[str], VariantPuzzle]]] = {
    "fpuzzles": (fpuzzles.find, fpuzzles.parse),
    "sudokupad": (sudokupad_puzzle.find, sudokupad_puzzle.parse),
    "iss": (iss.find, iss.parse),
    "sumocue": (killer_lines.find, killer_lines.parse),
}


def form_of(text: str) -> str:
    """Return the name of the form that a line begins in, "" where it is none of them.

    >>> form_of("https://www.f-puzzles.com/?load=N4Ig"), form_of("53..7....")
    ('fpuzzles', '')
    """
    return next((name for name, (find, _parse) in _FORMS.items() if find(text)), "")


def parse(text: str) -> VariantPuzzle:
    """Return the puzzle of a line; raises `ParseError` or `RulesError`."""
    name = form_of(text)
    if not name:
        raise ParseError(_("expected a link or a line of a puzzle, got {text}"), text=text)
    find, parse_found = _FORMS[name]
    return parse_found(find(text))


class Reader(LineReader):
    """A reader of a puzzle a line, in any of these forms."""

    def record(self, number: int, line: str, fault: TessellaError | None) -> ParsedRecord | None:
        """Return what a line holds; what goes on from the line before is refused."""
        if not fault and line[:1] in (" ", "\t") and line.lstrip().startswith("."):
            fault = ParseError(_("expected each puzzle in a line of its own, got {text}"), text=line)
        return wrong_record(number, line, fault) if fault else super().record(number, line, fault)

    def parse(self, number: int, text: str) -> ParsedRecord:
        """Return the puzzle of a line."""
        puzzle = parse(text)
        return ParsedRecord(number, text, cells_of(puzzle), None, solution_of(puzzle))
