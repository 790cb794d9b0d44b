"""The commands `tessella sudoku dataset`: make, rate and verify data sets."""

import argparse
from collections.abc import Iterable
from typing import Any

from tessella.cli.options import add, count, notify, whole
from tessella.cli.sudoku.dataset_description import add_directory, conclude, load_module, opened, puzzles_text
from tessella.cli.sudoku.recipe_options import add_recipe, recipe_of, seed_of
from tessella.cli.workers import add_workers, connected, workers_of, workers_text
from tessella.errors import ParseError
from tessella.i18n import _, ngettext
from tessella.io.cluster import Workers, abandon
from tessella.sudoku.batch.job import progress_bar


def _add_writing(parser: argparse.ArgumentParser) -> None:
    own = {
        "--part N=10000": _("puzzles in a file (default: 10000)"),
        "--budget N": _("give up rating a puzzle after N nodes of forcing chains; its rating is then a lower bound"),
        "--distinct": _("at the end, list puzzles that are essentially the same as an earlier one"),
    }
    add(parser, own, "--lang LANG")
    add_workers(parser, "--threads N=1")


def add_make(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella sudoku dataset make`."""
    parser.description = _(
        "Make a data set of rated puzzles in Parquet files, in many processes or on a cluster. The same "
        "seed gives the same bytes. Run it again to continue where it stopped."
    )
    add_directory(parser)
    add(parser, {"-n, --number N": _("number of puzzles, such as 10M")})
    add_recipe(parser)
    _add_writing(parser)


def make(args: argparse.Namespace) -> int:
    """Make a data set, or go on with one."""
    workers = workers_of(args)
    directory = load_module("directory").Directory(args.directory)
    there = directory.manifest()
    if args.number is None and there is None:
        raise ParseError(_("expected the number of puzzles, such as -n 10k"))
    n = there.count if args.number is None else _some(args.number, "--number")
    seed = getattr(there.recipe, "seed", 0) if there and args.seed is None else seed_of(args)
    recipe = load_module("recipe").Made(str(recipe_of(args)), seed, _budget(args))
    return _write(args, workers, load_module("build").begin(directory, recipe, n, _some(args.part, "--part")))


def add_rate(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella sudoku dataset rate`."""
    parser.description = _(
        "Rate the puzzles of files, in many processes or on a cluster, into a data set with a row for "
        "each. Run it again to continue where it stopped."
    )
    add_directory(parser)
    what = _("files of puzzles: lists, CSV or Parquet, compressed or not")
    parser.add_argument("--from", metavar="FILE", nargs="+", required=True, dest="files", help=what)
    _add_writing(parser)


def rate(args: argparse.Namespace) -> int:
    """Rate the puzzles of files into a data set, or go on with one."""
    workers = workers_of(args)
    sources = load_module("sources")
    directory = load_module("directory").Directory(args.directory)
    recipe = load_module("recipe").Rated(tuple(map(sources.source_of, args.files)), _budget(args))
    n, size = sources.count_puzzles(args.files), _some(args.part, "--part")
    return _write(
        args, workers, load_module("build").begin(directory, recipe, n, size), sources.parts_of(args.files, size)
    )


def _budget(args: argparse.Namespace) -> int | None:
    return None if args.budget is None else count(args.budget, "--budget")


def _some(text: str, name: str) -> int:
    return count(text, name) or whole(text)  # the latter says what is expected instead of 0


def _write(args: argparse.Namespace, workers: Workers, build: Any, puzzles: Iterable[Any] = ()) -> int:
    """Let the workers write what is missing; say how it went, and return the exit code."""
    total = build.manifest.count
    with connected(workers, load_module("parts").KERNELS) as client:
        with progress_bar(lambda: build.done / total) as progress:
            progress.label = lambda n: _(", ").join([puzzles_text(n), workers_text(client)])
            progress.note(_("waiting for the first part ..."))
            for written in progress.until_stopped(build.run(client, puzzles)):
                progress.step(written.part.count)
        if progress.stopped:
            abandon(client)
            build.directory.remove_unfinished()
            build.find()
            build.save()
            done = puzzles_text(build.done)
            notify(_("stopped: {done} of {total:,} are there; run the same command to go on"), done=done, total=total)
            raise KeyboardInterrupt
        conclude(client, build.directory, build.manifest, distinct=args.distinct)
    parts = len(build.parts)
    said = ngettext("{puzzles} in {n:,} part", "{puzzles} in {n:,} parts", parts)
    notify(said, puzzles=puzzles_text(build.done), n=parts)
    return 0


def add_verify(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella sudoku dataset verify`."""
    parser.description = _("Check that all parts are there and as they were written, and that every solution is right.")
    parser.epilog = _("Exit codes: 0 success, 1 something is missing or wrong, 2 invalid input.")
    add_directory(parser)
    add(parser, {"--again": _("make every part again too, and compare")}, "--lang LANG")
    add_workers(parser, "--threads N=1")


def verify(args: argparse.Namespace) -> int:
    """Verify a data set."""
    directory, manifest = opened(args)
    verification = load_module("verification")
    missing = manifest.count - sum(part.count for part in manifest.parts)
    wrong = 0
    with (
        connected(workers_of(args), verification.kernels(again=args.again)) as client,
        progress_bar(lambda: progress.steps / max(1, manifest.count - missing)) as progress,
    ):
        progress.label = lambda n: _(", ").join([puzzles_text(n), workers_text(client)])
        progress.note(_("waiting for the first part ..."))
        for part, problem in progress.until_stopped(verification.verify(client, directory, manifest, again=args.again)):
            progress.step(part.count)
            if problem:
                wrong += 1
                progress.clear()
                print(_("{name}: {problem}").format(name=part.name, problem=_(problem)), flush=True)
        if progress.stopped:
            raise KeyboardInterrupt
    if missing:
        print(_("{puzzles} are missing").format(puzzles=puzzles_text(missing)))
    right = len(manifest.parts) - wrong
    print(_("{right:,} of {parts:,} parts are right").format(right=right, parts=len(manifest.parts)))
    return int(bool(wrong or missing))


def run(_args: argparse.Namespace) -> int:
    """Say which commands there are."""
    raise ParseError(
        _("expected a command: make, rate, verify or describe"),
        hint=_("see '{command} --help'").format(command="tessella sudoku dataset"),
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella sudoku dataset` itself."""
    parser.description = _("Make data sets of rated puzzles, in many processes or on a cluster.")
    add(parser, "--lang LANG")
