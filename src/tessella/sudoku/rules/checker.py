"""The check of digits against rules: what is broken by what stands on a grid, and by which cells.

Rules are taken apart into groups of cells of which each must hold something by itself: a pair of neighbours, a window
of a line, a cage. A group with blanks is broken only where that can be seen at once: by a digit that is repeated, a sum
that is exceeded or out of reach, a pair that does not go together. A group without blanks is judged exactly, so that
a full grid breaks nothing if and only if it keeps all rules.

A value v on a grid stands for the digit v + lowest - 1, which differs from v where the lowest digit is 0.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations, pairwise
from typing import NamedTuple

from tessella.sudoku.geometry import DIAGONAL, KNIGHT, ORTHOGONAL
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.digit_tests import (
    WHOLE,
    Digit,
    Digits,
    Test,
    distinct,
    known,
    linear,
    of_all,
    of_pair,
    third,
    window,
)
from tessella.sudoku.rules.ruleset import Rules

_LOW, _MIDDLE, _HIGH = 1, 5, 9  # the digits that flatmates are about


class Violation(NamedTuple):
    """A constraint or a house that is broken."""

    constraint: Constraint | None
    """None for a house."""
    house: tuple[int, ...] | None
    """The cells of the house, row, column, region or other, in which a digit is repeated; None for a constraint."""
    cells: tuple[int, ...]
    """The cells to blame."""


class Group(NamedTuple):
    """Cells that must hold something together."""

    constraint: Constraint | None
    cells: tuple[int, ...]
    holds: Test
    """Whether digits may hold it; exact where none is None."""


def violations(digits: Sequence[int], rules: Rules) -> Iterator[Violation]:
    """Yield what the digits on a grid break; 0 is a blank.

    >>> rules = Rules.parse("killer:sum=3:r1c1r1c2", (2, 2))
    >>> [(found.constraint.to_text(4), found.cells) for found in violations([1, 3] + [0] * 14, rules)]
    [('killer:sum=3:r1c1r1c2', (0, 1))]
    """
    for house in rules.houses:
        if repeated := _repeated(digits, house):
            yield Violation(None, house, repeated)
    shift = rules.lowest - 1
    plain: list[Digit] = [value + shift if value else None for value in digits]
    for constraint, cells, holds in groups(rules):
        if not holds([plain[cell] for cell in cells]):
            yield Violation(constraint, None, tuple(sorted({cell for cell in cells if digits[cell]})))
    for constraint in rules.of_type("full_rank", "full_rank_ties"):
        if all(digits) and not _rank_holds(digits, constraint, rules.size):
            yield Violation(constraint, None, constraint.cells or tuple(range(len(digits))))


def is_solved(digits: Sequence[int], rules: Rules) -> bool:
    """Whether a grid is full and keeps all rules.

    >>> is_solved([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1], Rules((2, 2)))
    True
    """
    return all(digits) and next(violations(digits, rules), None) is None


def _repeated(digits: Sequence[int], cells: tuple[int, ...]) -> tuple[int, ...]:
    held = [digits[cell] for cell in cells if digits[cell]]
    if len({*held}) == len(held):
        return ()
    return tuple(cell for cell in cells if digits[cell] and held.count(digits[cell]) > 1)


@lru_cache(maxsize=256)  # a server meets rules without end
def groups(rules: Rules) -> tuple[Group, ...]:
    """Return all groups of cells, but for houses and for ranks, which the whole grid decides."""
    return tuple(group for one in rules.constraints for group in _groups_of(one, rules))


def _groups_of(one: Constraint, rules: Rules) -> Iterator[Group]:
    """Yield the groups of a constraint; houses and ranks have none."""
    kind, cells = one.type, one.cells
    if kind in _ALONE:
        alone = _ALONE[kind](one)
        yield from (Group(one, (cell,), alone) for cell in cells)
    elif kind in _RELATIONS:
        related = of_pair(_RELATIONS[kind](one))
        pairs = pairwise(cells) if kind in _NEIGHBOURS else combinations(cells, 2)
        yield from (Group(one, pair, related) for pair in pairs)
    elif kind in _SUMS:
        for weights, total in _SUMS[kind](one, rules):
            yield Group(one, tuple(weights), linear([*weights.values()], total, rules, apart=False))
    elif kind in WHOLE:
        yield Group(one, cells, lambda digits: WHOLE[kind](digits, one, rules))
    elif kind in _GROUPS:
        yield from _GROUPS[kind](one, rules)


# --- Regions and the whole grid ---------------------------------------------------------------------------------------


def _regions(one: Constraint, rules: Rules) -> Iterator[Group]:
    """Yield the regions that are smaller than a house."""
    return (Group(one, region, distinct) for region in rules.regions if len(region) < rules.size)


def _steps(steps: Iterable[tuple[int, int]], size: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of cells that are such a step of rows and columns apart."""
    for down, right in steps:
        for row in range(size - down):
            for column in range(max(0, -right), min(size, size - right)):
                yield row * size + column, (row + down) * size + column + right


