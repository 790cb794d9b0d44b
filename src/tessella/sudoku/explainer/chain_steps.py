"""What do the finds of the rated search and its chains look like as steps?

    c1 c2 c3   X-cycle (同数环), Y-cycle (双值格环), bidirectional cycle
    c4 c5      forcing X-chain (同数链), forcing chain (强制链)
    f0         Nishio
    f1         cell and region forcing chains
    f2         dynamic: contradiction (x), double (d), cell (c), region (r) chains
    f3         dynamic +
    f4 .. f7   nested, with cycles and forcing chains, multiple, dynamic chains, and dynamic ones with chains inside

Steps are called what the rater calls them; `rings` and `forced` find all of a kind in a position.
"""

from collections.abc import Iterator

from tessella.sudoku.explainer.basic_steps import Find
from tessella.sudoku.explainer.chain_length import CELL_KIND, CONTRADICTION, DOUBLE, REGION, XY, X, Y
from tessella.sudoku.explainer.cycles import Ring, all_rings
from tessella.sudoku.explainer.forcing_chains import (
    FAMILIES,
    MULTIPLE,
    NISHIO,
    Budget,
    Forced,
    Net,
    Nets,
    Run,
    Why,
    net_of,
    print_of,
)
from tessella.sudoku.techniques.grid import Grid, digits_text
from tessella.sudoku.techniques.links import BOX, COLUMN, ONES, Flat, Wiring, wiring_of
from tessella.sudoku.techniques.step import Fact, Node, Places, Step

__all__ = ["CHAINS", "forced", "rings", "step_of", "step_of_forced", "step_of_ring", "taught"]

_NAMES = {
    "0000": "full house", "0003": "naked single", "d0100": "direct pointing", "d0101": "direct claiming",
    "d0210": "direct hidden pair", "d0211": "direct hidden triple", "0100": "pointing", "0101": "claiming",
    "0200": "naked pair", "0201": "naked triple", "0202": "naked quad", "0210": "hidden pair",
    "0211": "hidden triple", "0212": "hidden quad", "0300": "X-wing", "0301": "swordfish", "0302": "jellyfish",
    "0800": "XY-wing", "0801": "XYZ-wing", "bug1": "BUG type 1", "bug2": "BUG type 2", "bug3": "BUG type 3",
    "bug4": "BUG type 4", "ape": "aligned pair exclusion", "ate": "aligned triplet exclusion",
    **{f"06{n:02}": "unique rectangle" for n in range(4)}, **{f"ul{n}": "unique loop" for n in range(1, 5)},
}  # fmt: skip

# Names and codes of cycles, and of forcing chains, by kind.
_CYCLES = {X: ("X-cycle", "c1"), Y: ("Y-cycle", "c2"), XY: ("bidirectional cycle", "c3")}
_CHAINS = {X: ("forcing X-chain", "c4"), XY: ("forcing chain", "c5")}

_KINDS = {
    DOUBLE: ("double", "d"),
    CELL_KIND: ("cell", "c"),
    REGION: ("region", "r"),
    CONTRADICTION: ("contradiction", "x"),
}

# All of them that can be asked for by name and code; the deeper nested ones are variants.
CHAINS = {
    **{code: name for name, code in (*_CYCLES.values(), *_CHAINS.values())},
    "f0": "Nishio",
    **{f"f1{letter}": f"{kind} forcing chains" for kind, letter in (_KINDS[CELL_KIND], _KINDS[REGION])},
    **{
        f"f{n}{letter}": f"{word} {kind} chains{mark}"
        for n, word, mark in ((2, "dynamic", ""), (3, "dynamic", " +"), (4, "nested", ""))
        for kind, letter in _KINDS.values()
    },
}


