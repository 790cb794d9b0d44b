"""A game whose puzzles are generated and solved: new ones, practice, and the end of one."""

from collections.abc import Callable

from tessella import games, ids
from tessella.games import Position
from tessella.i18n import _
from tessella.play import progress
from tessella.sudoku.board import Board
from tessella.sudoku.rating.levels import level_name
from tessella.sudoku.tutor.practice import level_of_table
from tessella.tui import dialogs
from tessella.tui.messages import OpenGame
from tessella.tui.screens.game import GameScreen


class PuzzleScreen(GameScreen):
    """A Sudoku, from its generation to the dialog at its end."""

    position: Board

    def action_statistics(self) -> None:
        self.app.push_screen(dialogs.statistics.sudoku(self.game.store, self.app.size.width))

    # --- New puzzles ---

    def action_choose_new(self) -> None:
        """Ask what the new puzzle should be like."""
        level = level_of_table(self.game.table) or self.game.store.setting("level")
        self.open_dialog(dialogs.sudoku.NewPuzzleDialog(self.position.box, level), self._start_chosen)

    def _start_chosen(self, id: str) -> None:
        if id == "practice":
            self.action_practice()
        else:
            progress.remember_level(self.game.store, level_of_table(id))
            self.attempt(lambda: self._generate(id))

    def action_practice(self) -> None:
        """Ask which technique is to be practised."""
        dialog = dialogs.sudoku.PracticeDialog(self.game.store, self.game.session.id)
        self.open_dialog(dialog, lambda id_: self.post_message(OpenGame(id_)))

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
        self.coach.resume_clock()

    # --- The end ---

    def attempt(self, do: Callable[[], None]) -> None:
        """Do something; where it solves the puzzle, show how that went."""
        was_over = self.position.is_over()
        super().attempt(do)
        if self.position.is_over() and not was_over and self.is_on_top:
            self.show_solved()

    def show_solved(self) -> None:
        """Show how a solved puzzle went, and offer the next one."""
        facts = progress.facts(self.game)
        self.open_dialog(dialogs.sudoku.SolvedDialog(self.coach, facts, self._next_label()), self.run_command)

    def _next_label(self) -> str:
        course = progress.course_of(self.game.store, self.game.session.id)
        if course and not course.next_id:
            return _("Another set")
        level = level_of_table(self.game.table)
        return _("Next: {level}").format(level=level_name(level)) if level and not course else _("Next puzzle")
