"""Rated puzzles as text: rows of CSV, objects of JSON, lines and reports for people."""

import csv
import io
import json
from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from tessella.errors import TessellaError
from tessella.i18n import _, ngettext
from tessella.sudoku import rendering
from tessella.sudoku.board import Board
from tessella.sudoku.notation import Record
from tessella.sudoku.rating.levels import level_name
from tessella.sudoku.rating.rater import RatedStep, Rating
from tessella.sudoku.rules.ruleset import CLASSIC
from tessella.sudoku.solver import solutions

HEADER = ("puzzle", "er", "ep", "ed", "level", "techniques", "problem")


class RatedRecord(NamedTuple):
    """One puzzle of a source with its rating, or why there is none."""

    record: Record
    rating: Rating | None = None  # its path is empty unless it was asked for
    steps: int = 0
    problem: TessellaError | None = None

    @property
    def text(self) -> str:
        """The puzzle with points for blanks, or the text that is none."""
        board = self.record.board
        return (
            self.record.text if board is None else Board.of_givens(board.digits, board.box, board.constraints).to_text()
        )

    @property
    def can_be_rated(self) -> bool:
        """Whether it is a puzzle of 9x9, proper or not."""
        return self.record.board is not None and self.record.board.rules == CLASSIC


def fields(values: Iterable[object]) -> str:
    """Return a row of CSV."""
    row = io.StringIO()
    csv.writer(row, lineterminator="\n").writerow(values)
    return row.getvalue()


def csv_row(rated: RatedRecord, *, path: bool) -> str:
    """Return a puzzle as a row of CSV, with `path` every step in the last column."""
    one = rated.rating
    if one is None:
        return fields([rated.text, *[""] * 5, rated.problem, *[""] * path])
    used = ";".join(f"{name}:{times}" for name, times in one.techniques.items())
    steps = ["; ".join(map(str, one.path))] if path else []
    return fields([rated.text, f"{one.er:.1f}", f"{one.ep:.1f}", f"{one.ed:.1f}", one.level, used, "", *steps])


def json_object(rated: RatedRecord, *, path: bool) -> str:
    """Return a puzzle as a line of JSON, with `path` every step too."""
    one = rated.rating
    values: dict[str, object] = {"puzzle": rated.text}
    values |= {name: one and getattr(one, name) for name in ("er", "ep", "ed", "level", "techniques", "bottlenecks")}
    values |= {"steps": rated.steps if one else None, "problem": str(rated.problem) if rated.problem else None}
    if path:
        values["path"] = one and [_json_step(step) for step in one.path]
    return json.dumps(values, ensure_ascii=False) + "\n"


def _json_step(step: RatedStep) -> dict[str, object]:
    return {
        "technique": step.technique,
        "rating": step.rating,
        "placements": [f"r{row}c{col}={digit}" for digit, row, col in step.placements],
        "eliminations": [f"r{row}c{col}<>{digit}" for digit, row, col in step.eliminations],
        "complexity": step.complexity,
    }


def line(rated: RatedRecord) -> str:
    """Return a puzzle as a line of a list."""
    one = rated.rating
    if one is None:
        return f"   -     -     -  {rated.text:81}  " + _("not rated") + "\n"
    return f"{one.er:4.1f}  {one.ep:4.1f}  {one.ed:4.1f}  {rated.text:81}  {level_name(one.level)}\n"


def certificate(rated: RatedRecord) -> str:
    """Return what a puzzle is and how hard, then a step a line."""
    one = rated.rating
    if one is None:
        return f"# {rated.text}\n"
    head = f"# {rated.text} {one.er:.1f}/{one.ep:.1f}/{one.ed:.1f}"
    return "".join(f"{text}\n" for text in [head, *map(str, one.path)])


def report(rated: RatedRecord) -> str:
    """Return all about one puzzle for people to read."""
    one, board = rated.rating, rated.record.board
    if one is None or board is None:
        return _not_rated(board)
    steps = ngettext("{n} step", "{n} steps", rated.steps).format(n=rated.steps)
    lines = [
        rendering.small(Board.of_givens(board.digits, board.box), ascii_only=True),
        "",
        _("level {level}").format(level=level_name(one.level)),
        _("ER {rating}: the hardest step").format(rating=f"{one.er:4.1f}"),
        _("EP {rating}: the hardest step up to the first digit").format(rating=f"{one.ep:4.1f}"),
        _("ED {rating}: the first step").format(rating=f"{one.ed:4.1f}"),
        _("{steps}, {n} of them as hard as the hardest").format(steps=steps, n=one.bottlenecks),
    ]
    if one.path:
        lines += ["", _("rating  times  technique")]
        ratings: dict[str, float] = {}
        for step in one.path:
            ratings[step.technique] = max(ratings.get(step.technique, 0), step.rating)
        ordered = sorted(one.techniques, key=ratings.__getitem__)
        lines += [f"{ratings[name]:6.1f}  {one.techniques[name]:5}  {_(name)}" for name in ordered]
    return "\n".join(lines) + "\n"


def _not_rated(board: Board | None) -> str:
    """Return why a puzzle has no rating, with two of its solutions where it has several."""
    found = list(islice(solutions(board), 2)) if board and board.rules == CLASSIC else []
    if board is None or len(found) < 2:
        return _("not rated") + "\n"
    here, other = found
    shown = [Board(board.box, board.digits, one.digits, (0,) * 81) for one in found]
    drawn = [rendering.small(one, ascii_only=True).split("\n") for one in shown]
    apart = [board.name(cell) for cell in range(81) if here.digits[cell] != other.digits[cell]]
    count = ngettext("they differ in {n} cell: {cells}", "they differ in {n} cells: {cells}", len(apart))
    cells = ", ".join(apart[:10]) + (", ..." if len(apart) > 10 else "")
    head = _("not rated: there is more than one solution, for example these two")
    rows = [f"{left:23}     {right}".rstrip() for left, right in zip(*drawn, strict=True)]
    return "\n".join([head, "", *rows, "", count.format(n=len(apart), cells=cells), ""])
