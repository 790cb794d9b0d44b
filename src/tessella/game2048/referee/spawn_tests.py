"""Tests of new tiles: of those that were dealt, of those that a program says it expects, of those its values imply.

What a program says is checked tile by tile against what comes. What its values imply needs no such statement: with a
chance p of a 4, a board after a move is worth (1 - p) U2 + p U4, where U2 and U4 are the means, over the empty cells,
of the best that can follow a 2 and a 4 there. The p that fits the program's own values best is the chance that it
believes in, whatever it says.
"""

import math
from collections.abc import Sequence
from itertools import chain
from operator import add, mul
from typing import Any, NamedTuple

from tessella.game2048.rules import Rules
from tessella.game2048.sliding import Rows

DOUBT = 0.01  # the share of the law that is mixed into what a program expects, so that nothing is impossible
NOTABLE = 4.0  # from how many standard errors on a difference is no chance
MARGIN = 0.15  # by how much the chance of a 4 that values imply may differ besides: they are approximations
MIN_GAMES = 5  # games from which an error is estimated


class Dealt(NamedTuple):
    """A tile that was dealt."""

    rows: Rows  # before it lay there
    cell: int  # by rows, from 0
    value: int


class Tally:
    """Counts of dealt tiles, and what the rules let expect."""

    def __init__(self, rules: Rules) -> None:
        self.chance, self.dealt, self.fours = rules.fours / 100, 0, 0
        self.at = [0] * (rules.rows * rules.cols)
        self.expected, self.variance = [0.0] * len(self.at), [0.0] * len(self.at)

    def add(self, tile: Dealt) -> None:
        """Count a tile."""
        self.dealt += 1
        self.fours += tile.value == 4
        self.at[tile.cell] += 1
        empty = [cell for cell, value in enumerate(chain.from_iterable(tile.rows)) if not value]
        chance = 1 / len(empty)
        variance = chance * (1 - chance)
        for cell in empty:
            self.expected[cell] += chance
            self.variance[cell] += variance

    def include(self, other: "Tally") -> None:
        """Add the counts of other tiles."""
        self.dealt += other.dealt
        self.fours += other.fours
        for mine, more in ((self.at, other.at), (self.expected, other.expected), (self.variance, other.variance)):
            mine[:] = map(add, mine, more)

    def to_json(self) -> dict[str, Any]:
        """Return the counts, and how likely the rules make differences as large: p-values of chi-square tests."""
        n, p = self.dealt, self.chance
        fours = (self.fours - n * p) ** 2 / (n * p * (1 - p)) if n and 0 < p < 1 else 0.0
        parts = [(at - e) ** 2 / v for at, e, v in zip(self.at, self.expected, self.variance, strict=True) if v > 1e-9]
        freedom = max(len(parts) - 1, 1)  # one less, as the differences sum to 0
        cells = math.fsum(parts) * freedom / (freedom + 1)
        share, likely = self.fours / n if n else 0.0, chi_square_tail(fours, 1)
        return {"dealt": n, "fours": share, "fours_p": likely, "cells_p": chi_square_tail(cells, freedom)}


