"""How does a person watch a player of 2048 from the command line?

Thin, like `cli`: arguments in, one call, text out. The game is nobody's: it is forgotten when it ends.
"""

import argparse
import contextlib
import sys
from typing import TYPE_CHECKING, Any, cast

from tessella.cli.options import ply_or_seconds
from tessella.cli.play_options import add_looks, add_rules, can_show, id_of_2048, plays_by_lines
from tessella.errors import ParseError, quote
from tessella.i18n import _

if TYPE_CHECKING:
    from tessella.game2048 import Board

__all__ = ["add_command"]

FASTEST = 1000.0
"""Moves a second that can be asked for."""


def add_command(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add `watch` to the commands of `tessella 2048`."""
    parser = commands.add_parser(
        "watch",
        help=_("watch a player"),
        description=_(
            "Watch a player play a game to its end; on the full screen you can take over. The game is not kept."
        ),
        argument_default=argparse.SUPPRESS,  # what is said before the command's name holds
    )
    who = parser.add_argument_group(_("who plays"))
    who.add_argument(
        "--player",
        metavar="NAME",
        default=None,
        help=_("best (default), network, network:FILE, heuristic, random or corner"),
    )
    who.add_argument("--ply", metavar="N", default=None, help=_("how many moves it looks ahead"))
    who.add_argument("--seconds", metavar="S", default=None, help=_("how long it thinks about a move instead"))
    who.add_argument(
        "--speed", metavar="N", default=None, help=_("moves a second; by default 5, in a pipe as fast as it can")
    )
    add_rules(parser.add_argument_group(_("which game")))
    add_looks(parser)
    parser.set_defaults(run=_watch)


def _watch(asked: argparse.Namespace) -> int:
    from tessella.game2048.advice.advisor import SPECS, player
    from tessella.play.advisor_process import Who, shared
    from tessella.play.store import Store
    from tessella.play.stored_game import StoredGame

    speed = None if asked.speed is None else _speed(asked.speed)
    who = Who(asked.player, *ply_or_seconds(asked))
    if asked.player is not None and asked.player.partition(":")[0] not in SPECS:
        player(asked.player)  # says which there are
    text = id_of_2048(asked)
    sitting = StoredGame.open(Store.in_memory(), "2048:classic" if text == "2048" else text)
    if not (board := cast("Board", sitting.session.position)).is_over():
        print(_("The player gets ready ..."), file=sys.stderr)
        shared().best_move(board, **who._asdict())  # who cannot play this is told before anything is drawn
    if plays_by_lines(asked):
        from tessella.line_mode import loop

        usual = 5.0 if sys.stdout.isatty() else 0.0
        looks = {"ascii_only": asked.ascii or not can_show("┌"), "spoken": asked.spoken}
        loop.watch(sitting, who, sys.stdout, speed=usual if speed is None else speed, **looks)
        return 0
    from tessella import tui

    theme = asked.theme or Store.open().setting("theme") or None
    watched = (who, 5.0 if speed is None else speed)
    return tui.run(sitting.store, sitting.session.id, theme=theme, motion=not asked.no_motion, watched=watched)


def _speed(text: str) -> float:
    """Return how many moves a second a text asks for."""
    with contextlib.suppress(ValueError):
        if 0 < (speed := float(text)) <= FASTEST:
            return speed
    raise ParseError(_("expected moves a second, up to {most:.0f}, got {text}").format(most=FASTEST, text=quote(text)))
