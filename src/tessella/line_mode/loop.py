"""Loop of line mode: read a line, do what it says, show the board."""

from typing import Any, TextIO

from tessella.errors import TessellaError, quote
from tessella.games import PerGame, Position, takes_long
from tessella.i18n import _, half_width
from tessella.line_mode.base import DEFAULT_DISPLAY, Display, LineGame
from tessella.play.coach import open_task
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame

__all__ = ["Display", "open_game", "play", "render", "watch"]

MAX_LINE = 1000
"""Characters of a line that are looked at; no command is as long."""

COMMANDS = {
    "b": "undo", "u": "undo", "undo": "undo", "back": "undo",
    "y": "redo", "redo": "redo",
    "n": "new", "r": "new", "new": "new",
    "i": "id", "id": "id",
    "?": "help", "help": "help",
    "q": "quit", "quit": "quit", "exit": "quit",
}  # fmt: skip

LINE_GAMES: PerGame[type[LineGame]] = PerGame(
    {"2048": "tessella.line_mode.game2048:Lines2048", "sudoku": "tessella.line_mode.sudoku:SudokuLines"}
)


class _Loop:
    """One stored game, line by line."""

    def __init__(self, game: StoredGame, stdin: TextIO, stdout: TextIO, display: Display) -> None:
        self._lines = LINE_GAMES[game.session.id](game, display)
        self._was_won = False
        self._in = stdin
        self._out = stdout

    @property
    def _game(self) -> StoredGame:
        return self._lines.game

    def _turn_to(self, game: StoredGame) -> None:
        kind = LINE_GAMES[game.session.id]
        if game is not self._game or not isinstance(self._lines, kind):
            self._lines = kind(game, self._lines.display)

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
        self._game.leave()
        self._tell_notices()
        if not self._game.session.position.is_over():
            self._say(self._lines.coach.farewell())

    def watch(self, player: Any, speed: float) -> None:
        """Let a player play 2048 to the end; show the board when a tile is made that is larger than all before."""
        lines: Any = self._lines
        self._say(self._game.session.id)
        self._show_board()
        highest = lines.board.highest
        try:
            for line in lines.watched(self._say, player, speed=speed):
                self._say(line)
                if lines.board.highest > highest:
                    highest = lines.board.highest
                    self._show_board()
        finally:  # also where ctrl+c has ended it
            self._show_board()
            self._say(_("Final score: {score}").format(score=self._game.session.position.score))

    def _answer(self, line: str, typed: str) -> None:
        if move := self._lines.read_move(line):
            self._game.play(move)
            self._show()
        elif other := self._lines.other_id(line):
            self._go(other)
        elif self._asks(line):
            pass
        elif command := COMMANDS.get(typed):
            self._do(command)
        elif typed.startswith(("i ", "id ")):
            self._go(line.partition(" ")[2].strip())
        elif typed:
            self._say(_("unknown command: {typed}").format(typed=quote(line)))
            self._explain()

    def _asks(self, line: str) -> bool:
        before = self._game.session.position
        asks = self._lines.answer(line, self._say)
        if self._game.session.position is not before:
            self._show()
        return asks

    def _do(self, command: str) -> None:
        match command:
            case "undo":
                self._game.undo()
            case "redo":
                self._game.redo()
            case "new":
                self._go(self._lines.coach.next_id())
                return
            case "id":
                self._say(self._game.session.id)
                return
            case _:
                self._explain()
                return
        self._turn_to(self._game)
        self._show()

    def _go(self, id: str) -> None:
        game, is_slow = self._game, takes_long(id)
        if is_slow and "#" in id and (stored := StoredGame.resume(game.store, id)):
            game.leave()
            game = stored
        else:
            if is_slow:
                self._say(_("Generating the puzzle ..."))
            task = open_task(id)
            try:
                task.run()
            except KeyboardInterrupt:
                self._say(_("Cancelled."))
                return
            game.new(task.result())
        self._turn_to(game)
        self._show()

    def _show(self) -> None:
        self._tell_notices()
        position = self._game.session.position
        self._show_board()
        is_over, is_won = position.is_over(), position.is_won()
        if (is_over or is_won) and (outcome := self._lines.coach.outcome(was_won=self._was_won)):
            self._say("\n".join([*outcome.sentences, *(self._lines.closing() if is_over else ())]))
        self._was_won = is_won

    def _show_board(self) -> None:
        self._say(self._lines.render(self._game.session.position, self._lines.display))

    def _tell_notices(self) -> None:
        for notice in self._game.take_notices():
            self._say(notice)

    def _explain(self) -> None:
        self._say(self._lines.help())
        self._say(_("b undo, y redo, n new game, i game id, ? help, q quit"))

    def _ask(self) -> str | None:
        prompt = self._lines.status() + "  > "
        # A pipe's commands are not echoed, so there the answer begins on a line of its own.
        self._out.write(prompt if self._in.isatty() else prompt.rstrip() + "\n")
        self._out.flush()
        line = self._in.readline(MAX_LINE)
        if not line:
            return None
        rest = line
        while rest and not rest.endswith("\n"):
            rest = self._in.readline(MAX_LINE)
        return half_width(line)

    def _say(self, text: str) -> None:
        self._out.write(text + "\n")
        self._out.flush()


def open_game(store: Store, text: str, stderr: TextIO, *, new: bool = False) -> StoredGame:
    """Return the stored game that an id asks for, as `StoredGame.open` does; say so where it takes seconds to make."""
    if not new and (stored := StoredGame.resume(store, text)):
        return stored
    if not takes_long(text):
        return StoredGame.open(store, text, new=new)
    stderr.write(_("Generating the puzzle ...") + "\n")
    stderr.flush()
    task = open_task(text)
    task.run()
    return StoredGame.begin(store, task.result(), new=new)


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

    `player` is a `PlayerOptions`; `speed` is in moves a second, 0 for as fast as the player can; ctrl+c ends it, with
    the board as it stands.
    """
    _Loop(game, stdout, stdout, display).watch(player, speed)
