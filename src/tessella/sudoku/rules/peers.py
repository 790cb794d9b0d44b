"""Peers, candidates and completeness, by the rules of a puzzle.

Peers of a cell are all cells that can never hold its digit, as far as one rule says so: the others of a house, of a
cage, of a line whose digits differ, and those a knight's or a king's move away where the rules have that.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from tessella.sudoku import geometry
from tessella.sudoku.rules.cells import Cells, rules_of
from tessella.sudoku.rules.checker import is_solved
from tessella.sudoku.rules.ruleset import Rules

DISTINCT = (  # types whose cells all differ
    *("all_different", "killer", "rellik_cage", "equality_cage", "lunchbox", "renban", "thermo"),
)


def peers(cells: Cells) -> tuple[tuple[int, ...], ...]:
    """Return for every cell its peers, in order.

    >>> from tessella.sudoku.board import Board
    >>> board = Board.parse("." * 81 + ";anti_knight")
    >>> len(peers(board)[40]), board.name(peers(board)[40][1])
    (28, 'r2c5')
    """
    return peers_of(rules_of(cells)) if cells.constraints else geometry.peers(cells.box)


def candidate_masks(cells: Cells) -> tuple[int, ...]:
    """Return for every blank cell the mask of digits that no peer holds and that its own sign allows, 0 for others.

    >>> from tessella.sudoku.board import Board
    >>> Board.parse("4...............;even:r1c2;killer:r1c2r2c3").play("r2c3=2").candidates()[1]
    0
    """
    if not cells.constraints:
        return geometry.candidate_masks(cells.digits, cells.box)
    digits, rules = cells.digits, rules_of(cells)
    return tuple(
        0 if digits[cell] else allowed & ~_mask(digits[peer] for peer in group)
        for cell, (allowed, group) in enumerate(zip(_allowed(rules), peers_of(rules), strict=True))
    )


def is_complete(digits: Sequence[int], rules: Rules) -> bool:
    """Return whether no cell is blank and all rules are kept."""
    return is_solved(digits, rules) if rules.constraints else geometry.is_complete(digits, rules.box)


def repeated(digits: Sequence[int], house: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """Return the digits that some cells hold more than once, in order, each with those cells."""
    places: dict[int, list[int]] = {}
    for cell in house:
        places.setdefault(digits[cell], []).append(cell)
    return {digit: tuple(held) for digit, held in sorted(places.items()) if digit and len(held) > 1}


def _mask(digits: Iterable[int]) -> int:
    mask = 0
    for digit in digits:
        if digit:
            mask |= 1 << digit - 1
    return mask


def _pairs(size: int, moves: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield every pair of cells that one of some moves, each of rows down and columns to the right, lies between."""
    for cell in range(size * size):
        row, col = divmod(cell, size)
        for down, right in moves:
            if row + down < size and 0 <= col + right < size:
                yield cell, (row + down) * size + col + right


def distinct_sets(rules: Rules) -> list[tuple[int, ...]]:
    """Return the sets of cells that all differ: houses, smaller regions, cages and lines."""
    return [*dict.fromkeys((*rules.houses, *rules.regions, *(one.cells for one in rules.of_type(*DISTINCT))))]


def forbidden_steps(rules: Rules) -> list[tuple[int, int]]:
    """Return the moves, of rows down and columns to the right, that never lie between equal digits."""
    # Of the cells that a king reaches, rows and columns have the others.
    knight, king = rules.of_type("anti_knight"), rules.of_type("anti_king")
    return [*geometry.KNIGHT * bool(knight), *geometry.DIAGONAL * bool(king)]


@lru_cache(maxsize=64)
def peers_of(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Return for every cell its peers, in order."""
    seen: list[set[int]] = [set() for _cell in range(rules.size**2)]
    for group in (*distinct_sets(rules), *_pairs(rules.size, forbidden_steps(rules))):
        for cell in group:
            seen[cell].update(group)
    return tuple(tuple(sorted(others - {cell})) for cell, others in enumerate(seen))


@lru_cache(maxsize=64)
def _allowed(rules: Rules) -> tuple[int, ...]:
    """Return for every cell the mask of the digits that the signs in it allow."""
    whole = (1 << rules.size) - 1
    odd = sum(1 << digit - 1 for digit in range(1, rules.size + 1) if (digit + rules.lowest - 1) % 2)
    masks = [whole] * rules.size**2
    for one in rules.of_type("odd", "even", "candidates"):
        listed = _mask(value - rules.lowest + 1 for value in one["values"]) if one.type == "candidates" else 0
        for cell in one.cells:
            masks[cell] &= {"odd": odd, "even": whole & ~odd, "candidates": listed}[one.type]
    return tuple(masks)
