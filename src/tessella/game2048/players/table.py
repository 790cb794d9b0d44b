"""Player of an end game by its table: a move is worth the exact chance of success after it."""

from tessella.game2048.board import Board
from tessella.game2048.endgame import library
from tessella.game2048.endgame.formations import EndGame
from tessella.game2048.players.base import Player


class TablePlayer(Player):
    """Plays the positions that the table of an end game knows; raises `TessellaError` where there is no table."""

    def __init__(self, end_game: EndGame) -> None:
        self.table = library.open_table(end_game)

    @property
    def name(self) -> str:
        """The table's name."""
        return f"table {self.table.name}"

    def accepts(self, board: Board) -> bool:
        """Return whether the table knows this position."""
        return bool(self.table.chances(board.rows))

    def values(self, board: Board) -> dict[str, float]:
        """Return the chance of success after each legal move."""
        return self.table.chances(board.rows) or {}
