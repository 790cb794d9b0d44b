"""The table of formats, and the detection of a text's format."""

import io
import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from support.formats import kept
from support.processes import CHECKOUT
from support.strategies import sudoku_boards
from tessella.sudoku import Board, notation
from tessella.sudoku.formats.registry import detect, detect_source
from tessella.sudoku.notation import write

LIGHT = {"annotations", "base", "line"}  # the modules that a board needs
FORMS = [name for name, form in notation.FORMATS.items() if not form.sizes]


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=25)
@given(board=sudoku_boards())
@example(Board.empty((2, 3)).play("r1c2=1").play("r1c3=1"))
@example(Board.empty((2, 3)).play("r1c4=1"))
def test_round_trip(form: str, board: Board) -> None:
    """What a format keeps of a board is what is read back, and nothing else has to be said."""
    assert notation.read(notation.write(board, form)) == kept(board, form)


@given(st.sampled_from(FORMS), sudoku_boards(st.just((2, 2))), st.data())
def test_damage(form: str, board: Board, data: st.DataObject) -> None:
    """A text with a piece cut out or put in is read or refused, never more than that."""
    text = notation.write(board, form)
    start, end = sorted((data.draw(st.integers(0, len(text))), data.draw(st.integers(0, len(text)))))
    damaged = text[:start] + data.draw(st.text(max_size=3)) + text[end:]
    for record in notation.read_many(io.BytesIO(damaged.encode("utf-8", "replace"))):
        assert (record.board is None) == (record.error is not None)


FAMILY = {"line": "line", "sdm": "line", "csv": "csv", "json": "json", "library": "library"}


@given(form=st.sampled_from(["line", "sdm", "csv", "json", "library", "rows", "small", "boxed", "marks", "sdk", "ss"]),
       board=sudoku_boards(st.just((3, 3))))  # fmt: skip
def test_what_is_written_is_known(form: str, board: Board) -> None:
    """Every format is known by what it writes; all that shows a row a line is "rows"."""
    assert detect(write(board, form)) == FAMILY.get(form, "rows")


@pytest.mark.parametrize("form", ["opensudoku", "opensudoku1"])
def test_xml(form: str) -> None:
    """XML is OpenSudoku's."""
    assert detect(write(Board.empty(), form)) == "opensudoku"


def test_the_source_is_whole() -> None:
    """Detection takes no byte from what is read afterwards, but for a byte order mark."""
    data = write(Board.empty(), "rows").encode()
    form, chunks = detect_source(io.BytesIO(b"\xef\xbb\xbf" + data), None, None)
    assert (form, b"".join(chunks)) == ("rows", data)


def test_small_grids() -> None:
    """Lines of 16 cells are puzzles of 4x4, unless a digit or a comment says that they are rows of 16x16."""
    assert detect("1...2...3...4...\n") == "line"
    assert detect("1...2...3...5...\n") == "rows"
    assert detect("# box 4x4\n1...2...3...4...\n") == "rows"


DETECTION = {"hodoku", "registry", "rows", "rule_drawings", "variants", "variants.lines"}


@pytest.mark.parametrize(
    ("code", "more"),
    [
        ("import tessella.tui.app, tessella.line_mode.loop; Board.parse('.' * 81)", set()),
        (
            "Board.parse('1 . . .\\n. . . .\\n. . 2 .\\n. . . .')",
            DETECTION,
        ),
        ("import tessella.sudoku.notation", DETECTION),
    ],
)
def test_a_start_reads_few_formats(code: str, more: set[str]) -> None:
    """Play reads the module of lines alone, and detection none of a format that a text is not in."""
    folder = "tessella.sudoku.formats."
    names = f"sorted(name.removeprefix('{folder}') for name in sys.modules if name.startswith('{folder}'))"
    code = f"from tessella.sudoku import Board; {code}; import sys; print(*{names})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=CHECKOUT, check=True)
    assert {*done.stdout.split()} == LIGHT | more
