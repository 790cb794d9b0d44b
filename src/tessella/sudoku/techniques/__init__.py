"""How do people solve a Sudoku?

One family of techniques a file, easiest first. Each finds all its instances in a position, looking at nothing
but the pencil marks, and yields a `Step` for each.
"""

from tessella.sudoku.board import Board
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.registry import BY_LOOKING, TECHNIQUES, WITH_CANDIDATES, Technique, look_up
from tessella.sudoku.techniques.step import Fact, Node, Set, Step

__all__ = [
    "BY_LOOKING",
    "TECHNIQUES",
    "WITH_CANDIDATES",
    "Fact",
    "Grid",
    "Node",
    "Set",
    "Step",
    "Technique",
    "find_all",
    "look_up",
]


def find_all(board: Board, technique: str) -> list[Step]:
    """Return every step of a technique in a position.

    `technique` is a name ("X-wing") or a code of HoDoKu's library ("0300", "0402-1"). Candidates are the
    board's pencil marks, or all that its digits leave where nothing is marked. Whether the puzzle has one
    solution is not checked here, not even for techniques that take it for granted. Raises `ParseError` for
    an unknown technique.
    """
    return list(look_up(technique)[1](Grid.of(board)))
