"""Do many games at once obey the law?"""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tessella.compiled.simd import LANES
from tessella.errors import TessellaError
from tessella.game2048 import DIRECTIONS, RULES, Board, Rules
from tessella.game2048.sliding import Rows, slide
from tessella.game2048.vector_env import DISABLED, NEXT_STEP, SAME_STEP, Games, Step, _KernelGames, _PlainGames, games

BIT64 = (1 << 64) - 1
MODES = [NEXT_STEP, SAME_STEP, DISABLED]
PACKED_RULES = [
    Rules(),
    RULES["coinflip"],
    RULES["notebook"],
    Rules(fours=0),
    Rules(fours=100),
    Rules(tiles=5, fours=33),
    Rules(target=64, ends=True),
    Rules(target=16, ends=True),
    Rules(tiles=16, fours=50),
    Rules(tiles=1, target=1 << 17, ends=True),
]


def begun(many: Games, n: int, seed: int) -> Games:
    """Return games of a seed, all of them at their start."""
    everyone = np.ones(n, np.bool_)
    many.seed(seed, everyone)
    many.begin(everyone)
    return many


def by_law(rules: Rules, n: int, mode: int = NEXT_STEP, penalty: float = 0.0) -> _PlainGames:
    """Return games by the plain law, also where `games` would have the kernel play."""
    return _PlainGames(rules, n, mode=mode, penalty=penalty)


def tiles(cells: Any) -> Rows:
    """Return a board's tiles from their powers of two."""
    return tuple(tuple(1 << int(power) if power else 0 for power in row) for row in cells)


def set_boards(many: Games, boards: list[Rows]) -> None:
    """Put tiles on the boards of games that the kernel plays."""
    assert isinstance(many, _KernelGames)
    flat = many._games.boards.reshape(-1)
    for i, rows in enumerate(boards):
        powers = [tile.bit_length() - 1 if tile else 0 for row in rows for tile in row]
        flat[i] = sum(power << 4 * cell for cell, power in enumerate(powers))


def same(one: Step, other: Step) -> None:
    """Check that two steps tell the same."""
    for name in ("cells", "legal", "points", "terminated", "truncated", "ended", "last_cells", "last_legal"):
        a, b = getattr(one, name), getattr(other, name)
        assert a.shape == b.shape, name
        assert a.dtype == b.dtype, name
        assert (a == b).all(), name


# --- The stream of luck, told again from docs/environments.md ---


def stream(seed: int, number: int) -> Any:
    """Yield the numbers of a board's stream."""

    def mixed(z: int) -> int:
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & BIT64
        z = (z ^ z >> 27) * 0x94D049BB133111EB & BIT64
        return z ^ z >> 31

    gamma = 0x9E3779B97F4A7C15
    state = mixed((mixed(seed + gamma & BIT64) ^ number) + gamma & BIT64)
    while True:
        state = state + gamma & BIT64
        yield mixed(state)


def with_tile(rows: Rows, bits: int, fours: int) -> Rows:
    """Return the rows with the tile that a number brings."""
    empty = [(r, c) for r, row in enumerate(rows) for c, tile in enumerate(row) if not tile]
    where = empty[int((bits >> 32) / 2**32 * len(empty))]
    value = 4 if (bits % 2**32) * 100 < fours * 2**32 else 2
    return tuple(tuple(value if (r, c) == where else tile for c, tile in enumerate(row)) for r, row in enumerate(rows))


@pytest.mark.parametrize("make", [games, by_law])
@pytest.mark.parametrize("seed", [0, 42, 2**64 - 1])
def test_luck_is_as_specified(make: Any, seed: int) -> None:
    """Every tile of a board comes from its own stream of the seed, a number a tile, as the docs tell."""
    n, rules = 11, Rules(fours=30)
    many = begun(make(rules, n), n, seed)
    streams = [stream(seed, i) for i in range(n)]
    boards = []
    for luck in streams:
        rows: Rows = ((0,) * 4,) * 4
        for _ in range(2):
            rows = with_tile(rows, next(luck), 30)
        boards.append(rows)
    assert [tiles(cells) for cells in many.look()[0]] == boards
    rng = np.random.default_rng(seed % 1000)
    for _ in range(60):
        actions = rng.integers(0, 4, n)
        step = many.step(actions)
        for i, action in enumerate(actions.tolist()):
            slid = slide(boards[i], DIRECTIONS[action])[0]
            if slid != boards[i]:
                boards[i] = with_tile(slid, next(streams[i]), 30)
        assert [tiles(cells) for cells in step.cells] == boards
        if step.terminated.any():
            break


