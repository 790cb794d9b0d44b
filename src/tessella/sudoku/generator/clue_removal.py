"""Generation by removal of clues: which puzzle is number k of a seed.

`docs/maker.md` specifies it for boxes of any shape: a full grid, then clues removed in a random order, each of them
unless the puzzle would lose what makes it one. That has a definite result, which is found here by a short cut: it is
assumed that a whole run of clues may go, asked once, and learned from the answer:

    unavoidable set    cells in which another solution differs: in every puzzle of this grid, one of them is given
    removal            a clue stays where a known unavoidable set would be left without a given; of what is left, it is
                       asked whether it is a puzzle, which gives a new unavoidable set

until there is none. Then every clue that stays does so for a reason, and every clue that went was free to go.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from tessella.errors import PuzzleError
from tessella.i18n import _, ngettext
from tessella.rng import SplitMix64, fold
from tessella.sudoku.board import Board, BoardLike, read_board
from tessella.sudoku.generator.full_grid import full_grid, shuffled
from tessella.sudoku.generator.recipe import Recipe
from tessella.sudoku.generator.variants import specification
from tessella.sudoku.geometry import Box, bits, box_of
from tessella.sudoku.rules.cells import refuse_variant
from tessella.sudoku.solver import branch, layout_of, propagate

VERSION = 1  # the version of the specification: it goes up whenever any seed gives another puzzle

MAX_GRIDS = 1000  # how many grids are tried for one puzzle
MAX_STEPS_PER_GRID = 1000  # how many steps are made from one grid to a number of clues
MAX_STEPS = 5000  # how many steps are made for one puzzle, in all its grids
RESTORED_ORBITS = 2  # how many orbits a step gives back before it takes others


def is_minimal(board: BoardLike, symmetry: str = "none") -> bool:
    """Return whether the givens have exactly one solution and none of them can go.

    With a symmetry: whether no set of givens that belongs together can go. Digits that are no givens do not count.

    >>> is_minimal(Board.parse("1...|..2.|.3..|...4")), is_minimal(Board.parse("12..|..2.|.3..|...4"))
    (True, False)
    """
    board = read_board(board)
    refuse_variant(board)
    mask = sum(1 << cell for cell, digit in enumerate(board.givens) if digit)
    blank = (1 << len(board.givens)) - 1 ^ mask
    remover = ClueRemover(board.box, board.givens, by_singles=False)
    remover.solution = remover.search(*remover.layout.start(board.givens))
    if not remover.solution or remover.find_unavoidable(mask, blank):
        return False
    orbits = Recipe(board.box, symmetry=symmetry).orbits()
    return all(remover.find_unavoidable(mask & ~orbit, mask & orbit) for orbit in orbits if orbit & mask)


def generate(recipe: Recipe, seed: int, k: int) -> Board:
    """Return puzzle `k` of a seed, whatever the target; raise `PuzzleError` where the limits are reached first."""
    if recipe.variants:
        return specification.generate(recipe, seed, k)
    clues = recipe.exact_clues
    orbits = recipe.orbits()
    ground = sum(orbits)
    steps, fewest = MAX_STEPS, 0
    for attempt in range(MAX_GRIDS):
        rng = SplitMix64(fold([VERSION, *recipe.box, seed, k, attempt]))
        remover = ClueRemover(recipe.box, full_grid(recipe.box, rng), by_singles=recipe.by_singles)
        order = shuffled(orbits, rng)
        outside = (1 << len(remover.grid)) - 1 ^ ground
        if outside and remover.find_unavoidable(ground, outside):
            continue
        mask = remover.remove(ground, order, clues)
        for _step in range(MAX_STEPS_PER_GRID):
            if clues is None or mask.bit_count() == clues or not steps:
                break
            steps -= 1
            order = shuffled(orbits, rng)
            back = [orbit for orbit in order if not orbit & mask][:RESTORED_ORBITS]
            order = [orbit for orbit in order if orbit & mask] + back
            other = remover.remove(mask | sum(back), order, clues)
            if other.bit_count() <= mask.bit_count():
                mask = other
        if clues is None or mask.bit_count() == clues:
            givens = (digit if mask >> cell & 1 else 0 for cell, digit in enumerate(remover.grid))
            return Board.of_givens(givens, recipe.box)
        fewest = min(fewest or mask.bit_count(), mask.bit_count())
        if not steps:
            break
    raise gave_up_error(clues, fewest)


def gave_up_error(clues: int | None, fewest: int) -> PuzzleError:
    """Return the error for limits that are reached; `fewest` is 0 where no grid would do at all."""
    hint = _("try another seed, more clues, or more cells that may hold a given")
    if clues is None or not fewest:
        message = ngettext(
            "gave up after {n} grid: none of them is fixed by givens in these cells",
            "gave up after {n} grids: none of them is fixed by givens in these cells",
            MAX_GRIDS,
        )
        return PuzzleError(message, n=MAX_GRIDS, hint=hint)
    message = _("gave up after {steps} steps: expected {target} clues, the nearest puzzle has {fewest}")
    return PuzzleError(message, steps=MAX_STEPS, target=clues, fewest=fewest, hint=hint)


class ClueRemover:
    """Removes clues from the full grid of one puzzle, and remembers why some must stay.

    Cells are masks here: bit i is cell i. Candidates are the integers of `tessella.sudoku.solver`.
    """

    def __init__(self, box: Box, grid: Sequence[int], *, by_singles: bool) -> None:
        self.grid = grid
        self.by_singles = by_singles
        self.layout = layout_of(box)
        self.cells = len(grid)
        self.solution = sum(1 << (digit - 1) * self.cells + cell for cell, digit in enumerate(grid) if digit)
        self.unavoidable: list[list[int]] = [[] for _cell in grid]  # for every cell the known sets that it belongs to
        if all(grid):
            for cycle in (*_two_digit_sets(box, grid), *_two_line_sets(box, grid)):
                self.learn(cycle)

    def learn(self, cells: int) -> None:
        """Remember a set of cells of which one must be given."""
        for cell in bits(cells):
            self.unavoidable[cell].append(cells)

    def remove(self, mask: int, order: Sequence[int], clues: int | None) -> int:
        """Return the givens that are left when the orbits of `order` have gone in turn, as far as each may go."""
        sizes = [orbit.bit_count() for orbit in order]
        begin = 0
        while begin < len(order) and mask.bit_count() != clues:
            # Early runs go in one piece, late clues nearly one by one.
            end = min(len(order), begin + max(2, (len(order) - begin) // 7))
            while True:
                left, went = mask, list[int]()
                for i in range(begin, end):
                    if self._may_go(left, order[i], sizes[i:], clues):
                        left ^= order[i]
                        went.append(i)
                found = self.find_unavoidable(left, mask ^ left) if went else 0
                if not found:
                    break
                if self.by_singles:
                    last = self._first_to_stay(mask, order, went)
                    left, end = mask & ~sum(order[i] for i in went if i < last), last + 1
                    break
                self.learn(found)
            mask = left
            begin = end
        return mask

    def _first_to_stay(self, mask: int, order: Sequence[int], went: Sequence[int]) -> int:
        """Return the place in `order` of the first orbit that may not go; not all that `went` may go together.

        Where singles stop, nearly all of the grid is open, a set that teaches little; halving finds the orbit sooner.
        """
        fine, bad = 0, len(went)
        while bad - fine > 1:
            middle = (fine + bad) // 2
            gone = sum(order[i] for i in went[:middle])
            if self.find_unavoidable(mask ^ gone, gone):
                bad = middle
            else:
                fine = middle
        return went[fine]

    def _may_go(self, mask: int, orbit: int, sizes: Sequence[int], clues: int | None) -> bool:
        """Return whether the number of clues and the known sets let an orbit go; `sizes` are of it and those after."""
        if clues is not None:
            over = mask.bit_count() - sizes[0] - clues
            if over < 0 or not _adds_up(over, sizes[1:]):
                return False
        rest = mask & ~orbit
        for cell in bits(orbit):
            for cells in self.unavoidable[cell]:
                if not cells & rest:
                    return False
        return True

    def find_unavoidable(self, mask: int, gone: int) -> int:
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
        placed = self.solution & mask * self.layout.keep.column
        return self.layout.beside(placed), placed

    def _cells_of(self, candidates: int) -> int:
        plane = (1 << self.cells) - 1
        mask = 0
        while candidates:
            mask |= candidates & plane
            candidates >>= self.cells
        return mask


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


def _two_digit_sets(box: Box, grid: Sequence[int]) -> Iterator[int]:
    """Yield the sets of cells in which two digits can change places: the cheapest unavoidable sets to find.

    Two digits stand twice in every house. Whoever changes them in one place has to do so in the house's other, and so
    on until the chain closes; where that is before all of the places, another solution has been found.
    """
    size, boxes = box[0] * box[1], box_of(box)
    column = [[0] * size for _digit in range(size)]  # digit, row
    row_by_column = [[0] * size for _digit in range(size)]
    row_by_box = [[0] * size for _digit in range(size)]
    for cell, digit in enumerate(grid):
        row, col = divmod(cell, size)
        column[digit - 1][row] = col
        row_by_column[digit - 1][col] = row
        row_by_box[digit - 1][boxes[cell]] = row
    for one, other in combinations(range(size), 2):
        left = set(range(size))
        while left:
            reached = [left.pop()]
            cycle = 0
            for row in reached:
                cell = row * size + column[one][row]
                cycle |= 1 << cell | 1 << row * size + column[other][row]
                for linked in (row_by_column[other][column[one][row]], row_by_box[other][boxes[cell]]):
                    if linked in left:
                        left.remove(linked)
                        reached.append(linked)
            if len(reached) < size:
                yield cycle


def _two_line_sets(box: Box, grid: Sequence[int]) -> Iterator[int]:
    """Yield the sets in which two rows of a band, or two columns of a stack, can exchange more than two digits.

    Wherever the cells of some columns hold the same digits in both rows, each column's two cells can change places.
    """
    height, width = box
    size = height * width
    for between, along, together in ((size, 1, height), (1, size, width)):  # cells from line to line, and in a line
        for first, second in combinations(range(size), 2):
            if first // together != second // together:
                continue
            place = {grid[first * between + i * along]: i for i in range(size)}
            left = set(range(size))
            while left:
                i, reached, cells = min(left), 0, 0
                while i in left:
                    left.remove(i)
                    reached += 1
                    cells |= 1 << first * between + i * along | 1 << second * between + i * along
                    i = place[grid[second * between + i * along]]
                if 2 < reached < size:
                    yield cells
