"""Byte streams in and out of files and pipes, packed or not.

What comes in may be packed with gzip or Zstandard, which its first bytes tell; what goes out is packed where the name
ends in `.gz` or `.zst`. Parquet is read and written as lines of CSV. Nothing is ever held whole.
"""

import errno
import gzip
import io
import os
import select
import sys
import zlib
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import IO, Any, Self, cast

from tessella.errors import ParseError, TessellaError, cannot_read, cannot_write, quote
from tessella.i18n import _
from tessella.io.extras import load
from tessella.io.interrupts import as_interrupts
from tessella.io.lines import CHUNK_BYTES, chunks_of
from tessella.io.parquet import PARQUET, ParquetReader, ParquetWriter, broken_file

__all__ = ["PARQUET", "InputStream", "OutputFile", "atomic_file", "open_input"]

SLICE_BYTES = 512  # packed bytes that are unpacked at once: at worst they hold 16 MiB

_GZIP_MAGIC, _ZSTD_MAGIC, _PARQUET_MAGIC = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PAR1"


@contextmanager
def open_input(
    name: str | None, *, inline: Callable[[str], str | None] = lambda _name: None, columns: Sequence[str] = ("text",)
) -> Iterator["InputStream"]:
    """Open what a name stands for: a file, `-` or nothing for standard input, or what is written in its place.

    `inline` returns the latter, or None, where there is no such file; `columns` are read from a Parquet file.
    """
    if name is None or name == "-":
        yield InputStream(sys.stdin.buffer, "-", columns)
        return
    try:
        file: Any = open(name, "rb")  # noqa: PTH123, SIM115 - Path("") is a folder; what goes wrong later is not about opening
    except OSError as error:
        content = inline(name)
        if content is None:
            raise ParseError(cannot_read(name, error)) from None
        file = io.BytesIO(content.encode())
    with file:
        yield InputStream(file, name, columns)


class InputStream:
    """The text of a file as bytes, unpacked."""

    def __init__(self, file: Any, name: str, columns: Sequence[str] = ("text",)) -> None:
        self.file, self.name = file, name
        self.length = 0
        with suppress(OSError, AttributeError, ValueError):
            self.length = os.fstat(file.fileno()).st_size
        self.size = self.length  # how many bytes of text there may be, 0 where nobody knows
        self.taken = 0
        self.rest = b""
        self.parquet: ParquetReader | None = None
        self.chunks = self._opened(columns)

    def read(self, size: int, /) -> bytes:
        """Return the next bytes: as many as are at hand, none at the end; raises `TessellaError` for broken data."""
        if not self.rest:
            self.rest = next(self.chunks, b"")
        data, self.rest = self.rest[:size], self.rest[size:]
        return data

    def is_idle(self) -> bool:
        """Return whether a pipe or a terminal has nothing to read for now; False where nobody knows, and at the end."""
        try:
            return not select.select([self.file], [], [], 0)[0]
        except (OSError, ValueError):  # no file of the system, or one that the system cannot ask
            return False

    def share(self) -> float | None:
        """Return how much of the file has been read, from 0 to 1, or None where nobody knows."""
        if self.parquet:
            return self.parquet.rows_read / self.parquet.rows if self.parquet.rows else None
        return min(self.taken / self.length, 1) if self.length else None

    def _opened(self, columns: Sequence[str]) -> Iterator[bytes]:
        head = self.file.read(len(_ZSTD_MAGIC))
        if head == _PARQUET_MAGIC:
            self.parquet = ParquetReader(self.file, self.name, columns)
            self.size = 82 * self.parquet.rows
            return self.parquet.chunks()
        raw = self._raw(head)
        if head.startswith(_GZIP_MAGIC):
            self.size *= 2  # a line of digits takes about half of its length
            return _unpacked(raw, lambda: zlib.decompressobj(31), self.name)
        if head == _ZSTD_MAGIC:
            self.size *= 2
            return _unpacked(raw, _zstd_unpacker(self.name), self.name)
        return raw

    def _raw(self, head: bytes) -> Iterator[bytes]:
        rest = chunks_of(self.file) if len(head) == len(_ZSTD_MAGIC) else iter(())
        first = head + next(rest, b"")  # the signs that tell what it is belong to its first chunk
        for chunk in filter(None, chain([first], rest)):
            self.taken += len(chunk)
            yield chunk


def _zstd_unpacker(name: str) -> Callable[[], Any]:
    """Return what makes a fresh unpacker for a frame of Zstandard."""
    if sys.version_info >= (3, 14):
        return cast("Callable[[], Any]", load("compression.zstd", "data", quote(name)).ZstdDecompressor)
    zstandard = load("zstandard", "data", quote(name))
    return lambda: zstandard.ZstdDecompressor().decompressobj()


def _unpacked(chunks: Iterator[bytes], fresh: Callable[[], Any], name: str) -> Iterator[bytes]:
    """Yield what packed chunks hold, one frame after the other, little by little; raises where it ends too early."""
    unpacker = fresh()
    for chunk in chunks:
        found, size = [], 0
        for start in range(0, len(chunk), SLICE_BYTES):
            data = chunk[start : start + SLICE_BYTES]
            while data:
                if unpacker.eof:
                    data = data.lstrip(b"\0")  # padding between frames
                    if not data:
                        break
                    unpacker = fresh()
                try:
                    found.append(unpacker.decompress(data))
                except Exception as error:  # noqa: BLE001 - each packer has an error of its own
                    raise broken_file(name, error) from None
                size += len(found[-1])
                data = unpacker.unused_data if unpacker.eof else b""
            if size > 4 * CHUNK_BYTES:
                yield b"".join(found)
                found, size = [], 0
        if size:
            yield b"".join(found)
    if not unpacker.eof:
        raise broken_file(name, _("unexpected end of file"))


