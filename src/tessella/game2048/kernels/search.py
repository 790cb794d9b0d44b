"""What is a board worth to who looks ahead? Expectimax over the n-tuple network."""

from typing import Any, NamedTuple

import numpy as np

from tessella.game2048.kernels.bitboard import (
    GAMMA,
    ROW,
    Bits,
    Numbers,
    empty_cells,
    mix,
    slide_all,
    spawn,
    start,
    transpose,
)
from tessella.game2048.kernels.network import STEM, stage_of
from tessella.jit import kernel
from tessella.words import ones, prefetch

U = np.uint64
I: Any = np.int64
F = np.float32

FRAMES = 16
WIDTH = 128
SLOTS = 32
GAMES = 8
DEEPEST = FRAMES - 1

PAIR = U(0xFFFF_FFFF)

# columns of `frames`
COUNT, LINKS, AT, DEPTH, EMPTY = 0, 1, 2, 3, 4
# what `state` holds
TOP, NODES = 0, 1


class Work(NamedTuple):
    """What a search works on."""

    pairs: Numbers
    seen: Numbers
    boards: Numbers
    ahead: Numbers
    totals: Numbers
    values: Numbers
    links: Numbers
    frames: Numbers
    nodes: Numbers
    missing: Numbers
    best: Numbers
    games: Numbers
    kind: Numbers
    bits: Numbers
    state: Numbers


def work_for(dtype: Any, stages: int, pair_bits: int = 16, seen_bits: int = 1) -> Work:
    """Return room for a search, with nothing in it."""
    pairs = np.zeros((2 * stages) << pair_bits, np.uint64)
    pairs[:: 1 << pair_bits] = U(1) << U(32)  # 0 would be the pair of empty rows
    real = np.dtype(dtype).kind == "f"
    kind = np.zeros(1, np.float32 if real else np.int32)
    return Work(
        pairs,
        np.zeros(2 << seen_bits, np.uint64),
        np.zeros(FRAMES * WIDTH, np.uint64),
        np.zeros(FRAMES * WIDTH, np.int64),
        np.zeros(WIDTH, np.float64 if real else np.int64),
        np.zeros(FRAMES * WIDTH, np.float64),
        np.zeros(FRAMES * WIDTH, np.int64),
        np.zeros((FRAMES, 5), np.int64),
        np.zeros(FRAMES, np.uint64),
        np.zeros(6 * WIDTH, np.uint64),
        np.zeros(SLOTS, np.float64),
        np.zeros(GAMES, np.uint64),
        kind,
        kind.view(np.uint32),
        np.zeros(2, np.int64),
    )


@kernel(inline=True)
def _mirrored(pair: Bits) -> Bits:
    """Return two rows, both read from the other end."""
    pair = ((pair & U(0x00FF_00FF)) << U(8)) | ((pair >> U(8)) & U(0x00FF_00FF))
    return ((pair & U(0x0F0F_0F0F)) << U(4)) | ((pair >> U(4)) & U(0x0F0F_0F0F))


@kernel(inline=True)
def _turned(pair: Bits) -> Bits:
    """Return two rows, exchanged."""
    return ((pair << U(16)) & PAIR) | (pair >> U(16))


@kernel(inline=True)
def _place(pair: Bits, stem: Bits) -> Bits:
    """Return the offset of a stem whose first row is the low one."""
    return (stem << U(25)) | (((pair & U(0xFFF)) | ((pair >> U(4)) & U(0xFF000))) << U(5))


@kernel(inline=True)
def _sum(weights: Numbers, pair: Bits, stem: Bits) -> Any:
    """Return what a stem's two shapes say of two rows, mirrored too."""
    place = _place(pair, stem)
    total = weights[place | ((pair >> U(12)) & U(15))] + weights[place | U(16) | ((pair >> U(24)) & U(15))]
    pair = _mirrored(pair)
    place = _place(pair, stem)
    return total + (weights[place | ((pair >> U(12)) & U(15))] + weights[place | U(16) | ((pair >> U(24)) & U(15))])


