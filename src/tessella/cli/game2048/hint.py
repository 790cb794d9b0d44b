"""How does a person ask for advice on 2048 on the command line: what to do on a board, what went wrong in a game?

Thin, like `cli`: arguments in, one call, text out. What is typed for a board is read kindly here: tables, lists and
pictures of boards are pasted as they are found.
"""

import argparse
import json
import math
import re
import sys
import threading
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tessella.cli.options import ply_or_seconds, whole
from tessella.cli.play_options import can_show
from tessella.errors import ParseError, ReplayError, RulesError, StoreError, quote
from tessella.i18n import _
from tessella.io.progress_bar import columns

if TYPE_CHECKING:
    from tessella.game2048 import Board
    from tessella.game2048.advice.advisor import Advice
    from tessella.game2048.game_review import Review
    from tessella.play.session import Session
    from tessella.play.stored_game import StoredGame

__all__ = ["add_commands", "read_board"]

LARGEST_BOARD = 1 << 16
"""Bytes of standard input that are read for a board."""
LARGEST_SAVE = 64 << 20
"""Bytes of a save that are read."""
PATIENCE = 2.0
"""Seconds until somebody at a terminal is told why nothing happens."""

Parser = argparse.ArgumentParser


def add_commands(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the commands that advise to the subparsers of `tessella 2048`."""
    hint = commands.add_parser("hint", help=_("tell the best move on a board, and why"))
    hint.description = _(
        "Tell what each move on a board is worth: the final score to expect, the chance of the next tile, and why the"
        " best move is the best. A hint on a game in progress counts as one in it."
    )
    hint.epilog = _("Exit codes: 0 done, 1 no move is left, 2 bad input.")
    hint.add_argument(
        "board",
        metavar="BOARD",
        nargs="?",
        help=_("rows of tiles such as '2 0 0 4/0 8 0 0/...', - for standard input, or a game's id; by default the game"
               " played last"),
    )  # fmt: skip
    _add_player(hint)
    hint.set_defaults(run=_hint)

    review = commands.add_parser("review", help=_("tell which moves of a game cost most"))
    review.description = _("Look back on a game: the moves that cost most, what they cost, and what was better.")
    review.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help=_("an id, or a file with a save, or - ; by default the game played last"),
    )
    _add_player(review)
    review.add_argument("--most", metavar="N", default="10", help=_("how many moves, by default 10"))
    review.set_defaults(run=_review)


def _add_player(parser: Parser) -> None:
    who = parser.add_argument_group(_("who judges"))
    who.add_argument(
        "--player", metavar="NAME", help=_("best (default), network, heuristic, or network:FILE with your own weights")
    )
    who.add_argument("--ply", metavar="N", help=_("how many moves to look ahead"))
    who.add_argument("--seconds", metavar="N", help=_("how long to think about a board, instead"))
    parser.add_argument("--json", action="store_true", help=_("as JSON"))
    parser.add_argument("--ascii", action="store_true", help=_("boxes in plain ASCII"))
    parser.add_argument("--lang", metavar="LANG", help=_("language: en or zh; by default the system's"))


def _player(asked: argparse.Namespace) -> dict[str, Any]:
    """Return what was asked about the player, as `solve` takes it."""
    ply, seconds = ply_or_seconds(asked)
    return {"player": asked.player, "ply": ply, "seconds": seconds}


# --- A hint ---------------------------------------------------------------------------------------------------------


def _hint(asked: argparse.Namespace) -> int:
    from tessella.game2048.advice import advisor

    player = _player(asked)
    sitting, board = _board_of(asked.board)
    if not board.moves():
        message = _("no move is left on this board: {text}")
        print(message.format(text=quote(board.to_text())), file=sys.stderr)
        return 1
    with _told_when_slow():
        advice = advisor.advise(board, **player)
    if sitting:
        sitting.count_hint()
        sitting.leave()
        print(_("counted as a hint in {id}").format(id=sitting.session.id), file=sys.stderr)
    if asked.json:
        print(json.dumps(advice.to_json(), ensure_ascii=False))
        return 0
    _print_board(board, ascii_only=asked.ascii)
    for line in _table(advice):
        print(line)
    print(_sentence(advice.reason))
    return 0


def _table(advice: "Advice") -> Iterator[str]:
    """Yield a head and a line a move, the best first."""
    from tessella.game2048.advice.reasons import move_name

    rows = [["", _("expected score"), _("chance of {tile}").format(tile=advice.next_tile), _("value")]]
    for choice in advice.choices:
        chance = "" if choice.chance is None else f"{100 * choice.chance:.1f} %"
        points = "" if choice.score is None else f"{choice.score:,.0f}"
        rows.append([move_name(choice.move), points, chance, f"{choice.value:,.1f}"])
    # The player's own measure is told where there is nothing better.
    shown = [n for n in (0, 1, 2) if n == 0 or all(row[n] for row in rows)]
    rows = [[row[n] for n in (shown if len(shown) > 1 else (0, 3))] for row in rows]
    wides = [max(columns(row[n]) for row in rows) for n in range(len(rows[0]))]
    for row in rows:
        name, *numbers = row
        cells = [name + " " * (wides[0] - columns(name))]
        cells += [" " * (wide - columns(text)) + text for text, wide in zip(numbers, wides[1:], strict=True)]
        yield "   ".join(cells).rstrip()


def _board_of(typed: str | None) -> "tuple[StoredGame | None, Board]":
    """Return the board that is meant, and the game in progress that it is in, if it is in one."""
    from tessella import game2048, ids
    from tessella.play.store import Store
    from tessella.play.stored_game import StoredGame

    text = "2048" if typed is None else _stdin(LARGEST_BOARD) if typed == "-" else typed
    text = unicodedata.normalize("NFKC", text).strip()
    if ids.split(text)[0] != "2048":
        return None, read_board(text)
    store = Store.open()
    found = StoredGame.resume(store, text)
    if found is None and text == "2048":
        raise _no_game()
    if found is None:
        opening = game2048.open_id(text)
        kept = store.in_slot(opening.slot)
        if kept is None or kept.session.id != opening.id:
            return None, opening.start
        found = StoredGame(store, kept)
    board: Any = found.session.position
    return found, board


def _no_game() -> StoreError:
    return StoreError(_("there is no saved game yet"), hint=_("play one: {command}").format(command="tessella 2048"))


def read_board(text: str) -> "Board":
    r"""Return the board that a text shows in whatever way a person writes one; raise ParseError for what is none.

    Rows stand between slashes, semicolons or ends of lines, or are lists in brackets; cells between blanks, commas or
    bars. An empty cell is 0, a dot, a dash, or nothing between two bars. A square of numbers needs no rows.

    >>> read_board("[[2, 0], [0, 4]]") == read_board("2 0 0 4") == read_board("| 2 |   |\n| - | 4 |")
    True
    """
    from tessella.game2048 import Board

    try:
        return _possible(Board.parse(_tidy(text)))
    except (ParseError, RulesError) as error:
        if error.hint:
            raise
        hint = _(
            "a board is rows of tiles such as '2 . 4 8 / . . 2 4 / . . . . / . . . 2', a dot or 0 for an empty cell"
        )
        raise type(error)(str(error), hint=hint) from None


def _tidy(text: str) -> str:
    """Return a board's text as `Board.parse` reads it."""
    if not text.strip("/;[] \t\n"):
        raise ParseError(_("expected a board of 2048, got {text}").format(text=quote(text)))
    if ":" in text:
        return text
    text = re.sub(r"\]\s*,?\s*\[", "/", text)
    rows = [
        row
        for row in re.split(r"[/;\n]", re.sub(r"[\[\](){}]", " ", text))
        if re.search(r"[^\s+│|─┌┐└┘├┤┬┴┼=-]", row) or "-" in row.split()
    ]
    rows = [_cells(row) for row in rows]
    if len(rows) == 1:
        cells = rows[0].split(",")
        side = math.isqrt(len(cells))
        if side * side == len(cells) and side > 1:
            rows = [",".join(cells[n : n + side]) for n in range(0, len(cells), side)]
    return "/".join(rows)


def _cells(row: str) -> str:
    """Return a row with commas between its cells, or as it is where there is a character for each cell."""
    if re.search(r"[│|]", row):
        cells = re.sub(r"^\s*[│|]|[│|]\s*$", "", row).replace("│", "|").split("|")
        return ",".join("." if cell.strip() in ("", "-") else cell.strip() for cell in cells)
    cells = re.split(r"\s*,\s*|\s+", row.strip().strip(","))
    return ",".join("." if cell == "-" else cell for cell in cells) if len(cells) > 1 else row.strip()


def _possible(board: "Board") -> "Board":
    """Return the board if a game can have it; raise ParseError where its tiles cannot lie there together."""
    largest = board.rules.largest
    tiles = sorted((tile for row in board.rows for tile in row if tile), reverse=True)
    if not tiles:
        raise ParseError(_("expected a board with a tile on it, got {text}").format(text=quote(board.to_text())))
    # To make the largest tile takes every cell; the next one is made in the cells that are left, and so on.
    for number, tile in enumerate(tiles):
        if tile > largest >> number:
            raise ParseError(
                _(
                    "expected tiles that a game can have together, but no game has {n} of at least {tile}: {text}"
                ).format(n=number + 1, tile=tile, text=quote(board.to_text()))
            )
    return board


# --- A review -------------------------------------------------------------------------------------------------------


def _review(asked: argparse.Namespace) -> int:
    from tessella.game2048 import game_review

    player, most = _player(asked), whole(asked.most)
    session = _session_of(asked.game)
    if not session.step:
        raise ParseError(_("expected a game with a move to look back on, got {text}").format(text=quote(session.id)))
    with _told_when_slow() as step:
        found = game_review.review(session, most=most, progress=step, **player)
    if asked.json:
        print(json.dumps({"id": session.id, **found.to_json()}, ensure_ascii=False))
        return 0
    _print_review(session, found, ascii_only=asked.ascii)
    return 0


def _print_review(session: "Session", found: "Review", *, ascii_only: bool) -> None:
    print(
        _("{id}: score {score}, moves {moves}; judged by {player}").format(
            id=session.id, score=session.position.score, moves=session.step, player=found.player
        )
    )
    if found.accuracy is not None:
        print(_("{percent:.0f} % of the moves were as good as the best.").format(percent=100 * found.accuracy))
    if not found.moves:
        print(_("No move cost anything."))
    for number, one in enumerate(found.moves, 1):
        cost = _("it cost {points} points").format(points=f"{one.cost:,.0f}") if one.in_points else ""
        print(f"\n{number}. {one}" + (f" ({cost})" if cost else ""))
        _print_board(one.board, ascii_only=ascii_only)
        print(_("play on from here: {command}").format(command=f"tessella 2048 --id '{one.board.to_text()}'"))


def _session_of(typed: str | None) -> "Session":
    """Return the game of 2048 that an id, a slot or a file names, by default the one played last."""
    from tessella import ids
    from tessella.play.session import Session
    from tessella.play.store import Store

    if typed is not None and (typed == "-" or (ids.split(typed)[0] != "2048" and Path(typed).is_file())):
        try:
            session = Session.from_text(_stdin(LARGEST_SAVE) if typed == "-" else _file(typed))
        except ReplayError as error:
            raise ReplayError(str(error), hint=_("tessella export writes such a file")) from None
    else:
        store = Store.open()
        slot = store.last_slot("2048") if typed is None or typed.strip() == "2048" else typed
        if slot is None:
            raise _no_game()
        kept = store.in_slot(slot)
        session = kept.session if kept else store.export(slot)
    if ids.split(session.id)[0] != "2048":
        raise ParseError(_("expected a game of 2048, got {text}").format(text=quote(session.id)))
    return session


# --- Reading and telling --------------------------------------------------------------------------------------------


def _stdin(most: int) -> str:
    if sys.stdin.isatty():
        keys = "Enter, Ctrl-Z, Enter" if sys.platform == "win32" else "Enter, Ctrl-D"
        print(_("Type or paste it, then press {keys}.").format(keys=keys), file=sys.stderr)
    data = sys.stdin.buffer.read(most + 1)
    if len(data) > most:
        raise ParseError(_("expected at most {limit} bytes, got more").format(limit=most))
    return data.decode("utf-8", errors="replace")


def _file(name: str) -> str:
    try:
        with Path(name).open("rb") as file:
            data = file.read(LARGEST_SAVE + 1)
    except OSError as error:
        raise ParseError(
            _("expected a file that can be read, got {text} ({why})").format(text=quote(name), why=error.strerror)
        ) from None
    if len(data) > LARGEST_SAVE:
        raise ParseError(_("expected a save of at most 64 MiB, got more: {text}").format(text=quote(name)))
    return data.decode("utf-8", errors="replace")


class _Teller:
    """Tells somebody at a terminal why nothing happens for a while, and how far it is."""

    def __init__(self) -> None:
        self._alarm = threading.Timer(PATIENCE, self._tell)
        self._alarm.daemon = True
        self._share = -1
        self._is_shown = False

    def start(self) -> None:
        """Begin to wait."""
        if sys.stderr.isatty():
            self._alarm.start()

    def _tell(self) -> None:
        print(_("The player gets ready. The first time of all this takes some seconds ..."), file=sys.stderr)

    def __call__(self, done: int, total: int) -> None:
        """Tell how far it is."""
        self._alarm.cancel()
        share = 100 * done // max(total, 1)
        if sys.stderr.isatty() and share != self._share:
            self._share, self._is_shown = share, True
            print(f"\r{share:3d} %", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Take away what was told of how far it is."""
        self._alarm.cancel()
        if self._is_shown:
            print("\r     \r", end="", file=sys.stderr, flush=True)


@contextmanager
def _told_when_slow() -> Iterator[_Teller]:
    teller = _Teller()
    teller.start()
    try:
        yield teller
    finally:
        teller.end()


def _print_board(board: "Board", *, ascii_only: bool) -> None:
    from tessella.game2048 import rendering

    print(rendering.text(board.rows, ascii_only=ascii_only or not can_show("┌")))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
