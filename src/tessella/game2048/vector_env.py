"""Many games of 2048 that take a step at once, below the vector environment.

`games` returns as many as wanted, under any rules. On 4x4 boards where a tile merges once a move they are stepped by
the kernel (`_KernelGames`), others in plain Python, one after the other (`_PlainGames`). Both answer alike, and draw
tiles alike: board i of seed s has the stream that SplitMix64 gives from the state `fold(s, i)`, and each new tile takes
one number of it: the high half chooses among the empty cells, row by row, the low half the value.

    cells  = below(32 bits: empty cells, high)       a 4 if below(32 bits: 100, low) < the rules' chance of fours
"""

from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any, TypeAlias

import numpy as np

from tessella.compiled.simd import LANES, empty_aligned
from tessella.errors import TessellaError, quote, whole_number
from tessella.game2048.board import Board
from tessella.game2048.kernels import batch
from tessella.game2048.rules import Rules
from tessella.game2048.sliding import DIRECTIONS, Rows, exponents, slide, with_tile
from tessella.i18n import _
from tessella.rng import GAMMA, MASK, fold, mix64

NEXT_STEP, SAME_STEP, DISABLED = batch.NEXT_STEP, batch.SAME_STEP, batch.DISABLED  # how a game that is over is replaced

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

LIMIT = 15  # the largest power of two that a packed board can hold


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """What a step of n games gave.

    cells        (n, rows, cols) uint8     powers of two, 0 for an empty cell
    legal        (n, 4) int8               1 for each direction in which a board can move
    points       (n,) float64              of the merges, or less the penalty for a move that is not legal
    terminated   (n,) bool                 whether the game has ended
    truncated    (n,) bool                 whether the move would have made a tile that the board cannot hold
    ended        (k,) intp                 which games were over, where they began anew in the same step, in order
    last_cells   (k, rows, cols) uint8     the cells of those when they ended
    last_legal   (k, 4) int8               what was legal then
    """

    cells: Array
    legal: Array
    points: Array
    terminated: Array
    truncated: Array
    ended: Array
    last_cells: Array
    last_legal: Array


class Games(ABC):
    """Many games under the same rules."""

    def __init__(self, rules: Rules, n: int, *, mode: int, penalty: float) -> None:
        self.rules, self.n, self.mode, self.penalty = rules, n, mode, penalty
        self._pool: ThreadPoolExecutor | None = None
        self._over: Array = np.zeros(n, np.bool_)

    @property
    def over(self) -> int:
        """How many games are over, and wait."""
        return int(np.count_nonzero(self._over))

    @abstractmethod
    def seed(self, seed: int, which: Array) -> None:
        """Give the boards for which `which`, (n,) bool, is true their streams of random numbers, from the beginning."""

    @abstractmethod
    def begin(self, which: Array) -> None:
        """Start a new game on the boards for which `which`, (n,) bool, is true."""

    @abstractmethod
    def look(self) -> tuple[Array, Array]:
        """Return cells and legal moves as they stand, as in `Step`."""

    def step(self, actions: Any) -> Step:
        """Play each board's action, (n,) of whole numbers from 0 to 3, in the order of `DIRECTIONS`."""
        array = np.asarray(actions)
        if array.shape != (self.n,) or array.dtype.kind not in "iu":
            message = _("expected {n} whole numbers as actions, got {shape} of {dtype}")
            raise TessellaError(message, n=self.n, shape=quote(array.shape), dtype=array.dtype)
        numbers = np.ascontiguousarray(array, np.int64)
        if not batch.are_actions(numbers):
            wrong = next(action for action in array.tolist() if not 0 <= action < len(DIRECTIONS))
            message = _("expected actions from 0 to 3 ({names}), got {text}")
            raise TessellaError(message, names=", ".join(DIRECTIONS), text=wrong)
        return self._step(numbers)

    @abstractmethod
    def _step(self, actions: Array) -> Step: ...

    def close(self) -> None:
        """Let go of the threads."""
        if self._pool:
            self._pool.shutdown()


