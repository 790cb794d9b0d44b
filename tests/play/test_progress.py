"""How far a player has come: levels, days, courses, and all of it from files that older versions wrote."""

import datetime as dt
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from support.processes import PATIENCE
from support.solved_games import opening, solve
from tessella import ids
from tessella.play import progress
from tessella.play.coach import coach_for
from tessella.play.database import APPLICATION
from tessella.play.store import FILE, Store
from tessella.play.stored_game import StoredGame
from tessella.sudoku.generator.recipe import Recipe
from tessella.sudoku.tutor.practice import LESSONS, LONG, course_id, lesson, lesson_of

OLD = Path(__file__).parents[1] / "data" / "store-1.sql"


def test_standings_by_level() -> None:
    """Games, solved, without help, best and mean time stand level by level, whatever else a recipe says."""
    store = Store.in_memory()
    solve(store, "sudoku:hard#1", "sudoku:hard", ms=60_000)
    solve(store, "sudoku:hard/180#2", "sudoku:hard/180", ms=30_000, hints=1)
    solve(store, "sudoku:daily/2026-11-20", "sudoku:hard", ms=120_000)
    solve(store, "sudoku:#4", "sudoku", ms=5000)
    StoredGame.begin(store, opening("sudoku:easy#5", "sudoku:easy")).play("r9c9=1")
    easy, hard, other = progress.standings(store)
    assert easy == progress.Standing("easy", 1, 0, 0, 0, 0)
    assert hard == progress.Standing("hard", 3, 3, 2, 60_000, 70_000)
    assert other == progress.Standing("", 1, 1, 1, 5000, 5000)
    rows = coach_for(StoredGame.open(store, "sudoku:#1")).statistics().rows
    assert rows[0] == ("easy", "1", "0", "0", "-", "-")
    assert rows[2] == ("no level", "1", "1", "1", "0:05", "0:05")


def test_a_streak_counts_days_in_a_row() -> None:
    """A day without a solved puzzle ends the streak; today's may still be open, and any level of the day counts."""
    store = Store.in_memory()
    for day in ("2026-11-15", "2026-11-16/easy", "2026-11-17", "2026-11-17/easy", "2026-11-19/extreme", "2026-11-20"):
        solve(store, f"sudoku:daily/{day}", "sudoku:hard", ms=1000)
    assert progress.streak(store, dt.date(2026, 11, 20)) == progress.Streak(2, 3)
    assert progress.streak(store, dt.date(2026, 11, 21)) == progress.Streak(2, 3)
    assert progress.streak(store, dt.date(2026, 11, 22)) == progress.Streak(0, 3)


def test_a_course_goes_on_where_it_was() -> None:
    """The next puzzle is the first that is not solved; twenty end the course, and another seed begins the next."""
    store = Store.in_memory()
    wing = lesson("XY wing")
    course = progress.course(store, wing)
    assert lesson_of(course.next_id or "") == (wing, course.seed, 0)
    for k in (0, 2):
        solve(store, course_id(wing, course.seed, k), "sudoku:technique=xy-wing", ms=1000)
    course = progress.course(store, wing)
    assert course.next_id == course_id(wing, course.seed, 1)
    assert str(course) == "XY-wing: 2 of 20"
    solved = {one.lesson.slug: one.solved for one in progress.lessons(store)}
    assert list(solved) == list(LESSONS)
    assert (solved[wing.slug], solved["swordfish"]) == (2, 0)
    for k in range(LONG):
        if k not in course.done:
            solve(store, course_id(wing, course.seed, k), "sudoku:technique=xy-wing", ms=1000)
    done = progress.course_of(store, course_id(wing, course.seed, 7))
    assert done
    assert done.next_id is None
    assert progress.course(store, wing).seed != course.seed


def test_an_undone_solution_is_none() -> None:
    """Who takes the last digit back has the puzzle before them again, and it does not count as solved."""
    store = Store.in_memory()
    sitting = solve(store, course_id(LESSONS["x-wing"], "5", 0), "sudoku:technique=x-wing", ms=1000)
    sitting.undo()
    course = progress.course_of(store, sitting.session.id)
    assert course
    assert not course.solved


def test_the_level_is_remembered() -> None:
    """The level chosen last is offered again; what is none changes nothing."""
    store = Store.in_memory()
    assert progress.chosen_level(store) == "easy"
    progress.remember_level(store, "expert")
    progress.remember_level(store, "nonsense")
    assert progress.chosen_level(store) == "expert"


def test_drills_are_remembered() -> None:
    """The next drill is the first behind this one that is not done, then those before it; the last one is this one."""
    store, wing = Store.in_memory(), LESSONS["xy-wing"]
    assert progress.drills(store, wing).next_id == "sudoku:drill=xy-wing#1"
    for number in (9, 3, 3, 10):
        progress.remember_drill(store, wing, number)
    drills = progress.drills(store, wing, 8)
    assert (sorted(drills.done), drills.so_far) == ([3, 9, 10], "3 of 10")
    assert drills.next_id == "sudoku:drill=xy-wing#1"
    for number in range(11):
        drills = progress.remember_drill(store, wing, number)
    assert (drills.so_far, drills.next_id) == ("10 of 10", None)
    assert progress.course_of(store, "sudoku:lesson=xy-wing") == progress.drills(store, wing)


