"""The check of digits against rules: solutions hold, wrong grids are refused where they break something."""

import importlib.util
import itertools
import random
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from support.variant_puzzles import VariantPuzzle, puzzles
from tessella.sudoku.geometry import VALUES
from tessella.sudoku.rules import checker, digit_tests
from tessella.sudoku.rules.checker import is_solved, violations
from tessella.sudoku.rules.constraint_types import TYPES
from tessella.sudoku.rules.ruleset import HOUSES, Rules

GRIDS = 288  # of 4x4 with boxes


def solution_of(puzzle: VariantPuzzle) -> list[int]:
    """Return the values of its solution, 1 for the lowest digit."""
    return [VALUES["." if sign == "0" else sign] + 1 - puzzle.rules.lowest for sign in puzzle.solution or ""]


def test_solutions_hold(variant_data: Path) -> None:
    """The solution of every puzzle keeps all rules, and no part of it breaks any."""
    rng = random.Random(17)
    for one in puzzles(variant_data):
        if one.solution:
            digits = solution_of(one)
            assert is_solved(digits, one.rules), (one.name, next(violations(digits, one.rules), None))
            part = [digit if rng.random() < rng.random() else 0 for digit in digits]
            assert not [*violations(part, one.rules)], one.name
            assert not is_solved(part, one.rules) or all(part)


def test_wrong_grids_break_what_another_checker_says(variant_data: Path) -> None:
    """Whatever a grid holds, the same types are broken as the collection's own checker finds."""
    path = variant_data / "check_variants.py"
    if not path.exists():
        pytest.skip(f"needs the collections of variants and their checker, {path.name}, in TESSELLA_DATA")
    spec = importlib.util.spec_from_file_location("check_variants", path)
    assert spec
    assert spec.loader
    oracle = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(oracle)
    rng, compared = random.Random(1), 0
    for one in puzzles(variant_data):
        for _time in range(6 if one.solution else 0):
            digits = _spoilt(solution_of(one), one.rules.size, rng)
            signs = "".join(oracle.ALPHA[digit + one.rules.lowest - 1] for digit in digits)
            try:
                theirs = oracle.violations(one.record | {"givens": "." * len(digits)}, signs)
            except ValueError:  # a sandwich whose line has not both ends
                continue
            names = {violation.split()[0] for violation in theirs}
            found = {found.constraint.type if found.constraint else "house" for found in violations(digits, one.rules)}
            houses = {"row", "column", "region", "main", "anti", *HOUSES}
            renamed = {"taxicab": "anti_taxicab"} | dict.fromkeys(houses, "house")
            assert found == {renamed.get(name, name) for name in names}, one.name
            compared += 1
    assert compared > 1_000


def _spoilt(digits: list[int], size: int, rng: random.Random) -> list[int]:
    """Return a full grid that is like a solution, but is mostly none."""
    kind = rng.randrange(5)
    if kind == 0:  # two cells
        one, other = rng.sample(range(len(digits)), 2)
        digits[one], digits[other] = digits[other], digits[one]
        return digits
    if kind == 1:  # two digits
        one, other = rng.sample(range(1, size + 1), 2)
        return [{one: other, other: one}.get(digit, digit) for digit in digits]
    if kind == 2:
        return digits[::-1]
    if kind == 3:
        return [size + 1 - digit for digit in digits]
    return rng.sample(digits, len(digits))


