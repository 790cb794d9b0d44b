"""Generation of puzzles: from a seed with options, or by id."""

import datetime as dt
import re
from functools import lru_cache
from math import prod

from tessella import ids
from tessella.errors import ParseError, PuzzleError, RulesError, one_of, whole_number
from tessella.i18n import _, ngettext, sentence
from tessella.rng import MASK
from tessella.sudoku.board import Board
from tessella.sudoku.formats import line
from tessella.sudoku.formats.variants.lines import form_of
from tessella.sudoku.generator import clue_removal, search
from tessella.sudoku.generator.layouts import VARIANTS, are_variants
from tessella.sudoku.generator.recipe import MINIMAL, SYMMETRIES, USUAL, Recipe, read_box, read_variants, recipe_of
from tessella.sudoku.geometry import BLANK_MARKS, MARK_SIGNS, Box, default_box
from tessella.sudoku.rating.levels import LEVELS
from tessella.sudoku.rules import phrasing
from tessella.sudoku.tutor import lessons, practice

NAME = "sudoku"
RANKS_BY_CLOCK = True
MAX_RULES = 4000  # characters of the rules of a puzzle that an id holds
DEFAULT_LEVEL = "easy"  # the level where none is given, with `sudoku` alone
ENTERED = 12  # signs of an entered puzzle that tell it from others in a list
VARIANTS_OF_DAYS = (  # two weeks of daily variants, from a Monday on
    *("killer", "x", "thermo", "jigsaw", "arrow", "kropki", "sandwich"),
    *("renban", "anti_knight", "killer+x", "windoku", "whisper", "little_killer", "greater_than"),
)
VARIANT = "variant"  # what the daily variant is asked for by, as in daily/2026-11-20/variant
WEEK = ("beginner", "easy", "medium", "medium", "hard", "expert", "extreme")  # the daily puzzle's level, from Monday on


def daily_table(day: dt.date) -> str:
    """Return the score table of a day's puzzle: it counts with the others of its level.

    >>> daily_table(dt.date(2026, 11, 20))
    'sudoku:hard'
    """
    return f"{NAME}:{daily_recipe(day)}"


def is_unlisted(id: str) -> bool:
    """Return whether an id is of the example of a lesson, or of a drill."""
    return practice.drill_of(id) is not None


def title(id: str) -> str:
    """Return the level of a puzzle, its day, or the technique that it teaches; of an entered one rules or first cells.

    >>> title("sudoku:hard/180#7"), title("sudoku:daily/2026-11-20/easy")
    ('Sudoku · hard · 180', 'Sudoku of 2026-11-20 · easy')
    >>> title("sudoku:clues=30#7"), title("sudoku:rating=4.2..4.6#7")
    ('Sudoku · 30 clues', 'Sudoku · ER 4.2..4.6')
    >>> title("sudoku:" + "." * 81 + ";killer:sum=3:r1c1r1c2;anti_knight;killer:sum=4:r2c1r2c2")
    'Sudoku · killer cage · anti-knight'
    >>> title("sudoku:drill=xy-wing#3"), title("sudoku:technique=xy-wing#7.3")
    ('XY-wing, drill 3', 'XY-wing, puzzle 4')
    """
    rest = ids.split(id)[1]
    if lesson := practice.technique_of(id):
        technique, drilled, practised = sentence(lesson.name), practice.drill_of(id), practice.lesson_of(id)
        if drilled and drilled[1]:
            return _("{technique}, drill {n}").format(technique=technique, n=drilled[1])
        return _("{technique}, puzzle {n}").format(technique=technique, n=practised[2] + 1) if practised else technique
    if _is_grid(rest):
        rules = phrasing.titles(line.split(rest.strip())[1])
        return " · ".join([_("Sudoku"), *rules]) if rules else f"{_('Sudoku')} {rest[:ENTERED]}..."
    if asked := daily_of(rest):
        kind = str(daily_recipe(*asked)) if asked[1] else ""
        return " · ".join(filter(None, [_("Sudoku of {day}").format(day=asked[0]), kind and _part_title(kind)]))
    parts = filter(None, rest.partition("#")[0].split("/"))
    return " · ".join([_("Sudoku"), *map(_part_title, parts)])


