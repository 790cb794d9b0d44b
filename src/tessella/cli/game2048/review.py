"""The command `tessella 2048 review`."""

import argparse
import json

from tessella.cli.game2048.options import add_adviser
from tessella.cli.game2048.progress_line import starting_line
from tessella.cli.game2048.saved_games import saved_session
from tessella.cli.numbers import ply_or_seconds, whole
from tessella.cli.options import add, draws_ascii
from tessella.cli.text_input import invite_to_type
from tessella.errors import ParseError, quote
from tessella.game2048 import rendering
from tessella.game2048.game_review import Review, review
from tessella.i18n import _
from tessella.play.session import Session


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = _("Look back on a game: the moves that cost most, what they cost, and what was better.")
    what = _("a game's id, a save file, or - for standard input (default: the last game played)")
    parser.add_argument("game", metavar="GAME", nargs="?", help=what)
    add_adviser(parser)
    add(parser, {"--most N=10": _("number of moves to show (default: 10)")}, "--json", "--ascii", "--lang LANG")


def run(asked: argparse.Namespace) -> int:
    """Print a review of a game."""
    (ply, seconds), most = ply_or_seconds(asked), whole(asked.most)
    invite_to_type(asked.game or "2048")
    session = saved_session(asked.game)
    if not session.step:
        raise ParseError(_("expected a game with at least one move, got {text}").format(text=quote(session.id)))
    with starting_line() as progress:
        found = review(session, most=most, progress=progress.show, player=asked.player, ply=ply, seconds=seconds)
    if asked.json:
        print(json.dumps({"id": session.id, **found.to_json()}, ensure_ascii=False))
    else:
        _print(session, found, ascii_only=draws_ascii(asked))
    return 0


def _print(session: Session, found: Review, *, ascii_only: bool) -> None:
    summary = _("{id}: score {score}, moves {moves}; judged by {player}")
    score = session.position.score
    print(summary.format(id=session.id, score=score, moves=session.step, player=found.player))
    if found.accuracy is not None:
        print(_("{percent:.0f} % of the moves were as good as the best one.").format(percent=100 * found.accuracy))
    if not found.moves:
        print(_("No move cost anything."))
    for number, move in enumerate(found.moves, 1):
        cost = _("it cost {points} points").format(points=f"{move.cost:,.0f}") if move.in_points else ""
        print(f"\n{number}. {move}" + (f" ({cost})" if cost else ""))
        print(rendering.text(move.board.rows, ascii_only=ascii_only))
        print(_("play on from here: {command}").format(command=f"tessella 2048 --id '{move.board.to_text()}'"))
