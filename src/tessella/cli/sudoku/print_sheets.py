"""The command `tessella sudoku print`: puzzles from files, ids and days, or generated, on sheets of PDF or SVG."""

import argparse
import datetime as dt
import re
import sys
import time
from calendar import isleap, monthrange
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from tessella import games, ids
from tessella.cli.options import add, notify, number, whole
from tessella.cli.sudoku.options import EXIT_CODES
from tessella.cli.sudoku.recipe_options import add_first, add_recipe, asks_for_kind, recipe_of, seed_of
from tessella.cli.sudoku.streaming import has_reading_options, reading_options
from tessella.errors import ParseError, PuzzleError, one_of, quote
from tessella.i18n import _, language, ngettext, speaking
from tessella.io import interrupts
from tessella.io.progress_bar import ProgressBar
from tessella.io.streams import OutputFile
from tessella.sudoku import LEVELS, Board, solve
from tessella.sudoku.batch.job import Job, Output, open_puzzles, progress_bar
from tessella.sudoku.generation import WEEK, daily_recipe, open_id
from tessella.sudoku.generator.recipe import Recipe
from tessella.sudoku.generator.search import is_plain
from tessella.sudoku.printing.documents import pdf_document, svg_page
from tessella.sudoku.printing.fonts import Font, choose_font, load, missing_characters
from tessella.sudoku.printing.layout import Layout, Page, PrintedPuzzle, cell_size, puzzles_per_page
from tessella.sudoku.printing.pages import impose, lay_out, signatures
from tessella.sudoku.printing.puzzle_drawing import document_title
from tessella.sudoku.rating.rater import rate_in_plain
from tessella.sudoku.rules.ruleset import CLASSIC
from tessella.sudoku.tutor.practice import level_of_table

KINDS = ("pdf", "svg")
MAX_PUZZLES = 10_000  # puzzles that are printed at most: a day's work for a printer
COVER_DAYS = 7  # days up to which a book of daily puzzles has no cover
SMALL_CELL = 7.5  # points of a cell that is hard to write in: 2.6 mm


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.epilog = _(EXIT_CODES)
    what = _("files of puzzles in any format, ids, or puzzles; - is standard input")
    parser.add_argument("what", metavar="FILE", nargs="*", help=what)
    puzzles = parser.add_argument_group(_("puzzles"))
    days = _("daily puzzles of a year, month, day or range: 2027, 2027-03, 2027-03-14 or 2027-03-01..2027-03-31")
    add(puzzles, {"--daily DAYS": days, "-n, --number N": _("generate N puzzles")})
    add_recipe(puzzles)
    add_first(puzzles)
    timeout = {"--timeout SECONDS=20": _("give up on a puzzle after SECONDS")}
    add(puzzles, "--from NAME", "--skip N=0", "--keep-going", timeout)
    layout = parser.add_argument_group(_("layout"))
    own = {
        "--paper NAME=a4": _("a4 or letter"),
        "--per-page N": _("1, 2, 4, 6 or 9 puzzles per page"),
        "--orientation NAME=auto": _("portrait, landscape or auto"),
        "--answers NAME=end": _("where the solutions go: end, below (upside down) or none"),
        "--large": _("large print"),
        "--marks": _("with pencil marks"),
        "--title TEXT": _("title of every page"),
        "--booklet": _("booklet: two small pages per side, in order for folding"),
        "--no-level": _("do not print levels, which take time to compute"),
        "--no-id": _("do not print ids"),
        "--font FILE": _("TrueType or OpenType font to embed in a PDF"),
    }
    add(layout, own)
    cover = _("a cover (default: for more than a week of daily puzzles)")
    layout.add_argument("--cover", action=argparse.BooleanOptionalAction, help=cover)
    output = {
        "--out FILE": _("file to write, replaced only on success; - is standard output"),
        "--format NAME": _("pdf or svg (default: by the file's suffix, else pdf)"),
    }
    add(parser.add_argument_group(_("output")), output, "--lang LANG")


