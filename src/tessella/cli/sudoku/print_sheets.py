"""What can be asked of `tessella sudoku print`?

Which puzzles, and how they are to lie on paper: arguments in, pages out through `tessella.sudoku.printing.layout`,
whole files or none.
"""

import argparse
import datetime as dt
import re
import sys
import time
from calendar import monthrange
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tessella.cli.options import add_wishes, recipe_of, seconds, whole
from tessella.errors import ParseError, PuzzleError, quote
from tessella.i18n import _, language, ngettext, use

if TYPE_CHECKING:
    from tessella.io.progress_bar import Watch
    from tessella.sudoku.board import Board
    from tessella.sudoku.generator.recipe import Recipe
    from tessella.sudoku.printing.layout import Layout, Puzzle
    from tessella.sudoku.printing.pdf import Font, Page

__all__ = ["add_command"]

MOST = 10_000
"""How many puzzles are printed at most: a day's work for a printer."""
SHORT = 7
"""Days from which on a book of daily puzzles has a cover."""
NARROW = 7.5
"""Points of a cell that is hard to write in: 2.6 mm."""


def add_command(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add `print` to the subparsers of `tessella sudoku`."""
    parser = commands.add_parser(
        "print",
        help=_("print puzzles on paper, as PDF or SVG"),
        epilog=_("Exit codes: 0 done, 1 some puzzle is not proper, 2 bad input."),
    )
    parser.add_argument(
        "what",
        metavar="FILE",
        nargs="*",
        help=_("files of puzzles in any format, ids, or puzzles; - is standard input"),
    )
    _add_which(parser.add_argument_group(_("which puzzles")))
    _add_looks(parser.add_argument_group(_("how they lie on paper")))
    out = parser.add_argument_group(_("where to"))
    out.add_argument("--out", metavar="FILE", help=_("the file, replaced only if all goes well; - is standard output"))
    out.add_argument(
        "--format", metavar="NAME", help=_("pdf or svg; by default what the file is named after, else pdf")
    )
    out.add_argument("--lang", metavar="LANG", help=_("language: en or zh; by default the system's"))
    parser.set_defaults(run=_print)


def _add_which(group: "argparse._ArgumentGroup") -> None:
    group.add_argument(
        "--daily", metavar="DAYS", help=_("the puzzles of days: 2027, 2027-03, 2027-03-14 or 2027-03-01..2027-03-31")
    )
    group.add_argument("-n", "--number", metavar="N", help=_("make so many puzzles"))
    add_wishes(group)
    group.add_argument(
        "--from", metavar="NAME", dest="form", help=_("the format to read, where it is not to be guessed")
    )
    group.add_argument("--skip", metavar="N", default="0", help=_("pass over the first N puzzles"))
    group.add_argument("--keep-going", action="store_true", help=_("pass over what is no puzzle"))
    group.add_argument("--timeout", metavar="SECONDS", default="20", help=_("give a puzzle up after so long"))


def _add_looks(group: "argparse._ArgumentGroup") -> None:
    group.add_argument("--paper", metavar="NAME", default="a4", help=_("a4 or letter"))
    group.add_argument("--per-page", metavar="N", help=_("1, 2, 4, 6 or 9 puzzles to a page"))
    group.add_argument("--orientation", metavar="NAME", default="auto", help=_("portrait, landscape or auto"))
    group.add_argument("--answers", metavar="NAME", default="end", help=_("end, below (upside down) or none"))
    group.add_argument("--large", action="store_true", help=_("large print"))
    group.add_argument("--marks", action="store_true", help=_("with pencil marks"))
    group.add_argument("--title", metavar="TEXT", default="", help=_("a title for every page"))
    group.add_argument(
        "--cover", action=argparse.BooleanOptionalAction, help=_("a cover; by default for more than a week of days")
    )
    group.add_argument("--booklet", action="store_true", help=_("two small pages to a side, in the order for folding"))
    group.add_argument("--no-level", action="store_true", help=_("without the levels, which take time to find out"))
    group.add_argument("--no-id", action="store_true", help=_("without the ids"))
    group.add_argument("--font", metavar="FILE", help=_("a TrueType or OpenType font for a PDF, which is embedded"))


# --- the command ------------------------------------------------------------------------------------------


class Given(NamedTuple):
    """A puzzle as it came."""

    board: "Board"
    id: str = ""
    day: dt.date | None = None
    where: str = ""  # what to call it in a complaint


def _print(asked: argparse.Namespace) -> int:
    from tessella.io import progress_bar
    from tessella.sudoku.printing import layout as sheet
    from tessella.sudoku.printing import pdf as ink

    begun = time.monotonic()
    kind = _kind(asked)
    layout = _layout(asked)
    if kind == "pdf":
        ink.ready()
    font = ink.choose_font("", asked.font) if asked.font is not None else None
    source = _Puzzles(asked)
    with progress_bar.Watch(sys.stderr, source.share) as watching:
        puzzles = source.all(watching)
    if watching.stopped:
        print(_("stopped, nothing is written"), file=sys.stderr)
        return 130
    if not puzzles:
        return 2
    if asked.cover is None and puzzles[-1].day and len(puzzles) > SHORT:
        layout = sheet.with_cover(layout)
    font, pages = _laid_out(puzzles, layout, font, kind, asked)
    _check_cells(puzzles, layout)
    sides = sheet.impose(pages) if layout.booklet else pages
    title = sheet.title_of(puzzles, layout)
    if kind == "pdf":
        flip = "short" if layout.booklet else ""
        _write(asked.out, [ink.pdf(sides, title, lang=language(), font=font, flip=flip)])
    else:
        _write(asked.out, [ink.svg(side, title, lang=language()).encode() for side in sides])
    _sum_up(len(puzzles), sides, time.monotonic() - begun, asked)
    if layout.booklet:
        _tell_folding(len(pages))
    return source.exit_code


def _kind(asked: argparse.Namespace) -> str:
    """Return pdf or svg; raises `ParseError` where that cannot be, or where a PDF would go to a terminal."""
    suffix = "" if asked.out in (None, "-") else re.sub(r"^.*(?=\.)", "", asked.out).lower().removeprefix(".")
    kind = asked.format or (suffix if asked.out not in (None, "-") else "pdf")
    if kind not in ("pdf", "svg"):
        if asked.format is None:
            message = _("expected a name that ends in .pdf or .svg, got {text}")
            raise ParseError(message.format(text=quote(asked.out)))
        raise ParseError(_("expected one of {names}, got {text}").format(names="pdf, svg", text=quote(kind)))
    if kind == "pdf" and asked.out in (None, "-") and sys.stdout.isatty():
        raise ParseError(_("expected a file for a PDF, got a terminal"), hint="--out puzzles.pdf")
    if kind == "svg" and asked.font is not None:
        message = _("expected a PDF for a font, got SVG, which is shown in the fonts of whoever shows it: {text}")
        raise ParseError(message.format(text=quote(asked.font)))
    return str(kind)


def _layout(asked: argparse.Namespace) -> "Layout":
    from tessella.sudoku.printing import layout as sheet

    per_page = 0
    if asked.per_page is not None:
        per_page = whole(asked.per_page)
    return sheet.Layout(
        paper=asked.paper.lower(),
        per_page=per_page,
        orientation=asked.orientation,
        answers=asked.answers,
        large=asked.large,
        marks=asked.marks,
        booklet=asked.booklet,
        cover=bool(asked.cover),
        title=" ".join(asked.title.split()),
    )


def _laid_out(
    puzzles: "Sequence[Puzzle]", layout: "Layout", font: "Font | None", kind: str, asked: argparse.Namespace
) -> "tuple[Font | None, list[Page]]":
    """Return the pages and the font for them; in English where no font has the signs of the language."""
    from tessella.sudoku.printing import layout as sheet
    from tessella.sudoku.printing import pdf as ink

    pages = sheet.lay_out(puzzles, layout)
    if kind == "svg":
        return None, pages

    def texts() -> Iterator[str]:
        return (text.text for page in pages for text in page.texts)

    if font is None:
        font = ink.choose_font("".join({sign for text in texts() for sign in text}))
    missing = ink.lacking(texts(), font)
    if missing and (lang := language()) != "en":
        chinese = pages
        use("en")
        pages = sheet.lay_out(puzzles, layout)
        fewer = ink.lacking(texts(), font)
        use(lang)
        if fewer == missing:  # it is the title that no font has
            pages = chinese
        else:
            where = quote(asked.font) if asked.font is not None else _("this machine")
            message = _("expected a font with Chinese signs, found none in {where}: the sheets are in English")
            print(message.format(where=where), file=sys.stderr)
            if asked.font is None:
                print(_("hint: {hint}").format(hint="--font FILE"), file=sys.stderr)
            use("en")
            missing = fewer
    if missing:
        message = _("no font has {signs}, which are printed as a question mark")
        print(message.format(signs=quote(missing)), file=sys.stderr)
    return font, pages


def _check_cells(puzzles: "Sequence[Puzzle]", layout: "Layout") -> None:
    """Say so where the cells are too small to write in."""
    from tessella.sudoku.printing import layout as sheet

    cells = max(puzzle.board.size for puzzle in puzzles)
    side = sheet.cell_of(sheet.per_page_of(puzzles, layout), cells, layout)
    if side < NARROW:
        message = _("the cells are {mm:.1f} mm wide; fewer puzzles to a page are easier to write in")
        print(message.format(mm=side * 25.4 / 72), file=sys.stderr)


def _write(name: str | None, parts: list[bytes]) -> None:
    """Write what is to go into one file, or into several that are numbered, each whole or not at all."""
    from tessella.io import streams

    names: list[str | None] = [None if name == "-" else name]
    if len(parts) > 1:
        if names[0] is None:
            message = ngettext(
                "expected --out FILE for {n} page of SVG", "expected --out FILE for {n} pages of SVG", len(parts)
            )
            raise ParseError(message.format(n=len(parts)), hint=_("the files are numbered, a page each"))
        names = [*_numbered(names[0], len(parts))]
    for one, data in zip(names, parts, strict=True):
        with streams.Target(one) as target:
            target.write_bytes(data)


def _numbered(name: str, count: int) -> Iterator[str]:
    """Yield the names of several files, such as sheet-01.svg."""
    path, digits = Path(name), len(str(count))
    for number in range(1, count + 1):
        yield str(path.with_stem(f"{path.stem}-{number:0{digits}}"))


def _sum_up(count: int, sides: "list[Page]", seconds: float, asked: argparse.Namespace) -> None:
    if asked.out in (None, "-"):
        return
    puzzles = ngettext("{n} puzzle", "{n} puzzles", count).format(n=count)
    pages = ngettext("{n} page", "{n} pages", len(sides)).format(n=len(sides))
    message = _("{puzzles} on {pages}, in {seconds:.1f} s")
    print(message.format(puzzles=puzzles, pages=pages, seconds=seconds), file=sys.stderr)


def _tell_folding(pages: int) -> None:
    from tessella.sudoku.printing import layout as sheet

    parts = sheet.gatherings(pages)
    print(_("print on both sides, turned over the short edge"), file=sys.stderr)
    if len(parts) > 1:
        message = _("fold the sheets in {n} parts of {sheets} sheets, and lay the parts on each other")
        sheets = " + ".join(map(str, parts))
        print(message.format(n=len(parts), sheets=sheets), file=sys.stderr)


# --- which puzzles ----------------------------------------------------------------------------------------


class _Puzzles:
    """The puzzles that are asked for, with their answers and levels."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked = asked
        self.wrong = self.improper = self.done = self.count = 0
        self.prepared = False
        self.timeout = seconds(asked.timeout)
        made = [asked.number, asked.level, asked.rating, asked.technique, asked.clues, asked.symmetry, asked.seed]
        ways = [bool(asked.what), asked.daily is not None, any(value is not None for value in made)]
        if sum(ways) > 1:
            raise ParseError(_("expected files and ids, days, or how to make puzzles, but only one of these"))
        if asked.daily is not None:
            self.source = self.of_days(_days(asked.daily))
        elif ways[2]:
            self.source = self.made()
        elif asked.what or not sys.stdin.isatty():
            self.source = self.given(asked.what or ["-"])
        else:
            hint = _("such as -n 12 --seed 42, or --daily 2027, or a file")
            raise ParseError(_("expected puzzles to print, got nothing"), hint=hint)

    @property
    def exit_code(self) -> int:
        """0, or 1 where some puzzle is not proper."""
        return 2 if self.wrong and not self.asked.keep_going else 1 if self.improper else 0

    def share(self) -> float | None:
        """Return how much is done, where that is known."""
        return self.done / self.count if self.count else None

    def all(self, watch: "Watch") -> "list[Puzzle]":
        """Return all puzzles; where one is no puzzle, none, unless the others are wanted all the same."""
        from tessella.sudoku.printing.layout import Puzzle

        self.watch = watch
        puzzles: list[Puzzle] = []
        for given in watch.until_stopped(self.source):
            if len(puzzles) == MOST:
                raise ParseError(_("expected at most {most} puzzles to print, got more").format(most=MOST))
            answer = self.answer(given)
            level = self.level(given, answer)
            printed = "" if self.asked.no_id else given.id
            puzzles.append(Puzzle(given.board, answer, len(puzzles) + 1, printed, level, given.day))
            self.done += 1
            watch.step()
        if self.wrong and not self.asked.keep_going:
            return []
        if not puzzles and not self.wrong and not watch.stopped:
            raise ParseError(_("expected puzzles to print, got nothing"))
        return [puzzles[0]._replace(number=0)] if len(puzzles) == 1 else puzzles

    def say(self, sentence: str) -> None:
        """Say a sentence beside the line that tells how far it is."""
        self.watch.clear()
        print(sentence, file=sys.stderr)

    def answer(self, given: Given) -> "Board | None":
        """Return the solution of a puzzle; say so where there is not exactly one."""
        from tessella.sudoku import solve

        if self.asked.answers == "none" and (self.asked.no_level or given.board.box != (3, 3)):
            return None
        try:
            return solve(given.board.puzzle, timeout=self.timeout)
        except PuzzleError as error:
            self.improper += 1
            self.say(f"{given.where}: {error}" if given.where else str(error))
            return None

    def level(self, given: Given, answer: "Board | None") -> str:
        """Return the level of a puzzle, where it has one: known by its id, else found step by step."""
        if self.asked.no_level or given.board.box != (3, 3):
            return ""
        from tessella.sudoku.generation import WEEK
        from tessella.sudoku.tutor.practice import level_of_table

        if given.day:
            return WEEK[given.day.weekday()]
        if known := level_of_table(given.id):
            return known
        return "" if answer is None else _level(given.board.puzzle)

    def prepare(self, recipe: "Recipe") -> None:
        """Say why the first puzzle of a kind takes its time, where it does."""
        from tessella.sudoku.generator.search import is_plain

        if not self.prepared and not is_plain(recipe):
            self.prepared = True
            self.watch.note(_("looking for the first one; kernels that are not compiled yet are, once"))

    def of_days(self, days: range) -> Iterator[Given]:
        """Yield the puzzles of days, given as ordinal numbers."""
        from tessella.sudoku.generation import daily_recipe, open_id

        self.count = _few(len(days))
        for number in days:
            day = dt.date.fromordinal(number)
            self.prepare(daily_recipe(day))
            opened = open_id(f"sudoku:daily/{day}")
            yield Given(opened.start, opened.id, day)

    def made(self) -> Iterator[Given]:
        """Yield puzzles that are made."""
        import secrets

        from tessella.ids import parse_seed
        from tessella.sudoku.generation import open_id

        asked = self.asked
        self.count, first = _few(whole(asked.number or "1")), whole(asked.first, 0)
        wanted = recipe_of(asked)
        seed = secrets.randbelow(10**9) if asked.seed is None else parse_seed(asked.seed)
        self.prepare(wanted)
        for k in range(first, first + self.count):
            opened = open_id(f"sudoku:{wanted}#{seed}.{k}")
            yield Given(opened.start, opened.id, where=opened.id)

    def given(self, names: Sequence[str]) -> Iterator[Given]:
        """Yield the puzzles of files and ids."""
        from tessella.sudoku import rules
        from tessella.sudoku.generation import open_id

        box = None if self.asked.box is None else rules.parse_box(self.asked.box)
        skip = whole(self.asked.skip, 0)
        for name in names:
            if name.startswith("sudoku:"):
                opened = open_id(name)
                found = iter([Given(opened.start, "" if opened.edited else opened.id, where=opened.id)])
            else:
                found = self.of_file(name, box)
            for given in found:
                if skip:
                    skip -= 1
                else:
                    yield given
            if self.wrong and not self.asked.keep_going:
                return

    def of_file(self, name: str, box: "tuple[int, int] | None") -> Iterator[Given]:
        """Yield the puzzles of a file; say what is none."""
        from tessella.io import streams
        from tessella.sudoku import notation

        if self.asked.form is not None and self.asked.form not in notation.FORMATS:
            message = _("expected a format, one of {names}, got {text}")
            raise ParseError(message.format(names=", ".join(notation.FORMATS), text=quote(self.asked.form)))
        anything = False
        with streams.open_source(name) as source:
            for read in notation.read_many(source, self.asked.form, box):
                anything = True
                if read.board is not None:
                    where = _("line {line}").format(line=read.line)
                    yield Given(read.board, where=where)
                    continue
                self.wrong += 1
                self.say(_("line {line}: {problem}").format(line=read.line, problem=read.error))
                if not self.asked.keep_going:
                    return
        if not anything:
            self.wrong += 1
            self.say(_("expected a Sudoku, got nothing"))


def _level(puzzle: "Board") -> str:
    """Return the level of a 9x9 puzzle that has one solution, in plain Python: that needs no engine to be compiled."""
    from tessella.sudoku.rating.rater import LEVELS, rate_in_plain

    found = rate_in_plain(puzzle, most=round(10 * LEVELS["expert"]))
    return found.level if found else "extreme"


def _few(count: int) -> int:
    if count > MOST:
        raise ParseError(_("expected at most {most} puzzles to print, got {n}").format(most=MOST, n=count))
    return count


def _days(text: str) -> range:
    """Return the days that a text asks for, as ordinal numbers.

    >>> len(_days("2028")), len(_days("2027-02")), len(_days("2027-03-14")), len(_days("2027-03..2027-04-02"))
    (366, 28, 1, 33)
    """
    first, dots, last = text.partition("..")
    try:
        days = range(_day(first, "01-01", "01"), _day(last if dots else first, "12-31", "") + 1)
    except ValueError:
        days = range(0)
    if not days:
        message = _("expected days such as 2027, 2027-03, 2027-03-14 or 2027-03-01..2027-03-31, got {text}")
        raise ParseError(message.format(text=quote(text)))
    return days


def _day(text: str, of_year: str, of_month: str) -> int:
    """Return the number of a day; of a month or a year its first or last one."""
    if not re.fullmatch(r"[0-9]{4}(-[0-9]{2}){0,2}", text):
        raise ValueError(text)
    if len(text) == 4:
        return dt.date.fromisoformat(f"{text}-{of_year}").toordinal()
    if len(text) == 7:
        first = dt.date.fromisoformat(f"{text}-01")
        return first.toordinal() if of_month else first.replace(day=monthrange(first.year, first.month)[1]).toordinal()
    return dt.date.fromisoformat(text).toordinal()
