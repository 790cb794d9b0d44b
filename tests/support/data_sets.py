"""Small data sets of every kind of puzzle, written in this process."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tessella.sudoku import generate, shuffle
from tessella.sudoku.datasets.columns import UNREADABLE
from tessella.sudoku.datasets.directory import TIMES, Directory, Manifest
from tessella.sudoku.datasets.parts import PartTask, write_part
from tessella.sudoku.datasets.recipe import DatasetRecipe, Made, Rated, Source, versions

PART = 5  # puzzles of a part
DUPLICATES = [(4, 1), (5, 1), (9, 3), (11, 1)]
"""Numbers of puzzles that are looks of an earlier one."""

in_each_place = pytest.mark.parametrize("place", ["folder", "memory"])


@cache
def puzzles_of_every_kind() -> Any:
    """Return 14 puzzles: proper ones, `DUPLICATES` among them, one with many solutions, one without, one unreadable."""
    rows = [list(generate(2, number, level="easy").givens) for number in range(14)]
    for number, first in DUPLICATES[:-1]:
        rows[number] = list(shuffle(generate(2, first, level="easy"), number).givens)
    rows[11] = rows[1]
    rows[7] = [0] * 81
    rows[8] = [*range(1, 9), *[0] * 36, 9, *[0] * 36]
    rows[12] = [UNREADABLE] * 81
    return np.array(rows, np.uint8)


def written(url: str | Path, recipe: DatasetRecipe, count: int, puzzles: Any = None, *, parts: int = 1000) -> Directory:
    """Return a data set with the first parts of it."""
    directory = Directory(str(url))
    manifest = Manifest(recipe, count, PART, versions())
    some = [
        PartTask(
            directory,
            recipe,
            versions(),
            manifest.name_of(one.start),
            one,
            None if puzzles is None else puzzles[one.start : one.stop],
        )
        for one in manifest.ranges()
    ][:parts]
    made = tuple(write_part(task).part for task in some)
    directory.write_manifest(Manifest(recipe, count, PART, versions(), made))
    return directory


def every_kind(place: str, tmp_path: Path) -> tuple[Directory, Manifest]:
    """Return a data set of `puzzles_of_every_kind`, in a folder or in memory."""
    url = tmp_path / "set" if place == "folder" else f"memory://{tmp_path.name}/set"
    recipe = Rated((Source("some.txt", "ab" * 32), Source("two words.csv", "cd" * 32)))
    return opened(written(url, recipe, 14, puzzles_of_every_kind()))


def easy(folder: Path, count: int = 7, *, parts: int = 1000) -> tuple[Directory, Manifest]:
    """Return a data set of easy puzzles in a folder."""
    return opened(written(folder, Made("easy", 5), count, parts=parts))


def opened(directory: Directory) -> tuple[Directory, Manifest]:
    """Return a data set and its manifest."""
    manifest = directory.manifest()
    assert manifest
    return directory, manifest


def rows_of(directory: Directory, manifest: Manifest) -> list[dict[str, Any]]:
    """Return all rows."""
    return [
        row
        for part in manifest.parts
        for row in pq.read_table(pa.BufferReader(directory.read(part.name) or b"")).to_pylist()
    ]


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Return all that is in a folder but for what differs between two runs, by names."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != TIMES)
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}
