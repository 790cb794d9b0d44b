"""What is checked before the screen is drawn."""

import pytest

from tessella import games
from tessella.errors import ParseError


@pytest.mark.parametrize("text", ["sudoku:maker=1/hard#5", "sudoku:search=1/hard#5", "sudoku:maker=1/search=1/hard"])
def test_an_id_may_name_the_versions(text: str) -> None:
    """An id that says which maker and search it means is made on the screen like any other; a false one is not."""
    assert games.takes_long(text)
    with pytest.raises(ParseError, match="got 'search=2'"):
        games.takes_long("sudoku:search=2/hard#5")
