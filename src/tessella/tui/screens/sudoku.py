"""The screen of Sudoku: the grid and what is said beside it, hints, checks, new puzzles."""

import threading
from collections.abc import Callable
from itertools import chain, groupby, product
from typing import TYPE_CHECKING, Any

from tessella import games, ids
from tessella.games import Position
from tessella.i18n import _
from tessella.play import progress
from tessella.play.coach import Followed
from tessella.play.coach.sudoku import DrillResult, SudokuCoach
from tessella.play.session import clock
from tessella.sudoku.board import Board
from tessella.sudoku.rating.levels import level_name
from tessella.sudoku.rules import phrasing
from tessella.sudoku.rules.character_drawing import is_drawn, key
from tessella.sudoku.tutor.practice import drill_of, level_of_table, technique_of
from tessella.tui import dialogs
from tessella.tui.keys import Command
from tessella.tui.messages import OpenGame
from tessella.tui.screens.cell_entry import CellEntryScreen
from tessella.tui.screens.game import GameScreen
from tessella.tui.widgets.hint_signs import legend
from tessella.tui.widgets.sudoku_grid import HIDDEN, CellSize, SudokuGrid, cell_pictures, cell_sizes
from tessella.tui.widgets.sudoku_panel import SudokuPanel
from tessella.tui.widgets.text_lines import Row, fit, wrap

if TYPE_CHECKING:
    from tessella.sudoku.tutor.hints import Hint


WARM_UP_DELAY = 0.3  # seconds after the first picture when the techniques are loaded
CLOCK_INTERVAL = 0.5  # seconds between two looks whether the clock shows another second
PAUSE_ACTIONS = frozenset({"pause", "quit", "menu", "help", "theme"})  # the actions that a pause leaves


class PuzzleScreen(GameScreen):
    """A Sudoku, from its generation to the dialog at its end."""

    coach: SudokuCoach
    position: Board

    def action_statistics(self) -> None:
        """Show what was played."""
        self.app.push_screen(dialogs.statistics.sudoku(self.coach, self.app.size.width))

    # --- New puzzles ---

    def action_choose_new(self) -> None:
        """Ask what the new puzzle should be like; in a lesson, go to the next drill."""
        if self._drilled:
            self.action_new()
            return
        level = level_of_table(self.game.table) or self.game.store.setting("level")
        self.open_dialog(dialogs.sudoku.NewPuzzleDialog(self.position.box, level), self._start_chosen)

    def _start_chosen(self, id: str) -> None:
        if id == "practice":
            self.action_practice()
        else:
            progress.remember_level(self.game.store, level_of_table(id))
            self.attempt(lambda: self._generate(id))

    def action_practice(self) -> None:
        """Show the lesson that this belongs to, or ask which technique is to be practised."""
        if drilled := self._drilled:
            self.open_dialog(dialogs.practice.LessonDialog(self.game.store, drilled.lesson), self._practise)
        else:
            self._practise("practice")

    def _practise(self, id: str) -> None:
        if id == "practice":
            dialog = dialogs.practice.PracticeDialog(self.game.store, self.game.session.id)
            self.open_dialog(dialog, self._practise)
        elif id != self.game.session.id:
            self.post_message(OpenGame(id))

    @property
    def _drilled(self) -> progress.Drills | None:
        """The drills of the lesson that this belongs to, None where it belongs to none."""
        drilled = drill_of(self.game.session.id)
        return progress.drills(self.game.store, *drilled) if drilled else None

    def action_new(self) -> None:
        """Open the next puzzle: of the course, or of the same kind."""
        id_ = self.coach.next_id()
        if id_ != self.game.session.id and progress.course_of(self.game.store, self.game.session.id):
            self.post_message(OpenGame(id_))
        else:
            self._generate(self.game.again)

    action_next = action_new

    def _generate(self, id: str) -> None:
        """Start a puzzle in place of this one; one that takes seconds is generated in a dialog."""
        if games.takes_long(id):
            self.open_dialog(dialogs.sudoku.GeneratingDialog(id), lambda it: self.attempt(lambda: self.start_new(it)))
        else:
            self.start_new(id)

    def start_new(self, what: str | ids.Opening[Position] | None) -> None:
        """Start a new puzzle; undo comes back."""
        super().start_new(what)
        self.say(_("New puzzle. Press u to go back to the previous one."))

    # --- The end ---

    def attempt(self, do: Callable[[], None]) -> None:
        """Do something; where it solves the puzzle, show how that went."""
        was_over = self.position.is_over()
        super().attempt(do)
        if self.position.is_over() and not was_over and self.is_on_top:
            self.show_solved()

    def show_solved(self) -> None:
        """Show how a solved puzzle went, and offer the next one."""
        self.open_dialog(dialogs.sudoku.SolvedDialog(self.coach, self._next_label()), self.run_command)

    def _next_label(self) -> str:
        course = progress.course_of(self.game.store, self.game.session.id)
        if course and not course.next_id:
            return _("Another set")
        level = level_of_table(self.game.table)
        return _("Next: {level}").format(level=level_name(level)) if level and not course else _("Next puzzle")


