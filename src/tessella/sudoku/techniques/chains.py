"""X-chains, XY-chains and remote pairs: chains of one digit, or of cells with two candidates.

A chain starts from a candidate taken as false. A strong link (the only other place in a house, the only other
candidate of a cell) makes the next one true, a weak link (a common house) the one after that false, and so on
to a candidate that must be true. So one of the two ends is true whatever the start is:

    X-chain               strong links of one digit; what sees both ends loses it
    XY-chain (双值格链)   cells with two candidates; both ends hold the same digit, as above
    remote pairs (同数链) cells with the same two candidates; what sees two an odd number of links apart loses both

Sources: http://sudopedia.org/wiki/X-Chain, /XY-Chain, /Remote_Pairs. As in HoDoKu no cell is visited twice
and a chain has at most 20 links.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, groupby

from tessella.i18n import N_, _
from tessella.sudoku.rules import digits_of
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.phrasing import Words, join_sentences
from tessella.sudoku.techniques.shape import cells_of
from tessella.sudoku.techniques.single_digit import strong_links
from tessella.sudoku.techniques.step import Node, Step
from tessella.sudoku.techniques.technique import Technique

MAX_LINKS = 20

Links = dict[int, list[int]]


def x_chains(grid: Grid) -> Iterator[Step]:
    """Yield the shortest chain of a digit for every set of eliminations."""
    shape = grid.shape
    for digit in range(1, grid.size + 1):
        places = grid.places[digit]
        strong: Links = {}
        for _house, first, second in strong_links(grid, digit):
            for one, other in ((first, second), (second, first)):
                strong.setdefault(one.bit_length() - 1, []).append(other.bit_length() - 1)
        weak = {cell: cells_of(places & shape.peers[cell]) for cell in cells_of(places)}

        def gone(start: int, end: int, places: int = places) -> int:
            return places & shape.peers[start] & shape.peers[end]

        for chain, out in _chains(strong, weak, gone, lambda cell: cell):
            nodes = [Node(digit, (cell,), bool(n % 2)) for n, cell in enumerate(chain)]
            yield X_CHAIN.step(grid, 1 << digit - 1, {digit: out}, cells=1 << chain[0] | 1 << chain[-1], nodes=nodes)


def xy_chains(grid: Grid) -> Iterator[Step]:
    """Yield for every digit the shortest chain of cells with two candidates for every set of eliminations."""
    shape, cells = grid.shape, len(grid.digits)
    strong: Links = {}
    weak: Links = {}
    for cell in cells_of(grid.bivalue):
        low, high = digits_of(grid.marks[cell])
        for digit, other in ((low, high), (high, low)):
            node = digit * cells + cell
            strong[node] = [other * cells + cell]
            weak[node] = [
                digit * cells + peer for peer in cells_of(shape.peers[cell] & grid.bivalue & grid.places[digit])
            ]

    def gone(start: int, end: int) -> int:
        if start // cells != end // cells or start == end:
            return 0
        return grid.places[start // cells] & shape.peers[start % cells] & shape.peers[end % cells]

    for chain, out in _chains(strong, weak, gone, lambda node: node % cells):
        digit = chain[0] // cells
        nodes = [Node(node // cells, (node % cells,), bool(n % 2)) for n, node in enumerate(chain)]
        ends = 1 << chain[0] % cells | 1 << chain[-1] % cells
        yield XY_CHAIN.step(grid, 1 << digit - 1, {digit: out}, cells=ends, nodes=nodes)


def _chains(
    strong: Links, weak: Links, gone: Callable[[int, int], int], place: Callable[[int], int]
) -> Iterator[tuple[list[int], int]]:
    """Yield the chains from every start to every end that eliminates something, the shortest for each elimination."""
    best: dict[tuple[int, int], list[int]] = {}
    for start in strong:
        for chain in _true_ends(start, strong, weak):
            cells = {place(node) for node in chain}
            out = gone(start, chain[-1]) if len(cells) > 1 else 0
            key = (start - place(start), out)  # the digit, and what goes
            if out and (key not in best or len(chain) < len(best[key])) and _is_simple(chain, place):
                best[key] = chain
    for (_digit, out), chain in best.items():
        yield chain, out


def _is_simple(chain: list[int], place: Callable[[int], int]) -> bool:
    """Return whether no cell is visited twice, but by two nodes in a row; a chain may end where it starts."""
    cells = [cell for cell, _same in groupby(map(place, chain))]
    return len({*cells[:-1]}) == len(cells) - 1 and cells[-1] not in cells[1:-1]


def _true_ends(start: int, strong: Links, weak: Links) -> Iterator[list[int]]:
    """Yield the shortest chain of at least three links from a start to every candidate that is true at its end."""
    chains = {start: [start]}
    on: dict[int, list[int]] = {}
    front = [start]
    while front and len(chains[front[0]]) <= MAX_LINKS:
        truths = [(node, other) for node in front for other in strong.get(node, ())]
        front = []
        for node, true in truths:
            if true in on:
                continue
            chain = on[true] = [*chains[node], true]
            if len(chain) > 3:
                yield chain
            for false in weak[true]:
                if false not in chains:
                    chains[false] = [*chain, false]
                    front.append(false)


def remote_pairs(grid: Grid) -> Iterator[Step]:
    """Yield the shortest chain of four or more cells with the same two candidates for every set of eliminations."""
    shape = grid.shape
    groups: dict[int, list[int]] = {}
    for cell in cells_of(grid.bivalue):
        groups.setdefault(grid.marks[cell], []).append(cell)
    for pair, group in groups.items():
        if len(group) < 4:
            continue
        near = {cell: [other for other in group if shape.peers[cell] >> other & 1] for cell in group}
        best: dict[tuple[int, int], list[int]] = {}
        low, high = digits_of(pair)
        for path in _paths(group, near):
            ends = shape.peers[path[0]] & shape.peers[path[-1]]
            if not (grid.places[low] | grid.places[high]) & ends:
                continue
            reach = 0
            for first, last in combinations(range(len(path)), 2):
                if last - first >= 3 and (last - first) % 2:
                    reach |= shape.peers[path[first]] & shape.peers[path[last]]
            out = (grid.places[low] & reach, grid.places[high] & reach)
            if out not in best or len(path) < len(best[out]):
                best[out] = path
        for out, path in best.items():
            nodes = [
                Node(digit, (cell,), is_on)
                for n, cell in enumerate(path)
                for digit, is_on in (((low, False), (high, True)) if n % 2 == 0 else ((high, False), (low, True)))
            ]
            yield REMOTE_PAIRS.step(
                grid, pair, {low: out[0], high: out[1]}, cells=sum(1 << cell for cell in path[::2]),
                second=sum(1 << cell for cell in path[1::2]), nodes=nodes,
            )  # fmt: skip


def _paths(group: list[int], near: Links) -> Iterator[list[int]]:
    """Yield the paths of an even number of cells, four to ten, each from one of its ends."""
    waiting = [[cell] for cell in group]
    while waiting:
        path = waiting.pop()
        if len(path) >= 4 and len(path) % 2 == 0 and path[0] < path[-1]:
            yield path
        if len(path) < MAX_LINKS // 2:
            waiting += ([*path, cell] for cell in near[path[-1]] if cell not in path)


def explain_ends(words: Words) -> str:
    """Return the reason of a chain of which one end is true."""
    return join_sentences(words.chain(), _("Either way, one of the two ends of the chain is true."))


X_CHAIN = Technique("0701", N_("X-chain"), x_chains, explain_ends)
XY_CHAIN = Technique("0702", N_("XY-chain"), xy_chains, explain_ends)
REMOTE_PAIRS = Technique(
    "0703",
    N_("remote pairs"),
    remote_pairs,
    N_(
        "{cells} and {second} form a chain of cells with the candidates {digits}, which must alternate: {cells} are one"
        " of them, {second} the other. A cell that sees one of either group can be neither."
    ),
    aliases=("remote pair",),
)
TECHNIQUES = (X_CHAIN, XY_CHAIN, REMOTE_PAIRS)
