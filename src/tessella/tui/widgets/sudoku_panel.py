"""Panel beside or above a Sudoku: clock and counts, what is known of the selected cell, the legend of a hint."""

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from rich.style import Style

from tessella.i18n import _, ngettext
from tessella.play import progress
from tessella.play.coach.sudoku import SudokuCoach
from tessella.play.session import clock
from tessella.sudoku.geometry import COLOURS, digits_of, miniature
from tessella.sudoku.rating.levels import level_name
from tessella.sudoku.rendering import noted
from tessella.sudoku.rules.phrasing import titles, told_of_cell
from tessella.sudoku.tutor.practice import level_of_table
from tessella.tui.cell_selection import Selection
from tessella.tui.theme import ThemeStyles
from tessella.tui.widgets.hint_signs import legend
from tessella.tui.widgets.sudoku_grid import LETTERS
from tessella.tui.widgets.text_lines import Piece, button, fit, width_of, wrap

if TYPE_CHECKING:
    from tessella.sudoku.tutor.hints import Hint


class SudokuPanel(NamedTuple):
    """The numbers of a Sudoku, and what can be said of the selected cell."""

    theme: ThemeStyles
    coach: SudokuCoach
    selection: Selection
    mode: str
    digit: int  # the digit whose places are shown, 0 for none
    has_clock: bool
    is_paused: bool
    hint: "Hint | None"  # the hint whose reason is shown

    def rows(self, columns: int) -> list[list[Piece]]:
        """Return title and numbers one below the other, then what is known of the cell, or the legend of the hint."""
        theme, game, session, board = self.theme, self.coach.game, self.coach.game.session, self.coach.position
        title, technique = _("Sudoku"), ""
        if course := progress.course_of(game.store, session.id):
            title = _("Practice") + "  " + course.so_far
            technique = fit(course.lesson.name, columns).rstrip()
        elif level := level_of_table(game.table):
            title += f"  {level_name(level)}"
        if board.constraints:
            title = fit(f"{title}  {_(', ').join(titles(board.rules.to_text()))}", columns).rstrip()
        numbers = self._numbers()
        pairs = [[*number, *other] for number, other in zip(numbers[::2], [*numbers[1::2], []], strict=False)]
        rows: list[list[Piece]] = [
            [button(title, theme.accent, "rules" if board.constraints else "menu")],
            [button(fit(session.id, columns).rstrip(), theme.muted, "id")],
            *([[button(technique, theme.base, "practice")]] if technique else []),
            *pairs,
            [],
            *self._digits_left(columns),
            self._modes(columns),
        ]
        if self.is_paused:
            return rows
        if self.mode == "colour":
            rows.append(self._colours(columns))
        return rows + (self._legend(self.hint, columns) if self.hint else self._known(columns))

    def groups(self) -> list[list[Piece]]:
        """Return the numbers and what is known of the cell for one line."""
        theme, board, cell = self.theme, self.coach.position, self.selection.cursor
        candidates = () if self.is_paused else digits_of(board.candidates()[cell])
        notes = [] if self.is_paused else noted(board, cell)
        time, empty, *others = self._numbers() if self.has_clock else [[], *self._numbers()]
        rules = [[button(_("g: rules"), theme.accent, "rules")]] if board.constraints else []
        return [
            *([time[1:]] if time else []),
            self._modes(0),
            *rules,
            empty,
            [
                (f"{board.name(cell)} ", theme.muted),
                ("".join(map(board.rules.signs.__getitem__, candidates)), theme.base),
            ],
            *([(note, theme.muted)] for note in notes),
            *others,
        ]

    def _numbers(self) -> list[list[Piece]]:
        """Return the clock, the counts of blank cells, undos and hints, each with its label."""
        theme = self.theme
        time = [(_("Time"), clock(self.coach.game.session.elapsed_ms))] if self.has_clock else []
        return [
            [(f"{label} ", theme.muted), (f"{number}   ", theme.strong)]
            for label, number in [*time, *self.coach.counts()]
        ]

    def _digits_left(self, columns: int) -> list[list[Piece]]:
        """Return all digits, and below how many of each are left to enter; a click on one shows where it can go."""
        theme, board = self.theme, self.coach.position
        held, size, signs = Counter(board.digits), board.size, board.rules.signs
        label = _("Rest")
        room = cell_len(label) + 2 if cell_len(label) + 2 + size <= columns else 0
        gap = (" " * (room + 2 * size <= columns), theme.base)
        heads, counts = [(" " * room, theme.base)], [(fit(label, room), theme.muted)]
        for digit in range(1, size + 1):
            left = max(0, size - held[digit])
            style = theme.selected if digit == self.digit else theme.strong if left else theme.muted
            heads += [button(signs[digit], style, f"filter_{digit}"), gap]
            counts += [(str(left) if left < 10 else "+", theme.muted), gap]
        return [heads, counts]

    def _modes(self, columns: int) -> list[Piece]:
        """Return the names of all modes, or of the one that is on where there is no room for more."""
        names = {"digit": _("Digit"), "corner": _("Corner"), "centre": _("Centre"), "colour": _("Colour")}
        pieces: list[Piece] = []
        for mode, name in names.items():
            is_on = mode == self.mode
            pieces += [
                button(name, self.theme.selected if is_on else self.theme.muted, f"mode_{mode}"),
                (" ", self.theme.base),
            ]
        if width_of(pieces[:-1]) <= columns:
            return pieces
        return [button(f" {names[self.mode]} ", self.theme.selected, "mode")]

    def _colours(self, columns: int) -> list[Piece]:
        """Return the nine colours with the keys that give them."""
        gap = (" " * (columns >= 3 * COLOURS), self.theme.base)
        numbers = range(1, COLOURS + 1)
        swatches = [button(f"{n}{LETTERS[n]}", self.theme.swatch(n), f"digit_{n}") for n in numbers]
        return [piece for swatch in swatches for piece in (swatch, gap)]

    def _legend(self, hint: "Hint", columns: int) -> list[list[Piece]]:
        theme = self.theme
        rows: list[list[Piece]] = [[(line, theme.accent)] for line in wrap(hint.technique, columns)[:1]]
        for example, role, meaning in legend(hint):
            text = fit(f" {meaning}", columns - 3).rstrip()
            rows.append([(f"{example:3}", theme.candidate(role, "cell")), (text, theme.muted)])
        return rows

    def _known(self, columns: int) -> list[list[Piece]]:
        """Return the candidates of the cell, each digit at its place, and what is noted there."""
        theme, board, cell = self.theme, self.coach.position, self.selection.cursor
        candidates, others = board.candidates()[cell], len(self.selection.cells) - 1
        name = board.name(cell) + (f" +{others}" if others else "")
        head = _("{cell}: your digit")
        if board.givens[cell]:
            head = _("{cell}: given")
        elif not board.digits[cell]:
            head = ngettext("{cell}: {n} candidate", "{cell}: {n} candidates", candidates.bit_count())
        notes = [*noted(board, cell), *told_of_cell(board.rules, cell)]
        return [
            [(head.format(cell=name, n=candidates.bit_count()), theme.muted)],
            *([] if board.digits[cell] else self._candidates(candidates, board.marks[cell])),
            *([(line, theme.muted)] for line in wrap(_("; ").join(notes), columns) if line),
        ]

    def _candidates(self, candidates: int, marks: int) -> list[list[Piece]]:
        """Return rows of digits, each at its place; a click enters it, or chooses the candidate to colour."""
        theme, (height, width) = self.theme, miniature(self.coach.position.box)
        signs = self.coach.position.rules.signs
        drawn = self.coach.position.annotations.candidates
        colours = {digit: digits_of(mask)[0] for (cell, digit), mask in drawn if cell == self.selection.cursor}
        rows: list[list[Piece]] = []
        for line in range(height):
            pieces: list[Piece] = [("  ", theme.base)]
            for digit in range(line * width + 1, min((line + 1) * width, self.coach.position.size) + 1):
                text, style = ".", theme.muted
                if marks >> digit - 1 & 1:
                    text, style = signs[digit], theme.accent + Style(underline=True)
                elif candidates >> digit - 1 & 1 or digit in colours:
                    text, style = signs[digit], theme.base
                if digit in colours:
                    style = theme.swatch(colours[digit]) + Style(underline=bool(marks >> digit - 1 & 1))
                verb = "filter" if self.mode == "colour" else "digit"
                pieces += [button(text, style, f"{verb}_{digit}"), (LETTERS[colours.get(digit, 0)], theme.base)]
            rows.append(pieces)
        return rows
