"""How is a step said in words?

In three stages: where to look, which technique it is, and the full reason. Sentences are looked up when they
are said, in the language that is spoken then.
"""

from collections.abc import Iterable

from tessella.i18n import N_, _
from tessella.sudoku.rules import SYMBOLS, house_name
from tessella.sudoku.techniques.step import Fact, Node, Step

__all__ = ["beside", "cell", "conclusion", "name", "reason", "title", "where"]

_TITLES = {
    "0000": N_("full house"),
    "0002": N_("hidden single"),
    "0003": N_("naked single"),
    "0100": N_("pointing"),
    "0101": N_("claiming"),
    "0110": N_("locked pair"),
    "0111": N_("locked triple"),
    "0200": N_("naked pair"),
    "0201": N_("naked triple"),
    "0202": N_("naked quad"),
    "0210": N_("hidden pair"),
    "0211": N_("hidden triple"),
    "0212": N_("hidden quad"),
    "0400": N_("skyscraper"),
    "0401": N_("two-string kite"),
    "0402": N_("empty rectangle"),
    "0403": N_("turbot fish"),
    "0404": N_("dual two-string kite"),
    "0405": N_("dual empty rectangle"),
    "0500": N_("simple colours trap"),
    "0501": N_("simple colours wrap"),
    "0502": N_("multi-colours 1"),
    "0503": N_("multi-colours 2"),
    "0600": N_("unique rectangle type 1"),
    "0601": N_("unique rectangle type 2"),
    "0602": N_("unique rectangle type 3"),
    "0603": N_("unique rectangle type 4"),
    "0604": N_("unique rectangle type 5"),
    "0605": N_("unique rectangle type 6"),
    "0606": N_("hidden rectangle"),
    "0607": N_("avoidable rectangle type 1"),
    "0608": N_("avoidable rectangle type 2"),
    "0610": N_("BUG+1"),
    "ul1": N_("unique loop type 1"),
    "ul2": N_("unique loop type 2"),
    "ul3": N_("unique loop type 3"),
    "ul4": N_("unique loop type 4"),
    "bug1": N_("BUG type 1"),
    "bug2": N_("BUG type 2"),
    "bug3": N_("BUG type 3"),
    "bug4": N_("BUG type 4"),
    "ape": N_("aligned pair exclusion"),
    "ate": N_("aligned triple exclusion"),
    "0701": N_("X-chain"),
    "0702": N_("XY-chain"),
    "0703": N_("remote pairs"),
    "0706": N_("continuous nice loop"),
    "0707": N_("discontinuous nice loop"),
    "0708": N_("AIC"),
    "0709": N_("grouped continuous nice loop"),
    "0710": N_("grouped discontinuous nice loop"),
    "0711": N_("grouped AIC"),
    "0800": N_("XY-wing"),
    "0801": N_("XYZ-wing"),
    "0802": N_("WXYZ-wing"),
    "0803": N_("W-wing"),
    "0901": N_("ALS-XZ"),
    "0902": N_("ALS-XY-wing"),
    "0903": N_("ALS-XY-chain"),
    "0904": N_("death blossom"),
    "1101": N_("Sue de Coq"),
    "1201": N_("template set"),
    "1202": N_("template delete"),
    "d0100": N_("direct pointing"),
    "d0101": N_("direct claiming"),
    "d0210": N_("direct hidden pair"),
    "d0211": N_("direct hidden triple"),
    "c1": N_("X-cycle"),
    "c2": N_("Y-cycle"),
    "c3": N_("bidirectional cycle"),
    "c4": N_("forcing X-chain"),
    "c5": N_("forcing chain"),
    "f0": N_("Nishio"),
    "f1c": N_("cell forcing chains"),
    "f1r": N_("region forcing chains"),
    "f2d": N_("dynamic double chains"),
    "f2c": N_("dynamic cell chains"),
    "f2r": N_("dynamic region chains"),
    "f2x": N_("dynamic contradiction chains"),
    "f3d": N_("dynamic double chains +"),
    "f3c": N_("dynamic cell chains +"),
    "f3r": N_("dynamic region chains +"),
    "f3x": N_("dynamic contradiction chains +"),
    "f4d": N_("nested double chains"),
    "f4c": N_("nested cell chains"),
    "f4r": N_("nested region chains"),
    "f4x": N_("nested contradiction chains"),
    "t2": N_("trial in full"),
}

