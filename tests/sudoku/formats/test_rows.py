"""Grids drawn a row a line, read and written."""

import io

import pytest

from tessella.sudoku import Board, notation
from tessella.sudoku.formats import rows

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


ROWS = [GRID[start : start + 9] for start in range(0, 81, 9)]


RULE = "\n-----------"


FOREIGN = {
    "Project Euler": "Grid 01\n" + "\n".join(ROWS).replace(".", "0") + "\n",
    "bands apart": "\n".join(
        " ".join((r[:3], r[3:6], r[6:])) + ("\n" if n % 3 == 2 else "") for n, r in enumerate(ROWS)
    ),
    "bars and a rule": "\n".join(f"{r[:3]}|{r[3:6]}|{r[6:]}{RULE * (n in (2, 5))}" for n, r in enumerate(ROWS)),
    "dashes for blanks": "\n".join(ROWS).replace(".", "-"),
    "stars, one line": GRID.replace(".", "*"),
    "spread out in one line": " ".join(GRID),
    "commas": "\n".join(",".join(row.replace(".", "0")) for row in ROWS),
    "commas, nothing for a blank": "\n".join(",".join(sign.replace(".", "") for sign in row) for row in ROWS),
    "a rating behind": f"# list\n{GRID} 7.2 # from somewhere\n",
    "semicolons": "\n".join(";".join(row.replace(".", "0")) for row in ROWS),
    "semicolons, nothing for a blank": "\n".join(";".join(sign.replace(".", "") for sign in row) for row in ROWS),
    "a spreadsheet": "\n".join("\t".join(sign.replace(".", "") for sign in row) for row in ROWS),
    "crosses for blanks": "Example\n" + "\n".join(" ".join(row).replace(".", "x") for row in ROWS),
    "question marks for blanks": "\n".join(ROWS).replace(".", "?"),
    "numpy": "[[" + "]\n [".join(" ".join(row.replace(".", "0")) for row in ROWS) + "]]",
    "heavy bars": "┏━━━━━━━┳━━━━━━━┳━━━━━━━┓\n"
    + "".join(
        f"┃ {' '.join(r[:3])} ┃ {' '.join(r[3:6])} ┃ {' '.join(r[6:])} ┃\n"
        + "┣━━━━━━━╋━━━━━━━╋━━━━━━━┫\n" * (n in (2, 5))
        for n, r in enumerate(ROWS)
    )
    + "┗━━━━━━━┻━━━━━━━┻━━━━━━━┛",
    "heavy boxes of light cells": "┏━┯━┯━┳━┯━┯━┳━┯━┯━┓\n"
    + "┠─┼─┼─╂─┼─┼─╂─┼─┼─┨\n".join(
        "┃" + "┃".join("│".join(r[start : start + 3].replace(".", " ")) for start in (0, 3, 6)) + "┃\n" for r in ROWS
    )
    + "┗━┷━┷━┻━┷━┷━┻━┷━┷━┛",
    "round corners and points": "╭─────┬─────┬─────╮\n"
    + "".join("│" + "│".join(" ".join(r[s : s + 3]).replace(".", "·") for s in (0, 3, 6)) + "│\n" for r in ROWS)
    + "╰─────┴─────┴─────╯",
    "SadMan": "#AAnybody\n#DA puzzle\n#LEasy\n[Puzzle]\n" + "\n".join(ROWS),
    "Simple Sudoku": " *-----------*\n"
    + "\n".join(
        f" |{r[:3]}|{r[3:6]}|{r[6:]}|" + ("\n |---+---+---|" if n in (2, 5) else "") for n, r in enumerate(ROWS)
    )
    + "\n *-----------*\n Simple Sudoku\n  Version 4.2n\n",
    "OpenSudoku 1": '<opensudoku><name>x</name><game data="' + GRID.replace(".", "0") + '"/></opensudoku>',
    "OpenSudoku notes of version 1": '<opensudoku version="2"><folder name="x"><game data="version: 1&#10;'
    + "".join(f"{sign.replace('.', '0')}|-|{int(sign == '.')}|" for sign in GRID)
    + '"/></folder></opensudoku>',
    "lists": "[" + ", ".join(str([int(sign) for sign in row.replace(".", "0")]) for row in ROWS) + "]",
    "the million": f"quizzes,solutions\n{GRID.replace('.', '0')},\n",
    "columns by name": f"id,puzzle,rating\n7,{GRID},1.2\n",
}