def chi_square_tail(x: float, freedom: int) -> float:
    """Return the chance that a chi-square of so many degrees of freedom is at least x (Abramowitz and Stegun 26.4.4).

    >>> [round(chi_square_tail(x, n), 3) for x, n in ((3.841, 1), (5.991, 2), (24.996, 15))]
    [0.05, 0.05, 0.05]
    """
    half, odd = x / 2, freedom % 2
    terms = (
        math.exp(power * math.log(half) - half - math.lgamma(power + 1))
        for power in (n + odd / 2 for n in range(freedom // 2))
    )
    return min(1.0, odd * math.erfc(half**0.5) + math.fsum(terms)) if half > 0 else 1.0


class Believed:
    """What a program says it expects, beside what came."""

    def __init__(self, rules: Rules) -> None:
        last = (rules.rows - 1) * rules.cols
        self.corners = {0, rules.cols - 1, last, last + rules.cols - 1}
        self.chance = rules.fours / 100
        self.fours, self.corner, self.likelihood = _Difference(), _Difference(), _Difference()

    def add(self, chances: Sequence[float], tile: Dealt) -> None:
        """Take what was expected, the chance of a 2 in each cell and then of a 4, and the tile that came."""
        cells = [*chain.from_iterable(tile.rows)]
        n, empty = len(cells), cells.count(0)
        law = [0.0 if value else chance / empty for chance in (1 - self.chance, self.chance) for value in cells]
        mixed = [(1 - DOUBT) * one + DOUBT * other for one, other in zip(chances, law, strict=True)]
        self.fours.add(math.fsum(mixed[n:]), math.fsum(chances[n:]), tile.value == 4)
        said, doubted = (math.fsum(one[k] + one[n + k] for k in self.corners) for one in (chances, mixed))
        self.corner.add(doubted, said, tile.cell in self.corners)
        # The likelihood of the tile against the law's; had the program been right, its mean would be known.
        gains = [math.log(one / other) if other else 0.0 for one, other in zip(mixed, law, strict=True)]
        mean = math.fsum(map(mul, mixed, gains))
        square = math.fsum(one * gain * gain for one, gain in zip(mixed, gains, strict=True))
        self.likelihood.difference += gains[tile.cell + (n if tile.value == 4 else 0)] - mean
        self.likelihood.variance += square - mean * mean

    def to_json(self) -> dict[str, Any] | None:
        """Return how the tiles differ from what was expected; None where nothing was said.

        `fours` and `corners` are the shares that the program expected, `fours_dealt` and `corners_dealt` those that
        came, `fours_off` and `corners_off` their differences in the standard errors that it lets expect. `off` is that
        of the likelihood, which no wrong expectation escapes.
        """
        tiles = self.fours.n
        if not tiles:
            return None
        shares: dict[str, Any] = {"tiles": tiles, "off": self.likelihood.off()}
        for name, one in (("fours", self.fours), ("corners", self.corner)):
            shares |= {name: one.said / tiles, f"{name}_dealt": one.came / tiles, f"{name}_off": one.off()}
        return shares


class _Difference:
    """Sums of what was expected, and what came."""

    def __init__(self) -> None:
        self.n, self.said, self.came, self.difference, self.variance = 0, 0.0, 0, 0.0, 0.0

    def add(self, chance: float, said: float, came: int) -> None:
        self.n += 1
        self.said += said
        self.came += came
        self.difference += came - chance
        self.variance += chance * (1 - chance)

    def off(self) -> float:
        """Return the difference in standard errors; 0 where nothing could differ."""
        return self.difference / self.variance**0.5 if self.variance > 1e-9 else 0.0


class Implied:
    """The chance of a 4 that a program's values fit best.

    Values are approximations, and errors that U2 has in common with U4 - U2 push the chance up. So the differences
    are only summed with their signs, where squares would let a few bad positions decide. A network that had learned
    from 60 M moves with every tenth new tile a 4 came to 16 % ± 2 %, one that had with every second to 40 % ± 3 %
    (`docs/referee.md`): hence `MARGIN`.
    """

    def __init__(self, rules: Rules) -> None:
        self.chance = rules.fours / 100
        self.positions = 0
        self._sums: dict[int, tuple[float, float]] = {}  # by game, as positions of one game are alike

    def add(self, game: int, worth: Sequence[float]) -> None:
        """Take what a board after a move is worth, and what 2s and 4s on it lead to on average."""
        value, twos, fours = worth
        apart = fours - twos
        size, fit = self._sums.get(game, (0.0, 0.0))
        self._sums[game] = size + abs(apart), fit + math.copysign(value - twos, (value - twos) * apart)
        self.positions += 1

    def to_json(self) -> dict[str, Any] | None:
        """Return the chance, its standard error (the jackknife's over games) and how many of them it is off the rules'.

        None where there are too few games for an error, or values that tell 2s and 4s not apart.
        """
        sums = [*self._sums.values()]
        games = len(sums)
        whole, fit = (math.fsum(one[k] for one in sums) for k in (0, 1))
        if games < MIN_GAMES or any(whole - size <= 0 for size, _fit in sums):
            return None
        without = [(fit - one) / (whole - size) for size, one in sums]
        mean, fours = math.fsum(without) / games, fit / whole
        error = ((games - 1) / games * math.fsum((one - mean) ** 2 for one in without)) ** 0.5
        off = (fours - self.chance) / error if error > 1e-9 else 0.0
        return {"positions": self.positions, "fours": fours, "error": error, "off": off}
