"""Which move does a player choose that knows no training, only rules of thumb?

It looks ahead by expectimax and judges what it finds there by a heuristic, so it plays every size and all rules. A game
that is small enough, or so near its end that all of it can be looked at, is not judged but worked out.
"""

from collections.abc import Callable
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from tessella.errors import MoveError, quote
from tessella.game2048.board import Board
from tessella.game2048.kernels import expectimax_any, heuristic
from tessella.game2048.kernels.bitboard import Numbers, row_table
from tessella.game2048.kernels.expectimax_any import LINE
from tessella.game2048.sliding import DIRECTIONS
from tessella.i18n import _

if TYPE_CHECKING:
    from tessella.game2048.rules import Rules

__all__ = ["HeuristicPlayer"]

Thinking: TypeAlias = Callable[[int, int], tuple[Numbers | None, int, int]]
"""Plies and budget in; the four values out, or None if the budget ended first, and how much was looked at, judged."""

BUDGET = 1_000_000
"""How many moves are looked at for one choice, where neither depth nor time is asked for."""
SLOWER = 40
"""How many moves on 64 bits take the time of one on another board."""
REMEMBERED = 1 << 18
"""How many words hold what is known of boards of 64 bits."""
DEEPEST = 12
"""How deep a search by time goes."""
SMALL = 6
"""Up to so many cells a game is worked out from its start."""
LONGEST = 400
"""How many moves a game that is worked out may last."""
ALL = 1 << 40
"""As many boards as it takes."""
WIN = 1e6
"""What reaching the target counts on top of points where that ends the game."""
WON = 10
"""The same for the heuristic, in losses."""
FIRST = 100_000
"""How many moves are looked at whatever time that takes: a few milliseconds."""
ENOUGH = 4
"""A search that has used this part of its time does not begin to look deeper by a ply: it would not come to an end."""


