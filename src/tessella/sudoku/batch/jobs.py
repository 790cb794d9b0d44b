"""Solving, counting, checking, conversion and drawing of the puzzles of a source, and generation of new ones."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tessella.compiled.warming import GENERATOR, SOLVER
from tessella.errors import PuzzleError, RulesError, TessellaError, quote
from tessella.i18n import _, ngettext
from tessella.io.worker_threads import cores, map_ahead
from tessella.sudoku.batch import plain_work, variant_work
from tessella.sudoku.batch.changeover import Changeover
from tessella.sudoku.batch.job import (
    LARGE_SOURCE_BYTES,
    LINE_FORMATS,
    PICTURES,
    Job,
    Output,
    OutputText,
    Pair,
    Tally,
    load_engine,
)
from tessella.sudoku.board import Board
from tessella.sudoku.formats import line
from tessella.sudoku.formats.registry import FORMATS
from tessella.sudoku.formats.variants.base import text_of
from tessella.sudoku.generation import puzzle_of
from tessella.sudoku.generator.recipe import Series
from tessella.sudoku.generator.search import is_plain
from tessella.sudoku.notation import Record
from tessella.sudoku.rating.levels import level_of
from tessella.sudoku.rating.rater import rate, rate_in_plain
from tessella.sudoku.solver import count, solutions, solve

if TYPE_CHECKING:
    from tessella.sudoku.batch.engine import SolvedBlock

T = TypeVar("T")

# Seconds that plain Python takes for a usual puzzle
SOLVING, GENERATING, SEARCHING, GENERATING_VARIANTS = 0.0005, 0.005, 0.03, 2.0
SHARE = 8  # puzzles that a child process makes at once
BATCH_SIZE = 1 << 14  # records that the engine takes at once


class SolvedRecord(NamedTuple):
    """What solving a record gave."""

    record: Record
    board: Board
    solution: Board | None
    problem: PuzzleError | RulesError | None = None


def _solve(record: Record, timeout: float | None = None) -> SolvedRecord:
    assert record.board is not None
    try:
        is_variant = not record.board.rules.is_classic
        solution = variant_work.solve(record.board, timeout) if is_variant else solve(record.board, timeout=timeout)
        return SolvedRecord(record, record.board, solution)
    except (PuzzleError, RulesError) as error:
        return SolvedRecord(record, record.board, None, error)


class Solver:
    """Solves in plain Python at first, in bulk from when on that pays.

    With a `timeout` for each puzzle the compiled engine is never used.
    """

    def __init__(self, job: Job, timeout: float | None) -> None:
        self.job, self.timeout = job, timeout
        self.engine: Any = None
        self.done = 0  # in plain Python
        self.change = Changeover(load_engine, *SOLVER, usual=SOLVING, puzzles=job.puzzles)

    @property
    def in_bulk(self) -> bool:
        """Whether the engine is in use."""
        return self.engine is not None

    def solved(self) -> "Iterator[SolvedRecord | SolvedBlock]":
        """Yield all that the source holds with its solutions, in order."""
        with self.change:
            yield from self._solved()

    def _solved(self) -> "Iterator[SolvedRecord | SolvedBlock]":
        waiting: list[Record] = []
        for item in self.job.items(lambda: self.in_bulk):
            if isinstance(item, Record):
                waiting.append(item)
            if not isinstance(item, Record) or not self.in_bulk or len(waiting) >= BATCH_SIZE:
                yield from self._solve_records(waiting)
                waiting = []
            if item and not isinstance(item, Record):
                yield self.engine.solve_block(item, self.job.threads)
        yield from self._solve_records(waiting)

    def _solve_records(self, records: list[Record]) -> Iterator[SolvedRecord]:
        found: Iterable[Board | None] = [None] * len(records)
        if self.in_bulk and len(records) > 1:
            found = self.engine.solve_boards([record.board for record in records], self.job.threads)
        for record, solution in zip(records, found, strict=True):
            if record.board and solution:
                yield SolvedRecord(record, record.board, solution)
            else:
                yield self._solve_plainly(record)  # which also finds the words for what is wrong

    def _solve_plainly(self, record: Record) -> SolvedRecord:
        solved = _solve(record, self.timeout)
        self.done += 1
        if self.timeout is None:
            self.engine = self.change.code(self.done)
        return solved


def _warn_improper(job: Job, record: Record, problem: PuzzleError | RulesError) -> None:
    job.tally.improper += 1
    job.warn_about(record, problem)


def solve_all(
    job: Job, *, form: str = "line", every: bool = False, limit: int | None = None, timeout: float | None = None
) -> Tally:
    """Write the solution of every puzzle, in a format of `FORMATS` or a picture; with `every`, all solutions.

    CSV and JSON hold puzzle and solution. A puzzle that is not proper is written as it is, so that every puzzle has its
    place, and said to be so.
    """
    found = _all_solutions(job, form, limit, timeout) if every else _solutions(job, form, timeout)
    return job.output.put_puzzles(found, form, job.refuse)


def _holds_solution(form: str) -> bool:
    return form in FORMATS and FORMATS[form].holds_solution


def _pair(board: Board, solution: Board | None, form: str) -> Pair | OutputText:
    """Return what is written for a puzzle: of a solution in a line the signs of its digits alone."""
    if _holds_solution(form) or not solution:
        return (board, solution) if _holds_solution(form) else (board, None)
    if not board.constraints or form in PICTURES:
        return solution, None
    if form == "line":
        return OutputText(text_of(solution.digits, board.rules) + "\n")
    is_usual = board.box[0] > 1 and board.rules.lowest == 1 and not FORMATS[form].holds_rules
    return (Board.of_givens(solution.digits, board.box) if is_usual else solution), None


def _solutions(job: Job, form: str, timeout: float | None) -> Iterator[Pair | OutputText]:
    for solved in Solver(job, timeout).solved():
        if not isinstance(solved, SolvedRecord):
            yield from _block_solutions(job, solved, form)
            continue
        if solved.problem:
            _warn_improper(job, solved.record, solved.problem)
        pair = _pair(solved.board, solved.solution, form)
        yield pair if isinstance(pair, OutputText) else (*pair[:2], solved.record)


def _block_solutions(job: Job, solved: "SolvedBlock", form: str) -> Iterator[Pair | OutputText]:
    """Yield what is written for a block, and say which of its puzzles are not proper."""
    for place in solved.unsolved():
        again = _solve(solved.block.record(place))
        if again.problem:
            _warn_improper(job, again.record, again.problem)
        elif again.solution:
            solved.solutions[place] = again.solution.digits
    if form in LINE_FORMATS:
        yield OutputText(solved.text(form), len(solved.solutions))
    else:
        yield from (_pair(*pair, form) for pair in solved.pairs())


def _all_solutions(job: Job, form: str, limit: int | None, timeout: float | None) -> Iterator[Pair | OutputText]:
    for record in job.records():
        assert record.board is not None
        found = 0
        try:
            for solution in islice(solutions(record.board, timeout=timeout), limit):
                found += 1
                yield _pair(record.board, solution, form)
        except (PuzzleError, RulesError) as error:
            _warn_improper(job, record, error)
        else:
            job.tally.improper += found != 1
        job.tally.done += 1 - found  # a puzzle counts once, however often it is written


def count_all(job: Job, *, limit: int = 1000, timeout: float | None = None) -> Tally:
    """Write how many solutions every puzzle has, a number a line; a `+` follows where counting stopped at `limit`."""
    return job.output.put(_counts(job, limit, timeout))


def _counts(job: Job, limit: int, timeout: float | None) -> Iterator[OutputText]:
    for record in job.records():
        assert record.board is not None
        try:
            if record.board.rules.is_classic:
                found = count(record.board, limit + 1, timeout=timeout)
            else:
                found = variant_work.count(record.board, limit + 1, timeout)
        except (PuzzleError, RulesError) as error:
            _warn_improper(job, record, error)
            yield OutputText("?\n")
        else:
            job.tally.improper += found != 1
            yield OutputText(f"{limit}+\n" if found > limit else f"{found}\n")


def check_all(job: Job, *, timeout: float | None = None) -> Tally:
    """Write a sentence for all that is wrong with a puzzle or the solution beside it, and how many are proper."""
    job.output.put(_verdicts(job, timeout))
    if done := job.tally.done:
        message = ngettext("{good} of {n} puzzle is proper", "{good} of {n} puzzles are proper", done)
        job.output.write(message.format(good=done - job.tally.improper, n=done) + "\n")
    return job.tally


def _verdicts(job: Job, timeout: float | None) -> Iterator[OutputText]:
    for solved in Solver(job, timeout).solved():
        if isinstance(solved, SolvedRecord):
            texts, puzzles = [_verdict(solved)], 1
        else:
            texts = [_verdict(_solve(solved.block.record(place))) for place in solved.doubtful()]
            puzzles = len(solved.solutions)
        job.tally.improper += sum(map(bool, texts))
        yield OutputText("".join(texts), puzzles)


def _verdict(solved: SolvedRecord) -> str:
    """Return what is wrong with a puzzle, a line for each thing."""
    wrong: list[object] = []
    if solved.problem:
        wrong = list(solved.board.problems()) or [solved.problem]
    elif (given := solved.record.solution) and solved.solution:
        message = _("the solution given beside the puzzle is wrong: {text}")
        is_right = solved.solution.to_text().partition(";")[0] == given.upper()
        wrong = [] if is_right else [message.format(text=quote(given))]
    message = _("line {line}: {problem}")
    return "".join(message.format(line=solved.record.line, problem=problem) + "\n" for problem in wrong)


def convert_all(job: Job, *, form: str) -> Tally:
    """Write every puzzle in another format, with the solution where the source gives one and the format has a place."""
    return job.output.put_puzzles(_converted(job, form), form, job.refuse)


def _converted(job: Job, form: str) -> Iterator[Pair | OutputText]:
    in_blocks = job.size >= LARGE_SOURCE_BYTES and form in LINE_FORMATS
    for item in job.items(lambda: in_blocks):
        if item and not isinstance(item, Record):
            yield OutputText(item.text(form), len(item.puzzles))
        elif item and item.board:
            try:
                answer = _answer(item.board, item.solution) if item.solution else None
            except TessellaError as error:
                if job.refuse(item, error):
                    continue
                return
            yield item.board, answer, item


def _answer(board: Board, solution: str) -> Board:
    """Return the solution that a source gives for a puzzle; raises `ParseError`."""
    filled = line.parse_loose(solution, board.box)
    return Board.of_givens(filled.digits, board.box, board.constraints)


def show_all(job: Job, *, form: str = "small") -> Tally:
    """Write a picture of every puzzle."""
    return job.output.put_puzzles(((record.board, None) for record in job.records() if record.board), form)


def generate_all(output: Output, series: Series, *, form: str = "line", threads: int | None = None) -> Tally:
    """Write the puzzles of a series, each with one solution; CSV and JSON hold the solutions too.

    With a level, rating or technique, CSV also holds the level and the ER. Many 9x9 puzzles come from the compiled
    engine, which gives the same ones. Raises `PuzzleError` where one cannot be had.
    """
    if series.recipe.target is None:
        return output.put_puzzles(_generated(series, form, threads), form)
    found = _searched(series, threads)
    if form == "csv":
        output.write("puzzle,solution,level,er\n")
        return output.put(map(_rated_line, found))
    return output.put_puzzles((_with_solution(board, form) for board, _er in found), form)


def _load_generator() -> Any:
    from tessella.sudoku.generator import bulk  # noqa: PLC0415 - numba takes longer to load than a few puzzles

    return bulk


def _load_variants() -> Any:
    from tessella.sudoku.generator.variants import bulk  # noqa: PLC0415 - numba takes as long to load as a few puzzles

    return bulk


def _with_solution(board: Board, form: str) -> Pair:
    """Return a puzzle with its solution where a format has a place for it."""
    return board, solve(board) if _holds_solution(form) else None


def _generated(series: Series, form: str, threads: int | None) -> Iterator[Pair | OutputText]:
    def in_bulk(generator: Any, rest: Series) -> Iterator[Pair | OutputText]:
        for puzzles in generator.generate_blocks(rest, threads=threads):
            if form in LINE_FORMATS:
                yield OutputText(load_engine().text_of(puzzles, form, threads), len(puzzles))
            else:
                yield from map(pair, map(Board.of_givens, puzzles.tolist()))

    def pair(board: Board) -> Pair:
        return _with_solution(board, form)

    if series.recipe.variants:
        usual, load = GENERATING_VARIANTS, None if series.recipe.level else _load_variants
        with _change(series, threads, "variants", "variants-generator", usual=usual, load=load) as change:
            yield from _made(series, pair, lambda code, rest: map(pair, code.generate_boards(rest, threads)), change)
        return
    with _change(series, threads, "generator", *SOLVER, usual=GENERATING) as change:
        yield from _made(series, pair, in_bulk, change if series.recipe.is_for_bulk else None)


def _searched(series: Series, threads: int | None) -> Iterator[tuple[Board, float | None]]:
    """Yield puzzles with a target, with their ER where that is known."""

    def in_bulk(generator: Any, rest: Series) -> Iterator[tuple[Board, float | None]]:
        for rows, ers in generator.search_blocks(rest, threads=threads):
            yield from zip(map(Board.of_givens, rows.tolist()), ers.tolist(), strict=True)

    with _change(series, threads, *GENERATOR, usual=SEARCHING) as change:
        if is_plain(series.recipe):
            yield from _made(series, lambda board: (board, None), in_bulk, change)
        else:
            yield from in_bulk(change.wait(), series)


def _change(
    series: Series, threads: int | None, *groups: str, usual: float, load: Callable[[], Any] | None = _load_generator
) -> Changeover:
    return Changeover(load, *groups, usual=usual, puzzles=len(series.numbers), processes=threads or cores())


def _made(
    series: Series,
    plain: Callable[[Board], T],
    in_bulk: Callable[[Any, Series], Iterator[T]],
    change: Changeover | None,
) -> Iterator[T]:
    """Yield what becomes of the puzzles of a series: of those that are made one by one, then of the rest."""
    done = 0
    while done < len(series.numbers):
        if change and (generator := change.code(done)):
            yield from in_bulk(generator, series._replace(numbers=series.numbers[done:]))
            return
        if change and change.is_shared(done):
            boards = _shared(series, done, change)
        else:
            boards = iter([puzzle_of(series.recipe, series.seed, series.numbers[done])])
        for board in boards:
            done += 1
            yield plain(board)


def _shared(series: Series, done: int, change: Changeover) -> Iterator[Board]:
    """Yield the puzzles that follow, made by child processes, until compiled code is ready."""
    recipe, seed, numbers = series

    def make(part: range) -> tuple[range, list[str]]:
        texts = list[str]()
        while rest := [*part[len(texts) :]]:
            if not (more := change.share(plain_work.make_some, str(recipe), seed, rest)):
                break
            texts += more
        return part, texts

    starts = takewhile(lambda start: not change.code(start), range(done, len(numbers), SHARE))
    for part, texts in map_ahead(make, (numbers[start : start + SHARE] for start in starts), change.processes):
        yield from map(Board.parse, texts)
        yield from (puzzle_of(recipe, seed, k) for k in part[len(texts) :])  # with the words for what cannot be had


def _rated_line(found: tuple[Board, float | None]) -> OutputText:
    """Return a line of CSV."""
    board, known = found
    er = (rate_in_plain(board) or rate(board)).er if known is None else known
    return OutputText(f"{board.to_text()},{solve(board).to_text()},{level_of(er)},{er:.1f}\n")
