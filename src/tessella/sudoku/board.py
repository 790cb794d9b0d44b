"""A Sudoku position and the moves on it.

Boxes have any R rows by C columns; `geometry` says how cells, digits and boxes are numbered and named.

    5 3 . | . 7 . | . . .       givens 53..7....   play("r1c3=4")     -> 53+4.7....
    6 . . | 1 9 5 | . . .                          play("r1c3~4")     -> a pencil mark
    . 9 8 | . . . | . 6 .                          play("r1c3-")      -> erased
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self, SupportsIndex, TypeAlias

from tessella.errors import MoveError, ParseError, one_of
from tessella.i18n import _
from tessella.sudoku import moves, rendering
from tessella.sudoku.formats import line
from tessella.sudoku.formats.annotations import check as check_annotations
from tessella.sudoku.formats.base import late
from tessella.sudoku.geometry import Box, cell_name, check_box, rows_of, wrong_digit
from tessella.sudoku.rules.cells import NO_ANNOTATIONS, Annotations, PlainCells, rules_of
from tessella.sudoku.rules.character_drawing import shows
from tessella.sudoku.rules.checker import violations
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.peers import candidate_masks, is_complete, repeated
from tessella.sudoku.rules.phrasing import broken, house_name
from tessella.sudoku.rules.ruleset import Rules


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """A Sudoku position: the rules, the givens, all digits that stand on the board, and what a person has marked.

    `givens` and `digits` hold a value a cell, 0 for a blank; a given stands in both. `marks` holds a mask a cell, of
    its centre marks, 0 where nothing is marked; those of a cell with a digit come back when it is erased. `annotations`
    holds corner marks, colours and lines. `constraints` says what holds beside rows, columns and boxes.

    >>> board = Board.parse("1...|..2.|.3..|...4")
    >>> board.play("r1c2=2").play("r1c3~4")
    Board.parse('1+2....2..3.....4~4')
    """

    box: Box
    givens: tuple[int, ...]
    digits: tuple[int, ...]
    marks: tuple[int, ...]
    annotations: Annotations = NO_ANNOTATIONS
    constraints: tuple[Constraint, ...] = ()

    def __post_init__(self) -> None:
        if self.constraints:
            object.__setattr__(self, "constraints", self.rules.constraints)  # in order: what says the same is equal
        else:
            check_box(*self.box)
        size = self.size
        cells = size * size
        for values in (self.givens, self.digits, self.marks):
            if len(values) != cells:
                raise ParseError(line.wrong_count(cells, len(values), values))
        if min(self.digits) < 0 or max(self.digits) > size:
            cell = next(cell for cell, digit in enumerate(self.digits) if not 0 <= digit <= size)
            raise ParseError(wrong_digit(self.digits[cell], cell, size))
        if self.givens != self.digits and any(g and g != d for g, d in zip(self.givens, self.digits, strict=True)):
            raise ParseError(_("expected every given among the digits, got {text}"), text=self.givens)
        if any(self.marks) and any(
            mask >> size or mask < 0 or (mask and given) for mask, given in zip(self.marks, self.givens, strict=True)
        ):
            message = _("expected pencil marks from 1 to {size} in cells without a given only, got {text}")
            raise ParseError(message, size=size, text=self.marks)
        if self.annotations != NO_ANNOTATIONS:
            check_annotations(self)

    @classmethod
    def of_givens(cls, givens: Iterable[int], box: Box = (3, 3), constraints: Iterable[Constraint] = ()) -> Self:
        """Return the puzzle with these givens, row by row, 0 for a blank, and these rules."""
        return cls(*PlainCells.of_givens(tuple(givens), box, tuple(constraints)))

    @classmethod
    def empty(cls, box: Box = (3, 3), constraints: Iterable[Constraint] = ()) -> Self:
        """Return the board with nothing on it."""
        rules = Rules(box, tuple(constraints))
        return cls.of_givens((0,) * rules.size**2, box, rules.constraints)

    @classmethod
    def from_rows(cls, rows: Iterable[Iterable[SupportsIndex | str | None]], box: Box | None = None) -> Self:
        """Return the puzzle whose givens stand in `rows`.

        A cell is a number or its sign; `None`, 0 or a blank sign is a blank. The box shape is the usual one
        for so many rows unless it is said. Raises `ParseError`.

        >>> Board.from_rows([[1, None, 0, 4], [0] * 4, [0] * 4, "..2."]).to_text()
        '1..4..........2.'
        """
        return cls(*PlainCells.from_rows(rows, box))

    @classmethod
    def parse(cls, text: str, box: Box | None = None) -> Self:
        """Return the board that a text shows, in the form of `to_text` or in any format of `notation`.

        Raises `ParseError` or `RulesError` with what was expected.

        >>> Board.parse(Board.empty((2, 3)).to_text()) == Board.empty((2, 3))
        True
        """
        return cls(*(line.parse(text, box) or late("registry", "read_one")(text, box)))

    @property
    def size(self) -> int:
        """How many rows, columns, boxes and digits there are."""
        return self.box[0] * self.box[1]

    @property
    def rules(self) -> Rules:
        """The rules: the box shape and the constraints."""
        return rules_of(self)

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The digits on the board, row by row, 0 for a blank."""
        return rows_of(self.digits, self.size)

    @property
    def score(self) -> int:
        """The points: a Sudoku gives none."""
        return 0

    @property
    def puzzle(self) -> "Board":
        """The givens alone: the board as it was at the start."""
        return Board.of_givens(self.givens, self.box, self.constraints)

    def candidates(self) -> tuple[int, ...]:
        """Return for every blank cell the mask of digits that its peers and its sign allow, 0 for a filled cell."""
        return candidate_masks(self)

    def conflicts(self) -> list["Problem"]:
        """Return every digit that a house holds twice, and every constraint that is broken, as sentences."""
        found: list[Problem] = []
        for number, house in enumerate(self.rules.houses):
            for digit, held in repeated(self.digits, house).items():
                message = _("{house} holds {digit} more than once: {cells}")
                name, cells = house_name(self.rules, number), _(", ").join(map(self.name, held))
                text = message.format(house=name, digit=self.rules.signs[digit], cells=cells)
                found.append(Problem(text, "repeated", held, digit, number))
        blamed: dict[Constraint, set[int]] = {}
        for violation in violations(self.digits, self.rules) if self.constraints else ():
            if violation.constraint:
                blamed.setdefault(violation.constraint, set()).update(violation.cells)
        for constraint, held_by in blamed.items():
            wrong = tuple(sorted(held_by))
            found.append(Problem(broken(constraint, wrong, self.size), "rule", wrong))
        return found

    def problems(self) -> list["Problem"]:
        """Return everything that is wrong on a board at first sight, as sentences.

        That is a digit that a house holds twice, a blank cell that no digit fits, and a digit that a house has no
        place left for. A board without problems may still have no solution.

        >>> problems(Board.parse("11..|....|....|...."))[0]
        'row 1 holds 1 more than once: r1c1, r1c2'
        """
        found, candidates = self.conflicts(), self.candidates()
        for cell, (digit, mask) in enumerate(zip(self.digits, candidates, strict=True)):
            if not digit and not mask:
                found.append(Problem(_("no digit fits in {cell}").format(cell=self.name(cell)), "cell", (cell,)))
        for number, house in enumerate(self.rules.houses):
            for digit in range(1, self.size + 1):
                if not any(self.digits[cell] == digit or candidates[cell] >> digit - 1 & 1 for cell in house):
                    message = _("{house} has no place left for {digit}")
                    text = message.format(house=house_name(self.rules, number), digit=self.rules.signs[digit])
                    blank = tuple(cell for cell in house if not self.digits[cell])
                    found.append(Problem(text, "house", blank, digit, number))
        return found

    def mistakes(self, solution: "Board") -> tuple[int, ...]:
        """Return the cells whose digit is not the solution's.

        >>> solution = Board.parse("1243342143122134")
        >>> Board.parse("1...|..2.|.3..|...4").play("r1c2=3").mistakes(solution)
        (1,)
        """
        pairs = zip(self.digits, solution.digits, strict=True)
        return tuple(cell for cell, (digit, right) in enumerate(pairs) if digit and digit != right)

    def is_over(self) -> bool:
        """Return whether the board is full and without conflict."""
        return 0 not in self.digits and is_complete(self.digits, self.rules)

    is_won = is_over  # a Sudoku cannot be lost

    def moves(self) -> tuple[str, ...]:
        """Return every move on the digit and the centre marks of one cell, conflicts included; none once solved."""
        return () if self.is_over() else tuple(moves.of_single_cells(self))

    def play(self, move: str) -> "Board":
        """Return the board after a move; this board stays as it is.

        `r3c5=7` writes a digit, `r3c5~7` makes a centre mark or takes it back, `r3c5-` erases; a move may name several
        cells, `r3c5,r3c6~7`. `moves` lists all kinds. Raises `ParseError` for what is no move and `MoveError` for one
        that cannot be played here.
        """
        if self.is_over():
            raise MoveError(_("the puzzle is already solved: {text}"), text=move)
        return Board(*moves.play(self, move))

    def name(self, cell: int) -> str:
        """Return the name of a cell of this board, such as r4c7."""
        return cell_name(cell, self.size)

    def to_text(self) -> str:
        """Return the board as one line that `parse` reads back.

        A sign a cell; `+` before a digit that is no given; the box shape in front (`3x2:`) where it is not the usual
        one; then, as far as there are any, `~` and the centre marks of every blank cell in turn; and then `!` before
        all else that is marked, see `formats.annotations`.
        """
        return line.write(self)

    def __str__(self) -> str:
        hidden = [one.to_text(self.size) for one in self.constraints if not shows(one)]
        return "\n".join([*hidden, rendering.small(self, ascii_only=True)])

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({self.to_text()!r})"

    def _repr_html_(self) -> str:
        """Return a still picture, as a table with its own colours."""
        return rendering.html(self)

    def _repr_svg_(self) -> str:
        """Return a still picture."""
        return rendering.svg(self)

    def _repr_mimebundle_(self, **_options: object) -> dict[str, str]:
        """Return the board as a notebook shows it: the richest that it trusts."""
        pictures = {"text/plain": rendering.small(self), "image/svg+xml": rendering.svg(self)}
        return pictures | {"text/html": rendering.html(self)}