@kernel(inline=True)
def _ask(weights: Numbers, pair: Bits, stem: Bits) -> None:
    """Ask for the lines that `_sum` reads."""
    prefetch(weights, I(_place(pair, stem)))
    prefetch(weights, I(_place(_mirrored(pair), stem)))


@kernel
def look(base: int, n: int, stages: int, shift: int, unit: float, weights: Numbers, work: Work) -> None:
    """Write the network's values of the boards of a frame that are not looked at any deeper."""
    pairs, boards, ahead, totals, values, missing = (
        work.pairs,
        work.boards,
        work.ahead,
        work.totals,
        work.values,
        work.missing,
    )
    stems = len(weights) // (STEM * stages)
    size = U(1) << U(64 - shift)
    missed = 0
    for i in range(n):
        if ahead[base + i] != 0:
            continue
        board = boards[base + i]
        region = U(2 * stage_of(board, stages))
        total = totals.dtype.type(0)
        for _side in range(2):
            for kind in range(3):
                if kind == 0:
                    pair = board & PAIR
                elif kind == 1:
                    pair = _turned(board >> U(32))
                else:
                    pair = (board >> U(16)) & PAIR
                part = region + U(kind >> 1)
                entry = pairs[part * size + ((pair * GAMMA) >> U(shift))]
                if entry >> U(32) == pair:
                    total += np.uint32(entry).view(work.kind.dtype)
                else:
                    missing[missed] = pair | (U(i) << U(32)) | (part << U(48))
                    missed += 1
                    stem = (region >> U(1)) * U(stems)
                    if kind < 2:
                        _ask(weights, pair, stem)
                        if stems > 2:
                            _ask(weights, _turned(pair), stem + U(2))
                    else:
                        _ask(weights, pair, stem + U(1))
                        _ask(weights, _turned(pair), stem + U(1))
            board = transpose(board)
        totals[i] = total
    for k in range(missed):
        pair = missing[k] & PAIR
        i = I((missing[k] >> U(32)) & U(0xFFFF))
        part = missing[k] >> U(48)
        stem = (part >> U(1)) * U(stems)
        total = work.kind.dtype.type(0)
        if part & U(1) == U(0):
            total += _sum(weights, pair, stem)
            if stems > 2:
                total += _sum(weights, _turned(pair), stem + U(2))
        else:
            total += _sum(weights, pair, stem + U(1))
            total += _sum(weights, _turned(pair), stem + U(1))
        work.kind[0] = total
        totals[i] += work.kind[0]
        pairs[part * size + ((pair * GAMMA) >> U(shift))] = (pair << U(32)) | U(work.bits[0])
    for i in range(n):
        if ahead[base + i] == 0:
            values[base + i] = np.float64(totals[i]) * unit


@kernel(inline=True)
def _points(entry: Bits) -> Bits:
    """Return the points of a row's move; two 32768 that would merge are counted as if they did."""
    return ((entry >> U(32)) & U(0xFFFFF)) + ((entry >> U(63)) << U(16))


