"""Tests of the bitboard: all that it does against the plain law, which shares no code with it."""

from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest

from tessella.compiled import splitmix64
from tessella.compiled.jit import kernel
from tessella.game2048.kernels import bitboard as bb
from tessella.game2048.sliding import DIRECTIONS, Rows, slide
from tessella.rng import GAMMA, MASK, mix64

Array = np.ndarray[Any, np.dtype[Any]]


@kernel
def _slide(boards: Array, table: Array, after: Array, points: Array, stuck: Array) -> None:
    for n in range(len(boards)):
        stuck[n] = bb.slide_all(boards[n], table, after[n], points[n])


@kernel
def _turn(boards: Array, turned: Array) -> None:
    for n in range(len(boards)):
        turned[n, 0] = bb.transpose(boards[n])
        turned[n, 1] = bb.empty_cells(boards[n])


@kernel
def _spawn(boards: Array, luck: Array, spawned: Array, mixed: Array, started: Array) -> None:
    for n in range(len(boards)):
        spawned[n] = bb.spawn(boards[n], luck[n], bb.TENTH)
        mixed[n] = splitmix64.mix64(luck[n])
        started[n] = bb.start(luck[n])


@kernel
def _wander(board: bb.Bits, table: Array, luck: Array, moves: int, total: Array) -> None:
    """Play so many random moves from a board, once for each stream of luck; write the points of each."""
    after, points = np.zeros(4, np.uint64), np.zeros(4, np.int64)
    for n in range(len(luck)):
        here, state = board, luck[n]
        for _ in range(moves):
            bb.slide_all(here, table, after, points)
            ways = 0
            for way in range(4):
                ways += after[way] != here
            if ways == 0:
                break
            state += splitmix64.GAMMA
            chosen = ((splitmix64.mix64(state) >> np.uint64(32)) * np.uint64(ways)) >> np.uint64(32)
            for way in range(4):
                if after[way] != here:
                    if chosen == 0:
                        break
                    chosen -= np.uint64(1)
            total[n] += points[way]
            state += splitmix64.GAMMA
            here = bb.spawn(after[way], splitmix64.mix64(state), bb.TENTH)


def bits_of(rows: Rows) -> int:
    """Return a board as its number."""
    cells = [tile.bit_length() - 1 if tile else 0 for row in rows for tile in row]
    return sum(power << 4 * at for at, power in enumerate(cells))


def rows_of(board: int, wide: int = 4) -> Rows:
    """Return the tiles of a board, or of a row of it."""
    tiles = [1 << power if (power := int(board) >> 4 * at & 15) else 0 for at in range(16)]
    return tuple(tuple(tiles[at : at + wide]) for at in range(0, 16, wide))


