"""Forcing chains: what all branches of a choice, or both sides of an assumption, come to.

Every candidate is tried, on and off. If a branch says that a candidate is both, the assumption is wrong
(contradiction); what both branches of a candidate say (double), or the branches of all candidates of a cell, or of all
places of a digit in a house (region), is true. The step with the lowest rating is taken, then the lowest complexity,
then the kind: double, cell, region, contradiction. The families are those of Sudoku Explainer 1.2.1: Nishio shows
contradictions only, multiple chains cells and regions only, and cells of three candidates or more.

A branch of one level goes on where that of the level below ends, so branches are kept and driven on. A search inside a
search works on the changed position.

    f0         Nishio
    f1         cell and region forcing chains
    f2         dynamic: contradiction (x), double (d), cell (c), region (r) chains
    f3         dynamic +
    f4 .. f7   nested, with cycles and forcing chains, multiple, dynamic chains, and dynamic ones with chains inside
"""

from collections.abc import Iterator
from functools import reduce
from operator import and_
from typing import NamedTuple

from tessella.i18n import N_, _, list_of
from tessella.sudoku.geometry import cell_name
from tessella.sudoku.techniques import cycles
from tessella.sudoku.techniques.branches import (
    DYNAMIC,
    FAMILIES,
    MULTIPLE,
    NISHIO,
    Branch,
    BranchSearch,
    Budget,
    Family,
    Findings,
    Inner,
    Why,
)
from tessella.sudoku.techniques.fish import basic_fish
from tessella.sudoku.techniques.grid import BITS, BOX, CELL, START, Grid, Masks, Shape, cells_of, once_per_grid, union
from tessella.sudoku.techniques.phrasing import Words, digit_sign, join_sentences, list_digits
from tessella.sudoku.techniques.step import Fact, Step
from tessella.sudoku.techniques.subsets import hidden_subsets, locked_candidates, naked_subsets_in_house, seen_by_places
from tessella.sudoku.techniques.technique import Pattern, Technique

# The families that branches use inside, by their place in INNER_LEVELS; the first two places are patterns and cycles.
_INNER_FAMILIES = (FAMILIES[1], FAMILIES[2], FAMILIES[4])
_CHAIN_WORK, _FORCE_WORK = 200, 300  # what a search for cycles counts, and one for multiple chains, in facts


class Forced(NamedTuple):
    """A step of forcing chains: what decides its turn, its kind, what it shows, and the end of each chain.

    `target` is a fact, `cause` the group that the assumptions have in common (as a cause), 0 for none. The ends are
    branches and places.
    """

    key: cycles.Key
    family: Family
    kind: int
    target: int
    cause: int
    ends: tuple[tuple[Branch, int], ...]


