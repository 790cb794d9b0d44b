"""The directory of a data set: a folder, or any place that fsspec knows, and the manifest in it.

    manifest.json                  recipe, seed, versions, and every part with its checksum
    README.md  *.svg               what the data set is, as Hugging Face shows it
    data/part-00000.parquet ...    the parts
    duplicates.parquet             puzzles that are essentially the same as an earlier one
    times.csv                      how long each part took, and where

A file is whole or not there: it is written under another name, which does not end in `.parquet`, and then renamed; or
made elsewhere and put as a whole, where a store knows no renaming. The next run removes what a kill leaves behind.
"""

import hashlib
import io
import os
import secrets
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import fsspec.core
import msgspec
from fsspec.implementations.local import LocalFileSystem
from fsspec.spec import AbstractFileSystem

from tessella.errors import TessellaError, cannot_read, cannot_write, os_reason, quote
from tessella.i18n import _
from tessella.sudoku.datasets.recipe import DatasetRecipe

MANIFEST, TIMES, DATA = "manifest.json", "times.csv", "data"
TEMPORARY = ".unfinished"  # how the name of a file ends that is being written


class Part(msgspec.Struct, frozen=True):
    """A part that is there: its name, its first puzzle, how many there are, and its bytes."""

    name: str
    first: int
    count: int
    size: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """What a data set is and what there is of it."""

    recipe: DatasetRecipe
    count: int  # puzzles that it is to have
    part_size: int
    versions: dict[str, str]
    parts: tuple[Part, ...] = ()

    def ranges(self) -> Iterator[range]:
        """Yield the numbers of the puzzles of each part."""
        for first in range(0, self.count, self.part_size):
            yield range(first, min(first + self.part_size, self.count))

    def name_of(self, first: int) -> str:
        """Return the name of the part that begins with a puzzle."""
        return f"{DATA}/part-{first // self.part_size:05}.parquet"

    @property
    def is_whole(self) -> bool:
        """Whether all parts are there."""
        return sum(part.count for part in self.parts) == self.count


class Directory:
    """A place by its path or URL, and the files in it."""

    def __init__(self, url: str) -> None:
        self.url = url
        path = url2pathname(urlsplit(url).path) if url.startswith("file://") else url
        if "://" not in path:  # a colon otherwise is that of a Windows drive, or of a name
            self.files, self.root = LocalFileSystem(), Path(path).absolute().as_posix()
            return
        try:
            self.files, self.root = fsspec.core.url_to_fs(url)
        except Exception as error:  # noqa: BLE001 - a store raises what its library does
            message = _("expected a folder, or a URL that fsspec knows, got {text}: {why}")
            raise TessellaError(message.format(text=quote(url), why=os_reason(error))) from None

    @property
    def is_local(self) -> bool:
        """Whether it is on a disk of this machine, or looks as if it were."""
        return isinstance(self.files, LocalFileSystem)

    def path(self, name: str) -> str:
        """Return where a file is."""
        return f"{self.root.rstrip('/')}/{name}"

    def __reduce__(self) -> tuple[type["Directory"], tuple[str]]:
        return Directory, (self.root if self.is_local else self.url,)  # a worker's current folder is another one

    def is_used(self) -> bool:
        """Return whether there is anything, or a file in its place."""
        with suppress(FileNotFoundError), _told(cannot_read, self.root):
            return bool(self.files.ls(self.root, detail=False))
        return False

    def sizes(self) -> dict[str, int]:
        """Return the names of the parts that are there, and of what is half written, with their sizes in bytes."""
        return {f"{DATA}/{path.rpartition('/')[2]}": size for path, size in sorted(self._files(self.path(DATA)))}

    def read(self, name: str) -> bytes | None:
        """Return what a file holds, None where there is none; raises `TessellaError` where it cannot be read."""
        with suppress(FileNotFoundError, NotADirectoryError), _told(cannot_read, self.path(name)):
            data: bytes = self.files.cat_file(self.path(name))
            return data
        return None

    def open(self, name: str) -> "StoredFile":
        """Return a file to read from; raises `TessellaError` where that cannot be done, and `FileNotFoundError`."""
        with _told(cannot_read, self.path(name)):
            return StoredFile(self.files.open(self.path(name), "rb"), self.path(name))

    def write(self, name: str, data: bytes) -> None:
        """Write a file; raises `TessellaError` where that cannot be done."""
        with self.writing(name) as file:
            file.write(data)

    @contextmanager
    def writing(self, name: str) -> "Iterator[HashedFile]":
        """Give a file to write to, which is there once the block has ended without an error, and not before.

        Raises `TessellaError` where it cannot be written.
        """
        path = self.path(name)
        if type(self.files).mv is AbstractFileSystem.mv:  # it would copy
            with tempfile.TemporaryDirectory() as folder:
                whole = Path(folder, "whole")
                with whole.open("wb") as raw:
                    yield HashedFile(raw, path)
                with _told(cannot_write, path):
                    self.files.makedirs(path.rpartition("/")[0], exist_ok=True)
                    self.files.put_file(str(whole), path)
            return
        temporary = f"{path}.{secrets.token_hex(4)}{TEMPORARY}"
        with _told(cannot_write, path):
            self.files.makedirs(path.rpartition("/")[0], exist_ok=True)
            raw = self.files.open(temporary, "wb")
        try:
            yield HashedFile(raw, path)
            with _told(cannot_write, path):
                self._finish(raw, temporary, path)
        except BaseException:
            with suppress(Exception):
                raw.close()
            with suppress(Exception):
                self.files.rm_file(temporary)
            raise

    def _finish(self, raw: Any, temporary: str, path: str) -> None:
        """Close a file that is written, and give it its name."""
        if self.is_local:
            raw.flush()
            os.fsync(raw.fileno())
        raw.close()
        if self.is_local:
            Path(temporary).replace(path)  # `mv` would fail on Windows where somebody was quicker
        else:
            self.files.mv(temporary, path)

    def remove_unfinished(self) -> None:
        """Remove what was not written to its end."""
        for path, _size in [*self._files(self.root), *self._files(self.path(DATA))]:
            if path.endswith(TEMPORARY):
                with suppress(Exception):  # somebody else was quicker
                    self.files.rm_file(path)

    def _files(self, path: str) -> list[tuple[str, int]]:
        """Return where the files of a folder are, and their sizes; `find` would pass over a network that fails."""
        self.files.invalidate_cache()
        with suppress(FileNotFoundError, NotADirectoryError), _told(cannot_read, path):
            return [(one["name"], one["size"]) for one in self.files.ls(path, detail=True) if one["type"] == "file"]
        return []

    def manifest(self) -> Manifest | None:
        """Return the manifest, None where there is none; raises `TessellaError` where it is none of ours."""
        data = self.read(MANIFEST)
        if data is None:
            return None
        try:
            return msgspec.json.decode(data, type=Manifest)
        except msgspec.DecodeError as error:
            message = _("expected the manifest of a data set in {text}: {why}")
            raise TessellaError(message.format(text=quote(self.path(MANIFEST), 1000), why=error)) from None

    def write_manifest(self, manifest: Manifest) -> None:
        """Write the manifest, its parts in order."""
        whole = msgspec.structs.replace(manifest, parts=tuple(sorted(manifest.parts, key=lambda part: part.first)))
        self.write(MANIFEST, msgspec.json.format(msgspec.json.encode(whole, order="deterministic"), indent=1) + b"\n")


