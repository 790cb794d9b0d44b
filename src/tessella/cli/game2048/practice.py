"""The command `tessella 2048 practice`."""

import argparse
import sys

from tessella.cli.options import add, draws_ascii, whole
from tessella.cli.play import opened_store
from tessella.game2048.endgame import library
from tessella.game2048.endgame.formations import EndGame
from tessella.i18n import _
from tessella.line_mode import endgame
from tessella.line_mode.loop import Display
from tessella.play.coach.endgame import Trainer


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = _(
        "Practise an end game by lines: decide positions as they occur in games; each move is judged exactly, mistakes"
        " are asked again later, and the accuracy of each day is kept. It needs the table of the end game."
    )
    parser.add_argument("name", metavar="NAME", help=_("formation and goal, such as L3-512"))
    own = {
        "--questions N": _("end after N positions"),
        "--ascii": _("draw boards in plain ASCII"),
        "--spoken": _("boards in words, for screen readers"),
        "--accuracy": _("print the accuracy so far, and ask nothing"),
    }
    add(parser, own, "--lang LANG")


def run(args: argparse.Namespace) -> int:
    """Practise until somebody quits."""
    questions = None if args.questions is None else whole(args.questions)
    table = library.open_table(EndGame.parse(args.name))
    with opened_store() as store:
        trainer = Trainer(store, table)
        if args.accuracy:
            print(trainer.summary())
            return 0
        display = Display(ascii_only=draws_ascii(args), spoken=args.spoken)
        endgame.practise(trainer, sys.stdin, sys.stdout, display, questions=questions)
    return 0
