"""Steps of forcing chains: their techniques, how they are found for a person, and how they are told.

f0         Nishio
f1         cell and region forcing chains
f2         dynamic: contradiction (x), double (d), cell (c), region (r) chains
f3         dynamic +
f4 .. f7   nested, with cycles and forcing chains, multiple, dynamic chains, and dynamic ones with chains inside
"""

from collections.abc import Iterator

from tessella.i18n import N_, _
from tessella.sudoku.rules import SYMBOLS, cell_name, house_name
from tessella.sudoku.techniques.branches import FAMILIES, MULTIPLE, NISHIO, Branch, Budget, Family, Why
from tessella.sudoku.techniques.chain_length import CELL_KIND, CONTRADICTION, DOUBLE, REGION
from tessella.sudoku.techniques.chain_steps import chain_step, fact_of
from tessella.sudoku.techniques.cycles import step_of_chain
from tessella.sudoku.techniques.forcing_chains import Forced, ForcingNet, net_of, print_of
from tessella.sudoku.techniques.grid import Grid, once_per_grid
from tessella.sudoku.techniques.phrasing import Words, join_sentences, list_digits, list_of
from tessella.sudoku.techniques.shape import BITS, Masks, Shape
from tessella.sudoku.techniques.step import Fact, Step
from tessella.sudoku.techniques.technique import Pattern, Technique

_LETTERS = {DOUBLE: "d", CELL_KIND: "c", REGION: "r", CONTRADICTION: "x"}


# --- steps --------------------------------------------------------------------------------------------------


def _code(found: Forced) -> str:
    mode, level, _base = found.family
    if mode == NISHIO:
        return "f0"
    return f"f{1 if mode == MULTIPLE else 2 + level}{_LETTERS[found.kind]}"


def step_of_forced(shape: Shape, masks: Masks, found: Forced) -> Step:
    """Return what a search for forcing chains has found as a step."""
    n, size = found.target >> 1, shape.size
    eliminated: tuple[int, ...] = (n,)
    placed: tuple[int, ...] = ()
    if found.target & 1:
        eliminated, placed = tuple(n // size * size + d for d in BITS[masks[n // size]] if d != n % size), (n,)
    chains = tuple(_chain(shape, branch, end) for branch, end in found.ends)
    houses: tuple[int, ...] = ()
    if found.kind == REGION:
        first = chains[0][0]
        group = shape.groups[first.cell * size + first.digit - 1][found.cause - 1][0]
        houses = ((group - shape.places) // size,)
    code = _code(found)
    names = by_code(code).name, code
    return chain_step(
        shape, names, chains, complexity=found.key[1], eliminated=eliminated, placed=placed, houses=houses
    )


def _chain(shape: Shape, branch: Branch, end: int) -> tuple[Fact, ...]:
    """Return the facts that the end of a chain follows from, and itself, in the order in which they were reached."""
    places = sorted(branch.walk(end))
    number = {branch.nodes[place]: i for i, place in enumerate(places)}
    return tuple(
        fact_of(
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
        return step_of_chain(shape, why.chain)
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


def find_forced(grid: Grid, code: str) -> Iterator[Step]:
    """Yield the forcing chains of one kind, best first, one for each set of eliminations."""
    net = net_of(grid.shape, grid.masks, FAMILIES[int(code[1])], _nets(grid, collect=True), collect=True)
    net.search()
    for found in net.steps():
        if _code(found) == code:
            yield step_of_forced(grid.shape, grid.masks, found)


# --- explanations -------------------------------------------------------------------------------------------


def _explain(words: Words) -> str:
    chains = words.step.chains
    firsts, lasts = [chain[0] for chain in chains], [chain[-1] for chain in chains]
    if len({(one.digit, one.cell, one.is_on) for one in lasts}) > 1:  # the ends contradict each other
        one, other = map(words.fact, lasts)
        end = _("{one} and {other} cannot both be true, so the assumption is wrong.").format(one=one, other=other)
        return _together(_tell_chain(words, _merged(chains)), end)
    if words.step.houses:
        head = _("{digit} in {house} must be in one of {cells}.").format(
            digit=SYMBOLS[firsts[0].digit],
            house=words.values["houses"],
            cells=words.list_cells(one.cell for one in firsts),
        )
    elif all(one.is_on for one in firsts):
        head = _("{cell} must be one of {digits}.").format(
            cell=cell_name(firsts[0].cell, words.size), digits=list_digits(one.digit for one in firsts)
        )
    else:
        head = _("Either {one} or {other}.").format(one=words.fact(firsts[0]), other=words.fact(firsts[1]))
    end = _("In every case {fact}.").format(fact=words.fact(lasts[0]))
    return _together(head, *(_tell_chain(words, chain) for chain in chains), end)


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
        return words.implication(words.fact(first), map(words.fact, rest))
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
    values = {"cell": cell_name(fact.cell, words.size), "digit": SYMBOLS[fact.digit]}
    if fact.cause == 1:
        form = _("the only candidate left in {cell}") if fact.is_on else _("{cell} can only be one digit")
        return form.format(**values)
    values["house"] = house_name(fact.house, words.size)
    form = _("the only place left for {digit} in {house}") if fact.is_on else _("{house} can have only one {digit}")
    return form.format(**values)


# --- techniques ---------------------------------------------------------------------------------------------


def _declare(code: str, name: str) -> Technique:
    return Technique(code, name, lambda grid: find_forced(grid, code), _explain, varies=True)


TECHNIQUES = (
    _declare("f0", N_("Nishio")),
    _declare("f1c", N_("cell forcing chains")),
    _declare("f1r", N_("region forcing chains")),
    _declare("f2d", N_("dynamic double chains")),
    _declare("f2c", N_("dynamic cell chains")),
    _declare("f2r", N_("dynamic region chains")),
    _declare("f2x", N_("dynamic contradiction chains")),
    _declare("f3d", N_("dynamic double chains +")),
    _declare("f3c", N_("dynamic cell chains +")),
    _declare("f3r", N_("dynamic region chains +")),
    _declare("f3x", N_("dynamic contradiction chains +")),
    _declare("f4d", N_("nested double chains")),
    _declare("f4c", N_("nested cell chains")),
    _declare("f4r", N_("nested region chains")),
    _declare("f4x", N_("nested contradiction chains")),
)
_BY_CODE = {technique.code: technique for technique in TECHNIQUES}


def by_code(code: str) -> Technique:
    """Return the technique of a code; all nested chains are called alike."""
    return _BY_CODE[f"f4{code[2]}" if code[1] > "4" else code]
