"""Advice on a position of 2048: the best move, and for every move the score to expect and the chance of the next tile.

>>> best_move(Board.parse("2.../..../..../...."), player="corner")
'down'
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

from tessella import compiled
from tessella.errors import PlayerError, quote
from tessella.game2048.advice import reasons
from tessella.game2048.board import Board, BoardLike, read_board
from tessella.game2048.endgame import library
from tessella.game2048.players.base import KernelPlayer, Player, choose_move, legal_moves, winning_moves
from tessella.game2048.players.plain import PlainPlayer
from tessella.game2048.players.registry import player_for
from tessella.game2048.sliding import DIRECTIONS
from tessella.i18n import _

if TYPE_CHECKING:
    from tessella.game2048.advice.rollouts import Outlook

_SEARCHING = Lock()  # a player has one memory, so it searches one board at a time


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move, and what comes of it."""

    move: str
    value: float  # what the player thinks of it, on its own scale
    score: float | None = None  # the final score to expect; None where neither the player nor rollouts can tell
    chance: float | None = None  # of reaching the next tile, from 0 to 1; None where too few games can be played
    error: float | None = None  # the standard error of the chance


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do on a board, and why."""

    board: Board
    player: str  # the name of the player that says so
    choices: tuple[Choice, ...]  # every legal move, the best first
    in_points: bool  # whether the values are points
    goal: int = 0  # the tile whose chances a table of an end game knows exactly; 0 for advice by a player

    @property
    def best(self) -> str:
        """The best move."""
        return self.choices[0].move

    @property
    def next_tile(self) -> int:
        """The tile whose chance is told: that of the end game, else twice the largest on the board."""
        return self.goal or 2 * self.board.highest

    @property
    def reason(self) -> str:
        """Why the best move is the best: one sentence, in the current language."""
        values = [(choice.move, choice.value) for choice in self.choices]
        if self.goal:
            return reasons.by_table(self.player, self.goal, values)
        return reasons.why(self.board, values, in_points=self.in_points)

    def __str__(self) -> str:
        return f"{self.best}: {self.reason}"

    def to_json(self) -> dict[str, Any]:
        """Return the advice as plain values, for `json.dumps`."""
        return {
            "board": self.board.to_text(),
            "player": self.player,
            "in_points": self.in_points,
            "best": self.best,
            "next_tile": self.next_tile,
            "exact": bool(self.goal),
            "reason": self.reason,
            "choices": [asdict(choice) for choice in self.choices],
        }


def best_move(
    board: BoardLike, *, player: str | Player | None = None, ply: int | None = None, seconds: float | None = None
) -> str:
    """Return the best move, as `player` sees it: one of `registry.PLAYERS`, or a player of your own.

    Raises MoveError where the game is over, PlayerError where the player cannot play this board.
    """
    board = read_board(board)
    if exact := _by_table(board, player):
        return exact.best
    found = player_for(board, player, ply=ply, seconds=seconds)
    with _SEARCHING:
        return choose_move(found, board)


def advise(
    board: BoardLike, *, player: str | Player | None = None, ply: int | None = None, seconds: float | None = None
) -> Advice:
    """Return what a player thinks of every legal move, the best first, with a reason.

    Raises MoveError where the game is over, PlayerError where the player cannot play this board, or compares no moves
    (`random` and `corner`). Without a compiler no games are played on, so that no chance is told. Where the best player
    is asked and a table knows the end game, it gives the chances, which are exact.
    """
    board = read_board(board)
    if exact := _by_table(board, player):
        return exact
    judge, values = weigh(board, player, ply=ply, seconds=seconds)
    in_points = is_in_points(judge, board)
    most = max(values.values())
    more = expected_points(judge, board, most) - most
    outlooks = _outlooks(board, judge)
    choices = []
    for move in ranked(board, values):
        outlook = outlooks.get(move)
        points = _points(values[move], most, more) if in_points else outlook.points if outlook else None
        score = None if points is None else board.score + points
        choices.append(Choice(move, values[move], score, *(outlook[:2] if outlook else ())))
    return Advice(board, judge.name, tuple(choices), in_points)


def _by_table(board: Board, player: str | Player | None) -> Advice | None:
    """Return what a table of an end game says of a board, where the best player is asked; None where there is none."""
    legal_moves(board)
    found = library.best_exact(board) if player in (None, "best") and not winning_moves(board) else None
    return found and exact_advice(board, found)


def exact_advice(board: Board, found: library.Exact) -> Advice:
    """Return what a table of an end game says of a board, as advice."""
    chances = found.chances
    choices = tuple(Choice(move, chances[move], chance=chances[move], error=0.0) for move in ranked(board, chances))
    return Advice(board, f"table {found.table.name}", choices, in_points=False, goal=found.table.end_game.goal)


def _outlooks(board: Board, judge: Player) -> "dict[str, Outlook]":
    if not compiled.available():
        return {}
    from tessella.game2048.advice import rollouts  # noqa: PLC0415 - loads numba

    return rollouts.play_on(board, judge, player_for(board))


def first_advice(board: Board) -> Advice:
    """Return what the heuristic thinks of every legal move, at once and in plain Python; raise MoveError after the end.

    >>> first_advice(Board.parse("2 . . . / 4 . . . / 8 . . . / 16 . . 16")).best
    'left'
    """
    judge, values = weigh(board, PlainPlayer())
    return Advice(
        board, judge.name, tuple(Choice(move, values[move]) for move in ranked(board, values)), in_points=False
    )


def weigh(
    board: Board, player: str | Player | None = None, *, ply: int | None = None, seconds: float | None = None
) -> tuple[Player, dict[str, float]]:
    """Return the player that judges this board, and what each legal move is worth to it."""
    legal_moves(board)
    found = player_for(board, player, ply=ply, seconds=seconds)
    with _SEARCHING:
        values = found.values(board)
    if not values:
        raise PlayerError(_("this player does not compare moves: {player}"), player=quote(found.name))
    # Where reaching the target ends the game, nothing is better, whatever a player would make of the tiles.
    return found, values | dict.fromkeys(winning_moves(board), max(values.values()))


def ranked(board: Board, values: Mapping[str, float]) -> list[str]:
    """Return the moves, the best first: of equal ones those that win, then in the order of `DIRECTIONS`."""
    won = winning_moves(board)
    return sorted(values, key=lambda move: (-values[move], move not in won, DIRECTIONS.index(move)))


def is_in_points(player: Player, board: Board) -> bool:
    """Return whether a player's values are points of this game: nobody counts with one that ends at its target."""
    return player.in_points and not board.rules.ends


def expected_points(player: Player, board: Board, value: float) -> float:
    """Return the points to expect of a board whose best move is worth `value`, as measured for calibrated players.

    Other players' values, and those of a game that ends at its target, are taken as they are.
    """
    if is_in_points(player, board) and isinstance(player, KernelPlayer):
        return player.expected_points(board, value)
    return value


def _points(value: float, most: float, more: float) -> float:
    """Return the points to expect of a move, where the best is worth `most` and leads to `more` than that.

    Good moves are as far apart as their values. One that is worth less than half the best loses what sets it apart from
    it, so that a move that ends the game is not told to go on well.
    """
    return max(value + more * min(1.0, 2 * max(value, 0.0) / most), 0.0) if most > 0 else max(value, 0.0)
