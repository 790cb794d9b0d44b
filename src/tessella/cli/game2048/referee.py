"""The command `tessella 2048 referee`, and the replay of its reports."""

import argparse
import json
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from tessella.cli.game2048.evaluate import table
from tessella.cli.options import add, count, notify, number, whole
from tessella.cli.progress_line import ProgressLine
from tessella.errors import ParseError, TessellaError, cannot_write
from tessella.game2048.evaluation import MAX_GAMES, Report
from tessella.game2048.referee import report
from tessella.game2048.referee.match import Match, Terms
from tessella.game2048.referee.protocol import VERSION
from tessella.game2048.referee.report_file import ReportFile, new_nonce
from tessella.game2048.referee.spawn_tests import MARGIN, NOTABLE
from tessella.game2048.rules import Rules
from tessella.i18n import _
from tessella.ids import parse_seed
from tessella.io.interrupts import as_interrupts

MAX_AT_ONCE = 64  # games that a program plays at a time: their questions fit into a pipe
MAX_JOBS = 256


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = _(
        "Let your own program play 2048, by questions and answers over its standard input and output. A "
        "commitment to the seed is printed before the first game, and the seed at the end; 'tessella "
        "replay REPORT' verifies every game."
    )
    parser.epilog = _("Exit codes: 0 all games were played, 1 the match ended early, 2 invalid input.")
    what = _("the program and its arguments, behind --, as in -- python player.py")
    parser.add_argument("command", metavar="COMMAND", nargs="*", help=what)
    own = {
        "--games N=100": _("number of games (default: 100)"),
        "--seed N": _("random seed (default: drawn, and secret until the end)"),
        "--rules RULES=classic": _("rules, such as classic (default) or 5x4/cascade"),
        "--seconds SECONDS=60": _("time limit for an answer (default: 60)"),
        "--minutes N": _("time limit for the match"),
        "--jobs N=1": _("how many copies of the program play side by side (default: 1)"),
        "--at-once N=1": _("how many games each copy plays at a time (default: 1)"),
        "--out FILE": _("the report (default: referee-COMMITMENT.jsonl)"),
        "--log FILE": _("where the program's standard error goes (default: yours)"),
        "--resume FILE": _("continue the match of a report that was interrupted"),
    }
    add(parser, own, "--json", "--lang LANG")


def run(args: argparse.Namespace) -> int:
    """Hold a match, and print its figures; 1 where it ended early."""
    file, record = ReportFile.resume(Path(args.resume)) if args.resume is not None else (None, None)
    seed = file.seed if file else secrets.randbits(64) if args.seed is None else parse_seed(args.seed)
    terms = _terms(args, seed, record.head if record else None)
    command = args.command or (record.head.command if record else [])
    if not command:
        raise ParseError(_("expected a program, as in 'tessella 2048 referee -- python player.py'"))
    played = {line.game for line, _said in record.games} if record else set()
    with _log(args.log) as log, as_interrupts(), Match(command, terms, played, log) as match:
        if file is None or record is None:
            file = _begin(args, match, terms)
        elif match.name != record.head.program:
            message = _("expected the program {name}, as before, got {text}")
            raise ParseError(message, name=record.head.program, text=match.name)
        figures = report.Figures(terms.rules, match.name)
        for game in report.replayed(record, seed) if record else ():
            figures.add(game)
        moves, begun, line = figures.moves, time.monotonic(), ProgressLine(sys.stderr)
        for game in match.play():
            figures.add(game)
            file.add(report.lines_of(game))
            line.show(len(figures.results), terms.games, figures.moves)
        line.clear()
        seconds = time.monotonic() - begun
        file.finish(report.End(str(seed), file.nonce, match.end, figures.to_json(seed)))
    if match.end:
        notify(
            _("the match ended after {n} of {games} games: {why}"),
            n=len(figures.results),
            games=terms.games,
            why=match.end,
        )
    found = figures.report(seed, seconds, figures.moves - moves)
    if args.json:
        more = {"report": str(file.path), "ended": match.end}
        print(json.dumps(found.to_json() | figures.to_json(seed) | more, ensure_ascii=False))
    else:
        _print_table(figures, found)
    return int(bool(match.end))


def _terms(args: argparse.Namespace, seed: int, head: report.Head | None) -> Terms:
    """Return the terms that are asked for, or those of a match that goes on."""
    jobs = _at_most(whole(args.jobs), MAX_JOBS, "--jobs")
    if head:
        return Terms(Rules.parse(head.rules), head.games, seed, head.seconds, head.minutes, jobs, head.at_once)
    games = _at_most(count(args.games, "--games"), MAX_GAMES, "--games")
    at_once = _at_most(whole(args.at_once), MAX_AT_ONCE, "--at-once")
    minutes = None if args.minutes is None else number(args.minutes, "--minutes")
    return Terms(Rules.parse(args.rules), games, seed, number(args.seconds, "--seconds"), minutes, jobs, at_once)


