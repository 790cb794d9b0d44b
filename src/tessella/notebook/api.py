"""Public functions of the notebook: `tessella.play`, `tessella.watch` and `tessella.in_progress`."""

import contextlib
from collections.abc import Iterator
from functools import cache
from typing import Any, cast

from msgspec.structs import replace

from tessella import game2048, i18n, sudoku
from tessella.errors import ParseError, one_of
from tessella.game2048.players.base import Player
from tessella.game2048.players.registry import player as library_player
from tessella.games import Position
from tessella.i18n import _
from tessella.notebook.widget import LOCK, Moves, WatchedPlayer, Widget, open_widgets
from tessella.play.advisor import PlayerOptions
from tessella.play.store import SavedGame, Store
from tessella.play.warm_up import warm_up
from tessella.web.player_games import PlayerGames, check_preferences, preferences


def play(
    game: str | Position | SavedGame = "2048",
    *,
    new: bool = False,
    lang: str = "",
    theme: str = "",
    store: Store | None = None,
) -> Widget:
    """Return a widget at the game that an id or a board names: the one in progress, or with `new` a fresh one.

    A game that was left goes on where it stood, by its id or as `in_progress` lists it.

    The game is kept where the terminal and the page keep theirs; `store` names another place
    (`Store.in_memory()` forgets it). `lang` is "en" or "zh", `theme` one of `palette.THEMES`.
    """
    with _checked(lang, theme):
        widget = _widget(game, store, lang, theme)
        if new and widget.session.step:
            widget.new()
        return widget


def in_progress(store: Store | None = None) -> list[SavedGame]:
    """Return the games that can be continued, the one played last first; `play` takes any of them."""
    return (store or _own_games().store).in_progress()


def watch(
    player: str | Moves | Player = "best",
    game: str | Position = "",
    *,
    speed: float = 2.0,
    running: bool = True,
    lang: str = "",
    theme: str = "",
    store: Store | None = None,
) -> Widget:
    """Return a widget in which a player plays by itself, `speed` moves a second, until somebody takes over.

    A player is any function from a board to a move as text, a player of `tessella.game2048`, or the name of one: those
    in `PLAYERS`, and `network:PATH` for weights of your own. Its moves count as hints, and its games are forgotten with
    the widget, unless a `store` is given.
    """
    with _checked(lang, theme):
        watched = player_named(player)
        widget = _widget(game or watched.game, store or Store.in_memory(), lang, theme, watched=watched, speed=speed)
        widget.running = running
        return widget


def _by_hints(board: Any) -> str:
    return sudoku.hint(board).moves[0] if any(board.marks) else "~"


PLAYERS = {  # those that `watch` knows by name
    player.name: player
    for player in (
        *(WatchedPlayer(name, PlayerOptions(name), is_slow=True) for name in ("best", "network", "heuristic")),
        *(WatchedPlayer(name, library_player(name).choose) for name in ("random", "corner")),
        WatchedPlayer("hints", _by_hints, "sudoku:easy"),
    )
}


def player_named(player: str | Moves | Player) -> WatchedPlayer:
    """Return a player by its name, or one that is given; `network:PATH` names a file of weights."""
    if isinstance(player, str):
        if player.startswith("network:"):
            return WatchedPlayer(player, PlayerOptions(player), is_slow=True)
        return PLAYERS[one_of(PLAYERS, player, _("expected a player, one of {names}, got {text}"))]
    if hasattr(player, "choose"):
        of_library = cast("Player", player)
        return WatchedPlayer(of_library.name, of_library.choose, is_slow=True)
    return WatchedPlayer(getattr(player, "__name__", type(player).__name__).strip("<>"), player)


@cache
def _own_games() -> PlayerGames:
    return PlayerGames(Store.open())


def _widget(game: object, store: Store | None, lang: str, theme: str, **watched: Any) -> Widget:
    if store is None:
        player_games = _own_games()
    else:
        known = (widget.player_games for widget in open_widgets() if widget.player_games.store is store)
        player_games = next(known, None) or PlayerGames(store)
    chosen = preferences(player_games.store)
    chosen = replace(chosen, lang=lang or chosen.lang, theme=theme or chosen.theme)
    shown = player_games.go_on_with(game.number) if isinstance(game, SavedGame) else player_games.open(_id_of(game))
    warm_up(player_games.store)
    return Widget(player_games, shown, chosen=chosen, **watched)


def _id_of(game: object) -> str:
    if isinstance(game, str):
        return game
    if isinstance(game, game2048.Board):
        return game.to_text()
    if isinstance(game, sudoku.Board):
        return f"sudoku:{game.to_text()}"
    raise ParseError(
        _("expected a board, or an id such as {example}, got {text}"), example="2048:classic#42", text=game
    )


@contextlib.contextmanager
def _checked(lang: str, theme: str) -> Iterator[None]:
    check_preferences(lang or None, theme or None)
    with LOCK, i18n.speaking(lang or i18n.language()):
        yield
