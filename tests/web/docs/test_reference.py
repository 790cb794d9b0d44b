"""The reference: every public name, and docstrings as Markdown."""

import pytest

from tessella import errors, game2048, sudoku
from tessella.web.docs import reference


@pytest.mark.parametrize(("module", "found"), [("tessella.sudoku", sudoku), ("tessella.game2048", game2048)])
def test_every_public_name_has_an_entry(module: str, found: object) -> None:
    """What `dir()` lists is told of."""
    text = dict(reference.pages())[module.rpartition(".")[2]]
    assert reference.public_names(module) == sorted(dir(found), key=str.casefold)
    for name in dir(found):
        assert f"}} {name}" in text, name


def test_every_error_has_an_entry() -> None:
    """With the function that is public beside them."""
    assert {"TessellaError", "ParseError", "quote"} <= set(reference.public_names("tessella.errors"))
    assert errors.ParseError.__doc__


def test_tables_and_drawings_stay_as_they_are() -> None:
    """A table of a docstring and an indented drawing are blocks of text, a doctest a session."""
    text = reference.markdown("Say.\n\n=== ===\na   b\n=== ===\n\n    +-+\n\n>>> 1\n1")
    assert text == "Say.\n\n```text\n=== ===\na   b\n=== ===\n```\n\n```text\n+-+\n```\n\n```pycon\n>>> 1\n1\n```"


def test_types_are_written_short() -> None:
    """A signature names types as a reader knows them."""
    assert reference._signature(sudoku.rate) == "(board: Board) -> Rating"
