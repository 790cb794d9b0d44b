"""Evaluation of players over many games."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from threading import Event, local
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from tessella.compiled import warming
from tessella.errors import whole_number
from tessella.game2048.board import Board
from tessella.game2048.players import registry
from tessella.game2048.players.base import (
    BulkGames,
    CompiledPlayer,
    GameResult,
    KernelPlayer,
    Player,
    RandomPlayer,
    choose_move,
    share_of_games,
)
from tessella.game2048.rules import Rules, read_rules
from tessella.io import own_process, worker_threads
from tessella.io.cluster import cores, map_unordered
from tessella.io.interrupts import regained
from tessella.io.worker_threads import POLL
from tessella.rng import MASK, fold

if TYPE_CHECKING:
    from tessella.io.cluster import Client

MAX_GAMES = 10_000_000  # how many games one report covers; each is kept until it is there
MAX_QUEUED_GAMES = 10_000  # how many games wait for their turn: a million would take a gigabyte
TASKS_A_WORKER = 8  # so that all end together, whoever is quicker

Progress = Callable[[int, int], object]  # takes how many games are done, and of how many


@dataclass(frozen=True, slots=True)
class Report:
    """Results of a player in many games."""

    player: str
    rules: str
    seed: int
    games: int
    mean: float  # the mean score
    stderr: float | None  # the standard error of the mean; None after a single game
    best: int  # the best score
    reached: Mapping[str, float]  # for each tile the share of the games in which it, or a larger one, was made
    reached_error: Mapping[str, float]  # the standard errors of these shares
    moves: int  # how many moves were played in all
    seconds: float  # how long the timed ones of them took
    timed: int  # all but those that plain Python played before the kernels were ready, unless it played all
    scores: tuple[int, ...] = field(default=(), repr=False)  # the score of every game, in order

    @property
    def reached_interval(self) -> dict[str, tuple[float, float]]:
        """For each tile the 95% confidence interval of the share of games that reach it (Wilson 1927)."""
        return {tile: share_interval(share, self.games) for tile, share in self.reached.items()}

    @property
    def moves_a_second(self) -> float:
        """The moves played per second, all threads together: of those that were timed."""
        return self.timed / self.seconds if self.seconds else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values, for `json.dumps`."""
        values = asdict(self)
        del values["scores"]
        return values | {"moves_a_second": self.moves_a_second}


def share_interval(share: float, games: int) -> tuple[float, float]:
    """Return the 95% confidence interval of a share that was seen in some games: Wilson's, honest for none and all too.

    >>> [f"{end:.3f}" for share in (0.0, 0.5) for end in share_interval(share, 20)]
    ['0.000', '0.161', '0.299', '0.701']
    """
    z2 = 1.96**2 / games
    middle, half = share + z2 / 2, (z2 * (share * (1 - share) + z2 / 4)) ** 0.5
    return max(0.0, (middle - half) / (1 + z2)), min(1.0, (middle + half) / (1 + z2))


def evaluate(  # noqa: PLR0913 - who plays how many of which games, and how
    player: str | Player = "best",
    games: int = 100,
    seed: int = 0,
    rules: str | Rules = "classic",
    *,
    ply: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    client: "Client | None" = None,
    progress: Progress | None = None,
    moves: Progress | None = None,
) -> Report:
    """Return a report on a player in `games` games from fresh starts; the same seed gives the same games.

    The network's games on the classic board are played in bulk, with the luck of `players.network.play_many`; all
    others by `Board.play`, game i from the seed `rng.fold((seed, i))`. `threads` are all cores by default; a player
    that is handed over as a value plays in one thread, as it need not take more. While its kernels are compiled a
    player begins in plain Python where that is quick enough, with the same games. `progress` is told after each game,
    and `moves` now and then how many games are done and how many moves were played. With the `client` of a Dask cluster
    (`io.cluster.connect`), its workers play, the same games again. Raises `TessellaError` for games, a seed or threads
    that there cannot be.

    >>> report = evaluate("corner", 20, rules="3x3/classic")
    >>> report.games, report.best >= report.mean
    (20, True)
    """
    games, seed = whole_number(games, "games", 1, MAX_GAMES), whole_number(seed, "seed", 0, MASK)
    threads = worker_threads.cores() if threads is None else whole_number(threads, "threads", 1)
    wanted = _Games(range(games), player, read_rules(rules), seed, ply, seconds)
    played = _play_on(client, wanted, progress) if client else _play(wanted, threads, progress, moves)
    return summarize(played.name, wanted.rules, seed, played.results, seconds=played.seconds, timed=played.timed)


