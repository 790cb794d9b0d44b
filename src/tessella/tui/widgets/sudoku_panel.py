"""Panel beside or above a Sudoku: clock and counts, the candidates of a cell, the legend of a hint."""

from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from rich.style import Style

from tessella.i18n import _
from tessella.play import progress
from tessella.play.session import clock
from tessella.play.stored_game import StoredGame
from tessella.sudoku.board import Board
from tessella.sudoku.rating.levels import level_name
from tessella.sudoku.rules import SYMBOLS, cell_name, digits_of
from tessella.sudoku.tutor.practice import level_of_table
from tessella.tui.theme import ThemeStyles
from tessella.tui.widgets.hint_signs import legend
from tessella.tui.widgets.text_lines import Piece, Row, button, fit, wrap

if TYPE_CHECKING:
    from tessella.sudoku.tutor.hints import Hint


class SudokuPanel(NamedTuple):
    """The numbers of a Sudoku, and what can be said of the selected cell."""

    theme: ThemeStyles
    game: StoredGame
    board: Board
    cell: int
    """The selected cell."""
    is_marking: bool
    is_paused: bool
    hint: "Hint | None"
    """The hint whose reason is shown."""

    def rows(self, columns: int) -> list[Row]:
        """Return title and numbers one below the other, then the candidates of the cell or the legend of the hint."""
        theme, session = self.theme, self.game.session
        title, technique = _("Sudoku"), ""
        if course := progress.course_of(self.game.store, session.id):
            title = _("Practice") + "  " + course.so_far
            technique = fit(course.lesson.name, columns).rstrip()
        elif level := level_of_table(self.game.table):
            title += f"  {level_name(level)}"
        numbers = [
            (_("Time"), clock(session.elapsed_ms)),
            (_("Empty"), str(self.board.digits.count(0))),
            (_("Undos"), str(session.undos)),
        ]
        width = max(cell_len(label) for label, _number in numbers) + 2
        rows: list[list[Piece]] = [
            [button(title, theme.accent, "menu")],
            [button(fit(session.id, columns).rstrip(), theme.muted, "id")],
            [button(technique, theme.base, "practice")] if technique else [],
            *([(fit(label, width), theme.muted), (f"{number:>8}", theme.strong)] for label, number in numbers),
            [],
            self._modes(),
            [],
        ]
        if session.hints:
            rows[5] += [(f"   {_('Hints')} ", theme.muted), (str(session.hints), theme.strong)]
        if self.is_paused:
            return [*rows]
        return [*rows, *(self._legend(self.hint, columns) if self.hint else self._candidates())]

    def groups(self) -> list[list[Piece]]:
        """Return the numbers and the candidates of the cell for one line."""
        theme, board, session = self.theme, self.board, self.game.session
        candidates = (
            "" if self.is_paused else "".join(SYMBOLS[digit] for digit in digits_of(board.candidates()[self.cell]))
        )
        return [
            [(clock(session.elapsed_ms), theme.strong)],
            self._modes(),
            [(_("Empty") + " ", theme.muted), (str(board.digits.count(0)), theme.strong)],
            [(cell_name(self.cell, board.size) + " ", theme.muted), (candidates, theme.base)],
            [(_("Undos") + " ", theme.muted), (str(session.undos), theme.base)],
        ]

    def _modes(self) -> list[Piece]:
        on, off = self.theme.selected, self.theme.muted
        return [
            button(f" {_('Digits')} ", off if self.is_marking else on, "mode"),
            button(f" {_('Marks')} ", on if self.is_marking else off, "mode"),
        ]

    def _legend(self, hint: "Hint", columns: int) -> list[Row]:
        theme = self.theme
        rows: list[Row] = [[(line, theme.accent)] for line in wrap(hint.technique, columns)[:1]]
        for example, role, meaning in legend(hint):
            text = fit(f" {meaning}", columns - 3).rstrip()
            rows.append([(f"{example:3}", theme.candidate(role, "cell")), (text, theme.muted)])
        return rows

    def _candidates(self) -> list[Row]:
        """Return the candidates of the cell, each digit at its place; a click enters it."""
        theme, board, cell = self.theme, self.board, self.cell
        name = cell_name(cell, board.size)
        if board.givens[cell]:
            return [[(_("{cell}: given").format(cell=name), theme.muted)]]
        if board.digits[cell]:
            return [[(_("{cell}: your digit").format(cell=name), theme.muted)]]
        candidates, marks = board.candidates()[cell], board.marks[cell]
        rows: list[Row] = [[(_("{cell}: candidates").format(cell=name), theme.muted)]]
        height, width = board.box
        for line in range(height):
            pieces: list[Piece] = [("  ", theme.base)]
            for digit in range(line * width + 1, (line + 1) * width + 1):
                if marks >> digit - 1 & 1:
                    text, style = SYMBOLS[digit], theme.accent + Style(underline=True)
                elif candidates >> digit - 1 & 1:
                    text, style = SYMBOLS[digit], theme.base
                else:
                    text, style = ".", theme.muted
                pieces += [button(text, style, f"digit_{digit}"), (" ", theme.base)]
            rows.append(pieces)
        if marks:
            rows.append([(_("underlined: your marks"), theme.muted)])
        return rows
