"""Base class of a game in line mode, and how its positions are shown."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

from tessella.games import Position
from tessella.play.coach import coach_for
from tessella.play.stored_game import StoredGame

Say = Callable[[str], None]
"""Writes a line."""


class Display(NamedTuple):
    """How a position is shown."""

    ascii_only: bool = False
    """Whether boxes are drawn with `+`, `-` and `|`."""
    spoken: bool = False
    """Whether the board is said in words, a row a line."""


DEFAULT_DISPLAY = Display()


class LineGame(ABC):
    """A stored game, played by lines."""

    def __init__(self, game: StoredGame, display: Display) -> None:
        self.game = game
        self.display = display

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

    @abstractmethod
    def answer(self, line: str, say: Say) -> bool:
        """Answer a question of this game alone; return whether the line asks one."""

    def other_id(self, _line: str) -> str | None:
        """Return the id of another game that a line asks for, None where it asks for none."""
        return None

    @abstractmethod
    def status(self) -> str:
        """Return the line above the prompt."""

    @abstractmethod
    def closing(self) -> list[str]:
        """Return what is said of a game that is over, after how it ended."""

    @abstractmethod
    def help(self) -> str:
        """Return the moves, explained."""

    def help_used(self) -> str:
        """Return the undos and hints of the game, as the end of a line; nothing where there are none."""
        return "".join("  " + part for part in self.game.session.help_used())
