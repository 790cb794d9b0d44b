"""The command `tessella sudoku new`."""

import argparse
import contextlib
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from tessella.cli.numbers import whole
from tessella.cli.options import add
from tessella.cli.sudoku.recipe_options import add_recipe, is_graded, recipe_of, seed_of
from tessella.cli.sudoku.streaming import format_of, interrupted, output_format, threads_of
from tessella.cli.text_input import read_text
from tessella.errors import ParseError
from tessella.i18n import _
from tessella.sudoku import solve
from tessella.sudoku.batch.job import Output, Tally, drawn, open_output, progress_bar
from tessella.sudoku.batch.jobs import generate_all
from tessella.sudoku.generation import puzzle_of
from tessella.sudoku.generator.recipe import Recipe, Series

NOTICE_DELAY = 4.0
"""Seconds until somebody who waits for the first puzzle is told why it takes so long."""
MAX_PATTERN_BYTES = 10_000


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.epilog = _("Exit codes: 0 success, 2 invalid input or a request that cannot be met.")
    add(parser, {"-n, --number N=1": _("number of puzzles (default: 1)")})
    add_recipe(parser)
    pattern = _("cells that may hold a given: one character per cell, . for an empty one")
    add(parser, {"--pattern FILE": pattern, "--reveal": _("show the solution after Enter")})
    add(parser, output_format(), "--out FILE", "--threads N", "--lang LANG")


def run(args: argparse.Namespace) -> int:
    """Generate puzzles."""
    form = format_of(args)
    n, first, threads = whole(args.number), whole(args.first, 0), threads_of(args)
    recipe = recipe_of(args, None if args.pattern is None else _pattern(args.pattern))
    seed = seed_of(args)
    if args.reveal:
        return _reveal(recipe, seed, range(first, first + n), form)
    tally = Tally()
    with (
        progress_bar(lambda: tally.done / n) as progress,
        open_output(args.out) as target,
        _notice(tally) if is_graded(args) else contextlib.nullcontext(),
    ):
        series = Series(recipe, seed, range(first, first + n))
        generate_all(Output(target.write, progress, tally), series, form=form, threads=threads)
        if progress.stopped and tally.done < n:
            target.keep_part()
    if progress.stopped and tally.done < n:
        return interrupted(target, tally.done, f"--seed {seed} --first {first + tally.done} -n {n - tally.done}")
    if args.seed is None and sys.stderr.isatty():
        print(_("seed {seed}").format(seed=seed), file=sys.stderr)
    return 0


@contextlib.contextmanager
def _notice(tally: Tally) -> Iterator[None]:

    def notify() -> None:
        if not tally.done:
            message = _("still searching for the first puzzle; the engine is compiled when it is first used")
            print(message, file=sys.stderr)

    timer = threading.Timer(NOTICE_DELAY, notify)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _reveal(recipe: Recipe, seed: int, numbers: range, form: str) -> int:
    for k in numbers:
        puzzle = puzzle_of(recipe, seed, k)
        print(drawn(puzzle, form), flush=True)
        print(_("Press Enter to see the solution."), end="", flush=True)
        sys.stdin.readline()
        if not sys.stdin.isatty():
            print()
        print(drawn(solve(puzzle), form), flush=True)
    return 0


def _pattern(name: str) -> str:
    try:
        return read_text(name, MAX_PATTERN_BYTES)
    except ParseError:
        if len(name) >= 16 and not Path(name).suffix.isalpha():
            return name
        raise
