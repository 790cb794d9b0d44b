"""A step of the rater as an array, and the numbers of the techniques.

    step[TECHNIQUE]         which one, a number below
    step[CELL]              the cell that is filled, -1 for none
    step[DIGIT]             with which digit, 0 to 8
    step[RATING]            in tenths
    step[COMPLEXITY]        of chains: how many different nodes they have
    step[WHERE]             a house, or the number of a pair of houses in CROSSINGS
    step[SET]               a mask of digits or of lines
    step[COVER]             a mask of places
    step[ELIMINATED + c]    a mask of the digits that cell c loses

Chains ask what made a step possible that was not possible before, which is what WHERE, SET and COVER are for.
"""

from typing import NamedTuple

import numpy as np

from tessella.compiled.jit import kernel
from tessella.sudoku.kernels.rating.grid import Array, Ints, Numbers, Rows
from tessella.sudoku.rating import scale

TECHNIQUE, CELL, DIGIT, RATING, COMPLEXITY, WHERE, SET, COVER, ELIMINATED = range(9)
STEP = ELIMINATED + 81

NAMES = tuple(scale.RATINGS)
RATINGS = np.array(list(scale.RATINGS.values()), np.int64)  # the least rating of each, in tenths

(
    FULL_HOUSE,
    HIDDEN_SINGLE_BOX,
    HIDDEN_SINGLE_LINE,
    DIRECT_POINTING,
    DIRECT_CLAIMING,
    DIRECT_HIDDEN_PAIR,
    NAKED_SINGLE,
    DIRECT_HIDDEN_TRIPLE,
    POINTING,
    CLAIMING,
    NAKED_PAIR,
    X_WING,
    HIDDEN_PAIR,
    NAKED_TRIPLE,
    SWORDFISH,
    HIDDEN_TRIPLE,
    XY_WING,
    XYZ_WING,
    UNIQUE_RECTANGLE,
    UNIQUE_LOOP,
    NAKED_QUAD,
    JELLYFISH,
    HIDDEN_QUAD,
    BUG_1,
    BUG_2,
    BUG_3,
    BUG_4,
    ALIGNED_PAIR,
    X_CYCLE,
    Y_CYCLE,
    BIDIRECTIONAL_CYCLE,
    FORCING_X_CHAIN,
    FORCING_CHAIN,
    ALIGNED_TRIPLET,
    NISHIO,
    CELL_CHAINS,
    REGION_CHAINS,
    DYNAMIC_CONTRADICTION,
    DYNAMIC_DOUBLE,
    DYNAMIC_CELL,
    DYNAMIC_REGION,
    PLUS_CONTRADICTION,
    PLUS_DOUBLE,
    PLUS_CELL,
    PLUS_REGION,
    NESTED_CONTRADICTION,
    NESTED_DOUBLE,
    NESTED_CELL,
    NESTED_REGION,
) = range(len(NAMES))

# The families of steps that are looked for where no other is left, in their order: cycles with forcing chains, aligned
# triplets, and the eight of `forcing_chains` from Nishio on, numbered as in `chain_length.BASES`.
CYCLES, TRIPLETS, CHAINS, NO_FAMILY = 1, 2, 3, 11
GIVEN_UP = 20  # added to the family at which the search for a step was given up


class Positions(NamedTuple):
    """Many positions, and of each the step that is taken next."""

    which: Ints  # the numbers of those that are looked at
    grids: Array  # (n, GRID) int16
    steps: Rows  # (n, STEP)
    family: Ints  # (n,): only steps of families before this one are looked for; then the family of the step found
    work: Ints  # (n,): how many nodes of forcing chains were followed


@kernel
def describe(step: Ints, technique: int, cell: int, d: int) -> None:
    """Begin a step that eliminates nothing yet, with the least rating that its technique has."""
    step[TECHNIQUE], step[CELL], step[DIGIT], step[RATING] = technique, cell, d, RATINGS[technique]
    for i in range(COMPLEXITY, STEP):
        step[i] = 0


@kernel(inline=True)
def take_from(step: Ints, grid: Numbers, cell: int, digits: int) -> bool:
    """Let a step eliminate these digits from a cell; return whether the cell has any of them."""
    step[ELIMINATED + cell] = grid[cell] & digits
    return bool(step[ELIMINATED + cell])


@kernel
def conclude(step: Ints, technique: int, n: int, is_true: int, candidates: int) -> None:
    """Begin a step that shows candidate n to be true, in a cell of these candidates, or false."""
    cell = n // 9
    d = n - 9 * cell
    describe(step, technique, cell if is_true else -1, d)
    step[ELIMINATED + cell] = candidates & ~(1 << d) if is_true else 1 << d
