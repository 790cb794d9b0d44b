"""Which values does Hypothesis try? Strategies for the tests of both games."""

from hypothesis import strategies as st

from tessella.sudoku import Board

BOXES = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4), (4, 3), (2, 6), (4, 4), (3, 5), (5, 5)]

boxes = st.sampled_from(BOXES)


@st.composite
def sudoku_boards(draw: st.DrawFn, shapes: st.SearchStrategy[tuple[int, int]] = boxes) -> Board:
    """Boards of any shape, conflicts and all: givens, own digits and pencil marks."""
    box = draw(shapes)
    size = box[0] * box[1]
    kind = st.sampled_from(["blank", "blank", "given", "own", "marks"])
    kinds = draw(st.lists(kind, min_size=size * size, max_size=size * size))
    randomness = draw(st.randoms(use_true_random=False))
    digits = tuple(randomness.randint(1, size) if kind in ("given", "own") else 0 for kind in kinds)
    givens = tuple(digit if kind == "given" else 0 for digit, kind in zip(digits, kinds, strict=True))
    marks = tuple(randomness.getrandbits(size) if kind == "marks" else 0 for kind in kinds)
    return Board(box, givens, digits, marks)


@st.composite
def sudoku_puzzles(draw: st.DrawFn, shapes: st.SearchStrategy[tuple[int, int]] = boxes) -> Board:
    """Boards with givens only, conflicts and all."""
    board = draw(sudoku_boards(shapes))
    return board.puzzle
