"""The engine of variants: stated solutions, counts against brute force, true candidates, budgets and bad input."""

import itertools
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.variant_puzzles import VariantPuzzle, puzzles
from tessella.errors import TessellaError
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.variants.bulk_solver import UNDECIDED, Budget, count_many, solve_many, true_candidates
from tessella.sudoku.variants.plain_solver import solutions as plain_solutions

SIGNS = "0123456789ABCDEFG"
HARD = Budget(nodes=5_000)
EMPTY = np.zeros((1, 16), np.uint8)
_ROW = "".join(f"r1c{column}" for column in range(1, 10))


def _givens(puzzle: VariantPuzzle) -> np.ndarray:
    lowest = puzzle.rules.lowest
    return np.array([[0 if sign == "." else SIGNS.index(sign) + 1 - lowest for sign in puzzle.givens]], np.uint8)


def test_puzzles_of_the_collections_have_their_one_solution(variant_data: Path) -> None:
    """Each puzzle that is stated to be unique has the stated solution and no other; few are given up."""
    given_up = 0
    for n, one in enumerate(puzzles(variant_data, "std_generated.jsonl"), 1):
        solutions, status = solve_many(_givens(one), one.rules, budget=HARD)
        if status[0] == UNDECIDED:
            given_up += 1
            assert 5 * given_up < max(n, 100), one.name
            continue
        assert status[0] == (1 if one.unique else 0 if one.record.get("solutions") == 0 else 2), one.name
        if one.unique:
            assert "".join(SIGNS[digit - 1 + one.rules.lowest] for digit in solutions[0]) == one.solution, one.name


@pytest.mark.parametrize(
    ("rules", "solutions"),
    [
        ("", 288),
        ("diagonal:which=both", 48),
        ("anti_king", 0),
        ("killer:sum=3:r1c1r1c2", 48),
        ("digits:lowest=0;killer:sum=1:r1c1r1c2", 48),
    ],
)
def test_grids_of_four_rows_are_counted(rules: str, solutions: int) -> None:
    """All grids of four rows that obey some rules are found, and no other."""
    assert count_many(EMPTY, Rules.parse(rules, (2, 2)), 1000)[0] == solutions


def test_true_candidates_are_those_of_all_solutions() -> None:
    """The candidates are the digits of the solutions, neither more nor fewer."""
    rules = Rules.parse("thermo:r1c1r2c1r3c1;killer:sum=5:r1c3r1c4", (2, 2))
    masks, complete = true_candidates(EMPTY, rules)
    assert complete[0]
    for cell in range(16):
        for digit in range(1, 5):
            given = EMPTY.copy()
            given[0, cell] = digit
            assert (masks[0, cell] >> digit - 1 & 1) == count_many(given, rules, 1)[0]


@cache
def _grids(size: int) -> tuple[np.ndarray, np.ndarray]:
    """Return givens of a small grid, an array (1, cells), and all grids that continue them."""
    if size == 4:
        rows = list(itertools.permutations(range(1, 5)))
        grids = np.array([sum(four, ()) for four in itertools.product(rows, repeat=4)]).reshape(-1, 2, 2, 2, 2)
        # axes: grid, band, row in the band, stack, column in the stack
        houses = [grids.transpose(0, 3, 4, 1, 2).reshape(-1, 4, 4), grids.transpose(0, 1, 3, 2, 4).reshape(-1, 4, 4)]
        valid = np.all([(np.sort(house) == [1, 2, 3, 4]).all(axis=(1, 2)) for house in houses], axis=0)
        return EMPTY, grids[valid].reshape(-1, 16)
    half = "123456456123231564"
    values = tuple(int(sign) for sign in half) + (0,) * 18
    return np.array([values], np.uint8), np.array([*plain_solutions(values, Rules((2, 3)))])


