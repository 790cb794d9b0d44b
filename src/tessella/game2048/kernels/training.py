"""Temporal difference learning of an n-tuple network by self-play: see docs/training.md for what is learned, and why.

Two games are played in turn: as soon as one has moved, the 32 cache lines of weights for each of its next moves are
prefetched while the other is thought about. What a weight needs for its own rate lies in one place, [errors, absolute
errors], and both start at the same tiny number, so that the first rate is 1 without a question. The value of the last
board is summed again just before its update: the other game may have changed it since. What goes beyond one stage and
the next board, a `Curriculum`, is None where nothing does: the compiler then leaves it out, which is worth a fifth.

Tried, and slower: three or four games in turn, 4 to 10 %, since the lines of their moves no longer fit into the first
cache; all games prefetching before any is thought about, 5 %; prefetching one line of each pair and leaving the other
to the processor, 25 %; none, 33 %; dividing the rates of eight weights at once, 5 %.
"""

from typing import Any, NamedTuple

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import Vectors, empty_aligned, load, prefetch, store
from tessella.compiled.splitmix64 import GAMMA, mix64
from tessella.game2048.kernels.bitboard import TENTH, Bits, F, I, Numbers, U, largest, slide_all, spawn, start
from tessella.game2048.kernels.ntuple import (
    LINES,
    STAGES,
    STEM,
    downgrade,
    holds_great,
    look_up,
    seen_by,
    stage_of,
    value_at,
)

GAMES = 2  # how many games are played in turn
MAX_MOVES = 1 << 17  # how many moves of a game are remembered to start again from; no 4x4 board lasts longer
TRACE = 3  # how many afterstates of a game wait for what comes after them, where the trace does not decay at once
STAGE_STARTS = 4096  # how many first boards of each stage are kept
TINY = 1e-6  # what both sums of a weight's errors start at
GUIDED_FROM = 14  # from this power on a guided game follows its board downgraded

SCORE, MOVES, FRESH, WAITING = 0, 1, 2, 3  # columns of `games`
REWARD, VALUE = 0, 1  # of `estimates`
SLOTS = 4 + TRACE  # places for offsets: of four moves, and of the afterstates that wait


class Learner(NamedTuple):
    """What is learned, and the tables to play by."""

    weights: Numbers  # float32, STEM for each stem of each stage
    errors: Numbers  # float32, two for each weight; or none, for TD(0)
    table: Numbers  # `bitboard.row_table`
    masks: Vectors  # `ntuple.symmetries`


class SelfPlay(NamedTuple):
    """The games that one thread plays in turn."""

    boards: Numbers  # (GAMES,) uint64
    afterstates: Numbers  # (GAMES, TRACE) uint64: of the last moves, the oldest first, whose values wait for an update
    estimates: Numbers  # (GAMES, TRACE, 2) float32: the points of those moves, and what their boards were worth
    streams: Numbers  # (GAMES,) uint64: of random numbers
    games: Numbers  # (GAMES, 4) int64: score, moves, whether it began from an empty board, how many afterstates wait
    positions: Numbers  # (GAMES, MAX_MOVES) uint64: the positions of the game so far
    stage_starts: Numbers  # (STAGES, STAGE_STARTS) uint64: first boards of each stage, the latest in turn
    starts_seen: Numbers  # (STAGES,) int64: how many there were
    log: Numbers  # (n, 4) int64, a row for each game that ended: score, moves, largest power of two, whether it counts


def self_play(streams: list[int], log: int) -> SelfPlay:
    """Return games that have not begun, each with a stream of random numbers, and a log of so many rows."""
    return SelfPlay(
        boards=np.zeros(GAMES, np.uint64),
        afterstates=np.zeros((GAMES, TRACE), np.uint64),
        estimates=np.zeros((GAMES, TRACE, 2), np.float32),
        streams=np.array(streams, np.uint64),
        games=np.zeros((GAMES, 4), np.int64),
        positions=np.zeros((GAMES, MAX_MOVES), np.uint64),
        stage_starts=np.zeros((STAGES, STAGE_STARTS), np.uint64),
        starts_seen=np.zeros(STAGES, np.int64),
        log=np.zeros((log, 4), np.int64),
    )


@kernel
def begin(play: SelfPlay) -> None:
    """Begin every game from an empty board."""
    for game in range(GAMES):
        play.streams[game] += GAMMA
        play.boards[game] = start(mix64(play.streams[game]))
        play.games[game, FRESH] = 1


class Curriculum(NamedTuple):
    """How a network learns that has stages, or looks beyond the next board."""

    stages: int
    decay: float  # of the trace, lambda
    late: float  # how many of the games that do not begin half-way begin with a first board of a later stage
    guided: int  # 1 where games of later stages follow the first
    learning: int  # the first stage that learns


