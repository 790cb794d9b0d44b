"""How good is a position, a player, or a game that was played?

`value` says what can still be expected of a position, `evaluate` lets a player play many games and reports on them,
`review` looks back on a game: which moves cost most, what they cost, and what was better.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from itertools import groupby, pairwise
from threading import Event, local
from time import perf_counter
from typing import Any, Protocol, Self

from tessella.errors import ParseError, PlayerError, quote
from tessella.game2048.advice import advisor, reasons
from tessella.game2048.advice.advisor import BestPlayer, Player
from tessella.game2048.board import Board
from tessella.game2048.rules import RULES, Rules
from tessella.i18n import _
from tessella.rng import fold

__all__ = ["Mistake", "Phase", "Played", "Report", "Review", "evaluate", "review", "value"]

MOST_GAMES = 10_000_000
"""How many games one report tells of; each is kept until it is there."""
WAITING = 10_000
"""How many games wait for their turn."""

Progress = Callable[[int, int], object]
"""Is told how many are done, and of how many."""


def value(
    board: Board, *, player: str | Player | None = None, ply: int | None = None, seconds: float | None = None
) -> float:
    """Return what can still be expected of a position: further points, 0 where the game is over.

    That is what such boards brought in games, of the shipped network (`experience`): its own values, by which moves are
    compared, are less. A player that does not think in points gives its own measure (`Player.in_points`), and so does
    every player where a game ends at its target.

    >>> value(Board.parse("2 4 / 4 2"))
    0.0
    """
    if board.is_over():
        return 0.0
    who, values = advisor.weigh(board, player, ply=ply, seconds=seconds)
    return advisor.points_of(who, board, max(values.values()))


# --- A report on a player -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Report:
    """How a player did in many games."""

    player: str
    rules: str
    seed: int
    games: int
    mean: float
    """The mean score."""
    stderr: float | None
    """The standard error of the mean; None after a single game."""
    best: int
    """The best score."""
    reached: Mapping[str, float]
    """For each tile the share of the games in which it, or a larger one, was made."""
    reached_error: Mapping[str, float]
    """The standard errors of these shares."""
    moves: int
    """How many moves were played in all."""
    seconds: float
    """How long that took."""
    scores: tuple[int, ...] = field(default=(), repr=False)
    """The score of every game, in order."""

    @property
    def moves_a_second(self) -> float:
        """How many moves were played a second, all threads together."""
        return self.moves / self.seconds if self.seconds else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values, for `json.dumps`."""
        values = asdict(self)
        del values["scores"]
        return values | {"moves_a_second": self.moves_a_second}


