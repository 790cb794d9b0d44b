"""Players of 2048: what every one of them can do, and the two that follow a fixed rule."""

import secrets
from collections.abc import Callable
from itertools import chain
from typing import NamedTuple, Protocol, runtime_checkable

from tessella.errors import MoveError
from tessella.game2048.board import Board
from tessella.game2048.rules import Rules
from tessella.game2048.sliding import slide
from tessella.i18n import _
from tessella.rng import below, fold


class Player(Protocol):
    """Whoever can play 2048. The defaults are for players that derive from this class."""

    @property
    def name(self) -> str:
        """What the player is called, such as `network 4x6, 2 ply`."""

    in_points: bool = False  # whether its values are points, from which a final score follows; else a scale of its own

    def accepts(self, board: Board) -> bool:  # noqa: ARG002 - every board, unless a player says otherwise
        """Return whether the player can play this board."""
        return True

    def values(self, board: Board) -> dict[str, float]:  # noqa: ARG002 - a player may follow a fixed rule
        """Return what each legal move is worth, the points of the move itself included: the largest is the best.

        Empty for a player that chooses without comparing.
        """
        return {}

    def choose(self, board: Board) -> str:
        """Return the player's move; raise MoveError where the game is over."""
        values = self.values(board)
        return max(values, key=values.__getitem__)


class GameResult(NamedTuple):
    """How a game ended."""

    score: int
    moves: int
    highest: int  # the largest tile


@runtime_checkable
class CompiledPlayer(Protocol):
    """A player that searches in kernels."""

    def kernels(self, board: Board) -> tuple[str, ...]:
        """Return the groups of kernels (`warming.GROUPS`) that it needs on a board like this one."""

    def plain(self, board: Board) -> Player | None:
        """Return a player in plain Python that chooses the same on this board; None where that would take long."""


@runtime_checkable
class KernelPlayer(Protocol):
    """A player that has been measured, and whose kernels also play whole games."""

    def expected_points(self, board: Board, value: float) -> float:
        """Return the points to expect of a board whose best move is worth `value`."""

    def plays_in_bulk(self, rules: Rules) -> bool:
        """Return whether the kernels play games by these rules."""

    def bulk_games(self, numbers: range, seed: int, threads: int) -> "BulkGames":
        """Return fresh games by their numbers: see `network.BulkGames`."""


class BulkGames(Protocol):
    """Games that kernels play."""

    @property
    def ended(self) -> int:
        """How many games have ended."""

    @property
    def moves(self) -> int:
        """How many moves have been played."""

    def load(self) -> None:
        """Load the kernels."""

    def play(self, tell: Callable[[], object]) -> None:
        """Play all to their end; `tell` is called now and then."""

    def play_plainly(self, until: Callable[[], bool], tell: Callable[[], object]) -> None:
        """Play some of the games in plain Python: as far as that can be, or until it is to end."""

    def results(self) -> list[GameResult]:
        """Return how the games ended, in their order."""


class RandomPlayer(Player):
    """Plays any legal move, each with the same chance; with a seed always the same ones."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self.seed = secrets.randbits(64) if seed is None else seed

    def choose(self, board: Board) -> str:
        """Return a move that follows from the seed of the player and the board."""
        moves = legal_moves(board)
        return moves[below(len(moves), fold((self.seed, board.seed, board.ply, *chain(*board.rows))))]


class CornerPlayer(Player):
    """Keeps the large tiles in the lower left corner as long as that can be done."""

    name = "corner"

    def choose(self, board: Board) -> str:
        """Return the first legal move of down, left, right and up."""
        moves = legal_moves(board)
        return next(move for move in ("down", "left", "right", "up") if move in moves)


def legal_moves(board: Board) -> tuple[str, ...]:
    """Return the legal moves, or raise MoveError where there are none."""
    if not (moves := board.moves()):
        raise MoveError(_("the game is over; there is no move to choose"))
    return moves


def winning_moves(board: Board) -> tuple[str, ...]:
    """Return the moves that reach the target, where that ends the game."""
    rules = board.rules
    made = {move: slide(board.rows, move, rules.merging)[1] for move in board.moves()} if rules.ends else {}
    return tuple(move for move, merged in made.items() if max(merged, default=0) >= rules.target)


def choose_move(player: Player, board: Board) -> str:
    """Return a player's move; one that compares moves takes a win that ends the game."""
    won = () if isinstance(player, RandomPlayer | CornerPlayer) else winning_moves(board)
    return won[0] if won else player.choose(board)


def share_of_games(count: int, games: int) -> tuple[float, float]:
    """Return the share of games that a count is, and its standard error.

    The error is by Jeffreys' prior, as none or all of a few games prove little.

    >>> chance, error = share_of_games(5, 20)
    >>> chance, round(error, 3)
    (0.25, 0.096)
    """
    likely = (count + 0.5) / (games + 1)
    return count / games, float((likely * (1 - likely) / (games + 1)) ** 0.5)
