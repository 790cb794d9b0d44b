"""Playing a game, on the full screen or in line mode."""

import argparse
import sys

from tessella.cli.options import draws_ascii, uses_line_mode
from tessella.errors import one_of
from tessella.i18n import _
from tessella.palette import THEMES
from tessella.play.store import Store


def run(args: argparse.Namespace) -> int:
    """Let the player choose a game; in line mode play 2048."""
    return play(args, open_store(args), None)


def open_store(args: argparse.Namespace) -> Store:
    """Return the player's store, or an empty one where nothing is to be saved."""
    return Store.in_memory() if getattr(args, "no_save", False) else Store.open()


def check_theme(args: argparse.Namespace) -> None:
    """Raise `ParseError` for a theme that is none."""
    if args.theme is not None:
        one_of(THEMES, args.theme, _("expected a theme, one of {names}, got {text}"))


def play(args: argparse.Namespace, store: Store, text: str | None) -> int:
    """Play the game that an id asks for, or the one chosen in the menu; return the exit code."""
    check_theme(args)
    new = getattr(args, "new", False)
    if uses_line_mode(args):
        from tessella.line_mode import loop  # noqa: PLC0415 - only the front end that is used is imported

        game = loop.open_game(store, text or "2048", sys.stderr, new=new)
        loop.play(game, sys.stdin, sys.stdout, loop.Display(ascii_only=draws_ascii(args), spoken=args.spoken))
        return 0
    from tessella import tui  # noqa: PLC0415 - only the front end that is used is imported

    return tui.run(store, text, new=new, theme=args.theme, motion=not args.no_motion)
