"""How is advice on a board of 2048 said beside the board, or above it in one line?"""

from typing import TYPE_CHECKING

from tessella.game2048.advice.reasons import move_name
from tessella.i18n import _
from tessella.tui.widgets.text_lines import Piece, Row, width

if TYPE_CHECKING:
    from tessella.game2048.advice.advisor import Advice, Choice
    from tessella.tui.theme import Look

__all__ = ["SIGNS", "in_one_line", "numbers"]

SIGNS = {"left": "<", "right": ">", "up": "^", "down": "v"}
"""What points in each direction: letters that every terminal draws in one column, as it does not with arrows."""


def _columns(advice: "Advice") -> list[list[str]]:
    """Return what is known of the moves, a list a column, its head first."""
    found = []
    for head, texts in (
        (_("expected"), [_score(choice) for choice in advice.choices]),
        (str(advice.next_tile), [_chance(choice) for choice in advice.choices]),
    ):
        if all(texts):
            found.append([head, *texts])
    return found or [[_("worth"), *(f"{choice.value:,.0f}" for choice in advice.choices)]]


def _score(choice: "Choice") -> str:
    return "" if choice.score is None else f"{choice.score:,.0f}"


def _chance(choice: "Choice") -> str:
    return "" if choice.chance is None else f"{100 * choice.chance:.0f} %"


def numbers(advice: "Advice", look: "Look") -> list[Row]:
    """Return a head and a line a move, the best first: the final score to expect, the chance of the next tile.

        expected    2048
    v down   24,310    61 %
    < left   23,900    58 %
    """
    names = [move_name(choice.move) for choice in advice.choices]
    wide = max(map(width, names)) + 2
    columns = _columns(advice)
    wides = [max(map(width, column)) + 2 for column in columns]
    rows: list[Row] = []
    for line in range(len(names) + 1):
        cells = [" " * (w - width(column[line])) + column[line] for column, w in zip(columns, wides, strict=True)]
        if line == 0:
            rows.append([(" " * wide + "".join(cells), look.soft)])
            continue
        style = look.strong if line == 1 else look.base
        sign = SIGNS[advice.choices[line - 1].move]
        name = names[line - 1]
        rows.append([(f"{sign} ", look.accent), (name + " " * (wide - 2 - width(name)) + "".join(cells), style)])
    return rows


def in_one_line(advice: "Advice", look: "Look", room: int) -> Row:
    """Return the moves, the best first, in one line: with names and all that is known where that fits."""
    columns = _columns(advice)
    for full in (True, False):
        pieces: list[Piece] = []
        for number, choice in enumerate(advice.choices, 1):
            known = " ".join(column[number] for column in (columns if full else columns[:1]))
            said = f"{move_name(choice.move)} {known}" if full else known.replace(",", "")
            style = look.strong if number == 1 else look.base
            pieces += [("  " if pieces else "", look.base), (SIGNS[choice.move] + " ", look.accent), (said, style)]
        if sum(width(text) for text, _style in pieces) <= room:
            break
    return pieces
