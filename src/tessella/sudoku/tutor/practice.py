"""Practice of one technique: courses, drills, and what an id says of level and technique.

    sudoku:technique=xy-wing#42.3    puzzle 3 of a course, from the position on where the technique is needed
    sudoku:lesson=xy-wing            the example of a lesson
    sudoku:drill=xy-wing#7           a drill of the lesson, from 1 to 10

What an id says is read off its text alone, at once; making what it asks for may take seconds.
"""

import contextlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tessella import ids
from tessella.errors import ParseError, nearest, quote
from tessella.i18n import _
from tessella.rng import fold
from tessella.sudoku.board import Board
from tessella.sudoku.generator.target import read_technique, slug
from tessella.sudoku.rating.levels import LEVELS
from tessella.sudoku.rating.scale import RATINGS
from tessella.sudoku.tutor import lessons
from tessella.sudoku.tutor.turning import turn

if TYPE_CHECKING:
    from tessella.sudoku.tutor.drills import Drill
    from tessella.sudoku.tutor.hints import Hint

LONG = 20  # puzzles of a course


@dataclass(frozen=True, slots=True)
class Lesson:
    """A technique to practise: its name in ids, its own name, and whether puzzles that need it can be generated.

    The name is that of Sudoku Explainer's scale where puzzles are generated, else that of the hints.
    """

    slug: str
    technique: str
    is_rated: bool = True

    @property
    def name(self) -> str:
        """The technique's name, in the language that is spoken now."""
        return _named(self.technique)

    @property
    def is_taught(self) -> bool:
        """Whether there is a lesson in words, with an example and drills."""
        return self.slug in lessons.taught()

    @property
    def is_single(self) -> bool:
        """Whether it gives a digit, and not eliminations."""
        return self.technique == "full house" or self.technique.endswith(" single")


# All that hints use, and what Sudoku Explainer calls chains, about in the order in which hints try them.
_NAMES = (
    "full house", "hidden single", "naked single", "direct pointing", "direct claiming", "direct hidden pair",
    "direct hidden triple", "pointing", "claiming", "naked pair", "locked pair", "hidden pair", "naked triple",
    "locked triple", "hidden triple", "X-wing", "naked quad", "hidden quad", "swordfish", "jellyfish", "skyscraper",
    "two-string kite", "turbot fish", "empty rectangle", "finned X-wing", "sashimi X-wing", "XY-wing", "XYZ-wing",
    "W-wing", "unique rectangle", *(f"unique rectangle type {n}" for n in range(1, 7)), "hidden rectangle",
    "avoidable rectangle type 1", "unique loop", "BUG+1", "BUG type 1", "BUG type 2",
    "BUG type 3", "BUG type 4", "simple colours trap", "simple colours wrap", "remote pairs", "X-chain", "XY-chain",
    "finned swordfish", "sashimi swordfish", "finned jellyfish", "sashimi jellyfish", "WXYZ-wing", "multi-colours 1",
    "multi-colours 2", "Sue de Coq", "aligned pair exclusion", "X-cycle", "Y-cycle", "forcing X-chain", "forcing chain",
    "bidirectional cycle", "continuous nice loop", "discontinuous nice loop", "AIC", "ALS-XZ",
    "aligned triplet exclusion", "grouped continuous nice loop", "grouped discontinuous nice loop", "grouped AIC",
    "Franken swordfish", "finned Franken swordfish", "ALS-XY-wing", "death blossom",
    "Franken jellyfish", "finned Franken jellyfish", "ALS-XY-chain", "Nishio", "cell forcing chains",
    "region forcing chains", "dynamic contradiction chains", "dynamic double chains", "dynamic cell chains",
    "dynamic region chains",
)  # fmt: skip
_NOT_GENERATED = ("full house", "direct claiming")  # rated, but never what a puzzle needs beyond the rest
_OF_VARIANTS = {  # taught from puzzles of a variant
    "kropki-dots": "Kropki dots",
    "ends-of-a-thermometer": "ends of a thermometer",
    "high-and-low-on-a-whisper-line": "high and low on a whisper line",
    "arrow-sum": "arrow sum",
    "cage-combination": "cage combination",
    "rule-of-45": "innie/outie (rule of 45)",
    "sandwich-range": "sandwich range",
}
LESSONS = {slug(name): Lesson(slug(name), name, name in RATINGS and name not in _NOT_GENERATED) for name in _NAMES}
LESSONS |= {slug: Lesson(slug, name, is_rated=False) for slug, name in _OF_VARIANTS.items()}


def _named(technique: str) -> str:
    """Return the name of a technique in the language that is spoken now; those of fish are put together."""
    form, _blank, fish = technique.partition(" ")
    if form in ("finned", "sashimi", "Franken"):
        named = f"{form} {{fish}}"
        return _(named).format(fish=_named(fish))
    return _(technique)


def _plain(text: str) -> str:
    return re.sub(r"[\W_]", "", text.casefold().replace("+", "plus"))


