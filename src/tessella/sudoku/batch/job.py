"""A batch job: puzzles in from one source, text out, with warnings, progress and counts beside.

However long the source is, it is a stream: a puzzle or a block of them is held at a time. Plain lines come in blocks
from when on that is asked for, all else as records.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from tessella.errors import TessellaError, quote
from tessella.i18n import _, ngettext
from tessella.io.lines import ByteSource, line_blocks, lines_in
from tessella.io.progress_bar import ProgressBar
from tessella.io.streams import InputStream, OutputFile, open_input
from tessella.sudoku import rendering
from tessella.sudoku.board import Board
from tessella.sudoku.formats import line
from tessella.sudoku.formats.base import LineReader
from tessella.sudoku.formats.registry import FORMATS, detect_source, format_named, in_characters
from tessella.sudoku.formats.variants import lines as variant_lines
from tessella.sudoku.geometry import BLANKS, SYMBOLS, Box
from tessella.sudoku.notation import Record, record_of, write

if TYPE_CHECKING:
    from tessella.sudoku.batch.blocks import PuzzleBlock

COLUMNS = ("puzzle", "solution")
_LINE_SIGNS = frozenset(SYMBOLS + BLANKS + "+~: \t\r\n|,;[]{}'\"")
LINE_BYTES = 82  # of a puzzle in a line
LARGE_SOURCE_BYTES = 4_000_000  # size of a source that is converted in blocks from the start: some 50,000 puzzles
BLOCK_BYTES = LINE_BYTES << 15  # bytes of lines that are read at once
LINE_FORMATS = ("line", "csv")  # the formats that a block is written in all at once

# A puzzle and its solution, and the record that it was read from, where that is known
Pair: TypeAlias = tuple[Board, Board | None] | tuple[Board, Board | None, Record]

PICTURES: dict[str, Callable[[Board], str]] = {  # what can be drawn beside the formats, which can also be read
    "svg": rendering.svg,
    "html": rendering.html,
    "boxed-lines": partial(in_characters, draw=rendering.boxed, ascii_only=False),
    "small-lines": partial(in_characters, ascii_only=False),
}


def open_puzzles(name: str | None) -> AbstractContextManager[InputStream]:
    """Open a file of puzzles, standard input, or a puzzle or its id that is written in place of a name."""
    return open_input(name, inline=_puzzle_in, columns=COLUMNS)


def _puzzle_in(name: str) -> str | None:
    """Return the puzzle that is written in place of a name.

    >>> _puzzle_in("sudoku:1....2..3......4"), _puzzle_in("puzzles.txt")
    ('1....2..3......4', None)
    """
    text = name.removeprefix("sudoku:")
    cells, _rules = line.split(text)
    is_line = len(text) >= 16 and _LINE_SIGNS.issuperset(cells.upper())
    return text if is_line or variant_lines.form_of(text) or re.match(r"https?://", text) else None


def open_output(name: str | None) -> OutputFile:
    """Return the file of that name to write puzzles to, standard output for none."""
    return OutputFile(name, columns=COLUMNS, number_columns={"er"})


def progress_bar(share: Callable[[], float | None]) -> ProgressBar:
    """Return a progress bar on standard error that counts puzzles; `share` gives what is done, from 0 to 1."""
    return ProgressBar(sys.stderr, share, lambda n: ngettext("{n} puzzle", "{n} puzzles", n).format(n=n))


def load_engine() -> Any:
    """Return the module of the compiled engine: numba takes longer to load than most files to be worked on."""
    from tessella.sudoku.batch import engine  # noqa: PLC0415

    return engine


class OutputText(NamedTuple):
    """Text that is ready to be written, and how many puzzles it stands for."""

    text: str
    puzzles: int = 1


@dataclass(slots=True)
class Tally:
    """How many puzzles were read, how many of them done, how many not proper, and how many texts were wrong."""

    read: int = 0
    done: int = 0
    improper: int = 0
    wrong: int = 0

    @property
    def exit_code(self) -> int:
        """0 where all is well, 1 where some puzzle is not proper, 2 where some text is no puzzle."""
        return 2 if self.wrong else 1 if self.improper else 0


def drawn(board: Board, form: str) -> str:
    """Return a board in a format or as a picture."""
    return PICTURES[form](board) + "\n" if form in PICTURES else write(board, form)


def _pieces(
    puzzles: Iterable[Pair | OutputText], form: str, refuse: Callable[[Record, TessellaError], bool] | None
) -> Iterator[OutputText]:
    """Yield the text of every puzzle in a format or as a picture; what is text already stays as it is.

    `refuse` is told of a record that the format has no way to write, and says whether there is to be more.
    """
    gap = "\n" if form in PICTURES else FORMATS[form].gap
    between = ""
    for one in puzzles:
        if isinstance(one, OutputText):
            yield one
        else:
            board, solution, *records = one
            about = [record.about for record in records]
            try:
                body = PICTURES[form](board) if form in PICTURES else FORMATS[form].text(board, solution, *about)
            except TessellaError as error:
                if not records or not refuse:
                    raise
                if refuse(records[0], error):
                    continue
                return
            yield OutputText(f"{between}{body}\n")
        between = gap


def below(head: OutputText, texts: Iterable[OutputText]) -> Iterator[OutputText]:
    """Yield a head and texts, nothing where there are no texts.

    >>> list(below(OutputText("puzzle", 0), []))
    []
    """
    for n, text in enumerate(texts):
        if n == 0 and head.text:
            yield head
        yield text


@dataclass
class Output:
    """Where the text of a job goes, and what is counted and shown while it does."""

    write: Callable[[str], object]
    progress: ProgressBar = field(default_factory=ProgressBar)
    tally: Tally = field(default_factory=Tally)

    def put(self, texts: Iterable[OutputText]) -> Tally:
        """Write texts, each whole, until there are no more or the job is cancelled; return the counts."""
        for piece in self.progress.until_stopped(texts):
            self.write(piece.text)
            self.tally.done += piece.puzzles
            self.progress.step(piece.puzzles)
        return self.tally

    def put_puzzles(
        self,
        puzzles: Iterable[Pair | OutputText],
        form: str,
        refuse: Callable[[Record, TessellaError], bool] | None = None,
    ) -> Tally:
        """Write puzzles, with their solutions where the format has a place for them, in a format or as pictures.

        Where there are none, nothing is written, no head either.
        """
        head, foot = ("", "") if form in PICTURES else (FORMATS[form].head, FORMATS[form].foot)
        self.put(below(OutputText(head, 0), _pieces(puzzles, form, refuse)))
        if self.tally.done:
            self.write(foot)
        return self.tally


@dataclass
class Job:
    """Work on the puzzles of one source: how they are read, what happens to wrong text, who is warned.

    A wrong text ends the work, unless `keep_going` is set; a puzzle that is not proper never does. With `lists_errors`
    what is no puzzle is passed on as well, for it has its place among the others.
    """

    source: ByteSource
    output: Output
    warn: Callable[[str], object]
    box: Box | None = None
    form: str | None = None  # the format of the source, where it is not to be detected
    keep_going: bool = False
    skip: int = 0  # how many puzzles are skipped
    threads: int | None = None
    lists_errors: bool = False
    is_idle: Callable[[], bool] = lambda: False  # whether the source has nothing to read for now

    @property
    def tally(self) -> Tally:
        """The counts."""
        return self.output.tally

    @property
    def progress(self) -> ProgressBar:
        """The progress bar."""
        return self.output.progress

    @property
    def size(self) -> int:
        """How many bytes of text the source is thought to have, 0 where nobody knows."""
        return int(getattr(self.source, "size", 0))

    @property
    def puzzles(self) -> int | None:
        """About how many puzzles there are to work on, None where nobody knows."""
        return max(0, -(-self.size // LINE_BYTES) - self.skip) if self.size else None

    @property
    def is_over(self) -> bool:
        """Whether a wrong text has put an end to the work."""
        return self.tally.wrong > 0 and not self.keep_going

    def warn_about(self, record: Record, problem: object) -> None:
        """Say what is wrong with a record."""
        self.progress.clear()
        name = getattr(self.source, "name", "") if self.size else ""  # of a file
        if name in ("", "-"):
            self.warn(_("line {line}: {problem}").format(line=record.line, problem=problem))
        else:
            message = _("{file}, line {line}: {problem}")
            self.warn(message.format(file=quote(Path(name).name), line=record.line, problem=problem))
        if isinstance(problem, TessellaError) and problem.hint:
            self.warn(_("hint: {hint}").format(hint=problem.hint))

    def refuse(self, record: Record, error: TessellaError) -> bool:
        """Say why a record cannot be written, and return whether the work goes on."""
        self.tally.wrong += 1
        self.warn_about(record, error)
        return not self.is_over

    def records(self) -> Iterator[Record]:
        """Yield the records that hold a puzzle; say which do not, and end at the first unless told to keep going."""
        return (item for item in self.items(lambda: False) if isinstance(item, Record))

    def items(self, in_blocks: Callable[[], bool]) -> "Iterator[Record | PuzzleBlock | None]":
        """Yield the puzzles of the source: plain lines in blocks once that is asked for, all else as records.

        None stands where lines come slowly and the next one is not there yet: what was held back can be done meanwhile.
        """
        form, chunks = detect_source(self.source, self.form, self.box)
        line_reader = format_named(form).line_reader
        found: Iterable[Record | PuzzleBlock | None]
        if line_reader:
            found = self._lines(line_reader(self.box), chunks, in_blocks)
        else:
            found = map(record_of, FORMATS[form].records(chunks, self.box))
        is_empty = True
        for item in found:
            if item is None:
                yield None
                continue
            is_empty = False
            if not isinstance(item, Record):
                skipped = min(max(self.skip - self.tally.read, 0), len(item.puzzles))
                self.tally.read += len(item.puzzles)
                if skipped < len(item.puzzles):
                    yield item.after(skipped)
            elif self._accepts(item):
                yield item
            elif self.is_over:
                return
        if is_empty:
            self.tally.wrong += 1
            self.warn(_("expected a Sudoku, got nothing"))

    def _accepts(self, record: Record) -> bool:
        """Return whether a record is to be worked on; count it, and say what is wrong with it."""
        if record.error is None or self.lists_errors:
            self.tally.read += 1
            return self.tally.read > self.skip
        self.tally.wrong += 1
        self.warn_about(record, record.error)
        return False

    def _lines(
        self, reader: LineReader, chunks: Iterable[bytes], in_blocks: Callable[[], bool]
    ) -> "Iterator[Record | PuzzleBlock | None]":
        share_read, taken, there = self.progress.share, 0, 0

        def share_taken() -> float | None:
            read = share_read()
            return read and read * taken / (there or 1)

        self.progress.share = share_taken  # a small file is read long before it is worked on
        for number, lines in line_blocks(chunks, lambda: BLOCK_BYTES if in_blocks() and not self.is_idle() else 1):
            there += lines.count(b"\n")
            is_skipped = self.tally.read < self.skip and self.tally.read + lines.count(b"\n") <= self.skip
            if in_blocks() or is_skipped:
                # Only here: numpy takes longer to load than a short file to be read.
                from tessella.sudoku.batch import blocks  # noqa: PLC0415

                taken = there
                yield from blocks.parse(reader, lines, number)
            else:
                for record in map(record_of, reader.records(lines_in(lines, number))):
                    taken += 1
                    yield record
                taken = there
            if self.is_idle():
                yield None
