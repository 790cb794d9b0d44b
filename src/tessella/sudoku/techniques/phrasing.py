"""Phrases that the explanations of techniques are made of, in the language spoken now."""

from collections.abc import Callable, Iterable
from functools import reduce

from tessella.i18n import _
from tessella.sudoku.rules import SYMBOLS, cell_name, house_name
from tessella.sudoku.techniques.step import Fact, Node, Step


def list_of(words: Iterable[str]) -> str:
    """Return words as a list in a sentence.

    >>> list_of(["r1c2"]), list_of(["r1c2", "r1c4", "r1c9"])
    ('r1c2', 'r1c2, r1c4 and r1c9')
    """
    *others, last = [*words] or [""]
    return _("{others} and {last}").format(others=_(", ").join(others), last=last) if others else last


def list_digits(digits: Iterable[int]) -> str:
    """Return digits as a list in a sentence."""
    return list_of(SYMBOLS[digit] for digit in digits)


def join_sentences(*sentences: str) -> str:
    """Return sentences as one text."""
    return reduce(lambda text, other: _("{sentence} {next}").format(sentence=text, next=other), sentences)


class Words:
    """The parts of a step as words; `values` are those that a sentence names in braces.

    Beside the fields of the step these are `all_cells` (`cells` and `second`), `removed` (the digits that are
    eliminated), `kept` (the other digits), `losers` (the cells that lose them), and some of `houses` and `covers` by
    their place. `tell` returns the name of a technique and the reason of a step within the step, as chains have them.
    """

    def __init__(self, step: Step, size: int, tell: Callable[[Step], tuple[str, str]]) -> None:
        self.step = step
        self.size = size
        self.tell = tell
        removed = {digit for digit, _row, _col in step.eliminations}
        losers = {(row - 1) * size + col - 1 for _digit, row, col in step.eliminations}
        self.values = {
            "digits": list_digits(step.digits),
            "removed": list_digits(sorted(removed)),
            "kept": list_digits(digit for digit in step.digits if digit not in removed),
            "placed": list_digits(digit for digit, _row, _col in step.placements),
            "cells": self.list_cells(step.cells),
            "second": self.list_cells(step.second),
            "all_cells": self.list_cells(sorted((*step.cells, *step.second))),
            "losers": self.list_cells(sorted(losers)),
            "fins": self.list_cells(step.fins),
            "houses": self.list_houses(step.houses),
            "first_house": self.list_houses(step.houses[:1]),
            "second_house": self.list_houses(step.houses[1:2]),
            "covers": self.list_houses(step.covers),
            "first_cover": self.list_houses(step.covers[:1]),
            "last_cover": self.list_houses(step.covers[-1:]),
            "sets": _("; ").join(
                _("{cells} ({digits})").format(cells=self.list_cells(one.cells), digits=list_digits(one.digits))
                for one in step.sets
            ),
        }

    def fill(self, sentence: str) -> str:
        """Return a sentence, already translated, with its parts put in."""
        return sentence.format(**self.values)

    def list_cells(self, cells: Iterable[int]) -> str:
        """Return the names of cells."""
        return list_of(cell_name(cell, self.size) for cell in cells)

    def list_houses(self, houses: Iterable[int]) -> str:
        """Return the names of houses."""
        return list_of(house_name(house, self.size) for house in houses)

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

    def chain(self) -> str:
        """Return the chain as a sentence."""
        first, *rest = self.step.nodes
        return self.implication(self.node(first), map(self.node, rest))

    @staticmethod
    def implication(first: str, rest: Iterable[str]) -> str:
        """Return a sentence in which each clause follows from the one before."""
        return _("If {first}, then {rest}.").format(first=first, rest=_(", then ").join(rest))
