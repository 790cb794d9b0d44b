"""An AI that is watched: its pace, and who plays."""

import asyncio

import pytest

from support.screens import (
    CLASSIC,
    frame,
    lines,
    playing,
    said,
    screen2048,
    stored,
    typed,
    until,
)
from tessella.play.advisor import PlayerOptions
from tessella.play.coach import SPEEDS
from tessella.play.session import Session
from tessella.play.store import Store


async def test_watching_and_taking_over() -> None:
    """The key v lets the player play on; each of its moves counts as a hint; a move key takes over and is played."""
    store = Store.in_memory()
    async with playing(CLASSIC, store=store) as (app, pilot):
        session = stored(app).session
        await pilot.press("left", "up")
        fair = session.fair_score
        await pilot.press("v", "+", "+", "+")
        await until(lambda: session.step >= 8)
        assert "Watching the AI: 50 moves per second" in frame(app)
        key = session.position.moves()[0]
        screen2048(app).press(key)
        watched = session.hints
        assert session.moves[-1] == key
        assert session.step == 2 + watched + 1
        assert session.fair_score == fair
        assert screen2048(app).coach.watching is None
        await pilot.pause()
        assert "Watching" not in frame(app)
        assert session.hints == watched
    assert store.scores.best(stored(app).table) == fair
    assert Session.from_text(session.to_text()).position == session.position


async def test_pause_and_step() -> None:
    """Space rests and goes on, a full stop plays one move and rests, Esc takes over without a move."""
    async with playing(CLASSIC) as (app, pilot):
        session = stored(app).session
        await pilot.press("v", "space")
        assert "paused" in said(app)
        before = session.step
        await pilot.press(".")
        await until(lambda: session.step == before + 1)
        await pilot.press(".", ".")
        await until(lambda: session.step == before + 3)
        assert "paused" in said(app)
        await pilot.press("space")
        await until(lambda: session.step > before + 4)
        await pilot.press("escape")
        assert screen2048(app).coach.watching is None
        assert app.screen is screen2048(app)


async def test_speed() -> None:
    """Plus and minus go through the speeds and stop at their ends."""
    async with playing(CLASSIC) as (app, pilot):
        await pilot.press("v", "space")
        pace = screen2048(app).coach.watching
        assert pace
        await pilot.press(*["+"] * len(SPEEDS))
        assert pace.speed == SPEEDS[-1]
        await pilot.press(*["-"] * len(SPEEDS))
        assert pace.speed == SPEEDS[0]
        await typed(pilot, "＋")
        assert pace.speed == SPEEDS[1]


@pytest.mark.parametrize("key", ["u", "n", "i", "x"])
async def test_commands_take_over(key: str) -> None:
    """A command that has to do with the game ends the watching first."""
    async with playing(CLASSIC) as (app, pilot):
        await pilot.press("left", "v", "space", key)
        assert screen2048(app).coach.watching is None


async def test_nothing_is_played_behind_a_dialog() -> None:
    """As long as help covers the board the player waits, and goes on when the help is closed."""
    async with playing(CLASSIC) as (app, pilot):
        session = stored(app).session
        await pilot.press("v")
        await until(lambda: session.step > 1)
        await pilot.press("?")
        await pilot.pause()
        before = session.step
        await asyncio.sleep(0.5)  # in which it would have played
        assert session.step <= before
        await pilot.press("escape")
        await until(lambda: session.step > before)


async def test_the_keys_of_watching_are_told() -> None:
    """The row of keys and the help tell of hints, watching and the review."""
    async with playing(CLASSIC) as (app, pilot):
        assert "t Hint" in frame(app)
        assert "v Watch" in frame(app)
        await pilot.press("v", "space")
        shown = lines(app)[-1]
        assert all(word in shown for word in ("+ Faster", "- Slower", "Resume", ". Step", "Esc Take over"))
        await pilot.press("escape", "?")
        await pilot.pause()
        assert all(word in frame(app) for word in ("hint: ", "watch the AI", "review the"))


async def test_a_player_that_cannot_play_this_board_says_so() -> None:
    """What the player raises is a sentence on the screen, and the game is in the hands of who watches."""
    async with playing("2048:3x3/classic#1") as (app, pilot):
        screen = screen2048(app)
        screen.start_watching(screen.coach.watch(PlayerOptions("network")))
        await until(lambda: screen.coach.watching is None)
        await pilot.pause()
        assert "cannot play this board" in said(app)
