"""Eureka notation: read back by a small reader, in which every link is held against the grid."""

import re
from collections.abc import Iterator
from itertools import islice, pairwise, product
from typing import NamedTuple

import pytest

from support.arguments import Claim, follows, scattered, steps_in
from support.techniques import examples, positions
from tessella.sudoku import Step, find_all
from tessella.sudoku.geometry import SYMBOLS, peers
from tessella.sudoku.techniques.explanation import notation
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.registry import TECHNIQUES, look_up

LOOPS = "0706", "0709", "c1", "c2", "c3"
FROM_ONE = "0707", "0710", "c4", "c5"  # that lead from a candidate to its contrary
SETS = "0901", "0902", "0903"
WRITTEN = sorted(technique.code for technique in TECHNIQUES if technique.notate)
ENOUGH = 100  # chains of a technique, where so many are found


class Term(NamedTuple):
    """What stands between two links, with the link before it."""

    link: str
    digits: str
    cells: tuple[int, ...]


class Chain(NamedTuple):
    """A chain that was read: its terms, and what follows."""

    terms: list[Term]
    gone: set[tuple[int, int]]  # digits with cells
    placed: set[tuple[int, int]]


def _cells(text: str, size: int) -> tuple[int, ...]:
    found = []
    for name in text.split("|"):
        rows, cols = name[1:].split("c")
        if size <= 9:
            found += [(int(row) - 1) * size + int(col) - 1 for row, col in product(rows, cols)]
        else:
            found.append((int(rows) - 1) * size + int(cols) - 1)
    return tuple(found)


def read(text: str, size: int) -> Iterator[Chain]:
    """Yield the chains of a text, a line each."""
    for line in text.split("\n"):
        chain, result = line.split(" => ")
        assert re.fullmatch(r"\(\w+(?:[=-]\w+)?\)[rc\d|]+(?:[=-]\(\w+(?:[=-]\w+)?\)[rc\d|]+)*", chain), chain
        terms = []
        for link, first, inner, second, where in re.findall(r"([=-]?)\((\w+)(?:([=-])(\w+))?\)([rc\d|]+)", chain):
            terms.append(Term(link, first, _cells(where, size)))
            if inner:
                terms.append(Term(inner, second, _cells(where, size)))
        assert [term.link for term in terms[:1]] == [""]
        assert all(one.link != other.link for one, other in pairwise(terms[1:])), f"links take turns in {chain}"
        found: dict[str, set[tuple[int, int]]] = {"-": set(), "+": set()}
        for part in result.split("; "):
            sign, digit, names = part[0], SYMBOLS.index(part[1]), part[3:]
            found[sign] |= {(digit, _cells(name, size)[0]) for name in names.split(", ")}
        yield Chain(terms, found["-"], found["+"])


def _claims(term: Term, grid: Grid, *, is_on: bool) -> list[Claim]:
    numbers = [SYMBOLS.index(digit) for digit in term.digits]
    held = ((d, tuple(cell for cell in term.cells if grid.marks[cell] >> d - 1 & 1)) for d in numbers)
    return [Claim(cells, d, is_on) for d, cells in held]


def check_links(chain: Chain, grid: Grid) -> None:
    """Check that every link holds: across a strong one falsehood makes truth, across a weak one truth falsehood."""
    known: list[Claim] = []
    for one, other in pairwise(chain.terms):
        is_strong = other.link == "="
        before, after = _claims(one, grid, is_on=not is_strong), _claims(other, grid, is_on=is_strong)
        assert all(claim.cells for claim in (*before, *after))
        known = [*(known if len(one.digits) > 1 and not is_strong else []), *before]
        assert all(follows(grid, known, claim) for claim in after), (one, other)


def check_end(step: Step, chain: Chain, grid: Grid) -> None:
    """Check that what follows from a chain does: from either end, all around a loop, or from a candidate's contrary."""
    first, last = chain.terms[0], chain.terms[-1]
    gone = [Claim((cell,), digit, is_on=False) for digit, cell in chain.gone]
    if step.code in FROM_ONE:
        assert (first.digits, first.cells) == (last.digits, last.cells)
        [kept] = _claims(first, grid, is_on=last.link == "=")
        assert all(claim == kept or follows(grid, [kept], claim) for claim in gone)
        assert {*chain.placed} == ({(kept.digit, kept.cells[0])} if step.placements else set())
    elif step.code in LOOPS or (step.code == "0901" and len(step.digits) > 1):
        assert {*last.cells} <= {*first.cells}
        assert first.digits == last.digits
        near = peers(grid.shape.box)
        sides = [
            [claim for term in pair for claim in _claims(term, grid, is_on=True)] for pair in pairwise(chain.terms)
        ]
        if step.code[0] == "c":  # read backwards every candidate changes sides
            terms = (chain.terms[start::2] for start in (0, 1))
            sides = [
                [*_claims(one, grid, is_on=True), *_claims(other, grid, is_on=True)] for one, other in product(*terms)
            ]
        assert all(any(_is_ruled_out(claim, side, near) for side in sides) for claim in gone)
    elif step.code != "0703":  # of remote pairs any two cells of the chain may do it
        for end in (first, last):
            digit = end.digits[-1] if end is last else end.digits
            [true] = _claims(end._replace(digits=digit), grid, is_on=True)
            assert all(follows(grid, [true], claim) for claim in gone), (step, end)


def _is_ruled_out(claim: Claim, side: list[Claim], near: tuple[tuple[int, ...], ...]) -> bool:
    """Return whether both ends of a link rule out a candidate, or a digit that a set holds whatever it loses."""
    [cell] = claim.cells
    return all(
        (one.cells == (cell,) and one.digit != claim.digit)
        or (one.digit == claim.digit and {*one.cells} <= {*near[cell]})
        for one in (side[0], side[-1])
    ) or any(one.digit == claim.digit and {*one.cells} <= {*near[cell]} and len(side) > 2 for one in side)


def test_examples() -> None:
    """A wing is written as sudopedia writes it."""
    example = examples()["0800"]
    [step, *_others] = find_all(example.board, "0800")
    written = "(9=1)r1c4-(1=8)r2c6-(8=9)r2c9 => -9 r1c9, r2c4"
    assert notation(step, Grid.of(example.board)) == written


@pytest.mark.parametrize("code", WRITTEN)
def test_every_link_holds(code: str) -> None:
    """Read back, each link of a chain holds in the grid, and what is said to follow does, all of it."""
    told = 0
    for board, _solution in positions(40, 0.2)[: 2 if code in {"0709", "0710", "0711", *SETS} else 40]:
        grid = Grid.of(board)
        for step in islice(look_up(code)[1](grid), 20):
            told += _check(grid, step)
        if told > ENOUGH:
            break
    if code in {"0703", "0800", "0801", "0803"}:
        told += sum(_check(grid, step) for grid, step in steps_in(code, scattered, least=60))
    assert told >= 20


def _check(grid: Grid, step: Step) -> bool:
    text = notation(step, grid)
    if not text and step.code == "0802":  # not every WXYZ-wing is a chain of sets
        return False
    chains = list(read(text, grid.size))
    for chain in chains:
        check_links(chain, grid)
        check_end(step, chain, grid)
    size = grid.size
    gone = {(digit, (row - 1) * size + col - 1) for digit, row, col in step.eliminations}
    assert set().union(*(chain.gone for chain in chains)) == gone
    return True
