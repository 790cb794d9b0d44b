"""Duplicates in a data set: puzzles that are essentially the same, in whichever part they are.

Rows, columns and digits can be permuted so that one becomes the other. The lowest number of such puzzles stays in the
data set. All others are listed in `duplicates.parquet`, by their numbers, each with the one that stays:

    number  id  first_number  first_id

Such puzzles have the same hash, in the column `canonical`. A task is a range of hashes, and reads that column of all
parts; a hundred million puzzles need twenty tasks, and no more memory than five million.
"""

import json
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from tessella.errors import TessellaError, quote
from tessella.i18n import _
from tessella.io.cluster import map_unordered
from tessella.sudoku.datasets.build import damaged, read_columns
from tessella.sudoku.datasets.directory import Directory, Manifest, Part
from tessella.sudoku.datasets.parts import METADATA

if TYPE_CHECKING:
    from tessella.io.cluster import Client

DUPLICATES = "duplicates.parquet"
TASK_ROWS = 5_000_000  # about how many hashes a task holds
WRITTEN_ROWS = 200_000  # rows whose ids are in memory at once

SCHEMA = pa.schema(
    [pa.field(name, kind, nullable=False) for name, kind in (("number", pa.int64()), ("id", pa.string()))]
    + [pa.field(name, kind, nullable=False) for name, kind in (("first_number", pa.int64()), ("first_id", pa.string()))]
)

Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]


def find_duplicates(
    directory: Directory, manifest: Manifest, client: "Client | None" = None
) -> Iterator[tuple[int, float]]:
    """Find all duplicates, and write them when that is done; yield how many there are so far, and the share searched.

    Raises `TessellaError` where parts are missing or cannot be read. The client holds 16 bytes for each duplicate.
    """
    if not manifest.is_whole:
        done = sum(part.count for part in manifest.parts)
        message = _("expected a data set with all its puzzles in {text}, got {done:,} of {total:,}")
        raise TessellaError(message.format(text=quote(directory.url), done=done, total=manifest.count))
    tasks = -(-manifest.count // TASK_ROWS)
    bounds = [(task << 64) // tasks for task in range(tasks + 1)]
    ranges = (_Range(directory, manifest.parts, *ends) for ends in pairwise(bounds))
    found: list[Numbers] = []
    total = 0
    for done, pairs in enumerate(map_unordered(client, _pairs, ranges), 1):
        found.append(pairs)
        total += len(pairs)
        yield total, done / tasks
    pairs = np.concatenate(found) if found else np.zeros((0, 2), np.int64)
    _write(directory, manifest, pairs[np.argsort(pairs[:, 0])])


class _Range(NamedTuple):
    """The task to find the duplicates whose first 64 bits of the hash are from `least` to below `end`."""

    directory: Directory
    parts: tuple[Part, ...]
    least: int
    end: int


def _pairs(task: _Range) -> Numbers:
    """Return the numbers of duplicates, each beside that of the one that stays, (n, 2)."""
    highs, lows, numbers = bytearray(), bytearray(), bytearray()  # which grow in place
    for part in task.parts:
        first = part.first
        for batch in read_columns(task.directory, part, ["canonical"]):
            texts = batch["canonical"]
            known = np.flatnonzero(texts.is_valid())
            high, low = _hashes(texts.drop_null())
            ours = (high >= task.least) & (high <= task.end - 1)
            for column, some in ((highs, high), (lows, low), (numbers, first + known)):
                column.extend(some[ours].tobytes())
            first += len(texts)
    high, low, number = (np.frombuffer(column, np.uint64) for column in (highs, lows, numbers))
    order = np.lexsort((number, low, high))
    same = _repeats(high[order]) & _repeats(low[order])
    later = np.flatnonzero(same)
    before = np.where(np.diff(later, prepend=-1) == 1, 0, later - 1)
    firsts = np.maximum.accumulate(before)  # of each run of equal hashes
    return np.stack([number[order[later]], number[order[firsts]]], axis=1).astype(np.int64)


def _repeats(values: Any) -> Any:
    """Return which values are the same as the one before."""
    same = np.zeros(len(values), bool)
    same[1:] = values[1:] == values[:-1]
    return same


def _hashes(texts: pa.Array) -> tuple[Any, Any]:
    """Return the two halves of hashes that are written in hexadecimal, each as uint64."""
    halves = np.frombuffer(bytes.fromhex("".join(texts.to_pylist())), ">u8").reshape(-1, 2).astype(np.uint64)
    return halves[:, 0], halves[:, 1]


def _write(directory: Directory, manifest: Manifest, pairs: Numbers) -> None:
    schema = SCHEMA.with_metadata({METADATA: json.dumps({"count": manifest.count}).encode()})
    with directory.writing(DUPLICATES) as file, pq.ParquetWriter(file, schema, compression="zstd") as parquet:
        for start in range(0, len(pairs), WRITTEN_ROWS):
            some = pairs[start : start + WRITTEN_ROWS]
            known, places = np.unique(some, return_inverse=True)
            ids, places = _ids(directory, manifest, known), places.reshape(some.shape)
            columns = ([pa.array(some[:, side]), ids.take(pa.array(places[:, side]))] for side in (0, 1))
            parquet.write_batch(pa.RecordBatch.from_arrays([*chain(*columns)], schema=schema))


def _ids(directory: Directory, manifest: Manifest, numbers: Numbers) -> pa.Array:
    """Return the ids of puzzles whose numbers are in order."""
    found = []
    for part in sorted(manifest.parts, key=lambda part: part.first):
        begin, end = np.searchsorted(numbers, [part.first, part.first + part.count])
        if begin < end:
            ids = pa.Table.from_batches(read_columns(directory, part, ["id"]))["id"].combine_chunks()
            found.append(ids.take(pa.array(numbers[begin:end] - part.first)))
    return pa.concat_arrays(found)


def count_duplicates(directory: Directory, manifest: Manifest) -> int | None:
    """Return how many duplicates have been found; None where nobody has searched all that the data set is to have.

    Raises `TessellaError` where the file is none of ours.
    """
    try:
        with directory.open(DUPLICATES) as file:
            metadata = pq.read_metadata(file)
        said = json.loads(metadata.metadata[METADATA])
    except FileNotFoundError:
        return None
    except TessellaError:
        raise
    except (pa.ArrowException, OSError, KeyError, TypeError, ValueError) as error:
        raise damaged(directory, DUPLICATES, error) from None
    return metadata.num_rows if said["count"] == manifest.count else None