def places_of(wiring: Wiring, candidates: tuple[int, ...]) -> Places:
    """Return candidates as sorted tuples (digit, row, column)."""
    size = wiring.size
    return tuple(sorted((n % size + 1, n // size // size + 1, n // size % size + 1) for n in candidates))


def step_of(wiring: Wiring, found: Find) -> Step:
    """Return what a finder sees as a step."""
    placed = (found.placed,) if found.placed >= 0 else ()
    if found.code == "0002":
        name = "hidden single in box" if found.houses[0] >= 2 * wiring.size else "hidden single in line"
    else:
        name = _NAMES[found.code]
    return Step(
        name,
        found.code,
        digits_text(found.digits),
        places_of(wiring, found.gone),
        places_of(wiring, placed),
        tuple(d + 1 for d in ONES[found.digits]),
        found.cells,
        found.second,
        found.fins,
        found.houses,
        found.covers,
    )


def _fact(wiring: Wiring, node: int, cause: int, parents: tuple[int, ...], step: Step | None = None) -> Fact:
    """Return a fact of a chain."""
    n, size = node >> 1, wiring.size
    house = (wiring.groups[n][cause - 1][0] - wiring.places) // size if BOX <= cause <= COLUMN else -1
    return Fact(n % size + 1, n // size, bool(node & 1), cause, parents, house, step)


def _chain_step(  # noqa: PLR0913, PLR0917 - a step has as many sides
    wiring: Wiring,
    name: tuple[str, str],
    chains: tuple[tuple[Fact, ...], ...],
    complexity: int,
    gone: tuple[int, ...],
    placed: tuple[int, ...],
    nodes: tuple[Node, ...] = (),
    houses: tuple[int, ...] = (),
) -> Step:
    digits = 0
    for n in gone:
        digits |= 1 << n % wiring.size
    return Step(
        *name,
        digits_text(digits),
        places_of(wiring, gone),
        places_of(wiring, placed),
        tuple(sorted({fact.digit for chain in chains for fact in chain})),
        tuple(sorted({fact.cell for chain in chains for fact in chain})),
        houses=houses,
        nodes=nodes,
        chains=chains,
        complexity=complexity,
    )


def step_of_ring(wiring: Wiring, ring: Ring) -> Step:
    """Return a cycle or a forcing chain as a step; the end of a cycle, its first node once more, is left out."""
    name = _CYCLES[ring.key[2]] if ring.is_cycle else _CHAINS[ring.key[2]]
    way = ring.way[:-1] if ring.is_cycle else ring.way
    facts = tuple(_fact(wiring, node, cause, (i - 1,) if i else ()) for i, (node, cause) in enumerate(way))
    last = ring.way[-1][0]
    placed = (last >> 1,) if last & 1 and not ring.is_cycle else ()
    nodes = tuple(Node(fact.digit, (fact.cell,), fact.is_on) for fact in facts)
    return _chain_step(wiring, name, (facts,), ring.key[1], ring.gone, placed, nodes)


def _named(found: Forced) -> tuple[str, str]:
    """Return the name and the code of a step of forcing chains."""
    mode, level, _base = found.family
    letter = _KINDS[found.kind][1]
    if mode == NISHIO:
        return CHAINS["f0"], "f0"
    if mode == MULTIPLE:
        return CHAINS[f"f1{letter}"], f"f1{letter}"
    return CHAINS[f"f{min(2 + level, 4)}{letter}"], f"f{2 + level}{letter}"


def step_of_forced(wiring: Wiring, flat: Flat, found: Forced) -> Step:
    """Return a step of forcing chains as a step."""
    n, size = found.target >> 1, wiring.size
    gone: tuple[int, ...] = (n,)
    placed: tuple[int, ...] = ()
    if found.target & 1:
        gone, placed = tuple(n // size * size + d for d in ONES[flat[n // size]] if d != n % size), (n,)
    chains = tuple(_chain(wiring, run, end) for run, end in found.ends)
    houses: tuple[int, ...] = ()
    if found.kind == REGION:
        first = chains[0][0]
        group = wiring.groups[first.cell * size + first.digit - 1][found.cause - 1][0]
        houses = ((group - wiring.places) // size,)
    return _chain_step(wiring, _named(found), chains, found.key[1], gone, placed, houses=houses)


def _chain(wiring: Wiring, run: Run, end: int) -> tuple[Fact, ...]:
    """Return the facts that the end of a chain follows from, and itself, in the order in which they were reached."""
    places = sorted(run.walk(end))
    number = {run.nodes[place]: i for i, place in enumerate(places)}
    return tuple(
        _fact(
            wiring,
            run.nodes[place],
            run.causes[place],
            tuple(number[run.nodes[parent]] for parent in run.parents[place]),
            _inner_step(wiring, run.why.get(place)),
        )
        for place in places
    )


def _inner_step(wiring: Wiring, why: Why | None) -> Step | None:
    """Return what a fact follows by as a step: of chains inside, searched for once more where they were found."""
    if why is None:
        return None
    if isinstance(why, Find):
        return step_of(wiring, why)
    if why.ring is not None:
        return step_of_ring(wiring, why.ring)
    assert why.family is not None
    assert why.flat is not None
    net = Net(wiring, why.flat, why.family, collect=True, depth=why.depth)
    net.search()
    for found in net.steps():
        if print_of(found) == why.print:
            return step_of_forced(wiring, why.flat, found)
    return None


def rings(grid: Grid, code: str) -> Iterator[Step]:
    """Yield the cycles or forcing chains of one kind, best first, one for each set of what goes."""
    if "rings" not in grid.notes:
        wiring = wiring_of(grid.shape.box)
        grid.notes["rings"] = [step_of_ring(wiring, ring) for ring in all_rings(wiring, wiring.flat(grid))]
    yield from (step for step in grid.notes["rings"] if step.code == code)


def taught(grid: Grid, number: int, budget: Budget) -> Step | None:
    """Return the step of a family of forcing chains that a person is shown: the best, of nested ones the first.

    `number` is the place of the family in `FAMILIES`. Returns None where there is nothing, or the budget is spent.
    """
    wiring = wiring_of(grid.shape.box)
    flat = wiring.flat(grid)
    nets: Nets = grid.notes.setdefault("best nets", {})
    net = net_of(wiring, flat, FAMILIES[number], nets, budget=budget)
    if net.family.level > 1:
        found = net.first()
    else:
        net.search()
        found = net.best.get(0)
    if budget.is_spent:
        del grid.notes["best nets"]  # what is half done must not be taken for done
    return None if found is None else step_of_forced(wiring, flat, found)


def forced(grid: Grid, code: str) -> Iterator[Step]:
    """Yield the forcing chains of one kind, best first, one for each set of what goes."""
    wiring = wiring_of(grid.shape.box)
    flat = wiring.flat(grid)
    nets: Nets = grid.notes.setdefault("nets", {})
    net = net_of(wiring, flat, FAMILIES[int(code[1])], nets, collect=True)
    net.search()
    for found in net.steps():
        if _named(found)[1] == code:
            yield step_of_forced(wiring, flat, found)