def test_starts_are_as_likely_as_they_should_be() -> None:
    """Of 40,000 starts each pair of cells has its share, and so have the fours: chi square, at five sigma or so."""
    n = 40_000
    cells = begun(games(Rules(fours=25), n), n, 6).look()[0].reshape(n, 16)
    assert ((cells > 0).sum(1) == 2).all()
    places = np.sort(np.nonzero(cells)[1].reshape(n, 2), 1)
    _pairs, counts = np.unique(places, axis=0, return_counts=True)
    expected = n / 120
    assert len(counts) == 120
    assert ((counts - expected) ** 2 / expected).sum() < 119 + 5 * (2 * 119) ** 0.5
    assert abs((cells == 2).sum() - n / 2) < 5 * (2 * n * 0.25 * 0.75) ** 0.5


def test_the_documented_games_are_played() -> None:
    """The page's table of starts and moves holds, by its own rules told again here."""
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| (\d+) \| (\d+) \| `(.*)` \| `(.*)` \|$", page, re.MULTILINE)
    assert len(told) == 4
    for seed, number, first, last in told:
        luck = stream(int(seed), int(number))
        rows: Rows = ((0,) * 4,) * 4
        for _ in range(2):
            rows = with_tile(rows, next(luck), 10)
        assert rows == Board.parse(first).rows
        for move in ("left", "up", "right"):
            slid = slide(rows, move)[0]
            rows = with_tile(slid, next(luck), 10) if slid != rows else rows
        assert rows == Board.parse(last).rows


# --- The kernel against the law ---


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("rules", PACKED_RULES, ids=str)
def test_kernel_and_law_play_the_same_games(rules: Rules, mode: int) -> None:
    """Move for move, illegal ones and ends included, both tell the same."""
    n, rng = LANES + 3, np.random.default_rng(5)
    packed = begun(games(rules, n, mode=mode, penalty=0.25), n, 7)
    law = begun(by_law(rules, n, mode, 0.25), n, 7)
    assert isinstance(packed, _KernelGames)
    for _ in range(180):
        actions = rng.integers(0, 4, n)
        if mode == DISABLED and packed.over:
            assert packed.over == law.over
            which = np.arange(n) % 2 == rng.integers(0, 2)
            packed.begin(which)
            law.begin(which)
        same(packed.step(actions), law.step(actions))
        assert [array.tolist() for array in packed.look()] == [array.tolist() for array in law.look()]


# --- The limit ---


@pytest.mark.parametrize("mode", MODES)
def test_two_32768_truncate(mode: int) -> None:
    """Where 65536 would arise the board stays, and its episode is truncated and not terminated."""
    stuck: Rows = ((32768, 0, 0, 32768), (2, 0, 0, 0), (0, 0, 0, 0), (0, 2, 4, 2))
    free: Rows = ((32768, 16384, 16384, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 2))
    for action in (0, 1):
        many = begun(games(Rules(), 3, mode=mode), 3, 9)
        set_boards(many, [stuck, free, tuple(zip(*stuck, strict=True))])
        assert many.look()[1][0].tolist() == [1, 1, 1, 1]
        step = many.step(np.array([action, action, action + 2]))
        assert step.truncated.tolist() == [True, False, True]
        assert step.terminated.tolist() == [False, False, False]
        assert step.points.tolist() == [0, 32768, 0]
        assert 32768 in np.array(tiles(step.cells[1]))
        if mode == SAME_STEP:
            assert step.ended.tolist() == [0, 2]
            assert tiles(step.last_cells[0]) == stuck
            assert step.last_legal.tolist() == [[1, 1, 1, 1]] * 2
            assert (step.cells[0] > 0).sum() == 2
        else:
            assert tiles(step.cells[0]) == stuck
        if mode == DISABLED:
            assert many.over == 2
        if mode == NEXT_STEP:
            after = many.step(np.array([action, 3, 0]))
            assert not after.truncated.any()
            assert (after.cells[0] > 0).sum() == 2


def test_a_move_past_the_limit_is_made() -> None:
    """Two 32768 that do not meet are tiles like others, and 32768 can be made."""
    rows: Rows = ((32768, 2, 2, 32768), (16384, 0, 0, 0), (16384, 0, 0, 0), (0, 0, 0, 0))
    many = begun(games(Rules(), 1), 1, 9)
    set_boards(many, [rows])
    step = many.step(np.array([2]))
    assert not step.truncated.any()
    assert step.points[0] == 32768
    assert tiles(step.cells[0])[1][0] == 32768


