"""Techniques as they are declared."""

from support.techniques import board_of
from tessella import i18n
from tessella.sudoku.techniques.fish import BASIC
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.registry import look_up
from tessella.sudoku.techniques.technique import narrow_first


def test_ratings() -> None:
    """A technique has a rating where Sudoku Explainer rates all its steps alike."""
    ratings = [look_up(code)[0].rating for code in ("0300", "0602", "0400", "c1", "bug1")]
    assert ratings == [32, None, None, None, 56]


def test_names_are_put_together_in_every_language() -> None:
    """The name of a fish is made of its kind and its size."""
    franken = look_up("finned Franken swordfish")[0]
    assert franken.title == franken.name
    with i18n.speaking("zh"):
        assert franken.title.endswith(BASIC[3].title)
        assert franken.title != BASIC[3].title


def test_the_narrow_form_goes_first() -> None:
    """What a wide form finds is added only for candidates that the narrow one has nothing for."""
    board = board_of(rows={(5, 2): "37", (5, 6): "37"})
    find = BASIC[2].find
    steps = list(find(Grid.of(board)))
    assert list(narrow_first(Grid.of(board), find, find)) == steps != []
    assert list(narrow_first(Grid.of(board), lambda _grid: iter(()), find)) == steps
