"""Automata of constraints: they accept what the checker finds in order, and nothing else."""

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.variant_puzzles import puzzles
from tessella.sudoku.geometry import VALUES
from tessella.sudoku.rules.checker import violations
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.variants.automata import COVERED, MAX_STATES, automaton_of

SUMS = st.integers(0, 30)
PAIRS = st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)).map(list), max_size=60)
PATTERNS = ["(12|2.3|3..4).*", "[1-4]*[5-9]*", "(1|2|3)+.?", ".*(12|24).*", "(..)*", "[^5]{2,}"]
FIELDS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "whisper": {"difference": st.integers(0, 6)},
    "lockout": {"difference": st.integers(0, 6)},
    "modular": {"mod": st.integers(1, 5)},
    "sum_line": {"sum": st.integers(0, 12), "loop": st.booleans()},
    "pill_arrow": {"pill": st.sampled_from([["r9c9"], ["r8c9", "r9c9"]])},
    "little_killer": {"sum": SUMS},
    "sum": {"sum": SUMS},
    "killer": {"sum": SUMS | st.none()},
    "rellik_cage": {"sum": SUMS},
    "lunchbox": {"sum": SUMS},
    "quadruple": {"values": st.lists(st.integers(1, 9), min_size=1, max_size=4)},
    "contain_at_least": {"values": st.lists(st.integers(1, 9), min_size=1, max_size=4)},
    "look_and_say": {"clue": st.from_regex(r"([0-2][1-9]){1,3}", fullmatch=True)},
    "regex": {"pattern": st.sampled_from(PATTERNS)},
    "pair_table": {"allowed": PAIRS},
    "pair_table_all": {"allowed": PAIRS},
    "sandwich": {"sum": SUMS},
    "x_sum": {"sum": SUMS},
    "skyscraper": {"count": st.integers(1, 5)},
    "hidden_skyscraper": {"value": st.integers(1, 9)},
    "numbered_room": {"value": st.integers(1, 9)},
}


def _agree(one: Constraint, rules: Rules, digits: dict[int, int]) -> bool:
    """Return whether the automaton accepts these digits, which the checker must find too."""
    automaton = automaton_of(one, rules)
    assert automaton
    grid = [digits.get(cell, 0) for cell in range(rules.size**2)]
    broken = any(found.constraint == one for found in violations(grid, rules))
    accepted = automaton.accepts(tuple(digits[cell] for cell in automaton.cells))
    assert accepted != broken, (one, digits)
    return accepted


@pytest.mark.parametrize("name", COVERED)
@settings(max_examples=25)
@given(data=st.data())
def test_what_the_checker_finds_in_order(name: str, data: st.DataObject) -> None:
    """An automaton accepts any digits of its cells exactly where the checker finds nothing broken."""
    lowest = data.draw(st.sampled_from([0, 1]))
    length = 4 if name == "quadruple" else data.draw(st.integers(2, 7))
    line = data.draw(st.sampled_from([range(9), range(0, 81, 10), range(0, 81, 9)]))
    fields = {field: data.draw(values) for field, values in FIELDS.get(name, {}).items()}
    cells = [f"r{cell // 9 + 1}c{cell % 9 + 1}" for cell in line[:length]]
    if "pill" in fields:
        cells = [cell for cell in cells if cell not in fields["pill"]]
    one = Constraint.from_json({"type": name, "cells": cells, **fields}, 9)
    rules = Rules((3, 3), (one, *Rules.parse(f"digits:lowest={lowest}").constraints) if lowest == 0 else (one,))
    automaton = automaton_of(one, rules)
    if automaton is None:
        assert name in ("counting_circles", "count_distinct", "lunchbox", "pair_table_all", "sum_line"), name
        return
    assert {*automaton.cells} == {*one.cells, *(one["pill"] if name == "pill_arrow" else ())}
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    for _word in range(10):
        digits = {cell: rng.randint(1, 9) for cell in automaton.cells}
        _agree(one, rules, digits)
    for _word in range(10):  # words that are accepted, and such words with one digit changed
        if digits := _accepted(automaton.cells, automaton.transitions, automaton.accepting, rng):
            assert _agree(one, rules, digits)
            digits[rng.choice(automaton.cells)] = rng.randint(1, 9)
            _agree(one, rules, digits)


def _accepted(
    cells: tuple[int, ...], transitions: tuple[tuple[int, ...], ...], accepting: frozenset[int], rng: random.Random
) -> dict[int, int]:
    """Return a word that is accepted, drawn at random, or nothing where there is none."""
    alive = [{*accepting}]
    for _cell in cells:
        alive.append({state for state, row in enumerate(transitions) if alive[-1] & {*row}})
    state, digits = 0, {}
    if 0 not in alive[-1]:
        return {}
    for cell, left in zip(cells, reversed(alive[:-1]), strict=True):
        value = rng.choice([value for value, after in enumerate(transitions[state], 1) if after in left])
        state, digits[cell] = transitions[state][value - 1], value
    return digits


def test_automata_of_puzzles_accept_their_solutions(variant_data: Path) -> None:
    """Every automaton of every puzzle of the collections accepts what stands in the solution, and is small."""
    for one in puzzles(variant_data):
        values = [VALUES["." if sign == "0" else sign] + 1 - one.rules.lowest for sign in one.solution or ""]
        for constraint in one.rules.constraints:
            if values and constraint.type in COVERED and (automaton := automaton_of(constraint, one.rules)):
                assert automaton.accepts(tuple(values[cell] for cell in automaton.cells)), (one.name, constraint)
                assert len(automaton.transitions) < MAX_STATES / 2


@pytest.mark.parametrize(("text", "states"), [("thermo:r1c1r1c2r1c3", 10), ("entropic:r1c1r1c2r1c3r1c4", 10)])
def test_automata_are_small(text: str, states: int) -> None:
    """States that are alike are one."""
    rules = Rules.parse(text)
    automaton = automaton_of(rules.constraints[0], rules)
    assert automaton
    assert len(automaton.transitions) <= states


def test_what_has_none() -> None:
    """A pair of cells and a rule of the whole grid have no automaton; what cannot hold has one that accepts nothing."""
    rules = Rules.parse("anti_knight;xv_x:r1c1r1c2;killer:sum=99:r1c1r1c2")
    assert [automaton_of(one, rules) for one in rules.of_type("anti_knight", "xv_x")] == [None, None]
    automaton = automaton_of(rules.of_type("killer")[0], rules)
    assert automaton
    assert not any(automaton.accepts((one, other)) for one in range(1, 10) for other in range(1, 10))
    wide = Rules.parse("pill_arrow:pill=r1c1r1c2:r2c1r2c2r2c3", (4, 4))  # a digit of two signs moves those before it
    assert automaton_of(wide.constraints[0], wide) is None
