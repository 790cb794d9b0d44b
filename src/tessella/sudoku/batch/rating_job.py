"""Rating of the puzzles of a source, in its order and on all cores."""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING

from tessella.compiled import warming
from tessella.errors import TessellaError
from tessella.i18n import _
from tessella.io.lines import ChunkSource
from tessella.io.progress_bar import pad
from tessella.io.worker_threads import cores, map_ahead
from tessella.sudoku.batch import plain_work, rated
from tessella.sudoku.batch.changeover import Changeover
from tessella.sudoku.batch.job import LARGE_SOURCE_BYTES, Job, OutputText, Tally, below, load_engine
from tessella.sudoku.batch.rated import RatedRecord
from tessella.sudoku.formats.registry import detect_source
from tessella.sudoku.geometry import BLANK_MARKS
from tessella.sudoku.notation import Record
from tessella.sudoku.rating.rater import rate, rate_in_plain
from tessella.sudoku.rules.ruleset import CLASSIC
from tessella.sudoku.solver import solve

if TYPE_CHECKING:
    from tessella.sudoku.batch.blocks import PuzzleBlock

FORMATS = ("text", "csv", "json")

USUAL_SECONDS = 0.03  # seconds that plain Python takes for a usual puzzle
MAX_BATCH_SIZE = 256  # puzzles that a thread takes at once, of those that are rated quickly
BATCH_SECONDS = 0.3  # seconds that a thread is to take for them
PLAIN_LINE = re.compile(rf"(?m)^[ \t]*[0-9xX{BLANK_MARKS}]{{81}}[ \t\r,;]*$".encode())  # a line that is surely a puzzle


def rate_all(job: Job, *, form: str = "text", path: bool = False) -> Tally:
    """Write how hard every puzzle is, in a format of `FORMATS`, with `path` every step too.

    In CSV and JSON what is no puzzle has its row too, which says so, and never ends the work.
    """
    listing = replace(job, lists_errors=True)
    if job.form is None:
        listing.form, chunks = detect_source(job.source, None, job.box)
        head = next(chunks, b"")
        if listing.form == "rows" and PLAIN_LINE.search(head):  # one wrong line does not make a drawing of a list
            listing.form = "line"
        listing.source = ChunkSource(chain([head], chunks))
    rater = _Rater(job, path=path)
    is_long = job.size >= LARGE_SOURCE_BYTES // 8
    items = listing.items(lambda: rater.in_bulk and is_long)
    first = list(islice((item for item in items if item), 2 if form == "text" and not path else 0))
    found = rater.rated(chain(first, items))
    return job.output.put(_texts(found, form, job, path=path, puzzles=len(first)))


