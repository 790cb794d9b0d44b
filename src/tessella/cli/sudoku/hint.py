"""The command `tessella sudoku hint`."""

import argparse
import json

from tessella.cli.numbers import whole
from tessella.cli.options import add
from tessella.cli.sudoku.one_board import add_position, read_position, style_of
from tessella.cli.sudoku.streaming import known_format
from tessella.errors import ParseError, quote
from tessella.i18n import _
from tessella.io.streams import OutputFile
from tessella.sudoku.tutor import export
from tessella.sudoku.tutor.hints import Hint, hint


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = _(
        "Explain the next step from a position. In a line of digits, + marks digits that you entered, such as 53+4.7"
    )
    add_position(parser)
    stage = _("how much to reveal: 1 where to look, 2 also the technique, 3 (default) also the reason")
    add(parser, {"--stage N=3": stage})


def run(asked: argparse.Namespace) -> int:
    """Print a hint."""
    form = known_format(asked.format, [*export.FORMATS])
    stage = whole(asked.stage)
    if stage not in export.STAGES:
        raise ParseError(_("expected a stage of a hint, 1, 2 or 3, got {text}").format(text=quote(asked.stage)))
    found = hint(read_position(asked), style=style_of(asked, ""))
    with OutputFile(asked.out) as target:
        target.write(_text(found, form, stage))
    return 0


def _text(found: Hint, form: str, stage: int) -> str:
    if form == "json":
        return json.dumps(export.as_json(found), ensure_ascii=False) + "\n"
    if form == "svg":
        return export.as_svg(found)
    if form == "html":
        return export.as_page(found.board, [found], title=_("A hint"))
    return export.as_text(found, stage=stage) + "\n"
