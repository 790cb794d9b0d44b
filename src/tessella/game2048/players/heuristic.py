"""A player that searches by expectimax with a heuristic, for every board size and all rules.

A game that is small enough, or so near its end that all of it can be searched, is not judged but solved.
"""

from collections.abc import Callable
from threading import Lock
from time import perf_counter
from typing import TypeAlias

import numpy as np

from tessella.errors import whole_number
from tessella.game2048.board import Board
from tessella.game2048.kernels import expectimax_any, heuristic
from tessella.game2048.kernels.bitboard import Numbers, pack
from tessella.game2048.kernels.expectimax_any import KernelRules, Limits, Memory
from tessella.game2048.players import plain_heuristic
from tessella.game2048.players.base import Player, legal_moves
from tessella.game2048.players.plain import loss_of
from tessella.game2048.players.plain_heuristic import PlainHeuristicPlayer
from tessella.game2048.rules import Rules
from tessella.game2048.sliding import DIRECTIONS, exponents

# Takes plies and budget; returns the four values (None if the budget ended first), how many boards it saw and judged.
Search: TypeAlias = Callable[[int, int], tuple[Numbers | None, int, int]]

BUDGET = 1_000_000  # how many moves are looked at for one choice, where neither depth nor time is given
COST_OF_ANY_SIZE = 40  # how many moves on 64 bits take the time of one on another board
TABLE_WORDS = 1 << 18  # how many words hold what is known of boards of 64 bits
MAX_PLY = 12  # how deep a search by time goes
SOLVABLE_CELLS = 6  # up to so many cells a game is solved from its start
MAX_SOLVED_MOVES = 400  # how many moves a game that is solved may last
NO_LIMIT = 1 << 40
WIN_POINTS = 1e6  # what reaching the target counts on top of points where that ends the game
WIN_LOSSES = 10  # the same for the heuristic, in losses
MIN_BUDGET = 100_000  # how many moves are looked at whatever time that takes: a few milliseconds
MIN_TIME_LEFT = 3 / 4  # with a smaller share of its time left a search begins no other ply, which it could not end


