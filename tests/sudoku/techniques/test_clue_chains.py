"""Chains through clues: what they rule out is no digit of the solution, and each is told fact by fact."""

import re
from itertools import islice
from pathlib import Path

import pytest

from support.techniques import examples
from support.variant_puzzles import VariantPuzzle, puzzles
from tessella import i18n
from tessella.sudoku import Board, find_all
from tessella.sudoku.techniques.clue_chains import CHAIN, EXCLUSION, POINTING
from tessella.sudoku.techniques.explanation import reason
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.technique import Technique

SAMPLES = [
    one
    for one in puzzles(Path(__file__).parents[2] / "data" / "variants", "std_*.jsonl")
    if one.name in ("gen-killer-1", "gen-whisper-1", "gen-anti_knight-1", "gen-jigsaw-2", "gen-thermo-7")
]


@pytest.mark.parametrize("puzzle", SAMPLES, ids=lambda one: one.name)
def test_no_step_is_wrong(puzzle: VariantPuzzle) -> None:
    """From the givens, no chain takes a digit of the solution away, and each fact has a reason in both languages."""
    assert puzzle.solution
    givens = [int(sign.replace(".", "0")) for sign in puzzle.givens]
    board = Board.of_givens(givens, puzzle.rules.box, puzzle.rules.constraints)
    grid = Grid.of(board)
    steps = [step for one in (POINTING, EXCLUSION, CHAIN) for step in islice(one.find(grid), 12)]
    for step in steps:
        assert all(puzzle.solution[9 * row + col - 10] != str(digit) for digit, row, col in step.eliminations), step
        for language in i18n.LANGUAGES:
            with i18n.speaking(language):
                assert reason(step, grid)


@pytest.mark.parametrize("technique", [EXCLUSION, CHAIN], ids=lambda one: one.code)
def test_every_fact_follows_from_one_before_it(technique: Technique) -> None:
    """A chain begins with its assumption, and every other fact has one parent that stands before it."""
    chain = next(technique.find(Grid.of(examples()[technique.code].board))).chains[0]
    assert chain[0].parents == ()
    assert all(len(fact.parents) == 1 and fact.parents[0] < n for n, fact in enumerate(chain) if n)


def test_classic_puzzles_have_none() -> None:
    """Where nothing but rows, columns and boxes holds, other chains say the same."""
    assert find_all(Board.empty(), CHAIN.name) == find_all(Board.empty(), EXCLUSION.name) == []


@pytest.mark.parametrize("technique", [EXCLUSION, CHAIN], ids=lambda one: one.code)
def test_what_leaves_a_cell_for_one_reason_stands_in_one_line(technique: Technique) -> None:
    """No two lines of a chain differ in their number and digits alone, and each speaks of one before it."""
    grid = Grid.of(examples()[technique.code].board)
    for step in islice(technique.find(grid), 12):
        lines = re.findall(r"^\((\d+)\) (\S+) is not .+?: (.+) \(from (\d+)\)\.$", reason(step, grid), re.MULTILINE)
        assert len({tuple(rest) for _number, *rest in lines}) == len(lines)
        assert all(int(parent) < int(number) for number, *_rest, parent in lines)
