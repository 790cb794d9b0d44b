"""Options that say which game of 2048 is meant, and who plays it."""

import argparse

from tessella.cli.options import add_display, add_saving
from tessella.errors import ParseError
from tessella.game2048 import RULES, Rules
from tessella.i18n import _

__all__ = ["add_adviser", "add_play_options", "add_rules", "add_watch_options", "id_of"]


def add_play_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella 2048`."""
    parser.description = _("Play 2048. Continues the last game unless you ask for another one.")
    game = parser.add_argument_group(_("game"))
    add_rules(game)
    game.add_argument("--new", action="store_true", help=_("start a new game; undo returns to the old one"))
    add_saving(add_display(parser))


def add_watch_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella 2048 watch`."""
    parser.description = _(
        "Watch the AI play a game to its end. On the full screen you can take over. The game is not saved."
    )
    parser.argument_default = argparse.SUPPRESS  # so that options before the command's name hold
    group = parser.add_argument_group(_("AI"))
    names = _("best (default), network, network:FILE, heuristic, random or corner")
    group.add_argument("--player", metavar="NAME", default=None, help=names)
    group.add_argument("--ply", metavar="N", default=None, help=_("search depth in moves"))
    group.add_argument("--seconds", metavar="S", default=None, help=_("search for S seconds per move instead"))
    speed = _("moves per second (default: 5; in a pipe as fast as possible)")
    group.add_argument("--speed", metavar="N", default=None, help=speed)
    add_rules(parser.add_argument_group(_("game")))
    add_display(parser)


def add_rules(group: "argparse._ActionsContainer") -> None:
    """Add the options that say which game of 2048 is meant."""
    group.add_argument("--rules", metavar="NAME", help=_("set of rules: {names}").format(names=", ".join(RULES)))
    group.add_argument("--size", metavar="RxC", help=_("board size, rows x columns, from 2x2 to 8x8"))
    group.add_argument("--target", metavar="TILE", help=_("tile that wins, a power of two from 8"))
    group.add_argument("--fours", metavar="PERCENT", help=_("percentage of new tiles that are a 4"))
    group.add_argument("--seed", metavar="N", help=_("random seed: the same seed gives the same game"))
    group.add_argument("--daily", action="store_true", help=_("play today's game"))
    group.add_argument("--id", metavar="ID", help=_("open a game by its id, such as 2048:cascade#42"))


def add_adviser(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which AI judges a position."""
    group = parser.add_argument_group(_("AI"))
    names = _("best (default), network, heuristic, or network:FILE with your own weights")
    group.add_argument("--player", metavar="NAME", help=names)
    group.add_argument("--ply", metavar="N", help=_("search depth in moves"))
    group.add_argument("--seconds", metavar="N", help=_("search for N seconds per board instead"))


def id_of(asked: argparse.Namespace) -> str:
    """Return the id that these options ask for: the game's name alone where they ask for none."""
    by_rules = [asked.rules, asked.size, asked.target, asked.fours]
    is_dealt = any(value is not None for value in (*by_rules, asked.seed))
    if sum([asked.id is not None, asked.daily, is_dealt]) > 1:
        raise ParseError(_("expected an id, the daily game or rules and seed, but only one of these"))
    if asked.id is not None:
        return str(asked.id)
    if not is_dealt:
        return "2048:daily" if asked.daily else "2048"
    rules = Rules.of(asked.rules or "classic", size=asked.size, target=asked.target, fours=asked.fours)
    return f"2048:{rules}" + ("" if asked.seed is None else f"#{asked.seed}")