# --- The same whatever ---


@pytest.mark.parametrize("mode", MODES[:2])
def test_games_do_not_depend_on_their_number_or_on_threads(mode: int) -> None:
    """Board i plays the same game among 5, 64 or 300 boards, on one thread or three, copied or not."""
    rng = np.random.default_rng(1)
    actions = rng.integers(0, 4, (150, 300))

    def played(n: int, threads: int = 1, *, copy: bool = True) -> list[Any]:
        many = begun(games(Rules(), n, mode=mode, threads=threads, copy=copy), n, 4)
        seen = []
        for row in actions:
            step = many.step(row[:n])
            seen.append([step.cells[:5].tolist(), step.points[:5].tolist(), step.terminated[:5].tolist()])
        many.close()
        return seen

    one = played(300)
    assert played(5) == one
    assert played(64, threads=3) == one
    assert played(300, threads=3) == one
    assert played(300, copy=False) == one


def test_streams_go_on_and_begin_again() -> None:
    """Without a seed games go on with their luck; the same seed gives the same games, for some boards alone too."""
    for many in (begun(games(Rules(), 9), 9, 3), begun(by_law(Rules(), 9), 9, 3)):
        first = many.look()[0].copy()
        everyone = np.ones(9, np.bool_)
        many.begin(everyone)
        second = many.look()[0].copy()
        assert (first != second).any()
        some = np.arange(9) < 4
        many.seed(3, some)
        many.begin(some)
        third = many.look()[0]
        assert (third[some] == first[some]).all()
        assert (third[~some] == second[~some]).all()


def test_what_a_step_gave_stays() -> None:
    """A step overwrites nothing that an earlier one returned, unless that is asked for."""
    for copy in (True, False):
        many = begun(games(Rules(), 16, copy=copy), 16, 3)
        one = many.step(np.zeros(16, np.int64))
        kept = one.cells.copy()
        other = many.step(np.ones(16, np.int64))
        assert np.shares_memory(one.cells, other.cells) is not copy
        assert (one.cells == kept).all() is np.True_ if copy else (one.cells == other.cells).all()


def test_the_boards_that_fill_a_word_are_nobodys() -> None:
    """The boards behind the last one are in no result and keep nobody waiting."""
    many = begun(games(Rules(target=8, ends=True), 3, mode=DISABLED), 3, 1)
    assert 3 % LANES
    assert many.over == 0
    step = many.step(np.array([0, 1, 2]))
    assert many.over == step.terminated.sum()


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (np.zeros(4, np.int64), "expected 3 whole numbers as actions, got '(4,)' of int64"),
        (np.zeros((3, 1), np.int64), "got '(3, 1)' of int64"),
        (np.zeros(3), "got '(3,)' of float64"),
        (np.zeros(3, np.bool_), "of bool"),
        (np.array([0, 4, 9]), "expected actions from 0 to 3 (left, right, up, down), got '4'"),
        (np.array([0, 1, -1]), "got '-1'"),
        (["left", "up", "down"], "of <U4"),
        (3, "got '()' of int64"),
    ],
)
def test_actions_that_are_none(actions: Any, said: str) -> None:
    """Actions of another shape, kind or number are refused in one sentence, and change nothing."""
    for many in (begun(games(Rules(), 3), 3, 1), begun(by_law(Rules(), 3), 3, 1)):
        before = many.look()[0].tolist()
        with pytest.raises(TessellaError) as caught:
            many.step(actions)
        assert said in str(caught.value)
        assert many.look()[0].tolist() == before


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int32, np.uint64, np.int64])
def test_actions_of_any_width(dtype: Any) -> None:
    """Whole numbers of every width serve as actions, and so do lists and slices."""
    many, other = (begun(games(Rules(), 12), 12, 1) for _ in range(2))
    actions = np.arange(24) % 4
    wide = np.repeat(actions.astype(dtype), 2)[::2][:12]
    same(many.step(wide), other.step(actions[:12].tolist()))


def test_numbers_that_are_none() -> None:
    """No boards, or no threads, are refused in one sentence."""
    for n, threads in ((0, 1), (-3, 1), (1, 0)):
        with pytest.raises(TessellaError, match="expected a whole number of at least 1"):
            games(Rules(), n, threads=threads)
