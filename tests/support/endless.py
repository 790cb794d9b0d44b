"""Files of puzzles, and sources and work without end."""

import random
import threading
from collections.abc import Iterator

from support.reference import sudoku_solutions

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


SOLVED = "".join(map(str, next(sudoku_solutions([int(sign) for sign in PUZZLE.replace(".", "0")]))))


SEVERAL = "12......." + "." * 72


LONG_TO_GENERATE = "sudoku:16x16/clues=70#3"
"""A puzzle that is searched for at least 45 s; one of 9x9 with 17 clues is given up after two."""


def numbered(lines: list[str]) -> str:
    """Return the text of a file with these lines."""
    return "".join(f"{line}\n" for line in lines)


def cells_exchanged(luck: random.Random) -> str:
    """Return the puzzle with its digits exchanged for others."""
    digits = list("123456789")
    luck.shuffle(digits)
    return PUZZLE.translate(str.maketrans("123456789", "".join(digits)))


class Endless:
    """A source of a gigabyte that is never in memory."""

    def __init__(self, pieces: Iterator[bytes], size: int = 1 << 30) -> None:
        self.pieces, self.left = pieces, size

    def read(self, size: int, /) -> bytes:
        """Return the next piece."""
        piece = next(self.pieces, b"")[: min(size, max(self.left, 0))]
        self.left -= len(piece)
        return piece


def pieces(start: bytes, rest: bytes) -> Iterator[bytes]:
    """Yield a beginning, and then the same for ever."""
    yield start
    while True:
        yield rest


class EndlessWork:
    """A computation that goes on until it is stopped from outside; events tell that it has begun, and ended."""

    def __init__(self) -> None:
        self.begun, self.ended = threading.Event(), threading.Event()

    def __call__(self, *_arguments: object) -> None:
        """Compute."""
        try:
            while True:
                self.begun.set()
        finally:
            self.ended.set()
