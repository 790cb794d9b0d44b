"""Expectimax search over the n-tuple network: see "How the search works" in docs/2048-engine.md.

    E(board, 0)       what the network says of a board after a move
    E(board, depth)   mean over new tiles of the max over moves of (points + E(board after it, depth - 1)), or 0

    frames            the boards of a frame stand from WIDTH * its number on, and what they are worth, and how much
                      deeper each is searched. Frame 0 is filled by the caller; another holds what can follow one board
                      of the frame before it.
    links             how a new tile and a move lead to a board: bits 0 to 15 where it stands, 16 to 20 the new tile
                      (twice its cell, and one more for a 4), 32 to 63 the points of the move
    transpositions    two words an entry: the board ^ info, and info. So a half that another thread wrote is no entry.
                      info: bits 0 to 31 the value, a float32; 32 to 39 the depth; 40 to 46 the chance of a 4 in
                      percent; 47 whether rare tiles were cut; 48 to 63 in which search it was found

Tried, and slower: a cache of what the network says of two rows at a time, so that a board is six look-ups instead of 32
(two in five miss): 1.3 times the time. A frame's arrays handed to kernels that are not inlined: 1.1 times.
"""

from typing import Any, NamedTuple

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import Vectors, empty_aligned, popcount, prefetch, splat, store
from tessella.compiled.splitmix64 import GAMMA, mix64
from tessella.game2048.kernels.bitboard import (
    FIRST,
    ROW,
    Bits,
    F,
    I,
    Numbers,
    U,
    empty_cells,
    largest,
    slide_all,
    spawn,
    start,
    transpose,
)
from tessella.game2048.kernels.ntuple import NTuples, downgrade, holds_great, seen_by, stage_of, symmetries, turn

FRAMES = 16
MAX_DEPTH = FRAMES - 1  # how deep a search can go
WIDTH = 128  # how many boards a frame holds; 120 can follow one board
GAMES = 8  # how many games are played side by side at one ply
SLOTS = 32  # how many new tiles there can be: two for each cell
PREFETCHED = 12  # how many boards before its turn a board's weights are asked for
RING = 32  # how many boards' offsets are kept: a power of two that is larger than PREFETCHED
DOWNGRADE_FROM = 14, 15  # from which power on boards are downgraded for a network of one stage, and of several
CLAIMS = 4096  # how many marks threads have to tell each other what they are looking at

COUNT, LINKS, AT, DEPTH, EMPTY, AGAIN = range(6)  # columns of `frames`
TOP, NODES, LEAVES, SEARCH = range(4)  # what `state` holds
PAIR = U(0xFFFF_FFFF)
NO_ROW = U(1 << 20)


class Workspace(NamedTuple):
    """What a search works on. Each thread has its own; they may share `transpositions` and `claims`."""

    transpositions: Numbers
    claims: Numbers
    boards: Numbers
    depths: Numbers
    values: Numbers
    links: Numbers
    frames: Numbers
    nodes: Numbers
    leaves: Numbers
    best: Numbers
    state: Numbers
    games: Numbers
    masks: Vectors
    vectors: Vectors
    offsets: Numbers


def workspace(bits: int = 1, like: Workspace | None = None) -> Workspace:
    """Return a workspace that knows nothing yet, of 2 ** bits buckets, at least two; or one that shares them."""
    vectors = np.asarray(empty_aligned(4 * RING))
    vectors[:] = 0
    transpositions = np.asarray(empty_aligned(0 if like else 1 << max(1, bits) >> 1)).reshape(-1)
    transpositions[:] = 0
    return Workspace(
        transpositions=like.transpositions if like else transpositions,
        claims=like.claims if like else np.zeros(CLAIMS, np.uint8),
        boards=np.zeros(FRAMES * WIDTH, np.uint64),
        depths=np.zeros(FRAMES * WIDTH, np.int64),
        values=np.zeros(FRAMES * WIDTH, np.float64),
        links=np.zeros(FRAMES * WIDTH, np.uint64),
        frames=np.zeros((FRAMES, 6), np.int64),
        nodes=np.zeros(FRAMES, np.uint64),
        leaves=np.zeros(WIDTH, np.int64),
        best=np.zeros(SLOTS, np.float64),
        state=np.zeros(4, np.int64),
        games=np.zeros(GAMES, np.uint64),
        masks=symmetries(),
        vectors=vectors,
        offsets=vectors.reshape(-1).view(np.uint32),
    )


