"""How do what the rated search finds and its chains look as steps?"""

from tessella.sudoku.techniques.cycles import Ring
from tessella.sudoku.techniques.first_found import Find
from tessella.sudoku.techniques.forcing import MULTIPLE, NISHIO, Forced, Run
from tessella.sudoku.techniques.grid import digits_text
from tessella.sudoku.techniques.lengths import CELL_KIND, CONTRADICTION, DOUBLE, REGION, X, Y
from tessella.sudoku.techniques.step import Fact, Node, Places, Step
from tessella.sudoku.techniques.wiring import ONES, Flat, Wiring

__all__ = ["step_of", "step_of_forced", "step_of_ring"]


def places_of(wiring: Wiring, candidates: tuple[int, ...]) -> Places:
    """Return candidates as sorted tuples (digit, row, column)."""
    size = wiring.size
    return tuple(sorted((n % size + 1, n // size // size + 1, n // size % size + 1) for n in candidates))


def step_of(wiring: Wiring, found: Find, name: str) -> Step:
    """Return what a finder sees as a step."""
    placed = (found.placed,) if found.placed >= 0 else ()
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


# The names and codes of cycles, and of forcing chains, by kind.
_CYCLES = {X: ("X-cycle", "c1"), Y: ("Y-cycle", "c2")}
_CHAINS = {X: ("forcing X-chain", "c4")}


def step_of_ring(wiring: Wiring, ring: Ring) -> Step:
    """Return a cycle or a forcing chain as a step; the end of a cycle, its first node once more, is left out."""
    size = wiring.size
    kind = ring.key[2]
    name, code = (
        _CYCLES.get(kind, ("bidirectional cycle", "c3"))
        if ring.is_cycle
        else _CHAINS.get(kind, ("forcing chain", "c5"))
    )
    way = ring.way[:-1] if ring.is_cycle else ring.way
    facts = tuple(
        Fact((node >> 1) % size + 1, (node >> 1) // size, bool(node & 1), cause, (i - 1,) if i else ())
        for i, (node, cause) in enumerate(way)
    )
    last = ring.way[-1][0]
    placed = (last >> 1,) if last & 1 and not ring.is_cycle else ()
    digits = 0
    for n in ring.gone:
        digits |= 1 << n % size
    return Step(
        name,
        code,
        digits_text(digits),
        places_of(wiring, ring.gone),
        places_of(wiring, placed),
        tuple(sorted({fact.digit for fact in facts})),
        tuple(sorted({fact.cell for fact in facts})),
        nodes=tuple(Node(fact.digit, (fact.cell,), fact.is_on) for fact in facts),
        chains=(facts,),
        complexity=ring.key[1],
    )


_FORCED = {
    DOUBLE: ("double", "d"),
    CELL_KIND: ("cell", "c"),
    REGION: ("region", "r"),
    CONTRADICTION: ("contradiction", "x"),
}


def _named(forced: Forced) -> tuple[str, str]:
    """Return the name and the code of a step of forcing chains."""
    mode, level, _base = forced.family
    kind, letter = _FORCED[forced.kind]
    if mode == NISHIO:
        return "Nishio", "f0"
    if mode == MULTIPLE:
        return f"{kind} forcing chains", f"f1{letter}"
    if level < 2:
        return f"dynamic {kind} chains{' +' * level}", f"f{2 + level}{letter}"
    return f"nested {kind} chains", f"f{2 + level}{letter}"


def step_of_forced(wiring: Wiring, flat: Flat, forced: Forced) -> Step:
    """Return a step of forcing chains as a step."""
    size = wiring.size
    name, code = _named(forced)
    n = forced.target >> 1
    gone, placed = (n,), ()
    if forced.target & 1:
        gone, placed = tuple(size * (n // size) + d for d in ONES[flat[n // size]] if d != n % size), (n,)
    chains = tuple(_chain(wiring, run, end) for run, end in forced.ends)
    digits = 0
    for m in gone:
        digits |= 1 << m % size
    return Step(
        name,
        code,
        digits_text(digits),
        places_of(wiring, gone),
        places_of(wiring, placed),
        tuple(sorted({fact.digit for chain in chains for fact in chain})),
        tuple(sorted({fact.cell for chain in chains for fact in chain})),
        chains=chains,
        complexity=forced.key[1],
    )


def _chain(wiring: Wiring, run: Run, end: int) -> tuple[Fact, ...]:
    """Return the facts that the end of a chain follows from, and itself, in the order in which they were reached."""
    size = wiring.size
    places = sorted(run.walk(end))
    number = {run.nodes[place]: i for i, place in enumerate(places)}
    return tuple(
        Fact(
            (run.nodes[place] >> 1) % size + 1,
            (run.nodes[place] >> 1) // size,
            bool(run.nodes[place] & 1),
            run.causes[place],
            tuple(number[run.nodes[parent]] for parent in run.parents[place]),
        )
        for place in places
    )
