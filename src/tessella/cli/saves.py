"""The commands on stored games: export, replay, scores."""

import argparse
import csv
import json
import os
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from tessella import games
from tessella.cli.options import MAX_SAVE_BYTES, add, draws_ascii, not_both, notify, read_text
from tessella.cli.play import add_database, numbered, opened_store
from tessella.errors import ParseError, ReplayError, StoreError
from tessella.games import PerGame, name_of
from tessella.i18n import N_, _
from tessella.io.streams import OutputFile
from tessella.line_mode.loop import Display, render
from tessella.play.scores import best_text
from tessella.play.session import Session
from tessella.play.store import Store

NAMES = {"2048": "2048", "sudoku": N_("Sudoku")}

SUMMARIES: PerGame[Callable[[Store], list[str]]] = PerGame({"sudoku": "tessella.play.progress:told"})
"""What is printed for a game as a whole, instead of each of its score tables."""

REPORTS: PerGame[Callable[[str, bool], None]] = PerGame({"2048": "tessella.cli.game2048.referee:replay"})
"""What verifies the report of a match, given its text and whether to print no games."""

MAX_REPORT_BYTES = 1 << 30  # of a report that is read; a hundred thousand games by chance take a tenth
REPORT_OPENING = '{"line":"match"'  # what every report begins with


