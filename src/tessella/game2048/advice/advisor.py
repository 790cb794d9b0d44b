"""From here, what now?

A Player is whoever can choose a move, and `player` finds one by its name. `best_move` asks the best that there is for a
board, `advise` also says why: for every move the final score to expect, the chance of reaching the next tile, and one
sentence of reason.

    >>> player("corner").choose(Board.parse("2... / .... / .... / ...."))
    'down'
"""

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import chain
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol, Self

from tessella.errors import MoveError, NetworkError, ParseError, PlayerError, quote
from tessella.game2048.advice import reasons
from tessella.game2048.board import Board
from tessella.game2048.sliding import DIRECTIONS, slide
from tessella.i18n import _
from tessella.rng import below, fold

if TYPE_CHECKING:
    from tessella.game2048.training.weights import Network

__all__ = [
    "SPECS",
    "Advice",
    "BestPlayer",
    "Choice",
    "CornerPlayer",
    "Player",
    "RandomPlayer",
    "advise",
    "best_move",
    "player",
]

SPECS = ("best", "network", "heuristic", "random", "corner")
"""The players that are known by name; `network:PATH` is one with weights of your own."""
PLY = 3
"""How far the network looks ahead for advice, where nobody says."""


_THINKING = Lock()
"""A player has one memory, so it thinks about one board at a time."""


# --- Players --------------------------------------------------------------------------------------------------------


class Player(Protocol):
    """Who can play 2048."""

    @property
    def name(self) -> str:
        """What the player is called, such as `network 4x6, 2 ply`."""

    @property
    def in_points(self) -> bool:
        """Whether its values are points, which a final score can be told from; else they are a measure of its own."""

    def accepts(self, board: Board) -> bool:
        """Return whether the player can think about this board."""

    def values(self, board: Board) -> dict[str, float]:
        """Return what each legal move is worth, the move's own merges included: the largest is the best.

        Nothing at all from a player that chooses without weighing.
        """

    def choose(self, board: Board) -> str:
        """Return the move that the player makes; raise MoveError where the game is over."""


class RandomPlayer:
    """Any move, each as likely as the other; with a seed always the same ones."""

    name = "random"
    in_points = False

    def __init__(self, seed: int | None = None) -> None:
        self.seed = secrets.randbits(64) if seed is None else seed

    def accepts(self, board: Board) -> bool:  # noqa: ARG002 - it plays everything
        """Return True."""
        return True

    def values(self, board: Board) -> dict[str, float]:  # noqa: ARG002 - it looks at nothing
        """Return nothing: this player weighs no move."""
        return {}

    def choose(self, board: Board) -> str:
        """Return a move that follows from the seed of the player and the board."""
        moves = _moves(board)
        tiles = chain.from_iterable(board.rows)
        return moves[below(len(moves), fold((self.seed, board.seed, board.ply, *tiles)))]


class CornerPlayer:
    """Keeps the large tiles in the lower left corner as long as that can be done."""

    name = "corner"
    in_points = False

    def accepts(self, board: Board) -> bool:  # noqa: ARG002 - it plays everything
        """Return True."""
        return True

    def values(self, board: Board) -> dict[str, float]:  # noqa: ARG002 - it has an order, and no more
        """Return nothing: this player weighs no move."""
        return {}

    def choose(self, board: Board) -> str:
        """Return the first move that can be made of down, left, right and up."""
        moves = _moves(board)
        return next(move for move in ("down", "left", "right", "up") if move in moves)


class BestPlayer:
    """The best player that there is for each board: the network where it can think, else the heuristic one."""

    name = "best"
    in_points = False

    def __init__(self, *players: Player) -> None:
        self.players = players

    def of(self, board: Board) -> Player:
        """Return who thinks about this board."""
        return next(player for player in self.players if player.accepts(board))

    def accepts(self, board: Board) -> bool:
        """Return whether any of the players can think about this board."""
        return any(player.accepts(board) for player in self.players)

    def values(self, board: Board) -> dict[str, float]:
        """Return what each legal move is worth, in the measure of who thinks about this board."""
        return self.of(board).values(board)

    def choose(self, board: Board) -> str:
        """Return the move of who thinks about this board."""
        return self.of(board).choose(board)


def player(spec: str = "best", *, ply: int | None = None, seconds: float | None = None) -> Player:
    """Return the player that a text names: one of `SPECS`, or `network:PATH` for weights of your own.

    `ply` says how far ahead a player looks that thinks: 1 weighs the boards after its own moves, each more a layer of
    new tiles and moves. With `seconds` it looks as far as it comes in that time. Left alone, the network looks two
    plies ahead, and the heuristic as far as a fixed number of boards allows.
    """
    return _named(spec, 2 if ply is None else ply, ply, seconds)


