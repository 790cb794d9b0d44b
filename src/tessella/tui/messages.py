"""Messages that widgets send to their screen, and screens to the app, so that nothing imports what lies above it."""

from textual.message import Message

from tessella.play.stored_game import StoredGame

__all__ = ["CellPressed", "ChooseTheme", "OpenGame", "Pressed", "ShowMenu", "Swiped"]


class Pressed(Message):
    """A piece of text that stands for an action was clicked."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.action = action


class Swiped(Message):
    """The mouse was dragged over the tiles; `direction` is "" where it went nowhere."""

    def __init__(self, direction: str) -> None:
        super().__init__()
        self.direction = direction


class CellPressed(Message):
    """The mouse was pressed on a Sudoku cell."""

    def __init__(self, cell: int) -> None:
        super().__init__()
        self.cell = cell


class OpenGame(Message):
    """A game is asked for: one that is open already, or an id, to be resumed or, with `new`, begun."""

    def __init__(self, game: StoredGame | str, *, new: bool = False) -> None:
        super().__init__()
        self.game = game
        self.new = new


class ShowMenu(Message):
    """The player leaves for the menu of games."""


class ChooseTheme(Message):
    """A theme was chosen."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
