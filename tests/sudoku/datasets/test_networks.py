"""Data sets and networks that fail: a cable between two processes is cut while they work, and mended later."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.cable import Cable, cable
from support.dask_cluster import dask_cluster
from support.data_sets import bytes_of
from support.processes import run
from support.web_hdfs import web_hdfs
from tessella.errors import TessellaError
from tessella.io.cluster import Workers, connect
from tessella.sudoku.datasets.build import Build, begin
from tessella.sudoku.datasets.directory import DATA, Directory
from tessella.sudoku.datasets.parts import write_part
from tessella.sudoku.datasets.recipe import Made
from tessella.sudoku.datasets.summary import summaries
from tessella.sudoku.datasets.verification import verify

RECIPE = Made("easy", 42)
COUNT, SIZE = 20, 2


def _begin(place: str | Path, count: int = COUNT) -> Build:
    return begin(Directory(str(place)), RECIPE, count, SIZE)


def _write(place: str | Path, count: int = COUNT) -> None:
    """Write a data set, or go on with one, in this process."""
    build = _begin(place, count)
    build.find()
    for task in build.tasks():
        build.take(write_part(task))
    build.directory.remove_unfinished()
    build.save()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data set that was made without an accident."""
    folder = tmp_path_factory.mktemp("whole") / "set"
    _write(folder)
    return folder


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Cable]:
    """Give the cable to a store of files, which keeps them in the folder `store`."""
    with web_hdfs(tmp_path / "store") as port, cable("127.0.0.1", port) as one:
        yield one


def _are_whole(folder: Path, whole: Path) -> bool:
    """Return whether each part in a folder has the bytes that it is to have."""
    right = bytes_of(whole)
    found = {name: data for name, data in bytes_of(folder).items() if name.endswith(".parquet")}
    return found.items() <= right.items()


@pytest.mark.slow
def test_a_store_that_is_lost_at_any_byte(store: Cable, tmp_path: Path) -> None:
    """Wherever the bytes end that reach a store, no part is half; once it is back, the rest is made as it should be."""
    count = 3 * SIZE  # a part is written as all are
    _write(whole := tmp_path / "whole", count)
    _write(f"webhdfs://{store.address}/first", count)
    assert bytes_of(tmp_path / "store" / "first") == bytes_of(whole)
    for number, n in enumerate(range(500, store.sent, store.sent // 6)):
        url, folder = f"webhdfs://{store.address}/set-{number}", tmp_path / "store" / f"set-{number}"
        store.cut_after = n
        with pytest.raises(TessellaError, match=r"cannot (read|write) '") as caught:
            _write(url, count)
        assert "\n" not in str(caught.value)
        assert _are_whole(folder, whole)
        store.mend()
        _write(url, count)
        assert bytes_of(folder) == bytes_of(whole)


def test_a_store_that_cannot_be_reached_is_no_damage(store: Cable) -> None:
    """Who reads is told that the network fails, not to delete parts."""
    url = f"webhdfs://{store.address}/set"
    _write(url)
    directory = Directory(url)
    manifest = directory.manifest()
    assert manifest
    file = directory.open(manifest.parts[0].name)
    store.cut()
    for read in (
        file.read,
        directory.manifest,
        directory.sizes,
        directory.is_used,
        directory.remove_unfinished,
        lambda: list(summaries(directory, manifest)),
        lambda: list(verify(None, directory, manifest)),
    ):
        with pytest.raises(TessellaError, match=r"cannot read '") as caught:
            read()
        assert not caught.value.hint
    store.mend()
    assert [one.problem for one in verify(None, directory, manifest)] == [None] * len(manifest.parts)


@pytest.mark.slow
def test_a_store_that_the_workers_lose(whole: Path, store: Cable, tmp_path: Path) -> None:
    """The command ends with a sentence; when the store is back, it goes on."""
    folder = tmp_path / "store" / "set"
    words = ["make", f"webhdfs://{store.address}/set", "-n", str(COUNT), "--part", str(SIZE), "--level", "easy"]
    words += ["--seed", "42", "--workers", "1"]
    store.cut_after = sum(map(len, bytes_of(whole).values())) // 2
    done = run("sudoku", "dataset", *words)
    assert done.returncode == 2, done.stderr
    assert "cannot " in done.stderr
    assert "Traceback" not in done.stderr
    assert _are_whole(folder, whole)
    assert any((folder / DATA).glob("*.parquet"))
    store.mend()
    done = run("sudoku", "dataset", *words)
    assert done.returncode == 0, done.stderr
    assert _are_whole(folder, whole)
    assert bytes_of(whole).items() <= bytes_of(folder).items()


@pytest.mark.slow
def test_a_worker_that_is_cut_off(whole: Path, tmp_path: Path) -> None:
    """What a worker was doing that can be reached no more is done by another one."""
    with dask_cluster(tmp_path, 0) as cluster, cable(*_end(cluster.address)) as line:
        cut_off = cluster.add_worker(f"tcp://{line.address}")
        with connect(Workers(address=cluster.address)) as client:
            client.wait_for_workers(1, timeout=600)
            written = _begin(tmp_path / "set").run(client)
            next(written)
            line.cut()
            cluster.add_worker()
            list(written)
        cut_off.wait(600)  # it ends when it cannot come back
    assert bytes_of(tmp_path / "set") == bytes_of(whole)


@pytest.mark.slow
def test_a_client_that_is_cut_off(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loss is said in a sentence; the next client goes on."""
    with dask_cluster(tmp_path) as cluster, cable(*_end(cluster.address)) as line:
        with connect(Workers(address=f"tcp://{line.address}")) as client:
            written = _begin(tmp_path / "set").run(client)
            next(written)
            line.cut()
            with pytest.raises(TessellaError, match="lost the Dask scheduler"):
                list(written)
        with connect(Workers(address=cluster.address)) as client:
            list(_begin(tmp_path / "set").run(client))
    assert bytes_of(tmp_path / "set") == bytes_of(whole)


def _end(address: str) -> tuple[str, int]:
    host, port = address.removeprefix("tcp://").rsplit(":", 1)
    return host, int(port)
