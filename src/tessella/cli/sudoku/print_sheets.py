"""The command `tessella sudoku print`."""

import argparse
import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tessella.cli.numbers import whole
from tessella.cli.options import Container, add
from tessella.cli.sudoku.options import EXIT_CODES
from tessella.cli.sudoku.print_sources import Sources
from tessella.cli.sudoku.recipe_options import add_recipe
from tessella.errors import ParseError, one_of, quote
from tessella.i18n import _, language, ngettext, speaking, use
from tessella.io.streams import OutputFile
from tessella.sudoku.batch.job import progress_bar
from tessella.sudoku.printing.captions import document_title
from tessella.sudoku.printing.fonts import Font, choose_font, missing_characters
from tessella.sudoku.printing.imposition import impose, signatures
from tessella.sudoku.printing.layout import Layout, PrintedPuzzle, cell_size, puzzles_per_page
from tessella.sudoku.printing.pages import lay_out
from tessella.sudoku.printing.pdf import check_installed, pdf_document
from tessella.sudoku.printing.shapes import Page
from tessella.sudoku.printing.svg import svg_page

KINDS = ("pdf", "svg")
COVER_DAYS = 7
"""Days up to which a book of daily puzzles has no cover."""
SMALL_CELL = 7.5
"""Points of a cell that is hard to write in: 2.6 mm."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.epilog = _(EXIT_CODES)
    what = _("files of puzzles in any format, ids, or puzzles; - is standard input")
    parser.add_argument("what", metavar="FILE", nargs="*", help=what)
    puzzles = parser.add_argument_group(_("puzzles"))
    days = _("daily puzzles of a year, month, day or range: 2027, 2027-03, 2027-03-14 or 2027-03-01..2027-03-31")
    add(puzzles, {"--daily DAYS": days, "-n, --number N": _("generate N puzzles")})
    add_recipe(puzzles)
    add(
        puzzles,
        "--from NAME",
        "--skip N=0",
        "--keep-going",
        {"--timeout SECONDS=20": _("give up on a puzzle after SECONDS")},
    )
    _add_layout(parser.add_argument_group(_("layout")))
    output = {
        "--out FILE": _("file to write, replaced only on success; - is standard output"),
        "--format NAME": _("pdf or svg (default: by the file's suffix, else pdf)"),
    }
    add(parser.add_argument_group(_("output")), output, "--lang LANG")


def _add_layout(group: Container) -> None:
    options = {
        "--paper NAME=a4": _("a4 or letter"),
        "--per-page N": _("1, 2, 4, 6 or 9 puzzles per page"),
        "--orientation NAME=auto": _("portrait, landscape or auto"),
        "--answers NAME=end": _("where the solutions go: end, below (upside down) or none"),
        "--large": _("large print"),
        "--marks": _("with pencil marks"),
        "--title TEXT": _("title of every page"),
        "--booklet": _("two small pages per side, ordered for folding"),
        "--no-level": _("do not print levels, which take time to compute"),
        "--no-id": _("do not print ids"),
        "--font FILE": _("TrueType or OpenType font to embed in a PDF"),
    }
    add(group, options)
    cover = _("a cover (default: for more than a week of daily puzzles)")
    group.add_argument("--cover", action=argparse.BooleanOptionalAction, help=cover)


def run(args: argparse.Namespace) -> int:
    """Print puzzles."""
    begun = time.monotonic()
    kind = _kind(args)
    layout = _layout(args)
    if kind == "pdf":
        check_installed()
    font = choose_font("", args.font) if args.font is not None else None
    sources = Sources(args)
    with progress_bar(sources.share) as progress:
        puzzles = sources.read(progress)
    if progress.stopped:
        print(_("stopped, nothing is written"), file=sys.stderr)
        return 130
    if not puzzles:
        return 2
    if args.cover is None and puzzles[-1].day and len(puzzles) > COVER_DAYS:
        layout = replace(layout, cover=True)
    font, pages = _laid_out(puzzles, layout, font, kind, args)
    _check_cells(puzzles, layout)
    sides = impose(pages) if layout.booklet else pages
    title = document_title(puzzles, layout)
    if kind == "pdf":
        flip = "short" if layout.booklet else ""
        _write(args.out, [pdf_document(sides, title, lang=language(), font=font, flip=flip)])
    else:
        _write(args.out, [svg_page(side, title, lang=language()).encode() for side in sides])
    if args.out is not None:
        _sum_up(len(puzzles), len(sides), time.monotonic() - begun)
    if layout.booklet:
        _explain_folding(len(pages))
    return sources.exit_code


def _kind(args: argparse.Namespace) -> str:
    default = "pdf" if args.out is None else re.sub(r"^.*(?=\.)", "", args.out).lower().removeprefix(".")
    kind = str(args.format or default)
    if kind not in KINDS and args.format is None:
        raise ParseError(_("expected a name that ends in .pdf or .svg, got {text}"), text=args.out)
    one_of(KINDS, kind)
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
) -> tuple[Font | None, list[Page]]:
    """Return the pages and the font for them; in English where no font has the characters of the language."""
    pages = lay_out(puzzles, layout)
    if kind == "svg":
        return None, pages
    font = font or choose_font("".join(set("".join(_texts(pages)))))
    missing = missing_characters(_texts(pages), font)
    if missing and language() != "en":
        with speaking("en"):
            in_english = lay_out(puzzles, layout)
        still_missing = missing_characters(_texts(in_english), font)
        if still_missing != missing:  # else it is the title that no font has
            where = quote(args.font) if args.font is not None else _("this machine")
            message = _("found no font with Chinese characters in {where}: the sheets are in English")
            print(message.format(where=where), file=sys.stderr)
            if args.font is None:
                print(_("hint: {hint}").format(hint="--font FILE"), file=sys.stderr)
            use("en")
            pages, missing = in_english, still_missing
    if missing:
        message = _("no font has {characters}, printed as question marks")
        print(message.format(characters=quote(missing)), file=sys.stderr)
    return font, pages


def _texts(pages: Sequence[Page]) -> Iterator[str]:
    return (text.text for page in pages for text in page.texts)


def _check_cells(puzzles: Sequence[PrintedPuzzle], layout: Layout) -> None:
    cells = max(puzzle.board.size for puzzle in puzzles)
    side = cell_size(puzzles_per_page(puzzles, layout), cells, layout)
    if side < SMALL_CELL:
        message = _("the cells are only {mm:.1f} mm wide; fewer puzzles per page are easier to write in")
        print(message.format(mm=side * 25.4 / 72), file=sys.stderr)


def _write(name: str | None, parts: list[bytes]) -> None:
    names: list[str | None] = [name]
    if len(parts) > 1:
        if name is None:
            raise ParseError(
                ngettext(
                    "expected --out FILE for {n} page of SVG", "expected --out FILE for {n} pages of SVG", len(parts)
                ),
                n=len(parts),
                hint=_("the files are numbered, one per page"),
            )
        path, digits = Path(name), len(str(len(parts)))
        names = [str(path.with_stem(f"{path.stem}-{n:0{digits}}")) for n in range(1, len(parts) + 1)]
    for one, data in zip(names, parts, strict=True):
        with OutputFile(one) as target:
            target.write_bytes(data)


def _sum_up(puzzles: int, pages: int, seconds: float) -> None:
    counted = {
        "puzzles": ngettext("{n} puzzle", "{n} puzzles", puzzles).format(n=puzzles),
        "pages": ngettext("{n} page", "{n} pages", pages).format(n=pages),
    }
    print(_("{puzzles} on {pages}, in {seconds:.1f} s").format(**counted, seconds=seconds), file=sys.stderr)


def _explain_folding(pages: int) -> None:
    parts = signatures(pages)
    print(_("print on both sides, flipped on the short edge"), file=sys.stderr)
    if len(parts) > 1:
        message = _("fold the sheets in {n} parts of {sheets} sheets, and stack the parts")
        print(message.format(n=len(parts), sheets=" + ".join(map(str, parts))), file=sys.stderr)
