"""The command `tessella sudoku rate`."""

import argparse

from tessella.cli.options import add
from tessella.cli.sudoku.options import add_reading, add_threads
from tessella.cli.sudoku.streaming import known_format, process
from tessella.i18n import _
from tessella.sudoku.batch import rating_job


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = _(
        "Rate how hard puzzles are: ER, EP and ED as Sudoku Explainer 1.2.1 computes them, the level, and the"
        " techniques that are needed."
    )
    add_reading(parser)
    formats = _(
        "text: a report on a single puzzle, else one line per puzzle; csv: one row per input line; json: one object per"
        " line"
    )
    add(parser, {"--format NAME=text": formats, "--path": _("include every step")})
    add_threads(parser)


def run(asked: argparse.Namespace) -> int:
    """Rate puzzles."""
    known_format(asked.format, [*rating_job.FORMATS])
    asked.keep_going |= asked.format != "text"  # a line that is no puzzle has a row of its own

    return process(
        asked, lambda job: rating_job.rate_all(job, form=asked.format, path=asked.path), writes_puzzles=False
    )
