"""The dialogs of Sudoku: a new puzzle, the wait for it, and the end of a puzzle."""

import os
import re

from support.endless import LONG_TO_GENERATE
from support.processes import children
from support.screens import PUZZLE_ID, field, frame, game, playing, position, stored, sudoku_screen, until
from support.solved_games import opening, solve
from tessella.play.coach import preferences
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.tui.dialogs.sudoku import GeneratingDialog, ReviewDialog, SolvedDialog


async def test_a_new_puzzle_as_wished() -> None:
    """The dialog makes a puzzle of the size and symmetry asked for, and says what cannot be had."""
    async with playing(PUZZLE_ID) as (app, pilot):
        await pilot.press("4", "n")
        await pilot.pause()
        app.screen.query_one("#size").focus()
        await pilot.press("left")
        field(app, "#clues").value = "3"
        await pilot.click("#start")
        await until(lambda: "Expected 8 to 36 clues, got 3" in " ".join(frame(app).split()))
        field(app, "#clues").value = "１４"
        await pilot.click("#start")
        # Between the dialog that asks and the one that waits the game is seen for a moment, as it was.
        await until(lambda: app.screen is game(app) and stored(app).session.id != PUZZLE_ID)
        assert position(app).box == (2, 3)
        assert sum(digit > 0 for digit in position(app).givens) == 14
        await pilot.press("u")
        assert stored(app).session.id == PUZZLE_ID
        assert stored(app).session.moves == ("r1c3=4",)


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
        assert not stored(app).session.position.is_over()
        await pilot.press("9", "n")
        await until(lambda: stored(app).session.id != "sudoku:easy#2")
        assert stored(app).session.id.startswith("sudoku:easy#")
        assert game(app).is_current


async def test_the_end_of_a_puzzle_gives_advice_and_the_next_level() -> None:
    """A line of advice comes with the review; l starts a puzzle of the level that it offers, e shows the review."""
    store = Store.in_memory()
    StoredGame.begin(store, opening("sudoku:easy#2", "sudoku:easy"))
    async with playing("sudoku:easy#2", store=store) as (app, pilot):
        await pilot.press("9")
        await until(lambda: "That went smoothly: try medium next. l: medium" in frame(app))
        await pilot.press("e")
        await pilot.pause()
        assert isinstance(app.screen, ReviewDialog)
        assert re.search(r"Solved in \d:\d\d\.", frame(app))
        await pilot.press("enter")
        await until(lambda: stored(app).session.id.startswith("sudoku:medium#"))


async def test_a_review_goes_back_to_its_slips() -> None:
    """Enter on a slip goes back to before it."""
    async with playing(PUZZLE_ID) as (app, pilot):
        await pilot.press("1", "right", "6", "left", "4", "right", "right", "8", "t", "e")
        await until(lambda: isinstance(app.screen, ReviewDialog))
        told = frame(app)
        for words in ("mistake", "help", "1 in r1c3 was wrong.", "Before you write a digit"):
            assert words in told, told
        await pilot.press("down")
        await until(lambda: "You asked for help. The next step" in frame(app))
        await pilot.press("up", "enter")
        await pilot.pause()
        assert stored(app).session.step == 0


async def test_making_can_be_given_up() -> None:
    """While a puzzle is made the screen says so and goes on; Esc ends the making, and the game is as it was."""
    async with playing(f"sudoku:{opening('x', 'x').start.to_text()}") as (app, pilot):
        before = stored(app).session.id
        sudoku_screen(app)._start_chosen(LONG_TO_GENERATE)
        await until(lambda: children(os.getpid(), "puzzle_maker"))
        assert isinstance(app.screen, GeneratingDialog)
        assert "Generating the puzzle" in frame(app)
        await until(lambda: re.search(r":(?!00)\d\d  Esc cancels", frame(app)))  # it draws while it waits
        await pilot.press("escape")
        await until(lambda: not children(os.getpid(), "puzzle_maker"))
        assert game(app).is_current
        assert stored(app).session.id == before


async def test_what_cannot_be_made_is_said() -> None:
    """A wish that cannot be had is said where it was made."""
    async with playing(f"sudoku:{opening('x', 'x').start.to_text()}") as (app, _pilot):
        sudoku_screen(app)._start_chosen("sudoku:clues=4/hard#1")
        await until(lambda: "Expected 17 to 81 clues" in " ".join(frame(app).split()))


async def test_preferences() -> None:
    """What is chosen in the dialog is kept for every front end, and holds at once; Esc changes nothing."""
    store = Store.in_memory()
    async with playing(PUZZLE_ID, store=store) as (app, pilot):
        await pilot.press("1", "comma", "right", "escape")
        assert preferences.all_chosen(store) == {name: one.default for name, one in preferences.SUDOKU.items()}
        await pilot.press("comma", "right", *["tab", "right"] * 4, "enter")
        assert preferences.all_chosen(store) == {
            "marks": "keep", "mistakes": "instant", "entry": "digit", "clock": "hidden", "keys": "sudokupad"
        }  # fmt: skip
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "1!" in frame(app)
        assert "Time" not in game(app).panel.text
        await pilot.press("0", "x", "4", "enter")
        assert stored(app).session.moves == ("r1c3=1", "r1c3-", "r1c3^4")


async def test_a_variant_is_asked_for_by_its_name() -> None:
    """The dialog makes a puzzle of the variant that is typed, at the level chosen, and tells which ones there are."""
    async with playing(PUZZLE_ID) as (app, pilot):
        await pilot.press("n")
        await pilot.pause()
        field(app, "#variant").value = "kiler"
        await pilot.click("#start")
        await until(lambda: "Expected a variant" in " ".join(frame(app).split()))
        field(app, "#variant").value = "killer"
        await pilot.click("#start")
        await until(lambda: app.screen is game(app) and stored(app).session.id.startswith("sudoku:killer"))
        assert position(app).rules.of_type("killer")
