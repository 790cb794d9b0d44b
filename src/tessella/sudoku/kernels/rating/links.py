"""Links between the candidates of a position, by number and as bits.

A chain alternates: a candidate that is on puts others off (weak links: the rest of its cell, the same digit in
its houses); one that is off puts another on (strong links: a cell or house that holds two). X-chains go through
houses only, Y-chains through cells of two; forcing chains lead from an assumption to its contrary.

As a candidate that is off and has no strong link leads nowhere, weak links to such ones are left out.

Weak links of candidate n, at `weak[n]`, box, row and column as causes 2, 3, 4, the cell as 1:

    | the cell's other digits | peers with the digit, in the order of PEERS |
      0 .. weak_cell[n] - 1     weak_cell[n] .. weak_many[n] - 1

Strong links of candidate n, at `strong[n]`: first the cell's other digit, if it has two (`strong_cell[n]` is then
1), then the other place in box, row, column, each candidate once; `strong_many[n]` in all.

In bits, `number` counts the candidates that have a strong link; each is a bit. `reach[kind, n]` are those that are on
two links after n is. So a level of a search in breadth is a few words, and its length is exact, though it knows no
paths.
"""

from typing import Any, TypeAlias

import numpy as np

from tessella.compiled.bits import clear_bit, has_bit, set_bit
from tessella.compiled.jit import kernel
from tessella.compiled.simd import trailing_zeros
from tessella.sudoku.kernels.rating.chain_length import BIDIRECTIONAL, X, Y
from tessella.sudoku.kernels.rating.grid import (
    CELLS,
    COUNT,
    FIRST,
    HOUSE_OF,
    INDEX_OF,
    PEER_HOUSE,
    PEERS,
    PLACES,
    Bits,
    Numbers,
)

Links: TypeAlias = Any  # a record of FIELDS

MAX_PATHS = 1 << 15  # found paths that are kept
NO_LIMIT = 1 << 20  # of lengths; so many numbers of paths are kept

# The links of a position and room for a search through them: name, kind of number, shape.
FIELDS = [
    ("weak", np.int16, (729, 28)),
    ("weak_cause", np.uint8, (729, 28)),
    ("weak_cell", np.int16, (729,)),
    ("weak_many", np.int16, (729,)),
    ("strong", np.int16, (729, 4)),
    ("strong_cause", np.uint8, (729, 4)),
    ("strong_cell", np.int16, (729,)),
    ("strong_many", np.int16, (729,)),
    # The same in bits, by kind of links less X.
    ("number", np.int16, (729,)),
    ("strong_of", np.int16, (768,)),  # the candidate with a number
    ("words", np.int64, ()),  # how many of the 12 words are in use
    ("strong_bits", np.uint64, (3, 729, 12)),
    ("weak_bits", np.uint64, (3, 729, 12)),
    ("reach", np.uint64, (3, 729, 12)),
    ("levels", np.uint64, (4, 12)),  # what is new, what comes next, what is looked for, what has been reached
    ("sides", np.uint64, (2, 12)),  # what puts off each of a new pair by being off
    ("sources", np.uint8, (729,)),  # what may begin with a candidate: 1 a cycle, 2, 4 a chain from its being on, off
    # The search for paths: by [on, candidate], which nodes it has reached, from where, for which cause.
    ("seen", np.int64, (2, 729)),  # the number of the search
    ("origin", np.int16, (2, 729)),
    ("cause", np.int16, (2, 729)),
    ("queue", np.int16, (1500,)),  # what is reached, in order; the last number: the node before a found path's end
    # What is found: keys, cycle or chain, and where its path begins in `paths`.
    ("keys", np.int64, (MAX_PATHS,)),
    ("order", np.int64, (MAX_PATHS,)),
    ("kind", np.int16, (MAX_PATHS,)),
    ("start", np.int64, (MAX_PATHS + 1,)),
    ("paths", np.int16, (NO_LIMIT,)),
    ("clock", np.int64, ()),  # the number of this search
    ("best", np.int64, ()),  # the best key
    ("limits", np.int64, (2,)),  # the highest complexity that still goes before it, of a chain and of a cycle
    ("ties", np.int64, (2,)),  # the highest complexity that goes before it or is as good
    ("found", np.int64, ()),  # how many paths are kept
    ("used", np.int64, ()),  # how much of `paths` they take
    ("collecting", np.int64, ()),  # 1: keep all, 0: the best one only
]


