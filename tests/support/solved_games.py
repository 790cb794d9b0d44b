"""Solved Sudokus for tests of progress."""

from tessella import ids, sudoku
from tessella.games import Position
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
NEARLY = SOLVED[:80] + "."


def opening(id: str, table: str, start: str = NEARLY) -> ids.Opening[Position]:
    """Return what an id would open, were its puzzle this one: made to order without the search."""
    return ids.Opening(id, sudoku.Board.parse(start), id, table, table)


def solve(store: Store, id: str, table: str, *, ms: int, hints: int = 0) -> StoredGame:
    """Solve a puzzle of an id in so many milliseconds."""
    sitting = StoredGame.begin(store, opening(id, table))
    now = 0.0
    sitting.session.now = lambda: now
    sitting.session.resume()
    now = ms / 1000
    for _hint in range(hints):
        sitting.count_hint()
    sitting.play("r9c9=9")
    return sitting
