"""The drawing of the tiles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.screens import CLASSIC, MIDDLE, frame, game, lines, playing, screen2048, stored, until
from tessella.game2048 import Board
from tessella.game2048.sliding import slide_line
from tessella.tui.screens.game2048 import Game2048Screen
from tessella.tui.widgets.tile_board import TileSize, tile_text

TILES = st.sampled_from([0, 0, 2, 2, 4, 8])


async def test_large_tiles_on_the_largest_board() -> None:
    """An 8x8 board with six-digit tiles shows every number whole at 80x24."""
    row = ",".join(["131072", "65536"] * 4)
    board = "/".join([row, row] * 4)
    async with playing(f"2048:8x8/1048576/classic:{board}#1") as (app, _pilot):
        assert frame(app).count("131072") == 32
        assert frame(app).count("65536") == 32


@pytest.mark.parametrize(("tile", "text"), [(2, "2"), (131072, "131072"), (2**20, "2^20"), (2**64, "2^64")])
def test_numbers_too_long_for_a_tile_are_powers(tile: int, text: str) -> None:
    """A number with more digits than the tile is wide is written as a power of two."""
    assert tile_text(tile, 6) == text


async def test_motion_settles_and_takes_no_key() -> None:
    """With motion a move is there at once, further keys are played meanwhile, and the board settles within 120 ms."""
    async with playing(CLASSIC, motion=True) as (app, pilot):
        screen = game(app)
        assert isinstance(screen, Game2048Screen)
        screen.press("left")
        assert screen.board.picture.spawned
        screen.press("up")
        screen.press("right")
        assert len(stored(app).session.moves) == 3
        await until(lambda: not (screen.board.picture.spawned or screen.board.picture.merged))
        assert screen.board.picture.rows == Board.parse(stored(app).session.position.to_text()).rows
        await pilot.press("u")
        assert not screen.board.picture.spawned


async def test_no_motion() -> None:
    """Without motion a board is drawn once, as it stands."""
    async with playing(CLASSIC, motion=False) as (app, pilot):
        await pilot.press("left")
        screen = game(app)
        assert isinstance(screen, Game2048Screen)
        assert not screen.board.picture.spawned
        assert screen.board.picture.newest


@given(st.lists(TILES, min_size=1, max_size=8))
def test_shapes_hold_their_boards(row: list[int]) -> None:
    """A shape's size counts every tile and gap once."""
    shape = TileSize(6, 1, 1, 0)
    assert shape.board(1, len(row)) == (7 * len(row) + 1, 1)
    assert slide_line(tuple(row))[0].count(0) >= row.count(0)


@pytest.mark.parametrize(("move", "sign"), [("left", "<"), ("right", ">"), ("up", "^"), ("down", "v")])
@pytest.mark.parametrize(
    ("id", "size"),
    [(MIDDLE, (80, 24)), (MIDDLE, (120, 40)), (MIDDLE, (40, 20)), (MIDDLE, (40, 8)), ("2048:8x8/classic#3", (80, 24))],
)
async def test_the_edge_of_the_board_points(move: str, sign: str, id: str, size: tuple[int, int]) -> None:
    """At every size of tiles the direction stands on the board as letters, so that nothing rests on colour."""
    async with playing(id, size=size) as (app, _pilot):
        screen = screen2048(app)
        picture = screen.board.picture
        screen.board.show(picture._replace(advised=move))
        region = screen.board.region
        edge = [line[region.x : region.right] for line in lines(app)[region.y : region.bottom]]
        rows, cols = len(picture.rows), len(picture.rows[0])
        marked = sum(line.count(sign) for line in edge)
        if screen.board.cell_size.gap_y or sign in "<>":
            assert marked == (rows if sign in "<>" else cols)
        else:
            assert marked == 2 * rows
        assert not any(other in "".join(edge) for other in "<>^v" if other != sign)
