"""Lessons on techniques, as data: words in each language, an example, ten drills.

`<slug>.toml` holds the words. `positions.json`, which `scripts/lesson_positions.py` writes, holds positions by slug,
with all candidates as centre marks: the example, then the drills, the easier ones first. A technique with fewer
positions has no lesson; it is practised from these alone.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tessella.i18n import language
from tessella.sudoku.board import Board

DRILLS = 10  # of a lesson
_HERE = Path(__file__).parent


class Words(NamedTuple):
    """What a lesson says."""

    idea: tuple[str, ...]  # five sentences
    look: str  # when to look for the technique


@cache
def _positions() -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads((_HERE / "positions.json").read_text(encoding="utf-8"))
    return found


@cache
def _words(slug: str) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - who plays need not wait for it

    return tomllib.loads((_HERE / f"{slug}.toml").read_text(encoding="utf-8"))


def taught() -> tuple[str, ...]:
    """Return the slugs of the techniques that have a lesson, easiest first."""
    return tuple(slug for slug, texts in _positions().items() if len(texts) > DRILLS)


def words(slug: str) -> Words:
    """Return what the lesson on a technique says, in the language that is spoken now."""
    found = _words(slug)[language()]
    return Words(tuple(found["idea"]), found["look"])


def count(slug: str) -> int:
    """Return how many positions there are for a technique."""
    return len(_positions().get(slug, ()))


def position(slug: str, number: int) -> Board:
    """Return a position for a technique: its example for 0, then its drills."""
    return Board.parse(_positions()[slug][number])
