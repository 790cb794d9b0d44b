"""Locked candidates of all digits at once, on the integers of the plain solver."""

from typing import NamedTuple

DIGITS = sum(1 << 81 * digit for digit in range(9))


class _Direction(NamedTuple):
    """How many bits the cells of a crossing, the lines of a box and the crossings of a line are apart.

    `after` is where the crossings one and two further on in a line may stand, `before` those one and two back.
    """

    inner: int
    step: int
    across: int
    after: tuple[int, int]
    before: tuple[int, int]

    def beside(self, crossings: int) -> int:
        """Return the other crossings of the same lines."""
        (one, two), (back, far) = self.after, self.before
        return (
            crossings << self.across & one
            | crossings << 2 * self.across & two
            | crossings >> self.across & back
            | crossings >> 2 * self.across & far
        )


def _corners(rows: tuple[int, ...], cols: tuple[int, ...]) -> int:
    return sum(1 << 9 * row + col for row in rows for col in cols) * DIGITS


_ALL = (0, 3, 6)
CORNERS = _corners(_ALL, _ALL)
ROWS = _Direction(
    1, 9, 3, (_corners(_ALL, (3, 6)), _corners(_ALL, (6,))), (_corners(_ALL, (0, 3)), _corners(_ALL, (0,)))
)
COLUMNS = _Direction(
    9, 1, 27, (_corners((3, 6), _ALL), _corners((6,), _ALL)), (_corners((0, 3), _ALL), _corners((0,), _ALL))
)


def outside_crossings(state: int) -> int:
    """Return the candidates that pointing and claiming eliminate.

    Where the places in a box lie in one line, or those in a line in one box, none is left in the rest of the other.
    """
    gone = 0
    for lines in (ROWS, COLUMNS):
        some = state | state >> lines.inner | state >> 2 * lines.inner
        crossings = [some >> lines.step * i & CORNERS for i in range(3)]
        claims = [here & ~lines.beside(here) for here in crossings]
        for i, here in enumerate(crossings):
            alone = here & ~(crossings[i - 1] | crossings[i - 2])
            lost = here & (lines.beside(alone) | claims[i - 1] | claims[i - 2])
            gone |= (lost | lost << lines.inner | lost << 2 * lines.inner) << lines.step * i
    return state & gone
