"""What is done to a file of puzzles?

Solving, checking, showing and converting, each as a stream: puzzle in, text out, however long the file is. Talk goes to
one callback, data to another. Every function returns a `Tally` whose `exit_code` is 0, 1 where some puzzle is not
proper, or 2 where some text is no puzzle.

A wrong text ends the work, unless `keep_going` is set; a puzzle that is not proper never does.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from tessella.errors import PuzzleError, quote
from tessella.i18n import _, ngettext
from tessella.io.lines import ByteSource, lines_in
from tessella.io.lines import line_blocks as line_blocks_of
from tessella.io.progress_bar import Watch
from tessella.sudoku import notation, rendering
from tessella.sudoku.board import Board
from tessella.sudoku.formats import csv_table
from tessella.sudoku.formats.detect import detect_source
from tessella.sudoku.formats.registry import format_named
from tessella.sudoku.generator import search
from tessella.sudoku.generator.recipe import Recipe
from tessella.sudoku.generator.search import is_plain, make
from tessella.sudoku.notation import Record
from tessella.sudoku.rating.rater import is_compiled, level_of, rate, rate_in_plain
from tessella.sudoku.rules import Box
from tessella.sudoku.solver import count, solutions, solve

__all__ = [
    "LONG",
    "PICTURES",
    "Block",
    "Done",
    "Job",
    "Outcome",
    "Solver",
    "Tally",
    "check_all",
    "convert_all",
    "count_all",
    "drawn",
    "make_all",
    "pour",
    "read",
    "show_all",
    "solve_all",
]

PATIENCE = 2.0  # seconds of solving in plain Python before the compiled engine is worth its start
BATCH = 1 << 14  # puzzles that the engine takes at once
FEWEST = 17  # givens of a proper 9x9 puzzle (McGuire, Tugemann and Civario 2012); with fewer the engine may search long
MANY = 1000  # puzzles from which on the compiled maker is worth its start
SOME = 20  # puzzles of a wanted kind from which on the compiled search is worth its start
COLD, COLD_EXTREME = 400, 35  # the same, where it must first be compiled
LONG = 4_000_000  # bytes of text that goes to the engine from the start: some 50,000 puzzles
BLOCK = 82 << 15  # bytes of lines that are taken at once

Say = Callable[[str], object]


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


class Outcome(NamedTuple):
    """What solving a record gave."""

    record: Record
    board: Board
    solution: Board | None
    problem: PuzzleError | None


# --- one record after the other ---------------------------------------------------------------------------


class Job(NamedTuple):
    """What all the work on files shares: how to read, what to do about wrong text, whom to tell."""

    say: Say
    box: Box | None = None
    form: str | None = None
    keep_going: bool = False
    skip: int = 0  # puzzles to pass over
    threads: int | None = None
    watch: Watch = Watch()

    def taken(self, read: Record, tally: Tally) -> bool:
        """Return whether a record holds a puzzle that is asked for; say what is wrong with it."""
        if read.error is None:
            tally.read += 1
            return tally.read > self.skip
        tally.wrong += 1
        self.watch.clear()
        self.say(_("line {line}: {problem}").format(line=read.line, problem=read.error))
        return False

    def ended(self, tally: Tally) -> bool:
        """Return whether a wrong text has put an end to the work."""
        return tally.wrong > 0 and not self.keep_going

    def tell(self, record: Record, problem: object) -> None:
        """Say what is wrong with the puzzle of a record."""
        self.watch.clear()
        self.say(_("line {line}: {problem}").format(line=record.line, problem=problem))


class Block(NamedTuple):
    """Many plain 9x9 puzzles of a file that follow each other."""

    line: int  # the number of the first one
    puzzles: Any  # (N, 81) of uint8
    answers: Any  # the solutions that the file gives, the same, or None


class Done(NamedTuple):
    """Text that is ready to be written, and how many puzzles it stands for."""

    text: str
    puzzles: int = 1


Pair = tuple[Board, Board | None]


def _records(source: ByteSource, job: Job, tally: Tally) -> Iterator[Record]:
    """Yield the records that hold a puzzle; say which do not, and end at the first unless told to keep going."""
    anything = False
    for read in notation.read_many(source, job.form, job.box):
        anything = True
        if job.taken(read, tally):
            yield read
        elif job.ended(tally):
            return
    if not anything:
        _nothing(job, tally)


def _nothing(job: Job, tally: Tally) -> None:
    tally.wrong += 1
    job.say(_("expected a Sudoku, got nothing"))


def read(source: ByteSource, job: Job, tally: Tally, fast: Callable[[], bool]) -> Iterator[list[Record] | Block]:
    """Yield the puzzles of a source: plain lines in blocks from when on it is to be fast, other text as records."""
    form, chunks = detect_source(source, job.form, job.box)
    line_reader = format_named(form).line_reader
    reader = line_reader(job.box) if line_reader else None
    if reader is None or form == "library":
        for record in _records(_Chunks(chunks), job._replace(form=form), tally):
            yield [record]
        return
    anything = False
    for line, data in line_blocks_of(chunks, lambda: BLOCK if fast() else 1):
        passed = tally.read < job.skip and tally.read + data.count(b"\n") <= job.skip
        for part in _parts(line, data, reader) if fast() or passed else _parts_by_line(line, data, reader):
            anything = True
            if isinstance(part, Block):
                yield from _after_skipped(part, job, tally)
            elif job.taken(part, tally):
                yield [part]
            elif job.ended(tally):
                return
    if not anything:
        _nothing(job, tally)


def _after_skipped(block: Block, job: Job, tally: Tally) -> Iterator[Block]:
    """Yield a block, or what is left of it behind the puzzles that are to be passed over."""
    passed = min(max(job.skip - tally.read, 0), len(block.puzzles))
    tally.read += len(block.puzzles)
    if passed < len(block.puzzles):
        answers = None if block.answers is None else block.answers[passed:]
        yield Block(block.line + passed, block.puzzles[passed:], answers)


def _parts(line: int, data: bytes, reader: Any) -> Iterator[Record | Block]:
    """Yield what some lines hold, those that are plain together."""
    # Only here: numpy takes longer to load than a short file to be read.
    from tessella.sudoku.formats import line_blocks  # noqa: PLC0415 - see above

    csv = isinstance(reader, csv_table.Reader)
    if csv and not reader.begun:  # the first line may name the columns
        end = data.index(b"\n") + 1
        yield from _parts_by_line(line, data[:end], reader)
        line, data = line + 1, data[end:]
    if reader.box not in (None, (3, 3)) or (csv and (not reader.begun or reader.puzzle != 0)):
        yield from _parts_by_line(line, data, reader)
        return
    for rows in line_blocks.parse(data, csv=csv) if data else ():
        if rows.puzzles is None:
            yield from _parts_by_line(line + rows.first, rows.text, reader)
            continue
        if not csv:
            reader.last = (3, 3)
        yield Block(line + rows.first, rows.puzzles, rows.answers if csv and reader.solution == 1 else None)


def _parts_by_line(line: int, data: bytes, reader: Any) -> Iterator[Record]:
    """Yield what some lines hold, one by one."""
    yield from map(notation.record_of, reader.records(lines_in(data, line) if data else ()))


class _Chunks:
    """Chunks of bytes as a source."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self.chunks = chunks

    def read(self, _size: int, /) -> bytes:
        """Return the next chunk, however long it is."""
        return next(self.chunks, b"")


