"""How does a network learn from games that it plays with itself?

Afterstate learning (Szubert and Jaskowski 2014): the value of the board after a move, before the new tile, is moved
towards the points and the value of the next one. With temporal coherence (Beal and Smith, "Temporal Coherence and
Prediction Decay in TD Learning", IJCAI 1999; Jaskowski, "Mastering 2048 with Delayed Temporal Coherence Learning,
Multi-Stage Weight Promotion, Redundant Encoding and Carousel Shaping", 2016) each weight has a rate of its own,
|sum of its errors| / sum of their absolute values, so that a weight that is pushed to and fro comes to rest.

Weights that start high make the player look for what it has not seen (Guei, Chen and Wu, "Optimistic Temporal
Difference Learning for 2048", 2021): nothing in here knows of it but the start values. And a game that ends starts
again half-way through, until what is left of it is short (Matsuzaki, "Developing a 2048 Player with Backward
Temporal Coherence Learning and Restart", 2017), so that late positions, which decide a good player's score, are
learned as often as early ones. Only games from an empty board are counted in the curve.

With a trace decay above 0 the value is moved towards a mix of what the next HELD boards say, the later the less:
TC(lambda), learned HELD - 1 moves late ("Delayed Temporal Coherence", Jaskowski 2016), so that what a mistake costs is
known some moves earlier, at the price of a few sums.

In a network of stages the first boards of each stage are kept, and games begin from them too (carousel shaping,
Jaskowski 2016): what few games come to is learned from many. A game ends there with its first 32768, and is then worth
what the network says of the board that it is seen as. Where later stages know nothing yet a game can be *guided*: it
plays as the first stage would on the board downgraded, which wins far more of them, and the later stages learn what
that is worth.

Memory is what training waits for: 32 cache lines of weights for each of four moves. So two games are played in turn:
as soon as one has moved, the lines of its next moves are asked for, and come while the other is thought about. What a
weight needs for its own rate lies in one place, [errors, absolute errors], and both start at the same tiny number, so
that the first rate is 1 without a question. The value of the last board is summed again just before its update: the
other game may have changed it since.

What goes beyond one stage and the next board, a `Course`, is None where nothing does: the compiler then leaves all of
it out, which is worth a fifth.

Tried, and given up: three or four games in turn, 4 to 10 % slower, since the lines of their moves no longer fit into
the first cache; all games asking before any is thought about, 5 %; asking for one line of each pair and leaving the
other to the processor, 25 %; for none, 33 %; dividing the rates of eight weights at once, 5 %.
"""

from typing import Any, NamedTuple

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import Vectors, empty_aligned, load, prefetch, store
from tessella.game2048.kernels.bitboard import GAMMA, Bits, Numbers, largest, mix, slide_all, spawn, start
from tessella.game2048.kernels.ntuple import (
    LINES,
    STAGES,
    STEM,
    downgrade,
    holds_great,
    look_up_known,
    stage_of,
    value_at,
)

__all__ = ["BANK", "GAMES", "HELD", "LONGEST", "TINY", "Course", "Play", "begin", "play_for", "train"]

U = np.uint64
I: Any = np.int64
F = np.float32

GAMES = 2
"""How many games are played in turn."""
LONGEST = 1 << 17
"""How many moves of a game are remembered to start again from; no board of 4x4 tiles lasts longer."""
HELD = 3
"""How many boards of a game wait for what comes after them, where the trace does not decay at once."""
BANK = 4096
"""How many first boards of each stage are kept."""
TINY = 1e-6
"""What both sums of a weight's errors start at."""
LEAD = 14
"""From this power on a guided game follows its board downgraded."""

SCORE, MOVES, FRESH, WAITING = 0, 1, 2, 3  # columns of `games`
GAIN, WORTH = 0, 1  # of `known`
SLOTS = 4 + HELD  # places for offsets: of four moves, and of the boards that wait


class Play(NamedTuple):
    """The games that one thread plays in turn."""

    boards: Numbers
    """(GAMES,) uint64."""
    befores: Numbers
    """(GAMES, HELD) uint64: the boards after the last moves, the oldest first, whose values are not updated yet."""
    known: Numbers
    """(GAMES, HELD, 2) float32: the points of those moves, and what their boards were worth."""
    luck: Numbers
    """(GAMES,) uint64: streams of luck."""
    games: Numbers
    """(GAMES, 4) int64: score, moves, whether the game began from an empty board, and how many boards wait."""
    traces: Numbers
    """(GAMES, LONGEST) uint64: the positions of the game so far."""
    bank: Numbers
    """(STAGES, BANK) uint64: first boards of each stage, the latest in turn."""
    banked: Numbers
    """(STAGES,) int64: how many there were."""
    log: Numbers
    """(n, 4) int64, a row for each game that ended: score, moves, largest power of two, whether it counts."""


