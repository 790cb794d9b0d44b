"""Options that say which game of 2048 is meant, and which AI plays or judges it."""

import argparse

from tessella.cli.options import Container, add, add_display
from tessella.errors import ParseError
from tessella.game2048 import RULES, Rules
from tessella.games import own_id
from tessella.i18n import _


def add_play(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella 2048`."""
    parser.description = _("Play 2048. Continues the last game unless you ask for another.")
    game = parser.add_argument_group(_("game"))
    add_rules(game)
    add(game, "--new")
    add_display(parser, "--no-save")


def add_watch(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella 2048 watch`."""
    parser.description = _(
        "Watch the AI play a game to its end. On the full screen you can take over. The game is not saved."
    )
    parser.argument_default = argparse.SUPPRESS  # so that options before the command's name hold
    parser.set_defaults(player=None, ply=None, seconds=None, speed=None)
    player = {"--player NAME": _("best (default), network, network:FILE, heuristic, random or corner")}
    pace = {
        "--seconds SECONDS": _("search for SECONDS per move instead"),
        "--speed N": _("moves per second (default: 5; in a pipe as fast as possible)"),
    }
    add(parser.add_argument_group(_("AI")), player, "--ply N", pace)
    add_rules(parser.add_argument_group(_("game")))
    add_display(parser)


def add_hint(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella 2048 hint`."""
    parser.description = _(
        "Show what each move on a board is worth: the expected final score, the chance of reaching the next tile, and"
        " why the best move is best. A quick first answer comes at once, and the AI's own below it when it is ready. A"
        " hint on a game in progress counts as a hint used in that game."
    )
    parser.epilog = _("Exit codes: 0 success, 1 no move is left, 2 invalid input.")
    what = _(
        "rows of tiles such as '2 0 0 4/0 8 0 0/...', a game's id, or - for standard input (default: the last game"
        " played)"
    )
    parser.add_argument("board", metavar="BOARD", nargs="?", help=what)
    _add_adviser(parser)
    add(
        parser,
        {"--final": _("print only the AI's answer, no quick first one (--json implies it)")},
        "--json",
        "--ascii",
        "--lang LANG",
    )


def add_review(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella 2048 review`."""
    parser.description = _("Review a game: its costliest moves, what they cost, and what would have been better.")
    what = _("a game's id, a save file, or - for standard input (default: the last game played)")
    parser.add_argument("game", metavar="GAME", nargs="?", help=what)
    _add_adviser(parser)
    add(parser, {"--most N=10": _("number of moves to show (default: 10)")}, "--json", "--ascii", "--lang LANG")


def add_rules(group: Container) -> None:
    """Add the options that say which game is meant."""
    own = {
        "--rules NAME": _("set of rules: {names}").format(names=", ".join(RULES)),
        "--size RxC": _("board size, rows x columns, from 2x2 to 8x8"),
        "--target TILE": _("tile that wins: a power of two, 8 or more"),
        "--fours PERCENT": _("percentage of new tiles that are 4s"),
        "--id ID": _("open a game by its id, such as 2048:cascade#42"),
    }
    add(group, own, "--seed N", "--daily")


def _add_adviser(parser: argparse.ArgumentParser) -> None:
    player = {"--player NAME": _("best (default), network, heuristic, or network:FILE with your own weights")}
    seconds = {"--seconds SECONDS": _("search for SECONDS per board instead")}
    add(parser.add_argument_group(_("AI")), player, "--ply N", seconds)


def id_of(args: argparse.Namespace) -> str:
    """Return the id that these options ask for: the game's name alone where they ask for none."""
    by_rules = [args.rules, args.size, args.target, args.fours]
    is_dealt = any(value is not None for value in (*by_rules, args.seed))
    if sum([args.id is not None, args.daily, is_dealt]) > 1:
        raise ParseError(_("expected only one of: an id, the daily game, rules and a seed"))
    if args.id is not None:
        return own_id(str(args.id), "2048")
    if not is_dealt:
        return "2048:daily" if args.daily else "2048"
    rules = Rules.of(args.rules or "classic", size=args.size, target=args.target, fours=args.fours)
    return f"2048:{rules}" + ("" if args.seed is None else f"#{args.seed}")
