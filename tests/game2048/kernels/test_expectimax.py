"""Does the search find what a plain expectimax finds, by the plain law and in plain Python?"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any

import numpy as np
import pytest

from tessella.game2048.kernels import expectimax
from tessella.game2048.kernels.bitboard import TENTH, row_table
from tessella.game2048.kernels.ntuple import STEM, NTuples
from tessella.game2048.sliding import DIRECTIONS, Rows, slide

Weights = np.ndarray[tuple[int], np.dtype[Any]]

STEMS = ((0, 1, 2, 4, 5), (4, 5, 6, 8, 9), (8, 9, 10, 12, 13))
SIXTHS = ((3, 6), (7, 10), (11, 14))
"""The cells of the network, as its drawing has them."""

CROWDED = ((2, 4, 0, 4), (64, 16, 256, 2), (8, 512, 32, 1024), (4096, 8, 128, 0))
EARLY = ((2, 0, 0, 0), (4, 2, 0, 0), (16, 8, 4, 0), (64, 32, 8, 2))


# --- An expectimax that is slow and plain ----------------------------------------------------------------------------


@lru_cache(maxsize=1)
def network(dtype: str, stems: int = 2, stages: int = 1) -> Weights:
    """Return weights without any pattern: a run of random numbers, over and over."""
    run = np.random.default_rng(7).integers(-900, 900, 1_000_003)
    return np.resize(run.astype(dtype), stages * stems * STEM)


def teardown_module() -> None:
    """Let go of the network, which is large."""
    network.cache_clear()


def powers(rows: Rows) -> list[int]:
    """Return the power of two in each cell."""
    return [tile.bit_length() - 1 if tile else 0 for tile in chain.from_iterable(rows)]


def symmetries(cells: list[int]) -> list[list[int]]:
    """Return the board seen from all sides."""
    seen = []
    for _quarter in range(4):
        cells = [cells[4 * (3 - c) + r] for r in range(4) for c in range(4)]
        seen += [cells, [cells[4 * r + 3 - c] for r in range(4) for c in range(4)]]
    return seen


def judged(rows: Rows, weights: Weights, stems: int = 2, stages: int = 1) -> float:
    """Return the sum of a board's weights."""
    held = {tile for row in rows for tile in row}
    if stages > 1 and 32768 in held:  # seen with the tiles above the largest gap halved
        gap = max(1 << n for n in range(1, 16) if 1 << n not in held)
        rows = tuple(tuple(tile // 2 if tile > gap else tile for tile in row) for row in rows)
        held = {tile for row in rows for tile in row}
    late = stages > 1 and 16384 in held
    first = stems * (2 if late and stages > 2 and 8192 in held else int(late))
    total = 0.0
    for cells in symmetries(powers(rows)):
        for stem in range(stems):
            five = sum(cells[cell] << (4 * i) for i, cell in enumerate(STEMS[stem]))
            for which, sixth in enumerate(SIXTHS[stem]):
                total += float(weights[(((first + stem) << 20 | five) << 5) | which << 4 | cells[sixth]])
    return total


def expected(rows: Rows, depth: int, fours: float, judge: Any, cut: float = 0.0) -> float:
    """Return what a board after a move is worth, so many new tiles ahead."""
    if depth == 0:
        return float(judge(rows))
    empty = [(r, c) for r in range(4) for c in range(4) if not rows[r][c]]
    total = 0.0
    for tile, chance in ((2, 1 - fours), (4, fours)):
        if not chance:
            continue
        deeper = depth - 1 - (depth > 1 and chance / len(empty) < cut)
        for r, c in empty:
            filled = (*rows[:r], (*rows[r][:c], tile, *rows[r][c + 1 :]), *rows[r + 1 :])
            best = 0.0
            for after, points in after_moves(filled):
                best = max(best, points + expected(after, deeper, fours, judge, cut))
            total += chance / len(empty) * best
    return total


def after_moves(rows: Rows) -> list[tuple[Rows, int]]:
    """Return the boards after each move that there is, and its points."""
    slid = [slide(rows, move) for move in DIRECTIONS]
    return [(after, sum(merged)) for after, merged in slid if after != rows]


def bits(rows: Rows) -> int:
    """Return a board as the kernel takes it."""
    return sum(power << (4 * i) for i, power in enumerate(powers(rows)))


def searched(  # noqa: PLR0917 - one decision each
    boards: Sequence[Rows],
    depth: int,
    weights: Weights,
    fours: float = 0.1,
    cut: float = 0.0,
    unit: float = 1.0,
    stages: int = 1,
    work: expectimax.Workspace | None = None,
) -> list[float]:
    """Return what the kernel says."""
    work = work or expectimax.workspace(12)
    expectimax.begin(work, [bits(rows) for rows in boards], depth)
    arrays = NTuples(weights, unit, len(weights) // (STEM * stages), stages)
    assert expectimax.search(row_table(), arrays, fours, cut, 0, 1 << 60, work)
    return [float(value) for value in work.values[: len(boards)]]


# --- Held equal ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["int16", "float32"])
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_the_value_is_that_of_a_plain_expectimax(dtype: str, depth: int) -> None:
    """What the kernel finds at one to three plies is what plain Python finds."""
    weights = network(dtype)
    boards = [CROWDED, EARLY] if depth < 2 else [CROWDED]
    wanted = [expected(rows, depth, 0.1, lambda board: judged(board, weights)) for rows in boards]
    assert searched(boards, depth, weights) == pytest.approx(wanted, rel=1e-6, abs=0.01)


@pytest.mark.parametrize(("stems", "stages"), [(1, 1), (3, 1), (2, 2), (2, 3), (3, 3)])
def test_other_networks_are_read_as_well(stems: int, stages: int) -> None:
    """Networks of one stem and of three, and of stages, give what their weights sum up to."""
    weights = network("int16", stems, stages)
    both = ((2, 4, 0, 4), (64, 16, 256, 2), (8, 512, 16384, 1024), (4096, 8, 128, 8192))
    alone = ((2, 4, 0, 4), (64, 16, 256, 2), (8, 512, 16384, 1024), (4096, 8, 128, 2048))
    pair = ((2, 4, 0, 4), (64, 16, 256, 2), (8, 16384, 16384, 1024), (4096, 8, 128, 8192))
    boards = [CROWDED, both, alone, pair]
    wanted = [expected(rows, 1, 0.1, lambda board: judged(board, weights, stems, stages)) for rows in boards]
    assert searched(boards, 1, weights, stages=stages) == pytest.approx(wanted, rel=1e-6, abs=0.01)


@pytest.mark.parametrize("fours", [0.0, 0.25, 1.0])
def test_the_chance_of_a_four_counts(fours: float) -> None:
    """New tiles come by the chance of a 4 that is asked for, none at all included."""
    weights = network("int16")
    wanted = expected(CROWDED, 2, fours, lambda board: judged(board, weights))
    assert searched([CROWDED], 2, weights, fours) == pytest.approx([wanted], rel=1e-6, abs=0.01)


def test_the_unit_turns_steps_into_points() -> None:
    """A weight is worth so many points, and points of moves stay what they are."""
    weights = network("int16")
    wanted = expected(CROWDED, 1, 0.1, lambda board: 24.5 * judged(board, weights))
    assert searched([CROWDED], 1, weights, unit=24.5) == pytest.approx([wanted], rel=1e-6)


@pytest.mark.parametrize("cut", [0.06, 0.3])
def test_rare_tiles_are_looked_at_one_ply_less(cut: float) -> None:
    """A new tile of a smaller chance than asked for is searched one ply less deep, wherever it comes."""
    weights = network("int16")
    wanted = expected(CROWDED, 3 if cut > 0.1 else 2, 0.1, lambda board: judged(board, weights), cut)
    found = searched([CROWDED], 3 if cut > 0.1 else 2, weights, cut=cut)
    assert found == pytest.approx([wanted], rel=1e-6, abs=0.01)
    assert found != searched([CROWDED], 3 if cut > 0.1 else 2, weights)


@pytest.mark.parametrize(
    "top",
    [
        ((0, 2, 128, 64), (256, 64, 512, 32)),
        ((0, 0, 128, 64), (256, 64, 512, 32)),
        ((0, 2, 128, 64), (2, 64, 512, 32)),
        ((0, 4, 128, 64), (2, 2048, 512, 32)),
    ],
)
def test_a_game_that_ends_soon_is_worth_what_all_its_ends_are(top: Rows) -> None:
    """Where every line of play ends within the search, the value is the exact one, whatever the network says."""

    @cache
    def exact(rows: Rows) -> float:
        empty = [(r, c) for r in range(4) for c in range(4) if not rows[r][c]]
        total = 0.0
        for r, c in empty:
            for tile, chance in ((2, 0.9), (4, 0.1)):
                filled = (*rows[:r], (*rows[r][:c], tile, *rows[r][c + 1 :]), *rows[r + 1 :])
                moves = [points + exact(after) for after, points in after_moves(filled)]
                total += chance / len(empty) * max(moves, default=0.0)
        return total

    stiff = (*top, (1024, 2048 if top[1][1] == 64 else 64, 4096, 16), (8192, 16384, 32768, 64))
    found = searched([stiff], expectimax.MAX_DEPTH, network("int16"))
    assert found == pytest.approx([exact(stiff)], rel=1e-6)
    assert found[0] > 1


def test_the_table_changes_no_value() -> None:
    """A table with room for everything, one with hardly any, and one full of other searches give the same numbers."""
    weights = network("int16")
    large, tight = expectimax.workspace(16), expectimax.workspace(1)
    first = searched([CROWDED, EARLY], 3, weights, work=large)
    assert first == searched([CROWDED, EARLY], 3, weights, work=tight)
    assert tight.state[expectimax.NODES] > large.state[expectimax.NODES]
    for fours, depth in ((0.5, 3), (0.1, 2)):
        assert searched([CROWDED], depth, weights, fours, work=large) == searched([CROWDED], depth, weights, fours)
    assert first == searched([CROWDED, EARLY], 3, weights, work=large)


def test_a_search_goes_on_where_it_stopped() -> None:
    """A search in small pieces gives what it gives in one."""
    weights = network("int16")
    work = expectimax.workspace(12)
    expectimax.begin(work, [bits(CROWDED)], 3)
    calls = 1
    arrays = NTuples(weights, 1.0, 2, 1)
    while not expectimax.search(row_table(), arrays, 0.1, 0.0, 0, 10, work):
        calls += 1
    assert calls > 5
    assert [float(work.values[0])] == searched([CROWDED], 3, weights)


def test_two_32768_that_meet_bring_their_points() -> None:
    """Where two 32768 can merge, 65536 points are counted, and the board is not looked at any deeper."""
    rows = ((32768, 32768, 2, 4), (16, 64, 8, 16), (4, 128, 256, 8), (2, 8, 1024, 0))
    weights = np.zeros(2 * STEM, np.int16)
    for depth in (1, 2):
        value = searched([rows], depth, weights)[0]
        assert 65536 <= value < 65536 + 100


# --- Games -----------------------------------------------------------------------------------------------------------


def test_a_game_ends_with_the_merge_of_two_32768() -> None:
    """In bulk play two 32768 that meet end the game, with their points and a 65536 as its largest tile."""
    work = expectimax.workspace()
    work.games[0] = bits(((32768, 32768, 2, 4), (16, 64, 8, 16), (4, 128, 256, 8), (2, 8, 1024, 0)))
    playing, log = np.array([[1, 1000, 77, 0]]), np.full((1, 4), -1)
    games = expectimax.Games(np.zeros(1, np.uint64), playing, log, np.uint64(0), TENTH, 16)
    assert expectimax.play(row_table(), NTuples(network("int16"), 1.0, 2, 1), 1, 0.0, 10, games, work) == 0
    assert log[0, :3].tolist() == [1000 + 65536, 78, 16]


# --- The signature ---------------------------------------------------------------------------------------------------


def test_the_signature_of_the_search() -> None:
    """A fixed search of a fixed network looks at as many boards as ever, and finds the same value."""
    work = expectimax.workspace(16)
    values = searched([CROWDED, EARLY], 3, network("int16"), work=work)
    signature = (
        int(work.state[expectimax.NODES]),
        int(work.state[expectimax.LEAVES]),
        [round(value, 2) for value in values],
    )
    assert signature == SIGNATURE


SIGNATURE = (459, 8419, [1562.39, 4995.97])
"""Boards whose new tiles were looked at, boards that the network judged, values. A change that means to keep the
search what it is leaves them as they are; one that does not says why."""
