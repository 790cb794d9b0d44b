"""The command `tessella sudoku show`."""

import argparse

from tessella.cli.options import can_show
from tessella.cli.sudoku.options import add_reading
from tessella.cli.sudoku.streaming import add_format, format_of, process
from tessella.i18n import _
from tessella.sudoku.batch.conversion_job import show_all


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = _("Draw puzzles as text, SVG or HTML.")
    add_reading(parser)
    add_format(parser)


def run(asked: argparse.Namespace) -> int:
    """Draw puzzles."""
    form = format_of(asked, "small")
    if asked.out is None and form in ("small", "boxed") and can_show("║"):
        form += "-lines"
    return process(asked, lambda job: show_all(job, form=form))