@contextmanager
def atomic_file(path: Path) -> Iterator[IO[bytes]]:
    """Give a file to write that takes the place of `path` once it is complete and on the disk.

    What is raised meanwhile is raised here, and then the old file is still what it was.
    """
    beside = path.with_name(f"{path.name}.new")
    with as_interrupts():
        try:
            beside.unlink(missing_ok=True)  # what a kill has left, or a link that leads elsewhere
            with beside.open("xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
            with suppress(OSError), ExitStack() as opened:  # a system without open folders
                folder = os.open(path.parent, os.O_RDONLY)
                opened.callback(os.close, folder)
                os.fsync(folder)
        except BaseException:
            with suppress(OSError):
                beside.unlink()
            raise


class OutputFile:
    """Where text goes: standard output (no name, or `-`), or a file that is replaced only when all has gone well.

    `keep_part` leaves what has been written beside it, under the name `part`. A device or a pipe is written to as it
    is, for it must never be replaced. A Parquet file takes the text of a CSV file, with numbers in `number_columns`
    and the columns of `columns` where there is no text. Raises `TessellaError` for the name of a folder, and for one
    that the system does not take.
    """

    def __init__(
        self, name: str | None, *, columns: Sequence[str] = ("text",), number_columns: Collection[str] = ()
    ) -> None:
        self.path = None if name is None or name == "-" else Path(name)
        self.name = name
        self.columns, self.number_columns = columns, number_columns
        with self._explained():
            if self.path is not None and self.path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            self.in_place = self.path is not None and self.path.exists() and not self.path.is_file()
            is_link = self.path is not None and self.path.is_symlink()
        self.target: Path | None = None  # what the written file becomes in the end
        self.part: Path | None = None
        if self.path is not None and not self.in_place:
            self.target = Path(os.path.realpath(self.path)) if is_link else self.path  # a link stays one
            self.part = self.target.with_name(self.target.name + ".part")
        self.temporary = Path()
        self.raw: Any = None
        self.file: Any = sys.stdout
        self._ending = ExitStack()  # closes and removes the temporary file

    def __enter__(self) -> Self:
        if self.path is None:
            return self
        with ExitStack() as undo:
            undo.enter_context(as_interrupts())
            undo.callback(self._remove_temporary)
            with self._explained():
                self._open(self.path)
            undo.callback(self.raw.close)
            self.file = self._packer(self.path)
            self._ending = undo.pop_all()
        return self

    def _open(self, path: Path) -> None:
        if self.target is None:
            self.temporary, self.raw = path, path.open("wb")
            return
        self.temporary = self.target.with_name(f".{self.target.name}.{os.getpid()}")
        self.temporary.unlink(missing_ok=True)  # what a kill has left, or a link that leads elsewhere
        self.raw = self.temporary.open("xb")
        if self.target.exists():
            self.temporary.chmod(self.target.stat().st_mode)

    def _packer(self, path: Path) -> Any:
        """Return what takes the text: the file itself, or what packs the text into it."""
        kind = path.suffix.lower()
        if kind == ".gz":
            # The quickest level: digits hold little that a slower one would find.
            return gzip.GzipFile("", "wb", 1, self.raw, mtime=0)
        if kind == ".zst":
            if sys.version_info >= (3, 14):
                return load("compression.zstd", "data", quote(path)).ZstdFile(self.raw, "wb")
            return load("zstandard", "data", quote(path)).ZstdCompressor().stream_writer(self.raw, closefd=False)
        return ParquetWriter(self.raw, path, self.columns, self.number_columns) if kind == PARQUET else self.raw

    def write(self, text: str) -> None:
        """Write some text; raises `TessellaError` where the file does not take it."""
        if self.path is None:
            self.file.write(text)
            self.file.flush()  # whoever reads a pipe need not wait for more
        else:
            self.write_bytes(text.encode())

    def write_bytes(self, data: bytes) -> None:
        """Write what is no text; raises `TessellaError` where the file does not take it."""
        if self.path is None:
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            return
        with self._explained():
            self.file.write(data)

    def abandon(self) -> None:
        """Leave the file that was there as it is."""
        self.target = None

    def keep_part(self) -> None:
        """Leave the file that was there as it is, and what has been written beside it."""
        self.target = self.part

    def __exit__(self, kind: type[BaseException] | None, *_rest: object) -> None:
        if self.path is None:
            if kind is None:
                self.file.flush()
            return
        with self._ending, self._explained():
            with self.raw:
                if kind is None and self.file is not self.raw:
                    self.file.close()
            if kind is None and self.target is not None:
                self.temporary.replace(self.target)

    def _remove_temporary(self) -> None:
        if not self.in_place and self.temporary.name:
            with suppress(OSError):  # there is none where its folder is a file
                self.temporary.unlink()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise TessellaError(cannot_write(self.name, error)) from None
