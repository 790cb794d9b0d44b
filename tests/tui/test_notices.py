"""What the store has to say reaches the player, and play goes on."""

from pathlib import Path

from support.screens import playing, said, sitting
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame


async def test_another_window_was_quicker(tmp_path: Path) -> None:
    """Where another process has moved first, its position is shown and said, and this key is not played on it."""
    path = tmp_path / "games.sqlite3"
    async with playing(store=Store.open(path)) as (app, pilot):
        await pilot.press("left")
        other = StoredGame.open(Store.open(path), "2048:classic#42")
        other.play(other.session.position.moves()[0])
        await pilot.press("u")
        assert "another window" in said(app)
        assert sitting(app).session.position == other.session.position
        await pilot.press("u")
        assert said(app) == ""
        assert len(sitting(app).session.moves) == 1


async def test_a_damaged_file_is_said_at_the_start(tmp_path: Path) -> None:
    """A file that is none of ours is set aside; the first screen says so."""
    path = tmp_path / "games.sqlite3"
    path.write_bytes(b"this is no database, and never was one" * 50)
    async with playing(store=Store.open(path)) as (app, pilot):
        assert "could not be read" in said(app)
        await pilot.press("left")
        assert len(sitting(app).session.moves) == 1


async def test_the_menu_and_back() -> None:
    """Leaving to the menu and coming back by an id keeps the game whole."""
    store = Store.in_memory()
    async with playing(store=store) as (app, pilot):
        await pilot.press("left", "escape")
        await pilot.pause()
        await pilot.press("1")
        await pilot.pause()
        await pilot.pause()
        assert len(sitting(app).session.moves) == 1
