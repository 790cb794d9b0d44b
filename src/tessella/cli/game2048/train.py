"""The command `tessella 2048 train`."""

import argparse
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tessella.cli.game2048.progress_line import ProgressLine
from tessella.cli.game2048.train_options import GOALS, settings
from tessella.cli.options import notify, number
from tessella.errors import ParseError, cannot_write, quote
from tessella.game2048.training import checkpoint, learning_curve, weights
from tessella.game2048.training.learning_curve import CurvePoint
from tessella.game2048.training.plan import Plan
from tessella.game2048.training.trainer import Training, train
from tessella.i18n import _, clock, short
from tessella.io import interrupts
from tessella.io.progress_bar import pad

FILES = {"out": ".network", "curve": ".jsonl", "plot": ".svg"}
"""The options that name files beside the training, and the suffixes of these files."""
SHOWN_TILES = ("2048", "4096", "8192", "16384", "32768")


def run(args: argparse.Namespace) -> int:
    """Train a network until its goal, or until somebody stops it."""
    path = Path(args.file)
    wanted = settings(args)
    every = 60 * number(args.every, "--every")
    files = {name: Path(getattr(args, name) or path.with_suffix(suffix)) for name, suffix in FILES.items()}
    if path in files.values() or len({*files.values()}) < len(files):
        raise ParseError(_("expected a different name for each file, got {text}"), text=path)
    progress = ProgressLine(sys.stderr)
    try:
        progress.note(_("preparing the network"))
        training = _resumed(args, path, wanted) if args.resume else _started(args, path, wanted)
        if not args.resume:
            training.save(path)  # so that a folder that is not there is said before anything is compiled
        training.get_ready()
    finally:
        progress.clear()
    with progress:  # until here there was nothing learned that Ctrl-C should wait for
        _show_progress(training, progress)
        return _train(training, path, every, files, progress)


def _started(args: argparse.Namespace, path: Path, wanted: dict[str, Any]) -> Training:
    if os.path.lexists(path):  # False, where `Path.exists` raises, for too long a name
        hint = _("--resume continues the training in it")
        raise ParseError(_("expected the name of a new file, got {text}"), text=path, hint=hint)
    if not wanted.keys() & {*GOALS}:
        wanted["moves"] = 10**9
    source = vars(args)["from"]
    if source is None:
        return Training(Plan(**wanted))
    begun_from = weights.SHIPPED if source == "shipped" else Path(source)
    if checkpoint.is_one(begun_from):
        training = Training.load(begun_from)
        given = {name: getattr(training.plan, name) for name in ("shape", "stages", "method", "start")}
        training.begin_anew(Plan(**given | wanted))
        return training
    network = weights.load(begun_from)
    given = {"start": 0, "shape": f"{2 * network.stems}x6", "stages": network.stages}
    return Training(Plan(**given | wanted), network)


def _resumed(args: argparse.Namespace, path: Path, wanted: dict[str, Any]) -> Training:
    fixed = sorted(wanted.keys() - {*GOALS, "threads"}) + ["from"] * (vars(args)["from"] is not None)
    if fixed:
        message = _("expected no {text} with --resume: the training in the file has its own")
        raise ParseError(message.format(text="--" + fixed[0].replace("_", "-")))
    if wanted.keys() & {*GOALS}:
        wanted = dict.fromkeys(GOALS, 0) | wanted
    return Training.load(path, **wanted)


def _show_progress(training: Training, progress: ProgressLine) -> None:
    moves, seconds = training.moves, training.seconds

    def details() -> str:
        speed = (training.moves - moves) / max(training.seconds - seconds, 1e-9)
        line = _("{moves} moves  {speed}/s").format(moves=short(training.moves), speed=short(speed))
        if training.curve:
            line += "  " + _("mean {mean:,.0f}").format(mean=training.curve[-1].mean)
        return line

    progress.follow(lambda: training.share, details)


def _train(training: Training, path: Path, every: float, files: dict[str, Path], progress: ProgressLine) -> int:
    def show(point: CurvePoint | None) -> None:
        if point is not None:
            progress.clear()
            print(_line(point), flush=True)
            _write(files["curve"], "".join(json.dumps(asdict(one)) + "\n" for one in training.curve))
            _write(files["plot"], learning_curve.curve(training.curve))
        progress.step(0)

    def warn(sentence: str) -> None:
        progress.clear()
        notify(sentence)

    print("\n".join([_heading(), *map(_line, training.curve)]))
    train(training, path, every=every, report=show, warn=warn, is_stopped=lambda: progress.stopped)
    progress.clear()
    if progress.stopped and not os.path.lexists(path):  # before anything was learned
        return interrupts.exit_code()
    if progress.stopped and training.share < 1:
        command = f"tessella 2048 train {path} --resume"
        message = _("stopped after {moves} moves, saved in {file}; continue with: {command}")
        notify(message, moves=short(training.moves), file=quote(path), command=command)
        return interrupts.exit_code()
    weights.save(training.network(), files["out"])
    message = _("the network is in {network}, the training in {file}, the learning curve in {curve} and {plot}")
    names = {name: quote(file) for name, file in files.items()}
    print(message.format(network=names["out"], file=quote(path), curve=names["curve"], plot=names["plot"]))
    return 0


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        notify(cannot_write(path, error))


def _heading() -> str:
    names = ((_("moves"), 8), (_("time"), 9), (_("games"), 9), (_("mean"), 9), (_("error"), 7))
    heading = [pad(name, width, right=True) for name, width in names]
    return " ".join([*heading, *(f"{tile:>6}" for tile in SHOWN_TILES)])


def _line(row: CurvePoint) -> str:
    shares = "".join(f" {100 * row.reached[tile]:5.1f}%" for tile in SHOWN_TILES)
    return (
        f"{short(row.moves):>8} {clock(row.seconds):>9} {row.games:>9,} {row.mean:>9,.0f} {row.stderr:>7,.0f}{shares}"
    )