def games(
    rules: Rules, n: int, *, mode: int = NEXT_STEP, penalty: float = 0.0, threads: int = 1, copy: bool = True
) -> Games:
    """Return n games, not yet seeded or begun.

    `mode` is what becomes of games that are over, `penalty` what a move costs that is not legal, and changes nothing.
    Without `copy` what a step returns is overwritten by the next one.

    >>> import numpy as np
    >>> some = games(Rules(), 3)
    >>> some.seed(7, np.ones(3, np.bool_))
    >>> some.begin(np.ones(3, np.bool_))
    >>> some.step(np.array([0, 1, 2])).cells.shape
    (3, 4, 4)
    """
    n, threads = whole_number(n, "num_envs", 1), whole_number(threads, "threads", 1)
    if (rules.rows, rules.cols, rules.merging, rules.points) == (4, 4, "once", 0):
        return _KernelGames(rules, n, mode=mode, penalty=penalty, threads=threads, copy=copy)
    return _PlainGames(rules, n, mode=mode, penalty=penalty)


def planes(cells: Array, powers: int) -> Array:
    """Return boards as one-hot planes, one for each power of two from 0 (n, powers, rows, cols) uint8.

    >>> planes(np.array([[[0, 2]]], np.uint8), 3).tolist()
    [[[[1, 0]], [[0, 0]], [[0, 1]]]]
    """
    n, rows, cols = cells.shape
    out = np.empty((n, powers, rows * cols), np.uint8)
    batch.planes(cells.reshape(n, rows * cols), out)
    return out.reshape(n, powers, rows, cols)


def _none(n: int, rows: int, cols: int) -> tuple[Array, Array, Array]:
    return np.empty(n, np.intp), np.empty((n, rows, cols), np.uint8), np.empty((n, 4), np.int8)


def _output(vectors: int, finals: Array | None = None) -> batch.Output:
    n = LANES * vectors
    return batch.Output(
        cells=np.empty(2 * n, np.uint64),
        masks=np.empty(n, np.uint32),
        rewards=np.empty(n, np.float64),
        terminated=np.empty(n, np.uint8),
        truncated=np.empty(n, np.uint8),
        finals=empty_aligned(vectors) if finals is None else finals,
    )


def _cells_and_masks(out: batch.Output, n: int) -> tuple[Array, Array]:
    return out.cells.view(np.uint8).reshape(-1, 4, 4)[:n], out.masks.view(np.int8).reshape(-1, 4)[:n]


