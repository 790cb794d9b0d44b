"""How is a game played a line at a time?

Line mode is for pipes, screen readers and dumb terminals: type a letter, press Enter. It works on the same sitting as
the full screen, so a game goes from one to the other. The transcript stands on standard output alone.
"""

import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, TextIO, cast

from tessella.errors import TessellaError, quote
from tessella.game2048 import picture as picture2048
from tessella.games import Position
from tessella.i18n import _, ngettext
from tessella.sitting import Sitting

if TYPE_CHECKING:
    from tessella import game2048

__all__ = ["Front", "picture", "play"]

LONGEST = 1000
"""Characters of a line that are looked at; no command is as long."""

COMMANDS = {
    "b": "undo", "u": "undo", "undo": "undo", "back": "undo",
    "y": "redo", "redo": "redo",
    "n": "new", "r": "new", "new": "new",
    "i": "id", "id": "id",
    "?": "help", "help": "help",
    "q": "quit", "quit": "quit", "exit": "quit",
}  # fmt: skip


class Front(Protocol):
    """What line mode has to know of a game."""

    def picture(self, position: Position) -> str:
        """Return the position as lines of text."""

    def move(self, typed: str) -> str | None:
        """Return the move that a line asks for, None where it asks for none."""

    def standing(self, sitting: Sitting) -> str:
        """Return the line above the prompt."""

    def outcome(self, position: Position) -> str:
        """Return what is said of a game that was just won, or has ended."""

    def farewell(self, position: Position) -> str:
        """Return what is said when the player leaves an unfinished game."""

    def help(self) -> str:
        """Return the moves, explained."""


class Front2048:
    """2048 by letters."""

    MOVES: Mapping[str, str] = {
        "a": "left", "d": "right", "w": "up", "s": "down",
        "h": "left", "l": "right", "k": "up", "j": "down",
        "left": "left", "right": "right", "up": "up", "down": "down",
    }  # fmt: skip

    def __init__(self, *, ascii_only: bool, spoken: bool) -> None:
        self._ascii_only = ascii_only
        self._spoken = spoken

    def picture(self, position: Position) -> str:
        """Return the board, boxed or in words."""
        rows = cast("game2048.Board", position).rows
        return picture2048.spoken(rows) if self._spoken else picture2048.text(rows, ascii_only=self._ascii_only)

    def move(self, typed: str) -> str | None:
        """Return the direction that a letter or word asks for."""
        return self.MOVES.get(typed)

    def standing(self, sitting: Sitting) -> str:
        """Return step, score and best."""
        session = sitting.session
        line = _("Step {step}  Score {score}  Best {best}").format(
            step=len(session.moves), score=session.position.score, best=sitting.best
        )
        if session.undos:
            line += "  " + ngettext("{n} undo", "{n} undos", session.undos).format(n=session.undos)
        return line

    def outcome(self, position: Position) -> str:
        """Return the sentence for a target reached, or for no move left."""
        board = cast("game2048.Board", position)
        if board.is_won():
            said = _("You win! Your score is {score}").format(score=board.score)
            return said if board.is_over() else said + "\n" + _("The next move plays on.")
        return _("Game over") + "\n" + self.farewell(board)

    def farewell(self, position: Position) -> str:
        """Return the score, and a word for the road."""
        return _("You scored {score} points. Keep it up!").format(score=position.score)

    def help(self) -> str:
        """Return the keys that move."""
        return _("w up, a left, s down, d right (or k h j l)")


class _Lines:
    """One sitting, line by line."""

    def __init__(self, sitting: Sitting, front: Front, stdin: TextIO, stdout: TextIO) -> None:
        self._sitting = sitting
        self._front = front
        self._in = stdin
        self._out = stdout

    def run(self) -> None:
        """Show, ask, do, until the end of input or a quit."""
        self._explain()
        self._show()
        while (line := self._ask()) is not None:
            typed = line.lower()
            if COMMANDS.get(typed) == "quit":
                break
            try:
                self._answer(line, typed)
            except TessellaError as error:
                self._say(str(error))
                if error.hint:
                    self._say(error.hint)
        self._sitting.leave()
        self._tell_notices()
        position = self._sitting.session.position
        if not position.is_over():
            self._say(self._front.farewell(position))

    def _answer(self, line: str, typed: str) -> None:
        if move := self._front.move(typed):
            self._sitting.play(move)
            self._show()
        elif command := COMMANDS.get(typed):
            self._do(command)
        elif typed.startswith(("i ", "id ")):
            self._sitting.new(line.partition(" ")[2].strip())
            self._show()
        elif typed:
            self._say(_("unknown command: {typed}").format(typed=quote(line)))
            self._explain()

    def _do(self, command: str) -> None:
        match command:
            case "undo":
                self._sitting.undo()
            case "redo":
                self._sitting.redo()
            case "new":
                self._sitting.new()
            case "id":
                self._say(self._sitting.session.id)
                return
            case _:
                self._explain()
                return
        self._show()

    def _show(self) -> None:
        self._tell_notices()
        position = self._sitting.session.position
        self._say(self._front.picture(position))
        earlier = self._sitting.session.positions[:-1]
        if position.is_over() or (position.is_won() and not (earlier and earlier[-1].is_won())):
            self._say(self._front.outcome(position))

    def _tell_notices(self) -> None:
        for notice in self._sitting.take_notices():
            self._say(notice)

    def _explain(self) -> None:
        self._say(self._front.help())
        self._say(_("b back, y again, n new game, i game id, ? help, q quit"))

    def _ask(self) -> str | None:
        """Return the next line, letters half width; None at the end of input."""
        prompt = self._front.standing(self._sitting) + "  > "
        # A pipe's commands are not echoed, so there the answer begins on a line of its own.
        self._out.write(prompt if self._in.isatty() else prompt.rstrip() + "\n")
        self._out.flush()
        line = self._in.readline(LONGEST)
        if not line:
            return None
        rest = line
        while rest and not rest.endswith("\n"):
            rest = self._in.readline(LONGEST)
        return unicodedata.normalize("NFKC", line).strip()

    def _say(self, text: str) -> None:
        self._out.write(text + "\n")
        self._out.flush()


def picture(position: Position, *, ascii_only: bool = False) -> str:
    """Return a position of any game as lines of text."""
    return Front2048(ascii_only=ascii_only, spoken=False).picture(position)


def play(sitting: Sitting, stdin: TextIO, stdout: TextIO, *, ascii_only: bool = False, spoken: bool = False) -> None:
    """Play a sitting by lines, until the end of input or a quit.

    `ascii_only` draws boxes with `+`, `-` and `|`; `spoken` says the board in words, a row a line.
    """
    _Lines(sitting, Front2048(ascii_only=ascii_only, spoken=spoken), stdin, stdout).run()
