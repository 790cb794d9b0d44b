"""Arrays of generated puzzles."""

from typing import Any

import numpy as np
import pytest

from support import reference
from tessella.errors import TessellaError
from tessella.sudoku import generate_many, is_proper_many


def test_how_many_and_how_many_threads_do_not_matter() -> None:
    """The first puzzles of many are the puzzles of few, whatever the threads, in every size around a block."""
    many = generate_many(4200, seed=3, threads=2)
    assert (generate_many(4200, seed=3, threads=1) == many).all()
    for n in (0, 1, 511, 512, 513):
        assert (generate_many(n, seed=3) == many[:n]).all()
    assert is_proper_many(many).all()


def test_minimal_by_the_reference() -> None:
    """Puzzles made in bulk have one solution, and several without any of their givens."""
    for puzzle in generate_many(5, seed=9).tolist():
        assert len(list(zip(range(2), reference.sudoku_solutions(puzzle), strict=False))) == 1
        for cell in range(81):
            if puzzle[cell]:
                rest = [0 if other == cell else digit for other, digit in enumerate(puzzle)]
                assert len(list(zip(range(2), reference.sudoku_solutions(rest), strict=False))) == 2


def test_minimal_by_the_engine() -> None:
    """None of thousands of puzzles made in bulk can spare a given."""
    puzzles = generate_many(2000, seed=10)
    which, cell = puzzles.nonzero()
    without = puzzles[which]
    without[np.arange(len(which)), cell] = 0
    assert is_proper_many(puzzles).all()
    assert not is_proper_many(without).any()


@pytest.mark.parametrize(
    ("n", "options", "words"),
    [
        (1, {"clues": 19}, "expected at least 20 clues in bulk, got 19"),
        (1, {"clues": 14}, "expected 17 to 81 clues, got 14"),
        (1, {"clues": "few"}, "got 'few'"),
        (1, {"symmetry": "x"}, "got 'x'"),
        (-1, {}, "from 0 up, got '-1'"),
        (1, {"seed": -1}, "as seed, got '-1'"),
        (1, {"threads": 0}, "at least one thread, got 0"),
    ],
)
def test_refusals(n: int, options: dict[str, Any], words: str) -> None:
    """What bulk making does not do is refused with the reason."""
    with pytest.raises(TessellaError) as refused:
        generate_many(n, **options)
    assert words in str(refused.value)
