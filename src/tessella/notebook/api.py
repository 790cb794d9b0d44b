"""Public functions of the notebook: `tessella.play` and `tessella.watch`."""

import contextlib
from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from tessella import game2048, i18n, sudoku
from tessella.errors import ParseError
from tessella.game2048.players.base import Player
from tessella.games import Position
from tessella.i18n import _
from tessella.notebook.players import Moves, player_named
from tessella.notebook.widget import LOCK, Widget, open_widgets
from tessella.play.store import Store
from tessella.web.player_games import PlayerGames, check_preferences, preferences
from tessella.web.protocol import Preferences


def play(
    game: str | Position = "2048",
    *,
    new: bool = False,
    lang: str = "",
    theme: str = "",
    store: Store | None = None,
) -> Widget:
    """Return a widget at the game that an id or a board names: the one in progress, or with `new` a fresh one.

    The game is kept where the terminal and the page keep theirs; `store` names another place
    (`Store.in_memory()` forgets it). `lang` is "en" or "zh", `theme` one of `palette.THEMES`.
    """
    with _checked(lang, theme):
        player_games = _games_of(store)
        chosen = _preferences(player_games.store, lang, theme)
        widget = Widget(player_games, player_games.open(_id_of(game)), chosen=chosen)
        if new and widget.session.step:
            widget.new()
        return widget


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
        player_games = _games_of(store or Store.in_memory())
        live = player_games.open(_id_of(game or watched.game))
        chosen = _preferences(player_games.store, lang, theme)
        widget = Widget(player_games, live, chosen=chosen, watched=watched, speed=speed)
        widget.running = running
        return widget


@cache
def _own_games() -> PlayerGames:
    return PlayerGames(Store.open())


def _games_of(store: Store | None) -> PlayerGames:
    if store is None:
        return _own_games()
    known = (widget.player_games for widget in open_widgets() if widget.player_games.store is store)
    return next(known, None) or PlayerGames(store)


def _preferences(store: Store, lang: str, theme: str) -> Preferences:
    chosen = preferences(store)
    return replace(chosen, lang=lang or chosen.lang, theme=theme or chosen.theme)


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
