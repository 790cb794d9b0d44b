"""Random full grids of variants: under the rules of houses, chess moves and neighbours."""

from tessella.rng import SplitMix64
from tessella.sudoku.generator.full_grid import full_grid, shuffled
from tessella.sudoku.generator.variants.planes import ContradictionError, Shape, digits_at, shape_of
from tessella.sudoku.rules.ruleset import Rules

MAX_GUESSES = 1000  # in one search; beyond, another beginning is luckier
MAX_SEARCHES = 8


def random_grid(rules: Rules, rng: SplitMix64) -> list[int] | None:
    """Return a random full grid of houses, chess moves and neighbours that may not be consecutive, or None.

    Where nothing holds but rows, columns and boxes, there always is one.
    """
    if rules.is_classic:
        return full_grid(rules.box, rng)
    search = Search(shape_of(rules), rng)
    for _search in range(MAX_SEARCHES):
        if (found := search.fill(MAX_GUESSES)) or search.guesses:  # else it was broken off
            return found
    return None


class Search:
    """A search over the first of the cells with the fewest digits, with naked and hidden singles."""

    def __init__(self, shape: Shape, rng: SplitMix64) -> None:
        self.shape, self.rng = shape, rng
        self.guesses = 0  # that are left

    def fill(self, guesses: int) -> list[int] | None:
        """Return a full grid, None where there is none or the guesses are used up."""
        self.guesses = guesses
        if (found := self._fill(*self.shape.start(()))) is None:
            return None
        return [digits_at(found, cell)[0] + 1 for cell in range(len(self.shape.seen))]

    def _fill(self, planes: list[int], placed: int) -> list[int] | None:
        if placed == self.shape.full:
            return planes
        cell = self.shape.branch(planes, placed)
        for digit in shuffled(digits_at(planes, cell), self.rng):
            if self.guesses <= 0:
                return None
            self.guesses -= 1
            after = planes.copy()
            try:
                self.shape.place(after, digit, cell)
                now = self.shape.settle(after, placed | 1 << cell)
            except ContradictionError:
                continue
            if found := self._fill(after, now):
                return found
        return None
