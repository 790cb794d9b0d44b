"""The ladder of a variant: whether people solve a puzzle with what they know at a level.

Every level has what the levels before it have, and besides:

    beginner    hidden singles in any house; what a clue with one blank cell leaves in it
    easy        naked singles; clues with two blank cells; lines that are followed from cell to cell, however long
    medium      common peers (pointing and claiming among them), pairs, X-wings; clues with up to four blank cells
    hard        what else is rated up to 5.0; every clue

(What cages leave over of a house or lines is a clue too, one level harder unless it is a pair.)

    expert      what is rated up to 7.5: chains
    extreme     all the rest

What a step takes out stays possible until it is done, so that the steps may come in any order, the quick ones first.
"""

from collections.abc import Sequence

from tessella.sudoku.explainer.search_order import next_elimination
from tessella.sudoku.generator.variants import planes
from tessella.sudoku.generator.variants.planes import ContradictionError, digits_at
from tessella.sudoku.geometry import bits
from tessella.sudoku.rating.levels import LEVELS
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.techniques.grid import Grid, shape_of, union
from tessella.sudoku.variants.plain_solver import filters_of_clues

BEGINNER, EASY, MEDIUM, HARD, EXPERT, EXTREME = range(6)
_BLANKS = {1: BEGINNER, 2: EASY, 3: MEDIUM, 4: MEDIUM}  # of a clue, and the level from which on it is used
_FOLLOWED = {"thermo", "whisper", "palindrome"}
MOST = [round(10 * highest) for highest in [*LEVELS.values()][:EXTREME]]  # the highest rating of a step, in tenths


class Ladder:
    """What steps need to know of some rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.shape = planes.shape_of(rules)
        self.clues = filters_of_clues(rules)
        self.watching: list[list[int]] = [[] for _cell in self.shape.seen]
        for number, clue in enumerate(self.clues):
            for cell in {*clue.cells}:
                self.watching[cell].append(number)
        types = {frozenset(one.cells): one.type for one in rules.constraints}
        self.types = [types.get(frozenset(clue.cells), "") for clue in self.clues]
        self._shared: dict[int, int] = {}

    def solves(self, givens: Sequence[int], level: int) -> bool:
        """Return whether the steps up to a level fill the grid; 0 is a blank."""
        try:
            return _Position(self, givens, level).solve()
        except ContradictionError:
            return False

    def level_of(self, clue: int, blanks: int) -> int:
        """Return the level from which on a clue is used when it has so many blank cells."""
        if self.types[clue] in _FOLLOWED:
            return min(blanks - 1, EASY)
        is_leftover = not self.types[clue] and len(self.clues[clue].cells) != 2  # or of a pair: as easy as a dot
        return min(_BLANKS.get(blanks, HARD) + is_leftover, HARD)

    def shared_peers(self, cells: int) -> int:
        """Return the cells that see all of some cells."""
        if (found := self._shared.get(cells)) is None:
            found = self.shape.full
            for cell in bits(cells):
                found &= self.shape.seen[cell]
            self._shared[cells] = found
        return found


class _Position:
    """A position, and the clues that may have something new to say."""

    def __init__(self, ladder: Ladder, givens: Sequence[int], level: int) -> None:
        self.ladder, self.shape, self.level = ladder, ladder.shape, level
        self.planes, self.placed = self.shape.start(givens)
        self.before = [0] * self.shape.size  # the planes when clues were looked at last
        self.masks = [0] * len(givens)
        self.due = set[int]()

    def solve(self) -> bool:
        """Take steps until the grid is full, which is True, or none is left."""
        steps = [self.some_clues, self.common_peers, self.one_elimination]
        steps = steps[: 3 if self.level >= MEDIUM else 1]
        while True:
            self.placed = self.shape.settle(self.planes, self.placed, naked=self.level >= EASY)
            if self.placed == self.shape.full:
                return True
            if not any(step() for step in steps):
                return False

    def place(self, digit: int, cell: int) -> None:
        """Place a digit."""
        self.shape.place(self.planes, digit, cell)
        self.placed |= 1 << cell

    def some_clues(self) -> bool:
        """Take out what clues rule out, as far as the level uses them, and place what a clue alone leaves."""
        ladder, changed = self.ladder, False
        for cell in bits(union(old ^ new for old, new in zip(self.before, self.planes, strict=True))):
            self.masks[cell] = sum([1 << digit for digit in digits_at(self.planes, cell)])
            self.due.update(ladder.watching[cell])
        self.before = self.planes.copy()
        for number in sorted(self.due):
            clue = ladder.clues[number]
            cells = {cell for cell in clue.cells if not self.placed >> cell & 1}
            if cells and ladder.level_of(number, len(cells)) > self.level:
                continue
            self.due.discard(number)
            before = tuple([self.masks[cell] for cell in clue.cells])
            if not cells or (after := clue(before)) == before:
                continue
            if after is None:
                raise ContradictionError
            for cell, mask in zip(clue.cells, after, strict=True):
                for digit in bits(self.masks[cell] & ~mask):
                    self.planes[digit] &= ~(1 << cell)
            if len(cells) == 1 and len(digits := digits_at(self.planes, cell := cells.pop())) == 1:
                self.place(digits[0], cell)
            changed = True
        return changed

    def common_peers(self) -> bool:
        """Take out the candidates that see all places of their digit in a house."""
        changed = False
        for digit, plane in enumerate(self.planes):
            gone = 0
            for house in self.shape.houses:
                gone |= self.ladder.shared_peers(plane & house) & plane
            self.planes[digit] &= ~gone
            changed = changed or bool(gone)
        return changed

    def one_elimination(self) -> bool:
        """Do the easiest step of the others."""
        size, blank = self.shape.size, self.shape.full & ~self.placed
        cells = [digits_at(self.planes, cell) for cell in range(size * size)]
        is_blank = [bool(blank >> cell & 1) for cell in range(size * size)]
        marks = tuple(sum([1 << d for d in digits]) * open_ for digits, open_ in zip(cells, is_blank, strict=True))
        filled = tuple(0 if open_ else digits[0] + 1 for digits, open_ in zip(cells, is_blank, strict=True))
        places = [plane & blank for plane in self.planes]
        grid = Grid(shape_of(self.ladder.rules), filled, 0, marks, (0, *places), blank)
        if (found := next_elimination(grid, MOST[self.level])) is None:
            return False
        for digit, row, col in found[0].placements:
            self.place(digit - 1, size * (row - 1) + col - 1)
        for digit, row, col in found[0].eliminations:
            self.planes[digit - 1] &= ~(1 << size * (row - 1) + col - 1)
        return True
