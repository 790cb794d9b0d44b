"""The commands that judge a position or a game of 2048: hint and review, and boards as people type and paste them."""

import argparse
import json
import math
import re
import unicodedata

from tessella import games, ids
from tessella.cli.options import draws_ascii, invite_to_type, notify, ply_or_seconds, read_text, whole
from tessella.cli.play import opened_store
from tessella.cli.progress_line import starting_line
from tessella.cli.saves import no_game, saved_session
from tessella.errors import ParseError, RulesError, StoreError, quote
from tessella.game2048 import Board, game_review, open_id, rendering
from tessella.game2048.advice.advisor import Advice, advise, first_advice
from tessella.game2048.advice.reasons import move_name, player_name
from tessella.game2048.endgame import library
from tessella.game2048.players.registry import compares_moves
from tessella.i18n import _, sentence
from tessella.io.progress_bar import pad_all
from tessella.play.coach.game2048 import advice_table, review_text
from tessella.play.session import Session
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame

MAX_BOARD_BYTES = 1 << 16  # bytes of standard input that are read for a board


def hint(args: argparse.Namespace) -> int:
    """Print advice on a board."""
    ply, seconds = ply_or_seconds(args)
    invite_to_type(args.board or "2048")
    text = read_text("-", MAX_BOARD_BYTES) if args.board == "-" else args.board or "2048"
    is_id = ids.split(text.strip())[0] in games.GAMES
    game, board = game_in_progress(text.strip()) if is_id else (None, read_board(text))
    if not board.moves():
        notify(_("no move is left on this board: {text}"), text=quote(board.to_text()))
        return 1
    first = None
    is_exact = args.player in (None, "best") and library.best_exact(board)
    if not args.final and not args.json and not is_exact and compares_moves(args.player):
        first = first_advice(board)
        _count(game)
        print(rendering.text(board.rows, ascii_only=draws_ascii(args)))
        print("\n".join(_lines(first)), flush=True)
    with starting_line():
        advice = advise(board, player=args.player, ply=ply, seconds=seconds)
    if args.json:
        _count(game)
        print(json.dumps(advice.to_json(), ensure_ascii=False))
    elif first is None:
        _count(game)
        print(rendering.text(board.rows, ascii_only=draws_ascii(args)))
        print("\n".join(_lines(advice)))
    elif (lines := _lines(advice)) != _lines(first):
        print("", _("Looking further ahead ({player}):").format(player=player_name(advice.player)), *lines, sep="\n")
    return 0


def _count(game: StoredGame | None) -> None:
    if game:
        try:
            game.store.count_hint(game.number)
        except StoreError as error:
            notify(str(error))
        else:
            notify(_("counted as a hint in {id}"), id=game.session.id)


def _lines(advice: Advice) -> list[str]:
    """Return a line for each move, the best first, below the heads of their numbers; and the reason."""
    moves = ["", *(move_name(choice.move) for choice in advice.choices)]
    columns = [pad_all(moves), *(pad_all([one.title, *one.cells], right=True) for one in advice_table(advice))]
    return [*("   ".join(row).rstrip() for row in zip(*columns, strict=True)), sentence(advice.reason)]


def review(args: argparse.Namespace) -> int:
    """Print a review of a game."""
    (ply, seconds), most = ply_or_seconds(args), whole(args.most)
    invite_to_type(args.game or "2048")
    session = saved_session(args.game, "2048")
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
    print(summary.format(id=session.id, score=score, moves=session.step, player=player_name(found.player)))
    print(review_text(found))
    for number, move in enumerate(found.moves, 1):
        cost = _("it cost {points} points").format(points=f"{move.cost:,.0f}") if move.in_points else ""
        print(f"\n{number}. {move}" + (f" ({cost})" if cost else ""))
        print(rendering.text(move.board.rows, ascii_only=ascii_only))
        print(_("play on from here: {command}").format(command=f"tessella 2048 --id '{move.board.to_text()}'"))


