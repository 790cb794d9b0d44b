"""How does an order of a million puzzles get written?

Block by block, each as soon as it is made: few in plain Python, which begins at once, many by the kernels, which give
the same ones. Whoever interrupts it keeps what was written, and can go on from there.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tessella.sudoku import notation
from tessella.sudoku.board import SYMBOLS, Board
from tessella.sudoku.generate import make
from tessella.sudoku.recipe import Recipe
from tessella.sudoku.solve import solve

__all__ = ["MANY", "boards", "write_puzzles"]

MANY = 2000
"""From so many on the kernels are worth their start, of a second or two."""


def boards(recipe: Recipe, seed: int, n: int, *, first: int = 0, threads: int | None = None) -> Iterator[Board]:
    """Yield puzzles `first` to `first + n - 1` of a seed in order, from the kernels where that is quicker.

    Raises `PuzzleError` at the first that the maker gives up.
    """
    if not in_bulk(recipe, n):
        yield from (make(recipe, seed, k) for k in range(first, first + n))
        return
    # Only here: loading numba takes longer than making a few puzzles.
    from tessella.sudoku import mint  # noqa: PLC0415 - see above

    for _start, block in mint.blocks(n, recipe, seed, first=first, threads=threads):
        yield from (Board.of_givens(row) for row in block.tolist())


def in_bulk(recipe: Recipe, n: int) -> bool:
    """Return whether an order goes to the kernels: many plain 9x9 puzzles with 20 clues or more."""
    few = isinstance(recipe.clues, int) and recipe.clues < 20
    return n >= MANY and recipe.box == (3, 3) and recipe.pattern is None and not few


def write_puzzles(  # noqa: PLR0913 - what the command line can say
    write: Callable[[str], object],
    recipe: Recipe,
    seed: int,
    n: int,
    *,
    first: int = 0,
    form: str = "line",
    threads: int | None = None,
    step: Callable[[int], object] | None = None,
) -> int:
    """Write puzzles `first` to `first + n - 1` of a seed in a format of `notation`; return how many were written.

    CSV and JSON hold the solutions too. `step` is told the number written, after every block. Ctrl-C ends the work
    early: what is written is whole then, and number `first` plus what comes back is where to go on. Raises
    `PuzzleError` for a puzzle that the maker gives up; those before it are written.
    """
    with _interruptible() as interrupted:
        if form == "line" and in_bulk(recipe, n):
            return _write_lines(write, recipe, seed, n, first, threads, step, interrupted)
        done = 0
        solved = form in ("csv", "json")

        def made() -> Iterator[tuple[Board, Board | None]]:
            nonlocal done
            for board in boards(recipe, seed, n, first=first, threads=threads):
                if interrupted():
                    return
                yield board, solve(board) if solved else None
                done += 1
                if step:
                    step(done)

        for piece in notation.write_many(made(), form):
            write(piece)
        return done


def _write_lines(  # noqa: PLR0913, PLR0917 - what `write_puzzles` was told
    write: Callable[[str], object],
    recipe: Recipe,
    seed: int,
    n: int,
    first: int,
    threads: int | None,
    step: Callable[[int], object] | None,
    interrupted: Callable[[], bool],
) -> int:
    """Write lines as the kernels make them, without a board for each."""
    import numpy as np  # noqa: PLC0415 - loading it takes longer than making a few puzzles

    from tessella.sudoku import mint  # noqa: PLC0415 - the same

    signs = np.frombuffer(SYMBOLS[:10].encode(), np.uint8)
    done = 0
    for _start, block in mint.blocks(n, recipe, seed, first=first, threads=threads):
        if interrupted():
            break
        lines = np.full((len(block), 82), ord("\n"), np.uint8)
        lines[:, :81] = signs[block]
        write(lines.tobytes().decode("ascii"))
        done += len(block)
        if step:
            step(done)
    return done


@contextmanager
def _interruptible() -> Iterator[Callable[[], bool]]:
    """Let Ctrl-C be asked about, rather than break in; where signals cannot be had, nobody ever asked."""
    asked: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, lambda number, _frame: asked.append(number))
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)
