"""Simple colouring and multi-colouring: conjugate pairs of a digit in two colours.

Places joined by houses with just two of them form a cluster; its places are coloured in turn, and one colour
is all true, the other all false.

    simple colours trap    a candidate outside sees both colours: it goes
    simple colours wrap    two places of one colour see each other: that colour goes
    multi-colours 1        a colour of one cluster sees one of another: one of the opposite two is true
    multi-colours 2        a colour sees both colours of another cluster: it goes

Sources: http://sudopedia.org/wiki/Simple_Colors, /Multi-Colors.
"""

from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import TypeAlias

from tessella.i18n import N_, _
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.phrasing import Words, join_sentences
from tessella.sudoku.techniques.shape import cells_of, union
from tessella.sudoku.techniques.single_digit import conjugate_pairs
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import Technique

Cluster: TypeAlias = tuple[int, int]  # the two colours, as sets


def clusters(grid: Grid, digit: int) -> list[Cluster]:
    """Return the clusters of a digit."""
    links: dict[int, int] = {}
    for _house, first, second in conjugate_pairs(grid, digit):
        links[first] = links.get(first, 0) | second
        links[second] = links.get(second, 0) | first
    found = []
    waiting = sorted(links)
    while waiting:
        colours = [waiting[0], 0]
        front, side = waiting[0], 1
        while front:
            front = union(links[1 << cell] for cell in cells_of(front)) & ~colours[side]
            colours[side] |= front
            side = 1 - side
        found.append((colours[0], colours[1]))
        waiting = [cell for cell in waiting if not cell & (colours[0] | colours[1])]
    return found


def simple_wrap(grid: Grid) -> Iterator[Step]:
    """Yield every cluster of which a colour sees itself, with that colour."""
    return _of_one(grid, WRAP, lambda one: union(side for side in one if grid.shape.seen_by_any(side) & side))


def simple_trap(grid: Grid) -> Iterator[Step]:
    """Yield every cluster with the candidates that see both its colours."""
    return _of_one(grid, TRAP, lambda one: grid.shape.seen_by_any(one[0]) & grid.shape.seen_by_any(one[1]))


def _of_one(grid: Grid, technique: Technique, eliminated: Callable[[Cluster], int]) -> Iterator[Step]:
    for digit in range(1, grid.size + 1):
        for cluster in clusters(grid, digit):
            if out := grid.places[digit] & eliminated(cluster):
                yield technique.step(grid, 1 << digit - 1, {digit: out}, cells=cluster[0], second=cluster[1])


def multi_colours_1(grid: Grid) -> Iterator[Step]:
    """Yield every two clusters that touch, with what sees the colours opposite to those that touch."""
    near = grid.shape.seen_by_any

    def eliminated(one: Cluster, other: Cluster) -> int:
        sides = product((0, 1), repeat=2)
        return union(near(one[1 - i]) & near(other[1 - k]) for i, k in sides if near(one[i]) & other[k])

    return _of_two(grid, MULTI_1, eliminated)


def multi_colours_2(grid: Grid) -> Iterator[Step]:
    """Yield every two clusters of which a colour of one sees both of the other, with that colour."""

    def eliminated(one: Cluster, other: Cluster) -> int:
        return union(side for side in one if all(grid.shape.seen_by_any(side) & colour for colour in other))

    return _of_two(grid, MULTI_2, eliminated)


def _of_two(grid: Grid, technique: Technique, eliminated: Callable[[Cluster, Cluster], int]) -> Iterator[Step]:
    for digit in range(1, grid.size + 1):
        for one, other in permutations(clusters(grid, digit), 2):
            if out := grid.places[digit] & eliminated(one, other):
                yield technique.step(
                    grid, 1 << digit - 1, {digit: out}, cells=one[0] | other[0], second=one[1] | other[1],
                    sets=[(colour, 1 << digit - 1) for colour in (*one, *other)],
                )  # fmt: skip


_COLOURS = N_(
    "Colour the conjugate pairs of {digits}: {cells} in one colour, {second} in the other. All cells of one of the two"
    " colours are {digits}."
)
_CLUSTERS = N_("The conjugate pairs of {digits} form two clusters, each in two colours: {colours}.")


def _explain(sentence: str, rule: str) -> Callable[[Words], str]:
    def explain(words: Words) -> str:
        clusters = zip(words.step.sets[::2], words.step.sets[1::2], strict=True)
        colours = _("; ").join(
            _("{one} against {other}").format(one=words.list_cells(one.cells), other=words.list_cells(other.cells))
            for one, other in clusters
        )
        return join_sentences(_(sentence).format(**words.values, colours=colours), words.fill(_(rule)))

    return explain


TRAP = Technique(
    "0500",
    N_("simple colours trap"),
    simple_trap,
    _explain(_COLOURS, N_("So a cell that sees both colours cannot be {digits}.")),
    aliases=("simple colors trap",),
)
WRAP = Technique(
    "0501",
    N_("simple colours wrap"),
    simple_wrap,
    _explain(_COLOURS, N_("Two cells of the same colour see each other, so that colour cannot be {digits}.")),
    aliases=("simple colors wrap",),
)
MULTI_1 = Technique(
    "0502",
    N_("multi-colours 1"),
    multi_colours_1,
    _explain(
        _CLUSTERS,
        N_(
            "A colour of one cluster sees a colour of the other, so at least one of their opposite colours is"
            " {digits}. A cell that sees both of these cannot be {digits}."
        ),
    ),
    aliases=("multi-colors 1",),
)
MULTI_2 = Technique(
    "0503",
    N_("multi-colours 2"),
    multi_colours_2,
    _explain(
        _CLUSTERS,
        N_("A colour of one cluster sees both colours of the other, one of which is {digits}, so that colour is not."),
    ),
    aliases=("multi-colors 2",),
)
TECHNIQUES = (TRAP, WRAP, MULTI_1, MULTI_2)
