"""Data sets and full disks: whatever cannot be written, what stood there stays, and nothing half is left."""

import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from support.data_sets import bytes_of, every_kind
from tessella.errors import TessellaError
from tessella.sudoku.datasets.build import begin
from tessella.sudoku.datasets.card import CARD, PICTURES, write_card
from tessella.sudoku.datasets.directory import MANIFEST, Directory, Manifest
from tessella.sudoku.datasets.duplicates import DUPLICATES, find_duplicates
from tessella.sudoku.datasets.parts import write_part
from tessella.sudoku.datasets.recipe import Made
from tessella.sudoku.datasets.summary import Summary, summaries


@contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond a number of bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def _manifest(directory: Directory, manifest: Manifest) -> None:
    directory.write_manifest(msgspec.structs.replace(manifest, count=manifest.count + 1))


def _duplicates(directory: Directory, manifest: Manifest) -> None:
    list(find_duplicates(directory, manifest))


def _card(directory: Directory, manifest: Manifest) -> None:
    write_card(directory, manifest, sum(summaries(directory, manifest), Summary()))


@pytest.mark.parametrize(
    ("name", "write"), [(MANIFEST, _manifest), (DUPLICATES, _duplicates), (CARD, _card), (next(iter(PICTURES)), _card)]
)
@pytest.mark.parametrize("share", [0, 0.5, 0.99])
def test_what_stood_there_stays(
    name: str, write: Callable[[Directory, Manifest], None], share: float, tmp_path: Path
) -> None:
    """Each file is as before, or as it is to be; when there is room again it is written."""
    directory, manifest = every_kind("folder", tmp_path)
    _duplicates(directory, manifest)
    _card(directory, manifest)
    before = bytes_of(tmp_path / "set")
    for old in (b"what stood here before", None):
        if name != MANIFEST and old:
            directory.write(name, old)
        elif name != MANIFEST:
            (tmp_path / "set" / name).unlink()
        there = bytes_of(tmp_path / "set").get(name)
        with no_file_beyond(int(len(before[name]) * share)), pytest.raises(TessellaError, match="cannot write '"):
            write(directory, manifest)
        assert bytes_of(tmp_path / "set").get(name) == there
        assert bytes_of(tmp_path / "set").keys() <= before.keys()
    write(directory, manifest)
    directory.write_manifest(manifest)
    assert bytes_of(tmp_path / "set") == before


@pytest.mark.parametrize("share", [0, 0.5, 0.99])
def test_a_part(share: float, tmp_path: Path) -> None:
    """A part that does not fit is not there; later it is made as it should be."""
    build = begin(Directory(str(tmp_path)), Made("easy", 42), 3, 3)
    (task,) = build.tasks()
    size = write_part(task).part.size
    whole = bytes_of(tmp_path)
    (tmp_path / task.name).unlink()
    with no_file_beyond(int(size * share)), pytest.raises(TessellaError, match="cannot write '"):
        write_part(task)
    assert bytes_of(tmp_path).keys() == whole.keys() - {task.name}
    write_part(task)
    assert bytes_of(tmp_path) == whole
