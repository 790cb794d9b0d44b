"""The options and the input of the commands that explain one position."""

import argparse

from tessella.cli.options import add
from tessella.cli.sudoku.options import add_output, shape
from tessella.cli.text_input import invite_to_type
from tessella.errors import ParseError, quote
from tessella.i18n import _
from tessella.sudoku import Board, notation, rules
from tessella.sudoku.batch.files import open_puzzles
from tessella.sudoku.tutor import export, hints

MAX_BYTES = 1 << 16
"""Bytes of a file that holds one board."""


def add_position(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which position is explained, and how."""
    what = _("a puzzle, or a file with one; - is standard input")
    parser.add_argument("file", metavar="FILE", nargs="?", help=what)
    style = _("direct: what can be seen without pencil marks, as far as possible; candidates: with pencil marks")
    formats = _("one of {names}").format(names=", ".join(export.FORMATS))
    add(parser, {"--box RxC": shape()["--box RxC"], "--style NAME": style, "--format NAME=text": formats})
    add_output(parser)


def style_of(asked: argparse.Namespace, default: str) -> str:
    """Return the style of hints; raises `ParseError`."""
    if asked.style is None:
        return default
    if asked.style not in hints.STYLES:
        message = _("expected one of {names}, got {text}")
        raise ParseError(message.format(names=", ".join(hints.STYLES), text=quote(asked.style)))
    return str(asked.style)


def read_position(asked: argparse.Namespace) -> Board:
    """Return the one board that a file, standard input or the argument itself holds; raises `ParseError`."""
    box = None if asked.box is None else rules.parse_box(asked.box)
    invite_to_type(asked.file)
    with open_puzzles(asked.file) as source:
        data = b""
        while len(data) <= MAX_BYTES and (chunk := source.read(MAX_BYTES)):
            data += chunk
    if len(data) > MAX_BYTES:
        raise ParseError(_("expected one Sudoku, got more than {limit} bytes").format(limit=MAX_BYTES))
    return notation.read(data.decode("utf-8", errors="replace"), box)
