"""The command `tessella bench`."""

import argparse
from collections.abc import Iterable
from typing import Any

from tessella.cli.options import add, notify
from tessella.cli.warm import wait_for
from tessella.compiled import warming
from tessella.i18n import _
from tessella.io.progress_bar import pad


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella bench`."""
    parser.add_argument("game", metavar="GAME", nargs="?", choices=("sudoku",), default="sudoku", help="sudoku")
    add(parser, "--lang LANG")


def run(_args: argparse.Namespace) -> int:
    """Print how fast Sudokus are solved: by plain Python while the engine is got ready, then by the engine."""
    with warming.WarmUp(*warming.SOLVER) as work:
        notify(_("microseconds per puzzle on one thread, then puzzles per second on all threads"))
        _print("", _("solver"), _("puzzles"), _("count"), _("solve"), _("counts/s"))
        from tessella.sudoku import bench  # noqa: PLC0415 - numpy, which --help does not need

        _show(bench.timings(bench.plain()))
        wait_for(work)
    _show(bench.timings(bench.compiled()))
    return 0


def _show(rows: Iterable[Any]) -> None:
    for row in rows:
        count, solve = f"{row.microseconds:.3f}", f"{row.solving:.3f}"
        _print(row.name, row.solver, f"{row.puzzles:,}", count, solve, f"{row.per_second:,.0f}")


def _print(name: str, *values: str) -> None:
    widths = (7, 9, 9, 9, 16)
    cells = [pad(value, width, right=True) for value, width in zip(values, widths, strict=True)]
    print(pad(name, 16), *cells, flush=True)