def _everywhere(
    steps: Iterable[tuple[int, int]], relation: Callable[[int, int], bool]
) -> Callable[[Constraint, Rules], Iterator[Group]]:
    test = of_pair(relation)
    return lambda one, rules: (Group(one, pair, test) for pair in _steps(steps, rules.size))


def _knight_sums(one: Constraint, rules: Rules) -> Iterator[Group]:
    sums = one["sums"]
    return _everywhere(KNIGHT, lambda a, b: a + b not in sums)(one, rules)


def _anti_taxicab(one: Constraint, rules: Rules) -> Iterator[Group]:
    for down in range(rules.size):
        for right in range(-rules.size + 1, rules.size):
            if (down, right) > (0, 0):
                distance = down + abs(right)
                test = of_pair(partial(_not_at, distance))
                for pair in _steps(((down, right),), rules.size):
                    yield Group(one, pair, test)


def _not_at(distance: int, a: int, b: int) -> bool:
    return a != b or a != distance


def _blocks(kind: Callable[[int], int]) -> Callable[[Constraint, Rules], Iterator[Group]]:
    """Return the groups of all blocks of 2x2 cells, which must have digits of just three kinds."""

    def holds(digits: Digits) -> bool:
        held = known(digits)
        kinds = len({kind(digit) for digit in held})
        return kinds <= 3 <= kinds + len(digits) - len(held)

    def groups(one: Constraint, rules: Rules) -> Iterator[Group]:
        size = rules.size
        for cell, across in _steps(((1, 1),), size):
            yield Group(one, (cell, cell + 1, across - 1, across), holds)

    return groups


def _dutch_flatmates(one: Constraint, rules: Rules) -> Iterator[Group]:
    size = rules.size
    for cell in range(size * size):
        around = [(cell - size, _LOW), (cell + size, _HIGH)]
        near = [(other, wanted) for other, wanted in around if 0 <= other < size * size]
        cells = (cell, *(other for other, _wanted in near))
        yield Group(one, cells, _flatmates([wanted for _other, wanted in near]))


def _flatmates(wanted: list[int]) -> Test:
    def holds(digits: Digits) -> bool:
        return digits[0] != _MIDDLE or any(
            digit is None or digit == one for digit, one in zip(digits[1:], wanted, strict=True)
        )

    return holds


def _negative(
    kinds: tuple[str, ...], one: Constraint, rules: Rules, relation: Callable[[int, int], bool]
) -> Iterator[Group]:
    """Yield the groups of all neighbours that have no sign of these kinds."""
    signed = {frozenset(sign.cells) for sign in rules.of_type(*kinds)}
    test = of_pair(relation)
    for pair in _steps(ORTHOGONAL, rules.size):
        if frozenset(pair) not in signed:
            yield Group(one, pair, test)


def _kropki_negative(one: Constraint, rules: Rules) -> Iterator[Group]:
    white, black = one["white"], one["black"]

    def relation(a: int, b: int) -> bool:
        return not (white and abs(a - b) == 1) and not (black and (a == 2 * b or b == 2 * a))

    return _negative(("kropki_white", "kropki_black"), one, rules, relation)


def _xv_negative(one: Constraint, rules: Rules) -> Iterator[Group]:
    return _negative(("xv_x", "xv_v"), one, rules, lambda a, b: a + b not in (5, 10))


def _rank_holds(digits: Sequence[int], one: Constraint, size: int) -> bool:
    """Whether a full grid has the rank that a row or column shall have, or no ties."""
    lines = [[*digits[row * size : (row + 1) * size]] for row in range(size)]
    lines += [[*digits[column::size]] for column in range(size)]
    lines += [line[::-1] for line in lines]
    if one.type == "full_rank_ties":
        return one["ties"] != "none" or len({*map(tuple, lines)}) == len(lines)
    line = [digits[cell] for cell in one.cells]
    return sum(other < line for other in lines) + 1 == one["rank"] and lines.count(line) == 1


