"""Phrases of explanations."""

from support.techniques import examples
from tessella import i18n
from tessella.i18n import list_of
from tessella.sudoku import find_all
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.phrasing import Words, join_sentences, list_digits


def test_lists() -> None:
    """Words in a list are parted by commas and a last "and"; nothing is an empty list."""
    assert [list_of(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]
    assert list_digits([1, 10]) == "1 and A"
    with i18n.speaking("zh"):
        assert list_of(["a", "b", "c"]) == "a\u3001b\u3001c"


def test_sentences() -> None:
    """Sentences stand one after the other, in Chinese without a space."""
    assert join_sentences("A.", "B.", "C.") == "A. B. C."
    with i18n.speaking("zh"):
        assert join_sentences("A.", "B.") == "A.B."


def test_parts_of_a_step() -> None:
    """A sentence names the parts of a step in braces."""
    example = examples()["0800"]
    step = find_all(example.board, "XY-wing")[0]
    words = Words(step, Grid.of(example.board), lambda _inner: ("", ""))
    assert words.fill("{removed}") == step.candidates[0] or words.fill("{removed}") in words.fill("{digits}")
    assert {*words.fill("{kept},{removed}")} >= {*step.candidates}
    assert words.fill("{all_cells}").count("r") == 3
