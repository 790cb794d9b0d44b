"""Solving, counting and checking of the puzzles of a source."""

import time
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from tessella.errors import PuzzleError, quote
from tessella.i18n import _, ngettext
from tessella.sudoku.batch.job import LINE_FORMATS, Job, OutputText, Pair, Tally
from tessella.sudoku.board import Board
from tessella.sudoku.formats.registry import FORMATS
from tessella.sudoku.notation import Record
from tessella.sudoku.solver import count, solutions, solve

if TYPE_CHECKING:
    from tessella.sudoku.batch.block_solver import SolvedBlock


MAX_PLAIN_SECONDS = 2.0  # seconds of solving in plain Python before the compiled engine is worth its start
BATCH_SIZE = 1 << 14  # records that the engine takes at once


class SolvedRecord(NamedTuple):
    """What solving a record gave."""

    record: Record
    board: Board
    solution: Board | None
    problem: PuzzleError | None


def _solve(record: Record, timeout: float | None = None) -> SolvedRecord:
    assert record.board is not None
    try:
        return SolvedRecord(record, record.board, solve(record.board, timeout=timeout), None)
    except PuzzleError as error:
        return SolvedRecord(record, record.board, None, error)


class Solver:
    """Solves in plain Python at first, in bulk from when on that pays.

    The compiled engine needs seconds to begin and then is far quicker: it is used at once for a source that is known to
    be large, else once plain Python has taken a while. With a `timeout` for each puzzle it is never used.
    """

    def __init__(self, job: Job, timeout: float | None) -> None:
        self.job, self.timeout = job, timeout
        self.engine: Any = None
        self.seconds = 0.0  # how long plain Python has taken
        if timeout is None and job.is_large:
            self._start()

    @property
    def in_bulk(self) -> bool:
        """Whether the engine is in use."""
        return self.engine is not None

    def _start(self) -> None:
        self.seconds = float("-inf")  # asked for once
        self.job.progress.note(_("preparing the engine"))
        try:
            # Only here: loading numba takes longer than most files.
            from tessella.sudoku.batch import block_solver  # noqa: PLC0415
        except ImportError:
            return
        self.engine = block_solver

    def solved(self) -> "Iterator[SolvedRecord | SolvedBlock]":
        """Yield all that the source holds with its solutions, in order."""
        waiting: list[Record] = []
        for item in self.job.items(lambda: self.in_bulk):
            if not isinstance(item, Record):
                yield from self._solve_records(waiting)
                waiting = []
                yield self.engine.solve_block(item, self.job.threads)
                continue
            waiting.append(item)
            if not self.in_bulk or len(waiting) >= BATCH_SIZE:
                yield from self._solve_records(waiting)
                waiting = []
        yield from self._solve_records(waiting)

    def _solve_records(self, records: list[Record]) -> Iterator[SolvedRecord]:
        found: Iterable[Board | None] = [None] * len(records)
        if self.in_bulk and len(records) > 1:
            found = self.engine.solve_boards([record.board for record in records], self.job.threads)
        for record, solution in zip(records, found, strict=True):
            if record.board and solution:
                yield SolvedRecord(record, record.board, solution, None)
            else:
                yield self._solve_plainly(record)  # which also finds the words for what is wrong

    def _solve_plainly(self, record: Record) -> SolvedRecord:
        begun = time.perf_counter()
        solved = _solve(record, self.timeout)
        self.seconds += time.perf_counter() - begun
        if self.seconds > MAX_PLAIN_SECONDS and self.timeout is None:
            self._start()
        return solved


def solve_all(
    job: Job, *, form: str = "line", every: bool = False, limit: int | None = None, timeout: float | None = None
) -> Tally:
    """Write the solution of every puzzle, in a format of `FORMATS` or a picture; with `every`, all solutions.

    CSV and JSON hold puzzle and solution. A puzzle that is not proper is written as it is, so that every puzzle has its
    place, and said to be so.
    """
    found = _all_solutions(job, form, limit, timeout) if every else _solutions(job, form, timeout)
    job.output.put_puzzles(found, form)
    return job.tally


