"""Review of a finished game of 2048: which moves cost most, what they cost, and what was better."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from itertools import groupby, pairwise
from typing import Any, NamedTuple, Protocol

from tessella.errors import ParseError, TessellaError, quote
from tessella.game2048.advice import reasons
from tessella.game2048.advice.advisor import is_in_points, ranked, weigh
from tessella.game2048.board import Board
from tessella.game2048.endgame import practice
from tessella.game2048.players.base import Player
from tessella.game2048.players.registry import BestPlayer, adviser
from tessella.game2048.players.table import TablePlayer
from tessella.i18n import _

Progress = Callable[[int, int], object]  # takes how many moves are judged, and of how many


class Played(Protocol):
    """A game that was played, such as a `session.Session`: only the line that counts in the end."""

    @property
    def positions(self) -> tuple[Any, ...]:
        """The positions from the start to the last."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that was not the best, and what it cost."""

    ply: int  # after how many moves of the game it was played
    board: Board  # the position before it, from which one can play on: `to_text` gives its id
    played: str
    better: str
    cost: float  # how much less can be expected after it: in points, in chance, or on the player's own scale
    in_points: bool = True
    table: str = ""  # that of an end game, which knows the chances exactly
    goal: int = 0  # the tile whose chances those are
    chance: float = 0.0  # after the better move

    @property
    def reason(self) -> str:
        """The reason why the other move was better: one sentence, in the current language."""
        if self.goal:
            chances = [(self.better, self.chance), (self.played, self.chance - self.cost)]
            return reasons.by_table(self.table, self.goal, chances)
        points = round(self.cost) if self.in_points else 0
        return reasons.against(self.board, self.better, self.played, points)

    @property
    def cost_text(self) -> str:
        """The cost as it is shown: a number, or where it is chance that is lost, a percentage."""
        return f"{100 * self.cost:.2f}%" if self.goal else f"{self.cost:,.0f}"

    def __str__(self) -> str:
        return _("At move {number} you played {played}. {reason}").format(
            number=self.ply + 1, played=reasons.move_name(self.played), reason=self.reason
        )


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of a game: as long as one tile was the largest."""

    tile: int
    ply: int  # after how many moves of the game it begins
    moves: int
    accuracy: float | None  # the share of its moves that were as good as the best; None where there was never a choice
    cost: float


@dataclass(frozen=True, slots=True)
class Review:
    """A player's verdict on a game."""

    player: str
    in_points: bool  # whether costs are points, or on a scale of the player's own
    judged: int  # how many moves were judged: those where there was a choice
    accuracy: float | None  # the share of them that were as good as the best; None where there was none
    cost: float  # what all moves cost together
    moves: tuple[Mistake, ...]  # the moves that cost most, the worst first
    phases: tuple[Phase, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the review as plain values, for `json.dumps`."""
        return asdict(self) | {
            "moves": [
                asdict(move) | {"board": move.board.to_text(), "reason": move.reason, "text": str(move)}
                for move in self.moves
            ]
        }


def review(
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
    the best player judges, or the table of the end game that is practised; a board that it cannot play is left out.
    `seconds` are for one move.
    """
    boards = _boards_of(game)
    table = _table_of(game) if player is None or player == "best" else None
    judge = table or _judge(boards, player, ply, seconds)
    judged: list[_Judged] = []
    for step, (board, after) in enumerate(pairwise(boards)):
        if progress:
            progress(step, len(boards) - 1)
        played = _move_between(board, after)
        if judge.accepts(board):
            values = weigh(board, judge)[1]
            if played not in values:
                continue  # it merged large tiles, which a table does not know
            best = ranked(board, values)[0]
            judged.append(_judged(step, board, played, best, values, is_exact=table is not None))
    if progress:
        progress(len(boards) - 1, len(boards) - 1)
    in_points = all(is_in_points(judge, board) for board in boards[:1])
    worst = sorted((move for move in judged if not move.is_good), key=lambda move: -move.cost)[: max(most, 0)]
    return Review(
        player=judge.name,
        in_points=in_points,
        judged=sum(move.is_choice for move in judged),
        accuracy=_accuracy(judged),
        cost=sum(move.cost for move in judged),
        moves=tuple(_mistake(move, table, in_points=in_points) for move in worst),
        phases=_phases(judged),
    )


class _Judged(NamedTuple):
    """A move that was played, beside the best one."""

    ply: int
    board: Board
    played: str
    best: str
    most: float  # what the best one is worth
    value: float  # what it is worth itself
    is_choice: bool
    is_good: bool

    @property
    def cost(self) -> float:
        """How much less it is worth."""
        return self.most - self.value


def _judged(ply: int, board: Board, played: str, best: str, values: Mapping[str, float], *, is_exact: bool) -> _Judged:
    most, value = values[best], values[played]
    if is_exact:  # nobody chooses between moves with no chance
        is_good = most - value < reasons.EQUAL_CHANCES
        least = min((chance for chance in values.values() if chance > 0), default=most)
        is_choice = not is_good or most - least >= reasons.EQUAL_CHANCES
        return _Judged(ply, board, played, best, most, value, is_choice, is_good)
    return _Judged(ply, board, played, best, most, value, len(values) > 1, reasons.nearly(most, value))


def _mistake(move: _Judged, table: TablePlayer | None, *, in_points: bool) -> Mistake:
    told = Mistake(move.ply, move.board, move.played, move.best, move.cost, in_points)
    if table is None:
        return told
    return replace(told, table=table.name, goal=table.table.end_game.goal, chance=move.most)


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
    positions: object = getattr(game, "positions", game)
    boards: list[Any] = list(positions) if isinstance(positions, Iterable) else [positions]
    for board in boards:
        if not isinstance(board, Board):
            raise ParseError(_("expected the boards of a game of 2048, got {text}"), text=repr(board))
    return boards


def _move_between(board: Board, after: Board) -> str:
    for move in board.moves():
        if board.play(move) == after:
            return move
    message = _("expected boards that follow one another by a move, got {after} after {board}")
    raise ParseError(message, after=quote(after.to_text()), board=quote(board.to_text()))


def _table_of(game: Played | Iterable[object]) -> TablePlayer | None:
    """Return the table of the end game that a session practises; None where there is none."""
    id = str(getattr(game, "id", ""))
    with suppress(TessellaError):
        return TablePlayer(practice.end_game_of(id)) if practice.is_practice(id) else None
    return None


def _judge(boards: Sequence[Board], player: str | Player | None, ply: int | None, seconds: float | None) -> Player:
    judge = adviser(player or "best", ply, seconds) if isinstance(player, str | None) else player
    if isinstance(judge, BestPlayer):
        judge = max(judge.players, key=lambda one: 2 * sum(map(one.accepts, boards)) >= len(boards))
    if player is None and ply is None and seconds is None and boards and not judge.in_points:
        rules = boards[0].rules
        return adviser("heuristic", 3 if rules.rows * rules.cols <= 16 else 2)  # fast enough for a whole game
    return judge
