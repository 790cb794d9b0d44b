"""Files of puzzles: what the commands read from, write to and show meanwhile."""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager

from tessella.i18n import ngettext
from tessella.io.progress_bar import ProgressBar
from tessella.io.streams import InputStream, OutputFile, open_input
from tessella.sudoku.rules import BLANKS, SYMBOLS

COLUMNS = ("puzzle", "solution")
_LINE_SIGNS = frozenset(SYMBOLS + BLANKS + "+~X:")


def open_puzzles(name: str | None) -> AbstractContextManager[InputStream]:
    """Open a file of puzzles, standard input, or a puzzle or its id that is written in place of a name."""
    return open_input(name, inline=_puzzle_in, columns=COLUMNS)


def _puzzle_in(name: str) -> str | None:
    """Return the puzzle that is written in place of a name.

    >>> _puzzle_in("sudoku:1....2..3......4"), _puzzle_in("puzzles.txt")
    ('1....2..3......4', None)
    """
    text = name.removeprefix("sudoku:")
    return text if len(text) >= 16 and _LINE_SIGNS.issuperset(text.upper()) else None


def open_output(name: str | None) -> OutputFile:
    """Return the file of that name to write puzzles to, standard output for none."""
    return OutputFile(name, columns=COLUMNS, number_columns={"er"})


def progress_bar(share: Callable[[], float | None]) -> ProgressBar:
    """Return a progress bar on standard error that counts puzzles; `share` gives what is done, from 0 to 1."""
    return ProgressBar(sys.stderr, share, lambda n: ngettext("{n} puzzle", "{n} puzzles", n).format(n=n))
