"""The command `tessella sudoku solve`."""

import argparse

from tessella.cli.numbers import number, whole
from tessella.cli.options import add
from tessella.cli.sudoku.options import add_reading, add_threads, add_timeout
from tessella.cli.sudoku.streaming import add_format, format_of, process
from tessella.i18n import _
from tessella.sudoku.batch.job import Job, Tally
from tessella.sudoku.batch.solving_job import count_all, solve_all


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = _(
        "Write the solution of every puzzle. A puzzle with no solution or several is written unchanged, and reported."
    )
    add_reading(parser)
    add_format(parser)
    add_threads(parser)
    add_timeout(parser)
    what = {"--count": _("print the number of solutions instead"), "--all": _("write every solution")}
    add(parser.add_mutually_exclusive_group(), what)
    add(parser, {"--limit N": _("stop at N solutions per puzzle")})


def run(asked: argparse.Namespace) -> int:
    """Solve puzzles, or count their solutions."""
    form = "line" if asked.count else format_of(asked)
    timeout = None if asked.timeout is None else number(asked.timeout, "--timeout")
    limit = None if asked.limit is None else whole(asked.limit)

    def work(job: Job) -> Tally:
        if asked.count:
            return count_all(job, limit=limit or 1000, timeout=timeout)
        return solve_all(job, form=form, every=asked.all, limit=limit, timeout=timeout)

    return process(asked, work, writes_puzzles=not asked.count)
