"""The commands that explain one position: hint and explain."""

import argparse
import json
import sys
from pathlib import Path

from tessella.cli.options import invite_to_type, not_both, whole
from tessella.cli.sudoku.streaming import known_format
from tessella.errors import ParseError, PuzzleError, TessellaError, cannot_write, one_of
from tessella.i18n import _
from tessella.io.lines import text_of
from tessella.io.streams import OutputFile
from tessella.sudoku import Board, geometry, notation
from tessella.sudoku.batch.job import open_puzzles
from tessella.sudoku.tutor import export, hints

MAX_BYTES = 1 << 16  # bytes of a file that holds one board


def _read(args: argparse.Namespace) -> Board:
    known_format(args.format, export.FORMATS)
    if args.style is not None:
        one_of(hints.STYLES, args.style)
    box = None if args.box is None else geometry.parse_box(args.box)
    invite_to_type(args.file)
    with open_puzzles(args.file) as source:
        data = b""
        while len(data) <= MAX_BYTES and (chunk := source.read(MAX_BYTES)):
            data += chunk
    if len(data) > MAX_BYTES:
        raise ParseError(_("expected one Sudoku, got more than {limit} bytes"), limit=MAX_BYTES)
    return notation.read(text_of(data), box)


def hint(args: argparse.Namespace) -> int:
    """Print a hint."""
    stage = whole("3" if args.stage is None else args.stage)
    if stage not in export.STAGES:
        raise ParseError(_("expected a stage of a hint, from 1 to 4, got {text}"), text=args.stage)
    not_both("--stage", f"--format {args.format}", args.stage is not None, args.format != "text")
    found = hints.hint(_read(args), style=args.style or "")
    if args.format == "json":
        text = json.dumps(export.as_json(found), ensure_ascii=False) + "\n"
    elif args.format == "svg":
        text = export.as_svg(found)
    elif args.format == "html":
        text = export.as_page(found.board, [found], title=_("A hint"))
    else:
        text = export.as_text(found, stage=stage) + "\n"
    with OutputFile(args.out) as target:
        target.write(text)
    return 0


def explain(args: argparse.Namespace) -> int:
    """Print every step to the solution."""
    not_both("--draw", f"--format {args.format}", args.draw, args.format != "text")
    board = _read(args)
    if board.is_over():
        raise PuzzleError(_("the puzzle is already solved"))
    steps = hints.explain(board, style=args.style or "candidates", order="rated" if args.rated else "taught")
    if args.format == "svg" and args.out is not None and Path(args.out).suffix.lower() != ".svg":
        _write_pictures(Path(args.out), [export.as_svg(found) for found in steps])
        return 0
    with OutputFile(args.out) as target:
        if args.format == "text":
            for number, found in enumerate(steps, 1):
                target.write(export.as_text(found, number, grid=args.draw) + "\n")
                if args.out is None:
                    sys.stdout.flush()  # the next one may take a while
        else:
            for text in export.PATHS[args.format](board, steps):
                target.write(text)
    return 0


def _write_pictures(folder: Path, pictures: list[str]) -> None:
    width = len(str(len(pictures)))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, text in enumerate(pictures, 1):
            (folder / f"step-{number:0{width}}.svg").write_text(text, encoding="utf-8")
    except OSError as error:
        raise TessellaError(cannot_write(folder, error)) from None
