"""Which techniques does the rater know, and what does a step look like?"""

import numpy as np

from tessella.compiled.jit import kernel
from tessella.sudoku.kernels.rating import scale
from tessella.sudoku.kernels.rating.grid import Ints

__all__ = ["NAMES", "RATINGS", "STEP", "describe"]

# The numbers of a step: see `rating_simple`.
TECHNIQUE, CELL, DIGIT, RATING, WHERE, SET, COVER, COMPLEXITY = range(8)
STEP = 8

NAMES = tuple(scale.RATINGS)
RATINGS = np.array(list(scale.RATINGS.values()), np.int64)  # the least rating of each, in tenths

(
    LAST_VALUE,
    HIDDEN_SINGLE_BOX,
    HIDDEN_SINGLE_LINE,
    DIRECT_POINTING,
    DIRECT_CLAIMING,
    DIRECT_HIDDEN_PAIR,
    NAKED_SINGLE,
    DIRECT_HIDDEN_TRIPLET,
    POINTING,
    CLAIMING,
    NAKED_PAIR,
    X_WING,
    HIDDEN_PAIR,
    NAKED_TRIPLET,
    SWORDFISH,
    HIDDEN_TRIPLET,
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
    XY_CYCLE,
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


@kernel
def describe(step: Ints, technique: int, cell: int, d: int) -> None:
    """Begin a step, with the least rating that its technique has."""
    step[TECHNIQUE], step[CELL], step[DIGIT], step[RATING] = technique, cell, d, RATINGS[technique]
    step[COMPLEXITY] = 0
