"""JSON files."""

import json

import pytest

from tessella.io.lines import ChunkSource
from tessella.sudoku import Board, notation, solve
from tessella.sudoku.formats import json_objects

BOARD = Board.parse("1...|..2.|.3..|...4").play("r1c2=2").play("r1c3~4")


def boards(text: str) -> list[Board | None]:
    """Return the boards of a text, None for what is wrong."""
    return [record.cells and Board(*record.cells) for record in json_objects.read([text.encode()], None)]


def test_an_object_holds_everything() -> None:
    """An object holds givens, digits, marks and the solution."""
    text = json_objects.write(BOARD, solve(BOARD.puzzle))
    assert boards(text) == [BOARD]
    assert json.loads(text)["solution"] == [list(row) for row in solve(BOARD.puzzle).rows]


@pytest.mark.parametrize("joined", ["{0}{0}", "{0}\n{0}\n", "[{0}, {0}]", '["1...", "2"]'])
def test_several_values(joined: str) -> None:
    """Values may stand one after the other or in a list; a wrong one is a record of its own."""
    found = boards(joined.replace("{0}", json_objects.write(BOARD.puzzle, None)))
    assert found == ([BOARD.puzzle] * 2 if "{0}" in joined else [None, None])


def test_lines_are_counted() -> None:
    """A record tells the line that its value begins in."""
    records = list(json_objects.read([b'\n\n{"puzzle": "1....2..3......4"}\n{"puzzle": 7}'], None))
    assert [(record.line, record.cells is None) for record in records] == [(3, False), (4, True)]


@pytest.mark.parametrize("text", ['{"givens": [[' + "9" * 5000 + "]]}", "[" * 100_000, '{"givens": [[1e999]]}'])
def test_numbers_and_depths_without_end(text: str) -> None:
    """A number of thousands of digits and a nesting that is too deep are wrong records, not exceptions."""
    assert boards(text) == [None]


GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [GRID[start : start + 9] for start in range(0, 81, 9)]
NUMBERS = [[int(sign) if sign != "." else 0 for sign in row] for row in ROWS]
NOTHING = [[number or None for number in row] for row in NUMBERS]
FLAT = [number for row in NUMBERS for number in row]
BRACES = str.maketrans("[]", "{}")

LITERALS = {
    "signs": json.dumps([list(row) for row in ROWS]),
    "signs in one list": json.dumps(list(GRID)),
    "numbers in one list": json.dumps(FLAT),
    "null for a blank": json.dumps([number or None for number in FLAT]),
    "rows of text": json.dumps(ROWS),
    "grids in a list": json.dumps([NUMBERS]),
    "lists of all cells in a list": json.dumps([FLAT]),
    "Python": repr(NOTHING),
    "Python, rows of text": repr(ROWS),
    "Python, tuples": repr(tuple(map(tuple, NOTHING))),
    "Python, a name": f"board: list[list[int]] = {NOTHING}",
    "Python, a comma at the end": "[\n" + "".join(f"{row},\n" for row in NUMBERS) + "]",
    "Python, a dictionary": repr({"puzzle": GRID, "solution": None}),
    "numpy": "np.array(" + str(NUMBERS).replace("], ", "],\n       ") + ", dtype=uint8)",
    "C": "int grid[9][9] = " + str(NUMBERS).translate(BRACES) + ";",
    "Java": "int[][] grid = new int[][]" + str(NUMBERS).translate(BRACES) + ";",
    "an interface of the web": json.dumps({"newboard": {"grids": [{"value": NUMBERS, "difficulty": "Hard"}]}}),
    "rows of a data set": json.dumps({"rows": [{"row_idx": 0, "row": {"question": GRID, "rating": 3}}]}),
}


@pytest.mark.parametrize("size", [1, 1 << 16])
@pytest.mark.parametrize("name", LITERALS)
def test_as_programs_write_it(name: str, size: int) -> None:
    """A grid as JSON and as a literal of a programming language is read, however it comes in pieces."""
    data = LITERALS[name].encode()
    pieces = ChunkSource(data[start : start + size] for start in range(0, len(data), size))
    assert [record.board for record in notation.read_many(pieces)] == [Board.parse(GRID)]
    assert notation.read(LITERALS[name]) == Board.parse(GRID)


def test_a_wrong_row_is_named() -> None:
    """A grid with a row that is too short is one wrong record, which says which row."""
    (record,) = json_objects.read([json.dumps([*NUMBERS[:8], NUMBERS[8][:8]]).encode()], None)
    assert str(record.error).startswith("expected 9 cells in row 9, got 8")
