"""Fish: found, sound, told, and as HoDoKu has them."""

import random
from pathlib import Path

import pytest

from support.techniques import board_of, check_library, check_technique, each, eliminated
from tessella.sudoku import Board, generate, solve
from tessella.sudoku.techniques import fish
from tessella.sudoku.techniques.grid import Grid, cells_of
from tessella.sudoku.techniques.technique import Technique

IN_LIBRARY = [
    "0300",
    "0310",
    "0320",
    "0340",
    "0301",
    "0311",
    "03111",
    "0321",
    "03211",
    "0331",
    "0341",
    "03411",
    "0302",
    "0312",
    "03121",
    "0322",
    "03221",
    "0332",
    "0342",
    "03421",
    "0362",
    "03621",
    "0363",
    "0364",
]


@pytest.mark.parametrize("technique", each(fish.TECHNIQUES))
def test_found_and_sound(technique: Technique) -> None:
    """Every fish is found in its example, and no step contradicts a solution."""
    check_technique(technique)


@pytest.mark.parametrize(
    "code",
    IN_LIBRARY,
)
def test_library(sudoku_data: Path, code: str) -> None:
    """HoDoKu's cases find what they should, and nothing else for the same digits."""
    check_library(sudoku_data, code)


def test_x_wing() -> None:
    """Two rows with a digit in the same two columns clear the rest of the columns."""
    board = board_of(rows={(5, 2): "37", (5, 6): "37"})
    wanted = {f"5r{row}c{col}" for row in (1, 3, 4, 5, 7, 8, 9) for col in (3, 7)}
    assert eliminated(board, "X-wing") == [wanted]
    assert eliminated(board, "swordfish") == []


def test_swordfish() -> None:
    """Three rows that keep a digit to three columns clear the rest of those, though each has only two of them."""
    board = board_of(rows={(5, 1): "25", (5, 5): "58", (5, 9): "28"})
    assert eliminated(board, "0301") == [{f"5r{row}c{col}" for row in (2, 3, 4, 6, 7, 8) for col in (2, 5, 8)}]


def test_finned_x_wing() -> None:
    """With a fin only what sees the fin as well goes."""
    board = board_of(rows={(5, 2): "37", (5, 5): "378"})
    assert {"5r4c7", "5r6c7"} in eliminated(board, "finned X-wing")
    assert eliminated(board, "X-wing") == []


def test_sashimi_x_wing() -> None:
    """A corner may be missing altogether where a fin stands by it."""
    board = board_of(rows={(5, 2): "37", (5, 5): "38"})
    assert {"5r4c7", "5r6c7"} in eliminated(board, "sashimi X-wing")


def _on_lines(places: int) -> set[int]:
    """Return the places of a digit that some choice of one place in each row and column holds: every one is tried."""
    rows = [[cell for cell in cells_of(places) if cell // 9 == row] for row in range(9)]
    rows = [row for row in rows if row]
    good = set[int]()

    def grow(row: int, taken: tuple[int, ...]) -> None:
        if row == len(rows):
            good.update(taken)
            return
        for cell in rows[row]:
            if all(cell % 9 != other % 9 for other in taken):
                grow(row + 1, (*taken, cell))

    grow(0, ())
    return good


def _with_fish(luck: random.Random) -> Board:
    """Return a board on which some rows keep a digit to as many columns, and the other rows hold it anywhere."""
    solution = solve(generate(seed=luck.randrange(1000))).digits
    marks = [0] * 81
    for digit in range(1, 10):
        columns = [solution[9 * row : 9 * row + 9].index(digit) for row in range(9)]
        rows = luck.sample(range(9), luck.choice([2, 3, 4]))
        kept = [columns[row] for row in rows]
        for row in range(9):
            for column in range(9):
                is_wanted = column == columns[row] or luck.random() < 0.6
                if is_wanted and (row not in rows or column in kept):
                    marks[9 * row + column] |= 1 << digit - 1
    return Board((3, 3), (0,) * 81, (0,) * 81, tuple(marks))


def test_fish_are_complete() -> None:
    """What no choice of a place in each row and column holds is taken away by a basic fish, if there is no single."""
    finders = [fish.BASIC[size] for size in (2, 3, 4)]
    luck = random.Random(3)
    checked = 0
    for _ in range(8):
        board = _with_fish(luck)
        grid = Grid.of(board)
        gone = {
            (9 * row + col - 10, digit)
            for technique in finders
            for step in technique.find(grid)
            for digit, row, col in step.eliminations
        }
        for digit in range(1, 10):
            places = grid.places[digit]
            if any((places & house).bit_count() == 1 for house in grid.shape.houses[:18]):
                continue
            for cell in {*cells_of(places)} - _on_lines(places):
                checked += 1
                assert (cell, digit) in gone, (board.to_text(), cell, digit)
    assert checked > 100
