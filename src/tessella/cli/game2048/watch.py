"""The command `tessella 2048 watch`."""

import argparse
import contextlib
import sys

from tessella.cli.game2048.options import id_of
from tessella.cli.numbers import ply_or_seconds
from tessella.cli.options import draws_ascii, uses_line_mode
from tessella.errors import ParseError, quote
from tessella.game2048 import Board
from tessella.game2048.players.registry import PLAYERS, player
from tessella.i18n import _
from tessella.play.advisor import PlayerOptions, shared_advisor
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame

MAX_SPEED = 1000.0
"""Moves per second that can be asked for."""
DEFAULT_SPEED = 5.0


def run(asked: argparse.Namespace) -> int:
    """Let the AI play a game, which is not saved."""
    speed = None if asked.speed is None else _speed(asked.speed)
    who = PlayerOptions(asked.player, *ply_or_seconds(asked))
    if asked.player is not None and asked.player.partition(":")[0] not in PLAYERS:
        player(asked.player)  # raises, and says which there are
    text = id_of(asked)
    game = StoredGame.open(Store.in_memory(), text if ":" in text else f"{text}:classic")
    board = game.session.position
    if isinstance(board, Board) and not board.is_over():
        print(_("Starting the AI ..."), file=sys.stderr)
        shared_advisor().best_move(board, who)  # a player that cannot play this is refused before anything is drawn
    if uses_line_mode(asked):
        from tessella.line_mode import loop  # noqa: PLC0415 - only the front end that is used is imported

        usual = DEFAULT_SPEED if sys.stdout.isatty() else 0.0
        speed = usual if speed is None else speed
        display = loop.Display(ascii_only=draws_ascii(asked), spoken=asked.spoken)
        loop.watch(game, who, sys.stdout, display, speed=speed)
        return 0
    from tessella import tui  # noqa: PLC0415 - only the front end that is used is imported

    theme = asked.theme or Store.open().setting("theme") or None
    watched = (who, DEFAULT_SPEED if speed is None else speed)
    return tui.run(game.store, game.session.id, theme=theme, motion=not asked.no_motion, watched=watched)


def _speed(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 < (speed := float(text)) <= MAX_SPEED:
            return speed
    message = _("expected moves per second, at most {most:.0f}, got {text}")
    raise ParseError(message.format(most=MAX_SPEED, text=quote(text)))
