"""The commands `tessella export` and `tessella replay`."""

import argparse
import sys

from tessella.cli.options import add_lang, can_show
from tessella.cli.play import open_store
from tessella.cli.text_input import MAX_SAVE_BYTES, read_text
from tessella.i18n import _
from tessella.io.streams import OutputFile
from tessella.line_mode.loop import picture
from tessella.play.session import Session

__all__ = ["add_export_options", "add_replay_options", "export", "replay"]


def add_export_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella export`."""
    parser.add_argument("id", metavar="ID", nargs="?", help=_("id of the game (default: the last one played)"))
    parser.add_argument("--out", metavar="FILE", help=_("write to a file instead of the screen"))
    add_lang(parser)


def add_replay_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella replay`."""
    parser.add_argument("file", metavar="FILE", help=_("a save file, or - for standard input"))
    parser.add_argument("--quiet", action="store_true", help=_("verify only"))
    parser.add_argument("--ascii", action="store_true", help=_("draw boards in plain ASCII"))
    add_lang(parser)


def export(asked: argparse.Namespace) -> int:
    """Write the save of a game."""
    session = open_store(asked).export(asked.id)
    with OutputFile(asked.out) as target:
        target.write(session.to_text())
    return 0


def replay(asked: argparse.Namespace) -> int:
    """Replay a save, and say whether it holds."""
    session = Session.from_text(read_text(asked.file, MAX_SAVE_BYTES))
    if not asked.quiet:
        _show_steps(session, ascii_only=asked.ascii or not can_show("┌"))
    print(
        _("verified: {id}, score {score}, moves {moves}, undos {undos}, hints {hints}").format(
            id=session.id,
            score=session.position.score,
            moves=session.step,
            undos=session.undos,
            hints=session.hints,
        )
    )
    if session.edited:
        print(_("its starting position was edited, so it ranks apart"))
    return 0


def _show_steps(session: Session, *, ascii_only: bool) -> None:
    """Show each step: all at once into a pipe, one for each Enter on a terminal."""
    replayed = Session(session.id, session.start)
    waits = sys.stdin.isatty() and sys.stdout.isatty()
    print(picture(session.id, replayed.position, ascii_only=ascii_only))
    for number, entry in enumerate(session.journal, 1):
        if waits and input(_("Press Enter for the next step, q to skip the rest: ")).strip().lower() == "q":
            break
        replayed.replay([entry])
        step = _("{number}. {event}  Score {score}  {seconds:.1f} s")
        score = replayed.position.score
        print(step.format(number=number, event=entry.event, score=score, seconds=entry.ms / 1000))
        print(picture(session.id, replayed.position, ascii_only=ascii_only))
