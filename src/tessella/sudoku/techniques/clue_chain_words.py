"""Chains through clues in words: each fact with its reason, and what cannot be in the end."""

from tessella.i18n import _
from tessella.sudoku.techniques.clue_net import Net, Rule, chained_clues, net_of
from tessella.sudoku.techniques.clue_words import name_clue, tell_clue
from tessella.sudoku.techniques.clues import shown
from tessella.sudoku.techniques.grid import cells_of, union
from tessella.sudoku.techniques.phrasing import Words, any_digit, digit_sign, join_sentences
from tessella.sudoku.techniques.step import Fact


def explain_pointing(words: Words) -> str:
    """Return why a clue needs a digit in some of its cells."""
    masks, bit = shown(words.grid), 1 << words.removed[0] - 1
    fitting = (one for one in chained_clues(words.grid) if {*one.cells} == {*words.step.cells, *words.step.second})
    one = next(one for one in fitting if one.left(tuple([masks[cell] & ~bit for cell in one.cells])) is None)
    form = _("That needs {removed} in one of {second}. A cell that sees all of these cannot be {removed}.")
    return join_sentences(tell_clue(one, words), words.fill(form))


def explain_chain(words: Words) -> str:
    """Return a chain fact by fact, and what it leaves no way; digits that leave a cell for one reason share a line."""
    net, chain = net_of(words.grid), words.step.chains[0]
    numbers = [1]
    digits: dict[tuple[int, str, int, int], list[int]] = {}  # of each line: its cell, why, from which line, what is put
    for fact in chain[1:]:
        parent = fact.parents[0]
        line = (fact.cell, _why(words, net, chain[parent], fact), numbers[parent], fact.digit * fact.is_on)
        digits.setdefault(line, []).append(fact.digit)
        numbers.append([*digits].index(line) + 2)
    told = [_("Suppose {fact} (1).").format(fact=words.fact(chain[0]))]
    for number, ((cell, why, parents, put), some) in enumerate(digits.items(), 2):
        form = _("{cells} is {digit}") if put else _("{cells} is not {digit}")
        fact_told = form.format(cells=words.list_cells([cell]), digit=any_digit(some))
        form = _("({number}) {fact}: {why} (from {parents}).")
        told.append(form.format(number=number, fact=fact_told, why=why, parents=parents))
    return "\n".join([*told, _end(words, net, chain)])


def _end(words: Words, net: Net, chain: tuple[Fact, ...]) -> str:
    """Return the sentence on what cannot be."""
    facts = union(1 << net.number(fact) for fact in chain)
    failure = net.failing(facts, by_rule=True)
    if failure is None or failure.candidate >= 0:
        return _("That contradicts the assumption.")
    if failure.rule >= 0:
        cells, _left, clue = net.rules[failure.rule]
        text = _("That leaves no way to fill {cells}.").format(cells=place(words, net, cells))
        return join_sentences(text, tell_clue(clue, words)) if clue else text
    members = cells_of(failure.group)
    held = {member // net.size for member in members}
    if len(held) == 1 and len(members) == words.grid.marks[members[0] // net.size].bit_count():
        return _("That leaves no digit for {cell}.").format(cell=words.list_cells(held))
    shared = net.shape.shared(union(1 << cell for cell in held))
    house = next(house for house in shared if net.is_whole(house, members))
    form = _("That leaves no place for {digit} in {house}.")
    return form.format(digit=digit_sign(members[0] % net.size + 1), house=words.list_houses([house]))


def _why(words: Words, net: Net, parent: Fact, fact: Fact) -> str:
    """Return why a fact follows from the one before it."""
    shape, digit = net.shape, digit_sign(fact.digit)
    values = {"cell": words.list_cells([fact.cell]), "digit": digit}
    if parent.cell == fact.cell and parent.digit != fact.digit:
        form = _("the only candidate left in {cell}") if fact.is_on else _("{cell} can only be one digit")
        return form.format(**values)
    if parent.is_on and not fact.is_on and parent.digit == fact.digit and shape.peers[parent.cell] >> fact.cell & 1:
        if not (shared := shape.shared(1 << parent.cell | 1 << fact.cell)):
            return _("{cell} sees a cell that is {digit}").format(**values)
        return _("{house} can have only one {digit}").format(house=words.list_houses(shared[:1]), **values)
    if rule := net.rule_between(parent, fact):
        return _why_by_rule(words, net, rule, parent, fact)
    house = next(house for house in range(len(shape.houses)) if net.is_seen(house, parent, fact))
    return _("it sees all places left for {digit} in {house}").format(house=words.list_houses([house]), **values)


def _why_by_rule(words: Words, net: Net, rule: Rule, parent: Fact, fact: Fact) -> str:
    cells, _left, clue = rule
    where = name_clue(clue, words) if clue else place(words, net, cells)
    if (parent.cell, parent.digit) == (fact.cell, fact.digit):
        return _("there is no way to fill {where}").format(where=where)
    if not clue and fact.is_on and net.is_last(cells, parent, fact):
        return _("the only place left for {digit} in {house}").format(digit=digit_sign(fact.digit), house=where)
    return where if clue else _("the other candidates of {house} leave nothing else").format(house=where)


def place(words: Words, net: Net, cells: tuple[int, ...]) -> str:
    """Return what cells are called: the house that they are, or their names."""
    house_cells = net.shape.house_cells
    return words.list_houses([house_cells.index(cells)]) if cells in house_cells else words.list_cells(cells)