_FISH = (N_("X-wing"), N_("swordfish"), N_("jellyfish"), N_("squirmbag"), N_("whale"), N_("leviathan"))
_FISH_KINDS = (
    (), (N_("finned {fish}"),), (N_("sashimi {fish}"),), (N_("Franken {fish}"),),
    (N_("Franken {fish}"), N_("finned {fish}")), (N_("mutant {fish}"),), (N_("mutant {fish}"), N_("finned {fish}")),
)  # fmt: skip


def title(code: str) -> str:
    """Return the name of a technique by its code, in the language that is spoken now.

    >>> title("0341"), title("03111"), title("0800")
    ('finned Franken swordfish', 'Siamese finned swordfish', 'XY-wing')
    """
    code = code.partition("-")[0]
    if code[0] == "f" and code[1] > "4":
        code = f"f4{code[2]}"
    if not code.startswith("03"):
        return _(_TITLES[code])
    words = _(_FISH[int(code[3])])
    for form in _FISH_KINDS[int(code[2])]:
        words = _(form).format(fish=words)
    return _("Siamese {fish}").format(fish=words) if len(code) > 4 else words


def name(step: Step, size: int = 9) -> str:
    """Return the name of a step's technique; hidden singles are told apart by their house."""
    if step.code == "0002":
        return _("hidden single in a box") if step.houses[0] >= 2 * size else _("hidden single in a line")
    return title(step.code)


