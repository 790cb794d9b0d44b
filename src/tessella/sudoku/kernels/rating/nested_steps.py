"""Steps inside a run: what locked candidates, sets, cycles and chains eliminate that could not be eliminated before.

What a nested step eliminates is off in the run; its parents are the candidates whose loss made the step possible.
"""

from tessella.compiled.jit import kernel
from tessella.sudoku.kernels.rating.basic_steps import CROSSINGS, fish, house_set, locked
from tessella.sudoku.kernels.rating.cycles import CYCLE, collect_cycles, describe_path
from tessella.sudoku.kernels.rating.grid import CELLS, FIRST, HOUSE_OF, PLACES, Ints, Numbers
from tessella.sudoku.kernels.rating.links import Links
from tessella.sudoku.kernels.rating.runs import NESTED, WITH_NESTED, Search, add_node, add_parent, enter
from tessella.sudoku.kernels.rating.steps import COMPLEXITY, COVER, DIGIT, ELIMINATED, SET, WHERE

_STEP_CAUSE = 5


@kernel
def clear_found(search: Search) -> None:
    """Forget what nested steps were found."""
    search.found_count = search.pool_count = 0


@kernel
def emit(search: Search, step: Ints, parents: int, nested: int) -> None:
    """Note what a step eliminates; its parents are the last `parents` of the pool."""
    for cell in range(81):
        lost = step[ELIMINATED + cell]
        while lost:
            many = search.found_count
            if many >= len(search.found):
                return
            found = search.found[many]
            found[0], found[1] = 9 * cell + FIRST[lost], search.pool_count - parents
            found[2], found[3] = parents, nested
            search.found_count = many + 1
            lost &= lost - 1


@kernel
def apply_nested(search: Search, run: int) -> bool:
    """Put off what nested steps eliminate; return whether there is anything new."""
    fresh = False
    for i in range(search.found_count):
        node = 2 * search.found[i, 0]
        if search.place[run, node]:
            continue
        new = add_node(search, run, node, -1, _STEP_CAUSE)
        start = search.found[i, 1]
        for j in range(start, start + search.found[i, 2]):
            add_parent(search, run, search.pool[j])
        nested = search.found[i, 3]
        search.nodes[search.node_count - 1, NESTED] = nested
        if nested:
            search.runs[run, WITH_NESTED] = 1
        enter(search, run, node, new)
        fresh = True
    return fresh


@kernel
def _pool(search: Search, n: int) -> int:
    """Add a candidate to the pool of parents; return 1."""
    search.pool[search.pool_count] = n
    search.pool_count += 1
    return 1


@kernel
def _pool_lost(grid: Numbers, search: Search, house: int, d: int, inside: int) -> int:
    """Add to the pool the places, but those `inside`, that a digit has lost in a house; return how many."""
    many = 0
    places = _lost_places(grid, search, house, d) & ~inside
    while places:
        many += _pool(search, 9 * CELLS[house, FIRST[places]] + d)
        places &= places - 1
    return many


@kernel
def find_basic(grid: Numbers, search: Search, step: Ints) -> None:
    """Find what locked candidates, or else hidden pairs, naked pairs, X-wings eliminate."""
    clear_found(search)
    for family in range(4):
        at = 0
        while True:
            many = 0
            if family == 0:
                at = locked(grid, at, step)
                if at >= 0:
                    crossing = CROSSINGS[step[WHERE]]
                    many = _pool_lost(grid, search, crossing[0], step[DIGIT], crossing[2])
            elif family == 3:
                at = fish(grid, 2, at, step)
                for line in range(9 if at >= 0 else 0):
                    if step[SET] >> line & 1:
                        many += _pool_lost(grid, search, step[WHERE] + line, step[DIGIT], step[COVER])
            else:
                at = house_set(grid, 2, 2 - family, at, step)
                many = _pool_set(search, step, 2 - family) if at >= 0 else 0
            if at < 0:
                break
            if many:
                emit(search, step, many, 0)
        if search.found_count:
            return