def _pair(board: Board, solution: Board | None, form: str) -> Pair:
    """Return what is written for a puzzle."""
    holds_both = form in FORMATS and FORMATS[form].holds_solution
    return (board, solution) if holds_both else (solution or board, None)


def _solutions(job: Job, form: str, timeout: float | None) -> Iterator[Pair | OutputText]:
    for solved in Solver(job, timeout).solved():
        if not isinstance(solved, SolvedRecord):
            yield from _block_solutions(job, solved, form)
            continue
        if solved.problem:
            job.tally.improper += 1
            job.warn_about(solved.record, solved.problem)
        yield _pair(solved.board, solved.solution, form)


def _block_solutions(job: Job, solved: "SolvedBlock", form: str) -> Iterator[Pair | OutputText]:
    """Yield what is written for a block, and say which of its puzzles are not proper."""
    for place in solved.unsolved():
        again = _solve(solved.block.record(place))
        if again.problem:
            job.tally.improper += 1
            job.warn_about(again.record, again.problem)
        elif again.solution:
            solved.solve(place, again.solution)
    if form in LINE_FORMATS:
        yield OutputText(solved.text(form), len(solved.status))
    else:
        yield from (_pair(*pair, form) for pair in solved.pairs())


def _all_solutions(job: Job, form: str, limit: int | None, timeout: float | None) -> Iterator[Pair]:
    for record in job.records():
        assert record.board is not None
        found = 0
        try:
            for solution in islice(solutions(record.board, timeout=timeout), limit):
                found += 1
                yield _pair(record.board, solution, form)
        except PuzzleError as error:
            job.warn_about(record, error)
            found = -1
        job.tally.improper += found != 1
        job.tally.done += 1 - max(found, 0)  # a puzzle counts once, however often it is written


def count_all(job: Job, *, limit: int = 1000, timeout: float | None = None) -> Tally:
    """Write how many solutions every puzzle has, a number a line; a `+` follows where counting stopped at `limit`."""
    job.output.put(_counts(job, limit, timeout))
    return job.tally


def _counts(job: Job, limit: int, timeout: float | None) -> Iterator[OutputText]:
    for record in job.records():
        assert record.board is not None
        try:
            found = count(record.board, limit + 1, timeout=timeout)
        except PuzzleError as error:
            job.warn_about(record, error)
            job.tally.improper += 1
            yield OutputText("?\n")
            continue
        job.tally.improper += found != 1
        yield OutputText(f"{limit}+\n" if found > limit else f"{found}\n")


def check_all(job: Job, *, timeout: float | None = None) -> Tally:
    """Write a sentence for everything that is wrong with a puzzle, and at the end how many are proper.

    A solution that a source gives beside its puzzle is checked as well.
    """
    job.output.put(_verdicts(job, timeout))
    if done := job.tally.done:
        good = done - job.tally.improper
        message = ngettext("{good} of {n} puzzle is proper", "{good} of {n} puzzles are proper", done)
        job.output.write(message.format(good=good, n=done) + "\n")
    return job.tally


def _verdicts(job: Job, timeout: float | None) -> Iterator[OutputText]:
    for solved in Solver(job, timeout).solved():
        if isinstance(solved, SolvedRecord):
            texts, puzzles = [_verdict(solved)], 1
        else:
            texts = [_verdict(_solve(solved.block.record(place))) for place in solved.doubtful()]
            puzzles = len(solved.status)
        job.tally.improper += sum(map(bool, texts))
        yield OutputText("".join(texts), puzzles)


def _verdict(solved: SolvedRecord) -> str:
    """Return what is wrong with a puzzle, a line for each thing."""
    wrong: list[object] = []
    if solved.problem:
        wrong = list(solved.board.problems()) or [solved.problem]
    elif solved.record.solution and solved.solution and solved.solution.to_text() != solved.record.solution.upper():
        message = _("the solution given beside the puzzle is wrong: {text}")
        wrong = [message.format(text=quote(solved.record.solution))]
    message = _("line {line}: {problem}")
    return "".join(message.format(line=solved.record.line, problem=problem) + "\n" for problem in wrong)
