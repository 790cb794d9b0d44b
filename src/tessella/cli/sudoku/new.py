"""The command `tessella sudoku new`."""

import argparse
import contextlib
import secrets
import sys
import threading
import time
from pathlib import Path
from typing import Self

from tessella.cli.options import Container, add, notify, read_text, whole
from tessella.cli.sudoku.streaming import format_of, interrupted, output_format, threads_of
from tessella.errors import ParseError
from tessella.i18n import _
from tessella.ids import parse_seed
from tessella.io.progress_bar import ProgressBar
from tessella.sudoku import geometry, solve
from tessella.sudoku.batch.job import Output, Tally, drawn, open_output, progress_bar
from tessella.sudoku.batch.jobs import generate_all
from tessella.sudoku.generation import puzzle_of
from tessella.sudoku.generator import recipe, target
from tessella.sudoku.generator.recipe import Recipe, Series
from tessella.sudoku.rating.levels import LEVELS, read_level

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


def add_recipe(group: Container) -> None:
    """Add the options; each is None where nothing is said."""
    own = {
        "--level NAME": _("level: {names}").format(names=", ".join(LEVELS)),
        "--rating A..B": _("rating (ER) from A to B, such as 4.2..4.6"),
        "--technique NAME": _("hardest technique needed, such as xy-wing or swordfish"),
        "--only": _("with --technique: nothing else but singles"),
        "--variant NAME": _("variant, such as killer, jigsaw, x, thermo or killer+x"),
        "--clues N": _("number of clues; or minimal; or open, for puzzles that singles solve"),
        "--seed N": _("random seed: the same seed gives the same puzzles"),
    }
    add(group, own, "--symmetry NAME", "--box RxC")


def add_first(group: Container) -> None:
    """Add the option that says where in a seed to start."""
    add(group, {"--first K=0": _("start with puzzle K of the seed (default: 0)")})


def asks_for_kind(args: argparse.Namespace) -> bool:
    """Return whether any of these options is given, but for the box, which puzzles that are read have as well."""
    parser = argparse.ArgumentParser(add_help=False)
    add_recipe(parser)
    add_first(parser)
    return any(getattr(args, name) != usual for name, usual in vars(parser.parse_args([])).items() if name != "box")


def is_graded(args: argparse.Namespace) -> bool:
    """Return whether a level, a rating or a technique is asked for."""
    return any(value is not None for value in (args.level, args.rating, args.technique))


def seed_of(args: argparse.Namespace) -> int:
    """Return the seed that is asked for, or one that is drawn; raises `ParseError`."""
    return secrets.randbelow(10**9) if args.seed is None else parse_seed(args.seed)


def recipe_of(args: argparse.Namespace, pattern: str | None = None) -> Recipe:
    """Return the recipe that the options and a drawn pattern ask for; raises `TessellaError` for an impossible one."""
    box = geometry.parse_box(args.box or "3x3")
    text = args.clues or ("open" if is_graded(args) else recipe.MINIMAL)
    clues: int | str | None = text
    if text == "open" or (text == recipe.MINIMAL and box[0] * box[1] > recipe.MAX_SEARCHED_SIZE):
        clues = None  # as few as singles can solve; the largest grids are made for singles alone
    elif text != recipe.MINIMAL:
        clues = whole(text)
    return recipe.Recipe(
        box,
        clues,
        args.symmetry or "none",
        None if pattern is None else recipe.read_pattern(pattern, box),
        None if args.level is None else read_level(args.level),
        None if args.rating is None else target.read_rating(args.rating),
        None if args.technique is None else target.read_technique(args.technique),
        only=args.only,
        variants=() if args.variant is None else recipe.read_variants(args.variant),
    )
