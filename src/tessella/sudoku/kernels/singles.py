"""Naked and hidden singles alone, for 512 puzzles at once."""

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import LANES, Vectors, load, popcount, splat, store
from tessella.sudoku.kernels.bitsliced import DEAD, MOVING, SLOTS, SOLVED, STUCK

U = np.uint64

SINGLES_SCRATCH = 324  # vectors: for every digit the houses with one place for it, then the cells with one digit

# The houses as plane offsets of digit 1.
HOUSES = np.array(
    [[9 * r + c for c in range(9)] for r in range(9)]
    + [[9 * r + c for r in range(9)] for c in range(9)]
    + [[9 * (3 * b + i) + 3 * s + j for i in range(3) for j in range(3)] for b in range(3) for s in range(3)]
)
HOUSES = 243 * (HOUSES // 27) + HOUSES % 27
HOUSES_OF = np.array([[c // 9, 9 + c % 9, 18 + c // 27 * 3 + c % 9 // 3] for c in range(81)])


@kernel
def _find_hidden(planes: Vectors, scratch: Vectors) -> None:
    """Find for every digit the houses with one place for it."""
    nothing = splat(U(0))
    for digit in range(9):
        for house in range(27):
            one = two = nothing
            for i in range(9):
                x = load(planes, 27 * digit + HOUSES[house, i])
                two |= one & x
                one |= x
            store(scratch, 27 * digit + house, one & ~two)


@kernel
def propagate_singles(planes: Vectors, status: Vectors, scratch: Vectors, few: int) -> int:
    """Do what `bitsliced.propagate` does with naked and hidden singles only, for slots that have a solution."""
    nothing = splat(U(0))
    unused = load(status, DEAD)
    numbers = status.reshape(-1)
    sweeps = 0
    count = SLOTS
    while count > few:
        sweeps += 1
        _find_hidden(planes, scratch)
        news = nothing
        solved = ~nothing
        for cell in range(81):
            at = 243 * (cell // 27) + cell % 27
            row, column, box = HOUSES_OF[cell, 0], HOUSES_OF[cell, 1], HOUSES_OF[cell, 2]
            hidden = one = two = nothing
            for digit in range(9):
                single = load(scratch, 27 * digit + row) | load(scratch, 27 * digit + column)
                hidden |= load(planes, at + 27 * digit) & (single | load(scratch, 27 * digit + box))
            for digit in range(9):
                single = load(scratch, 27 * digit + row) | load(scratch, 27 * digit + column)
                x = load(planes, at + 27 * digit)
                y = x & (single | load(scratch, 27 * digit + box) | ~hidden)
                store(planes, at + 27 * digit, y)
                news |= x & ~y
                two |= one & y
                one |= y
            store(scratch, 243 + cell, one & ~two)
            solved &= ~two
        for house in range(27):
            for digit in range(9):
                taken = nothing
                for i in range(9):
                    at = HOUSES[house, i]
                    taken |= load(planes, at + 27 * digit) & load(scratch, 243 + at - 216 * (at // 243))
                for i in range(9):
                    at = HOUSES[house, i]
                    x = load(planes, at + 27 * digit)
                    y = x & (load(scratch, 243 + at - 216 * (at // 243)) | ~taken)
                    store(planes, at + 27 * digit, y)
                    news |= x & ~y
        solved &= ~unused
        moving = news & ~(solved | unused)
        store(status, MOVING, moving)
        store(status, SOLVED, solved)
        store(status, STUCK, ~(moving | solved | unused))
        count = 0
        for lane in range(LANES):
            count += popcount(numbers[LANES * MOVING + lane])
    return sweeps
