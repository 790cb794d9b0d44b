"""Messages that widgets send to their screen, and screens to the app, so that nothing imports what lies above it."""

from dataclasses import dataclass

from textual.message import Message

from tessella.play.stored_game import StoredGame


@dataclass
class Pressed(Message):
    """A piece of text that stands for an action was clicked."""

    action: str


@dataclass
class Swiped(Message):
    """The mouse was dragged over the tiles; `direction` is "" where it went nowhere."""

    direction: str


@dataclass
class CellPressed(Message):
    """The mouse was pressed on a Sudoku cell, or dragged there with its button down."""

    cell: int
    is_added: bool = False  # whether the cells stay selected that are
    is_toggled: bool = False  # whether it is left out where it is selected


@dataclass
class CellClicked(Message):
    """The mouse was pressed and let go, over this Sudoku cell at last; neither Ctrl nor Shift was held."""

    cell: int
    is_double: bool


@dataclass
class OpenGame(Message):
    """A game is asked for: one that is open already, its row in the store, or an id, to be resumed or begun (`new`)."""

    game: StoredGame | str | int
    new: bool = False


class ShowMenu(Message):
    """The player leaves for the menu of games."""


@dataclass
class ChooseTheme(Message):
    """A theme was chosen."""

    name: str
