"""The registry of games, and what layers have for each."""

import pytest

from tessella import games
from tessella.errors import ParseError, RulesError
from tessella.i18n import speaking
from tessella.sudoku import Board, notation


def test_each_game_fulfils_the_protocol() -> None:
    """Every game opens its ids, and its positions are complete as text."""
    assert list(games.GAMES) == ["2048", "sudoku"]
    for name in games.GAMES:
        opening = games.open_id(f"{name}:#1" if name == "sudoku" else f"{name}:classic#1")
        assert games.name_of(opening.id) == name
        assert games.GAMES[name].Board.parse(opening.start.to_text()) == opening.start
        assert (opening.start.is_over(), opening.start.is_won()) == (False, False)


def test_a_feature_is_found_by_id_or_name() -> None:
    """A feature is imported when it is asked for; an unknown game is refused with the names of those there are."""
    features: games.PerGame[object] = games.PerGame({"2048": "tessella.game2048:Board", "sudoku": "tessella.nowhere"})
    assert features["2048:classic#42"] is features["2048"]
    assert "2048" in features
    assert "chess" not in features
    with pytest.raises(ParseError, match="expected a game, one of 2048, sudoku, got 'chess'"):
        features["chess:1"]
    with pytest.raises(ModuleNotFoundError):
        features["sudoku"]


@pytest.mark.parametrize(
    ("id", "is_slow"),
    [
        ("2048", False),
        ("2048:daily", False),
        ("sudoku", False),
        ("sudoku:#7", False),
        ("sudoku:53..7", False),
        ("chess", False),
        (" sudoku:hard#7 ", True),
        ("sudoku:daily", True),
        ("sudoku:2x3#1", True),
        ("sudoku:technique=xy-wing#1.3", True),
    ],
)
def test_what_takes_long_is_known_before(id: str, is_slow: bool) -> None:  # noqa: FBT001 - a parameter
    """Whether making what an id asks for takes seconds is read off its text; what names no game is refused later."""
    assert games.takes_long(id) == is_slow


@pytest.mark.parametrize("id", ["sudoku:search=2/hard#5", "sudoku:hard#x", "sudoku:clues=4/hard#1"])
def test_an_id_that_can_be_none_is_refused_before_it_is_made(id: str) -> None:
    """A recipe or a seed that nothing can be made of is an error at once."""
    with pytest.raises(ValueError, match="expected"):
        games.takes_long(id)


def test_an_id_is_found_in_what_was_typed() -> None:
    """The game that one is at is tried first; full names need none."""
    assert games.find_id(" ｓｕdoku:hard#7 ") == "sudoku:hard#7"
    assert games.find_id("hard#7") == "sudoku:hard#7"
    assert games.find_id("2 4 / 4 .", "sudoku") == "2048::2 4 / 4 ."


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("nonsense", "expected a game such as 2048:sprint or sudoku:killer/hard#7, or a puzzle, got 'nonsense'"),
        ("killer/frob", "expected a variant, a level"),
        ("sprint/frob", "expected rules such as classic"),
        ("4x4/32/frob", "expected rules such as classic"),
    ],
)
def test_what_was_typed_is_refused_by_the_game_that_it_speaks_of(typed: str, said: str) -> None:
    """A text of which a game knows a part is refused as that game does; of any other all games are named."""
    for game in games.GAMES:
        with pytest.raises(ValueError, match="expected") as refused:
            games.find_id(typed, game)
        assert str(refused.value).startswith(said) or typed[0] == "4"


@pytest.mark.parametrize(
    ("id", "title"),
    [
        ("2048:classic", "2048 classic"),
        ("2048:daily/2026-11-20", "2026-11-20 的 2048"),
        ("2048:classic:..2./..../.4../....#42", "2048 classic，经过编辑"),
        ("sudoku:#42", "数独"),
        ("sudoku:hard/mirror/2x3#42.1", "数独 · 困难 · 左右 · 6x6"),
        ("sudoku:minimal/full#42", "数独 · 极小 · 全对称"),
        ("sudoku:daily/2026-11-20/easy", "2026-11-20 的数独 · 简单"),
        ("sudoku:daily/2026-11-20", "2026-11-20 的数独"),
        ("sudoku:drill=pointing#3", "宫区块，练习题 3"),
        ("sudoku:lesson=pointing", "宫区块"),
        ("sudoku:technique=pointing#42", "宫区块，题目 1"),
        ("sudoku:technique=pointing", "宫区块"),
        (
            "sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "数独 53..7....6..",
        ),
    ],
)
def test_a_title_says_in_plain_words_what_an_id_is(id: str, title: str) -> None:
    """A title holds no seed, so it can be told of a game whose seed is secret."""
    with speaking("zh"):
        assert games.GAMES[id].title(id).removesuffix("...") == title


def test_links_are_found() -> None:
    """A link or a line of another program that was typed is the puzzle in it."""
    board = Board.parse("." * 80 + "1;killer:sum=10:r1c1r1c2")
    for form in ("fpuzzles", "scl", "penpa", "iss"):
        found = games.find_id(notation.write(board, form).strip())
        assert games.open_id(found).start == board, form
    with pytest.raises(ParseError, match="holds its puzzle"):
        games.find_id("https://sudokupad.app/x12", "2048")
    with pytest.raises(RulesError, match="anti-knight"):
        games.find_id("." * 81 + ";anti-knight", "2048")
