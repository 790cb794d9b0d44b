"""Players of 2048 by name, and the best one for a board.

Importing this module costs nothing: the players that search load numpy and numba when they are first asked for.

>>> player("corner").choose(Board.parse("2... / .... / .... / ...."))
'down'
"""

from contextlib import suppress
from functools import cache, lru_cache
from threading import Thread

from tessella import compiled
from tessella.compiled import warming
from tessella.errors import NetworkError, PlayerError, TessellaError, one_of, quote
from tessella.game2048.board import Board
from tessella.game2048.players.base import CornerPlayer, Player, RandomPlayer
from tessella.game2048.players.plain import PlainPlayer
from tessella.game2048.players.small_network import SmallNetworkPlayer
from tessella.game2048.rules import Rules
from tessella.i18n import _

PLAYERS = ("best", "network", "heuristic", "random", "corner")  # and `network:PATH`, with weights of your own
PLAYER_PLY = 2  # how far the network looks ahead in games
ADVICE_PLY = 3  # how far it looks for advice: who wants to know one move can wait longer


class BestPlayer(Player):
    """The best player for each board: the network where it can play, else the heuristic."""

    name = "best"

    def __init__(self, *players: Player) -> None:
        self.players = players

    def of(self, board: Board) -> Player:
        """Return the player for this board."""
        return next(player for player in self.players if player.accepts(board))

    def values(self, board: Board) -> dict[str, float]:
        """Return what each legal move is worth to the player for this board."""
        return self.of(board).values(board)

    def choose(self, board: Board) -> str:
        """Return the move of the player for this board."""
        return self.of(board).choose(board)


def player(spec: str = "best", *, ply: int | None = None, seconds: float | None = None) -> Player:
    """Return the player that a text names: one of `PLAYERS`, or `network:PATH` for weights of your own.

    `ply` says how far ahead it looks: 1 compares the boards after its own moves, each more adds a layer of new tiles
    and moves. With `seconds` it searches for so long a move. By default the network looks two plies ahead, and the
    heuristic as far as a fixed number of boards allows.
    """
    return _player(spec, PLAYER_PLY if ply is None else ply, ply, seconds)


@lru_cache(maxsize=8)
def adviser(spec: str = "best", ply: int | None = None, seconds: float | None = None) -> Player:
    """Return a player to be asked for advice, three plies deep by default: the same object for the same arguments."""
    return _player(spec, ADVICE_PLY if ply is None else ply, ply, seconds)


def _player(spec: str, network_ply: int, heuristic_ply: int | None, seconds: float | None) -> Player:
    if seconds is not None and not seconds >= 0:
        raise PlayerError(_("expected a number of at least 0 for {name}, got {text}"), name="seconds", text=seconds)
    kind, colon, path = spec.partition(":")
    if not compiled.available() and compares_moves(spec):
        return _plain_player(spec, heuristic_ply)
    if kind == "network" and bool(colon) == bool(path):
        from tessella.game2048.players.network import NetworkPlayer  # noqa: PLC0415 - loads numba

        return NetworkPlayer(path or None, ply=network_ply, seconds=seconds)
    if spec == "heuristic":
        from tessella.game2048.players.heuristic import HeuristicPlayer  # noqa: PLC0415 - loads numba

        return HeuristicPlayer(ply=heuristic_ply, seconds=seconds)
    if spec == "best":
        heuristic = _player("heuristic", network_ply, heuristic_ply, seconds)
        try:
            return BestPlayer(_player("network", network_ply, heuristic_ply, seconds), heuristic)
        except NetworkError:  # the weights were damaged
            return BestPlayer(heuristic)
    simple: dict[str, type[Player]] = {"random": RandomPlayer, "corner": CornerPlayer}
    named = simple[one_of(PLAYERS, spec, _("expected a player, one of {names}, got {text}"))]
    if (heuristic_ply, seconds) != (None, None):
        raise PlayerError(_("expected neither plies nor seconds for {text}, which does not look ahead"), text=spec)
    return named()


def _plain_player(spec: str, ply: int | None) -> Player:
    """Return the player of a name where there is no compiler; "best" makes do without the small network."""
    network, heuristic = SmallNetworkPlayer(ply=PLAYER_PLY if ply is None else ply), PlainPlayer(ply=ply)
    players = {"network": network, "heuristic": heuristic, "best": BestPlayer(network, heuristic)}
    if spec not in players:
        raise PlayerError(_("{name} needs {package}, which is not installed here"), name=quote(spec), package="numba")
    return players[spec]


def compares_moves(spec: str | None) -> bool:
    """Return whether a text names a player that looks ahead; nobody else can give advice."""
    return (spec or "best").partition(":")[0] in ("best", "network", "heuristic")


def player_for(
    board: Board, player: str | Player | None = None, *, ply: int | None = None, seconds: float | None = None
) -> Player:
    """Return the player that is to judge a board, by default the best; raise PlayerError where it cannot.

    The kernels that it needs are compiled in child processes first.
    """
    if compiled.available() and isinstance(player, str | None) and compares_moves(player):
        kernels = _kernels(board.rules, player or "best")
        _compile(kernels)
        if kernels == ("network",) and player in (None, "best", "network"):
            _unpack_network()
    found = adviser(player or "best", ply, seconds) if isinstance(player, str | None) else player
    if isinstance(found, BestPlayer):
        found = found.of(board)
    if not found.accepts(board):
        message = _("{player} cannot play this board: {board}")
        raise PlayerError(message, player=found.name, board=quote(board.to_text()))
    return found


def _kernels(rules: Rules, spec: str) -> tuple[str, ...]:
    """Return the groups of kernels that advice on games by these rules needs."""
    if (rules.rows, rules.cols, rules.merging) != (4, 4, "once"):
        return ("any-size",)
    if rules.points:
        return ("heuristic", "any-size")
    return ("network", "heuristic") if spec == "heuristic" else ("network",)


def is_compiled(board: Board) -> bool:
    """Return whether the kernels that the best player needs for this board are compiled, if there is a compiler."""
    return not compiled.available() or warming.is_ready(*_kernels(board.rules, "best"))


@cache
def _unpack_network() -> None:
    """Let another thread begin to unpack the network, which takes about as long as numba takes to start."""
    from tessella.game2048.training.weights import shipped  # noqa: PLC0415 - loads numba

    def unpack() -> None:
        with suppress(TessellaError):  # who asks it for advice is told
            shipped().unpack(1)

    with suppress(NetworkError):
        shipped()  # one for both threads
        Thread(target=unpack, daemon=True).start()


@cache
def _compile(groups: tuple[str, ...]) -> None:
    warming.ensure(*groups)