class _Games(NamedTuple):
    """Games that are to be played, by their numbers, and by whom."""

    numbers: range
    player: str | Player
    rules: Rules
    seed: int
    ply: int | None
    seconds: float | None

    def make_player(self) -> Player:
        """Return the player."""
        if isinstance(self.player, str):
            return registry.player(self.player, ply=self.ply, seconds=self.seconds)
        return self.player


class _Played(NamedTuple):
    """How some games ended, by the player of this name; how long was timed, and how many moves in that time."""

    first: int
    name: str
    results: list[GameResult]
    seconds: float
    timed: int


def _play(wanted: _Games, threads: int = 1, progress: Progress | None = None, moves: Progress | None = None) -> _Played:
    start = Board.start(wanted.rules, 0)
    first, n = registry.player_for(start, wanted.make_player()), len(wanted.numbers)
    with warming.WarmUp(*(first.kernels(start) if isinstance(first, CompiledPlayer) else ())) as work:
        if isinstance(first, KernelPlayer) and first.plays_in_bulk(wanted.rules):
            bulk = first.bulk_games(wanted.numbers, wanted.seed, threads)
            tally = _Tally(n, work, bulk.load, progress, moves)
            results = _play_in_bulk(bulk, work, tally)
        else:
            tally = _Tally(n, work, lambda: first.choose(start), progress, moves)
            results = _play_by_law(wanted, threads if isinstance(wanted.player, str) else 1, work, tally)
    return _Played(wanted.numbers.start, first.name, results, *tally.timed())


