"""What an id asks of a player, and hints in practice."""

import pytest

from tessella.errors import ParseError
from tessella.sudoku import Board, explain, find_all, generate, open_id, solve
from tessella.sudoku.explainer.search_order import scale_name
from tessella.sudoku.generation import takes_long
from tessella.sudoku.generator.target import slug
from tessella.sudoku.geometry import houses
from tessella.sudoku.rating.scale import RATINGS
from tessella.sudoku.solver import solutions
from tessella.sudoku.techniques.registry import TECHNIQUES, look_up
from tessella.sudoku.tutor.practice import LESSONS, course_id, drill_of, hint, lesson, taught

SEVERAL = (
    ".73+89+4+25..2......8+5.+1+2...4+9..........+1+24369.+5..5...6..+2586+1+9.+3.9...4.+182+1+34..2.9+6"
    "~6~1~46~69~1357~567~137~37~67~68~67~37~37~3467~4689~679~159~257~1578~38~127~1347~8~7~3478~489~179~278~178~12"
    "~34~47~47~6~67~35~35~7~78~5"
)
"""A position of a puzzle with five solutions, in which four cells look like a unique rectangle."""


def test_a_lesson_by_its_name() -> None:
    """Every lesson is found by its technique's name; where puzzles are generated for it, that is the rater's."""
    assert all(lesson(here.technique) is here is lesson(here.slug.upper()) for here in LESSONS.values())
    names = {slug(name) for name in RATINGS}
    assert {here.slug for here in LESSONS.values() if here.is_rated} <= names


@pytest.mark.parametrize("name", ["xy-wing", "xyz-wing", "x-wing", "swordfish", "naked-quad", "hidden-quad"])
def test_practice_shows_no_easier_technique_in_disguise(name: str) -> None:
    """What is practised says more than any easier step of the position, and a wing does not stand in one house."""
    shown = 0
    board = open_id(f"sudoku:technique={name}#5").start
    assert isinstance(board, Board)
    for here in explain(board):
        found = hint(here.board, LESSONS[name]).step
        if found is None or scale_name(found) != LESSONS[name].technique:
            continue
        shown += 1
        easier = [one.name for one in TECHNIQUES if one.rating and one.rating < RATINGS[LESSONS[name].technique]]
        steps = [step for one in easier for step in find_all(here.board, one)]
        assert not any(
            {*found.eliminations} <= {*step.eliminations} and {*found.placements} <= {*step.placements}
            for step in steps
        )
        cells = {*found.cells, *found.second}
        assert "wing" not in name or name == "x-wing" or not any(cells <= {*house} for house in houses((3, 3)))
    assert shown


def test_three_cells_in_one_house_are_no_wing() -> None:
    """Cells xy, xz and yz of one row are a naked triple, also where two of them share a box that loses z."""
    marks = {0: "12", 1: "13", 8: "23"}
    text = "." * 81 + "".join(f"~{marks.get(cell, '123456789')}" for cell in range(81))
    board = Board.parse(text)
    assert any({*step.cells} == {*marks} for step in find_all(board, "naked triple"))
    assert not find_all(board, "XY-wing")


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


@pytest.mark.parametrize(
    "slug", ["naked-pair", "xy-wing", "unique-rectangle", "direct-pointing", "skyscraper", "als-xz"]
)
def test_practice_begins_where_the_technique_is_needed(slug: str) -> None:
    """The first hint of a puzzle in a course is of its technique; what is entered by then is right."""
    opening = open_id(course_id(LESSONS[slug], "5", 2))
    assert isinstance(opening.start, Board)
    found = hint(opening.start, LESSONS[slug]).step
    assert found is not None
    assert LESSONS[slug].technique in (found.technique, look_up(found.code)[0].rated)
    solution = solve(opening.start.puzzle)
    assert not opening.start.mistakes(solution)
    marked = zip(opening.start.marks, solution.digits, strict=True)
    assert all(not mask or mask >> digit - 1 & 1 for mask, digit in marked)
    assert opening.start.digits != opening.start.givens or slug == "direct-pointing"
    assert not opening.edited


def test_the_puzzles_of_a_course_stay_the_same() -> None:
    """What is generated for a course is the puzzle that its recipe names, whatever is entered at the start."""
    opening = open_id("sudoku:technique=xy-wing#5.2")
    assert opening.whole == opening.start.puzzle == generate(5, 2, technique="xy-wing")
    for name in ("cell-forcing-chains", "naked-single"):
        assert open_id(f"sudoku:technique={name}#5").start.puzzle == generate(5, technique=name)
    assert open_id("sudoku:technique=xy-wing/180#5").start == generate(5, technique="xy-wing", symmetry="180")


def test_positions_are_turned_about() -> None:
    """A technique that no puzzles are generated for is practised in its positions, each time turned another way."""
    starts = [open_id(f"sudoku:technique=Sky_scraper#{seed}.{k}").start for seed in range(3) for k in range(3)]
    assert len(set(starts)) == len(starts)
    assert starts == [open_id(f"sudoku:technique=skyscraper#{seed}.{k}").start for seed in range(3) for k in range(3)]
    assert not takes_long("sudoku:technique=skyscraper#5")


@pytest.mark.parametrize(
    ("id", "message", "advice"),
    [
        ("sudoku:drill=xy-wnig#3", "expected a technique that has a lesson, got 'xy-wnig'", "did you mean xy-wing?"),
        ("sudoku:lesson=xy-wing#3", "expected a technique that has a lesson, got 'xy-wing#3'", "did you mean xy-wing?"),
        (
            "sudoku:drill=jellyfish#3",
            "expected a technique that has a lesson, got 'jellyfish'",
            "lessons: full-house, ",
        ),
        ("sudoku:drill=xy-wing#0", "expected a drill from 1 to 10, got '0'", ""),
        ("sudoku:drill=xy-wing#3.1", "expected a drill from 1 to 10, got '3.1'", ""),
    ],
)
def test_drills_that_there_are_not(id: str, message: str, advice: str) -> None:
    """One sentence says what was expected, and what is nearest."""
    with pytest.raises(ParseError) as refused:
        open_id(id)
    assert str(refused.value) == message
    assert refused.value.hint.startswith(advice)


def test_drills_by_any_name() -> None:
    """A drill is found by its technique's name however it is written; without a number it is the first."""
    assert open_id("sudoku:drill=XY wing").id == open_id("sudoku:drill=xy-wing#1").id == "sudoku:drill=xy-wing#1"
    assert taught("BUG+1").slug == "bug-plus-1"
    assert drill_of("sudoku:drill=xy-wing#10") == (LESSONS["xy-wing"], 10)
