"""The target of a search for puzzles: a range of ratings, a technique that is needed, or both.

The techniques are those of the rater, in its order, each with the lowest rating that a step of it has.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Self

from tessella.errors import ParseError, PuzzleError, nearest
from tessella.i18n import _
from tessella.sudoku.rating.levels import LEVELS
from tessella.sudoku.rating.scale import RATINGS

SINGLES = ("full house", "hidden single in box", "hidden single in line", "naked single")  # `only` does not count them
LOWEST_RATING, HIGHEST_RATING = 10, 120  # between these ratings, in tenths, a target must lie
MAX_SINGLE_RATING = 45  # up to here, in tenths, every technique has one rating only, and there are gaps between them
UNBOUNDED = 1200  # a highest rating above all
TECHNIQUE_LIMITS = ((62, 64), (70, 75))
"""The highest ER of a puzzle that needs a technique: without chains, where it is none; up to 7.5 for the chains that
people look for. The first number is the lowest rating of such techniques."""

_RANGE = r"([0-9]{1,2}(?:\.[0-9])?)(?:\.\.([0-9]{1,2}(?:\.[0-9])?))?"


@dataclass(frozen=True, slots=True)
class Target:
    """What a puzzle's path must be like: its ER in tenths, and perhaps a technique.

    With a technique, the path uses it, and no technique with a higher lowest rating; with `only`, none but it and
    singles.
    """

    lowest: int
    highest: int
    technique: str | None = None
    only: bool = False

    @classmethod
    def of(cls, level: str | None, rating: tuple[float, float] | None, technique: str | None, *, only: bool) -> Self:
        """Return the target for a level or a range, a technique, or both.

        >>> Target.of("hard", None, None, only=False)
        Target(lowest=35, highest=50, technique=None, only=False)
        """
        lowest, highest = LOWEST_RATING, UNBOUNDED
        if level is not None:
            names = list(LEVELS)
            place = names.index(level)
            lowest = round(10 * LEVELS[names[place - 1]]) + 1 if place else LOWEST_RATING
            highest = UNBOUNDED if place == len(names) - 1 else round(10 * LEVELS[level])
        elif rating is not None:
            lowest, highest = round(10 * rating[0]), round(10 * rating[1])
        elif technique is not None:
            limits = (limit for rated, limit in TECHNIQUE_LIMITS if RATINGS[technique] <= rated)
            highest = next(limits, UNBOUNDED)
        if technique is not None:
            lowest = max(lowest, RATINGS[technique])
        return cls(lowest, highest, technique, only)

    @property
    def is_unbounded(self) -> bool:
        """Whether no rating is too high."""
        return self.highest >= UNBOUNDED

    @property
    def hardest_step(self) -> int:
        """The rating of the hardest step that must be looked for to tell whether a puzzle fits."""
        return self.lowest - 1 if self.is_unbounded and self.technique is None else self.highest

    def allows(self, technique: str) -> bool:
        """Return whether a step of a technique may stand in the path."""
        if self.technique is None:
            return True
        if self.only:
            return technique == self.technique or technique in SINGLES
        return RATINGS[technique] <= RATINGS[self.technique]

    def fits(self, er: int, used: Mapping[str, int]) -> bool:
        """Return whether a path is on target: its ER in tenths, and how often it uses each technique.

        >>> Target.of(None, None, "XY-wing", only=False).fits(42, {"naked single": 40, "XY-wing": 1})
        True
        """
        if not self.lowest <= er <= self.highest:
            return False
        if self.technique is None:
            return True
        return used.get(self.technique, 0) > 0 and all(self.allows(name) for name, times in used.items() if times)


def slug(technique: str) -> str:
    """Return how an id writes a technique.

    >>> slug("XY-wing"), slug("dynamic cell chains +"), slug("BUG+1")
    ('xy-wing', 'dynamic-cell-chains-plus', 'bug-plus-1')
    """
    return "-".join(technique.lower().replace("+", " plus ").split())


def _normalized(text: str) -> str:
    """Return the letters and digits of a name, with one spelling of what is called differently: triplet is triple."""
    text = re.sub(r"\bin a\b", "in", text.casefold())  # as people read them: a hidden single in a box
    text = re.sub(r"[\W_]", "", text.replace("+", "plus"))
    text = text.replace("triplet", "triple").replace("quadruplet", "quad").replace("quadruple", "quad")
    text = text.replace("lastvalue", "fullhouse").replace("rectangles", "rectangle")
    return re.sub(r"bug(?=[1-4]$)", "bugtype", text)


_BY_NORMALIZED_NAME = {_normalized(name): name for name in RATINGS}


def read_technique(text: str) -> str:
    """Return the technique that a text names, however it is written. Raises `ParseError`.

    >>> read_technique("xy-wing"), read_technique("Direct Hidden Triplet"), read_technique("dynamic_cell_chains_+")
    ('XY-wing', 'direct hidden triple', 'dynamic cell chains +')
    """
    found = _BY_NORMALIZED_NAME.get(_normalized(text))
    found = found or next((name for name in RATINGS if text.strip() == _(name)), None)
    if found is None:
        names = [slug(name) for name in RATINGS]
        like = nearest(text, names)
        hint = _("did you mean {name}?") if like else _("techniques: {names}")
        hint = hint.format(name=like, names=", ".join(names))
        raise ParseError(_("expected a technique that is rated, got {text}"), text=text, hint=hint)
    return found


def read_rating(text: str) -> tuple[float, float]:
    """Return the range of ratings that a text writes. Raises `ParseError` or `PuzzleError`.

    >>> read_rating("4.2..4.6"), read_rating("5")
    ((4.2, 4.6), (5.0, 5.0))
    """
    match = re.fullmatch(_RANGE, text, re.ASCII)
    if match is None:
        raise ParseError(_("expected a range of ratings such as 4.2..4.6, got {text}"), text=text)
    found = float(match[1]), float(match[2] or match[1])
    check_rating(found)
    return found


def check_rating(rating: tuple[float, float]) -> None:
    """Raise `PuzzleError` for a range that holds no rating."""
    if len(rating) != 2 or not all(isinstance(end, Real) for end in rating):
        raise PuzzleError(_("expected a range of ratings such as 4.2..4.6, got {text}"), text=rating)
    is_finite = all(map(math.isfinite, rating))
    if not (is_finite and LOWEST_RATING <= round(10 * rating[0]) <= round(10 * rating[1]) <= HIGHEST_RATING):
        shown = f"{rating[0]:.1f}..{rating[1]:.1f}"
        message = _("expected ratings from {lowest} to {highest}, the lower one first, got {text}")
        raise PuzzleError(message, lowest=LOWEST_RATING / 10, highest=HIGHEST_RATING / 10, text=shown)
    below = sorted({one for one in RATINGS.values() if one <= MAX_SINGLE_RATING})
    least, most = (round(10 * end) for end in rating)
    if most < MAX_SINGLE_RATING and not any(least <= one <= most for one in below):
        names = ", ".join(f"{one / 10:.1f}" for one in below)
        hint = _("the lowest ratings are {names}").format(names=names)
        message = _("no step is rated from {least:.1f} to {most:.1f}")
        raise PuzzleError(message, least=rating[0], most=rating[1], hint=hint)
