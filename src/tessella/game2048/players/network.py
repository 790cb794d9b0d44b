"""A player that searches by expectimax over an n-tuple network.

The network says how many points the rest of a game brings on average from a board after a move; the search looks ahead
from there (`kernels.expectimax`).

    ply 1    the boards after its own moves
    ply 2    each of their new tiles, and the boards after the best answer to it
    ply 3    and so on: a layer of new tiles and moves for each
"""

import contextlib
import json
import os
from bisect import bisect_right
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from itertools import compress
from operator import itemgetter
from pathlib import Path
from threading import Event, Lock
from time import perf_counter
from typing import Any

import numpy as np

from tessella.errors import PlayerError, whole_number
from tessella.game2048.board import Board
from tessella.game2048.kernels import expectimax
from tessella.game2048.kernels.bitboard import TENTH, pack, row_table
from tessella.game2048.kernels.ntuple import STEM
from tessella.game2048.players import plain_network
from tessella.game2048.players.base import GameResult, Player, legal_moves
from tessella.game2048.rules import RULES, Rules
from tessella.game2048.sliding import Rows, slide
from tessella.game2048.training.weights import LATER, Network, open_network, shipped, zeros
from tessella.i18n import _
from tessella.io.interrupts import regained
from tessella.rng import fold

CALIBRATION = Path(__file__).parent / "calibration.json"
KINDS = 6  # how many kinds of boards it tells apart
MAX_PLY = expectimax.MAX_DEPTH + 1  # how many plies a search looks ahead at most
MAX_TILE = 32768  # the largest tile that a network knows
NO_LIMIT = 1 << 60
NODES_PER_STEP = 500  # how many boards a search expands before it looks at the clock again: about half a millisecond
MIN_SHARED_PLY = 4  # from how many plies on threads share a search; they cost more than a shorter one
CUT = 0.03  # which chance of a new tile is a small one
MIN_CUT_PLY = 4  # from how many plies on new tiles of a small chance are searched less deeply
TABLE_BITS = 1, 1, 1, 12, 15, 18, 20  # how many buckets of 32 bytes the table has for each ply, as a power of two
MOVES_PER_CALL = 1 << 22  # how many moves of a game at one ply are played before anybody asks whether to stop


