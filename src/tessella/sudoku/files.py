"""What is done to a file of puzzles?

Solving, checking, showing and converting, each as a stream: puzzle in, text out, however long the file is. Talk goes to
one callback, data to another. Every function returns a `Tally` whose `exit_code` is 0, 1 where some puzzle is not
proper, or 2 where some text is no puzzle.

A wrong text ends the work, unless `keep_going` is set; a puzzle that is not proper never does.
"""

import io
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any, NamedTuple, Self

from tessella.errors import ParseError, PuzzleError, TessellaError, quote
from tessella.i18n import _, ngettext
from tessella.sudoku import notation, picture
from tessella.sudoku.board import BLANKS, SYMBOLS, Board, Box, digits_of
from tessella.sudoku.generate import make
from tessella.sudoku.notation import Record, Source
from tessella.sudoku.recipe import Recipe
from tessella.sudoku.solve import count, solutions, solve

__all__ = [
    "PICTURES",
    "Outcome",
    "Progress",
    "Tally",
    "Target",
    "check_all",
    "convert_all",
    "count_all",
    "drawn",
    "make_all",
    "open_source",
    "show_all",
    "solve_all",
    "solve_many_records",
]

PATIENCE = 2.0  # seconds of solving in plain Python before the compiled engine is worth its start
BATCH = 1 << 14  # puzzles that the engine takes at once
MANY = 1000  # puzzles from which on the compiled maker is worth its start
LONG = 4_000_000  # bytes of a file of lines that goes to the engine from the start: some 50,000 puzzles
BLOCK = 82 << 12  # bytes of such a file that are taken at once; one odd line sends its block the slow way

Say = Callable[[str], object]


@dataclass(slots=True)
class Tally:
    """How many puzzles were read, how many of them were not proper, and how many texts were wrong."""

    read: int = 0
    improper: int = 0
    wrong: int = 0

    @property
    def exit_code(self) -> int:
        """0 where all is well, 1 where some puzzle is not proper, 2 where some text is no puzzle."""
        return 2 if self.wrong else 1 if self.improper else 0


class Outcome(NamedTuple):
    """What solving a record gave."""

    record: Record
    board: Board
    solution: Board | None
    problem: PuzzleError | None


# --- in and out -------------------------------------------------------------------------------------------


@contextmanager
def open_source(name: str | None) -> Iterator[Source]:
    """Open what a name stands for: a file, `-` or nothing for standard input, or a puzzle written in its place."""
    if name is None or name == "-":
        yield sys.stdin.buffer
        return
    try:
        file: Any = Path(name).open("rb")  # noqa: SIM115 - what goes wrong later is not about opening
    except OSError as error:
        text = name.removeprefix("sudoku:")
        if len(text) < 16 or not _LINE_SIGNS.issuperset(text.upper()):
            message = _("expected a file that can be read, got {text} ({why})")
            raise ParseError(message.format(text=quote(name), why=error.strerror)) from None
        file = io.BytesIO(text.encode())
    with file:
        yield file


_LINE_SIGNS = frozenset(SYMBOLS + BLANKS + "+~X:")


class Target:
    """Where text goes: standard output, or a file that is replaced only when all has gone well."""

    def __init__(self, name: str | None) -> None:
        self.path = None if name is None else Path(name)
        self.abandoned = False
        self.beside = Path()
        self.file: IO[str] = sys.stdout

    def __enter__(self) -> Self:
        if self.path is not None:
            self.beside = self.path.with_name(f".{self.path.name}.{os.getpid()}")
            with self._explained():
                self.file = self.beside.open("w", encoding="utf-8", newline="\n")
        return self

    def write(self, text: str) -> None:
        """Write some text; raises `TessellaError` where the file does not take it."""
        if self.path is None:
            self.file.write(text)
            return
        with self._explained():
            self.file.write(text)

    def abandon(self) -> None:
        """Leave the file that was there as it is."""
        self.abandoned = True

    def __exit__(self, kind: type[BaseException] | None, *_rest: object) -> None:
        if self.path is None:
            if kind is None:
                self.file.flush()
            return
        try:
            with self._explained():
                self.file.close()
                if kind is None and not self.abandoned:
                    self.beside.replace(self.path)
        finally:
            self.beside.unlink(missing_ok=True)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            message = _("expected a file that can be written, got {text} ({why})")
            raise TessellaError(message.format(text=quote(self.path), why=error.strerror)) from None


