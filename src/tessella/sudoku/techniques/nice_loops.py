"""Nice loops and alternating inference chains (AIC), also with groups and almost locked sets.

A web holds what follows at once from every candidate being true or false: a true one makes false what it
sees, a false one makes true what is then the last of its cell or house. A group is two or three places of a
digit where a box and a line cross, true if one of them is; an almost locked set that loses a digit holds all
its others, and takes them from what sees all their places. From each candidate, taken as true and as false,
we follow the web breadth first, so that every conclusion comes with its shortest chain:

    continuous nice loop      the chain comes back and closes: every weak link holds in both directions, so
                              what sees both its ends goes, as do the other candidates of a cell that the
                              loop crosses by strong links
    discontinuous nice loop   it comes back to its cell at odds with itself: the candidate it left with is
                              refuted, or proved
    AIC                       it begins and ends with strong links: one end or the other is true

Sources: http://sudopedia.org/wiki/Nice_Loop, /Alternating_Inference_Chain, /Grouped_Chains; E. Robert
(Trebor)'s tables, and http://hodoku.sourceforge.net/en/tech_chains.php for how HoDoKu tells the forms apart: of
the chains that take away the same candidates only the shortest is kept, an AIC on one digit counts from two
eliminations on, an AIC on two digits takes one from each end, and no chain comes back to a cell on its way.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

from tessella.i18n import N_, _
from tessella.sudoku.geometry import digits_of
from tessella.sudoku.techniques import eureka
from tessella.sudoku.techniques.als import AlmostLocked, almost_locked
from tessella.sudoku.techniques.chains import explain_ends
from tessella.sudoku.techniques.grid import Grid, cells_of, once_per_grid, union
from tessella.sudoku.techniques.phrasing import Words, digit_sign, join_sentences
from tessella.sudoku.techniques.step import Node, Step
from tessella.sudoku.techniques.technique import EITHER_WAY, SO, Explain, Notate, Technique, narrow_first

LINK = 2  # lengths are counted in half links, so that a set can weigh half a link


@dataclass(frozen=True, slots=True)
class Term:
    """What a node of the web speaks of: a candidate, a group, or a set that has lost `digit`."""

    digit: int
    cells: int
    first: int
    number: int = -1  # of the set

    @property
    def is_plain(self) -> bool:
        """Whether it is a single candidate."""
        return self.number < 0 and not self.cells & self.cells - 1


class Web:
    """What follows at once from every candidate, group or set.

    A node is twice the number of its term, plus one if it is taken as true; sets only ever lose a digit, so
    their nodes are false. `links[node]` are pairs (node, length).
    """

    def __init__(self, grid: Grid, *, groups: bool, sets: bool) -> None:
        self.grid = grid
        self.terms: list[Term] = []  # by node
        self.number: dict[tuple[int, int], int] = {}  # the node of a digit in a cell that is false
        self.links: list[list[tuple[int, int]]] = []
        self.groups: list[int] = []  # their nodes that are false
        self.sets: list[AlmostLocked] = []
        self.trees: dict[int, dict[int, int]] = {}
        self._add_candidates()
        if groups:
            self._add_groups()
        if sets:
            self._add_sets()

    def _add(self, digit: int, cells: int, number: int = -1) -> int:
        """Add a term; return its node that is false."""
        self.terms += [Term(digit, cells, (cells & -cells).bit_length() - 1, number)] * 2
        self.links += [[], []]
        return len(self.links) - 2

    def _link(self, node: int, other: int, more: int = 0) -> None:
        self.links[node].append((other, LINK + more))

    def _add_candidates(self) -> None:
        grid, shape = self.grid, self.grid.shape
        for cell, mask in enumerate(grid.marks):
            for digit in digits_of(mask):
                self.number[digit, cell] = self._add(digit, 1 << cell)
        for (digit, cell), node in self.number.items():
            mask = grid.marks[cell]
            for other in digits_of(mask ^ 1 << digit - 1):
                self._link(node + 1, self.number[other, cell])
                if mask.bit_count() == 2:
                    self._link(node, self.number[other, cell] + 1)
            seen, places = 0, grid.places[digit] & ~(1 << cell)
            for seers in (*(shape.houses[house] for house in shape.houses_of[cell]), shape.peers[cell]):
                rest = places & seers
                for other in cells_of(rest & ~seen):
                    self._link(node + 1, self.number[digit, other])
                seen |= rest
                if seers != shape.peers[cell] and rest and not rest & rest - 1:
                    last = self.number[digit, rest.bit_length() - 1] + 1
                    if (last, LINK) not in self.links[node]:
                        self._link(node, last)

    def _add_groups(self) -> None:
        grid, size = self.grid, self.grid.size
        houses: dict[int, tuple[int, int]] = {}
        for line, digit, box in product(range(2 * size), range(1, size + 1), grid.shape.others):
            cells = grid.places[digit] & grid.shape.houses[line] & grid.shape.houses[box]
            if cells & cells - 1:
                houses[self._add(digit, cells)] = line, box
        self.groups += houses
        for node in self.groups:
            self._join_candidates(node, houses[node])
            self._join_groups(node, houses)

    def _join_candidates(self, node: int, houses: tuple[int, int]) -> None:
        group = self.terms[node]
        places = self.grid.places[group.digit]
        for cell in cells_of(places & self.grid.shape.seen_by(group.cells)):
            other = self.number[group.digit, cell]
            self._link(node + 1, other)
            self._link(other + 1, node)
        for house in houses:
            if (rest := places & self.grid.shape.houses[house] & ~group.cells) and not rest & rest - 1:
                other = self.number[group.digit, rest.bit_length() - 1]
                self._link(node, other + 1)
                self._link(other, node + 1)

    def _join_groups(self, node: int, houses: dict[int, tuple[int, int]]) -> None:
        grid, group = self.grid, self.terms[node]
        for other in self.groups:
            beside = self.terms[other]
            if beside.digit != group.digit or beside.cells & group.cells:
                continue
            for house in {*houses[node]} & {*houses[other]}:
                self._link(node + 1, other)
                if not grid.places[group.digit] & grid.shape.houses[house] & ~group.cells & ~beside.cells:
                    self._link(node, other + 1)

    def _add_sets(self) -> None:
        self.sets = [one for one in almost_locked(self.grid) if one.cells & one.cells - 1]
        losing: dict[tuple[int, int], int] = {}  # the node of a set (by number) that has lost a digit
        gone: list[dict[int, int]] = []
        by_digit: dict[int, list[tuple[int, AlmostLocked]]] = {}
        for number, one in enumerate(self.sets):
            gone.append({digit: out for digit, seers in one.seers.items() if (out := self.grid.places[digit] & seers)})
            for digit in digits_of(one.digits):
                by_digit.setdefault(digit, []).append((number, one))
                if gone[number].keys() - {digit}:
                    losing[number, digit] = self._add(digit, one.held[digit], number)
        for (number, digit), node in losing.items():
            one = self.sets[number]
            for other in self._seers(digit, self.grid.places[digit] & one.seers[digit]):
                self._link(other + 1, node)
            left = {other: out for other, out in sorted(gone[number].items()) if other != digit}
            self._leave(node, one, left, by_digit, losing)

    def _seers(self, digit: int, where: int) -> Iterator[int]:
        """Yield the candidates and groups of a digit in some cells, as nodes that are false."""
        for cell in cells_of(where):
            yield self.number[digit, cell]
        for node in self.groups:
            group = self.terms[node]
            if group.digit == digit and not group.cells & ~where:
                yield node

    def _leave(
        self,
        node: int,
        one: AlmostLocked,
        gone: dict[int, int],
        by_digit: dict[int, list[tuple[int, AlmostLocked]]],
        losing: dict[tuple[int, int], int],
    ) -> None:
        """Link from a set that has lost a digit to all that its other digits take away, and to what that leaves."""
        weight = one.weight
        for digit, out in gone.items():
            for other in self._seers(digit, out):
                self._link(node, other, weight)
        further = [
            (number, digit)
            for digit, out in gone.items()
            for number, beside in by_digit[digit]
            if not beside.held[digit] & ~out and not beside.cells & one.cells and (number, digit) in losing
        ]
        for key in sorted(further):
            self._link(node, losing[key], weight)
        for cell in cells_of(union(gone.values())):
            mask = self.grid.marks[cell]
            left = [digit for digit in digits_of(mask) if not gone.get(digit, 0) >> cell & 1]
            if len(left) == 1 and mask.bit_count() != 2:
                self._link(node, self.number[left[0], cell] + 1, weight + 1)

    def follow(self, start: int) -> dict[int, int]:
        """Return for every node that follows from `start` the one before it, nearest first."""
        if start in self.trees:
            return self.trees[start]
        links = self.links
        before: dict[int, int] = {}
        distance: dict[int, int] = {start: 0}
        for node, length in links[start]:
            if node not in distance:
                before[node], distance[node] = start, length
        queue = [*before]
        direct = {*queue}
        for node in queue:
            base = distance[node]
            for other, length in links[node]:
                far = base + length
                if other not in distance:
                    before[other], distance[other] = node, far
                    queue.append(other)
                elif far < distance[other] and other not in direct and other != start:
                    before[other], distance[other] = node, far
        self.trees[start] = before
        return before

    def path(self, start: int, end: int) -> list[int]:
        """Return the chain from one node to the other."""
        before, path = self.follow(start), [end]
        while path[-1] != start:
            path.append(before[path[-1]])
        return path[::-1]

    def wanders(self, path: list[int], *, loop: bool) -> bool:
        """Return whether a chain comes back to a cell on its way; a loop may pass its first cell."""
        terms = [self.terms[node] for node in path]
        visited = 0
        for last, term in zip([None, *terms], terms, strict=False):
            if visited >> term.first & 1:
                return True
            if last and not (loop and last.first == terms[0].first):
                visited |= self.sets[last.number].cells if last.number >= 0 else last.cells
        return False

    def is_grouped(self, path: Iterable[int]) -> bool:
        """Return whether a chain uses a group or a set."""
        return not all(self.terms[node].is_plain for node in path)


@dataclass(frozen=True, slots=True)
class Found:
    """A chain with what it takes away, as sets by digit."""

    form: str
    grouped: bool
    path: list[int]
    out: dict[int, int]


def chains(grid: Grid, form: str, *, grouped: bool = False, sets: bool = False) -> Iterator[Step]:
    """Yield the chains of a form: continuous, discontinuous or aic.

    With `grouped` the web holds groups too, and a chain must use one (or a set); with `sets` it holds almost
    locked sets.
    """
    web, every = _all_chains(grid, grouped=grouped, sets=sets)
    return (_step(web, found) for found in every if found.form == form)


@once_per_grid
def _all_chains(grid: Grid, *, grouped: bool, sets: bool) -> tuple[Web, list[Found]]:
    web = Web(grid, groups=grouped, sets=sets)
    return web, list(_search(web, only_grouped=grouped))


def _step(web: Web, found: Found) -> Step:
    terms = [web.terms[node] for node in found.path]
    used = [*dict.fromkeys(term.number for term in terms if term.number >= 0)]
    place = {-1: -1} | {number: n for n, number in enumerate(used)}
    nodes = [
        Node(term.digit, tuple(cells_of(term.cells)), bool(node & 1), place[term.number])
        for term, node in zip(terms, found.path, strict=True)
    ]
    return _BY_FORM[found.form, found.grouped].step(
        web.grid, 0, found.out, of_result=True, cells=union(term.cells for term in terms),
        sets=[(web.sets[number].cells, web.sets[number].digits) for number in used], nodes=nodes,
    )  # fmt: skip


def _search(web: Web, *, only_grouped: bool) -> Iterator[Found]:
    """Yield the chains of all forms, of those that take away the same only such as are shorter than all before."""
    lengths: dict[tuple[tuple[int, int], ...], float] = {}
    for found in (*_loops(web, 1), *_loops(web, 0), *_aics(web)):
        if only_grouped and not found.grouped:
            continue
        key = tuple(sorted(found.out.items()))
        length = sum(1 + 2.5 * (web.terms[node].number >= 0) for node in found.path)
        if length < lengths.get(key, math.inf):
            lengths[key] = length
            yield found


def _loops(web: Web, is_on: int) -> Iterator[Found]:
    """Yield the loops that start from every candidate taken as true (1) or false (0)."""
    for (digit, cell), off in web.number.items():
        start = off + is_on
        tree = web.follow(start)
        mask = web.grid.marks[cell]
        for node in tree:
            end = web.terms[node]
            if end.first != cell or not end.is_plain or tree[node] == start:
                continue
            form, out = _result(cell, mask, (digit, is_on), (end.digit, node & 1))
            if not form:
                continue
            path = web.path(start, node)
            # The first link leaves the cell, and the last comes back from outside.
            if cell in (web.terms[path[1]].first, web.terms[path[-2]].first) or web.wanders(path, loop=True):
                continue
            if form == "continuous":
                out = _closed(web, path)
            if left := {digit: gone for digit, gone in out.items() if gone}:
                yield Found(form, web.is_grouped(path), path, left)


def _result(cell: int, mask: int, start: tuple[int, int], end: tuple[int, int]) -> tuple[str, dict[int, int]]:
    """Return the form of a chain between two candidates of a cell and what a discontinuous one takes away."""
    (digit, is_on), (last, ends_on) = start, end
    if (is_on == ends_on) == (digit == last):
        is_closed = digit == last or not is_on or mask.bit_count() == 2
        return ("continuous" if is_closed else ""), {}
    if digit == last and not is_on:
        return "discontinuous", dict.fromkeys(digits_of(mask ^ 1 << digit - 1), 1 << cell)
    return "discontinuous", {digit if is_on else last: 1 << cell}


def _closed(web: Web, path: list[int]) -> dict[int, int]:  # noqa: C901 - the links are looked at in one walk
    """Return what goes when every weak link of a closed loop holds in both directions."""
    grid = web.grid
    shape, marks = grid.shape, grid.marks
    terms = [web.terms[node] for node in path]
    inside = union(web.sets[term.number].cells if term.number >= 0 else term.cells for term in terms)
    out: dict[int, int] = {}

    def take(digit: int, where: int) -> None:
        out[digit] = out.get(digit, 0) | grid.places[digit] & where

    def take_others(cell: int, *digits: int) -> None:
        for digit in digits_of(marks[cell]):
            if digit not in digits:
                take(digit, 1 << cell)

    def seers(term: Term, digit: int) -> int:
        return web.sets[term.number].seers[digit] if term.number >= 0 else shape.seen_by(term.cells)

    first, last = path[0], path[-1]
    if not first & 1 and last & 1:  # both links at the first cell are strong
        take_others(terms[0].first, terms[0].digit, terms[-1].digit)
    for n in range(1, len(path)):
        term, previous = terms[n], terms[n - 1]
        if path[n] & 1:
            if (
                n + 2 < len(path) and previous.first != term.first == terms[n + 1].first
                and not path[n + 1] & 1 and path[n + 2] & 1 and terms[n + 2].first != term.first
            ):  # fmt: skip
                take_others(term.first, term.digit, terms[n + 2].digit)
            continue
        if previous.first == term.first:
            continue
        digit = term.digit
        take(digit, seers(previous, digit) & seers(term, digit) & ~inside & ~(1 << terms[0].first))
        if term.number >= 0 and n + 1 < len(path):
            one, following = web.sets[term.number], terms[n + 1]
            leaving = {following.digit}
            if path[n + 1] & 1:  # the set forces a cell: it leaves by all the cell's other candidates
                leaving = {*digits_of(marks[following.first])} - leaving
                for other in leaving & one.seers.keys():
                    take(other, one.seers[other] & shape.peers[following.first])
            for other, where in one.seers.items():
                if other != digit and other not in leaving:
                    take(other, where)
    return out


def _aics(web: Web) -> Iterator[Found]:
    """Yield the chains that begin and end with a strong link."""
    grid = web.grid
    shape, places, marks = grid.shape, grid.places, grid.marks
    for (digit, cell), start in web.number.items():
        tree = web.follow(start)
        for node in tree:
            end = web.terms[node]
            if not node & 1 or end.first == cell or not end.is_plain or tree[node] == start:
                continue
            if end.digit == digit:
                if (gone := places[digit] & shape.peers[cell] & shape.peers[end.first]).bit_count() < 2:
                    continue
                out = {digit: gone}
            elif (
                shape.peers[cell] >> end.first & 1
                and marks[end.first] >> digit - 1 & 1
                and marks[cell] >> end.digit - 1 & 1
            ):
                out = {digit: 1 << end.first, end.digit: 1 << cell}
            else:
                continue
            path = web.path(start, node)
            if not web.wanders(path, loop=False):
                yield Found("aic", web.is_grouped(path), path, out)


def _explain_loop(words: Words) -> str:
    closed = _(
        "The chain closes into a loop, so of the two ends of each weak link exactly one is true, and a candidate that"
        " both ends would rule out is false."
    )
    return join_sentences(words.chain(), closed)


def explain_contradiction(words: Words) -> str:
    """Return the reason of a chain that comes back to its cell at odds with itself."""
    nodes = words.step.nodes
    first, last = nodes[0], nodes[-1]
    if first.digit == last.digit:
        return join_sentences(words.chain(), _("That contradicts the assumption."))
    if first.is_on:
        both = _("But {cell} cannot be both {one} and {other}.")
        cell = words.list_cells(first.cells)
        both = both.format(cell=cell, one=digit_sign(first.digit), other=digit_sign(last.digit))
        return join_sentences(words.chain(), both)
    return words.cases([[node] for node in nodes], [[first._replace(is_on=True)], [last]])


_TOLD: dict[str, tuple[Explain, str, Notate]] = {
    "continuous": (_explain_loop, SO, eureka.loop),
    "discontinuous": (explain_contradiction, SO, eureka.contradiction),
    "aic": (explain_ends, EITHER_WAY, eureka.chain),
}


def _form(code: str, name: str, form: str, *aliases: str) -> Technique:
    explain, so, notate = _TOLD[form]
    find = partial(chains, form=form)
    return Technique(code, name, find, explain, aliases=aliases, is_chain=True, so=so, notate=notate)


def _grouped(code: str, name: str, form: str, *aliases: str) -> Technique:
    narrow = partial(chains, form=form, grouped=True)
    wide = partial(narrow, sets=True)
    last = 2 if form == "continuous" else 3
    variants = tuple((str(n), narrow if n < last else wide) for n in range(1, 2 * last - 1))
    both = partial(narrow_first, narrow=narrow, wide=wide)
    return replace(_form(code, name, form, *aliases), find=both, variants=variants)


_BY_FORM = {
    ("continuous", False): _form("0706", N_("continuous nice loop"), "continuous"),
    ("discontinuous", False): _form("0707", N_("discontinuous nice loop"), "discontinuous"),
    ("aic", False): _form("0708", N_("AIC"), "aic", "alternating interference chain"),
    ("continuous", True): _grouped("0709", N_("grouped continuous nice loop"), "continuous"),
    ("discontinuous", True): _grouped("0710", N_("grouped discontinuous nice loop"), "discontinuous"),
    ("aic", True): _grouped("0711", N_("grouped AIC"), "aic", "grouped alternating interference chain"),
}
TECHNIQUES = tuple(_BY_FORM.values())