def _named(spec: str, network_ply: int, heuristic_ply: int | None, seconds: float | None) -> Player:
    kind, colon, path = spec.partition(":")
    if kind == "network" and bool(colon) == bool(path):
        return _network(path, network_ply, seconds)
    if spec == "heuristic":
        return _heuristic(heuristic_ply, seconds)
    if spec == "best":
        return _best(network_ply, heuristic_ply, seconds)
    if spec == "random":
        return RandomPlayer()
    if spec == "corner":
        return CornerPlayer()
    raise ParseError(
        _("expected a player, one of {names}, got {text}").format(names=", ".join(SPECS), text=quote(spec))
    )


def _network(path: str, ply: int, seconds: float | None) -> Player:
    """Return the network, shipped or with the weights in a file, as a player."""
    from tessella.game2048.players.network import NetworkPlayer  # noqa: PLC0415 - the same
    from tessella.game2048.training import weights  # noqa: PLC0415 - only who thinks needs numba

    network = weights.load(path) if path else None
    return NetworkPlayer(network, ply=ply, seconds=seconds)


def _best(network_ply: int, heuristic_ply: int | None, seconds: float | None) -> Player:
    """Return the network and the player for all else; where the weights were damaged, that one alone."""
    heuristic = _heuristic(heuristic_ply, seconds)
    try:
        return BestPlayer(_network("", network_ply, seconds), heuristic)
    except NetworkError:
        return BestPlayer(heuristic)


def _heuristic(ply: int | None, seconds: float | None) -> Player:
    """Return the player for every size and all rules."""
    from tessella.game2048.players.heuristic import HeuristicPlayer  # noqa: PLC0415 - only who thinks needs numba

    return HeuristicPlayer(ply=ply, seconds=seconds)


def _moves(board: Board) -> tuple[str, ...]:
    """Return the legal moves, or raise MoveError where there are none."""
    if not (moves := board.moves()):
        raise MoveError(_("the game is over, so there is no move to choose"))
    return moves


@lru_cache(maxsize=8)
def known(spec: str, ply: int | None = None, seconds: float | None = None) -> Player:
    """Return a player that gives advice: the same again for whoever asks move by move.

    Who wants to know one move waits longer than one who has many games played: so the network looks `PLY` ahead.
    """
    return _named(spec, PLY if ply is None else ply, ply, seconds)


def thinker(
    board: Board, who: str | Player | None = None, *, ply: int | None = None, seconds: float | None = None
) -> Player:
    """Return the player that thinks about this board; raise PlayerError where it cannot."""
    found = known(who or "best", ply, seconds) if isinstance(who, str | None) else who
    if isinstance(found, BestPlayer):
        found = found.of(board)
    if not found.accepts(board):
        raise PlayerError(
            _("expected a board that {player} can play, got {board}").format(
                player=found.name, board=quote(board.to_text())
            )
        )
    return found


def weigh(
    board: Board, who: str | Player | None = None, *, ply: int | None = None, seconds: float | None = None
) -> tuple[Player, dict[str, float]]:
    """Return who thinks about this board, and what each legal move is worth to that player."""
    _moves(board)
    found = thinker(board, who, ply=ply, seconds=seconds)
    with _THINKING:
        values = found.values(board)
    if not values:
        raise PlayerError(_("expected a player that weighs moves, got {player}").format(player=quote(found.name)))
    # Where reaching the target ends the game, nothing is better, whatever a player would make of the tiles.
    most = max(values.values())
    return found, values | dict.fromkeys(wins(board), most)


def wins(board: Board) -> tuple[str, ...]:
    """Return the moves that win, where that ends the game."""
    if not board.rules.ends:
        return ()
    target, merging = board.rules.target, board.rules.merging
    return tuple(move for move in board.moves() if max(slide(board.rows, move, merging)[1], default=0) >= target)


def ranked(board: Board, values: Mapping[str, float]) -> list[str]:
    """Return the moves, the best first: of equal ones those that win, then in the order of `DIRECTIONS`."""
    won = wins(board)
    return sorted(values, key=lambda move: (-values[move], move not in won, DIRECTIONS.index(move)))


def choose(who: Player, board: Board) -> str:
    """Return a player's move; one that weighs moves takes a win that ends the game."""
    won = () if isinstance(who, RandomPlayer | CornerPlayer) else wins(board)
    return won[0] if won else who.choose(board)


# --- What to do now -------------------------------------------------------------------------------------------------


