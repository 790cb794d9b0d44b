"""Shares of a job that child processes do in plain Python.

Each function returns what it has found after a moment, for the first of what it was given at least, and how many
seconds of processor time that took.
"""

import time
from collections.abc import Callable, Iterable
from typing import TypeVar

from tessella.errors import TessellaError
from tessella.sudoku.board import Board
from tessella.sudoku.generation import puzzle_of
from tessella.sudoku.generator.recipe import Recipe
from tessella.sudoku.rating.rater import Rating, rate_in_plain
from tessella.sudoku.solver import solve

MOMENT = 0.3  # seconds

R = TypeVar("R")
S = TypeVar("S")


def _for_a_moment(work: Callable[[S], R], items: Iterable[S]) -> tuple[list[R], float]:
    begun, found = time.process_time(), list[R]()
    for item in items:
        found.append(work(item))
        if time.process_time() - begun > MOMENT:
            break
    return found, time.process_time() - begun


def rate_some(puzzles: list[str]) -> tuple[list[Rating | None], float]:
    """Rate 9x9 puzzles as `rate_in_plain` does; None for what is no proper puzzle, or beyond plain Python."""
    return _for_a_moment(_rate, puzzles)


def _rate(text: str) -> Rating | None:
    try:
        board = Board.parse(text)
        solve(board)
    except TessellaError:
        return None
    return rate_in_plain(board)


def make_some(recipe: str, seed: int, numbers: list[int]) -> tuple[list[str], float]:
    """Generate the puzzles of a recipe and a seed that have these numbers, up to the first that cannot be had."""
    read = Recipe.parse(recipe)
    try:
        return _for_a_moment(lambda number: puzzle_of(read, seed, number).to_text(), numbers)
    except TessellaError:
        return [], 0.0
