"""Every technique is sound: it never takes away a digit of the solution, and never places another."""

import random
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from tessella.sudoku import Board, generate, solve
from tessella.sudoku.rules import digits_of, houses
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.registry import TECHNIQUES
from tessella.sudoku.techniques.shape import cells_of
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import Technique

# What takes seconds in an open position is tried in fewer and later ones.
RARE = ("03501", "03511", "03521", "03601")  # Siamese mutants: the same search as the mutants, which are tried
SLOW = ("0709", "0710", "0711", "0902", "0903", "0904", "t2")
NESTED = ("f4x", "f4d", "f4c", "f4r")  # minutes, where nothing simpler is left; `test_forcing.py` has a case
MIDDLING = (
    "f2x",
    "f2d",
    "f2c",
    "f2r",
    "f3x",
    "f3d",
    "f3c",
    "f3r",
    "0332",
    "0342",
    "03321",
    "03421",
    "0351",
    "0361",
    "03611",
    "0352",
    "0362",
    "03621",
    "0901",
    "1101",
)
LARGE = tuple(technique.code for technique in TECHNIQUES if technique.code[:2] == "03" and technique.code[3] in "345")


def _positions(count: int, least: float) -> list[tuple[Board, tuple[int, ...]]]:
    """Return positions on the way from a puzzle to its solution, with some digits placed and candidates struck out."""
    luck = random.Random(20)
    found = []
    for seed in range(count):
        board = generate(seed=seed)
        solution = solve(board).digits
        share = luck.choice([least, (least + 0.7) / 2, 0.7])
        for cell, digit in enumerate(solution):
            if not board.digits[cell] and luck.random() < share / 2:
                board = board.play(f"{board.name(cell)}={digit}")
        marks = [
            sum(1 << d - 1 for d in digits_of(mask) if d == solution[cell] or luck.random() >= share)
            for cell, mask in enumerate(board.candidates())
        ]
        found.append((Board(board.box, board.givens, board.digits, tuple(marks)), solution))
    return found


def _steps(technique: Technique, grid: Grid) -> Iterator[Step]:
    yield from technique.find(grid)
    for _variant, find in technique.variants:
        yield from find(grid)


def _check(technique: Technique, positions: list[tuple[Board, tuple[int, ...]]]) -> int:
    found = 0
    for board, solution in positions:
        grid = Grid.of(board)
        for step in _steps(technique, grid):
            found += 1
            assert step.technique == technique.name
            assert step.code == technique.code
            assert bool(step.eliminations) != bool(step.placements) or step.chains
            for digit, row, col in step.eliminations:
                cell = 9 * row + col - 10
                assert solution[cell] != digit, (board.to_text(), step)
                assert board.marks[cell] >> digit - 1 & 1, (board.to_text(), step)
            for digit, row, col in step.placements:
                assert solution[9 * row + col - 10] == digit, (board.to_text(), step)
    return found


FAST = [technique for technique in TECHNIQUES if technique.code not in (*SLOW, *LARGE, *MIDDLING, *RARE, *NESTED)]


@pytest.mark.parametrize("technique", FAST, ids=lambda technique: technique.code)
def test_sound(technique: Technique) -> None:
    """Over many positions of many puzzles with one solution, no step contradicts the solution."""
    _check(technique, POSITIONS)


@pytest.mark.parametrize("code", [*MIDDLING, *SLOW])
def test_sound_slow(code: str) -> None:
    """The same over fewer positions, for what takes longer, and it finds something there."""
    technique = next(technique for technique in TECHNIQUES if technique.code == code)
    assert _check(technique, POSITIONS[:4] if code in MIDDLING else LATER[:5])


def test_sound_in_hard_puzzles(sudoku_data: Path) -> None:
    """The first positions of hard puzzles hold no trap for the techniques that are quick there."""
    lines = (sudoku_data / "top1465.txt").read_text(encoding="utf-8").split()
    positions = []
    for line in random.Random(7).sample(lines, 8):
        board = Board.parse(line)
        positions.append((board.play("~"), solve(board).digits))
    for technique in FAST:
        _check(technique, positions)


POSITIONS = _positions(40, 0.2)
LATER = _positions(20, 0.5)


def _places(house: tuple[int, ...], marks: tuple[int, ...]) -> set[tuple[int, int]]:
    """Return the candidates of a house that some way to fill it holds: every way is tried."""
    blank = [cell for cell in house if marks[cell]]
    digits = sorted({digit for cell in blank for digit in digits_of(marks[cell])})
    good = set()
    for order in permutations(digits, len(blank)):
        pairs = list(zip(blank, order, strict=True))
        if all(marks[cell] >> digit - 1 & 1 for cell, digit in pairs):
            good |= set(pairs)
    return good


def test_subsets_are_complete() -> None:
    """What no way to fill a house holds is taken away by a single, a pair, a triple or a quad (Hall's theorem)."""
    finders = [technique for technique in TECHNIQUES if technique.code[:2] in ("00", "01", "02")]
    checked = 0
    for board, _solution in LATER[:12]:
        grid = Grid.of(board)
        gone = {
            (9 * row + col - 10, digit)
            for technique in finders
            for step in technique.find(grid)
            for digit, row, col in step.eliminations
        }
        for technique in finders:
            for step in technique.find(grid):
                for digit, row, col in step.placements:  # a single takes the rest of its cell and houses
                    cell = 9 * row + col - 10
                    gone |= {(cell, other) for other in range(1, 10) if other != digit}
                    gone |= {(peer, digit) for peer in cells_of(grid.shape.peers[cell])}
        for house in houses(board.box):
            if sum(1 for cell in house if board.marks[cell]) > 7:
                continue
            good = _places(house, board.marks)
            for cell in house:
                for digit in digits_of(board.marks[cell]):
                    if (cell, digit) not in good:
                        checked += 1
                        assert (cell, digit) in gone, (board.to_text(), cell, digit)
    assert checked > 20


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
    finders = [technique for technique in TECHNIQUES if technique.code in ("0300", "0301", "0302")]
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
