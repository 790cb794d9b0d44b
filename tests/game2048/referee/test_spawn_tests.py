"""Tests of new tiles: right ones pass, wrong beliefs are found out by as much as they are wrong."""

import math
import random
from collections.abc import Callable
from itertools import chain

import numpy as np
import pytest

from tessella.game2048 import Rules
from tessella.game2048.referee.spawn_tests import Believed, Dealt, Implied, Tally, chi_square_tail

RULES = Rules()
ROWS = ((0, 2, 4, 0), (0, 0, 8, 0), (2, 0, 0, 0), (0, 0, 0, 64))
EMPTY = [cell for cell, tile in enumerate(chain(*ROWS)) if not tile]
CORNERS = [0, 3, 12]  # those of them that are empty


@pytest.mark.parametrize("freedom", [1, 2, 5, 8, 15])
def test_the_tail_of_chi_square(freedom: int) -> None:
    """The closed form is the share of sums of squares of normal numbers that are as large."""
    drawn = (np.random.default_rng(freedom).normal(size=(200_000, freedom)) ** 2).sum(axis=1)
    for x in (freedom / 2, freedom, 2 * freedom):
        share = float((drawn >= x).mean())
        assert chi_square_tail(x, freedom) == pytest.approx(share, abs=0.005)
    assert chi_square_tail(0, freedom) == 1


def dealt(n: int, fours: float, cells: list[int]) -> list[Dealt]:
    """Return tiles dealt with this chance of a 4, each of these cells as likely."""
    luck = random.Random(1)
    return [Dealt(ROWS, luck.choice(cells), 4 if luck.random() < fours else 2) for _tile in range(n)]


@pytest.mark.parametrize(
    ("fours", "cells", "is_fair", "is_even"),
    [(0.1, EMPTY, True, True), (0.2, EMPTY, False, True), (0.1, CORNERS, True, False)],
)
def test_dealt_tiles(fours: float, cells: list[int], *, is_fair: bool, is_even: bool) -> None:
    """Fair tiles are likely; too many 4s or one cell too often are not."""
    tally, half = Tally(RULES), Tally(RULES)
    for number, tile in enumerate(dealt(1000, fours, cells)):
        (tally if number % 2 else half).add(tile)
    tally.include(half)
    found = tally.to_json()
    assert found["dealt"] == 1000
    assert (found["fours_p"] > 0.001, found["cells_p"] > 0.001) == (is_fair, is_even)


def chances(fours: float, weight: Callable[[int], float]) -> list[float]:
    """Return the chances of a program that expects 4s with this one, and cells by weight."""
    weights = [weight(cell) if cell in EMPTY else 0.0 for cell in range(16)]
    whole = math.fsum(weights)
    return [share * one / whole for share in (1 - fours, fours) for one in weights]


def off(fours: float, weight: Callable[[int], float]) -> tuple[bool, bool, bool]:
    """Return whether 500 fair tiles are far from what is expected: in 4s, in corners, at all."""
    believed = Believed(RULES)
    for tile in dealt(500, 0.1, EMPTY):
        believed.add(chances(fours, weight), tile)
    found = believed.to_json()
    assert found
    assert found["fours"] == pytest.approx(fours)
    return abs(found["fours_off"]) > 4, abs(found["corners_off"]) > 4, abs(found["off"]) > 4


def test_beliefs_are_held_against_what_came() -> None:
    """The law itself is right; 4s too often, corners alone, and one cell less likely than another are not."""
    assert off(0.1, lambda cell: 1.0) == (False, False, False)
    assert off(0.5, lambda cell: 1.0)[0]
    assert off(0.0, lambda cell: 1.0)[0]
    assert off(0.1, lambda cell: float(cell in CORNERS))[1:] == (True, True)
    assert off(0.1, lambda cell: 5.0 if cell in EMPTY[1:6] else 1.0)[2]
    assert Believed(RULES).to_json() is None


@pytest.mark.parametrize("believed", [0.1, 0.5])
def test_values_imply_a_chance(believed: float) -> None:
    """Values that were learned with a chance of 4s give it back, within their error; few games give nothing."""
    luck = random.Random(3)
    implied = Implied(RULES)
    assert implied.to_json() is None
    for position in range(2000):
        twos = luck.gauss(1000, 100)
        fours = twos + luck.gauss(-50, 200)
        implied.add(position // 40, ((1 - believed) * twos + believed * fours + luck.gauss(0, 50), twos, fours))
    found = implied.to_json()
    assert found
    assert abs(found["fours"] - believed) < 4 * found["error"] < 0.1
    assert (abs(found["off"]) > 4) == (believed != 0.1)