class HeuristicPlayer(Player):
    """A player that looks ahead and judges boards by rules of thumb, on every size and by all rules.

    `ply` says how deep: 1 is the boards after a move alone, each more a layer of new tiles and moves. `seconds` says
    how long instead; with both, neither is exceeded. With none of them it looks ahead as far as a fixed number of
    boards allows, so that it answers the same on every machine.

    >>> HeuristicPlayer(ply=2).choose(Board.parse("2 . . . / 4 . . . / 8 . . . / 16 . . 16"))
    'left'
    """

    def __init__(self, *, ply: int | None = None, seconds: float | None = None) -> None:
        self.ply, self.seconds = None if ply is None else whole_number(ply, "ply", 1), seconds
        self._weights = expectimax_any.line_weights()
        self._lock = Lock()
        self._question = 0
        self._memory = _memory(15)
        self._rules: Rules | None = None  # whose games the next one knows
        self._solved = _memory(0)
        self._solved_count = 0

    @property
    def name(self) -> str:
        """What this player is called."""
        if self.seconds is not None:
            return f"heuristic, {self.seconds:g} s"
        return "heuristic" if self.ply is None else f"heuristic, {self.ply} ply"

    def kernels(self, board: Board) -> tuple[str, ...]:
        """Return the kernels for boards of 64 bits, or for all."""
        return ("heuristic",) if _fits_64_bits(board) else ("any-size",)

    def plain(self, board: Board) -> Player | None:
        """Return the player for one ply or two; None for more: what kernels look at in 10 ms takes numpy a second."""
        if self.ply is None or self.seconds is not None or not plain_heuristic.knows(board, self.ply):
            return None
        return PlainHeuristicPlayer(self.ply)

    def values(self, board: Board) -> dict[str, float]:
        """Return what each legal move is worth, the best the largest; raise MoveError where the game is over."""
        moves = legal_moves(board)
        with self._lock:
            values = self._solve(board) if board.rules.rows * board.rules.cols <= SOLVABLE_CELLS else None
            if values is None:
                values = self._look_ahead(board)
        return {move: float(values[DIRECTIONS.index(move)]) for move in moves}

    def _look_ahead(self, board: Board) -> Numbers:
        search = self._search_64_bits(board) if _fits_64_bits(board) else self._search_any_size(board)
        best, _looked, judged = search(1, NO_LIMIT)  # compiles what is not compiled yet, before the clock starts
        assert best is not None
        start = perf_counter()
        rate = 0.0
        limited = self.seconds is not None or self.ply is None
        for ply in range(2 if limited else self.ply or 2, (self.ply or MAX_PLY) + 1):
            if judged == 0:
                break
            budget = BUDGET if limited else NO_LIMIT
            if self.seconds is not None:
                left = self.seconds - (perf_counter() - start)
                if left < self.seconds * MIN_TIME_LEFT:
                    break
                budget = max(MIN_BUDGET, int(left * rate))
            began = perf_counter()
            values, looked, judged = search(ply, budget)
            if values is None:
                return best
            best = values
            pace = looked / (perf_counter() - began)
            rate = pace if looked > MIN_BUDGET else max(rate, pace)
        solved = self._solve(board) if judged == 0 else None
        return best if solved is None else solved

    def _search_any_size(self, board: Board) -> Search:
        cells, rules = np.array(exponents(board.rows), np.uint8), kernel_rules(board.rules, -1)
        judged = expectimax_any.static(cells, 0, rules.rows, rules.cols, self._weights)
        loss = loss_of(board.highest)

        def search(ply: int, budget: int) -> tuple[Numbers | None, int, int]:
            self._memory.keys[:] = 0
            counts, values = np.zeros(3, np.int64), np.empty(4)
            limits = Limits(ply, _least(ply), budget // COST_OF_ANY_SIZE, judged - loss, judged + WIN_LOSSES * loss)
            done = expectimax_any.search(cells, rules, limits, self._weights, self._memory, values, counts)
            return (values if done else None), int(counts[0]) * COST_OF_ANY_SIZE, int(counts[1])

        return search

    def _search_64_bits(self, board: Board) -> Search:
        bits, rules = np.uint64(pack(board.rows)), kernel_rules(board.rules, -1)
        tables = heuristic.tables(rules.target)
        lost = heuristic.static(bits, tables.lines) - int(loss_of(board.highest))

        def search(ply: int, budget: int) -> tuple[Numbers | None, int, int]:
            self._question = self._question % 0xFFFF + 1
            if self._question == 1:
                self._remembered = heuristic.memory(TABLE_WORDS)
            counts, values = np.zeros(2, np.int64), np.empty(4)
            question = heuristic.Question(rules.fours, rules.target, ply, _least(ply), budget, lost, self._question)
            done = heuristic.search(bits, tables, question, self._remembered, values, counts)
            return (values if done else None), int(counts[0]), int(counts[1])

        return search

    def _solve(self, board: Board) -> Numbers | None:
        """Return the expected points of the four moves in a game played on as well as can be; None if too long."""
        rules = board.rules
        if self._rules != rules or 2 * self._solved_count > len(self._solved.keys):
            self._rules, self._solved, self._solved_count = rules, _memory(18), 0
        counts, values = np.array([0, 0, self._solved_count]), np.empty(4)
        cells, numbers = np.array(exponents(board.rows), np.uint8), kernel_rules(rules, rules.points)
        limits = Limits(MAX_SOLVED_MOVES, 0.0, NO_LIMIT, 0.0, WIN_POINTS if rules.ends else 0.0)
        done = expectimax_any.search(cells, numbers, limits, self._weights, self._solved, values, counts)
        self._solved_count = int(counts[2])
        return values if done else None


def _fits_64_bits(board: Board) -> bool:
    rules, tiles = board.rules, [tile for row in board.rows for tile in row]
    is_usual = (rules.rows, rules.cols, rules.merging) == (4, 4, "once")
    return is_usual and max(tiles) <= 32768 and tiles.count(32768) < 2


def _least(ply: int) -> float:
    return 0.5 * 10.0**-ply  # the chance below which a search of this depth looks into nothing


def kernel_rules(rules: Rules, points: int) -> KernelRules:
    """Return rules as kernels take them, with what a merge is worth, or -1 for the heuristic."""
    target = rules.target.bit_length() - 1 if rules.ends else 0
    return KernelRules(rules.rows, rules.cols, int(rules.merging == "cascade"), rules.fours / 100, target, points)


def _memory(bits: int) -> Memory:
    return Memory(np.zeros(1 << bits, np.uint64), np.zeros(1 << bits))


def warm_up(board: str = "2.../..../..../....") -> None:
    """Call the kernels that look ahead from a board, so that they are compiled."""
    HeuristicPlayer(ply=1).values(Board.parse(board))
