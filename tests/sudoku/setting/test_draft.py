"""Drafts of a setter: their moves, their ids, and what they refuse."""

from pathlib import Path

import pytest

from support.variant_puzzles import puzzles
from tessella import games
from tessella.errors import MoveError, ParseError, RulesError, TessellaError
from tessella.sudoku.generation import MAX_RULES
from tessella.sudoku.setting.draft import Draft, open_id


def test_moves_put_and_take_away() -> None:
    """Givens, regions and rules come and go; erasing takes the givens of some cells first, then their rules."""
    draft = Draft.blank(4).play("r1c1,r2c3=2").play("+killer:sum=5:r1c1r1c2;+anti_king")
    assert draft.to_text() == "2.....2.........;anti_king;killer:sum=5:r1c1r1c2"
    without_givens = draft.play("r1c1,r2c3-")
    assert without_givens.to_text() == "................;anti_king;killer:sum=5:r1c1r1c2"
    assert without_givens.play("r1c2-").to_text() == "................;anti_king"
    assert draft.play("-anti_king;+anti_knight").rules.to_text() == "anti_knight;killer:sum=5:r1c1r1c2"
    assert draft.play("!6x6").size == 6
    assert draft.play("!1.....2..3.....4;anti_knight").givens[0] == 1


def test_digits_may_begin_at_0() -> None:
    """Where the lowest digit is 0, that is a given as well, and the highest is one less."""
    draft = Draft.blank(4).play("+digits:lowest=0").play("r1c1=0")
    assert draft.givens[0] == 1
    assert Draft.parse(draft.to_text()) == draft
    with pytest.raises(ParseError, match="digit"):
        draft.play("r1c2=4")


def test_regions_are_put_one_by_one() -> None:
    """A region takes its cells from those that had them; a cell of none is a cell of no house but row and column."""
    draft = Draft.blank(4).play("r1c1,r1c2,r2c1,r2c2#").play("r1c2,r1c3,r1c4,r2c4#")
    assert draft.rules.regions == ((0, 4, 5), (1, 2, 3, 7))
    with pytest.raises(RulesError, match="at most 4 cells"):
        draft.play("r1c1,r1c2,r1c3,r1c4,r2c1#")


@pytest.mark.parametrize(
    "move",
    [
        "",
        "r1c1",
        "r1c9=3",
        "r1c1=9",
        "!hello",
        "!5x6",
        "!99",
        "+foo",
        "-killer:r1c1",
        "r1c1-",
        "+killer:sum=x:r1c1",
        "+",
    ],
)
def test_what_cannot_be_is_a_sentence(move: str) -> None:
    """A change that is none, of cells or rules that are not there, or that changes nothing, is refused."""
    with pytest.raises(TessellaError):
        Draft.blank(4).play(move)


def test_rules_have_a_limit() -> None:
    """A draft has no more rules than an id can carry, so that it can always be shared and played."""
    cages = ";".join(f"+sum:sum={n}:" + "r1c1" * 100 for n in range(20))
    with pytest.raises(RulesError, match="at most 4000 characters"):
        Draft.blank(9).play(cages)


def test_ids() -> None:
    """A new draft has a number of its own; that of a puzzle is named by it, and drops what a player has written."""
    assert open_id("setting:9x9").id != open_id("setting:9x9").id
    assert open_id("setting:6x6#7") == open_id("setting:6#7")
    assert open_id("setting:1+2..34..2.4.4.1.;anti_king").id == "setting:1...34..2.4.4.1.;anti_king"
    assert games.open_id("setting:12x12#1").start.to_text() == "." * 144
    assert "setting" in games.GAMES
    assert "setting" not in list(games.GAMES)
    with pytest.raises(ParseError, match="expected a game, one of 2048, sudoku") as refusal:
        games.PerGame[object]({"2048": "", "sudoku": ""})["setting:9x9"]
    assert refusal.value.hint == "a draft opens on the page: tessella web"
    for text in ("setting:nonsense", "setting:3x3", "setting:9x9#x", "sudoku:9x9"):
        with pytest.raises((ParseError, RulesError)):
            open_id(text)


@pytest.mark.parametrize("size", range(4, 17))
def test_a_blank_grid_of_every_size(size: int) -> None:
    """Grids of 4 to 16 rows begin empty, without boxes where none fit, and are read back as they were written."""
    draft = Draft.blank(size)
    assert Draft.parse(draft.to_text()) == draft
    assert bool(draft.constraints) == (size in (5, 7, 11, 13))
    with pytest.raises(MoveError, match="nothing would change"):
        draft.play(f"!{size}x{size}")


def test_every_puzzle_can_be_set_on(variant_data: Path) -> None:
    """Each puzzle that an id can carry becomes a draft with the same rules, also when they come one by one."""
    for one in puzzles(variant_data, "std_generated.jsonl"):
        rules = one.rules.to_text()
        if len(rules) > MAX_RULES:
            continue
        draft = again = Draft.of(f"{one.givens};{rules}" if rules else one.givens)
        for rule in draft.constraints:
            again = again.play(f"-{rule.to_text(draft.size)}")
        for rule in draft.constraints:
            again = again.play(f"+{rule.to_text(draft.size)}")
        assert again == draft, one.name


def test_what_is_no_puzzle_is_told_so() -> None:
    """A word that is no puzzle is refused as such, not by the number of its letters."""
    with pytest.raises(ParseError, match=r"expected a puzzle, a link to one, or an empty grid such as 9x9, got 'frob'"):
        Draft.blank(6).play("!frob")
