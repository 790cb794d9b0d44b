"""Lines of byte streams without end."""

import tracemalloc

import pytest

from support.endless import Endless, pieces
from tessella.io.lines import MAX_LINE_BYTES, numbered_lines
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
