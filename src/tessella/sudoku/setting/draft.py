"""Drafts of a setter: puzzles whose givens and rules come and go by moves, so that each can be taken back.

r1c1,r1c2=5                              givens
r1c1,r1c2-                               no givens there; where there were none, no rule that names these cells
r1c1,r1c2,r2c1#                          a region; cells that are left over belong to none
+killer:sum=10:r1c1r1c2;-anti_knight     rules that come and go
!6x6, !53..7....;anti_knight             an empty grid, or another puzzle, in its place
"""

import datetime as dt
import re
from dataclasses import dataclass
from typing import Self

from tessella import ids
from tessella.errors import MoveError, ParseError, RulesError
from tessella.i18n import _, ngettext
from tessella.sudoku import board
from tessella.sudoku.formats import line
from tessella.sudoku.generation import MAX_RULES
from tessella.sudoku.geometry import BLANKS, SYMBOLS, cell_named, default_box, wrong_digit
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.phrasing import all_cells, titles
from tessella.sudoku.rules.ruleset import MAX_VARIANT_SIZE

NAME = "setting"  # of ids
RANKS_BY_CLOCK = False
MIN_SIGNS = 16  # of a puzzle
_ON_CELLS = re.compile(r"(r\d+c\d+(?:,r\d+c\d+)*)(?:(=)([0-9A-Ga-g])|([-#]))", re.ASCII)
_EMPTY = re.compile(r"(\d{1,2})(?:x(\d{1,2}))?", re.ASCII)