class HeuristicPlayer:
    """A player that looks ahead and judges boards by rules of thumb, on every size and by all rules.

    `ply` says how deep: 1 is the boards after a move alone, 2 one layer of new tiles and moves more. `seconds` says how
    long instead; with both, neither is exceeded. With none of them it looks ahead as far as a fixed number of boards
    allows, so that it answers the same on every machine.

    >>> HeuristicPlayer(ply=2).choose(Board.parse("2 . . . / 4 . . . / 8 . . . / 16 . . 16"))
    'left'
    """

    in_points = False
    """Whether values are points; here they are the heuristic's own, and points only where a game is worked out."""

    def __init__(self, *, ply: int | None = None, seconds: float | None = None) -> None:
        self.ply = ply
        self.seconds = seconds
        self._weights = expectimax_any.line_weights(expectimax_any.LINE)
        self._lock = Lock()
        self._question = 0
        self._keys: Numbers = np.zeros(1 << 15, np.uint64)
        self._known: Numbers = np.zeros(1 << 15)
        self._rules: Rules | None = None  # whose games the next two know
        self._exact_keys: Numbers = np.zeros(0, np.uint64)
        self._exact_known: Numbers = np.zeros(0)
        self._exact_filled = 0

    @property
    def name(self) -> str:
        """What this player is called."""
        if self.seconds is not None:
            return f"heuristic, {self.seconds:g} s"
        return "heuristic" if self.ply is None else f"heuristic, {self.ply} ply"

    def accepts(self, board: Board) -> bool:  # noqa: ARG002 - other players are choosier
        """Return whether it can think about this board: it can about all."""
        return True

    def choose(self, board: Board) -> str:
        """Return the best move; raise MoveError where the game is over."""
        values = self.values(board)
        return max(values, key=values.__getitem__)

    def values(self, board: Board) -> dict[str, float]:
        """Return what each legal move is worth, the best the largest; raise MoveError where the game is over."""
        moves = board.moves()
        if not moves:
            raise MoveError(_("expected a board with a move left, got {text}").format(text=quote(board.to_text())))
        small = board.rules.rows * board.rules.cols <= SMALL
        with self._lock:
            values = self._work_out(board) if small else None
            if values is None:
                values = self._look_ahead(board)
        return {move: float(values[DIRECTIONS.index(move)]) for move in moves}

    def _look_ahead(self, board: Board) -> Numbers:
        """Return the four values as deep as was asked for, or as time or the number of boards allows."""
        think = self._fast(board) if _is_plain(board) else self._slow(board)
        best, _looked, judged = think(1, ALL)  # compiles what is not compiled yet, before the clock starts
        assert best is not None
        start = perf_counter()
        rate = 0.0
        hurried = self.seconds is not None or self.ply is None
        for ply in range(2 if hurried else self.ply or 2, (self.ply or DEEPEST) + 1):
            if judged == 0:
                break
            budget = BUDGET if hurried else ALL
            if self.seconds is not None:
                left = self.seconds - (perf_counter() - start)
                if left < self.seconds * (1 - 1 / ENOUGH):
                    break
                budget = max(FIRST, int(left * rate))
            began = perf_counter()
            values, looked, judged = think(ply, budget)
            if values is None:
                return best
            best = values
            pace = looked / (perf_counter() - began)
            rate = pace if looked > FIRST else max(rate, pace)
        exact = self._work_out(board) if judged == 0 else None
        return best if exact is None else exact

    def _slow(self, board: Board) -> Thinking:
        """Return what looks ahead on any board."""
        cells = _cells(board)
        judged = expectimax_any.static(cells, 0, board.rules.rows, board.rules.cols, self._weights)
        lost, won = judged - _loss(board), judged + WON * _loss(board)

        def think(ply: int, budget: int) -> tuple[Numbers | None, int, int]:
            self._keys[:] = 0
            counts, values = np.zeros(3, np.int64), np.empty(4)
            done = expectimax_any.think(
                *_law(board, cells), -1, ply, _least(ply), budget // SLOWER, lost, won,
                self._weights, self._keys, self._known, values, counts,
            )  # fmt: skip
            return (values if done else None), int(counts[0]) * SLOWER, int(counts[1])

        return think

    def _fast(self, board: Board) -> Thinking:
        """Return what looks ahead on a board of 64 bits."""
        bits = np.uint64(sum(int(tile) << 4 * i for i, tile in enumerate(_cells(board))))
        target = board.rules.target.bit_length() - 1 if board.rules.ends else 0
        rows, lines = heuristic.tables(target)
        table = row_table()
        lost = heuristic.judge(bits, lines) - int(_loss(board))

        def think(ply: int, budget: int) -> tuple[Numbers | None, int, int]:
            self._question = self._question % 0xFFFF + 1
            if self._question == 1:
                self._remembered = heuristic.memory(REMEMBERED)
            counts, values = np.zeros(2, np.int64), np.empty(4)
            done = heuristic.search(
                bits, table, rows, lines, board.rules.fours / 100, target, ply, _least(ply), budget, lost,
                self._remembered, self._question, values, counts,
            )  # fmt: skip
            return (values if done else None), int(counts[0]), int(counts[1])

        return think

    def _work_out(self, board: Board) -> Numbers | None:
        """Return the expected points of the four moves in a game played on as well as can be; None if too long."""
        if self._rules != board.rules or 2 * self._exact_filled > len(self._exact_keys):
            self._rules = board.rules
            self._exact_keys = np.zeros(1 << 18, np.uint64)
            self._exact_known = np.zeros(1 << 18)
            self._exact_filled = 0
        counts = np.array([0, 0, self._exact_filled])
        values = np.empty(4)
        rules = board.rules
        won = WIN if rules.ends else 0.0
        done = expectimax_any.think(
            *_law(board, _cells(board)), rules.points, LONGEST, 0.0, ALL, 0.0, won,
            self._weights, self._exact_keys, self._exact_known, values, counts,
        )  # fmt: skip
        self._exact_filled = int(counts[2])
        return values if done else None


def _is_plain(board: Board) -> bool:
    """Return whether a board goes into 64 bits: 4x4, each tile merging once, and no 65536 near."""
    tiles = [tile for row in board.rows for tile in row]
    return (
        board.rules.merging == "once"
        and (board.rules.rows, board.rules.cols) == (4, 4)
        and max(tiles) <= 32768
        and tiles.count(32768) < 2
    )


def _least(ply: int) -> float:
    """Return the chance below which a search of this depth looks into nothing."""
    return 0.5 * 10.0**-ply


def _cells(board: Board) -> Numbers:
    """Return the board's tiles as powers of two, row by row."""
    return np.array([max(tile.bit_length() - 1, 0) for row in board.rows for tile in row], np.uint8)


def _law(board: Board, cells: Numbers) -> tuple[Numbers, int, int, int, float, int]:
    """Return board and rules as `general.think` takes them."""
    rules = board.rules
    target = rules.target.bit_length() - 1 if rules.ends else 0
    return cells, rules.rows, rules.cols, int(rules.merging == "cascade"), rules.fours / 100, target


def _loss(board: Board) -> float:
    """Return how much worse than a board a lost one is: more than any board with such tiles is worse than another."""
    return float(200_000 + 3 * LINE["fall"] * (board.highest.bit_length() - 1) ** LINE["fall power"])