# --- solving ----------------------------------------------------------------------------------------------


def _solve(record: Record, timeout: float | None) -> Outcome:
    assert record.board is not None
    try:
        return Outcome(record, record.board, solve(record.board, timeout=timeout), None)
    except PuzzleError as error:
        return Outcome(record, record.board, None, error)


class Solver:
    """Solves in plain Python at first, in bulk from when on that pays.

    The compiled engine needs seconds to begin and then is far quicker: it is `on` at once for a source that is known to
    be long, else once plain Python has taken a while. A puzzle that may take no longer than `timeout` never goes there.
    """

    def __init__(self, source: ByteSource, job: Job, timeout: float | None) -> None:
        self.job, self.timeout = job, timeout
        self.on = False
        self.spent = 0.0
        self.engine: Any = None
        if timeout is None and getattr(source, "size", 0) >= LONG:
            self.start()

    def start(self) -> None:
        """Get the engine ready, where numba is to be had."""
        self.spent = float("-inf")  # asked for once
        try:
            # Only here: loading numba takes longer than most files.
            self.job.watch.note(_("preparing the engine"))
            from tessella.sudoku import bulk_solver  # noqa: PLC0415 - see above
        except ImportError:
            return
        self.engine = bulk_solver
        self.on = True

    def one(self, record: Record) -> Outcome:
        """Return the outcome of a record, in plain Python."""
        begun = time.perf_counter()
        outcome = _solve(record, self.timeout)
        self.spent += time.perf_counter() - begun
        if self.spent > PATIENCE and self.timeout is None:
            self.start()
        return outcome

    def some(self, records: list[Record]) -> Iterator[Outcome]:
        """Yield the outcomes of some records."""
        if not self.on or len(records) == 1:
            yield from map(self.one, records)
            return
        import numpy as np  # noqa: PLC0415 - the engine has it loaded

        boards = [record.board for record in records if record.board is not None]
        nines = [board.box == (3, 3) for board in boards]
        rows = [board.digits for board, nine in zip(boards, nines, strict=True) if nine]
        found, status = self.solved(np.array(rows, dtype=np.uint8).reshape(-1, 81))
        places = np.cumsum(nines) - 1
        for n, (record, board) in enumerate(zip(records, boards, strict=True)):
            if nines[n] and status[places[n]] == 1:
                yield Outcome(record, board, Board.of_givens(found[places[n]].tolist()), None)
            else:
                yield self.one(record)  # which also finds the words for what is wrong

    def solved(self, puzzles: Any) -> tuple[Any, Any]:
        """Return the solutions of rows and their status, which is 1 where the engine says that all is well."""
        import numpy as np  # noqa: PLC0415 - the engine has it loaded

        fit = np.add.reduce(puzzles > 0, axis=1, dtype=np.uint8) >= FEWEST
        if fit.all():
            found: tuple[Any, Any] = self.engine.solve_many(puzzles, threads=self.job.threads)
            return found
        solutions, status = np.zeros_like(puzzles), np.zeros(len(puzzles), np.int8)
        solutions[fit], status[fit] = self.engine.solve_many(puzzles[fit], threads=self.job.threads)
        return solutions, status

    def outcomes(self, items: Iterable[list[Record] | Block]) -> Iterator[Outcome | tuple[Block, Any, Any]]:
        """Yield the outcome of every record, and every block with its solutions and their status, in order."""
        waiting: list[Record] = []
        for item in items:
            if isinstance(item, Block):
                yield from self.some(waiting)
                waiting = []
                yield item, *self.solved(item.puzzles)
                continue
            waiting += item
            if not self.on or len(waiting) >= BATCH:
                yield from self.some(waiting)
                waiting = []
        yield from self.some(waiting)

    def of(self, source: ByteSource, tally: Tally) -> Iterator[Outcome | tuple[Block, Any, Any]]:
        """Yield the outcomes of all that a source holds."""
        return self.outcomes(read(source, self.job, tally, lambda: self.on))