def best_move(
    board: Board,
    *,
    player: str | Player | None = None,
    ply: int | None = None,
    seconds: float | None = None,
) -> str:
    """Return the best move, as `player` sees it: one of `SPECS`, or a player of your own.

    Raises MoveError where the game is over, PlayerError where the player cannot think about this board.

    >>> best_move(Board.parse("2.../..../..../...."), player="corner")
    'down'
    """
    _moves(board)
    found = thinker(board, player, ply=ply, seconds=seconds)
    with _THINKING:
        return choose(found, board)


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that can be made, and what comes of it."""

    move: str
    value: float
    """What the player thinks of it, in its own measure."""
    score: float | None = None
    """The final score to expect; None where neither the player nor games played on quickly can tell."""
    chance: float | None = None
    """The chance of reaching the next tile, from 0 to 1; None where it cannot be had in time."""
    error: float | None = None
    """The standard error of the chance."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do on a board, and why."""

    board: Board
    player: str
    """Who says so: the player's name."""
    choices: tuple[Choice, ...]
    """Every legal move, the best first."""
    in_points: bool
    """Whether the values are points."""

    @property
    def best(self) -> str:
        """The best move."""
        return self.choices[0].move

    @property
    def next_tile(self) -> int:
        """The tile whose chance is told: twice the largest on the board."""
        return 2 * self.board.highest

    @property
    def reason(self) -> str:
        """Why the best move is the best: one sentence, in the language that is spoken now."""
        values = [(choice.move, choice.value) for choice in self.choices]
        return reasons.why(self.board, values, in_points=self.in_points)

    def __str__(self) -> str:
        return f"{self.best}: {self.reason}"

    def to_json(self) -> dict[str, Any]:
        """Return the advice as plain values, for `json.dumps`; `from_json` makes it again."""
        return {
            "board": self.board.to_text(),
            "player": self.player,
            "in_points": self.in_points,
            "best": self.best,
            "next_tile": self.next_tile,
            "reason": self.reason,
            "choices": [asdict(choice) for choice in self.choices],
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Return the advice that `to_json` gave the plain values of."""
        choices = tuple(Choice(**choice) for choice in values["choices"])
        return cls(Board.parse(values["board"]), values["player"], choices, values["in_points"])


def advise(
    board: Board,
    *,
    player: str | Player | None = None,
    ply: int | None = None,
    seconds: float | None = None,
) -> Advice:
    """Return what a player thinks of every legal move, the best first, with a reason.

    Raises MoveError where the game is over, PlayerError where the player cannot think about this board, or weighs no
    moves (`random` and `corner`).
    """
    from tessella.game2048.advice import rollouts  # noqa: PLC0415 - only who thinks needs numba

    who, values = weigh(board, player, ply=ply, seconds=seconds)
    most = max(values.values())
    more = points_of(who, board, most) - most
    outlooks = rollouts.reach(board, _network_of(who, board))
    choices = []
    for move in ranked(board, values):
        outlook = outlooks.get(move)
        score = _points(values[move], most, more) if is_in_points(who, board) else outlook.points if outlook else None
        choices.append(
            Choice(
                move,
                values[move],
                None if score is None else board.score + score,
                outlook.chance if outlook else None,
                outlook.error if outlook else None,
            )
        )
    return Advice(board, who.name, tuple(choices), is_in_points(who, board))


def _points(value: float, most: float, more: float) -> float:
    """Return the points to expect of a move, where the best is worth `most` and brought `more` than that.

    Good moves are as far apart as their values. One that is worth less than half the best loses what sets it apart from
    it, so that a move that ends the game is not told to go on well.
    """
    return max(value + more * min(1.0, 2 * max(value, 0.0) / most), 0.0) if most > 0 else max(value, 0.0)


def points_of(who: Player, board: Board, value: float) -> float:
    """Return the points to expect where the best move is worth so much: measured, of a network that was measured.

    Other players' values, and those of a game that ends at its target, are taken for what they are.
    """
    from tessella.game2048.players.network import NetworkPlayer  # noqa: PLC0415 - only who thinks needs numba

    return who.points(board, value) if isinstance(who, NetworkPlayer) and is_in_points(who, board) else value


def is_in_points(who: Player, board: Board) -> bool:
    """Return whether a player's values are points of this game: nobody counts with one that ends at its target."""
    return who.in_points and not board.rules.ends


def _network_of(who: Player, board: Board) -> "Network | None":
    """Return the network that games are played on with, or None where the heuristic must do."""
    from tessella.game2048.players.network import NetworkPlayer  # noqa: PLC0415 - only who thinks needs numba

    tried = (who, thinker(board))
    return next((one.network for one in tried if isinstance(one, NetworkPlayer) and one.accepts(board)), None)