class _Rater:
    """Rates puzzles, in plain Python at first, on all cores and in bulk from when on that pays; gives them in order."""

    def __init__(self, job: Job, *, path: bool) -> None:
        self.job, self.path = job, path
        self.in_bulk = False
        self.done = 0  # in plain Python
        self.change = Changeover(
            load_engine, *warming.RATER, usual=USUAL_SECONDS, puzzles=job.puzzles, processes=job.threads or cores()
        )
        self.batch_size = 1

    def rated(self, items: "Iterable[Record | PuzzleBlock | None]") -> Iterator[RatedRecord]:
        """Yield every puzzle with its rating, in order."""
        with self.change:
            pieces = self._pieces(items)
            for piece in pieces:
                if piece is None:
                    continue
                if isinstance(piece, list) and not self.change.code(self.done) and not self.change.is_shared(self.done):
                    if one := self._plainly(piece[0]):
                        self.done += 1
                        yield one
                        continue
                    self._engine()
                workers = self.job.threads or cores()
                at_hand = chain([piece], iter(partial(next, pieces, None), None))
                yield from chain.from_iterable(map_ahead(self._rate, at_hand, workers))

    def _pieces(self, items: "Iterable[Record | PuzzleBlock | None]") -> "Iterator[list[Record] | PuzzleBlock | None]":
        """Yield the puzzles again, as many together as are rated in a moment; None as the items have it."""
        some: list[Record] = []
        for item in items:
            if isinstance(item, Record):
                some.append(item)
            if some and (len(some) >= self.batch_size or not isinstance(item, Record)):
                yield some
                some = []
            if item is None:
                yield None
            while item and not isinstance(item, Record) and len(item.puzzles):
                size = self.batch_size
                yield item._replace(puzzles=item.puzzles[:size], answers=None)
                item = item.after(size)  # noqa: PLW2901 - taken apart from its beginning
        if some:
            yield some

    def _plainly(self, record: Record) -> RatedRecord | None:
        """Return the rating of one puzzle with its path, found in plain Python; None where the kernels are quicker."""
        if problem := self._problem(record):
            return problem
        assert record.board
        found = rate_in_plain(record.board, is_over=lambda: bool(self.change.code(self.done + 1)))
        return RatedRecord(record, found, len(found.path)) if found else None

    def _problem(self, record: Record) -> RatedRecord | None:
        """Return why a record has no rating, None where it has one."""
        if record.board is None or record.board.rules != CLASSIC:
            return self._rate_with_path(record)
        try:
            solve(record.board)
        except TessellaError as error:
            return RatedRecord(record, problem=error)
        return None

    def _engine(self) -> None:
        """Wait for the compiled engine; say so."""
        if self.job.progress.is_shown:
            ready, first = _("preparing the rater"), _("compiling the rater (once, up to a minute)")
            self.job.progress.note(ready if self.change.is_ready else first)
        self.change.wait()
        self.job.progress.clear()

    def _rate(self, piece: "list[Record] | PuzzleBlock") -> list[RatedRecord]:
        begun = time.perf_counter()
        records = piece if isinstance(piece, list) else [piece.record(place) for place in range(len(piece.puzzles))]
        found = list[RatedRecord]()
        while rest := records[len(found) :]:
            found += self._by_engine(rest) if self.change.code(self.done) else self._shared(rest)
        seconds = (time.perf_counter() - begun) / len(found)
        # Slowly upwards, for the first ones also take the time to begin.
        self.batch_size = max(1, min(2 * self.batch_size, int(BATCH_SECONDS / seconds), MAX_BATCH_SIZE))
        return found

    def _by_engine(self, records: list[Record]) -> Iterable[RatedRecord]:
        self.in_bulk = True
        return map(self._rate_with_path, records) if self.path else load_engine().rate_records(records)

    def _shared(self, records: list[Record]) -> list[RatedRecord]:
        """Return the ratings of some of the records, from the first, as a child process finds them in plain Python."""
        texts = [RatedRecord(record).text if RatedRecord(record).can_be_rated else "" for record in records]
        shared = self.change.share(plain_work.rate_some, texts)
        if not shared:
            return [self._plainly(records[0]) or self._beyond_plain(records[0])]
        self.done += len(shared)
        return [
            RatedRecord(record, rating, len(rating.path)) if rating else self._beyond_plain(record)
            for record, rating in zip(records, shared, strict=False)
        ]

    def _beyond_plain(self, record: Record) -> RatedRecord:
        """Return the rating of a puzzle that plain Python does not find, or why there is none."""
        problem = self._problem(record)
        if problem is None:
            self._engine()
        return problem or self._rate_with_path(record)

    def _rate_with_path(self, record: Record) -> RatedRecord:
        if record.board is None:
            return RatedRecord(record, problem=record.error)
        try:
            found = rate(record.board)
        except TessellaError as error:
            return RatedRecord(record, problem=error)
        return RatedRecord(record, found, len(found.path))


def _texts(found: Iterator[RatedRecord], form: str, job: Job, *, path: bool, puzzles: int) -> Iterator[OutputText]:
    """Yield the text of every puzzle, for a table of `puzzles` rows or more; say which are none, or not proper."""
    head = rated.fields([*rated.HEADER, "path"] if path else rated.HEADER) if form == "csv" else ""
    body: Callable[[RatedRecord], str] = rated.certificate if path else rated.line
    if form != "text":
        body = partial(rated.csv_row if form == "csv" else rated.json_object, path=path)
    elif puzzles == 1:  # a puzzle alone has a report
        body = rated.report
    elif puzzles:
        puzzle, level = pad(_("puzzle"), 81), _("level")
        head = f"  ER    EP    ED  {puzzle}  {level}\n"
    yield from below(OutputText(head, 0), _rows(found, form, job, body))


def _rows(
    found: Iterator[RatedRecord], form: str, job: Job, body: Callable[[RatedRecord], str]
) -> Iterator[OutputText]:
    for one in found:
        if one.problem:
            job.tally.improper += one.can_be_rated
            job.tally.wrong += not one.can_be_rated
            if form == "text":
                job.warn_about(one.record, one.problem)
                if not one.can_be_rated and job.is_over:
                    return
                if one.record.board is None:
                    job.tally.done += 1  # nothing to write, but passed by, as `skip` counts
                    continue
        yield OutputText(body(one))
