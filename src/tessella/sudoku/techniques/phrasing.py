"""Phrases that the explanations of techniques are made of, in the language spoken now."""

from collections.abc import Callable, Iterable

from tessella.i18n import _
from tessella.sudoku.rules import SYMBOLS, cell_name, house_name
from tessella.sudoku.techniques.step import Fact, Node, Step

__all__ = ["Words", "join_sentences", "list_of"]


def list_of(words: Iterable[str]) -> str:
    """Return words as a list in a sentence.

    >>> list_of(["r1c2"]), list_of(["r1c2", "r1c4", "r1c9"])
    ('r1c2', 'r1c2, r1c4 and r1c9')
    """
    *others, last = words
    return _("{others} and {last}").format(others=_(", ").join(others), last=last) if others else last


def join_sentences(*sentences: str) -> str:
    """Return sentences as one text."""
    text, *others = sentences
    for other in others:
        text = _("{sentence} {next}").format(sentence=text, next=other)
    return text


class Words:
    """The parts of a step as words, which a sentence names in braces.

    `tell` returns the name of a technique and the reason of a step within the step, as chains have them.
    """

    def __init__(self, step: Step, size: int, tell: Callable[[Step], tuple[str, str]]) -> None:
        self.step = step
        self.size = size
        self.tell = tell

    def __getitem__(self, name: str) -> str:
        return str(getattr(self, name))

    def fill(self, sentence: str) -> str:
        """Return a sentence, already translated, with its parts put in."""
        return sentence.format_map(self)

    def list_cells(self, cells: Iterable[int]) -> str:
        """Return the names of cells."""
        return list_of(cell_name(cell, self.size) for cell in cells)

    def list_houses(self, houses: Iterable[int]) -> str:
        """Return the names of houses."""
        return list_of(house_name(house, self.size) for house in houses)

    @property
    def digits(self) -> str:
        """The digits of the pattern."""
        return list_of(SYMBOLS[digit] for digit in self.step.digits)

    @property
    def cells(self) -> str:
        """The cells of the pattern."""
        return self.list_cells(self.step.cells)

    @property
    def second(self) -> str:
        """The cells that are told apart from `cells`."""
        return self.list_cells(self.step.second)

    @property
    def all_cells(self) -> str:
        """The cells of the pattern, those that are told apart among them."""
        return self.list_cells(sorted((*self.step.cells, *self.step.second)))

    @property
    def fins(self) -> str:
        """The fins, or the cells that help."""
        return self.list_cells(self.step.fins)

    @property
    def houses(self) -> str:
        """The houses of the pattern."""
        return self.list_houses(self.step.houses)

    @property
    def covers(self) -> str:
        """The houses that cover the pattern."""
        return self.list_houses(self.step.covers)

    @property
    def first_cover(self) -> str:
        """The first of the covers."""
        return self.list_houses(self.step.covers[:1])

    @property
    def last_cover(self) -> str:
        """The last of the covers."""
        return self.list_houses(self.step.covers[-1:])

    @property
    def first_house(self) -> str:
        """The first house of the pattern."""
        return self.list_houses(self.step.houses[:1])

    @property
    def second_house(self) -> str:
        """The second house of the pattern."""
        return self.list_houses(self.step.houses[1:2])

    @property
    def removed(self) -> str:
        """The digits that are eliminated."""
        return list_of(SYMBOLS[digit] for digit in sorted({digit for digit, _row, _col in self.step.eliminations}))

    @property
    def kept(self) -> str:
        """The digits of the pattern that are not eliminated."""
        gone = {digit for digit, _row, _col in self.step.eliminations}
        return list_of(SYMBOLS[digit] for digit in self.step.digits if digit not in gone)

    @property
    def losers(self) -> str:
        """The cells that lose a candidate."""
        cells = {(row - 1) * self.size + col - 1 for _digit, row, col in self.step.eliminations}
        return self.list_cells(sorted(cells))

    @property
    def placed(self) -> str:
        """The digit that is placed."""
        return SYMBOLS[self.step.placements[0][0]]

    @property
    def sets(self) -> str:
        """The sets of cells with their digits."""
        return _("; ").join(
            _("{cells} ({digits})").format(
                cells=self.list_cells(one.cells), digits=_(", ").join(SYMBOLS[digit] for digit in one.digits)
            )
            for one in self.step.sets
        )

    @property
    def colours(self) -> str:
        """The colours of two clusters."""
        one, opposite, other, its_opposite = (self.list_cells(colour.cells) for colour in self.step.sets)
        return _("{one} against {opposite}; {other} against {its_opposite}").format(
            one=one, opposite=opposite, other=other, its_opposite=its_opposite
        )

    def node(self, node: Node) -> str:
        """Return one node of a chain as a clause."""
        cells, digit = self.list_cells(node.cells), SYMBOLS[node.digit]
        if node.locked >= 0:
            whole = self.list_cells(self.step.sets[node.locked].cells)
            return _("the set {set} loses {digit}").format(set=whole, digit=digit)
        if len(node.cells) > 1:
            form = _("one of {cells} is {digit}") if node.is_on else _("none of {cells} is {digit}")
        else:
            form = _("{cells} is {digit}") if node.is_on else _("{cells} is not {digit}")
        return form.format(cells=cells, digit=digit)

    def fact(self, fact: Fact) -> str:
        """Return a fact of a forcing chain as a clause."""
        return self.node(Node(fact.digit, (fact.cell,), fact.is_on))

    @property
    def chain(self) -> str:
        """The chain as a sentence."""
        first, *rest = self.step.nodes
        return self.implication(self.node(first), map(self.node, rest))

    @staticmethod
    def implication(first: str, rest: Iterable[str]) -> str:
        """Return a sentence in which each clause follows from the one before."""
        return _("If {first}, then {rest}.").format(first=first, rest=_(", then ").join(rest))
