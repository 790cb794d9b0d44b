"""Lines of byte streams without end."""

import tracemalloc

import pytest

from support.endless import Endless, pieces
from tessella.io.lines import MAX_LINE_BYTES, as_utf8, numbered_lines
from tessella.sudoku import notation


@pytest.mark.parametrize(
    ("start", "rest", "message"),
    [
        (b".", b"." * 65536, "expected a line of at most"),
        (b"53..7....\n6..195...\n", b"." * 65536, "expected a line of at most"),
        (b"<opensudoku><game data='", b"0" * 65536, "expected an XML element of at most"),
        (b"<opensudoku>", b"<a>" * 20000, "expected an <opensudoku> document"),
        (b'{"puzzle": "', b"0" * 65536, "expected JSON"),
        (b"[" * 100, b"[" * 65536, "expected JSON"),
    ],
)
def test_a_gigabyte_without_end(start: bytes, rest: bytes, message: str) -> None:
    """A line, an element or a value of a gigabyte is refused without being held in memory."""
    size = 1 << (30 if len(start) == 1 else 27)  # one in full; the others are told apart by how they begin
    tracemalloc.start()
    try:
        records = list(notation.read_many(Endless(pieces(start, rest), size)))
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [str(record.error)[: len(message)] for record in records] == [message]
    assert peak < 32 << 20


def test_lines_are_numbered() -> None:
    """Lines keep their numbers however the stream is cut into chunks, and a line that is too long is one of them."""
    data = b"a\r\nb\n\n" + b"x" * (MAX_LINE_BYTES + 1) + b"\nlast"
    for size in (1, 3, 1 << 20):
        chunks = [data[start : start + size] for start in range(0, len(data), size)]
        found = [(number, text[:4], fault is None) for number, text, fault in numbered_lines(chunks)]
        assert found == [(1, "a", True), (2, "b", True), (3, "", True), (4, "xxxx", False), (5, "last", True)]


@pytest.mark.parametrize("size", [1, 7, 1 << 16])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_other_encodings_and_line_ends(encoding: str, end: str, size: int) -> None:
    """UTF-16 and old line ends are read as if they were UTF-8 with line feeds, however the text is cut."""
    data = f"one{end}zwei{end}三{end}{end}".encode(encoding)
    lines = list(numbered_lines(as_utf8(data[start : start + size] for start in range(0, len(data), size))))
    assert [(number, text) for number, text, fault in lines if text] == [(1, "one"), (2, "zwei"), (3, "三")]
    assert not any(fault for _number, _text, fault in lines)


@pytest.mark.parametrize("empty", [b"\n", b"\r\n", b"  \n"])
def test_millions_of_empty_lines_are_one(empty: bytes) -> None:
    """Of empty lines that follow each other only the first is given, and what follows keeps its number."""
    lines = list(numbered_lines([b"a\n" + empty * 100_000, empty * 1_000_000 + b"b\n" + empty]))
    assert [(number, text) for number, text, _fault in lines if text.strip()] == [(1, "a"), (1_100_002, "b")]
    assert len(lines) < (10 if empty == b"\n" else 110_000)
