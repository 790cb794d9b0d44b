"""The parts of a data set: ranges of its puzzles, each a Parquet file that whoever makes it makes the same.

make_part(Made("hard", 42), 20_000, 10_000)        puzzles 20,000 to 29,999 of the seed, as a table
for part in map_parts(client, recipe, ranges)      the same for many ranges, by the workers of a Dask cluster
"""

import json
import socket
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from tessella.compiled import warming
from tessella.io.cluster import map_unordered
from tessella.sudoku.bulk_solver import Puzzles
from tessella.sudoku.datasets.columns import SCHEMA, rows
from tessella.sudoku.datasets.directory import Directory, Part
from tessella.sudoku.datasets.recipe import DatasetRecipe, Made, check_versions, versions
from tessella.sudoku.generator.bulk import generate_blocks, search_blocks

if TYPE_CHECKING:
    from tessella.io.cluster import Client

ROWS = 10_000  # rows of a row group, and puzzles that are in memory at once
KERNELS = (*warming.GENERATOR, "canonical-form")  # what has to be compiled

METADATA = b"tessella"  # the key of what a part says of itself


def make_part(recipe: Made, first: int, count: int) -> pa.Table:
    """Return the rows of puzzles `first` to `first + count - 1` of a recipe. It depends on nothing else.

    Raises `PuzzleError` where one of them cannot be had.

    >>> make_part(Made("easy", 42), 10, 2)["id"].to_pylist()
    ['sudoku:easy#42.10', 'sudoku:easy#42.11']
    """
    return pa.Table.from_batches(list(made(recipe, range(first, first + count))), SCHEMA)


def map_parts(client: "Client | None", recipe: Made, ranges: Iterable[range]) -> Iterator[tuple[range, pa.Table]]:
    """Yield what `make_part` gives for each range of numbers, as the workers of a cluster have it ready.

    Without a client this process does the work. Raises what `make_part` raises, and `TessellaError` where the cluster
    is lost.

    >>> [(numbers, part.num_rows) for numbers, part in map_parts(None, Made("easy", 42), [range(4), range(4, 6)])]
    [(range(0, 4), 4), (range(4, 6), 2)]
    """
    return map_unordered(client, _range_and_table, ((recipe, numbers) for numbers in ranges))


def _range_and_table(task: tuple[Made, range]) -> tuple[range, pa.Table]:
    recipe, numbers = task
    warming.ensure(*KERNELS)
    return numbers, make_part(recipe, numbers.start, len(numbers))


def made(recipe: Made, numbers: range) -> Iterator[pa.RecordBatch]:
    """Yield the rows of some puzzles of a recipe, `ROWS` at a time."""
    for start in range(0, len(numbers), ROWS):
        series = recipe.series(numbers[start : start + ROWS])
        if series.recipe.target is None:
            blocks = list(generate_blocks(series, threads=1))
        else:
            blocks = [puzzles for puzzles, _er in search_blocks(series, threads=1)]
        yield rows([recipe.id_of(number) for number in series.numbers], np.concatenate(blocks), recipe.budget)


class PartTask(NamedTuple):
    """A part to be written: where, from which recipe, by which versions; which puzzles, whose digits may be given."""

    directory: Directory
    recipe: DatasetRecipe
    versions: dict[str, str]
    name: str
    numbers: range
    puzzles: Puzzles | None = None


class Written(NamedTuple):
    """A part that has been written, how long that took, and on which machine."""

    part: Part
    seconds: float
    machine: str


def write_part(task: PartTask) -> Written:
    """Write a part, as a worker does, and return what the manifest says of it.

    Raises `TessellaError` on a machine with other versions, and where the part cannot be written.
    """
    check_versions(task.versions, task.directory.url, f" ({socket.gethostname()})")
    warming.ensure(*KERNELS)
    begun = time.perf_counter()
    schema = SCHEMA.with_metadata({METADATA: label(task.recipe, task.numbers)})
    with task.directory.writing(task.name) as file, pq.ParquetWriter(file, schema, compression="zstd") as parquet:
        for batch in _batches(task):
            parquet.write_batch(batch)
    part = Part(task.name, task.numbers.start, len(task.numbers), file.size, file.sha256)
    return Written(part, time.perf_counter() - begun, socket.gethostname())


def _batches(task: PartTask) -> Iterator[pa.RecordBatch]:
    if isinstance(task.recipe, Made):
        yield from made(task.recipe, task.numbers)
        return
    assert task.puzzles is not None
    for start in range(0, len(task.numbers), ROWS):
        yield rows(None, task.puzzles[start : start + ROWS], task.recipe.budget)


def label(recipe: DatasetRecipe, numbers: range) -> bytes:
    """Return what a part says of itself in its metadata."""
    said: dict[str, Any] = {"recipe": msgspec.to_builtins(recipe), "first": numbers.start, "count": len(numbers)}
    return json.dumps(said | {"versions": versions()}, sort_keys=True).encode()
