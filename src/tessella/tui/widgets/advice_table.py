"""The advice on a board of 2048: a table beside the board, or one line above it."""

from typing import TYPE_CHECKING

from rich.cells import cell_len

from tessella.game2048.advice.reasons import move_name
from tessella.i18n import _
from tessella.play.coach.game2048 import advice_table
from tessella.tui.theme import ThemeStyles
from tessella.tui.widgets.text_lines import Piece, Row, sentence

if TYPE_CHECKING:
    from tessella.game2048.advice.advisor import Advice


ARROWS = {"left": "<", "right": ">", "up": "^", "down": "v"}
"""ASCII signs for the directions: many terminals draw real arrows in two columns."""


def advice_rows(advice: "Advice", theme: ThemeStyles) -> list[Row]:
    """Return a head and a row a move, the best first: the final score to expect, the chance of the next tile.

                score    2048
    v down     24,310    61 %
    < left     23,900    58 %
    """
    columns = [["", *(move_name(choice.move) for choice in advice.choices)]]
    columns += [[column.head, *column.cells] for column in advice_table(advice)]
    widths = [max(map(cell_len, column)) + 2 for column in columns]
    signs = ["", *(ARROWS[choice.move] for choice in advice.choices)]
    styles = [theme.muted, theme.strong, *[theme.base] * len(signs)]
    rows: list[Row] = []
    for sign, style, (name, *cells) in zip(signs, styles, zip(*columns, strict=True), strict=False):
        text = name + " " * (widths[0] - 2 - cell_len(name))
        text += "".join(" " * (width - cell_len(cell)) + cell for cell, width in zip(cells, widths[1:], strict=True))
        rows.append([(f"{sign:2}", theme.accent), (text, style)])
    return rows


def advice_line(advice: "Advice", theme: ThemeStyles, room: int) -> Row:
    """Return the moves, the best first, in one line: with names and all that is known where that fits."""
    columns = [column.cells for column in advice_table(advice)]
    names = [move_name(choice.move) for choice in advice.choices]
    texts = [" ".join(cells) for cells in zip(names, *columns, strict=True)]
    if sum(map(cell_len, texts)) + 4 * len(texts) - 2 > room:
        texts = [cell.replace(",", "") for cell in columns[0]]
    pieces: list[Piece] = []
    for choice, text in zip(advice.choices, texts, strict=True):
        style = theme.base if pieces else theme.strong
        pieces += [("  " if pieces else "", theme.base), (ARROWS[choice.move] + " ", theme.accent), (text, style)]
    return pieces


def explanation(advice: "Advice") -> str:
    """Return the reason of an advice, and the key that plays it."""
    return _("{reason} Press Enter to play it.").format(reason=sentence(advice.reason))
