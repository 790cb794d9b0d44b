"""The command `tessella 2048 evaluate`."""

import argparse
import json
from collections.abc import Sequence
from contextlib import nullcontext

from tessella.cli.options import add, count, ply_or_seconds, whole
from tessella.cli.progress_line import starting_line
from tessella.cli.workers import add_workers, connected, has_workers, workers_of
from tessella.game2048.evaluation import Report, evaluate
from tessella.game2048.training import learning_curve
from tessella.i18n import _
from tessella.ids import parse_seed
from tessella.io.progress_bar import pad_all
from tessella.io.streams import OutputFile


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = _(
        "Let an AI play games, and report its mean score with the standard error, how often it reached each tile with"
        " the 95% confidence interval, and how fast it plays. The same seed gives the same games."
    )
    own = {
        "--player NAME=best": _("best (default), network, network:FILE, heuristic, random or corner"),
        "--ply N": _("search depth in moves: 1 is its own move only (default: 2)"),
        "--seconds SECONDS": _("search for SECONDS per move instead"),
        "--games N=100": _("number of games (default: 100)"),
        "--seed N=0": _("random seed (default: 0)"),
        "--rules RULES=classic": _("rules, such as classic (default) or 5x4/cascade"),
        "--plot FILE": _("plot scores and tiles as SVG"),
    }
    add(parser, own, "--threads N", "--json", "--lang LANG")
    add_workers(parser)


def run(args: argparse.Namespace) -> int:
    """Print how well an AI plays."""
    games = count(args.games, "--games")
    ply, seconds = ply_or_seconds(args)
    threads = None if args.threads is None else whole(args.threads)
    seed = parse_seed(args.seed)
    by_many = has_workers(args)
    with connected(workers_of(args)) if by_many else nullcontext() as client, starting_line() as line:

        def show(done: int, moves: int) -> None:
            if moves:
                line.show(done, games, moves)

        report = evaluate(
            args.player,
            games,
            seed,
            args.rules,
            ply=ply,
            seconds=seconds,
            threads=threads,
            client=client,
            progress=(lambda done, _games: line.show(done, games)) if client else None,
            moves=show,
        )
    if args.plot is not None:
        title = _("{player}, {rules}").format(player=report.player, rules=report.rules)
        drawing = learning_curve.scores(
            title,
            report.scores,
            mean=report.mean,
            stderr=report.stderr or 0.0,
            reached=report.reached,
            errors=report.reached_error,
        )
        with OutputFile(args.plot) as target:
            target.write(drawing)
    print(json.dumps(report.to_json()) if args.json else table(report))
    return 0


def table(report: Report, more: Sequence[tuple[str, str]] = ()) -> str:
    """Return a report as lines of text, with more rows below; without a speed where none was measured."""
    error = "" if report.stderr is None else f" ± {report.stderr:,.0f}"
    rows = [
        (_("AI"), report.player),
        (_("games"), f"{report.games:,}"),
        (_("mean score"), f"{report.mean:,.0f}{error}"),
        (_("best score"), f"{report.best:,}"),
    ]
    if report.timed:
        rows.append((_("moves per second"), f"{report.moves_a_second:,.0f}"))
    rows.append((_("reached"), _("share of games (95% confidence interval)")))
    interval = _("{share:6.1%}  ({least:.1%} to {most:.1%})")
    for tile, (least, most) in report.reached_interval.items():
        rows.append((tile, interval.format(share=report.reached[tile], least=least, most=most)))
        if not report.reached[tile]:  # nor was any larger one
            break
    names, values = zip(*rows, *more, strict=True)
    return "\n".join(f"{name}  {value}" for name, value in zip(pad_all(names), values, strict=True))
