"""Parts of data sets: their rows against puzzles that are generated, solved and rated one at a time."""

from itertools import pairwise

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tessella.errors import PuzzleError
from tessella.sudoku import canonical, generate, open_id, solve
from tessella.sudoku.datasets.parts import make_part
from tessella.sudoku.datasets.recipe import Made
from tessella.sudoku.generator.target import slug
from tessella.sudoku.rating.rater import rate_in_plain


def test_rows_are_the_puzzles_of_the_seed() -> None:
    """A row holds what the plain generator, solver and rater say of the puzzle with its number."""
    for number, row in enumerate(make_part(Made("easy/180", 7), 3, 4).to_pylist(), 3):
        board = generate(7, number, level="easy", symmetry="180")
        rating = rate_in_plain(board)
        assert rating
        assert open_id(row["id"]).start == board
        assert (row["puzzle"], row["solution"]) == (board.to_text(), solve(board).to_text())
        assert (row["er"], row["ep"], row["ed"], row["level"]) == (rating.er, rating.ep, rating.ed, rating.level)
        assert (row["steps"], row["bottlenecks"]) == (len(rating.path), rating.bottlenecks)
        used = {slug(name).replace("-", "_"): n for name, n in rating.techniques.items()}
        assert {name: n for name, n in row["techniques"].items() if n} == used
        assert (row["status"], row["clues"]) == ("proper", sum(map(bool, board.givens)))
        assert row["symmetry"] in {"180", "90", "full"}


@settings(max_examples=10)
@given(st.lists(st.integers(0, 12), min_size=1, max_size=4))
def test_a_part_does_not_depend_on_where_it_is_cut(cuts: list[int]) -> None:
    """The rows of a range are the same however it is taken apart."""
    ends = [0, *sorted(cuts), 12]
    pieces = [make_part(Made("minimal", 3), a, b - a) for a, b in pairwise(ends) if b > a]
    assert pa.concat_tables(pieces).equals(make_part(Made("minimal", 3), 0, 12))


def test_the_canonical_column_is_equal_for_the_same_puzzle_in_disguise() -> None:
    """Two puzzles have one hash if they have one canonical form, and else two."""
    rows = make_part(Made("easy", 1), 0, 6).to_pylist()
    forms = [canonical(open_id(row["id"]).start).to_text() for row in rows]
    assert len({row["canonical"] for row in rows}) == len(set(forms)) == 6


def test_what_cannot_be_had() -> None:
    """A recipe that is not for bulk is refused in a sentence."""
    with pytest.raises(PuzzleError, match="boxes of 3x3"):
        make_part(Made("2x3", 1), 0, 1)