def evaluate(  # noqa: PLR0913 - who plays how many of which games, and how
    player: str | Player = "best",
    games: int = 100,
    seed: int = 0,
    rules: str | Rules = "classic",
    *,
    ply: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """Return a report on a player after so many games from fresh starts; the same seed gives the same games.

    The network's games on the classic board are played in bulk, with the luck of `network_player.play_many`; all others
    by the law, game i from the seed `rng.fold((seed, i))`. `threads` are all cores by default; a player that is handed
    over as a value plays in one thread, as it need not take more. `progress` is told after each game.

    >>> report = evaluate("corner", 20, rules="3x3/classic")
    >>> report.games, report.best >= report.mean
    (20, True)
    """
    if games < 1:
        raise ParseError(_("expected one game or more, got {text}").format(text=quote(games)))
    if games > MOST_GAMES:
        message = _("expected {name} from {least} to {most}, got {text}")
        raise ParseError(message.format(name="games", least=1, most=MOST_GAMES, text=quote(games)))
    agreed = Rules.parse(rules) if isinstance(rules, str) else rules
    start = Board.start(agreed, 0)
    who = advisor.player(player, ply=ply, seconds=seconds) if isinstance(player, str) else player
    if isinstance(who, BestPlayer):
        who = who.of(start)
    if not who.accepts(start):
        raise PlayerError(
            _("expected a board that {player} can play, got {board}").format(
                player=who.name, board=quote(start.to_text())
            )
        )
    cores = threads or os.cpu_count() or 1

    def again() -> Player:
        return advisor.player(player, ply=ply, seconds=seconds) if isinstance(player, str) else player

    _warm_up(who, start)
    began = perf_counter()
    results = _in_bulk(who, agreed, games, seed, cores, progress)
    if results is None:
        results = _one_by_one(again, agreed, games, seed, cores if isinstance(player, str) else 1, progress)
    return _report(who.name, agreed, seed, results, perf_counter() - began)


Result = tuple[int, int, int]
"""Score, moves, largest tile."""


def _warm_up(who: Player, start: Board) -> None:
    """Let kernels be compiled and weights be read before anybody looks at the clock."""
    from tessella.game2048.players.network import NetworkPlayer, play_many  # noqa: PLC0415 - only who plays needs numba

    if isinstance(who, NetworkPlayer) and _is_usual(start.rules):
        play_many(who.network, 1, ply=1, seed=0)
    else:
        who.choose(start)


def _is_usual(rules: Rules) -> bool:
    """Return whether games in bulk go by these rules."""
    return rules == replace(RULES["classic"], target=rules.target)


def _in_bulk(  # noqa: PLR0913, PLR0917 - who plays how many of which games, and how
    who: Player, rules: Rules, games: int, seed: int, threads: int, progress: Progress | None
) -> list[Result] | None:
    """Return the results of games that kernels play from start to end; None for other players and rules."""
    from tessella.game2048.players.network import NetworkPlayer, play_many  # noqa: PLC0415 - only who plays needs numba

    if not isinstance(who, NetworkPlayer) or who.seconds is not None or not _is_usual(rules):
        return None
    told = (lambda done: progress(done, games)) if progress else None
    played = play_many(who.network, games, ply=who.ply, seed=seed, threads=threads, progress=told)
    return [(int(score), int(moves), 1 << int(largest)) for score, moves, largest in played]


def _one_by_one(  # noqa: PLR0913, PLR0917 - who plays how many of which games, and how
    make: Callable[[], Player], rules: Rules, games: int, seed: int, threads: int, progress: Progress | None
) -> list[Result]:
    """Return the results of games by the law; every thread has a player of its own."""
    own = local()
    stop = Event()

    def play(number: int) -> Result:
        if not hasattr(own, "player"):
            own.player = make()
            if isinstance(own.player, advisor.RandomPlayer):
                own.player = advisor.RandomPlayer(seed)
        player: Player = own.player
        board = Board.start(rules, fold((seed, number)))
        while not board.is_over() and player.accepts(board) and not stop.is_set():
            board = board.play(advisor.choose(player, board))
        return board.score, board.ply, board.highest

    results = []
    pool = ThreadPoolExecutor(min(threads, games))
    try:
        # A million games that wait would take a gigabyte.
        for first in range(0, games, WAITING):
            for result in pool.map(play, range(first, min(first + WAITING, games))):
                results.append(result)
                if progress:
                    progress(len(results), games)
    finally:  # Ctrl-C waits for no game
        stop.set()
        pool.shutdown(cancel_futures=True)
    return results


def _report(name: str, rules: Rules, seed: int, results: Sequence[Result], seconds: float) -> Report:
    from tessella.game2048.advice.rollouts import share  # noqa: PLC0415 - only who plays needs numba

    games = len(results)
    scores = [score for score, _moves, _tile in results]
    mean = sum(scores) / games
    spread = sum((score - mean) ** 2 for score in scores)
    counts = Counter(tile for _score, _moves, tile in results)
    most = max(*counts, min(16 * rules.target, rules.largest, 1 << 15))
    least = min(*counts, rules.target // 4)
    tiles = [1 << power for power in range(1, most.bit_length()) if 1 << power >= least]
    made = {tile: sum(n for other, n in counts.items() if other >= tile) for tile in tiles}
    return Report(
        player=name,
        rules=str(rules),
        seed=seed,
        games=games,
        mean=mean,
        stderr=(spread / (games - 1) / games) ** 0.5 if games > 1 else None,
        best=max(scores),
        reached={str(tile): n / games for tile, n in made.items()},
        reached_error={str(tile): share(n, games)[1] for tile, n in made.items()},
        moves=sum(moves for _score, moves, _tile in results),
        seconds=seconds,
        scores=tuple(scores),
    )


# --- A review of a game ---------------------------------------------------------------------------------------------


class Played(Protocol):
    """A game that was played, such as a `session.Session`: only the line that counts in the end."""

    @property
    def positions(self) -> tuple[Any, ...]:
        """The positions from the start to the last."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that was not the best, and what it cost."""

    ply: int
    """After how many moves of the game it was played."""
    board: Board
    """The position before it, from which one can play on: `str` gives it as an id."""
    played: str
    better: str
    cost: float
    """How much less can be expected after it, in points or in the player's own measure."""
    in_points: bool = True

    @property
    def reason(self) -> str:
        """Why the other move was better: one sentence, in the language that is spoken now."""
        gap = reasons.Gap(self.cost, self.in_points)
        return reasons.against(self.board, self.better, self.played, gap)

    def __str__(self) -> str:
        return _("At move {number} you played {played}. {reason}").format(
            number=self.ply + 1, played=reasons.move_name(self.played), reason=self.reason
        )


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of a game: as long as one tile was the largest."""

    tile: int
    ply: int
    """After how many moves of the game it begins."""
    moves: int
    accuracy: float | None
    """The share of its moves that were as good as the best; None where there was never a choice."""
    cost: float


@dataclass(frozen=True, slots=True)
class Review:
    """What a player thinks of a game."""

    player: str
    in_points: bool
    """Whether costs are points, or a measure of the player's own."""
    judged: int
    """How many moves were judged: those where there was a choice."""
    accuracy: float | None
    """The share of them that were as good as the best; None where there was none."""
    cost: float
    """What all moves cost together."""
    moves: tuple[Mistake, ...]
    """The moves that cost most, the worst first."""
    phases: tuple[Phase, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the review as plain values, for `json.dumps`; `from_json` makes it again."""
        return asdict(self) | {
            "moves": [
                asdict(move) | {"board": move.board.to_text(), "reason": move.reason, "text": str(move)}
                for move in self.moves
            ]
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Return the review that `to_json` gave the plain values of."""
        moves = tuple(
            Mistake(
                **{name: move[name] for name in ("ply", "played", "better", "cost", "in_points")},
                board=Board.parse(move["board"]),
            )
            for move in values["moves"]
        )
        phases = tuple(Phase(**phase) for phase in values["phases"])
        return cls(**{**values, "moves": moves, "phases": phases})


def review(  # noqa: PLR0913 - which game, by whom, how thoroughly
    game: Played | Iterable[object],
    *,
    player: str | Player | None = None,
    ply: int | None = None,
    seconds: float | None = None,
    most: int = 10,
    progress: Progress | None = None,
) -> Review:
    """Return what a player thinks of a game: the `most` costly moves, the worst first, and how good it was in all.

    A game is a session, whose moves that were taken back are not judged, or its boards one after the other. By default
    the best player judges; a board that it cannot think about goes without judgement. `seconds` are for one move.
    """
    boards = _boards_of(game)
    who = _judge(boards, player, ply, seconds)
    judged: list[_Judged] = []
    for step, (board, after) in enumerate(pairwise(boards)):
        if progress:
            progress(step, len(boards) - 1)
        played = _move_between(board, after)
        if who.accepts(board):
            judged.append(_Judged(step, board, played, advisor.weigh(board, who)[1]))
    if progress:
        progress(len(boards) - 1, len(boards) - 1)
    in_points = all(advisor.is_in_points(who, board) for board in boards[:1])
    mistakes = sorted((move for move in judged if not move.is_good), key=lambda move: -move.cost)
    return Review(
        player=who.name,
        in_points=in_points,
        judged=sum(move.is_choice for move in judged),
        accuracy=_accuracy(judged),
        cost=sum(move.cost for move in judged),
        moves=tuple(
            Mistake(move.ply, move.board, move.played, move.best, move.cost, in_points)
            for move in mistakes[: max(most, 0)]
        ),
        phases=_phases(judged),
    )


@dataclass(frozen=True, slots=True)
class _Judged:
    """A move that was played, and what all were worth."""

    ply: int
    board: Board
    played: str
    values: dict[str, float]

    @property
    def best(self) -> str:
        return advisor.ranked(self.board, self.values)[0]

    @property
    def cost(self) -> float:
        return self.values[self.best] - self.values[self.played]

    @property
    def is_choice(self) -> bool:
        return len(self.values) > 1

    @property
    def is_good(self) -> bool:
        return reasons.nearly(self.values[self.best], self.values[self.played])


def _accuracy(moves: Sequence[_Judged]) -> float | None:
    choices = [move.is_good for move in moves if move.is_choice]
    return sum(choices) / len(choices) if choices else None


def _phases(judged: Sequence[_Judged]) -> tuple[Phase, ...]:
    """Return the parts of a game; what came before a sixteenth of its largest tile is one part."""
    least = max((move.board.highest for move in judged), default=0) // 16
    phases = []
    for tile, group in groupby(judged, key=lambda move: max(move.board.highest, least)):
        moves = list(group)
        phases.append(Phase(tile, moves[0].ply, len(moves), _accuracy(moves), sum(move.cost for move in moves)))
    return tuple(phases)


def _boards_of(game: Played | Iterable[object]) -> list[Board]:
    """Return the boards of a game from its start to its end."""
    boards = list(game if isinstance(game, Iterable) else game.positions)
    for board in boards:
        if not isinstance(board, Board):
            raise ParseError(_("expected the boards of a game of 2048, got {text}").format(text=quote(board)))
    return boards


def _move_between(board: Board, after: Board) -> str:
    """Return the move that leads from one board to the next."""
    for move in board.moves():
        if board.play(move) == after:
            return move
    raise ParseError(
        _("expected boards that follow one another by a move, got {after} after {board}").format(
            after=quote(after.to_text()), board=quote(board.to_text())
        )
    )


def _judge(boards: Sequence[Board], player: str | Player | None, ply: int | None, seconds: float | None) -> Player:
    """Return who judges a game: of the best players the first that can think about most of its boards."""
    who = advisor.known(player or "best", ply, seconds) if isinstance(player, str | None) else player
    if isinstance(who, BestPlayer):
        who = max(who.players, key=lambda one: 2 * sum(map(one.accepts, boards)) >= len(boards))
    if player is None and ply is None and seconds is None and boards and not who.in_points:
        cells = len(boards[0].rows) * len(boards[0].rows[0])
        who = advisor.known("heuristic", 3 if cells <= 16 else 2)  # as deep as a whole game can be gone through
    return who