# --- Cells and pairs --------------------------------------------------------------------------------------------------


def _of_values(one: Constraint) -> Test:
    values = {None, *one["values"]}
    return lambda digits: digits[0] in values


_ALONE: dict[str, Callable[[Constraint], Test]] = {
    "candidates": _of_values,
    "odd": lambda _one: lambda digits: digits[0] is None or digits[0] % 2 == 1,
    "even": lambda _one: lambda digits: digits[0] is None or digits[0] % 2 == 0,
}


def _allowed(one: Constraint) -> Callable[[int, int], bool]:
    allowed = {*one["allowed"]}
    return lambda a, b: (a, b) in allowed


def _apart(one: Constraint) -> Callable[[int, int], bool]:
    difference = one["difference"]
    return lambda a, b: abs(a - b) >= difference


def _white(one: Constraint) -> Callable[[int, int], bool]:
    difference = one["difference"]
    return lambda a, b: abs(a - b) == difference


def _black(one: Constraint) -> Callable[[int, int], bool]:
    ratio = one["ratio"]
    return lambda a, b: a == ratio * b or b == ratio * a


_RELATIONS: dict[str, Callable[[Constraint], Callable[[int, int], bool]]] = {
    "thermo": lambda _one: lambda a, b: a < b,
    "slow_thermo": lambda _one: lambda a, b: a <= b,
    "whisper": _apart,
    "kropki_white": _white,
    "kropki_black": _black,
    "xv_x": lambda _one: lambda a, b: a + b == 10,
    "xv_v": lambda _one: lambda a, b: a + b == 5,
    "greater_than": lambda _one: lambda a, b: a > b,
    "pair_table": _allowed,
    "pair_table_all": _allowed,
}
_NEIGHBOURS = {"whisper", "pair_table"}  # that speak of neighbours along a line, not of all pairs


# --- Sums -------------------------------------------------------------------------------------------------------------

Sum = tuple[dict[int, int], int]
"""The weight of each cell, and what the digits times their weights add to."""


def _weighed(*parts: tuple[Iterable[int], int]) -> dict[int, int]:
    weights: dict[int, int] = {}
    for cells, weight in parts:
        for cell in cells:
            weights[cell] = weights.get(cell, 0) + weight
    return weights


def _sum(one: Constraint, _rules: Rules) -> Iterator[Sum]:
    weights = one["coefficients"] or [1] * len(one.cells)
    yield _weighed(*(((cell,), weight) for cell, weight in zip(one.cells, weights, strict=True))), one["sum"]


def _equal(sets: Iterable[Iterable[int]]) -> Iterator[Sum]:
    """Yield the sums that hold when sets of cells have equal sums."""
    for some, others in pairwise(sets):
        yield _weighed((some, 1), (others, -1)), 0


def _zipped(one: Constraint, _rules: Rules) -> Iterator[Sum]:
    cells, half = one.cells, len(one.cells) // 2
    pairs = [(cells[n], cells[-1 - n]) for n in range(half)]
    return _equal([*pairs, *([cells[half : half + 1]] if len(cells) % 2 else [])])


def _runs(one: Constraint, rules: Rules) -> Iterator[Sum]:
    """Yield the sums of the parts of a line in each region; what lies in none counts as a region."""
    region_of = {cell: number for number, region in enumerate(rules.regions) for cell in region}
    runs: list[list[int]] = []
    for before, cell in zip((None, *one.cells), one.cells, strict=False):
        if before is None or region_of.get(before) != region_of.get(cell):
            runs.append([])
        runs[-1].append(cell)
    return _equal(runs)


_SUMS: dict[str, Callable[[Constraint, Rules], Iterator[Sum]]] = {
    "sum": _sum,
    "little_killer": lambda one, _rules: iter([(_weighed((one.cells, 1)), one["sum"])]),
    "equal_sums": lambda one, _rules: _equal(one["sets"]),
    "arrow": lambda one, _rules: _equal([one.cells[:1], one.cells[1:]]),
    "double_arrow": lambda one, _rules: _equal([(one.cells[0], one.cells[-1]), one.cells[1:-1]]),
    "zipper": _zipped,
    "region_sum_line": _runs,
}


# --- Cages and lines --------------------------------------------------------------------------------------------------


