"""The command `tessella 2048 watch`."""

import argparse
import contextlib
import sys

from tessella.cli.game2048.options import id_of
from tessella.cli.options import draws_ascii, notify, ply_or_seconds, uses_line_mode
from tessella.cli.play import check_theme, opened_store
from tessella.errors import ParseError
from tessella.game2048 import Board
from tessella.game2048.players.registry import PLAYERS, player
from tessella.i18n import _
from tessella.play.advisor import PlayerOptions, shared_advisor
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame

MAX_SPEED = 1000.0  # moves per second that can be asked for
DEFAULT_SPEED = 5.0


def run(args: argparse.Namespace) -> int:
    """Let the AI play a game, which is not saved."""
    speed = None if args.speed is None else _speed(args.speed)
    who = PlayerOptions(args.player, *ply_or_seconds(args))
    if args.player is not None and args.player.partition(":")[0] not in PLAYERS:
        player(args.player)  # raises, and says which there are
    text = id_of(args)
    game = StoredGame.open(Store.in_memory(), text if ":" in text else f"{text}:classic")
    board = game.session.position
    if isinstance(board, Board) and not board.is_over():
        notify(_("Starting the AI ..."))
        shared_advisor().best_move(board, who)  # a player that cannot play this is refused before anything is drawn
    if uses_line_mode(args):
        from tessella.line_mode import loop  # noqa: PLC0415 - only the front end that is used is imported

        usual = DEFAULT_SPEED if sys.stdout.isatty() else 0.0
        speed = usual if speed is None else speed
        display = loop.Display(ascii_only=draws_ascii(args), spoken=args.spoken)
        loop.watch(game, who, sys.stdout, display, speed=speed)
        return 0
    from tessella import tui  # noqa: PLC0415 - only the front end that is used is imported

    check_theme(args)
    with opened_store() as store:
        theme = args.theme or store.setting("theme") or None
    watched = (who, DEFAULT_SPEED if speed is None else speed)
    return tui.run(game.store, game.session.id, theme=theme, motion=not args.no_motion, watched=watched)


def _speed(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 < (speed := float(text)) <= MAX_SPEED:
            return speed
    raise ParseError(
        _("expected a speed above 0, up to {most:.0f} moves per second, got {text}"), most=MAX_SPEED, text=text
    )
