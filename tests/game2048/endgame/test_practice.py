"""Positions to practise: their ids, and how they are drawn."""

import pytest

from support.end_games import Twin, best, make_table, twin_of
from tessella.errors import TessellaError
from tessella.game2048.endgame.formations import EndGame
from tessella.game2048.endgame.library import path_of
from tessella.game2048.endgame.practice import WORTH_ASKING, end_game_of, id_of
from tessella.game2048.generation import is_unlisted, open_id, title


@pytest.fixture
def twin() -> Twin:
    """Make a table, and return its definition."""
    make_table("L3-16")
    return twin_of("L3-16")


def test_what_is_drawn_leaves_a_choice(twin: Twin) -> None:
    """Two moves at least have a chance, by the definition too, and they differ; what is drawn is not all alike."""
    found = [open_id(f"2048:practice=L3-16#{seed}").start for seed in range(12)]
    assert len({board.rows for board in found}) > 8
    for board in found:
        alive = [chance for chance in twin.chances(board.rows).values() if chance > 0]
        assert max(alive) - min(alive) > 0.9 * WORTH_ASKING


def test_an_id_names_its_position(twin: Twin) -> None:
    """The id in full opens the same position, at every seed, with no table; the seed alone draws it again."""
    opening = open_id("2048:practice=L3-16#3")
    assert open_id("2048:practice=l3-16#3") == opening
    path_of(twin.end_game).unlink()
    assert open_id(opening.id) == opening
    assert opening.start.play(best(twin.chances(opening.start.rows))).ply == 1
    assert end_game_of(opening.id) == twin.end_game
    assert (opening.table, opening.again) == (id_of(twin.end_game),) * 2
    assert is_unlisted(opening.id)
    assert title(opening.table) == title(opening.id) == "2048 practice: L3-16"


@pytest.mark.parametrize(
    ("id", "message"),
    [
        ("2048:practice=L3-16", "there is no table of 'L3-16' yet"),
        ("2048:practice=", "expected a formation"),
        ("2048:practice=L3-17", "expected a goal"),
        ("2048:practice=L3-16#x", "expected a seed"),
        ("2048:practice=L3-16:2./..#1", "expected 4x4"),
        ("2048:practice=L3-16:..../..../..../...2#1", "expected a position of the end game L3-16"),
        ("2048:practice=L3-16:x", "expected a row of tiles"),
    ],
)
def test_what_names_no_position_is_one_sentence(id: str, message: str) -> None:
    """A name, seed or board that is none is quoted; a table that is not there is said how to make."""
    with pytest.raises(TessellaError, match=message):
        open_id(id)


def test_a_damaged_table_is_told() -> None:
    """The sentence names the file, and how to make it again."""
    path = path_of(EndGame.parse("L3-16"))
    path.parent.mkdir(parents=True)
    path.write_bytes(b"none")
    with pytest.raises(TessellaError, match="truncated or damaged") as refused:
        open_id("2048:practice=L3-16")
    assert "tables make L3-16" in refused.value.hint


def test_a_table_that_knows_no_position_is_told() -> None:
    """Where a file is damaged in its middle, drawing ends with a sentence."""
    make_table("L3-8")
    path = path_of(EndGame.parse("L3-8"))
    whole = path.read_bytes()
    end = whole.index(b'{"end_game"')
    path.write_bytes(whole[:16] + bytes(end - 16) + whole[end:])
    with pytest.raises(TessellaError, match="no position of the end game L3-8 leaves a choice"):
        open_id("2048:practice=L3-8")