@kernel
def spread(frame: int, table: Numbers, fours: float, cut: float, work: Work) -> None:
    """Write the boards that can follow a frame's board: after a new tile and a move."""
    boards, ahead, links, frames = work.boards, work.ahead, work.links, work.frames
    board = work.nodes[frame]
    depth = frames[frame, DEPTH] - 1
    base = frame * WIDTH
    n = base
    m = base
    empty = ones(empty_cells(board))
    first = 1 if fours < 1.0 else 2
    last = 2 if fours > 0.0 else 1
    for side in range(2):
        if side == 1:
            board = transpose(board)
        moved_left = 0
        moved_right = 0
        left = U(0)
        right = U(0)
        gain = U(0)
        stuck = 0
        for i in range(4):
            row = (board >> U(16 * i)) & ROW
            entry = table[row]
            gain += _points(entry)
            left |= (entry & ROW) << U(16 * i)
            right |= ((entry >> U(16)) & ROW) << U(16 * i)
            if entry >> U(63):
                stuck |= 1 << i
            if entry & ROW != row:
                moved_left |= 1 << i
            if (entry >> U(16)) & ROW != row:
                moved_right |= 1 << i
        moved_left |= stuck
        moved_right |= stuck
        for i in range(4):
            here = U(16 * i)
            row = (board >> here) & ROW
            hole = ~(ROW << here)
            others_left = moved_left & ~(1 << i)
            others_right = moved_right & ~(1 << i)
            others_stuck = stuck & ~(1 << i)
            others_gain = gain - _points(table[row])
            for tile in range(first, last + 1):
                less = depth
                if depth > 0:
                    chance = fours if tile == 2 else 1.0 - fours
                    if chance < cut * empty:
                        less -= 1
                last_left = U(1 << 20)
                last_right = U(1 << 20)
                n_left = 0
                n_right = 0
                for j in range(4):
                    if (row >> U(4 * j)) & U(15):
                        continue
                    new = row | (U(tile) << U(4 * j))
                    entry = table[new]
                    cell = 4 * i + j if side == 0 else 4 * j + i
                    points = (others_gain + _points(entry)) << U(32)
                    link = points | U((2 * cell + tile - 1) << 16)
                    stops = others_stuck != 0 or entry >> U(63) != U(0)
                    after = entry & ROW
                    if others_left or after != new or entry >> U(63):
                        if after != last_left:
                            last_left = after
                            n_left = n
                            child = (left & hole) | (after << here)
                            if depth > 0 and side == 1:
                                child = transpose(child)
                            boards[n] = child
                            ahead[n] = 0 if stops else less
                            n += 1
                        links[m] = I(link | U(n_left))
                        m += 1
                    after = (entry >> U(16)) & ROW
                    if others_right or after != new or entry >> U(63):
                        if after != last_right:
                            last_right = after
                            n_right = n
                            child = (right & hole) | (after << here)
                            if depth > 0 and side == 1:
                                child = transpose(child)
                            boards[n] = child
                            ahead[n] = 0 if stops else less
                            n += 1
                        links[m] = I(link | U(n_right))
                        m += 1
    frames[frame, COUNT] = n - base
    frames[frame, LINKS] = m - base
    frames[frame, AT] = 0
    frames[frame, EMPTY] = empty


@kernel
def gather(frame: int, fours: float, work: Work) -> float:
    """Return what a frame's board is worth, now that its children's values are known."""
    best, values, links = work.best, work.values, work.links
    base = frame * WIDTH
    best[:] = 0.0
    for k in range(base, base + work.frames[frame, LINKS]):
        link = links[k]
        slot = (link >> 16) & 31
        value = values[link & 0xFFFF] + np.float64(link >> 32)
        # TODO sign
        best[slot] = max(best[slot], value)
    twos = 0.0
    rest = 0.0
    for slot in range(0, SLOTS, 2):
        twos += best[slot]
        rest += best[slot + 1]
    return F(((1.0 - fours) * twos + fours * rest) / work.frames[frame, EMPTY])