def variant_name(text: str) -> str:
    """Return what people call one or several variants.

    >>> variant_name("killer+x")
    'Killer + X (diagonals)'
    """
    return " + ".join(_(VARIANTS[name].title) for name in text.split("+"))


def _part_title(part: str) -> str:
    """Return a part of an id as people say it."""
    if are_variants(part):
        return variant_name(part)
    if re.fullmatch(r"\d+x\d+", part):
        return f"{size}x{size}" if (box := read_box(part)) == default_box(size := prod(box)) else part
    form = {"clues": _("{n} clues"), "rating": "ER {n}"}.get(part.partition("=")[0], part)
    return _(part) if part in (*LEVELS, *SYMMETRIES, MINIMAL) else form.replace("{n}", part.partition("=")[2])


def standing(_score: int, position: str) -> str:
    """Return how many cells are blank.

    >>> standing(0, "2x2:1+2..34..2.4.4.1.~34~13")
    '8 blanks left'
    """
    digits = line.split(position)[0].partition("~")[0].partition("!")[0]
    return ngettext("{n} blank left", "{n} blanks left", n := digits.count(".")).format(n=n)


def generate(  # noqa: PLR0913 - all that can be asked of a puzzle
    seed: int = 0,
    k: int = 0,
    *,
    clues: int | str | None = USUAL,
    symmetry: str = "none",
    pattern: str | None = None,
    box: Box | str = (3, 3),
    level: str | None = None,
    rating: str | float | tuple[float, float] | None = None,
    technique: str | None = None,
    only: bool = False,
    variant: str | None = None,
) -> Board:
    """Return puzzle number `k` of a seed, which has exactly one solution.

    `clues` is how many givens there are; or "minimal": none of them can go, or with a symmetry, no set of them that
    belongs together; or None: as few as leave a puzzle that naked and hidden singles solve, which is the only way from
    13 rows on. `symmetry` is of where the givens stand: "none", "180", "90", "mirror" (left and right), "diagonal" or
    "full". `pattern` is a sign a cell, `.` where no given may stand. `box` is a shape, (2, 3) or "2x3".

    `level` is one of `LEVELS`, `rating` a range of the ER as in "4.2..4.6", `technique` one that the puzzle needs, and
    nothing harder; with `only`, nothing else beyond singles. Then clues are "minimal", or for a beginner or easy
    puzzle enough to begin with, unless they are asked for.

    `variant` names what else holds, such as "killer", "jigsaw" or "thermo+x"; then as few givens are left as may be,
    often none. `level` then goes by what people need to solve it, and there is neither `rating` nor `technique`.

    Raises `PuzzleError` or `RulesError` for what cannot be had, and `PuzzleError` when the generator gives up.

    >>> board = generate(42, clues=30, symmetry="180")
    >>> sum(digit > 0 for digit in board.givens), board == generate(42, clues=30, symmetry="180")
    (30, True)
    >>> generate(42, level="easy") == open_id("sudoku:easy#42").start
    True
    """
    seed, k = (whole_number(one, name, 0, MASK, kind=PuzzleError) for name, one in (("seed", seed), ("k", k)))
    recipe = recipe_of(
        clues, symmetry, pattern, box, level=level, rating=rating, technique=technique, only=only, variant=variant
    )
    return puzzle_of(recipe, seed, k)


def puzzle_of(recipe: Recipe, seed: int, k: int) -> Board:
    """Return puzzle `k` of a seed; raise `PuzzleError` where the generator or the search reaches its limits first."""
    is_quick = recipe.target is None and not recipe.variants
    return clue_removal.generate(recipe, seed, k) if is_quick else _found(recipe, seed, k)


