"""Levels of variants."""

import pytest

from tessella.errors import PuzzleError
from tessella.sudoku import count, generate, open_id, rate
from tessella.sudoku.generator.variants.ladder import BEGINNER, EASY, HARD, MEDIUM, Ladder
from tessella.sudoku.rating.levels import LEVELS
from tessella.sudoku.rules.ruleset import Rules

COMMON = ["killer", "jigsaw", "x", "thermo", "arrow", "kropki", "whisper", "anti_king"]


@pytest.mark.parametrize("name", COMMON)
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_puzzle_has_its_level(name: str, level: str) -> None:
    """The steps of the level solve it, those of the level before do not, and it has one solution."""
    board = generate(3, level=level, variant=name)
    ladder, place = Ladder(board.rules), [*LEVELS].index(level)
    assert ladder.solves(board.givens, place)
    assert not ladder.solves(board.givens, place - 1)
    assert not Ladder(Rules()).solves(board.givens, place)
    assert count(board) == 1


@pytest.mark.parametrize(
    ("name", "level"), [("killer", "hard"), ("killer", "expert"), ("thermo", "hard"), ("x", "extreme")]
)
def test_a_hard_puzzle_has_its_level(name: str, level: str) -> None:
    """Beyond medium too, a puzzle has one solution, and the steps of the level before do not lead to it."""
    board = generate(3, level=level, variant=name)
    ladder, place = Ladder(board.rules), [*LEVELS].index(level)
    assert level == "extreme" or ladder.solves(board.givens, place)
    assert not ladder.solves(board.givens, place - 1)
    assert count(board) == 1


@pytest.mark.parametrize("name", ["x", "jigsaw"])
def test_levels_of_house_shapes_are_those_of_ratings(name: str) -> None:
    """Where the rules are houses, the rating is that of the level."""
    for level in ("beginner", "medium", "hard", "expert"):
        assert rate(generate(3, level=level, variant=name)).level == level


def test_an_id_has_variants_and_a_level() -> None:
    """The same id opens the same puzzle however it is written, and it ranks by both."""
    first = open_id("sudoku:killer/easy#42")
    assert open_id("sudoku:easy/killer#42").start == first.start
    assert first.table == "sudoku:killer/easy"
    assert first.start.constraints != open_id("sudoku:killer/medium#42").start.constraints or first.start.givens


def test_what_a_level_has_not_is_told() -> None:
    """Where no grid gives a puzzle of a level, that is one sentence."""
    with pytest.raises(PuzzleError, match="gave up after 48 grids, none of which has a puzzle like that: x/extreme"):
        generate(1, level="extreme", variant="x", box=(2, 2))


def test_clues_count_by_their_blank_cells() -> None:
    """A cage of two cells is for easy and above, one of four for medium, one of five for hard; thermometers differ."""
    ladder = Ladder(Rules.parse("killer:sum=3:r1c1r1c2;thermo:r6c6r6c7r6c8r6c9r7c9"))
    cage, line = ladder.types.index("killer"), ladder.types.index("thermo")
    assert [ladder.level_of(cage, blanks) for blanks in (1, 2, 4, 5)] == [BEGINNER, EASY, MEDIUM, HARD]
    assert [ladder.level_of(line, blanks) for blanks in (1, 2, 5)] == [BEGINNER, EASY, EASY]
