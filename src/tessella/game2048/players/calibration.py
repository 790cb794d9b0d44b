"""Calibration of the network's values: the points that boards of each kind and value led to.

A network's value of a board is what it learned: the points of the rest of a game played at one ply, by the player that
it was while it learned. A better player, by more training or by looking further ahead, earns more than that, more than
twice as much from a fresh board. So the score that advice *states* was measured: the shipped network played games at
one, two and three plies, and `calibration.json` holds the results (`scripts/calibration.py` makes it), with a straight
line between two values that were measured. Which move is better is left to the values themselves.
"""

import contextlib
import json
from bisect import bisect_right
from functools import lru_cache
from operator import itemgetter
from pathlib import Path
from typing import Any

from tessella.game2048.board import Board

FILE = Path(__file__).parent / "calibration.json"
KINDS = 6  # how many kinds of boards there are


def kind(board: Board) -> int:
    """Return which kind of board it is: by its largest tile, and 16384 by whether there is an 8192 beside it.

    >>> rows = ("2048 .", "4096 .", "8192 .", "16384 .", "8192 16384")
    >>> [kind(Board.parse(f"2 2 {row} / . . . . / . . . . / . . . .")) for row in rows]
    [0, 1, 2, 3, 4]
    """
    if board.highest > 16384:
        return 5
    if board.highest == 16384:
        return 3 + any(8192 in row for row in board.rows)
    return max(0, board.highest.bit_length() - 12)


def points_reached(digest: str, ply: int, board: Board, value: float) -> float:
    """Return the points that boards like this one led to at `ply`, where the best move was worth `value`.

    Deeper searches than were measured count as the deepest. The value itself comes back for weights that have not been
    measured: those with another digest.
    """
    known = _measurements()
    curves: dict[str, Any] = known.get("brought", {})
    if digest != known.get("digest") or not curves:
        return value
    pairs: list[tuple[float, float]] = [(0.0, 0.0), *curves[str(min(ply, len(curves)))][kind(board)]]
    value = max(value, 0.0)
    if value >= (last := pairs[-1])[0]:
        return last[1] + value - last[0]
    at = bisect_right(pairs, value, key=itemgetter(0))
    (low, few), (high, many) = pairs[at - 1], pairs[at]
    return few + (many - few) * (value - low) / (high - low)


@lru_cache(maxsize=1)
def _measurements() -> dict[str, Any]:
    with contextlib.suppress(OSError, ValueError):  # a score that is too low is no reason to give no advice
        return dict(json.loads(FILE.read_text(encoding="utf-8")))
    return {}
