"""Make a Sudoku with boxes of m by m, print it, solve it, print the answer; then Arto Inkala's puzzle of 2010.

    python examples/sudoku.py [m] [seed]

Exercise: solve Inkala's puzzle with a program of your own before you look below it. What do you try first, and where?
"""

import sys

from tessella.sudoku import Board, generate, solve
from tessella.sudoku.rendering import boxed

INKALA = [
    [None, None, 5, 3, None, None, None, None, None],
    [8, None, None, None, None, None, None, 2, None],
    [None, 7, None, None, 1, None, 5, None, None],
    [4, None, None, None, None, 5, 3, None, None],
    [None, 1, None, None, 7, None, None, None, 6],
    [None, None, 3, 2, None, None, None, 8, None],
    [None, 6, None, 5, None, None, None, None, 9],
    [None, None, 4, None, None, None, None, 3, None],
    [None, None, None, None, None, 9, 7, None, None],
]


def show(board: Board) -> None:
    print(boxed(board, ascii_only=True))


m = int(sys.argv[1]) if len(sys.argv) > 1 else 3
puzzle = generate(seed=int(sys.argv[2]) if len(sys.argv) > 2 else 0, box=(m, m))
for board in (puzzle, Board.from_rows(INKALA)):
    show(board)
    print()
    show(solve(board))
    print()
