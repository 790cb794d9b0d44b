"""Practice of an end game, by letters."""

from collections.abc import Callable
from typing import TextIO

from tessella.game2048 import rendering
from tessella.game2048.advice.reasons import move_name
from tessella.i18n import _, sentence
from tessella.line_mode.game2048 import MOVES
from tessella.line_mode.loop import DEFAULT_DISPLAY, Display
from tessella.play.coach.endgame import Question, Trainer

MAX_LINE = 100


def practise(
    trainer: Trainer, stdin: TextIO, stdout: TextIO, display: Display = DEFAULT_DISPLAY, *, questions: int | None = None
) -> None:
    """Ask one position after the other, until so many are answered, somebody quits, or the input ends."""

    def say(text: str) -> None:
        stdout.write(text + "\n")
        stdout.flush()

    def tell_keys() -> None:
        say(_("w up, a left, s down, d right (or k h j l)"))
        say(_("q ends the practice"))

    end_game = trainer.table.end_game
    say(_("{name}: make {tile}, and move no large tile.").format(name=end_game.name, tile=end_game.goal))
    tell_keys()
    while questions is None or questions > 0:
        question = trainer.question()
        say("\n" + _drawn(question, display))
        move = _read(question, stdin, stdout, say, tell_keys)
        if move is None:
            break
        say(sentence(str(trainer.answer(question, move))))
        questions = None if questions is None else questions - 1
    say(trainer.summary())


def _drawn(question: Question, display: Display) -> str:
    draw = rendering.spoken if display.spoken else lambda rows: rendering.text(rows, ascii_only=display.ascii_only)
    board = draw(question.rows)
    return _("Once more, as it was a mistake:") + "\n" + board if question.is_again else board


def _read(
    question: Question,
    stdin: TextIO,
    stdout: TextIO,
    say: Callable[[str], object],
    tell_keys: Callable[[], object],
) -> str | None:
    """Return the move that is typed; None where nothing more is."""
    while True:
        stdout.write("> " if stdin.isatty() else "")
        stdout.flush()
        line = stdin.readline(MAX_LINE)
        word = line.strip().lower()
        if not line or word in ("q", "quit", "exit"):
            return None
        move = MOVES.get(word)
        if move in question.chances:
            return move
        if move:
            say(_("{move} changes nothing here.").format(move=move_name(move)))
        elif word:
            tell_keys()
