"""The command `tessella bench`."""

import argparse

from tessella.cli.options import add, notify
from tessella.cli.warm import wait_for
from tessella.compiled import warming
from tessella.i18n import _


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella bench`."""
    parser.add_argument("game", metavar="GAME", nargs="?", choices=("sudoku",), default="sudoku", help="sudoku")
    add(parser, "--lang LANG")


def run(_args: argparse.Namespace) -> int:
    """Print how fast the Sudoku engine is."""
    notify(_("starting the engine"))
    with warming.WarmUp(*warming.SOLVER) as work:
        from tessella.sudoku import bench  # noqa: PLC0415 - compiled code, which --help does not need

        wait_for(work)
    notify(_("microseconds per puzzle on one thread, then puzzles per second on all threads"))
    print(f"{'':16} {_('puzzles'):>9} {_('count'):>9} {_('solve'):>9} {_('counts/s'):>16}")
    for row in bench.timings():
        times = f"{row.microseconds:9.3f} {row.solving:9.3f} {row.per_second:16,.0f}"
        print(f"{row.name:16} {row.puzzles:9,} {times}", flush=True)
    return 0
