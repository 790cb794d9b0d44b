"""Finned forcing chains: no step is wrong, and each fact follows from those that it names by one rule.

The judge of a fact shares nothing with the technique: it takes the opposite together with what the fact is said to
follow from, strikes out what these see, and looks for a cell or a house that cannot be filled then, by matching.
"""

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import pytest

from support.techniques import ALL, check_technique, check_told
from support.variant_puzzles import VariantPuzzle, puzzles
from tessella import i18n
from tessella.sudoku import Board, find_all
from tessella.sudoku.geometry import digits_of
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.techniques.explanation import reason
from tessella.sudoku.techniques.finned_chains import FINNED, seen_candidates
from tessella.sudoku.techniques.grid import Grid, shape_of
from tessella.sudoku.techniques.step import Fact, Step

Left = dict[int, set[int]]  # the digits that cells may be

SAMPLES = [
    one
    for one in puzzles(Path(__file__).parents[2] / "data" / "variants", "std_*.jsonl")
    if one.name in ("gen-jigsaw-2", "gen-anti_knight-1", "gen-non_consecutive-1", "gen-diagonal-1", "gen-killer-1")
]


def sees(rules: Rules, cell: int, digit: int, other: int, value: int) -> bool:
    """Return whether a digit in a cell rules out a value in another one (or the same)."""
    if cell == other:
        return digit != value
    down, across = abs(cell // 9 - other // 9), abs(cell % 9 - other % 9)
    kinds = {one.type for one in rules.constraints}
    if digit == value:
        is_knight = "anti_knight" in kinds and {down, across} == {1, 2}
        return is_knight or any({cell, other} <= {*house} for house in rules.houses)
    return "non_consecutive" in kinds and down + across == 1 and abs(digit - value) == 1


def left_by(grid: Grid, facts: Iterable[tuple[int, int, bool]]) -> Left:
    """Return what is left of all candidates once facts (cell, digit, whether it is true) are known."""
    left = {cell: {*digits_of(mask)} or {grid.digits[cell]} for cell, mask in enumerate(grid.marks)}
    for cell, digit, is_on in facts:
        for other, values in left.items():
            if is_on:
                values -= {one for one in values if sees(grid.shape.rules, cell, digit, other, one)}
            elif other == cell:
                values.discard(digit)
    return left


def can_be_filled(house: Iterable[int], left: Left) -> bool:
    """Return whether cells can all be different, by a matching of cells with digits."""
    holder: dict[int, int] = {}

    def take(cell: int, tried: set[int]) -> bool:
        for digit in left[cell] - tried:
            tried.add(digit)
            if digit not in holder or take(holder[digit], tried):
                holder[digit] = cell
                return True
        return False

    return all(take(cell, set()) for cell in house)


def is_possible(grid: Grid, facts: Iterable[tuple[int, int, bool]]) -> bool:
    """Return whether facts leave each cell and each house a way to be filled."""
    left = left_by(grid, facts)
    return all(left.values()) and all(can_be_filled(house, left) for house in grid.shape.house_cells)


def check_facts(grid: Grid, step: Step) -> None:
    """Check each inference of a chain, and that its end cannot be."""
    [chain] = step.chains
    assert chain[0] == Fact(chain[0].digit, chain[0].cell, is_on=True)
    for n, fact in enumerate(chain[1:], 1):
        assert all(parent < n for parent in fact.parents)
        known = [(chain[parent].cell, chain[parent].digit, chain[parent].is_on) for parent in fact.parents]
        assert known
        assert not is_possible(grid, [*known, (fact.cell, fact.digit, not fact.is_on)]), (n, step)
    ends = [(fact.cell, fact.digit, False) for fact in chain if not fact.is_on]
    assert not is_possible(grid, [(chain[0].cell, chain[0].digit, True), *ends]), step


@pytest.mark.parametrize("puzzle", SAMPLES, ids=lambda one: one.name)
def test_no_step_is_wrong_and_every_fact_follows(puzzle: VariantPuzzle) -> None:
    """From the givens, no digit of the solution goes, and what a fact is said to follow from is enough for it."""
    assert puzzle.solution
    givens = [int(sign.replace(".", "0")) for sign in puzzle.givens]
    grid = Grid.of(Board.of_givens(givens, puzzle.rules.box, puzzle.rules.constraints))
    steps = [*islice(FINNED.find(grid), 8)]
    assert steps
    for step in steps:
        assert all(puzzle.solution[9 * row + col - 10] != str(digit) for digit, row, col in step.eliminations), step
        for language in i18n.LANGUAGES:
            with i18n.speaking(language):
                check_told(step, grid)
                assert reason(step, grid).count("\n") >= len(step.chains[0]) - 1
        if {one.type for one in puzzle.rules.constraints} != {"killer"}:
            check_facts(grid, step)


def test_a_fact_rests_on_the_beginning_and_one_inference() -> None:
    """What a fact follows from, besides the beginning, was said by one inference: all of it has the same parents."""
    puzzle = next(one for one in SAMPLES if one.name == "gen-jigsaw-2")
    givens = [int(sign.replace(".", "0")) for sign in puzzle.givens]
    grid = Grid.of(Board.of_givens(givens, puzzle.rules.box, puzzle.rules.constraints))
    for step in islice(FINNED.find(grid), 8):
        for fact in step.chains[0][1:]:
            parents = [step.chains[0][parent] for parent in fact.parents if parent]
            assert len({parent.parents for parent in parents}) <= 1, step


def test_a_digit_rules_out_its_neighbours_where_these_are_not_consecutive() -> None:
    """What a candidate sees by two cells alone is what the rules say of these, digit by digit."""
    rules = Rules.parse("non_consecutive;anti_knight")
    seen = seen_candidates(shape_of(rules))
    every = [(other, value) for other in range(81) for value in digits_of(ALL)]
    for cell, digit in ((0, 1), (40, 5), (80, 9)):
        there = seen[9 * cell + digit - 1]
        for other, value in every:
            assert bool(there >> 9 * other + value - 1 & 1) == sees(rules, cell, digit, other, value)


def test_it_is_found_in_its_example() -> None:
    """The step of the example is found there, and told in every language."""
    check_technique(FINNED)


def test_classic_puzzles_have_none() -> None:
    """Where nothing but rows, columns and boxes holds, other chains say the same."""
    assert find_all(Board.empty(), FINNED.name) == []
