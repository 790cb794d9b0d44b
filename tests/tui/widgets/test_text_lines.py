"""Lines of styled text."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tessella.i18n import sentence
from tessella.tui.widgets.text_lines import fit, wrap

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
