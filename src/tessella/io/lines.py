"""Numbered lines of a byte stream, with a limit on their length.

A line without end is refused, not swallowed: only its beginning is kept.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeAlias

from tessella.errors import ParseError, TessellaError, quote
from tessella.i18n import _

CHUNK_BYTES = 1 << 16
MAX_LINE_BYTES = 1 << 17

# The number of a line from 1, its text without the line end, and why it cannot be read
Line: TypeAlias = tuple[int, str, TessellaError | None]


class ByteSource(Protocol):
    """A file opened for bytes, or anything else with its `read`."""

    def read(self, size: int, /) -> bytes:
        """Return at most `size` bytes, none at the end."""


class ChunkSource:
    """A source of chunks that are at hand already."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = iter(chunks)

    def read(self, _size: int, /) -> bytes:
        """Return the next chunk, however long it is."""
        return next(self._chunks, b"")


def chunks_of(source: ByteSource) -> Iterator[bytes]:
    """Yield the bytes of a source as they come."""
    read: Callable[[int], bytes] = getattr(source, "read1", source.read)  # read1 takes what a pipe has now
    while chunk := read(CHUNK_BYTES):
        yield chunk


def numbered_lines(chunks: Iterable[bytes]) -> Iterator[Line]:
    """Yield the lines of a stream, each as soon as it is there."""
    for first, block in line_blocks(chunks, lambda: 1):
        yield from lines_in(block, first)


def line_blocks(chunks: Iterable[bytes], enough: Callable[[], int]) -> Iterator[tuple[int, bytes]]:
    """Yield whole lines together, each with its line feed, with the number of the first; `enough` says how many bytes.

    Of an endless line only the beginning is kept, enough of it to be refused.
    """
    number, rest, flooded = 1, list[bytes](), False
    size = 0
    for chunk in chunks:
        data = chunk
        if flooded:
            _end, feed, data = chunk.partition(b"\n")
            flooded = not feed
        rest.append(data)
        size += len(data)
        if size < enough() or flooded:
            continue
        whole, feed, last = b"".join(rest).rpartition(b"\n")
        rest, size = [last], len(last)
        if feed:
            yield number, whole + feed
            number += whole.count(b"\n") + 1
        if len(last) > MAX_LINE_BYTES:
            yield number, last + b"\n"
            number += 1
            rest, size, flooded = [], 0, True
    if whole := b"".join(rest):
        yield number, whole if whole.endswith(b"\n") else whole + b"\n"


def lines_in(block: bytes, first: int) -> Iterator[Line]:
    """Yield the lines of a block that ends with a line feed; `first` is the number of its first line."""
    for number, line in enumerate(block[:-1].split(b"\n"), first):
        yield _decoded(number, line)


def _decoded(number: int, line: bytes) -> Line:
    if len(line) > MAX_LINE_BYTES:
        start = line[:60].decode("utf-8", "replace")
        message = _("expected a line of at most {limit} bytes, got {text}")
        return number, start, ParseError(message, limit=MAX_LINE_BYTES, text=start + "...")
    try:
        text = line.decode().rstrip("\r")
    except UnicodeDecodeError:
        text = ""
    if (not text and line.rstrip(b"\r")) or not text.replace("\t", " ").isprintable():
        start = line[:60].decode("latin-1")
        return number, start, ParseError(_("expected text in UTF-8, got {text}").format(text=quote(start, 30)))
    return number, text, None
