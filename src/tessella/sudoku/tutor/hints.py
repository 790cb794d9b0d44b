"""What can be found next, and why?

`hint` answers for a player's position: mistakes first, then the easiest step that the player's own pencil marks
allow, in three stages. `explain` walks the whole way from a puzzle to its solution, and `draw` shows a step as text.
"""

import base64
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from tessella.errors import PuzzleError
from tessella.i18n import _
from tessella.palette import THEMES
from tessella.sudoku import rendering
from tessella.sudoku.board import Board
from tessella.sudoku.explainer.chain_steps import taught
from tessella.sudoku.explainer.forcing_chains import FAMILIES, Budget
from tessella.sudoku.explainer.search_order import next_ranked
from tessella.sudoku.rules import SYMBOLS, PlainCells, digits_of
from tessella.sudoku.solver import count, solve
from tessella.sudoku.techniques import explanation
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.registry import BY_LOOKING, WITH_CANDIDATES, look_up
from tessella.sudoku.techniques.step import Step

__all__ = [
    "ORDERS",
    "STYLES",
    "Hint",
    "draw",
    "explain",
    "hint",
    "hint_at",
    "html",
    "is_plain",
    "next_step",
    "svg",
]

STYLES = ("direct", "candidates")
ORDERS = ("taught", "rated")

_HINT_WORK = 300_000  # facts that a hint may reach through forcing chains, somewhat more than a second


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do next in a position: a step of solving, or a mistake to take back.

    `grid` is what the step was found in, `cells` are those to light up, `moves` do what the hint says. The three
    stages `where`, `technique` and `reason` are said in the language that is spoken when they are asked for. `rating`
    is that of Sudoku Explainer where a path follows its order, else 0.
    """

    board: Board
    grid: Grid
    step: Step | None
    cells: tuple[int, ...]
    moves: tuple[str, ...]
    mistakes: tuple[str, ...] = ()
    rating: float = 0.0

    @property
    def is_mistake(self) -> bool:
        """Whether something on the board is wrong."""
        return self.step is None

    @property
    def where(self) -> str:
        """The first stage: where to look."""
        if self.step is None:
            return _("Look at what you have entered.")
        return explanation.where(self.step, self.board.size)

    @property
    def technique(self) -> str:
        """The second stage: what it is called."""
        return _("mistake") if self.step is None else explanation.name(self.step, self.board.size)

    @property
    def reason(self) -> str:
        """The third stage: the full reason."""
        if self.step is None:
            size = self.board.size
            return explanation.beside(*(_reproach(move, size) for move in self.mistakes))
        return explanation.reason(self.step, self.board.size)

    def __str__(self) -> str:
        return _("{technique}: {reason}").format(technique=self.technique, reason=self.reason)

    def _repr_html_(self) -> str:
        """Return the step as a still picture with its sentence below, for a notebook."""
        return html(self)

    def _repr_svg_(self) -> str:
        """Return the step as a still picture."""
        return svg(self)

    def _repr_mimebundle_(self, **_options: object) -> dict[str, str]:
        """Return the step as a notebook shows it: the richest that it trusts."""
        return {"text/plain": f"{draw(self)}\n{self}", "text/html": html(self), "image/svg+xml": svg(self)}


def _reproach(move: str, size: int) -> str:
    """Return the sentence on one mistake, which `move` would make good."""
    row, col = (int(part) for part in move[1:].rstrip("-").partition("~")[0].split("c"))
    name = explanation.cell((row - 1) * size + col - 1, size)
    if move.endswith("-"):
        return _("The digit in {cell} is wrong.").format(cell=name)
    return _("The pencil marks of {cell} lack a digit that is still possible there: {digit}.").format(
        cell=name, digit=move.partition("~")[2]
    )


def hint(board: Board, *, style: str = "", uniqueness: bool = True) -> Hint:
    """Return the next step for a player's position, or the mistakes in it.

    `style` is "direct" (by looking, as far as that goes) or "candidates", by default the one that fits whether
    there are pencil marks. With `uniqueness` techniques are used that need a puzzle with one solution, if it has
    just one. Raises `PuzzleError` where nothing is left to find, or where the givens have no solution.

    >>> print(hint(Board.parse("1...|..2.|.3..|...4")))
    hidden single in a box: 2 has only one place in box 1: r1c2. So r1c2 is 2.
    """
    if 0 not in board.digits and board.is_over():
        raise PuzzleError(_("the puzzle is already solved"))
    solution, is_unique = _solution(board)
    wrong = _mistakes(board, solution)
    if wrong:
        cells = tuple((int(row) - 1) * board.size + int(col) - 1 for row, col in map(_place, wrong))
        return Hint(board, Grid.of(board), None, cells, tuple(wrong), tuple(wrong))
    chosen = style or ("candidates" if any(board.marks) else "direct")
    grid = Grid.of_marks(board, _own_marks(board))
    step = next_step(grid, style=chosen, uniqueness=uniqueness and is_unique, work=_HINT_WORK)
    if step is None:
        raise PuzzleError(_("the puzzle has more than one solution, and no step is sure"))
    return hint_at(board, grid, step)


def hint_at(board: Board, grid: Grid, step: Step) -> Hint:
    """Return a step that was found in a grid as a hint for a player's position."""
    return Hint(board, grid, step, _lit(step), _moves(board, grid, step))