class NetworkPlayer(Player):
    """A player that knows boards by an n-tuple network, and looks ahead.

    network: a network or its file, by default the one that comes with Tessella. `ply` says how far it looks; with
    `seconds` it searches for so long a move. `threads`: how many cores it searches on. From four plies on, a new tile
    whose chance is smaller than `CUT` is searched one ply less deep, wherever it comes: most of the 4s. Measured at
    four plies, 0.03 takes 0.4 of the time and loses 0.2 points a move against 0, where three plies lose 13.
    """

    in_points = True

    def __init__(
        self,
        network: Network | str | os.PathLike[str] | None = None,
        *,
        ply: int = 2,
        seconds: float | None = None,
        threads: int = 1,
    ) -> None:
        ply = whole_number(ply, "ply", 1, MAX_PLY)
        if not isinstance(network, Network):
            network = shipped() if network is None else open_network(network)
        self.network = network
        self.ply, self.seconds = ply, seconds
        self._lock = Lock()
        first = expectimax.workspace(TABLE_BITS[: ply + 1 if seconds is None else None][-1])
        self._works = [first, *(expectimax.workspace(like=first) for _ in range(max(1, threads) - 1))]
        self._pool = ThreadPoolExecutor(max(1, threads - 1))

    @property
    def name(self) -> str:
        """What this player is called."""
        reach = f"{self.ply} ply" if self.seconds is None else f"{self.seconds:g} s"
        return f"network {self.network.name}, {reach}"

    def accepts(self, board: Board) -> bool:
        """Return whether it can play this board: four by four, merging once, up to 32768, points by value."""
        rules = board.rules
        usual = (rules.rows, rules.cols, rules.merging, rules.points) == (4, 4, "once", 0)
        return usual and board.highest <= MAX_TILE

    def kernels(self, _board: Board) -> tuple[str, ...]:
        """Return the kernels of the network and its search."""
        return ("network",)

    def plain(self, board: Board) -> Player | None:
        """Return a player in plain Python that chooses the same on this board; None where that would take long."""
        is_known = self.seconds is None and plain_network.knows(self.network, pack(board.rows), self.ply)
        return self._plain if is_known else None

    @cached_property
    def _plain(self) -> Player:
        return _PlainNetworkPlayer(self.network, ply=self.ply)

    def values(self, board: Board) -> dict[str, float]:
        """Return how many points each legal move and the rest of the game bring; MoveError where the game is over.

        With larger tiles on the board than the network knows well the moves are compared on one that is like it
        (`downgrade`), and are apart by what they are apart there; how much all of them are worth is asked of the board
        itself.
        """
        moves = legal_moves(board)
        if not self.accepts(board):
            message = _("expected a board of 4x4 tiles up to 32768 that merge once, got {text}")
            raise PlayerError(message, text=board.to_text())
        like = downgrade(board.rows, self.network.stages)
        real = {move: slide(board.rows, move) for move in moves}
        slid = real if like == board.rows else {move: slide(like, move) for move in moves}
        gains = {move: sum(merged) for move, (_rows, merged) in slid.items()}
        held = [move for move in moves if max(map(max, real[move][0])) <= MAX_TILE]
        with self._lock:
            found = self._search([pack(slid[move][0]) for move in held], board.rules.fours / 100)
            values = {move: gains[move] + value for move, value in zip(held, found, strict=True)}
            if slid is not real and held:
                best = max(values, key=values.__getitem__)
                here, there = self._look([pack(real[best][0]), pack(slid[best][0])])
                apart = here + sum(real[best][1]) - there - gains[best]
                values = {move: value + apart for move, value in values.items()}
            rest = self._look([pack(real[move][0]) for move in held]) if 0 < len(held) < len(moves) else []
        # A merge of two 32768 leads out of what the network knows: of the rest of the game it then says what it says
        # without a look ahead, which might count the merge once more. And no board is worse for it.
        after = max((sum(real[move][1]) + value for move, value in zip(held, rest, strict=False)), default=0.0)
        least = max(values.values(), default=0.0) + 1
        return {move: values.get(move, max(sum(real[move][1]) + after, least)) for move in moves}

    def afterstate_value(self, rows: Rows) -> float:
        """Return what the network says, without any search, of tiles up to 32768 after a move: points still to come."""
        with self._lock:
            return self._look([pack(rows)])[0]

    def expected_points(self, board: Board, value: float) -> float:
        """Return the points to expect of a board whose best move is worth `value`, as far as games have shown.

        They were games with a 4 for every tenth new tile; of others nothing is known.
        """
        if board.rules.fours != 10:
            return value
        ply = self.ply if self.seconds is None else MAX_PLY
        return points_reached(self.network.digest, ply, board, value)

    def plays_in_bulk(self, rules: Rules) -> bool:
        """Return whether the kernels play games by these rules: the classic ones, at a fixed depth."""
        return self.seconds is None and rules == replace(RULES["classic"], target=rules.target)

    def bulk_games(self, numbers: range, seed: int, threads: int) -> "BulkGames":
        """Return fresh games by their numbers, to be played by kernels."""
        return BulkGames(self.network, numbers, ply=self.ply, seed=seed, threads=threads)

    def _search(self, boards: list[int], fours: float) -> list[float]:
        """Return what boards after a move are worth, as deep as was asked for or as time allows."""
        if not boards:
            return []
        if self.seconds is None:
            return self._look(boards, fours, self.ply)
        found = self._look(boards, fours)  # compiles what is not compiled yet, before the clock starts
        end = perf_counter() + self.seconds
        for ply in range(2, MAX_PLY + 1):
            if perf_counter() >= end or not (deeper := self._look(boards, fours, ply, end)):
                break
            found = deeper
        return found

    def _look(self, boards: list[int], fours: float = 0.0, ply: int = 1, end: float | None = None) -> list[float]:
        """Return what boards after a move are worth so many plies deep; nothing if that does not end in time."""
        works = self._works[: len(self._works) if ply >= MIN_SHARED_PLY else 1]
        stop = Event()
        cut = CUT if ply >= MIN_CUT_PLY else 0.0
        limit = NODES_PER_STEP if end is not None or len(works) > 1 else NO_LIMIT
        works[0].claims[:] = 0
        largest = max(sum(1 << (board >> at & 15) for at in range(0, 64, 4)) for board in boards) + 4 * ply
        network = self.network.opening if largest < 1 << LATER else self.network.arrays

        def run(work: expectimax.Workspace) -> bool:
            while not stop.is_set():
                if expectimax.search(row_table(), network, fours, cut, int(len(works) > 1), limit, work):
                    stop.set()  # what the others still search is known now
                    return True
                if end is not None and perf_counter() >= end:
                    stop.set()
            return False

        for work in works:
            expectimax.begin(work, boards, ply - 1)
        helpers = [self._pool.submit(run, work) for work in works[1:]]
        done = [run(works[0]), *(helper.result() for helper in helpers)]
        finished = next(compress(works, done), None)
        return finished.values[: len(boards)].tolist() if finished else []


