"""Levels of difficulty, read off the rating of the hardest step."""

from math import inf

from tessella.errors import ParseError, RulesError, nearest, quote
from tessella.i18n import N_, _
from tessella.sudoku.rules.ruleset import HOUSES, Rules

_NAMES = N_("beginner"), N_("easy"), N_("medium"), N_("hard"), N_("expert"), N_("extreme")
LEVELS = dict(zip(_NAMES, (1.5, 2.3, 3.4, 5.0, 7.5, inf), strict=True))  # easiest first, each with its highest ER

# The constraints that may stand in a puzzle that is rated: they make houses, or peers.
RATED_TYPES = HOUSES | {"jigsaw", "no_boxes", "all_different", "anti_knight", "anti_king", "digits"}


def level_of(er: float) -> str:
    """Return the level that an ER stands for, "" for nan, which `rate_many` gives where there is no rating.

    >>> level_of(1.5), level_of(1.7), level_of(7.1), level_of(9.0)
    ('beginner', 'easy', 'expert', 'extreme')
    """
    return next((level for level, highest in LEVELS.items() if er <= highest), "")


def level_name(level: str) -> str:
    """Return a level in the language that is spoken.

    >>> level_name("hard")
    'hard'
    """
    return _(level)


def read_level(text: str) -> str:
    """Return the level that a text names, in any case, or in the language that is spoken. Raises `ParseError`.

    >>> read_level("Hard")
    'hard'
    """
    name = text.strip().lower()
    for level in LEVELS:
        if name in (level, level_name(level)):
            return level
    message = _("expected a level, one of {names}, got {text}").format(names=", ".join(LEVELS), text=quote(text))
    like = nearest(name, LEVELS)
    raise ParseError(message, hint=_("did you mean {name}?").format(name=like) if like else "")


def is_rateable(rules: Rules) -> bool:
    """Return whether ratings are defined for rules."""
    return rules.box == (3, 3) and {one.type for one in rules.constraints} <= RATED_TYPES


def check_rateable(rules: Rules) -> None:
    """Raise `RulesError` for rules for which ratings are not defined."""
    box = rules.box
    if others := {one.type for one in rules.constraints} - RATED_TYPES:
        message = _("ratings and levels are for rows, columns and other houses, got a rule of type {type}")
        raise RulesError(message, type=min(others))
    if box != (3, 3):
        message = _("ratings and levels are for 9x9 grids with 3x3 boxes, got boxes of {rows}x{cols}")
        hint = _("the ratings of Sudoku Explainer are defined for 9x9 only")
        raise RulesError(message.format(rows=box[0], cols=box[1]), hint=hint)
