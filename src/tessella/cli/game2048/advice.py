"""The commands that judge a position or a game of 2048: hint and review."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from tessella import games, ids
from tessella.cli.game2048.board_text import read_board
from tessella.cli.game2048.progress_line import starting_line
from tessella.cli.numbers import ply_or_seconds, whole
from tessella.cli.options import draws_ascii
from tessella.cli.text_input import MAX_SAVE_BYTES, invite_to_type, read_text
from tessella.errors import ParseError, ReplayError, StoreError, quote
from tessella.game2048 import Board, game_review, open_id, rendering
from tessella.game2048.advice.advisor import Advice, advise
from tessella.game2048.advice.reasons import move_name
from tessella.i18n import _
from tessella.io.progress_bar import display_width
from tessella.play.coach.game2048 import advice_table
from tessella.play.session import Session
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame

MAX_BOARD_BYTES = 1 << 16
"""Bytes of standard input that are read for a board."""


def hint(args: argparse.Namespace) -> int:
    """Print advice on a board."""
    ply, seconds = ply_or_seconds(args)
    invite_to_type(args.board or "2048")
    text = read_text("-", MAX_BOARD_BYTES) if args.board == "-" else args.board or "2048"
    is_id = ids.split(text.strip())[0] in games.GAMES
    game, board = game_in_progress(text.strip()) if is_id else (None, read_board(text))
    if not board.moves():
        print(_("no move is left on this board: {text}").format(text=quote(board.to_text())), file=sys.stderr)
        return 1
    with starting_line():
        advice = advise(board, player=args.player, ply=ply, seconds=seconds)
    if game:
        game.count_hint()
        game.leave()
        print(_("counted as a hint in {id}").format(id=game.session.id), file=sys.stderr)
    if args.json:
        print(json.dumps(advice.to_json(), ensure_ascii=False))
        return 0
    print(rendering.text(board.rows, ascii_only=draws_ascii(args)))
    print("\n".join(_table(advice)))
    print(advice.reason[:1].upper() + advice.reason[1:])
    return 0


def _table(advice: Advice) -> Iterator[str]:
    table = [["", *(move_name(choice.move) for choice in advice.choices)]]
    table += [[column.title, *column.cells] for column in advice_table(advice)]
    widths = [max(map(display_width, texts)) for texts in table]
    for row in zip(*table, strict=True):
        blanks = [" " * (width - display_width(text)) for text, width in zip(row, widths, strict=True)]
        cells = [row[0] + blanks[0], *(blank + text for blank, text in zip(blanks[1:], row[1:], strict=True))]
        yield "   ".join(cells).rstrip()


def review(args: argparse.Namespace) -> int:
    """Print a review of a game."""
    (ply, seconds), most = ply_or_seconds(args), whole(args.most)
    invite_to_type(args.game or "2048")
    session = saved_session(args.game)
    if not session.step:
        raise ParseError(_("expected a game with at least one move, got {text}"), text=session.id)
    with starting_line() as progress:
        found = game_review.review(
            session, most=most, progress=progress.show, player=args.player, ply=ply, seconds=seconds
        )
    if args.json:
        print(json.dumps({"id": session.id, **found.to_json()}, ensure_ascii=False))
    else:
        _print_review(session, found, ascii_only=draws_ascii(args))
    return 0


def _print_review(session: Session, found: game_review.Review, *, ascii_only: bool) -> None:
    summary = _("{id}: score {score}, moves {moves}; judged by {player}")
    score = session.position.score
    print(summary.format(id=session.id, score=score, moves=session.step, player=found.player))
    if found.accuracy is not None:
        print(_("{percent:.0f}% of the moves were as good as the best.").format(percent=100 * found.accuracy))
    if not found.moves:
        print(_("No move cost anything."))
    for number, move in enumerate(found.moves, 1):
        cost = _("it cost {points} points").format(points=f"{move.cost:,.0f}") if move.in_points else ""
        print(f"\n{number}. {move}" + (f" ({cost})" if cost else ""))
        print(rendering.text(move.board.rows, ascii_only=ascii_only))
        print(_("play on from here: {command}").format(command=f"tessella 2048 --id '{move.board.to_text()}'"))


def game_in_progress(text: str) -> tuple[StoredGame | None, Board]:
    """Return the game in progress that an id asks for, if there is one, and its board; raises `TessellaError`."""
    store = Store.open()
    game = StoredGame.resume(store, text)
    if game is None:
        if not ids.split(text)[1]:
            raise _no_game()
        opening = open_id(text)
        kept = store.in_slot(opening.slot)
        if kept is None or kept.session.id != opening.id:
            return None, opening.start
        game = StoredGame(store, kept)
    return game, _board_of(game.session)


def saved_session(text: str | None) -> Session:
    """Return the game that an id, a slot or a file names, by default the one played last; raises `TessellaError`."""
    if text is not None and (text == "-" or (ids.split(text)[0] not in games.GAMES and Path(text).is_file())):
        try:
            session = Session.from_text(read_text(text, MAX_SAVE_BYTES))
        except ReplayError as error:
            raise ReplayError(str(error), hint=_("tessella export writes such a file")) from None
    else:
        store = Store.open()
        text = (text or "2048").strip()
        name, rest = ids.split(text)
        slot = store.last_slot(name) if name in games.GAMES and not rest else text
        if slot is None:
            raise _no_game()
        kept = store.in_slot(slot)
        session = kept.session if kept else store.export(slot)
    _board_of(session)
    return session


def _board_of(session: Session) -> Board:
    if not isinstance(session.position, Board):
        raise ParseError(_("expected a game of 2048, got {text}"), text=session.id)
    return session.position


def _no_game() -> StoreError:
    return StoreError(_("there is no saved game yet"), hint=_("play one: {command}").format(command="tessella 2048"))
