"""The commands on files of puzzles: solve, check, show, convert and rate."""

import argparse

from tessella.cli.options import add, draws_ascii, not_both, number, whole
from tessella.cli.sudoku.options import EXIT_CODES
from tessella.cli.sudoku.streaming import format_of, known_format, output_format, process
from tessella.errors import ParseError
from tessella.i18n import _
from tessella.sudoku.batch.job import Job, Tally
from tessella.sudoku.batch.jobs import check_all, convert_all, count_all, show_all, solve_all
from tessella.sudoku.batch.rating_job import FORMATS, rate_all


def _add_reading(parser: argparse.ArgumentParser, description: str) -> None:
    parser.description = description
    parser.epilog = _(EXIT_CODES)
    what = _("a puzzle, or a file of puzzles in any format; - is standard input")
    parser.add_argument("file", metavar="FILE", nargs="?", help=what)
    add(parser, "--from NAME", "--box RxC", "--skip N=0", "--keep-going", "--out FILE", "--lang LANG")


def add_solve(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella sudoku solve`."""
    description = _(
        "Write the solution of every puzzle. A puzzle with no solution or several is written unchanged, and reported."
    )
    _add_reading(parser, description)
    limit = {"--limit N": _("stop at N solutions per puzzle")}
    add(parser, output_format(), "--threads N", "--timeout SECONDS", limit)
    what = {"--count": _("print the number of solutions instead"), "--all": _("write every solution")}
    add(parser.add_mutually_exclusive_group(), what)


def solve(args: argparse.Namespace) -> int:
    """Solve puzzles, or count their solutions."""
    form = "line" if args.count else format_of(args)
    timeout = _timeout(args)
    limit = None if args.limit is None else whole(args.limit)
    not_both("--count", "--format", args.count, args.format is not None)
    if limit and not (args.count or args.all):
        raise ParseError(_("expected --limit with --count or --all"))

    def work(job: Job) -> Tally:
        if args.count:
            return count_all(job, limit=limit or 1000, timeout=timeout)
        return solve_all(job, form=form, every=args.all, limit=limit, timeout=timeout)

    return process(args, work, writes_puzzles=not args.count)


def _timeout(args: argparse.Namespace) -> float | None:
    return None if args.timeout is None else number(args.timeout, "--timeout")


def add_check(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella sudoku check`."""
    _add_reading(parser, _("Report puzzles that break a rule, or that do not have exactly one solution."))
    add(parser, "--threads N", "--timeout SECONDS")


def check(args: argparse.Namespace) -> int:
    """Check puzzles."""
    timeout = _timeout(args)
    return process(args, lambda job: check_all(job, timeout=timeout), writes_puzzles=False)


def add_show(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella sudoku show`."""
    _add_reading(parser, _("Draw puzzles as text, SVG or HTML."))
    add(parser, output_format(), "--ascii")


def show(args: argparse.Namespace) -> int:
    """Draw puzzles."""
    form = format_of(args, "small")
    not_both("--ascii", f"--format {form}", args.ascii, form not in ("small", "boxed"))
    if args.out is None and form in ("small", "boxed") and not draws_ascii(args):
        form += "-lines"
    return process(args, lambda job: show_all(job, form=form))


def add_convert(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella sudoku convert`."""
    _add_reading(parser, _("Write puzzles in another format (default: one line per puzzle)."))
    add(parser, output_format())


def convert(args: argparse.Namespace) -> int:
    """Convert puzzles."""
    form = format_of(args, "line")
    return process(args, lambda job: convert_all(job, form=form))


def add_rate(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella sudoku rate`."""
    description = _(
        "Rate the difficulty of puzzles: ER, EP and ED as in Sudoku Explainer 1.2.1, the level, and the "
        "techniques needed."
    )
    _add_reading(parser, description)
    formats = _(
        "text: a report on a single puzzle, else one line per puzzle; csv: one row per input line; json: one object per"
        " line"
    )
    add(parser, {"--format NAME=text": formats, "--path": _("include every step")}, "--threads N")


def rate(args: argparse.Namespace) -> int:
    """Rate puzzles."""
    known_format(args.format, FORMATS)
    args.keep_going |= args.format != "text"  # a line that is no puzzle has a row of its own
    return process(args, lambda job: rate_all(job, form=args.format, path=args.path), writes_puzzles=False)
