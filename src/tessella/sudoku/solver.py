"""The plain solver: a search over integers of candidates.

A whole position is one integer: bit `(digit - 1) * cells + cell` says that the digit may still stand in the
cell. Writing a digit is then one AND, with a mask that knows everything the digit forbids; and every group
of candidates of which just one is true (the digits of a cell; the places of a digit in a row, column or
box) is looked at in the same few shifts:

    candidates of digit 1   candidates of digit 2   ...      rows:     cells c and c+1 are 1 bit apart
    r1c1 r1c2 ... r9c9      r1c1 r1c2 ... r9c9      ...      columns:  rows r and r+1 are `size` bits apart
    bit 0                   bit `cells`                      cells:    digits d and d+1 are `cells` bits apart

`once` gathers the groups that still have a candidate and `twice` those that have two: a group that is in `once` but not
in `twice` is a single, naked or hidden; a group that is not in `once` is a contradiction. What singles leave open is
tried out, the group with the fewest candidates first. Plain integers make this quick in plain Python: a typical 9x9
takes a fraction of a millisecond, and there is nothing to compile first.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice

from tessella.errors import PuzzleError, whole_number
from tessella.i18n import _
from tessella.sudoku.board import Board, BoardLike, read_board
from tessella.sudoku.geometry import SYMBOLS, Box, bits, cell_name, house_name, houses, houses_of, peers
from tessella.sudoku.variants import clock, plain_solver, two_speed_solver

LOOK = 8  # pairs compared before one is tried: saves a third of the positions in the hardest puzzles; more save nothing
PATIENCE = 500  # positions without a solution, after which a search looks for what breaks


def solve(board: BoardLike, *, timeout: float | None = None) -> Board:
    """Return the only way to complete a board, as a board of givens.

    All digits on the board count, not the givens alone, and pencil marks do not. Raises `PuzzleError` with
    the first contradiction where there is no solution, with two solutions where there are several, and when
    `timeout` seconds have passed.

    >>> solve(Board.parse("1...|..2.|.3..|...4")).to_text()
    '1243342143122134'
    """
    board = read_board(board)
    found = first_solutions(board, 2, timeout=timeout)
    if not found:
        raise PuzzleError(_("no solution: {reason}"), reason=_contradiction(board))
    if len(found) > 1:
        first, second = found
        cell = next(cell for cell in range(len(first.digits)) if first.digits[cell] != second.digits[cell])
        one, other = (board.rules.signs[found.digits[cell]] for found in (first, second))
        hint = _("{cell} may be {one} or {other}").format(cell=board.name(cell), one=one, other=other)
        message = _("more than one solution, for example {first} and {second}")
        raise PuzzleError(message, first=first.to_text(), second=second.to_text(), hint=hint)
    return found[0]


def count(board: BoardLike, limit: int | None = 2, *, timeout: float | None = None) -> int:
    """Return how many ways there are to complete a board, counted up to `limit` (None counts them all).

    Raises `PuzzleError` when `timeout` seconds have passed, and `TessellaError` for another limit.

    >>> count(Board.empty((2, 2)), limit=None)
    288
    """
    board, limit = read_board(board), None if limit is None else whole_number(limit, "limit")
    if board.rules.is_classic:
        return sum(1 for _solution in islice(_search(board, timeout), limit))
    if limit is None:
        return plain_solver.count(board.digits, board.rules, limit, timeout=timeout)
    return len(two_speed_solver.first_solutions(board.digits, board.rules, limit, timeout=timeout))


def first_solutions(board: Board, limit: int, *, timeout: float | None = None) -> list[Board]:
    """Return the first ways to complete a board, at most `limit`, as boards of givens; which ones is left open.

    Raises `PuzzleError` when `timeout` seconds have passed.
    """
    if board.rules.is_classic:
        return [*islice(solutions(board, timeout=timeout), limit)]
    found = two_speed_solver.first_solutions(board.digits, board.rules, limit, timeout=timeout)
    return [Board.of_givens(values, board.box, board.constraints) for values in found]


def solutions(board: BoardLike, *, timeout: float | None = None) -> Iterator[Board]:
    """Yield every way to complete a board, as boards of givens, each as soon as it is found, in a fixed order.

    Raises `PuzzleError` when `timeout` seconds have passed since the first was asked for.
    """
    board = read_board(board)
    if not board.rules.is_classic:
        for values in plain_solver.solutions(board.digits, board.rules, timeout=timeout):
            yield Board.of_givens(values, board.box, board.constraints)
        return
    cells = len(board.digits)
    for placed in _search(board, timeout):
        digits = [0] * cells
        for bit in bits(placed):
            digits[bit % cells] = bit // cells + 1
        yield Board.of_givens(digits, board.box)


@dataclass(frozen=True, slots=True)
class _Groups:
    """One kind of group: how its members lie, and where the groups begin.

    The members stand `inner` bits from the first, repeated `outer` bits on; `first` has a bit at the first
    member of every group, `members` the bits of the group that begins at bit 0: the product of both has every group.
    """

    inner: tuple[int, ...]
    outer: tuple[int, ...]
    first: int
    members: int


@dataclass(frozen=True, slots=True)
class Layout:
    """What the search needs to know of a box shape."""

    size: int
    full: int  # every candidate
    keep: "_Keep"
    rows: _Groups
    cols: _Groups
    boxes: _Groups
    cells: _Groups

    def start(self, digits: Iterable[int]) -> tuple[int, int]:
        """Return the candidates and the digits in place before anything is concluded; 0 is a blank."""
        cells = self.size * self.size
        state, placed = self.full, 0
        for cell, digit in enumerate(digits):
            if digit:
                bit = (digit - 1) * cells + cell
                state &= self.keep[bit]
                placed |= 1 << bit
        return state, placed

    def beside(self, placed: int) -> int:
        """Return the candidates that the digits in place leave, with these."""
        blocked = 0
        for kind in (self.rows, self.cols, self.boxes, self.cells):
            held = placed
            for shift in kind.inner:
                held |= placed >> shift
            whole = held
            for shift in kind.outer:
                whole |= held >> shift
            blocked |= (whole & kind.first) * kind.members
        return self.full & ~blocked | placed


class _Keep(dict[int, int]):
    """For every candidate the mask of the candidates that may stand beside it, made when it is first asked for."""

    def __init__(self, box: Box) -> None:
        super().__init__()
        self.size = box[0] * box[1]
        self.peers = [sum(1 << peer for peer in group) for group in peers(box)]
        cells = self.size * self.size
        self.column = sum(1 << digit * cells for digit in range(self.size))  # one cell, every digit
        self.full = (1 << self.size * cells) - 1

    def __missing__(self, bit: int) -> int:
        cell = bit % (self.size * self.size)
        lost = self.peers[cell] << bit - cell | self.column << cell ^ 1 << bit
        self[bit] = mask = self.full ^ lost
        return mask


@cache
def layout_of(box: Box) -> Layout:
    """Return what the search needs to know of a box shape."""
    height, width = box
    size = height * width
    cells = size * size

    def groups(inner: int, times: int, outer: int, again: int, first: Iterator[int]) -> _Groups:
        return _Groups(
            tuple(inner * n for n in range(1, times)),
            tuple(outer * n for n in range(1, again)),
            sum(1 << bit for bit in first),
            sum(1 << inner * n + outer * m for n in range(times) for m in range(again)),
        )

    digits = [digit * cells for digit in range(size)]
    corners = [house[0] for house in houses(box)[2 * size :]]
    return Layout(
        size,
        (1 << size * cells) - 1,
        _Keep(box),
        groups(1, width, width, height, (d + size * r for d in digits for r in range(size))),
        groups(size, height, size * height, width, (d + c for d in digits for c in range(size))),
        groups(1, width, size, height, (d + corner for d in digits for corner in corners)),
        groups(cells, height, cells * height, width, iter(range(cells))),
    )


def propagate(state: int, placed: int, layout: Layout) -> tuple[int, int]:  # noqa: C901, PLR0912 - inlined for speed
    """Return the position once all singles are placed, or 0 and the groups that have no candidate left."""
    keep, rows, cols, boxes, cells = layout.keep, layout.rows, layout.cols, layout.boxes, layout.cells
    while True:
        once, twice = state, 0
        for shift in rows.inner:
            other = state >> shift
            twice |= once & other
            once |= other
        row_once, row_twice = box_once, box_twice = once, twice
        for shift in rows.outer:
            other = once >> shift
            row_twice |= row_once & other | twice >> shift
            row_once |= other
        if broken := rows.first & ~row_once:
            return 0, broken * rows.members
        for shift in boxes.outer:
            other = once >> shift
            box_twice |= box_once & other | twice >> shift
            box_once |= other
        if broken := boxes.first & ~box_once:
            return 0, broken * boxes.members
        once, twice = state, 0
        for shift in cols.inner:
            other = state >> shift
            twice |= once & other
            once |= other
        col_once, col_twice = once, twice
        for shift in cols.outer:
            other = once >> shift
            col_twice |= col_once & other | twice >> shift
            col_once |= other
        if broken := cols.first & ~col_once:
            return 0, broken * cols.members
        once, twice = state, 0
        for shift in cells.inner:
            other = state >> shift
            twice |= once & other
            once |= other
        cell_once, cell_twice = once, twice
        for shift in cells.outer:
            other = once >> shift
            cell_twice |= cell_once & other | twice >> shift
            cell_once |= other
        if broken := cells.first & ~cell_once:
            return 0, broken * cells.members
        singles = (
            (rows.first ^ rows.first & row_twice) * rows.members
            | (cols.first ^ cols.first & col_twice) * cols.members
            | (boxes.first ^ boxes.first & box_twice) * boxes.members
            | (cells.first ^ cells.first & cell_twice) * cells.members
        ) & (state ^ placed)
        if not singles:
            return state, placed
        placed |= singles
        while singles:
            state &= keep[bit := singles.bit_length() - 1]
            singles ^= 1 << bit
        if state == placed and state.bit_count() == layout.size**2:  # solved: no need to look once more
            return state, placed


def branch(state: int, layout: Layout, look: int = 1) -> int:
    """Return the candidates of a group of which just one is true, with as few candidates as can be had.

    Of groups with two candidates, the one of the first `look` that decides most.
    """
    fewest, best = 0, layout.size + 1
    for kind in (layout.cells, layout.rows, layout.cols, layout.boxes):
        once, twice, thrice = state, 0, 0
        for shift in kind.inner:
            other = state >> shift
            thrice |= twice & other
            twice |= once & other
            once |= other
        one, two, three = once, twice, thrice
        for shift in kind.outer:
            other, pair = once >> shift, twice >> shift
            three |= two & other | one & pair | thrice >> shift
            two |= one & other | pair
            one |= other
        pairs = kind.first & two & ~three
        if pairs:
            return _best_pair(pairs, state, kind, layout.keep, look)
        open_groups = kind.first & three
        while open_groups:
            first = open_groups.bit_length() - 1
            open_groups ^= 1 << first
            group = state & kind.members << first
            if group.bit_count() < best:
                fewest, best = group, group.bit_count()
    return fewest


def _best_pair(pairs: int, state: int, kind: _Groups, keep: _Keep, look: int) -> int:
    """Return the candidates of a group with two, of the first `look` such groups the one that decides most."""
    best, least = 0, len(keep.peers) ** 2
    for _attempt in range(look):
        first = pairs.bit_length() - 1
        group = state & kind.members << first
        one = group.bit_length() - 1
        other = (group ^ 1 << one).bit_length() - 1
        left = (state & keep[one]).bit_count() + (state & keep[other]).bit_count()
        if left < least:
            best, least = group, left
        pairs ^= 1 << first
        if not pairs:
            break
    return best


class _Blame:
    """How often each group was seen without a candidate left: where to look first in a search that goes astray.

    After Boussemart, Hemery, Lecoutre and Sais, "Boosting systematic search by weighting constraints" (ECAI 2004).
    """

    def __init__(self, layout: Layout) -> None:
        kinds = (layout.cells, layout.rows, layout.cols, layout.boxes)
        self.groups = [kind.members << first for kind in kinds for first in bits(kind.first)]
        self.weights = [1] * len(self.groups)

    def add(self, broken: int) -> None:
        """Count groups once more, given all their candidates."""
        for i, group in enumerate(self.groups):
            if group & broken == group:
                self.weights[i] += 1

    def branch(self, state: int, placed: int) -> int:
        """Return what the function `branch` does, but of a group that has few candidates for its weight."""
        best, least = 0, math.inf
        for group, weight in zip(self.groups, self.weights, strict=True):
            left = group & state
            if (share := left.bit_count() / weight) < least and not left & placed:
                best, least = left, share
        return best


def _search(board: Board, timeout: float | None) -> Iterator[int]:
    """Yield the digits in place of every solution."""
    layout = layout_of(board.box)
    return explore([layout.start(board.digits)], layout, timeout)


def explore(
    waiting: list[tuple[int, int]], layout: Layout, timeout: float | None = None, patience: int = PATIENCE
) -> Iterator[int]:
    """Yield the digits in place of every solution of some positions, each of which is candidates and digits in place.

    A search that meets no solution in `patience` positions comes upon the same contradiction at every way through all
    the rest. From then on it begins where it failed most often.
    """
    deadline = None if timeout is None else clock.now() + timeout
    blame = None if patience else _Blame(layout)
    vain = 0
    while waiting:
        if deadline is not None and clock.now() > deadline:
            raise PuzzleError(_("gave up after {seconds:g} seconds"), seconds=timeout)
        state, placed = propagate(*waiting.pop(), layout)
        if not state:
            if blame:
                blame.add(placed)
            continue
        if state == placed:
            vain = 0
            yield placed
            continue
        vain += 1
        if vain > patience and not blame:
            blame = _Blame(layout)
        group = blame.branch(state, placed) if blame else branch(state, layout, LOOK)
        while group:
            bit = group.bit_length() - 1
            group ^= 1 << bit
            waiting.append((state & layout.keep[bit], placed | 1 << bit))


def _contradiction(board: Board) -> str:
    """Return the first contradiction of a board without a solution, as a sentence."""
    last = ""
    while not (wrong := board.problems()):
        if not board.rules.is_classic:
            return _("no way to complete the grid keeps all rules")
        if (found := next(_singles(board), None)) is None:
            return _dead_end(board)
        cell, digit = found
        last = f"{board.name(cell)}={SYMBOLS[digit]}"
        values = [*board.digits]
        values[cell] = digit
        board = Board.of_givens(values, board.box)
    if not last:
        return wrong[0]
    return _("after filling in all singles up to {move}, {problem}").format(move=last, problem=wrong[0])


def _singles(board: Board) -> Iterator[tuple[int, int]]:
    """Yield cells with the digit that alone is left for each, or that has no other place in a house."""
    candidates = board.candidates()
    yield from ((cell, mask.bit_length()) for cell, mask in enumerate(candidates) if mask.bit_count() == 1)
    for house in houses(board.box):
        for digit in range(1, board.size + 1):
            places = [cell for cell in house if candidates[cell] >> digit - 1 & 1]
            if len(places) == 1:
                yield places[0], digit


def _dead_end(board: Board) -> str:
    """Return the sentence for a board that singles leave open and that trying out every branch refutes."""
    size, cells = board.size, len(board.digits)
    layout = layout_of(board.box)
    state, _placed = layout.start(board.digits)
    group = branch(state, layout)
    choices = list(bits(group))
    moves = ", ".join(f"{cell_name(bit % cells, size)}={SYMBOLS[bit // cells + 1]}" for bit in choices)
    if len({bit % cells for bit in choices}) == 1:
        where = cell_name(choices[0] % cells, size)
    else:
        shared = set.intersection(*({*houses_of(board.box)[bit % cells]} for bit in choices))
        where = house_name(min(shared), size)
    return _("{where} takes one of {moves}, and each leads to a contradiction").format(where=where, moves=moves)
