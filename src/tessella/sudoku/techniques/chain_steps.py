"""Steps of cycles and forcing chains, made of facts."""

from tessella.sudoku.techniques.grid import digits_text
from tessella.sudoku.techniques.shape import BOX, COLUMN, Shape
from tessella.sudoku.techniques.step import Fact, Node, Step


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
    digits = 0
    for n in eliminated:
        digits |= 1 << n % shape.size
    return Step(
        *names,
        digits_text(digits),
        shape.places_of(eliminated),
        shape.places_of(placed),
        tuple(sorted({fact.digit for chain in chains for fact in chain})),
        tuple(sorted({fact.cell for chain in chains for fact in chain})),
        houses=houses,
        nodes=nodes,
        chains=chains,
        complexity=complexity,
    )
