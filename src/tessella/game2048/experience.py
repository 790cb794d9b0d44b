"""What came of boards that a network thought so much of?

A network's value of a board is what it learned: the points of the rest of a game played at one ply, by the player that
it was while it learned. A better player, by more training or by looking further ahead, earns more than that, about
twice as much from a fresh board. So what is *told* as the score to expect was measured: the shipped network played
games at one, two and three plies, and `experience.json` holds what boards of each kind and value brought
(`scripts/experience.py` makes it). Between two values that were measured it is a straight line. Which move is better is
left to the values themselves.
"""

import json
from bisect import bisect_right
from functools import lru_cache
from pathlib import Path
from typing import Any

from tessella.game2048.board import Board

__all__ = ["FILE", "KINDS", "brought", "kind"]

FILE = Path(__file__).parent / "experience.json"
KINDS = 4
"""How many kinds of boards there are."""


def kind(board: Board) -> int:
    """Return which kind of board it is: 1 with a 16384, 2 with an 8192 beside it, 3 with more than that, else 0.

    >>> [kind(Board.parse(f"{tiles} / . . . .")) for tiles in ("2 8192 2 .", "2 16384 2 .", "8192 16384 . .")]
    [0, 1, 2]
    """
    if board.highest != 16384:
        return 3 * (board.highest > 16384)
    return 1 + any(8192 in row for row in board.rows)


def brought(digest: str, ply: int, board: Board, value: float) -> float:
    """Return the points that boards like this one brought at so many plies, where the best move was worth `value`.

    The value itself comes back where the weights with this digest have not been measured.
    """
    known = _known()
    curves = known["brought"].get(str(min(ply, len(known["brought"]))))
    if digest != known["digest"] or curves is None:
        return value
    pairs: list[tuple[float, float]] = [(0.0, 0.0), *curves[kind(board)]]
    last = pairs[-1]
    if value >= last[0]:
        return last[1] + value - last[0]
    at = max(bisect_right([pair[0] for pair in pairs], value), 1)
    (low, few), (high, many) = pairs[at - 1], pairs[at]
    return few + (many - few) * (value - low) / (high - low)


@lru_cache(maxsize=1)
def _known() -> dict[str, Any]:
    known: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return known
