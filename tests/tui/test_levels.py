"""Levels, practice, statistics and hints of Sudoku on the full screen."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot

from support.screens import field, frame, game, lines, playing, said, sitting
from support.solved_games import opening, solve
from tessella import sudoku
from tessella.errors import ParseError
from tessella.play import progress
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.sudoku.techniques.registry import rated_as
from tessella.sudoku.tutor import hints as teach
from tessella.sudoku.tutor.practice import LESSONS, Lesson, course_id
from tessella.tui import _takes_long
from tessella.tui.app import TessellaApp
from tessella.tui.dialogs.sudoku import MakingDialog, PracticeDialog, Reading, SolvedDialog
from tessella.tui.screens.sudoku import ScreenSudoku

# Positions with pencil marks, each with the step of its name next, from puzzles of top1465.
POSITIONS: dict[str, str] = json.loads((Path(__file__).parent / "positions.json").read_text(encoding="utf-8"))
LONG_MAKING = "sudoku:clues=18#1"
"""A puzzle that takes many seconds, and may not be found at all."""


def screen(app: TessellaApp) -> ScreenSudoku:
    """Return the screen of the game."""
    found = game(app)
    assert isinstance(found, ScreenSudoku)
    return found


async def until(pilot: Pilot[None], done: Callable[[], object]) -> None:
    """Let the app work until something is so."""
    for _round in range(600):
        if done():
            return
        await pilot.pause(0.05)
    pytest.fail("it did not come to pass")


def _is_at(app: TessellaApp, stage: int) -> bool:
    return screen(app)._stage == stage


async def hinted(pilot: Pilot[None], app: TessellaApp) -> None:
    """Ask for all three stages of a hint."""
    for stage in (1, 2, 3):
        await pilot.press("t")
        await until(pilot, partial(_is_at, app, stage))
    await pilot.pause()


# --- Levels ---


async def test_a_level_is_chosen_in_the_menu_and_remembered() -> None:
    """Left and right choose a level in the menu, Enter makes a puzzle of it, and the next menu offers it again."""
    store = Store.in_memory()
    progress.remember_level(store, "medium")
    async with playing(None, store=store) as (app, pilot):
        await pilot.press("6" if "6  A new Sudoku" in frame(app) else "up")
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("left")
        await pilot.pause()
        assert "< easy >" in frame(app)
        await pilot.press("enter")
        await pilot.pause()
        await until(pilot, lambda: app.sitting is not None)
        assert sitting(app).session.id.startswith("sudoku:easy#")
        await pilot.pause()
        assert "Sudoku  easy" in screen(app).panel.text
    assert progress.chosen_level(store) == "easy"


async def test_sudoku_in_the_menu_goes_on() -> None:
    """Enter on Sudoku goes on with the puzzle in progress, and makes none."""
    store = Store.in_memory()
    StoredGame.begin(store, opening("sudoku:extreme#1", "sudoku:extreme")).play("r9c9=1")
    async with playing(None, store=store) as (app, pilot):
        row = next(line for line in lines(app) if "Sudoku: go on" in line)
        await pilot.press(row.split()[0])
        await pilot.pause()
        assert sitting(app).session.id == "sudoku:extreme#1"
        assert sitting(app).session.moves == ("r9c9=1",)


async def test_making_can_be_given_up() -> None:
    """While a puzzle is made the screen says so and goes on; Esc ends the making, and the game is as it was."""
    async with playing(f"sudoku:{opening('x', 'x').start.to_text()}") as (app, pilot):
        before = sitting(app).session.id
        screen(app)._begin(LONG_MAKING)
        await until(pilot, lambda: isinstance(app.screen, MakingDialog) and app.screen._making)
        dialog = app.screen
        assert isinstance(dialog, MakingDialog)
        assert dialog._making
        process = dialog._making._process
        assert process is not None
        assert "Making the puzzle" in frame(app)
        await until(pilot, lambda: "0:01" in frame(app))  # it draws while it waits
        await pilot.press("escape")
        await pilot.pause()
        assert process.wait(10) != 0
        assert game(app).is_current
        assert sitting(app).session.id == before


async def test_a_level_by_its_id() -> None:
    """The id dialog makes a puzzle of a level aside too, whether or not the game is named."""
    async with playing(f"sudoku:{opening('x', 'x').start.to_text()}") as (app, pilot):
        await pilot.press("i")
        await pilot.pause()
        field(app, "#id").value = "easy#7"
        await pilot.press("enter")
        await until(pilot, lambda: sitting(app).session.id == "sudoku:easy#7")


@pytest.mark.parametrize("text", ["sudoku:maker=1/hard#5", "sudoku:search=1/hard#5", "sudoku:maker=1/search=1/hard"])
def test_an_id_may_name_the_versions(text: str) -> None:
    """An id that says which maker and search it means is made on the screen like any other; a false one is not."""
    assert _takes_long(text)
    with pytest.raises(ParseError, match="got 'search=2'"):
        _takes_long("sudoku:search=2/hard#5")


async def test_what_cannot_be_made_is_said() -> None:
    """A wish that cannot be had is said where it was made."""
    async with playing(f"sudoku:{opening('x', 'x').start.to_text()}") as (app, pilot):
        screen(app)._begin("sudoku:clues=4/hard#1")
        await until(pilot, lambda: "Expected 17 to 81 clues, got 4" in " ".join(frame(app).split()))


async def test_a_daily_puzzle_shows_its_level() -> None:
    """The puzzle of a day stands with the level of its weekday."""
    store = Store.in_memory()
    StoredGame.begin(store, opening("sudoku:daily/2026-11-20", "sudoku:hard"))
    async with playing("sudoku:daily/2026-11-20", store=store) as (app, _pilot):
        assert "Sudoku  hard" in screen(app).panel.text


# --- The end of a puzzle, and statistics ---


async def test_a_solved_puzzle_tells_how_it_went() -> None:
    """Level, time, help and best time are told; u in the dialog takes back; n begins another of the level."""
    store = Store.in_memory()
    solve(store, "sudoku:easy#1", "sudoku:easy", ms=3_600_000)
    StoredGame.begin(store, opening("sudoku:easy#2", "sudoku:easy"))
    async with playing("sudoku:easy#2", store=store) as (app, pilot):
        await pilot.press("9")
        await pilot.pause()
        assert isinstance(app.screen, SolvedDialog)
        told = frame(app)
        for words in ("Level    easy", "Help     none", "this one", "Next: easy"):
            assert words in told, told
        await pilot.press("u")
        await pilot.pause()
        assert not sitting(app).session.position.is_over()
        await pilot.press("9", "n")
        await until(pilot, lambda: sitting(app).session.id != "sudoku:easy#2")
        assert sitting(app).session.id.startswith("sudoku:easy#")
        assert game(app).is_current


async def test_statistics_by_level() -> None:
    """The statistics show each level that was played, days in a row, and courses."""
    store = Store.in_memory()
    solve(store, "sudoku:hard#1", "sudoku:hard", ms=61_000)
    solve(store, "sudoku:hard#2", "sudoku:hard", ms=30_000, hints=1)
    store.choose("practice:x-wing", "5")
    async with playing("sudoku:hard#1", store=store) as (app, pilot):
        await pilot.press("o")
        await pilot.pause()
        words = [" ".join(line.split()) for line in lines(app)]
        assert "Level Games Solved No help Fastest Mean" in words
        assert "hard 2 2 1 1:01 0:45" in words
        assert "X-wing: 0 of 20" in words


# --- Practice ---


async def test_a_course_goes_from_puzzle_to_puzzle() -> None:
    """A technique is chosen from the list; when a puzzle is solved the next one follows, and the progress is kept."""
    store = Store.in_memory()
    wing = LESSONS["xy-wing"]
    store.choose("practice:xy-wing", "7")
    for k in (0, 1):
        StoredGame.begin(store, opening(course_id(wing, "7", k), "sudoku:technique=xy-wing"))
    async with playing(None, store=store) as (app, pilot):
        await pilot.press("up", "enter")
        await pilot.pause()
        assert isinstance(app.screen, PracticeDialog)
        await pilot.press(*["down"] * list(LESSONS).index("xy-wing"), "enter")
        await pilot.pause()
        await pilot.pause()
        assert sitting(app).session.id == course_id(wing, "7", 0)
        assert screen(app).panel.text.startswith("Practice  0 of 20")
        assert "XY-wing" in screen(app).panel.text.split("\n")
        await pilot.press("9")
        await pilot.pause()
        assert "XY-wing: 1 of 20" in frame(app)
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert sitting(app).session.id == course_id(wing, "7", 1)
        assert screen(app).panel.text.startswith("Practice  1 of 20")


def _codes(lesson: Lesson) -> list[str]:
    return [technique.code for technique in rated_as(lesson.rated)]


async def test_hints_in_practice_point_at_the_technique() -> None:
    """Where the practised technique applies the hint is of it, though something easier may be there too."""
    store = Store.in_memory()
    position = POSITIONS["0401"]
    found = sudoku.hint(sudoku.Board.parse(position))
    assert found.step
    slug = next(
        slug
        for slug, lesson in LESSONS.items()
        if found.step.code not in _codes(lesson) and any(sudoku.find_all(found.board, c) for c in _codes(lesson))
    )
    id_ = course_id(LESSONS[slug], "7", 0)
    StoredGame.begin(store, opening(id_, f"sudoku:technique={slug}", position))
    async with playing(id_, store=store) as (app, pilot):
        await hinted(pilot, app)
        shown = screen(app)._hint
        assert shown
        assert shown.step
        assert shown.step.code in _codes(LESSONS[slug])


# --- Hints ---


@pytest.mark.parametrize("size", [(80, 24), (80, 37), (46, 20)])
@pytest.mark.parametrize("code", ["0707", "0902", "0401", "0600"])
async def test_signs_stand_in_the_cells(code: str, size: tuple[int, int]) -> None:
    """What goes is marked in its cell with a minus, whatever the form of the grid; the legend says so."""
    async with playing(f"sudoku:{POSITIONS[code]}", size=size) as (app, pilot):
        await hinted(pilot, app)
        hint = screen(app)._hint
        assert hint
        assert hint.step
        board = screen(app).board
        for digit, row, col in hint.step.eliminations:
            cell = (row - 1) * 9 + col - 1
            if cell == screen(app)._cell and board.shape.wide < 5:
                continue  # the brackets of the chosen cell leave room for one sign
            y = board.shape.top(row - 1, (3, 3))
            left = board.shape.left(col - 1, (3, 3))
            text = [
                board.render_line(y + line).text[left : left + board.shape.wide] for line in range(board.shape.high)
            ]
            assert any(str(digit) in line and ("-" in line or "+" in line) for line in text), text
        if screen(app).plan and screen(app).plan.beside:  # type: ignore[union-attr]  # asked just before
            assert "goes" in screen(app).panel.text


async def test_a_chain_is_lettered() -> None:
    """The nodes of a chain follow one another through the alphabet, capitals where they are true."""
    async with playing(f"sudoku:{POSITIONS['0707']}") as (app, pilot):
        await hinted(pilot, app)
        hint = screen(app)._hint
        assert hint
        assert hint.step
        drawn = {(cell, one.digit): one for cell, shown in enumerate(screen(app).board._cells) for one in shown.signs}
        for place, node in enumerate(hint.step.nodes[1:-1], 1):
            letter = "abcdefghijklmnopqrstuvwxyz"[place]
            assert drawn[node.cells[0], node.digit].sign == (letter.upper() if node.is_on else letter)


async def test_signs_need_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR what goes is struck, the pattern stands reversed, and no colour is sent."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing(f"sudoku:{POSITIONS['0707']}") as (app, pilot):
        await hinted(pilot, app)
        styles = [segment.style for y in range(20) for segment in screen(app).board.render_line(y) if segment.style]
        assert any(style.strike for style in styles)
        assert any(style.reverse for style in styles)
        assert all(style.color is None and style.bgcolor is None for style in styles)


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_a_long_reason_can_be_read_to_its_end(size: tuple[int, int]) -> None:
    """Where a reason is longer than its place, PgDn goes on in it and t shows all of it on a sheet that scrolls."""
    async with playing(f"sudoku:{POSITIONS['f2r']}", size=size) as (app, pilot):
        await hinted(pilot, app)
        hint = screen(app)._hint
        assert hint
        seen = {line for line in screen(app).message.text.split("\n") if line}
        while size[0] == 80 and screen(app)._scroll < screen(app)._rest:
            await pilot.press("pagedown")
            seen |= set(screen(app).message.text.split("\n"))
        if size[0] == 80:
            assert set(hint.reason.split()) <= {word for line in seen for word in line.split()}
        await pilot.press("t")
        await pilot.pause()
        assert isinstance(app.screen, Reading)
        whole = str(app.screen.query(".text")[1].render())
        assert whole.startswith(hint.reason)
        await pilot.press("end")
        await pilot.pause(0.4)
        assert "Esc goes back" in " ".join(frame(app).split())
        await pilot.press("escape")
        await pilot.pause()
        assert game(app).is_current


async def test_enter_does_what_the_hint_says_and_escape_puts_it_away() -> None:
    """Enter plays the hint's moves; Esc leaves the game as it is, without the hint, and goes to the menu only then."""
    async with playing(f"sudoku:{POSITIONS['0707']}") as (app, pilot):
        await hinted(pilot, app)
        await pilot.press("escape")
        assert said(app) == ""
        assert game(app).is_current
        await hinted(pilot, app) if screen(app)._stage == 0 else None
        hint = screen(app)._hint
        assert hint
        await pilot.press("enter")
        assert sitting(app).session.moves == hint.moves


async def test_three_quick_keys_tell_all() -> None:
    """Who asks three times before the step is found is told the full reason, for one hint."""
    async with playing(f"sudoku:{POSITIONS['0707']}") as (app, pilot):
        screen(app).press("t")
        screen(app).press("t")
        screen(app).press("t")
        assert said(app).startswith("Looking for the next step ...")
        await until(pilot, partial(_is_at, app, 3))
        assert sitting(app).session.hints == 1


async def test_a_mistake_is_shown_where_it_is() -> None:
    """A hint at a wrong digit marks that digit."""
    async with playing(f"sudoku:{SOLVED_BUT_TWO}") as (app, pilot):
        await pilot.press("6")
        await hinted(pilot, app)
        assert "is wrong" in said(app)
        assert "6!" in frame(app) or "[6!" in frame(app)


SOLVED_BUT_TWO = "53..78912672195348198342567859761423426853791713924856961537284287419635345286179"


def test_the_first_stage_is_there_at_once() -> None:
    """The hints of these positions need no kernel and no numpy."""
    for position in POSITIONS.values():
        assert teach.hint(sudoku.Board.parse(position)).step
