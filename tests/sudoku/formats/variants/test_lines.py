"""Puzzles with rules of their own a line each."""

import io
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote, unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.variant_formats import board_of
from support.variant_puzzles import puzzles
from tessella.errors import ParseError
from tessella.sudoku import Board, notation
from tessella.sudoku.formats.registry import detect
from tessella.sudoku.formats.variants import fpuzzles, lz_string, penpa
from tessella.sudoku.formats.variants.lines import Reader, form_of

SAMPLES = [board_of(one) for one in puzzles(Path(__file__).parents[3] / "data" / "variants")]
BOARD = Board.parse("." * 80 + "1;killer:sum=10:r1c1r1c2")
KILLER = Board.parse("." * 81 + ";killer:sum=10:r1c1r1c2")
JIGSAW = Board.parse("." * 80 + "1;jigsaw:regions=" + "1" * 9 + "2" * 9 + "3" * 9 + "4" * 9 + "5" * 9 + "6" * 9
                     + "7" * 9 + "8" * 9 + "9" * 9)  # fmt: skip


@pytest.mark.parametrize(
    ("form", "board"),
    [
        ("fpuzzles", BOARD),
        ("sudokupad", BOARD),
        ("iss", BOARD),
        ("sumocue", KILLER),
        ("sumocue", JIGSAW),
        ("killer81", KILLER),
    ],
)
def test_forms_are_told_apart(form: str, board: Board) -> None:
    """Each form is known by what it writes, in a file of several, and as the text of one board."""
    text = notation.write(board, form)
    assert detect(text) == ("sumocue" if form == "killer81" else form)
    assert form_of(text) == detect(text)
    assert notation.read(text) == board
    found = [record.board for record in notation.read_many(io.BytesIO(f"# two\n{text}{text}".encode()))]
    assert found == [board, board]


def test_a_string_that_looks_like_cells_and_marks() -> None:
    """A string of the Interactive Sudoku Solver is no line of cells, whatever its letters could stand for."""
    text = ".DisjointSets.PillArrow~2~R5C5~R6C5~R4C5~R4C4"
    assert Board.parse(text).to_text().endswith(";disjoint_groups;pill_arrow:pill=r5c5r6c5:r4c5r4c4")


def test_forms_may_be_mixed() -> None:
    """A file holds lines of any of these forms; a wrong one is a record of its own."""
    lines = [notation.write(BOARD, "iss"), "nothing\n", notation.write(KILLER, "killer81")]
    found = [record.board for record in notation.read_many(io.BytesIO("".join(lines).encode()))]
    assert found == [BOARD, None, KILLER]


def test_a_string_over_several_lines_is_refused() -> None:
    """What goes on in the next line is not taken for a puzzle of its own."""
    found = [record.board for record in notation.read_many(io.BytesIO(b".AntiKnight\n  .Diagonal~1\n"))]
    assert found[1] is None


def test_another_text() -> None:
    """A text of another kind is refused."""
    with pytest.raises(ParseError, match="expected a link"):
        Reader(None).parse(1, "53..7....")


PACKED: dict[str, tuple[str, Callable[[str], str], Callable[[str], str]]] = {  # before what is packed, and both ways
    "fpuzzles": (fpuzzles.URL, lz_string.decompress, lz_string.compress),
    "scl": ("https://sudokupad.app/scl", lz_string.decompress, lz_string.compress),
    "penpa": (penpa.URL, penpa.unpacked, penpa.packed),
}
SIGNS = "0159{}[]\",:.-+ rcRCxX_tf~;=#/\\\n'<^é😀"
edits = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 20), st.text(SIGNS, max_size=3) | st.sampled_from(["null", "[" * 3000])),
    min_size=1,
    max_size=4,
)


def edited(text: str, changes: list[tuple[float, int, str]]) -> str:
    """Return a text with pieces of it replaced."""
    for share, length, piece in changes:
        place = int(share * len(text))
        text = text[:place] + piece + text[place + length :]
    return text


@settings(max_examples=150, deadline=None)
@given(
    st.data(), st.sampled_from(SAMPLES), st.sampled_from(["json", "ipuz", "iss", "sumocue", "killer81", *PACKED]), edits
)
def test_changed_records(data: st.DataObject, board: Board, form: str, changes: list[tuple[float, int, str]]) -> None:
    """A record that was changed anywhere, within what is packed as well, is read or refused with a sentence."""
    try:
        text = notation.write(board, form)
    except ParseError:
        return
    if form in PACKED and data.draw(st.booleans()):
        before, unpack, pack = PACKED[form]
        packed = unquote(text.strip().removeprefix(before))
        text = before + quote(pack(edited(unpack(packed), changes)), safe="")
    else:
        text = edited(text, changes)
    for record in notation.read_many(io.BytesIO(text.encode())):
        assert (record.board is None) != (record.error is None)
        assert str(record.error or "ok")