def _wrong_rows(block: Block, status: Any) -> Iterator[tuple[int, Outcome]]:
    """Yield the place of every puzzle of a block that the engine has not solved, and what is wrong with it."""
    for n in (status != 1).nonzero()[0].tolist():
        board = Board.of_givens(block.puzzles[n].tolist())
        yield n, _solve(Record(block.line + n, board.to_text(), board), None)


def _answers_of_block(
    block: Block, found: Any, status: Any, form: str, job: Job, tally: Tally
) -> Iterator[Pair | Done]:
    """Yield what is written for a block, and say which of its puzzles are not proper."""
    for n, wrong in _wrong_rows(block, status):
        if wrong.problem:
            tally.improper += 1
            job.tell(wrong.record, wrong.problem)
        elif wrong.solution:
            found[n], status[n] = wrong.solution.digits, 1
    if form in _LINES:
        yield Done(_text_of_block(block, found, status == 1, form), len(status))
        return
    for puzzle, solution, good in zip(block.puzzles.tolist(), found.tolist(), status.tolist(), strict=True):
        board, solved = Board.of_givens(puzzle), Board.of_givens(solution) if good == 1 else None
        yield (board, solved) if form == "json" else (solved or board, None)


_LINES = ("line", "csv")  # the formats that a block is written in all at once


