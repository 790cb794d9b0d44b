"""A step of solving: what it places and eliminates, and the pattern that it follows from."""

from dataclasses import dataclass
from typing import NamedTuple

Places = tuple[tuple[int, int, int], ...]


class Node(NamedTuple):
    """One node of a chain: a digit that is true (or false) in a cell, or in one of several cells.

    `locked` tells which set of `Step.sets` the node is reached through, -1 for none: the set has then lost
    the digit of the node before and keeps the others.
    """

    digit: int
    cells: tuple[int, ...]
    is_on: bool = True
    locked: int = -1


class Set(NamedTuple):
    """Some cells and the digits that they hold among them."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]


class Fact(NamedTuple):
    """One node of a forcing chain: a digit that is true (or false) in a cell, and why.

    `cause` is 0 for the assumption, 1 for the other digits of the cell, 2 to 4 for the other places in `house` (a box,
    row or column), 5 for `step`, which is possible by then. `parents` are the places in the chain of the facts that it
    follows from; each stands before it.
    """

    digit: int
    cell: int
    is_on: bool
    cause: int = 0
    parents: tuple[int, ...] = ()
    house: int = -1
    step: "Step | None" = None

    @property
    def node(self) -> Node:
        """What it says, without the reason."""
        return Node(self.digit, (self.cell,), self.is_on)


@dataclass(frozen=True, slots=True)
class Step:
    """One conclusion from one pattern.

    `eliminations` and `placements` are sorted tuples (digit, row, column), counted from 1. `candidates` are
    the digits of the pattern, as HoDoKu's library writes them: of chains, almost locked sets and Sue de Coq
    the digits that are eliminated. The rest draws the pattern: cells by number, houses by their number in
    `board.houses`; `second` and `fins` hold what must be told apart from `cells` (the other colour, the
    roof of a rectangle, the fins of a fish), `nodes` a chain from its first node to its last.

    Forcing chains are in `chains`, each from its assumption to its end; `complexity` is the number of their different
    nodes, as Sudoku Explainer counts them, with those of the chains inside.
    """

    technique: str
    code: str
    candidates: str
    eliminations: Places = ()
    placements: Places = ()
    digits: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    second: tuple[int, ...] = ()
    fins: tuple[int, ...] = ()
    houses: tuple[int, ...] = ()
    covers: tuple[int, ...] = ()
    sets: tuple[Set, ...] = ()
    nodes: tuple[Node, ...] = ()
    chains: tuple[tuple[Fact, ...], ...] = ()
    complexity: int = 0

    @property
    def pattern(self) -> frozenset[int]:
        """The cells of the pattern: of a chain those of its nodes, of forcing chains those where they begin."""
        found = {*self.cells, *self.second, *self.fins, *(chain[0].cell for chain in self.chains)}
        return frozenset(found.union(*(one.cells for one in self.sets), *(node.cells for node in self.nodes)))

    def is_within(self, other: "Step") -> bool:
        """Return whether another step places and eliminates all that this one does."""
        return {*self.placements} <= {*other.placements} and {*self.eliminations} <= {*other.eliminations}
