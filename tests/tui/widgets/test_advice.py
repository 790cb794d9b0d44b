"""Hints, watching and the review of 2048 on the full screen, by the players that there are."""

import asyncio
import os
import signal
from collections.abc import Callable

import pytest

from support.screens import columns, frame, game, lines, playing, said, sitting, typed
from tessella.game2048 import Board
from tessella.game2048.advice.advisor import Advice, Choice
from tessella.play.advisor_process import Who, shared
from tessella.play.session import Session
from tessella.play.store import Store
from tessella.tui.pace import SPEEDS, Pace
from tessella.tui.screens.game2048 import Screen2048

START = "2048:classic#42"
MIDDLE = "2048:classic:2,4,8,16/32,64,128,256/512,1024,.,2/4096,.,.,4#7/score=31415/ply=2000"
NEARLY_OVER = "2048:2x2/classic:2,8/.,2#2"


async def until(done: Callable[[], object]) -> None:
    """Look as a player does until something is so."""
    async with asyncio.timeout(180):  # a busy machine is slow, not wrong
        while not done():  # noqa: ASYNC110 - see above
            await asyncio.sleep(0.01)


def pid() -> int:
    """Return the number of the process that thinks, once it is ready."""
    shared().best_move(Board.parse(MIDDLE))
    child = shared()._child
    assert child
    return child.process.pid


def screen_of(app: object) -> Screen2048:
    """Return the screen of the game."""
    screen = game(app)  # type: ignore[arg-type]  # the app of the tests
    assert isinstance(screen, Screen2048)
    return screen


# --- Hints ---


@pytest.mark.parametrize("again", ["t", "Ｔ", "enter"])
async def test_a_hint_and_doing_it(again: str) -> None:
    """The key t tells what each move is worth and why, points at the best, counts; again t or Enter plays it."""
    async with playing(MIDDLE) as (app, pilot):
        screen = screen_of(app)
        await pilot.press("t")
        assert "..." in said(app) or "Enter plays it." in said(app)  # it thinks, or has thought already
        await until(lambda: "Enter plays it." in said(app))
        advice = screen._advises()
        assert advice
        shown = frame(app)
        best = advice.choices[0]
        assert f"{best.value if best.score is None else best.score:,.0f}" in shown
        assert sum(shown.count(f" {choice.move} ") >= 1 for choice in advice.choices) == len(advice.choices)
        assert said(app).startswith(advice.reason[:1].upper())
        assert screen.board.view.advised == advice.best
        session = sitting(app).session
        assert (session.hints, session.step) == (1, 0)
        await pilot.press(again)
        assert session.moves == (advice.best,)
        assert session.hints == 1
        assert screen.board.view.advised == ""
        assert "Enter plays it." not in frame(app)


