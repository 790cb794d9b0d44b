"""Canonical forms: which puzzles are essentially the same.

Two puzzles are essentially the same if one becomes the other by naming the digits anew and by the symmetries of the
grid: rows within a band, bands, columns within a stack and stacks change places, and the whole is turned over its
diagonal, in 2 x 6**8 = 3,359,232 ways. The smallest of all the strings of 81 digits that they reach, 0 for a blank, is
the canonical form: equal for essentially the same puzzles, and for no others. A transform says how it comes about:

    column 0        1 where rows and columns change places first
    columns 1-9     which row then comes to each row, from 0
    columns 10-18   which column comes to each column
    columns 19-28   what becomes of 0 (a blank: 0) and of each digit
"""

import numpy as np

from tessella.errors import PuzzleError, TessellaError, quote
from tessella.i18n import _
from tessella.sudoku.board import Board, BoardLike, read_board
from tessella.sudoku.bulk_solver import Puzzles, checked
from tessella.sudoku.kernels.canonical import canonical_block, transform_block
from tessella.sudoku.rules.cells import refuse_variant

TRANSFORM = 29  # how many numbers a transform has


def canonical_many(puzzles: Puzzles) -> tuple[Puzzles, Puzzles]:
    """Return the canonical form of each puzzle, (N, 81) uint8, and the transforms that lead there, (N, 29) uint8.

    A full grid is a puzzle without blanks; a puzzle need not have one solution. Raises `TessellaError` for a wrong
    shape or dtype, and for numbers above 9 or a digit twice in a row, column or box.

    >>> puzzles = np.zeros((1, 81), np.uint8)
    >>> puzzles[0, 0] = 7
    >>> canonical_many(puzzles)[0].nonzero(), int(canonical_many(puzzles)[0].max())
    ((array([0]), array([80])), 1)
    """
    puzzles = checked(puzzles)
    forms = np.empty_like(puzzles)
    transforms = np.empty((len(puzzles), TRANSFORM), np.uint8)
    row = canonical_block(puzzles, forms, transforms)
    if row < len(puzzles):
        message = _("expected digits from 0 to 9, none twice in a house, got row {row}: {text}")
        text = "".join(str(number) for number in puzzles[row])
        raise TessellaError(message.format(row=row, text=quote(text, 81)))
    return forms, transforms


def transform_many(puzzles: Puzzles, transforms: Puzzles) -> Puzzles:
    """Return each puzzle after its transform, (N, 81) uint8.

    Raises `TessellaError` for a wrong shape or dtype, and for numbers that are no transform.

    >>> puzzles = np.zeros((1, 81), np.uint8)
    >>> forms, transforms = canonical_many(puzzles)
    >>> bool((transform_many(puzzles, transforms) == forms).all())
    True
    """
    puzzles = checked(puzzles)
    shape = len(puzzles), TRANSFORM
    if not isinstance(transforms, np.ndarray) or transforms.shape != shape or transforms.dtype != np.uint8:
        message = _("expected transforms of shape {shape} and dtype uint8, got {text}")
        raise TessellaError(message, shape=shape, text=transforms)
    sound = (transforms[:, 0] < 2) & (puzzles <= 9).all(axis=1)
    for begin, end in ((1, 10), (10, 19), (19, 29)):
        part = np.sort(transforms[:, begin:end], axis=1)
        sound &= (part == np.arange(end - begin)).all(axis=1)
    sound &= transforms[:, 19] == 0
    if not sound.all():
        row = int((~sound).argmax())
        message = _("expected digits from 0 to 9 and a transform, got row {row}: {text}")
        raise TessellaError(message.format(row=row, text=quote(transforms[row].tolist(), 120)))
    changed = np.empty_like(puzzles)
    transform_block(puzzles, np.ascontiguousarray(transforms), changed)
    return changed


def canonical(board: BoardLike) -> Board:
    """Return the canonical form of a puzzle's givens, for boxes of 3x3.

    >>> canonical(Board.parse("." * 40 + "5" + "." * 40)) == canonical(Board.parse("3" + "." * 80))
    True
    """
    board = read_board(board)
    refuse_variant(board)
    if board.box != (3, 3):
        message = _("expected boxes of 3x3, got {rows}x{cols}")
        raise PuzzleError(message.format(rows=board.box[0], cols=board.box[1]))
    forms, _transforms = canonical_many(np.array([board.givens], np.uint8))
    return Board.of_givens(forms[0].tolist())


def warm_up() -> None:
    """Call the kernels, so that they are compiled."""
    canonical_many(np.zeros((1, 81), np.uint8))
