"""Random full grids, and random symmetries of a puzzle."""

from collections.abc import Iterable, Sequence

from tessella.errors import whole_number
from tessella.rng import MASK, SplitMix64, fold
from tessella.sudoku.board import Board, BoardLike, read_board
from tessella.sudoku.geometry import Box, bits, digits_of
from tessella.sudoku.rules.cells import refuse_variant


def full_grid(box: Box, rng: SplitMix64) -> list[int]:
    """Return a random full grid, the digits from 1, row by row.

    Band after band: every column of a stack first takes the digits that it will hold in this band, then these are
    dealt to the rows. Both are perfect matchings of a regular graph, so there always is one (Hall's theorem) and
    nothing is ever taken back. The grid is then turned about by a random symmetry, so that no place is special.
    """
    height, width = box
    size = height * width
    missing = [(1 << size) - 1] * size
    rows: list[list[int]] = []
    for _band in range(width):
        hands = [0] * size
        for first in range(0, size, width):
            columns = [first + i // height for i in range(size)]
            for column, digit in zip(columns, _match([missing[c] for c in columns], rng), strict=True):
                hands[column] |= 1 << digit
        missing = [lacks & ~hand for lacks, hand in zip(missing, hands, strict=True)]
        for _row in range(height):
            row = _match(hands, rng)
            hands = [hand & ~(1 << digit) for hand, digit in zip(hands, row, strict=True)]
            rows.append(row)
    down = shuffled_lines(width, height, rng)
    across = shuffled_lines(height, width, rng)
    names = shuffled(range(1, size + 1), rng)
    if height == width and rng.below(2):
        return [names[rows[r][c]] for c in across for r in down]
    return [names[rows[r][c]] for r in down for c in across]


def shuffle(board: BoardLike, seed: int) -> Board:
    """Return a puzzle that is essentially the same as the givens of `board`, but looks different.

    Rows, columns, bands, stacks and digits change places, and where boxes are square the whole may turn over its
    diagonal; each way is as likely as any other, and a seed names one. All deductions stay the same; a rating may
    change a little, as it takes the first step that is found, and another one may now come first.

    >>> before = Board.parse("1...|..2.|.3..|...4")
    >>> after = shuffle(before, 42)
    >>> after == shuffle(before, 42), sum(map(bool, after.givens))
    (True, 4)
    """
    board = read_board(board)
    refuse_variant(board)
    cells, names = _symmetry(board.box, whole_number(seed, "seed", 0, MASK))
    return Board.of_givens((names[board.givens[cell]] for cell in cells), board.box)


def shuffle_position(board: Board, seed: int) -> Board:
    """Return a position with its digits and centre marks changed as `shuffle` changes the givens.

    >>> shuffle_position(Board.parse("1...|..2.|.3..|...4"), 42) == shuffle(Board.parse("1...|..2.|.3..|...4"), 42)
    True
    """
    cells, names = _symmetry(board.box, seed)
    givens, digits = ([names[values[cell]] for cell in cells] for values in (board.givens, board.digits))
    marks = (sum(1 << names[digit] - 1 for digit in digits_of(board.marks[cell])) for cell in cells)
    return Board(board.box, tuple(givens), tuple(digits), tuple(marks))


def _symmetry(box: Box, seed: int) -> tuple[list[int], list[int]]:
    """Return which cell comes to each cell, and which digit takes the place of each, 0 for a blank."""
    height, width = box
    size = height * width
    rng = SplitMix64(fold([height, width, seed]))
    down = shuffled_lines(width, height, rng)
    across = shuffled_lines(height, width, rng)
    names = [0, *shuffled(range(1, size + 1), rng)]
    is_turned = height == width and rng.below(2)
    return [size * c + r if is_turned else size * r + c for r in down for c in across], names


def shuffled(items: Iterable[int], rng: SplitMix64) -> list[int]:
    """Return the items in a random order."""
    order = list(items)
    rng.shuffle(order)
    return order


def shuffled_lines(blocks: int, length: int, rng: SplitMix64) -> list[int]:
    """Return the rows (or columns) of a grid with the blocks shuffled, and the lines in each of them."""
    order = shuffled(range(blocks), rng)
    return [line for block in order for line in shuffled(range(block * length, (block + 1) * length), rng)]


def _match(hands: Sequence[int], rng: SplitMix64) -> list[int]:
    """Return one digit of every hand (a mask), all of them different.

    A hand takes one of its digits that are still free, at random; where none is free, exchanges make one free.
    """
    free = (1 << len(hands)) - 1
    taken: list[int] = []
    owner = [-1] * len(hands)
    for number, hand in enumerate(hands):
        if choice := hand & free:
            for _skipped in range(rng.below(choice.bit_count())):
                choice &= choice - 1
            digit = (choice & -choice).bit_length() - 1
            taken.append(digit)
            owner[digit] = number
        else:
            taken.append(-1)
            digit = _exchange(hands, taken, owner)
        free ^= 1 << digit
    return taken


def _exchange(hands: Sequence[int], taken: list[int], owner: list[int]) -> int:
    """Give the last hand a digit by the shortest chain of exchanges, lowest digits first.

    Every hand on the chain takes the digit that the next one gives up; the free digit at its end is returned.
    """
    asker = dict[int, int]()
    waiting = [len(taken) - 1]
    for hand in waiting:
        for digit in bits(hands[hand]):
            if digit in asker:
                continue
            asker[digit] = hand
            if owner[digit] >= 0:
                waiting.append(owner[digit])
                continue
            given = digit
            while given >= 0:
                taker = asker[given]
                owner[given] = taker
                taken[taker], given = given, taken[taker]
            return digit
    raise AssertionError  # Hall's theorem: a regular graph has a perfect matching