@contextmanager
def _told(sentence: Callable[[object, Exception], str], path: str) -> Iterator[None]:
    """Raise as a sentence whatever a store raises, all kinds of errors; that there is no such file stays as it is."""
    missing = (FileNotFoundError, NotADirectoryError) if sentence is cannot_read else ()
    try:
        yield
    except (TessellaError, *missing):
        raise
    except Exception as error:  # noqa: BLE001 - a store raises what its library does
        raise TessellaError(sentence(path, error)) from None


class StoredFile(io.RawIOBase):
    """A file in a store, to read from: a network that fails is no damage to the file."""

    def __init__(self, raw: Any, path: str) -> None:
        self._raw, self._path = raw, path

    def readable(self) -> bool:
        """Return that it can be read."""
        return True

    def read(self, size: int = -1, /) -> bytes:
        """Return some bytes; raises `TessellaError` where they cannot be had."""
        with _told(cannot_read, self._path):
            data: bytes = self._raw.read(size)
            return data

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Go to a place."""
        return int(self._raw.seek(offset, whence))

    def tell(self) -> int:
        """Return the place."""
        return int(self._raw.tell())

    def close(self) -> None:
        """Close it."""
        if not self.closed:
            self._raw.close()
        super().close()


class HashedFile:
    """A file that takes bytes, counts them, and knows their SHA-256."""

    def __init__(self, raw: Any = None, path: str = "") -> None:
        self._raw, self._path = raw, path
        self.size = 0
        self._digest = hashlib.sha256()

    def write(self, data: Any) -> int:
        """Take some bytes; raises `TessellaError` where they cannot be written."""
        self.take(data)
        with _told(cannot_write, self._path):
            self._raw.write(data)
        return len(data)

    def take(self, data: Any) -> None:
        """Count some bytes without writing them."""
        self._digest.update(data)
        self.size += len(data)

    @property
    def sha256(self) -> str:
        """The digest of all bytes so far, in hexadecimal."""
        return self._digest.hexdigest()

    def flush(self) -> None:
        """Pass on what is held back."""
        with _told(cannot_write, self._path):
            self._raw.flush()

    closed = False

    def close(self) -> None:
        """Leave it open: whoever has opened it closes it."""
