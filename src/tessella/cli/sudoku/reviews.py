"""The command that reviews a solve."""

import argparse
import json

from tessella.cli.options import add, draws_ascii, invite_to_type, whole
from tessella.cli.saves import saved_session
from tessella.errors import ParseError
from tessella.i18n import _
from tessella.play.coach.sudoku import review_text
from tessella.sudoku import rendering
from tessella.sudoku.tutor import solve_review
from tessella.sudoku.tutor.practice import level_of_table


def add_review(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella sudoku review`."""
    parser.description = _("Review a solve: guesses, mistakes, overlooked singles, long waits, and what to practise.")
    what = _("a game's id, a save file, or - for standard input (default: the last game played)")
    parser.add_argument("game", metavar="GAME", nargs="?", help=what)
    add(parser, {"--most N=10": _("number of places to show (default: 10)")}, "--json", "--ascii", "--lang LANG")


def review(args: argparse.Namespace) -> int:
    """Print a review of a solve."""
    most = whole(args.most)
    invite_to_type(args.game or "sudoku")
    session = saved_session(args.game, "sudoku")
    if not session.step:
        raise ParseError(_("expected a game with at least one move, got {text}"), text=session.id)
    found = solve_review.review(session, level=level_of_table(session.id), most=most)
    if args.json:
        print(json.dumps({"id": session.id, **found.to_json()}, ensure_ascii=False))
        return 0
    print(session.id, review_text(found), found.advice, sep="\n")
    if found.lesson:
        command = f"tessella sudoku --practice {found.lesson.slug}"
        print(_("practise {technique}: {command}").format(technique=found.lesson.name, command=command))
    for number, slip in enumerate(found.slips, 1):
        print(f"\n{number}. {slip}")
        print(rendering.small(slip.board, ascii_only=draws_ascii(args)))
        print(_("play on from here: {command}").format(command=f"tessella sudoku --id '{slip.board.to_text()}'"))
    return 0
