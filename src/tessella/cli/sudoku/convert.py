"""The command `tessella sudoku convert`."""

import argparse

from tessella.cli.sudoku.options import add_reading
from tessella.cli.sudoku.streaming import add_format, format_of, process
from tessella.i18n import _
from tessella.sudoku.batch.conversion_job import convert_all


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = _("Write puzzles in another format (default: one line per puzzle).")
    add_reading(parser)
    add_format(parser)


def run(asked: argparse.Namespace) -> int:
    """Convert puzzles."""
    form = format_of(asked, "line")
    return process(asked, lambda job: convert_all(job, form=form))
