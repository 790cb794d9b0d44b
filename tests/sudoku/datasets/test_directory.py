"""The directory of a data set: what is in it is whole, on a disk and in a store that knows no renaming."""

import pickle
import sys
from pathlib import Path
from uuid import uuid4

import pytest

from tessella.errors import TessellaError
from tessella.sudoku.datasets.directory import TEMPORARY, Directory, HashedFile, Manifest, Part
from tessella.sudoku.datasets.recipe import Made, Rated, Source

NAME = "data/part-00000.parquet"


ODD = "a b ünï 数独 #%20~$&" + ("" if sys.platform == "win32" else "::c?")
"""A name with all that means something in a URL, in a shell or to fsspec."""


@pytest.fixture(params=["path", "file", "memory"])
def directory(request: pytest.FixtureRequest, tmp_path: Path) -> Directory:
    """Return a place of each kind."""
    places = {"path": str(tmp_path / ODD), "file": (tmp_path / ODD).as_uri(), "memory": f"memory://{uuid4()}/d"}
    return Directory(places[request.param])


def _fail_half_way(file: HashedFile) -> None:
    file.write(b"half")
    raise ZeroDivisionError


def test_the_odd_place(directory: Directory, tmp_path: Path) -> None:
    """A path and a `file` URL lead to the folder of that name."""
    directory.write(NAME, b"some")
    assert (tmp_path / ODD / NAME).exists() == directory.is_local


def test_a_file_is_there_only_when_it_is_whole(directory: Directory) -> None:
    """What is broken off leaves nothing; what is written again replaces what was there."""
    with pytest.raises(ZeroDivisionError), directory.writing(NAME) as file:
        _fail_half_way(file)
    assert directory.sizes() == {}
    for text in (b"first", b"second!"):
        with directory.writing(NAME) as file:
            file.write(text)
        assert directory.sizes() == {NAME: len(text)} == {NAME: file.size}
        assert directory.read(NAME) == text


def test_no_leftover_looks_like_a_part(tmp_path: Path) -> None:
    """While a part is written its name does not end in .parquet; what a kill leaves is removed."""
    directory = Directory(str(tmp_path))
    with directory.writing(NAME) as file:
        file.write(b"some")
        names = [one.name for one in (tmp_path / "data").iterdir()]
    assert [name.endswith(TEMPORARY) for name in names] == [True]
    (tmp_path / "data" / f"part-00001.parquet.123{TEMPORARY}").write_bytes(b"left by a kill")
    (tmp_path / f"manifest.json.45{TEMPORARY}").write_bytes(b"the same")
    directory.remove_unfinished()
    assert [one.name for one in tmp_path.iterdir()] == ["data"]
    assert [one.name for one in (tmp_path / "data").iterdir()] == ["part-00000.parquet"]


def test_a_manifest_comes_back(directory: Directory) -> None:
    """What is written is read again, its parts in order."""
    parts = tuple(Part(f"data/part-0000{k}.parquet", 5 * k, 5, 10, "ab") for k in range(3))
    for recipe in (Made("hard", 42), Rated((Source("a.txt", "cd"),))):
        manifest = Manifest(recipe, 20, 5, {"rater": "1"}, parts)
        directory.write_manifest(Manifest(recipe, 20, 5, {"rater": "1"}, parts[::-1]))
        assert directory.manifest() == manifest
        assert not manifest.is_whole


@pytest.mark.parametrize("text", [b"", b"{}", b"[1]", b'{"recipe": 3}', b"\xff"])
def test_a_manifest_of_somebody_else(directory: Directory, text: bytes) -> None:
    """What is no manifest is refused in a sentence."""
    directory.write("manifest.json", text)
    with pytest.raises(TessellaError, match="expected the manifest of a data set"):
        directory.manifest()


@pytest.mark.parametrize("url", ["nowhere://x", "ftp://127.0.0.1:1/x", "webhdfs://127.0.0.1:none/x", "s3://bucket/x"])
def test_an_address_that_nobody_knows(url: str) -> None:
    """A URL of no known kind, of nobody who answers, and of what is not installed is refused in a sentence."""
    with pytest.raises(TessellaError, match=f"expected a folder, or a URL that fsspec knows, got '{url}'"):
        Directory(url)


@pytest.mark.parametrize("name", ["set", "./set", ODD, *["C:\\set"] * (sys.platform != "win32")])
def test_a_worker_finds_the_same_place(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path is meant from where the command was started, wherever the worker is, and is never taken for a URL."""
    monkeypatch.chdir(tmp_path)
    sent = pickle.dumps(Directory(name))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    pickle.loads(sent).write(NAME, b"some")  # noqa: S301 - our own
    assert (tmp_path / name / NAME).read_bytes() == b"some"