@pytest.mark.parametrize(("move", "sign"), [("left", "<"), ("right", ">"), ("up", "^"), ("down", "v")])
@pytest.mark.parametrize(
    ("id", "size"),
    [(MIDDLE, (80, 24)), (MIDDLE, (120, 40)), (MIDDLE, (40, 20)), (MIDDLE, (40, 8)), ("2048:8x8/classic#3", (80, 24))],
)
async def test_the_edge_of_the_board_points(move: str, sign: str, id: str, size: tuple[int, int]) -> None:
    """At every size of tiles the direction stands on the board as letters, so that nothing rests on colour."""
    async with playing(id, size=size) as (app, _pilot):
        screen = screen_of(app)
        view = screen.board.view
        screen.board.show(view.look, view.rows, view.target, move)
        region = screen.board.region
        edge = [line[region.x : region.right] for line in lines(app)[region.y : region.bottom]]
        rows, cols = len(view.rows), len(view.rows[0])
        marked = sum(line.count(sign) for line in edge)
        if screen.board.shape.gap_y or sign in "<>":
            assert marked == (rows if sign in "<>" else cols)
        else:
            assert marked == 2 * rows
        assert not any(other in "".join(edge) for other in "<>^v" if other != sign)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("id", "size"),
    [
        *((MIDDLE, size) for size in ((80, 24), (40, 20), (40, 12), (40, 8), (120, 40))),
        ("2048:8x8/classic#3", (80, 24)),
    ],
)
async def test_a_hint_fits(id: str, size: tuple[int, int], lang: str) -> None:
    """The numbers of all moves and the whole reason fit every terminal that has room for them, in both languages."""
    async with playing(id, size=size, lang=lang) as (app, pilot):
        screen = screen_of(app)
        scores = (326865.5, 263638.0, 240934.0, 199999.0)
        moves = screen.position.moves()
        choices = tuple(Choice(move, scores[n], scores[n], 1.0) for n, move in enumerate(moves))
        advice = Advice(screen.position, "network", choices, in_points=True)
        screen._attempt(lambda: screen._take_advice(advice, None))
        await pilot.pause()
        shown = lines(app)
        assert len(shown) == size[1]
        assert all(columns(line) <= size[0] for line in shown)
        if size[1] > 8:  # below that there is one line for the reason
            told = "".join(said(app).split())
            assert "".join(screen._told(advice).split()) in told
        text = "\n".join(shown).replace(",", "")
        assert all(f"{choice.score:.0f}" in text for choice in advice.choices)


async def test_keys_are_played_while_it_thinks_and_an_old_answer_is_dropped() -> None:
    """The screen does not wait; who has moved on hears nothing of the old board, and no hint is counted."""
    number = pid()
    async with playing(START) as (app, pilot):
        os.kill(number, signal.SIGSTOP)
        try:
            await pilot.press("t")
            assert "Thinking" in said(app)
            await pilot.press("left", "up")
            assert sitting(app).session.moves == ("left", "up")
            assert "Thinking" not in frame(app)
        finally:
            os.kill(number, signal.SIGCONT)
        await until(lambda: not app.workers._workers)
        assert sitting(app).session.hints == 0
        assert screen_of(app)._advises() is None
        await pilot.press("t")
        await until(screen_of(app)._advises)
        assert sitting(app).session.hints == 1


async def test_a_hint_survives_the_death_of_who_gives_it() -> None:
    """Where the system kills the process that thinks, another one answers, and the player sees nothing of it."""
    number = pid()
    async with playing(START) as (app, pilot):
        os.kill(number, signal.SIGSTOP)
        await pilot.press("t")
        os.kill(number, signal.SIGKILL)
        await until(screen_of(app)._advises)
        assert sitting(app).session.hints == 1
    assert pid() != number


async def test_a_hint_is_put_away_and_comes_back_with_its_board() -> None:
    """Esc puts the hint away and stays in the game; a hint for a board is there again when undo comes back to it."""
    async with playing(START) as (app, pilot):
        screen = screen_of(app)
        await pilot.press("t")
        await until(screen._advises)
        await pilot.press("left")
        assert screen._advises() is None
        await pilot.press("u")
        assert screen._advises()
        await pilot.press("escape")
        assert screen._advises() is None
        assert app.screen is screen


async def test_no_hint_after_the_end() -> None:
    """A game that is over says so instead."""
    async with playing("2048:2x2/classic:2,4/4,2#1") as (app, pilot):
        await pilot.press("t")
        assert "The game is over" in frame(app)
        assert sitting(app).session.hints == 0
        await pilot.press("v")
        assert screen_of(app)._pace is None


# --- Watching ---


async def test_watching_and_taking_over() -> None:
    """The key v lets the player play on; each of its moves counts as a hint; a move key takes over and is played."""
    store = Store.in_memory()
    async with playing(START, store=store) as (app, pilot):
        session = sitting(app).session
        await pilot.press("left", "up")
        fair = session.fair_score
        await pilot.press("v", "+", "+", "+")
        await until(lambda: session.step >= 8)
        assert "Watching: 50 a second" in frame(app)
        key = session.position.moves()[0]
        screen_of(app).press(key)
        watched = session.hints
        assert session.moves[-1] == key
        assert session.step == 2 + watched + 1
        assert session.fair_score == fair
        assert screen_of(app)._pace is None
        await pilot.pause()
        assert "Watching" not in frame(app)
        assert session.hints == watched
    assert store.scores.best(sitting(app).table) == fair
    assert Session.from_text(session.to_text()).position == session.position


