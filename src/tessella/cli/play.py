"""Playing a game, on the full screen or in line mode, and the games that can be continued."""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tessella import games
from tessella.cli.options import Container, add, add_display, draws_ascii, notify, uses_line_mode
from tessella.errors import ParseError, one_of
from tessella.i18n import _, sentence
from tessella.io.extras import load
from tessella.palette import THEMES
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame


def run(args: argparse.Namespace) -> int:
    """Let the player choose a game; in line mode play 2048."""
    return play(args, open_store(args), None)


def open_store(args: argparse.Namespace) -> Store:
    """Return the player's store, or an empty one where nothing is to be saved."""
    return Store.in_memory() if getattr(args, "no_save", False) else Store.open()


def add_database(group: Container) -> None:
    """Add the option that says where a server keeps its games."""
    text = _("PostgreSQL in place of the file: postgresql://... (default: TESSELLA_DATABASE)")
    add(group, {"--database URL": text})


def server_store(args: argparse.Namespace) -> Store:
    """Return the store of a server: in the database that is asked for, else the player's own."""
    url = args.database or ("" if getattr(args, "no_save", False) else os.environ.get("TESSELLA_DATABASE"))
    if not url:
        return open_store(args)
    return Store(load("tessella.play.postgres", "postgres", "--database").Postgres.open(url))


@contextmanager
def opened_store(args: argparse.Namespace | None = None) -> Iterator[Store]:
    """Open the player's store, or a server's, and say at the end what no front end has said of it."""
    store = server_store(args) if args else Store.open()
    try:
        yield store
    finally:
        for notice in store.notices:
            notify(sentence(notice))


def check_theme(args: argparse.Namespace) -> None:
    """Raise `ParseError` for a theme that is none."""
    if args.theme is not None:
        one_of(THEMES, args.theme, _("expected a theme, one of {names}, got {text}"))


def add_go_on(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella continue`."""
    parser.description = _("Continue a game. Without GAME, list those to continue.")
    what = _("a game's id, or its number in the list")
    parser.add_argument("game", metavar="GAME", nargs="?", help=what)
    add(parser, "--json")
    add_display(parser)


def go_on(args: argparse.Namespace) -> int:
    """Continue a game, or list those that can be continued."""
    check_theme(args)
    with opened_store() as store:
        if args.game is None:
            return _list_games(args, store)
        number = numbered(store, args.game) or store.unfinished(args.game) or store.number_of(args.game)
        return play(args, store, StoredGame.continued(store, number))


def _list_games(args: argparse.Namespace, store: Store) -> int:
    found = store.in_progress()
    if args.json:
        print(json.dumps([game._asdict() for game in found], ensure_ascii=False, indent=2))
    elif not found:
        print(_("No game is in progress."))
    else:
        width = max(len(game.id) for game in found)
        for n, game in enumerate(found, 1):
            print(f"{n:>3}  {game.id:<{width}}  {game.about}")
    return 0


def numbered(store: Store, text: str | None) -> int | None:
    """Return the row of the game that has a number in the list, None for what is no number there."""
    found = store.in_progress()
    if text is None or not (text.isascii() and text.isdecimal() and len(text) < 19) or text in games.GAMES:
        return None
    if not found:
        raise ParseError(_("no game is in progress, got {text}"), text=text)
    if not 1 <= int(text) <= len(found):
        message = _("expected the number of a game to continue, from 1 to {most}, got {text}")
        raise ParseError(message, most=len(found), text=text, hint=_("'tessella continue' lists them"))
    return found[int(text) - 1].number


def play(args: argparse.Namespace, store: Store, text: str | StoredGame | None) -> int:
    """Play a game, the one that an id asks for, or the one chosen in the menu; return the exit code."""
    check_theme(args)
    new = getattr(args, "new", False)
    if uses_line_mode(args):
        from tessella.line_mode import loop  # noqa: PLC0415 - only the front end that is used is imported

        game = text if isinstance(text, StoredGame) else loop.open_game(store, text or "2048", sys.stderr, new=new)
        loop.play(game, sys.stdin, sys.stdout, loop.Display(ascii_only=draws_ascii(args), spoken=args.spoken))
        return 0
    from tessella import tui  # noqa: PLC0415 - only the front end that is used is imported

    return tui.run(store, text, new=new, theme=args.theme, motion=not args.no_motion)
