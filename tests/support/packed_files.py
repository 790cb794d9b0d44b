"""Files of puzzles, packed and unpacked."""

import gzip
import random
from importlib import import_module
from pathlib import Path

from support.reference import sudoku_solutions

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


SOLVED = "".join(map(str, next(sudoku_solutions([int(sign) for sign in PUZZLE.replace(".", "0")]))))


SEVERAL = "12......." + "." * 72


def text(lines_: list[str]) -> str:
    """Return the text of a file with these lines."""
    return "".join(f"{line}\n" for line in lines_)


def pairs(n: int, luck: random.Random) -> list[tuple[str, str]]:
    """Return puzzles with their solutions: one, with its digits exchanged."""
    found = []
    for _ in range(n):
        digits = list("123456789")
        luck.shuffle(digits)
        change = str.maketrans("123456789", "".join(digits))
        found.append((PUZZLE.translate(change), SOLVED.translate(change)))
    return found


def unpacked(path: Path) -> str:
    """Return the text of a packed file, unpacked by a package of its own."""
    data = path.read_bytes()
    if path.suffix == ".gz":
        return gzip.decompress(data).decode()
    if path.suffix == ".zst":
        zstandard = import_module("zstandard")
        return str(zstandard.ZstdDecompressor().decompressobj().decompress(data), "ascii")
    return data.decode()


def table(path: Path) -> dict[str, list[str]]:
    """Return the columns of a Parquet file."""
    parquet = import_module("pyarrow.parquet")
    columns: dict[str, list[str]] = parquet.read_table(path).to_pydict()
    return columns