def _killer(one: Constraint, rules: Rules) -> Iterator[Group]:
    cells, total = one.cells, one["sum"]
    yield Group(one, cells, distinct if total is None else linear([1] * len(cells), total, rules, apart=True))


def _extremes(one: Constraint, rules: Rules) -> Iterator[Group]:
    """Yield each marked cell with each neighbour that has not the same mark."""
    marked = {cell for other in rules.of_type(one.type) for cell in other.cells}
    below = of_pair(lambda a, b: a < b)
    for pair in _steps(ORTHOGONAL, rules.size):
        for cell, other in (pair, pair[::-1]):
            if cell in one.cells and other not in marked:
                yield Group(one, (cell, other) if one.type == "minimum" else (other, cell), below)


def _indexers(one: Constraint, rules: Rules) -> Iterator[Group]:
    size = rules.size
    for cell in one.cells:
        row, column = divmod(cell, size)
        in_row = one.type == "column_indexer"
        line = tuple(range(row * size, row * size + size) if in_row else range(column, size * size, size))
        yield Group(one, (cell, *line), _index((column if in_row else row) + 1))


def _index(wanted: int) -> Test:
    def holds(digits: Digits) -> bool:
        place, *line = digits
        return place is None or (place > 0 and line[place - 1] in (None, wanted))

    return holds


def _clones(one: Constraint, _rules: Rules) -> Iterator[Group]:
    same = of_pair(lambda a, b: a == b)
    others = one.cells[::-1] if one.type == "palindrome" else one["clone_cells"]
    for cell, other in zip(one.cells, others, strict=True):
        yield Group(one, (cell, other), same)


def _same_values(one: Constraint, _rules: Rules) -> Iterator[Group]:
    for some, others in pairwise(one["sets"]):
        yield Group(one, some + others, of_all(partial(_same_digits, len(some))))


def _same_digits(half: int, digits: list[int]) -> bool:
    return sorted(digits[:half]) == sorted(digits[half:])


def _pill(one: Constraint, rules: Rules) -> Iterator[Group]:
    pill, cells = one["pill"], one.cells
    if rules.lowest + rules.size <= 10:  # every digit has one sign
        weights = _weighed(*(((cell,), 10**n) for n, cell in enumerate(reversed(pill))), (cells, -1))
        yield Group(one, tuple(weights), linear([*weights.values()], 0, rules, apart=False))
    else:
        holds = of_all(lambda d: int("".join(map(str, d[: len(pill)]))) == sum(d[len(pill) :]))
        yield Group(one, pill + cells, holds)


def _windows(
    width: Callable[[Constraint], int], kind: Callable[[Constraint], Callable[[int], int]]
) -> Callable[[Constraint, Rules], Iterator[Group]]:
    """Return the groups of all windows of a line, whose digits must be of different kinds."""

    def groups(one: Constraint, _rules: Rules) -> Iterator[Group]:
        wide = min(width(one), len(one.cells))
        holds = window(kind(one))
        for start in range(len(one.cells) - wide + 1):
            yield Group(one, one.cells[start : start + wide], holds)

    return groups


_GROUPS: dict[str, Callable[[Constraint, Rules], Iterator[Group]]] = {
    "jigsaw": _regions,
    "anti_knight": _everywhere(KNIGHT, lambda a, b: a != b),
    "anti_king": _everywhere(ORTHOGONAL + DIAGONAL, lambda a, b: a != b),
    "non_consecutive": _everywhere(ORTHOGONAL, lambda a, b: abs(a - b) != 1),
    "diagonal_non_consecutive": _everywhere(DIAGONAL, lambda a, b: abs(a - b) != 1),
    "knight_sums": _knight_sums,
    "anti_taxicab": _anti_taxicab,
    "global_entropy": _blocks(third),
    "global_mod3": _blocks(lambda digit: digit % 3),
    "dutch_flatmates": _dutch_flatmates,
    "kropki_negative": _kropki_negative,
    "xv_negative": _xv_negative,
    "minimum": _extremes,
    "maximum": _extremes,
    "column_indexer": _indexers,
    "row_indexer": _indexers,
    "killer": _killer,
    "clone": _clones,
    "palindrome": _clones,
    "same_values": _same_values,
    "pill_arrow": _pill,
    "entropic": _windows(lambda _one: 3, lambda _one: third),
    "modular": _windows(lambda one: int(one["mod"]), lambda one: lambda digit: digit % int(one["mod"])),
}
