"""A small n-tuple network for plain Python, which plays where there is neither numpy nor a compiler.

It is the first stage of a network as `docs/training.md` describes it, with most of its weights left out, in a file of
the same format; `kernels.ntuple` draws the shapes. They read no more of a board than two lines side by side, so what
the network says of it is a sum over six pairs of lines, which come again and again:

    a a a a   outer pair        each once for the rows and once for the columns,
    b b b b   } middle pair     read from both ends
    c c c c   }
    d d d d   outer pair
"""

import json
import zlib
from functools import lru_cache
from itertools import accumulate
from pathlib import Path

from tessella.errors import PlayerError
from tessella.game2048.board import Board
from tessella.game2048.players.base import Player, legal_moves
from tessella.game2048.sliding import DIRECTIONS, Rows, exponents, slide, with_tile
from tessella.i18n import _

SHIPPED = Path(__file__).parents[1] / "small.network"
DOWNGRADE_FROM = 16384  # the smallest tile that the network does not know
BLOCK = 64  # bytes of the bits between two sums of how many are set
Line = tuple[int, ...]


class SmallNetworkPlayer(Player):
    """A player that looks `ply` plies ahead: 3 to 10 ms a move for two of them.

    >>> SmallNetworkPlayer().choose(Board.parse("2 . . . / 4 . . . / 8 . . . / 16 . . 16"))
    'left'
    """

    in_points = True

    def __init__(self, *, ply: int = 2) -> None:
        self.ply = ply

    @property
    def name(self) -> str:
        """What this player is called."""
        return f"small network, {self.ply} ply"

    def accepts(self, board: Board) -> bool:
        """Return whether it can play this board: four by four, merging once, points by value, and the file there."""
        rules = board.rules
        return SHIPPED.exists() and (rules.rows, rules.cols, rules.merging, rules.points) == (4, 4, "once", 0)

    def values(self, board: Board) -> dict[str, float]:
        """Return how many points each legal move and the rest of the game bring; MoveError where the game is over."""
        moves = legal_moves(board)
        if not self.accepts(board):
            raise PlayerError(_("expected a board of 4x4 tiles that merge once, got {text}"), text=board.to_text())
        like, chances = downgrade(board.rows), [(2, 1 - board.rules.fours / 100), (4, board.rules.fours / 100)]
        found = {}
        for move in moves:
            rows, merged = slide(like, move)
            found[move] = sum(merged) + _expected(rows, self.ply - 1, chances)
        return found


def _expected(rows: Rows, ply: int, chances: list[tuple[int, float]]) -> float:
    """Return what a board after a move is worth, with so many more plies looked ahead."""
    if ply == 0:
        return judge(rows)
    empty = [(r, c) for r, row in enumerate(rows) for c, tile in enumerate(row) if not tile]
    total = 0.0
    for tile, chance in chances:
        if chance:
            total += chance * sum(_best(with_tile(rows, cell, tile), ply - 1, chances) for cell in empty)
    return total / len(empty)


def _best(rows: Rows, ply: int, chances: list[tuple[int, float]]) -> float:
    best = 0.0
    for move in DIRECTIONS:
        after, merged = slide(rows, move)
        if after != rows:
            best = max(best, sum(merged) + _expected(after, ply, chances))
    return best


def downgrade(rows: Rows) -> Rows:
    """Return tiles that the network does not know with the largest halved, down to the largest that is missing.

    They move and merge as before: see `kernels.ntuple.downgrade`.

    >>> downgrade(((16384, 8192, 2048, 2), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)))[0]
    (8192, 4096, 2048, 2)
    """
    held = {tile for row in rows for tile in row}
    while (gap := max(held)) >= DOWNGRADE_FROM:
        while gap in held:
            gap //= 2
        rows = tuple(tuple(tile // 2 if tile > gap > 1 else tile for tile in row) for row in rows)
        held = {tile for row in rows for tile in row}
    return rows


def judge(rows: Rows) -> float:
    """Return how many points the network expects after a move, from a 4x4 board on.

    >>> round(judge(((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (2, 2, 0, 0))), -4)
    200000.0
    """
    a, b, c, d = rows
    e, f, g, h = zip(*rows, strict=True)
    steps = _outer(a, b) + _outer(d, c) + _middle(b, c) + _outer(e, f) + _outer(h, g) + _middle(f, g)
    return steps * shipped().unit


@lru_cache(maxsize=1 << 16)
def _outer(edge: Line, inner: Line) -> int:
    """Return the weights of the first stem for a line at the edge and the one beside it, read from both ends."""
    network = shipped()
    return network.pair(0, edge, inner) + network.pair(0, edge[::-1], inner[::-1])


@lru_cache(maxsize=1 << 16)
def _middle(upper: Line, lower: Line) -> int:
    """Return the weights of the second stem for the two lines in the middle, read from all four corners."""
    network = shipped()
    pairs = (upper, lower), (upper[::-1], lower[::-1]), (lower, upper), (lower[::-1], upper[::-1])
    return sum(network.pair(1, *pair) for pair in pairs)


class SmallNetwork:
    """The weights of a network file of one stage: a bit for each, and a number for each bit that is set."""

    def __init__(self, path: Path) -> None:
        _magic, header, body = path.read_bytes().split(b"\n", 2)
        about = json.loads(header)
        self.unit: float = about["unit"]
        self.fill: int = about["fill"]
        parts = accumulate(about["lengths"], initial=0)
        begin, low, high, end = parts
        self._bits = zlib.decompress(body[begin:low])
        self._low, self._high = zlib.decompress(body[low:high]), zlib.decompress(body[high:end])
        self._stem = 8 * len(self._bits) // about["stems"]
        blocks = (self._bits[at : at + BLOCK] for at in range(0, len(self._bits), BLOCK))
        self._set_before = [*accumulate((int.from_bytes(block).bit_count() for block in blocks), initial=0)]

    def pair(self, stem: int, one: Line, other: Line) -> int:
        """Return the sum of a stem's two weights for two lines, in steps of `unit` points."""
        a, b, c, d = exponents((one,))
        e, f, g, _ = exponents((other,))
        first, second = a | b << 4 | c << 8, e | f << 4 | g << 8
        start = stem * self._stem
        fourth = self._at(start | (first | (second & 255) << 12) << 5 | d)
        if stem == 1 and second > first:  # two rows of three: its file holds the weight of only one of the two orders
            first, second = second, first
        return fourth + self._at(start | (first | (second & 255) << 12) << 5 | 16 | second >> 8)

    def _at(self, place: int) -> int:
        """Return one weight."""
        byte, bit = place >> 3, place & 7
        if not self._bits[byte] >> bit & 1:
            return self.fill
        begin = byte & -BLOCK
        before = int.from_bytes(self._bits[begin : byte + 1], "little") & ((1 << (8 * (byte - begin) + bit)) - 1)
        n = self._set_before[begin // BLOCK] + before.bit_count()
        high = self._high[n]
        return self.fill - 128 + self._low[n] + ((high - 256 if high > 127 else high) << 8)


@lru_cache(maxsize=1)
def shipped() -> SmallNetwork:
    """Return the network that comes with Tessella for plain Python."""
    return SmallNetwork(SHIPPED)