def begin(work: Workspace, boards: list[int], depth: int) -> None:
    """Put the boards to look at into frame 0."""
    n = len(boards)
    work.boards[:n] = boards
    work.depths[:n] = depth
    work.frames[0] = n, 0, -1, 0, 0, 0
    work.state[:3] = 0
    work.state[SEARCH] = (work.state[SEARCH] + 1) & 0x7FFF


class Games(NamedTuple):
    """Games that are played to their end, some side by side."""

    streams: Numbers  # (n,) uint64: where the random numbers of each game begin
    playing: Numbers  # (side by side, 4) int64, 0 at first: game's number + 1, score, moves, whether two 32768 met
    log: Numbers  # (n, 4) int64, -1 at first, a row for each game: score, moves, largest power of two
    board: Bits  # after a move, to go on from; 0 for fresh games
    fours: Bits  # of `bitboard.spawn`
    last: int  # the power of two that ends a game; 16 for none


# --- What the network says -------------------------------------------------------------------------------------------


@kernel(inline=True)
def _write_offsets(boards: Any, stage: Bits, stems: int, words: Vectors, at: int) -> None:
    """Write a turned board's offsets: in each lane the first stem's in the low half, the next one's in the high half.

    See `network.look_up`, whose numbers these are.
    """
    for stem in range(0, stems, 2):
        first = (stage * U(stems) + U(stem)) * U(0x0200_0000_0200_0000) + U(0x0200_0000_0000_0000)
        two = (boards & splat(PAIR)) | ((boards & splat(U(0x0000_FFFF_FFFF_0000))) << 16)
        five = (two & splat(U(0x0000_0FFF_0000_0FFF))) | ((two >> 4) & splat(U(0x000F_F000_000F_F000)))
        place = (five << 5) | splat(first)
        sixth = splat(U(0x0000_000F_0000_000F))
        store(words, at + stem, place | ((two >> 12) & sixth))
        store(words, at + stem + 1, place | ((two >> 24) & sixth) | splat(U(0x0000_0010_0000_0010)))
        boards = boards >> 32


