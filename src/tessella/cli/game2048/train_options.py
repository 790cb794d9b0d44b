"""The options of `tessella 2048 train`, which its help needs without the compiled trainer."""

import argparse
from typing import Any

from tessella.cli.numbers import count, number
from tessella.cli.options import add_lang
from tessella.i18n import _

__all__ = ["GOALS", "add_options", "settings"]

DEFAULT_FILE = "2048.training"
GOALS = ("moves", "games", "minutes")
"""The settings that end a training."""
_WHOLE = ("stages", "restarts", "guided", "apart", "threads", "alone", "seed", "moves", "games")
_REAL = ("start", "rate", "trace_decay", "last", "last_rate", "late", "minutes")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella 2048 train`."""
    parser.description = _(
        "Train a network by self-play. FILE holds the training and is saved every few minutes and at the end, beside it"
        " the learning curve and the network. Ctrl-C stops the training, --resume continues it."
    )
    default = _("default: {name}").format(name=DEFAULT_FILE)
    parser.add_argument("file", metavar="FILE", nargs="?", default=DEFAULT_FILE, help=default)
    parser.add_argument("--resume", action="store_true", help=_("continue the training in FILE"))
    network = _("start from a network: its file, or shipped for the one that comes with Tessella")
    parser.add_argument("--from", metavar="NETWORK", dest="network", help=network)
    add_lang(parser)
    _add_goals(parser.add_argument_group(_("length, whichever comes first (default: --moves 1G)")))
    _add_network(parser.add_argument_group(_("network")))
    _add_learning(parser.add_argument_group(_("learning")))
    _add_files(parser.add_argument_group(_("files")))


def _add_goals(group: "argparse._ArgumentGroup") -> None:
    group.add_argument("--moves", metavar="N", help=_("stop after N moves, such as 500M or 25G"))
    group.add_argument("--games", metavar="N", help=_("stop after N games"))
    group.add_argument("--minutes", metavar="N", help=_("stop after N minutes"))


def _add_network(group: "argparse._ArgumentGroup") -> None:
    shape = _("4x6 (default) or 6x6: number of tuples x cells of each")
    group.add_argument("--shape", metavar="NAME", help=shape)
    stages = _("2: separate weights for boards with a 16384; 3: also for boards with an 8192 beside it")
    group.add_argument("--stages", metavar="N", help=stages)


def _add_learning(group: "argparse._ArgumentGroup") -> None:
    method = _("td, tc (a learning rate for each weight) or otc (default: tc with optimistic initial values)")
    group.add_argument("--method", metavar="NAME", help=method)
    start = _("initial value of a board, in points (default: 320000 for otc, else 0)")
    group.add_argument("--start", metavar="POINTS", help=start)
    group.add_argument("--rate", metavar="X", help=_("learning rate (default: 0.1 for td, else 1)"))
    decay = _("trace decay lambda: the weight of later boards against the next one (default: 0)")
    group.add_argument("--trace-decay", metavar="X", help=decay)
    group.add_argument("--last", metavar="SHARE", help=_("share of the training that is its final part (default: 0.1)"))
    group.add_argument("--last-rate", metavar="X", help=_("learning rate in the final part"))
    group.add_argument("--average", action="store_true", help=_("average the network over the final part"))
    restarts = _("restart games that lasted twice MOVES from their middle (default: 2500; 0 for never)")
    group.add_argument("--restarts", metavar="MOVES", help=restarts)
    late = _("share of the games that start from a board of a later stage (default: 0.8)")
    group.add_argument("--late", metavar="SHARE", help=late)
    guided = _("let later stages choose moves as the first one does for MOVES moves (default: 0)")
    group.add_argument("--guided", metavar="MOVES", help=guided)
    apart = _("train only the later stages for MOVES moves (default: 0)")
    group.add_argument("--apart", metavar="MOVES", help=apart)
    threads = _("number of threads (default: 1; with several, results are not reproducible)")
    group.add_argument("--threads", metavar="N", help=threads)
    alone = _("play the first MOVES moves on one thread (default: 500M)")
    group.add_argument("--alone", metavar="MOVES", help=alone)
    group.add_argument("--seed", metavar="N", help=_("random seed"))


def _add_files(group: "argparse._ArgumentGroup") -> None:
    group.add_argument("--out", metavar="FILE", help=_("the network (default: FILE with the suffix .network)"))
    curve = _("the learning curve, one JSON object per line (default: FILE with the suffix .jsonl)")
    group.add_argument("--curve", metavar="FILE", help=curve)
    group.add_argument("--plot", metavar="FILE", help=_("a plot of the curve (default: FILE with the suffix .svg)"))
    every = _("how often the training is saved, in minutes (default: 5)")
    group.add_argument("--every", metavar="MINUTES", default="5", help=every)


def settings(asked: argparse.Namespace) -> dict[str, Any]:
    """Return the settings of a plan that the options ask for, by name; raises `ParseError`."""
    found: dict[str, Any] = {name: getattr(asked, name) for name in ("shape", "method")}
    found["average"] = asked.average or None
    for names, read in ((_WHOLE, count), (_REAL, number)):
        for name in names:
            if (text := getattr(asked, name)) is not None:
                found[name] = read(text, "--" + name.replace("_", "-"))
    return {name: value for name, value in found.items() if value is not None}
