"""Progress at Sudoku: by level, by day, and in practice.

All is read off the stored games, but for the level chosen last, the puzzles of each course and the drills that are
done: these are settings.
"""

import datetime as dt
import re
import secrets
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from tessella import ids
from tessella.game2048.endgame import library
from tessella.game2048.endgame import practice as end_games
from tessella.games import GAMES
from tessella.i18n import _, ngettext
from tessella.play.scores import AssignedGame
from tessella.play.session import clock
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.sudoku import LEVELS, level_name
from tessella.sudoku.generation import DEFAULT_LEVEL, VARIANT, daily_recipe, variant_name
from tessella.sudoku.generator.layouts import VARIANTS
from tessella.sudoku.tutor.lessons import DRILLS
from tessella.sudoku.tutor.practice import (
    LESSONS,
    LONG,
    Lesson,
    course_id,
    drill_id,
    drill_of,
    lesson_of,
    level_of_table,
)

DEFAULT_VARIANT = "killer"
MAX_END_GAMES = 3  # end games that a menu offers to practise
DAILY = f"sudoku:{ids.DAILY}/"


def chosen_level(store: Store) -> str:
    """Return the level that was chosen last."""
    level = store.setting("level", DEFAULT_LEVEL)
    return level if level in LEVELS else DEFAULT_LEVEL


def remember_level(store: Store, level: str) -> None:
    """Remember the level of the game that was begun, if it has one."""
    if level in LEVELS and store.setting("level") != level:
        store.choose("level", level)


def chosen_variant(store: Store) -> str:
    """Return the variant that was chosen last."""
    variant = store.setting(VARIANT, DEFAULT_VARIANT)
    return variant if variant in VARIANTS else DEFAULT_VARIANT


def games_of_2048() -> list[tuple[str, str]]:
    """Return the games of 2048 that a menu offers, as ids and labels; practice where there are tables for it.

    >>> games_of_2048()[0]
    ('2048:classic', '2048')
    """
    return [
        ("2048:classic", "2048"),
        (f"2048:{ids.DAILY}", _("2048 of the day")),
        ("2048:sprint", _("2048 sprint: the game ends at the target")),
        ("2048:cascade", _("2048 cascade: merged tiles can merge again")),
        *((id := end_games.id_of(one), GAMES[id].title(id)) for one in library.made()[:MAX_END_GAMES]),
    ]


def dailies(store: Store) -> list[tuple[str, str]]:
    """Return the puzzles of the day as ids and labels: the one at the person's level, the one for everyone, a variant.

    >>> dailies(Store.in_memory())[0]
    ('sudoku:daily/easy', 'Sudoku of the day: easy')
    """
    level = chosen_level(store)
    own = _("Sudoku of the day: {level}").format(level=level_name(level))
    today = ids.daily(ids.DAILY)
    assert today
    return [
        (f"sudoku:{ids.DAILY}/{level}", own),
        (f"sudoku:{ids.DAILY}", _("Sudoku of the day for everyone")),
        (
            f"sudoku:{ids.DAILY}/{VARIANT}",
            _("Variant of the day: {variant}").format(variant=variant_name(str(daily_recipe(today, VARIANT)))),
        ),
    ]


class Standing(NamedTuple):
    """Totals of the puzzles of one level."""

    level: str  # "" for puzzles that were not made to one
    games: int
    solved: int
    unaided: int  # puzzles solved without help
    best_ms: int  # the shortest clock of those, 0 where there is none
    mean_ms: int  # the mean clock of the puzzles solved, 0 where there is none

    @property
    def name(self) -> str:
        """The level as people call it."""
        return level_name(self.level) if self.level else _("no level")


