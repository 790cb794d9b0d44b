"""Practice of one technique: lessons, and what an id says of level and technique.

What an id says is read off its text alone, at once; making what it asks for may take seconds.
"""

import contextlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tessella import ids
from tessella.errors import ParseError, nearest, quote
from tessella.i18n import _
from tessella.sudoku.board import Board
from tessella.sudoku.generator.target import SINGLES, read_technique, slug
from tessella.sudoku.rating.levels import LEVELS
from tessella.sudoku.rating.scale import RATINGS

if TYPE_CHECKING:
    from tessella.sudoku.tutor.hints import Hint

LONG = 20  # puzzles of a course


@dataclass(frozen=True, slots=True)
class Lesson:
    """A technique to practise: its name in ids, and on Sudoku Explainer's scale."""

    slug: str
    rated: str

    @property
    def name(self) -> str:
        """The technique's name, in the language that is spoken now."""
        return _(self.rated)


# What is too seldom the easiest step left to make a course of, and what nobody looks for.
_LEFT_OUT = (*SINGLES, "direct claiming", "BUG type 3", "Nishio")
_LIMIT = 75  # tenths
LESSONS = {  # easiest first: what a person who looks for the easiest step will meet in such puzzles
    slug(name): Lesson(slug(name), name)
    for name in sorted(RATINGS, key=RATINGS.__getitem__)
    if RATINGS[name] <= _LIMIT and name not in _LEFT_OUT
}


def lesson(text: str) -> Lesson:
    """Return the lesson on a technique, by its name however it is written; raises `ParseError`.

    >>> lesson("XY wing").slug, lesson("naked triplet").slug
    ('xy-wing', 'naked-triple')
    """
    with contextlib.suppress(ParseError):
        if found := LESSONS.get(slug(read_technique(text))):
            return found
    like = nearest(re.sub(r"[\s_]+", "-", text.strip().lower()), LESSONS)
    names = _("techniques: {names}").format(names=", ".join(LESSONS))
    hint = _("did you mean {name}?").format(name=like) if like else names
    raise ParseError(_("expected a technique to practise, got {text}").format(text=quote(text)), hint=hint)


def _parts(id: str) -> list[str]:
    name, rest = ids.split(id)
    return rest.partition("#")[0].split("/") if name == "sudoku" else []


def level_of_table(table: str) -> str:
    """Return the level that a score table or an id says it is of, "" where it says none.

    >>> level_of_table("sudoku:hard/180"), level_of_table("sudoku:minimal"), level_of_table("sudoku:easy#42")
    ('hard', '', 'easy')
    """
    return next((part for part in _parts(table) if part in LEVELS), "")


def lesson_of(id: str) -> tuple[Lesson, str, int] | None:
    """Return lesson, seed and number of a puzzle in a course; None where an id is of none.

    >>> lesson_of("sudoku:technique=xy-wing#42.3")
    (Lesson(slug='xy-wing', rated='XY-wing'), '42', 3)
    """
    if found := re.fullmatch(r"sudoku:technique=([a-z0-9-]+)#([0-9]+)(?:\.([0-9]+))?", id):
        named, seed, k = found.groups()
        if named in LESSONS:
            return LESSONS[named], seed, int(k or 0)
    return None


def technique_of(id: str) -> Lesson | None:
    """Return the lesson on the technique that an id asks for, seed or none.

    >>> technique_of("sudoku:technique=xy-wing/180").slug
    'xy-wing'
    """
    wanted = next((part for part in _parts(id) if part.startswith("technique=")), "")
    return LESSONS.get(wanted.removeprefix("technique="))


def course_id(lesson: Lesson, seed: str, k: int) -> str:
    """Return the id of a puzzle in a course.

    >>> course_id(LESSONS["xy-wing"], "42", 0), course_id(LESSONS["xy-wing"], "42", 3)
    ('sudoku:technique=xy-wing#42', 'sudoku:technique=xy-wing#42.3')
    """
    return f"sudoku:technique={lesson.slug}#{seed}" + (f".{k}" if k else "")


def hint(board: Board, lesson: Lesson | None = None) -> "Hint":
    """Return what `hints.hint` does (or raise what it raises), of the technique practised where that applies."""
    from tessella.sudoku.tutor import hints  # noqa: PLC0415 - only who asks needs the techniques

    return hints.hint(board) if lesson is None else hints.hint_in_practice(board, lesson.rated)
