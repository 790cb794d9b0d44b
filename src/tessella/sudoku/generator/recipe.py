"""The recipe of a puzzle: all that is asked of it but its seed.

That is how hard it is, the box shape, how many clues there are and how they lie. As text it is the middle of an id,
with a part only for what differs from the usual, in this order:

    variants  killer+x           what holds besides, see `layouts.VARIANTS`
    level     hard               one of `rating.levels.LEVELS`
    rating    rating=4.2..4.6    the range of its ER; rating=4.2 for one
    technique technique=xy-wing  its path needs it, and nothing harder
    only      only               nor anything else but singles
    box       2x3                rows by columns of a box; 3x3 where nothing is said
    clues     minimal            no clue can go; or clues=30, exactly so many
    symmetry  180                of where the givens stand: 90, 180, diagonal, full, mirror
    pattern   pattern=1f0        the cells where givens may stand, as a hexadecimal mask: bit i is cell i

    sudoku:#42     sudoku:hard#42     sudoku:technique=xy-wing/180#42     sudoku:minimal#42     sudoku:2x3/clues=12#42.7
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any, NamedTuple, Self

from tessella.errors import ParseError, PuzzleError, nearest, one_of, whole_number
from tessella.i18n import N_, _, ngettext
from tessella.sudoku.generator.layouts import VARIANTS
from tessella.sudoku.generator.target import Target, check_rating, read_rating, read_technique, slug
from tessella.sudoku.geometry import MAX_SIZE, Box, check_box, default_box, parse_box
from tessella.sudoku.rating.levels import LEVELS, check_rateable
from tessella.sudoku.rating.scale import RATINGS
from tessella.sudoku.rules.ruleset import Rules

MINIMAL = N_("minimal")
USUAL = "usual"  # the clues where nothing is said: minimal, and as it suits the target where there is one
ONLY = "only"
PATTERN_BLANKS = ".0*_-"  # the signs of a pattern that stand for no given

Turn = Callable[[int, int, int], tuple[int, int]]

_TURNS: dict[str, Turn] = {
    "quarter": lambda r, c, last: (c, last - r),
    "half": lambda r, c, last: (last - r, last - c),
    "mirror": lambda r, c, last: (r, last - c),
    "diagonal": lambda r, c, _last: (c, r),
}
# Each symmetry by turns that make all of its others.
_MADE_BY = {
    N_("none"): (),
    "180": ("half",),
    "90": ("quarter",),
    N_("mirror"): ("mirror",),
    N_("diagonal"): ("diagonal",),
    N_("full"): ("quarter", "mirror"),
}
SYMMETRIES = tuple(_MADE_BY)


def symmetry_name(symmetry: str) -> str:
    """Return a symmetry in the language that is spoken.

    >>> symmetry_name("180"), symmetry_name("mirror")
    ('180', 'mirror')
    """
    return symmetry if symmetry.isdecimal() else _(symmetry)  # a degree sign takes two columns of a Chinese terminal


def read_box(text: str) -> Box:
    """Return the box shape that a text names, or that of the grid that it names where no box is as large.

    >>> read_box("2x3"), read_box("16x16"), read_box("6x6")
    ((2, 3), (4, 4), (2, 3))
    """
    rows, _x, cols = text.partition("x")
    is_grid = rows == cols and rows.isdecimal() and int(rows) ** 2 > MAX_SIZE
    return (default_box(int(rows)) if is_grid else None) or parse_box(text)


def read_variants(text: str) -> tuple[str, ...]:
    """Return the variants that a text such as killer+x names, in the order of their table.

    Raises `PuzzleError` for one that is not known or stands twice.

    >>> read_variants("x+killer")
    ('killer', 'x')
    """
    names = text.split("+")
    for name in names:
        one_of(VARIANTS, name or text, _("expected a variant, one of {names}, got {text}"))
    if len({*names}) < len(names):
        raise PuzzleError(_("expected each variant once, got {text}"), text=text)
    return tuple(name for name in VARIANTS if name in names)


_VARIANT = "|".join(map(re.escape, VARIANTS))

# The parts of a recipe as text: what each looks like, the field that it sets, and what reads its value
_PARTS: tuple[tuple[str, str, Callable[[str], Any]], ...] = (
    (rf"(?:{_VARIANT})(?:\+(?:{_VARIANT}))*", "variants", read_variants),
    ("|".join(LEVELS), "level", str),
    (r"rating=([^/]*)", "rating", read_rating),
    (r"technique=([^/]*)", "technique", read_technique),
    (ONLY, "only", bool),
    (r"\d+x\d+", "box", read_box),
    (MINIMAL, "clues", str),
    (r"clues=([^/]*)", "clues", lambda text: int(text) if re.fullmatch(r"\d{1,3}", text, re.ASCII) else text),
    ("|".join(SYMMETRIES), "symmetry", str),
    (r"pattern=([0-9a-fA-F]{1,157})", "pattern", partial(int, base=16)),
)

MIN_CLUES = {(2, 2): 4, (2, 3): 8, (3, 2): 8, (3, 3): 17}  # where known; elsewhere all digits but one must be shown
MIN_BULK_CLUES = 20  # the fewest clues that are generated in bulk: below, a puzzle takes seconds, and most are given up
MIN_CLUES_WITH_TARGET = 20  # the fewest clues of a puzzle with a level, rating or technique asked for
MAX_VARIANT_ROWS = 9  # of the largest grid of a variant that is generated
MAX_SEARCHED_SIZE = 12  # rows of the largest grid that is searched; beyond, singles solve every puzzle


@dataclass(frozen=True, slots=True)
class Recipe:
    """A box shape, clues (a number, "minimal", or None), a symmetry, a pattern; a level or a rating, and a technique.

    With clues None, a puzzle without a target has as few as singles allow, and one with a target as many as suit it.
    Raises `PuzzleError` or `RulesError` where no puzzle can be like that.

    >>> str(Recipe((2, 3), 12, "180")), Recipe.parse("minimal").clues
    ('2x3/clues=12/180', 'minimal')
    """

    box: Box = (3, 3)
    clues: int | str | None = None
    symmetry: str = "none"
    pattern: int | None = None  # the mask of the cells where givens may stand, or None for all
    level: str | None = None
    rating: tuple[float, float] | None = None  # the lowest and the highest ER that will do
    technique: str | None = None  # a technique as `rate` names it
    only: bool = False  # whether the technique is to be the only one beyond singles
    variants: tuple[str, ...] = ()  # names of `layouts.VARIANTS`

    def __post_init__(self) -> None:
        check_box(*self.box)
        object.__setattr__(self, "variants", tuple(name for name in VARIANTS if name in self.variants))
        if self.variants and self.clues == MINIMAL:
            object.__setattr__(self, "clues", None)  # givens are removed until none can go, whatever is asked for
        if not isinstance(self.clues, int | str | None):
            object.__setattr__(self, "clues", whole_number(self.clues, "clues", kind=PuzzleError))
        size = self.box[0] * self.box[1]
        if self.symmetry not in SYMMETRIES:
            message = _("expected a symmetry, one of {names}, got {text}")
            raise PuzzleError(message, names=", ".join(SYMMETRIES), text=self.symmetry)
        if self.pattern is not None and not 0 <= self.pattern < 1 << size * size:
            message = _("expected a pattern of {expected} cells, got a mask of {got}")
            raise PuzzleError(message, expected=size * size, got=self.pattern.bit_length())
        if isinstance(self.clues, str):
            if self.clues != MINIMAL:
                message = _("expected a number of clues or {minimal}, got {text}")
                raise PuzzleError(message, minimal=MINIMAL, text=self.clues)
            if size > MAX_SEARCHED_SIZE:
                hint = _("leave the number of clues open: the puzzle is then solved by singles")
                message = _("expected a grid of at most {largest} rows for a minimal puzzle, got {size}")
                raise PuzzleError(message, largest=MAX_SEARCHED_SIZE, size=size, hint=hint)
        self._check_variants(size)
        self._check_places(size)
        self._check_target()

    def _check_variants(self, size: int) -> None:
        """Refuse variants that there are not, and grids that they do not have."""
        if self.variants and size > MAX_VARIANT_ROWS:
            message = _("expected a grid of at most {largest} rows for a variant, got {size}")
            raise PuzzleError(message, largest=MAX_VARIANT_ROWS, size=size)
        if self.variants and (self.rating or self.technique):
            message = _("expected no rating or technique together with a variant, got {text}")
            raise PuzzleError(message, text=str(self))
        if "windoku" in self.variants and size != 9:
            raise PuzzleError(_("expected a grid of 9 rows for Windoku, got {size}"), size=size)

    def _check_target(self) -> None:
        """Refuse a level, rating or technique that there is not, or that cannot go with the rest."""
        if self.level is not None and self.level not in LEVELS:
            message = _("expected a level, one of {names}, got {text}")
            raise PuzzleError(message, names=", ".join(LEVELS), text=self.level)
        if self.technique is not None and self.technique not in RATINGS:
            read_technique(self.technique)  # says what there is
            message = _("expected a technique by its name, such as {name}, got {text}")
            raise PuzzleError(message, name="XY-wing", text=self.technique)
        if self.only and self.technique is None:
            raise PuzzleError(_("expected a technique with 'only', got none"))
        if self.level is not None and self.rating is not None:
            hint = _("a level is a range of ratings")
            message = _("expected a level or a range of ratings, got both: {level} and {rating}")
            raise PuzzleError(message, level=self.level, rating=_range(self.rating), hint=hint)
        if self.rating is not None:
            check_rating(self.rating)
        target = self.target
        if target is None:
            return
        check_rateable(Rules(self.box))
        if target.lowest > target.highest:
            asked = self.level or _range(self.rating or (0, 0))
            lowest = RATINGS[self.technique or ""] / 10
            message = _("{technique} is rated {lowest} or higher, which is above {asked}")
            raise PuzzleError(message, technique=slug(self.technique or ""), lowest=lowest, asked=asked)
        if self.exact_clues is not None and self.exact_clues < MIN_CLUES_WITH_TARGET:
            hint = _("with fewer, each candidate takes seconds to generate")
            message = _("expected at least {least} clues with a level, rating or technique, got {clues}")
            raise PuzzleError(message, least=MIN_CLUES_WITH_TARGET, clues=self.clues, hint=hint)

    def _check_places(self, size: int) -> None:
        if self.variants and self.pattern is None and self.exact_clues is None:
            return  # even no givens at all may do
        least = 0 if self.variants else MIN_CLUES.get(self.box, size - 1)
        orbits = self.orbits()
        places = sum(orbits).bit_count()
        if places < least:
            message = ngettext(
                "expected at least {least} cells where givens may stand, got {n} cell",
                "expected at least {least} cells where givens may stand, got {n} cells",
                places,
            )
            raise PuzzleError(message, least=least, n=places, hint=self._least_hint(least))
        if not self.variants:
            self._check_bands(sum(orbits), size)
        clues = self.exact_clues
        if clues is None:
            return
        if not least <= clues <= places:
            message = _("expected {least} to {most} clues, got {clues}")
            raise PuzzleError(message, least=least, most=places, clues=clues, hint=self._least_hint(least))
        sums = 1
        for orbit in orbits:
            sums |= sums << orbit.bit_count()
        if not sums >> clues & 1:
            near = [n for n in range(least, places + 1) if sums >> n & 1]
            near = sorted(sorted(near, key=lambda n: abs(n - clues))[:2])
            hint = _("possible numbers: {numbers}").format(numbers=", ".join(map(str, near)))
            message = _("{clues} givens are impossible with this symmetry: {symmetry}")
            raise PuzzleError(message, clues=clues, symmetry=self.symmetry, hint=hint)

    def _check_bands(self, mask: int, size: int) -> None:
        """Refuse two rows of a band, or two columns of a stack, without a given: they could change places."""
        height, width = self.box
        row, column = (1 << size) - 1, sum(1 << size * i for i in range(size))
        for kind, line, step, length in ((_("rows"), row, size, height), (_("columns"), column, 1, width)):
            blank = [number for number in range(size) if not mask & line << step * number]
            for one, other in pairwise(blank):
                if one // length == other // length:
                    message = _("the pattern leaves {kind} {one} and {other} without a given: they could change places")
                    raise PuzzleError(message, kind=kind, one=one + 1, other=other + 1)

    def _least_hint(self, least: int) -> str:
        if self.box in MIN_CLUES:
            return _("no puzzle of this size has fewer than {least} clues").format(least=least)
        return _("all digits but one must be among the clues")

    @property
    def exact_clues(self) -> int | None:
        """How many clues there are to be, None where their number is open."""
        return self.clues if isinstance(self.clues, int) else None

    @property
    def is_for_bulk(self) -> bool:
        """Whether the kernels generate puzzles like that, whatever the target."""
        if self.variants:
            return False
        return self.box == (3, 3) and self.pattern is None and (self.exact_clues or MIN_BULK_CLUES) >= MIN_BULK_CLUES

    @property
    def by_singles(self) -> bool:
        """Whether the puzzle must be solved by singles alone, rather than have one solution."""
        if self.variants:
            return False
        return (self.clues is None and self.target is None) or self.box[0] * self.box[1] > MAX_SEARCHED_SIZE

    @property
    def target(self) -> Target | None:
        """What the path of the puzzle must be like; None for nothing and of variants, which have a ladder."""
        if self.variants or (self.level is None and self.rating is None and self.technique is None):
            return None
        return Target.of(self.level, self.rating, self.technique, only=self.only)

    def without_target(self) -> "Recipe":
        """Return the recipe of the candidates for a puzzle."""
        if self.target is None:
            return self
        clues = MINIMAL if self.clues is None else self.clues
        return Recipe(self.box, clues, self.symmetry, self.pattern, variants=self.variants)

    def orbits(self) -> tuple[int, ...]:
        """Return the sets of cells that are given together or not at all, as masks, by their first cells."""
        return _orbits(self.box[0] * self.box[1], self.symmetry, self.pattern)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the recipe that `str` wrote; the parts may stand in any order. Raises `ParseError`."""
        found: dict[str, Any] = {}
        for part in text.split("/") if text else ():
            for form, field, read in _PARTS:
                if field not in found and (match := re.fullmatch(form, part, re.ASCII)):
                    found[field] = read(match[match.lastindex or 0])
                    break
            else:
                message = _(
                    "expected a variant, a level, rating=4.2..4.6, technique=xy-wing, a box such as 2x3, {minimal},"
                    " clues=30, a symmetry or pattern=..., got {text}"
                )
                if like := nearest(part, {*VARIANTS, *LEVELS, *SYMMETRIES} - {part, "none"}):
                    hint = _("did you mean {name}?").format(name=like)
                else:
                    hint = _("variants: {variants}; levels: {levels}; symmetries: {names}")
                    variants, levels, names = (", ".join(every) for every in (VARIANTS, LEVELS, SYMMETRIES))
                    hint = hint.format(variants=variants, levels=levels, names=names)
                raise ParseError(message, minimal=MINIMAL, text=part, hint=hint)
        return cls(**found)

    def __str__(self) -> str:
        """Return the recipe as text, with a part only for what differs from the usual."""
        parts = (
            "+".join(self.variants),
            self.level,
            self.rating and f"rating={_range(self.rating)}",
            self.technique and f"technique={slug(self.technique)}",
            ONLY if self.only else None,
            None if self.box == (3, 3) else f"{self.box[0]}x{self.box[1]}",
            f"clues={self.clues}" if isinstance(self.clues, int) else self.clues,
            None if self.symmetry == "none" else self.symmetry,
            None if self.pattern is None else f"pattern={self.pattern:x}",
        )
        return "/".join(filter(None, parts))