def standings(store: Store) -> list[Standing]:
    """Return the totals of each level that was played, easiest first, then of puzzles without a level.

    >>> standings(Store.in_memory())
    []
    """
    rows = store.scores.statistics(game="sudoku")
    found = []
    for level in (*LEVELS, ""):
        if mine := [row for row in rows if level_of_table(row.score_table) == level]:
            solved = sum(row.won for row in mine)
            best = min((row.best_ms for row in mine if row.best_ms), default=0)
            mean = round(sum(row.won_ms for row in mine) / solved) if solved else 0
            games, unaided = sum(row.games for row in mine), sum(row.won_unaided for row in mine)
            found.append(Standing(level, games, solved, unaided, best, mean))
    return found


class Streak(NamedTuple):
    """Days in a row whose puzzle was solved."""

    now: int  # the days up to today; today's puzzle may still be open
    longest: int


def streak(store: Store, today: dt.date | None = None) -> Streak:
    """Return the streak of daily puzzles.

    >>> streak(Store.in_memory())
    Streak(now=0, longest=0)
    """
    today = today or dt.date.today()  # noqa: DTZ011 - the player's own day
    # Days as numbers: the first and the last day of the calendar have neighbours too.
    solved = (id_.removeprefix(DAILY)[:10] for id_ in store.scores.solved(DAILY))  # of whatever level
    days = {dt.date.fromisoformat(day).toordinal() for day in solved}

    def until(last: int) -> int:
        return next(length for length in count() if last - length not in days)

    longest = max((until(last) for last in days if last + 1 not in days), default=0)
    return Streak(until(today.toordinal()) or until(today.toordinal() - 1), longest)


@dataclass(frozen=True)
class Course:
    """Twenty puzzles that need one technique."""

    lesson: Lesson
    seed: str  # "" where none was begun
    done: frozenset[int] = frozenset()  # the numbers of the puzzles that were solved, from 0
    total: int = LONG

    @property
    def solved(self) -> int:
        """The number of puzzles solved."""
        return len(self.done)

    @property
    def so_far(self) -> str:
        """The number of puzzles solved, of all."""
        return _("{solved} of {all}").format(solved=self.solved, all=self.total)

    @property
    def next_id(self) -> str | None:
        """The id of the first puzzle that is not solved, None where all are."""
        return next((course_id(self.lesson, self.seed, k) for k in range(LONG) if k not in self.done), None)

    def __str__(self) -> str:
        return _("{technique}: {solved} of {all}").format(
            technique=self.lesson.name, solved=self.solved, all=self.total
        )


@dataclass(frozen=True)
class Drills(Course):
    """The ten drills of a lesson, by their numbers from 1."""

    number: int = 0  # the drill that is being done, 0 for none

    @property
    def told(self) -> str:
        """The number of drills done, of all, in words that stand alone."""
        return _("{solved} of {all} drills").format(solved=self.solved, all=self.total)

    def __str__(self) -> str:
        return _("{technique}: {text}").format(technique=self.lesson.name, text=self.told)

    @property
    def task(self) -> str:
        """What is to be done in the drill."""
        text = _("Drill {n} of {all}, {technique}: remove the candidates that it rules out, then check.")
        if self.lesson.is_single:
            text = _("Drill {n} of {all}, {technique}: enter a digit that it gives, then check.")
        return text.format(n=self.number, all=self.total, technique=self.lesson.name)

    @property
    def next_id(self) -> str | None:
        """The id of the next drill that is not done, the one that is being done last; None where all are."""
        order = [*range(self.number + 1, self.total + 1), *range(1, self.number + 1)]
        return next((drill_id(self.lesson, n) for n in order if n not in self.done), None)


def drills(store: Store, lesson: Lesson, number: int = 0) -> Drills:
    """Return how far the drills of a lesson are done, as seen from one of them.

    >>> drills(Store.in_memory(), LESSONS["xy-wing"], 10).next_id
    'sudoku:drill=xy-wing#1'
    """
    return Drills(lesson, "", _done(store.setting(f"drills:{lesson.slug}")), DRILLS, number)


def _done(text: str) -> frozenset[int]:
    return frozenset(n for n in range(1, DRILLS + 1) if str(n) in text.split())


