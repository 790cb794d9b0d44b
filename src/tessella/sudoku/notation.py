"""Reading and writing of puzzles in every format.

The format of what is read is detected. Files of many puzzles are streamed: one puzzle is held at a time, whatever the
size of the file.

    line        53..7....6..195...        one line a puzzle; + before an own digit, ~ and ! before marks
    sdm         530070000600195000        the same with zeros
    rows        53..7....                 a line a row
    small       5 3 . | . 7 . |          rows with rules between the boxes
    boxed       ||  5  |  3  |            a box around every cell
    marks       | 5  3  124 | 26  7       a word a cell: a digit, or all its pencil marks
    sdk         [Puzzle] ... [State]      SadMan Sudoku
    ss          |53.|.7.|...|             Simple Sudoku
    opensudoku  <opensudoku version="2">  OpenSudoku, `opensudoku1` its first version
    library     :0603:3:14+8..+9:224::    HoDoKu's regression library
    csv         puzzle,solution
    json        {"givens": [[5, 3, 0      an object a line
    fpuzzles    https://www.f-puzzles.com/?load=...
    sudokupad   https://sudokupad.app/fpuz...
    scl         https://sudokupad.app/scl...
    ipuz        {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], ...
    penpa       https://swaroopg92.github.io/penpa-edit/#m=edit&p=...
    iss         .Cage~10~R1C1~R1C2    a string of the Interactive Sudoku Solver
    sumocue     3x3::k:3595:3595:     a number a cell for cages, or SumoCueV1= for regions
    killer81    G<<L<K<L<^G>^>^E      a sign a cell for cages

Lines that begin with `#` are comments.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tessella.errors import TessellaError
from tessella.io.lines import ByteSource
from tessella.sudoku.board import Board
from tessella.sudoku.formats.base import NOTHING_SAID, About, ParsedRecord
from tessella.sudoku.formats.registry import FORMATS, Format, detect, detect_source, format_named, read_one
from tessella.sudoku.geometry import Box

__all__ = [
    "FORMATS",
    "Format",
    "Record",
    "detect",
    "read",
    "read_many",
    "record_of",
    "write",
    "write_many",
]


class Record(NamedTuple):
    """One puzzle of a file, or what is wrong with its text."""

    line: int  # the number of its first line, from 1
    text: str  # that line
    board: Board | None  # the puzzle, None where the text is wrong
    error: TessellaError | None = None  # what is wrong
    solution: str = ""  # the solution that the file gives, as it stands there
    about: About = NOTHING_SAID  # name, author and source, where the file gives them


def record_of(found: ParsedRecord) -> Record:
    """Return a record with its board, or with what is wrong with its cells."""
    if found.cells is None:
        return Record(found.line, found.text, None, found.error)
    try:
        return Record(found.line, found.text, Board(*found.cells), None, found.solution, found.about)
    except TessellaError as error:
        return Record(found.line, found.text[:200], None, error)


def read(text: str, box: Box | None = None) -> Board:
    """Return the one puzzle that a text shows, in any format; raises `TessellaError` where that is not so.

    >>> read("5 3 .|. 7 .|. . ." + chr(10) + (". " * 9 + chr(10)) * 8).rows[0]
    (5, 3, 0, 0, 7, 0, 0, 0, 0)
    """
    return Board(*read_one(text, box))


def read_many(source: ByteSource, form: str | None = None, box: Box | None = None) -> Iterator[Record]:
    """Yield every puzzle of a source in turn, in any format, with wrong ones as records that say what is wrong.

    `form` names a format of `FORMATS` where it is not to be guessed; `box` says a shape that is not the usual one.
    """
    form, chunks = detect_source(source, form, box)
    yield from map(record_of, format_named(form).records(chunks, box))


def _plain(board: Board) -> Board:
    """Return a board with no marks but the centre marks of its blank cells."""
    marks = tuple(0 if digit else mask for mask, digit in zip(board.marks, board.digits, strict=True))
    return Board(board.box, board.givens, board.digits, marks, constraints=board.constraints)


def write(board: Board, form: str = "line", solution: Board | None = None) -> str:
    """Return a puzzle as text in a format of `FORMATS`, as a whole file would hold it; raises `ParseError`.

    >>> print(write(Board.parse("1...|..2.|.3..|...4"), "ss"), end="")
    *-----*
    |1.|..|
    |..|2.|
    |--+--|
    |.3|..|
    |..|.4|
    *-----*
    """
    return "".join(write_many([(board, solution)], form))


def write_many(puzzles: Iterable[tuple[Board, Board | None]], form: str = "line") -> Iterator[str]:
    """Yield the text of a file of puzzles with their solutions, piece by piece."""
    chosen = format_named(form)
    yield chosen.head
    gap = ""
    for board, solution in puzzles:
        held = board if chosen.holds == "all" or not any(board.marks) else _plain(board)
        yield gap + chosen.text(held, solution) + "\n"
        gap = chosen.gap
    yield chosen.foot
