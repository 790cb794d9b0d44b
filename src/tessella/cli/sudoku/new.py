"""The command `tessella sudoku new`."""

import argparse
import contextlib
import sys
import threading
import time
from pathlib import Path
from typing import Self

from tessella.cli.options import add, not_both, notify, read_text, whole
from tessella.cli.sudoku.recipe_options import add_first, add_recipe, is_graded, recipe_of, seed_of
from tessella.cli.sudoku.streaming import format_of, interrupted, output_format, threads_of
from tessella.errors import ParseError
from tessella.i18n import _
from tessella.io.progress_bar import ProgressBar
from tessella.sudoku import solve
from tessella.sudoku.batch.job import Output, Tally, drawn, open_output, progress_bar
from tessella.sudoku.batch.jobs import generate_all
from tessella.sudoku.generation import puzzle_of
from tessella.sudoku.generator.recipe import Recipe, Series

NOTICE_DELAY = 1.0  # seconds until somebody who waits for a puzzle is told why it takes so long
MAX_PATTERN_BYTES = 10_000


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.epilog = _("Exit codes: 0 success, 2 invalid input or a request that cannot be met.")
    add(parser, {"-n, --number N=1": _("number of puzzles (default: 1)")})
    add_recipe(parser)
    add_first(parser)
    pattern = _("cells that may hold a given: one character per cell, . for an empty one")
    add(parser, {"--pattern FILE": pattern, "--reveal": _("show the solution after Enter")})
    add(parser, output_format(), "--out FILE", "--threads N", "--lang LANG")


def run(args: argparse.Namespace) -> int:
    """Generate puzzles."""
    form = format_of(args)
    n, first, threads = whole(args.number), whole(args.first, 0), threads_of(args)
    recipe = recipe_of(args, None if args.pattern is None else _pattern(args.pattern))
    seed = seed_of(args)
    not_both("--reveal", "--out", args.reveal, args.out is not None)
    if args.reveal:
        return _reveal(recipe, seed, range(first, first + n), form)
    tally, waiting = Tally(), is_graded(args) or args.variant is not None
    with (
        progress_bar(lambda: tally.done / n) as progress,
        open_output(args.out) as target,
        _Notice(progress, tally, n) if waiting else contextlib.nullcontext() as notice,
    ):

        def write(text: str) -> None:
            with notice.lock if notice else contextlib.nullcontext():
                if args.out is None and sys.stdout.isatty():
                    progress.clear()  # the progress bar stands where this is to be read
                target.write(text)

        series = Series(recipe, seed, range(first, first + n))
        generate_all(Output(write, progress, tally), series, form=form, threads=threads)
        if progress.stopped and tally.done < n:
            target.keep_part()
    if progress.stopped and tally.done < n:
        return interrupted(target, tally.done, f"--seed {seed} --first {first + tally.done} -n {n - tally.done}")
    if args.seed is None and sys.stderr.isatty():
        notify(_("seed {seed}"), seed=seed)
    return 0


class _Notice:
    """While it is entered, tells somebody who has waited for a puzzle for a while that it is searched for.

    On a terminal a line says so as long as the wait is; else there is one sentence for all of them.
    """

    def __init__(self, progress: ProgressBar, tally: Tally, number: int) -> None:
        self.progress, self.tally, self.number = progress, tally, number
        self.lock = threading.Lock()  # for what is written meanwhile
        self._over = threading.Event()

    def __enter__(self) -> Self:
        threading.Thread(target=self._tell, daemon=True).start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._over.set()

    def _tell(self) -> None:
        done, since, is_told = self.tally.done, time.monotonic(), False
        while not self._over.wait(NOTICE_DELAY / 2):
            if done != self.tally.done:
                done, since = self.tally.done, time.monotonic()
            seconds = time.monotonic() - since
            if seconds < NOTICE_DELAY or is_told:
                continue
            sentence = _("still searching for puzzle {n} of {all}").format(n=done + 1, all=self.number)
            with self.lock:
                if self._over.is_set():
                    return
                if self.progress.is_shown:
                    self.progress.note(f"{sentence}  {seconds:.0f} s")
                else:
                    notify(sentence)
                    is_told = True


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