@lru_cache(maxsize=256)  # whoever asks again need not wait again
def _found(recipe: Recipe, seed: int, k: int) -> Board:
    if recipe.variants:
        return clue_removal.generate(recipe, seed, k)
    wanted = search.search_for(recipe)
    if wanted.is_plain:
        return search.find(wanted, seed, k)
    # Only here: the kernels are for what plain Python does not find in good time.
    from tessella.sudoku.generator import bulk  # noqa: PLC0415

    return bulk.find(wanted, seed, k)


def open_id(text: str, *, today: dt.date | None = None, seed: int | None = None) -> ids.Opening[Board]:
    """Return the puzzle that an id names; where it leaves seed and date open, with these, by default drawn and today.

    >>> open_id("sudoku:180/minimal#42.7").id
    'sudoku:minimal/180#42.7'
    >>> open_id("sudoku").table
    'sudoku:easy'
    >>> open_id("sudoku:daily/2026-11-17").start == open_id("sudoku:easy#20261117").start
    True
    >>> open_id("sudoku:daily/2026-11-17/beginner").table
    'sudoku:beginner'

    Practice of a technique begins where it is needed, and a drill with all candidates marked; see `tutor.practice`.
    """
    name, rest = ids.split(text)
    if name != NAME:
        raise ParseError(_("expected an id such as sudoku:#42, got {text}"), text=text)
    if _is_grid(rest.strip()):
        board = _board(rest)
        full = f"{NAME}:{board.to_text()}"
        return ids.Opening(full, board, full, NAME, again=NAME, edited=True)
    if asked := daily_of(rest, today):
        daily, recipe = _daily_id(*asked), daily_recipe(*asked)
        table = f"{NAME}:{recipe}"  # it counts with the others of its level or variant
        return ids.Opening(daily, puzzle_of(recipe, ids.daily_seed(asked[0]), 0), daily, table, again=table)
    if found := practice.drill_of(f"{NAME}:{rest}"):
        return _open_drill(*found)
    named, hash_sign, number = rest.partition("#")
    seed_text, dot, k_text = number.partition(".")
    if hash_sign or seed is None:
        seed = ids.parse_seed(seed_text) if hash_sign else ids.random_seed()
    k = ids.parse_seed(k_text) if dot else 0
    whole = None
    if lesson := practice.turned(named):
        named, start = f"technique={lesson.slug}", practice.position(lesson, seed, k)
    else:
        recipe = read_recipe(named) if rest else Recipe(level=DEFAULT_LEVEL)
        named, start = str(recipe), puzzle_of(recipe, seed, k)
        if lesson := practice.lesson_on(named):
            whole, start = start, practice.start(start, lesson)
    table = f"{NAME}:{named}".rstrip(":")
    full = _id_of(named, seed, k)
    return ids.Opening(full, start, full, table, again=table, drawn=not hash_sign, whole=whole)


def full_id(text: str) -> str:
    """Return the id that `open_id` gives what takes long to make, without making it; a seed is not drawn.

    >>> full_id("sudoku:180/hard#07.0"), full_id("sudoku:daily/2026-11-20/easy")
    ('sudoku:hard/180#7', 'sudoku:daily/2026-11-20/easy')
    """
    rest = ids.split(text)[1]
    if asked := daily_of(rest):
        return _daily_id(*asked)
    named, hash_sign, number = rest.partition("#")
    seed, _dot, k = number.partition(".")
    recipe = str(read_recipe(named))
    return _id_of(recipe, ids.parse_seed(seed), ids.parse_seed(k or "0")) if hash_sign else f"{NAME}:{recipe}"


def _daily_id(day: dt.date, kind: str) -> str:
    return "/".join(filter(None, [f"{NAME}:{ids.DAILY}", str(day), kind]))


def _id_of(named: str, seed: int, k: int) -> str:
    return f"{NAME}:{named}#{seed}" + (f".{k}" if k else "")


def _board(text: str) -> Board:
    """Return the puzzle that a text shows, with rules that a link and a save can carry."""
    board = Board.parse(text)
    if (length := len(board.rules.to_text())) > MAX_RULES:
        message = _("expected rules of at most {most} characters, got {got}: {text}")
        raise RulesError(message, most=MAX_RULES, got=length, text=text)
    return board


