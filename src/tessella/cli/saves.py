"""The commands `tessella export` and `tessella replay`."""

import argparse
import sys

from tessella.cli.options import draws_ascii
from tessella.cli.play import open_store
from tessella.cli.text_input import MAX_SAVE_BYTES, read_text
from tessella.i18n import _
from tessella.io.streams import OutputFile
from tessella.line_mode.loop import Display, render
from tessella.play.session import Session


def export(args: argparse.Namespace) -> int:
    """Write the save of a game."""
    session = open_store(args).export(args.id)
    with OutputFile(args.out) as target:
        target.write(session.to_text())
    return 0


def replay(args: argparse.Namespace) -> int:
    """Replay a save, and say whether it holds."""
    session = Session.from_text(read_text(args.file, MAX_SAVE_BYTES))
    if not args.quiet:
        _show_steps(session, ascii_only=draws_ascii(args))
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
    replayed, display = Session(session.id, session.start), Display(ascii_only=ascii_only)
    waits = sys.stdin.isatty() and sys.stdout.isatty()
    print(render(session.id, replayed.position, display))
    for number, entry in enumerate(session.journal, 1):
        if waits and input(_("Press Enter for the next step, q to skip the rest: ")).strip().lower() == "q":
            break
        replayed.replay([entry])
        step = _("{number}. {event}  Score {score}  {seconds:.1f} s")
        score = replayed.position.score
        print(step.format(number=number, event=entry.event, score=score, seconds=entry.ms / 1000))
        print(render(session.id, replayed.position, display))
