"""CSV: a puzzle a line, with its solution beside it."""

import csv

from tessella.errors import ParseError
from tessella.i18n import _
from tessella.sudoku.formats import line
from tessella.sudoku.formats.base import PUZZLE_NAMES, SOLUTION_NAMES, LineReader, ParsedRecord
from tessella.sudoku.rules import Box, Cells


class Reader(LineReader):
    """A reader of lines of fields: `puzzle` and `solution` are their columns, once `begun`."""

    def __init__(self, box: Box | None) -> None:
        super().__init__(box)
        self.puzzle, self.solution = 0, 1
        self.begun = False

    @property
    def has_plain_lines(self) -> bool:
        """Whether puzzles of 9x9 stand in the first column."""
        return self.begun and self.puzzle == 0 and self.box in {None, (3, 3)}

    def parse(self, number: int, text: str) -> ParsedRecord | None:
        """Return the puzzle of a line, None for the line that names the columns."""
        fields = [part.strip() for part in next(csv.reader([text]))]
        if not self.begun:
            self.begun = True
            names = [part.lower() for part in fields]
            if any(name in PUZZLE_NAMES for name in names):
                self.puzzle = next(n for n, name in enumerate(names) if name in PUZZLE_NAMES)
                self.solution = next((n for n, name in enumerate(names) if name in SOLUTION_NAMES), len(names))
                return None
            if len(fields) < 2 or line.count_cells(fields[1]) != line.count_cells(fields[0]):
                self.solution = len(fields)
        if len(fields) <= self.puzzle:
            raise ParseError(_("expected a puzzle in column {column}, got {text}"), column=self.puzzle + 1, text=text)
        answer = fields[self.solution] if self.solution < len(fields) else ""
        return ParsedRecord(number, text, line.parse_loose(fields[self.puzzle], self.box), None, answer)


def write(cells: Cells, solution: Cells | None) -> str:
    """Return a line with a puzzle and its solution."""
    return f"{line.write(cells)},{line.write(solution) if solution else ''}"
