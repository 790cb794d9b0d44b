"""The app: notices of the store, themes, ways out."""

from pathlib import Path

from support.screens import CLASSIC, PUZZLE_ID, field, playing, said, selected, stored
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.tui.messages import OpenGame


async def test_another_window_was_quicker(tmp_path: Path) -> None:
    """Where another process has moved first, its position is shown and said, and this key is not played on it."""
    path = tmp_path / "games.sqlite3"
    async with playing(store=Store.open(path)) as (app, pilot):
        await pilot.press("left")
        other = StoredGame.open(Store.open(path), "2048:classic#42")
        other.play(other.session.position.moves()[0])
        await pilot.press("u")
        assert "another window" in said(app)
        assert stored(app).session.position == other.session.position
        await pilot.press("u")
        assert said(app) == ""
        assert len(stored(app).session.moves) == 1


async def test_a_game_that_is_opened_twice_goes_on() -> None:
    """Who asks for the game that is on the screen, by its kind or its row, loses no move by that."""
    async with playing(store=Store.in_memory()) as (app, pilot):
        asked: list[str | int] = ["2048:classic", stored(app).number, "2048:classic"]
        for moves, game in enumerate(asked):
            assert len(stored(app).session.moves) == moves
            app.post_message(OpenGame(game))
            await pilot.pause()
            await pilot.pause()
            assert said(app) == ""
            await pilot.press(stored(app).session.position.moves()[0])
            await pilot.pause()
        assert len(stored(app).session.moves) == 3
        assert said(app) == ""


async def test_a_damaged_file_is_said_at_the_start(tmp_path: Path) -> None:
    """A file that is none of ours is set aside; the first screen says so."""
    path = tmp_path / "games.sqlite3"
    path.write_bytes(b"this is no database, and never was one" * 50)
    async with playing(store=Store.open(path)) as (app, pilot):
        assert "Cannot read" in said(app)
        await pilot.press("left")
        assert len(stored(app).session.moves) == 1


async def test_the_menu_and_back() -> None:
    """Leaving to the menu and coming back by an id keeps the game whole."""
    store = Store.in_memory()
    async with playing(store=store) as (app, pilot):
        await pilot.press("left", "escape")
        await pilot.pause()
        await pilot.press("1")
        await pilot.pause()
        await pilot.pause()
        assert len(stored(app).session.moves) == 1


async def test_themes_go_round_and_are_remembered() -> None:
    """The key z goes to the next theme, which the store keeps for the next time."""
    store = Store.in_memory()
    async with playing(store=store) as (app, pilot):
        names = []
        for _press in range(4):
            await pilot.press("z")
            names.append(app.theme_styles.name)
        assert names == ["light", "contrast", "colorblind", "dark"]
        await pilot.press("Z")
    assert store.setting("theme") == "light"
    async with playing("2048:sprint#1", store=store) as (app, _pilot):
        assert app.theme_styles.name == "light"


async def test_quitting_stops_the_clock() -> None:
    """The key q leaves the game with its clock stopped and stored."""
    store = Store.in_memory()
    async with playing(CLASSIC, store=store) as (app, pilot):
        await pilot.press("left", "Q")
        await pilot.pause()
        assert not app.is_running


async def test_the_other_game_by_its_id() -> None:
    """The id dialog goes from one game to the other and back."""
    store = Store.in_memory()
    async with playing("2048:classic#42", store=store) as (app, pilot):
        await pilot.press("i")
        await pilot.pause()
        field(app, "#id").value = PUZZLE_ID
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert selected(app) == "r1c3"
        await pilot.press("4", "i")
        await pilot.pause()
        field(app, "#id").value = "2048:classic#42"
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert stored(app).session.id == "2048:classic#42"


async def test_a_draft_is_refused_and_the_game_stays() -> None:
    """What has no screen is refused, with where to open it, before the game is left or a draft begun."""
    store = Store.in_memory()
    async with playing(CLASSIC, store=store) as (app, pilot):
        before = stored(app)
        await pilot.press("i")
        await pilot.pause()
        field(app, "#id").value = "setting:9x9"
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert "a draft opens on the page: tessella web" in said(app)
        assert stored(app) is before
        assert not [*store.in_progress("setting")]
