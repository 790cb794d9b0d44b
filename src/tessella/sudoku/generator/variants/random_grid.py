"""Random full grids of variants: under the rules of houses, chess moves and neighbours."""

from collections.abc import Sequence

from tessella.rng import SplitMix64
from tessella.sudoku.generator.full_grid import full_grid, shuffled
from tessella.sudoku.generator.variants.planes import ContradictionError, Shape, digits_at, shape_of
from tessella.sudoku.rules.ruleset import Rules

MAX_GUESSES = 1000  # in one search; beyond, another beginning is luckier
MAX_SEARCHES = 8

# Grids that others are made of, where few can be met by a search
KNOWN = (
    "135826947497153682862479315246917538583642791719385264971538426624791853358264179",
    "135972468792648135468315972624183759957426381381759624813597246579264813246831597",
    "138264975462597318795831642249375186816942753573618429351486297684729531927153864",
    "146829735583174269729536481375962814692418357814753692257381946931647528468295173",
    "147386259863529471529174638295741863638295147471863925714638592386952714952417386",
    "147396825825174693693852471258417936936285714471639258714963582582741369369528147",
    "152637948974852613638419275361794852849526137527381469285163794713948526496275381",
    "183725946947163528625849173251684739496317285738592461572936814314258697869471352",
    "246197385583624719917358462179583624835246197462971853624719538358462971791835246",
    "259147386836925741471683529925368174147592638683714952368259417592471863714836295",
    "259738614614952837837416259372841596148695372596273148961527483725384961483169725",
    "314286975852739641697415283173852469528694137946371852469527318285163794731948526",
)
CHANGES, KEPT, MAX_GUESSES_FOR_REST = 20, 15, 50  # how often most of such a grid changes: cells that stay, guesses


def random_grid(rules: Rules, rng: SplitMix64) -> list[int] | None:
    """Return a random full grid of houses, chess moves and neighbours that may not be consecutive, or None.

    Where nothing holds but rows, columns and boxes, there always is one.
    """
    if rules.is_classic:
        return full_grid(rules.box, rng)
    if starts_from_known(rules):
        return _varied(known(rng), rules, rng)
    search = Search(shape_of(rules), rng)
    for _search in range(MAX_SEARCHES):
        if (found := search.fill(MAX_GUESSES)) or search.guesses:  # else it was broken off
            return found
    return None


def starts_from_known(rules: Rules) -> bool:
    """Return whether grids are made of those that are `KNOWN`."""
    return rules.box == (3, 3) and [one.type for one in rules.constraints] == ["non_consecutive"]


def known(rng: SplitMix64) -> list[int]:
    """Return one of the grids that are `KNOWN`, turned about at random."""
    grid = [int(digit) for digit in KNOWN[rng.below(len(KNOWN))]]
    if rng.below(2):
        grid = [10 - digit for digit in grid]
    if rng.below(2):
        grid = grid[::-1]
    if rng.below(2):
        grid = [grid[cell % 9 * 9 + cell // 9] for cell in range(81)]
    return [grid[cell - 2 * (cell % 9) + 8] for cell in range(81)] if rng.below(2) else grid


def _varied(grid: list[int], rules: Rules, rng: SplitMix64) -> list[int]:
    """Return a grid that others than the given one lead to: some cells stay, and the rest is searched for anew."""
    search = Search(shape_of(rules), rng)
    for _change in range(CHANGES):
        kept = {*shuffled(range(81), rng)[:KEPT]}
        givens = [digit if cell in kept else 0 for cell, digit in enumerate(grid)]
        grid = search.fill(MAX_GUESSES_FOR_REST, givens) or grid
    return grid


class Search:
    """A search over the first of the cells with the fewest digits, with naked and hidden singles."""

    def __init__(self, shape: Shape, rng: SplitMix64) -> None:
        self.shape, self.rng = shape, rng
        self.guesses = 0  # that are left

    def fill(self, guesses: int, givens: Sequence[int] = ()) -> list[int] | None:
        """Return a full grid with these givens, None where there is none or the guesses are used up."""
        self.guesses = guesses
        planes, placed = self.shape.start(givens)
        if (found := self._fill(planes, self.shape.settle(planes, placed))) is None:
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
