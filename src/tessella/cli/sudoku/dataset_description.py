"""The command `tessella sudoku dataset describe`, and what other commands say of a data set that is whole."""

import argparse
import json
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from typing import Any

import msgspec

from tessella.cli.options import add, notify
from tessella.cli.workers import add_workers, connected, has_workers, workers_of
from tessella.errors import ParseError
from tessella.i18n import _, ngettext
from tessella.io.extras import load
from tessella.io.progress_bar import pad_all
from tessella.sudoku.batch.job import progress_bar
from tessella.sudoku.generator.recipe import symmetry_name
from tessella.sudoku.rating.levels import LEVELS, level_name


def add_directory(parser: argparse.ArgumentParser) -> None:
    """Add the argument that says where a data set is."""
    parser.add_argument("directory", metavar="DIR", help=_("a folder, or any URL that fsspec knows"))


def add_describe(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella sudoku dataset describe`."""
    parser.description = _("Show how many puzzles of each kind a data set has. It may still be unfinished.")
    add_directory(parser)
    add(parser, "--json", "--lang LANG")
    add_workers(parser, "--threads N=1", optional=True)


def describe(args: argparse.Namespace) -> int:
    """Print what is in a data set."""
    directory, manifest = opened(args)
    with connected(workers_of(args)) if has_workers(args) else nullcontext() as client:
        summary = _summary(client, directory, manifest)
    duplicates = load_module("duplicates").count_duplicates(directory, manifest)
    if args.json:
        print(json.dumps(_as_json(manifest, summary, duplicates), ensure_ascii=False, indent=2))
        return 0
    print(_table(manifest, summary, duplicates))
    if not manifest.is_whole:
        notify(_("the data set is unfinished"), hint=_("to go on, repeat the command that began it"))
    return 0


def opened(args: argparse.Namespace) -> tuple[Any, Any]:
    """Return the directory of a data set that is there, and its manifest; raises `ParseError` where there is none."""
    directory = load_module("directory").Directory(args.directory)
    manifest = directory.manifest()
    if manifest is None:
        raise ParseError(_("expected the folder of a data set, got {text}"), text=args.directory)
    return directory, manifest


def load_module(name: str) -> Any:
    """Return a module of data sets, which need packages of an extra."""
    return load(f"tessella.sudoku.datasets.{name}", "cluster", _("data sets"))


def puzzles_text(n: int) -> str:
    """Return how many puzzles there are, in words."""
    return ngettext("{n:,} puzzle", "{n:,} puzzles", n).format(n=n)


def conclude(client: Any, directory: Any, manifest: Any, *, distinct: bool) -> None:
    """Write the card of a data set that is whole; with `distinct`, search it for duplicates before."""
    if distinct:
        n, searched = 0, 0.0
        with progress_bar(lambda: searched) as progress:
            progress.label = _duplicates
            for found in progress.until_stopped(load_module("duplicates").find_duplicates(directory, manifest, client)):
                n, searched = found
                progress.step(n - progress.steps)
        if progress.stopped:
            raise KeyboardInterrupt
        notify(_duplicates(n))
    load_module("card").write_card(directory, manifest, _summary(client, directory, manifest))


def _summary(client: Any, directory: Any, manifest: Any) -> Any:
    """Return the sum of the summaries of all parts, with a progress bar meanwhile."""
    module = load_module("summary")
    there = sum(part.count for part in manifest.parts)
    total = module.Summary()
    with progress_bar(lambda: total.puzzles / there) as progress:
        progress.label = puzzles_text
        for one in progress.until_stopped(module.summaries(directory, manifest, client)):
            total += one
            progress.step(one.puzzles)
    if progress.stopped:
        raise KeyboardInterrupt
    return total


def _duplicates(n: int) -> str:
    return ngettext("{n:,} duplicate", "{n:,} duplicates", n).format(n=n)


def _as_json(manifest: Any, summary: Any, duplicates: int | None) -> dict[str, Any]:
    said: dict[str, Any] = msgspec.to_builtins(manifest)
    del said["parts"]
    return said | {"whole": manifest.is_whole, **summary.to_json(), "duplicates": duplicates}


def _table(manifest: Any, summary: Any, duplicates: int | None) -> str:
    techniques = {column: _(name) for name, column in load_module("columns").TECHNIQUES.items()}
    symmetries = dict(summary.symmetries.most_common())
    rows = [
        (_("data set"), str(manifest.recipe)),
        *_numbers(manifest, summary, duplicates),
        *_counts(_("level"), {name: level_name(name) for name in LEVELS}, summary.levels, summary.proper),
        *_counts(_("symmetry"), {name: symmetry_name(name) for name in symmetries}, symmetries, summary.puzzles),
        *_counts(_("techniques needed"), techniques, summary.techniques, summary.proper),
    ]
    names, values = zip(*rows, strict=True)
    return "\n".join(f"{name}  {value}".rstrip() for name, value in zip(pad_all(names), values, strict=True))


def _numbers(manifest: Any, summary: Any, duplicates: int | None) -> Iterator[tuple[str, str]]:
    """Yield the rows with numbers that hold for the whole data set."""
    some = "{done:,}" if manifest.is_whole else _("{done:,} of {total:,}")
    yield _("puzzles"), some.format(done=summary.puzzles, total=manifest.count)
    numbers = {
        _("proper"): summary.proper,
        _("several solutions"): summary.status["several"] or None,
        _("no solution"): summary.status["none"] or None,
        _("unreadable"): summary.status["unreadable"] or None,
        _("lower bounds"): summary.inexact or None,
        _("duplicates"): duplicates,
    }
    yield from ((name, f"{number:,}") for name, number in numbers.items() if number is not None)
    spread = load_module("summary").spread
    for name, counts, unit in ((_("rating (ER)"), summary.ratings, 10), (_("clues"), summary.clues, 1)):
        if counts:
            least, median, most = (f"{number / unit:.{unit > 1:d}f}" for number in spread(counts))
            yield name, _("{least} to {most}, median {median}").format(least=least, median=median, most=most)


def _counts(title: str, names: Mapping[str, str], counts: Mapping[str, int], total: int) -> Iterator[tuple[str, str]]:
    """Yield a title, and a row with the share of each that there is, in the order of the names."""
    found = {name: counts[key] for key, name in names.items() if counts.get(key)}
    if found:
        width = len(f"{max(found.values()):,}")
        yield title, ""
        yield from ((f"  {name}", f"{count:>{width},}  {count / total:6.1%}") for name, count in found.items())