@cache
def _grids() -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the rows of all 4x4 grids."""
    rows = [*itertools.permutations((1, 2, 3, 4))]
    found = []
    for a, b, c, d in itertools.product(rows, repeat=4):
        if (
            {*a[:2]} & {*b[:2]}
            or {*c[:2]} & {*d[:2]}
            or any(len({*column}) < 4 for column in zip(a, b, c, d, strict=True))
        ):
            continue
        found.append((a, b, c, d))
    return tuple(found)


BRUTE: dict[str, Callable[[Any], bool]] = {
    "killer:sum=5:r1c1r1c2": lambda g: g[0][0] + g[0][1] == 5,
    "sum:sum=0:coefficients=1,-2:r1c1r1c2": lambda g: g[0][0] == 2 * g[0][1],
    "kropki_black:ratio=3:r1c1r1c2": lambda g: {*g[0][:2]} == {1, 3},
    "diagonal_non_consecutive": lambda g: all(
        abs(g[r][c] - g[r + 1][c + step]) != 1
        for r in range(3)
        for step in (1, -1)
        for c in range(4)
        if 0 <= c + step < 4
    ),
    "thermo:r1c1r2c1r2c2": lambda g: g[0][0] < g[1][0] < g[1][1],
    "between:r1c1r2c2r3c3": lambda g: (
        sorted((g[0][0], g[1][1], g[2][2]))[1] == g[1][1] and len({g[0][0], g[1][1], g[2][2]}) == 3
    ),
    "renban:r1c1r1c2r1c3": lambda g: g[0][3] in (1, 4),
    "quadruple:values=1,2:r2c2r2c3r3c2r3c3": lambda g: {1, 2} <= {*g[1][1:3], *g[2][1:3]},
    "sandwich:sum=5:r1c1r1c2r1c3r1c4": lambda g: {g[0][1], g[0][2]} == {2, 3},
    "x_sum:sum=3:r1c1r1c2r1c3r1c4": lambda g: sum(g[0][: g[0][0]]) == 3,
    "skyscraper:count=1:r1c1r1c2r1c3r1c4": lambda g: g[0][0] == 4,
    "numbered_room:value=4:r1c1r1c2r1c3r1c4": lambda g: g[0][g[0][0] - 1] == 4,
    "regex:pattern=1%00002eX:r1c1r1c2".replace("%00002eX", "%00005b34%00005d"): lambda g: g[0][:2] in ((1, 3), (1, 4)),
    "full_rank:rank=1:r1c1r1c2r1c3r1c4": lambda g: (
        sum(line <= g[0] for line in [row[::step] for row in [*g, *zip(*g, strict=True)] for step in (1, -1)]) == 1
    ),
    "counting_circles:r1c1r2c2r3c3": lambda g: all(
        [g[0][0], g[1][1], g[2][2]].count(d) == d for d in (g[0][0], g[1][1], g[2][2])
    ),
}


@pytest.mark.parametrize("text", BRUTE)
def test_all_grids_of_four_rows(text: str) -> None:
    """Of all 4x4 grids those are solved that a sentence of Python says."""
    assert len(_grids()) == GRIDS
    rules = Rules.parse(text, (2, 2))
    solved = [grid for grid in _grids() if is_solved(sum(grid, ()), rules)]
    assert solved == [grid for grid in _grids() if BRUTE[text](grid)]
    assert 0 < len(solved) < GRIDS


def test_cells_to_blame() -> None:
    """What is broken is named with the cells that break it, and blanks are never blamed."""
    rules = Rules.parse("anti_knight;thermo:r1c1r1c2r1c3", (3, 3))
    digits = [0] * 81
    digits[0], digits[2], digits[11] = 5, 5, 5
    found = [*violations(digits, rules)]
    assert [one.cells for one in found if one.house] == [(0, 2), (2, 11), (0, 2, 11)]
    assert {(one.constraint.type, one.cells) for one in found if one.constraint} == {
        ("anti_knight", (0, 11)),
        ("thermo", (0, 2)),
    }


def test_digits_from_zero() -> None:
    """On a grid whose lowest digit is 0, a value stands for the digit below it."""
    rules = Rules.parse("digits:lowest=0;killer:sum=1:r1c1r1c2", (2, 2))
    assert not [*violations([1, 2, *[0] * 14], rules)]
    assert [*violations([1, 3, *[0] * 14], rules)]


def test_every_type_is_judged() -> None:
    """No constraint type passes unseen: whatever is neither a house nor a mere word about the grid has a test."""
    judged = {*checker._ALONE, *checker._RELATIONS, *checker._SUMS, *checker._GROUPS, *digit_tests.WHOLE}
    assert judged | HOUSES | {"digits", "no_boxes", "full_rank", "full_rank_ties"} == {*TYPES}


def test_quick_enough_for_play(variant_data: Path) -> None:
    """A grid is checked within a few milliseconds, once its rules are known."""
    some = [one for one in itertools.islice(puzzles(variant_data), 60) if one.solution]
    for one in some:
        assert not [*violations(solution_of(one), one.rules)]
    start = time.thread_time()
    for one in some:
        assert not [*violations(solution_of(one), one.rules)]
    assert (time.thread_time() - start) / len(some) < 0.02