def cell(number: int, size: int = 9) -> str:
    """Return the name of a cell in the language that is spoken now.

    >>> cell(33)
    'r4c7'
    """
    return _("r{row}c{column}").format(row=number // size + 1, column=number % size + 1)


def _list(words: Iterable[str]) -> str:
    return _(", ").join(words)


class _Words:
    """The parts of a step as words."""

    def __init__(self, step: Step, size: int) -> None:
        self.step = step
        self.size = size

    def cells(self, cells: Iterable[int]) -> str:
        return _list(cell(number, self.size) for number in cells)

    def digits(self, digits: Iterable[int]) -> str:
        return _list(SYMBOLS[digit] for digit in digits)

    def houses(self, houses: Iterable[int]) -> str:
        return _list(house_name(house, self.size) for house in houses)

    def node(self, node: Node) -> str:
        """Return one node of a chain as a clause."""
        values = {"cells": self.cells(node.cells), "digit": SYMBOLS[node.digit]}
        if node.locked >= 0:
            values["set"] = self.cells(self.step.sets[node.locked].cells)
            return _("{digit} leaves the set {set}").format(**values)
        if len(node.cells) > 1:
            form = _("one of {cells} is {digit}") if node.is_on else _("none of {cells} is {digit}")
        else:
            form = _("{cells} is {digit}") if node.is_on else _("{cells} is not {digit}")
        return form.format(**values)

    def chain(self) -> str:
        """Return the chain as a sentence."""
        first, *rest = self.step.nodes
        clauses = _(", then ").join(self.node(node) for node in rest)
        return _("If {first}, then {rest}.").format(first=self.node(first), rest=clauses)

    def sets(self) -> str:
        return _("; ").join(
            _("{cells} ({digits})").format(cells=self.cells(one.cells), digits=self.digits(one.digits))
            for one in self.step.sets
        )


def where(step: Step, size: int = 9) -> str:
    """Return where to look, without saying for what."""
    words = _Words(step, size)
    if step.houses and len(step.houses) <= 2 and (step.code[0] == "f" or step.code[:2] in ("00", "01", "02", "d0")):
        return _("Look at {houses}.").format(houses=words.houses(step.houses))
    if step.code == "0003":
        box = step.cells[0] // size, step.cells[0] % size
        return _("Look at {houses}.").format(houses=words.houses((box[0], size + box[1])))
    if len(step.digits) == 1:
        return _("Look at the places of {digit}.").format(digit=SYMBOLS[step.digits[0]])
    cells = step.cells or tuple(one for group in step.sets for one in group.cells)
    if step.nodes:
        cells = step.nodes[0].cells
    elif step.chains:
        cells = tuple(dict.fromkeys(chain[0].cell for chain in step.chains))
    return _("Look at {cells}.").format(cells=words.cells((*cells, *step.second)[:4]))


def conclusion(step: Step, size: int = 9) -> str:
    """Return what a step places and takes away, as one sentence.

    >>> conclusion(Step("", "", "", eliminations=((5, 2, 7), (5, 2, 9), (6, 1, 1))))
    'So 5 goes from r2c7, r2c9; 6 goes from r1c1.'
    """
    parts = [
        _("{cell} is {digit}").format(cell=cell((row - 1) * size + col - 1, size), digit=SYMBOLS[digit])
        for digit, row, col in step.placements
    ]
    for digit in sorted({digit for digit, _row, _col in step.eliminations}):
        cells = [(row - 1) * size + col - 1 for other, row, col in step.eliminations if other == digit]
        names = _list(cell(number, size) for number in cells)
        parts.append(_("{digit} goes from {cells}").format(digit=SYMBOLS[digit], cells=names))
    return _("So {parts}.").format(parts=_("; ").join(parts))


def reason(step: Step, size: int = 9) -> str:
    """Return the full reason of a step, what follows from it included."""
    return beside(_because(step, _Words(step, size)), conclusion(step, size))


def beside(*sentences: str) -> str:
    """Return sentences as one text."""
    text, *others = sentences
    for other in others:
        text = _("{sentence} {next}").format(sentence=text, next=other)
    return text


def _because(step: Step, words: _Words) -> str:  # noqa: C901, PLR0911, PLR0912 - a sentence a family
    digits, cells, second = words.digits(step.digits), words.cells(step.cells), words.cells(step.second)
    houses, covers, fins = words.houses(step.houses), words.houses(step.covers), words.cells(step.fins)
    values = {"digits": digits, "cells": cells, "second": second, "houses": houses, "covers": covers, "fins": fins}
    code = step.code
    if code == "0000":
        return _("{cells} is the last blank cell of {houses}, and {digits} is missing there.").format(**values)
    if code == "0002":
        return _("{digits} has only one place in {houses}: {cells}.").format(**values)
    if code == "0003":
        return _("{cells} has no candidate but {digits}.").format(**values)
    if code in ("d0100", "d0101"):
        values["covers"], values["last"] = words.houses(step.covers[:1]), words.houses(step.covers[1:])
        return _(
            "{digits} in {houses} can only be in {cells}, all in {covers}; that leaves {digits} one place in {last}."
        ).format(**values)
    if code in ("d0210", "d0211"):
        values["last"] = words.houses(step.covers)
        values["placed"] = SYMBOLS[step.placements[0][0]]
        return _(
            "{digits} in {houses} can only be in {cells}, so nothing else is there; that leaves {placed} one place in"
            " {last}."
        ).format(**values)
    if code in ("0100", "0101"):
        return _("{digits} in {houses} can only be in {cells}, and these all lie in {covers}.").format(**values)
    if code in ("0110", "0111") or code.startswith("020"):
        return _("{cells} hold no candidates but {digits} among them, in {houses}.").format(**values)
    if code.startswith("021"):
        return _("{digits} in {houses} can only be in {cells}: nothing else has room there.").format(**values)
    if code.startswith("03"):
        if not step.fins:
            return _("All places of {digits} in {houses} lie in {covers}.").format(**values)
        return _(
            "All places of {digits} in {houses} lie in {covers}, but for the fins {fins}: either the fish holds, or a"
            " fin does."
        ).format(**values)
    if code in ("0400", "0401", "0403", "0404"):
        return _("{digits} has two places each in {houses}; one of the ends {cells} holds it.").format(**values)
    if code in ("0402", "0405"):
        values["houses"], values["line"] = words.houses(step.houses[:1]), words.houses(step.houses[1:])
        return _(
            "The places of {digits} in {houses} lie in {covers}, and {line} has two places: {cells}. Were {digits} to"
            " stand where both meet, {houses} would have none."
        ).format(**values)
    if code in ("0500", "0501"):
        values["rule"] = _("what sees both colours goes") if code == "0500" else _("a colour that sees itself is false")
        return _(
            "Pairs of places of {digits} give two colours: {cells} and {second}. One colour is all true, the other all"
            " false; {rule}."
        ).format(**values)
    if code in ("0502", "0503"):
        return _("Pairs of places of {digits} give colours in two clusters that touch: {sets}.").format(
            digits=digits, sets=_("; ").join(words.cells(one.cells) for one in step.sets)
        )
    if code == "0610":
        return _(
            "All blank cells have two candidates but {cells}; without its third the puzzle would have more than one"
            " solution."
        ).format(**values)
    if code in ("0607", "0608"):
        return _(
            "{cells}, which are no givens, would make with {second} a rectangle of {digits} that could be swapped; the"
            " puzzle has one solution only."
        ).format(**values)
    if code.startswith("bug"):
        return _(
            "But for {digits} in {second}, all blank cells would have two candidates and the puzzle more than one"
            " solution."
        ).format(**values)
    if code in ("ape", "ate"):
        return _(
            "However {cells} are filled, {second} must keep a candidate; that leaves some candidates no way."
        ).format(**values)
    if code.startswith("ul"):
        return _(
            "{cells} and {second} must not end as a ring of {digits} that could be swapped; the puzzle has one"
            " solution only."
        ).format(**values)
    if code.startswith("06"):
        return _(
            "{cells} and {second} must not end as a rectangle of {digits} that could be swapped; the puzzle has one"
            " solution only."
        ).format(**values)
    if code == "0703":
        return _("{cells} and {second} form a chain of cells with {digits}: they hold them in turn.").format(**values)
    if code.startswith("07"):
        return beside(words.chain(), _chain_rule(step))
    if code in ("0800", "0801", "0802"):
        return _(
            "{cells} and {second} hold the digits {digits} among them; whatever {cells} is, one of them is the digit"
            " that goes."
        ).format(**values)
    if code == "0803":
        return _(
            "{cells} both hold {digits}, and the two places {second} in {houses} see them: one of {cells} is the digit"
            " that goes."
        ).format(**values)
    if code == "0904":
        return _("Whatever {cells} is, one of these sets is locked: {sets}.").format(cells=cells, sets=words.sets())
    if code.startswith("09"):
        return _("These sets have one digit more than cells, and share {digits}: {sets}.").format(
            digits=digits, sets=words.sets()
        )
    if code == "1101":
        return _(
            "Where {houses} cross, {cells} hold {digits}; with these cells each digit has its place: {sets}."
        ).format(**values, sets=words.sets())
    if code == "1201":
        return _("However {digits} is placed everywhere, it is always in {cells}.").format(**values)
    if code == "1202":
        return _("However {digits} is placed everywhere, it is only ever in {cells}.").format(**values)
    if code[0] == "c":
        return beside(words.chain(), _chain_rule(step))
    if code[0] == "f":
        return _told(step, words.size)
    return _("If {cells} were {digits}, no solution would be left.").format(**values)


def _clause(fact: Fact, size: int) -> str:
    """Return a fact of a chain as a clause."""
    form = _("{cells} is {digit}") if fact.is_on else _("{cells} is not {digit}")
    return form.format(cells=cell(fact.cell, size), digit=SYMBOLS[fact.digit])


def _told(step: Step, size: int) -> str:
    """Return forcing chains: what is assumed, chain by chain, what they all come to."""
    chains = step.chains
    firsts, lasts = [chain[0] for chain in chains], [chain[-1] for chain in chains]
    if len({(one.digit, one.cell, one.is_on) for one in lasts}) > 1:  # the ends contradict each other
        told = _told_chain(_merged(chains), size)
        one, other = (_clause(fact, size) for fact in lasts)
        end = _("{one} and {other}: both cannot be, so what was assumed is wrong.").format(one=one, other=other)
        return _together(told, end)
    if step.houses:
        head = _("{house} has its {digit} in one of {cells}.").format(
            house=house_name(step.houses[0], size),
            digit=SYMBOLS[firsts[0].digit],
            cells=_list(cell(one.cell, size) for one in firsts),
        )
    elif all(one.is_on for one in firsts):
        digits = _list(SYMBOLS[one.digit] for one in firsts)
        head = _("{cell} is one of {digits}.").format(cell=cell(firsts[0].cell, size), digits=digits)
    else:
        head = _("Either {one} or {other}.").format(one=_clause(firsts[0], size), other=_clause(firsts[1], size))
    end = _("In each case {fact}.").format(fact=_clause(lasts[0], size))
    return _together(head, *(_told_chain(chain, size) for chain in chains), end)


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


def _told_chain(chain: tuple[Fact, ...], size: int) -> str:
    """Return a chain as a sentence where each fact follows from the one before alone, else as a numbered list."""
    first, *rest = chain
    if not rest:
        return _("If {first}, that is it already.").format(first=_clause(first, size))
    if all(fact.parents == (i,) and fact.step is None for i, fact in enumerate(rest)):
        clauses = _(", then ").join(_clause(fact, size) for fact in rest)
        return _("If {first}, then {rest}.").format(first=_clause(first, size), rest=clauses)
    lines = [_("Suppose {fact} (1).").format(fact=_clause(first, size))]
    for number, fact in enumerate(rest, 2):
        parents = _list(str(parent + 1) for parent in sorted(fact.parents))
        lines.append(
            _("({number}) {fact}: {why} (from {parents}).").format(
                number=number, fact=_clause(fact, size), why=_why(fact, size), parents=parents
            )
        )
    return "\n".join(lines)


def _together(*parts: str) -> str:
    """Return sentences as one text, with lists on lines of their own."""
    text, *others = parts
    in_list = "\n" in text
    for other in others:
        is_list = "\n" in other
        text = f"{text}\n{other}" if in_list or is_list else beside(text, other)
        in_list = is_list
    return text


def _why(fact: Fact, size: int) -> str:
    """Return why a fact follows from those before."""
    values = {"cell": cell(fact.cell, size), "digit": SYMBOLS[fact.digit]}
    if fact.step is not None:
        because = _because(fact.step, _Words(fact.step, size)).replace("\n", "\n    ")
        return _("by {technique} [{because}]").format(technique=name(fact.step, size), because=because)
    if fact.cause == 1:
        form = _("no other digit is left in {cell}") if fact.is_on else _("{cell} takes one digit only")
        return form.format(**values)
    values["house"] = house_name(fact.house, size)
    form = _("no other place is left for {digit} in {house}") if fact.is_on else _("{house} takes one {digit} only")
    return form.format(**values)


def _chain_rule(step: Step) -> str:
    """Return what a chain proves."""
    if step.code in ("0706", "0709", "c1", "c2", "c3"):
        return _("The chain closes, so each of its weak links holds one true candidate.")
    first, last = step.nodes[0], step.nodes[-1]
    if step.code in ("0707", "0710", "c4", "c5"):
        if first.is_on and not last.is_on and first.digit == last.digit:
            return _("So it contradicts itself.")
        if not first.is_on and last.is_on and first.digit == last.digit:
            return _("So it is true in any case.")
        return _("Either way the cell loses the candidate.")
    return _("So one of its two ends is true.")