def run(args: argparse.Namespace) -> int:
    """Print puzzles."""
    begun = time.monotonic()
    kind = _kind(args)
    layout = _layout(args)
    if kind == "pdf":
        load("fpdf")  # raises where it is missing, before there is any work
    font = choose_font("", args.font) if args.font is not None else None
    sources = Sources(args)
    with progress_bar(sources.share) as progress:
        puzzles = sources.read(progress)
    if progress.stopped:
        notify(_("stopped; nothing was written"))
        return interrupts.exit_code()
    if not puzzles:
        return 2
    if args.cover is None and puzzles[-1].day and len(puzzles) > COVER_DAYS:
        layout = replace(layout, cover=True)
    lang, font, pages = _laid_out(puzzles, layout, font, kind, args)
    _check_cells(puzzles, layout)
    sides = impose(pages) if layout.booklet else pages
    with speaking(lang):
        title = document_title(puzzles, layout)
        if kind == "pdf":
            flip = "short" if layout.booklet else ""
            documents = [pdf_document(sides, title, lang=lang, font=font, flip=flip)]
        else:
            documents = [svg_page(side, title, lang=lang).encode() for side in sides]
    _write(args.out, documents)
    if args.out is not None:
        _sum_up(len(puzzles), len(sides), time.monotonic() - begun)
    if layout.booklet:
        _explain_folding(len(pages))
    return sources.exit_code


def _kind(args: argparse.Namespace) -> str:
    kind = str(args.format or ("pdf" if args.out is None else args.out.lower().rpartition(".")[2]))
    if kind not in KINDS and args.format is None:
        raise ParseError(_("expected a name that ends in .pdf or .svg, got {text}"), text=args.out)
    one_of(KINDS, kind)
    if (args.out or "").lower().rpartition(".")[2] in {*KINDS} - {kind}:
        raise ParseError(_("expected a name that ends in .{kind}, got {text}"), kind=kind, text=args.out)
    if kind == "pdf" and args.out is None and sys.stdout.isatty():
        raise ParseError(_("expected a file for a PDF, got a terminal"), hint="--out puzzles.pdf")
    if kind == "svg" and args.font is not None:
        raise ParseError(_("expected PDF output with --font, because an SVG embeds no font: {text}"), text=args.font)
    return kind


def _layout(args: argparse.Namespace) -> Layout:
    return Layout(
        paper=args.paper.lower(),
        per_page=0 if args.per_page is None else whole(args.per_page),
        orientation=args.orientation,
        answers=args.answers,
        large=args.large,
        marks=args.marks,
        booklet=args.booklet,
        cover=bool(args.cover),
        title=" ".join((args.title or "").split()),
    )


def _laid_out(
    puzzles: Sequence[PrintedPuzzle], layout: Layout, font: Font | None, kind: str, args: argparse.Namespace
) -> tuple[str, Font | None, list[Page]]:
    """Return the pages, their language, English where no font has the characters of the other, and a font for them."""
    lang, pages = language(), lay_out(puzzles, layout)
    if kind == "svg":
        return lang, None, pages
    font = font or choose_font("".join(set("".join(_texts(pages)))))
    missing = missing_characters(_texts(pages), font)
    if missing and language() != "en":
        with speaking("en"):
            in_english = lay_out(puzzles, layout)
        still_missing = missing_characters(_texts(in_english), font)
        if still_missing != missing:  # else it is the title that no font has
            if args.font is not None:
                message = _("found no Chinese characters in the font {text}: the sheets are in English")
                notify(message, text=quote(args.font))
            else:
                message = _("found no font with Chinese characters on this machine: the sheets are in English")
                notify(message, hint="--font FILE")
            lang, pages, missing = "en", in_english, still_missing
    if missing:
        notify(_("no font has {characters}, printed as question marks"), characters=quote(missing))
    return lang, font, pages


def _texts(pages: Sequence[Page]) -> Iterator[str]:
    return (text.text for page in pages for text in page.texts)


def _check_cells(puzzles: Sequence[PrintedPuzzle], layout: Layout) -> None:
    cells = max(puzzle.board.size for puzzle in puzzles)
    side = cell_size(puzzles_per_page(puzzles, layout), cells, layout)
    if side < SMALL_CELL:
        message = _("the cells are only {mm:.1f} mm wide; with fewer puzzles per page they are easier to write in")
        notify(message, mm=side * 25.4 / 72)


def _write(name: str | None, parts: list[bytes]) -> None:
    names: list[str | None] = [name]
    if len(parts) > 1:
        if name is None:
            message = ngettext(
                "expected --out FILE for {n} page of SVG", "expected --out FILE for {n} pages of SVG", len(parts)
            )
            raise ParseError(message, n=len(parts), hint=_("the files are numbered, one per page"))
        path, digits = Path(name), len(str(len(parts)))
        names = [str(path.with_stem(f"{path.stem}-{n:0{digits}}")) for n in range(1, len(parts) + 1)]
    for one, data in zip(names, parts, strict=True):
        with OutputFile(one) as target:
            target.write_bytes(data)