def _open_drill(lesson: practice.Lesson, number: int) -> ids.Opening[Board]:
    """Return a drill of a lesson, or its example for 0; it ranks nowhere."""
    id = practice.drill_id(lesson, number)
    table = id.partition("#")[0]
    return ids.Opening(id, lessons.position(lesson.slug, number), id, table, again=table, edited=True)


def _is_grid(rest: str) -> bool:
    """Return whether the rest of an id shows a puzzle, in a line or in another format, rather than says what it is."""
    if are_variants(re.split("[/#]", rest)[0]):
        return False
    if re.fullmatch(rf"(\d+x\d+:)?[0-9A-Za-z{MARK_SIGNS}{BLANK_MARKS}]{{16,}}", rest, re.ASCII):
        return "daily" not in rest
    is_drawn = len(re.findall(rf"[0-9xX{BLANK_MARKS}]", rest)) >= 16 and bool(re.search(r"[\s|,;\[{]", rest))
    return is_drawn or bool(form_of(rest))


def takes_long(id: str) -> bool:
    """Return whether making what an id asks for may take seconds; raise ParseError for what can be seen to be none.

    >>> takes_long("sudoku:extreme#1"), takes_long("sudoku:#1")
    (True, False)
    """
    rest, _hash, seed = ids.split(id)[1].partition("#")
    # Grids of another size and a number of clues are searched for too.
    slow = re.compile(r"technique=|rating=|clues=|daily|\d+x\d+$")
    is_slow = any(part in LEVELS or slow.match(part) or are_variants(part) for part in rest.split("/"))
    if not is_slow or practice.turned(rest):
        return False
    if not daily_of(rest):
        read_recipe(rest)
        for part in seed.split(".", 1) if seed else []:
            ids.parse_seed(part)
    return True


def read_recipe(text: str) -> Recipe:
    """Return the recipe that an id holds, before which the versions of generator and search may stand.

    >>> str(read_recipe("maker=1/minimal")), str(read_recipe("search=1/hard"))
    ('minimal', 'hard')
    """
    return Recipe.parse(re.sub(rf"^((maker={clue_removal.VERSION}|search={search.VERSION})(/|$))+", "", text))


def daily_of(rest: str, today: dt.date | None = None) -> tuple[dt.date, str] | None:
    """Return the day of a daily puzzle and the level or variant that it is asked for in, "" for none; else None.

    >>> day, kind = daily_of("daily/2026-11-20/easy")
    >>> str(day), kind, daily_of("daily/2026-11-20")[1], daily_of("daily/killer+x")[1], daily_of("easy#42")
    ('2026-11-20', 'easy', '', 'killer+x', None)
    """
    kind, *day_and_more = (dated := ids.dated(rest, today)).split("/")
    if kind == ids.DAILY and len(day_and_more) == 2:
        day = ids.daily(dated.rpartition("/")[0])
        asked = "+".join(read_variants(day_and_more[1])) if are_variants(day_and_more[1]) else day_and_more[1]
        return (day, asked if are_variants(asked) else one_of((*LEVELS, VARIANT), asked)) if day else None
    return (day, "") if (day := ids.daily(dated)) else None


def daily_recipe(day: dt.date, kind: str = "") -> Recipe:
    """Return what a puzzle of a day is like: of a level or a variant, or else of the level that goes by the weekday.

    With `VARIANT` it is the variant of that day.

    >>> from datetime import date
    >>> str(daily_recipe(date(2026, 11, 20))), str(daily_recipe(date(2026, 11, 20), "variant"))
    ('hard', 'whisper')
    """
    if kind == VARIANT:
        kind = VARIANTS_OF_DAYS[(day.toordinal() - 1) % len(VARIANTS_OF_DAYS)]
    if are_variants(kind):
        return Recipe(variants=read_variants(kind))
    return Recipe(level=kind or WEEK[day.weekday()])
