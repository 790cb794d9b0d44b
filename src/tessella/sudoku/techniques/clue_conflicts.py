"""Conflicting combinations: ways to fill a clue that leave another rule no way, and candidates that only these use.

A cage, a line or a dot with few ways to be filled is taken way by way:

    conflicts        the cells that see its digits leave a cell no digit, a house no place or another clue no way
    forcing chains   what each rule then takes from its cells does, put together once, as region forcing chains end

After the conflicting combinations of JSudoku, and aligned exclusion with a rule between the cells.
"""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from tessella.i18n import N_, _, list_of
from tessella.sudoku.geometry import digits_of
from tessella.sudoku.techniques.clue_chain_words import place
from tessella.sudoku.techniques.clue_net import Net, chained_clues, net_of
from tessella.sudoku.techniques.clue_words import name_clue, tell_clue
from tessella.sudoku.techniques.clues import Clue, Left, shown
from tessella.sudoku.techniques.grid import BITS, Grid, cells_of, union
from tessella.sudoku.techniques.phrasing import Words, any_digit, digit_sign, join_sentences
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.sums import Masks
from tessella.sudoku.techniques.technique import Technique

_MOST_WAYS = 200  # of a clue that is looked at
_MOST_TOLD = 8  # ways that a candidate has


class Conflict(NamedTuple):
    """What a way to fill a clue leaves no way: a cell, or a rule of the net by its number.

    `left` are the candidates of cells that other rules leave beside the way, from which it follows; `digit` is the one
    that has no place in a house. A `twin` sees the cell, and both have one digit.
    """

    cell: int = -1
    rule: int = -1
    digit: int = 0
    twin: int = -1
    left: tuple[tuple[int, int], ...] = ()


def conflicts(grid: Grid) -> Iterator[Step]:
    """Yield the candidates that only conflicting ways to fill a clue use, for each clue that with the fewest first."""
    return _steps(grid, CONFLICT, is_deep=False)


def chains(grid: Grid) -> Iterator[Step]:
    """Yield the candidates that only ways use which conflict with something by way of other rules."""
    return _steps(grid, CHAINS, is_deep=True)


def _steps(grid: Grid, technique: Technique, *, is_deep: bool) -> Iterator[Step]:
    if grid.shape.is_of_houses or not shown(grid):
        return
    net = net_of(grid)
    for one in chained_clues(grid):
        found = _refuted(net, one, is_deep=is_deep)
        for (cell, d), ways in sorted(found.items(), key=lambda item: len(item[1])):
            beside = {other for conflict in ways.values() for other in _cells(net, conflict)} - {*one.cells}
            yield technique.step(
                grid,
                0,
                {d + 1: 1 << cell},
                of_result=True,
                cells=union(1 << other for other in one.cells),
                second=union(1 << other for other in beside),
            )


def _cells(net: Net, conflict: Conflict) -> tuple[int, ...]:
    """Return the cells to be drawn beside a clue: those of another clue, one without a digit, and those between."""
    between = tuple(cell for cell, _mask in conflict.left)
    if conflict.rule < 0:
        return (conflict.cell, *between)
    cells, _left, clue = net.rules[conflict.rule]
    return (*cells, *between) if clue else between


def _refuted(net: Net, one: Clue, *, is_deep: bool) -> dict[tuple[int, int], dict[Masks, Conflict]]:
    """Return the candidates (cell, digit less 1) that only conflicting ways use, with these and their conflicts."""
    ways = _ways(net, one)
    if len(ways) < 2:
        return {}
    uses: dict[tuple[int, int], dict[Masks, Conflict]] = {}
    kept = set[tuple[int, int]]()
    for way in ways:
        held = {(cell, mask.bit_length() - 1) for cell, mask in zip(one.cells, way, strict=True)}
        if held <= kept:
            continue
        if (conflict := _conflict(net, one, way, is_deep=is_deep)) is None:
            kept |= held
        for candidate in held:
            if conflict is not None:
                uses.setdefault(candidate, {})[way] = conflict
    return {
        candidate: against
        for candidate, against in uses.items()
        if candidate not in kept and net.grid.marks[candidate[0]] and len(against) <= _MOST_TOLD
    }


def _ways(net: Net, one: Clue) -> list[Masks]:
    """Return the ways to fill a clue in which cells that see each other differ, none where they are many."""
    peers, cells = net.shape.peers, one.cells
    found: list[Masks] = []
    waiting = [tuple([net.masks[cell] for cell in cells])]
    while waiting and len(found) <= _MOST_WAYS:
        if (left := one.left(waiting.pop())) is None:
            continue
        open_ = [n for n, mask in enumerate(left) if mask & mask - 1]
        if not open_:
            found.append(left)
            continue
        first = min(open_, key=lambda n: left[n].bit_count())
        for d in BITS[left[first]]:
            bit, seen = 1 << d, peers[cells[first]]
            way = tuple(
                mask & bit if cell == cells[first] else mask & ~bit if seen >> cell & 1 else mask
                for cell, mask in zip(cells, left, strict=True)
            )
            if all(way):
                waiting.append(way)
    return sorted(found) if len(found) <= _MOST_WAYS else []