def _sum_up(puzzles: int, pages: int, seconds: float) -> None:
    what = ngettext("{n} puzzle", "{n} puzzles", puzzles).format(n=puzzles)
    where = ngettext("{n} page", "{n} pages", pages).format(n=pages)
    notify(_("{puzzles} on {pages}, in {seconds:.1f} s"), puzzles=what, pages=where, seconds=seconds)


def _explain_folding(pages: int) -> None:
    parts = signatures(pages)
    notify(_("print on both sides, flipped on the short edge"))
    if len(parts) > 1:
        message = _("fold the sheets in {n} sections of {sheets} sheets, and stack the sections")
        notify(message, n=len(parts), sheets=" + ".join(map(str, parts)))


class Source(NamedTuple):
    """A puzzle as it came."""

    board: Board
    id: str = ""
    day: dt.date | None = None
    place: str = ""  # what to call it in a complaint


class Sources:
    """The puzzles that the options ask for, with their solutions and levels."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.wrong = self.improper = self.done = self.count = 0
        self.timeout = number(args.timeout, "--timeout")
        is_generated = args.number is not None or asks_for_kind(args)
        if sum([bool(args.what), args.daily is not None, is_generated]) > 1:
            raise ParseError(_("expected only one of: files and ids, dates, a kind of puzzle to generate"))
        if not args.what and (args.daily is not None or is_generated) and has_reading_options(args):
            raise ParseError(_("expected --from, --skip and --keep-going with files only"))
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
    def is_wrong(self) -> bool:
        """Whether some text is no puzzle, and such text is not to be skipped."""
        return self.wrong > 0 and not self.args.keep_going

    @property
    def exit_code(self) -> int:
        """0, 1 where some puzzle is not proper, or 2 where some text is no puzzle."""
        return 2 if self.wrong else 1 if self.improper else 0

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
            id = "" if self.args.no_id else source.id
            puzzles.append(PrintedPuzzle(source.board, solution, len(puzzles) + 1, id, level, source.day))
            self.done += 1
            progress.step()
        if self.is_wrong:
            return []
        if not puzzles and not self.wrong and not progress.stopped:
            raise ParseError(_("expected puzzles to print, got nothing"))
        return [puzzles[0]._replace(number=0)] if len(puzzles) == 1 else puzzles

    def _solution(self, source: Source) -> Board | None:
        if self.args.answers == "none" and (self.args.no_level or source.board.rules != CLASSIC):
            return None
        try:
            return solve(source.board.puzzle, timeout=self.timeout)
        except PuzzleError as error:
            self.improper += 1
            self.progress.clear()
            notify(f"{source.place}: {error}" if source.place else str(error))
            return None

    def _level(self, source: Source, solution: Board | None) -> str:
        if self.args.no_level or source.board.rules != CLASSIC:
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
            yield Source(opened.start.puzzle, opened.id, place=opened.id)

    def _given(self, names: Sequence[str]) -> Iterator[Source]:
        readers = (self._read(name) for name in names if not self.is_wrong)
        return islice(chain.from_iterable(readers), whole(self.args.skip, 0), None)

    def _read(self, name: str) -> Iterator[Source]:
        if ids.split(name)[0] in games.GAMES:
            opened = open_id(name)
            source = (opened.start, "") if opened.edited else (opened.start.puzzle, opened.id)
            yield Source(*source, place=opened.id)
            return
        form, box = reading_options(self.args)
        with open_puzzles(name) as file:
            job = Job(file, Output(print, self.progress), notify, box, form, self.args.keep_going)
            for record in job.records():
                if record.board is not None:
                    yield Source(record.board, place=_("line {line}").format(line=record.line))
        self.wrong += job.tally.wrong


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
        message = _("expected dates such as 2027, 2027-03, 2027-03-14 or 2027-03-01..2027-03-31, got {text}")
        raise ParseError(message, text=text)
    return days


def _days_of_period(text: str) -> range:
    if not re.fullmatch(r"[0-9]{4}(-[0-9]{2}){0,2}", text):
        raise ValueError(text)
    first = dt.date.fromisoformat(text + "-01-01"[len(text) - 4 :])
    days = {4: 365 + isleap(first.year), 7: monthrange(first.year, first.month)[1]}.get(len(text), 1)
    return range(first.toordinal(), first.toordinal() + days)