@kernel
def search(
    table: Numbers, weights: Numbers, stages: int, unit: float, fours: float, cut: float, limit: int, work: Work
) -> bool:
    """Go on for about `limit` boards; return whether the values of frame 0 are complete."""
    boards, ahead, values, frames, nodes, state, seen = (
        work.boards,
        work.ahead,
        work.values,
        work.frames,
        work.nodes,
        work.state,
        work.seen,
    )
    pair_shift = 64 - ones(U(len(work.pairs) // (2 * stages) - 1))
    seen_shift = 64 - ones(U(len(seen) // 2 - 1))
    rules = U(round(1000 * fours)) << U(40)
    top = state[TOP]
    fresh = top == 0 and frames[0, AT] < 0
    count = 0
    while True:
        base = top * WIDTH
        n = frames[top, COUNT]
        if fresh:
            look(base, n, stages, pair_shift, unit, weights, work)
            frames[top, AT] = 0
        at = frames[top, AT]
        while at < n:
            depth = ahead[base + at]
            if depth > 0:
                board = boards[base + at]
                entry = I(((board ^ U(depth)) * GAMMA) >> U(seen_shift)) * 2
                info = seen[entry + 1]
                if seen[entry] ^ info != board or info >> U(32) != (U(depth) | (rules >> U(32))):
                    break
                values[base + at] = np.uint32(info).view(np.float32)
            at += 1
        frames[top, AT] = at
        if at < n:
            if count >= limit:
                state[TOP] = top
                return False
            count += 1
            nodes[top + 1] = boards[base + at]
            frames[top + 1, DEPTH] = ahead[base + at]
            top += 1
            spread(top, table, fours, cut, work)
            fresh = True
            continue
        fresh = False
        if top == 0:
            state[NODES] += count
            return True
        value = gather(top, fours, work)
        board = nodes[top]
        depth = frames[top, DEPTH]
        info = U(F(value).view(np.uint32)) | (U(depth) << U(32)) | rules
        entry = I(((board ^ U(depth)) * GAMMA) >> U(seen_shift)) * 2
        seen[entry] = board ^ info
        seen[entry + 1] = info
        top -= 1
        values[top * WIDTH + frames[top, AT]] = value
        frames[top, AT] += 1


@kernel(inline=True)
def _largest(board: Bits) -> Any:
    most = U(0)
    for _ in range(16):
        most = max(most, board & U(15))
        board >>= U(4)
    return I(most)


@kernel
def play(  # noqa: C901, PLR0912, PLR0913, PLR0914, PLR0917 - one loop
    table: Numbers,
    weights: Numbers,
    stages: int,
    unit: float,
    ply: int,
    cut: float,
    moves: int,
    luck: Numbers,
    playing: Numbers,
    log: Numbers,
    work: Work,
) -> int:
    """Play about so many moves of games, some side by side; return how many games have not ended.

    luck: (n,) uint64, a stream for each game. playing: (side by side, 4) int64, zeros at first: the number of the game
    plus one, score, moves, and whether two 32768 met. log: (n, 4) int64, -1 at first, a row for each game: score, moves,
    largest power of two. `work.games` holds the boards that are played.
    """
    boards, ahead, values, frames, games = work.boards, work.ahead, work.values, work.frames, work.games
    after = np.zeros(4, np.uint64)
    points = np.zeros(4, np.int64)
    side_by_side = len(playing)
    which = np.zeros(4 * side_by_side + 1, np.int64)
    gain = np.zeros(4 * side_by_side, np.int64)
    begun = 0
    ended = 0
    for game in range(len(log)):
        ended += log[game, 0] >= 0
        begun += log[game, 0] >= 0
    for g in range(side_by_side):
        begun += playing[g, 0] > 0
    done = 0
    while ended < len(log) and done < moves:
        n = 0
        for g in range(side_by_side):
            if playing[g, 0] == 0:
                if begun == len(log):
                    continue
                games[g] = start(mix(luck[begun] + GAMMA))
                begun += 1
                playing[g, 0] = begun
                playing[g, 1] = 0
                playing[g, 2] = 0
            board = games[g]
            met = slide_all(board, table, after, points)
            if met == U(0):
                for way in range(4):
                    if after[way] != board:
                        boards[n] = after[way]
                        ahead[n] = ply - 1
                        which[n] = g
                        gain[n] = points[way]
                        n += 1
            else:
                playing[g, 3] = 1
        which[n] = -1
        frames[0, COUNT] = n
        frames[0, AT] = -1
        work.state[TOP] = 0
        search(table, weights, stages, unit, 0.1, cut, 1 << 60, work)
        k = 0
        for g in range(side_by_side):
            if playing[g, 0] == 0:
                continue
            best = -1e30
            chosen = -1
            while which[k] == g:
                value = values[k] + gain[k]
                if value > best:
                    best = value
                    chosen = k
                k += 1
            game = playing[g, 0] - 1
            if chosen >= 0:
                playing[g, 1] += gain[chosen]
                playing[g, 2] += 1
                games[g] = spawn(boards[chosen], mix(luck[game] + GAMMA * U(playing[g, 2] + 1)))
                done += 1
            else:
                met = playing[g, 3]
                log[game, 0] = playing[g, 1] + (met << 16)
                log[game, 1] = playing[g, 2] + met
                log[game, 2] = _largest(games[g]) + met
                playing[g, 0] = 0
                playing[g, 3] = 0
                ended += 1
    return len(log) - ended