def _place(move: str) -> tuple[str, str]:
    row, _c, rest = move[1:].partition("c")
    return row, rest.rstrip("-").partition("~")[0]


def _solution(board: Board) -> tuple[tuple[int, ...], bool]:
    """Return the digits of the only solution of the givens, if there is just one, and whether there is."""
    many = count(board.puzzle)
    if many == 0:
        solve(board.puzzle)  # raises, with the reason
    return (solve(board.puzzle).digits, True) if many == 1 else (board.digits, False)


def _mistakes(board: Board, solution: tuple[int, ...]) -> list[str]:
    """Return the moves that would take back each wrong digit and add each mark that is missing."""
    wrong, missing = [], []
    for number, (digit, mask, right) in enumerate(zip(board.digits, board.marks, solution, strict=True)):
        if digit and right and digit != right:
            wrong.append(f"{board.name(number)}-")
        elif mask and right and not mask >> right - 1 & 1:
            missing.append(f"{board.name(number)}~{SYMBOLS[right]}")
    if not wrong and solution == board.digits and not count(board, 1):
        wrong = [f"{board.name(number)}-" for number, digit in enumerate(board.digits) if digit != board.givens[number]]
    return wrong or missing


def _own_marks(board: Board) -> list[int]:
    """Return the candidates that the player still has: the own marks where there are any, else all."""
    return [mask & mark if mark else mask for mask, mark in zip(board.candidates(), board.marks, strict=True)]


def next_step(
    grid: Grid, *, style: str = "candidates", uniqueness: bool = True, work: int | None = None
) -> Step | None:
    """Return the easiest step in a grid, None where there is none; of chains the shortest.

    `work` limits the search for nested forcing chains, in facts that are reached; beyond it a trial takes their place.
    """
    codes = (*BY_LOOKING, *WITH_CANDIDATES) if style == "direct" else WITH_CANDIDATES
    budget = Budget() if work is None else Budget(work)
    tried = set[str]()
    for code in codes:
        technique, find = look_up(code)
        if technique.needs_unique and not uniqueness:
            continue
        if code[0] == "f":
            if code[:2] in tried:
                continue
            tried.add(code[:2])
            step = _forced(grid, int(code[1]), budget)
        elif code.startswith("07"):
            step = min(find(grid), key=lambda step: len(step.nodes), default=None)
        else:
            step = next(find(grid), None)
        if step is not None:
            return step
    return None


