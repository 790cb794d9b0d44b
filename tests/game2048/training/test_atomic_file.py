"""Tests of files that are replaced as a whole."""

from pathlib import Path

import pytest

from tessella.game2048.training.atomic_file import atomic_file


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
