"""The network's values and games in numpy alone, until its kernels are compiled.

Both are those of `kernels.expectimax` bit for bit, up to `MAX_PLY` plies and as long as no tile can come up that is
downgraded. A move takes 10 to 50 microseconds at one ply, 100 to 500 at two: the more games side by side, the less.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import product

import numpy as np

from tessella.game2048.kernels.bitboard import FIRST, TENTH, Numbers, U
from tessella.game2048.kernels.expectimax import DOWNGRADE_FROM, Games
from tessella.game2048.kernels.ntuple import STEM, NTuples
from tessella.game2048.sliding import slide_line
from tessella.game2048.training.weights import Network
from tessella.rng import GAMMA, MASK, mix64

MAX_PLY = 2  # another ply takes 10 ms a move
PLACES = U(4) * np.arange(16, dtype=np.uint64)


def knows(network: Network, board: int, ply: int) -> bool:
    """Return whether such a search sees no tile of this board, or that may come of it, downgraded."""
    most = sum(1 << (board >> at & 15) for at in range(0, 64, 4)) + 4 * ply
    is_whole = network.weights.dtype == np.int16  # sums of others are rounded
    return ply <= MAX_PLY and is_whole and most < 1 << DOWNGRADE_FROM[network.stages > 1]


def look(network: NTuples, boards: Numbers, fours: float, ply: int) -> Numbers:
    """Return what boards after a move are worth, so many plies deep: (n,) uint64 to (n,) float64."""
    if ply == 1:
        return _judged(network, boards)
    empty = (boards[:, None] >> PLACES) & U(15) == 0
    board, cell = np.nonzero(empty)
    tiled = np.concatenate([boards[board] | (U(tile) << PLACES[cell]) for tile in (1, 2)])
    best = np.maximum(_move_values(network, tiled, fours, ply - 1)[0].max(axis=0), 0.0)
    by_cell = np.zeros((2, *empty.shape))
    by_cell[:, board, cell] = best.reshape(2, -1)
    twos, rest = by_cell.cumsum(axis=2)[:, :, -1]  # one after the other, as the kernel adds them up
    mean = ((1.0 - fours) * twos + fours * rest) / empty.sum(axis=1)
    return np.asarray(mean.astype(np.float32).astype(np.float64))


def play(network: Network, ply: int, batch: Games, boards: Numbers, stop: Callable[[], bool]) -> None:
    """Play games as `expectimax.play` does and where it goes on; return when `stop` says so, or nothing is left to do.

    boards: those of the games side by side, which are written to. Games that may see great tiles wait where they are.
    """
    playing, log = batch.playing, batch.log
    begun = int((log[:, 0] >= 0).sum() + (playing[:, 0] > 0).sum())
    while not stop():
        for place in np.flatnonzero(playing[:, 0] == 0)[: len(log) - begun]:
            draw = mix64(int(batch.streams[begun]) + GAMMA & MASK)
            boards[place] = _spawned(_spawned(0, draw), mix64(draw + GAMMA & MASK))
            begun += 1
            playing[place] = begun, 0, 0, 0
        at = [g for g in np.flatnonzero(playing[:, 0]) if knows(network, int(boards[g]), ply)]
        if not at:
            return
        values, after, points = _move_values(network.arrays, boards[at], 0.1, ply)
        for k, (g, direction) in enumerate(zip(at, values.argmax(axis=0), strict=True)):
            game = int(playing[g, 0]) - 1
            if values[direction, k] == -np.inf:
                log[game, :3] = *playing[g, 1:3], max(int(boards[g]) >> at & 15 for at in range(0, 64, 4))
                playing[g, 0] = 0
                continue
            playing[g, 1:3] += points[direction, k], 1
            luck = mix64(int(batch.streams[game]) + GAMMA * (int(playing[g, 2]) + 1) & MASK)
            boards[g] = _spawned(int(after[direction, k]), luck)


def _move_values(network: NTuples, boards: Numbers, fours: float, ply: int) -> tuple[Numbers, Numbers, Numbers]:
    """Return what each of four moves is worth, -inf where it changes nothing, the boards after it, and its points.

    Each is (4, n), in the order of `sliding.DIRECTIONS`.
    """
    after, points = slid(boards)
    values = np.full(after.shape, -np.inf)
    legal = after != boards
    values[legal] = look(network, after[legal], fours, ply) + points[legal]
    return values, after, points


def slid(boards: Numbers) -> tuple[Numbers, Numbers]:
    """Return the boards after each of four moves, and its points: (4, n) each, in the order of `sliding.DIRECTIONS`."""
    left, right, gain = _rows()
    n = len(boards)
    rows = np.concatenate([boards, transposed(boards)]).view(np.uint16).reshape(-1, 4)
    ways = [table[rows].view(np.uint64).reshape(2, n) for table in (left, right)]
    sides = gain[rows].sum(axis=1).reshape(2, n)
    after = np.stack([ways[0][0], ways[1][0], *map(transposed, (ways[0][1], ways[1][1]))])
    return after, sides.repeat(2, axis=0)


def _judged(network: NTuples, boards: Numbers) -> Numbers:
    """Return what the network says: the sum of the weights at the offsets that `kernels.ntuple` draws."""
    weights, unit, stems, stages = network
    high = (boards >> U(3)) & (boards >> U(2)) & FIRST
    later, last = (high & (boards >> U(1)) & ~boards != 0), (high & ~(boards >> U(1)) & boards != 0)
    stage = np.where(later & (stages > 1), 1 + (last & (stages > 2)), 0).astype(np.uint64)
    turned = np.stack([boards, transposed(boards)])
    outer, inner, rows = U(0x000F_000F_000F_000F), U(0x00F0_00F0_00F0_00F0), U(0x0000_FFFF_0000_FFFF)
    mirrored = ((turned & outer) << U(12)) | ((turned & inner) << U(4))
    mirrored |= ((turned >> U(4)) & inner) | ((turned >> U(12)) & outer)
    turned = np.concatenate([turned, mirrored])
    flipped = (turned << U(32)) | (turned >> U(32))
    turned = np.concatenate([turned, ((flipped & rows) << U(16)) | ((flipped >> U(16)) & rows)])
    total = np.zeros(len(boards), np.int64)
    for stem in range(stems):
        five = ((turned & U(0xFFF)) | ((turned >> U(4)) & U(0xFF000))) << U(5)
        five |= (stage * U(stems) + U(stem)) * U(STEM)
        for shape, place in ((U(0), U(12)), (U(16), U(24))):
            offsets = five | ((turned >> place) & U(15)) | shape
            total += weights[offsets.view(np.int64)].sum(axis=0, dtype=np.int64)
        turned = turned >> U(16)
    return np.asarray(total.astype(np.float64) * unit)


def transposed(boards: Numbers) -> Numbers:
    """Return the boards mirrored in their falling diagonal: see `bitboard.transpose`."""
    stay = boards & U(0xF0F0_0F0F_F0F0_0F0F)
    boards = stay | ((boards & U(0x0000_F0F0_0000_F0F0)) << U(12)) | ((boards & U(0x0F0F_0000_0F0F_0000)) >> U(12))
    stay = boards & U(0xFF00_FF00_00FF_00FF)
    moved = ((boards & U(0x00FF_00FF_0000_0000)) >> U(24)) | ((boards & U(0x0000_0000_FF00_FF00)) << U(24))
    return np.asarray(stay | moved)


def _spawned(board: int, luck: int) -> int:
    """Return the board with a new tile: see `bitboard.spawn`."""
    empty = [at for at in range(0, 64, 4) if not board >> at & 15]
    return board | (2 if luck & 0xFFFF_FFFF < TENTH else 1) << empty[(luck >> 32) * len(empty) >> 32]


@lru_cache(maxsize=1)
def _rows() -> tuple[Numbers, Numbers, Numbers]:
    """Return what each of the 65,536 rows is when it has slid left, and right, and the points of that.

    Tiles that no board here holds are taken for empty cells: those that two 32768 make.
    """
    right, points = np.zeros(65536, np.uint16), np.zeros(65536, np.int64)
    tiles = [0, *(1 << power for power in range(1, 16))]
    for row, cells in enumerate(product(tiles, repeat=4)):  # from its right end
        slid, merged = slide_line.__wrapped__(cells)  # remembering all of them would take 20 MB
        right[row] = sum((tile.bit_length() - 1 & 15) << 12 - 4 * i for i, tile in enumerate(slid) if tile)
        points[row] = sum(merged)
    rows = np.arange(65536, dtype=np.uint16)
    mirror = (rows >> 12) | (rows >> 4 & 0xF0) | (rows << 4 & 0xF00) | (rows << 12)
    return mirror[right[mirror]], right, points
