"""The dialogs of 2048: a new game, and the review."""

import pytest

from support.screens import CLASSIC, field, frame, playing, said, screen2048, stored, until


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
        assert stored(app).table == "2048:5x4/32/sprint"
        assert "5x4, target 32" in frame(app)


async def test_a_new_game_by_enter_alone() -> None:
    """The keys n and Enter begin anew under the same rules; Esc goes back to the game as it is."""
    async with playing("2048:5x4/cascade#1") as (app, pilot):
        await pilot.press("left", "n", "escape")
        await pilot.pause()
        assert len(stored(app).session.moves) == 1
        await pilot.press("n", "enter")
        await pilot.pause()
        assert stored(app).table == "2048:5x4/cascade"
        assert stored(app).session.moves == ()
        await pilot.press("u")
        assert len(stored(app).session.moves) == 1


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
        assert stored(app).table == table


async def test_a_game_watched_to_its_end_and_looked_back_on() -> None:
    """At the end Enter or x lists the moves that cost most; Enter goes back before one, counted as undos."""
    async with playing("2048:3x2/classic#2") as (app, pilot):
        session = stored(app).session
        await pilot.press(*["left", "right", "up", "down"] * 6)
        played = session.step
        await pilot.press("v", *["+"] * 6)
        await until(lambda: screen2048(app).coach.watching is None)
        await pilot.pause()
        assert "Game over" in frame(app)
        assert session.hints == session.step - played
        hints = session.hints
        await pilot.press("enter")
        await until(lambda: app.screen is not screen2048(app))
        await pilot.pause()
        shown = frame(app)
        assert "Costliest moves" in shown
        assert "better" in shown
        review = app.screen._review  # type: ignore[attr-defined]  # the review's own sheet
        assert review.moves[0].reason.split()[-1] in shown
        await pilot.press("down", "enter")
        await pilot.pause()
        one = review.moves[1]
        assert session.position == one.board
        assert session.step == one.ply
        assert session.undos > 0
        assert session.hints == hints
        assert "redo plays it again" in said(app)


async def test_a_look_back_on_a_small_terminal() -> None:
    """The list is so short that the reason below it, and the keys, are in sight."""
    async with playing("2048:3x3/classic#2", size=(40, 20)) as (app, pilot):
        await pilot.press(*["left", "right", "up", "down"] * 20)
        await pilot.press("x")
        await until(lambda: app.screen is not screen2048(app))
        await pilot.pause()
        reason = app.screen._review.moves[0].reason  # type: ignore[attr-defined]  # the review's own sheet
        shown = frame(app)
        assert reason.split()[-1] in shown
        assert "Esc" in shown


async def test_a_look_back_in_the_middle_counts() -> None:
    """Before the end the review counts as a hint; who closes it is where they were."""
    async with playing(CLASSIC) as (app, pilot):
        session = stored(app).session
        await pilot.press("x")
        assert "No move has been played yet." in said(app)
        await pilot.press("left", "up", "right", "x")
        await until(lambda: app.screen is not screen2048(app))
        assert session.hints == 1
        there = session.position
        await pilot.press("escape")
        await pilot.pause()
        assert session.position == there
        assert app.screen is screen2048(app)
