"""Ratings of texts."""

import csv
import io

from tessella.sudoku.batch import rating_job
from tessella.sudoku.batch.job import Job, Output

EASY = "......7.21..8.....3.....4...7....5...2.1........3...6.4...65..........1.....2...."


CHAINS = "9.5.3.1.......8...41..7........8.....4...623..5..1...4....92...629...8..8......1."  # 7.2, in a moment


HARD = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"


NESTED = "1....6.8....7..1....9.....4.......5..18..5...5..36.8..6.5..8.3.8....3.1.....2...."  # needs nested chains


SEVERAL = "12......." + "." * 72


NONE = "55" + "." * 79


HEADER = ["puzzle", "er", "ep", "ed", "level", "techniques", "problem"]


def table(text: str) -> list[list[str]]:
    """Return the fields of CSV."""
    return list(csv.reader(io.StringIO(text)))


def rated(text: str, *, form: str = "csv", path: bool = False, threads: int | None = 1) -> str:
    """Return what is written about the puzzles of a text."""
    written: list[str] = []
    job = Job(io.BytesIO(text.encode()), Output(written.append), lambda _: None, threads=threads)
    rating_job.rate_all(job, form=form, path=path)
    return "".join(written)
