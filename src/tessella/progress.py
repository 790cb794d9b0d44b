"""How far has a player come at Sudoku: level by level, day after day, in practice?

Everything is read off the games that are kept; of its own this room keeps only which level was chosen last and which
puzzles a course is made of, as settings.
"""

import datetime as dt
import secrets
from dataclasses import dataclass

from tessella.i18n import _
from tessella.store import Store
from tessella.sudoku import LEVELS
from tessella.sudoku.practice import LONG, Lesson, course_id, lesson_of, level_of_table

__all__ = [
    "Course",
    "Standing",
    "Streak",
    "chosen_level",
    "course",
    "course_of",
    "level_name",
    "remember_level",
    "standings",
    "streak",
]

FIRST_LEVEL = "easy"
"""The level that is offered to who has chosen none."""


def level_name(level: str) -> str:
    """Return the name of a level in the language that is spoken now.

    >>> level_name("hard")
    'hard'
    """
    names = (_("beginner"), _("easy"), _("medium"), _("hard"), _("expert"), _("extreme"))
    return dict(zip(LEVELS, names, strict=True))[level]


def chosen_level(store: Store) -> str:
    """Return the level that was chosen last."""
    level = store.setting("level", FIRST_LEVEL)
    return level if level in LEVELS else FIRST_LEVEL


def remember_level(store: Store, level: str) -> None:
    """Remember the level of the game that was begun, if it has one."""
    if level in LEVELS and store.setting("level") != level:
        store.choose("level", level)


@dataclass(frozen=True, slots=True)
class Standing:
    """What was played at one level."""

    level: str
    """The level, "" for puzzles that were not made to one."""
    games: int
    solved: int
    unaided: int
    """Puzzles solved without help."""
    best_ms: int
    """The shortest clock of those, 0 where there is none."""
    mean_ms: int
    """The mean clock of the puzzles solved, 0 where there is none."""


def standings(store: Store) -> list[Standing]:
    """Return what was played at each level, easiest first, then what was made to no level; without empty ones.

    >>> standings(Store.in_memory())
    []
    """
    rows = [row for row in store.statistics() if row.score_table.partition(":")[0] == "sudoku"]
    found = []
    for level in (*LEVELS, ""):
        mine = [row for row in rows if level_of_table(row.score_table) == level]
        if not mine:
            continue
        solved = sum(row.won for row in mine)
        found.append(
            Standing(
                level,
                sum(row.games for row in mine),
                solved,
                sum(row.won_unaided for row in mine),
                min((row.best_ms for row in mine if row.best_ms), default=0),
                round(sum(row.won_ms for row in mine) / solved) if solved else 0,
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row whose puzzle was solved."""

    now: int
    """The days up to today; today's puzzle may still be open."""
    longest: int


def streak(store: Store, today: dt.date | None = None) -> Streak:
    """Return the streak of daily puzzles.

    >>> streak(Store.in_memory())
    Streak(now=0, longest=0)
    """
    today = today or dt.date.today()  # noqa: DTZ011 - the player's own day
    beginning = "sudoku:daily/"
    days = {dt.date.fromisoformat(id_.removeprefix(beginning)) for id_ in store.solved(beginning)}
    day = dt.timedelta(days=1)

    def until(last: dt.date) -> int:
        length = 0
        while last in days:
            last, length = last - day, length + 1
        return length

    return Streak(
        until(today) or until(today - day), max((until(last) for last in days if last + day not in days), default=0)
    )


@dataclass(frozen=True, slots=True)
class Course:
    """Twenty puzzles that need one technique."""

    lesson: Lesson
    seed: str
    solved: frozenset[int]
    """The numbers of the puzzles that were solved, from 0."""

    @property
    def next_id(self) -> str | None:
        """The id of the first puzzle that is not solved, None where all are."""
        return next((course_id(self.lesson, self.seed, k) for k in range(LONG) if k not in self.solved), None)

    def __str__(self) -> str:
        return _("{technique}: {solved} of {all}").format(technique=self.lesson.name, solved=len(self.solved), all=LONG)


def course(store: Store, lesson: Lesson, *, seed: str | None = None) -> Course:
    """Return the course on a technique as far as it has come: the last one begun, or a new one where it is done.

    With a seed, that very course.
    """
    name = f"practice:{lesson.slug}"
    kept = seed or store.setting(name)
    if kept:
        going = _course(store, lesson, kept)
        if seed or going.next_id:
            return going
    fresh = str(secrets.randbelow(10**9))
    store.choose(name, fresh)
    return _course(store, lesson, fresh)


def _course(store: Store, lesson: Lesson, seed: str) -> Course:
    done = store.solved(course_id(lesson, seed, 0))
    return Course(lesson, seed, frozenset(k for k in range(LONG) if course_id(lesson, seed, k) in done))


def course_of(store: Store, id: str) -> Course | None:
    """Return the course that a puzzle belongs to, None where it belongs to none."""
    found = lesson_of(id)
    return course(store, found[0], seed=found[1]) if found else None