def game_in_progress(text: str) -> tuple[StoredGame | None, Board]:
    """Return the game that an id asks for, if it is in progress or was left, and its board; raises `TessellaError`.

    A game that was left stays where it lies: who looks at it does not continue it.
    """
    with opened_store() as store:
        if game := _unfinished(store, text):
            return game, _board_of(game.session)
        if not ids.split(text)[1]:
            raise no_game("2048")
        opening = open_id(text)
        game = _unfinished(store, opening.id)
    return game, _board_of(game.session) if game else opening.start


def _unfinished(store: Store, text: str) -> StoredGame | None:
    if there := StoredGame.in_slot(store, text):
        return there
    left = store.unfinished(text)
    return None if left is None else StoredGame(store, store.load(left))


def _board_of(session: Session) -> Board:
    if not isinstance(session.position, Board):
        raise ParseError(_("expected a game of {name}, got {text}"), name="2048", text=session.id)
    return session.position


def read_board(text: str) -> Board:
    r"""Return the board that a text shows, however it is written; raises `ParseError` and `RulesError`.

    Rows stand between slashes, semicolons or line ends, or are lists in brackets; cells between blanks, commas or
    bars. An empty cell is 0, a dot, a dash, or nothing between two bars. A square of numbers needs no rows.

    >>> read_board("[[2, 0], [0, 4]]") == read_board("2 0 0 4") == read_board("| 2 |   |\n| - | 4 |")
    True
    """
    try:
        return _possible(Board.parse(_normalized(unicodedata.normalize("NFKC", text).strip())))
    except (ParseError, RulesError) as error:
        if error.hint:
            raise
        hint = _(
            "a board is rows of tiles such as '2 . 4 8 / . . 2 4 / . . . . / . . . 2', a dot or 0 for an empty cell"
        )
        raise type(error)(str(error), hint=hint) from None


def _normalized(text: str) -> str:
    if not text.strip("/;[] \t\n"):
        raise ParseError(_("expected a board of 2048, got {text}"), text=text)
    if ":" in text:
        return text
    text = re.sub(r"\]\s*,?\s*\[", "/", text)
    lines = re.split(r"[/;\n]", re.sub(r"[\[\](){}]", " ", text))
    rows = [_cells(row) for row in lines if re.search(r"[^\s+│|─┌┐└┘├┤┬┴┼=-]", row) or "-" in row.split()]
    if len(rows) == 1:
        cells = rows[0].split(",")
        side = math.isqrt(len(cells))
        if side * side == len(cells) and side > 1:
            rows = [",".join(cells[n : n + side]) for n in range(0, len(cells), side)]
    return "/".join(rows)


def _cells(row: str) -> str:
    """Return a row with commas between its cells, or as it is where each character is a cell."""
    if re.search(r"[│|]", row):
        cells = re.sub(r"^\s*[│|]|[│|]\s*$", "", row).replace("│", "|").split("|")
        return ",".join("." if cell.strip() in ("", "-") else cell.strip() for cell in cells)
    cells = re.split(r"\s*,\s*|\s+", row.strip().strip(","))
    return ",".join("." if cell == "-" else cell for cell in cells) if len(cells) > 1 else row.strip()


def _possible(board: Board) -> Board:
    """Return the board if a game can reach it; raises `ParseError` where its tiles cannot occur together."""
    tiles = sorted((tile for row in board.rows for tile in row if tile), reverse=True)
    if not tiles:
        raise ParseError(_("expected a board with a tile on it, got {text}"), text=board.to_text())
    # To make the largest tile takes every cell; the next one is made in the cells that are left, and so on.
    for number, tile in enumerate(tiles):
        if tile > board.rules.largest >> number:
            message = _("expected tiles that can occur together, but no game has {n} of at least {tile}: {text}")
            raise ParseError(message, n=number + 1, tile=tile, text=board.to_text())
    return board
