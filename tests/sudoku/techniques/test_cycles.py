"""Cycles and forcing chains of single nodes: found, sound, told."""

from itertools import pairwise

import pytest

from support.techniques import check_technique, examples
from tessella.sudoku.rules import houses_of
from tessella.sudoku.techniques import cycles
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.technique import Technique

HOUSES_OF = houses_of((3, 3))


@pytest.mark.parametrize("technique", cycles.TECHNIQUES, ids=lambda technique: technique.code)
def test_found_and_sound(technique: Technique) -> None:
    """Every cycle and chain is found in its example, and no step contradicts a solution."""
    check_technique(technique)


def test_cycles_alternate() -> None:
    """A cycle or forcing chain goes on and off in turn; a cycle closes, a chain ends in its contrary."""
    for technique in cycles.TECHNIQUES:
        for step in technique.find(Grid.of(examples()[technique.code].board)):
            (chain,) = step.chains
            assert all(one.is_on != other.is_on for one, other in pairwise(chain))
            first, last = chain[0], chain[-1]
            if step.code in ("c4", "c5"):
                assert (first.digit, first.cell) == (last.digit, last.cell)
                assert first.is_on != last.is_on
            else:
                assert first.is_on
                assert not last.is_on
                assert first.cell == last.cell or {*HOUSES_OF[first.cell]} & {*HOUSES_OF[last.cell]}
