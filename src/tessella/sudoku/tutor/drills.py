"""Drills: what a person did in a position, judged by what one technique gives there.

Every step of the technique counts, also one that nobody had in mind. Candidates are judged that were removed from the
marks at the start, digits that were entered, and cells that were coloured, which are taken for the pattern.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from tessella.i18n import N_, _, list_of, ngettext
from tessella.sudoku.board import Board
from tessella.sudoku.geometry import SYMBOLS, digits_of
from tessella.sudoku.solver import solve
from tessella.sudoku.techniques.explanation import conclusion
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.phrasing import join_sentences
from tessella.sudoku.techniques.registry import look_up, rated_as
from tessella.sudoku.techniques.step import Step

RIGHT = N_("Right: {parts}.")
ALSO_RIGHT = N_("Right, but by another technique: {parts}.")


class Deed(NamedTuple):
    """A candidate that is removed, or a digit that is entered."""

    is_entry: bool
    cell: int
    digit: int


Deeds = frozenset[Deed]


class Verdict(NamedTuple):
    """What is right and wrong of what was done in a drill, and what is missing."""

    drill: "Drill"
    right: Deeds  # what the technique gives
    others: Deeds  # what follows from something else
    mistakes: Deeds
    missing: Deeds  # what the step gives besides
    step: Step  # the step that is furthest
    coloured: frozenset[int] = frozenset()  # cells

    @property
    def is_done(self) -> bool:
        """Whether all is done that one step gives, and nothing is wrong."""
        return not self.missing and not self.mistakes

    @property
    def wrong(self) -> tuple[int, ...]:
        """The cells in which something is wrong."""
        return tuple(sorted({deed.cell for deed in self.mistakes}))

    @property
    def text(self) -> str:
        """The sentences for the player."""
        technique, n = _(self.drill.technique), len(self.missing)
        said = [*map(self._reproach, sorted(self.mistakes)), *self._told(self.right, RIGHT)]
        said += self._told(self.others, ALSO_RIGHT)
        if self.is_done:
            said += [_("That is all of it. The pattern: {cells}.").format(cells=self._names(self.step.pattern))]
        elif self.right:
            form = ngettext("There is {n} more candidate to remove.", "There are {n} more candidates to remove.", n)
            said += [form.format(n=n)]
        elif not said:
            form = _("Remove the candidates that this technique rules out: {technique}.")
            if self.step.placements:
                form = _("Enter a digit that this technique gives: {technique}.")
            said += [form.format(technique=technique)]
        return join_sentences(*said, *self._told_colours())

    def _reproach(self, deed: Deed) -> str:
        right = self.drill.solution[deed.cell]
        form = (
            _("{cell} is {right} in the solution, not {digit}.")
            if deed.is_entry
            else _("{cell} is {right} in the solution.")
        )
        return form.format(cell=self._names([deed.cell]), right=SYMBOLS[right], digit=SYMBOLS[deed.digit])

    def _told(self, deeds: Deeds, so: str) -> list[str]:
        size = self.drill.start.size
        places = [
            tuple(
                (digit, cell // size + 1, cell % size + 1)
                for is_entry, cell, digit in sorted(deeds)
                if is_entry == kind
            )
            for kind in (False, True)
        ]
        steps = Step("", "", "", eliminations=tuple(sorted(places[0]))), Step("", "", "", placements=places[1])
        return [conclusion(step, size, so) for step, has in zip(steps, places, strict=True) if has]

    def _told_colours(self) -> list[str]:
        losers = {deed.cell for deed in self.drill.given(self.step)}
        inside, outside = self.coloured & self.step.pattern, self.coloured - self.step.pattern - losers
        told = {_("Coloured, and in the pattern: {cells}."): inside}
        told[_("Coloured, but not in the pattern: {cells}.")] = outside
        return [form.format(cells=self._names(cells)) for form, cells in told.items() if cells]

    def _names(self, cells: Iterable[int]) -> str:
        return list_of(map(self.drill.start.name, sorted(cells)))


@dataclass(frozen=True, slots=True)
class Drill:
    """A position, its solution, and every step of a technique in it."""

    technique: str
    start: Board
    solution: tuple[int, ...]
    steps: tuple[Step, ...]

    @classmethod
    def of(cls, technique: str, start: Board) -> "Drill":
        """Return the drill in a technique, as the scale or the registry names it; may take a second."""
        grid = Grid.of(start)
        found = (step for one in rated_as(technique) or [look_up(technique)[0]] for step in one.find(grid))
        return cls(technique, start, solve(start.puzzle).digits, tuple(found))

    def judge(self, board: Board) -> Verdict:
        """Return what is right and wrong of what a person did on the way to a board."""
        done = self._done(board)
        mistakes = frozenset(deed for deed in done if deed.is_entry != (self.solution[deed.cell] == deed.digit))
        given = frozenset(deed for step in self.steps for deed in self.given(step))
        losers = {deed.cell for deed in given}  # who enters the digit that is left there has removed the others
        right = frozenset(deed for deed in done - mistakes if deed in given or (deed.is_entry and deed.cell in losers))
        colours = board.annotations
        coloured = frozenset({*dict(colours.colours), *(cell for (cell, _digit), _mask in colours.candidates)})

        def distance(step: Step) -> tuple[bool, int, int]:
            all_of_it, missing = self.given(step), self._missing(step, board)
            is_begun = len(missing) < len(all_of_it)
            return not is_begun, is_begun and len(missing), -len(coloured & step.pattern)

        step = min(self.steps, key=distance)
        return Verdict(self, right, done - mistakes - right, mistakes, self._missing(step, board), step, coloured)

    def given(self, step: Step) -> Deeds:
        """Return what a step says to do."""
        size = self.start.size
        both = (step.eliminations, step.placements)
        return frozenset(
            Deed(places is both[1], (row - 1) * size + col - 1, digit) for places in both for digit, row, col in places
        )

    def _done(self, board: Board) -> Deeds:
        """Return what was done; not what an entered digit has struck, and a cell without marks says nothing."""
        possible, done = board.candidates(), set[Deed]()
        for cell, digit in enumerate(board.digits):
            if digit and not self.start.digits[cell]:
                done.add(Deed(is_entry=True, cell=cell, digit=digit))
            elif board.marks[cell]:
                gone = self.start.marks[cell] & ~board.marks[cell] & possible[cell]
                done |= {Deed(is_entry=False, cell=cell, digit=one) for one in digits_of(gone)}
        return frozenset(done)

    def _missing(self, step: Step, board: Board) -> Deeds:
        """Return what a step says to do that the board does not show."""

        def is_done(deed: Deed) -> bool:
            digit, marks = board.digits[deed.cell], board.marks[deed.cell]
            if deed.is_entry or digit:
                return deed.is_entry == (digit == deed.digit)
            return bool(marks) and not marks >> deed.digit - 1 & 1

        return frozenset(deed for deed in self.given(step) if not is_done(deed))
