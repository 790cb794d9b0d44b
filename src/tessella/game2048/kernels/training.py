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

Memory is what training waits for: 32 cache lines of weights for each of four moves. So four games are played side by
side, and while one is thought about the lines of the next are on their way. What a weight needs for its own rate
lies in one place, [errors, absolute errors], and both start at the same tiny number, so that the first rate is 1
without a question. The value of the last board is summed again just before its update: another game may have
changed it since.

Tried, and given up (TD(0), of 500 ns a move on a busy machine 220 are left if all weights lie in the first cache):
eight games side by side, 7 % slower; asking for one line of each pair and leaving the other to the processor, 25 %; for
none, 33 %; dividing the rates of eight weights at once, 5 %.
"""

from typing import Any, NamedTuple

import numpy as np

from tessella.game2048.kernels.bitboard import GAMMA, Numbers, largest, mix, slide_all, spawn, start
from tessella.game2048.kernels.network import (
    LINES,
    STAGES,
    STEM,
    downgrade,
    holds_greatest,
    look_up_known,
    stage_of,
    value_at,
)
from tessella.jit import kernel
from tessella.words import Words, aligned, load, prefetch, store

__all__ = ["BANK", "GAMES", "HELD", "LONGEST", "TINY", "Play", "begin", "play_for", "train"]

U = np.uint64
I: Any = np.int64
F = np.float32

GAMES = 4
"""How many games are played side by side."""
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
    """The games that one thread plays side by side."""

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


@kernel
def _see(boards: Numbers) -> None:
    """Downgrade those boards that hold 32768, which a network of stages does not know."""
    for k in range(len(boards)):
        if holds_greatest(boards[k]):
            boards[k] = downgrade(boards[k], 15)


@kernel(inline=True)
def _around(place: int, held: int) -> int:
    """Return a place of a ring of `held`: cheaper than a remainder, as no place is further off than one round."""
    return place - held if place >= held else place


@kernel(inline=True)
def _learn(  # noqa: PLR0913, PLR0917 - a kernel takes what it works on one by one
    weights: Numbers, errors: Numbers, offsets: Words, at: int, lines: int, error: Any
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
def _after_a_game(play: Play, game: int, stages: int, late: float, shortest: int) -> None:
    """Begin another game: half-way through this one, with a first board of a later stage, or from an empty board."""
    played = play.games[game, MOVES]
    play.games[game, SCORE] = 0
    play.games[game, MOVES] = 0
    play.games[game, FRESH] = 0
    if shortest > 0 and played >= 2 * shortest:
        play.boards[game] = play.traces[game, played // 2]
        return
    chance = mix(play.luck[game])
    if stages > 1:
        play.luck[game] += GAMMA
        toss = mix(play.luck[game])
        stage = I(1) + I((toss & U(0xFFFF)) % U(stages - 1))
        kept = min(play.banked[stage], BANK)
        if float(toss >> U(40)) < late * float(1 << 24) and kept > 0:
            play.boards[game] = play.bank[stage, I((toss >> U(16)) & U(0xFFFFFF)) % kept]
            return
    play.games[game, FRESH] = 1
    play.boards[game] = start(chance)


@kernel(fastmath=True)
def train(  # noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917 - one loop, whose parts share every register
    weights: Numbers,
    errors: Numbers,
    table: Numbers,
    stages: int,
    masks: Words,
    play: Play,
    moves: int,
    rate: float,
    decay: float,
    shortest: int,
    late: float,
    guided: int,
    learning: int,
) -> int:
    """Play and learn for about so many moves of GAMES games; return how many games ended.

    weights: float32, STEM for each stem of each stage. errors: float32, two for each weight, or none for TD(0), where
    `rate` is the whole rate; with them it is multiplied with the weight's own. decay: of the trace, lambda. shortest: a
    game of twice as many moves starts again half-way; 0 for never. late: how many of the others begin with a first
    board of a later stage. guided: 1 where games of later stages follow the first. learning: the first stage that
    learns.
    """
    boards, befores, known, games = play.boards, play.befores, play.known, play.games
    stems = len(weights) // (STEM * stages)
    lines = LINES * stems
    step = F(rate) / F(8 * lines)
    share = F(decay)
    held = HELD if decay > 0 else 1
    offsets = aligned(SLOTS * lines * GAMES)
    after = np.zeros((GAMES, 4), np.uint64)
    points = np.zeros((GAMES, 4), np.int64)
    seen = np.zeros((GAMES, 4), np.uint64)  # the same boards without 32768, where there are stages
    likes = np.zeros((GAMES, 4), np.uint64)  # the same boards downgraded, where a game is guided
    like_points = np.zeros((GAMES, 4), np.int64)
    is_led = np.zeros(GAMES, np.bool_)
    oldest = np.zeros(GAMES, np.int64)  # which of the boards that wait is the first
    goals = np.zeros(HELD, np.float32)
    ended = 0
    for game in range(GAMES):
        for k in range(games[game, WAITING]):
            look_up_known(befores[game, k], stems, stages, masks, offsets, (SLOTS * game + 4 + k) * lines)
    for _ in range(moves // GAMES):
        for game in range(GAMES):
            board = boards[game]
            slide_all(board, table, after[game], points[game])
            is_led[game] = guided > 0 and stage_of(board, stages) > 0
            seen[game] = after[game]
            if stages > 1:
                _see(seen[game])
            if is_led[game]:
                slide_all(downgrade(board, LEAD), table, likes[game], like_points[game])
            for way in range(4):
                if after[game, way] != board:
                    at = (SLOTS * game + way) * lines
                    if is_led[game]:
                        look_up_known(likes[game, way], stems, 1, masks, offsets, at)
                    else:
                        look_up_known(seen[game, way], stems, stages, masks, offsets, at)
                    for line in range(at, at + lines):
                        for lane in range(8):
                            prefetch(weights, I(offsets[line, lane]))
        for game in range(GAMES):
            board = boards[game]
            best = F(-1e30)
            worth = F(0)
            chosen = -1
            for way in range(4):
                if after[game, way] != board:
                    value = value_at(weights, stems, offsets, (SLOTS * game + way) * lines)
                    total = value + F(like_points[game, way] if is_led[game] else points[game, way])
                    if total > best:
                        best = total
                        worth = value
                        chosen = way
            is_over = chosen < 0
            if is_over:
                best = F(0)
            elif is_led[game]:
                at = (SLOTS * game + chosen) * lines
                look_up_known(seen[game, chosen], stems, stages, masks, offsets, at)
                worth = value_at(weights, stems, offsets, at)
                best = worth + F(points[game, chosen])
            # In a network of stages a game ends with a 32768 too, and is worth what comes after it.
            is_last = is_over or (stages > 1 and holds_greatest(after[game, chosen]))
            waiting = games[game, WAITING]
            if waiting == held or (is_last and waiting > 0):
                first = oldest[game]
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
                oldest[game] = _around(first + updated, held)
            play.luck[game] += GAMMA
            if chosen >= 0:
                played = games[game, MOVES]
                play.traces[game, min(played, LONGEST - 1)] = board
                games[game, SCORE] += points[game, chosen]
                games[game, MOVES] = played + 1
                boards[game] = spawn(after[game, chosen], mix(play.luck[game]))
            if not is_last:
                slot = _around(oldest[game] + waiting, held)
                befores[game, slot] = after[game, chosen]
                known[game, slot, GAIN] = F(points[game, chosen])
                known[game, slot, WORTH] = worth
                games[game, WAITING] = waiting + 1
                place = (SLOTS * game + 4 + slot) * lines
                for line in range(lines):
                    store(offsets, place + line, load(offsets, (SLOTS * game + chosen) * lines + line))
                if len(errors) > 0:
                    place = (SLOTS * game + 4 + oldest[game]) * lines  # the next to be updated
                    for line in range(place, place + lines):
                        for lane in range(8):
                            prefetch(errors, I(2 * offsets[line, lane]))
                if stages > 1:
                    stage = stage_of(boards[game], stages)
                    if stage > stage_of(board, stages):
                        play.bank[stage, play.banked[stage] % BANK] = boards[game]
                        play.banked[stage] += 1
                continue
            if ended < len(play.log):
                play.log[ended, 0] = games[game, SCORE]
                play.log[ended, 1] = games[game, MOVES]
                play.log[ended, 2] = largest(boards[game])
                play.log[ended, 3] = games[game, FRESH]
            ended += 1
            _after_a_game(play, game, stages, late, shortest)
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