class Progress:
    """A line on a terminal that says how far a long job is, and a source that counts what is read from it.

    Nothing is shown in the first second, nor where the stream is no terminal.
    """

    def __init__(self, source: Source, stream: IO[str] | None = None) -> None:
        self.source = source
        self.stream = stream if stream is not None and stream.isatty() else None
        self.bytes = 0
        self.puzzles = 0
        self.begun = self.shown = time.monotonic()
        self.width = 0
        self.total = _length(source)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.clear()

    def read(self, size: int, /) -> bytes:
        """Return the next bytes of the source: as many as it has at hand."""
        fetch: Callable[[int], bytes] = getattr(self.source, "read1", self.source.read)
        data = fetch(size)
        self.bytes += len(data)
        return data

    def step(self) -> None:
        """Count one puzzle, and show the line where it is time to."""
        self.puzzles += 1
        if self.stream is None:
            return
        now = time.monotonic()
        if now - self.begun < 1 or now - self.shown < 0.1:
            return
        self.shown = now
        done = ngettext("{n} puzzle", "{n} puzzles", self.puzzles).format(n=self.puzzles)
        line = f"{done}  {self.puzzles / (now - self.begun):.0f}/s"
        if self.total:
            share = min(self.bytes / self.total, 1)
            line = f"[{'#' * int(20 * share):-<20}] {share:4.0%}  {line}"
        self.stream.write("\r" + line.ljust(self.width))
        self.stream.flush()
        self.width = len(line)

    def steps(self, puzzles: int) -> None:
        """Count many puzzles."""
        self.puzzles += puzzles - 1
        self.step()

    def note(self, sentence: str) -> None:
        """Show a sentence until there is more to say."""
        if self.stream is not None:
            self.clear()
            self.stream.write("\r" + sentence)
            self.stream.flush()
            self.width = len(sentence)

    def clear(self) -> None:
        """Take the line away, as before other talk."""
        if self.stream is not None and self.width:
            self.stream.write("\r" + " " * self.width + "\r")
            self.stream.flush()
            self.width = 0


def _length(source: Any) -> int:
    """Return how many bytes a file has, 0 where nobody knows."""
    try:
        return os.fstat(source.fileno()).st_size
    except (OSError, AttributeError, ValueError):
        return 0


# --- one record after the other ---------------------------------------------------------------------------


class Job(NamedTuple):
    """What all the work on files shares: how to read, what to do about wrong text, whom to tell."""

    say: Say
    box: Box | None = None
    form: str | None = None
    keep_going: bool = False
    first: int = 1  # the number of the first line

    def records(self, source: Source, tally: Tally) -> Iterator[Record]:
        """Yield the records that hold a puzzle; say which do not, and end at the first unless told to keep going."""
        anything = False
        for read in notation.read_many(source, self.form, self.box):
            anything = True
            record = read._replace(line=read.line + self.first - 1)
            if record.error is None:
                tally.read += 1
                if isinstance(source, Progress):
                    source.step()
                yield record
                continue
            tally.wrong += 1
            if isinstance(source, Progress):
                source.clear()
            self.say(_("line {line}: {problem}").format(line=record.line, problem=record.error))
            if not self.keep_going:
                return
        if not anything and self.first == 1:
            tally.wrong += 1
            self.say(_("expected a Sudoku, got nothing"))

    def tell(self, record: Record, problem: object) -> None:
        """Say what is wrong with the puzzle of a record."""
        self.say(_("line {line}: {problem}").format(line=record.line, problem=problem))


