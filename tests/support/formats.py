"""Formats of Sudoku: what each of them keeps of a board."""

from tessella.sudoku import Board
from tessella.sudoku.notation import FORMATS


def kept(board: Board, form: str) -> Board:
    """Return what is left of a board once it is written in a format and read again."""
    holds = FORMATS[form].holds
    if form == "library":
        board = _plain(board)
        marks = tuple(mark & mask if mark else mask for mark, mask in zip(board.marks, board.candidates(), strict=True))
        return Board(board.box, board.givens, board.digits, marks, constraints=board.constraints)
    if holds == "givens":
        return Board.of_givens(board.digits, board.box, board.constraints)
    if holds == "digits":
        return Board(board.box, board.givens, board.digits, (0,) * len(board.digits), constraints=board.constraints)
    return board if holds == "all" else _plain(board)


def _plain(board: Board) -> Board:
    """Return a board with no marks but the centre marks of its blank cells."""
    marks = tuple(0 if digit else mask for mask, digit in zip(board.marks, board.digits, strict=True))
    return Board(board.box, board.givens, board.digits, marks, constraints=board.constraints)