@dataclass(frozen=True, slots=True, repr=False)
class Draft(board.Board):
    """A puzzle that is being set: givens and rules, and nothing that a player writes.

    >>> draft = Draft.blank(4).play("r1c1,r4c4=2").play("+killer:sum=5:r1c2r1c3")
    >>> draft.to_text(), draft.play("r1c2-").to_text()
    ('2..............2;killer:sum=5:r1c2r1c3', '2..............2')
    """

    @classmethod
    def blank(cls, size: int) -> Self:
        """Return an empty grid of so many rows; one that no usual boxes fit has none."""
        if not 4 <= size <= MAX_VARIANT_SIZE:
            message = _("expected a size from {least} to {most}, got {text}")
            raise RulesError(message, least=4, most=MAX_VARIANT_SIZE, text=size)
        box = default_box(size)
        return cls.empty(box or (1, size), () if box else (Constraint("no_boxes"),))

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the draft of an empty grid (`6x6`), or of a puzzle in any format, without what a player has written.

        Raises `ParseError` and `RulesError`.
        """
        if size := _EMPTY.fullmatch(text):
            if size[2] not in (None, size[1]):
                raise ParseError(_("expected a size such as 9x9, got {text}"), text=text)
            return cls.blank(int(size[1]))
        if len(text) < MIN_SIGNS:
            raise ParseError(_("expected a puzzle, a link to one, or an empty grid such as 9x9, got {text}"), text=text)
        puzzle = board.Board.parse(text)
        return cls.of_givens(puzzle.givens, puzzle.box, puzzle.constraints).checked()

    def checked(self) -> Self:
        """Return the draft itself; raise `RulesError` for rules that are too many to be shared and played."""
        if self.size > MAX_VARIANT_SIZE:
            message = _("expected a size from {least} to {most}, got {text}")
            raise RulesError(message, least=4, most=MAX_VARIANT_SIZE, text=self.size)
        if (length := len(self.rules.to_text())) > MAX_RULES:
            raise RulesError(_("expected rules of at most {most} characters, got {got}"), most=MAX_RULES, got=length)
        return self

    def is_over(self) -> bool:
        """Return False: a draft can always be changed."""
        return False

    is_won = is_over

    def moves(self) -> tuple[str, ...]:
        """Return the moves that put one given; there are far too many others."""
        return tuple(f"{self.name(cell)}={sign}" for cell in range(len(self.givens)) for sign in self.rules.signs[1:])

    def play(self, move: str) -> "Draft":
        """Return the draft after a move; raises `ParseError`, `RulesError`, and `MoveError` where nothing changes."""
        if move.startswith("!"):
            draft = Draft.of(move[1:])
        elif move.startswith(("+", "-")):
            draft = self._with_rules(move)
        elif match := _ON_CELLS.fullmatch(move):
            draft = self._on_cells({cell_named(name, self.size) for name in match[1].split(",")}, match)
        else:
            raise ParseError(_("expected a change such as {example}, got {text}"), example="r1c1=5", text=move)
        if draft == self:
            raise MoveError(_("nothing would change"))
        return draft.checked()

    def _with_rules(self, move: str) -> "Draft":
        constraints = [*self.constraints]
        for part in move.split(";"):
            one = Constraint.parse(part[1:], self.size)
            if part.startswith("+"):
                constraints.append(one)
            elif part.startswith("-") and one in constraints:
                constraints.remove(one)
            else:
                raise MoveError(_("expected an existing rule, got {text}"), text=part)
        return self._with(constraints)

    def _on_cells(self, cells: set[int], match: re.Match[str]) -> "Draft":
        if match[4] == "#":
            return self._with([*(one for one in self.constraints if one.type != "jigsaw"), self._region(cells)])
        signs = self.rules.signs
        value = signs.find(match[3].upper()) if match[2] else 0
        if value < 0:
            raise ParseError(wrong_digit(match[3], min(cells), self.size))
        givens = tuple(value if cell in cells else given for cell, given in enumerate(self.givens))
        if givens != self.givens or match[2]:
            return Draft.of_givens(givens, self.box, self.constraints)
        return self._with([one for one in self.constraints if not cells & all_cells(one)])

    def _region(self, cells: set[int]) -> Constraint:
        """Return the regions with one of these cells."""
        if len(cells) > self.size:
            message = _("expected at most {most} cells in a region, got {got}")
            raise RulesError(message, most=self.size, got=len(cells))
        jigsaw = self.rules.of_type("jigsaw")
        before = jigsaw[0]["regions"] if jigsaw else "." * self.size**2
        free = next(sign for sign in SYMBOLS[1:] if sign not in before)
        labels = "".join(free if cell in cells else label for cell, label in enumerate(before))
        if len({*labels} - {"."}) > self.size:
            raise RulesError(_("expected at most {most} regions"), most=self.size)
        more = {"with_boxes": True} if jigsaw and jigsaw[0]["with_boxes"] else {}
        return Constraint.from_json({"type": "jigsaw", "regions": labels, **more}, self.size)

    def _with(self, constraints: list[Constraint]) -> "Draft":
        return Draft.of_givens(self.givens, self.box, constraints)


Board = Draft  # as every game has one


def open_id(text: str, *, today: dt.date | None = None, seed: int | None = None) -> ids.Opening[Draft]:  # noqa: ARG001 - no draft is of a day
    """Return a new draft, `setting:9x9` and a number that tells it from others, or the one of a puzzle.

    >>> open_id("setting:6x6#3").start.size, open_id("setting:1...|..2.|.3..|...4").id
    (6, 'setting:1.....2..3.....4')
    """
    name, rest = ids.split(text)
    if name != NAME:
        raise ParseError(_("expected an id such as setting:9x9, got {text}"), text=text)
    size, hash_sign, number = (rest.strip() or "9x9").partition("#")
    if _EMPTY.fullmatch(size):
        draft = Draft.of(size)
        if hash_sign or seed is None:
            seed = ids.parse_seed(number) if hash_sign else ids.random_seed()
        full = f"{NAME}:{draft.size}x{draft.size}#{seed}"
    else:
        draft = Draft.of(rest)
        full = f"{NAME}:{draft.to_text()}"
    return ids.Opening(full, draft, full, NAME, again=f"{NAME}:{draft.size}x{draft.size}", edited=True)


def takes_long(id: str) -> bool:  # noqa: ARG001 - every draft is opened at once
    """Return False: a draft is there at once."""
    return False


def is_unlisted(id: str) -> bool:  # noqa: ARG001 - none of them is
    """Return True: drafts are no games to continue."""
    return True


def daily_table(day: dt.date) -> str:  # noqa: ARG001 - there is none
    """Return the table of all drafts."""
    return NAME


def title(id: str) -> str:
    """Return what a draft is called: the size that it began with, or the first rules.

    >>> title("setting:6x6#3"), title("setting:1.....2..3.....4;anti_king")
    ('Draft 6x6', 'Draft anti-king')
    """
    rest = ids.split(id)[1]
    about = " · ".join(titles(line.split(rest)[1])) or rest.partition("#")[0][:20]
    return _("Draft {about}").format(about=about)


def standing(_score: int, position: str) -> str:
    """Return of what rules a draft is, and how many givens it has.

    >>> standing(0, "1.....2..3.....4;anti_king")
    'anti-king, 4 givens'
    """
    cells, rules = line.split(position)
    n = sum(sign not in BLANKS for sign in cells.rpartition(":")[2])
    given = ngettext("{n} given", "{n} givens", n).format(n=n)
    return _(", ").join([*titles(rules), given])