class ForcingNet(BranchSearch):
    """The search for the steps of a family in a position.

    With `collect` it keeps the best step for each thing that can be eliminated, else the best one only.
    """

    def __init__(self, shape: Shape, masks: Masks, family: Family, *, collect: bool = False, depth: int = 0) -> None:
        super().__init__(shape, masks, family)
        self.collect = collect
        self.depth = depth
        self.best: dict[int, Forced] = {}  # in the order in which they were found
        self.is_followed = self.is_judged = False

    # --- inside branches

    def find_inside(self, branch: Branch, number: int) -> Findings:
        """Return what patterns (0), cycles and chains (1) or the chains of a family (2 to 4) eliminate in a branch."""
        if number > 1:
            return self._by_search(branch, _INNER_FAMILIES[number - 2])
        return self._by_chains(branch) if number else self._by_patterns(branch)

    def _by_patterns(self, branch: Branch) -> Findings:
        """Find what intersections, or else hidden pairs, naked pairs, X-wings eliminate that they could not before."""
        shape, masks = self.shape, branch.masks
        found: Findings = []
        for patterns in (
            seen_by_places(shape, masks)
            if shape.is_general
            else locked_candidates(shape, masks, (*shape.pointing, *shape.claiming)),
            hidden_subsets(shape, masks, 2, as_rated=True),
            naked_subsets_in_house(shape, masks, 2),
            basic_fish(shape, masks, 2, as_rated=True),
        ):
            for pattern in patterns:
                if parents := self.lost(branch, pattern.needs):
                    found += [(n, parents, pattern) for n in sorted(pattern.eliminated)]
            if found:
                break
        return found

    def _by_chains(self, branch: Branch) -> Findings:
        """Find what cycles and forcing chains eliminate that they could not before."""
        groups = self.shape.groups
        found: Findings = []
        self.budget.left -= _CHAIN_WORK
        for chain in cycles.all_chains(self.shape, branch.masks, self.saved):
            path = [*(chain.path[1:] if chain.is_cycle else chain.path)][::-1]
            # A cycle the other way round: what was off goes on, for the cause for which it went off.
            back = [(node ^ 1, cause) for node, cause in path[:0:-1]] if chain.is_cycle else []
            needs = (
                (groups[node >> 1][cause - 1][0], -1) for node, cause in (*path, *back) if node & 1 and cause != START
            )
            if parents := self.lost(branch, needs):
                print_ = (int(chain.is_cycle), *(node for node, _cause in path))
                inner = Inner(chain.key[1], print_, chain)
                found += [(n, parents, inner) for n in chain.eliminated]
        return found

    def _by_search(self, branch: Branch, family: Family) -> Findings:
        """Find what the chains of a family eliminate that they could not before."""
        if self.depth > 0 and family.level > 0:
            return []
        self.budget.left -= _FORCE_WORK
        if family.mode == MULTIPLE and not _may_force(self.shape, branch.masks):
            return []
        net = ForcingNet(self.shape, branch.masks, family, collect=True, depth=self.depth + 1)
        net.budget = self.budget
        net.search()
        groups = self.shape.groups
        found: Findings = []
        masks = branch.masks.copy()
        for forced in net.steps():
            walks = [(one, one.walk(end)) for one, end in forced.ends]
            needs = (
                (groups[one.nodes[place] >> 1][cause - 1][0], -1)
                for one, walk in walks
                for place in walk
                if one.nodes[place] & 1 and (cause := one.causes[place] or forced.cause)
            )
            if parents := self.lost(branch, needs):
                inner = Inner(forced.key[1], print_of(forced), None, family, masks, self.depth + 1)
                found += [(n, parents, inner) for n in removed(self.shape, masks, forced)]
        return found

    # --- what branches show

    def follow(self) -> None:
        """Follow every assumption."""
        if not self.is_followed:
            for node in self.plan():
                self.drive(node)
                if self.budget.is_spent:
                    return
            self.is_followed = True

    def search(self) -> None:
        """Follow every assumption, and keep what the branches show."""
        self.follow()
        if self.is_followed and not self.is_judged:
            self.is_judged = True
            self._judge()

    def first(self) -> Forced | None:
        """Return the first contradiction that an assumption leads to, or else the best of all steps.

        What makes many things follow is tried first. Returns None where there is nothing, or the budget is spent.
        """
        for node in sorted(
            self.plan(), key=lambda node: -len(self.branches[node].nodes) if node in self.branches else 0
        ):
            branch = self.drive(node)
            if branch.clash:
                self._offer_contradiction(node)
                return self.best[0]
            if self.budget.is_spent:
                return None
        self.is_followed = True
        self.search()
        return self.best.get(0)

    def steps(self) -> list[Forced]:
        """Return the steps that are kept, best first, of equals the first one found."""
        return sorted(self.best.values(), key=lambda forced: forced.key)

    def plan(self) -> list[int]:
        """Return every assumption that has to be followed."""
        saved, shape = self.saved, self.shape
        if self.family.mode == NISHIO:
            return sorted(_failing(shape, saved))
        counts = {n: saved[n // shape.size].bit_count() for n in self.candidates}
        if self.family.mode == DYNAMIC:
            return sorted([2 * n + 1 for n in counts] + [2 * n for n, count in counts.items() if count > 1])
        wanted = set[int]()
        for n in (n for n, count in counts.items() if count >= 3):
            wanted.add(2 * n + 1)
            for group, bit in shape.groups[n][1:]:
                mask = saved[group]
                if mask & mask - 1 and not mask & bit - 1:
                    wanted |= {2 * shape.members[group][i] + 1 for i in BITS[mask]}
        return sorted(wanted)

    def _judge(self) -> None:
        """Offer every step that the branches allow."""
        saved, branches, shape, size = self.saved, self.branches, self.shape, self.shape.size
        if self.family.mode == NISHIO:
            for node in sorted(branches, key=lambda node: node ^ 1):
                self._offer_contradiction(node)
            return
        dynamic = self.family.mode == DYNAMIC
        for cell in range(shape.cells):
            count = saved[cell].bit_count()
            if count < 2 or (count == 2 and not dynamic):
                continue
            all_of_cell = []
            for d in BITS[saved[cell]]:
                n = size * cell + d
                on = branches[2 * n + 1]
                all_of_cell.append(on)
                if dynamic:
                    self._offer_contradiction(2 * n + 1)
                    self._offer_contradiction(2 * n)
                    if count >= 3:
                        self._offer_common(cycles.DOUBLE, START, [on, branches[2 * n]])
                for cause, (group, bit) in enumerate(shape.groups[n][1:], BOX):
                    places = saved[group]
                    if places & places - 1 and not places & bit - 1:
                        members = [branches[2 * shape.members[group][i] + 1] for i in BITS[places]]
                        self._offer_common(cycles.REGION, cause, members)
            self._offer_common(cycles.CELL_KIND, CELL, all_of_cell)

    def _offer_contradiction(self, node: int) -> None:
        branch = self.branches[node]
        if branch.clash:
            self._offer(cycles.CONTRADICTION, node ^ 1, START, tuple((branch, place) for place in branch.clash))

    def _offer_common(self, kind: int, cause: int, branches: list[Branch]) -> None:
        """Offer all that branches have in common, in the order of the first of them."""
        for on in (1, 0):
            if common := reduce(and_, (branch.bits[on] for branch in branches)):
                sides = [branch.on if on else branch.off for branch in branches]
                for n in sides[0]:
                    if common >> n & 1:
                        ends = tuple((branch, side[n]) for branch, side in zip(branches, sides, strict=True))
                        self._offer(kind, 2 * n + on, cause, ends)

    def _offer(self, kind: int, target: int, cause: int, ends: tuple[tuple[Branch, int], ...]) -> None:
        """Keep a step if it goes before all others that remove the same (or before all others, for one step)."""
        n, size = target >> 1, self.shape.size
        slot = n
        if target & 1:
            if not (others := self.saved[n // size] & ~(1 << n % size)):
                return
            slot = n + size * self.shape.cells if others & others - 1 else n // size * size + others.bit_length() - 1
        if not self.collect:
            slot = 0
        best = self.best.get(slot)
        base = self.family.base
        complexity = sum(branch.roots[place].bit_count() for branch, place in ends)
        key = cycles.key_of(base, complexity, kind)
        if best is not None and key >= best.key:
            return
        if self.family.level > 1:
            complexity += _inside(ends)
            key = cycles.key_of(base, complexity, kind)
            if best is not None and key >= best.key:
                return
        self.best.pop(slot, None)
        self.best[slot] = Forced(key, self.family, kind, target, cause, ends)


def _failing(shape: Shape, masks: Masks) -> Iterator[int]:
    """Yield every assumption about a digit and a cell that leaves the digit no place in some house."""
    for d in range(shape.size):
        places = union(1 << cell for cell in range(shape.cells) if masks[cell] >> d & 1)
        houses = [house for house in shape.houses if house & places]
        for cell in (cell for cell in cells_of(places) if masks[cell] & masks[cell] - 1):
            if _fails(shape, houses, places ^ 1 << cell):
                yield 2 * (shape.size * cell + d)
            if _fails(shape, houses, places & ~shape.peers[cell]):
                yield 2 * (shape.size * cell + d) + 1


def _fails(shape: Shape, houses: list[int], places: int) -> bool:
    """Return whether a digit that takes the only place of a house, wherever there is one, finds none in another."""
    done = 0
    while True:
        alone = 0
        for house in houses:
            left = places & house
            if not left & left - 1:
                if not left:
                    return True
                alone |= left
        alone &= ~done
        if not alone:
            return False
        done |= alone
        for cell in cells_of(alone):
            places &= ~shape.peers[cell]


def _may_force(shape: Shape, masks: Masks) -> bool:
    """Return whether all candidates of some cell, or places of a digit in a house, may have something in common.

    That is so if, through the links as they stand, they put on or off the same candidate, or if one of them leads to
    a contradiction. The order of facts does not matter for this, so sets are enough.
    """
    candidates, members = shape.candidates(masks), shape.members
    alone = {
        n: [
            members[group][rest.bit_length() - 1]
            for group, bit in shape.groups[n]
            if (rest := masks[group] ^ bit) and not rest & rest - 1
        ]
        for n in candidates
    }
    strong = {n: union(1 << m for m in others) for n, others in alone.items() if others}
    every, linked = sum(1 << n for n in candidates), sum(1 << n for n in strong)
    branches: dict[int, int] = {}  # what goes on, and shifted what goes off
    for n in candidates:
        on, off, waiting = 1 << n, 0, [n]
        while waiting:
            new = shape.reach[waiting.pop()] & every & ~off
            off |= new
            for m in cells_of(new & linked):
                more = strong[m] & ~on
                on |= more
                waiting += cells_of(more)
        if on & off:
            return True
        branches[n] = on | off << every.bit_length()
    groups = ((group, BITS[masks[group]]) for group in range(shape.blanks))
    return any(len(bits) > 1 and reduce(and_, (branches[members[group][i]] for i in bits)) for group, bits in groups)


def removed(shape: Shape, masks: Masks, forced: Forced) -> tuple[int, ...]:
    """Return the candidates that a step removes from a position."""
    n = forced.target >> 1
    if not forced.target & 1:
        return (n,)
    cell = n // shape.size
    return tuple(m for d in BITS[masks[cell]] if (m := cell * shape.size + d) != n)


def _inside(ends: tuple[tuple[Branch, int], ...]) -> int:
    """Return the complexity of all different chains inside some chains."""
    found: dict[tuple[int, ...], int] = {}
    for branch, end in ends:
        if branch.has_inner:
            for place in branch.walk(end):
                why = branch.why.get(place)
                if isinstance(why, Inner):
                    found.setdefault(why.print, why.complexity)
    return sum(found.values())


def print_of(forced: Forced) -> tuple[int, ...]:
    """Return what tells a step from others."""
    found = [k if forced.kind == cycles.CONTRADICTION else forced.target for k in range(len(forced.ends))]
    for branch, end in forced.ends:
        found += (-1, *(branch.nodes[place] for place in branch.walk(end)))
    return tuple(found)


Nets = dict[Family, ForcingNet]


def best_forced(shape: Shape, masks: Masks, most: int = 200) -> Forced | None:
    """Return the step of the first family that has one rated up to `most` tenths, the best of the family."""
    nets: Nets = {}
    for family in FAMILIES:
        if family.base > most:
            break
        net = net_of(shape, masks, family, nets)
        net.search()
        if net.best:
            forced = net.best[0]
            return forced if cycles.tenths_of(forced.key) <= most else None
    return None


def net_of(
    shape: Shape, masks: Masks, family: Family, nets: Nets, *, collect: bool = False, budget: Budget | None = None
) -> ForcingNet:
    """Return the search for a family, kept in `nets`; its branches go on where those of the level below end."""
    if family not in nets:
        net = nets[family] = ForcingNet(shape, masks, family, collect=collect)
        if family.mode == DYNAMIC and family.level:
            below = net_of(shape, masks, FAMILIES[2 + _BELOW[family.level]], nets, collect=collect, budget=budget)
            below.follow()
            net.budget = below.budget
            net.branches = {node: branch.copy() for node, branch in below.branches.items()}
    if budget is not None:
        nets[family].budget = budget
    return nets[family]


_BELOW = (-1, 0, 1, 2, 1, 4)  # of every level of the dynamic families: the one that its branches go on from
_LETTERS = {cycles.DOUBLE: "d", cycles.CELL_KIND: "c", cycles.REGION: "r", cycles.CONTRADICTION: "x"}


def _code(found: Forced) -> str:
    mode, level, _base = found.family
    if mode == NISHIO:
        return "f0"
    return f"f{1 if mode == MULTIPLE else 2 + level}{_LETTERS[found.kind]}"


def step_of_forced(shape: Shape, masks: Masks, found: Forced) -> Step:
    """Return what a search for forcing chains has found as a step."""
    eliminated = removed(shape, masks, found)
    placed = (found.target >> 1,) if found.target & 1 else ()
    chains = tuple(_chain(shape, branch, end) for branch, end in found.ends)
    houses: tuple[int, ...] = ()
    if found.kind == cycles.REGION:
        first = chains[0][0]
        houses = (shape.house_by(first.cell * shape.size + first.digit - 1, found.cause),)
    code = _code(found)
    names = _BY_CODE[code].name, code
    return cycles.chain_step(
        shape, names, chains, complexity=found.key[1], eliminated=eliminated, placed=placed, houses=houses
    )


def _chain(shape: Shape, branch: Branch, end: int) -> tuple[Fact, ...]:
    """Return the facts that the end of a chain follows from, and itself, in the order in which they were reached."""
    places = sorted(branch.walk(end))
    number = {branch.nodes[place]: i for i, place in enumerate(places)}
    return tuple(
        cycles.fact_of(
            shape,
            branch.nodes[place],
            branch.causes[place],
            tuple(number[branch.nodes[parent]] for parent in branch.parents[place]),
            _inner_step(shape, branch.why.get(place)),
        )
        for place in places
    )


def _inner_step(shape: Shape, why: Why | None) -> Step | None:
    """Return what a fact follows by as a step: of chains inside, searched for once more where they were found."""
    if why is None:
        return None
    if isinstance(why, Pattern):
        return why.step(shape)
    if why.chain is not None:
        return cycles.step_of_chain(shape, why.chain)
    assert why.family is not None
    assert why.masks is not None
    net = ForcingNet(shape, why.masks, why.family, collect=True, depth=why.depth)
    net.search()
    same = (found for found in net.steps() if print_of(found) == why.print)
    return next((step_of_forced(shape, why.masks, found) for found in same), None)


@once_per_grid
def _nets(grid: Grid, *, collect: bool) -> dict[Family, ForcingNet]:  # noqa: ARG001 - kept with the grid
    return {}


def best_of_family(grid: Grid, number: int, budget: Budget) -> Step | None:
    """Return the step of a family of forcing chains that a person is shown: the best, of nested ones the first.

    `number` is the place of the family in `FAMILIES`. Returns None where there is nothing, or the budget is spent.
    """
    nets = _nets(grid, collect=False)
    net = net_of(grid.shape, grid.masks, FAMILIES[number], nets, budget=budget)
    if net.family.level > 1:
        found = net.first()
    else:
        net.search()
        found = net.best.get(0)
    if budget.is_spent:
        nets.clear()  # what is half done must not be taken for done
    return None if found is None else step_of_forced(grid.shape, grid.masks, found)


def _explain(words: Words) -> str:
    chains = words.step.chains
    firsts, lasts = [chain[0] for chain in chains], [chain[-1] for chain in chains]
    if len({(one.digit, one.cell, one.is_on) for one in lasts}) > 1:  # the ends contradict each other
        one, other = map(words.fact, lasts)
        end = _("{one} and {other} cannot both be true, so the assumption is wrong.").format(one=one, other=other)
        return _together(_tell_chain(words, _merged(chains)), end)
    if words.step.houses:
        head = _("{digit} in {house} must be in one of {cells}.").format(
            digit=digit_sign(firsts[0].digit),
            house=words.values["houses"],
            cells=words.list_cells(one.cell for one in firsts),
        )
    elif all(one.is_on for one in firsts):
        head = _("{cell} must be one of {digits}.").format(
            cell=cell_name(firsts[0].cell, words.size), digits=list_digits(one.digit for one in firsts)
        )
    else:
        head = _("Either {one} or {other}.").format(one=words.fact(firsts[0]), other=words.fact(firsts[1]))
    return _together(head, *(_tell_chain(words, chain) for chain in chains))


def _merged(chains: tuple[tuple[Fact, ...], ...]) -> tuple[Fact, ...]:
    """Return chains from one assumption as one, each fact once, the ends last."""
    known: dict[tuple[int, int, bool], int] = {}
    whole: list[Fact] = []
    for chain in chains:
        numbers: list[int] = []
        for fact in chain:
            key = fact.digit, fact.cell, fact.is_on
            if key not in known:
                known[key] = len(whole)
                whole.append(fact._replace(parents=tuple(numbers[parent] for parent in fact.parents)))
            numbers.append(known[key])
    return tuple(whole)


def _tell_chain(words: Words, chain: tuple[Fact, ...]) -> str:
    """Return a chain as a sentence where each fact follows from the one before alone, else as a numbered list."""
    first, *rest = chain
    if not rest:
        return _("If {first}, that already proves it.").format(first=words.fact(first))
    if all(fact.parents == (i,) and fact.step is None for i, fact in enumerate(rest)):
        return words.cases([[fact.node] for fact in chain])
    lines = [_("Suppose {fact} (1).").format(fact=words.fact(first))]
    for number, fact in enumerate(rest, 2):
        parents = list_of(str(parent + 1) for parent in sorted(fact.parents))
        lines.append(
            _("({number}) {fact}: {why} (from {parents}).").format(
                number=number, fact=words.fact(fact), why=_why(words, fact), parents=parents
            )
        )
    return "\n".join(lines)


def _together(*parts: str) -> str:
    """Return sentences as one text, with lists on lines of their own."""
    text, *others = parts
    in_list = "\n" in text
    for other in others:
        is_list = "\n" in other
        text = f"{text}\n{other}" if in_list or is_list else join_sentences(text, other)
        in_list = is_list
    return text


def _why(words: Words, fact: Fact) -> str:
    if fact.step is not None:
        technique, because = words.tell(fact.step)
        return _("by {technique} [{because}]").format(technique=technique, because=because.replace("\n", "\n    "))
    values = {"cell": cell_name(fact.cell, words.size), "digit": digit_sign(fact.digit)}
    if fact.cause == 1:
        form = _("the only candidate left in {cell}") if fact.is_on else _("{cell} can only be one digit")
        return form.format(**values)
    if fact.house < 0:
        return _("{cell} sees a cell that is {digit}").format(**values)
    values["house"] = words.list_houses([fact.house])
    form = _("the only place left for {digit} in {house}") if fact.is_on else _("{house} can have only one {digit}")
    return form.format(**values)


def _declare(code: str, name: str, *families: int) -> Technique:
    def find(grid: Grid) -> Iterator[Step]:
        """Yield the forcing chains of one kind, best first, one for each set of eliminations."""
        net = net_of(grid.shape, grid.masks, FAMILIES[families[0]], _nets(grid, collect=True), collect=True)
        net.search()
        return (step_of_forced(grid.shape, grid.masks, found) for found in net.steps() if _code(found) == code)

    aliases = tuple(f"f{family}{code[2:]}" for family in families[1:])
    return Technique(code, name, find, _explain, aliases=aliases, varies=True, is_chain=True, families=families)


_NESTED = 4, 5, 6, 7
TECHNIQUES = (
    _declare("f0", N_("Nishio"), 0),
    _declare("f1c", N_("cell forcing chains"), 1),
    _declare("f1r", N_("region forcing chains"), 1),
    _declare("f2d", N_("dynamic double chains"), 2),
    _declare("f2c", N_("dynamic cell chains"), 2),
    _declare("f2r", N_("dynamic region chains"), 2),
    _declare("f2x", N_("dynamic contradiction chains"), 2),
    _declare("f3d", N_("dynamic double chains +"), 3),
    _declare("f3c", N_("dynamic cell chains +"), 3),
    _declare("f3r", N_("dynamic region chains +"), 3),
    _declare("f3x", N_("dynamic contradiction chains +"), 3),
    _declare("f4d", N_("nested double chains"), *_NESTED),
    _declare("f4c", N_("nested cell chains"), *_NESTED),
    _declare("f4r", N_("nested region chains"), *_NESTED),
    _declare("f4x", N_("nested contradiction chains"), *_NESTED),
)
_BY_CODE = {code: technique for technique in TECHNIQUES for code in (technique.code, *technique.aliases)}
