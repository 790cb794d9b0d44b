"""Grids: positions as sets of cells."""

import random

from tessella.sudoku import Board, generate, solve
from tessella.sudoku.rules import digits_of
from tessella.sudoku.techniques.grid import Grid, digits_text, once_per_grid


def test_what_is_worked_out_anew_is_the_same() -> None:
    """After digits are placed and candidates eliminated, every set and mask is that of the position made afresh."""
    luck = random.Random(4)
    for seed in range(6):
        board = generate(seed=seed)
        solution, grid = solve(board).digits, Grid.of(board)
        for cell in luck.sample([cell for cell in range(81) if not board.digits[cell]], 30):
            wrong = [d for d in digits_of(grid.marks[cell]) if d != solution[cell]]
            if wrong and luck.random() < 0.5:
                grid = grid.after([], [(cell, luck.choice(wrong))])
            elif not grid.digits[cell]:
                grid = grid.after([(cell, solution[cell])])
            fresh = Grid.of_marks(Board(board.box, board.givens, grid.digits, (0,) * 81), grid.marks)
            assert (grid.places, grid.blank, grid.masks) == (fresh.places, fresh.blank, fresh.masks)


def test_counts_and_what_digits_leave() -> None:
    """Cells by the number of candidates; and the digits that no filled peer holds, whatever is marked."""
    board = generate(seed=1)
    grid = Grid.of(board.play("~"))
    assert sum(mask.bit_count() for mask in grid.counts) == 81
    assert all(grid.marks[cell].bit_count() == 2 for cell in range(81) if grid.bivalue >> cell & 1)
    assert all(grid.allowed[cell] == mask for cell, mask in enumerate(grid.marks) if mask)
    assert digits_text(0b101) == "13"


def test_answers_are_kept_with_the_grid() -> None:
    """What is worked out once for a grid is not worked out again, but for another grid it is."""
    asked = []

    @once_per_grid
    def answer(grid: Grid, more: int = 0) -> int:
        asked.append(more)
        return grid.size + more

    one, other = Grid.of(generate(seed=1)), Grid.of(generate(seed=1))
    assert [answer(one), answer(one), answer(one, 1), answer(other)] == [9, 9, 10, 9]
    assert asked == [0, 1, 0]