def _forced(grid: Grid, number: int, budget: Budget) -> Step | None:
    """Return the step of a family of forcing chains; the last number stands for all nested ones."""
    last = len(FAMILIES) if number == 4 else number + 1
    return next((step for n in range(number, last) if (step := taught(grid, n, budget)) is not None), None)


def _lit(step: Step) -> tuple[int, ...]:
    cells = {*step.cells, *step.second, *step.fins}
    for group in step.sets:
        cells |= {*group.cells}
    for node in step.nodes:
        cells |= {*node.cells}
    for chain in step.chains:
        cells |= {fact.cell for fact in chain}
    return tuple(sorted(cells))


def _moves(board: Board, grid: Grid, step: Step) -> tuple[str, ...]:
    """Return the moves that do on the board what a step says; a cell without marks gets those that are left."""
    if step.placements:
        return tuple(f"r{row}c{col}={SYMBOLS[digit]}" for digit, row, col in step.placements)
    moves = []
    gone: dict[tuple[int, int], int] = {}
    for digit, row, col in step.eliminations:
        gone[row, col] = gone.get((row, col), 0) | 1 << digit - 1
    for (row, col), mask in sorted(gone.items()):
        number = (row - 1) * board.size + col - 1
        turned = board.marks[number] ^ (grid.marks[number] & ~mask)
        moves += [f"r{row}c{col}~{SYMBOLS[digit]}" for digit in digits_of(turned)]
    return tuple(moves)


def explain(
    puzzle: Board, *, style: str = "candidates", uniqueness: bool = True, order: str = "taught"
) -> Iterator[Hint]:
    """Yield every step from a puzzle to its solution, each with the position that it was found in.

    `order` is "taught", easiest first for a person, or "rated": the very steps that Sudoku Explainer takes and `rate`
    rates, each with its rating; these take one solution for granted, whatever `style` and `uniqueness` are. All digits
    on the board count; pencil marks do not. Raises `PuzzleError` where there is not exactly one solution, and
    `RulesError` for ratings of another size than 9x9.
    """
    solve(puzzle)
    board = Board(puzzle.box, puzzle.givens, puzzle.digits, (0,) * len(puzzle.digits))
    grid = Grid.of(board)
    while grid.blank:
        found = next_ranked(grid) if order == "rated" else None
        step, rating = found or (next_step(grid, style=style, uniqueness=uniqueness), 0)
        assert step is not None, "trial in full finds something in every open position"
        here = Board(board.box, board.givens, grid.digits, grid.marks)
        yield Hint(here, grid, step, _lit(step), _moves(here, grid, step), rating=rating / 10)
        size = grid.size
        grid = grid.after(
            [((row - 1) * size + col - 1, digit) for digit, row, col in step.placements],
            [((row - 1) * size + col - 1, digit) for digit, row, col in step.eliminations],
        )


def is_plain(hint: Hint) -> bool:
    """Return whether a hint needs no pencil marks: a mistake, or a step that looking finds, and none on the board."""
    return (hint.step is None or hint.step.code in BY_LOOKING) and not any(hint.board.marks)