@lru_cache(maxsize=64)
def _orbits(size: int, symmetry: str, pattern: int | None) -> tuple[int, ...]:
    last = size - 1
    turns = [_TURNS[name] for name in _MADE_BY[symmetry]]
    allowed = (1 << size * size) - 1 if pattern is None else pattern
    orbits: list[int] = []
    seen = 0
    for start in range(size * size):
        if seen >> start & 1:
            continue
        orbit, waiting = 1 << start, [divmod(start, size)]
        for r, c in waiting:
            for turn in turns:
                row, col = turn(r, c, last)
                bit = 1 << size * row + col
                if not orbit & bit:
                    orbit |= bit
                    waiting.append((row, col))
        seen |= orbit
        if orbit & allowed == orbit:
            orbits.append(orbit)
    return tuple(orbits)


def recipe_of(  # noqa: PLR0913 - all that can be asked of a puzzle
    clues: int | str | None,
    symmetry: str,
    pattern: str | None = None,
    box: Box | str = (3, 3),
    *,
    level: str | None,
    rating: str | float | tuple[float, float] | None,
    technique: str | None,
    only: bool,
    variant: str | None = None,
) -> Recipe:
    """Return the recipe for the options of `tessella.sudoku.generate`."""
    height, width = read_box(box) if isinstance(box, str) else box
    if isinstance(rating, str):
        rating = read_rating(rating)
    elif rating is not None and not isinstance(rating, tuple):
        rating = (rating, rating)
    technique = None if technique is None else read_technique(technique)
    if clues == USUAL:
        clues = MINIMAL if level is None and rating is None and technique is None else None
    mask = None if pattern is None else read_pattern(pattern, (height, width))
    variants = () if variant is None else read_variants(variant)
    return Recipe((height, width), clues, symmetry, mask, level, rating, technique, only, variants)


class Series(NamedTuple):
    """Puzzles of a recipe and a seed, by their numbers."""

    recipe: Recipe
    seed: int
    numbers: range

    def puzzles(self) -> Iterator[tuple[Recipe, int, int]]:
        """Yield recipe, seed and number of each."""
        return ((self.recipe, self.seed, k) for k in self.numbers)


def _range(rating: tuple[float, float]) -> str:
    """Return a range of ratings as text."""
    return f"{rating[0]:.1f}" if rating[0] == rating[1] else f"{rating[0]:.1f}..{rating[1]:.1f}"


def read_pattern(text: str, box: Box = (3, 3)) -> int:
    """Return the mask of a drawn pattern: a sign a cell, a blank sign where no given may stand, white space aside.

    >>> read_pattern("#..# .##. .##. #..#", (2, 2)) == 0b1001_0110_0110_1001
    True
    """
    signs = "".join(text.split())
    cells = (box[0] * box[1]) ** 2
    if len(signs) != cells:
        message = _("expected a pattern of {expected} cells, got {got}: {text}")
        raise ParseError(message, expected=cells, got=len(signs), text=text)
    return sum(1 << cell for cell, sign in enumerate(signs) if sign not in PATTERN_BLANKS)
