"""The building of a data set: a cluster writes the parts that are missing, and the manifest says which are there.

    build = begin(Directory("puzzles"), Made("hard", 42), count=1_000_000)
    with connect(Workers()) as client:
        for written in build.run(client):
            ...

It can be ended at any instant and begun again: a part that is there is never written again.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import TYPE_CHECKING

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from tessella.errors import TessellaError, os_reason, quote
from tessella.i18n import _
from tessella.io.cluster import AHEAD, cores, map_unordered
from tessella.sudoku.bulk_solver import Puzzles
from tessella.sudoku.datasets.directory import DATA, MANIFEST, TEMPORARY, TIMES, Directory, HashedFile, Manifest, Part
from tessella.sudoku.datasets.parts import METADATA, ROWS, PartTask, Written, label, write_part
from tessella.sudoku.datasets.recipe import DatasetRecipe, Made, check_versions, versions
from tessella.sudoku.generator.bulk import check

if TYPE_CHECKING:
    from tessella.io.cluster import Client

PART_SIZE = 10_000  # puzzles of a part where nothing is said
WAITING = 32  # parts of given puzzles that wait for a worker at least: there may be no worker yet
SAVE_SECONDS = 5.0  # seconds between two manifests, which are large where there are many parts
TIMES_HEADER = "part,seconds,machine\n"


def begin(directory: Directory, recipe: DatasetRecipe, count: int, part_size: int = PART_SIZE) -> "Build":
    """Return the building of a data set, of which there may be some parts.

    Raises `TessellaError` where the place holds something else, or a data set by another recipe or other versions, and
    `PuzzleError` for puzzles that are not made in bulk.
    """
    if isinstance(recipe, Made):
        series = recipe.series(range(count))
        check(series.recipe, series.seed)
    asked = Manifest(recipe, count, part_size, versions())
    manifest = directory.manifest()
    if manifest is None:
        if directory.is_used():
            message = _("expected an empty folder, or one with a data set, got {text}: it has no {name}")
            raise TessellaError(message.format(text=quote(directory.url), name=MANIFEST))
        directory.write_manifest(asked)
        return Build(directory, asked)
    _check_same(directory, manifest, asked)
    return Build(directory, msgspec.structs.replace(manifest, count=count))


def _check_same(directory: Directory, there: Manifest, asked: Manifest) -> None:
    """Refuse to go on with another recipe, other parts or other versions."""
    where = quote(directory.url)
    if there.recipe != asked.recipe:
        message = _("expected a folder for {asked}, got {text}, which holds {there}")
        raise TessellaError(message.format(asked=asked.recipe, text=where, there=there.recipe))
    if there.part_size != asked.part_size:
        message = _("expected parts of {there} puzzles, as {text} has them, got {asked}")
        raise TessellaError(message.format(there=there.part_size, text=where, asked=asked.part_size))
    if asked.count < there.count or (asked.count > there.count and there.count % there.part_size):
        message = _("expected {there} puzzles, as {text} is to have, got {asked}")
        hint = _("a data set can grow only while all its parts are full")
        raise TessellaError(message.format(there=there.count, text=where, asked=asked.count), hint=hint)
    check_versions(there.versions, directory.url)


class Build:
    """A data set that is being built."""

    def __init__(self, directory: Directory, manifest: Manifest) -> None:
        self.directory, self.manifest = directory, manifest
        self.parts = {part.name: part for part in manifest.parts}
        self._times = (directory.read(TIMES) or TIMES_HEADER.encode()).decode()
        self._saved = time.monotonic()

    @property
    def done(self) -> int:
        """How many puzzles are there."""
        return sum(part.count for part in self.parts.values())

    def run(self, client: "Client", puzzles: Iterable[Puzzles] = ()) -> Iterator[Written]:
        """Let the workers write what is missing, and yield each part as it is there; keep the manifest up to date.

        `puzzles` are those of each part, where they are not made from a seed. Raises `TessellaError` where a part
        cannot be written, and where what the workers write is not seen from here.
        """
        self.find()
        new: set[str] = set()
        try:
            ahead = AHEAD if isinstance(self.manifest.recipe, Made) else max(WAITING, 2 * cores(client))
            for written in map_unordered(client, write_part, self.tasks(puzzles), ahead=ahead):
                self.take(written)
                new.add(written.part.name)
                if time.monotonic() - self._saved > SAVE_SECONDS:
                    self.save()
                yield written
            self._see(new)
            self.directory.remove_unfinished()
        finally:
            self.save()

    def _see(self, new: set[str]) -> None:
        """Refuse a place that is another one for the workers; one that all share may show the last parts late."""
        if new and new.isdisjoint(self.directory.sizes()):
            self.parts = {name: part for name, part in self.parts.items() if name not in new}
            message = _("expected a place that the workers share with this machine, got {text}")
            raise TessellaError(message.format(text=quote(self.directory.url)))

    def take(self, written: Written) -> None:
        """Note that a part is there."""
        self.parts[written.part.name] = written.part
        self._times += f"{written.part.name},{written.seconds:.3f},{written.machine}\n"

    def save(self) -> None:
        """Write the manifest and the times."""
        self.manifest = msgspec.structs.replace(self.manifest, parts=tuple(self.parts.values()))
        self.directory.write_manifest(self.manifest)
        self.directory.write(TIMES, self._times.encode())
        self._saved = time.monotonic()

    def tasks(self, puzzles: Iterable[Puzzles] = ()) -> Iterator[PartTask]:
        """Yield what is missing."""
        recipe = self.manifest.recipe
        given = repeat(None) if isinstance(recipe, Made) else puzzles
        for numbers, some in zip(self.manifest.ranges(), given, strict=False):
            name = self.manifest.name_of(numbers.start)
            if name not in self.parts:
                yield PartTask(self.directory, recipe, self.manifest.versions, name, numbers, some)

    def find(self) -> None:
        """Look which parts are there: some may have been written that the manifest does not know, after a kill."""
        sizes = self.directory.sizes()
        for name, part in list(self.parts.items()):
            if name not in sizes:
                del self.parts[name]
            elif sizes[name] != part.size:
                raise damaged(self.directory, name, _("it has {size} bytes").format(size=sizes[name]))
        for numbers in self.manifest.ranges():
            name = self.manifest.name_of(numbers.start)
            if name in sizes and name not in self.parts:
                self.parts[name] = read_part(self.directory, self.manifest.recipe, name, numbers)
        known = {self.manifest.name_of(numbers.start) for numbers in self.manifest.ranges()}
        for name in sizes:
            if name not in known and not name.endswith(TEMPORARY):
                message = _("expected only parts of this data set in {text}, got {name}")
                raise TessellaError(message.format(text=quote(self.directory.path(DATA)), name=quote(name)))


class DamagedError(TessellaError):
    """A part that is not as it was written."""


def damaged(directory: Directory, name: str, why: object) -> DamagedError:
    """Return the error for a part that is not as it was written."""
    message = _("cannot use {text}: {why}")
    hint = _("delete it, and it will be made again")
    return DamagedError(message.format(text=quote(directory.path(name), 1000), why=why), hint=hint)


def read_part(directory: Directory, recipe: DatasetRecipe, name: str, numbers: range) -> Part:
    """Return what the manifest is to say of a part that is there.

    Raises `DamagedError` where it is another one or damaged, `TessellaError` where it cannot be read, and
    `FileNotFoundError`.
    """
    try:
        with directory.open(name) as file:
            metadata = pq.read_metadata(file)
            file.seek(0)
            digest = HashedFile()
            while data := file.read(1 << 20):
                digest.take(data)
    except FileNotFoundError:
        raise
    except (pa.ArrowException, OSError) as error:
        raise damaged(directory, name, error) from None
    if (metadata.metadata or {}).get(METADATA) != label(recipe, numbers):
        raise damaged(directory, name, _("it is part of another data set"))
    return Part(name, numbers.start, len(numbers), digest.size, digest.sha256)


def read_columns(directory: Directory, part: Part, names: Sequence[str]) -> Iterator[pa.RecordBatch]:
    """Yield some columns of a part, `ROWS` rows at a time; raises `TessellaError` where it is not as it was written."""
    try:
        with directory.open(part.name) as file:
            parquet = pq.ParquetFile(file)
            if parquet.metadata.num_rows != part.count or not {*names} <= {*parquet.schema_arrow.names}:
                raise damaged(directory, part.name, _("it is part of another data set"))
            yield from parquet.iter_batches(ROWS, columns=names, use_threads=False)
    except (pa.ArrowException, OSError) as error:
        raise damaged(directory, part.name, os_reason(error) if isinstance(error, OSError) else error) from None
