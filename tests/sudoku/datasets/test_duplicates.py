"""The search for puzzles that are essentially the same, among looks that were planted."""

from pathlib import Path

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from support.dask_cluster import dask_cluster
from support.data_sets import DUPLICATES as PLANTED
from support.data_sets import PART, easy, every_kind, in_each_place, opened, puzzles_of_every_kind, rows_of, written
from tessella.errors import TessellaError
from tessella.io.cluster import Workers, connect
from tessella.sudoku.datasets import duplicates
from tessella.sudoku.datasets.directory import Directory
from tessella.sudoku.datasets.duplicates import DUPLICATES, count_duplicates, find_duplicates
from tessella.sudoku.datasets.recipe import Rated
from tessella.sudoku.datasets.summary import Summary, summaries


def listed(directory: Directory) -> pa.Table:
    """Return what is listed."""
    return pq.read_table(pa.BufferReader(directory.read(DUPLICATES) or b""))


@in_each_place
@pytest.mark.parametrize("rows", [3, 5_000_000])
def test_looks_of_a_puzzle_are_found(place: str, rows: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All looks but the first are listed by their numbers, with the ids in the rows, in however many tasks."""
    directory, manifest = every_kind(place, tmp_path)
    monkeypatch.setattr(duplicates, "TASK_ROWS", rows)
    monkeypatch.setattr(duplicates, "WRITTEN_ROWS", rows)
    assert count_duplicates(directory, manifest) is None
    told = list(find_duplicates(directory, manifest))
    assert told[-1] == (len(PLANTED), 1.0)
    assert len(told) == (5 if rows == 3 else 1)
    ids = [row["id"] for row in rows_of(directory, manifest)]
    expected = [{"number": a, "id": ids[a], "first_number": b, "first_id": ids[b]} for a, b in PLANTED]
    assert listed(directory).to_pylist() == expected
    assert count_duplicates(directory, manifest) == len(PLANTED)


def test_nothing_to_list(tmp_path: Path) -> None:
    """Where all puzzles differ the file is there, without rows; it counts for no data set that has grown since."""
    directory, manifest = easy(tmp_path)
    list(find_duplicates(directory, manifest))
    assert listed(directory).num_rows == count_duplicates(directory, manifest) == 0
    assert count_duplicates(*easy(tmp_path, 10)) is None


def test_the_order_of_the_manifest_does_not_matter(tmp_path: Path) -> None:
    """The bytes are the same whatever is found first, and by the workers of a cluster too."""
    directory, manifest = every_kind("folder", tmp_path)
    before = sum(summaries(directory, manifest), Summary())
    made = set()
    with dask_cluster(tmp_path) as cluster, connect(Workers(address=cluster.address)) as client:
        for parts, workers in ((manifest.parts, None), (manifest.parts[::-1], None), (manifest.parts, client)):
            list(find_duplicates(directory, msgspec.structs.replace(manifest, parts=parts), workers))
            made.add(directory.read(DUPLICATES))
        assert sum(summaries(directory, manifest, client), Summary()) == before
    assert len(made) == 1


def test_an_unfinished_data_set_is_refused(tmp_path: Path) -> None:
    """Parts that are still missing might have the first of two puzzles."""
    directory, manifest = easy(tmp_path, 12, parts=2)
    with pytest.raises(TessellaError, match=r"expected a data set with all its puzzles in .*, got 10 of 12"):
        list(find_duplicates(directory, manifest))


def test_somebody_elses_file_is_refused(tmp_path: Path) -> None:
    """A file of that name that is none of ours is named in a sentence."""
    directory, manifest = easy(tmp_path, PART)
    for data in (b"PAR1", b""):
        directory.write(DUPLICATES, data)
        with pytest.raises(TessellaError, match=r"cannot use '.*duplicates\.parquet'"):
            count_duplicates(directory, manifest)
    pq.write_table(pa.table({"x": [1]}), tmp_path / DUPLICATES)
    with pytest.raises(TessellaError, match=r"cannot use '.*duplicates\.parquet'"):
        count_duplicates(directory, manifest)


def test_puzzles_that_are_all_the_same(tmp_path: Path) -> None:
    """All but number 0 are listed."""
    same = puzzles_of_every_kind()[[0] * 12]
    directory, manifest = opened(written(tmp_path, Rated(()), 12, same))
    list(find_duplicates(directory, manifest))
    assert listed(directory)["number"].to_pylist() == list(range(1, 12))
    assert {*listed(directory)["first_number"].to_pylist()} == {0}