async def test_pause_and_step() -> None:
    """Space rests and goes on, a full stop plays one move and rests, Esc takes over without a move."""
    async with playing(START) as (app, pilot):
        session = sitting(app).session
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
        assert screen_of(app)._pace is None
        assert app.screen is screen_of(app)


async def test_speed() -> None:
    """Plus and minus go through the speeds and stop at their ends."""
    async with playing(START) as (app, pilot):
        await pilot.press("v", "space")
        pace = screen_of(app)._pace
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
    async with playing(START) as (app, pilot):
        await pilot.press("left", "v", "space", key)
        assert screen_of(app)._pace is None


async def test_nothing_is_played_behind_a_dialog() -> None:
    """As long as help covers the board the player waits, and goes on when the help is closed."""
    async with playing(START) as (app, pilot):
        session = sitting(app).session
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
    async with playing(START) as (app, pilot):
        assert "t Hint" in frame(app)
        assert "v Watch" in frame(app)
        await pilot.press("v", "space")
        shown = lines(app)[-1]
        assert all(word in shown for word in ("+ Faster", "- Slower", "Go on", ". Step", "Esc Take over"))
        await pilot.press("escape", "?")
        await pilot.pause()
        assert all(word in frame(app) for word in ("a hint: ", "watch: ", "review: "))


async def test_a_player_that_cannot_play_this_board_says_so() -> None:
    """What the player raises is a sentence on the screen, and the game is in the hands of who watches."""
    async with playing("2048:3x3/classic#1") as (app, pilot):
        screen = screen_of(app)
        screen._begin_to_watch(Pace(Who("network")))
        await until(lambda: screen._pace is None)
        await pilot.pause()
        assert "Expected a board" in said(app)


# --- The review ---


async def test_a_game_watched_to_its_end_and_looked_back_on() -> None:
    """At the end Enter or x lists the moves that cost most; Enter goes back before one, counted as undos."""
    async with playing("2048:3x2/classic#2") as (app, pilot):
        session = sitting(app).session
        await pilot.press(*["left", "right", "up", "down"] * 6)
        played = session.step
        await pilot.press("v", *["+"] * 6)
        await until(lambda: screen_of(app)._pace is None)
        await pilot.pause()
        assert "Game over" in frame(app)
        assert session.hints == session.step - played
        hints = session.hints
        await pilot.press("enter")
        await until(lambda: app.screen is not screen_of(app))
        await pilot.pause()
        shown = frame(app)
        assert "The moves that cost most" in shown
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
        assert "y plays it again" in said(app)


async def test_a_look_back_on_a_small_terminal() -> None:
    """The list is so short that the reason below it, and the keys, are in sight."""
    async with playing("2048:3x3/classic#2", size=(40, 20)) as (app, pilot):
        await pilot.press(*["left", "right", "up", "down"] * 20)
        await pilot.press("x")
        await until(lambda: app.screen is not screen_of(app))
        await pilot.pause()
        reason = app.screen._review.moves[0].reason  # type: ignore[attr-defined]  # the review's own sheet
        shown = frame(app)
        assert reason.split()[-1] in shown
        assert "Esc" in shown


async def test_a_look_back_in_the_middle_counts() -> None:
    """Before the end the review counts as a hint; who closes it is where they were."""
    async with playing(START) as (app, pilot):
        session = sitting(app).session
        await pilot.press("x")
        assert "No move has been played yet." in said(app)
        await pilot.press("left", "up", "right", "x")
        await until(lambda: app.screen is not screen_of(app))
        assert session.hints == 1
        there = session.position
        await pilot.press("escape")
        await pilot.pause()
        assert session.position == there
        assert app.screen is screen_of(app)
