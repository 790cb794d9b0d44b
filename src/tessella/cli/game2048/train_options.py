"""The options of `tessella 2048 train`, which its help needs without the compiled trainer."""

import argparse
from typing import Any

from tessella.cli.options import add, count, number
from tessella.i18n import _

DEFAULT_FILE = "2048.training"
GOALS = ("moves", "games", "minutes")  # the settings that end a training
_WHOLE = ("stages", "restarts", "guided", "apart", "threads", "alone", "seed", "moves", "games")
_REAL = ("start", "rate", "trace_decay", "last", "last_rate", "late", "minutes")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = _(
        "Train a network on games that it plays itself. FILE holds the training; it is saved every few minutes and "
        "at the end, with the learning curve and the network beside it. Ctrl-C stops the training; --resume "
        "continues it."
    )
    default = _("default: {name}").format(name=DEFAULT_FILE)
    parser.add_argument("file", metavar="FILE", nargs="?", default=DEFAULT_FILE, help=default)
    source = _(
        "start from a network, or from a training with what it knows of each weight: the file, or "
        "shipped for the network that comes with Tessella"
    )
    add(parser, {"--resume": _("continue the training in FILE"), "--from FILE": source}, "--lang LANG")
    groups = {
        _("how long to train, whichever comes first (default: --moves 1G)"): {
            "--moves N": _("stop after N moves, such as 500M or 25G"),
            "--games N": _("stop after N games"),
            "--minutes N": _("stop after N minutes"),
        },
        _("network"): {
            "--shape NAME": _("4x6 (default) or 6x6: number of tuples x cells of each"),
            "--stages N": _("2: separate weights for boards with a 16384; 3: also for boards with an 8192 beside it"),
        },
        _("learning"): {
            "--method NAME": _(
                "td, tc (a learning rate for each weight) or otc (default: tc with optimistic initial values)"
            ),
            "--start POINTS": _("initial value of a board, in points (default: 320000 for otc, else 0)"),
            "--rate X": _("learning rate (default: 0.1 for td, else 1)"),
            "--trace-decay X": _("trace decay lambda: the weight of later boards against the next one (default: 0)"),
            "--last SHARE": _("share of the training that is its final part (default: 0.1)"),
            "--last-rate X": _("learning rate at the end, to which it falls in the final part"),
            "--average": _("average the network over the final part"),
            "--restarts MOVES": _(
                "restart games of at least twice MOVES moves from their middle (default: 2500; 0 for never)"
            ),
            "--late SHARE": _("share of the games that start from a board of a later stage (default: 0.8)"),
            "--guided MOVES": _("let later stages choose moves as the first one does for MOVES moves (default: 0)"),
            "--apart MOVES": _("train only the later stages for MOVES moves (default: 0)"),
            "--threads N": _("number of threads (default: 1; with several, results are not reproducible)"),
            "--alone MOVES": _("play the first MOVES moves on one thread (default: 500M)"),
            "--seed N": _("random seed"),
        },
        _("files"): {
            "--out FILE": _("the network (default: FILE with the suffix .network)"),
            "--curve FILE": _("the learning curve, one JSON object per line (default: FILE with the suffix .jsonl)"),
            "--plot FILE": _("a plot of the curve (default: FILE with the suffix .svg)"),
            "--every MINUTES=5": _("how often the training is saved, in minutes (default: 5)"),
        },
    }
    for title, options in groups.items():
        add(parser.add_argument_group(title), options)


def settings(args: argparse.Namespace) -> dict[str, Any]:
    """Return the settings of a plan that the options ask for, by name; raises `ParseError`."""
    found: dict[str, Any] = {name: getattr(args, name) for name in ("shape", "method")}
    found["average"] = args.average or None
    for names, read in ((_WHOLE, count), (_REAL, number)):
        for name in names:
            if (text := getattr(args, name)) is not None:
                found[name] = read(text, "--" + name.replace("_", "-"))
    return {name: value for name, value in found.items() if value is not None}
