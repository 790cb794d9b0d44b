"""JSON files."""

import json

import pytest

from tessella.sudoku import Board, solve
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
