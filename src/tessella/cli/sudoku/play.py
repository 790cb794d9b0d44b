"""The commands `tessella sudoku` and `tessella sudoku play`."""

import argparse

from tessella.cli.play import open_store, play
from tessella.cli.sudoku.options import id_of
from tessella.play.progress import course, remember_level
from tessella.sudoku.rating.levels import read_level
from tessella.sudoku.tutor.practice import lesson


def run(args: argparse.Namespace) -> int:
    """Play Sudoku."""
    if args.level is not None:
        args.level = read_level(args.level)
    text = id_of(args)
    store = open_store(args)
    if args.practice is not None:
        return play(args, store, course(store, lesson(args.practice)).next_id)
    if args.level is not None:
        remember_level(store, args.level)
    return play(args, store, text)
