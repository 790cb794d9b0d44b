"""Forcing chains: each fact follows from its parents, the ends show what the step does, and all is sound."""

import random
from functools import cache

import pytest

from support.techniques import check_technique, examples
from tessella import i18n
from tessella.sudoku import Board, find_all, generate, solve
from tessella.sudoku.geometry import cell_name, digits_of, houses, houses_of
from tessella.sudoku.techniques import explanation, forcing_chains
from tessella.sudoku.techniques.branches import FAMILIES
from tessella.sudoku.techniques.forcing_chains import ForcingNet, best_forced
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.registry import TECHNIQUES, look_up, technique_of
from tessella.sudoku.techniques.step import Fact, Step
from tessella.sudoku.techniques.technique import Technique

HOUSES, HOUSES_OF = houses((3, 3)), houses_of((3, 3))


def _struck(board: Board, share: float, luck: random.Random) -> tuple[Board, tuple[int, ...]]:
    """Return a board with some wrong candidates struck out, and its solution."""
    solution = solve(board).digits
    marks = tuple(
        sum(1 << d - 1 for d in digits_of(mask) if d == solution[cell] or luck.random() >= share)
        for cell, mask in enumerate(board.candidates())
    )
    return Board(board.box, board.givens, board.digits, marks), solution


def _positions(count: int) -> list[tuple[Board, tuple[int, ...]]]:
    luck = random.Random(8)
    return [_struck(generate(seed=seed), luck.choice([0.0, 0.1, 0.25, 0.4]), luck) for seed in range(count)]


@cache
def _steps(board: Board) -> list[Step]:
    """Return every step of cycles, forcing chains, and the families up to dynamic ones with patterns inside."""
    grid = Grid.of(board)
    chains = [one for one in TECHNIQUES if one.code[0] in "cf" and one.code[:2] != "f4"]
    return [step for technique in chains for step in technique.find(grid)]


@cache
def _all(count: int = 7) -> list[tuple[Board, tuple[int, ...], list[Step]]]:
    return [(board, solution, _steps(board)) for board, solution in _positions(count)]


@pytest.mark.slow
def test_chains_are_sound() -> None:
    """No step takes away a digit of the solution or places another, in positions of every openness."""
    codes = set[str]()
    for board, solution, steps in _all(14):
        for step in steps:
            codes.add(step.code)
            for digit, row, col in step.eliminations:
                assert solution[9 * row + col - 10] != digit, (board.to_text(), step)
                assert board.marks[9 * row + col - 10] >> digit - 1 & 1
            for digit, row, col in step.placements:
                assert solution[9 * row + col - 10] == digit, (board.to_text(), step)
    assert codes >= {"c3", "c4", "c5", "f0", "f1c", "f1r", "f2x", "f2c", "f2r", "f3x"}


def _shared(one: int, other: int) -> set[int]:
    return {*HOUSES_OF[one]} & {*HOUSES_OF[other]}


def _follows(fact: Fact, chain: tuple[Fact, ...], marks: tuple[int, ...]) -> bool:
    """Return whether a fact follows from its parents in a position, by the rules of Sudoku alone."""
    parents = [chain[parent] for parent in fact.parents]
    if fact.step is not None:
        return True  # has a test of its own
    if not fact.is_on:
        (parent,) = parents
        if parent.cell == fact.cell:
            return parent.is_on and parent.digit != fact.digit
        return parent.is_on and parent.digit == fact.digit and bool(_shared(parent.cell, fact.cell))
    gone = {(parent.digit, parent.cell) for parent in parents if not parent.is_on}
    if fact.cause == 1:
        others = {(digit, fact.cell) for digit in digits_of(marks[fact.cell])}
    else:
        others = {(fact.digit, cell) for cell in HOUSES[fact.house] if marks[cell] >> fact.digit - 1 & 1}
        assert fact.cell in HOUSES[fact.house]
    return others - {(fact.digit, fact.cell)} <= gone


@pytest.mark.slow
def test_facts_follow() -> None:
    """Every fact of every chain follows from its parents, which stand before it; chains begin with an assumption."""
    facts = 0
    for board, _solution, steps in _all():
        for step in steps:
            for chain in step.chains:
                assert not chain[0].parents
                for place, fact in enumerate(chain):
                    facts += 1
                    assert all(parent < place for parent in fact.parents)
                    assert place == 0 or fact.parents
                    if fact.parents:
                        assert _follows(fact, chain, board.marks), (board.to_text(), step.code, fact)
    assert facts > 5000


def _candidate(fact: Fact) -> tuple[int, int]:
    return fact.digit, fact.cell


