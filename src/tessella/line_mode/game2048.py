"""2048 by letters."""

import time
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from tessella.game2048 import rendering
from tessella.game2048.advice.reasons import move_name
from tessella.i18n import _, joined
from tessella.io import interrupts
from tessella.line_mode.loop import Display, LineGame, read_number
from tessella.play.coach.game2048 import advice_table, review_text

if TYPE_CHECKING:  # it is fetched with the first advice
    from tessella.game2048.advice.advisor import Advice
    from tessella.game2048.game_review import Review

WATCHED_MOVES = 10  # where nobody says how many
MOVES = {
    "a": "left", "d": "right", "w": "up", "s": "down",
    "h": "left", "l": "right", "k": "up", "j": "down",
    "left": "left", "right": "right", "up": "up", "down": "down",
}  # fmt: skip


class Lines2048(LineGame):
    """A game of 2048, played by letters."""

    @staticmethod
    def render(position: Any, display: Display) -> str:
        """Return the board, boxed or in words."""
        if display.spoken:
            return rendering.spoken(position.rows)
        return rendering.text(position.rows, ascii_only=display.ascii_only)

    def read_move(self, line: str) -> str | None:
        """Return the direction that a letter or word asks for."""
        return MOVES.get(line.lower())

    def answer(self, line: str) -> bool:
        """Give a hint for `t`, let the AI play for `v`, review the game for `x`."""
        word, _blank, rest = line.lower().partition(" ")
        if word in ("t", "hint") and not rest:
            self._hint()
        elif word in ("v", "watch"):
            self._watch(read_number(rest) if rest else WATCHED_MOVES)
        elif word in ("x", "review"):
            self.tell_review(rest)
        else:
            return False
        return True

    def _hint(self) -> None:
        coach = self.coach
        if coach.shown:
            coach.follow()
            return
        reply = coach.hint()
        if coach.shown and coach.shown is not reply:
            self._say_advice(coach.shown)
        with interrupts.handled_by(interrupts.cancel):
            try:
                advice = coach.wait_for(reply, self.say)
            except KeyboardInterrupt:
                self.say(_("Cancelled."))
                return
        if advice:
            self._say_advice(advice, _("(press t again to play it)"))

    def _say_advice(self, advice: "Advice", *more: str) -> None:
        columns = advice_table(advice)
        for place, choice in enumerate(advice.choices):
            values = (_("{title}: {value}").format(title=it.title, value=it.cells[place]) for it in columns)
            self.say("  ".join([move_name(choice.move), *values]))
        self.say(joined([advice.reason, *more]))

    def _watch(self, moves: int) -> None:
        with interrupts.handled_by(interrupts.cancel):
            try:
                for line in islice(self.watched(), moves):
                    self.say(line)
            except KeyboardInterrupt:
                self.say(_("Cancelled."))

    def watched(self, player: Any = None, *, speed: float = 0) -> Iterator[str]:
        """Let a player move until the game is over, `speed` moves a second or as fast as it can; tell of each move."""
        if self.board.is_over():
            return
        self.coach.watch(player)
        due = 0.0
        try:
            while task := self.coach.next_move():
                time.sleep(max(0.0, due - time.monotonic()))
                due = time.monotonic() + (1 / speed if speed else 0)
                if move := self.coach.wait_for(task, self.say):
                    yield _("{step}. {move}, score {score}").format(
                        step=self.game.session.step, move=move_name(move.move), score=self.board.score
                    )
        finally:
            self.coach.take_over()

    def review_lines(self, review: "Review") -> list[str]:
        """Return how well the game was played, and the moves that cost most."""
        moves = [f"{number}. {move}" for number, move in enumerate(review.moves, 1)]
        back = _("x 1 returns to the position before the first of these moves")
        return [review_text(review), *moves, *([back] if moves else [])]

    def opening(self) -> list[str]:
        """Return what is to be done in a practice, nothing in another game."""
        return [self.coach.task] if self.coach.task else []

    def remark(self) -> str:
        """Return what the move was worth, where an end game is practised."""
        return str(self.coach.verdict or "")

    def status(self) -> str:
        """Return step, score and best, and that the target is reached; in practice the accuracy."""
        if trainer := self.coach.trainer:
            return "  ".join(f"{label} {number}" for label, number in trainer.counts())
        numbers = _("Step {step}  Score {score}  Best {best}").format(
            step=self.game.session.step, score=self.board.score, best=self.game.best
        )
        return "  ".join([*([_("Target reached")] if self.board.is_won() else []), numbers])

    def closing(self) -> list[str]:
        """Return what can be done now."""
        return [_("b undoes, n starts a new game, x reviews this one.")]

    def help(self) -> list[str]:
        """Return the keys that move, and what can be asked."""
        practice = _("n goes to the next position; a hint counts as a mistake, which is asked again later")
        return [
            *[practice] * bool(self.coach.trainer),
            _("w up, a left, s down, d right (or k h j l)"),
            _("t hint, v 20 lets the AI play 20 moves, x reviews the game"),
        ]
