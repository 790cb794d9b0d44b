"""Techniques of one clue: what a cage, a line or a dot takes from its cells.

Every way to fill the cells of a clue from their candidates counts, and what no way has goes: the combinations of a
cage, the ends of a thermometer, the partners of a dot. Each kind of rule is a technique of its own.
"""

from collections.abc import Iterator
from functools import partial

from tessella.sudoku.techniques.clue_arguments import argue
from tessella.sudoku.techniques.clue_words import point_at, tell_clue
from tessella.sudoku.techniques.clues import NAMES, Clue, clues_of, shown
from tessella.sudoku.techniques.grid import BITS, Grid, union
from tessella.sudoku.techniques.phrasing import Words, join_sentences
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import Technique


def by_clues(grid: Grid, code: str) -> Iterator[Step]:
    """Yield what each rule of a kind takes away from its cells."""
    if grid.shape.is_of_houses or not (masks := shown(grid)):
        return
    for one in clues_of(grid.shape.rules)[code]:
        if out := _lost(one, masks, grid):
            cells, losing = union(1 << cell for cell in one.cells), union(out.values())
            yield _TECHNIQUE[code].step(grid, 0, out, of_result=True, cells=cells, second=losing)


def _lost(one: Clue, masks: tuple[int, ...], grid: Grid) -> dict[int, int]:
    """Return the cells that lose a digit by a clue, by the digit."""
    before = tuple([masks[cell] for cell in one.cells])
    left = one.at_once(before) if one.at_once else before
    if left == before:
        left = one.left(before)
    if left is None or left == before:
        return {}
    out: dict[int, int] = {}
    for cell, had, after in zip(one.cells, before, left, strict=True):
        for d in BITS[had & ~after & grid.marks[cell]]:
            out[d + 1] = out.get(d + 1, 0) | 1 << cell
    return out


# --- Words ------------------------------------------------------------------------------------------------------------


def clue_of(step: Step, grid: Grid) -> Clue:
    """Return the clue that a step follows from."""
    masks = shown(grid)
    fitting = [one for one in clues_of(grid.shape.rules)[step.code] if {*one.cells} == {*step.cells}]
    gone = {*step.eliminations}

    def says(one: Clue) -> bool:
        out = ((digit, cell) for digit, cells in _lost(one, masks, grid).items() for cell in BITS[cells])
        return gone <= {(digit, cell // grid.size + 1, cell % grid.size + 1) for digit, cell in out}

    return next(filter(says, fitting), fitting[0])


def _explain(words: Words) -> str:
    one = clue_of(words.step, words.grid)
    if one.derived and len(one.cells) == 1:
        return tell_clue(one, words)
    return join_sentences(tell_clue(one, words), argue(one, words))


def _point(words: Words) -> str:
    return point_at(clue_of(words.step, words.grid), words)


TECHNIQUES = tuple(
    Technique(code, name, partial(by_clues, code=code), _explain, point=_point, difficulty=tenths)
    for code, (tenths, name, _kinds) in NAMES.items()
)
_TECHNIQUE = {one.code: one for one in TECHNIQUES}