def test_drills_that_are_done_in_two_windows_are_both_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who does drills in two windows at once has done those of both."""
    monkeypatch.setattr("tessella.play.database.BUSY_TIMEOUT", PATIENCE)
    wing = lesson("xy-wing")

    def drill(store: Store, numbers: range) -> None:
        for number in numbers:
            progress.remember_drill(store, wing, number)

    stores = [Store.open(tmp_path / FILE) for _window in range(2)]
    with ThreadPoolExecutor() as pool:
        for store, numbers in zip(stores, (range(1, 6), range(6, 11)), strict=True):
            pool.submit(drill, store, numbers)
    assert progress.drills(stores[0], wing).done == {*range(1, 11)}
    for store in stores:
        store.close()


def test_damaged_settings_hold_nothing_up() -> None:
    """What is no number of a drill, and no seed of a course, counts as nothing."""
    store, wing = Store.in_memory(), LESSONS["xy-wing"]
    store.choose("drills:xy-wing", "3 x 99 -1 ٣")
    store.choose("practice:xy-wing", "x/y")
    assert progress.drills(store, wing).done == {3}
    assert progress.lessons(store)[0].seed == ""
    assert progress.course(store, wing).seed.isdecimal()


def test_a_drill_is_no_game_to_continue() -> None:
    """A drill that was begun is resumed by its id; lists of games and statistics do not name it."""
    store = Store.in_memory()
    game = StoredGame.open(store, "sudoku:drill=xy-wing#3")
    game.play(game.session.position.moves()[0])
    assert store.in_progress() == []
    assert progress.standings(store) == []
    assert StoredGame.open(store, "sudoku:drill=xy-wing#3").session.step == 1


def test_every_lesson_is_an_id_that_can_be_made() -> None:
    """Each technique that puzzles are generated for is one that a recipe takes, by the same name."""
    for slug in LESSONS:
        assert not LESSONS[slug].is_rated or str(Recipe.parse(f"technique={slug}")) == f"technique={slug}"
        assert LESSONS[slug].name


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Give a file as Tessella wrote it before there were levels."""
    path = tmp_path / FILE
    db = sqlite3.connect(path)
    db.executescript(OLD.read_text(encoding="utf-8"))
    db.executescript(f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = 1;")
    db.close()
    return path


def test_an_older_file_keeps_all_its_games(old: Path) -> None:
    """A file of the version before opens as it is: games, journals, settings; its puzzles have no level."""
    store = Store.open(old)
    assert store.notices == []
    assert store.setting("theme") == "light"
    assert store.export("2048:classic#42").moves == ("left", "up")
    assert store.export("sudoku:2x2#3").position.is_won()
    daily = StoredGame.open(store, "sudoku:daily/2026-11-17").session
    assert (len(daily.moves), daily.position.to_text().count(".")) == (17, 40)
    assert [(row.level, row.games, row.solved, row.unaided) for row in progress.standings(store)] == [("", 3, 2, 1)]
    store.close()
    assert Store.open(old).notices == []


def test_a_streak_reaches_to_the_ends_of_the_calendar() -> None:
    """The daily puzzles of the first and the last day there is are days like any other."""
    store = Store.in_memory()
    for day in ("0001-01-01", "0001-01-02", "9999-12-31"):
        solve(store, f"sudoku:daily/{day}", "sudoku:hard", ms=1000)
    assert progress.streak(store, dt.date.min) == progress.Streak(1, 2)
    assert progress.streak(store, dt.date.max) == progress.Streak(1, 2)


def test_the_daily_puzzle_at_a_level_is_offered_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A newcomer is offered an easy one, others one of their level, and all the one for everyone."""
    day, daily = dt.date(2026, 11, 23), ids.daily
    monkeypatch.setattr(ids, "daily", lambda rest, today=None: daily(rest, today or day))  # at midnight too
    store = Store.in_memory()
    assert [id_ for id_, _label in progress.dailies(store)] == [
        "sudoku:daily/easy",
        "sudoku:daily",
        "sudoku:daily/variant",
    ]
    progress.remember_level(store, "beginner")
    (id_, label), _for_everyone, _variant = progress.dailies(store)
    assert label == "Sudoku of the day: beginner"
    game = StoredGame.open(store, id_)
    assert (game.session.id, game.table) == (f"sudoku:daily/{day}/beginner", "sudoku:beginner")
    game.play(game.session.position.moves()[0])
    again = StoredGame.resume(store, id_)
    assert again is not None
    assert again.session.moves == game.session.moves