@pytest.mark.parametrize("name", FOREIGN)
def test_as_others_write_it(name: str) -> None:
    """A puzzle as other programs and people write it down is read without being told how."""
    assert notation.read(FOREIGN[name]).to_text() == GRID


def test_numbers_in_place_of_letters() -> None:
    """Rows of numbers up to 16 are read as such, not as pencil marks."""
    board = Board.empty((4, 4)).play("r1c1=16").play("r2c2=9").play("r3c3=12")
    text = "\n".join(" ".join(map(str, row)) for row in board.rows)
    assert notation.read(text).digits == board.digits


def test_a_candidate_grid() -> None:
    """A grid of pencil marks as players post it is read with its marks."""
    text = ".---------.\n| 1  2 | 34  34 |\n| 34 34 | 1 2 |\n:---+---:\n| 2 1 | 34 34 |\n| 34 34 | 2 1 |\n'----'"
    board = notation.read(text)
    assert board.digits == (1, 2, 0, 0, 0, 0, 1, 2, 2, 1, 0, 0, 0, 0, 2, 1)
    assert set(board.marks) == {0, 0b1100}


def test_the_rest_is_read() -> None:
    """A wrong puzzle in a file is a record of its own, with its line, and the others are read."""
    text = "\n".join([*ROWS, "", *ROWS[:4], "53..7", *ROWS[5:], "", *ROWS])
    records = list(notation.read_many(io.BytesIO(text.encode())))
    assert [(record.line, record.board is None) for record in records] == [(1, False), (15, True), (21, False)]


BOARD = Board.parse("1...|..2.|.3..|...4").play("r1c2=2").play("r1c3~4")


def test_sdk_has_the_sections_that_it_needs() -> None:
    """The state and the pencil marks have sections of their own, only where there are any."""
    assert rows.write_sdk(BOARD).split("\n") == [
        "[Puzzle]", "1...", "..2.", ".3..", "...4",
        "[State]", "12..", "..2.", ".3..", "...4",
        "[PencilMarks]", ",,4,", ",,,", ",,,", ",,,",
    ]  # fmt: skip
    assert "[" not in rows.write_sdk(BOARD.puzzle).removeprefix("[Puzzle]")


def test_marks_are_aligned() -> None:
    """A pencil-mark grid has columns of equal width; a lone mark is told from a digit by a tilde."""
    lines = rows.write_marks(BOARD).split("\n")
    assert len({len(line) for line in lines}) == 1
    assert lines[1].split() == ["|", "1", "+2", "|", "~4", ".", "|"]


def test_an_unusual_box_is_said() -> None:
    """Bare rows say their box shape where it is not the usual one."""
    assert rows.write_rows(Board.empty((3, 2))).startswith("# box 3x2\n......\n")
    assert rows.write_rows(Board.empty((2, 3))).startswith("......\n")


@pytest.mark.parametrize("first", [" .+1+1 | . . .", " . .+1 |+1 . .", "+1+2+3 |+4+5+6", ".+1+1...", "+1+23+4+23"])
def test_own_digits_side_by_side(first: str) -> None:
    """The mark of an own digit begins a cell, with or without a space before it."""
    board = notation.read("\n".join([first, *["......"] * 5]))
    signs = first.replace(" ", "").replace("|", "").replace("+", "").replace(".", "0")
    assert board.rows[0] == tuple(map(int, signs))
    assert board.box == (2, 3)
