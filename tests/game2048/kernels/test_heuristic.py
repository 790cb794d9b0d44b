"""The heuristic searches against a slow expectimax by the plain law."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game2048.kernels.test_expectimax_any import FOURS, LOST, WON, boards, expected, on_any, slow, thinks_of_line
from tessella.game2048.kernels import expectimax_any, heuristic
from tessella.game2048.kernels.expectimax_any import KernelRules, Limits, Memory
from tessella.game2048.kernels.heuristic import Question
from tessella.game2048.sliding import DIRECTIONS, Rows, slide_line

SLACK = 5.0  # eight lines are rounded on 64 bits


# --- What is slow and obvious ---


# --- What is asked ---


def on_64_bits(rows: Rows, ply: int, fours: float, least: float = 0.0) -> dict[str, float]:
    """Return what the 4x4 search says."""
    powers = [tile.bit_length() - 1 if tile else 0 for row in rows for tile in row]
    bits = np.uint64(sum(power << 4 * i for i, power in enumerate(powers)))
    values, counts = np.empty(4), np.zeros(2, np.int64)
    known = heuristic.memory(1 << 10)
    question = Question(fours, 0, ply, least, 1 << 40, LOST, 1)
    assert heuristic.search(bits, heuristic.tables(), question, known, values, counts)
    return {move: value for move, value in zip(DIRECTIONS, values.tolist(), strict=True) if value > -math.inf}


# Shrinking a failure of such slow oracles would take minutes.


@slow
@given(boards(4, 4, 4, 13), st.integers(1, 2), FOURS)
def test_64_bits_shallow(rows: Rows, ply: int, fours: float) -> None:
    """On 64 bits the search of one and two plies is the plain one, up to how lines are rounded."""
    assert on_64_bits(rows, ply, fours) == pytest.approx(expected(rows, ply, fours), abs=SLACK)


@settings(slow, max_examples=8)
@given(boards(4, 4, 2, 4), FOURS)
def test_64_bits_deep(rows: Rows, fours: float) -> None:
    """On 64 bits the search of three plies is the plain one."""
    assert on_64_bits(rows, 3, fours) == pytest.approx(expected(rows, 3, fours), abs=SLACK)


@slow
@given(boards(4, 4, 9, 12), FOURS, st.sampled_from([0.0, 1e-3, 0.02, 0.3]))
def test_both_cut_alike(rows: Rows, fours: float, least: float) -> None:
    """What comes too rarely is left out by both searches alike."""
    assert on_64_bits(rows, 3, fours, least) == pytest.approx(on_any(rows, 3, fours, least), abs=SLACK)


def test_tables() -> None:
    """Every row's entry says what the plain law does to it, and what the rules of thumb think of it."""
    _moves, does, lines = heuristic.tables()
    for row in range(0, 65536, 7):
        powers = [row >> 4 * i & 15 for i in range(4)]
        line = tuple(1 << power if power else 0 for power in powers)
        assert lines[row] == pytest.approx(thinks_of_line(line), abs=0.51)
        for side in (1, -1):
            slid = slide_line(line[::side])[0][::side]
            if max(slid) > 32768:
                slid = line
            word = int(does[4 * row + (side < 0)])
            assert [word >> 16 * i & 15 for i in range(4)] == [tile.bit_length() - 1 if tile else 0 for tile in slid]


def test_budget() -> None:
    """A search whose budget is too small says so."""
    values, counts = np.empty(4), np.zeros(3, np.int64)
    known = heuristic.memory(1 << 10)
    board = np.uint64(0x1234_0001_0020_0300)
    question = Question(0.1, 0, 4, 0.0, 1000, LOST, 1)
    assert not heuristic.search(board, heuristic.tables(), question, known, values, counts)
    keys, worth = np.zeros(1 << 10, np.uint64), np.zeros(1 << 10)
    cells = np.array([1, 2, 0, 0, 3, 0, 0, 0, 0], np.uint8)
    weights = expectimax_any.line_weights()
    rules, limits = KernelRules(3, 3, 0, 0.1, 0, -1), Limits(4, 0.0, 1000, float(LOST), WON)
    assert not expectimax_any.search(cells, rules, limits, weights, Memory(keys, worth), values, counts)


def test_questions_apart() -> None:
    """What was remembered for one question is not taken for another, as by other chances."""
    board = np.uint64(0x1234_2101_5620_7312)

    def ask(known: np.ndarray, question: int, fours: float) -> list[float]:
        values, counts = np.empty(4), np.zeros(2, np.int64)
        asked = Question(fours, 0, 4, 0.0, 1 << 40, LOST, question)
        assert heuristic.search(board, heuristic.tables(), asked, known, values, counts)
        found: list[float] = values.tolist()
        return found

    shared = heuristic.memory(1 << 14)
    for question, fours in enumerate((0.1, 0.9, 0.5), 1):
        assert ask(shared, question, fours) == pytest.approx(ask(heuristic.memory(1 << 14), 1, fours))
