"""What may a puzzle be asked to be?

A recipe is everything about a made puzzle but its luck: the box shape, how many clues, how they lie. As text it is the
middle of an id, with a part only for what differs from the usual, in this order:

    box      2x3           rows by columns of a box; 3x3 where nothing is said
    clues    minimal       no clue can go; or clues=30, exactly so many
    symmetry 180           of where the givens stand: 90, 180, diagonal, full, mirror
    pattern  pattern=1f0   the cells where givens may stand, as a hexadecimal mask: bit i is cell i

    sudoku:#42     sudoku:minimal/180#42     sudoku:2x3/clues=12#42.7
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from tessella.errors import ParseError, PuzzleError, quote
from tessella.i18n import _, ngettext
from tessella.sudoku.board import BLANKS, Box, check_box, parse_box

__all__ = ["MINIMAL", "SYMMETRIES", "Recipe", "read_pattern"]

MINIMAL = "minimal"

Turn = Callable[[int, int, int], tuple[int, int]]

_TURNS: dict[str, Turn] = {
    "quarter": lambda r, c, last: (c, last - r),
    "half": lambda r, c, last: (last - r, last - c),
    "mirror": lambda r, c, last: (r, last - c),
    "diagonal": lambda r, c, _last: (c, r),
}
# Each symmetry by turns that make all of its others.
_MADE_BY = {
    "none": (),
    "180": ("half",),
    "90": ("quarter",),
    "mirror": ("mirror",),
    "diagonal": ("diagonal",),
    "full": ("quarter", "mirror"),
}
SYMMETRIES = tuple(_MADE_BY)

LEAST = {(2, 2): 4, (2, 3): 8, (3, 2): 8, (3, 3): 17}
"""The fewest clues that any puzzle has, where that is known; elsewhere all digits but one must be shown."""

SEARCHED = 12
"""The largest size at which the maker searches; beyond, it only makes puzzles that singles solve."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """A box shape, clues (a number, "minimal", or None for as few as singles allow), a symmetry and a pattern.

    Making one raises `PuzzleError` or `RulesError` where no puzzle can be like that.

    >>> str(Recipe((2, 3), 12, "180")), Recipe.parse("minimal").clues
    ('2x3/clues=12/180', 'minimal')
    """

    box: Box = (3, 3)
    clues: int | str | None = None
    symmetry: str = "none"
    pattern: int | None = None
    """The mask of the cells where givens may stand, or None for all."""

    def __post_init__(self) -> None:
        check_box(*self.box)
        size = self.box[0] * self.box[1]
        if self.symmetry not in SYMMETRIES:
            message = _("expected a symmetry, one of {names}, got {text}")
            raise PuzzleError(message.format(names=", ".join(SYMMETRIES), text=quote(self.symmetry)))
        if self.pattern is not None:
            _check_pattern(self.pattern, size)
        if isinstance(self.clues, str):
            if self.clues != MINIMAL:
                message = _("expected a number of clues or {minimal}, got {text}")
                raise PuzzleError(message.format(minimal=MINIMAL, text=quote(self.clues)))
            if size > SEARCHED:
                message = _("expected a grid of at most {largest} rows for a minimal puzzle, got {size}")
                hint = _("leave the clues open: then singles solve the puzzle")
                raise PuzzleError(message.format(largest=SEARCHED, size=size), hint=hint)
        self._check_places(size)

    def _check_places(self, size: int) -> None:
        least = LEAST.get(self.box, size - 1)
        orbits = self.orbits()
        places = sum(orbits).bit_count()
        if places < least:
            message = ngettext(
                "expected at least {least} cells where givens may stand, got {n} cell",
                "expected at least {least} cells where givens may stand, got {n} cells",
                places,
            )
            raise PuzzleError(message.format(least=least, n=places), hint=self._least_hint(least))
        self._check_bands(sum(orbits), size)
        if not isinstance(self.clues, int):
            return
        if not least <= self.clues <= places:
            message = _("expected {least} to {most} clues, got {clues}")
            raise PuzzleError(message.format(least=least, most=places, clues=self.clues), hint=self._least_hint(least))
        sums = 1
        for orbit in orbits:
            sums |= sums << orbit.bit_count()
        if not sums >> self.clues & 1:
            message = _("no {clues} givens lie in this symmetry: {symmetry}")
            near = [n for n in range(least, places + 1) if sums >> n & 1]
            near = sorted(sorted(near, key=lambda n: abs(n - (self.clues if isinstance(self.clues, int) else 0)))[:2])
            hint = _("{numbers} do").format(numbers=", ".join(map(str, near)))
            raise PuzzleError(message.format(clues=self.clues, symmetry=self.symmetry), hint=hint)

    def _check_bands(self, mask: int, size: int) -> None:
        """Refuse two rows of a band, or two columns of a stack, without a given: they could change places."""
        height, width = self.box
        row, column = (1 << size) - 1, sum(1 << size * i for i in range(size))
        for kind, line, step, length in ((_("rows"), row, size, height), (_("columns"), column, 1, width)):
            blank = [number for number in range(size) if not mask & line << step * number]
            for one, other in pairwise(blank):
                if one // length == other // length:
                    message = _("{kind} {one} and {other} may hold no given: they could change places")
                    raise PuzzleError(message.format(kind=kind, one=one + 1, other=other + 1))

    def _least_hint(self, least: int) -> str:
        if self.box in LEAST:
            return _("no puzzle of this size has fewer than {least} clues").format(least=least)
        return _("all digits but one must be among the clues")

    @property
    def by_singles(self) -> bool:
        """Whether the puzzle must be solved by singles alone, rather than have one solution."""
        return self.clues is None or self.box[0] * self.box[1] > SEARCHED

    def orbits(self) -> list[int]:
        """Return the sets of cells that are given together or not at all, as masks, by their first cells."""
        size = self.box[0] * self.box[1]
        last = size - 1
        turns = [_TURNS[name] for name in _MADE_BY[self.symmetry]]
        allowed = (1 << size * size) - 1 if self.pattern is None else self.pattern
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
        return orbits

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the recipe that `str` wrote; the parts may stand in any order. Raises `ParseError`."""
        box: Box | None = None
        clues: int | str | None = None
        symmetry: str | None = None
        pattern: int | None = None
        for part in text.split("/") if text else ():
            if re.fullmatch(r"\d+x\d+", part, re.ASCII) and box is None:
                box = parse_box(part)
            elif part == MINIMAL and clues is None:
                clues = part
            elif re.fullmatch(r"clues=\d{1,3}", part, re.ASCII) and clues is None:
                clues = int(part.partition("=")[2])
            elif part in SYMMETRIES and symmetry is None:
                symmetry = part
            elif re.fullmatch(r"pattern=[0-9a-fA-F]{1,157}", part) and pattern is None:
                pattern = int(part.partition("=")[2], 16)
            else:
                message = _("expected a box such as 2x3, {minimal}, clues=30, a symmetry or pattern=..., got {text}")
                hint = _("symmetries: {names}").format(names=", ".join(SYMMETRIES))
                raise ParseError(message.format(minimal=MINIMAL, text=quote(part)), hint=hint)
        return cls(box or (3, 3), clues, symmetry or "none", pattern)

    def __str__(self) -> str:
        """Return the recipe as text, with a part only for what differs from the usual."""
        parts: list[str] = []
        if self.box != (3, 3):
            parts.append(f"{self.box[0]}x{self.box[1]}")
        if self.clues is not None:
            parts.append(self.clues if isinstance(self.clues, str) else f"clues={self.clues}")
        if self.symmetry != "none":
            parts.append(self.symmetry)
        if self.pattern is not None:
            parts.append(f"pattern={self.pattern:x}")
        return "/".join(parts)


def _check_pattern(pattern: int, size: int) -> None:
    if pattern < 0 or pattern >> size * size:
        message = _("expected a pattern of {expected} cells, got a mask of {got}")
        raise PuzzleError(message.format(expected=size * size, got=pattern.bit_length()))


def read_pattern(text: str, box: Box = (3, 3)) -> int:
    """Return the mask of a drawn pattern: a sign a cell, a blank sign where no given may stand, white space aside.

    >>> read_pattern("#..# .##. .##. #..#", (2, 2)) == 0b1001_0110_0110_1001
    True
    """
    signs = "".join(text.split())
    cells = (box[0] * box[1]) ** 2
    if len(signs) != cells:
        message = _("expected a pattern of {expected} cells, got {got}: {text}")
        raise ParseError(message.format(expected=cells, got=len(signs), text=quote(text)))
    return sum(1 << cell for cell, sign in enumerate(signs) if sign not in BLANKS)