class _Views(NamedTuple):
    """What each game looks at before it moves."""

    after: Numbers  # (GAMES, 4) uint64: the boards after its moves
    points: Numbers  # (GAMES, 4) int64: the points of these moves
    seen: Numbers  # (GAMES, 4) uint64: the same boards without 32768, in a network of stages
    likes: Numbers  # (GAMES, 4) uint64: the same boards downgraded, where a game is guided
    like_points: Numbers  # (GAMES, 4) int64: the points of the same moves there
    is_guided: Numbers  # (GAMES,) bool
    offsets: Vectors  # SLOTS rows of vectors for each game: of its moves, and of the afterstates that wait


@kernel(inline=True)
def _look_ahead(learner: Learner, stems: int, views: _Views, board: Bits, game: int, curriculum: Any) -> None:
    weights, table, masks = learner.weights, learner.table, learner.masks
    lines = LINES * stems
    slide_all(board, table, views.after[game], views.points[game])
    if curriculum is not None:
        views.is_guided[game] = curriculum.guided > 0 and stage_of(board, curriculum.stages) > 0
        if views.is_guided[game]:
            slide_all(downgrade(board, GUIDED_FROM), table, views.likes[game], views.like_points[game])
    for direction in range(4):
        after = views.after[game, direction]
        if after == board:
            continue
        at = (SLOTS * game + direction) * lines
        if curriculum is None:
            look_up(after, stems, 1, masks, views.offsets, at)
        else:
            views.seen[game, direction] = seen_by(curriculum.stages, after)
            if views.is_guided[game]:
                look_up(views.likes[game, direction], stems, 1, masks, views.offsets, at)
            else:
                look_up(views.seen[game, direction], stems, curriculum.stages, masks, views.offsets, at)
        for line in range(at, at + lines):
            for lane in range(8):
                prefetch(weights, I(views.offsets[line, lane]))


@kernel(inline=True)
def _around(place: int, length: int) -> int:
    """Return a place of a ring of `length`: cheaper than a remainder, as no place is further off than one round."""
    return place - length if place >= length else place


@kernel(inline=True)
def _learn(weights: Numbers, errors: Numbers, offsets: Vectors, at: int, lines: int, error: Any) -> None:
    """Move the weights at a board's offsets, which stand from row `at` on, by an error, or by their own rate of it."""
    for line in range(at, at + lines):
        for lane in range(8):
            k = offsets[line, lane]
            if len(errors) > 0:
                even = k * U(2)
                odd = even + U(1)
                total, absolute = errors[even], errors[odd]
                weights[k] += abs(total) / absolute * error
                errors[even] = total + error
                errors[odd] = absolute + abs(error)
            else:
                weights[k] += error


