"""2048 on the full screen: every key, the mouse, what is said, and what fits."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.screens import columns, field, frame, game, playing, said, sitting, typed
from tessella.game2048 import Board
from tessella.game2048.sliding import DIRECTIONS, slide, slide_line
from tessella.play.session import Session
from tessella.play.store import Store
from tessella.tui.screens.game2048 import SHAPES, Screen2048, Shape, changes, number

START = "2048:classic#42"
KEYS = {
    "left": ["left", "a", "A", "ａ", "Ａ", "h", "H", "ｈ", "4", "４"],
    "right": ["right", "d", "D", "ｄ", "l", "L", "Ｌ", "6"],
    "up": ["up", "w", "W", "ｗ", "Ｗ", "k", "K", "8"],
    "down": ["down", "s", "S", "ｓ", "j", "Ｊ", "2"],
}
ONE_FROM_WON = "2048:sprint:1024,1024,2,4/4,2,4,2/2,16,8,128/256,512,64,.#1"


@pytest.mark.parametrize(("move", "key"), [(move, key) for move, keys in KEYS.items() for key in keys])
async def test_keys_that_move(move: str, key: str) -> None:
    """Arrows, WASD, hjkl and the number pad play the same move, in both cases and full width."""
    expected = Session.open(START)
    expected.play(move)
    async with playing(START) as (app, pilot):
        await pilot.press(key)
        assert sitting(app).session.position == expected.position


async def test_undo_redo_and_counts() -> None:
    """The key u takes back, y and ctrl+r play again, and the undos are counted and shown."""
    async with playing() as (app, pilot):
        start = sitting(app).session.position
        await pilot.press("left", "up")
        there = sitting(app).session.position
        await pilot.press("U", "ｕ")
        assert sitting(app).session.position == start
        await pilot.press("y", "ctrl+r")
        assert sitting(app).session.position == there
        assert sitting(app).session.undos == 2
        await pilot.pause()
        assert "Undos        2" in game(app).panel.text
        await pilot.press("u", "u", "u")
        assert said(app) == "Nothing to undo"


async def test_new_game_is_one_undo_step() -> None:
    """The key r begins a new game under the same rules; u brings the old one back as it was."""
    async with playing() as (app, pilot):
        await pilot.press("left", "up")
        old = sitting(app).session.position
        await pilot.press("R")
        assert sitting(app).session.id != START
        assert sitting(app).session.moves == ()
        assert "u brings the old one back" in said(app)
        await pilot.press("u")
        assert sitting(app).session.id == START
        assert sitting(app).session.position == old


async def test_a_move_that_changes_nothing_is_told() -> None:
    """Nothing spawns, nothing counts, and each try is answered."""
    async with playing("2048:2x2/classic:2,4/8,16#1") as (app, pilot):
        await pilot.press("left")
        assert "Game over" in said(app)
    async with playing("2048:2x2/classic:2./..#1") as (app, pilot):
        before = sitting(app).session.position
        await pilot.press("left")
        assert said(app) == "This move changes nothing."
        await pilot.press("left")
        assert said(app) == "This move changes nothing. (2)"
        assert sitting(app).session.position == before
        await pilot.press("right")
        assert said(app) == ""


@pytest.mark.parametrize("key", ["左", "你", "。", "が", "é"])
async def test_an_input_method_is_answered_by_one_line(key: str) -> None:
    """A character that no key of ours sends plays nothing and says to switch the input method."""
    async with playing(lang="zh") as (app, pilot):
        before = sitting(app).session.position
        await typed(pilot, key)
        assert said(app) == "请把输入法切换到英文字母。"
        assert sitting(app).session.position == before


@pytest.mark.parametrize("key", ["m", "g", "+", "1", "#"])
async def test_other_keys_play_nothing(key: str) -> None:
    """A key without a meaning is answered by a line and changes nothing."""
    async with playing() as (app, pilot):
        before = sitting(app).session.position
        await pilot.press(key)
        assert said(app) == f"{key} does nothing here; ? shows the keys."
        assert sitting(app).session.position == before


async def test_winning_classic_is_a_banner() -> None:
    """In classic a win is said beside the board, and the very next key plays on."""
    async with playing(ONE_FROM_WON.replace("sprint", "classic")) as (app, pilot):
        await pilot.press("left")
        assert said(app) == "You win! Your score is 2048 The next move plays on."
        assert app.screen is game(app)
        await pilot.press(sitting(app).session.position.moves()[0])
        assert len(sitting(app).session.moves) == 2
        assert said(app) == ""


@pytest.mark.parametrize("rules", ["sprint", "coinflip", "notebook"])
async def test_a_won_game_that_ends_takes_undo_new_and_quit(rules: str) -> None:
    """Moves and redo are answered by a line; u takes back, r begins anew."""
    async with playing(ONE_FROM_WON.replace("sprint", rules)) as (app, pilot):
        await pilot.press("left")
        won = sitting(app).session.position
        for key in ("left", "d", "y", "ctrl+r"):
            await pilot.press(key)
            assert sitting(app).session.position == won
            assert "You win! Your score is 2048 u takes back, n or r begins anew, q quits." in said(app)
            assert "it takes no move" in said(app)
        await pilot.press("u")
        assert sitting(app).session.moves == ()
        await pilot.press("left", "r")
        assert sitting(app).session.moves == ()
        await pilot.press("u")
        assert sitting(app).session.position == won


async def test_a_lost_game_can_be_taken_back() -> None:
    """Game over is said with the score; a move is answered, undo works."""
    async with playing("2048:2x2/classic:2,8/.,2#2") as (app, pilot):
        while not sitting(app).session.position.is_over():
            await pilot.press(sitting(app).session.position.moves()[0])
        assert "Game over You scored" in said(app)
        await pilot.press("left")
        assert "it takes no move" in said(app)
        await pilot.press("u")
        assert not sitting(app).session.position.is_over()
        assert said(app) == ""


async def test_the_new_game_dialog() -> None:
    """Rules, size, target and fours make the next game; what cannot be is said in the dialog."""
    async with playing() as (app, pilot):
        await pilot.press("left", "n")
        await pilot.pause()
        assert "New game" in frame(app)
        field(app, "#size").value = "９x9"
        await pilot.click("#start")
        await pilot.pause()
        assert "Expected a size from 2x2 to 8x8 (rows x columns), got '9x9'" in " ".join(frame(app).split())
        field(app, "#size").value = "５Ｘ4"
        field(app, "#fours").value = "25%"
        app.screen.query_one("#preset").focus()
        await pilot.press("right")
        await pilot.pause()
        field(app, "#target").value = "32"
        app.screen.query_one("#target").focus()
        await pilot.press("enter")
        await pilot.pause()
        assert sitting(app).table == "2048:5x4/32/sprint"
        assert "5x4, to 32" in frame(app)


async def test_a_new_game_by_enter_alone() -> None:
    """The keys n and Enter begin anew under the same rules; Esc goes back to the game as it is."""
    async with playing("2048:5x4/cascade#1") as (app, pilot):
        await pilot.press("left", "n", "escape")
        await pilot.pause()
        assert len(sitting(app).session.moves) == 1
        await pilot.press("n", "enter")
        await pilot.pause()
        assert sitting(app).table == "2048:5x4/cascade"
        assert sitting(app).session.moves == ()
        await pilot.press("u")
        assert len(sitting(app).session.moves) == 1


@pytest.mark.parametrize("size", ["4x4", "2x2", "8x8"])
async def test_a_smaller_board_gets_the_target_that_it_can_hold(size: str) -> None:
    """Another size without another target asks for that size's own target."""
    async with playing("2048:8x8/4096/classic#1") as (app, pilot):
        await pilot.press("n")
        await pilot.pause()
        field(app, "#size").value = size
        await pilot.click("#start")
        await pilot.pause()
        table = {"4x4": "2048:classic", "2x2": "2048:2x2/classic", "8x8": "2048:8x8/4096/classic"}[size]
        assert sitting(app).table == table


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("2048:sprint#7", "2048:sprint#7"),
        ("２０４８：ｓｐｒｉｎｔ＃７", "2048:sprint#7"),
        ("5x4/cascade#7", "2048:5x4/cascade#7"),
        ("2048:classic#43", "2048:classic#43"),
        ("2 . 16 ./. . . ./. . . ./. . . .", "2048:classic:2,.,16,./.,.,.,./.,.,.,./.,.,.,.#0"),
        ("daily/2026-11-20", "2048:daily/2026-11-20"),
        (START, START),
        ("", START),
    ],
)
async def test_the_id_dialog_goes_to_another_game(typed: str, id: str) -> None:
    """An id, a part of one or a position opens that game; the one before stays in its slot."""
    async with playing(START) as (app, pilot):
        await pilot.press("left", "i")
        await pilot.pause()
        assert START in frame(app)
        field(app, "#id").value = typed
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert sitting(app).session.id == id.replace(",.", ",.")
        assert app.screen is game(app)