def remember_drill(store: Store, lesson: Lesson, number: int) -> Drills:
    """Remember that a drill is done; return how far all are."""
    if number and number not in drills(store, lesson).done:
        store.update(f"drills:{lesson.slug}", lambda text: " ".join(map(str, sorted({*_done(text), number}))))
    return drills(store, lesson, number)


def is_done(store: Store, game: AssignedGame) -> bool:
    """Return whether somebody has done what a class was given: a drill when it was judged so, else to the end."""
    lesson, number = drill_of(game.id) or (None, 0)
    return game.is_done or (lesson is not None and number in drills(store.of(game.owner), lesson).done)


def course(store: Store, lesson: Lesson, *, seed: str | None = None) -> Course:
    """Return the course of a seed, or the last one begun on a technique; a new one where that is done."""
    if kept := seed or _begun(store, lesson):
        going = _course(store, lesson, kept)
        if seed or going.next_id:
            return going
    fresh = str(secrets.randbelow(10**9))
    store.choose(f"practice:{lesson.slug}", fresh)
    return _course(store, lesson, fresh)


def course_of(store: Store, id: str) -> Course | None:
    """Return the course or the drills that a puzzle belongs to, None where it belongs to none."""
    if drilled := drill_of(id):
        return drills(store, *drilled)
    found = lesson_of(id)
    return course(store, found[0], seed=found[1]) if found else None


def lessons(store: Store) -> list[Course]:
    """Return the course of each technique that can be practised, easiest first; `seed` is "" where none was begun."""
    return [_course(store, lesson, _begun(store, lesson)) for lesson in LESSONS.values()]


def _begun(store: Store, lesson: Lesson) -> str:
    """Return the seed of the course that was begun last, "" where there is none or it is damaged."""
    seed = store.setting(f"practice:{lesson.slug}")
    return seed if re.fullmatch("[0-9]{1,19}", seed) else ""


def _course(store: Store, lesson: Lesson, seed: str) -> Course:
    done = store.scores.solved(course_id(lesson, seed, 0)) if seed else ()
    return Course(lesson, seed, frozenset(k for k in range(LONG) if course_id(lesson, seed, k) in done))


def facts(game: StoredGame) -> list[tuple[str, str]]:
    """Return a summary of a puzzle that was just solved, as labels and values."""
    store, session, level = game.store, game.session, level_of_table(game.table)
    found = [(_("Level"), level_name(level))] if level else []
    found.append((_("Time"), clock(session.elapsed_ms)))
    unaided = _("edited starting position") if session.edited else _("none")
    found.append((_("Help"), _(", ").join(session.help_used()) or unaided))
    if level and (best := next((row.best_ms for row in standings(store) if row.level == level), 0)):
        is_best = not session.is_assisted and session.elapsed_ms <= best
        found.append((_("Fastest"), _("{time}, this one").format(time=clock(best)) if is_best else clock(best)))
    if in_course := course_of(store, session.id):
        found.append((_("Practice"), str(in_course)))
    if session.id.startswith(DAILY):
        days = streak(store).now
        found.append((_("Days"), ngettext("{n} day in a row", "{n} days in a row", days).format(n=days)))
    return found


def told(store: Store) -> list[str]:
    """Return the statistics of Sudoku as sentences, one per level, then those of `notes`."""
    found = []
    for row in standings(store):
        words = _("{level}: games {games}, solved {solved}, without help {unaided}").format(
            level=row.name, games=row.games, solved=row.solved, unaided=row.unaided
        )
        words += _(", fastest {time}").format(time=clock(row.best_ms)) if row.unaided else ""
        words += _(", mean {time}").format(time=clock(row.mean_ms)) if row.solved else ""
        found.append(words)
    return found + notes(store)


def notes(store: Store) -> list[str]:
    """Return sentences on the days in a row and the courses that were begun."""
    days = streak(store)
    said = _("Daily puzzle streak: {now}, longest {longest}").format(now=days.now, longest=days.longest)
    return [said] * bool(days.longest) + [str(course) for course in lessons(store) if course.seed]
