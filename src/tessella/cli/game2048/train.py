"""How does a person train a player of 2048 on the command line, and measure one?

Thin, like `cli`: arguments in, one call, text out.
"""

import argparse
import json
import re
import signal
import sys
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

from tessella.cli.options import ply_or_seconds, whole
from tessella.errors import ParseError, quote
from tessella.i18n import _
from tessella.io.progress_bar import Watch, columns

if TYPE_CHECKING:
    from collections.abc import Callable

    from tessella.game2048.evaluation import Report
    from tessella.game2048.training.learning_curve import CurvePoint
    from tessella.game2048.training.trainer import Training

__all__ = ["add_commands"]

Parser = argparse.ArgumentParser

INSISTS = 1.0
"""Seconds after which a second Ctrl-C means it: the training ends without being kept."""

KEPT = "2048.training"
"""The file in which a training is kept unless another one is named."""


def add_commands(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the commands that train and measure players to the subparsers of `tessella 2048`."""
    _add_evaluate(commands.add_parser("evaluate", help=_("measure how well a player plays")))
    _add_train(commands.add_parser("train", help=_("train a network that plays")))


def _add_evaluate(parser: Parser) -> None:
    parser.description = _(
        "Let a player play games from fresh starts, and tell its mean score, how often it made each tile, and how fast"
        " it plays, each with its standard error. The same seed gives the same games."
    )
    who = _("best, network, network:FILE, heuristic, random or corner; by default best")
    parser.add_argument("--player", metavar="NAME", default="best", help=who)
    parser.add_argument("--ply", metavar="N", help=_("how far it looks ahead: 1 its own moves; by default 2"))
    parser.add_argument("--seconds", metavar="X", help=_("look ahead as far as it comes in so long, each move"))
    parser.add_argument("--games", metavar="N", default="100", help=_("how many games, by default 100"))
    parser.add_argument("--seed", metavar="N", default="0", help=_("the luck of the games, by default 0"))
    parser.add_argument("--rules", metavar="RULES", default="classic", help=_("such as classic or 5x4/cascade"))
    parser.add_argument("--threads", metavar="N", help=_("how many share the work; by default one a core"))
    parser.add_argument("--json", action="store_true", help=_("as JSON"))
    parser.add_argument("--plot", metavar="FILE", help=_("draw scores and tiles as SVG"))
    parser.add_argument("--lang", metavar="LANG", help=_("language: en or zh; by default the system's"))
    parser.set_defaults(run=_evaluate)


def _add_train(parser: Parser) -> None:
    parser.description = _(
        "Train a network by games that it plays with itself. The training is kept in FILE, every few minutes and when"
        " it ends; its curve and the network that comes out beside it. Ctrl-C stops it, --resume goes on."
    )
    parser.add_argument("file", metavar="FILE", nargs="?", default=KEPT, help=_("by default {name}").format(name=KEPT))
    parser.add_argument("--resume", action="store_true", help=_("go on with the training in FILE"))
    parser.add_argument(
        "--from", metavar="NETWORK", dest="network", help=_("begin with a network: its file, or shipped")
    )
    parser.add_argument("--lang", metavar="LANG", help=_("language: en or zh; by default the system's"))

    length = parser.add_argument_group(_("how long, whichever comes first; by default --moves 1G"))
    length.add_argument("--moves", metavar="N", help=_("until so many moves are played, such as 500M or 25G"))
    length.add_argument("--games", metavar="N", help=_("until so many games are over"))
    length.add_argument("--minutes", metavar="N", help=_("for so many minutes"))

    what = parser.add_argument_group(_("which network"))
    what.add_argument("--shape", metavar="NAME", help=_("4x6 (default) or 6x6: so many tuples of six cells"))
    what.add_argument(
        "--stages",
        metavar="N",
        help=_("2: boards with a 16384 have weights of their own; 3: and with an 8192 beside it"),
    )

    how = parser.add_argument_group(_("how it learns"))
    how.add_argument(
        "--method", metavar="NAME", help=_("td, tc (each weight has its rate) or otc (default: tc, optimistic)")
    )
    how.add_argument(
        "--start", metavar="POINTS", help=_("what an unseen board is thought to be worth: 320000 for otc, else 0")
    )
    how.add_argument("--rate", metavar="X", help=_("how much of an error is corrected: 0.1 for td, else 1"))
    how.add_argument(
        "--trace-decay", metavar="X", help=_("lambda: what later boards say, against the next; by default 0")
    )
    how.add_argument("--last", metavar="SHARE", help=_("how much of the training is its last part, by default 0.1"))
    how.add_argument("--last-rate", metavar="X", help=_("the rate in the last part"))
    how.add_argument(
        "--average", action="store_true", help=_("the network is the average of its states in the last part")
    )
    how.add_argument(
        "--restarts", metavar="MOVES", help=_("games of twice as many go on again half-way; 2500, 0 for none")
    )
    how.add_argument(
        "--late", metavar="SHARE", help=_("how many games begin with a board of a later stage, by default 0.8")
    )
    how.add_argument("--guided", metavar="MOVES", help=_("later stages play as the first would so long, by default 0"))
    how.add_argument("--apart", metavar="MOVES", help=_("only later stages learn so long, by default 0"))
    how.add_argument(
        "--threads", metavar="N", help=_("how many play, by default 1; several are never quite the same again")
    )
    how.add_argument("--alone", metavar="MOVES", help=_("one thread plays so many first, by default 500M"))
    how.add_argument("--seed", metavar="N", help=_("the luck of the training"))

    files = parser.add_argument_group(_("files"))
    files.add_argument("--out", metavar="FILE", help=_("the network; by default FILE with .network at its end"))
    files.add_argument("--curve", metavar="FILE", help=_("the curve, a JSON object a line; by default with .jsonl"))
    files.add_argument("--plot", metavar="FILE", help=_("a picture of the curve; by default with .svg"))
    files.add_argument(
        "--every", metavar="MINUTES", default="5", help=_("how often it is kept, by default every 5 minutes")
    )
    parser.set_defaults(run=_train)


# --- Measuring ------------------------------------------------------------------------------------------------------


def _evaluate(asked: argparse.Namespace) -> int:
    from tessella.game2048 import evaluation
    from tessella.game2048.training import learning_curve
    from tessella.ids import parse_seed
    from tessella.io.streams import Target

    games = _count(asked.games, "--games") or 0
    ply, seconds = ply_or_seconds(asked)
    threads = None if asked.threads is None else whole(asked.threads)
    seed = parse_seed(asked.seed)
    progress = _Progress(sys.stderr)  # not entered: Ctrl-C simply ends it
    progress.note(_("preparing the player"))
    try:
        report = evaluation.evaluate(
            asked.player,
            games,
            seed,
            asked.rules,
            ply=ply,
            seconds=seconds,
            threads=threads,
            progress=progress.count,
        )
    finally:
        progress.clear()
    if asked.plot is not None:
        with Target(asked.plot) as target:
            target.write(
                learning_curve.scores(
                    _("{player}, {rules}").format(player=report.player, rules=report.rules),
                    report.scores,
                    mean=report.mean,
                    stderr=report.stderr or 0.0,
                    reached=report.reached,
                    errors=report.reached_error,
                )
            )
    print(json.dumps(report.to_json()) if asked.json else _table(report))
    return 0


def _table(report: "Report") -> str:
    """Return a report for people to read."""
    error = "" if report.stderr is None else f" ± {report.stderr:,.0f}"
    rows = [
        (_("player"), report.player),
        (_("games"), f"{report.games:,}"),
        (_("mean score"), f"{report.mean:,.0f}{error}"),
        (_("best score"), f"{report.best:,}"),
        (_("moves a second"), f"{report.moves_a_second:,.0f}"),
    ]
    for tile, share in report.reached.items():
        rows.append((tile, f"{share:6.1%} ± {report.reached_error[tile]:.1%}"))
    wide = max(columns(name) for name, _said in rows)
    return "\n".join(name + " " * (wide + 2 - columns(name)) + said for name, said in rows)


# --- Training -------------------------------------------------------------------------------------------------------


def _train(asked: argparse.Namespace) -> int:
    path = Path(asked.file)
    wishes = _wishes(asked)
    every = 60 * _number(asked.every, "--every")
    names = {"out": ".network", "curve": ".jsonl", "plot": ".svg"}
    files = {name: Path(getattr(asked, name) or path.with_suffix(ending)) for name, ending in names.items()}
    if path in files.values() or len({*files.values()}) < len(files):
        raise ParseError(_("expected a name of its own for each file, got {text}").format(text=quote(path)))
    with _Progress(sys.stderr) as progress:
        progress.note(_("preparing the network"))
        training = _resumed(asked, path, wishes) if asked.resume else _begun(asked, path, wishes)
        progress.follow(training)
        return _go_on(training, path, every, files, progress)


def _go_on(training: "Training", path: Path, every: float, files: dict[str, Path], progress: "_Progress") -> int:
    from tessella.game2048.training import learning_curve, trainer, weights

    def told(row: "CurvePoint | None") -> None:
        if row is not None:
            progress.clear()
            print(_line(row), flush=True)
            _write(files["curve"], "".join(json.dumps(_as_json(one)) + "\n" for one in training.curve))
            _write(files["plot"], learning_curve.curve(training.curve))
        progress.step(0)

    def warned(sentence: str) -> None:
        progress.clear()
        print(sentence, file=sys.stderr)

    print(_heading())
    for row in training.curve:
        print(_line(row))
    trainer.train(training, path, every=every, report=told, warn=warned, is_stopped=lambda: progress.stopped)
    progress.clear()
    if progress.stopped and training.share < 1:
        command = f"tessella 2048 train {path} --resume"
        message = _("stopped after {moves} moves, kept in {file}; go on with: {command}")
        print(message.format(moves=_short(training.moves), file=quote(path), command=command), file=sys.stderr)
        return 130
    weights.save(training.network(), files["out"])
    message = _("the network is in {network}, the training in {file}, its curve in {curve} and {plot}")
    told_of = {name: quote(file) for name, file in files.items()}
    print(message.format(network=told_of["out"], file=quote(path), curve=told_of["curve"], plot=told_of["plot"]))
    return 0


def _wishes(asked: argparse.Namespace) -> dict[str, Any]:
    """Return what is asked for of a plan, by its names."""
    found: dict[str, Any] = {name: getattr(asked, name) for name in ("shape", "method")}
    found |= {name: _count(getattr(asked, name), f"--{name}") for name in _WHOLE}
    found |= {name: _number(getattr(asked, name), f"--{name}".replace("_", "-")) for name in _REAL}
    found["average"] = asked.average or None
    return {name: value for name, value in found.items() if value is not None}


_WHOLE = ("stages", "restarts", "guided", "apart", "threads", "alone", "seed", "moves", "games")
_REAL = ("start", "rate", "trace_decay", "last", "last_rate", "late", "minutes")
_LATER = {"moves", "games", "minutes", "threads"}
"""What may be changed about a training that goes on."""


def _begun(asked: argparse.Namespace, path: Path, wishes: dict[str, Any]) -> "Training":
    from tessella.game2048.training import plan, trainer, weights

    if path.exists():
        message = _("expected a name that is free, got {text}").format(text=quote(path))
        raise ParseError(message, hint=_("--resume goes on with the training in it"))
    if not {"moves", "games", "minutes"} & {*wishes}:
        wishes["moves"] = 10**9
    if asked.network is not None:
        network = weights.shipped() if asked.network == "shipped" else weights.load(Path(asked.network))
        given: dict[str, Any] = {"start": 0, "shape": f"{2 * network.stems}x6", "stages": network.stages}
        return trainer.Training(plan.Plan(**given | wishes), network)
    return trainer.Training(plan.Plan(**wishes))


def _resumed(asked: argparse.Namespace, path: Path, wishes: dict[str, Any]) -> "Training":
    from tessella.game2048.training import trainer

    fixed = sorted({*wishes} - _LATER) + ["from"] * (asked.network is not None)
    if fixed:
        message = _("expected no {text} with --resume: the training in the file says that already")
        raise ParseError(message.format(text="--" + fixed[0].replace("_", "-")))
    if wishes.keys() & {"moves", "games", "minutes"}:
        wishes = {"moves": 0, "games": 0, "minutes": 0} | wishes
    return trainer.Training.load(path, **wishes)


_UNITS = {"k": 10**3, "M": 10**6, "G": 10**9}


def _count(text: str | None, name: str) -> int | None:
    """Return the whole number that a text writes, 25G for one with nine zeros more; raises `ParseError`.

    >>> _count("1.5M", "--moves"), _count("42", "--moves")
    (1500000, 42)
    """
    if text is None:
        return None
    factor = _UNITS.get(text[-1:], 1)
    match = re.fullmatch(r"([0-9]{1,20})(?:[.]([0-9]{1,9}))?", text if factor == 1 else text[:-1])
    if match is None or (factor == 1 and match[2]):
        message = _("expected a whole number for {name}, such as 500, 20k, 1.5M or 25G, got {text}")
        raise ParseError(message.format(name=name, text=quote(text)))
    after = match[2] or ""
    return int(match[1]) * factor + int(after or 0) * factor // int("1" + "0" * len(after))


def _number(text: str | None, name: str) -> Any:
    """Return the number that a text writes, or None for none; raises `ParseError`."""
    if text is None:
        return None
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found < float("inf"):
        message = _("expected a number for {name}, got {text}")
        raise ParseError(message.format(name=name, text=quote(text)))
    return found


def _write(path: Path, text: str) -> None:
    """Write a file that goes along with a training, which goes on where that fails."""
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        message = _("expected a file that can be written, got {text} ({why})")
        print(message.format(text=quote(path), why=error.strerror), file=sys.stderr)


def _as_json(row: "CurvePoint") -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(row)


def _short(number: float) -> str:
    """Return a large number as a person says it.

    >>> _short(1_234_567), _short(820), _short(25e9)
    ('1.23M', '820', '25G')
    """
    for unit, size in reversed(_UNITS.items()):
        if number >= 0.9995 * size:
            value = number / size
            text = f"{value:.{2 if value < 9.995 else 1 if value < 99.95 else 0}f}"
            return (text.rstrip("0").rstrip(".") if "." in text else text) + unit
    return f"{number:.0f}"


_SHOWN = ("2048", "4096", "8192", "16384", "32768")


def _heading() -> str:
    names = ((_("moves"), 8), (_("time"), 9), (_("games"), 9), (_("mean"), 9), (_("error"), 7))
    told = " ".join(" " * (wide - columns(name)) + name for name, wide in names)
    return told + "".join(f" {tile:>6}" for tile in _SHOWN)


def _line(row: "CurvePoint") -> str:
    """Return a row of the curve for people to read."""
    shares = "".join(f" {100 * row.reached[tile]:5.1f}%" for tile in _SHOWN)
    return (
        f"{_short(row.moves):>8} {_clock(row.seconds):>9} {row.games:>9,} {row.mean:>9,.0f} {row.stderr:>7,.0f}{shares}"
    )


def _clock(seconds: float) -> str:
    """Return a span of time.

    >>> _clock(75), _clock(7500)
    ('1:15', '2:05:00')
    """
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


class _Progress(Watch):
    """A line that says how far a training or a measurement is; Ctrl-C, and being told to end, set `stopped`."""

    def __init__(self, stream: IO[str]) -> None:
        super().__init__(stream)
        self.told: Callable[[], str] = str
        self.done = 0.0  # when it began to tell
        self.told_to_end = 0.0

    def __enter__(self) -> Self:
        super().__enter__()
        if self.entered:
            self.ending = signal.signal(signal.SIGTERM, self._interrupted)
        return self

    def __exit__(self, *exception: object) -> None:
        if self.entered:
            signal.signal(signal.SIGTERM, self.ending)
        super().__exit__(*exception)

    def _interrupted(self, *signal_and_frame: object) -> None:
        """Take a signal that comes at once after another for the same one: `timeout` sends each of its own twice."""
        now = time.monotonic()
        if not self.stopped:
            self.told_to_end = now
        if not self.stopped or now - self.told_to_end >= INSISTS:
            super()._interrupted(*signal_and_frame)

    def follow(self, training: "Training") -> None:
        """Tell of a training from now on."""
        moves, seconds, done = training.moves, training.seconds, training.share

        def told() -> str:
            speed = (training.moves - moves) / max(training.seconds - seconds, 1e-9)
            said = _("{moves} moves  {speed}/s").format(moves=_short(training.moves), speed=_short(speed))
            if training.curve:
                said += "  " + _("mean {mean:,.0f}").format(mean=training.curve[-1].mean)
            return said

        self.told, self.done, self.share = told, done, lambda: training.share
        self.begun = time.monotonic()  # getting ready is not part of the way
        self.clear()

    def count(self, done: int, games: int) -> None:
        """Tell of a measurement: so many games are done, of so many."""
        self.share, self.told = lambda: done / games, lambda: _("{n} games").format(n=f"{done:,}")
        self.step(0)

    def _line(self, seconds: float) -> str:
        share = self.share() or 0.0
        line = f"[{'#' * int(20 * share):-<20}] {share:4.0%}  {self.told()}"
        if share <= self.done:
            return line
        left = _clock(seconds * (1 - share) / (share - self.done))
        return f"{line}  " + _("{time} left").format(time=left)
