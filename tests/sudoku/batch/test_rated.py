"""Rated puzzles as text."""

import json

import pytest

from support.program import run
from support.rated_files import CHAINS, EASY, HARD, HEADER, NONE, SEVERAL, rated, table
from support.reference import sudoku_solutions
from tessella import i18n
from tessella.sudoku import Board
from tessella.sudoku.kernels.rating.steps import NAMES


@pytest.mark.slow
def test_the_path_is_a_certificate() -> None:
    """Every step of a path is named, rated and true; together they fill the grid, the hardest of them being the ER."""
    (found,) = [json.loads(line) for line in rated(HARD, form="json", path=True).splitlines()]
    solution = next(sudoku_solutions([int(sign) for sign in HARD.replace(".", "0")]))
    filled = set()
    for step in found["path"]:
        assert step["technique"] in NAMES
        for move in step["placements"]:
            row, col, digit = int(move[1]), int(move[3]), int(move[5:])
            assert solution[9 * row + col - 10] == digit
            filled.add((row, col))
        for gone in step["eliminations"]:
            assert solution[9 * int(gone[1]) + int(gone[3]) - 10] != int(gone[6])
    assert len(filled) == HARD.count(".")
    assert max(step["rating"] for step in found["path"]) == found["er"] == 9.0
    assert len(found["path"]) == found["steps"]
    lines = rated(HARD, form="text", path=True).splitlines()
    assert lines[0] == f"# {HARD} 9.0/1.2/1.2"
    assert len(lines) == found["steps"] + 1
    header, fields = table(rated(HARD, path=True))
    assert header == [*HEADER, "path"]
    assert fields[7] == "; ".join(lines[1:])


def test_one_puzzle_for_people() -> None:
    """One puzzle gets a report, in the language that is spoken, with the techniques that it needs."""
    done = run("sudoku", "rate", EASY)
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert "ER  1.5: the hardest step" in lines
    assert lines[-1].split(maxsplit=2)[::2] == ["1.5", "hidden single in line"]
    i18n.use("zh")
    assert "\n".join(lines) != rated(EASY, form="text")


def test_two_solutions_are_shown() -> None:
    """A puzzle with several solutions is not rated: two that differ are drawn, and said to be so."""
    done = run("sudoku", "rate", SEVERAL)
    assert done.returncode == 1
    assert "more than one solution" in done.stderr
    rows = [line for line in done.stdout.splitlines() if line.count("|") == 4]
    assert len(rows) == 9
    grids = []
    for part in (slice(24), slice(24, None)):
        signs = [[int(sign) for sign in row[part] if sign in "123456789"] for row in rows]
        assert signs[0][:2] == [1, 2]
        assert not Board.from_rows(signs).problems()
        grids.append(signs)
    assert grids[0] != grids[1]
    none = run("sudoku", "rate", NONE)
    assert none.returncode == 1
    assert "no solution" in none.stderr


def test_many_puzzles_for_people() -> None:
    """A list is a table, a line a puzzle; a line that is none ends it, unless it is to be passed over."""
    text = f"{EASY}\n{NONE}\nno puzzle\n{CHAINS}\n"
    done = run("sudoku", "rate", typed=text)
    assert done.returncode == 2
    assert [line.split()[:4] for line in done.stdout.splitlines()[1:]] == [
        ["1.5", "1.2", "1.2", EASY],
        ["-", "-", "-", NONE],
    ]
    assert [line.partition(":")[0] for line in done.stderr.splitlines()] == ["line 2", "line 3"]
    going = run("sudoku", "rate", "--keep-going", typed=text)
    assert going.returncode == 2
    assert going.stdout.splitlines()[-1].split()[:4] == ["7.2", "1.2", "1.2", CHAINS]
