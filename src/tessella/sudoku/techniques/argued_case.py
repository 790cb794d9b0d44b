"""Candidates that a clue takes from its cells, as the arguments for it find them, and those that are not argued yet."""

from collections.abc import Iterable

from tessella.i18n import _, any_of_words
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.techniques.clues import Clue, shown
from tessella.sudoku.techniques.grid import BITS
from tessella.sudoku.techniques.phrasing import Words, any_digit


class ArguedCase:
    """A clue in a position: `masks` are the candidates of its cells, `open` those that go and are not argued yet."""

    def __init__(self, clue: Clue, words: Words) -> None:
        self.clue, self.words, self.shape = clue, words, words.grid.shape
        known = shown(words.grid)
        self.masks = {cell: known[cell] for cell in clue.cells}
        self.open = dict.fromkeys(self.masks, 0)
        for digit, row, col in words.step.eliminations:
            self.open[(row - 1) * words.size + col - 1] |= 1 << digit - 1
        self._going = {**self.open}

    @property
    def source(self) -> Constraint | None:
        """The constraint that the clue says, None where that is a part of one, or follows from others."""
        sources = self.clue.sources if self.clue.derived is None else ()
        return sources[0] if len(sources) == 1 and {*sources[0].cells} == {*self.masks} else None

    @property
    def is_done(self) -> bool:
        """Whether all that goes is argued."""
        return not any(self.open.values())

    def take(self, cell: int, mask: int) -> int:
        """Return those of some candidates of a cell that were not argued yet; now they are."""
        found = self.open[cell] & mask
        self.open[cell] &= ~mask
        return found

    def left_in(self, cell: int) -> int:
        """Return the candidates of a cell without those that are argued for."""
        return self.masks[cell] & ~self._going[cell] | self.open[cell]

    def sees(self, cell: int, other: int) -> bool:
        """Return whether two cells are peers."""
        return bool(self.shape.peers[cell] >> other & 1)

    def name(self, *cells: int) -> str:
        """Return the names of cells."""
        return self.words.list_cells(cells)

    def name_any(self, cells: Iterable[int]) -> str:
        """Return the names of cells of which one is meant."""
        return any_of_words(self.name(cell) for cell in cells)

    def is_one_of(self, cell: int, mask: int | None = None) -> str:
        """Return what a cell can be, as a clause."""
        mask = self.masks[cell] if mask is None else mask
        form = _("{cell} can only be {digits}") if mask & mask - 1 else _("{cell} is {digits}")
        return form.format(cell=self.name(cell), digits=any_of(mask))


def any_of(mask: int) -> str:
    """Return the digits of a mask, of which one is meant."""
    return any_digit(d + 1 for d in BITS[mask])


def below(d: int) -> int:
    """Return the mask of the digits below one."""
    return (1 << d) - 1
