"""The registry: every technique declared once, found by its names and codes."""

import random
from pathlib import Path

import pytest

from support.techniques import board_of, check_sound, examples, library_codes
from tessella import i18n
from tessella.errors import ParseError
from tessella.sudoku import Board, find_all, solve
from tessella.sudoku.rating.scale import RATINGS
from tessella.sudoku.techniques.registry import BY_LOOKING, TECHNIQUES, WITH_CANDIDATES, look_up, rated_as


@pytest.mark.parametrize("name", ["x wing", "X-WING", "0300", "0300-1", " xwing "])
def test_names(name: str) -> None:
    """Names are read without regard to case, spaces and hyphens, and a variant that is none is no matter."""
    board = board_of(rows={(5, 2): "37", (5, 6): "37"})
    assert [step.technique for step in find_all(board, name)] == ["X-wing"]


def test_unknown_name() -> None:
    """An unknown technique is refused, and quoted."""
    with pytest.raises(ParseError, match="'guessing'"):
        find_all(Board.empty(), "guessing")


def test_blank_marks_are_all_candidates() -> None:
    """A board without any pencil mark is read as marked in full."""
    board = Board.parse("1...|..2.|.3..|...4")
    assert find_all(board, "0002") == find_all(board.play("~"), "0002") != []


def test_every_technique_is_declared_once() -> None:
    """No two techniques share a code or a name, and each has an example."""
    assert len({one.code for one in TECHNIQUES}) == len({one.name for one in TECHNIQUES}) == len(TECHNIQUES) > 150
    assert sorted(examples()) == sorted(one.code for one in TECHNIQUES)


@pytest.mark.parametrize("language", list(i18n.LANGUAGES))
def test_every_technique_has_a_name(language: str) -> None:
    """Every technique has a title of its own in every language."""
    with i18n.speaking(language):
        titles = [technique.title for technique in TECHNIQUES]
    assert len(set(titles)) == len(titles)


def test_the_order_of_teaching_is_of_techniques() -> None:
    """What people try, by looking or with candidates, is declared, and nothing is tried twice."""
    for codes in (BY_LOOKING, WITH_CANDIDATES):
        assert len({*codes}) == len(codes)
        assert all(look_up(code)[0].code == code.partition("-")[0] for code in codes)


def test_every_rated_technique_is_declared() -> None:
    """Every name on Sudoku Explainer's scale is the name of techniques, and their rating is the scale's."""
    for name, tenths in RATINGS.items():
        if name.startswith("hidden single"):
            continue
        techniques = rated_as(name)
        assert techniques, name
        assert {technique.rating for technique in techniques} <= {tenths, None}


def test_library_is_covered(sudoku_data: Path) -> None:
    """No technique of HoDoKu's regression library is left out."""
    assert {*library_codes(sudoku_data)} <= {technique.code for technique in TECHNIQUES}


def test_sound_in_hard_puzzles(sudoku_data: Path) -> None:
    """The first positions of hard puzzles hold no trap for the techniques that are quick there."""
    lines = (sudoku_data / "top1465.txt").read_text(encoding="utf-8").split()
    families = "00", "01", "02", "04", "05", "06", "08", "d0", "ap", "at", "bu"
    quick = [one for one in TECHNIQUES if one.code.startswith(families)]
    found = 0
    for line in random.Random(7).sample(lines, 8):
        board = Board.parse(line)
        for technique in quick:
            found += len(check_sound(technique, board.play("~"), solve(board).digits))
    assert found > 100
