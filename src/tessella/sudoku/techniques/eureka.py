"""Chains in Eureka notation.

    (9=1)r5c4-(1=7)r4c6-(7=9)r6c5 => -9 r6c4

A term is digits in brackets and the cells they are in. `=` is a strong link (if one end is false, the other is true),
`-` a weak one (if one end is true, the other is false), and they take turns. Two candidates of a cell stand in one pair
of brackets, cells of a line are written together, r5c789 or r45c4, others with a bar, r5c4|r6c5. Of an almost locked
set the digit that it loses stands first and the one that leads on last: (1=264)r5c789. What follows stands behind the
arrow: `-` for what goes, `+` for what is placed. A loop ends with the term that it begins with.

Sources: http://sudopedia.enjoysudoku.com/Eureka.html; the sign before what goes is that of forum.enjoysudoku.com.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from tessella.sudoku.geometry import cell_name, digits_of
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.phrasing import digit_sign
from tessella.sudoku.techniques.step import Node, Set, Step


class Part(NamedTuple):
    """An end of a link: digits that are true (or false) in some cells."""

    digits: tuple[int, ...]
    cells: tuple[int, ...]
    is_on: bool = True


def write(parts: Iterable[Part], step: Step, size: int, digit: int = 0) -> str:
    """Return a chain, and what follows from it for a digit (0 for all)."""
    text, left = "", list(parts)
    while left:
        part = left.pop(0)
        link, inside = _link(part) if text else "", _digits(part)
        if left and left[0].cells == part.cells:
            other = left.pop(0)
            inside += _link(other) + _digits(other)
        text += f"{link}({inside}){_cells(part.cells, size)}"
    found = [*_following("+", step.placements), *_following("-", step.eliminations, digit)]
    return f"{text} => {'; '.join(found)}"


def _link(part: Part) -> str:
    return "=" if part.is_on else "-"


def _digits(part: Part) -> str:
    return "".join(digit_sign(digit) for digit in part.digits)


def _cells(cells: Sequence[int], size: int) -> str:
    rows, cols = sorted({cell // size for cell in cells}), sorted({cell % size for cell in cells})
    if size <= 9 and 1 in (len(rows), len(cols)):
        return "".join(["r", *(f"{row + 1}" for row in rows), "c", *(f"{col + 1}" for col in cols)])
    return "|".join(cell_name(cell, size) for cell in cells)


def _following(sign: str, places: Iterable[tuple[int, int, int]], digit: int = 0) -> Iterator[str]:
    for found, same in groupby(places, itemgetter(0)):
        if digit in (0, found):
            yield f"{sign}{digit_sign(found)} {', '.join(f'r{row}c{col}' for _digit, row, col in same)}"


def of_nodes(nodes: Sequence[Node], sets: Sequence[Set], grid: Grid) -> list[Part]:
    """Return the parts of a chain; a set that has lost a digit holds those that lead on."""
    parts: list[Part] = []
    for node, after in zip(nodes, (*nodes[1:], None), strict=True):
        if node.locked < 0:
            parts.append(Part((node.digit,), node.cells, node.is_on))
            continue
        assert after is not None
        lead: tuple[int, ...] = (after.digit,)
        if after.is_on:  # the cell keeps but one candidate
            lead = tuple(digit for digit in digits_of(grid.marks[after.cells[0]]) if digit != after.digit)
        parts += _of_set(sets[node.locked], node.digit, lead)
        if after.is_on:
            parts.append(Part(lead, after.cells, is_on=False))
    return parts


def _of_set(whole: Set, lost: int, lead: tuple[int, ...]) -> tuple[Part, Part]:
    rest = tuple(digit for digit in whole.digits if digit != lost and digit not in lead)
    return Part((lost,), whole.cells, is_on=False), Part((*rest, *lead), whole.cells)


def of_sets(sets: Sequence[Set], links: Sequence[int], end: int) -> list[Part]:
    """Return the parts of a chain of sets; every two share a link, and the first or the last holds the end."""
    ways = zip(sets, (end, *links), (*links, end), strict=True)
    return [part for one, lost, lead in ways for part in _of_set(one, lost, (lead,))]


def chain(step: Step, grid: Grid) -> str:
    """Return a step whose nodes lead from one end to the other, or from a candidate to its contrary."""
    return write(of_nodes(step.nodes, step.sets, grid), step, grid.size)


def loop(step: Step, grid: Grid) -> str:
    """Return a step whose nodes lead back to the first."""
    first, last = step.nodes[0], step.nodes[-1]
    nodes = step.nodes if (first.digit, first.cells) == (last.digit, last.cells) else (*step.nodes, first)
    return write(of_nodes(nodes, step.sets, grid), step, grid.size)


def contradiction(step: Step, grid: Grid) -> str:
    """Return a step whose nodes come back to a cell at odds with themselves, from a candidate to its contrary."""
    nodes, first, last = step.nodes, step.nodes[0], step.nodes[-1]
    if first.digit != last.digit:
        nodes = (*nodes, first._replace(is_on=False)) if first.is_on else (last._replace(is_on=True), *nodes)
    return write(of_nodes(nodes, step.sets, grid), step, grid.size)
