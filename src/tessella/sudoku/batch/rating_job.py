"""How hard are the puzzles of a file?

Each is rated, in the order of the file and on all cores, and written as a row of CSV, an object of JSON or a line for
people to read; one puzzle alone as a report. However long the file is, a few blocks of it are held at a time.
"""

import csv
import io
import json
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, islice
from typing import NamedTuple, TypeAlias

from tessella.errors import TessellaError
from tessella.i18n import _, ngettext
from tessella.io.lines import ByteSource
from tessella.sudoku import rendering
from tessella.sudoku.batch.jobs import LONG, Block, Done, Job, Tally, pour, read
from tessella.sudoku.board import Board
from tessella.sudoku.formats.detect import detect_source
from tessella.sudoku.notation import Record
from tessella.sudoku.rating.levels import LEVELS, level_name
from tessella.sudoku.rating.rater import RatedStep, Rating, is_compiled, rate, rate_in_plain, rate_many
from tessella.sudoku.solver import solutions, solve

__all__ = ["FORMATS", "rate_all", "technique_name"]

FORMATS = ("text", "csv", "json")
HEADER = ("puzzle", "er", "ep", "ed", "level", "techniques", "problem")

FEWEST = 17  # givens of a proper 9x9 puzzle (McGuire, Tugemann and Civario 2012)
PATIENCE = 1.5  # seconds of rating in plain Python before the kernels are worth their start
MOST = 256  # puzzles that a thread takes at once, of those that are rated quickly
TURN = 0.3  # seconds that it is to take for them
PLAIN = re.compile(rb"(?m)^[ \t]*[0-9._*-]{81}[ \t\r,;]*$")  # a line that is surely a puzzle

Items: TypeAlias = "list[Record] | Block"


def technique_name(technique: str) -> str:
    """Return the name of one of the rater's techniques in the language that is spoken now."""
    return _(technique)


class Row(NamedTuple):
    """What is to be said about one puzzle of a file: its rating, or why there is none."""

    record: Record
    rating: Rating | None = None  # its path is empty unless it was asked for
    steps: int = 0
    problem: TessellaError | None = None


def rate_all(
    source: ByteSource, write: Callable[[str], object], job: Job, *, form: str = "text", path: bool = False
) -> Tally:
    """Write how hard every puzzle is, in a format of `FORMATS`, with `path` every step too.

    In CSV and JSON what is no puzzle has its row too, which says so, and never ends the work.
    """
    tally = Tally()
    here, name = _Held(source), job.form
    if name is None:
        name, chunks = detect_source(source, None, job.box)
        head = next(chunks, b"")
        if name == "rows" and PLAIN.search(head):  # one wrong line at the beginning does not make a picture of a list
            name = "line"
        here = _Held(source, chain([head], chunks))
    long = getattr(source, "size", 0) >= LONG // 8
    listing = _Listing(*job)._replace(form=name)
    rows = _Rater(job, path=path).rows(read(here, listing, tally, lambda: long))
    pour(write, _written(rows, form, job, tally, path=path), job.watch, tally)
    return tally


class _Held:
    """A source, the beginning of which has been read."""

    def __init__(self, source: ByteSource, chunks: Iterator[bytes] | None = None) -> None:
        self.source, self.chunks = source, chunks

    def read(self, size: int, /) -> bytes:
        """Return the next bytes."""
        return self.source.read(size) if self.chunks is None else next(self.chunks, b"")


class _Listing(Job):
    """A job that passes on what is no puzzle as well, for it has its place among the others."""

    __slots__ = ()

    def taken(self, read: Record, tally: Tally) -> bool:
        """Return whether a record is asked for."""
        del read
        tally.read += 1
        return tally.read > self.skip

    def ended(self, tally: Tally) -> bool:
        """Return that the work goes on."""
        del tally
        return False


# --- rating -----------------------------------------------------------------------------------------------