def test_ends_show_what_the_step_does() -> None:
    """The assumptions leave no other way, chains end alike or contradict each other, and the step says just that."""
    for board, _solution, steps in _all():
        for step in (step for step in steps if step.code[0] == "f"):
            firsts, lasts = [chain[0] for chain in step.chains], [chain[-1] for chain in step.chains]
            if step.code == "f0" or step.code[-1] == "x":
                assert {_candidate(fact) for fact in firsts} == {_candidate(firsts[0])}
                assert [fact.is_on for fact in lasts] == [True, False]
                assert _candidate(lasts[0]) == _candidate(lasts[1])
                shown = firsts[0]._replace(is_on=not firsts[0].is_on)
            else:
                assert len({(fact.digit, fact.cell, fact.is_on) for fact in lasts}) == 1
                shown = lasts[0]
                if step.code[-1] == "d":
                    assert _candidate(firsts[0]) == _candidate(firsts[1])
                    assert [fact.is_on for fact in firsts] == [True, False]
                elif step.code[-1] == "c":
                    assert {fact.cell for fact in firsts} == {firsts[0].cell}
                    assert {fact.digit for fact in firsts} == {*digits_of(board.marks[firsts[0].cell])}
                else:
                    house, digit = HOUSES[step.houses[0]], firsts[0].digit
                    assert {fact.cell for fact in firsts} == {c for c in house if board.marks[c] >> digit - 1 & 1}
            row, col = shown.cell // 9 + 1, shown.cell % 9 + 1
            if shown.is_on:
                assert step.placements == ((shown.digit, row, col),)
                rest = [d for d in digits_of(board.marks[shown.cell]) if d != shown.digit]
                assert step.eliminations == tuple((d, row, col) for d in rest)
            else:
                assert (step.eliminations, step.placements) == (((shown.digit, row, col),), ())


def test_complexity_counts_nodes() -> None:
    """Without chains inside, the complexity of a step is the number of different facts in each of its chains."""
    for _board, _solution, steps in _all():
        for step in steps:
            assert all(len({*chain}) == len(chain) for chain in step.chains)
            assert step.complexity == sum(map(len, step.chains))


def test_patterns_inside() -> None:
    """Where a fact follows by a pattern, that pattern is there once what its parents say is gone."""
    checked = 0
    for board, _solution, steps in _all():
        for step in steps:
            for chain in step.chains:
                for fact in (fact for fact in chain if fact.step is not None):
                    assert fact.step is not None
                    wanted = (fact.digit, fact.cell // 9 + 1, fact.cell % 9 + 1)
                    gone = {_candidate(chain[parent]) for parent in fact.parents}
                    marks = tuple(
                        sum(1 << d - 1 for d in digits_of(mask) if (d, cell) not in gone)
                        for cell, mask in enumerate(board.marks)
                    )
                    after = Board(board.box, board.givens, board.digits, marks)
                    names = {"0110", "0111", fact.step.code} if fact.step.code[:2] == "02" else {fact.step.code}
                    assert wanted in fact.step.eliminations
                    assert any(
                        {*fact.step.cells} <= {*found.cells} for code in names for found in find_all(after, code)
                    )
                    checked += 1
    assert checked > 20


@pytest.mark.parametrize("language", list(i18n.LANGUAGES))
def test_chains_are_told(language: str) -> None:
    """Every step has a place to look at, a name and a reason that names the cells, in every language."""
    i18n.use(language)
    for board, _solution, steps in _all()[:4]:
        grid = Grid.of(board)
        for step in steps:
            assert explanation.where(step, grid)
            assert technique_of(step).title
            last = step.chains[-1][-1]
            assert cell_name(last.cell) in explanation.reason(step, grid)
            assert "{" not in explanation.reason(step, grid)


def test_other_sizes() -> None:
    """Chains know no size: on grids of other boxes they are as sound."""
    luck = random.Random(3)
    found = 0
    for box in ((2, 2), (2, 3), (3, 4)):
        for seed in range(3):
            board, solution = _struck(generate(seed=seed, box=box), 0.3, luck)
            grid, size = Grid.of(board), board.size
            steps = [step for code in ("c3", "c5", "f0", "f1c", "f1r", "f2x") for step in look_up(code)[1](grid)]
            for step in steps:
                found += 1
                assert all(solution[(row - 1) * size + col - 1] != digit for digit, row, col in step.eliminations)
                assert all(solution[(row - 1) * size + col - 1] == digit for digit, row, col in step.placements)
    assert found


@pytest.mark.parametrize("technique", forcing_chains.TECHNIQUES, ids=lambda technique: technique.code)
def test_found_and_sound(technique: Technique) -> None:
    """Every kind of forcing chains is found in its example, and no step contradicts the solution."""
    check_technique(technique)


def test_the_best_is_the_first_of_all() -> None:
    """Of the first family with a step the best one goes first: none that the family finds has a lower key."""
    compared = 0
    for code in ("f0", "f1c", "f1r", "f2x"):
        grid = Grid.of(examples()[code].board)
        best = best_forced(grid.shape, grid.masks)
        assert best is not None
        net = ForcingNet(grid.shape, grid.masks, best.family, collect=True)
        net.search()
        steps = net.steps()
        assert best.key == min(step.key for step in steps)
        assert [step.key for step in steps] == sorted(step.key for step in steps)
        assert FAMILIES.index(best.family) <= int(code[1])
        compared += len(steps)
    assert compared > 4


def test_nothing_dearer_is_found() -> None:
    """With a bound below the rating of the best step there is none."""
    grid = Grid.of(examples()["f1c"].board)
    assert best_forced(grid.shape, grid.masks, 74) is None


def test_nishio_follows_what_fails() -> None:
    """No branch comes to a contradiction but of an assumption that leaves a digit no place."""
    compared = 0
    for code in ("f0", "f1c", "f1r", "f2x"):
        grid = Grid.of(examples()[code].board)
        net = ForcingNet(grid.shape, grid.masks, FAMILIES[0])
        several = [n for n in net.candidates if grid.marks[n // 9].bit_count() > 1]
        clashing = [node for n in several for node in (2 * n, 2 * n + 1) if net.drive(node).clash]
        assert {*clashing} <= {*net.plan()}
        compared += len(clashing)
    assert compared > 3