def solve_many_records(records: Iterable[Record], *, timeout: float | None = None) -> Iterator[Outcome]:
    """Yield the outcome of every record in order: at first in plain Python, in bulk once that has taken a while.

    The compiled engine needs seconds to begin and then is far quicker; it takes 9x9 puzzles, `BATCH` at once.
    """
    waiting = iter(records)
    spent = 0.0
    for record in waiting:
        begun = time.perf_counter()
        outcome = _solve(record, timeout)
        spent += time.perf_counter() - begun
        yield outcome
        if spent > PATIENCE:
            break
    engine = _engine() if spent > PATIENCE else None
    while batch := list(islice(waiting, BATCH if engine else 1)):
        yield from engine(batch, timeout) if engine and len(batch) > 1 else (_solve(one, timeout) for one in batch)


def _solve(record: Record, timeout: float | None) -> Outcome:
    assert record.board is not None
    try:
        return Outcome(record, record.board, solve(record.board, timeout=timeout), None)
    except PuzzleError as error:
        return Outcome(record, record.board, None, error)


def _engine() -> Callable[[list[Record], float | None], Iterator[Outcome]] | None:
    """Return the bulk solver, or None where numba is not to be had."""
    try:
        # Only here: loading numba takes longer than most files.
        import numpy as np  # noqa: PLC0415 - see above

        from tessella.sudoku import bulk  # noqa: PLC0415 - see above
    except ImportError:
        return None

    def run(batch: list[Record], timeout: float | None) -> Iterator[Outcome]:
        boards = [record.board for record in batch if record.board is not None]
        fit = np.array([board.box == (3, 3) for board in boards])
        rows = [board.digits for board in boards if board.box == (3, 3)]
        puzzles = np.array(rows, dtype=np.uint8).reshape(-1, 81)
        found, status = bulk.solve_many(puzzles)
        places = np.cumsum(fit) - 1
        for n, (record, board) in enumerate(zip(batch, boards, strict=True)):
            if fit[n] and status[places[n]] == 1:
                yield Outcome(record, board, Board.of_givens(found[places[n]].tolist()), None)
            else:
                yield _solve(record, timeout)  # which also finds the words for what is wrong

    return run


@dataclass(slots=True)
class _Block:
    """Some lines of a long file: `puzzles` holds one a line, or None where they are not that plain."""

    line: int  # the number of the first one
    data: bytes
    puzzles: Any = None  # (N, 81) of uint8
    solutions: Any = None  # the same
    status: Any = None  # (N,) of int8: 1 for a proper puzzle


def _solved_blocks(source: Progress, job: Job) -> Iterator[_Block] | None:
    """Yield a long file of lines in blocks, solved in bulk; None for what is better read puzzle by puzzle."""
    file = source.source
    if source.total < LONG or job.box not in (None, (3, 3)) or not isinstance(file, io.BufferedReader):
        return None
    if notation.detect(file.peek(notation.CHUNK).decode("utf-8", "replace")) != "line" or job.form not in (
        None,
        "line",
    ):
        return None
    try:
        # Only here: loading numba takes longer than most files.
        import numpy as np  # noqa: PLC0415 - see above

        source.note(_("preparing the engine"))
        from tessella.sudoku import bulk  # noqa: PLC0415 - see above
    except ImportError:
        return None
    values = np.full(256, 255, np.uint8)
    for signs in (BLANKS, "123456789"):
        values[list(signs.encode())] = 0 if signs == BLANKS else np.arange(1, 10)

    def blocks() -> Iterator[_Block]:
        line = 1
        while data := file.read(BLOCK):
            data += file.readline(notation.LONGEST)
            source.bytes += len(data)
            block = _Block(line, data)
            plain = data.replace(b"\r\n", b"\n")
            if len(plain) % 82 == 0:
                table = np.frombuffer(plain, np.uint8).reshape(-1, 82)
                puzzles = np.ascontiguousarray(values[table[:, :81]])
                if (table[:, 81] == 10).all() and puzzles.max() <= 9:
                    block.puzzles = puzzles
                    block.solutions, block.status = bulk.solve_many(puzzles)
            yield block
            line += data.count(b"\n")

    return blocks()