@kernel
def _lost_places(grid: Numbers, search: Search, house: int, d: int) -> int:
    return int(search.saved[PLACES + 9 * house + d] & ~grid[PLACES + 9 * house + d])


@kernel(early=True)
def _pool_set(search: Search, step: Ints, hidden: int) -> int:
    """Pool what made a set: of a hidden pair its digits elsewhere, of a naked one other digits in it."""
    many = 0
    for i in range(9):
        cell = CELLS[step[WHERE], i]
        mask = search.saved[cell] & (step[SET] if hidden else ~step[SET])
        while mask and step[COVER] >> i & 1 != hidden:
            many += _pool(search, 9 * cell + FIRST[mask])
            mask &= mask - 1
    return many


# --- Cycles and chains -----------------------------------------------------------------------------------------------


@kernel
def mix(value: int, number: int) -> int:
    """Return a hash of chains so far and one more number."""
    value = (value ^ number) * 0x2545F4914F6CDD1D
    return value ^ (value >> 29)


@kernel
def remember(search: Search, complexity: int, value: int) -> int:
    """Keep a nested step by its complexity and hash; return 1 + its number."""
    number = search.nested_count
    if number + 1 < len(search.nested):
        search.nested_count = number + 1
    search.nested[number, 0], search.nested[number, 1] = complexity, value
    return int(number + 1)


@kernel
def lost_by(search: Search, grid: Numbers, node: int, cause: int) -> int:
    """Pool what had to go for a node to go on for its cause, each candidate once a step; return how many."""
    if not node & 1 or cause == 0:
        return 0
    cell, d = node // 18, (node >> 1) % 9
    house = -1 if cause == 1 else HOUSE_OF[cell, cause - 2]
    mask = int(search.saved[cell] & ~grid[cell]) if cause == 1 else _lost_places(grid, search, house, d)
    many = 0
    while mask:
        lost = 9 * cell + FIRST[mask] if cause == 1 else 9 * CELLS[house, FIRST[mask]] + d
        if not search.marks[lost]:
            search.marks[lost] = 1
            many += _pool(search, lost)
        mask &= mask - 1
    return many


@kernel
def unmark(search: Search, many: int) -> None:
    """Forget which candidates were pooled for a step."""
    for i in range(many):
        search.marks[search.pool[search.pool_count - 1 - i]] = 0


@kernel
def is_new(search: Search, value: int, seen: int) -> bool:
    """Keep a hash behind those seen, unless it is one of them or there is no room; return whether it is new."""
    for i in range(seen):
        if search.hashes[i] == value:
            return False
    if seen >= len(search.hashes):
        return False
    search.hashes[seen] = value
    return True


@kernel
def find_cycles(grid: Numbers, search: Search, links: Links, step: Ints) -> None:
    """Find what cycles and forcing chains eliminate."""
    clear_found(search)
    seen = 0
    paths = links.paths
    for i in range(collect_cycles(grid, links, search.saved)):
        k = links.keys[i] & 0xFFFFF
        describe_path(grid, links, k, links.keys[i], step)
        loss = 1
        for cell in range(81):
            if step[ELIMINATED + cell]:
                loss = mix(loss, cell << 9 | step[ELIMINATED + cell])
        if not is_new(search, loss, seen):
            continue
        seen += 1
        is_cycle = int(links.kind[k] == CYCLE)
        start, stop = links.start[k], links.start[k + 1] - 2 * is_cycle
        many = 0
        value = mix(mix(1, links.kind[k]), paths[start])
        for j in range(start, stop, 2):
            many += lost_by(search, grid, paths[j], paths[j + 1])
            value = mix(value, paths[j])
        # The cycle the other way round: what was off goes on, for the cause for which it went off.
        for j in range(stop - 2, start if is_cycle else stop, -2):
            many += lost_by(search, grid, paths[j] ^ 1, paths[j + 1])
        unmark(search, many)
        if many:
            emit(search, step, many, remember(search, step[COMPLEXITY], value))
