"""X-chains, XY-chains and remote pairs: chains of one digit, or of cells with two candidates.

A chain starts from a candidate taken as false. A strong link (the only other place in a house, the only other
candidate of a cell) makes the next one true, a weak link (a common house) the one after that false, and so on
to a candidate that must be true. So one of the two ends is true whatever the start is:

    X-chain               strong links of one digit; what sees both ends loses it
    XY-chain (双值格链)   cells with two candidates; both ends hold the same digit, as above
    remote pairs (远程数对) cells with the same two candidates; what sees two an odd number of links apart loses both

Sources: http://sudopedia.org/wiki/X-Chain, /XY-Chain, /Remote_Pairs. As in HoDoKu no cell is visited twice
and a chain has at most 20 links.
"""

from collections.abc import Iterator
from itertools import groupby, permutations

from tessella.i18n import N_, _
from tessella.sudoku.geometry import digits_of
from tessella.sudoku.techniques import eureka
from tessella.sudoku.techniques.grid import Grid, cells_of, union
from tessella.sudoku.techniques.phrasing import Words, join_sentences
from tessella.sudoku.techniques.single_digit import strong_links
from tessella.sudoku.techniques.step import Node, Step
from tessella.sudoku.techniques.technique import EITHER_WAY, Technique

MAX_LINKS = 20

Links = dict[int, list[int]]


def x_chains(grid: Grid) -> Iterator[Step]:
    """Yield the shortest chain of a digit for every set of eliminations."""
    strong: Links = {}
    weak: Links = {}
    for digit in range(1, grid.size + 1):
        base, places = digit * len(grid.digits), grid.places[digit]
        for cell in cells_of(places):
            weak[base + cell] = [base + peer for peer in cells_of(places & grid.shape.peers[cell])]
        for _house, *ends in strong_links(grid, digit):
            for one, other in permutations(end.bit_length() - 1 for end in ends):
                strong.setdefault(base + one, []).append(base + other)
    return _shortest(grid, X_CHAIN, strong, weak)


def xy_chains(grid: Grid) -> Iterator[Step]:
    """Yield for every digit the shortest chain of cells with two candidates for every set of eliminations."""
    cells = len(grid.digits)
    strong: Links = {}
    weak: Links = {}
    for cell in cells_of(grid.bivalue):
        peers = grid.shape.peers[cell] & grid.bivalue
        for digit, other in permutations(digits_of(grid.marks[cell])):
            node = digit * cells + cell
            strong[node] = [other * cells + cell]
            weak[node] = [digit * cells + peer for peer in cells_of(peers & grid.places[digit])]
    return _shortest(grid, XY_CHAIN, strong, weak)


def _shortest(grid: Grid, technique: Technique, strong: Links, weak: Links) -> Iterator[Step]:
    """Yield the shortest chain for every set of eliminations; nodes are digit times the number of cells, plus cell."""
    cells, peers = len(grid.digits), grid.shape.peers
    best: dict[tuple[int, int], list[int]] = {}  # by the digit, and what goes
    for start in strong:
        digit = start // cells
        for chain in _true_ends(start, strong, weak):
            end = chain[-1]
            if end // cells != digit or (end == start and technique is XY_CHAIN):
                continue
            key = digit, grid.places[digit] & peers[start % cells] & peers[end % cells]
            if key[1] and (key not in best or len(chain) < len(best[key])) and _is_simple(chain, cells):
                best[key] = chain
    for (digit, out), chain in best.items():
        nodes = [Node(node // cells, (node % cells,), bool(n % 2)) for n, node in enumerate(chain)]
        ends = 1 << chain[0] % cells | 1 << chain[-1] % cells
        yield technique.step(grid, 1 << digit - 1, {digit: out}, cells=ends, nodes=nodes)


def _is_simple(chain: list[int], cells: int) -> bool:
    """Return whether no cell is visited twice, but by two nodes in a row; a chain may end where it starts."""
    path = [cell for cell, _same in groupby(node % cells for node in chain)]
    return len({*path[:-1]}) == len(path) - 1 and path[-1] not in path[1:-1]


def _true_ends(start: int, strong: Links, weak: Links) -> Iterator[list[int]]:
    """Yield the shortest chain of at least three links from a start to every candidate that is true at its end."""
    chains = {start: [start]}
    on = set[int]()
    front = [start]
    while front and len(chains[front[0]]) <= MAX_LINKS:
        truths = [(node, other) for node in front for other in strong.get(node, ())]
        front = []
        for node, true in truths:
            if true in on:
                continue
            on.add(true)
            chain = [*chains[node], true]
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
            if not (grid.places[low] | grid.places[high]) & shape.peers[path[0]] & shape.peers[path[-1]]:
                continue
            reach = union(
                shape.peers[first] & shape.peers[last] for n, first in enumerate(path) for last in path[n + 3 :: 2]
            )
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
    first, last = words.step.nodes[0], words.step.nodes[-1]
    one, other = words.node(first._replace(is_on=True)), words.node(last)
    return join_sentences(words.chain(), _("So {one} or {other}.").format(one=one, other=other))


_EXPLAIN_PAIRS = N_(
    "{cells} and {second} form a chain of cells with the candidates {digits}, which must alternate: "
    "{cells} are one of them, {second} the other. A cell that sees a cell of each group can be "
    "neither digit."
)
X_CHAIN = Technique("0701", N_("X-chain"), x_chains, explain_ends, is_chain=True, so=EITHER_WAY, notate=eureka.chain)
XY_CHAIN = Technique("0702", N_("XY-chain"), xy_chains, explain_ends, is_chain=True, so=EITHER_WAY, notate=eureka.chain)
REMOTE_PAIRS = Technique(
    "0703",
    N_("remote pairs"),
    remote_pairs,
    _EXPLAIN_PAIRS,
    aliases=("remote pair",),
    is_chain=True,
    notate=eureka.chain,
)
TECHNIQUES = (X_CHAIN, XY_CHAIN, REMOTE_PAIRS)