class SudokuScreen(PuzzleScreen, CellEntryScreen):
    """Sudoku."""

    PANEL_LINES = 23
    KEY_ROW = ("undo", "marks", "hint", "choose_new", "mark_all", "check", "pause", "help", "quit")

    board: SudokuGrid
    _conflicts: frozenset[int] = frozenset()  # the cells whose digits clash
    _scroll = 0  # the first line of a long explanation that is shown
    _page_lines = 1
    _max_scroll = 0
    _shown_clock = ""

    @property
    def _explained(self) -> "Hint | None":
        """The hint whose whole explanation is shown, with its cells highlighted."""
        shown = self.coach.shown
        return shown.hint if shown and shown.is_full else None

    # --- Board ---

    def make_board(self) -> SudokuGrid:
        """Return the grid."""
        return SudokuGrid(self.theme, self.position.rules)

    def on_mount(self) -> None:
        """Let the clock run as long as the grid can be seen; load what the first hint needs."""
        self.coach.resume_clock()
        self._begin_lesson()
        self.set_interval(CLOCK_INTERVAL, self._tick)
        self.set_timer(WARM_UP_DELAY, threading.Thread(target=self.coach.warm_up, daemon=True).start)
        self.compare()

    def _begin_lesson(self) -> None:
        """Show the words of a lesson before its example; say what is to be done in a drill."""
        drilled = self._drilled
        if drilled is None or self.game.session.step:
            return
        if drilled.number:
            self.mode = "digit" if drilled.lesson.is_single else "centre"
            self.say(drilled.task)
        else:
            self.say(_("t: next step of the example, s: the lesson, n: drills"))
            self.call_after_refresh(self.action_practice)

    def _tick(self) -> None:
        is_shown = self.regions and not self.is_paused and self.preferences["clock"] == "shown"
        if is_shown and self._shown_clock != clock(self.game.session.elapsed_ms):
            self.draw_panel()

    def board_sizes(self, _columns: int) -> list[tuple[CellSize, tuple[int, int], dict[str, Any]]]:
        """Return all sizes of cells; the compact ones show no marks, so the panel should stand beside them."""
        rules, tries = self.position.rules, list[tuple[CellSize, bool | None]]()
        for _has_rules, group in groupby(cell_sizes(rules), key=lambda size: size.has_rules):
            large, *compact = group
            tries += [(large, None), *product(compact, (True,)), *product(compact, (False,))]
        return [(size, size.grid(rules), {"beside": beside}) for size, beside in tries]

    def draw_board(self) -> None:
        """Show the grid; nothing of it in a pause."""
        now = self.position
        if self.select_changed():
            self._conflicts = frozenset(chain.from_iterable(problem.cells for problem in now.conflicts()))
        if now.rules != self.board.rules:
            self.board.rules = now.rules
            self.place_all(*self.size)
            return
        if self.is_paused:
            cells = [HIDDEN] * len(now.digits)
        else:
            wrong = self._conflicts.union(self.coach.wrong_cells)
            size, hint = self.board.cell_size, self._explained
            cells = cell_pictures(now, self.selection, size, wrong=wrong, hint=hint, digit=self.digit)
        self.board.show(self.theme, now.rules, cells)

    # --- Text ---

    def make_panel(self) -> SudokuPanel:
        """Return the panel of clock, counts and the selected cell."""
        self._shown_clock = clock(self.game.session.elapsed_ms)
        return SudokuPanel(
            self.theme,
            self.coach,
            self.selection,
            self.mode,
            self.digit,
            has_clock=self.preferences["clock"] == "shown",
            is_paused=self.is_paused,
            hint=self._explained,
        )

    def message_rows(self) -> list[Row]:
        """Return what was just said, or else a page of the reason of the hint."""
        rows = super().message_rows()
        if rows or not self._explained or self.is_paused or self.regions is None:
            return rows
        room, theme = self.regions.text, self.theme
        rows = [[(line, theme.base)] for line in wrap(self._explanation, room.width)]
        if len(rows) <= room.height:
            self._max_scroll = 0
            return rows
        self._page_lines = room.height - 1
        self._max_scroll = len(rows) - self._page_lines
        self._scroll = min(self._scroll, self._max_scroll)
        foot = _("PgUp PgDn  t: show all") if room.height > 2 else _("t: show all")
        if room.height == 1:
            foot = _("{technique} ({more})").format(technique=self._explained.technique, more=foot)
        shown = rows[self._scroll : self._scroll + self._page_lines]
        return [*shown, [(fit(foot, room.width).rstrip(), theme.accent)]]

    @property
    def _explanation(self) -> str:
        shown, hint = self.coach.shown, self._explained
        assert shown
        assert hint
        if not hint.moves:
            return hint.reason
        more = _("Enter erases what is wrong.") if hint.is_mistake else _("Enter applies it.")
        return "\n".join(
            [*shown.sentences[2:], _("Enter applies it, t shows its notation.") if shown.has_more else more]
        )

    def banner(self) -> tuple[str, str] | None:
        """Return what is said of a solved puzzle, or in a pause."""
        return (_("Paused. Press p to resume."), "success") if self.is_paused else super().banner()

    def next_keys(self) -> str:
        """Return the keys that go on after the end."""
        if self.position.is_over():
            return _("Enter: summary, n: next puzzle, u: undo")
        return _("n: next drill, s: lesson, u: undo")

    def commands(self) -> list[Command]:
        """Return what can be done by keys."""
        commands = [
            *self.entry_commands(),
            Command("check", "x", _("Check"), _("check; again to undo back to the first mistake")),
            Command("hint", "t", _("Hint"), _("hint; again for more; then Enter applies it")),
            Command("follow", "enter"),
            Command("explanation_up", "pageup"),
            Command("explanation_down", "pagedown"),
            Command("review", "e", "", _("review: slow moves, guesses, and what to practise")),
            Command("practice", "s", _("Lesson"), _("lessons, and puzzles that need one technique")),
            Command("pause", "p", _("Pause"), _("pause: hides the grid and stops the clock")),
            *[Command("rules", "g", _("Rules"), _("the rules of this puzzle"))] * bool(self.position.constraints),
            *super().commands(),
        ]
        return self.in_this_grid(commands)

    def key_row(self) -> list[Command]:
        """Return the commands in the row of keys; a lesson has its own."""
        if self._drilled is None:
            return super().key_row()
        commands = self.pick(("undo", "hint", "check", "practice", "choose_new", "marks", "help", "quit"))
        return [one._replace(label=_("Next drill")) if one.action == "choose_new" else one for one in commands]

    # --- Keys ---

    def run_command(self, name: str) -> None:
        """Do an action by its name, in a pause only those that it leaves."""
        if not self.is_paused or name in PAUSE_ACTIONS:
            super().run_command(name)

    def play_key(self, name: str) -> bool:
        """Do in cells what a key stands for; nothing in a pause."""
        return self.is_paused or super().play_key(name)

    def action_pause(self) -> None:
        """Hide the grid and stop the clock, or go on."""
        if self.is_paused:
            self.is_paused = False
            self.coach.resume_clock()
        elif not self.position.is_over():
            self.is_paused = True
            self.game.leave()

    # --- Hints, check ---

    def show_answer(self, kind: str, answer: Any) -> None:
        """Show what the coach has found or done."""
        if isinstance(answer, DrillResult) and answer.is_done:
            return  # the banner says it
        if kind == "check":
            self.say(answer.text, (self.coach.wrong_cells and "error") or "success")
        elif kind == "review":
            if self.is_on_top:
                self.open_dialog(dialogs.sudoku.ReviewDialog(self.coach, answer, self.app.size.width), self._go_on)
        elif kind == "mistakes":
            if self.selection.cells.intersection(answer.wrong):
                self.say(answer.text, "error")
        elif not isinstance(answer, Followed):
            self._scroll = 0
            if not answer.is_full:
                self.say(_("{hint} (press t for more)").format(hint=answer.text))

    def action_hint(self) -> None:
        """Show where to look; asked again, the technique; then the reason, with the cells lit; then the notation."""
        shown, hint = self.coach.shown, self._explained
        if shown is None or shown.has_more:
            self.ask("hint", self.coach.hint())
        if hint and self._max_scroll:
            lines = [f"{example:4} {meaning}" for example, _role, meaning in legend(hint)]
            dialog = dialogs.info.ExplanationDialog(hint.technique, self._explanation, lines)
            self.open_dialog(dialog, lambda _is_applied: self.action_follow())

    def action_rules(self) -> None:
        """Show the rules that not every puzzle has."""
        rules = self.position.rules
        if rules.constraints:
            in_general, each = phrasing.summary(rules), phrasing.told_in_full(rules)
            told = "\n".join([*in_general, "", *each] if is_drawn(rules) else each)
            signs = [f"{letter:4} {_(phrasing.TITLES[name])}" for letter, name in key(rules)]
            self.open_dialog(dialogs.info.ExplanationDialog(_("Rules"), told, signs), lambda _is_applied: None)

    def action_review(self) -> None:
        """Find out where time and luck went."""
        self.ask("review", self.coach.review(most=min(10, max(3, self.size.height - 18))))

    def _go_on(self, chosen: int | str) -> None:
        """Go back to a place of the review, or on to another puzzle."""
        if isinstance(chosen, int):
            self.attempt(lambda: self.say(self.coach.back_to(chosen).text))
        elif technique_of(chosen):
            self.post_message(OpenGame(chosen))
        else:
            self.attempt(lambda: self._generate(chosen))

    def action_next_level(self) -> None:
        """Start a puzzle of the level that the review offers."""
        if id_ := self.coach.offered_id():
            self._generate(id_)

    def action_explanation_up(self) -> None:
        """Go back in a long explanation."""
        self._scroll = max(0, self._scroll - self._page_lines)

    def action_explanation_down(self) -> None:
        """Go on in a long explanation."""
        self._scroll = min(self._max_scroll, self._scroll + self._page_lines)

    def action_follow(self) -> None:
        """Apply the hint, or enter the digit that was chosen first; at the end, show how it went."""
        if self.position.is_over():
            self.show_solved()
        elif self._explained and self._explained.moves:
            self.ask("hint", self.coach.follow())
        elif self.preferences["entry"] == "digit":
            self.enter_chosen()

    def action_check(self) -> None:
        """Compare with the solution; a second time, go back to before the first mistake."""
        if not self.position.is_over():
            self.ask("check", self.coach.check())
