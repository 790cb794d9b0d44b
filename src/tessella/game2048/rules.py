"""Rules of a game of 2048: board size, target, chance of a 4, merging, scoring, start and end."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Self

from tessella.errors import ParseError, RulesError, quote
from tessella.i18n import _

MERGING = ("once", "cascade")
SIZES = range(2, 9)
MIN_TARGET = 8
MAX_MERGE_POINTS = 1_000_000


def _expected_size(text: object) -> str:
    return _("expected a size from 2x2 to 8x8 (rows x columns), got {text}").format(text=quote(text))


def _expected_target(text: object) -> str:
    return _("expected a target that is a power of two, 8 or more, got {text}").format(text=quote(text))


def _expected_fours(text: object) -> str:
    return _("expected a chance of fours from 0 to 100 percent, got {text}").format(text=quote(text))


def _expected_one_of(names: Iterable[str], text: object) -> str:
    return _("expected one of {names}, got {text}").format(names=", ".join(names), text=quote(text))


@dataclass(frozen=True, slots=True)
class Rules:
    """What is agreed before a game: size, target, luck, merging, scoring.

    A target that is not given is 2048, or the largest that a small board can hold.

    >>> Rules(rows=5, target=4096)
    Rules.parse('5x4/4096/classic')
    >>> Rules(rows=2, cols=2).target
    32
    """

    rows: int = 4
    cols: int = 4
    target: int = 0
    """The tile that wins, a power of two; 0 stands for the default."""
    fours: int = 10
    """How many in a hundred new tiles are a 4."""
    merging: str = "once"
    """`once`: a tile merges once a move; `cascade`: merged tiles merge on."""
    points: int = 0
    """What a merge is worth; 0 for the value of the merged tile."""
    tiles: int = 2
    """How many tiles lie on the board at the start."""
    twos: bool = False
    """Whether the tiles at the start are all 2."""
    ends: bool = False
    """Whether the game ends at the target, or may be played on."""

    def __post_init__(self) -> None:
        if self.target == 0 and self.rows in SIZES and self.cols in SIZES:
            object.__setattr__(self, "target", min(2048, self.largest))
        if problems := self._problems():
            raise RulesError("; ".join(problems))

    def _problems(self) -> list[str]:
        size = f"{self.rows}x{self.cols}"
        if self.rows not in SIZES or self.cols not in SIZES:
            return [_expected_size(size)]
        cells = self.rows * self.cols
        is_target = self.target >= MIN_TARGET and not self.target & (self.target - 1)
        too_large = _("expected a target of at most {largest}, as a {size} board holds no larger tile, got {text}")
        points = _("expected from 0 to {most} points a merge, got {text}")
        tiles = _("expected from 1 to {cells} tiles at the start, got {text}")
        expected = (
            (is_target, _expected_target(self.target)),
            (
                not is_target or self.target <= self.largest,
                too_large.format(largest=self.largest, size=size, text=quote(self.target)),
            ),
            (0 <= self.fours <= 100, _expected_fours(self.fours)),
            (self.merging in MERGING, _expected_one_of(MERGING, self.merging)),
            (
                0 <= self.points <= MAX_MERGE_POINTS,
                points.format(most=MAX_MERGE_POINTS, text=quote(self.points)),
            ),
            (1 <= self.tiles <= cells, tiles.format(cells=cells, text=quote(self.tiles))),
        )
        return [sentence for is_right, sentence in expected if not is_right]

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
        return _text_of_rules(self)

    def from_preset(self, preset: str) -> list[str]:
        """Return the parts of the rules' text, as seen from a preset: what differs from it, then its name."""
        parts = [f"{self.rows}x{self.cols}"] if (self.rows, self.cols) != (4, 4) else []
        if self.target != min(2048, self.largest):
            parts.append(str(self.target))
        for name in ("fours", "merging", "points", "tiles", "twos", "ends"):
            value = getattr(self, name)
            if value != getattr(RULES[preset], name):
                parts.append(f"{name}={_YES_NO[value] if isinstance(value, bool) else value}")
        return [*parts, preset]

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
                    raise ParseError(_("expected each rule once, got {text}").format(text=quote(text)))
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
            raise RulesError(_expected_one_of(RULES, preset))
        changes: dict[str, object] = {}
        asked = ((size, _SIZE, _expected_size), (target, _TARGET, _expected_target), (fours, _WHOLE, _expected_fours))
        for value, pattern, expected in asked:
            if value is not None:
                if not re.fullmatch(pattern, str(value)):
                    raise RulesError(expected(value))
                changes |= _parse_part(f"fours={value}" if pattern is _WHOLE else str(value), str(value))
        return cls._changed(preset, changes)

    @classmethod
    def _changed(cls, preset: str, changes: dict[str, object]) -> Self:
        # The target is left open unless it is changed: its default goes by the size.
        base: dict[str, object] = {f.name: getattr(RULES[preset], f.name) for f in fields(cls) if f.name != "target"}
        return cls(**(base | changes))  # type: ignore[arg-type]  # the names are the fields' own


RULES: dict[str, Rules] = {
    "classic": Rules(),
    "sprint": Rules(ends=True),
    "cascade": Rules(fours=25, merging="cascade", points=100, tiles=1, ends=True),
    "coinflip": Rules(fours=50, twos=True, ends=True),
    "notebook": Rules(fours=20, ends=True),
}
"""The named rules; `classic` is what everybody knows."""


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


@lru_cache(maxsize=256)
def _text_of_rules(rules: Rules) -> str:
    nearest = min([rules.from_preset(name) for name in RULES], key=len)
    return "/".join(nearest)


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
    raise ParseError(
        _("expected rules such as classic or 5x4/32/fours=25/cascade, got {text}").format(text=quote(text)),
        hint=_("the presets are {names}").format(names=", ".join(RULES)),
    )
