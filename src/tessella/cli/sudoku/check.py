"""The command `tessella sudoku check`."""

import argparse

from tessella.cli.numbers import number
from tessella.cli.sudoku.options import add_reading, add_threads, add_timeout
from tessella.cli.sudoku.streaming import process
from tessella.i18n import _
from tessella.sudoku.batch.solving_job import check_all


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = _("Report puzzles that break a rule, or that do not have exactly one solution.")
    add_reading(parser)
    add_threads(parser)
    add_timeout(parser)


def run(asked: argparse.Namespace) -> int:
    """Check puzzles."""
    timeout = None if asked.timeout is None else number(asked.timeout, "--timeout")
    return process(asked, lambda job: check_all(job, timeout=timeout), writes_puzzles=False)