def _in_bulk(source: Source, job: Job, tally: Tally, write: Callable[[str], object]) -> Iterator[Outcome] | None:
    """Yield the outcomes that need a word, and write the solutions of all others; None where bulk is not for this.

    The blocks are as long as they may be, and in order: what is yielded is written before the next one is asked for.
    """
    blocks = _solved_blocks(source, job) if isinstance(source, Progress) else None
    if blocks is None:
        return None

    def run() -> Iterator[Outcome]:
        for block in blocks:
            if block.puzzles is None:
                shifted = job._replace(first=block.line)
                yield from solve_many_records(shifted.records(io.BytesIO(block.data), tally))
                if tally.wrong and not job.keep_going:
                    return
                continue
            signs = (block.solutions + 48).tobytes().decode("ascii")
            begun = 0
            for n in [*map(int, (block.status != 1).nonzero()[0]), len(block.status)]:
                write("".join(signs[81 * row : 81 * row + 81] + "\n" for row in range(begun, n)))
                tally.read += n - begun
                begun = n + 1
                if n < len(block.status):
                    tally.read += 1
                    board = Board.of_givens(block.puzzles[n].tolist())
                    yield _solve(Record(block.line + n, str(board), board), None)
            if isinstance(source, Progress):
                source.steps(len(block.status))

    return run()


def solve_all(  # noqa: PLR0913 - what the command line can say
    source: Source,
    write: Callable[[str], object],
    job: Job,
    *,
    form: str = "line",
    every: bool = False,
    limit: int | None = None,
    timeout: float | None = None,
) -> Tally:
    """Write the solution of every puzzle, in a format of `FORMATS` or a picture; with `every`, all solutions.

    CSV and JSON hold puzzle and solution. A puzzle that is not proper is written as it is, so that every puzzle has its
    place, and said to be so.
    """
    tally = Tally()

    def answers() -> Iterator[tuple[Board, Board | None]]:
        outcomes = _in_bulk(source, job, tally, write) if form == "line" and timeout is None else None
        for outcome in outcomes or solve_many_records(job.records(source, tally), timeout=timeout):
            if outcome.problem:
                tally.improper += 1
                job.tell(outcome.record, outcome.problem)
            if form in ("csv", "json"):
                yield outcome.board, outcome.solution
            else:
                yield outcome.solution or outcome.board, None

    def all_answers() -> Iterator[tuple[Board, Board | None]]:
        for record in job.records(source, tally):
            assert record.board is not None
            found = 0
            try:
                for solution in islice(solutions(record.board, timeout=timeout), limit):
                    found += 1
                    yield (record.board, solution) if form in ("csv", "json") else (solution, None)
            except PuzzleError as error:
                job.tell(record, error)
                found = -1
            tally.improper += found != 1

    _write(write, all_answers() if every else answers(), form)
    return tally


def count_all(
    source: Source,
    write: Callable[[str], object],
    job: Job,
    *,
    limit: int = 1000,
    timeout: float | None = None,
) -> Tally:
    """Write how many solutions every puzzle has, a number a line; a `+` follows where counting stopped at `limit`."""
    tally = Tally()
    for record in job.records(source, tally):
        assert record.board is not None
        try:
            found = count(record.board, limit + 1, timeout=timeout)
        except PuzzleError as error:
            job.tell(record, error)
            tally.improper += 1
            write("?\n")
            continue
        tally.improper += found != 1
        write(f"{limit}+\n" if found > limit else f"{found}\n")
    return tally


def check_all(source: Source, write: Callable[[str], object], job: Job, *, timeout: float | None = None) -> Tally:
    """Write a sentence for everything that is wrong with a puzzle, and at the end how many are proper.

    A solution that a file gives beside its puzzle is checked as well.
    """
    tally = Tally()
    outcomes = _in_bulk(source, job, tally, lambda _text: None) if timeout is None else None
    for outcome in outcomes or solve_many_records(job.records(source, tally), timeout=timeout):
        wrong: list[object] = []
        if outcome.problem:
            wrong = list(outcome.board.problems()) or [outcome.problem]
        elif outcome.record.solution and str(outcome.solution) != outcome.record.solution.upper():
            message = _("the solution beside it is not its solution: {text}")
            wrong = [message.format(text=quote(outcome.record.solution))]
        for problem in wrong:
            write(_("line {line}: {problem}").format(line=outcome.record.line, problem=problem) + "\n")
        tally.improper += bool(wrong)
    if not tally.read:
        return tally
    good = tally.read - tally.improper
    message = ngettext("{good} of {n} puzzle is proper", "{good} of {n} puzzles are proper", tally.read)
    write(message.format(good=good, n=tally.read) + "\n")
    return tally