def lesson(text: str) -> Lesson:
    """Return the lesson on a technique, by its name however it is written; raises `ParseError`.

    >>> lesson("XY wing").slug, lesson("naked triplet").slug, lesson("BUG+1").slug
    ('xy-wing', 'naked-triple', 'bug-plus-1')
    """
    wanted = _plain(text)
    for one in LESSONS.values():
        if wanted in map(_plain, (one.slug, one.technique, one.name)):
            return one
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
    (Lesson(slug='xy-wing', technique='XY-wing', is_rated=True), '42', 3)
    """
    if found := re.fullmatch(r"sudoku:technique=([a-z0-9-]+)#([0-9]+)(?:\.([0-9]+))?", id):
        named, seed, k = found.groups()
        if named in LESSONS:
            return LESSONS[named], seed, int(k or 0)
    return None


def technique_of(id: str) -> Lesson | None:
    """Return the lesson on the technique that an id asks for, seed or none.

    >>> technique_of("sudoku:technique=xy-wing/180").slug, technique_of("sudoku:drill=x-wing#3").slug
    ('xy-wing', 'x-wing')
    """
    wanted = (re.fullmatch(r"(?:technique|drill|lesson)=(.*)", part) for part in _parts(id))
    return next((LESSONS.get(found[1]) for found in wanted if found), None)


def lesson_on(recipe: str) -> Lesson | None:
    """Return the lesson that a recipe asks for, None where it asks for none, or for more than that.

    >>> lesson_on("technique=xy-wing").slug, lesson_on("technique=xy-wing/180"), lesson_on("hard")
    ('xy-wing', None, None)
    """
    return LESSONS.get(recipe.removeprefix("technique=")) if recipe.startswith("technique=") else None


def turned(recipe: str) -> Lesson | None:
    """Return the lesson that a recipe asks for where no puzzles are generated for it: positions are turned about.

    >>> turned("technique=Sky_scraper").slug, turned("technique=xy-wing")
    ('skyscraper', None)
    """
    with contextlib.suppress(ParseError):
        if recipe.startswith("technique=") and not (found := lesson(recipe.removeprefix("technique="))).is_rated:
            return found
    return None


def course_id(lesson: Lesson, seed: str, k: int) -> str:
    """Return the id of a puzzle in a course.

    >>> course_id(LESSONS["xy-wing"], "42", 0), course_id(LESSONS["xy-wing"], "42", 3)
    ('sudoku:technique=xy-wing#42', 'sudoku:technique=xy-wing#42.3')
    """
    return f"sudoku:technique={lesson.slug}#{seed}" + (f".{k}" if k else "")


def drill_id(lesson: Lesson, number: int) -> str:
    """Return the id of a drill, or of the example of its lesson for 0.

    >>> drill_id(LESSONS["xy-wing"], 3), drill_id(LESSONS["xy-wing"], 0)
    ('sudoku:drill=xy-wing#3', 'sudoku:lesson=xy-wing')
    """
    return f"sudoku:drill={lesson.slug}#{number}" if number else f"sudoku:lesson={lesson.slug}"


def drill_of(id: str) -> tuple[Lesson, int] | None:
    """Return the lesson and the number of a drill, 0 for the example; None where an id is neither.

    Raises `ParseError` for a technique without a lesson, and for a drill that there is not.

    >>> drill_of("sudoku:drill=XY wing#3") == (LESSONS["xy-wing"], 3), drill_of("sudoku:hard#3")
    (True, None)
    """
    found = re.fullmatch(r"sudoku:(?:lesson=(.*)|drill=([^#]*)(?:#(.*))?)", id)
    if found is None:
        return None
    shown, drilled, number = found.groups()
    wanted = taught(shown if drilled is None else drilled)
    if drilled is None:
        return wanted, 0
    if number is not None and not (re.fullmatch("[0-9]{1,2}", number) and 1 <= int(number) <= lessons.DRILLS):
        raise ParseError(_("expected a drill from 1 to {most}, got {text}"), most=lessons.DRILLS, text=number)
    return wanted, int(number or 1)


def taught(text: str) -> Lesson:
    """Return the technique that a text names, which has a lesson; raises `ParseError`."""
    known = lessons.taught()
    try:
        if (found := lesson(text)).slug in known:
            return found
    except ParseError:
        pass
    like = nearest(re.sub(r"[\s_]+", "-", text.strip().lower()), known)
    hint = _("did you mean {name}?").format(name=like) if like else _("lessons: {names}").format(names=", ".join(known))
    raise ParseError(_("expected a technique that has a lesson, got {text}"), text=text, hint=hint)


def position(lesson: Lesson, seed: int, k: int) -> Board:
    """Return puzzle `k` of a course in a technique that no puzzles are generated for: a position of its own, turned.

    Such a position is essentially one of those of the lesson, but looks different.
    """
    return turn(lessons.position(lesson.slug, (seed + k) % lessons.count(lesson.slug)), fold([seed, k]))


def start(puzzle: Board, lesson: Lesson) -> Board:
    """Return the position of a puzzle in which a technique is needed, with the digits and candidates that are left.

    That is where Sudoku Explainer uses it first. What is seen without candidates leaves them out.
    """
    from tessella.sudoku.explainer.search_order import next_rated  # noqa: PLC0415 - only who asks needs the techniques
    from tessella.sudoku.techniques.grid import Grid  # noqa: PLC0415 - the same

    grid = Grid.of_marks(puzzle, puzzle.candidates())
    while found := next_rated(grid):
        if found[0].technique == lesson.technique:
            is_seen = RATINGS[lesson.technique] < RATINGS["pointing"]
            return Board(puzzle.box, puzzle.givens, grid.digits, puzzle.marks if is_seen else grid.marks)
        grid = grid.after_step(found[0])
    return puzzle


def hint(board: Board, lesson: Lesson | None = None) -> "Hint":
    """Return what `hints.hint` does (or raise what it raises), of the technique practised where that applies."""
    from tessella.sudoku.tutor import hints  # noqa: PLC0415 - only who asks needs the techniques

    if lesson is None:
        return hints.hint(board)
    return hints.hint_in_practice(board, lesson.technique, is_rated=lesson.is_rated)


def drill(lesson: Lesson, start: Board) -> "Drill":
    """Return the drill in a technique that applies in a position; may take a second."""
    from tessella.sudoku.tutor.drills import Drill  # noqa: PLC0415 - only who asks needs the techniques

    return Drill.of(lesson.technique, start)