@kernel(inline=True)
def _after_a_game(play: SelfPlay, game: int, shortest: int, curriculum: Any) -> None:
    """Begin another game: half-way through this one, with a first board of a later stage, or from an empty board."""
    played = play.games[game, MOVES]
    play.games[game, SCORE], play.games[game, MOVES], play.games[game, FRESH] = 0, 0, 0
    if shortest > 0 and played >= 2 * shortest:
        play.boards[game] = play.positions[game, played // 2]
        return
    chance = mix64(play.streams[game])
    if curriculum is not None and curriculum.stages > 1:
        play.streams[game] += GAMMA
        toss = mix64(play.streams[game])
        stage = I(1) + I((toss & U(0xFFFF)) % U(curriculum.stages - 1))
        kept = min(play.starts_seen[stage], STAGE_STARTS)
        if float(toss >> U(40)) < curriculum.late * float(1 << 24) and kept > 0:
            play.boards[game] = play.stage_starts[stage, I((toss >> U(16)) & U(0xFFFFFF)) % kept]
            return
    play.games[game, FRESH] = 1
    play.boards[game] = start(chance)


@kernel(inline=True)
def _put_in_order(play: SelfPlay, game: int, oldest: int, length: int) -> None:
    """Turn a game's ring of afterstates until the oldest stands first: numba takes seconds to compile `np.roll`."""
    afterstates, estimates = play.afterstates[game], play.estimates[game]
    for _turn in range(oldest):
        for k in range(length - 1):  # each exchange moves what stood first one further
            afterstates[k], afterstates[k + 1] = afterstates[k + 1], afterstates[k]
            for column in range(2):
                estimates[k, column], estimates[k + 1, column] = estimates[k + 1, column], estimates[k, column]


@kernel(fastmath=True)
def train(  # noqa: C901, PLR0912, PLR0915 - one loop, whose parts share every register
    learner: Learner, play: SelfPlay, moves: int, rate: float, shortest: int, curriculum: Any
) -> int:
    """Play and learn for about so many moves of GAMES games; return how many games ended.

    rate: the whole rate for TD(0); where the learner has errors it is multiplied with each weight's own. shortest: a
    game of twice as many moves starts again half-way; 0 for never. curriculum: a `Curriculum`, or None for one stage
    and no trace.
    """
    weights, errors, masks = learner.weights, learner.errors, learner.masks
    boards, afterstates, estimates, games = play.boards, play.afterstates, play.estimates, play.games
    stages, length, share, learning = 1, 1, F(0), 0
    if curriculum is not None:
        stages = curriculum.stages
        length = TRACE if curriculum.decay > 0 else 1
        share = F(curriculum.decay)
        learning = curriculum.learning
    stems = len(weights) // (STEM * stages)
    lines = LINES * stems
    step = F(rate) / F(8 * lines)
    offsets = empty_aligned(SLOTS * lines * GAMES)
    views = _Views(
        np.zeros((GAMES, 4), np.uint64),
        np.zeros((GAMES, 4), np.int64),
        np.zeros((GAMES, 4), np.uint64),
        np.zeros((GAMES, 4), np.uint64),
        np.zeros((GAMES, 4), np.int64),
        np.zeros(GAMES, np.bool_),
        offsets,
    )
    after, points = views.after, views.points
    oldest = np.zeros(GAMES, np.int64)  # which of the boards that wait is the first
    goals = np.zeros(TRACE, np.float32)
    ended = 0
    for game in range(GAMES):
        for k in range(games[game, WAITING]):
            look_up(afterstates[game, k], stems, stages, masks, offsets, (SLOTS * game + 4 + k) * lines)
        _look_ahead(learner, stems, views, boards[game], game, curriculum)
    for _ in range(moves // GAMES):
        for game in range(GAMES):
            board = boards[game]
            is_guided = False
            if curriculum is not None:
                is_guided = views.is_guided[game]
            best, worth, chosen = F(-1e30), F(0), -1
            for direction in range(4):
                if after[game, direction] != board:
                    value = value_at(weights, stems, offsets, (SLOTS * game + direction) * lines)
                    total = value + F(views.like_points[game, direction] if is_guided else points[game, direction])
                    if total > best:
                        best, worth, chosen = total, value, direction
            is_over = chosen < 0
            if is_over:
                best = F(0)
            elif is_guided:
                at = (SLOTS * game + chosen) * lines
                look_up(views.seen[game, chosen], stems, stages, masks, offsets, at)
                worth = value_at(weights, stems, offsets, at)
                best = worth + F(points[game, chosen])
            # In a network of stages a game ends with a 32768 too, and is worth what comes after it.
            is_last = is_over or (stages > 1 and holds_great(after[game, chosen], 15))
            waiting = games[game, WAITING]
            first = 0
            if curriculum is not None:
                first = oldest[game]
            if waiting == length or (is_last and waiting > 0):
                goals[waiting - 1] = best
                for k in range(waiting - 2, -1, -1):
                    following = _around(first + k + 1, length)
                    said = (F(1) - share) * estimates[game, following, VALUE] + share * goals[k + 1]
                    goals[k] = estimates[game, following, REWARD] + said
                updated = waiting if is_last else 1
                for k in range(updated):
                    slot = _around(first + k, length)
                    if learning > 0 and stage_of(afterstates[game, slot], stages) < learning:
                        continue
                    at = (SLOTS * game + 4 + slot) * lines
                    # Summed again: another game, or one of these updates, may have changed it.
                    error = (goals[k] - value_at(weights, stems, offsets, at)) * step
                    _learn(weights, errors, offsets, at, lines, error)
                waiting -= updated
                games[game, WAITING] = waiting
                if curriculum is not None:
                    first = _around(first + updated, length)
                    oldest[game] = first
            play.streams[game] += GAMMA
            if chosen >= 0:
                played = games[game, MOVES]
                play.positions[game, min(played, MAX_MOVES - 1)] = board
                games[game, SCORE] += points[game, chosen]
                games[game, MOVES] = played + 1
                boards[game] = spawn(after[game, chosen], mix64(play.streams[game]), TENTH)
            if is_last:
                if ended < len(play.log):
                    play.log[ended, 0], play.log[ended, 1] = games[game, SCORE], games[game, MOVES]
                    play.log[ended, 2], play.log[ended, 3] = largest(boards[game]), games[game, FRESH]
                ended += 1
                _after_a_game(play, game, shortest, curriculum)
            else:
                slot = _around(first + waiting, length)
                afterstates[game, slot] = after[game, chosen]
                estimates[game, slot, REWARD] = F(points[game, chosen])
                estimates[game, slot, VALUE] = worth
                games[game, WAITING] = waiting + 1
                place = (SLOTS * game + 4 + slot) * lines
                for line in range(lines):
                    store(offsets, place + line, load(offsets, (SLOTS * game + chosen) * lines + line))
                if len(errors) > 0:
                    place = (SLOTS * game + 4 + first) * lines  # the next to be updated
                    for line in range(place, place + lines):
                        for lane in range(8):
                            prefetch(errors, I(2 * offsets[line, lane]))
                if stages > 1:
                    stage = stage_of(boards[game], stages)
                    if stage > stage_of(board, stages):
                        play.stage_starts[stage, play.starts_seen[stage] % STAGE_STARTS] = boards[game]
                        play.starts_seen[stage] += 1
            _look_ahead(learner, stems, views, boards[game], game, curriculum)
    for game in range(GAMES):  # the oldest first, as they were at the beginning
        _put_in_order(play, game, oldest[game], length)
    return ended
