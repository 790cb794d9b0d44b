"""Tests of checkpoints: what is cut, damaged or something else, and disks that take no more."""

import sys
from pathlib import Path

import pytest

from support.processes import run_code
from tessella.errors import quote
from tessella.game2048.training import trainer
from tessella.game2048.training.checkpoint import CheckpointError, atomic_file
from tessella.game2048.training.learning_curve import CurvePoint
from tessella.game2048.training.plan import Plan
from tessella.game2048.training.trainer import Training


@pytest.mark.parametrize("cut", [0, 5, 20, 300, -5000, -1])
def test_cut_files(small: Path, tmp_path: Path, cut: int) -> None:
    """A checkpoint that is cut short anywhere is refused in a sentence."""
    path = tmp_path / "cut.training"
    path.write_bytes(small.read_bytes()[:cut])
    with pytest.raises(CheckpointError, match="the training checkpoint is truncated or damaged"):
        Training.load(path)


@pytest.mark.parametrize("share", [0.0, 0.0001, 0.001, 0.1, 0.5, 0.9999])
def test_damaged_files(small: Path, tmp_path: Path, share: float) -> None:
    """A checkpoint in which one byte is another is refused in a sentence, wherever it is."""
    path = tmp_path / "damaged.training"
    data = bytearray(small.read_bytes())
    data[int(share * len(data))] ^= 0x10
    path.write_bytes(data)
    with pytest.raises(CheckpointError, match=r"training checkpoint"):
        Training.load(path)


def test_other_files(tmp_path: Path) -> None:
    """A file that is something else, a folder and no file at all are refused in a sentence each."""
    path = tmp_path / "letter.txt"
    path.write_text("Dear all, " * 100, encoding="utf-8")
    with pytest.raises(CheckpointError, match="expected a 2048 training checkpoint, got"):
        Training.load(path)
    for place in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(CheckpointError, match="cannot read"):
            Training.load(place)


def test_more_than_was_written(small: Path, tmp_path: Path) -> None:
    """A checkpoint with something behind it is refused."""
    path = tmp_path / "long.training"
    path.write_bytes(small.read_bytes() + b"x")
    with pytest.raises(CheckpointError, match="truncated or damaged"):
        Training.load(path)


FULL = """
import resource, signal, sys
from pathlib import Path
from tessella.errors import TessellaError
from tessella.game2048.training.trainer import Training
training = Training.load(Path(sys.argv[1]), moves=400_000)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    for row in training.run():
        training.save(Path(sys.argv[1]))
except TessellaError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of files")
def test_a_disk_that_takes_no_more(small: Path, tmp_path: Path) -> None:
    """Where a checkpoint cannot be written whole, a sentence says so, and the last good one is still there."""
    path = tmp_path / "full.training"
    path.write_bytes(small.read_bytes())
    said = run_code(FULL, str(path))
    assert said == f"cannot write {quote(path)}: File too large\n"
    assert path.read_bytes() == small.read_bytes()
    assert [one.name for one in tmp_path.iterdir() if one.is_file()] == ["full.training"]


def test_a_disk_that_is_full_for_a_while(tmp_path: Path) -> None:
    """A checkpoint that fails in between is told of, and the training goes on; one that fails at the end raises."""
    folder = tmp_path / "gone"
    folder.mkdir()
    path = folder / "x.training"
    warned: list[str] = []

    def told(_point: CurvePoint | None) -> None:
        path.unlink(missing_ok=True)
        if folder.exists():
            folder.rmdir()

    with pytest.raises(CheckpointError, match="cannot write"):
        trainer.train(
            Training(Plan(moves=2 * trainer.CHUNK, method="td")), path, every=0, report=told, warn=warned.append
        )
    assert len(warned) == 2


def test_the_new_file_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    """What was written is there afterwards, and nothing else; before that the old file is."""
    path = tmp_path / "x"
    path.write_bytes(b"old")
    with atomic_file(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert [one.name for one in tmp_path.iterdir()] == ["x"]


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_what_goes_wrong_leaves_the_old_file(tmp_path: Path, error: type[BaseException]) -> None:
    """Where writing fails or is broken off, the old file is what it was, and nothing lies beside it."""
    path = tmp_path / "x"
    path.write_bytes(b"old")

    def write() -> None:
        with atomic_file(path) as file:
            file.write(b"half of the n")
            raise error

    with pytest.raises(error):
        write()
    assert path.read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == ["x"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """The error of the system is raised as it is."""
    with pytest.raises(FileNotFoundError), atomic_file(tmp_path / "gone" / "x"):
        pytest.fail("there is nothing to write to")
