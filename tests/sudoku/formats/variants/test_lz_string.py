"""LZ-string: packed and unpacked as the library of JavaScript does it."""

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.errors import ParseError
from tessella.sudoku.formats.variants.lz_string import MAX_CHARACTERS, compress, decompress


@given(st.text() | st.text(alphabet="ab", max_size=300))
def test_round_trip(text: str) -> None:
    """What is packed is unpacked, whatever characters it has."""
    assert decompress(compress(text)) == text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def test_known_texts() -> None:
    """The samples of the library's own documentation come out as it has them."""
    assert compress("hello") == "BYUwNmD2Q==="
    assert decompress("BYUwNmD2Q===") == "hello"


def test_links_of_the_collections(variant_data: Path) -> None:
    """Every link is unpacked to the JSON that it is known to hold, and packed again to the same signs."""
    for path in variant_data.glob("dcl_puzzles.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            assert json.loads(decompress(record["fpuzzles"])) == record["decoded"]
            assert compress(decompress(record["fpuzzles"])) == record["fpuzzles"]


@given(st.text(alphabet="ABCDEFGabcdefg0123456789+/= ", max_size=60))
def test_damage(text: str) -> None:
    """Any text is unpacked or refused."""
    with contextlib.suppress(ParseError):
        decompress(text)


def test_a_text_without_end() -> None:
    """A short text that stands for a very long one is refused before it fills the memory."""
    with pytest.raises(ParseError, match="at most"):
        decompress(compress("a" * (MAX_CHARACTERS + 2000)))
