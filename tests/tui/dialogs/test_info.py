"""The dialogs of both games: keys, id and explanation."""

import pytest

from support.screens import (
    CLASSIC,
    POSITIONS,
    explained,
    field,
    frame,
    game,
    hinted,
    playing,
    stored,
    sudoku_screen,
    typed,
    until,
)
from support.solved_games import opening
from tessella.tui.dialogs.info import ExplanationDialog


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
        assert len(stored(app).session.moves) == 1


async def test_help_can_be_clicked() -> None:
    """A click on a line of the help does what the line says."""
    async with playing() as (app, pilot):
        await pilot.press("left", "f1")
        await pilot.pause()
        y = next(y for y, line in enumerate(frame(app).split("\n")) if "undo and redo, without limit" in line)
        await pilot.click(offset=(40, y))
        await pilot.pause()
        await pilot.pause()
        assert app.screen is game(app)
        assert stored(app).session.undos == 1


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_a_long_reason_can_be_read_to_its_end(size: tuple[int, int]) -> None:
    """Where a reason is longer than its place, PgDn goes on in it and t shows all of it on a sheet that scrolls."""
    async with playing(f"sudoku:{POSITIONS['f2r']}", size=size) as (app, pilot):
        await hinted(app, pilot)
        hint = explained(app)
        assert hint
        seen = {line for line in sudoku_screen(app).message.text.split("\n") if line}
        while size[0] == 80 and sudoku_screen(app)._scroll < sudoku_screen(app)._max_scroll:
            await pilot.press("pagedown")
            seen |= set(sudoku_screen(app).message.text.split("\n"))
        if size[0] == 80:
            assert set(hint.reason.split()) <= {word for line in seen for word in line.split()}
        await pilot.press("t")
        await pilot.pause()
        assert isinstance(app.screen, ExplanationDialog)
        whole = str(app.screen.query(".text")[1].render())
        assert whole.startswith(hint.reason)
        await pilot.press("end")
        await until(lambda: "Esc goes back" in " ".join(frame(app).split()))
        await pilot.press("escape")
        await pilot.pause()
        assert game(app).is_current
        assert not stored(app).session.moves
        await pilot.press("t", "enter")
        await pilot.pause()
        assert stored(app).session.moves


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("2048:sprint#7", "2048:sprint#7"),
        ("２０４８：ｓｐｒｉｎｔ＃７", "2048:sprint#7"),
        ("5x4/cascade#7", "2048:5x4/cascade#7"),
        ("2048:classic#43", "2048:classic#43"),
        ("2 . 16 ./. . . ./. . . ./. . . .", "2048:classic:2,.,16,./.,.,.,./.,.,.,./.,.,.,.#0"),
        ("daily/2026-11-20", "2048:daily/2026-11-20"),
        (CLASSIC, CLASSIC),
        ("", CLASSIC),
    ],
)
async def test_the_id_dialog_goes_to_another_game(typed: str, id: str) -> None:
    """An id, a part of one or a position opens that game; the one before stays in its slot."""
    async with playing(CLASSIC) as (app, pilot):
        await pilot.press("left", "i")
        await pilot.pause()
        assert CLASSIC in frame(app)
        field(app, "#id").value = typed
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert stored(app).session.id == id.replace(",.", ",.")
        assert app.screen is game(app)


@pytest.mark.parametrize("typed", ["foo", "2048:classic#x", "chess:e4", "2048:9x9", "2 3"])
async def test_a_bad_id_is_said_in_the_dialog(typed: str) -> None:
    """What is no id is answered in place by a sentence that quotes it, and the game stays."""
    async with playing(CLASSIC) as (app, pilot):
        await pilot.press("i")
        await pilot.pause()
        field(app, "#id").value = typed
        await pilot.press("enter")
        await pilot.pause()
        assert "Expected" in frame(app)
        await pilot.press("escape")
        await pilot.pause()
        assert stored(app).session.id == CLASSIC


async def test_an_id_in_progress_is_resumed() -> None:
    """Going to another game and back finds the first one where it was."""
    async with playing(CLASSIC) as (app, pilot):
        await pilot.press("left", "up")
        there = stored(app).session.position
        for typed in ("sprint#5", CLASSIC):
            await pilot.press("i")
            await pilot.pause()
            field(app, "#id").value = typed
            await pilot.press("enter")
            await pilot.pause()
            await pilot.pause()
        assert stored(app).session.position == there


async def test_a_level_by_its_id() -> None:
    """The id dialog makes a puzzle of a level aside too, whether or not the game is named."""
    async with playing(f"sudoku:{opening('x', 'x').start.to_text()}") as (app, pilot):
        await pilot.press("i")
        await pilot.pause()
        field(app, "#id").value = "easy#7"
        await pilot.press("enter")
        await until(lambda: stored(app).session.id == "sudoku:easy#7")
