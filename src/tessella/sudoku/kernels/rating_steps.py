"""Which techniques does the rater know, and what does a step look like?"""

import numpy as np

from tessella.jit import kernel
from tessella.sudoku.kernels.rating_grid import Ints

__all__ = ["NAMES", "RATINGS", "STEP", "describe"]

# The numbers of a step: see `rating_simple`.
TECHNIQUE, CELL, DIGIT, RATING, WHERE, SET, COVER, COMPLEXITY = range(8)
STEP = 8

_TABLE = (
    ("full house", 10),
    ("hidden single in box", 12),
    ("hidden single in line", 15),
    ("direct pointing", 17),
    ("direct claiming", 19),
    ("direct hidden pair", 20),
    ("naked single", 23),
    ("direct hidden triple", 25),
    ("pointing", 26),
    ("claiming", 28),
    ("naked pair", 30),
    ("X-wing", 32),
    ("hidden pair", 34),
    ("naked triple", 36),
    ("swordfish", 38),
    ("hidden triple", 40),
    ("XY-wing", 42),
    ("XYZ-wing", 44),
    ("unique rectangle", 45),
    ("unique loop", 46),
    ("naked quad", 50),
    ("jellyfish", 52),
    ("hidden quad", 54),
    ("BUG type 1", 56),
    ("BUG type 2", 57),
    ("BUG type 3", 58),
    ("BUG type 4", 57),
    ("aligned pair exclusion", 62),
    ("X-cycle", 65),
    ("Y-cycle", 65),
    ("bidirectional cycle", 70),
    ("forcing X-chain", 66),
    ("forcing chain", 70),
    ("aligned triplet exclusion", 75),
    ("Nishio", 75),
    ("cell forcing chains", 80),
    ("region forcing chains", 80),
    ("dynamic contradiction chains", 85),
    ("dynamic double chains", 85),
    ("dynamic cell chains", 85),
    ("dynamic region chains", 85),
    ("dynamic contradiction chains +", 90),
    ("dynamic double chains +", 90),
    ("dynamic cell chains +", 90),
    ("dynamic region chains +", 90),
    ("nested contradiction chains", 95),
    ("nested double chains", 95),
    ("nested cell chains", 95),
    ("nested region chains", 95),
)
NAMES = tuple(name for name, _rating in _TABLE)
RATINGS = np.array([rating for _name, rating in _TABLE], np.int64)  # the least rating of each, in tenths

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
