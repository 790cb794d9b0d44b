"""Positions that are turned about: they stay what they were."""

import pytest

from tessella.sudoku import Board, count, solve
from tessella.sudoku.rules.checker import is_solved
from tessella.sudoku.tutor import lessons
from tessella.sudoku.tutor.practice import LESSONS, drill, position
from tessella.sudoku.tutor.turning import turn

VARIANTS = ["kropki-dots", "ends-of-a-thermometer", "high-and-low-on-a-whisper-line", "arrow-sum", "cage-combination"]
VARIANTS += ["rule-of-45", "sandwich-range"]


@pytest.mark.parametrize("slug", VARIANTS)
def test_a_course_in_a_technique_of_variants_looks_different(slug: str) -> None:
    """Turned positions differ, have one solution that keeps their rules, and the technique applies in them."""
    lesson = LESSONS[slug]
    seen = {position(lesson, lessons.count(slug) * n, 0) for n in range(12)}
    assert len(seen) > 4
    for board in sorted(seen, key=Board.to_text)[:2]:
        assert count(board.puzzle) == 1
        answer = solve(board.puzzle)
        assert is_solved(answer.digits, board.rules)
        assert not board.mistakes(answer)
        assert all(mask >> digit - 1 & 1 for mask, digit in zip(board.marks, answer.digits, strict=True) if mask)
        assert drill(lesson, board).steps


def test_rules_that_are_not_known_to_bear_it_stay() -> None:
    """What names rows or columns is left as it is."""
    board = Board.parse("1...............;row_indexer:r1c1")
    assert {turn(board, seed) for seed in range(20)} == {board}