def draw(hint: Hint) -> str:
    """Return a hint as text: the candidates of every cell, `-` after those that go, `!` after what is placed.

    Cells of the pattern stand in square brackets; a filled cell shows its digit with `=`. What forcing chains assume
    has `?`, and the chains stand below, a line each: `+` for a candidate that is true by then, `-` for a false one.
    What needs no pencil marks (`is_plain`) is drawn without them.
    """
    size = hint.board.size
    step = hint.step
    signs: dict[tuple[int, int, int], str] = {}
    chains = step.chains if step else ()
    for chain in chains:
        signs[chain[0].digit, chain[0].cell // size + 1, chain[0].cell % size + 1] = "?"
    if step:
        signs |= dict.fromkeys(step.eliminations, "-") | dict.fromkeys(step.placements, "!")
    plain = is_plain(hint)
    texts = []
    for number, (digit, mask) in enumerate(zip(hint.grid.digits, hint.grid.marks, strict=True)):
        row, col = number // size + 1, number % size + 1
        if digit:
            text = "=" * (not plain) + SYMBOLS[digit]
        else:
            shown = [d for d in digits_of(mask) if not plain or (d, row, col) in signs]
            text = "".join(SYMBOLS[d] + signs.get((d, row, col), "") for d in shown) or "."
        texts.append(f"[{text}]" if number in hint.cells else f" {text} ")
    height, width = hint.board.box
    widths = [max(len(texts[row * size + col]) for row in range(size)) for col in range(size)]
    lines = []
    for row in range(size):
        parts = [texts[row * size + col].ljust(widths[col]) for col in range(size)]
        if row and row % height == 0:
            rule = "+".join("-" * (sum(widths[left : left + width]) + width) for left in range(0, size, width))
            lines.append(rule)
        lines.append("|".join(" ".join(parts[left : left + width]) + " " for left in range(0, size, width)))
    for chain in chains:
        facts = (f"{SYMBOLS[fact.digit]}{'+' if fact.is_on else '-'}{hint.board.name(fact.cell)}" for fact in chain)
        lines += ["", *textwrap.wrap(" ".join(facts), 100)]
    return "\n".join(line.rstrip() for line in lines)


def _cells(hint: Hint) -> PlainCells:
    """Return what stands on the grid of a hint, its candidates as pencil marks."""
    grid = hint.grid
    return PlainCells(hint.board.box, hint.board.givens, tuple(grid.digits), tuple(grid.marks))


def svg(hint: Hint, *, cell: int = 48) -> str:
    """Return a hint as an SVG picture with cells of `cell` pixels.

    The candidates stand in every blank cell. Cells of the pattern have a ground, fins and second cells another; what
    goes is struck through, what is placed is ringed, and the links of a chain are lines, dashed where they are weak.
    Of forcing chains each has its colour, and its assumption stands in a square.
    """
    board, step = hint.board, hint.step
    size, (height, width) = board.size, board.box
    text = rendering.svg(_cells(hint), cell=cell, title=str(hint))
    if step is None:
        return _over(text, [_ground(number, size, cell, "#e33") for number in hint.cells])

    def spot(number: int, digit: int) -> tuple[float, float]:
        """Return the middle of a candidate."""
        left, top = number % size * cell, number // size * cell
        return (
            left + cell * ((digit - 1) % width + 0.5) / width,
            top + cell * ((digit - 1) // width + 0.5) / height,
        )

    apart = {*step.second, *step.fins}
    shapes = [_ground(number, size, cell, "#d80" if number in apart else "#08c") for number in hint.cells]
    radius = cell / max(board.box) / 2
    for digit, row, col in step.eliminations:
        x, y = spot((row - 1) * size + col - 1, digit)
        shapes.append(
            f'<path d="M{x - radius:g} {y + radius:g}L{x + radius:g} {y - radius:g}" stroke="#c00" stroke-width="2"/>'
        )
    for digit, row, col in step.placements:
        x, y = spot((row - 1) * size + col - 1, digit)
        shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" stroke="#070" stroke-width="2"/>')
    if step.chains:
        shapes += _drawn_chains(step, spot, radius)
    elif not step.code.startswith("t"):
        for one, other in pairwise(step.nodes):
            (x, y), (u, v) = (spot(node.cells[0], node.digit) for node in (one, other))
            dash = "" if other.is_on else ' stroke-dasharray="4 3"'
            shapes.append(f'<path d="M{x:g} {y:g}L{u:g} {v:g}" stroke="#507" stroke-width="1.5"{dash}/>')
    return _over(text, shapes)


def html(hint: Hint) -> str:
    """Return a hint as HTML that needs no style sheet: its picture, and the sentence below.

    Cells of the pattern are green, those apart from it violet, what loses a candidate red; candidates that go are
    struck through and what is placed is underlined. A step with links is the picture of `svg`, as an image that a
    notebook shows also where it trusts nobody.
    """
    board, step = hint.board, hint.step
    size, colours = board.size, THEMES["light"]
    if step and (step.chains or (len(step.nodes) > 1 and not step.code.startswith("t"))):
        drawn = base64.b64encode(svg(hint, cell=44).encode()).decode()
        pixels = size * 44 + 4
        shown = (
            f'<img src="data:image/svg+xml;base64,{drawn}" alt="{escape(hint.technique)}" width="{pixels}"'
            f' height="{pixels}" style="background-color:#fff"/>'
        )
    else:
        apart = {*step.second, *step.fins} if step else set()
        lit = colours.cell_pattern if step else colours.cell_elimination
        strong = "font-weight:bold"
        backgrounds, mark_styles = {}, {}
        for digit, row, col in step.eliminations if step else ():
            backgrounds[row - 1, col - 1] = colours.cell_elimination
            mark_styles[row - 1, col - 1, digit] = (
                f"{strong};color:{colours.digit_conflict};text-decoration:line-through"
            )
        for number in hint.cells:
            backgrounds[divmod(number, size)] = colours.cell_pattern_other if number in apart else lit
        for digit, row, col in step.placements if step else ():
            backgrounds[row - 1, col - 1] = colours.cell_pattern
            mark_styles[row - 1, col - 1, digit] = f"{strong};color:{colours.success};text-decoration:underline"
        shown = rendering.html(_cells(hint), backgrounds=backgrounds, mark_styles=mark_styles)
    return f'<div>{shown}<div style="max-width:42em;margin-top:0.5em">{escape(str(hint))}</div></div>'


# Every chain has a colour of its own, and a pattern for those who do not see it.
_CHAIN_COLOURS = ("#507", "#06a", "#a50", "#080", "#a06", "#555", "#770", "#077", "#b22")


def _drawn_chains(step: Step, spot: Callable[[int, int], tuple[float, float]], radius: float) -> list[str]:
    """Return forcing chains as shapes: a square round each assumption, a line from each fact to what follows from it.

    Links to what is false are dashed, and each chain has its own colour and its own length of dashes.
    """
    shapes: list[str] = []
    for number, chain in enumerate(step.chains):
        colour = _CHAIN_COLOURS[number % len(_CHAIN_COLOURS)]
        for fact in chain:
            x, y = spot(fact.cell, fact.digit)
            if not fact.cause:
                side = 2 * radius
                shapes.append(
                    f'<rect x="{x - radius:g}" y="{y - radius:g}" width="{side:g}" height="{side:g}" fill="none"'
                    f' stroke="{colour}" stroke-width="1.5"/>'
                )
            dash = "" if fact.is_on else f' stroke-dasharray="{4 + 2 * number} {3 + number}"'
            for parent in fact.parents:
                u, v = spot(chain[parent].cell, chain[parent].digit)
                shapes.append(f'<path d="M{u:g} {v:g}L{x:g} {y:g}" stroke="{colour}" stroke-width="1.5"{dash}/>')
    if step.code in ("c1", "c2", "c3"):  # back to the first node, which follows strongly
        one, other = step.chains[0][-1], step.chains[0][0]
        (x, y), (u, v) = spot(one.cell, one.digit), spot(other.cell, other.digit)
        shapes.append(f'<path d="M{x:g} {y:g}L{u:g} {v:g}" stroke="{_CHAIN_COLOURS[0]}" stroke-width="1.5"/>')
    return shapes


def _ground(number: int, size: int, cell: int, colour: str) -> str:
    left, top = number % size * cell, number // size * cell
    return f'<rect x="{left}" y="{top}" width="{cell}" height="{cell}" fill="{colour}" fill-opacity="0.2"/>'


def _over(text: str, shapes: list[str]) -> str:
    """Return an SVG picture with shapes drawn over it."""
    whole, end, _rest = text.rpartition("</g>")
    return "\n".join([whole.rstrip("\n"), *shapes, end, "</svg>"])
