"""Tests of the heuristic search for boards of any size, against a plain expectimax."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tessella.game2048.kernels import expectimax_any
from tessella.game2048.kernels.expectimax_any import KernelRules, Limits, Memory
from tessella.game2048.sliding import DIRECTIONS, Rows, slide

LOST = -(1 << 30)


WON = 1e10


def thinks_of_line(line: tuple[int, ...]) -> float:
    """Return what the rules of thumb say about a row or column of tiles."""
    powers = [tile.bit_length() - 1 if tile else 0 for tile in line]
    tiles = [power for power in powers if power]
    worth = expectimax_any.LINE["empty"] * powers.count(0)
    worth += expectimax_any.LINE["pair"] * sum(a == b for a, b in pairwise(tiles))
    worth -= sum(expectimax_any.LINE["tile"] * power ** expectimax_any.LINE["tile power"] for power in tiles)
    falls = [
        expectimax_any.LINE["fall"] * (a ** expectimax_any.LINE["fall power"] - b ** expectimax_any.LINE["fall power"])
        for a, b in pairwise(powers)
    ]
    return float(worth - min(sum(max(fall, 0) for fall in falls), sum(max(-fall, 0) for fall in falls)))


def thinks(rows: Rows) -> float:
    """Return what they say about a board."""
    return sum(map(thinks_of_line, rows)) + sum(map(thinks_of_line, zip(*rows, strict=True)))


def expected(rows: Rows, ply: int, fours: float, merging: str = "once", target: int = 0) -> dict[str, float]:
    """Return what each legal move is worth, every line of play followed."""

    def of_move(slid: Rows, merged: tuple[int, ...], left: int) -> float:
        if target and max(merged, default=0) >= target:
            return WON - (ply - 1 - left)  # the sooner the better
        if left == 0:
            return thinks(slid)
        empty = [(r, c) for r, row in enumerate(slid) for c, tile in enumerate(row) if not tile]
        total = 0.0
        for r, c in empty:
            for tile, chance in ((2, 1 - fours), (4, fours)):
                if chance:
                    row = (*slid[r][:c], tile, *slid[r][c + 1 :])
                    total += chance * max(values((*slid[:r], row, *slid[r + 1 :]), left).values(), default=LOST)
        return total / len(empty)

    def values(board: Rows, left: int) -> dict[str, float]:
        found = {}
        for move in DIRECTIONS:
            slid, merged = slide(board, move, merging)
            if slid != board:
                found[move] = of_move(slid, merged, left - 1)
        return found

    return values(rows, ply)


def on_any(
    rows: Rows, ply: int, fours: float, least: float = 0.0, *, merging: str = "once", target: int = 0
) -> dict[str, float]:
    """Return what the search on any board says."""
    cells = np.array([tile.bit_length() - 1 if tile else 0 for row in rows for tile in row], np.uint8)
    values, counts = np.empty(4), np.zeros(3, np.int64)
    weights = expectimax_any.line_weights()
    keys, known = np.zeros(1 << 10, np.uint64), np.zeros(1 << 10)
    goal = target.bit_length() - 1 if target else 0
    rules = KernelRules(len(rows), len(rows[0]), int(merging == "cascade"), fours, goal, -1)
    limits = Limits(ply, least, 1 << 40, float(LOST), WON)
    assert expectimax_any.search(cells, rules, limits, weights, Memory(keys, known), values, counts)
    return {move: value for move, value in zip(DIRECTIONS, values.tolist(), strict=True) if value > -math.inf}


@st.composite
def boards(draw: st.DrawFn, rows: int, cols: int, most_empty: int, largest: int) -> Rows:
    """Draw a board with at most so many empty cells, and tiles up to 2**largest."""
    cells = draw(st.lists(st.integers(1, largest), min_size=rows * cols, max_size=rows * cols))
    for place in draw(st.lists(st.integers(0, rows * cols - 1), max_size=most_empty)):
        cells[place] = 0
    return tuple(tuple(1 << cell if cell else 0 for cell in cells[r * cols : (r + 1) * cols]) for r in range(rows))


PHASES = (Phase.explicit, Phase.reuse, Phase.generate)


slow = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow], phases=PHASES)


FOURS = st.sampled_from([0.0, 0.1, 0.5, 1.0])


@slow
@given(
    st.tuples(st.integers(2, 5), st.integers(2, 5)).flatmap(lambda size: boards(*size, 3, 20)),
    st.integers(1, 2),
    FOURS,
    st.sampled_from(["once", "cascade"]),
    st.sampled_from([0, 8, 64]),
)
def test_any_shallow(rows: Rows, ply: int, fours: float, merging: str, target: int) -> None:
    """On any board and by any rules the search of one and two plies is the plain one."""
    assert on_any(rows, ply, fours, merging=merging, target=target) == pytest.approx(
        expected(rows, ply, fours, merging, target), abs=1e-3
    )


@settings(slow, max_examples=12)
@given(boards(3, 3, 2, 4), FOURS, st.sampled_from(["once", "cascade"]))
def test_any_deep(rows: Rows, fours: float, merging: str) -> None:
    """On any board the search of three plies is the plain one."""
    assert on_any(rows, 3, fours, merging=merging) == pytest.approx(expected(rows, 3, fours, merging), abs=1e-3)
