"""Work on a stream of puzzles: from input options to an output file and an exit code."""

import argparse
import sys
from collections.abc import Callable, Iterable

from tessella.cli.options import invite_to_type, notify, whole
from tessella.errors import ParseError, one_of, quote
from tessella.i18n import _, ngettext
from tessella.io import interrupts
from tessella.io.streams import PARQUET, OutputFile
from tessella.sudoku import geometry, notation
from tessella.sudoku.batch.job import PICTURES, Job, Output, Tally, open_output, open_puzzles, progress_bar

Work = Callable[[Job], Tally]  # what is done with a stream of puzzles


def output_format() -> dict[str, str]:
    """Return the option that names the format to write."""
    return {"--format NAME": _("output format: {names}").format(names=", ".join([*notation.FORMATS, *PICTURES]))}


def known_format(name: str, names: Iterable[str]) -> str:
    """Return a format's name if it is one of `names`; raises `ParseError`."""
    return one_of(names, name, _("expected a format, one of {names}, got {text}"))


def format_of(args: argparse.Namespace, default: str | None = None) -> str:
    """Return the output format: `default`, or where there is none, a picture for a person and a line for a program."""
    if writes_table(args):
        if args.format not in (None, "csv"):
            raise ParseError(_("expected csv as the format of a Parquet file, got {text}"), text=args.format)
        return "csv"
    if args.format is not None:
        return known_format(args.format, [*notation.FORMATS, *PICTURES])
    return default or ("small" if args.out is None and sys.stdout.isatty() else "line")


def threads_of(args: argparse.Namespace) -> int | None:
    """Return the number of threads that is asked for."""
    threads = getattr(args, "threads", None)
    return None if threads is None else whole(threads)


def writes_table(args: argparse.Namespace) -> bool:
    """Return whether the output is a Parquet file."""
    return args.out is not None and args.out.lower().endswith(PARQUET)


def has_reading_options(args: argparse.Namespace) -> bool:
    """Return whether anything is said of how to read the input, but for the box, which puzzles to generate have too."""
    return vars(args)["from"] is not None or whole(args.skip, 0) > 0 or args.keep_going


def reading_options(args: argparse.Namespace) -> tuple[str | None, geometry.Box | None]:
    """Return the format and the box shape of the input, each None where nothing is said."""
    form: str | None = vars(args)["from"]
    if form is not None:
        known_format(form, notation.FORMATS)
    return form, None if args.box is None else geometry.parse_box(args.box)


def process(args: argparse.Namespace, work: Work, *, writes_puzzles: bool = True) -> int:
    """Do the work from input to output and return the exit code; the output is left alone where the input is bad.

    Only puzzles can be written to a Parquet file, so `writes_puzzles` says whether that is what the work writes.
    """
    form, box = reading_options(args)
    if not writes_puzzles and writes_table(args):
        raise ParseError(_("expected the name of a text file, got {text}: Parquet files hold puzzles"), text=args.out)
    skip = whole(args.skip, 0)
    invite_to_type(args.file)
    with open_puzzles(args.file) as source, progress_bar(source.share) as progress, open_output(args.out) as target:

        def write(text: str) -> None:
            if args.out is None and sys.stdout.isatty():
                progress.clear()  # the progress bar stands where this is to be read
            target.write(text)

        output, threads = Output(write, progress), threads_of(args)
        job = Job(source, output, notify, box, form, args.keep_going, skip, threads, is_idle=source.is_idle)
        tally = work(job)
        if progress.stopped:
            target.keep_part()
        elif tally.wrong and not args.keep_going:
            target.abandon()
    if progress.stopped:
        return interrupted(target, tally.done, f"--skip {skip + tally.done}")
    return tally.exit_code


def interrupted(target: OutputFile, done: int, rest: str) -> int:
    """Say what has been written and how to continue, and return the exit code."""
    if target.part is None:
        message = ngettext(
            "stopped after {n} puzzle; continue with {rest}", "stopped after {n} puzzles; continue with {rest}", done
        )
    else:
        message = ngettext(
            "stopped after {n} puzzle, saved in {part}; continue with {rest}",
            "stopped after {n} puzzles, saved in {part}; continue with {rest}",
            done,
        )
    notify(message, n=done, part=quote(target.part), rest=rest)
    return interrupts.exit_code()
