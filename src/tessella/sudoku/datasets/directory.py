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
import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import fsspec.core
import msgspec
from fsspec.implementations.local import LocalFileSystem
from fsspec.spec import AbstractFileSystem

from tessella.errors import TessellaError, cannot_read, cannot_write, quote
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
        try:
            self.files, self.root = fsspec.core.url_to_fs(url)
        except (ImportError, ValueError) as error:
            message = _("expected a folder, or a URL that fsspec knows, got {text}: {why}")
            raise TessellaError(message.format(text=quote(url), why=error)) from None

    def path(self, name: str) -> str:
        """Return where a file is."""
        return f"{self.root.rstrip('/')}/{name}"

    def __reduce__(self) -> tuple[type["Directory"], tuple[str]]:
        return Directory, (self.url,)

    def is_used(self) -> bool:
        """Return whether there is anything, or a file in its place."""
        with suppress(FileNotFoundError):
            return bool(self.files.ls(self.root, detail=False))
        return False

    def sizes(self) -> dict[str, int]:
        """Return the names of the parts that are there, and of what is half written, with their sizes in bytes."""
        self.files.invalidate_cache()
        with suppress(FileNotFoundError, NotADirectoryError):
            found = self.files.find(self.path(DATA), maxdepth=1, detail=True)
            return {f"{DATA}/{path.rpartition('/')[2]}": file["size"] for path, file in sorted(found.items())}
        return {}

    def read(self, name: str) -> bytes | None:
        """Return what a file holds, None where there is none; raises `TessellaError` where it cannot be read."""
        try:
            data: bytes = self.files.cat_file(self.path(name))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise TessellaError(cannot_read(self.path(name), error)) from None
        return data

    def open(self, name: str) -> Any:
        """Return a file to read from."""
        return self.files.open(self.path(name), "rb")

    def write(self, name: str, data: bytes) -> None:
        """Write a file; raises `TessellaError` where that cannot be done."""
        with self.writing(name) as file:
            file.write(data)

    @contextmanager
    def writing(self, name: str) -> "Iterator[HashedFile]":
        """Give a file to write to, which is there once the block has ended without an error, and not before.

        Raises `TessellaError` where it cannot be written.
        """
        try:
            with self._writing(self.path(name)) as file:
                yield file
        except OSError as error:
            raise TessellaError(cannot_write(self.path(name), error)) from None

    @contextmanager
    def _writing(self, path: str) -> "Iterator[HashedFile]":
        self.files.makedirs(path.rpartition("/")[0], exist_ok=True)
        if type(self.files).mv is AbstractFileSystem.mv:  # it would copy
            with tempfile.TemporaryDirectory() as folder:
                whole = Path(folder, "whole")
                with whole.open("wb") as raw:
                    yield HashedFile(raw)
                self.files.put_file(str(whole), path)
            return
        temporary = f"{path}.{secrets.token_hex(4)}{TEMPORARY}"
        try:
            with self.files.open(temporary, "wb") as raw:
                yield HashedFile(raw)
                if isinstance(self.files, LocalFileSystem):
                    raw.flush()
                    os.fsync(raw.fileno())
            if isinstance(self.files, LocalFileSystem):
                Path(temporary).replace(path)  # `mv` would fail on Windows where somebody was quicker
            else:
                self.files.mv(temporary, path)
        except BaseException:
            with suppress(OSError):
                self.files.rm_file(temporary)
            raise

    def remove_unfinished(self) -> None:
        """Remove what was not written to its end."""
        for path in self.files.find(self.root, maxdepth=2):
            if path.endswith(TEMPORARY):
                with suppress(OSError):  # somebody else was quicker
                    self.files.rm_file(path)

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


class HashedFile:
    """A file that takes bytes, counts them, and knows their SHA-256."""

    def __init__(self, raw: Any) -> None:
        self.raw = raw
        self.size = 0
        self._digest = hashlib.sha256()

    def write(self, data: Any) -> int:
        """Take some bytes."""
        self.take(data)
        self.raw.write(data)
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
        self.raw.flush()

    closed = False

    def close(self) -> None:
        """Leave it open: whoever has opened it closes it."""
