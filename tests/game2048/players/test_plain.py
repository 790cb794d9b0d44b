"""The player in plain Python, held to the compiled one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tessella.errors import MoveError
from tessella.game2048 import Board, Rules
from tessella.game2048.kernels import expectimax_any
from tessella.game2048.players import plain
from tessella.game2048.players.heuristic import HeuristicPlayer
from tessella.game2048.players.plain import PlainPlayer

BOARDS = (
    "2 4 8 16 / 2 . . 4 / 128 64 . . / 1024 512 8 2",
    "2 4 8 16 / 2 8 32 4 / 128 64 4 . / 1024 512 8 2",
    "2048:cascade:2 4 8 16 / 2 . 32 4 / 128 64 4 . / 1024 512 8 2",
    "2 4 8 / 4 8 . / . . 2 / 64 2 .",
    "2048:3x3/64/sprint:2 4 8 / 4 32 . / 32 4 2",
)


def test_the_heuristic_is_the_compiled_one() -> None:
    """Both are made of the same numbers."""
    names = ("EMPTY", "PAIR", "FALL", "FALL_POWER", "TILE", "TILE_POWER")
    ours = {name.lower().replace("_", " "): getattr(plain, name) for name in names}
    assert ours == expectimax_any.LINE


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("ply", [1, 2, 3])
def test_values_are_those_of_the_compiled_search(text: str, ply: int) -> None:
    """As many plies deep both say the same of each move, but for what is rounded in tables."""
    board = Board.parse(text)
    ours, theirs = PlainPlayer(ply=ply).values(board), HeuristicPlayer(ply=ply).values(board)
    assert ours.keys() == theirs.keys()
    best = max(ours, key=ours.__getitem__)
    assert best == max(theirs, key=theirs.__getitem__)
    assert {move: ours[best] - value for move, value in ours.items()} == pytest.approx(
        {move: theirs[best] - value for move, value in theirs.items()}, abs=4
    )


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 8), st.integers(2, 8), st.sampled_from(["once", "cascade"]), st.data())
def test_it_plays_every_size(rows: int, cols: int, merging: str, data: st.DataObject) -> None:
    """On a board of any size and by any rules every legal move has a value."""
    tiles = st.sampled_from([0, 0, 2, 4, 8, 16])
    drawn = data.draw(st.lists(st.lists(tiles, min_size=cols, max_size=cols), min_size=rows, max_size=rows))
    board = Board.from_rows(drawn, Rules(rows, cols, merging=merging))
    if moves := board.moves():
        assert set(PlainPlayer().values(board)) == set(moves)
    else:
        with pytest.raises(MoveError):
            PlainPlayer().values(board)
