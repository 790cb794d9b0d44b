"""The command `tessella 2048`."""

import argparse

from tessella.cli.game2048.options import id_of
from tessella.cli.play import open_store, play


def run(args: argparse.Namespace) -> int:
    """Play 2048."""
    text = id_of(args)
    return play(args, open_store(args), text)
