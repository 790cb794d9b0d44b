"""The menu of games."""

from support.screens import frame, lines, playing, stored, sudoku_screen, until
from support.solved_games import opening
from tessella.play import progress
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame


async def test_menu_opens_games() -> None:
    """The menu lists what is in progress first, and Enter, a digit or a click opens it; Esc comes back."""
    store = Store.in_memory()
    async with playing("2048:sprint#5", store=store) as (app, pilot):
        await pilot.press("left", "escape")
        await pilot.pause()
        assert "Continue 2048 sprint" in frame(app)
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert app.game
        assert app.game.session.id == "2048:sprint#5"
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("2")
        await pilot.pause()
        await pilot.pause()
        assert app.game.table == "2048:classic"
        await pilot.press("escape")
        await pilot.pause()
        rows = lines(app)
        y = next(y for y, row in enumerate(rows) if "cascade: merged" in row)
        await pilot.click("#menu", offset=(20, y))
        await pilot.pause()
        await pilot.pause()
        assert app.game.table == "2048:cascade"


async def test_a_level_is_chosen_in_the_menu_and_remembered() -> None:
    """Left and right choose a level in the menu, Enter makes a puzzle of it, and the next menu offers it again."""
    store = Store.in_memory()
    progress.remember_level(store, "medium")
    async with playing(None, store=store) as (app, pilot):
        while "Left and right change it" not in frame(app):
            await pilot.press("down")
            await pilot.pause()
        await pilot.press("left")
        await pilot.pause()
        assert "< easy >" in frame(app)
        await pilot.press("enter")
        await pilot.pause()
        await until(lambda: app.game is not None)
        assert stored(app).session.id.startswith("sudoku:easy#")
        await pilot.pause()
        assert "Sudoku  easy" in sudoku_screen(app).panel.text
    assert progress.chosen_level(store) == "easy"


async def test_a_variant_is_chosen_in_the_menu_and_remembered() -> None:
    """Left and right go through the variants, Enter starts a puzzle of the one chosen."""
    store = Store.in_memory()
    store.choose("variant", "anti_king")
    async with playing(None, store=store) as (app, pilot):
        assert "Variant of the day: " in frame(app)
        row = next(y for y, line in enumerate(lines(app)) if "New variant: < Anti-king >" in line)
        first = next(y for y, line in enumerate(lines(app)) if line.strip().startswith("1 "))
        await pilot.press(*["down"] * (row - first), "left")
        await pilot.pause()
        assert "< Anti-knight >" in frame(app)
        await pilot.press("enter")
        await until(lambda: app.game is not None)
        assert stored(app).session.id.startswith("sudoku:anti_knight#")
    assert progress.chosen_variant(store) == "anti_knight"


async def test_sudoku_in_the_menu_goes_on() -> None:
    """Enter on Sudoku goes on with the puzzle in progress, and makes none."""
    store = Store.in_memory()
    StoredGame.begin(store, opening("sudoku:extreme#1", "sudoku:extreme")).play("r9c9=1")
    async with playing(None, store=store) as (app, pilot):
        row = next(line for line in lines(app) if "Sudoku: continue" in line)
        await pilot.press(row.split()[0])
        await pilot.pause()
        assert stored(app).session.id == "sudoku:extreme#1"
        assert stored(app).session.moves == ("r9c9=1",)


async def test_all_games_that_were_left_can_be_continued() -> None:
    """The menu names the latest ones, and a list has all of them."""
    store = Store.in_memory()
    for seed in range(5):
        sitting = StoredGame.open(store, f"2048:classic#{seed}", new=True)
        sitting.play(sitting.session.position.moves()[0])
    async with playing(None, store=store) as (app, pilot):
        assert frame(app).count("Continue 2048 classic") == 3
        row = next(line for line in lines(app) if "More games to continue: 2" in line)
        await pilot.press(row.split()[0])
        await pilot.pause()
        assert "Games to continue" in frame(app)
        await pilot.press("down", "down", "down", "enter")
        await pilot.pause()
        await pilot.pause()
        assert stored(app).session.id == "2048:classic#1"
        assert len(stored(app).session.moves) == 1
        assert "2048:classic#4 is kept among the games to continue" in " ".join(frame(app).split())
