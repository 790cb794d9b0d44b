"""Rules of a game of 2048: board size, target, chance of a 4, merging, scoring, start and end."""

import re
from collections.abc import Collection
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Self

from tessella.errors import ParseError, RulesError, TessellaError, quote
from tessella.game2048.sliding import MERGING
from tessella.i18n import N_, _

SIZES = range(2, 9)
MIN_TARGET = 8
MAX_MERGE_POINTS = 1_000_000

_EXPECTED_SIZE = N_("expected a size from 2x2 to 8x8 (rows x columns), got {text}")
_EXPECTED_TARGET = N_("expected a target that is a power of two, 8 or more, got {text}")
_EXPECTED_FOURS = N_("expected a chance of fours in whole percent, from 0 to 100, got {text}")
_EXPECTED_NAME = N_("expected one of {names}, got {text}")


@dataclass(frozen=True, slots=True)
class Rules:
    """What is agreed before a game: size, target, chance of a 4, merging, scoring.

    A target that is not given is 2048, or the largest that a small board can hold.

    >>> Rules(rows=5, target=4096)
    Rules.parse('5x4/4096/classic')
    >>> Rules(rows=2, cols=2).target
    32
    """

    rows: int = 4
    cols: int = 4
    target: int = 0  # the tile that wins, a power of two; 0 stands for the default
    fours: int = 10  # how many in a hundred new tiles are a 4
    merging: str = "once"  # `once`: a tile merges once a move; `cascade`: merged tiles merge on
    points: int = 0  # what a merge is worth; 0 for the value of the merged tile
    tiles: int = 2  # how many tiles lie on the board at the start
    twos: bool = False  # whether the tiles at the start are all 2
    ends: bool = False  # whether the game ends at the target, or may be played on

    def __post_init__(self) -> None:
        if self.target == 0 and self.rows in SIZES and self.cols in SIZES:
            object.__setattr__(self, "target", min(2048, self.largest))
        size = f"{self.rows}x{self.cols}"
        if self.rows not in SIZES or self.cols not in SIZES:
            raise RulesError(_(_EXPECTED_SIZE), text=size)
        cells = self.rows * self.cols
        is_target = self.target >= MIN_TARGET and not self.target & (self.target - 1)
        too_large = _("expected a target of at most {largest}, as a {size} board holds no larger tile, got {text}")
        expected = (
            (is_target, _(_EXPECTED_TARGET), self.target),
            (not is_target or self.target <= self.largest, too_large, self.target),
            (self.fours in range(101), _(_EXPECTED_FOURS), self.fours),
            (self.merging in MERGING, _(_EXPECTED_NAME), self.merging),
            (
                self.points in range(MAX_MERGE_POINTS + 1),
                _("expected from 0 to {most} points a merge, got {text}"),
                self.points,
            ),
            (
                self.tiles in range(1, cells + 1),
                _("expected from 1 to {cells} tiles at the start, got {text}"),
                self.tiles,
            ),
        )
        limits = {"largest": self.largest, "size": size, "most": MAX_MERGE_POINTS, "cells": cells}
        problems = [
            message.format(names=", ".join(MERGING), text=quote(value), **limits)
            for is_right, message, value in expected
            if not is_right
        ]
        if problems:
            raise RulesError(_("; ").join(problems))

    @property
    def largest(self) -> int:
        """The largest tile that the board can hold: every cell a merge waiting for the next, and a 4 in the last."""
        return 1 << (self.rows * self.cols + 1)

    def points_of(self, merged: Collection[int]) -> int:
        """Return what a move scores that merged tiles into these values."""
        return self.points * len(merged) if self.points else sum(merged)

    def __str__(self) -> str:
        """Return the rules as an id names them: what differs from the nearest preset, then its name.

        >>> str(RULES["cascade"]), str(Rules(rows=5, target=32, fours=25))
        ('cascade', '5x4/32/fours=25/classic')
        """
        return _text_of(self)

    def __repr__(self) -> str:
        return f"Rules.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the rules that a text names: a preset and what differs from it, in any order.

        >>> Rules.parse("5x4/32/fours=25") == Rules(rows=5, target=32, fours=25)
        True
        """
        changes: dict[str, object] = {}
        for part in text.split("/") if text else []:
            for name, value in _parse_part(part, text).items():
                if name in changes:
                    raise ParseError(_("expected each rule once, got {text}"), text=text)
                changes[name] = value
        return cls._changed(str(changes.pop("preset", "classic")), changes)

    @classmethod
    def of(
        cls,
        preset: str = "classic",
        *,
        size: str | None = None,
        target: int | str | None = None,
        fours: int | str | None = None,
    ) -> Self:
        """Return a preset with another size, target or chance of fours, as a person asks for them.

        >>> Rules.of("sprint", size="5x4", target=32)
        Rules.parse('5x4/32/sprint')
        """
        if preset not in RULES:
            raise RulesError(_(_EXPECTED_NAME), names=", ".join(RULES), text=preset)
        changes: dict[str, object] = {}
        parts = ((size, _SIZE, _EXPECTED_SIZE), (target, _TARGET, _EXPECTED_TARGET), (fours, _WHOLE, _EXPECTED_FOURS))
        for value, pattern, expected in parts:
            if value is not None:
                if not re.fullmatch(pattern, str(value)):
                    raise RulesError(_(expected), text=value)
                changes |= _parse_part(f"fours={value}" if pattern is _WHOLE else str(value), str(value))
        return cls._changed(preset, changes)

    @classmethod
    def _changed(cls, preset: str, changes: dict[str, object]) -> Self:
        # The target is left open unless it is changed: its default goes by the size.
        base: dict[str, object] = {f.name: getattr(RULES[preset], f.name) for f in fields(cls) if f.name != "target"}
        return cls(**(base | changes))  # type: ignore[arg-type]  # the names are the fields' own


RULES: dict[str, Rules] = {  # by name; `classic` is what everybody knows
    "classic": Rules(),
    "sprint": Rules(ends=True),
    "cascade": Rules(fours=25, merging="cascade", points=100, tiles=1, ends=True),
    "coinflip": Rules(fours=50, twos=True, ends=True),
    "notebook": Rules(fours=20, ends=True),
}


def preset_summary(name: str) -> str:
    """Return what is special about a preset: a sentence or two, in the current language.

    >>> preset_summary("classic")
    'One in ten new tiles is a 4. You can keep playing after reaching the target.'
    """
    return {
        "classic": _("One in ten new tiles is a 4. You can keep playing after reaching the target."),
        "sprint": _("Like classic, but the game ends at the target."),
        "cascade": _(
            "Merged tiles can merge again in the same move. Each merge scores 100 points; the game ends at the target."
        ),
        "coinflip": _("Half of the new tiles are 4s; the game ends at the target."),
        "notebook": _("One in five new tiles is a 4; the game ends at the target."),
    }[name]


def read_rules(rules: object) -> Rules:
    """Return rules, or those that a text names; raise RulesError for anything else."""
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, str):
        return Rules.parse(rules)
    raise _unknown_rules(RulesError, rules)


@lru_cache(maxsize=256)
def _text_of(rules: Rules) -> str:
    parts = [f"{rules.rows}x{rules.cols}"] if (rules.rows, rules.cols) != (4, 4) else []
    if rules.target != min(2048, rules.largest):
        parts.append(str(rules.target))
    return "/".join(parts + min((_from_preset(rules, name) for name in RULES), key=len))


def _from_preset(rules: Rules, preset: str) -> list[str]:
    values = ((name, getattr(rules, name)) for name in ("fours", "merging", "points", "tiles", "twos", "ends"))
    changes = [(name, value) for name, value in values if value != getattr(RULES[preset], name)]
    return [*(f"{name}={_YES_NO[value] if isinstance(value, bool) else value}" for name, value in changes), preset]


_SIZE = r"([0-9]{1,3})x([0-9]{1,3})"
_TARGET = r"[1-9][0-9]{0,19}"
_WHOLE = r"[0-9]{1,9}"
_YES_NO = {True: "yes", False: "no"}


def _parse_part(part: str, text: str) -> dict[str, object]:
    name, _equals, value = part.partition("=")
    if part in RULES:
        return {"preset": part}
    if size := re.fullmatch(_SIZE, part):
        return {"rows": int(size[1]), "cols": int(size[2])}
    if re.fullmatch(_TARGET, part):
        return {"target": int(part)}
    if name in ("fours", "points", "tiles") and re.fullmatch(_WHOLE, value):
        return {name: int(value)}
    if name == "merging" and value in MERGING:
        return {name: value}
    if name in ("twos", "ends") and value in _YES_NO.values():
        return {name: value == "yes"}
    raise _unknown_rules(ParseError, text)


def _unknown_rules(error: type[TessellaError], text: object) -> TessellaError:
    hint = _("the presets are {names}").format(names=", ".join(RULES))
    return error(_("expected rules such as classic or 5x4/32/fours=25/cascade, got {text}"), text=text, hint=hint)
