"""Loop of line mode, which reads a line, does what it says and shows the board; and what each game adds to it."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple, TextIO

from tessella import ids
from tessella.errors import ParseError, TessellaError, quote
from tessella.games import BESIDES, GAMES, PerGame, Position, find_id, name_of, takes_long
from tessella.i18n import _, half_width
from tessella.io import interrupts
from tessella.play.coach import coach_for
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.play.tasks import open_task
from tessella.play.warm_up import warm_up

MAX_NUMBER = 1_000_000  # the highest number that a line can give
MAX_LINE = 10_000  # characters of a line that are looked at; no command is as long, nor a link to a puzzle
COMMANDS = {
    "b": "undo", "u": "undo", "undo": "undo", "back": "undo",
    "y": "redo", "redo": "redo",
    "n": "new", "r": "new", "new": "new",
    "i": "id", "id": "id",
    "?": "help", "help": "help",
    "q": "quit", "quit": "quit", "exit": "quit",
}  # fmt: skip


class Display(NamedTuple):
    """Options for drawing a position."""

    ascii_only: bool = False  # whether boxes are drawn with `+`, `-` and `|`
    spoken: bool = False  # whether the board is said in words, a row a line


DEFAULT_DISPLAY = Display()


class LineGame(ABC):
    """A stored game, played by lines; `say` writes a line."""

    def __init__(self, game: StoredGame, display: Display, say: Callable[[str], object]) -> None:
        self.game = game
        self.display = display
        self.say = say

    @cached_property
    def coach(self) -> Any:
        """The coach, loaded when it is first asked."""
        return coach_for(self.game)

    @property
    def board(self) -> Any:
        """The position now."""
        return self.game.session.position

    @staticmethod
    @abstractmethod
    def render(position: Position, display: Display) -> str:
        """Return a position as lines of text."""

    @abstractmethod
    def read_move(self, line: str) -> str | None:
        """Return the move that a line asks for, None where it asks for none."""

    def play(self, move: str) -> None:
        """Play a move; raise MoveError where it cannot be played."""
        self.coach.play(move)

    @abstractmethod
    def answer(self, line: str) -> bool:
        """Answer a question of this game alone; return whether the line asks one."""

    def remark(self) -> str:
        """Return what is said of the position after a move, "" for nothing."""
        return ""

    def tell_review(self, number: str) -> None:
        """Review the game; with a number go back to before that place of the review."""
        if number:
            self.coach.back_to_mistake(read_number(number))
        elif review := self.coach.wait_for(self.coach.review(), self.say):
            for text in self.review_lines(review):
                self.say(text)

    @abstractmethod
    def review_lines(self, review: Any) -> list[str]:
        """Return what a review says, a line each."""

    def other_id(self, _line: str) -> str | None:
        """Return the id of another game that a line asks for, None where it asks for none."""
        return None

    def opening(self) -> list[str]:
        """Return what is said before the board when the game is opened."""
        return []

    @abstractmethod
    def status(self) -> str:
        """Return the line above the prompt, but for the help that was used."""

    @abstractmethod
    def closing(self) -> list[str]:
        """Return what is said of a game that is over, after how it ended."""

    @abstractmethod
    def help(self) -> list[str]:
        """Return the moves, explained."""


def read_number(text: str) -> int:
    """Return the number that a line gives; raises `ParseError`."""
    if not re.fullmatch(r"[0-9]{1,7}", text.strip()) or not 1 <= int(text) <= MAX_NUMBER:
        raise ParseError(_("expected a whole number from 1 to {most}, got {text}"), most=MAX_NUMBER, text=text)
    return int(text)


LINE_GAMES: PerGame[type[LineGame]] = PerGame(
    {"2048": "tessella.line_mode.game2048:Lines2048", "sudoku": "tessella.line_mode.sudoku:SudokuLines"}
)


class _Loop:
    """One stored game, line by line."""

    def __init__(self, game: StoredGame, stdin: TextIO, stdout: TextIO, display: Display) -> None:
        self.lines = LINE_GAMES[game.session.id](game, display, self.say)
        self._was_won = False
        self._in = stdin
        self._out = stdout

    @property
    def _game(self) -> StoredGame:
        return self.lines.game

    def run(self) -> None:
        """Show, ask, do, until the end of input or a quit."""
        self._explain()
        self._open()
        warm_up(self._game.store)
        while (line := self._ask()) is not None:
            typed = line.lower()
            if COMMANDS.get(typed) == "quit":
                break
            try:
                self._answer(line, typed)
            except TessellaError as error:
                self.say(str(error))
                if error.hint:
                    self.say(error.hint)
        self._game.leave()
        self._tell_notices()
        for text in self.lines.coach.parting():
            self.say(text)

    def _answer(self, line: str, typed: str) -> None:
        before = self.lines.board
        if move := self.lines.read_move(line):
            self.lines.play(move)
            self._show()
            if remark := self.lines.remark():
                self.say(remark)
        elif other := self.lines.other_id(line):
            self._go(other)
        elif self.lines.answer(line):
            if self.lines.board is not before:
                self._show()
        elif command := COMMANDS.get(typed):
            self._do(command)
        elif typed.startswith(("i ", "id ")):
            self._go(find_id(line.partition(" ")[2].strip(), name_of(self._game.session.id)))
        elif full := re.fullmatch(rf"(?:(?:n|r|new) +)?((?:{'|'.join([*GAMES, *BESIDES])}):.+)", line):
            self._go(full[1])
        elif typed:
            self.say(_("unknown command: {typed}").format(typed=quote(line)))
            self._explain()

    def _do(self, command: str) -> None:
        match command:
            case "undo" | "redo":
                getattr(self._game, command)()
                self._take(self._game)
                self._show()
            case "new":
                self._go(self.lines.coach.next_id(), is_new=True)
            case "id":
                self.say(self._game.session.id)
            case _:
                self._explain()

    def _go(self, id: str, *, is_new: bool = False) -> None:
        """Go on with the game of an id, or begin it; raise `ParseError` where line mode has no such game."""
        game, stored, _kind = self._game, None, LINE_GAMES[id]
        if "#" in id and (takes_long(id) or not is_new):
            stored = game if id == game.session.id else StoredGame.resume(game.store, id, playing=[game])
        if stored:
            if stored is not game:
                game.leave()
            game = stored
        else:
            with interrupts.handled_by(interrupts.cancel):
                try:
                    opening = _generate(id, self.say)
                except KeyboardInterrupt:
                    self.say(_("Cancelled."))
                    return
            game.new(opening)
        self._take(game)
        self._open()

    def _take(self, game: StoredGame) -> None:
        kind = LINE_GAMES[game.session.id]
        if game is not self._game or not isinstance(self.lines, kind):
            self.lines = kind(game, self.lines.display, self.say)

    def _open(self) -> None:
        """Show a game that was opened."""
        for text in self.lines.opening():
            self.say(text)
        self._show()

    def _show(self) -> None:
        self._tell_notices()
        self.show_board()
        is_over, is_won = self.lines.board.is_over(), self.lines.board.is_won()
        if (is_over or is_won) and (outcome := self.lines.coach.outcome(was_won=self._was_won)):
            self.say("\n".join([*outcome.sentences, *(self.lines.closing() if is_over else ())]))
        self._was_won = is_won

    def show_board(self) -> None:
        self.say(self.lines.render(self.lines.board, self.lines.display))

    def _tell_notices(self) -> None:
        for notice in self._game.take_notices():
            self.say(notice)

    def _explain(self) -> None:
        self.say("\n".join([*self.lines.help(), _("b undo, y redo, n new game, i game id, ? help, q quit")]))

    def _ask(self) -> str | None:
        prompt = "  ".join([self.lines.status(), *self._game.session.help_used()]) + "  > "
        # A pipe's commands are not echoed, so there the answer begins on a line of its own.
        self._out.write(prompt if self._in.isatty() else prompt.rstrip() + "\n")
        self._out.flush()
        line = rest = self._in.readline(MAX_LINE)
        while rest and not rest.endswith("\n"):
            rest = self._in.readline(MAX_LINE)
        return half_width(line) if line else None

    def say(self, text: str) -> None:
        self._out.write(text + "\n")
        self._out.flush()


def open_game(store: Store, text: str, stderr: TextIO, *, new: bool = False) -> StoredGame:
    """Return the stored game that an id asks for, as `StoredGame.open` does; say so where it takes seconds to make."""
    if not new and (stored := StoredGame.resume(store, text)):
        return stored
    if not takes_long(text):
        return StoredGame.open(store, text, new=new)
    opening = _generate(text, lambda said: print(said, file=stderr, flush=True))
    return StoredGame.begin(store, opening, new=new)


def _generate(id: str, say: Callable[[str], object]) -> ids.Opening[Position]:
    if takes_long(id):
        say(_("Generating the puzzle ..."))
    task = open_task(id)
    task.run()
    return task.result()


def render(id: str, position: Position, display: Display = DEFAULT_DISPLAY) -> str:
    """Return a position of the game that an id names as lines of text."""
    return LINE_GAMES[id].render(position, display)


def play(game: StoredGame, stdin: TextIO, stdout: TextIO, display: Display = DEFAULT_DISPLAY) -> None:
    """Play a stored game by lines, until the end of input or a quit."""
    _Loop(game, stdin, stdout, display).run()


def watch(
    game: StoredGame, player: Any, stdout: TextIO, display: Display = DEFAULT_DISPLAY, *, speed: float = 0
) -> None:
    """Let a player play a game of 2048 to its end: a line a move, and the board at the start, the end and new records.

    `player` is a `PlayerOptions`; `speed` is in moves a second, 0 for as fast as the player can; ctrl+c ends it.
    """
    loop = _Loop(game, stdout, stdout, display)
    lines: Any = loop.lines
    loop.say(game.session.id)
    loop.show_board()
    highest = lines.board.highest
    try:
        for line in lines.watched(player, speed=speed):
            loop.say(line)
            if lines.board.highest > highest:
                highest = lines.board.highest
                loop.show_board()
    finally:  # also where ctrl+c has ended it
        loop.show_board()
        loop.say(_("Final score: {score}").format(score=lines.board.score))