def _play_on(client: "Client", wanted: _Games, progress: Progress | None) -> _Played:
    """Let the workers of a cluster play, each some games at a time."""
    n, workers = len(wanted.numbers), cores(client) or 1
    size = -(-n // (TASKS_A_WORKER * workers))
    tasks = (wanted._replace(numbers=wanted.numbers[first : first + size]) for first in range(0, n, size))
    played: list[_Played] = []
    done = 0
    for some in map_unordered(client, _play, tasks):
        played.append(some)
        done += len(some.results)
        if progress:
            progress(done, n)
    played.sort()
    results = [result for some in played for result in some.results]
    seconds = sum(some.seconds for some in played) / workers  # they play at the same time
    return _Played(0, played[0].name, results, seconds, sum(some.timed for some in played))


class _Tally:
    """What has been played, and since when it is timed; tells whoever wants to know."""

    def __init__(
        self,
        games: int,
        work: warming.WarmUp,
        load: Callable[[], object],
        progress: Progress | None,
        moves: Progress | None,
    ) -> None:
        self.games, self.done, self.moves = games, 0, 0
        self._work, self._load, self._progress, self._tell_moves = work, load, progress, moves
        self._is_loaded = False
        self._began, self._before = perf_counter(), 0
        self.count(0, 0)

    def count(self, done: int, moves: int) -> None:
        """Take how many games and moves were played; start the clock, once the kernels are compiled and loaded."""
        if not self._is_loaded and self._work.is_done:
            self._load()
            self._is_loaded = True
            self._began, self._before = perf_counter(), moves
        if self._tell_moves:
            self._tell_moves(done, moves)
        if self._progress and done > self.done:
            self._progress(done, self.games)
        self.done, self.moves = done, moves

    def timed(self) -> tuple[float, int]:
        """Return the time on the clock, and how many moves were played in it."""
        return perf_counter() - self._began, self.moves - self._before


def _play_in_bulk(games: BulkGames, work: warming.WarmUp, tally: _Tally) -> list[GameResult]:
    def tell() -> None:
        tally.count(games.ended, games.moves)

    if not work.is_done:
        games.play_plainly(lambda: work.is_done, tell)
    if games.ended < tally.games:
        work.wait()
        tell()
        games.play(tell)
    return games.results()


@regained()
def _play_by_law(wanted: _Games, threads: int, work: warming.WarmUp, tally: _Tally) -> list[GameResult]:
    own = local()
    stop = Event()
    boards: dict[int, Board] = {}  # of the games that are played, by their numbers

    def play(number: int) -> GameResult:
        if not hasattr(own, "player"):
            own.player = wanted.make_player()
            if isinstance(own.player, RandomPlayer):
                own.player = RandomPlayer(wanted.seed)
        player: Player = own.player
        board = Board.start(wanted.rules, fold((wanted.seed, number)))
        while not board.is_over() and player.accepts(board):
            chooser = _able(player, board, work, stop)
            if stop.is_set():
                break
            board = boards[number] = board.play(choose_move(chooser, board))
        return GameResult(board.score, board.ply, board.highest)

    results: list[GameResult] = []
    moves = 0
    pool = ThreadPoolExecutor(min(threads, tally.games))
    submit = pool.submit if own_process.AVAILABLE else _at_once
    try:
        for first in range(0, tally.games, MAX_QUEUED_GAMES):
            numbers = wanted.numbers[first : first + MAX_QUEUED_GAMES]
            for number, task in [(number, submit(play, number)) for number in numbers]:
                while not wait([task], POLL).done:
                    tally.count(len(results), moves + sum(board.ply for board in list(boards.values())))
                results.append(task.result())
                moves += results[-1].moves
                boards.pop(number, None)
                tally.count(len(results), moves + sum(board.ply for board in list(boards.values())))
    finally:  # Ctrl-C waits for no game
        stop.set()
        pool.shutdown(wait=False, cancel_futures=True)
    return results


def _at_once(play: Callable[[int], GameResult], number: int) -> Future[GameResult]:
    """Return the task of a game that is played at once: a browser's Python has one thread."""
    task = Future[GameResult]()
    task.set_result(play(number))
    return task


def _able(player: Player, board: Board, work: warming.WarmUp, stop: Event) -> Player:
    """Return the player, or while its kernels are compiled another one that plays alike; wait where there is none."""
    wanted = player.of(board) if isinstance(player, registry.BestPlayer) else player
    while isinstance(wanted, CompiledPlayer) and not work.is_done and not stop.is_set():
        if (plain := wanted.plain(board)) is not None:
            return plain
        work.wait(POLL)
    return player


def summarize(
    name: str, rules: Rules, seed: int, results: Sequence[GameResult], *, seconds: float, timed: int
) -> Report:
    """Return the report on games that a player of this name has played, one at least."""
    games = len(results)
    scores = tuple(result.score for result in results)
    mean = sum(scores) / games
    spread = sum((score - mean) ** 2 for score in scores)
    counts = Counter(result.highest for result in results)
    most = max(*counts, min(16 * rules.target, rules.largest, 1 << 15))
    least = min(*counts, rules.target // 4)
    tiles = [1 << power for power in range(least.bit_length() - 1, most.bit_length())]
    shares = {str(tile): share_of_games(sum(n for top, n in counts.items() if top >= tile), games) for tile in tiles}
    return Report(
        player=name,
        rules=str(rules),
        seed=seed,
        games=games,
        mean=mean,
        stderr=(spread / (games - 1) / games) ** 0.5 if games > 1 else None,
        best=max(scores),
        reached={tile: share for tile, (share, _error) in shares.items()},
        reached_error={tile: error for tile, (_share, error) in shares.items()},
        moves=sum(result.moves for result in results),
        seconds=seconds,
        timed=timed,
        scores=scores,
    )
