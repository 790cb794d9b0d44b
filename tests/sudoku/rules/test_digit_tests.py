"""Tests of digits with blanks: what they refuse has no filling."""

import itertools

import pytest

from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.digit_tests import WHOLE, linear
from tessella.sudoku.rules.ruleset import Rules

FIELDS: dict[str, list[dict[str, object]]] = {
    "look_and_say": [{"clue": "1214"}, {"clue": "03"}],
    "rellik_cage": [{"sum": 12}, {"sum": 2}],
    "lunchbox": [{"sum": 0}, {"sum": 3}],
    "lockout": [{"difference": 2}],
    "sum_line": [{"sum": 5}, {"sum": 5, "loop": True}],
    "regex": [{"pattern": "(12|2.3).*"}],
    "sandwich": [{"sum": 0}, {"sum": 2}, {"sum": 5}],
    "x_sum": [{"sum": 3}, {"sum": 7}],
    "skyscraper": [{"count": 1}, {"count": 3}],
    "hidden_skyscraper": [{"value": 2}],
    "numbered_room": [{"value": 3}],
    "quadruple": [{"values": [1, 1, 3]}],
    "contain_at_least": [{"values": [2, 4]}],
}
CASES = [(name, fields) for name in WHOLE for fields in FIELDS.get(name, [{}])]


@pytest.mark.parametrize(("name", "fields"), CASES, ids=str)
@pytest.mark.parametrize("lowest", [0, 1])
def test_what_is_refused_has_no_filling(name: str, fields: dict[str, object], lowest: int) -> None:
    """Of four cells with six digits and blanks: a test fails only where every filling fails."""
    rules = Rules.parse(f"digits:lowest={lowest}" if lowest != 1 else "", (2, 3))
    one = Constraint.from_json({"type": name, "cells": ["r1c1", "r1c2", "r2c1", "r2c2"], **fields}, 6)
    every = [*itertools.product(range(lowest, lowest + 6), repeat=4)]
    if name == "sandwich":  # speaks of a line in which each digit stands once
        every = [word for word in every if len({*word}) == 4]
    full = {word for word in every if WHOLE[name](word, one, rules)}
    assert 0 < len(full) < len(every)
    held = {(*word[:n], None, *word[n + 1 :]) for word in full for n in range(4)}
    held |= {(*word[:n], None, *word[n + 1 :]) for word in held for n in range(4)}
    assert all(WHOLE[name](word, one, rules) for word in held)


@pytest.mark.parametrize("apart", [False, True])
def test_sums_out_of_reach(*, apart: bool) -> None:
    """A sum with blanks is refused where its ends say that no filling has it."""
    for total in range(2, 14):
        test = linear([1, 1, 1], total, Rules((2, 2)), apart=apart)
        for word in itertools.product([None, 1, 2, 3, 4], repeat=3):
            fillings = itertools.product(*([digit] if digit else [1, 2, 3, 4] for digit in word))
            possible = any(sum(one) == total and (not apart or len({*one}) == 3) for one in fillings)
            assert test(word) == possible or (possible is False and None in word)