BoardLike: TypeAlias = Board | str | Iterable[Iterable[Any]]  # what `read_board` reads


def read_board(board: BoardLike) -> Board:
    """Return a board as it is, or the one that a text or rows show; raises `ParseError`.

    >>> read_board("1... ..2. .3.. ...4") == read_board([[1, 0, 0, 0], "..2.", ".3..", "...4"])
    True
    """
    if isinstance(board, Board):
        return board
    if isinstance(board, str):
        return Board.parse(board)
    with suppress(TypeError):
        return Board.from_rows(board)
    raise ParseError(_("expected a board, its text or its rows, got {text}"), text=board)


class Problem(str):
    """One thing that is wrong on a board: a sentence, with the cells, the digit and the house it speaks of.

    `kind` is "repeated", "rule" (a constraint is broken), "cell" (no digit fits) or "house" (no place left for a
    digit); `house` is -1 and `digit` 0 where there is none.
    """

    __slots__ = ("cells", "digit", "house", "kind")
    kind: str
    cells: tuple[int, ...]
    digit: int
    house: int

    def __new__(cls, sentence: str, kind: str, cells: tuple[int, ...], digit: int = 0, house: int = -1) -> Self:
        """Return the sentence with what it speaks of."""
        problem = super().__new__(cls, sentence)
        problem.kind, problem.cells, problem.digit, problem.house = kind, cells, digit, house
        return problem


def problems(board: BoardLike) -> list[Problem]:
    """Return everything that is wrong on a board at first sight, as sentences: see `Board.problems`."""
    return read_board(board).problems()


def render(board: BoardLike, form: str = "text") -> str:
    """Return a picture of a board: `text`, `ascii`, `boxed`, `spoken` (words for a screen reader), `svg` or `html`.

    >>> print(render("21..|..4.|....|...."))
     2 1 │ . .
     . . │ 4 .
    ─────┼─────
     . . │ . .
     . . │ . .
    """
    return rendering.RENDERERS[one_of(rendering.RENDERERS, form)](read_board(board))