@pytest.mark.parametrize("typed", ["foo", "2048:classic#x", "chess:e4", "2048:9x9", "2 3"])
async def test_a_bad_id_is_said_in_the_dialog(typed: str) -> None:
    """What is no id is answered in place by a sentence that quotes it, and the game stays."""
    async with playing(START) as (app, pilot):
        await pilot.press("i")
        await pilot.pause()
        field(app, "#id").value = typed
        await pilot.press("enter")
        await pilot.pause()
        assert "Expected" in frame(app)
        await pilot.press("escape")
        await pilot.pause()
        assert sitting(app).session.id == START


async def test_an_id_in_progress_is_resumed() -> None:
    """Going to another game and back finds the first one where it was."""
    async with playing(START) as (app, pilot):
        await pilot.press("left", "up")
        there = sitting(app).session.position
        for typed in ("sprint#5", START):
            await pilot.press("i")
            await pilot.pause()
            field(app, "#id").value = typed
            await pilot.press("enter")
            await pilot.pause()
            await pilot.pause()
        assert sitting(app).session.position == there


@pytest.mark.parametrize(("key", "title"), [("?", "Keys"), ("？", "Keys"), ("f1", "Keys"), ("o", "Statistics")])
@pytest.mark.parametrize("closing", ["escape", "enter", "q"])
async def test_sheets_open_and_close(key: str, title: str, closing: str) -> None:
    """Help and statistics open by their keys, close by Esc, Enter or q, and leave the game alone."""
    async with playing() as (app, pilot):
        await pilot.press("left")
        await (pilot.press(key) if key.isascii() else typed(pilot, key))
        await pilot.pause()
        assert title in frame(app)
        await pilot.press(closing)
        await pilot.pause()
        assert app.screen is game(app)
        assert app.is_running
        assert len(sitting(app).session.moves) == 1


