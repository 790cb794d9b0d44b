"""The commands `tessella sudoku dataset`: make, and what else is done with data sets."""

import argparse
from typing import Any

from tessella.cli.options import Container, add, count, notify, whole
from tessella.cli.sudoku.new import add_recipe, recipe_of, seed_of
from tessella.errors import ParseError
from tessella.i18n import _, ngettext
from tessella.io import interrupts, signals
from tessella.io.cluster import Workers, abandon, connect, cores
from tessella.io.extras import load
from tessella.sudoku.batch.job import progress_bar


def add_workers(group: Container) -> None:
    """Add the options that say who does the work."""
    own = {
        "--workers N": _("number of worker processes on this machine (default: one per core)"),
        "--threads N=1": _("threads of each worker process (default: 1)"),
        "--cluster ADDRESS": _("use the Dask scheduler at ADDRESS instead, such as tcp://10.0.0.5:8786"),
        "--tls-ca FILE": _("with --cluster: certificate of the authority, in PEM format"),
        "--tls-cert FILE": _("with --cluster: certificate of this client"),
        "--tls-key FILE": _("with --cluster: private key of this client"),
    }
    add(group, own)


def workers_of(args: argparse.Namespace) -> Workers:
    """Return who does the work."""
    processes = None if args.workers is None else whole(args.workers)
    return Workers(processes, whole(args.threads), args.cluster, args.tls_ca, args.tls_cert, args.tls_key)


def add_make(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella sudoku dataset make`."""
    parser.description = _(
        "Make a data set of rated puzzles in Parquet files, with many processes or on a cluster. The same seed gives"
        " the same bytes. Run it again to go on where it ended."
    )
    parser.add_argument("directory", metavar="DIR", help=_("a folder, or any URL that fsspec knows"))
    add(parser, {"-n, --number N": _("number of puzzles, such as 10M")})
    add_recipe(parser)
    own = {
        "--part N=10000": _("puzzles in a file (default: 10000)"),
    }
    add(parser, own, "--lang LANG")
    add_workers(parser.add_argument_group(_("workers")))


def make(args: argparse.Namespace) -> int:
    """Make a data set, or go on with one."""
    build = _load("build")
    directory = _load("directory").Directory(args.directory)
    there = directory.manifest()
    if args.number is None and there is None:
        raise ParseError(_("expected the number of puzzles, -n N"))
    recipe = _load("recipe").Made(
        str(recipe_of(args)),
        there.recipe.seed if there and args.seed is None else seed_of(args),
    )
    n = there.count if args.number is None else count(args.number, "--number")
    return _run(args, build.begin(directory, recipe, n, whole(args.part)))


def _run(args: argparse.Namespace, build: Any) -> int:
    """Let the workers write what is missing; say how it went, and return the exit code."""
    total = build.manifest.count
    with connect(workers_of(args)) as client:
        notify(_("{workers}; dashboard: {address}"), workers=_workers(client), address=client.dashboard_link)
        with progress_bar(lambda: build.done / total) as progress:
            progress.label = lambda n: f"{_puzzles(n)}, {_workers(client)}"
            for written in progress.until_stopped(build.run(client)):
                progress.step(written.part.count)
        if progress.stopped:
            abandon(client)
            build.save()
            done = _puzzles(build.done)
            notify(_("stopped: {done} of {total:,} are there; run the same command to go on"), done=done, total=total)
            interrupts.leave(signals.exit_code())
    notify(_("{puzzles} in {parts} parts"), puzzles=_puzzles(build.done), parts=len(build.parts))
    return 0


def _load(module: str) -> Any:
    """Return a module of data sets, which need packages of an extra."""
    return load(f"tessella.sudoku.datasets.{module}", "cluster", _("data sets"))


def _puzzles(n: int) -> str:
    return ngettext("{n:,} puzzle", "{n:,} puzzles", n).format(n=n)


def _workers(client: Any) -> str:
    n = cores(client)
    return ngettext("{n} worker", "{n} workers", n).format(n=n)


def run(_args: argparse.Namespace) -> int:
    """Say which commands there are."""
    raise ParseError(_("expected a command: make"), hint=_("see 'tessella sudoku dataset --help'"))


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella sudoku dataset` itself."""
    parser.description = _("Make data sets of rated puzzles, with many processes or on a cluster.")
    add(parser, "--lang LANG")
