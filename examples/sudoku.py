"""Make a Sudoku with boxes of m by m, print it, solve it, print the answer; then Arto Inkala's puzzle of 2010.

    python examples/sudoku.py [m] [seed] [--blanks 40]

Exercise: solve Inkala's puzzle with a program of your own before you look below it. What do you try first, and where?
"""

import argparse

from tessella.errors import TessellaError
from tessella.sudoku import Board, generate, solve
from tessella.sudoku.rendering import boxed

INKALA = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."


def show(board: Board) -> None:
    print(boxed(board, ascii_only=True))


parser = argparse.ArgumentParser(description="Make and solve a Sudoku")
parser.add_argument("m", nargs="?", type=int, default=3, help="boxes of m rows and m columns, from 2 to 5")
parser.add_argument("seed", nargs="?", type=int, default=0)
parser.add_argument("--blanks", type=int, help="how many cells to fill in (default: as many as can be)")
args = parser.parse_args()
try:
    if args.blanks is not None:
        puzzle = generate(args.seed, box=(args.m, args.m), clues=args.m**4 - args.blanks)
    else:  # of a small one no clue can go; a large one is solved by singles, or it would take for ever
        puzzle = generate(args.seed, box=(args.m, args.m), clues="minimal" if args.m < 4 else None)
except TessellaError as error:
    raise SystemExit(str(error)) from None
for board in (puzzle, Board.parse(INKALA)):
    show(board)
    print()
    show(solve(board))
    print()