@kernel(inline=True)
def _evaluate(base: int, count: int, network: NTuples, work: Workspace) -> None:  # noqa: C901 - two loops in one
    """Write what the network says of the boards of a frame that `leaves` lists."""
    boards, values, leaves, offsets = work.boards, work.values, work.leaves, work.offsets
    weights, unit, stems, stages = network
    per = 4 if stems > 2 else 2  # vectors a board
    half = stems & 1  # whether the last stem stands alone
    pairs = U(32 * ((stems + half) // 2 - half))
    for k in range(count + PREFETCHED):
        if k < count:
            board = seen_by(stages, boards[U(base + leaves[U(k)])])
            place = (k & (RING - 1)) * per
            _write_offsets(turn(board, work.masks), U(stage_of(board, stages)), stems, work.vectors, place)
            first = U(16 * place)
            if pairs:
                for lane in range(U(16)):
                    prefetch(weights, I(offsets[first + lane]))
            if half:
                for lane in range(U(0), U(16), U(2)):
                    prefetch(weights, I(offsets[first + pairs + lane]))
        if k >= PREFETCHED:
            i = k - PREFETCHED
            total = 0
            first = U(16 * (i & (RING - 1)) * per)
            if pairs:
                for lane in range(U(32)):
                    total += weights[U(offsets[first + lane])]
            if half:
                for lane in range(U(0), U(32), U(2)):
                    total += weights[U(offsets[first + pairs + lane])]
            values[U(base + leaves[U(i)])] = np.float64(total) * unit


# --- What can follow -------------------------------------------------------------------------------------------------


@kernel(inline=True)
def _points(entry: Bits) -> Bits:
    """Return the points of a row's move, those of two 32768 that meet among them."""
    return ((entry >> U(32)) & U(0xFFFFF)) + ((entry >> U(63)) << U(16))


@kernel(inline=True)
def _expand(  # noqa: C901, PLR0912, PLR0915 - loops in loops over the same few numbers
    frame: int, table: Numbers, fours: float, cut: float, work: Workspace
) -> int:
    """Write what can follow a frame's board: a new tile, and a move. Return how many of it only the network judges."""
    boards, depths, links, leaves = work.boards, work.depths, work.links, work.leaves
    board = work.nodes[frame]
    depth = work.frames[frame, DEPTH] - 1
    base = frame * WIDTH
    n, m, flat = 0, 0, 0
    empty = popcount(empty_cells(board))
    first = 1 if fours < 1.0 else 2
    last = 2 if fours > 0.0 else 1
    for side in range(2):
        if side == 1:
            board = transpose(board)  # up and down are left and right
        left, right, gain, met, moved_left, moved_right = U(0), U(0), U(0), 0, 0, 0
        for i in range(4):
            row = (board >> U(16 * i)) & ROW
            entry = table[row]
            gain += _points(entry)
            left |= (entry & ROW) << U(16 * i)
            right |= ((entry >> U(16)) & ROW) << U(16 * i)
            met |= I(entry >> U(63)) << i
            moved_left |= I((entry & ROW) != row) << i
            moved_right |= I(((entry >> U(16)) & ROW) != row) << i
        for i in range(4):
            here = U(16 * i)
            row = (board >> here) & ROW
            hole = ~(ROW << here)
            others = ~(1 << i)
            others_gain = gain - _points(table[row])
            for tile in range(first, last + 1):
                deeper = depth
                if depth > 0 and (fours if tile == 2 else 1.0 - fours) < cut * empty:
                    deeper -= 1
                last_left, last_right, at_left, at_right = NO_ROW, NO_ROW, 0, 0
                for j in range(4):
                    if (row >> U(4 * j)) & U(15):
                        continue
                    new = row | (U(tile) << U(4 * j))
                    entry = table[new]
                    meets = I(entry >> U(63))
                    cell = 4 * i + j if side == 0 else 4 * j + i
                    link = ((others_gain + _points(entry)) << U(32)) | U((2 * cell + tile - 1) << 16)
                    ends = meets | (met & others)
                    for direction in range(2):
                        if direction == 0:
                            after = entry & ROW
                            moved = (moved_left | met) & others
                            known = after == last_left
                        else:
                            after = (entry >> U(16)) & ROW
                            moved = (moved_right | met) & others
                            known = after == last_right
                        if moved | meets or after != new:
                            if not known:
                                child = ((left if direction == 0 else right) & hole) | (after << here)
                                if depth > 0 and side == 1:
                                    child = transpose(child)
                                boards[U(base + n)] = child
                                goes = 0 if ends else deeper
                                depths[U(base + n)] = goes
                                if goes == 0:
                                    leaves[U(flat)] = n
                                    flat += 1
                                if direction == 0:
                                    last_left, at_left = after, n
                                else:
                                    last_right, at_right = after, n
                                n += 1
                            links[U(base + m)] = link | U(at_left if direction == 0 else at_right)
                            m += 1
    work.frames[frame, COUNT], work.frames[frame, LINKS], work.frames[frame, EMPTY] = n, m, empty
    return flat


@kernel(inline=True)
def _back_up(frame: int, fours: float, work: Workspace) -> Any:
    best, values, links = work.best, work.values, work.links
    base = frame * WIDTH
    best[:] = 0.0
    for k in range(base, base + work.frames[frame, LINKS]):
        link = links[U(k)]
        slot = (link >> U(16)) & U(31)
        value = values[U(base) + (link & U(0xFFFF))] + np.float64(I(link >> U(32)))
        best[slot] = max(best[slot], value)
    twos, rest = 0.0, 0.0
    for slot in range(0, SLOTS, 2):
        twos += best[U(slot)]
        rest += best[U(slot + 1)]
    return F(((1.0 - fours) * twos + fours * rest) / work.frames[frame, EMPTY])


# --- The search ------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def _bucket(board: Bits, depth: int, shift: Bits) -> Bits:
    return (((board ^ U(depth)) * GAMMA) >> shift) << U(2)


@kernel
def search(  # noqa: C901, PLR0912, PLR0915 - one loop, whose parts share every register
    table: Numbers, network: NTuples, fours: float, cut: float, shared: int, limit: int, work: Workspace
) -> bool:
    """Look at the boards of frame 0, and write their values; return whether it is done, or to be called again.

    fours: the chance of a 4. cut: a new tile of a smaller chance is looked at one ply less deep. shared: whether other
    threads search the same, so that what one has begun the others leave for last. limit: how many boards to spread
    before it comes back.
    """
    boards, depths, values, frames = work.boards, work.depths, work.values, work.frames
    nodes, state, transpositions, claims = work.nodes, work.state, work.transpositions, work.claims
    shift = U(64 - popcount(U(len(transpositions) // 4 - 1)))
    rules = (U(round(100 * fours)) | U(128 if cut > 0.0 else 0)) << U(40)
    now = U(state[SEARCH]) << U(48)
    top = state[TOP]
    flat = 0
    fresh = frames[0, AT] < 0
    if fresh:
        for k in range(frames[0, COUNT]):
            if depths[k] == 0:
                work.leaves[flat] = k
                flat += 1
    count = 0
    while True:
        base = top * WIDTH
        n = frames[top, COUNT]
        share = shared and top == 1
        if fresh:
            frames[top, AT] = 0
            frames[top, AGAIN] = 0
            state[LEAVES] += flat
            _evaluate(base, flat, network, work)
            if flat < n:
                for k in range(base, base + n):
                    prefetch(transpositions, I(_bucket(boards[k], depths[k], shift)))
                    if share and depths[k] > 0:
                        values[k] = np.nan
        at = frames[top, AT]
        while at < n:
            depth = depths[base + at]
            if depth > 0 and not (share and values[base + at] == values[base + at]):
                board = boards[base + at]
                bucket = _bucket(board, depth, shift)
                wanted = (U(depth) << U(32)) | rules
                info = transpositions[bucket + U(1)]
                found = (transpositions[bucket] ^ info) == board and (info & U(0xFFFF_0000_0000)) == wanted
                if not found:
                    info = transpositions[bucket + U(3)]
                    found = (transpositions[bucket + U(2)] ^ info) == board and (info & U(0xFFFF_0000_0000)) == wanted
                if found:
                    values[base + at] = np.uint32(info).view(np.float32)
                elif share:
                    claim = (bucket >> U(2)) & U(CLAIMS - 1)
                    if claims[claim] == 0 or frames[top, AGAIN] == 1:
                        claims[claim] = 1
                        break
                else:
                    break
            at += 1
        if share and at == n and frames[top, AGAIN] == 0:
            frames[top, AT] = 0
            frames[top, AGAIN] = 1
            fresh = False
            continue
        frames[top, AT] = at
        if at < n:
            if count >= limit:
                state[TOP] = top
                state[NODES] += count
                return False
            count += 1
            nodes[top + 1] = boards[base + at]
            frames[top + 1, DEPTH] = depths[base + at]
            top += 1
            flat = _expand(top, table, fours, cut, work)
            fresh = True
            continue
        fresh = False
        if top == 0:
            state[NODES] += count
            return True
        value, board, depth = _back_up(top, fours, work), nodes[top], frames[top, DEPTH]
        info = U(F(value).view(np.uint32)) | (U(depth) << U(32)) | rules | now
        bucket = _bucket(board, depth, shift)
        old = transpositions[bucket + U(1)]
        if (old >> U(48)) == (now >> U(48)) and (old >> U(32)) & U(255) > U(depth):
            bucket += U(2)
        transpositions[bucket] = board ^ info
        transpositions[bucket + U(1)] = info
        top -= 1
        values[top * WIDTH + frames[top, AT]] = value
        frames[top, AT] += 1


# --- Games -----------------------------------------------------------------------------------------------------------


@kernel
def play(  # noqa: C901, PLR0912, PLR0915 - one loop
    table: Numbers, network: NTuples, ply: int, cut: float, moves: int, batch: Games, work: Workspace
) -> int:
    """Play about so many moves of games, some side by side; return how many have not ended.

    A game ends where two 32768 meet, too, and their points count.
    """
    boards, depths, values, games = work.boards, work.depths, work.values, work.games
    streams, playing, log = batch.streams, batch.playing, batch.log
    goal = U(batch.last) * FIRST
    after, points = np.zeros(4, np.uint64), np.zeros(4, np.int64)
    # The same boards downgraded, which are looked at in their place.
    likes, like_points = np.zeros(4, np.uint64), np.zeros(4, np.int64)
    places = 4 * len(playing)
    which, next_boards = np.zeros(places + 1, np.int64), np.zeros(places, np.uint64)
    gain, like_gain = np.zeros(places, np.int64), np.zeros(places, np.int64)
    ended = 0  # sums of numpy would come with numba's numpy, which takes longer to load than all the kernels
    for game in range(len(log)):
        ended += int(log[game, 0] >= 0)
    begun = ended
    for g in range(len(playing)):
        begun += int(playing[g, 0] > 0)
    great = DOWNGRADE_FROM[0] if network.stages == 1 else DOWNGRADE_FROM[1]
    done = 0
    while ended < len(log) and done < moves:
        n = 0
        for g in range(len(playing)):
            if playing[g, 0] == 0:
                if begun == len(log):
                    continue
                first = mix64(streams[begun] + GAMMA)
                games[g] = spawn(batch.board, first, batch.fours) if batch.board else start(first)
                begun += 1
                playing[g, 0], playing[g, 1], playing[g, 2] = begun, 0, 0
            board = games[g]
            met = slide_all(board, table, after, points)
            playing[g, 3] = I(met)
            if holds_great(board, great):
                slide_all(downgrade(board, great), table, likes, like_points)
            else:
                for direction in range(4):  # arrays as a whole take a second to compile
                    likes[direction], like_points[direction] = after[direction], points[direction]
            for direction in range(4):
                if after[direction] != board and met == U(0):
                    boards[n] = likes[direction]
                    like_gain[n] = like_points[direction]
                    next_boards[n] = after[direction]
                    depths[n] = ply - 1
                    which[n] = g
                    gain[n] = points[direction]
                    n += 1
        which[n] = -1
        work.frames[0, COUNT] = n
        work.frames[0, AT] = -1
        work.state[TOP] = 0
        search(table, network, 0.1, cut, 0, 1 << 60, work)
        k = 0
        for g in range(len(playing)):
            if playing[g, 0] == 0:
                continue
            best = -1e30
            chosen = -1
            while which[k] == g:
                value = values[k] + like_gain[k]
                if value > best:
                    best = value
                    chosen = k
                k += 1
            game = playing[g, 0] - 1
            is_over = chosen < 0
            if not is_over:
                playing[g, 1] += gain[chosen]
                playing[g, 2] += 1
                games[g] = next_boards[chosen]
                done += 1
                is_over = batch.last < 16 and empty_cells(games[g] ^ goal) != U(0)
                if not is_over:
                    games[g] = spawn(games[g], mix64(streams[game] + GAMMA * U(playing[g, 2] + 1)), batch.fours)
            if is_over:
                met_now, playing[g, 0] = playing[g, 3], 0
                log[game, 0], log[game, 1] = playing[g, 1] + (met_now << 16), playing[g, 2] + met_now
                log[game, 2] = largest(games[g]) + met_now
                ended += 1
    return len(log) - ended
