"""Panel beside or above the board of 2048: score, counts, and the advice as a table or a line."""

from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len

from tessella.game2048.advice.reasons import move_name
from tessella.i18n import _, sentence
from tessella.play.coach.game2048 import Coach2048, advice_table
from tessella.tui.theme import ThemeStyles
from tessella.tui.widgets.text_lines import Piece, Row, button, fit

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


class ScorePanel(NamedTuple):
    """The numbers of a game of 2048."""

    theme: ThemeStyles
    coach: Coach2048
    points: int  # what the last move scored
    advice: "Advice | None"

    def rows(self, columns: int) -> list[Row]:
        """Return title and numbers, one below the other; with advice only the numbers that matter, and the advice."""
        theme, game, rules, numbers = self.theme, self.coach.game, self.coach.position.rules, self.coach.counts()
        trainer = self.coach.trainer
        title: Row = [("2048", theme.accent), (f"  {trainer.end_game.name if trainer else rules}", theme.base)]
        if self.advice:
            del numbers[2:4]
        width = max(cell_len(label) for label, _number in numbers) + 2
        digits = max(7, *(len(str(number)) for _label, number in numbers))
        rows: list[list[Piece]] = [
            [(fit(label, width), theme.muted), (f"{number:>{digits}}", theme.base if place > 1 else theme.strong)]
            for place, (label, number) in enumerate(numbers)
        ]
        if self.points and not trainer:
            rows[0].append((f"  +{self.points}", theme.success))
        if self.coach.position.score > game.best and not trainer:
            rows[1].append(("  " + _("without help"), theme.muted))
        if self.advice:
            return [title, *rows, [], *advice_rows(self.advice, theme)]
        size = _("{size}, target {target}").format(size=f"{rules.rows}x{rules.cols}", target=rules.target)
        id_ = button(fit(game.session.id, columns).rstrip(), theme.muted, "id")
        return [title, [(size, theme.muted)], [], *rows, [], [id_]]

    def groups(self) -> list[list[Piece]]:
        """Return the numbers for one line, the ones that matter most first."""
        theme = self.theme
        groups: list[list[Piece]] = [
            [(f"{label} ", theme.muted), (str(number), theme.base if place > 1 else theme.strong)]
            for place, (label, number) in enumerate(self.coach.counts())
        ]
        if self.points and not self.coach.trainer:
            groups[0].append((f" +{self.points}", theme.success))
        return [*groups, [(self.coach.game.session.id, theme.muted)]]
