"""Playing a game, on the full screen or in line mode."""

import argparse
import sys

from tessella.cli.options import draws_ascii, uses_line_mode
from tessella.play.store import Store


def run(asked: argparse.Namespace) -> int:
    """Let the player choose a game; in line mode play 2048."""
    return play(asked, open_store(asked), None)


def open_store(asked: argparse.Namespace) -> Store:
    """Return the player's store, or an empty one where nothing is to be saved."""
    return Store.in_memory() if getattr(asked, "no_save", False) else Store.open()


def play(asked: argparse.Namespace, store: Store, text: str | None) -> int:
    """Play the game that an id asks for, or the one chosen in the menu; return the exit code."""
    new = getattr(asked, "new", False)
    if uses_line_mode(asked):
        from tessella.line_mode import loop  # noqa: PLC0415 - only the front end that is used is imported

        game = loop.open_game(store, text or "2048", sys.stderr, new=new)
        loop.play(game, sys.stdin, sys.stdout, loop.Display(ascii_only=draws_ascii(asked), spoken=asked.spoken))
        return 0
    from tessella import tui  # noqa: PLC0415 - only the front end that is used is imported

    return tui.run(store, text, new=new, theme=asked.theme, motion=not asked.no_motion)
