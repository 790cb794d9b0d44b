"""Positions that are turned about, so that they look different and are essentially the same.

A position of a variant is turned and mirrored as a whole, for its lines and cages must keep their form; where no rule
minds, each digit gives way to the one as far from the other end, 1 to 9 and 2 to 8.
"""

from tessella.rng import SplitMix64
from tessella.sudoku.board import Board
from tessella.sudoku.generator.full_grid import shuffle_position
from tessella.sudoku.geometry import cell_name, digits_of
from tessella.sudoku.rules.constraint import Constraint

_TURNING = {"killer", "thermo", "arrow", "whisper", "sandwich", "kropki_white", "kropki_black", "kropki_negative"}
_SWAPPING = {"killer", "thermo", "whisper", "kropki_white"}  # hold for the digits counted from the other end as well


def turn(board: Board, seed: int) -> Board:
    """Return a position that is turned as a seed says; one with rules that are not known to bear it is left alone.

    >>> before = Board.parse("1..............4;killer:sum=5:r1c3r1c4")
    >>> len({turn(before, seed) for seed in range(200)})
    16
    """
    if not board.constraints:
        return shuffle_position(board, seed)
    types = {one.type for one in board.constraints}
    if not types <= _TURNING or board.box[0] != board.box[1]:
        return board
    size, rng = board.size, SplitMix64(seed)
    turns, is_swapped = rng.below(8), types <= _SWAPPING and bool(rng.below(2))

    def place(cell: int) -> int:
        """Return where a cell comes to."""
        row, col = divmod(cell, size)
        row, col = (size - 1 - row if turns & 1 else row), (size - 1 - col if turns & 2 else col)
        return col * size + row if turns & 4 else row * size + col

    def digit(value: int) -> int:
        return size + 1 - value if value and is_swapped else value

    def rule(one: Constraint) -> Constraint:
        cells = [place(cell) for cell in one.cells]
        data = one.to_json(size)
        if is_swapped and one.type == "thermo":
            cells.reverse()
        if is_swapped and data.get("sum") is not None:
            data["sum"] = len(cells) * (size + 1) - data["sum"]
        return Constraint.from_json(
            data | ({"cells": [cell_name(cell, size) for cell in cells]} if cells else {}), size
        )

    came = {place(cell): cell for cell in range(size * size)}
    from_cells = [came[cell] for cell in range(size * size)]
    givens, digits = (tuple(digit(values[cell]) for cell in from_cells) for values in (board.givens, board.digits))
    marks = tuple(sum(1 << digit(mark) - 1 for mark in digits_of(board.marks[cell])) for cell in from_cells)
    return Board(board.box, givens, digits, marks, constraints=tuple(map(rule, board.constraints)))
