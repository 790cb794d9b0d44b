"""Messages from screens to the app."""

from support.screens import CLASSIC, PUZZLE_ID, frame, playing, said, stored
from tessella.tui.messages import ChooseTheme, OpenGame, ShowMenu


async def test_a_game_that_cannot_be_opened_is_said_on_the_screen() -> None:
    """An id that names nothing is answered on the screen that asked, and the game stays."""
    async with playing(CLASSIC) as (app, pilot):
        app.screen.post_message(OpenGame("2048:9x9"))
        await pilot.pause()
        await pilot.pause()
        assert "Expected a size" in said(app)
        assert stored(app).session.id == CLASSIC


async def test_another_game_takes_the_screen() -> None:
    """A message with an id opens that game in place of the one before, whose clock stops."""
    async with playing(CLASSIC) as (app, pilot):
        await pilot.press("left")
        before = stored(app)
        app.screen.post_message(OpenGame(PUZZLE_ID))
        await pilot.pause()
        await pilot.pause()
        assert stored(app).session.id == PUZZLE_ID
        assert not before.session.is_running


async def test_menu_and_themes() -> None:
    """The menu takes the screen, and a theme that is chosen there holds."""
    async with playing(CLASSIC) as (app, pilot):
        app.screen.post_message(ShowMenu())
        await pilot.pause()
        await pilot.pause()
        assert "Continue 2048" in frame(app) or "2048 sprint" in frame(app)
        app.screen.post_message(ChooseTheme("light"))
        await pilot.pause()
        assert app.theme_styles.name == "light"
        assert app.store.setting("theme") == "light"
