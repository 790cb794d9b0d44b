"""Which puzzle is "seed 42, number 7, these options"?

The maker that `docs/maker.md` specifies, in plain Python, for boxes of any shape: a full grid, then clues taken away in
a random order, each of them unless the puzzle would lose what makes it one. That has a definite result, so this room
gets it by a short cut. It believes that a whole run of clues may go, asks once, and learns from the answer:

    flaw    a set of cells in which another solution differs: in every puzzle of this grid, one of them is given
    thin    a clue stays where a known flaw would be left without a given; what is left is asked for a new flaw

until there is none. Then every clue that stays does so for a reason, and every clue that went was free to go.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from tessella.errors import PuzzleError
from tessella.i18n import _, ngettext
from tessella.rng import SplitMix64, fold
from tessella.sudoku.board import Board
from tessella.sudoku.generator.recipe import Recipe
from tessella.sudoku.rules import Box
from tessella.sudoku.solver import branch, layout_of, propagate

__all__ = [
    "BACK",
    "GRIDS",
    "MAKER",
    "STEPS",
    "STEPS_A_GRID",
    "Thinner",
    "bits",
    "full_grid",
    "gave_up",
    "is_minimal",
    "make",
    "shuffle",
    "solved",
]

MAKER = 1
"""The version of the maker: it goes up whenever any seed gives another puzzle."""

GRIDS = 1000
"""How many grids are tried for one puzzle."""
STEPS_A_GRID = 1000
"""How many steps are made from one grid to a number of clues."""
STEPS = 5000
"""How many steps are made for one puzzle, in all its grids."""
BACK = 2
"""How many orbits a step gives back before it takes others."""


def is_minimal(board: Board, symmetry: str = "none") -> bool:
    """Return whether the givens have exactly one solution and none of them can go.

    With a symmetry: whether no set of givens that belongs together can go. Digits that are no givens do not count.

    >>> is_minimal(Board.parse("1...|..2.|.3..|...4")), is_minimal(Board.parse("12..|..2.|.3..|...4"))
    (True, False)
    """
    mask = sum(1 << cell for cell, digit in enumerate(board.givens) if digit)
    blank = (1 << len(board.givens)) - 1 ^ mask
    thinner = Thinner(board.box, board.givens, by_singles=False)
    thinner.solution = thinner.search(*thinner.start(mask))
    if not thinner.solution or thinner.flaw(mask, blank):
        return False
    orbits = Recipe(board.box, symmetry=symmetry).orbits()
    return all(thinner.flaw(mask & ~orbit, mask & orbit) for orbit in orbits if orbit & mask)


def solved(board: Board) -> list[int]:
    """Return the digits of the solution of a puzzle that has one."""
    thinner = Thinner(board.box, board.givens, by_singles=False)
    found = thinner.search(*thinner.start(sum(1 << cell for cell, digit in enumerate(board.givens) if digit)))
    grid = [0] * len(board.givens)
    for bit in bits(found):
        grid[bit % len(grid)] = bit // len(grid) + 1
    return grid


def shuffle(board: Board, seed: int) -> Board:
    """Return a puzzle that is essentially the same as the givens of `board`, but looks different.

    Rows, columns, bands, stacks and digits change places, and where boxes are square the whole may turn over its
    diagonal; each way is as likely as any other, and a seed names one. All deductions stay the same; a rating may
    change a little, as it takes the first step that is found, and another one may now come first.

    >>> before = Board.parse("1...|..2.|.3..|...4")
    >>> after = shuffle(before, 42)
    >>> after == shuffle(before, 42), is_minimal(after)
    (True, True)
    """
    height, width = board.box
    luck = SplitMix64(fold([height, width, seed]))
    down = _lines(width, height, luck)
    across = _lines(height, width, luck)
    names = [0, *_shuffled(range(1, board.size + 1), luck)]
    rows = board.puzzle.rows
    if height == width and luck.below(2):
        rows = tuple(zip(*rows, strict=True))
    return Board.of_givens((names[rows[r][c]] for r in down for c in across), board.box)


# --- the maker ----------------------------------------------------------------------------------------------


def make(recipe: Recipe, seed: int, k: int) -> Board:
    """Return puzzle `k` of a seed; raise `PuzzleError` where the maker reaches its limits first.

    What the recipe wishes of the rating is not looked at.
    """
    target = recipe.clues if isinstance(recipe.clues, int) else None
    orbits = recipe.orbits()
    ground = sum(orbits)
    steps, fewest = STEPS, 0
    for attempt in range(GRIDS):
        luck = SplitMix64(fold([MAKER, *recipe.box, seed, k, attempt]))
        thinner = Thinner(recipe.box, full_grid(recipe.box, luck), by_singles=recipe.by_singles)
        order = _shuffled(orbits, luck)
        outside = (1 << len(thinner.grid)) - 1 ^ ground
        if outside and thinner.flaw(ground, outside):
            continue
        mask = thinner.thin(ground, order, target)
        for _step in range(STEPS_A_GRID):
            if target is None or mask.bit_count() == target or not steps:
                break
            steps -= 1
            order = _shuffled(orbits, luck)
            back = [orbit for orbit in order if not orbit & mask][:BACK]
            order = [orbit for orbit in order if orbit & mask] + back
            other = thinner.thin(mask | sum(back), order, target)
            if other.bit_count() <= mask.bit_count():
                mask = other
        if target is None or mask.bit_count() == target:
            givens = (digit if mask >> cell & 1 else 0 for cell, digit in enumerate(thinner.grid))
            return Board.of_givens(givens, recipe.box)
        fewest = min(fewest or mask.bit_count(), mask.bit_count())
        if not steps:
            break
    raise gave_up(target, fewest)


def gave_up(target: int | None, fewest: int) -> PuzzleError:
    """Return the error of a maker that has reached its limits; `fewest` is 0 where no grid would do at all."""
    hint = _("another seed, more clues, or more cells to choose from may do")
    if target is None or not fewest:
        message = ngettext(
            "gave up after {n} grid: none of them is fixed by givens in these cells",
            "gave up after {n} grids: none of them is fixed by givens in these cells",
            GRIDS,
        )
        return PuzzleError(message.format(n=GRIDS), hint=hint)
    message = _("gave up after {steps} steps: expected {target} clues, the nearest puzzle has {fewest}")
    return PuzzleError(message.format(steps=STEPS, target=target, fewest=fewest), hint=hint)


class Thinner:
    """Takes clues away from the full grid of one puzzle, and remembers why some must stay.

    Cells are masks here: bit i is cell i. Candidates are the integers of `tessella.sudoku.solver`.
    """

    def __init__(self, box: Box, grid: Sequence[int], *, by_singles: bool) -> None:
        self.grid = grid
        self.by_singles = by_singles
        self.layout = layout_of(box)
        self.cells = len(grid)
        self.solution = sum(1 << (digit - 1) * self.cells + cell for cell, digit in enumerate(grid) if digit)
        self.flaws: list[list[int]] = [[] for _cell in grid]
        """For every cell the known flaws that it belongs to."""
        if all(grid):
            for cycle in _cycles(box, grid):
                self.learn(cycle)

    def learn(self, flaw: int) -> None:
        """Remember a set of cells of which one must be given."""
        for cell in bits(flaw):
            self.flaws[cell].append(flaw)

    def thin(self, mask: int, order: Sequence[int], target: int | None) -> int:
        """Return the givens that are left when the orbits of `order` have gone in turn, as far as each may go."""
        sizes = [orbit.bit_count() for orbit in order]
        begin = 0
        while begin < len(order) and mask.bit_count() != target:
            # Early runs go in one piece, late clues nearly one by one.
            end = min(len(order), begin + max(2, (len(order) - begin) // 5))
            while True:
                left, went = mask, list[int]()
                for i in range(begin, end):
                    if self._may_go(left, order[i], sizes[i:], target):
                        left ^= order[i]
                        went.append(i)
                flaw = self.flaw(left, mask ^ left) if went else 0
                if not flaw:
                    break
                if self.by_singles:
                    last = self._first_to_stay(mask, order, went)
                    left, end = mask & ~sum(order[i] for i in went if i < last), last + 1
                    break
                self.learn(flaw)
            mask = left
            begin = end
        return mask

    def _first_to_stay(self, mask: int, order: Sequence[int], went: Sequence[int]) -> int:
        """Return the place in `order` of the first orbit that may not go; not all that `went` may go together.

        Where singles stop, nearly all of the grid is open, a flaw that teaches little; halving finds the orbit sooner.
        """
        fine, bad = 0, len(went)
        while bad - fine > 1:
            middle = (fine + bad) // 2
            gone = sum(order[i] for i in went[:middle])
            if self.flaw(mask ^ gone, gone):
                bad = middle
            else:
                fine = middle
        return went[fine]

    def _may_go(self, mask: int, orbit: int, sizes: Sequence[int], target: int | None) -> bool:
        """Return whether the number of clues and the known flaws let an orbit go; `sizes` are of it and those after."""
        if target is not None:
            over = mask.bit_count() - sizes[0] - target
            if over < 0 or not _adds_up(over, sizes[1:]):
                return False
        rest = mask & ~orbit
        return all(flaw & rest for cell in bits(orbit) for flaw in self.flaws[cell])

    def flaw(self, mask: int, gone: int) -> int:
        """Return a set of cells without a given that says why the puzzle is none, 0 where it is one.

        `gone` are the cells taken from a puzzle that was one.
        """
        state, placed = propagate(*self.start(mask), self.layout)
        if state == placed:
            return 0
        if self.by_singles:
            return self._cells_of(state & ~placed)
        for cell in bits(gone):
            choice = state & self.layout.keep.column << cell
            own = choice & self.solution
            if choice == own:
                continue
            if other := self.search(state ^ own, placed):
                return self._cells_of(self.solution & ~other)
            keep = self.layout.keep[own.bit_length() - 1]
            state, placed = propagate(state & keep, placed | own, self.layout)
        return 0

    def search(self, state: int, placed: int) -> int:
        """Return a solution, 0 where there is none; one that is near to the grid, so that it differs in few cells."""
        waiting = [(state, placed)]
        while waiting:
            state, placed = propagate(*waiting.pop(), self.layout)
            if not state:
                continue
            if state == placed:
                return placed
            group = branch(state, self.layout)
            near = group & self.solution
            guesses = (*bits(group ^ near), *bits(near))  # the last one is followed first
            waiting += [(state & self.layout.keep[bit], placed | 1 << bit) for bit in guesses]
        return 0

    def start(self, mask: int) -> tuple[int, int]:
        """Return the candidates and the digits in place when the grid shows the cells of `mask`."""
        state, placed = self.layout.full, 0
        for cell in bits(mask):
            bit = (self.grid[cell] - 1) * self.cells + cell
            state &= self.layout.keep[bit]
            placed |= 1 << bit
        return state, placed

    def _cells_of(self, candidates: int) -> int:
        plane = (1 << self.cells) - 1
        mask = 0
        while candidates:
            mask |= candidates & plane
            candidates >>= self.cells
        return mask


def bits(mask: int) -> Iterator[int]:
    """Yield the places of the bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _adds_up(number: int, sizes: Sequence[int]) -> bool:
    """Return whether a number is the sum of some of the sizes, or more than all of them.

    Every size divides the larger ones, so that the largest can be taken first.
    """
    if number > sum(sizes):
        return True
    for size in sorted(sizes, reverse=True):
        if size <= number:
            number -= size
    return number == 0


