"""A player in plain Python that searches by expectimax with the heuristic, for every board size and all rules.

It looks less far ahead than `heuristic.HeuristicPlayer`, which judges alike, but it starts at once.
"""

from functools import lru_cache
from itertools import pairwise

from tessella.game2048.board import Board
from tessella.game2048.players.base import Player, legal_moves
from tessella.game2048.sliding import DIRECTIONS, Rows, slide, with_tile

EMPTY, PAIR = 1000.0, 1400.0
FALL, FALL_POWER, TILE, TILE_POWER = 48.0, 4.0, 11.0, 3.5  # these six are those of `expectimax_any.LINE`
CROWDED = 400  # with fewer cells times empty ones squared it looks a ply further, in about 30 ms


class PlainPlayer(Player):
    """A player that looks two plies ahead, three on a crowded board: at most some 30 ms a move.

    >>> PlainPlayer().choose(Board.parse("2 . . . / 4 . . . / 8 . . . / 16 . . 16"))
    'left'
    """

    def __init__(self, *, ply: int | None = None) -> None:
        self.ply = ply

    @property
    def name(self) -> str:
        """What this player is called."""
        return f"heuristic, {self.ply or '2-3'} ply"

    def values(self, board: Board) -> dict[str, float]:
        """Return what each legal move is worth, the best the largest; raise MoveError where the game is over."""
        empty = sum(row.count(0) for row in board.rows)
        ply = self.ply or (3 if empty**2 * board.rules.rows * board.rules.cols <= CROWDED else 2)
        search = _Search(board)
        slid = {move: slide(board.rows, move, board.rules.merging)[0] for move in legal_moves(board)}
        return {move: search.value(rows, ply - 1) for move, rows in slid.items()}


class _Search:
    """What boards that follow one board are worth."""

    def __init__(self, board: Board) -> None:
        loss = loss_of(board.highest)
        judged = judge(board.rows)
        self._rules = board.rules
        self._lost, self._won = judged - loss, judged + 10 * loss
        self._tiles = [(2, 1 - board.rules.fours / 100), (4, board.rules.fours / 100)]

    def value(self, rows: Rows, ply: int) -> float:
        """Return what a board after a move is worth, with so many more plies looked ahead."""
        if self._rules.ends and max(map(max, rows)) >= self._rules.target:
            return self._won + ply
        if ply == 0:
            return judge(rows)
        empty = [(r, c) for r, row in enumerate(rows) for c, tile in enumerate(row) if not tile]
        spawned = ((with_tile(rows, cell, tile), chance) for cell in empty for tile, chance in self._tiles if chance)
        return sum(chance * self._best(after, ply - 1) for after, chance in spawned) / len(empty)

    def _best(self, rows: Rows, ply: int) -> float:
        slid = (slide(rows, move, self._rules.merging)[0] for move in DIRECTIONS)
        return max((self.value(after, ply) for after in slid if after != rows), default=self._lost)


def judge(rows: Rows) -> float:
    """Return what the heuristic thinks of a board: a sum over its rows and columns.

    >>> judge(((2, 0), (0, 0)))
    5978.0
    """
    return sum(map(_line, rows)) + sum(map(_line, zip(*rows, strict=True)))


@lru_cache(maxsize=1 << 16)
def _line(line: tuple[int, ...]) -> float:
    """Return what the heuristic thinks of one row or column.

    It likes empty cells and neighbours that can merge; it dislikes tiles, and large ones in the middle.
    """
    powers = [tile.bit_length() - 1 if tile else 0 for tile in line]
    tiles = [power for power in powers if power]
    steps: list[float] = [FALL * (b**FALL_POWER - a**FALL_POWER) for a, b in pairwise(powers)]
    rises, falls = sum(step for step in steps if step > 0), -sum(step for step in steps if step < 0)
    pairs = sum(a == b for a, b in pairwise(tiles))
    worth: float = EMPTY * powers.count(0) + PAIR * pairs - sum(TILE * power**TILE_POWER for power in tiles)
    return worth - min(rises, falls)


def loss_of(highest: int) -> float:
    """Return how much worse than a board a lost one is: more than any two boards of tiles up to `highest` differ by."""
    return float(200_000 + 3 * FALL * (highest.bit_length() - 1) ** FALL_POWER)
