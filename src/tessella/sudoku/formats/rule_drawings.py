"""Drawings of puzzles with rules: a line for each rule, and below them the grid as `rendering.small` draws it.

    killer:sum=3:r1c1r1c2
    thermo:r4c1r3c1
    3...----+-------+
    | .   . | .   . |

What is drawn does not say all that a rule asks for, so the lines above are what counts: they say where the cells stand,
and the drawing must be theirs to the last sign.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tessella.errors import ParseError, RulesError, TessellaError
from tessella.i18n import _
from tessella.sudoku import rendering
from tessella.sudoku.formats.base import ParsedRecord, wrong_record
from tessella.sudoku.geometry import Box, default_box
from tessella.sudoku.rules.cells import PlainCells
from tessella.sudoku.rules.constraint_types import TYPES
from tessella.sudoku.rules.ruleset import MAX_VARIANT_SIZE, Rules

_RULE = re.compile(r"([a-z][a-z0-9_]*)(:.*)?")
_CELLS = re.compile(r":(?:r\d+c\d+)+$")


def is_rule(line: str) -> bool:
    """Return whether a line says a rule, perhaps one that is not known.

    >>> is_rule("killer:sum=3:r1c1r1c2"), is_rule("unicorn:r1c1r1c2"), is_rule("Monday: hard"), is_rule("53..7....")
    (True, True, False, False)
    """
    found = _RULE.fullmatch(line)
    return found is not None and (found[1] in TYPES or bool(_CELLS.search(line)))


@dataclass(slots=True)
class Drawing:
    """A drawing as far as it is read: its rules, and the lines below them."""

    number: int  # of its first line
    box: Box | None  # the shape that is said, None where the number of lines tells it
    rules: list[str]
    lines: list[str] = field(default_factory=list)
    _fitting: dict[int, list[Rules]] = field(default_factory=dict)  # the rules in each size, by the lines of a drawing

    def add(self, line: str) -> Iterator[ParsedRecord]:
        """Take a line; yield the puzzle where that was its last one, or what is wrong with it."""
        if not self.lines:
            if is_rule(line.strip()):
                self.rules.append(line.strip())
                return
            if not line.strip():
                return
            try:
                self._fit()
            except TessellaError as error:
                yield wrong_record(self.number, self.rules[0], error)
                return
        self.lines.append(line.rstrip())
        for rules in self._fitting.get(len(self.lines), ()):
            if cells := _read(self.lines, rules):
                yield ParsedRecord(self.number, self.rules[0], cells)
                return
        if len(self.lines) >= max(self._fitting) or is_rule(line.strip()):
            yield self.broken_off()

    def broken_off(self) -> ParsedRecord:
        """Return the record of a drawing that is none."""
        message = _("expected a grid below these rules, drawn as 'tessella sudoku show' draws it, got {text}")
        error = ParseError(message, text=next(iter(self.lines), self.rules[-1]))
        return wrong_record(self.number, self.rules[0], error)

    def _fit(self) -> None:
        """Find the sizes that have room for all cells that the rules name; raises `RulesError` where none has."""
        text, refusal = ";".join(self.rules), None
        for size in range(4, MAX_VARIANT_SIZE + 1) if self.box is None else (self.box[0] * self.box[1],):
            try:
                rules = Rules.parse(text, self.box or default_box(size) or (1, size))
            except RulesError as error:
                refusal = error
                continue
            drawn = rendering.small(PlainCells.of_givens((0,) * size**2, rules.box, rules.constraints))
            self._fitting.setdefault(drawn.count("\n") + 1, []).append(rules)
        if not self._fitting and refusal:
            raise refusal


def _read(lines: list[str], rules: Rules) -> PlainCells | None:
    """Return the cells that are drawn, None where the drawing is another."""
    givens, digits = [], []
    for y, x in rendering.places(rules):
        word = lines[y][x : x + 2].strip()  # a third character may be the + of the next cell
        value = rules.signs.find(word.removeprefix("+")) if word.removeprefix("+") else -1
        if value < 0:
            return None
        digits.append(value)
        givens.append(0 if word.startswith("+") else value)
    cells = PlainCells(rules.box, tuple(givens), tuple(digits), (0,) * len(digits), constraints=rules.constraints)
    pictures = (rendering.small(cells, ascii_only=ascii_only) for ascii_only in (True, False))
    is_same = any([line.rstrip() for line in picture.split("\n")] == lines for picture in pictures)
    return cells if is_same else None