def _cycles(box: Box, grid: Sequence[int]) -> Iterator[int]:
    """Yield the sets of cells in which two digits can change places: the cheapest flaws to find.

    Two digits stand twice in every house. Whoever changes them in one place has to do so in the house's other, and so
    on until the chain closes; where that is before all of the places, another solution has been found.
    """
    size = box[0] * box[1]
    column = [[0] * size for _digit in range(size)]  # digit, row
    row_by_column = [[0] * size for _digit in range(size)]
    row_by_box = [[0] * size for _digit in range(size)]
    box_of = [r // box[0] * box[0] + c // box[1] for r in range(size) for c in range(size)]
    for cell, digit in enumerate(grid):
        row, col = divmod(cell, size)
        column[digit - 1][row] = col
        row_by_column[digit - 1][col] = row
        row_by_box[digit - 1][box_of[cell]] = row
    for one, other in combinations(range(size), 2):
        left = set(range(size))
        while left:
            reached = [left.pop()]
            cycle = 0
            for row in reached:
                cell = row * size + column[one][row]
                cycle |= 1 << cell | 1 << row * size + column[other][row]
                for linked in (row_by_column[other][column[one][row]], row_by_box[other][box_of[cell]]):
                    if linked in left:
                        left.remove(linked)
                        reached.append(linked)
            if len(reached) < size:
                yield cycle


# --- luck ---------------------------------------------------------------------------------------------------


def full_grid(box: Box, luck: SplitMix64) -> list[int]:
    """Return a random full grid, the digits from 1, row by row.

    Band after band: every column of a stack first takes the digits that it will hold in this band, then these are
    dealt to the rows. Both are perfect matchings of a regular graph, so there always is one (Hall's theorem) and
    nothing is ever taken back. The grid is then turned about by a random symmetry, so that no place is special.
    """
    height, width = box
    size = height * width
    missing = [(1 << size) - 1] * size
    rows: list[list[int]] = []
    for _band in range(width):
        hands = [0] * size
        for first in range(0, size, width):
            columns = [first + i // height for i in range(size)]
            for column, digit in zip(columns, _match([missing[c] for c in columns], luck), strict=True):
                hands[column] |= 1 << digit
        missing = [lacks & ~hand for lacks, hand in zip(missing, hands, strict=True)]
        for _row in range(height):
            row = _match(hands, luck)
            hands = [hand & ~(1 << digit) for hand, digit in zip(hands, row, strict=True)]
            rows.append(row)
    down = _lines(width, height, luck)
    across = _lines(height, width, luck)
    names = _shuffled(range(1, size + 1), luck)
    if height == width and luck.below(2):
        return [names[rows[r][c]] for c in across for r in down]
    return [names[rows[r][c]] for r in down for c in across]


def _shuffled(items: Iterable[int], luck: SplitMix64) -> list[int]:
    order = list(items)
    luck.shuffle(order)
    return order


def _lines(blocks: int, length: int, luck: SplitMix64) -> list[int]:
    """Return the rows (or columns) of a grid with the blocks shuffled, and the lines in each of them."""
    order = _shuffled(range(blocks), luck)
    return [line for block in order for line in _shuffled(range(block * length, (block + 1) * length), luck)]


def _match(hands: Sequence[int], luck: SplitMix64) -> list[int]:
    """Return one digit of every hand (a mask), all of them different.

    A hand takes one of its digits that are still free, by luck; where none is free, exchanges make one free.
    """
    free = (1 << len(hands)) - 1
    taken: list[int] = []
    owner = [-1] * len(hands)
    for number, hand in enumerate(hands):
        if choice := hand & free:
            for _skipped in range(luck.below(choice.bit_count())):
                choice &= choice - 1
            digit = (choice & -choice).bit_length() - 1
            taken.append(digit)
            owner[digit] = number
        else:
            taken.append(-1)
            digit = _exchange(hands, taken, owner)
        free ^= 1 << digit
    return taken


def _exchange(hands: Sequence[int], taken: list[int], owner: list[int]) -> int:
    """Give the last hand a digit by the shortest chain of exchanges, lowest digits first.

    Every hand on the chain takes the digit that the next one gives up; the free digit at its end is returned.
    """
    asker = dict[int, int]()
    waiting = [len(taken) - 1]
    for hand in waiting:
        for digit in bits(hands[hand]):
            if digit in asker:
                continue
            asker[digit] = hand
            if owner[digit] >= 0:
                waiting.append(owner[digit])
                continue
            given = digit
            while given >= 0:
                taker = asker[given]
                owner[given] = taker
                taken[taker], given = given, taken[taker]
            return digit
    raise AssertionError  # Hall's theorem: a regular graph has a perfect matching
