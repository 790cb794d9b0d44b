"""2048 by letters."""

import re
import time
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, ClassVar

from tessella.errors import ParseError, quote
from tessella.game2048 import rendering
from tessella.game2048.advice.reasons import move_name
from tessella.i18n import _
from tessella.line_mode.base import Display, LineGame, Say
from tessella.play.coach.game2048 import advice_table

WATCHED_MOVES = 10
"""Moves that are watched where nobody says how many."""
MAX_NUMBER = 1_000_000
"""The largest number that can be typed."""


class Lines2048(LineGame):
    """A game of 2048, played by letters."""

    MOVES: ClassVar[Mapping[str, str]] = {
        "a": "left", "d": "right", "w": "up", "s": "down",
        "h": "left", "l": "right", "k": "up", "j": "down",
        "left": "left", "right": "right", "up": "up", "down": "down",
    }  # fmt: skip

    @staticmethod
    def render(position: Any, display: Display) -> str:
        """Return the board, boxed or in words."""
        if display.spoken:
            return rendering.spoken(position.rows)
        return rendering.text(position.rows, ascii_only=display.ascii_only)

    def read_move(self, line: str) -> str | None:
        """Return the direction that a letter or word asks for."""
        return self.MOVES.get(line.lower())

    def answer(self, line: str, say: Say) -> bool:
        """Give a hint for `t`, let the AI play for `v`, review the game for `x`."""
        word, _blank, rest = line.lower().partition(" ")
        if word in ("t", "hint") and not rest:
            self._hint(say)
        elif word in ("v", "watch"):
            self._watch(_read_number(rest) if rest else WATCHED_MOVES, say)
        elif word in ("x", "review"):
            if rest:
                self.coach.back_to_mistake(_read_number(rest))
            else:
                self._review(say)
        else:
            return False
        return True

    def _hint(self, say: Say) -> None:
        if self.coach.shown:
            self.coach.follow()
            return
        self._say_starting(say)
        if advice := self.coach.wait_for(self.coach.hint()):
            say(_told(advice))
            say(advice.reason + " " + _("(press t again to play it)"))

    def _watch(self, moves: int, say: Say) -> None:
        self._say_starting(say)
        try:
            for line in islice(self.watched(), moves):
                say(line)
        except KeyboardInterrupt:
            say(_("Cancelled."))

    def watched(self, player: Any = None, *, speed: float = 0) -> Iterator[str]:
        """Let a player move until the game is over, `speed` moves a second or as fast as it can; tell of each move."""
        if self.board.is_over():
            return
        self.coach.watch(player)
        try:
            while (began := time.monotonic()) and (task := self.coach.next_move()):
                task.run()
                if speed:
                    time.sleep(max(0.0, began + 1 / speed - time.monotonic()))
                if move := self.coach.complete(task):
                    session = self.game.session
                    yield _("{step}. {move}, score {score}").format(
                        step=session.step, move=move_name(move.move), score=session.position.score
                    )
        finally:
            self.coach.take_over()

    def _review(self, say: Say) -> None:
        self._say_starting(say)
        review = self.coach.wait_for(self.coach.review())
        if review is None:
            return
        if review.accuracy is not None:
            said = _("{percent:.0f}% of the moves were as good as the best.")
            say(said.format(percent=100 * review.accuracy))
        for number, one in enumerate(review.moves, 1):
            say(f"{number}. {one}")
        say(
            _("x 1 returns to the position before the first of these moves")
            if review.moves
            else _("No move cost anything.")
        )

    def _say_starting(self, say: Say) -> None:
        if not self.coach.is_ready:
            say(self.coach.pending_text("hint"))

    def status(self) -> str:
        """Return step, score and best."""
        session = self.game.session
        line = _("Step {step}  Score {score}  Best {best}").format(
            step=session.step, score=session.position.score, best=self.game.best
        )
        return line + self.help_used()

    def outcome(self) -> str:
        """Return the sentence for a target reached, or for no move left."""
        board = self.board
        if board.is_won():
            said = _("You win! Your score is {score}").format(score=board.score)
            return said if board.is_over() else said + "\n" + _("Make a move to keep playing.")
        return "\n".join((_("Game over"), self.farewell(), _("b undoes, n starts a new game, x reviews this one.")))

    def farewell(self) -> str:
        """Return the score."""
        return _("You scored {score} points. Keep it up!").format(score=self.board.score)

    def help(self) -> str:
        """Return the keys that move."""
        return "\n".join(
            (
                _("w up, a left, s down, d right (or k h j l)"),
                _("t hint, v 20 lets the AI play 20 moves, x reviews the game"),
            )
        )


def _told(advice: Any) -> str:
    columns = advice_table(advice)
    told = []
    for number, choice in enumerate(advice.choices):
        known = ", ".join(f"{column.title} {column.cells[number]}" for column in columns)
        told.append(f"{move_name(choice.move)}: {known}")
    return "; ".join(told)


def _read_number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,7}", text.strip()) or not 1 <= int(text) <= MAX_NUMBER:
        raise ParseError(_("expected a whole number of at least 1, got {text}").format(text=quote(text)))
    return int(text)
