"""Direct techniques: locked candidates and hidden subsets that at once leave a digit one place (直观法).

They are found by looking, without a pencil mark: the pattern only serves to leave a digit one place in a house. They
place the digit and eliminate nothing else, as in Sudoku Explainer.
"""

from collections.abc import Iterator

from tessella.i18n import N_
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.locked_candidates import CLAIMING, POINTING
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.subsets import HIDDEN
from tessella.sudoku.techniques.technique import Technique


def _direct(pattern: Technique, code: str, name: str, explain: str) -> Technique:

    def find(grid: Grid) -> Iterator[Step]:
        """Yield every pattern with the digit that it leaves one place; `covers` ends with its house, `fins` is it."""
        size = grid.size
        done = set[tuple[int, int, int, tuple[int, ...]]]()
        for step in pattern.find(grid):
            lost = [0] * (size + 1)
            for digit, row, col in step.eliminations:
                lost[digit] |= 1 << (row - 1) * size + col - 1
            for digit, gone in enumerate(lost):
                if not gone:
                    continue
                for number, house in enumerate(grid.shape.houses):
                    only = grid.places[digit] & house & ~gone
                    if gone & house and only and not only & only - 1 and (digit, only, number, step.houses) not in done:
                        done.add((digit, only, number, step.houses))
                        cell = only.bit_length() - 1
                        yield Step(
                            technique.name, technique.code, step.candidates, (),
                            ((digit, cell // size + 1, cell % size + 1),), step.digits, step.cells, (), (cell,),
                            step.houses, (*step.covers, number),
                        )  # fmt: skip

    technique = Technique(code, name, find, explain, in_house=True)
    return technique


_EXPLAIN_LOCKED = N_(
    "{digits} in {houses} can only be in {cells}, which all lie in {first_cover}. That leaves only one place for"
    " {placed} in {last_cover}."
)
_EXPLAIN_HIDDEN = N_(
    "{digits} in {houses} can only go in {cells}, so no other digit fits there. That leaves only one place for"
    " {placed} in {last_cover}."
)
DIRECT_LOCKED = (
    _direct(POINTING, "d0100", N_("direct pointing"), _EXPLAIN_LOCKED),
    _direct(CLAIMING, "d0101", N_("direct claiming"), _EXPLAIN_LOCKED),
)
DIRECT_HIDDEN = {
    2: _direct(HIDDEN[2], "d0210", N_("direct hidden pair"), _EXPLAIN_HIDDEN),
    3: _direct(HIDDEN[3], "d0211", N_("direct hidden triple"), _EXPLAIN_HIDDEN),
}
TECHNIQUES = (*DIRECT_LOCKED, *DIRECT_HIDDEN.values())
