"""Sudoku on the full screen: the cursor, digits and marks, checks, hints, the pause."""

from support.screens import (
    LARGE_ID,
    POSITIONS,
    PUZZLE,
    PUZZLE_ID,
    SOLUTION,
    SOLVED_BUT_TWO,
    explained,
    frame,
    game,
    grid,
    hinted,
    playing,
    position,
    said,
    selected,
    shown_stage,
    stored,
    sudoku_screen,
    typed,
    until,
)
from support.solved_games import opening
from tessella import sudoku
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.sudoku.techniques.registry import rated_as
from tessella.sudoku.tutor import hints as tutor
from tessella.sudoku.tutor.practice import LESSONS, Lesson, course_id


async def test_choosing_a_cell() -> None:
    """The first blank cell is chosen; arrows and hjkl go from cell to cell and around the edges, a click at once."""
    async with playing(PUZZLE_ID) as (app, pilot):
        assert selected(app) == "r1c3"
        await pilot.press("right", "l", "Ｌ", "down", "j")
        assert selected(app) == "r3c6"
        await pilot.press("left", "h", "up", "K", "up")
        assert selected(app) == "r9c4"
        await pilot.click("#board", offset=(2, 0))
        assert selected(app) == "r1c1"
        await pilot.press("left")
        assert selected(app) == "r1c9"
        assert stored(app).session.moves == ()


async def test_writing_and_erasing() -> None:
    """Digits write, also full width; 0, -, full stop, Backspace and Delete erase."""
    async with playing(PUZZLE_ID) as (app, pilot):
        for erase in ("0", "minus", "full_stop", "backspace", "delete"):
            await pilot.press("4")
            assert position(app).rows[0][2] == 4
            await pilot.press(erase)
            assert position(app).rows[0][2] == 0
        await typed(pilot, "２")
        assert position(app).rows[0][2] == 2
        await pilot.press("u")
        assert position(app).rows[0][2] == 0
        await pilot.press("y")
        assert position(app).rows[0][2] == 2


async def test_undo_goes_where_it_happened() -> None:
    """After undo and redo the cell is chosen whose digit or mark changed."""
    async with playing(PUZZLE_ID) as (app, pilot):
        await pilot.press("4", "right", "m", "2", "down", "down", "u")
        assert selected(app) == "r1c4"
        await pilot.press("down", "u")
        assert selected(app) == "r1c3"
        await pilot.press("down", "y", "y")
        assert selected(app) == "r1c4"


async def test_marks() -> None:
    """M switches to centre marks and back; w marks every candidate as one undo step."""
    async with playing(PUZZLE_ID) as (app, pilot):
        await pilot.press("m", "1", "2", "m", "4")
        assert stored(app).session.moves == ("r1c3~1", "r1c3~2", "r1c3=4")
        await pilot.press("u", "u", "u", "w")
        assert position(app).marks == position(app).candidates()
        await pilot.press("u")
        assert not any(position(app).marks)


async def test_letters_are_digits_in_large_grids_only() -> None:
    """In a 16x16 grid a to g write 10 to 16; in a 9x9 grid none of them writes, and most do nothing."""
    async with playing(LARGE_ID) as (app, pilot):
        for key, value in (("a", 10), ("G", 16), ("ｇ", 16), ("9", 9)):
            await pilot.press("0") if position(app).digits[0] else None
            await pilot.press(key)
            assert position(app).digits[0] == value
            await pilot.press("0")
    async with playing(PUZZLE_ID) as (app, pilot):
        for key in "abcdfg":
            await pilot.press(key)
            assert said(app) == f"{key} does nothing here; ? shows the keys."
        assert stored(app).session.moves == ()


async def test_givens_stay() -> None:
    """A given cannot be changed, and that is said."""
    async with playing(PUZZLE_ID) as (app, pilot):
        await pilot.press("left", "4")
        assert "r1c2 is a given and stays 3" in said(app)
        assert stored(app).session.moves == ()


async def test_conflicts_always_show_and_wrong_digits_when_asked() -> None:
    """A repeated digit is marked at once; a digit that only the solution refutes is marked by x alone."""
    async with playing(PUZZLE_ID) as (app, pilot):
        await pilot.press("3")
        assert frame(app).count("3!") == 2
        await pilot.press("u", "1")
        assert "!" not in frame(app)
        await pilot.press("x")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert said(app) == "1 digit is wrong. Check again to undo back to the first mistake."
        assert frame(app).count("1!") == 1
        assert stored(app).session.hints == 1
        assert "Hints 1" in game(app).panel.text


async def test_going_back_to_before_the_first_mistake() -> None:
    """A second x takes back every move from the first wrong digit on, and redo plays them again."""
    async with playing(PUZZLE_ID) as (app, pilot):
        await pilot.press("4", "right", "2", "down", "down", "3")
        assert len(stored(app).session.moves) == 3
        await pilot.press("x")
        await app.workers.wait_for_complete()
        await pilot.press("x")
        assert stored(app).session.moves == ("r1c3=4",)
        assert "before the first mistake" in said(app)
        await pilot.press("x")
        assert said(app) == "Everything is right so far."
        await pilot.press("y", "y")
        assert len(stored(app).session.moves) == 3


