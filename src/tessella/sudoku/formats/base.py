"""Records and small tools that all formats share.

A format turns text into `PlainCells` and any `Cells` into text; it knows the geometry of a grid, but no rule of play.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import starmap
from typing import Any, NamedTuple

from tessella.errors import TessellaError
from tessella.io.lines import Line
from tessella.sudoku.geometry import Box, default_box
from tessella.sudoku.rules.cells import Cells, PlainCells

MAX_VALUE_BYTES = 1 << 21  # the longest XML element or JSON value that is read

BOX_COMMENT = re.compile(r"[#;/]+\s*(?:C\s*)?box\s+(\d{1,3})x(\d{1,3})\s*", re.ASCII)  # says what the drawing does not

# What a column of CSV or a key of JSON that holds puzzles may be called
PUZZLE_NAMES = (
    *("puzzle", "puzzles", "quizzes", "quiz", "question", "givens", "initial_board", "unsolved", "problem"),
    *("board", "grid", "sudoku", "value"),
)
SOLUTION_NAMES = ("solution", "solutions", "answer", "answers", "solved")


def late(module: str, name: str) -> Callable[..., Any]:
    """Return a function or class of a module in this folder, which is read when it is first called.

    A start needs few of the formats.
    """

    def call(*arguments: Any) -> Any:
        return getattr(import_module(f"{__package__}.{module}"), name)(*arguments)

    return call


class About(NamedTuple):
    """What a file says about a puzzle beside its rules."""

    name: str = ""
    author: str = ""
    source: str = ""
    rules: str = ""  # in words, as the author has put them


NOTHING_SAID = About()


class ParsedRecord(NamedTuple):
    """One puzzle of a file, or what is wrong with its text."""

    line: int  # the number of its first line, from 1
    text: str  # that line
    cells: PlainCells | None  # the puzzle, None where the text is wrong
    error: TessellaError | None = None  # what is wrong
    solution: str = ""  # the solution that the file gives, as it stands there
    about: About = NOTHING_SAID


def wrong_record(number: int, text: str, error: TessellaError) -> ParsedRecord:
    """Return the record of a text that is no puzzle."""
    return ParsedRecord(number, text[:200], None, error)


def is_comment(text: str) -> bool:
    """Return whether a line is a comment, and not the cells of a row with semicolons between them.

    >>> is_comment("; by hand"), is_comment(";;5;3")
    (True, False)
    """
    if not text.startswith(("#", ";", "//")):
        return False
    return (
        text[0] != ";" or not default_box(text.count(";") + 1) or any(len(part.strip()) > 1 for part in text.split(";"))
    )


def is_four_by_four(signs: str) -> bool:
    """Return whether lines of 16 cells are puzzles of 4x4 rather than rows of 16x16."""
    return not re.search(r"[5-9A-Ga-g]", signs)


def box_comment(cells: Cells, *, drawn: bool = False) -> str:
    """Return the comment that says a box shape where a text needs it; `drawn` says that the text shows its boxes."""
    height, width = cells.box
    usual = cells.box == default_box(height * width)
    doubtful = height * width == 16 and max(cells.digits) <= 4  # rows that look like puzzles of 4x4
    return "" if usual and (drawn or not doubtful) else f"# box {height}x{width}\n"


class LineReader(ABC):
    """A reader of one puzzle a line."""

    def __init__(self, box: Box | None) -> None:
        self.box = box

    @property
    def has_plain_lines(self) -> bool:
        """Whether a line of 81 signs, in CSV perhaps with a solution, is a puzzle of 9x9 whatever comes before."""
        return False

    def record(self, number: int, line: str, fault: TessellaError | None) -> ParsedRecord | None:
        """Return what a line holds, None where it says nothing."""
        if fault:
            return wrong_record(number, line, fault)
        text = line.strip()
        if not text or is_comment(text):
            return None
        try:
            return self.parse(number, text)
        except TessellaError as error:
            return wrong_record(number, text, error)

    @abstractmethod
    def parse(self, number: int, text: str) -> ParsedRecord | None:
        """Return what a line says that is no comment; raises `ParseError`."""

    def records(self, lines: Iterable[Line]) -> Iterator[ParsedRecord]:
        """Return what lines hold."""
        return filter(None, starmap(self.record, lines))
