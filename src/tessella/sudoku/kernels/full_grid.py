"""Random full grids, as `generator.full_grid` makes them in plain Python."""

from typing import TypeAlias

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import popcount, trailing_zeros
from tessella.compiled.splitmix64 import Stream, random_below, shuffle

Numbers: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
Cells: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int8]]

ALL = 511


@kernel
def _exchange(hands: Numbers, taken: Numbers, owner: Numbers, number: int) -> int:
    """Give hand `number` a digit by the shortest chain of exchanges; return the free digit that the chain ends at."""
    asker = np.empty(9, np.int64)
    waiting = np.empty(9, np.int64)
    waiting[0] = number
    seen, size, i = 0, 1, 0
    while True:
        hand = waiting[i]
        i += 1
        choice = hands[hand] & ~seen
        seen |= choice
        while choice:
            digit = trailing_zeros(choice)
            choice &= choice - 1
            asker[digit] = hand
            if owner[digit] >= 0:
                waiting[size] = owner[digit]
                size += 1
                continue
            end = digit
            while digit >= 0:
                giver = asker[digit]
                owner[digit] = giver
                digit, taken[giver] = taken[giver], digit
            return end


@kernel
def _match(hands: Numbers, taken: Numbers, stream: Stream) -> None:
    """Set `taken` to one digit of every hand, all of them different."""
    owner = np.full(9, -1)
    free = ALL
    for number in range(9):
        choice = hands[number] & free
        if choice:
            for _skipped in range(random_below(stream, popcount(choice))):
                choice &= choice - 1
            digit = trailing_zeros(choice)
            taken[number] = digit
            owner[digit] = number
        else:
            taken[number] = -1
            digit = _exchange(hands, taken, owner, number)
        free ^= 1 << digit


@kernel
def _shuffle_lines(stream: Stream, lines: Numbers) -> None:
    """Set `lines` to the rows (or columns) with the bands shuffled, and the lines in each of them."""
    bands = np.arange(3)
    shuffle(stream, bands, 3)
    for i in range(3):
        within = lines[3 * i : 3 * i + 3]
        for j in range(3):
            within[j] = 3 * bands[i] + j
        shuffle(stream, within, 3)


@kernel
def full_grid(stream: Stream, grid: Cells) -> None:
    """Set `grid` to a random full grid, the digits from 0."""
    missing = np.full(9, ALL)
    hands = np.empty(9, np.int64)
    wanted = np.empty(9, np.int64)
    taken = np.empty(9, np.int64)
    rows = np.empty((9, 9), np.int64)
    for band in range(3):
        hands[:] = 0
        for stack in range(3):
            for i in range(9):
                wanted[i] = missing[3 * stack + i // 3]
            _match(wanted, taken, stream)
            for i in range(9):
                hands[3 * stack + i // 3] |= 1 << taken[i]
        missing &= ~hands
        for row in range(3):
            _match(hands, taken, stream)
            for column in range(9):
                hands[column] &= ~(1 << taken[column])
                rows[3 * band + row, column] = taken[column]
    down = np.empty(9, np.int64)
    across = np.empty(9, np.int64)
    names = np.arange(9)
    _shuffle_lines(stream, down)
    _shuffle_lines(stream, across)
    shuffle(stream, names, 9)
    transposed = random_below(stream, 2)
    for i in range(9):
        for j in range(9):
            grid[9 * i + j] = names[rows[down[j], across[i]] if transposed else rows[down[i], across[j]]]
