"""2048 on the full screen: moves, the end of a game, the mouse, the AI."""

import os
import signal

import pytest

from support.screens import (
    CLASSIC,
    MIDDLE,
    ONE_FROM_WON,
    child_pid,
    frame,
    game,
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

KEYS = {
    "left": ["left", "a", "A", "ａ", "Ａ", "h", "H", "ｈ", "4", "４"],
    "right": ["right", "d", "D", "ｄ", "l", "L", "Ｌ", "6"],
    "up": ["up", "w", "W", "ｗ", "Ｗ", "k", "K", "8"],
    "down": ["down", "s", "S", "ｓ", "j", "Ｊ", "2"],
}


@pytest.mark.parametrize(("move", "key"), [(move, key) for move, keys in KEYS.items() for key in keys])
async def test_keys_that_move(move: str, key: str) -> None:
    """Arrows, WASD, hjkl and the number pad play the same move, in both cases and full width."""
    expected = Session.open(CLASSIC)
    expected.play(move)
    async with playing(CLASSIC) as (app, pilot):
        await pilot.press(key)
        assert stored(app).session.position == expected.position


async def test_a_move_that_changes_nothing_is_told() -> None:
    """Nothing spawns, nothing counts, and each try is answered."""
    async with playing("2048:2x2/classic:2,4/8,16#1") as (app, pilot):
        await pilot.press("left")
        assert "Game over" in said(app)
    async with playing("2048:2x2/classic:2./..#1") as (app, pilot):
        before = stored(app).session.position
        await pilot.press("left")
        assert said(app) == "Nothing moves that way."
        await pilot.press("left")
        assert said(app) == "Nothing moves that way. (2)"
        assert stored(app).session.position == before
        await pilot.press("right")
        assert said(app) == ""


async def test_winning_classic_is_a_banner() -> None:
    """In classic a win is said beside the board: moves in haste are played and leave it there, Esc puts it away."""
    async with playing(ONE_FROM_WON.replace("sprint", "classic")) as (app, pilot):
        await pilot.press("left")
        assert said(app) == "You win! Your score is 2048 Esc: keep playing"
        for moves in (2, 3, 4):
            await pilot.press(stored(app).session.position.moves()[0])
            assert len(stored(app).session.moves) == moves
            assert said(app).endswith("Esc: keep playing")
        screen = game(app)
        await pilot.press("escape")
        assert said(app) == ""
        assert app.screen is screen
        await pilot.press(stored(app).session.position.moves()[0])
        assert said(app) == ""


@pytest.mark.parametrize("rules", ["sprint", "coinflip", "notebook"])
async def test_a_won_game_that_ends_takes_undo_new_and_quit(rules: str) -> None:
    """Moves and redo are answered by a line; u takes back, r begins anew."""
    async with playing(ONE_FROM_WON.replace("sprint", rules)) as (app, pilot):
        await pilot.press("left")
        won = stored(app).session.position
        for key in ("left", "d", "y", "ctrl+r"):
            await pilot.press(key)
            assert stored(app).session.position == won
            assert "You win! Your score is 2048 u: undo, n: new, q: quit" in said(app)
            assert "no more moves can be made" in said(app)
        await pilot.press("u")
        assert stored(app).session.moves == ()
        await pilot.press("left", "r")
        assert stored(app).session.moves == ()
        await pilot.press("u")
        assert stored(app).session.position == won


async def test_a_lost_game_can_be_taken_back() -> None:
    """Game over is said with the score; a move is answered, undo works."""
    async with playing("2048:2x2/classic:2,8/.,2#2") as (app, pilot):
        while not stored(app).session.position.is_over():
            await pilot.press(stored(app).session.position.moves()[0])
        assert "Game over You scored" in said(app)
        await pilot.press("left")
        assert "no more moves can be made" in said(app)
        await pilot.press("u")
        assert not stored(app).session.position.is_over()
        assert said(app) == ""


@pytest.mark.parametrize(("move", "to"), [("left", (2, 10)), ("right", (30, 9)), ("up", (16, 1)), ("down", (15, 16))])
async def test_a_swipe_on_the_board_moves(move: str, to: tuple[int, int]) -> None:
    """Dragging with the mouse slides in the direction that it went furthest."""
    expected = Session.open(CLASSIC)
    expected.play(move)
    async with playing(CLASSIC) as (app, pilot):
        await pilot.mouse_down("#board", offset=(16, 8))
        await pilot.mouse_up("#board", offset=to)
        assert stored(app).session.position == expected.position


async def test_a_click_on_the_board_says_how_to_swipe() -> None:
    """A click that goes nowhere plays nothing and says what would."""
    async with playing(CLASSIC) as (app, pilot):
        await pilot.click("#board", offset=(16, 8))
        assert said(app) == "Drag on the board to slide the tiles."
        assert stored(app).session.moves == ()


@pytest.mark.parametrize("again", ["t", "Ｔ", "enter"])
async def test_a_hint_and_doing_it(again: str) -> None:
    """The key t tells what each move is worth and why, points at the best, counts; again t or Enter plays it."""
    async with playing(MIDDLE) as (app, pilot):
        screen = screen2048(app)
        await pilot.press("t")
        assert "..." in said(app) or "Press Enter to play it." in said(app)  # it thinks, or has thought already
        await until(lambda: "Press Enter to play it." in said(app))
        advice = screen.coach.shown
        assert advice
        shown = frame(app)
        best = advice.choices[0]
        assert f"{best.value if best.score is None else best.score:,.0f}" in shown
        assert sum(shown.count(f" {choice.move} ") >= 1 for choice in advice.choices) == len(advice.choices)
        assert said(app).startswith(advice.reason[:1].upper())
        assert screen.board.picture.advised == advice.best
        session = stored(app).session
        assert (session.hints, session.step) == (1, 0)
        await pilot.press(again)
        assert session.moves == (advice.best,)
        assert session.hints == 1
        assert screen.board.picture.advised == ""
        assert "Press Enter to play it." not in frame(app)


@pytest.mark.parametrize("size", [(60, 20), (40, 16)])
async def test_a_reason_is_shown_whole_after_a_resize(size: tuple[int, int]) -> None:
    """Where the window becomes smaller, the board makes room for the reason, as if the hint had been asked there."""
    async with playing("2048:classic:.242/..42/..../2..2#534324262/score=8/ply=7", size=(100, 30)) as (app, pilot):
        await pilot.press("t")
        await until(lambda: "Press Enter to play it." in said(app))
        await pilot.resize_terminal(*size)
        await until(lambda: " ".join(said(app).split()) in " ".join(frame(app).split()))


async def test_keys_are_played_while_it_thinks_and_an_old_answer_is_dropped() -> None:
    """The screen does not wait; who has moved on hears nothing of the old board, and no hint is counted."""
    number = child_pid()
    async with playing(CLASSIC) as (app, pilot):
        os.kill(number, signal.SIGSTOP)
        try:
            await pilot.press("t")
            assert "Thinking" in said(app)
            await pilot.press("left", "up")
            assert stored(app).session.moves == ("left", "up")
            assert "Thinking" not in frame(app)
        finally:
            os.kill(number, signal.SIGCONT)
        await until(lambda: not app.workers._workers)
        assert stored(app).session.hints == 0
        assert screen2048(app).coach.shown is None
        await pilot.press("t")
        await until(lambda: screen2048(app).coach.shown)
        assert stored(app).session.hints == 1


async def test_a_hint_survives_the_death_of_who_gives_it() -> None:
    """Where the system kills the process that thinks, another one answers, and the player sees nothing of it."""
    number = child_pid()
    async with playing(CLASSIC) as (app, pilot):
        os.kill(number, signal.SIGSTOP)
        await pilot.press("t")
        os.kill(number, signal.SIGKILL)
        await until(lambda: screen2048(app).coach.shown)
        assert stored(app).session.hints == 1
    assert child_pid() != number


async def test_a_hint_is_put_away_and_comes_back_with_its_board() -> None:
    """Esc puts the hint away and stays in the game; a hint for a board is there again when undo comes back to it."""
    async with playing(CLASSIC) as (app, pilot):
        screen = screen2048(app)
        await pilot.press("t")
        await until(lambda: screen.coach.shown)
        await pilot.press("left")
        assert screen.coach.shown is None
        await pilot.press("u")
        assert screen.coach.shown
        await pilot.press("escape")
        assert screen.coach.shown is None
        assert app.screen is screen


async def test_no_hint_after_the_end() -> None:
    """A game that is over says so instead."""
    async with playing("2048:2x2/classic:2,4/4,2#1") as (app, pilot):
        await pilot.press("t")
        assert "The game is over" in frame(app)
        assert stored(app).session.hints == 0
        await pilot.press("v")
        assert screen2048(app).coach.watching is None


async def test_watching_and_taking_over() -> None:
    """The key v lets the player play on; each of its moves counts as a hint; a move key takes over and is played."""
    store = Store.in_memory()
    async with playing(CLASSIC, store=store) as (app, pilot):
        session = stored(app).session
        await pilot.press("left", "up")
        fair = session.fair_score
        await pilot.press("v", "+", "+", "+")
        await until(lambda: session.step >= 8)
        assert "Watching the AI: 50 moves per second" in said(app)
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


async def test_nothing_is_played_behind_a_dialog(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as help covers the board the player waits, and goes on when the help is closed."""
    async with playing(CLASSIC) as (app, pilot):
        screen, session = screen2048(app), stored(app).session
        sleep, waits = screen._sleep, list[float | None]()

        async def seen(seconds: float | None) -> None:
            waits.append(seconds)
            await sleep(seconds)

        monkeypatch.setattr(screen, "_sleep", seen)
        await pilot.press("v")
        await until(lambda: session.step > 1)
        await pilot.press("?")
        await until(lambda: waits[-1] is None)  # no clock wakes it any more
        before, looked = session.step, len(waits)
        screen._wake.set()  # whatever does, it looks, and waits again
        await until(lambda: len(waits) > looked)
        assert (session.step, waits[-1]) == (before, None)
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
