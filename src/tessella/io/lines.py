"""Numbered lines of a byte stream, with a limit on their length.

A line without end is refused, not swallowed: only its beginning is kept.
"""

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Protocol, TypeAlias

from tessella.errors import ParseError, TessellaError, quote
from tessella.i18n import _

CHUNK_BYTES = 1 << 16
MAX_LINE_BYTES = 1 << 17

MIN_TABS = 3  # tabs that may be a row of blank cells

_FEEDS = re.compile(rb"(\n{3,})")

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


def as_utf8(chunks: Iterable[bytes]) -> Iterator[bytes]:
    r"""Yield text as UTF-8 with line feeds, without a byte order mark, whatever its beginning tells that it is.

    That may be UTF-16, with a byte order mark or without one, and have old line ends, a carriage return alone.

    >>> b"".join(as_utf8(["1\r2\r".encode("utf-16")]))
    b'1\n2\n'
    """
    rest = iter(chunks)
    head = next(rest, b"")
    while len(head) < 4 and (more := next(rest, b"")):
        head += more
    whole: Iterator[bytes] = chain([head], rest)
    if name := _utf_16(head):
        decoder = codecs.getincrementaldecoder(name)("replace")
        whole = filter(None, (decoder.decode(chunk).encode("utf-8", "replace") for chunk in whole))
    first = next(whole, b"").removeprefix(codecs.BOM_UTF8)
    return _with_line_feeds(chain([first] if first else [], whole))


def text_of(data: bytes) -> str:
    """Return the text that a file holds, whatever its beginning tells that it is."""
    return b"".join(as_utf8([data])).decode("utf-8", "replace")


def _utf_16(head: bytes) -> str:
    """Return the name of the kind of UTF-16 that a text begins in, "" for none: one of two signs' bytes is always 0."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    zeros = [place for place, byte in enumerate(head[:4]) if not byte]
    return "utf-16-le" if zeros == [1, 3] else "utf-16-be" if zeros == [0, 2] else ""


def _with_line_feeds(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield text with line feeds: as it is where its first line ends in one."""
    kept, is_old = b"", False
    for chunk in chain(chunks, [b""]):
        data = kept + chunk
        if not is_old and b"\n" in data.partition(b"\r")[0] + data.partition(b"\r")[2][:1]:
            yield data
            yield from chunks
            return
        kept = b"\r" if chunk and data.endswith(b"\r") else b""  # a line feed may follow
        data = data.removesuffix(kept)
        is_old |= b"\r" in data
        if data:
            yield data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


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
    """Yield the lines of a block that ends with a line feed; `first` is the number of its first line.

    Of empty lines that follow each other only the first is among them.
    """
    if not block.strip(b" \r\n"):
        yield first, "", None
        return
    number = first
    for part in _FEEDS.split(block[:-1]):
        if part.startswith(b"\n\n\n"):
            yield number + 1, "", None
            number += len(part)
            continue
        was_empty = False
        for place, line in enumerate(part.split(b"\n"), number):
            is_empty = not line or (line.isspace() and line.count(b"\t") < MIN_TABS)
            if not (is_empty and was_empty):
                yield _decoded(place, line)
            was_empty = is_empty
        number = place


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
