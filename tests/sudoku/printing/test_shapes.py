"""Shapes on a page."""

from tessella.sudoku.printing.shapes import Line, Page, Text, text_width


def test_the_texts_of_a_page() -> None:
    """A page lists its texts in the order in which they are drawn."""
    texts = [Text(1, 1, "a", 9), Text(2, 2, "b", 9)]
    assert list(Page(10, 10, (texts[0], Line(0, 0, 1, 1, 1), texts[1])).texts) == texts


def test_widths() -> None:
    """A text is as wide as its characters; a Chinese one is wider than a Latin one."""
    assert text_width("") == 0
    assert text_width("12") == 2 * text_width("1") < text_width("数独")