class _KernelGames(Games):
    """Games on 4x4 boards, eight in a vector."""

    def __init__(self, rules: Rules, n: int, *, mode: int, penalty: float, threads: int, copy: bool) -> None:
        super().__init__(rules, n, mode=mode, penalty=penalty)
        self.copy = copy
        vectors = -(-n // LANES)
        fours = -(-(rules.fours << 32) // 100)  # below(100, low half) < fours, as a bound on the low half
        at_start = 0 if rules.twos else fours
        ceiling = 128 - (min(rules.target.bit_length() - 1, LIMIT + 1) if rules.ends else LIMIT + 1)
        self._games = batch.Games(
            boards=empty_aligned(vectors),
            streams=empty_aligned(vectors),
            over=np.zeros(vectors * LANES, np.uint8),
            rules=np.array([fours, at_start, rules.tiles, ceiling], np.uint64),
        )
        self._games.boards[:] = self._games.streams[:] = 0
        self._over = self._games.over[:n]  # the boards that fill the last vector are nobody's
        self._actions = np.zeros(vectors * LANES, np.int64)
        parts = min(threads, vectors)
        self._parts = list(pairwise(vectors * part // parts for part in range(parts + 1)))
        if parts > 1:
            self._pool = ThreadPoolExecutor(parts)
        self._out = _output(vectors)

    def seed(self, seed: int, which: Array) -> None:
        batch.seed_streams(self._games.streams, np.uint64(fold([seed])), self._padded(which))

    def _padded(self, which: Array) -> Array:
        padded = np.zeros(len(self._games.over), np.uint8)
        padded[: self.n] = which
        return padded

    def begin(self, which: Array) -> None:
        batch.begin(self._games, self._padded(which))

    def look(self) -> tuple[Array, Array]:
        return self._look(self._games.boards, self.n)

    def _look(self, boards: Array, n: int) -> tuple[Array, Array]:
        out = _output(len(boards))
        batch.look(boards, self._games.rules, out.cells, out.masks)
        return _cells_and_masks(out, n)

    def _step(self, actions: Array) -> Step:
        if self.n % LANES:  # the boards that fill the last vector play on for nobody
            self._actions[: self.n] = actions
            actions = self._actions
        out = _output(len(self._games.boards), self._out.finals) if self.copy else self._out

        def part(edges: tuple[int, int]) -> int:
            return batch.step(self._games, actions, self.mode, self.penalty, out, *edges)

        over = sum(self._pool.map(part, self._parts) if self._pool else map(part, self._parts))
        terminated, truncated = (array.view(np.bool_)[: self.n] for array in (out.terminated, out.truncated))
        shown = *_cells_and_masks(out, self.n), out.rewards[: self.n], terminated, truncated
        if self.mode != SAME_STEP or not over:
            return Step(*shown, *_none(0, 4, 4))
        ended = np.flatnonzero(terminated | truncated)
        boards = empty_aligned(-(-len(ended) // LANES))
        boards.reshape(-1)[len(ended) :] = 0
        boards.reshape(-1)[: len(ended)] = out.finals.reshape(-1)[ended]
        return Step(*shown, ended, *self._look(boards, len(ended)))


class _PlainGames(Games):
    """Games under any rules, one after the other: slow, and right."""

    def __init__(self, rules: Rules, n: int, *, mode: int, penalty: float) -> None:
        super().__init__(rules, n, mode=mode, penalty=penalty)
        self._empty: Rows = ((0,) * rules.cols,) * rules.rows
        self._boards = [Board(rules, self._empty)] * n
        self._streams = [0] * n

    def seed(self, seed: int, which: Array) -> None:
        for i in np.flatnonzero(which).tolist():
            self._streams[i] = fold([seed, i])

    def begin(self, which: Array) -> None:
        for i in np.flatnonzero(which).tolist():
            rows = self._empty
            for _tile in range(self.rules.tiles):
                rows = self._with_tile(rows, i, 0 if self.rules.twos else self.rules.fours)
            self._boards[i] = Board(self.rules, rows)
            self._over[i] = False

    def _with_tile(self, rows: Rows, i: int, fours: int) -> Rows:
        self._streams[i] = (self._streams[i] + GAMMA) & MASK
        high, low = divmod(mix64(self._streams[i]), 1 << 32)
        empty = [cell for cell, tile in enumerate(chain(*rows)) if not tile]
        cell = divmod(empty[high * len(empty) >> 32], self.rules.cols)
        return with_tile(rows, cell, 4 if low * 100 >> 32 < fours else 2)

    def look(self) -> tuple[Array, Array]:
        return self._look(range(self.n))

    def _look(self, which: Any) -> tuple[Array, Array]:
        _number, cells, legal = _none(len(which), self.rules.rows, self.rules.cols)
        for at, i in enumerate(which):
            board = self._boards[i]
            cells[at].flat = exponents(board.rows)
            moves = board.moves()
            legal[at] = [move in moves for move in DIRECTIONS]
        return cells, legal

    def _step(self, actions: Array) -> Step:
        waiting = self._over.copy()
        if self.mode == NEXT_STEP:
            self.begin(waiting)
        points = np.zeros(self.n)
        for i in np.flatnonzero(~waiting).tolist():
            points[i] = self._play(i, DIRECTIONS[actions[i]])
        cells, legal = self.look()
        terminated: Array = np.logical_not(legal.any(axis=1))
        self._over = terminated.copy()
        ended, last_cells, last_legal = _none(0, self.rules.rows, self.rules.cols)
        if self.mode == SAME_STEP and terminated.any():
            ended = np.flatnonzero(terminated)
            last_cells, last_legal = cells[ended], legal[ended]
            self.begin(terminated)
            cells[ended], legal[ended] = self._look(ended.tolist())
        truncated = np.zeros(self.n, np.bool_)
        return Step(cells, legal, points, terminated, truncated, ended, last_cells, last_legal)

    def _play(self, i: int, move: str) -> float:
        board, rules = self._boards[i], self.rules
        rows, merged = slide(board.rows, move, rules.merging)
        if rows == board.rows or (rules.ends and board.is_won()):
            return -self.penalty if self.penalty else 0.0
        self._boards[i] = Board(rules, self._with_tile(rows, i, rules.fours))
        return float(rules.points_of(merged))


def warm_up() -> None:
    """Call the kernels, so that they are compiled."""
    some, which = games(Rules(), 1), np.ones(1, np.bool_)
    some.seed(0, which)
    some.begin(which)
    planes(some.step(np.zeros(1, np.int64)).cells, 16)