def _at_most(value: int, most: int, name: str) -> int:
    if not 1 <= value <= most:
        message = _("expected {name} from {least} to {most}, got {text}")
        raise ParseError(message, name=name, least=1, most=most, text=value)
    return value


def _begin(args: argparse.Namespace, match: Match, terms: Terms) -> ReportFile:
    """Commit to the seed, on standard error and in a new report."""
    nonce = new_nonce()
    bound = report.commitment(terms.seed, nonce)
    head = report.Head(
        protocol=VERSION,
        program=match.name,
        command=[*match.command],
        commitment=bound,
        chosen=args.seed is not None,
        rules=str(terms.rules),
        games=terms.games,
        seconds=terms.seconds,
        minutes=terms.minutes,
        at_once=terms.at_once,
    )
    file = ReportFile.begin(Path(args.out or f"referee-{bound[:8]}.jsonl"), terms.seed, head, nonce)
    notify(_("report: {file}; commitment to its seed: {hash}"), file=file.path, hash=bound)
    return file


@contextmanager
def _log(name: str | None) -> Iterator[IO[bytes] | None]:
    """Give the file that takes the program's standard error; None for ours."""
    if name is None:
        yield None
        return
    try:
        file = Path(name).open("ab")  # noqa: SIM115 - what goes wrong later is not about opening
    except OSError as error:
        raise TessellaError(cannot_write(name, error)) from None
    with file:
        yield file


def _print_table(figures: report.Figures, found: Report) -> None:
    values = figures.to_json(found.seed)
    print("\n".join([table(found, _spawn_rows(values)), *_verdicts(values, figures.rules)]))


def _spawn_rows(values: dict[str, Any]) -> list[tuple[str, str]]:
    """Return rows on the faults and the new tiles of a match."""
    rows = [(_("faults"), f"{values['faults']:,}")]
    dealt = _("{dealt:,}, {fours:.1%} of them 4s (p = {fours_p:.2g}); cells: p = {cells_p:.2g}")
    rows.append((_("new tiles"), dealt.format(**values["spawns"])))
    if values["believed"]:
        said = _(
            "{fours:.1%} 4s, {corners:.1%} in corners; {off:+.1f} standard errors from what came (asked: {tiles:,})"
        )
        rows.append((_("it expects"), said.format(**values["believed"])))
    if values["implied"]:
        said = _("{fours:.1%} ± {error:.1%} 4s, from {positions:,} positions")
        rows.append((_("its values imply"), said.format(**values["implied"])))
    return rows


def _verdicts(values: dict[str, Any], rules: Rules) -> Iterator[str]:
    """Yield a sentence for each way in which the program expects other tiles than come."""
    if said := values["believed"]:
        wrong = [name for name in ("fours", "corners") if abs(said[f"{name}_off"]) >= NOTABLE]
        if "fours" in wrong:
            yield _(
                "The program expects a 4 with {fours:.1%}; {fours_dealt:.1%} of the tiles were 4s, {fours_off:+.0f}"
                " standard errors from that."
            ).format(**said)
        if "corners" in wrong:
            yield _(
                "The program expects {corners:.1%} of the tiles in corners; {corners_dealt:.1%} came there,"
                " {corners_off:+.0f} standard errors from that."
            ).format(**said)
        if not wrong and abs(said["off"]) >= NOTABLE:
            yield _("The tiles were {off:+.0f} standard errors from what the program expects.").format(**said)
    found = values["implied"]
    if found and abs(found["off"]) >= NOTABLE and abs(found["fours"] - rules.fours / 100) >= MARGIN:
        yield _(
            "The program's values fit {fours:.1%} 4s, {off:+.0f} standard errors from the {chance} % of the rules."
        ).format(chance=rules.fours, **found)


def replay(text: str, quiet: bool) -> None:  # noqa: FBT001 - one of a registry
    """Verify a report, and print its games, unless `quiet`, and its figures; raises `ReplayError`."""
    record = report.read(text)
    figures, line = report.Figures(record.rules, record.head.program), ProgressLine(sys.stderr)
    said = _("game {n}: score {score}, largest tile {tile}, moves {moves}")
    for game in report.verify(record):
        figures.add(game)
        line.show(len(figures.results), len(record.games), figures.moves)
        if not quiet:
            line.clear()
            board = game.board
            told = said.format(n=game.number, score=board.score, tile=board.highest, moves=board.ply)
            print(told + (f"  ({game.end})" if game.end else ""))
    line.clear()
    end = record.end
    if not end:
        return
    seed = parse_seed(end.seed)
    if figures.results:
        _print_table(figures, figures.report(seed))
    if end.end:
        print(_("The match ended early: {why}").format(why=end.end))
    drawn = _("chosen by whoever ran the match") if record.head.chosen else _("drawn by chance")
    verified = _("verified: games {n}, seed {seed} ({drawn}), commitment {hash}")
    print(verified.format(n=len(record.games), seed=seed, drawn=drawn, hash=record.head.commitment))
