"""The commands `tessella sudoku` and `tessella sudoku play`."""

import argparse

from tessella.cli.play import open_store, play
from tessella.cli.sudoku.options import id_of
from tessella.play.progress import course, remember_level
from tessella.sudoku.rating.levels import read_level
from tessella.sudoku.tutor.practice import lesson


def run(asked: argparse.Namespace) -> int:
    """Play Sudoku."""
    if asked.level is not None:
        asked.level = read_level(asked.level)
    text = id_of(asked)
    store = open_store(asked)
    if asked.practice is not None:
        return play(asked, store, course(store, lesson(asked.practice)).next_id)
    if asked.level is not None:
        remember_level(store, asked.level)
    return play(asked, store, text)