async def test_help_can_be_clicked() -> None:
    """A click on a line of the help does what the line says."""
    async with playing() as (app, pilot):
        await pilot.press("left", "f1")
        await pilot.pause()
        y = next(y for y, line in enumerate(frame(app).split("\n")) if "take back, without limit" in line)
        await pilot.click(offset=(40, y))
        await pilot.pause()
        await pilot.pause()
        assert app.screen is game(app)
        assert sitting(app).session.undos == 1


async def test_statistics_count_what_was_played() -> None:
    """The sheet shows games, best scores and times of what the store holds."""
    async with playing() as (app, pilot):
        await pilot.press("o")
        await pilot.pause()
        assert "No game has been played yet." in frame(app)
        await pilot.press("escape", "left", "up", "right", "down", "o")
        await pilot.pause()
        shown = frame(app)
        assert "2048:classic" in shown
        assert START in shown


async def test_themes_go_round_and_are_remembered() -> None:
    """The key z goes to the next theme, which the store keeps for the next time."""
    store = Store.in_memory()
    async with playing(store=store) as (app, pilot):
        names = []
        for _press in range(4):
            await pilot.press("z")
            names.append(app.look.theme.name)
        assert names == ["light", "contrast", "colorblind", "dark"]
        await pilot.press("Z")
    assert store.setting("theme") == "light"
    async with playing("2048:sprint#1", store=store) as (app, _pilot):
        assert app.look.theme.name == "light"


@pytest.mark.parametrize(("move", "to"), [("left", (2, 10)), ("right", (30, 9)), ("up", (16, 1)), ("down", (15, 16))])
async def test_a_swipe_on_the_board_moves(move: str, to: tuple[int, int]) -> None:
    """Dragging with the mouse slides in the direction that it went furthest."""
    expected = Session.open(START)
    expected.play(move)
    async with playing(START) as (app, pilot):
        await pilot.mouse_down("#board", offset=(16, 8))
        await pilot.mouse_up("#board", offset=to)
        assert sitting(app).session.position == expected.position