def random_boards(n: int, seed: int, least: int = 0, most: int = 15) -> Array:
    """Return boards of random tiles, some of them crowded with equal ones, some nearly empty."""
    luck = np.random.default_rng(seed)
    powers = luck.integers(least, most, (n, 16), endpoint=True)
    powers[luck.random((n, 16)) < luck.random((n, 1)) * 0.7] = 0
    powers[: n // 4] = np.where(powers[: n // 4] > 0, luck.integers(13, 15, (n // 4, 16), endpoint=True), 0)
    return packed(powers)


def packed(powers: Array) -> Array:
    """Return boards of sixteen powers of two each as numbers."""
    cells = powers.reshape(-1, 16).astype(np.uint64) << (4 * np.arange(16, dtype=np.uint64))
    boards: Array = cells.sum(axis=1, dtype=np.uint64)
    return boards


def played_boards(n: int, seed: int) -> Array:
    """Return the positions of random games by the plain law."""
    luck = np.random.default_rng(seed)
    found: list[int] = []
    while len(found) < n:
        rows: Rows = ((0,) * 4,) * 4
        while True:
            empty = [(r, c) for r, c in product(range(4), repeat=2) if not rows[r][c]]
            at = empty[luck.integers(len(empty))]
            tile = 4 if luck.random() < 0.1 else 2
            rows = tuple(tuple(tile if (r, c) == at else rows[r][c] for c in range(4)) for r in range(4))
            found.append(bits_of(rows))
            moved = [new for way in DIRECTIONS if (new := slide(rows, way)[0]) != rows]
            if not moved:
                break
            rows = moved[luck.integers(len(moved))]
    return np.array(found[:n], np.uint64)


def test_the_row_table_is_the_plain_law() -> None:
    """Every one of the 65,536 rows moves to both sides, and scores, as the plain law has it, unless 32768s merge."""
    for row, entry in enumerate(map(int, bb.row_table())):
        rows = rows_of(row)[:1]
        left, right = slide(rows, "left"), slide(rows, "right")
        if 65536 in left[1]:
            assert entry == row | row << 16 | 1 << 63
        else:
            assert entry & 0xFFFF == bits_of(left[0])
            assert entry >> 16 & 0xFFFF == bits_of(right[0])
            assert entry >> 32 == sum(left[1]) == sum(right[1])


@pytest.mark.parametrize("boards", [random_boards(4000, 1), played_boards(4000, 2)], ids=["random", "played"])
def test_moves_are_the_plain_law(boards: Array) -> None:
    """All four moves of random boards, and of those in random games, and their points are those of the plain law."""
    after, points = np.zeros((len(boards), 4), np.uint64), np.zeros((len(boards), 4), np.int64)
    stuck = np.zeros(len(boards), np.uint64)
    _slide(boards, bb.row_table(), after, points, stuck)
    for n, board in enumerate(boards):
        rows = rows_of(int(board))
        moved = [slide(rows, way) for way in DIRECTIONS]
        assert bool(stuck[n]) == any(65536 in merged for _rows, merged in moved)
        for way, (new, merged) in enumerate(moved):
            if 65536 not in merged:
                assert rows_of(int(after[n, way])) == new
                assert points[n, way] == sum(merged)


def test_where_32768s_would_merge_the_rest_still_moves() -> None:
    """A row with two 32768 stays as it is and is reported; the other rows of that move slide."""
    board = bits_of(((32768, 0, 32768, 2), (2, 2, 0, 0), (0,) * 4, (0,) * 4))
    after, points, stuck = np.zeros((1, 4), np.uint64), np.zeros((1, 4), np.int64), np.zeros(1, np.uint64)
    _slide(np.array([board], np.uint64), bb.row_table(), after, points, stuck)
    assert stuck[0]
    assert rows_of(int(after[0, 0]))[:2] == ((32768, 0, 32768, 2), (4, 0, 0, 0))
    assert points[0, 0] == 4


def test_symmetries() -> None:
    """Transposed boards are what numpy makes of them, and the empty cells those that are."""
    boards = random_boards(500, 3)
    turned = np.zeros((len(boards), 2), np.uint64)
    _turn(boards, turned)
    for board, (transposed, empty) in zip(boards, turned, strict=True):
        tiles = np.array(rows_of(int(board)))
        assert (np.array(rows_of(int(transposed))) == tiles.T).all()
        assert (np.array(rows_of(int(empty))) == 2 * (tiles == 0)).all()


def test_luck_is_the_house_generator() -> None:
    """The kernel's bits are `rng.mix64`'s, and a spawn takes its cell from their high half, its value from the low."""
    boards = random_boards(2000, 4)[500:]
    boards = boards[[0 in sum(rows_of(int(board)), ()) for board in boards]]
    luck = np.random.default_rng(5).integers(0, MASK, len(boards), np.uint64, endpoint=True)
    spawned, mixed, started = (np.zeros(len(boards), np.uint64) for _ in range(3))
    _spawn(boards, luck, spawned, mixed, started)
    for n, board in enumerate(map(int, boards)):
        word = int(luck[n])
        assert int(mixed[n]) == mix64(word)
        assert int(spawned[n]) == slow_spawn(board, word)
        assert int(started[n]) == slow_spawn(slow_spawn(0, word), mix64(word + GAMMA & MASK))


def slow_spawn(board: int, word: int) -> int:
    """Return the board with a new tile, as the documentation tells it."""
    empty = [at for at in range(16) if not board >> 4 * at & 15]
    cell = empty[(word >> 32) * len(empty) >> 32]
    return board | (2 if (word & 0xFFFFFFFF) * 10 < 1 << 32 else 1) << 4 * cell


def test_spawns_are_even() -> None:
    """Over 200,000 spawns every empty cell is as likely as the others, and one tile in ten is a 4 (chi-squared)."""
    board = bits_of(((2, 4, 0, 8), (0, 16, 0, 32), (0,) * 4, (2, 0, 0, 4)))
    n = 200_000
    luck = np.array([mix64(k * GAMMA & MASK) for k in range(n)], np.uint64)
    spawned, mixed, started = (np.zeros(n, np.uint64) for _ in range(3))
    _spawn(np.full(n, board, np.uint64), luck, spawned, mixed, started)
    counts = Counter(int(new) ^ board for new in spawned)
    empty = [at for at in range(16) if not board >> 4 * at & 15]
    expected = {power << 4 * at: n * share / len(empty) for at in empty for power, share in ((1, 0.9), (2, 0.1))}
    assert counts.keys() == expected.keys()
    chi = sum((counts[kind] - count) ** 2 / count for kind, count in expected.items())
    assert chi < 41  # 17 degrees of freedom: one time in a thousand


def exact(rows: Rows, moves: int) -> float:
    """Return the points that random moves make on average, by going through all that can happen."""
    moved = [(new, sum(merged)) for way in DIRECTIONS for new, merged in [slide(rows, way)] if new != rows]
    if not moved or not moves:
        return 0.0
    total = 0.0
    for new, points in moved:
        total += points
        if moves > 1:
            empty = [(r, c) for r, c in product(range(4), repeat=2) if not new[r][c]]
            for (r, c), (tile, share) in product(empty, ((2, 0.9), (4, 0.1))):
                line = (*new[r][:c], tile, *new[r][c + 1 :])
                total += share / len(empty) * exact((*new[:r], line, *new[r + 1 :]), moves - 1)
    return total / len(moved)


def test_random_play_scores_what_it_must() -> None:
    """Three random moves from a crowded board make on average what going through all that can happen says."""
    rows = ((2, 4, 8, 16), (2, 4, 16, 8), (32, 2, 4, 2), (0, 2, 8, 4))
    n = 200_000
    luck = np.array([mix64(k) for k in range(n)], np.uint64)
    total = np.zeros(n, np.int64)
    _wander(np.uint64(bits_of(rows)), bb.row_table(), luck, 3, total)
    assert abs(total.mean() - exact(rows, 3)) < 4 * total.std() / n**0.5