def _text_of_block(block: Block, solutions: Any, solved: Any, form: str) -> str:
    """Return the lines of a block: the solution where there is one, else the puzzle; in CSV both."""
    from tessella.sudoku.formats import line_blocks  # noqa: PLC0415 - it loads numpy, which is there by now

    if form == "csv":
        table = line_blocks.text_of((block.puzzles, solutions))
        if solved.all():
            return str(table.tobytes(), "ascii")
        kept = table > 0
        kept[~solved, 82:163] = False
        return str(table[kept].tobytes(), "ascii")
    if not solved.all():
        solutions[~solved] = block.puzzles[~solved]
    return str(line_blocks.text_of((solutions,)).tobytes(), "ascii")


# --- what can be done -------------------------------------------------------------------------------------


def solve_all(
    source: ByteSource,
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
    both = form in ("csv", "json")

    def pair(board: Board, solution: Board | None) -> Pair:
        return (board, solution) if both else (solution or board, None)

    def answers() -> Iterator[Pair | Done]:
        for outcome in Solver(source, job, timeout).of(source, tally):
            if not isinstance(outcome, Outcome):
                yield from _answers_of_block(*outcome, form, job, tally)
                continue
            if outcome.problem:
                tally.improper += 1
                job.tell(outcome.record, outcome.problem)
            yield pair(outcome.board, outcome.solution)

    def all_answers() -> Iterator[Pair | Done]:
        for record in _records(source, job, tally):
            assert record.board is not None
            found = 0
            try:
                for solution in islice(solutions(record.board, timeout=timeout), limit):
                    found += 1
                    yield pair(record.board, solution)
            except PuzzleError as error:
                job.tell(record, error)
                found = -1
            tally.improper += found != 1
            tally.done += 1 - max(found, 0)  # a puzzle counts once, however often it is written

    _write(write, all_answers() if every else answers(), form, job.watch, tally)
    return tally


def count_all(
    source: ByteSource,
    write: Callable[[str], object],
    job: Job,
    *,
    limit: int = 1000,
    timeout: float | None = None,
) -> Tally:
    """Write how many solutions every puzzle has, a number a line; a `+` follows where counting stopped at `limit`."""
    tally = Tally()

    def numbers() -> Iterator[Done]:
        for record in _records(source, job, tally):
            assert record.board is not None
            try:
                found = count(record.board, limit + 1, timeout=timeout)
            except PuzzleError as error:
                job.tell(record, error)
                tally.improper += 1
                yield Done("?\n")
                continue
            tally.improper += found != 1
            yield Done(f"{limit}+\n" if found > limit else f"{found}\n")

    pour(write, numbers(), job.watch, tally)
    return tally


def check_all(source: ByteSource, write: Callable[[str], object], job: Job, *, timeout: float | None = None) -> Tally:
    """Write a sentence for everything that is wrong with a puzzle, and at the end how many are proper.

    A solution that a file gives beside its puzzle is checked as well.
    """
    tally = Tally()

    def verdicts() -> Iterator[Done]:
        for outcome in Solver(source, job, timeout).of(source, tally):
            if isinstance(outcome, Outcome):
                text = _verdict(outcome)
                tally.improper += bool(text)
                yield Done(text)
                continue
            texts = [_verdict(one) for one in _doubtful(*outcome)]
            tally.improper += sum(map(bool, texts))
            yield Done("".join(texts), len(outcome[0].puzzles))

    pour(write, verdicts(), job.watch, tally)
    if tally.done:
        good = tally.done - tally.improper
        message = ngettext("{good} of {n} puzzle is proper", "{good} of {n} puzzles are proper", tally.done)
        write(message.format(good=good, n=tally.done) + "\n")
    return tally


def _doubtful(block: Block, solutions: Any, status: Any) -> Iterator[Outcome]:
    """Yield the outcomes of a block that may need a word."""
    doubt = status != 1
    if block.answers is not None:
        doubt |= (block.answers != solutions).any(axis=1)
    for n in doubt.nonzero()[0].tolist():
        board = Board.of_givens(block.puzzles[n].tolist())
        beside = "" if block.answers is None else "".join(map(str, block.answers[n].tolist())).strip("0")
        yield _solve(Record(block.line + n, board.to_text(), board, None, beside), None)


def _verdict(outcome: Outcome) -> str:
    """Return what is wrong with a puzzle, a line for each thing."""
    wrong: list[object] = []
    if outcome.problem:
        wrong = list(outcome.board.problems()) or [outcome.problem]
    elif (said := outcome.record.solution) and (outcome.solution is None or outcome.solution.to_text() != said.upper()):
        message = _("the solution beside it is not its solution: {text}")
        wrong = [message.format(text=quote(said))]
    message = _("line {line}: {problem}")
    return "".join(message.format(line=outcome.record.line, problem=problem) + "\n" for problem in wrong)


def convert_all(source: ByteSource, write: Callable[[str], object], job: Job, *, form: str) -> Tally:
    """Write every puzzle in another format, with the solution where the file gives one and the format has a place."""
    tally = Tally()
    long = getattr(source, "size", 0) >= LONG and form in _LINES

    def puzzles() -> Iterator[Pair | Done]:
        for item in read(source, job, tally, lambda: long):
            if isinstance(item, Block):
                if form == "csv":
                    answers = 0 * item.puzzles if item.answers is None else item.answers
                    yield Done(_text_of_block(item, answers, answers[:, 0] > 0, form), len(item.puzzles))
                else:
                    yield Done(_text_of_block(item, item.puzzles, item.puzzles[:, 0] < 10, form), len(item.puzzles))
                continue
            for record in item:
                assert record.board is not None
                yield record.board, Board.parse(record.solution, record.board.box) if record.solution else None

    _write(write, puzzles(), form, job.watch, tally)
    return tally


def show_all(source: ByteSource, write: Callable[[str], object], job: Job, *, form: str = "small") -> Tally:
    """Write a picture of every puzzle."""
    tally = Tally()
    boards = (record.board for record in _records(source, job, tally))
    _write(write, ((board, None) for board in boards if board is not None), form, job.watch, tally)
    return tally


def make_all(  # noqa: PLR0913 - what the command line can say
    write: Callable[[str], object],
    recipe: Recipe,
    seed: int,
    n: int,
    *,
    first: int = 0,
    form: str = "line",
    threads: int | None = None,
    watch: Watch | None = None,
    tally: Tally | None = None,
) -> Tally:
    """Write puzzles `first` to `first + n - 1` of a seed, each with one solution; CSV and JSON hold the solutions too.

    Where a level, rating or technique is wished, CSV also holds the level and the ER. Many 9x9 puzzles come from the
    compiled maker, which gives the same ones. Raises `PuzzleError` where one cannot be had. `tally` is counted up while
    it goes on.
    """
    tally = tally or Tally()
    solved = form in ("csv", "json")
    made = None
    if n >= MANY and recipe.box == (3, 3) and recipe.wish is None:
        made = _made_in_bulk(recipe, seed, n, first, threads, form)
    if recipe.wish is not None and _is_for_kernels(recipe, n):
        _write_rated(write, _wanted(recipe, seed, n, first, threads), form, watch or Watch(), tally)
        return tally
    if recipe.wish is not None and form == "csv":
        rated = ((board, (rate_in_plain(board) or rate(board)).er) for board in _made(recipe, seed, n, first))
        _write_rated(write, rated, form, watch or Watch(), tally)
        return tally
    boards = made or ((board, solve(board) if solved else None) for board in _made(recipe, seed, n, first))
    _write(write, boards, form, watch or Watch(), tally)
    return tally


def _is_for_kernels(recipe: Recipe, n: int) -> bool:
    """Return whether the compiled search is quicker than plain Python, what it takes to begin included."""
    if not is_plain(recipe):
        return True
    if n < SOME:
        return False
    if n >= (COLD_EXTREME if recipe.level == "extreme" else COLD):
        return True
    # Only here: loading numba takes longer than making a few puzzles.
    from tessella.compiled.jit import is_cached  # noqa: PLC0415 - see above
    from tessella.sudoku.kernels.generate import make_block  # noqa: PLC0415 - see above

    return is_compiled() and is_cached(make_block)


def _made(recipe: Recipe, seed: int, n: int, first: int) -> Iterator[Board]:
    return (make(recipe, seed, k) for k in range(first, first + n))


def _wanted(recipe: Recipe, seed: int, n: int, first: int, threads: int | None) -> Iterator[tuple[Board, float]]:
    for _start, puzzles, ratings in search.blocks(n, recipe, seed, first=first, threads=threads):
        yield from zip(map(Board.of_givens, puzzles.tolist()), ratings.tolist(), strict=True)


def _write_rated(
    write: Callable[[str], object], rated: Iterable[tuple[Board, float]], form: str, watch: Watch, tally: Tally
) -> None:
    """Write puzzles that were rated: CSV has columns for level and ER, the other formats no place for them."""
    if form != "csv":
        solved = form == "json"
        _write(write, ((board, solve(board) if solved else None) for board, _er in rated), form, watch, tally)
        return
    write("puzzle,solution,level,er\n")
    lines = (Done(f"{board.to_text()},{solve(board).to_text()},{level_of(er)},{er:.1f}\n") for board, er in rated)
    pour(write, lines, watch, tally)


def _made_in_bulk(
    recipe: Recipe, seed: int, n: int, first: int, threads: int | None, form: str
) -> Iterator[Pair | Done] | None:
    try:
        # Only here: loading numba takes longer than making a few puzzles.
        from tessella.sudoku import bulk_solver  # noqa: PLC0415 - see above
        from tessella.sudoku.generator import bulk as mint  # noqa: PLC0415 - see above
    except ImportError:
        return None
    if recipe.pattern is not None or (isinstance(recipe.clues, int) and recipe.clues < mint.LEAST):
        return None

    def run() -> Iterator[Pair | Done]:
        for start, puzzles in mint.blocks(n, recipe, seed, first=first, threads=threads):
            block = Block(start, puzzles, None)
            if form == "line":
                yield Done(_text_of_block(block, puzzles, puzzles[:, 0] < 10, form), len(puzzles))
            elif form == "csv":
                found, status = bulk_solver.solve_many(puzzles, threads=threads)
                yield Done(_text_of_block(block, found, status == 1, form), len(puzzles))
            else:
                boards = map(Board.of_givens, puzzles.tolist())
                yield from ((board, solve(board) if form == "json" else None) for board in boards)

    return run()


# --- writing ----------------------------------------------------------------------------------------------


PICTURES: dict[str, Callable[[Board], str]] = {
    "svg": rendering.svg,
    "html": rendering.html,
    "boxed-lines": rendering.boxed,
    "small-lines": rendering.small,
}
"""What can be drawn beside the formats, which can also be read: pictures, and grids in box-drawing characters."""


def drawn(board: Board, form: str) -> str:
    """Return a board in a format or as a picture."""
    return PICTURES[form](board) + "\n" if form in PICTURES else notation.write(board, form)


def pour(write: Callable[[str], object], pieces: Iterable[Done], watch: Watch, tally: Tally) -> None:
    """Write pieces, each whole, until there are no more or the watch says stop."""
    for piece in watch.until_stopped(pieces):
        write(piece.text)
        tally.done += piece.puzzles
        watch.step(piece.puzzles)


def _write(
    write: Callable[[str], object], puzzles: Iterable[Pair | Done], form: str, watch: Watch, tally: Tally
) -> None:
    """Write puzzles in a format or as pictures."""
    if form in PICTURES:
        body: Callable[[Board, Board | None], str] = lambda board, _none: PICTURES[form](board)  # noqa: E731 - a branch
        head, gap, foot = "", "\n", ""
    else:
        chosen = notation.FORMATS[form]
        body, head, gap, foot = chosen.text, chosen.head, chosen.gap, chosen.foot

    def pieces() -> Iterator[Done]:
        between = ""
        for one in puzzles:
            yield one if isinstance(one, Done) else Done(f"{between}{body(*one)}\n")
            between = gap

    write(head)
    pour(write, pieces(), watch, tally)
    write(foot)
