"""The puzzles to print: from files, ids and days, or generated."""

import argparse
import datetime as dt
import re
import sys
from calendar import isleap, monthrange
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tessella import games, ids
from tessella.cli.numbers import number, whole
from tessella.cli.sudoku.recipe_options import recipe_of, seed_of
from tessella.cli.sudoku.streaming import known_format
from tessella.errors import ParseError, PuzzleError
from tessella.i18n import _
from tessella.io.progress_bar import ProgressBar
from tessella.sudoku import LEVELS, Board, notation, rules, solve
from tessella.sudoku.batch.job import open_puzzles
from tessella.sudoku.generation import WEEK, daily_recipe, open_id
from tessella.sudoku.generator.recipe import Recipe
from tessella.sudoku.generator.search import is_plain
from tessella.sudoku.printing.layout import PrintedPuzzle
from tessella.sudoku.rating.rater import rate_in_plain
from tessella.sudoku.tutor.practice import level_of_table

MAX_PUZZLES = 10_000
"""Puzzles that are printed at most: a day's work for a printer."""


class Source(NamedTuple):
    """A puzzle as it came."""

    board: Board
    id: str = ""
    day: dt.date | None = None
    place: str = ""
    """What to call it in a complaint."""


class Sources:
    """The puzzles that the options ask for, with their solutions and levels."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.wrong = self.improper = self.done = self.count = 0
        self.timeout = number(args.timeout, "--timeout")
        recipe = [args.number, args.level, args.rating, args.technique, args.clues, args.symmetry, args.seed]
        is_generated = any(value is not None for value in recipe)
        if sum([bool(args.what), args.daily is not None, is_generated]) > 1:
            raise ParseError(_("expected files and ids, days, or a kind of puzzle to generate, but only one of these"))
        if args.daily is not None:
            self.sources = self._of_days(days_of(args.daily))
        elif is_generated:
            self.sources = self._generated()
        elif args.what or not sys.stdin.isatty():
            self.sources = self._given(args.what or ["-"])
        else:
            hint = _("such as -n 12 --seed 42, or --daily 2027, or a file")
            raise ParseError(_("expected puzzles to print, got nothing"), hint=hint)

    @property
    def exit_code(self) -> int:
        """0, 1 where some puzzle is not proper, or 2 where some text is no puzzle."""
        return 2 if self.wrong and not self.args.keep_going else 1 if self.improper else 0

    def share(self) -> float | None:
        """Return how much is done, where that is known."""
        return self.done / self.count if self.count else None

    def read(self, progress: ProgressBar) -> list[PrintedPuzzle]:
        """Return all puzzles; none where some text is no puzzle, unless such text is to be skipped."""
        self.progress = progress
        puzzles: list[PrintedPuzzle] = []
        for source in progress.until_stopped(self.sources):
            if len(puzzles) == MAX_PUZZLES:
                raise ParseError(_("expected at most {most} puzzles to print, got more"), most=MAX_PUZZLES)
            solution = self._solution(source)
            level = self._level(source, solution)
            id_ = "" if self.args.no_id else source.id
            puzzles.append(PrintedPuzzle(source.board, solution, len(puzzles) + 1, id_, level, source.day))
            self.done += 1
            progress.step()
        if self.wrong and not self.args.keep_going:
            return []
        if not puzzles and not self.wrong and not progress.stopped:
            raise ParseError(_("expected puzzles to print, got nothing"))
        return [puzzles[0]._replace(number=0)] if len(puzzles) == 1 else puzzles

    def _warn(self, sentence: str) -> None:
        self.progress.clear()
        print(sentence, file=sys.stderr)

    def _solution(self, source: Source) -> Board | None:
        if self.args.answers == "none" and (self.args.no_level or source.board.box != (3, 3)):
            return None
        try:
            return solve(source.board.puzzle, timeout=self.timeout)
        except PuzzleError as error:
            self.improper += 1
            self._warn(f"{source.place}: {error}" if source.place else str(error))
            return None

    def _level(self, source: Source, solution: Board | None) -> str:
        if self.args.no_level or source.board.box != (3, 3):
            return ""
        if source.day:
            return WEEK[source.day.weekday()]
        if known := level_of_table(source.id):
            return known
        if solution is None:
            return ""
        found = rate_in_plain(source.board.puzzle, most=round(10 * LEVELS["expert"]))
        return found.level if found else "extreme"

    def _announce(self, recipe: Recipe) -> None:
        if not self.done and not is_plain(recipe):
            self.progress.note(_("searching for the first puzzle; the engine is compiled when it is first used"))

    def _of_days(self, days: range) -> Iterator[Source]:
        self.count = _not_too_many(len(days))
        for ordinal in days:
            day = dt.date.fromordinal(ordinal)
            self._announce(daily_recipe(day))
            opened = open_id(f"sudoku:daily/{day}")
            yield Source(opened.start, opened.id, day)

    def _generated(self) -> Iterator[Source]:
        self.count, first = _not_too_many(whole(self.args.number or "1")), whole(self.args.first, 0)
        recipe = recipe_of(self.args)
        seed = seed_of(self.args)
        self._announce(recipe)
        for k in range(first, first + self.count):
            opened = open_id(f"sudoku:{recipe}#{seed}.{k}")
            yield Source(opened.start, opened.id, place=opened.id)

    def _given(self, names: Sequence[str]) -> Iterator[Source]:
        skip = whole(self.args.skip, 0)
        for name in names:
            for source in self._of_id(name) if ids.split(name)[0] in games.GAMES else self._of_file(name):
                if skip:
                    skip -= 1
                else:
                    yield source
            if self.wrong and not self.args.keep_going:
                return

    @staticmethod
    def _of_id(text: str) -> Iterator[Source]:
        opened = open_id(text)
        yield Source(opened.start, "" if opened.edited else opened.id, place=opened.id)

    def _of_file(self, name: str) -> Iterator[Source]:
        box = None if self.args.box is None else rules.parse_box(self.args.box)
        form = vars(self.args)["from"]
        if form is not None:
            known_format(form, notation.FORMATS)
        is_empty = True
        with open_puzzles(name) as file:
            for record in notation.read_many(file, form, box):
                is_empty = False
                if record.board is not None:
                    yield Source(record.board, place=_("line {line}").format(line=record.line))
                    continue
                self.wrong += 1
                self._warn(_("line {line}: {problem}").format(line=record.line, problem=record.error))
                if not self.args.keep_going:
                    return
        if is_empty:
            self.wrong += 1
            self._warn(_("expected a Sudoku, got nothing"))


def _not_too_many(count: int) -> int:
    if count > MAX_PUZZLES:
        raise ParseError(_("expected at most {most} puzzles to print, got {n}"), most=MAX_PUZZLES, n=count)
    return count


def days_of(text: str) -> range:
    """Return the days that a text asks for, as ordinal numbers; raises `ParseError`.

    >>> len(days_of("2028")), len(days_of("2027-02")), len(days_of("2027-03-14")), len(days_of("2027-03..2027-04-02"))
    (366, 28, 1, 33)
    """
    first, dots, last = text.partition("..")
    try:
        days = range(_days_of_period(first)[0], _days_of_period(last if dots else first)[-1] + 1)
    except ValueError:
        days = range(0)
    if not days:
        raise ParseError(
            _("expected days such as 2027, 2027-03, 2027-03-14 or 2027-03-01..2027-03-31, got {text}"), text=text
        )
    return days


def _days_of_period(text: str) -> range:
    if not re.fullmatch(r"[0-9]{4}(-[0-9]{2}){0,2}", text):
        raise ValueError(text)
    first = dt.date.fromisoformat(text + "-01-01"[len(text) - 4 :])
    days = {4: 365 + isleap(first.year), 7: monthrange(first.year, first.month)[1]}.get(len(text), 1)
    return range(first.toordinal(), first.toordinal() + days)
