"""Random full grids of variants: under the rules of houses, chess moves and neighbours."""

from tessella.rng import SplitMix64
from tessella.sudoku.generator.full_grid import shuffled
from tessella.sudoku.generator.layouts import neighbours
from tessella.sudoku.geometry import bits
from tessella.sudoku.rules.peers import peers_of
from tessella.sudoku.rules.ruleset import Rules

MAX_GUESSES = 1000  # in one search; beyond, another beginning is luckier
MAX_SEARCHES = 8
MAX_JIGSAW_GUESSES = 200  # in the one search for a grid of random regions; beyond, other regions are luckier


def random_grid(rules: Rules, rng: SplitMix64) -> list[int] | None:
    """Return a random full grid of houses, chess moves and neighbours that may not be consecutive, or None.

    Regions that are drawn at random have now and then no grid at all, or one that is too rare to be met.
    """
    search = _Search(rules)
    is_jigsaw = bool(rules.of_type("jigsaw"))
    for _search in range(1 if is_jigsaw else MAX_SEARCHES):
        search.guesses = MAX_JIGSAW_GUESSES if is_jigsaw else MAX_GUESSES
        whole = (1 << rules.size) - 1
        found = search.fill([whole] * rules.size**2, rng)
        if found or search.guesses > 0:  # else it was broken off
            return found and [mask.bit_length() for mask in found]
    return None


class _Search:
    """A search over the cell with the fewest candidates, with naked and hidden singles; cells are masks of digits."""

    def __init__(self, rules: Rules) -> None:
        size = rules.size
        self.houses = rules.houses
        self.houses_of: list[list[tuple[int, ...]]] = [[] for _cell in range(size * size)]
        for house in self.houses:
            for cell in house:
                self.houses_of[cell].append(house)
        self.peers = peers_of(rules)
        self.apart = neighbours(size) if rules.of_type("non_consecutive") else ((),) * (size * size)
        self.guesses = 0

    def fill(self, masks: list[int], rng: SplitMix64) -> list[int] | None:
        """Return the masks of a full grid within these, None where there is none or the guesses are used up."""
        open_cells = [cell for cell, mask in enumerate(masks) if mask & mask - 1]
        if not open_cells:
            return masks
        cell = min(open_cells, key=lambda one: masks[one].bit_count())
        for place in shuffled(bits(masks[cell]), rng):
            if self.guesses <= 0:
                return None
            self.guesses -= 1
            after = masks.copy()
            if self._keep(after, cell, 1 << place) and (found := self.fill(after, rng)):
                return found
        return None

    def _keep(self, masks: list[int], cell: int, kept: int) -> bool:
        """Leave a cell only what is kept, and draw what follows; return whether every digit still has a place."""
        waiting = [(cell, kept)]
        while waiting:
            cell, kept = waiting.pop()
            before = masks[cell]
            after = before & kept
            if not after:
                return False
            if after == before:
                continue
            masks[cell] = after
            if not after & after - 1:
                waiting += [(other, ~after) for other in self.peers[cell] if masks[other] & after]
                waiting += [(other, ~(after << 1 | after >> 1)) for other in self.apart[cell]]
            for house in self.houses_of[cell]:
                once, twice = 0, 0
                for other in house:
                    twice |= once & masks[other]
                    once |= masks[other]
                if (before & ~after) & ~once:
                    return False
                if single := once & ~twice & before & ~after:
                    waiting += [(other, single & -single) for other in house if masks[other] & single & -single]
        return True