class _Rater:
    """Rates puzzles, in plain Python at first, on all cores from when on that pays, and gives them back in order.

    The kernels need a second to begin, the first time up to a minute, and then are far quicker.
    """

    def __init__(self, job: Job, *, path: bool) -> None:
        self.job, self.path = job, path
        self.at_once = 1

    def rows(self, items: Iterable[Items]) -> Iterator[Row]:
        """Yield what is to be said about every puzzle, in order."""
        pieces = self._pieces(items)
        begun = time.perf_counter()
        for piece in pieces:
            if isinstance(piece, Block) or time.perf_counter() - begun > PATIENCE:
                self._announce()
                rows = self._rated(piece)  # here, for what is compiled in this thread ends at Ctrl-C
                self.job.watch.clear()
                yield from rows
                break
            for record in piece:
                yield self._one(record)
        else:
            return
        threads = self.job.threads or _cores()
        pool = ThreadPoolExecutor(threads)
        try:
            waiting: deque[Future[list[Row]]] = deque()
            for piece in pieces:
                waiting.append(pool.submit(self._rated, piece))
                while len(waiting) > 2 * threads or (waiting and waiting[0].done()):
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)

    def _pieces(self, items: Iterable[Items]) -> Iterator[Items]:
        """Yield the puzzles again, as many together as are rated in a moment."""
        some: list[Record] = []
        for item in items:
            if isinstance(item, Block):
                if some:
                    yield some
                    some = []
                at = 0
                while at < len(item.puzzles):
                    part = slice(at, at + self.at_once)
                    yield Block(item.line + at, item.puzzles[part], None)
                    at = part.stop
                continue
            some += item
            if len(some) >= self.at_once:
                yield some
                some = []
        if some:
            yield some

    def _one(self, record: Record) -> Row:
        """Return the rating of one puzzle with its path, in plain Python unless it is among the hardest."""
        board = record.board
        if board is None or board.box != (3, 3):
            return self._walked(record)
        try:
            solve(board)
        except TessellaError as error:
            return Row(record, problem=error)
        found = rate_in_plain(board)
        if found is not None:
            return Row(record, found, len(found.path))
        self._announce()
        row = self._walked(record)
        self.job.watch.clear()
        return row

    def _announce(self) -> None:
        """Say what is waited for, before the first rating."""
        if self.job.watch.stream is None:
            return
        if is_compiled():
            self.job.watch.note(_("preparing the rater"))
        else:
            self.job.watch.note(_("compiling the rater, once: up to a minute"))

    def _rated(self, piece: Items) -> list[Row]:
        begun = time.perf_counter()
        rows = [self._walked(record) for record in _records(piece)] if self.path else list(_rows(piece))
        spent = (time.perf_counter() - begun) / len(rows)
        # Slowly upwards, for the first ones also take the time to begin.
        self.at_once = max(1, min(2 * self.at_once, int(TURN / spent), MOST))
        return rows

    def _walked(self, record: Record) -> Row:
        """Return the rating of one puzzle with its path."""
        if record.board is None:
            return Row(record, problem=record.error)
        try:
            found = rate(record.board)
        except TessellaError as error:
            return Row(record, problem=error)
        return Row(record, found, len(found.path))


def _cores() -> int:
    from tessella.sudoku.bulk_solver import cores  # noqa: PLC0415 - numba comes with it

    return cores()


def _records(piece: Items) -> list[Record]:
    """Return a piece as records."""
    if not isinstance(piece, Block):
        return piece
    boards = [Board.of_givens(row) for row in piece.puzzles.tolist()]
    return [Record(piece.line + n, board.to_text(), board) for n, board in enumerate(boards)]


def _rows(piece: Items) -> Iterator[Row]:
    """Yield what is to be said about some puzzles, rated together."""
    import numpy as np  # noqa: PLC0415 - play and other commands start without it

    records = _records(piece)
    fit = [
        record.board is not None
        and record.board.box == (3, 3)
        and sum(map(bool, record.board.digits)) >= FEWEST  # with fewer the engine may search long
        for record in records
    ]
    asked = [record.board.digits for record, good in zip(records, fit, strict=True) if good and record.board]
    found = rate_many(np.array(asked, np.uint8).reshape(-1, 81), threads=1)
    names = found["techniques"].dtype.names or ()
    used = np.ascontiguousarray(found["techniques"]).view(np.int16).reshape(len(found), len(names))
    levels = list(LEVELS)
    at = 0
    for record, good in zip(records, fit, strict=True):
        if not good or found["status"][at] != 1:
            yield Row(record, problem=record.error or _problem(record))
        else:
            one = found[at]
            times = {names[place]: int(used[at, place]) for place in np.flatnonzero(used[at]).tolist()}
            er, ep, ed = float(one["er"]), float(one["ep"]), float(one["ed"])
            rating = Rating(er, ep, ed, levels[one["level"]], times, int(one["bottlenecks"]), ())
            yield Row(record, rating, int(one["steps"]))
        at += good


def _problem(record: Record) -> TessellaError:
    """Return why a puzzle has no rating."""
    assert record.board is not None
    try:
        solve(record.board)  # with the words for what is wrong
        rate(record.board)
    except TessellaError as error:
        return error
    raise AssertionError(record.text)  # the engine and the plain solver do not agree


# --- writing ----------------------------------------------------------------------------------------------


def _written(rows: Iterable[Row], form: str, job: Job, tally: Tally, *, path: bool) -> Iterator[Done]:
    """Yield the text of every row."""
    if form == "csv":
        yield Done(_fields([*HEADER, "path"] if path else HEADER), 0)
    body = {"csv": _csv, "json": _json, "text": _steps if path else _line}[form]
    makes = iter(rows)
    first = list(islice(makes, 2))
    if form == "text" and not path:
        if len(first) == 1:
            body = _report
        elif first:
            head = _("puzzle"), _("level")
            yield Done(f"  ER    EP    ED  {head[0]:81}  {head[1]}\n", 0)
    for row in chain(first, makes):
        if row.problem:
            is_puzzle = row.record.board is not None and row.record.board.box == (3, 3)
            tally.improper += is_puzzle
            tally.wrong += not is_puzzle
            if form == "text":
                job.tell(row.record, row.problem)
                if not is_puzzle and job.ended(tally):
                    return
                if row.record.board is None:
                    tally.done += 1  # nothing to write, but passed by, as `skip` counts
                    continue
        yield Done(body(row, path=path))


