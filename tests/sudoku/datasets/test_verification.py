"""The verification of data sets: what was changed is found, and what it says."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from distributed import Client

from tessella.io.cluster import Workers, connect
from tessella.sudoku.datasets import verification
from tessella.sudoku.datasets.build import begin, read_part
from tessella.sudoku.datasets.directory import Directory
from tessella.sudoku.datasets.parts import write_part
from tessella.sudoku.datasets.recipe import Made

RECIPE = Made("minimal", 1)


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """Give a client of one worker."""
    with connect(Workers(processes=1)) as client:
        yield client


def _data_set(folder: Path) -> Directory:
    directory = Directory(str(folder))
    build = begin(directory, RECIPE, 6, 3)
    for task in build.tasks():
        build.take(write_part(task))
    build.save()
    return directory


def _column(name: str, change: Callable[[list[object]], list[object]]) -> Callable[[pa.Table], pa.Table]:
    def changed(table: pa.Table) -> pa.Table:
        place = table.schema.get_field_index(name)
        field = table.schema.field(place)
        return table.set_column(place, field, pa.array(change(table[name].to_pylist()), field.type))

    return changed


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (None, None),
        (_column("solution", lambda texts: texts[::-1]), verification.WRONG_SOLUTIONS),
        (_column("status", lambda texts: ["several", *texts[1:]]), verification.WRONG_SOLUTIONS),
        (_column("er", lambda ratings: [9.9, *ratings[1:]]), verification.MADE_OTHERWISE),
        (_column("canonical", lambda texts: texts[::-1]), verification.MADE_OTHERWISE),
        (lambda table: table.drop_columns(["er"]), verification.OTHER_COLUMNS),
        (lambda table: table.slice(1), verification.OTHER_COLUMNS),
    ],
)
def test_a_forged_part(
    client: Client, tmp_path: Path, change: Callable[[pa.Table], pa.Table] | None, problem: str | None
) -> None:
    """A part that somebody has changed, its checksum too, is not what the solver and the recipe say."""
    directory = _data_set(tmp_path)
    manifest = directory.manifest()
    assert manifest
    first, second = manifest.parts
    if change:
        table = change(pq.read_table(tmp_path / second.name))
        pq.write_table(table, tmp_path / second.name)
        second = read_part(directory, RECIPE, second.name, range(3, 6))
        directory.write_manifest(type(manifest)(manifest.recipe, 6, 3, manifest.versions, (first, second)))
        manifest = directory.manifest()
        assert manifest
    found = dict(verification.verify(client, directory, manifest, again=True))
    assert found == {first: None, second: problem}
