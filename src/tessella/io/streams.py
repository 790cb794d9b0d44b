"""How do the bytes of puzzles come in and go out?

Text comes from a file or a pipe, as it is or packed with gzip or Zstandard, which its first bytes tell; it goes out
packed where the name ends in `.gz` or `.zst`. A Parquet file is read as the lines `puzzle` or `puzzle,solution` of its
rows, and written from the text of a CSV file. Nothing is ever held whole, however well it is packed.
"""

import errno
import gzip
import importlib
import io
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, Self, cast

from tessella.errors import ParseError, TessellaError, quote
from tessella.i18n import _

__all__ = ["PARQUET", "Input", "Target", "open_source"]

CHUNK = 1 << 16  # bytes read, and written, at once
SLICE = 512  # packed bytes that are unpacked at once: at worst they hold 16 MiB
GROUP = 1 << 24  # bytes of CSV text that become a row group of a Parquet file: some 100,000 puzzles
ROWS = 1 << 14  # rows of a Parquet file that are read at once
PARQUET = ".parquet"

_GZIP, _ZSTD, _PARQUET = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PAR1"
_LINE_SIGNS = frozenset(".123456789ABCDEFGHIJKLMNOP0*_-+~X:")  # all signs of puzzles written as lines


def _load(name: str, what: object) -> ModuleType:
    """Return a module of an optional package, or say how to get it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        message = _("expected the package {package} for {text}; install it with: pip install 'tessella[data]'")
        raise TessellaError(message.format(package=name.partition(".")[0], text=quote(what))) from None


# --- in ---------------------------------------------------------------------------------------------------


@contextmanager
def open_source(name: str | None) -> Iterator["Input"]:
    """Open what a name stands for: a file, `-` or nothing for standard input, or a puzzle written in its place."""
    if name is None or name == "-":
        yield Input(sys.stdin.buffer, "-")
        return
    try:
        file: Any = Path(name).open("rb")  # noqa: SIM115 - what goes wrong later is not about opening
    except OSError as error:
        text = name.removeprefix("sudoku:")
        if len(text) < 16 or not _LINE_SIGNS.issuperset(text.upper()):
            message = _("expected a file that can be read, got {text} ({why})")
            raise ParseError(message.format(text=quote(name), why=error.strerror)) from None
        file = io.BytesIO(text.encode())
    with file:
        yield Input(file, name)


class Input:
    """The text of a file as bytes, unpacked.

    `size` guesses how many bytes of text there are, 0 where nobody knows.
    """

    def __init__(self, file: Any, name: str) -> None:
        self.file, self.name = file, name
        self.length = _length(file)
        self.size = self.length
        self.taken = 0  # of length
        self.rest = b""
        self.chunks = self._opened()

    def read(self, size: int, /) -> bytes:
        """Return the next bytes: as many as are at hand, none at the end; raises `TessellaError` for broken data."""
        if not self.rest:
            self.rest = next(self.chunks, b"")
        data, self.rest = self.rest[:size], self.rest[size:]
        return data

    def share(self) -> float | None:
        """Return how much of the file has been read, from 0 to 1, or None where nobody knows."""
        return min(self.taken / self.length, 1) if self.length else None

    def _opened(self) -> Iterator[bytes]:
        head = self.file.read(len(_ZSTD))
        if head == _PARQUET:
            return self._rows()
        raw = self._raw(head)
        if head.startswith(_GZIP):
            self.size *= 2  # a line of digits takes about half of its length
            return _unpacked(raw, lambda: zlib.decompressobj(31), self.name)
        if head == _ZSTD:
            self.size *= 2
            return _unpacked(raw, _zstd_unpacker(self.name), self.name)
        return raw

    def _raw(self, head: bytes) -> Iterator[bytes]:
        fetch: Callable[[int], bytes] = getattr(self.file, "read1", self.file.read)  # what a pipe has now
        if head:
            # The signs that tell what it is belong to its first chunk.
            self.taken += len(head)
            first = head if len(head) < len(_ZSTD) else head + fetch(CHUNK)
            self.taken += len(first) - len(head)
            yield first
        while chunk := fetch(CHUNK):
            self.taken += len(chunk)
            yield chunk

    def _rows(self) -> Iterator[bytes]:
        """Return the rows of a Parquet file as lines."""
        if not self.file.seekable():
            message = _("expected Parquet in a file, for it is read from its end, got a pipe: {text}")
            raise ParseError(message.format(text=quote(self.name)))
        parquet = _load("pyarrow.parquet", self.name)
        try:
            file = parquet.ParquetFile(self.file)
        except (ValueError, OSError) as error:
            raise _broken(self.name, error) from None
        names = file.schema_arrow.names
        if "puzzle" not in names:
            message = _("expected a column named puzzle, got {names}")
            raise ParseError(message.format(names=quote(", ".join(names))))
        self.length = file.metadata.num_rows
        self.size = 82 * self.length
        return self._lines(file, ["puzzle", "solution"] if "solution" in names else ["puzzle"])

    def _lines(self, file: Any, columns: list[str]) -> Iterator[bytes]:
        compute = _load("pyarrow.compute", self.name)
        batches = file.iter_batches(ROWS, columns=columns, use_threads=False)  # see `_pass_on`: the file is Python's
        while True:
            try:
                batch = next(batches, None)
                if batch is None:
                    return
                parts = [compute.fill_null(compute.cast(batch.column(name), "string"), "") for name in columns]
            except (ValueError, OSError, NotImplementedError) as error:  # the last is Arrow's, for an odd column
                raise _broken(self.name, error) from None
            parts = [compute.replace_substring_regex(part, "[\r\n,]", " ") for part in parts]
            # An empty row is a wrong one: it must not vanish as an empty line would.
            parts[0] = compute.if_else(compute.equal(parts[0], ""), "''", parts[0])
            lines = compute.binary_join_element_wise(*parts, ",") if len(parts) > 1 else parts[0]
            lines = compute.binary_join_element_wise(lines, "", "\n")
            self.taken += len(batch)
            yield "".join(lines.to_pylist()).encode()


def _length(file: Any) -> int:
    """Return how many bytes a file has, 0 where nobody knows."""
    try:
        return os.fstat(file.fileno()).st_size
    except (OSError, AttributeError, ValueError):
        return 0


def _broken(name: str, why: object) -> ParseError:
    message = _("expected a file that can be unpacked, got {text} ({why})")
    return ParseError(message.format(text=quote(name), why=why))


def _zstd_unpacker(name: str) -> Callable[[], Any]:
    """Return what makes a fresh unpacker for a frame of Zstandard."""
    if sys.version_info >= (3, 14):
        return cast("Callable[[], Any]", _load("compression.zstd", name).ZstdDecompressor)
    zstandard = _load("zstandard", name)
    return lambda: zstandard.ZstdDecompressor().decompressobj()


def _unpacked(chunks: Iterator[bytes], fresh: Callable[[], Any], name: str) -> Iterator[bytes]:
    """Yield what packed chunks hold, one frame after the other, little by little; raises where it ends too early."""
    unpacker = fresh()
    for chunk in chunks:
        found, size = [], 0
        for start in range(0, len(chunk), SLICE):
            data = chunk[start : start + SLICE]
            while data:
                if unpacker.eof:
                    data = data.lstrip(b"\0")  # padding between frames
                    if not data:
                        break
                    unpacker = fresh()
                try:
                    found.append(unpacker.decompress(data))
                except Exception as error:  # noqa: BLE001 - each packer has an error of its own
                    raise _broken(name, error) from None
                size += len(found[-1])
                data = unpacker.unused_data if unpacker.eof else b""
            if size > 4 * CHUNK:
                yield b"".join(found)
                found, size = [], 0
        if size:
            yield b"".join(found)
    if not unpacker.eof:
        raise _broken(name, _("it ends too early"))


# --- out --------------------------------------------------------------------------------------------------


class Target:
    """Where text goes: standard output (no name, or `-`), or a file that is replaced only when all has gone well.

    `keep_part` leaves what has been written beside it, under the name `part`. A device or a pipe is written to as it
    is, for it must never be replaced. Raises `TessellaError` for the name of a folder.
    """

    def __init__(self, name: str | None) -> None:
        self.path = None if name is None or name == "-" else Path(name)
        if self.path is not None and self.path.is_dir():
            message = _("expected a file that can be written, got {text} ({why})")
            raise TessellaError(message.format(text=quote(name), why=os.strerror(errno.EISDIR)))
        self.name = name
        self.in_place = self.path is not None and self.path.exists() and not self.path.is_file()
        self.part = None if self.path is None or self.in_place else self.path.with_name(self.path.name + ".part")
        self.abandoned = self.unfinished = False
        self.beside = Path()
        self.raw: Any = None
        self.file: Any = sys.stdout
        self.waiting: list[str] = []
        self.size = 0

    def __enter__(self) -> Self:
        if self.path is not None:
            self.beside = self.path if self.in_place else self.path.with_name(f".{self.path.name}.{os.getpid()}")
            with self._explained():
                self.raw = self.beside.open("wb")
            try:
                self.file = _packer(self.path, self.raw)
            except TessellaError:
                self.raw.close()
                self._tidy()
                raise
        return self

    def write(self, text: str) -> None:
        """Write some text; raises `TessellaError` where the file does not take it."""
        if self.path is None:
            self.file.write(text)
            return
        self.waiting.append(text)
        self.size += len(text)
        if self.size >= CHUNK:
            self._pass_on()

    def write_bytes(self, data: bytes) -> None:
        """Write what is no text; raises `TessellaError` where the file does not take it."""
        if self.path is None:
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            return
        self._pass_on()
        with self._explained():
            self.file.write(data)

    def abandon(self) -> None:
        """Leave the file that was there as it is."""
        self.abandoned = True

    def keep_part(self) -> None:
        """Leave the file that was there as it is, and what has been written beside it."""
        self.unfinished = True

    def __exit__(self, kind: type[BaseException] | None, *_rest: object) -> None:
        if self.path is None:
            if kind is None:
                self.file.flush()
            return
        try:
            with self._explained():
                try:
                    if kind is None:
                        self._pass_on()
                        if self.file is not self.raw:
                            self.file.close()
                finally:
                    self.raw.close()
                if kind is None and self.unfinished and self.part is not None:
                    self.beside.replace(self.part)
                elif kind is None and not self.abandoned and not self.in_place:
                    self.beside.replace(self.path)
        finally:
            self._tidy()

    def _tidy(self) -> None:
        """Leave nothing beside the file."""
        if not self.in_place:
            self.beside.unlink(missing_ok=True)

    def _pass_on(self) -> None:
        if not self.waiting:
            return
        with self._explained():
            self.file.write("".join(self.waiting).encode())
        self.waiting, self.size = [], 0

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            message = _("expected a file that can be written, got {text} ({why})")
            raise TessellaError(message.format(text=quote(self.name), why=error.strerror)) from None


def _packer(path: Path, raw: Any) -> Any:
    """Return what takes the text for a file of this name: the file itself, or what packs the text into it."""
    kind = path.suffix.lower()
    if kind == ".gz":
        # The quickest level: digits hold little that a slower one would find.
        return gzip.GzipFile("", "wb", 1, raw, mtime=0)
    if kind == ".zst":
        if sys.version_info >= (3, 14):
            return _load("compression.zstd", path).ZstdFile(raw, "wb")
        return _load("zstandard", path).ZstdCompressor().stream_writer(raw, closefd=False)
    return _Table(path, raw) if kind == PARQUET else raw


class _Table:
    """A Parquet file that takes the text of a CSV file, and writes a row group whenever there is enough."""

    def __init__(self, path: Path, raw: Any) -> None:
        self.arrow = _load("pyarrow", path)
        self.csv = _load("pyarrow.csv", path)
        self.parquet = _load("pyarrow.parquet", path)
        self.raw = raw
        self.file: Any = None
        self.waiting: list[bytes] = []
        self.size = 0

    def _begin(self, head: str) -> None:
        """Make a column of each name in the first line."""
        names = head.strip().split(",")
        types = {"er": self.arrow.float64()}
        self.schema = self.arrow.schema([(name, types.get(name, self.arrow.string())) for name in names])
        self.options = self.csv.ConvertOptions(
            column_types=self.schema, include_columns=names, null_values=[""], strings_can_be_null=True
        )
        self.file = self.parquet.ParquetWriter(self.raw, self.schema, use_dictionary=False)

    def write(self, data: bytes) -> None:
        """Take whole lines."""
        self.waiting.append(data)
        self.size += len(data)
        if self.size >= GROUP:
            self._pass_on()

    def _pass_on(self) -> None:
        data = b"".join(self.waiting)
        self.waiting, self.size = [], 0
        if self.file is None:
            head, _newline, data = data.partition(b"\n")
            self._begin(head.decode())
        if data:
            # Arrow's threads may let go of what they read when Python has ended, and then memory of Python's own ends
            # in an abort (https://github.com/apache/arrow/issues/33975): they read a copy in Arrow's.
            copy = self.arrow.BufferOutputStream()
            copy.write(data)
            names = self.csv.ReadOptions(column_names=self.schema.names)
            self.file.write_table(self.csv.read_csv(copy.getvalue(), read_options=names, convert_options=self.options))

    def close(self) -> None:
        """Write what is left, and what stands at the end of such a file."""
        if self.waiting:
            self._pass_on()
        if self.file is None:
            self._begin("puzzle,solution")
        self.file.close()
