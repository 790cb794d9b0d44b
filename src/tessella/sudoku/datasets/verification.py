"""The verification of a data set: every part is as the manifest says, and every row is right.

The solver decides again which puzzles are proper, and what their solutions are; with `again`, whole parts are made
again and compared, ratings and all.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow.parquet as pq

from tessella.compiled import warming
from tessella.i18n import N_
from tessella.io.cluster import map_unordered
from tessella.sudoku.datasets.build import DamagedError, read_part
from tessella.sudoku.datasets.columns import SCHEMA, digits_of, rows, solve
from tessella.sudoku.datasets.directory import Directory, Manifest, Part
from tessella.sudoku.datasets.parts import KERNELS, ROWS, made
from tessella.sudoku.datasets.recipe import DatasetRecipe, Made

if TYPE_CHECKING:
    from tessella.io.cluster import Client

MISSING = N_("is missing")
OTHER_BYTES = N_("is not as it was written: its checksum differs")
OTHER_COLUMNS = N_("does not have the columns of a data set")
WRONG_SOLUTIONS = N_("has wrong solutions")
MADE_OTHERWISE = N_("is not what its recipe gives")


class Finding(NamedTuple):
    """A part, and what is wrong with it, None where nothing is."""

    part: Part
    problem: str | None


class _Check(NamedTuple):
    directory: Directory
    recipe: DatasetRecipe
    part: Part
    again: bool


def verify(
    client: "Client | None", directory: Directory, manifest: Manifest, *, again: bool = False
) -> Iterator[Finding]:
    """Yield every part that the manifest names, with what is wrong with it, as the workers find out.

    Raises `TessellaError` where a part cannot be read.
    """
    tasks = (_Check(directory, manifest.recipe, part, again) for part in manifest.parts)
    return map_unordered(client, _check, tasks)


def kernels(*, again: bool) -> tuple[str, ...]:
    """Return the groups of `warming.GROUPS` that are needed."""
    return KERNELS if again else warming.SOLVER


def _check(task: _Check) -> Finding:
    warming.ensure(*kernels(again=task.again))
    return Finding(task.part, _problem(task))


def _problem(task: _Check) -> str | None:
    part = task.part
    numbers = range(part.first, part.first + part.count)
    try:
        if read_part(task.directory, task.recipe, part.name, numbers) != part:
            return OTHER_BYTES
    except FileNotFoundError:
        return MISSING
    except DamagedError:
        return OTHER_BYTES
    with task.directory.open(part.name) as file:
        return _wrong_rows(task, numbers, pq.ParquetFile(file))


def _wrong_rows(task: _Check, numbers: range, parquet: pq.ParquetFile) -> str | None:
    if not parquet.schema_arrow.equals(SCHEMA) or parquet.metadata.num_rows != len(numbers):
        return OTHER_COLUMNS
    remade = made(task.recipe, numbers) if task.again and isinstance(task.recipe, Made) else None
    for batch in parquet.iter_batches(ROWS):
        puzzles = digits_of(batch["puzzle"])
        solutions, status = solve(puzzles)
        if batch["status"].to_pylist() != status.tolist() or not np.array_equal(
            digits_of(batch["solution"]), solutions
        ):
            return WRONG_SOLUTIONS
        if task.again and not batch.equals(next(remade) if remade else rows(None, puzzles, task.recipe.budget)):
            return MADE_OTHERWISE
    return None