def _text(record: Record) -> str:
    """Return a puzzle with points for blanks, or the text that is none."""
    board = record.board
    return record.text if board is None else Board.of_givens(board.digits, board.box).to_text()


def _fields(values: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue()


def _csv(row: Row, *, path: bool) -> str:
    if row.rating is None:
        return _fields([_text(row.record), *[""] * 5, row.problem, *[""] * path])
    one = row.rating
    used = ";".join(f"{name}:{times}" for name, times in one.techniques.items())
    steps = ["; ".join(map(str, one.path))] if path else []
    return _fields([_text(row.record), f"{one.er:.1f}", f"{one.ep:.1f}", f"{one.ed:.1f}", one.level, used, "", *steps])


def _json(row: Row, *, path: bool) -> str:
    one = row.rating
    values: dict[str, object] = {"puzzle": _text(row.record)}
    values |= {name: one and getattr(one, name) for name in ("er", "ep", "ed", "level", "techniques", "bottlenecks")}
    values |= {"steps": row.steps if one else None, "problem": str(row.problem) if row.problem else None}
    if path:
        values["path"] = one and [_step(step) for step in one.path]
    return json.dumps(values, ensure_ascii=False) + "\n"


def _step(step: RatedStep) -> dict[str, object]:
    return {
        "technique": step.technique,
        "rating": step.rating,
        "placements": [f"r{row}c{col}={digit}" for digit, row, col in step.placements],
        "eliminations": [f"r{row}c{col}<>{digit}" for digit, row, col in step.eliminations],
        "complexity": step.complexity,
    }


def _line(row: Row, *, path: bool) -> str:  # noqa: ARG001 - as the others are called
    one, text = row.rating, _text(row.record)
    if one is None:
        level = _("not rated")
        return f"   -     -     -  {text:81}  {level}\n"
    return f"{one.er:4.1f}  {one.ep:4.1f}  {one.ed:4.1f}  {text:81}  {level_name(one.level)}\n"


def _steps(row: Row, *, path: bool) -> str:  # noqa: ARG001 - as the others are called
    """Return the certificate of one puzzle: what it is and how hard, then a step a line."""
    one, text = row.rating, _text(row.record)
    if one is None:
        return f"# {text}\n"
    return "".join(f"{line}\n" for line in [f"# {text} {one.er:.1f}/{one.ep:.1f}/{one.ed:.1f}", *map(str, one.path)])


def _report(row: Row, *, path: bool) -> str:  # noqa: ARG001 - as the others are called
    """Return all about one puzzle for people to read."""
    if row.rating is None:
        return _not_rated(row)
    one = row.rating
    board = row.record.board
    assert board is not None
    steps = ngettext("{n} step", "{n} steps", row.steps).format(n=row.steps)
    hardest = _("{steps}, {n} of them as hard as the hardest").format(steps=steps, n=one.bottlenecks)
    lines = [
        rendering.small(Board.of_givens(board.digits, board.box), ascii_only=True),
        "",
        _("level {level}").format(level=level_name(one.level)),
        _("ER {rating}: the hardest step").format(rating=f"{one.er:4.1f}"),
        _("EP {rating}: the hardest step up to the first digit").format(rating=f"{one.ep:4.1f}"),
        _("ED {rating}: the first step").format(rating=f"{one.ed:4.1f}"),
        hardest,
    ]
    if one.path:
        lines += ["", _("rating  times  technique")]
        ratings: dict[str, float] = {}
        for step in one.path:
            ratings[step.technique] = max(ratings.get(step.technique, 0), step.rating)
        ordered = sorted(one.techniques, key=ratings.__getitem__)
        lines += [f"{ratings[name]:6.1f}  {one.techniques[name]:5}  {technique_name(name)}" for name in ordered]
    return "\n".join(lines) + "\n"


def _not_rated(row: Row) -> str:
    """Return why a puzzle has no rating, with two of its solutions where it has several."""
    board = row.record.board
    if board is None or board.box != (3, 3) or len(found := list(islice(solutions(board), 2))) < 2:
        return _("not rated") + "\n"
    here, other = found
    drawn = [
        rendering.small(Board(one.box, board.digits, one.digits, one.marks), ascii_only=True).split("\n")
        for one in found
    ]
    apart = [board.name(cell) for cell in range(81) if here.digits[cell] != other.digits[cell]]
    count = ngettext("they differ in {n} cell: {cells}", "they differ in {n} cells: {cells}", len(apart))
    cells = ", ".join(apart[:10]) + (", ..." if len(apart) > 10 else "")
    return "\n".join(
        [
            _("not rated: there is more than one solution, for example these two"),
            "",
            *[f"{left:23}     {right}".rstrip() for left, right in zip(*drawn, strict=True)],
            "",
            count.format(n=len(apart), cells=cells),
            "",
        ]
    )
