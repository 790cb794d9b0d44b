"""What an id asks of a player, and hints in practice."""

from tessella.sudoku import Board
from tessella.sudoku.generator.target import slug
from tessella.sudoku.rating.scale import RATINGS
from tessella.sudoku.solver import solutions
from tessella.sudoku.tutor.practice import LESSONS, hint, lesson

SEVERAL = (
    ".73+89+4+25..2......8+5.+1+2...4+9..........+1+24369.+5..5...6..+2586+1+9.+3.9...4.+182+1+34..2.9+6"
    "~6~1~46~69~1357~567~137~37~67~68~67~37~37~3467~4689~679~159~257~1578~38~127~1347~8~7~3478~489~179~278~178~12"
    "~34~47~47~6~67~35~35~7~78~5"
)
"""A position of a puzzle with five solutions, in which four cells look like a unique rectangle."""


def test_a_lesson_by_its_name() -> None:
    """Every lesson is found by the rater's name of its technique, which is also what its puzzles are made by."""
    names = {slug(name): name for name in RATINGS}
    assert all(lesson(names[here.slug]) is here for here in LESSONS.values())


def test_practice_of_rectangles_where_there_are_several_solutions() -> None:
    """What takes one solution for granted is no hint for a puzzle with several, in practice either."""
    board = Board.parse(SEVERAL)
    found = hint(board, LESSONS["unique-rectangle"])
    assert found.step is not None
    every = list(solutions(board.puzzle))
    assert len(every) == 5
    for one in every:
        assert all(one.digits[9 * row + col - 10] != digit for digit, row, col in found.step.eliminations)
        assert all(one.digits[9 * row + col - 10] == digit for digit, row, col in found.step.placements)