def play_for(luck: list[int], log: int) -> Play:
    """Return games that have not begun, each with a stream of luck, and a log of so many rows."""
    return Play(
        np.zeros(GAMES, np.uint64),
        np.zeros((GAMES, HELD), np.uint64),
        np.zeros((GAMES, HELD, 2), np.float32),
        np.array(luck, np.uint64),
        np.zeros((GAMES, 4), np.int64),
        np.zeros((GAMES, LONGEST), np.uint64),
        np.zeros((STAGES, BANK), np.uint64),
        np.zeros(STAGES, np.int64),
        np.zeros((log, 4), np.int64),
    )


@kernel
def begin(play: Play) -> None:
    """Begin every game from an empty board."""
    for game in range(GAMES):
        play.luck[game] += GAMMA
        play.boards[game] = start(mix(play.luck[game]))
        play.games[game, FRESH] = 1


class Course(NamedTuple):
    """How a network learns that has stages, or looks beyond the next board."""

    stages: int
    decay: float
    """Of the trace, lambda."""
    late: float
    """How many of the games that do not begin half-way begin with a first board of a later stage."""
    guided: int
    """1 where games of later stages follow the first."""
    learning: int
    """The first stage that learns."""


class _Views(NamedTuple):
    """What each game looks at before it moves."""

    after: Numbers
    """(GAMES, 4) uint64: the boards after its moves."""
    points: Numbers
    """(GAMES, 4) int64: the points of these moves."""
    seen: Numbers
    """(GAMES, 4) uint64: the same boards without 32768, in a network of stages."""
    likes: Numbers
    """(GAMES, 4) uint64: the same boards downgraded, where a game is guided."""
    like_points: Numbers
    """(GAMES, 4) int64: the points of the same moves there."""
    is_led: Numbers
    """(GAMES,) bool: whether it is guided."""
    offsets: Vectors
    """SLOTS rows of words for each game: of its moves, and of the boards that wait."""


@kernel
def _see(boards: Numbers) -> None:
    """Downgrade those boards that hold 32768, which a network of stages does not know."""
    for k in range(len(boards)):
        if holds_great(boards[k], 15):
            boards[k] = downgrade(boards[k], 15)


@kernel(inline=True)
def _look_ahead(  # noqa: PLR0913, PLR0917 - a kernel takes what it works on one by one
    weights: Numbers, table: Numbers, stems: int, masks: Vectors, views: _Views, board: Bits, game: int, course: Any
) -> None:
    """Write down what the game's next moves lead to, and ask for the weights of it."""
    lines = LINES * stems
    slide_all(board, table, views.after[game], views.points[game])
    if course is not None:
        views.seen[game] = views.after[game]
        views.is_led[game] = course.guided > 0 and stage_of(board, course.stages) > 0
        if course.stages > 1:
            _see(views.seen[game])
        if views.is_led[game]:
            slide_all(downgrade(board, LEAD), table, views.likes[game], views.like_points[game])
    for way in range(4):
        if views.after[game, way] != board:
            at = (SLOTS * game + way) * lines
            if course is None:
                look_up_known(views.after[game, way], stems, 1, masks, views.offsets, at)
            elif views.is_led[game]:
                look_up_known(views.likes[game, way], stems, 1, masks, views.offsets, at)
            else:
                look_up_known(views.seen[game, way], stems, course.stages, masks, views.offsets, at)
            for line in range(at, at + lines):
                for lane in range(8):
                    prefetch(weights, I(views.offsets[line, lane]))


@kernel(inline=True)
def _around(place: int, held: int) -> int:
    """Return a place of a ring of `held`: cheaper than a remainder, as no place is further off than one round."""
    return place - held if place >= held else place


