"""The compiled solver on blocks and boards."""

import numpy as np

from tessella.sudoku import Board, generate, solve
from tessella.sudoku.batch.block_solver import solve_block, solve_boards
from tessella.sudoku.batch.blocks import PuzzleBlock

PUZZLES = [generate(5, k) for k in range(3)]


def test_boards_of_all_kinds() -> None:
    """Proper boards of 9x9 are solved, in their places; all others are left to the plain solver."""
    boards = [PUZZLES[0], Board.empty(), generate(1, box=(2, 2)), PUZZLES[1]]
    assert solve_boards(boards, 1) == [solve(PUZZLES[0]), None, None, solve(PUZZLES[1])]


def test_a_block_tells_what_is_doubtful() -> None:
    """Puzzles that are not solved are doubtful, and those with another solution beside them too."""
    rows = np.array([board.givens for board in [*PUZZLES, Board.empty()]], np.uint8)
    answers = np.array([solve(board).digits for board in [*PUZZLES[:2], PUZZLES[1]]] + [[0] * 81], np.uint8)
    solved = solve_block(PuzzleBlock(1, rows, answers), 1)
    assert (solved.unsolved(), solved.doubtful()) == ([3], [2, 3])
    assert [solution for _puzzle, solution in solved.pairs()] == [*map(solve, PUZZLES), None]
    assert solved.text("line").split() == [*(solve(board).to_text() for board in PUZZLES), "." * 81]
    assert solved.text("csv").split()[3] == "." * 81 + ","
