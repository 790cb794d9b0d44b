"""The command `tessella sudoku new`."""

import argparse
import contextlib
import secrets
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from tessella.cli.options import Container, add, notify, read_text, whole
from tessella.cli.sudoku.streaming import format_of, interrupted, output_format, threads_of
from tessella.errors import ParseError
from tessella.i18n import _
from tessella.ids import parse_seed
from tessella.sudoku import geometry, solve
from tessella.sudoku.batch.job import Output, Tally, drawn, open_output, progress_bar
from tessella.sudoku.batch.jobs import generate_all
from tessella.sudoku.generation import puzzle_of
from tessella.sudoku.generator import recipe, target
from tessella.sudoku.generator.recipe import Recipe, Series
from tessella.sudoku.rating.levels import LEVELS, read_level

NOTICE_DELAY = 4.0  # seconds until somebody who waits for the first puzzle is told why it takes so long
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
        notify(_("seed {seed}"), seed=seed)
    return 0


@contextlib.contextmanager
def _notice(tally: Tally) -> Iterator[None]:
    def say_why() -> None:
        if not tally.done:
            notify(_("still searching for the first puzzle"))

    timer = threading.Timer(NOTICE_DELAY, say_why)
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
        variants=() if args.variant is None else recipe.check_variants(args.variant),
    )