async def test_a_puzzle_with_several_solutions_says_so() -> None:
    """A check of a puzzle that is none says why."""
    async with playing("sudoku:12..............") as (app, pilot):
        await pilot.press("x")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert said(app).startswith("More than one solution")


async def test_pause_hides_the_grid_and_stops_the_clock() -> None:
    """In a pause no digit can be seen and no key plays; p goes on."""
    async with playing(PUZZLE_ID) as (app, pilot):
        await pilot.press("p")
        await pilot.pause()
        assert "Paused" in said(app)
        assert not stored(app).session.is_running
        board = grid(app)
        assert not any(char.isdigit() for y in range(board.size.height) for char in board.render_line(y).text)
        await pilot.press("4", "w", "r", "x", "down")
        assert stored(app).session.moves == ()
        await pilot.press("P")
        assert stored(app).session.is_running
        await pilot.press("4")
        assert stored(app).session.moves == ("r1c3=4",)
        assert [entry.event for entry in stored(app).session.journal] == ["pause", "r1c3=4"]


async def test_a_hint_in_three_stages() -> None:
    """`t` tells where to look, then the technique, then why, with the cells lit at last; it counts as one hint."""
    async with playing(PUZZLE_ID) as (app, pilot):
        found = sudoku.hint(position(app))
        for stage in (found.where, found.technique, found.reason, found.reason):
            await pilot.press("t")
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert said(app).startswith(" ".join(stage.split()))
        assert stored(app).session.hints == 1
        for background, cells in (
            ("cell_pattern", {*found.cells} - found.secondary),
            ("cell_pattern_other", found.secondary),
        ):
            lit = {cell for cell, shown in enumerate(grid(app).cells) if shown.background == background}
            assert {*map(position(app).name, lit)} == {*map(position(app).name, cells)} - {selected(app)} != set()


async def test_enter_does_what_the_hint_says_and_escape_puts_it_away() -> None:
    """Enter plays the hint's moves; Esc leaves the game as it is, without the hint, and goes to the menu only then."""
    async with playing(f"sudoku:{POSITIONS['0707']}") as (app, pilot):
        await hinted(app, pilot)
        await pilot.press("escape")
        assert said(app) == ""
        assert game(app).is_current
        await hinted(app, pilot) if shown_stage(app) == 0 else None
        hint = explained(app)
        assert hint
        await pilot.press("enter")
        assert stored(app).session.moves == hint.moves


async def test_three_quick_keys_tell_all() -> None:
    """Who asks three times before the step is found is told the full reason, for one hint."""
    async with playing(f"sudoku:{POSITIONS['0707']}") as (app, _pilot):
        sudoku_screen(app).press("t")
        sudoku_screen(app).press("t")
        sudoku_screen(app).press("t")
        assert said(app).startswith("Looking for the next step ...")
        await until(lambda: shown_stage(app) == 3)
        assert stored(app).session.hints == 1


async def test_a_mistake_is_shown_where_it_is() -> None:
    """A hint at a wrong digit marks that digit."""
    async with playing(f"sudoku:{SOLVED_BUT_TWO}") as (app, pilot):
        await pilot.press("6")
        await hinted(app, pilot)
        assert said(app) == "The digit in r1c3 is wrong. Enter erases what is wrong."
        assert "6!" in frame(app) or "[6!" in frame(app)


def test_the_first_stage_is_there_at_once() -> None:
    """The hints of these positions need no kernel and no numpy."""
    for text in POSITIONS.values():
        assert tutor.hint(sudoku.Board.parse(text)).step


async def test_solving() -> None:
    """The last digit ends the game with a word; then undo works, and digits are refused."""
    start = PUZZLE[:2] + SOLUTION[2:]
    given = "".join(digit if at not in (2, 3) else "." for at, digit in enumerate(start))
    async with playing(f"sudoku:{given}") as (app, pilot):
        await pilot.press("4", "right", "6")
        assert position(app).is_over()
        assert "Solved. Well done!" in said(app)
        assert not stored(app).session.is_running
        await pilot.press("escape", "5")
        assert "the puzzle is already solved" in said(app).lower()
        await pilot.press("u")
        assert not position(app).is_over()
        assert said(app) == ""


def _codes(lesson: Lesson) -> list[str]:
    return [technique.code for technique in rated_as(lesson.technique)]


async def test_hints_in_practice_point_at_the_technique() -> None:
    """Where the practised technique applies the hint is of it, though something easier may be there too."""
    store = Store.in_memory()
    position = POSITIONS["0401"]
    found = sudoku.hint(sudoku.Board.parse(position))
    assert found.step
    slug = next(
        slug
        for slug, lesson in LESSONS.items()
        if lesson.is_rated
        if found.step.code not in _codes(lesson) and any(sudoku.find_all(found.board, c) for c in _codes(lesson))
    )
    id_ = course_id(LESSONS[slug], "7", 0)
    StoredGame.begin(store, opening(id_, f"sudoku:technique={slug}", position))
    async with playing(id_, store=store) as (app, pilot):
        await hinted(app, pilot)
        shown = explained(app)
        assert shown
        assert shown.step
        assert shown.step.code in _codes(LESSONS[slug])
