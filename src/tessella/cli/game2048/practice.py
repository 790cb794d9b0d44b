"""The command `tessella 2048 practice`."""

import argparse

from tessella.cli.options import add, add_display
from tessella.cli.play import check_theme, opened_store, play
from tessella.game2048.endgame import library
from tessella.game2048.endgame.formations import EndGame
from tessella.games import open_id
from tessella.i18n import _
from tessella.io.progress_bar import aligned
from tessella.play.coach.endgame import Trainer
from tessella.play.stored_game import StoredGame


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = _(
        "Practise an end game: play positions as they occur in games; each move is judged exactly, mistakes are asked"
        " again later, and the accuracy of each day is kept. It needs the table of the end game."
    )
    parser.add_argument("name", metavar="NAME", help=_("formation and goal, such as L3-512"))
    add(parser, {"--accuracy": _("print the accuracy so far, and ask nothing")})
    add_display(parser)


def run(args: argparse.Namespace) -> int:
    """Practise until somebody quits."""
    check_theme(args)
    end_game = EndGame.parse(args.name)
    library.open_table(end_game)
    with opened_store() as store:
        trainer = Trainer(store, end_game)
        if not args.accuracy:
            return play(args, store, StoredGame.begin(store, open_id(trainer.next_id())))
        accuracy = trainer.accuracy()
        print("\n".join([*aligned([accuracy.head, *accuracy.rows] if accuracy.rows else []), trainer.summary()]))
    return 0