def _conflict(net: Net, one: Clue, way: Masks, *, is_deep: bool) -> Conflict | None:
    """Return what a way to fill a clue leaves no way, None where nothing."""
    held = dict(zip(one.cells, way, strict=True))
    if len({*zip(one.cells, way, strict=True)}) > len(held):  # a cell that the clue names twice
        return None
    changed = {**held}
    for cell, mask in held.items():
        for other in cells_of(net.grid.places[mask.bit_length()] & net.shape.peers[cell]):
            changed[other] = changed.get(other, net.masks[other]) & ~mask
            if not changed[other]:
                return Conflict(cell=other, twin=cell if other in held else -1)
    own, area = union(1 << cell for cell in held), union(1 << cell for cell in changed)
    later = {**changed}
    for number, (cells, left, clue) in enumerate(net.rules):
        near = net.areas[number] & area
        if clue is not one and (near & own or near & near - 1 or (near and is_deep)):
            before = tuple([changed.get(cell, net.masks[cell]) for cell in cells])
            if (after := left(before)) is None:
                return Conflict(rule=number, digit=_without_place(net, number, before))
            for cell, had, has in zip(cells, before, after, strict=True) if is_deep and after != before else ():
                if had != has:
                    later[cell] = later.get(cell, had) & has
    return _conflict_of_all(net, changed, later) if later != changed else None


def _conflict_of_all(net: Net, changed: dict[int, int], later: dict[int, int]) -> Conflict | None:
    """Return what is left no way once all is put together that single rules leave beside a way."""
    for cell, mask in [*later.items()]:
        if mask != changed.get(cell) and not mask & mask - 1:
            for other in cells_of(net.grid.places[mask.bit_length()] & net.shape.peers[cell]):
                later[other] = later.get(other, net.masks[other]) & ~mask
    new = {cell: mask for cell, mask in later.items() if mask != changed.get(cell)}
    if empty := [cell for cell, mask in new.items() if not mask]:
        return Conflict(cell=empty[0])
    where = union(1 << cell for cell in new)
    for number, (cells, left, _clue) in enumerate(net.rules):

        def before(some: dict[int, int], cells: tuple[int, ...] = cells) -> Masks:
            known = changed | some
            return tuple([known.get(cell, net.masks[cell]) for cell in cells])

        def fails(some: dict[int, int], left: Left = left) -> bool:
            return left(before(some)) is None

        if net.areas[number] & where and fails(new):
            needed = {cell: new[cell] for cell in dict.fromkeys(cells) if cell in new}
            for cell in [*needed]:
                fewer = {other: mask for other, mask in needed.items() if other != cell}
                needed = fewer if fails(fewer) else needed
            digit = _without_place(net, number, before(needed))
            return Conflict(rule=number, digit=digit, left=tuple(needed.items()))
    return None


def _without_place(net: Net, number: int, masks: Masks) -> int:
    """Return a digit that has no place in the cells of a house, 0 for none."""
    missing = (1 << len(masks)) - 1 & ~union(masks) if len(masks) == net.size else 0
    return missing.bit_length() if net.rules[number][2] is None else 0


# --- Words ------------------------------------------------------------------------------------------------------------


def _explain(words: Words) -> str:
    net, is_deep = net_of(words.grid), words.step.code == CHAINS.code
    [(digit, row, col)] = words.step.eliminations
    candidate = (row - 1) * words.size + col - 1, digit - 1
    fitting = (one for one in chained_clues(words.grid) if {*one.cells} == {*words.step.cells})
    tried = ((one, _refuted(net, one, is_deep=is_deep)) for one in fitting)
    one, ways = next((one, found[candidate]) for one, found in tried if candidate in found)
    drawn = next((source.cells for source in one.sources if {*source.cells} == {*one.cells}), one.cells)
    by_conflict: dict[Conflict, list[str]] = {}
    for way, conflict in ways.items():
        held = dict(zip(one.cells, way, strict=True))
        told = "".join(digit_sign(digit) for cell in drawn for digit in digits_of(held[cell]))
        by_conflict.setdefault(conflict, []).append(told)
    values = {"digit": digit_sign(digit), "cell": words.list_cells([candidate[0]])}
    listed = _(", ").join(chain.from_iterable(by_conflict.values()))
    form = _("With {digit} in {cell}, only {ways} fits into {cells}.")
    if len(ways) > 1:
        form = _("With {digit} in {cell}, only these fit into {cells}, in that order: {ways}.")
    begin = form.format(ways=listed, cells=words.list_cells(drawn), **values)
    ends = [_tell(words, net, conflict, _(", ").join(some)) for conflict, some in by_conflict.items()]
    return join_sentences(tell_clue(one, words), begin, *ends)


def _tell(words: Words, net: Net, conflict: Conflict, ways: str) -> str:
    """Return what is left no way by some ways to fill a clue."""
    if conflict.twin >= 0:
        pair = words.list_cells(sorted((conflict.cell, conflict.twin)))
        return _("{ways} would put one digit into both {cells}, which see each other.").format(ways=ways, cells=pair)
    if conflict.rule < 0:
        what = _("no digit for {cell}").format(cell=words.list_cells([conflict.cell]))
    else:
        cells, _left, clue = net.rules[conflict.rule]
        where = name_clue(clue, words) if clue else place(words, net, cells)
        form = _("no place for {digit} in {house}") if conflict.digit else _("no way to fill {house}")
        what = form.format(digit=digit_sign(conflict.digit), house=where)
    if not conflict.left:
        return _("{ways} would leave {what}.").format(ways=ways, what=what)
    only = _("{cell} would be {digits}")
    left = list_of(
        only.format(cell=words.list_cells([cell]), digits=any_digit(d + 1 for d in BITS[mask]))
        for cell, mask in conflict.left
    )
    return _("With {ways}, {left}, which would leave {what}.").format(ways=ways, left=left, what=what)


CONFLICT = Technique("conflict", N_("conflicting combination"), conflicts, _explain, difficulty=62)
CHAINS = Technique("combochain", N_("combination forcing chains"), chains, _explain, difficulty=72)
TECHNIQUES = (CONFLICT, CHAINS)
