"""Phrases that the explanations of techniques are made of, in the language spoken now."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import reduce
from typing import TypeAlias

from tessella.i18n import _, any_of_words, list_of, sentence
from tessella.sudoku.geometry import SYMBOLS, cell_name
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.step import Fact, Node, Step

_signs = ContextVar("signs", default=SYMBOLS)

Case: TypeAlias = Sequence[Iterable[Node]]  # what is assumed, and what follows step by step


@contextmanager
def speaking_of(rules: Rules) -> Iterator[None]:
    """Name digits in explanations as rules do, which may begin at 0."""
    token = _signs.set(rules.signs)
    try:
        yield
    finally:
        _signs.reset(token)


def digit_sign(digit: int) -> str:
    """Return the sign of a digit, by its value.

    >>> with speaking_of(Rules.parse("digits:lowest=0")):
    ...     digit_sign(1)
    '0'
    """
    return _signs.get()[digit]


def list_digits(digits: Iterable[int]) -> str:
    """Return digits as a list in a sentence."""
    return list_of(digit_sign(digit) for digit in digits)


def any_digit(digits: Iterable[int]) -> str:
    """Return digits of which one is meant.

    >>> any_digit([2]), any_digit([2, 5, 7])
    ('2', '2, 5 or 7')
    """
    return any_of_words(digit_sign(digit) for digit in digits)


def join_sentences(*sentences: str) -> str:
    """Return sentences as one text."""
    return reduce(lambda text, other: _("{sentence} {next}").format(sentence=text, next=other), sentences)


class Words:
    """The parts of a step as words; `values` are those that a sentence names in braces.

    Beside the fields of the step these are `all_cells` (`cells` and `second`), `removed` (the digits that are
    eliminated; `any_removed` is one of them), `kept` (the other digits), `losers` (the cells that lose them), and some
    of `houses` and `covers` by their place. `grid` is the position of the step, or of the chain that it is a part of;
    `tell` returns the name of a technique and the reason of a step within the step, as chains have them.
    """

    def __init__(self, step: Step, grid: Grid, tell: Callable[[Step], tuple[str, str]]) -> None:
        self.step = step
        self.grid = grid
        self.size = size = grid.size
        self.tell = tell
        self.removed = sorted({digit for digit, _row, _col in step.eliminations})
        self.losers = sorted({(row - 1) * size + col - 1 for _digit, row, col in step.eliminations})
        self.values = {
            "digits": list_digits(step.digits),
            "removed": list_digits(self.removed),
            "any_removed": any_digit(self.removed) if self.removed else "",
            "kept": list_digits(digit for digit in step.digits if digit not in self.removed),
            "placed": list_digits(digit for digit, _row, _col in step.placements),
            "cells": self.list_cells(step.cells),
            "second": self.list_cells(step.second),
            "all_cells": self.list_cells(sorted((*step.cells, *step.second))),
            "losers": self.list_cells(self.losers),
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

    def fill(self, text: str, **more: str) -> str:
        """Return a sentence, already translated, with its parts put in."""
        return text.format(**self.values, **more)

    def list_cells(self, cells: Iterable[int]) -> str:
        """Return the names of cells."""
        return list_of(cell_name(cell, self.size) for cell in cells)

    def list_houses(self, houses: Iterable[int]) -> str:
        """Return the names of houses."""
        return list_of(self.grid.shape.name(house) for house in houses)

    def node(self, node: Node) -> str:
        """Return one node of a chain as a clause."""
        cells, digit = self.list_cells(node.cells), digit_sign(node.digit)
        if node.locked >= 0:
            whole = self.list_cells(self.step.sets[node.locked].cells)
            return _("the set {set} loses {digit}").format(set=whole, digit=digit)
        if len(node.cells) == 2 and not node.is_on:
            one, other = (cell_name(cell, self.size) for cell in node.cells)
            return _("neither {one} nor {other} is {digit}").format(one=one, other=other, digit=digit)
        if len(node.cells) > 1:
            form = _("one of {cells} is {digit}") if node.is_on else _("none of {cells} is {digit}")
        else:
            form = _("{cells} is {digit}") if node.is_on else _("{cells} is not {digit}")
        return form.format(cells=cells, digit=digit)

    def fact(self, fact: Fact) -> str:
        """Return a fact of a forcing chain as a clause."""
        return self.node(fact.node)

    def chain(self) -> str:
        """Return the chain as a sentence."""
        return self.cases([[node] for node in self.step.nodes])

    def cases(self, *cases: Case, otherwise: Node | None = None) -> str:
        """Return a sentence on what follows in each case: "If r4c6 is 1, then r5c4 is 9; if r4c6 is 7, ...".

        `otherwise` is what holds in no case.
        """
        told = []
        for case in cases:
            first, *rest = (list_of(map(self.node, nodes)) for nodes in case)
            told.append(_("if {first}, then {rest}").format(first=first, rest=_(", then ").join(rest)))
        if otherwise:
            told.append(_("otherwise {fact}").format(fact=self.node(otherwise)))
        return sentence(_("{text}.").format(text=_("; ").join(told)))
