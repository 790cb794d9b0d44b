"""Checkpoints of a training: one file that neither a kill, a full disk nor damage can leave half written.

It holds what is to be known of the training as JSON, then arrays; two checksums tell a damaged one.

    magic line, 16 bytes   length and checksum (CRC-32) of the JSON, 4 bytes each, little-endian   JSON
    for each array         a bit for each page of it: 1 where it is stored, 0 where it is all at its start value;
                           then the stored pages
    4 bytes                the checksum of everything before

Most of a network is never seen by a player, so most pages are not stored.
"""

import contextlib
import json
import struct
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any, TypeAlias

import msgspec
import numpy as np

from tessella.errors import TessellaError, cannot_read, cannot_write
from tessella.game2048.kernels.bitboard import Numbers
from tessella.i18n import _
from tessella.io.streams import atomic_file

Arrays: TypeAlias = dict[str, tuple[Numbers, float]]  # of one dimension, each with its start value, by name

MAGIC = b"tessella train 3"
HEAD = struct.Struct("<16s2I")
PAGE = 1024  # elements
BLOCK = 1 << 20  # elements that are looked at together
MAX_HEADER_BYTES = 1 << 24  # bytes of JSON
DAMAGE = EOFError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError
"""What reading a file may raise that was damaged, or made to do harm."""


class CheckpointError(TessellaError):
    """A file that is no checkpoint, or that cannot be read or written."""


def damaged(path: Path) -> CheckpointError:
    """Return the error of a file that says what no checkpoint can."""
    return CheckpointError(_("the training checkpoint is truncated or damaged: {text}"), text=path)


class _ChecksummedFile:
    """A file whose checksum is taken as its bytes go by."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.sum = 0

    def write(self, data: Any) -> None:
        self.file.write(data)
        self.sum = zlib.crc32(data, self.sum)

    def read(self, size: int) -> bytes:
        data = self.file.read(size)
        if len(data) < size:
            raise EOFError
        self.sum = zlib.crc32(data, self.sum)
        return data


def is_one(path: Path) -> bool:
    """Return whether a file begins as checkpoints do; False where it cannot be read."""
    with contextlib.suppress(OSError), path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC
    return False


def write(path: Path, about: Mapping[str, Any], arrays: Arrays) -> None:
    """Write a checkpoint; raises `CheckpointError` where it cannot be, and then what was there before still is."""
    try:
        with atomic_file(path) as raw:
            file = _ChecksummedFile(raw)
            text = json.dumps(dict(about)).encode()
            file.write(HEAD.pack(MAGIC, len(text), zlib.crc32(text)) + text)
            for array, start in arrays.values():
                _write_array(file, array, start)
            raw.write(file.sum.to_bytes(4, "little"))
    except OSError as error:
        raise CheckpointError(cannot_write(path, error)) from None


def read(path: Path, allocate: Callable[[dict[str, Any]], Arrays]) -> dict[str, Any]:
    """Return what a checkpoint says about itself, its arrays read into those that `allocate` gives at their start.

    Raises `CheckpointError` for a file that cannot be read, is something else, or is cut or damaged.
    """
    try:
        with path.open("rb") as raw:
            return _read(raw, path, allocate)
    except TessellaError:
        raise
    except OSError as error:
        raise CheckpointError(cannot_read(path, error)) from None
    except (*DAMAGE, msgspec.ValidationError):
        raise damaged(path) from None


def _read(raw: IO[bytes], path: Path, allocate: Callable[[dict[str, Any]], Arrays]) -> dict[str, Any]:
    file = _ChecksummedFile(raw)
    magic, length, right = HEAD.unpack(file.read(HEAD.size))
    if magic != MAGIC:
        raise CheckpointError(_("expected a 2048 training checkpoint, got {text}"), text=path)
    text = file.read(length) if length < MAX_HEADER_BYTES else b""
    if zlib.crc32(text) != right:
        raise EOFError
    about: dict[str, Any] = json.loads(text, parse_constant=no_constant)
    for array, _start in allocate(about).values():
        _read_array(file, array)
    if raw.read(5) != file.sum.to_bytes(4, "little"):
        raise EOFError
    return about


def no_constant(name: str) -> float:
    """Refuse NaN and the infinities, which are no JSON."""
    raise ValueError(name)


def _blocks(array: Numbers) -> list[Numbers]:
    return [array[at : at + BLOCK] for at in range(0, len(array), BLOCK)]


def _pages(block: Numbers) -> Numbers:
    """Return a block as rows of a page each; the last one of an array may be shorter."""
    return block.reshape(-1, PAGE) if len(block) % PAGE == 0 else block.reshape(1, -1)


def _write_array(file: _ChecksummedFile, array: Numbers, start: float) -> None:
    changed = [(_pages(block) != array.dtype.type(start)).any(axis=1) for block in _blocks(array)]
    file.write(np.packbits(np.concatenate(changed)).tobytes())
    for block, is_changed in zip(_blocks(array), changed, strict=True):
        file.write(_pages(block)[is_changed].tobytes())


def _read_array(file: _ChecksummedFile, array: Numbers) -> None:
    shapes = [_pages(block).shape for block in _blocks(array)]
    count = sum(rows for rows, _width in shapes)
    changed = np.unpackbits(np.frombuffer(file.read((count + 7) // 8), np.uint8), count=count).astype(bool)
    at = 0
    for block, (rows, width) in zip(_blocks(array), shapes, strict=True):
        is_changed = changed[at : at + rows]
        at += rows
        stored = int(is_changed.sum())
        values = np.frombuffer(file.read(stored * width * array.dtype.itemsize), array.dtype)
        if not np.isfinite(values).all():
            raise ValueError(values)
        _pages(block)[is_changed] = values.reshape(stored, width)
