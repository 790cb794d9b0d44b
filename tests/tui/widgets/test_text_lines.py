"""Lines of styled text."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style

from tessella.i18n import sentence
from tessella.tui.widgets.text_lines import TextLines, fit, wrap

TEXTS = st.text("ab 撤销，。\n-", max_size=40)


@given(TEXTS, st.integers(2, 30))
def test_no_line_is_wider_than_its_room(text: str, columns: int) -> None:
    """Wrapped lines fit, and hold every character but blanks, in its order."""
    lines = wrap(text, columns)
    assert all(cell_len(line) <= columns for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(TEXTS.filter(lambda text: "\n" not in text), st.integers(2, 30))
def test_a_fitted_text_has_its_width(text: str, columns: int) -> None:
    """A text is filled up or cut to exactly its columns."""
    assert cell_len(fit(text, columns)) == columns


def test_sentences_begin_with_a_capital() -> None:
    """An error begins with a capital letter, but the name of a cell stays as it is."""
    assert sentence(ValueError("expected a move")) == "Expected a move"
    assert sentence("r1c2 is a given") == "r1c2 is a given"
    assert sentence("没有可以撤销的步骤") == "没有可以撤销的步骤"


PIECES = st.lists(st.sampled_from(["撤销", "提示 ", "  ", "12", "7"]).map(lambda text: (text, Style())), max_size=5)


@given(PIECES, PIECES, PIECES, PIECES)
def test_what_is_painted_again_begins_and_ends_between_pieces(
    head: list[tuple[str, Style]],
    old: list[tuple[str, Style]],
    new: list[tuple[str, Style]],
    tail: list[tuple[str, Style]],
) -> None:
    """Where a row keeps its width the part that is painted again holds what changed, and halves no wide character."""
    lines = TextLines("lines", base=Style())
    before, after = [*head, *old, *tail], [*head, *new, *tail]
    region = lines._difference(0, before, after)
    ends = [sum(cell_len(text) for text, _style in after[:count]) for count in range(len(after) + 1)]
    if ends[-1] == sum(cell_len(text) for text, _style in before) and before != after:
        assert region.x in ends
        assert region.right in ends
        shown = ("".join(text for text, _style in row) for row in (before, after))
        cells = [[char for char in row for _column in range(cell_len(char))] for row in shown]
        assert all(old == new or region.x <= x < region.right for x, (old, new) in enumerate(zip(*cells, strict=True)))
