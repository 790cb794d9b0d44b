"""Panel beside or above a Sudoku: clock and counts, the candidates of a cell, the legend of a hint."""

from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from rich.style import Style

from tessella.i18n import _
from tessella.play import progress
from tessella.play.coach.sudoku import SudokuCoach
from tessella.play.session import clock
from tessella.sudoku.rating.levels import level_name
from tessella.sudoku.rules import SYMBOLS, digits_of
from tessella.sudoku.tutor.practice import level_of_table
from tessella.tui.theme import ThemeStyles
from tessella.tui.widgets.hint_signs import legend
from tessella.tui.widgets.text_lines import Piece, button, fit, wrap

if TYPE_CHECKING:
    from tessella.sudoku.tutor.hints import Hint


class SudokuPanel(NamedTuple):
    """The numbers of a Sudoku, and what can be said of the selected cell."""

    theme: ThemeStyles
    coach: SudokuCoach
    cell: int  # the selected cell
    is_marking: bool
    is_paused: bool
    hint: "Hint | None"  # the hint whose reason is shown

    def rows(self, columns: int) -> list[list[Piece]]:
        """Return title and numbers one below the other, then the candidates of the cell or the legend of the hint."""
        theme, game, session = self.theme, self.coach.game, self.coach.game.session
        title, technique = _("Sudoku"), ""
        if course := progress.course_of(game.store, session.id):
            title = _("Practice") + "  " + course.so_far
            technique = fit(course.lesson.name, columns).rstrip()
        elif level := level_of_table(game.table):
            title += f"  {level_name(level)}"
        empty, undos, *hints = self.coach.counts()
        numbers: list[tuple[str, object]] = [(_("Time"), clock(session.elapsed_ms)), empty, undos]
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
        for label, number in hints:
            rows[5] += [(f"   {label} ", theme.muted), (str(number), theme.strong)]
        if not self.is_paused:
            rows += self._legend(self.hint, columns) if self.hint else self._candidates()
        return rows

    def groups(self) -> list[list[Piece]]:
        """Return the numbers and the candidates of the cell for one line."""
        theme, board = self.theme, self.coach.position
        candidates = () if self.is_paused else digits_of(board.candidates()[self.cell])
        (empty, blanks), (undos, count), *_hints = self.coach.counts()
        return [
            [(clock(self.coach.game.session.elapsed_ms), theme.strong)],
            self._modes(),
            [(f"{empty} ", theme.muted), (str(blanks), theme.strong)],
            [(f"{board.name(self.cell)} ", theme.muted), ("".join(map(SYMBOLS.__getitem__, candidates)), theme.base)],
            [(f"{undos} ", theme.muted), (str(count), theme.base)],
        ]

    def _modes(self) -> list[Piece]:
        on, off = self.theme.selected, self.theme.muted
        return [
            button(f" {_('Digits')} ", off if self.is_marking else on, "mode"),
            button(f" {_('Marks')} ", on if self.is_marking else off, "mode"),
        ]

    def _legend(self, hint: "Hint", columns: int) -> list[list[Piece]]:
        theme = self.theme
        rows: list[list[Piece]] = [[(line, theme.accent)] for line in wrap(hint.technique, columns)[:1]]
        for example, role, meaning in legend(hint):
            text = fit(f" {meaning}", columns - 3).rstrip()
            rows.append([(f"{example:3}", theme.candidate(role, "cell")), (text, theme.muted)])
        return rows

    def _candidates(self) -> list[list[Piece]]:
        """Return the candidates of the cell, each digit at its place; a click enters it."""
        theme, board, cell = self.theme, self.coach.position, self.cell
        name = board.name(cell)
        if board.givens[cell]:
            return [[(_("{cell}: given").format(cell=name), theme.muted)]]
        if board.digits[cell]:
            return [[(_("{cell}: your digit").format(cell=name), theme.muted)]]
        candidates, marks = board.candidates()[cell], board.marks[cell]
        rows: list[list[Piece]] = [[(_("{cell}: candidates").format(cell=name), theme.muted)]]
        height, width = board.box
        for line in range(height):
            pieces: list[Piece] = [("  ", theme.base)]
            for digit in range(line * width + 1, (line + 1) * width + 1):
                text, style = ".", theme.muted
                if marks >> digit - 1 & 1:
                    text, style = SYMBOLS[digit], theme.accent + Style(underline=True)
                elif candidates >> digit - 1 & 1:
                    text, style = SYMBOLS[digit], theme.base
                pieces += [button(text, style, f"digit_{digit}"), (" ", theme.base)]
            rows.append(pieces)
        if marks:
            rows.append([(_("underlined: your marks"), theme.muted)])
        return rows
