"""The command `tessella 2048 hint`."""

import argparse
import json
import sys
from collections.abc import Iterator

from tessella import games, ids
from tessella.cli.game2048.board_text import read_board
from tessella.cli.game2048.options import add_adviser
from tessella.cli.game2048.progress_line import starting_line
from tessella.cli.game2048.saved_games import game_in_progress
from tessella.cli.numbers import ply_or_seconds
from tessella.cli.options import add, draws_ascii
from tessella.cli.text_input import invite_to_type, read_text
from tessella.errors import quote
from tessella.game2048 import rendering
from tessella.game2048.advice.advisor import Advice, advise
from tessella.game2048.advice.reasons import move_name
from tessella.i18n import _
from tessella.io.progress_bar import display_width
from tessella.play.coach.game2048 import advice_table

MAX_BOARD_BYTES = 1 << 16
"""Bytes of standard input that are read for a board."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = _(
        "Show what each move on a board is worth: the expected final score, the chance of reaching the next tile, and"
        " why the best move is best. A hint on a game in progress counts as a hint used in that game."
    )
    parser.epilog = _("Exit codes: 0 success, 1 no move is left, 2 invalid input.")
    what = _(
        "rows of tiles such as '2 0 0 4/0 8 0 0/...', a game's id, or - for standard input (default: the last game"
        " played)"
    )
    parser.add_argument("board", metavar="BOARD", nargs="?", help=what)
    add_adviser(parser)
    add(parser, "--json", "--ascii", "--lang LANG")


def run(asked: argparse.Namespace) -> int:
    """Print advice on a board."""
    ply, seconds = ply_or_seconds(asked)
    invite_to_type(asked.board or "2048")
    text = read_text("-", MAX_BOARD_BYTES) if asked.board == "-" else asked.board or "2048"
    is_id = ids.split(text.strip())[0] in games.GAMES
    game, board = game_in_progress(text.strip()) if is_id else (None, read_board(text))
    if not board.moves():
        print(_("no move is left on this board: {text}").format(text=quote(board.to_text())), file=sys.stderr)
        return 1
    with starting_line():
        advice = advise(board, player=asked.player, ply=ply, seconds=seconds)
    if game:
        game.count_hint()
        game.leave()
        print(_("counted as a hint in {id}").format(id=game.session.id), file=sys.stderr)
    if asked.json:
        print(json.dumps(advice.to_json(), ensure_ascii=False))
        return 0
    print(rendering.text(board.rows, ascii_only=draws_ascii(asked)))
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
