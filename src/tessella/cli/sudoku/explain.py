"""The command `tessella sudoku explain`."""

import argparse
import sys
from pathlib import Path

from tessella.cli.options import add
from tessella.cli.sudoku.one_board import add_position, read_position, style_of
from tessella.cli.sudoku.streaming import known_format
from tessella.errors import TessellaError, cannot_write
from tessella.i18n import _
from tessella.io.streams import OutputFile
from tessella.sudoku.tutor import export
from tessella.sudoku.tutor.hints import explain


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = _(
        "Explain every step to the solution. With --format svg, --out may name a folder, which gets a picture of each"
        " step."
    )
    add_position(parser)
    rated = _("the steps that Sudoku Explainer takes, each with its rating")
    add(parser, {"--rated": rated, "--draw": _("draw the grid at every step")})


def run(asked: argparse.Namespace) -> int:
    """Print every step to the solution."""
    form = known_format(asked.format, [*export.FORMATS])
    board = read_position(asked)
    hints = explain(board, style=style_of(asked, "candidates"), order="rated" if asked.rated else "taught")
    if form == "svg" and asked.out is not None and Path(asked.out).suffix.lower() != ".svg":
        _write_pictures(Path(asked.out), [export.as_svg(found) for found in hints])
        return 0
    with OutputFile(asked.out) as target:
        if form == "text":
            for number, found in enumerate(hints, 1):
                target.write(export.as_text(found, number, grid=asked.draw) + "\n")
                if asked.out is None:
                    sys.stdout.flush()  # the next one may take a while
        else:
            for text in export.PATHS[form](board, hints):
                target.write(text)
    return 0


def _write_pictures(folder: Path, pictures: list[str]) -> None:
    """Write a picture of each step into a folder, which is created where there is none."""
    width = len(str(len(pictures)))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, text in enumerate(pictures, 1):
            (folder / f"step-{number:0{width}}.svg").write_text(text, encoding="utf-8")
    except OSError as error:
        raise TessellaError(cannot_write(folder, error)) from None
