"""Boards of 2048 as people write and paste them: rows, tables, lists and pictures."""

import math
import re
import unicodedata

from tessella.errors import ParseError, RulesError, quote
from tessella.game2048 import Board
from tessella.i18n import _


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
            raise ParseError(message.format(n=number + 1, tile=tile, text=quote(board.to_text())))
    return board