async def test_a_click_on_the_board_says_how_to_swipe() -> None:
    """A click that goes nowhere plays nothing and says what would."""
    async with playing(START) as (app, pilot):
        await pilot.click("#board", offset=(16, 8))
        assert said(app) == "Drag on the board to slide the tiles."
        assert sitting(app).session.moves == ()


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_every_key_in_the_row_can_be_clicked(lang: str) -> None:
    """The row of keys fits 80 columns whole, and a click on a word does what its key does."""
    async with playing(START, lang=lang) as (app, pilot):
        row = game(app).keys.text
        assert columns(row) <= 80
        labels = [label for _key, label, _do in game(app).key_row()]
        assert all(label in row for label in labels)
        await pilot.press("left")
        await pilot.click("#keys", offset=(columns(row[: row.index(labels[0])]) + 1, 0))
        assert sitting(app).session.moves == ()
        await pilot.click("#keys", offset=(columns(row[: row.index(labels[7])]) + 1, 0))
        await pilot.pause()
        assert app.screen is not game(app)


async def test_too_small_and_back() -> None:
    """In a small terminal a message says what is needed, keys play nothing; after a resize the game is there again."""
    async with playing(START) as (app, pilot):
        await pilot.press("left")
        before = sitting(app).session.position
        await pilot.resize_terminal(38, 9)
        await pilot.pause()
        text = " ".join(frame(app).split())
        assert "This board needs a terminal of 40 columns and 6 lines; this one has 38 and 9." in text
        await pilot.press("up", "r")
        assert sitting(app).session.position == before
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Score" in frame(app)
        await pilot.press("up")
        assert len(sitting(app).session.moves) == 2


@pytest.mark.parametrize("cols", range(2, 9))
@pytest.mark.parametrize("rows", range(2, 9))
def test_every_board_fits_the_reference_terminal(rows: int, cols: int) -> None:
    """At 80x24 every size has a form in which six digits fit a tile."""
    from tessella.tui.screens.base import plan  # noqa: PLC0415 - the function under test beside its rule

    found = [shape for shape in SHAPES if plan(shape.size(rows, cols), (80, 24), Screen2048.PANEL_ROWS)]
    assert found
    assert found[0].wide >= 6


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
    assert number(tile, 6) == text


async def test_motion_settles_and_takes_no_key() -> None:
    """With motion a move is there at once, further keys are played meanwhile, and the board settles within 120 ms."""
    async with playing(START, motion=True) as (app, pilot):
        screen = game(app)
        assert isinstance(screen, Screen2048)
        screen.press("left")
        assert screen.board.view.born
        screen.press("up")
        screen.press("right")
        assert len(sitting(app).session.moves) == 3
        await asyncio.wait_for(_until_settled(screen), timeout=5)
        assert screen.board.view.rows == Board.parse(sitting(app).session.position.to_text()).rows
        await pilot.press("u")
        assert not screen.board.view.born


async def _until_settled(screen: Screen2048) -> None:
    while screen.board.view.born or screen.board.view.merged:  # noqa: ASYNC110 - the test looks as a player does
        await asyncio.sleep(0.01)


async def test_no_motion() -> None:
    """Without motion a board is drawn once, as it stands."""
    async with playing(START, motion=False) as (app, pilot):
        await pilot.press("left")
        screen = game(app)
        assert isinstance(screen, Screen2048)
        assert not screen.board.view.born
        assert screen.board.view.newest


TILES = st.sampled_from([0, 0, 2, 2, 4, 8])


@given(
    st.lists(st.lists(TILES, min_size=4, max_size=4), min_size=4, max_size=4),
    st.sampled_from(DIRECTIONS),
)
def test_merged_tiles_are_found(table: list[list[int]], move: str) -> None:
    """The tiles that stand out after a move are as many as it merged, and hold the values that it made."""
    rows = tuple(tuple(row) for row in table)
    after, made = slide(rows, move)
    merged, born = changes(rows, move, after, "once")
    assert sorted(after[r][c] for r, c in merged) == sorted(made)
    assert not born


@given(st.lists(TILES, min_size=1, max_size=8))
def test_shapes_hold_their_boards(row: list[int]) -> None:
    """A shape's size counts every tile and gap once."""
    shape = Shape(6, 1, 1, 0)
    assert shape.size(1, len(row)) == (7 * len(row) + 1, 1)
    assert slide_line(tuple(row))[0].count(0) >= row.count(0)


async def test_quitting_stops_the_clock() -> None:
    """The key q leaves the game with its clock stopped and stored."""
    store = Store.in_memory()
    async with playing(START, store=store) as (app, pilot):
        await pilot.press("left", "Q")
        await pilot.pause()
        assert not app.is_running
