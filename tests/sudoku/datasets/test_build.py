"""The building of data sets: any number of workers, any order, any kill, the same bytes."""

import json
import os
import resource
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from distributed import Client

from support.dask_cluster import DaskCluster, dask_cluster
from support.data_sets import bytes_of
from support.processes import CHECKOUT, COMMAND
from tessella.errors import TessellaError
from tessella.io.cluster import Workers, connect
from tessella.sudoku.datasets.build import begin
from tessella.sudoku.datasets.directory import DATA, MANIFEST, TEMPORARY, TIMES, Directory
from tessella.sudoku.datasets.parts import make_part, write_part
from tessella.sudoku.datasets.recipe import Made

pytestmark = pytest.mark.slow

RECIPE = Made("easy", 42)
COUNT, SIZE = 11, 2  # six parts, the last one of a single puzzle


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """Give a cluster with one worker."""
    with dask_cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def client(cluster: DaskCluster) -> Iterator[Client]:
    """Give a client of it."""
    with connect(Workers(address=cluster.address)) as client:
        yield client


def _build(client: Client, folder: Path | str, count: int = COUNT) -> None:
    list(begin(Directory(str(folder)), RECIPE, count, SIZE).run(client))


@pytest.fixture(scope="module")
def whole(client: Client, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data set that was made at one go."""
    folder = tmp_path_factory.mktemp("whole") / "set"
    _build(client, folder)
    return folder


def test_the_rows_of_all_parts_are_those_of_one(whole: Path) -> None:
    """Whoever reads the folder gets the puzzles of the seed in order."""
    rows = pa.concat_tables([pq.read_table(path) for path in sorted((whole / DATA).iterdir())])
    assert rows.replace_schema_metadata(None).equals(make_part(RECIPE, 0, COUNT))
    assert len(list((whole / DATA).iterdir())) == 6
    manifest = json.loads((whole / MANIFEST).read_text())
    assert [part["count"] for part in manifest["parts"]] == [2, 2, 2, 2, 2, 1]
    assert (whole / TIMES).read_text().count("\n") == 7


def test_a_part_that_is_there_is_not_made_again(client: Client, whole: Path, tmp_path: Path) -> None:
    """After a kill, before which the manifest knew of no part, only what is missing is made, to the same bytes."""
    for name, data in bytes_of(whole).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    manifest = json.loads((tmp_path / MANIFEST).read_text())
    (tmp_path / MANIFEST).write_text(json.dumps(manifest | {"parts": manifest["parts"][:1]}))
    (tmp_path / DATA / "part-00003.parquet").unlink()
    (tmp_path / DATA / f"part-00003.parquet.99{TEMPORARY}").write_bytes(b"half")
    before = {path.name: path.stat().st_mtime_ns for path in (tmp_path / DATA).iterdir()}
    written = list(begin(Directory(str(tmp_path)), RECIPE, COUNT, SIZE).run(client))
    assert [one.part.name for one in written] == [f"{DATA}/part-00003.parquet"]
    assert bytes_of(tmp_path) == bytes_of(whole)
    after = {path.name: path.stat().st_mtime_ns for path in (tmp_path / DATA).iterdir()}
    assert {name: after[name] for name in before if name in after and "00003" not in name}.items() <= before.items()


def test_many_workers_one_of_which_is_killed(cluster: DaskCluster, client: Client, whole: Path, tmp_path: Path) -> None:
    """A worker that is killed loses nothing and doubles nothing."""
    more = [cluster.add_worker(), cluster.add_worker()]
    client.wait_for_workers(3, timeout=600)
    for done, _written in enumerate(begin(Directory(str(tmp_path)), RECIPE, COUNT, SIZE).run(client)):
        if done == 1:
            more[0].kill()
    assert bytes_of(tmp_path) == bytes_of(whole)
    more[1].kill()


def test_a_scheduler_that_is_killed(whole: Path, tmp_path: Path) -> None:
    """The loss of the scheduler is said; with another one the work goes on, to the same bytes."""
    (tmp_path / "lost").mkdir()
    folder = tmp_path / "set"
    with dask_cluster(tmp_path / "lost") as cluster, connect(Workers(address=cluster.address)) as client:
        building_of_it = begin(Directory(str(folder)), RECIPE, COUNT, SIZE).run(client)
        next(building_of_it)
        cluster.scheduler.kill()
        with pytest.raises(TessellaError, match="lost the Dask scheduler"):
            list(building_of_it)
    with dask_cluster(tmp_path) as cluster, connect(Workers(address=cluster.address)) as client:
        _build(client, folder)
    assert bytes_of(folder) == bytes_of(whole)


def test_it_can_grow(client: Client, whole: Path, tmp_path: Path) -> None:
    """A data set of whole parts becomes the larger one that it would have been."""
    _build(client, tmp_path, 2 * SIZE)
    _build(client, tmp_path)
    assert bytes_of(tmp_path) == bytes_of(whole)
    with pytest.raises(TessellaError, match=rf"expected {COUNT} puzzles, as '.*' is to have, got {COUNT + 1}"):
        begin(Directory(str(tmp_path)), RECIPE, COUNT + 1, SIZE)


def test_a_store_that_knows_no_renaming(client: Client, whole: Path) -> None:
    """In a store of objects the bytes are the same. The worker's memory is its own, so the client does the work."""
    directory = Directory("memory://data-set")
    for task in begin(directory, RECIPE, COUNT, SIZE).tasks():
        write_part(task)
    list(begin(directory, RECIPE, COUNT, SIZE).run(client))  # nothing is left to be done
    names = [MANIFEST, *directory.sizes()]
    assert {name: directory.read(name) for name in names} == bytes_of(whole)


def test_a_place_that_the_workers_do_not_share(client: Client) -> None:
    """Where parts are written that are not seen from here, that is said, and the manifest does not claim them."""
    directory = Directory("memory://of-each-process")
    with pytest.raises(TessellaError, match="expected a place that the workers share with this machine, got 'memory:"):
        list(begin(directory, RECIPE, COUNT, SIZE).run(client))
    manifest = directory.manifest()
    assert manifest
    assert manifest.parts == ()


@pytest.mark.parametrize(
    ("recipe", "count", "size", "message"),
    [
        (Made("easy", 43), COUNT, SIZE, "expected a folder for easy#43, got .*, which holds easy#42"),
        (Made("hard", 42), COUNT, SIZE, "expected a folder for hard#42, got .*, which holds easy#42"),
        (RECIPE, COUNT, 5, "expected parts of 2 puzzles, as .* has them, got 5"),
        (RECIPE, COUNT - 1, SIZE, f"expected {COUNT} puzzles, as .* is to have, got {COUNT - 1}"),
    ],
)
def test_another_data_set(whole: Path, recipe: Made, count: int, size: int, message: str) -> None:
    """Another recipe, seed or size is refused, and nothing is lost."""
    before = bytes_of(whole)
    with pytest.raises(TessellaError, match=message):
        begin(Directory(str(whole)), recipe, count, size)
    assert bytes_of(whole) == before


def test_another_version(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of two versions of the rater never stand in one data set."""
    monkeypatch.setattr("tessella.sudoku.rating.rater.VERSION", 2)
    with pytest.raises(TessellaError, match=r"expected rater 1, which .* was begun with, got 2"):
        begin(Directory(str(whole)), RECIPE, COUNT, SIZE)


def test_a_folder_of_somebody_else(tmp_path: Path) -> None:
    """A folder with other files, and a file in its place, are refused and left alone."""
    (tmp_path / "diary.txt").write_text("mine")
    for name in (tmp_path, tmp_path / "diary.txt"):
        with pytest.raises(TessellaError, match="expected an empty folder, or one with a data set, got"):
            begin(Directory(str(name)), RECIPE, COUNT, SIZE)
    assert bytes_of(tmp_path) == {"diary.txt": b"mine"}


def test_a_part_that_is_cut_in_half(client: Client, whole: Path, tmp_path: Path) -> None:
    """A part of other bytes is named, whether the manifest knows of it or not, and so is one of another data set."""
    for known in (True, False):
        folder = tmp_path / str(known)
        (folder / DATA).mkdir(parents=True)
        manifest = json.loads((whole / MANIFEST).read_text())
        (folder / MANIFEST).write_text(json.dumps(manifest | ({} if known else {"parts": []})))
        part = (whole / DATA / "part-00001.parquet").read_bytes()
        (folder / DATA / "part-00001.parquet").write_bytes(part[: len(part) // 2])
        with pytest.raises(TessellaError, match="cannot use"):
            _build(client, folder)
        (folder / DATA / "part-00001.parquet").write_bytes((whole / DATA / "part-00002.parquet").read_bytes())
        with pytest.raises(TessellaError, match="cannot use"):
            _build(client, folder)


def test_a_full_disk(client: Client, whole: Path, tmp_path: Path) -> None:
    """Where nothing more can be written a sentence says so; when there is room again, the work goes on."""
    size = max(len(data) for name, data in bytes_of(whole).items() if name.endswith(".parquet")) // 2
    command = [*COMMAND, "sudoku", "dataset", "make", str(tmp_path), "--level", "easy", "--seed", "42"]
    done = subprocess.run(
        [*command, "-n", str(COUNT), "--part", str(SIZE), "--workers", "1"],
        env=os.environ | CHECKOUT | {"PYTHONDONTWRITEBYTECODE": "1"},  # it would keep half of what it compiles
        preexec_fn=partial(resource.setrlimit, resource.RLIMIT_FSIZE, (size, size)),
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert "cannot write" in done.stderr
    _build(client, tmp_path)
    assert bytes_of(tmp_path) == bytes_of(whole)