def add_export(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella export`."""
    what = _("id of the game, or its number in the list of 'tessella continue' (default: the last one played)")
    parser.add_argument("id", metavar="ID", nargs="?", help=what)
    add(parser, {"--out FILE": _("write to a file instead of the screen")}, "--lang LANG")


def export(args: argparse.Namespace) -> int:
    """Write the save of a game."""
    with opened_store() as store:
        number = numbered(store, args.id) or store.number_of(args.id)
        try:
            text = store.load(number).session.to_text()
        except StoreError as error:  # its player may know what to do with it
            notify(str(error), hint=_("it is written as it is stored"))
            text = store.saved_text(number)
    with OutputFile(args.out) as target:
        target.write(text)
    return 0


def saved_session(text: str | None, name: str) -> Session:
    """Return the game that an id, a slot or a file names, by default the one of its kind played last.

    Raises `TessellaError` where there is none, and for another kind than the one of that `name`.
    """
    if text is not None and (text == "-" or (name_of(text) not in games.GAMES and os.path.isfile(text))):  # noqa: PTH113 - `Path.is_file` raises for too long a name
        try:
            session = Session.from_text(read_text(text, MAX_SAVE_BYTES))
        except ReplayError as error:
            raise ReplayError(str(error), hint=_("tessella export writes such a file")) from None
    else:
        text = (text or name).strip()
        with opened_store() as store:
            slot = store.last_slot(text) if text in games.GAMES else text
            if slot is None:
                raise no_game(name)
            kept = store.in_slot(slot)
            session = kept.session if kept else store.export(slot)
    if name_of(session.id) != name:
        raise ParseError(_("expected a game of {name}, got {text}"), name=_(NAMES[name]), text=session.id)
    return session


def no_game(name: str) -> StoreError:
    """Return the error that no game of a kind was played yet."""
    return StoreError(_("there is no saved game yet"), hint=_("play one: {command}").format(command=f"tessella {name}"))


def add_replay(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella replay`."""
    parser.add_argument("file", metavar="FILE", help=_("a save file or a referee's report, or - for standard input"))
    add(parser, {"--quiet": _("verify only")}, "--ascii", "--lang LANG")


def replay(args: argparse.Namespace) -> int:
    """Replay a save or the report of a match, and say whether it holds."""
    text = read_text(args.file, MAX_REPORT_BYTES)
    if text.startswith(REPORT_OPENING):
        REPORTS["2048"](text, args.quiet)
        return 0
    session = Session.from_text(text)
    if not args.quiet:
        _show_steps(session, ascii_only=draws_ascii(args))
    print(
        _("verified: {id}, score {score}, moves {moves}, undos {undos}, hints {hints}").format(
            id=session.id, score=session.position.score, moves=session.step, undos=session.undos, hints=session.hints
        )
    )
    if session.edited:
        print(_("its starting position was edited, so it is ranked separately"))
    return 0


def _show_steps(session: Session, *, ascii_only: bool) -> None:
    replayed, display = Session(session.id, session.start), Display(ascii_only=ascii_only)
    waits = sys.stdin.isatty() and sys.stdout.isatty()
    print(render(session.id, replayed.position, display))
    for number, entry in enumerate(session.journal, 1):
        try:
            if waits and input(_("Press Enter for the next step, q to skip the rest: ")).strip().lower() == "q":
                break
        except EOFError:  # Ctrl-D
            print()
            break
        replayed.replay([entry])
        step, score = _("{number}. {event}  Score {score}  {seconds:.1f} s"), replayed.position.score
        print(step.format(number=number, event=entry.event, score=score, seconds=entry.ms / 1000))
        print(render(session.id, replayed.position, display))


def add_scores(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella scores`."""
    of_class = _("each visitor's result in each game of 'tessella web --players --assign ID', as CSV")
    parser.add_argument("--class", dest="of_class", action="store_true", help=of_class)
    add_database(parser)
    add(parser, "--json", "--lang LANG")


def scores(args: argparse.Namespace) -> int:
    """Print best scores and statistics."""
    not_both("--class", "--json", args.of_class, args.json)
    with opened_store(args if args.of_class or args.database else None) as store:
        if args.of_class:
            _write_class(store)
        elif args.json:
            print(json.dumps(_tables(store), ensure_ascii=False, indent=2))
        else:
            _print_scores(store)
    return 0


def _print_scores(store: Store) -> None:
    tables = store.scores.statistics()
    if not tables:
        print(_("No game has been played yet."))
    line = _("{score:>8}  {id}  undos {undos}, hints {hints}")
    summary = _("games {games}, won {won}, best {best}, mean of finished games {mean}, played {minutes:.0f} min")
    for row in tables:
        if name_of(row.score_table) in SUMMARIES:
            continue
        print(row.score_table)
        texts = {"best": best_text(row.best), "mean": "-" if row.mean is None else f"{row.mean:.0f}"}
        print("  " + summary.format(**asdict(row) | texts, minutes=row.ms / 60000))
        for heading, assisted in ((_("without help"), False), (_("with help"), True)):
            best = store.scores.best_games(row.score_table, assisted=assisted, limit=5)
            if best:
                print("\n    ".join([f"  {heading}", *(line.format(**game._asdict()) for game in best)]))
    for name in SUMMARIES:
        if any(name_of(row.score_table) == name for row in tables):
            print(name)
            print("\n".join(f"  {line}" for line in SUMMARIES[name](store)))


def _write_class(store: Store) -> None:
    from tessella.play import progress  # noqa: PLC0415 - only who asks needs all of Sudoku

    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(("name", "visitor", "id", "done", "seconds", "hints", "undos", "moves", "score"))
    for game in store.scores.assigned(store.setting("assigned").splitlines()):
        name = store.of(game.owner).setting("name")
        name = (
            f"'{name}" if name.startswith(("=", "+", "-", "@")) else name
        )  # a spreadsheet would take it for a formula
        done = "yes" if progress.is_done(store, game) else "no"
        figures = game.ms // 1000, game.hints, game.undos, game.moves, game.score
        rows.writerow((name, game.owner[:8], game.id, done, *figures))


def _tables(store: Store) -> list[dict[str, Any]]:
    tables = []
    for row in store.scores.statistics():
        table = asdict(row)
        for name, assisted in (("records", False), ("assisted_records", True)):
            best = store.scores.best_games(row.score_table, assisted=assisted)
            table[name] = [game._asdict() for game in best]
        tables.append(table)
    return tables