def new_links() -> Any:
    """Return room for links: an array of one record.

    numba takes 17 microseconds a call to tell the type of a record, and none for an array.
    """
    return np.zeros(1, np.dtype(FIELDS))


@kernel(inline=True)
def clear_bits(row: Bits, words: int) -> None:
    """Clear the first words of a row."""
    for word in range(words):
        row[word] = 0


@kernel
def link(grid: Numbers, links: Links) -> None:
    """Write down the links of every candidate."""
    for n in range(729):
        if grid[n // 9] >> n % 9 & 1:
            _link_strong(grid, links, n)
    for n in range(729):
        if grid[n // 9] >> n % 9 & 1:
            _link_weak(grid, links, n)


@kernel(early=True)
def _link_strong(grid: Numbers, links: Links, n: int) -> None:
    cell, d = n // 9, n % 9
    many = 0
    if COUNT[grid[cell]] == 2:
        links.strong[n, 0], links.strong_cause[n, 0] = 9 * cell + FIRST[grid[cell] & ~(1 << d)], 1
        many = 1
    links.strong_cell[n] = many
    for k in range(3):
        house = HOUSE_OF[cell, k]
        places = grid[PLACES + 9 * house + d]
        other = 9 * CELLS[house, FIRST[places & ~(1 << INDEX_OF[cell, k])]] + d
        fresh = COUNT[places] == 2
        for i in range(links.strong_cell[n], many):
            fresh &= links.strong[n, i] != other
        if fresh:
            links.strong[n, many], links.strong_cause[n, many] = other, k + 2
            many += 1
    links.strong_many[n] = many


@kernel(early=True)
def _link_weak(grid: Numbers, links: Links, n: int) -> None:
    """Write down the weak links of a candidate to those that have strong ones."""
    cell, d = n // 9, n % 9
    many = 0
    for other in range(9 * cell, 9 * cell + 9):
        if grid[cell] >> other - 9 * cell & 1 and other != n and links.strong_many[other]:
            links.weak[n, many], links.weak_cause[n, many] = other, 1
            many += 1
    links.weak_cell[n] = many
    for i in range(20):
        other = 9 * PEERS[cell, i] + d
        if grid[PEERS[cell, i]] >> d & 1 and links.strong_many[other]:
            links.weak[n, many], links.weak_cause[n, many] = other, PEER_HOUSE[i]
            many += 1
    links.weak_many[n] = many


@kernel
def strong_range(links: Links, kind: int, n: int) -> tuple[int, int]:
    """Return which strong links of a candidate are of a kind, from the first to before the last."""
    return (
        links.strong_cell[n] if kind == X else 0,
        links.strong_cell[n] if kind == Y else links.strong_many[n],
    )


# --- In bits ---------------------------------------------------------------------------------------------------------


@kernel
def write_bits(grid: Numbers, links: Links) -> None:
    """Write the links down as bits."""
    many = 0
    for n in range(729):
        if grid[n // 9] >> n % 9 & 1 and links.strong_many[n]:
            links.number[n] = many
            links.strong_of[many] = n
            many += 1
    words = links.words = (many + 63) // 64
    for n in range(729):
        for kind in range(3 if grid[n // 9] >> n % 9 & 1 else 0):
            row = links.strong_bits[kind, n]
            clear_bits(row, words)
            first, last = strong_range(links, kind + X, n)
            for i in range(first, last):
                set_bit(row, links.number[links.strong[n, i]])
    for n in range(729):
        for kind in range(3 if grid[n // 9] >> n % 9 & 1 else 0):
            row, reach = links.weak_bits[kind, n], links.reach[kind, n]
            clear_bits(row, words)
            clear_bits(reach, words)
            for i in range(0 if kind else links.weak_cell[n], links.weak_many[n]):
                other = links.weak[n, i]
                set_bit(row, links.number[other])
                for word in range(words):
                    reach[word] |= links.strong_bits[kind, other, word]


@kernel
def _level_of(links: Links, kind: int, level: int, most: int) -> int:
    """Return at which level one of `levels[2]` is on, from `levels[0]` at `level` on; 0 for none up to `most`.

    What is in `levels[3]` is not gone through; what has been reached is added to it.
    """
    words, levels, reach = links.words, links.levels, links.reach[kind - X]
    for word in range(words):
        levels[3, word] |= levels[0, word]
    while level <= most:
        met = np.uint64(0)
        for word in range(words):
            met |= levels[0, word] & levels[2, word]
            levels[1, word] = 0
        if met:
            return level
        for word in range(words):
            rest = levels[0, word]
            while rest:
                row = reach[links.strong_of[64 * word + trailing_zeros(rest)]]
                rest &= rest - np.uint64(1)
                for other in range(words):
                    levels[1, other] |= row[other]
        fresh = np.uint64(0)
        for word in range(words):
            levels[0, word] = levels[1, word] & ~levels[3, word]
            levels[3, word] |= levels[0, word]
            fresh |= levels[0, word]
        if not fresh:
            return 0
        level += 2
    return 0


@kernel
def shortest_chain(links: Links, kind: int, source: int, on: int, most: int) -> int:
    """Return how long the shortest forcing chain from an assumption to its contrary is, 0 if that is above `most`."""
    levels, weak = links.levels, links.weak_bits[kind - X]
    for word in range(links.words):
        levels[0, word] = links.reach[kind - X, source, word] if on else links.strong_bits[kind - X, source, word]
        levels[2, word] = weak[source, word] if on else np.uint64(0)
        levels[3, word] = 0
    if not on:
        for i in range(links.strong_cell[source] if kind == X else 0, links.strong_many[source]):
            for word in range(links.words):
                levels[2, word] |= weak[links.strong[source, i], word]
    level = _level_of(links, kind, 2, most - 2) if on else _level_of(links, kind, 1, most - 3)
    return level + (2 if on else 3) if level else 0


@kernel
def shortest_cycle(links: Links, kind: int, source: int, most: int) -> int:
    """Return how long the shortest cycle through a candidate is, 0 if that is above `most`; it may remove nothing.

    It ends with a strong link, so its first link leads elsewhere than to where that one comes from, and it does not
    go through the candidate on its way.
    """
    levels = links.levels
    shortest = 0
    first, last = strong_range(links, kind, source)
    for i in range(first, last):
        end = links.strong[source, i]
        clear_bits(levels[0], links.words)
        clear_bits(levels[3], links.words)
        for word in range(links.words):
            levels[2, word] = links.weak_bits[kind - X, end, word]
        for j in range(links.weak_cell[source] if kind == X else 0, links.weak_many[source]):
            other = links.weak[source, j]
            if other != end:
                for word in range(links.words):
                    levels[0, word] |= links.strong_bits[kind - X, other, word]
        own = links.number[source]
        clear_bit(levels[0], own)
        set_bit(levels[3], own)
        level = _level_of(links, kind, 2, (shortest - 1 if shortest else most) - 2)
        if level:
            shortest = level + 2
    return shortest


@kernel
def mark_sources(grid: Numbers, links: Links, a: int, b: int) -> None:
    """Mark the candidates from which cycles and chains can begin that go through a pair, the last two of a group.

    Links work both ways: if a being on puts b off, then b being on puts a off, so all is known from what puts either
    of the two off. What puts both off is false. A cycle goes from one of them being on to the other being off.
    """
    levels, sides, words = links.levels, links.sides, links.words
    for side in range(2):
        for i in range(4):
            clear_bits(levels[i], words)
        set_bit(levels[0], links.number[b if side else a])
        _level_of(links, BIDIRECTIONAL, 2, NO_LIMIT)
        for word in range(words):
            sides[side, word] = levels[3, word]
    for n in range(729):
        if not grid[n // 9] >> n % 9 & 1:
            continue
        first = second = np.uint64(0)
        for word in range(words):
            first |= links.weak_bits[2, n, word] & sides[0, word]
            second |= links.weak_bits[2, n, word] & sides[1, word]
        flags = 2 if first and second else 0
        if links.strong_many[n]:
            off_first, off_second = has_bit(sides[0], links.number[n]), has_bit(sides[1], links.number[n])
            if off_first and off_second:
                flags |= 4
            if (first and off_second) or (second and off_first):
                flags |= 1
        links.sources[n] |= flags
