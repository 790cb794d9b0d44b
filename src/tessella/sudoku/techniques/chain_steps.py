"""Steps of cycles and forcing chains, and how they are rated by their length.

A chain's rating is the base of its family and 0.1 for every limit that its complexity less 2 passes: 4, 6, 8, 12,
16, 24, ... The sums are made as Sudoku Explainer makes them, one tenth after another in floating point, as their
last digit decides which of two chains of families with different bases goes first: the lower rating, then the lower
complexity, then the lower kind.
"""

from bisect import bisect_left
from functools import lru_cache
from itertools import accumulate, repeat

from tessella.sudoku.techniques.grid import BOX, COLUMN, Shape, digits_text, union
from tessella.sudoku.techniques.step import Fact, Node, Step

Key = tuple[float, int, int]  # rating, complexity, kind

DOUBLE, X, Y, XY, CELL_KIND, REGION, CONTRADICTION = range(1, 8)


LIMITS = [4]
while LIMITS[-1] < 1 << 20:
    LIMITS.append(LIMITS[-1] * (3 if len(LIMITS) % 2 else 4) // (2 if len(LIMITS) % 2 else 3))

# Of every base: what a chain is rated that passes no limit, one, two, ...; accumulate adds as the original does.
_ADDED = [*accumulate(repeat(0.1, len(LIMITS)), initial=0.0)]
_SUMS = {base: [base / 10 + added for added in _ADDED] for base in (65, 66, 70, 75, 80, 85, 90, 95, 100, 105, 110)}


def key_of(base: int, complexity: int, kind: int) -> Key:
    """Return what decides which chain goes first, for a family's base in tenths.

    >>> key_of(70, 6, XY)[0], round(key_of(70, 7, XY)[0], 1), round(key_of(70, 11, XY)[0], 1)
    (7.0, 7.1, 7.3)
    """
    return _SUMS[base][bisect_left(LIMITS, complexity - 2)], complexity, kind


def tenths_of(key: Key) -> int:
    """Return a rating in tenths."""
    return int((key[0] + 0.05) * 10)


@lru_cache(maxsize=1024)
def longest(base: int, kind: int, best: Key) -> int:
    """Return the highest complexity with which a chain would still go before `best`, -1 for none.

    >>> longest(70, XY, key_of(70, 8, X)), longest(65, X, key_of(70, 4, X)), longest(70, XY, key_of(65, 4, X))
    (7, 18, -1)
    """
    passing = bisect_left(range(2, 1 << 20), 1, key=lambda complexity: key_of(base, complexity, kind) >= best)
    return passing + 1 if passing else -1


def fact_of(shape: Shape, node: int, cause: int, parents: tuple[int, ...], step: Step | None = None) -> Fact:
    """Return a node of a chain, twice its candidate and 1 if it is on, as a fact."""
    n, size = node >> 1, shape.size
    house = (shape.groups[n][cause - 1][0] - shape.places) // size if BOX <= cause <= COLUMN else -1
    return Fact(n % size + 1, n // size, bool(node & 1), cause, parents, house, step)


def chain_step(  # noqa: PLR0913 - a step has as many sides
    shape: Shape,
    names: tuple[str, str],
    chains: tuple[tuple[Fact, ...], ...],
    *,
    complexity: int,
    eliminated: tuple[int, ...],
    placed: tuple[int, ...],
    nodes: tuple[Node, ...] = (),
    houses: tuple[int, ...] = (),
) -> Step:
    """Return the step of some chains by name and code, with the candidates that it eliminates and places."""
    return Step(
        *names,
        digits_text(union(1 << n % shape.size for n in eliminated)),
        shape.places_of(eliminated),
        shape.places_of(placed),
        tuple(sorted({fact.digit for chain in chains for fact in chain})),
        tuple(sorted({fact.cell for chain in chains for fact in chain})),
        houses=houses,
        nodes=nodes,
        chains=chains,
        complexity=complexity,
    )
