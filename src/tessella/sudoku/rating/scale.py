"""The techniques of Sudoku Explainer 1.2.1 in its order, each with its lowest rating.

The one home of these numbers. Kernels are compiled with them, so `compiled.jit` counts this file among their sources.
"""

from tessella.i18n import N_

__all__ = ["RATINGS"]

RATINGS = {
    N_("full house"): 10,
    N_("hidden single in box"): 12,
    N_("hidden single in line"): 15,
    N_("direct pointing"): 17,
    N_("direct claiming"): 19,
    N_("direct hidden pair"): 20,
    N_("naked single"): 23,
    N_("direct hidden triple"): 25,
    N_("pointing"): 26,
    N_("claiming"): 28,
    N_("naked pair"): 30,
    N_("X-wing"): 32,
    N_("hidden pair"): 34,
    N_("naked triple"): 36,
    N_("swordfish"): 38,
    N_("hidden triple"): 40,
    N_("XY-wing"): 42,
    N_("XYZ-wing"): 44,
    N_("unique rectangle"): 45,
    N_("unique loop"): 46,
    N_("naked quad"): 50,
    N_("jellyfish"): 52,
    N_("hidden quad"): 54,
    N_("BUG type 1"): 56,
    N_("BUG type 2"): 57,
    N_("BUG type 3"): 58,
    N_("BUG type 4"): 57,
    N_("aligned pair exclusion"): 62,
    N_("X-cycle"): 65,
    N_("Y-cycle"): 65,
    N_("bidirectional cycle"): 70,
    N_("forcing X-chain"): 66,
    N_("forcing chain"): 70,
    N_("aligned triplet exclusion"): 75,
    N_("Nishio"): 75,
    N_("cell forcing chains"): 80,
    N_("region forcing chains"): 80,
    N_("dynamic contradiction chains"): 85,
    N_("dynamic double chains"): 85,
    N_("dynamic cell chains"): 85,
    N_("dynamic region chains"): 85,
    N_("dynamic contradiction chains +"): 90,
    N_("dynamic double chains +"): 90,
    N_("dynamic cell chains +"): 90,
    N_("dynamic region chains +"): 90,
    N_("nested contradiction chains"): 95,
    N_("nested double chains"): 95,
    N_("nested cell chains"): 95,
    N_("nested region chains"): 95,
}
"""The lowest rating of each technique, in tenths."""
