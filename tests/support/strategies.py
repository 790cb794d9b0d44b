"""Which values does Hypothesis try? Strategies for the tests of both games."""

from functools import cache
from typing import Any

from hypothesis import strategies as st

from tessella import sudoku
from tessella.game2048 import DIRECTIONS, RULES, Board, Rules
from tessella.game2048.rules import MAX_MERGE_POINTS
from tessella.game2048.sliding import MERGING, Rows
from tessella.sudoku.rules.cells import Annotations

sizes = st.tuples(st.integers(2, 8), st.integers(2, 8))
seeds = st.integers(0, 2**64 - 1)
directions = st.sampled_from(DIRECTIONS)
mergings = st.sampled_from(MERGING)


@cache  # Hypothesis takes longer to make a strategy than to draw from it
def _exponents(most: int) -> st.SearchStrategy[int]:
    return st.one_of(st.just(0), st.integers(1, 3), st.integers(0, most))


@cache
def _targets(cells: int) -> st.SearchStrategy[int]:
    return st.just(0) | st.integers(3, cells + 1).map(lambda e: 1 << e)


@st.composite
def rows_2048(draw: st.DrawFn, shape: tuple[int, int] | None = None, most: int = 11) -> Rows:
    """Tiles up to 2**most, half of the cells empty, small tiles most often, so that there is something to merge."""
    height, width = shape or draw(sizes)
    exponents = _exponents(most)
    return tuple(tuple((1 << e if e else 0) for e in (draw(exponents) for _ in range(width))) for _ in range(height))


@st.composite
def rules_2048(draw: st.DrawFn) -> Rules:
    """Any rules that a game can have, presets among them."""
    if draw(st.booleans()):
        return draw(st.sampled_from(list(RULES.values())))
    height, width = draw(sizes)
    cells = height * width
    return Rules(
        rows=height,
        cols=width,
        target=draw(_targets(cells)),
        fours=draw(st.integers(0, 100)),
        merging=draw(mergings),
        points=draw(st.just(0) | st.integers(0, MAX_MERGE_POINTS)),
        tiles=draw(st.integers(1, min(cells, 5))),
        twos=draw(st.booleans()),
        ends=draw(st.booleans()),
    )


@st.composite
def boards_2048(draw: st.DrawFn) -> Board:
    """Any board, as it is after some moves or edited by hand."""
    rules = draw(rules_2048())
    if draw(st.booleans()):
        board = Board.start(rules, draw(seeds))
        for move in draw(st.lists(directions, max_size=20)):
            if move in board.moves():
                board = board.play(move)
        return board
    tiles = draw(rows_2048((rules.rows, rules.cols), most=min(rules.rows * rules.cols + 1, 17)))
    numbers = st.integers(0, 10**9)
    return Board.from_rows(tiles, rules, score=draw(numbers), seed=draw(seeds), ply=draw(numbers))


_WORDS_2048 = (
    "2048 : classic cascade sprint / # 42 score= ply= . 2 16 , 4x4 2x2 fours= 25 merging= once points= tiles= "
    "twos=yes ends=no _ x ０ ９９９９９９９９９９９９９９９９９９９９９９９９９９９９９９ - \x00 😀"
)
scraps_2048 = st.sampled_from([*_WORDS_2048.split(" "), " ", "\n"])
texts_2048 = st.text(max_size=40) | st.lists(scraps_2048, max_size=16).map("".join)
"""Texts that look like rules, boards and ids of 2048, or like nothing."""


# --- Sudoku ---

BOXES = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4), (4, 3), (2, 6), (4, 4), (3, 5), (5, 5)]

boxes = st.sampled_from(BOXES)


_kinds = st.lists(st.sampled_from(["given", "own", "marks"]), max_size=4)
_blanks = st.integers(1, 30)
_luck = st.randoms(use_true_random=True)


@st.composite
def plain_boards(draw: st.DrawFn, shapes: st.SearchStrategy[tuple[int, int]] = boxes) -> sudoku.Board:
    """Boards of any shape, conflicts and all: givens, own digits and pencil marks, crowded or nearly blank."""
    box = draw(shapes)
    size = box[0] * box[1]
    kinds = draw(_kinds) + ["blank"] * draw(_blanks)
    luck = draw(_luck)
    cells = [luck.choice(kinds) for _ in range(size * size)]
    digits = tuple(luck.randint(1, size) if kind in ("given", "own") else 0 for kind in cells)
    givens = tuple(digit if kind == "given" else 0 for digit, kind in zip(digits, cells, strict=True))
    marks = tuple(luck.getrandbits(size) & luck.getrandbits(size) if kind == "marks" else 0 for kind in cells)
    return sudoku.Board(box, givens, digits, marks)


@cache
def _annotations(size: int) -> st.SearchStrategy[tuple[Any, ...]]:
    """Corner marks, colours of cells and of candidates, lines, and covered marks."""
    cells, colours = st.integers(0, size * size - 1), st.integers(1, 511)
    candidates = st.tuples(cells, st.integers(1, size))
    marks = st.dictionaries(cells, st.integers(1, (1 << size) - 1), max_size=4)
    return st.tuples(
        marks,
        st.dictionaries(cells, colours, max_size=4),
        st.dictionaries(candidates, colours, max_size=4),
        st.sets(st.tuples(candidates, candidates).filter(lambda ends: ends[0] < ends[1]), max_size=3),
        marks,
    )


@st.composite
def sudoku_boards(draw: st.DrawFn, shapes: st.SearchStrategy[tuple[int, int]] = boxes) -> sudoku.Board:
    """Boards as `plain_boards` has them, half of them with corner marks, colours, lines and covered marks."""
    board = draw(plain_boards(shapes))
    if draw(st.booleans()):
        return board
    corners, colours, coloured, lines, covered = draw(_annotations(board.size))

    def listed(found: dict[Any, int]) -> tuple[Any, ...]:
        return tuple(sorted(found.items()))

    def free(marks: dict[int, int]) -> dict[int, int]:
        return {cell: mask for cell, mask in marks.items() if not board.givens[cell]}

    drawn = Annotations(listed(free(corners)), listed(colours), listed(coloured), tuple(sorted(lines)))
    under = free(covered)
    marks = tuple(under.get(cell, mask) for cell, mask in enumerate(board.marks))
    return sudoku.Board(board.box, board.givens, board.digits, marks, drawn)


@st.composite
def sudoku_puzzles(draw: st.DrawFn, shapes: st.SearchStrategy[tuple[int, int]] = boxes) -> sudoku.Board:
    """Boards with givens only, conflicts and all."""
    return draw(sudoku_boards(shapes)).puzzle
