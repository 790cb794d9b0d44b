"""Cycles and forcing chains: found, sound, told; their facts, and the length rule."""

from itertools import pairwise

import pytest

from support.techniques import check_technique, examples
from tessella.sudoku.geometry import houses_of
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.techniques import cycles
from tessella.sudoku.techniques.cycles import XY, X, chain_step, fact_of, key_of, longest, tenths_of
from tessella.sudoku.techniques.grid import BOX, CELL, COLUMN, ROW, Grid, shape_of
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


def test_a_node_as_a_fact() -> None:
    """A node is twice its candidate, and one more if it is on; the cause says through which house it came."""
    shape = shape_of(Rules())
    node = 2 * (9 * 40 + 6) + 1  # 7 in r5c5
    fact = fact_of(shape, node, BOX, (0,))
    assert (fact.digit, fact.cell, fact.is_on, fact.house) == (7, 40, True, 22)
    assert fact_of(shape, node, ROW, (0,)).house == 4
    assert fact_of(shape, node, COLUMN, (0,)).house == 13
    assert fact_of(shape, node - 1, CELL, (0,))[2::3] == (False, -1)


def test_a_step_shows_all_its_facts() -> None:
    """Digits and cells of a step are those of its facts; its candidates are what it eliminates."""
    shape = shape_of(Rules())
    facts = tuple(fact_of(shape, 2 * n + n % 2, 0, ()) for n in (8, 9, 30))
    step = chain_step(shape, ("name", "code"), (facts,), complexity=3, eliminated=(13, 4), placed=())
    assert (step.digits, step.cells) == ((1, 4, 9), (0, 1, 3))
    assert (step.candidates, step.eliminations) == ("5", ((5, 1, 1), (5, 1, 2)))


def test_ratings_of_lengths() -> None:
    """The length rule: 0.1 more each time that the complexity less 2 passes 4, 6, 8, 12, 16, 24, 32, 48, 64."""
    limits = [4, 6, 8, 12, 16, 24, 32, 48, 64]
    for complexity in range(4, 80):
        extra = sum(complexity - 2 > limit for limit in limits)
        assert tenths_of(key_of(70, complexity, XY)) == 70 + extra
        assert tenths_of(key_of(65, complexity, X)) == 65 + extra


def test_the_longest_chain_that_goes_before() -> None:
    """A chain of the longest length goes before the best one, and of one node more it does not."""
    for complexity in range(6, 60):
        best = key_of(70, complexity, X)
        length = longest(70, XY, best)
        assert key_of(70, length, XY) < best <= key_of(70, length + 1, XY)


def test_none_is_missed() -> None:
    """From the candidates that are likely to begin a cycle or chain, all and the best are found as from every one."""
    found = 0
    for code in ("c1", "c2", "c3", "c4", "c5", "f1c", "f1r"):
        grid = Grid.of(examples()[code].board)
        shape, masks = grid.shape, grid.masks
        every = ({*shape.candidates(masks)},) * 3
        for best in (None, (20.0, 0, 0), (6.85, 0, 0), (7.15, 0, 0)):
            searches = [cycles._Search(shape, masks, best) for _way in range(2)]
            for search, sources in zip(searches, (None, every), strict=True):
                cycles._search(search, cycles._links_of(shape, masks), sources)
            assert searches[0].found == searches[1].found
            found += len(searches[0].found)
    assert found > 100