@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from([4, 6]))
def test_sums_leave_the_grids_that_brute_force_leaves(data: st.DataObject, size: int) -> None:
    """Sums with weights and cages drawn at random leave as many grids, and the same candidates, as brute force."""
    givens, grids = _grids(size)
    truth = grids[data.draw(st.integers(0, len(grids) - 1))]
    constraints, kept = [], np.ones(len(grids), bool)
    for _constraint in range(data.draw(st.integers(1, 4))):
        cells = data.draw(st.lists(st.integers(0, size * size - 1), min_size=2, max_size=9, unique=True))
        names = [f"r{cell // size + 1}c{cell % size + 1}" for cell in cells]
        if len({*truth[cells]}) == len(cells):
            constraints.append({"type": "killer", "cells": names, "sum": int(truth[cells].sum())})
            chosen = grids[:, cells]
            kept &= (chosen.sum(axis=1) == truth[cells].sum()) & (np.diff(np.sort(chosen)) > 0).all(axis=1)
            continue
        weights = data.draw(st.lists(st.sampled_from([1, 1, 1, -1, 2, -3]), min_size=len(cells), max_size=len(cells)))
        total = int(truth[cells] @ weights)
        constraints.append({"type": "sum", "cells": names, "sum": total, "coefficients": weights})
        kept &= grids[:, cells] @ weights == total
    rules = Rules.from_json(constraints, size)
    assert count_many(givens, rules, 1 << 20)[0] == kept.sum() > 0
    masks, complete = true_candidates(givens, rules)
    assert complete[0]
    assert (masks[0] == np.bitwise_or.reduce(1 << grids[kept] - 1)).all()


def test_a_search_is_given_up_when_its_budget_is_spent() -> None:
    """A search that may look at few positions says that nothing is decided."""
    empty = np.zeros((1, 81), np.uint8)
    assert count_many(empty, Rules.parse("anti_knight"), 1 << 30, budget=Budget(nodes=100))[0] == UNDECIDED
    assert count_many(empty, Rules.parse("anti_knight"), 1 << 30, budget=Budget(seconds=0))[0] == UNDECIDED


def test_bad_input_is_refused() -> None:
    """Wrong shapes and limits are refused with a sentence."""
    with pytest.raises(TessellaError, match="expected an array of shape"):
        count_many(EMPTY, Rules())
    with pytest.raises(TessellaError, match="limit of at least 1"):
        count_many(EMPTY, Rules((2, 2)), 0)


def test_pencil_marks_alone_are_counted_as_plain_puzzles_are() -> None:
    """A puzzle of nothing but candidates has the solutions that it has with a rule more that every grid obeys."""
    marks = "candidates:values=1,2,3:r1c1r2c2r3c3;odd:r1c2;even:r9c9"
    puzzle = np.array(
        [[int(d) for d in "100000002090400050006000700050903000000070000000850040700000600030009080002000001"]]
    )
    puzzle = puzzle.astype(np.uint8)
    puzzle[0, 0] = 0
    for rules in ("", marks):
        free, tied = Rules.parse(rules), Rules.parse(";".join(filter(None, (rules, "sum:sum=45:" + _ROW))))
        assert count_many(puzzle, free, 3)[0] == count_many(puzzle, tied, 3)[0]
        assert count_many(puzzle, free, 10, budget=Budget(nodes=0))[0] == UNDECIDED
        solutions, status = solve_many(puzzle, free)
        assert status[0] in (0, 1, 2)
        assert (status[0] > 0) == bool(solutions.any())


def test_an_empty_layout_is_filled_or_refuted() -> None:
    """A layout that has a grid has many; one whose column a region leaves no room for has none."""
    rows = "".join(str(cell // 4 + 1) for cell in range(16))
    bad = "1112" + "1322" + "3342" + "3444"
    assert count_many(EMPTY, Rules.parse(f"jigsaw:regions={rows}", (2, 2)), 2)[0] == 2
    for regions in (rows, bad):
        rules = Rules.parse(f"jigsaw:regions={regions}", (2, 2))
        every = count_many(EMPTY, rules, 1000)[0]
        assert count_many(EMPTY, rules, 2)[0] == min(2, every)
        masks, complete = true_candidates(EMPTY, rules)
        assert complete[0]
        assert masks.all() == bool(every)
    assert count_many(EMPTY, Rules.parse("anti_king", (2, 2)), 2, budget=Budget(nodes=0))[0] == UNDECIDED
