"""Players that a notebook watches: named ones, players of the library, and any function from a board to a move."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, cast

from tessella import sudoku
from tessella.errors import one_of
from tessella.game2048.players.base import Player
from tessella.game2048.players.registry import player as library_player
from tessella.i18n import _
from tessella.play.advisor import PlayerOptions

Moves: TypeAlias = Callable[[Any], str]
"""A function that returns the move, as text, that it would play on a board."""


class WatchedPlayer(NamedTuple):
    """A player and the game that it plays if none is named."""

    name: str
    moves: Moves | PlayerOptions | None = None
    """What finds its moves: a function, a player that computes in a process of its own, or None for the AI."""
    game: str = "2048"
    is_slow: bool = False  # whether it computes in a thread, so that the notebook goes on


def _by_hints(board: Any) -> str:
    return sudoku.hint(board).moves[0] if any(board.marks) else "~"


PLAYERS = {
    player.name: player
    for player in (
        *(WatchedPlayer(name, PlayerOptions(name), is_slow=True) for name in ("best", "network", "heuristic")),
        *(WatchedPlayer(name, library_player(name).choose) for name in ("random", "corner")),
        WatchedPlayer("hints", _by_hints, "sudoku:easy"),
    )
}
"""The players that `watch` knows by name."""


def player_named(player: str | Moves | Player) -> WatchedPlayer:
    """Return a player by its name, or one that is given; `network:PATH` names a file of weights."""
    if isinstance(player, str):
        if player.startswith("network:"):
            return WatchedPlayer(player, PlayerOptions(player), is_slow=True)
        return PLAYERS[one_of(PLAYERS, player, _("expected a player, one of {names}, got {text}"))]
    if hasattr(player, "choose"):
        of_library = cast("Player", player)
        return WatchedPlayer(of_library.name, of_library.choose, is_slow=True)
    name = re.sub(r"^<(\w+)>$", r"\1", getattr(player, "__name__", ""))
    return WatchedPlayer(name or type(player).__name__, player)