@kernel(inline=True)
def _learn(  # noqa: PLR0913, PLR0917 - a kernel takes what it works on one by one
    weights: Numbers, errors: Numbers, offsets: Vectors, at: int, lines: int, error: Any
) -> None:
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
def _after_a_game(play: Play, game: int, shortest: int, course: Any) -> None:
    """Begin another game: half-way through this one, with a first board of a later stage, or from an empty board."""
    played = play.games[game, MOVES]
    play.games[game, SCORE] = 0
    play.games[game, MOVES] = 0
    play.games[game, FRESH] = 0
    if shortest > 0 and played >= 2 * shortest:
        play.boards[game] = play.traces[game, played // 2]
        return
    chance = mix(play.luck[game])
    if course is not None and course.stages > 1:
        play.luck[game] += GAMMA
        toss = mix(play.luck[game])
        stage = I(1) + I((toss & U(0xFFFF)) % U(course.stages - 1))
        kept = min(play.banked[stage], BANK)
        if float(toss >> U(40)) < course.late * float(1 << 24) and kept > 0:
            play.boards[game] = play.bank[stage, I((toss >> U(16)) & U(0xFFFFFF)) % kept]
            return
    play.games[game, FRESH] = 1
    play.boards[game] = start(chance)


@kernel(fastmath=True)
def train(  # noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917 - one loop, whose parts share every register
    weights: Numbers,
    errors: Numbers,
    table: Numbers,
    masks: Vectors,
    play: Play,
    moves: int,
    rate: float,
    shortest: int,
    course: Any,
) -> int:
    """Play and learn for about so many moves of GAMES games; return how many games ended.

    weights: float32, STEM for each stem of each stage. errors: float32, two for each weight, or none for TD(0), where
    `rate` is the whole rate; with them it is multiplied with the weight's own. shortest: a game of twice as many moves
    starts again half-way; 0 for never. course: a `Course`, or None for one stage and no trace.
    """
    boards, befores, known, games = play.boards, play.befores, play.known, play.games
    stages = 1
    held = 1
    share = F(0)
    learning = 0
    if course is not None:
        stages = course.stages
        held = HELD if course.decay > 0 else 1
        share = F(course.decay)
        learning = course.learning
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
    goals = np.zeros(HELD, np.float32)
    ended = 0
    for game in range(GAMES):
        for k in range(games[game, WAITING]):
            look_up_known(befores[game, k], stems, stages, masks, offsets, (SLOTS * game + 4 + k) * lines)
        _look_ahead(weights, table, stems, masks, views, boards[game], game, course)
    for _ in range(moves // GAMES):
        for game in range(GAMES):
            board = boards[game]
            is_led = False
            if course is not None:
                is_led = views.is_led[game]
            best = F(-1e30)
            worth = F(0)
            chosen = -1
            for way in range(4):
                if after[game, way] != board:
                    value = value_at(weights, stems, offsets, (SLOTS * game + way) * lines)
                    total = value + F(views.like_points[game, way] if is_led else points[game, way])
                    if total > best:
                        best = total
                        worth = value
                        chosen = way
            is_over = chosen < 0
            if is_over:
                best = F(0)
            elif is_led:
                at = (SLOTS * game + chosen) * lines
                look_up_known(views.seen[game, chosen], stems, stages, masks, offsets, at)
                worth = value_at(weights, stems, offsets, at)
                best = worth + F(points[game, chosen])
            # In a network of stages a game ends with a 32768 too, and is worth what comes after it.
            is_last = is_over or (stages > 1 and holds_great(after[game, chosen], 15))
            waiting = games[game, WAITING]
            first = 0
            if course is not None:
                first = oldest[game]
            if waiting == held or (is_last and waiting > 0):
                goals[waiting - 1] = best
                for k in range(waiting - 2, -1, -1):
                    following = _around(first + k + 1, held)
                    said = (F(1) - share) * known[game, following, WORTH] + share * goals[k + 1]
                    goals[k] = known[game, following, GAIN] + said
                updated = waiting if is_last else 1
                for k in range(updated):
                    slot = _around(first + k, held)
                    if learning > 0 and stage_of(befores[game, slot], stages) < learning:
                        continue
                    at = (SLOTS * game + 4 + slot) * lines
                    # Summed again: another game, or one of these updates, may have changed it.
                    error = (goals[k] - value_at(weights, stems, offsets, at)) * step
                    _learn(weights, errors, offsets, at, lines, error)
                waiting -= updated
                games[game, WAITING] = waiting
                if course is not None:
                    first = _around(first + updated, held)
                    oldest[game] = first
            play.luck[game] += GAMMA
            if chosen >= 0:
                played = games[game, MOVES]
                play.traces[game, min(played, LONGEST - 1)] = board
                games[game, SCORE] += points[game, chosen]
                games[game, MOVES] = played + 1
                boards[game] = spawn(after[game, chosen], mix(play.luck[game]))
            if is_last:
                if ended < len(play.log):
                    play.log[ended, 0] = games[game, SCORE]
                    play.log[ended, 1] = games[game, MOVES]
                    play.log[ended, 2] = largest(boards[game])
                    play.log[ended, 3] = games[game, FRESH]
                ended += 1
                _after_a_game(play, game, shortest, course)
            else:
                slot = _around(first + waiting, held)
                befores[game, slot] = after[game, chosen]
                known[game, slot, GAIN] = F(points[game, chosen])
                known[game, slot, WORTH] = worth
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
                        play.bank[stage, play.banked[stage] % BANK] = boards[game]
                        play.banked[stage] += 1
            _look_ahead(weights, table, stems, masks, views, boards[game], game, course)
    for game in range(GAMES):  # the oldest first, as they were at the beginning
        for _ in range(oldest[game]):
            one, gain, said = befores[game, 0], known[game, 0, GAIN], known[game, 0, WORTH]
            for k in range(held - 1):
                befores[game, k] = befores[game, k + 1]
                known[game, k] = known[game, k + 1]
            befores[game, held - 1] = one
            known[game, held - 1, GAIN] = gain
            known[game, held - 1, WORTH] = said
    return ended
