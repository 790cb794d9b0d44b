"""Positions in which tests look for techniques, and what every technique must fulfil there."""

import csv
import random
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tessella import i18n
from tessella.sudoku import Board, Step, find_all, generate, solve
from tessella.sudoku.formats import hodoku
from tessella.sudoku.geometry import cell_name, digits_of
from tessella.sudoku.techniques import explanation
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.technique import Technique

__all__ = [
    "ALL",
    "Example",
    "board_of",
    "cell_of",
    "check_library",
    "check_sound",
    "check_technique",
    "check_told",
    "each",
    "eliminated",
    "examples",
    "library_codes",
    "positions",
]

ALL = (1 << 9) - 1
"""The mask of all digits."""
EXAMPLES = Path(__file__).resolve().parents[1] / "data" / "sudoku" / "techniques.csv"

# What takes seconds in an open position is tried in fewer and later ones, or in its example alone.
MIDDLING = ("f2", "f3", "0331", "0332", "0341", "0342", "0351", "0361", "0352", "0362", "0901", "1101")
RARE = ("03501", "03511", "03521", "03601")
"""Siamese mutants: the same search as the mutants, which are tried."""
LONG = ("0352", "03521", "03541", "0355", "03551", "0362", "03621", "03411", "0902", "0903")
"""What takes seconds even so; others that are found by the same search do not. Their tests are marked slow."""
SLOW = ("0709", "0710", "0711", "0902", "0903", "0904", "t2")


class Example(NamedTuple):
    """A position in which a technique is found, and one step that it must find there."""

    board: Board
    eliminations: str
    placements: str


@cache
def examples() -> dict[str, Example]:
    """Return an example of every technique by its code."""
    with EXAMPLES.open(encoding="utf-8", newline="") as file:
        return {
            row["code"]: Example(Board.parse(row["position"]), row["eliminations"], row["placements"])
            for row in csv.DictReader(file)
        }


@cache
def positions(count: int, least: float) -> list[tuple[Board, tuple[int, ...]]]:
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


def _tried(code: str) -> list[tuple[Board, tuple[int, ...]]]:
    """Return the positions in which a technique is tried beside its example."""
    if code[:2] == "f4" or code in RARE or _is_large(code):
        return []
    few = 1 if code in LONG else 4
    if code.startswith(SLOW):
        return positions(20, 0.5)[:few]
    if code.startswith(MIDDLING):
        return positions(20, 0.2)[:few]
    return positions(40, 0.2)[sum(map(ord, code)) % 3 :: 3]  # its neighbours try the others


def _places(found: tuple[tuple[int, int, int], ...], sign: str) -> str:
    return " ".join(f"r{row}c{col}{sign}{digit}" for digit, row, col in found)


def check_sound(technique: Technique, board: Board, solution: tuple[int, ...]) -> list[Step]:
    """Check that no step of a technique contradicts the solution; return the steps."""
    return list(_sound_steps(technique, board, solution))


def _sound_steps(technique: Technique, board: Board, solution: tuple[int, ...]) -> Iterator[Step]:
    grid = Grid.of(board)
    # What has variants finds just what they find, between them; `test_the_narrow_form_goes_first` says in which order.
    for find in dict.fromkeys(find for _variant, find in technique.variants) or [technique.find]:
        for step in find(grid):
            assert (step.technique, step.code) == (technique.name, technique.code)
            assert bool(step.eliminations) != bool(step.placements) or step.chains
            for digit, row, col in step.eliminations:
                cell = 9 * row + col - 10
                assert solution[cell] != digit, (board.to_text(), step)
                assert grid.marks[cell] >> digit - 1 & 1, (board.to_text(), step)
            for digit, row, col in step.placements:
                assert solution[9 * row + col - 10] == digit, (board.to_text(), step)
            yield step


def _is_large(code: str) -> bool:
    """Return whether a technique is a fish of more than four houses, which takes minutes to find all of."""
    return code[:2] == "03" and code[3] in "345"


def each(techniques: Iterable[Technique]) -> list[Any]:
    """Return techniques as parameters of a test, those that take long marked slow."""
    return [pytest.param(one, id=one.code, marks=[pytest.mark.slow] if one.code in LONG else []) for one in techniques]


def check_technique(technique: Technique) -> None:
    """Check a technique: found in its example, sound there and in random positions, told in every language."""
    board, eliminations, placements = examples()[technique.code]
    steps = _sound_steps(technique, board, solve(board.puzzle).digits)
    found = next(
        step for step in steps
        if (_places(step.eliminations, "<>"), _places(step.placements, "=")) == (eliminations, placements)
    )  # fmt: skip
    if not _is_large(technique.code):
        assert all(steps)
    for language in i18n.LANGUAGES:
        with i18n.speaking(language):
            check_told(found, Grid.of(board))
    for position, solution in _tried(technique.code):
        check_sound(technique, position, solution)


def check_told(step: Step, grid: Grid) -> None:
    """Check that the three stages of a step are sentences, and that the reason names every cell that it changes."""
    assert explanation.where(step, grid)
    assert explanation.name(step, grid.shape)
    text = explanation.reason(step, grid)
    assert "{" not in text
    changed = {(row - 1) * grid.size + col - 1 for _digit, row, col in (*step.eliminations, *step.placements)}
    assert all(cell_name(cell, grid.size) in text for cell in changed)


@cache
def _library(path: Path) -> dict[str, list[str]]:
    """Return the lines of HoDoKu's regression library by code."""
    if not path.exists():
        pytest.skip("HoDoKu's regression library is under the GPL and no part of this project; TESSELLA_DATA has it")
    found: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith(":"):
            found.setdefault(line.split(":")[1].partition("-")[0], []).append(line)
    return found


def library_codes(data: Path) -> list[str]:
    """Return the codes that HoDoKu's regression library has."""
    return sorted(_library(data / "reglib_1.4_sample.txt"))


def check_library(data: Path, code: str, *, with_variant: bool = True) -> None:
    """Check every case of a technique: among the steps for its digits there is one, and all do exactly what it says."""
    for line in _library(data / "reglib_1.4_sample.txt")[code]:
        cells, case = hodoku.parse(line)
        board = Board(*cells)
        asked = f"{case.code}-{case.variant}" if with_variant and case.variant not in ("", "x") else case.code
        steps = find_all(board, asked)
        assert all(step.code == case.code for step in steps)
        if case.variant == "x":
            assert not steps, line
            continue
        matching = [step for step in steps if step.candidates == case.candidates]
        assert matching, line
        wanted = (case.eliminations, case.placements)
        assert all((step.eliminations, step.placements) == wanted for step in matching), line


def cell_of(name: str) -> int:
    """Return the number of a cell."""
    return 9 * int(name[1]) + int(name[3]) - 10


def board_of(cells: dict[str, str] | None = None, rows: dict[tuple[int, int], str] | None = None) -> Board:
    """Return a blank board marked in full, but for some cells, and for the columns a digit keeps to in some rows."""
    marks = [ALL] * 81
    for (digit, row), columns in (rows or {}).items():
        for col in range(1, 10):
            if str(col) not in columns:
                marks[9 * row + col - 10] &= ~(1 << digit - 1)
    for name, digits in (cells or {}).items():
        marks[cell_of(name)] = sum(1 << int(digit) - 1 for digit in digits)
    return Board((3, 3), (0,) * 81, (0,) * 81, tuple(marks))


def eliminated(board: Board, technique: str) -> list[set[str]]:
    """Return what each step eliminates, such as 5r2c3."""
    return [{f"{d}r{r}c{c}" for d, r, c in step.eliminations} for step in find_all(board, technique)]
