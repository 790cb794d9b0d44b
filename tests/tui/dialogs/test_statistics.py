"""The statistics of both games."""

import re

from support.screens import CLASSIC, SOLUTION, frame, lines, playing, position
from support.solved_games import opening, solve
from tessella.play.store import Store


async def test_statistics_count_what_was_played() -> None:
    """The sheet shows games, best scores and times of what the store holds."""
    async with playing() as (app, pilot):
        await pilot.press("o")
        await pilot.pause()
        assert "No game has been played yet." in frame(app)
        await pilot.press("escape", "left", "up", "right", "down", "o")
        await pilot.pause()
        shown = frame(app)
        assert "2048:classic" in shown
        assert CLASSIC in shown


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
        assert any("hard 2 2 1 1:01 0:45" in line for line in words)  # beside the dialog the grid still shows
        assert "X-wing: 0 of 20" in words


async def test_a_puzzle_stands_with_its_shortest_clock() -> None:
    """Of a puzzle that was solved several times the fastest is shown, once."""
    store = Store.in_memory()
    for ms in (61_000, 30_000, 95_000):
        again = opening("sudoku:hard#1", "sudoku:hard")
        solve(store, again.id, "sudoku:hard", ms=ms).new(again)
    solve(store, "sudoku:hard#2", "sudoku:hard", ms=40_000)
    async with playing("sudoku:hard#1", store=store) as (app, pilot):
        await pilot.press("o")
        await pilot.pause()
        found = re.findall(r"(\d:\d\d).*sudoku:hard#(\d)", "\n".join(lines(app)))
        assert found == [("0:30", "1"), ("0:40", "2")]


async def test_statistics_show_the_fastest() -> None:
    """A solved puzzle stands in the statistics with its time."""
    given = SOLUTION[:80] + "."
    async with playing(f"sudoku:{given}") as (app, pilot):
        await pilot.press("9")
        assert position(app).is_over()
        await pilot.press("o")  # at the dialog that tells how it went
        await pilot.pause()
        shown = frame(app)
        assert "Fastest puzzles" in shown
        assert re.search(r"\d:\d\d +0 +0 +\d{4}-\d\d-\d\d", shown)
