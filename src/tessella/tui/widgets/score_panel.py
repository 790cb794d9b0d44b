"""Panel beside or above the board of 2048: score, counts, and the advice."""

from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len

from tessella.game2048.board import Board
from tessella.i18n import _
from tessella.play.stored_game import StoredGame
from tessella.tui.theme import ThemeStyles
from tessella.tui.widgets.advice_table import advice_rows
from tessella.tui.widgets.text_lines import Piece, Row, button, fit

if TYPE_CHECKING:
    from tessella.game2048.advice.advisor import Advice


class ScorePanel(NamedTuple):
    """The numbers of a game of 2048."""

    theme: ThemeStyles
    game: StoredGame
    board: Board
    points: int
    """What the last move scored."""
    advice: "Advice | None"

    def rows(self, columns: int) -> list[Row]:
        """Return title and numbers, one below the other; with advice only the numbers that matter, and the advice."""
        theme, session, rules, best = self.theme, self.game.session, self.board.rules, self.game.best
        title: Row = [("2048", theme.accent), (f"  {rules}", theme.base)]
        scores = [(_("Score"), self.board.score), (_("Best"), best)]
        counts = [(_("Moves"), session.step), (_("Undos"), session.undos)] if self.advice is None else []
        counts += [(_("Hints"), session.hints)] if session.hints else []
        numbers = scores + counts
        width = max(cell_len(label) for label, _number in numbers) + 2
        digits = max(7, *(len(str(number)) for _label, number in numbers))
        rows: list[list[Piece]] = [
            [
                (label + " " * (width - cell_len(label)), theme.muted),
                (f"{number:>{digits}}", theme.strong if place < len(scores) else theme.base),
            ]
            for place, (label, number) in enumerate(numbers)
        ]
        if self.points:
            rows[0].append((f"  +{self.points}", theme.success))
        if self.board.score > best:
            rows[1].append(("  " + _("without help"), theme.muted))
        if self.advice:
            return [title, *rows, [], *advice_rows(self.advice, theme)]
        size = _("{size}, target {target}").format(size=f"{rules.rows}x{rules.cols}", target=rules.target)
        id_ = button(fit(session.id, columns).rstrip(), theme.muted, "id")
        return [title, [(size, theme.muted)], [], *rows, [], [id_]]

    def groups(self) -> list[list[Piece]]:
        """Return the numbers for one line, the ones that matter most first."""
        theme, session = self.theme, self.game.session

        def number(label: str, value: int, *, strong: bool = False) -> list[Piece]:
            return [(label + " ", theme.muted), (str(value), theme.strong if strong else theme.base)]

        points = [(f" +{self.points}", theme.success)] if self.points else []
        return [
            [*number(_("Score"), self.board.score, strong=True), *points],
            number(_("Best"), self.game.best, strong=True),
            number(_("Moves"), session.step),
            number(_("Undos"), session.undos),
            *([number(_("Hints"), session.hints)] if session.hints else []),
            [(session.id, theme.muted)],
        ]