def convert_all(source: Source, write: Callable[[str], object], job: Job, *, form: str) -> Tally:
    """Write every puzzle in another format, with the solution where the file gives one and the format has a place."""
    tally = Tally()

    def puzzles() -> Iterator[tuple[Board, Board | None]]:
        for record in job.records(source, tally):
            assert record.board is not None
            solution = Board.parse(record.solution, record.board.box) if record.solution else None
            yield record.board, solution

    _write(write, puzzles(), form)
    return tally


def show_all(source: Source, write: Callable[[str], object], job: Job, *, form: str = "small") -> Tally:
    """Write a picture of every puzzle."""
    tally = Tally()
    boards = (record.board for record in job.records(source, tally))
    _write(write, ((board, None) for board in boards if board is not None), form)
    return tally


def make_all(  # noqa: PLR0913 - what the command line can say
    write: Callable[[str], object], recipe: Recipe, seed: int, n: int, *, form: str = "line", threads: int | None = None
) -> None:
    """Write `n` puzzles of a seed, each with exactly one solution; CSV and JSON hold the solutions too.

    Many 9x9 puzzles come from the compiled maker, which gives the same ones. Raises `PuzzleError` where one cannot be
    had.
    """
    made = _made_in_bulk(recipe, seed, n, threads) if n >= MANY and recipe.box == (3, 3) else None
    boards = made or (make(recipe, seed, k) for k in range(n))
    solved = form in ("csv", "json")
    _write(write, ((board, solve(board) if solved else None) for board in boards), form)


def _made_in_bulk(recipe: Recipe, seed: int, n: int, threads: int | None) -> Iterator[Board] | None:
    try:
        # Only here: loading numba takes longer than making a few puzzles.
        from tessella.sudoku import mint  # noqa: PLC0415 - see above
    except ImportError:
        return None
    if not isinstance(recipe.clues, str) and (recipe.clues is None or recipe.clues < mint.LEAST):
        return None
    blocks = mint.blocks(n, recipe, seed, threads=threads)
    return (Board.of_givens(row) for _start, block in blocks for row in block.tolist())


def _rows_of(board: Board) -> tuple[Any, Any, Any]:
    size = board.size
    marks = [digits_of(mask) for mask in board.marks]
    return board.rows, board.puzzle.rows, [marks[start : start + size] for start in range(0, size * size, size)]


def _svg(board: Board) -> str:
    rows, givens, marks = _rows_of(board)
    return picture.svg(rows, board.box, givens, marks)


def _html(board: Board) -> str:
    rows, givens, marks = _rows_of(board)
    return picture.html(rows, board.box, givens, marks)


def _boxed(board: Board) -> str:
    return picture.boxed(board.rows, board.box, board.puzzle.rows)


def _small(board: Board) -> str:
    return picture.small(board.rows, board.box, board.puzzle.rows)


PICTURES: dict[str, Callable[[Board], str]] = {
    "svg": _svg,
    "html": _html,
    "boxed-lines": _boxed,
    "small-lines": _small,
}
"""What can be drawn beside the formats, which can also be read: pictures, and grids in box-drawing characters."""


def drawn(board: Board, form: str) -> str:
    """Return a board in a format or as a picture."""
    return PICTURES[form](board) + "\n" if form in PICTURES else notation.write(board, form)


def _write(write: Callable[[str], object], puzzles: Iterable[tuple[Board, Board | None]], form: str) -> None:
    if form not in PICTURES:
        for piece in notation.write_many(puzzles, form):
            write(piece)
        return
    gap = ""
    for board, _solution in puzzles:
        write(gap + PICTURES[form](board) + "\n")
        gap = "\n"