class _PlainNetworkPlayer(NetworkPlayer):
    """The same player, which looks at boards without any kernel."""

    def _look(self, boards: list[int], fours: float = 0.0, ply: int = 1, _end: float | None = None) -> list[float]:
        return plain_network.look(self.network.arrays, np.array(boards, np.uint64), fours, ply).tolist()  # type: ignore[no-any-return]


def downgrade(rows: Rows, stages: int = 1) -> Rows:
    """Return tiles with 16384 or more among them with the largest halved, down to the largest that is missing.

    They move and merge as before, and the network has seen far more of them: see `kernels.ntuple.downgrade`. A network
    of several stages has seen enough of 16384, and tiles are halved for it from 32768 on.

    >>> downgrade(((16384, 8192, 2048, 2), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)))[0]
    (8192, 4096, 2048, 2)
    """
    held = {tile for row in rows for tile in row}
    gap = max(held)
    if gap < 1 << expectimax.DOWNGRADE_FROM[stages > 1]:
        return rows
    while gap in held:
        gap //= 2
    return tuple(tuple(tile // 2 if tile > gap > 1 else tile for tile in row) for row in rows)


# --- Calibration -----------------------------------------------------------------------------------------------------
#
# A network's value of a board is what it learned: the points of the rest of a game played at one ply, by the player
# that it was while it learned. A better player, by more training or by looking further ahead, earns more than that,
# more than twice as much from a fresh board. So the score that advice states was measured: the shipped network played
# games at one, two and three plies, and `calibration.json` holds the results (`scripts/calibration.py` makes it),
# with a straight line between two values that were measured. Which move is better is left to the values themselves.


def kind(board: Board) -> int:
    """Return which kind of board it is: by its largest tile, and 16384 by whether there is an 8192 beside it.

    >>> rows = ("2048 .", "4096 .", "8192 .", "16384 .", "8192 16384")
    >>> [kind(Board.parse(f"2 2 {row} / . . . . / . . . . / . . . .")) for row in rows]
    [0, 1, 2, 3, 4]
    """
    if board.highest > 16384:
        return 5
    if board.highest == 16384:
        return 3 + any(8192 in row for row in board.rows)
    return max(0, board.highest.bit_length() - 12)


def points_reached(digest: str, ply: int, board: Board, value: float) -> float:
    """Return the points that boards like this one led to at `ply`, where the best move was worth `value`.

    Deeper searches than were measured count as the deepest. The value itself comes back for weights that have not been
    measured: those with another digest.
    """
    known = _measurements()
    curves: dict[str, Any] = known.get("brought", {})
    if digest != known.get("digest") or not curves:
        return value
    pairs: list[tuple[float, float]] = [(0.0, 0.0), *curves[str(min(ply, len(curves)))][kind(board)]]
    value = max(value, 0.0)
    if value >= (last := pairs[-1])[0]:
        return last[1] + value - last[0]
    at = bisect_right(pairs, value, key=itemgetter(0))
    (low, few), (high, many) = pairs[at - 1], pairs[at]
    return few + (many - few) * (value - low) / (high - low)


@lru_cache(maxsize=1)
def _measurements() -> dict[str, Any]:
    with contextlib.suppress(OSError, ValueError):  # a score that is too low is no reason to give no advice
        return dict(json.loads(CALIBRATION.read_text(encoding="utf-8")))
    return {}


class BulkGames:
    """Fresh games of the network by their numbers, begun when they are first played; `threads` play side by side.

    New tiles come by the law of games in bulk (`kernels.bitboard.spawn`), from a stream for each game that follows from
    the seed and the game's number alone. A game in which two 32768 meet ends with their merge, as no network knows what
    comes after it.
    """

    def __init__(self, network: Network, numbers: range, *, ply: int, seed: int, threads: int = 1) -> None:
        self._network, self._n, self._ply = network, len(numbers), ply
        self._shares = []
        threads = max(1, min(threads, len(numbers)))
        for k in range(threads):
            streams = np.array([fold((seed, game)) for game in numbers[k::threads]], np.uint64)
            log = np.full((len(streams), 4), -1, np.int64)
            playing = np.zeros((expectimax.GAMES, 4), np.int64)
            games = expectimax.Games(streams, playing, log, np.uint64(0), TENTH, 16)
            self._shares.append((games, expectimax.workspace(TABLE_BITS[: ply + 1][-1])))

    @property
    def ended(self) -> int:
        """How many games have ended."""
        return sum(int((games.log[:, 0] >= 0).sum()) for games, _work in self._shares)

    @property
    def moves(self) -> int:
        """How many moves have been played."""
        parts = [(games.log[:, 1], games.playing[:, 2] * (games.playing[:, 0] > 0)) for games, _work in self._shares]
        return sum(int(log[log > 0].sum() + playing.sum()) for log, playing in parts)

    def load(self) -> None:
        """Load the kernels and the weights, before any clock starts."""
        expectimax.play(row_table(), self._network.arrays, self._ply, 0.0, 0, *self._shares[0])

    def play(self, tell: Callable[[], object] = int) -> None:
        """Play all to their end; `tell` is called now and then."""
        self._in_threads([partial(self._play, *share) for share in self._shares], tell)

    def play_plainly(self, until: Callable[[], bool], tell: Callable[[], object] = int) -> None:
        """Play some of the games in plain Python: as far as that can be, or until it is to end."""

        def play(stop: Event) -> None:
            for games, work in self._shares:  # in one thread, as more would only wait for each other
                plain_network.play(self._network, self._ply, games, work.games, lambda: stop.is_set() or until())

        self._in_threads([play], tell)

    def results(self) -> list[GameResult]:
        """Return how the games ended, in their order."""
        shares = len(self._shares)
        rows = (self._shares[game % shares][0].log[game // shares].tolist() for game in range(self._n))
        return [GameResult(score, moves, 1 << power) for score, moves, power, _spare in rows]

    def _play(self, games: expectimax.Games, work: expectimax.Workspace, stop: Event) -> None:
        moves = max(1, MOVES_PER_CALL >> (3 * self._ply))
        cut = CUT if self._ply >= MIN_CUT_PLY else 0.0
        while not stop.is_set() and expectimax.play(
            row_table(), self._network.arrays, self._ply, cut, moves, games, work
        ):
            pass

    @regained()
    def _in_threads(self, tasks: Sequence[Callable[[Event], None]], tell: Callable[[], object]) -> None:
        stop = Event()
        pool = ThreadPoolExecutor(len(tasks))
        futures = [pool.submit(task, stop) for task in tasks]
        try:
            while wait(futures, timeout=0.2, return_when=FIRST_EXCEPTION).not_done:
                tell()
        finally:  # Ctrl-C waits for no game
            stop.set()
            pool.shutdown(wait=False)
        for future in futures:
            future.result()
        tell()


def play_many(network: Network, n: int, *, ply: int, seed: int, threads: int = 1) -> list[GameResult]:
    """Return how n fresh games of the network ended: see `BulkGames`."""
    games = BulkGames(network, range(n), ply=ply, seed=seed, threads=threads)
    games.play()
    return games.results()


def warm_up() -> None:
    """Call the kernels on a network that knows nothing, so that they are compiled."""
    play_many(Network(zeros(2 * STEM, np.int16), 1.0), 1, ply=1, seed=0)
