"""Drawings of hints as text, SVG and HTML."""

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from tessella.palette import THEMES
from tessella.sudoku import rendering
from tessella.sudoku.board import Board
from tessella.sudoku.geometry import digits_of, miniature
from tessella.sudoku.rules.cells import PlainCells
from tessella.sudoku.rules.drawing import has_boxes, mark_spot, marks_top
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.techniques.cycles import CYCLES
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.registry import BY_LOOKING
from tessella.sudoku.techniques.singles import blockers
from tessella.sudoku.techniques.step import Step

# Every chain has a colour of its own, and a pattern for those who do not see it.
_CHAIN_COLOURS = ("#507", "#06a", "#a50", "#080", "#a06", "#555", "#770", "#077", "#b22")


class _Canvas:
    """Where candidates stand in a picture, and lines between them."""

    def __init__(self, rules: Rules, cell: int) -> None:
        self.rules = rules
        self.cell = cell
        self.radius = cell * (1 - marks_top(rules)) / max(miniature(rules.box)) / 2

    def spot(self, number: int, digit: int) -> tuple[float, float]:
        """Return the middle of a candidate."""
        (row, col), (x, y) = divmod(number, self.rules.size), mark_spot(self.rules, digit)
        return self.cell * (col + x), self.cell * (row + y)

    def line(self, one: tuple[int, int], other: tuple[int, int], colour: str, dash: str = "") -> str:
        """Return a line between two candidates, each a cell and a digit."""
        (x, y), (u, v) = self.spot(*one), self.spot(*other)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        return f'<path d="M{x:g} {y:g}L{u:g} {v:g}" stroke="{colour}" stroke-width="1.5"{dashes}/>'

    def chains(self, step: Step) -> Iterator[str]:
        """Yield forcing chains as shapes: a square round each assumption, a line from each fact to what follows.

        Links to what is false are dashed, and each chain has its own colour and its own length of dashes.
        """
        for number, chain in enumerate(step.chains):
            colour = _CHAIN_COLOURS[number % len(_CHAIN_COLOURS)]
            for fact in chain:
                if not fact.cause:
                    (x, y), side = self.spot(fact.cell, fact.digit), 2 * self.radius
                    yield (
                        f'<rect x="{x - self.radius:g}" y="{y - self.radius:g}" width="{side:g}" height="{side:g}"'
                        f' fill="none" stroke="{colour}" stroke-width="1.5"/>'
                    )
                dash = "" if fact.is_on else f"{4 + 2 * number} {3 + number}"
                for parent in fact.parents:
                    before = chain[parent]
                    yield self.line((before.cell, before.digit), (fact.cell, fact.digit), colour, dash)
        if step.code in CYCLES:  # back to the first node, which follows strongly
            one, other = step.chains[0][-1], step.chains[0][0]
            yield self.line((one.cell, one.digit), (other.cell, other.digit), _CHAIN_COLOURS[0])


def _ground(number: int, size: int, cell: int, colour: str) -> str:
    left, top = number % size * cell, number // size * cell
    return f'<rect x="{left}" y="{top}" width="{cell}" height="{cell}" fill="{colour}" fill-opacity="0.2"/>'


def _over(text: str, shapes: list[str]) -> str:
    whole, end, _rest = text.rpartition("</g>")
    return "\n".join([whole.rstrip("\n"), *shapes, end, "</svg>"])


@dataclass(frozen=True, slots=True, repr=False)
class Drawing:
    """A step in a position (no step for mistakes), the cells to light up, and pictures of it; `str` is the caption."""

    board: Board
    grid: Grid
    step: Step | None
    cells: tuple[int, ...]

    @property
    def secondary(self) -> frozenset[int]:
        """The cells in a second colour: fins, the other colour, every second set, and digits that block a cell."""
        if (step := self.step) is None:
            return frozenset()
        others = {*step.second, *step.fins, *blockers(step, self.grid)}
        if not (step.chains or step.nodes):
            first, second = ({cell for one in step.sets[start::2] for cell in one.cells} for start in (0, 1))
            others |= second - first
        return frozenset(others)

    @property
    def is_plain(self) -> bool:
        """Whether no pencil marks are needed: a mistake, or a step that looking finds, and none on the board."""
        return (self.step is None or self.step.code in BY_LOOKING) and not any(self.board.marks)

    def draw(self) -> str:
        """Return a hint as text: the candidates of every cell, `-` after those that go, `!` after what is placed.

        Cells of the pattern stand in square brackets; a filled cell shows its digit with `=`. What forcing chains
        assume has `?`, and the chains stand below, a line each: `+` for a candidate that is true by then, `-` for a
        false one. What needs no pencil marks (`is_plain`) is drawn without them.
        """
        size = self.board.size
        step = self.step
        signs: dict[tuple[int, int, int], str] = {}
        chains = step.chains if step else ()
        for chain in chains:
            signs[chain[0].digit, chain[0].cell // size + 1, chain[0].cell % size + 1] = "?"
        if step:
            signs |= dict.fromkeys(step.eliminations, "-") | dict.fromkeys(step.placements, "!")
        plain, symbols = self.is_plain, self.board.rules.signs
        texts = []
        for number, (digit, mask) in enumerate(zip(self.grid.digits, self.grid.marks, strict=True)):
            row, col = number // size + 1, number % size + 1
            if digit:
                text = "=" * (not plain) + symbols[digit]
            else:
                shown = [d for d in digits_of(mask) if not plain or (d, row, col) in signs]
                text = "".join(symbols[d] + signs.get((d, row, col), "") for d in shown) or "."
            texts.append(f"[{text}]" if number in self.cells else f" {text} ")
        height, width = self.board.box if has_boxes(self.board.rules) else (size, size)
        widths = [max(len(texts[row * size + col]) for row in range(size)) for col in range(size)]
        lines = []
        for row in range(size):
            parts = [texts[row * size + col].ljust(widths[col]) for col in range(size)]
            if row and row % height == 0:
                rule = "+".join("-" * (sum(widths[left : left + width]) + width) for left in range(0, size, width))
                lines.append(rule)
            lines.append("|".join(" ".join(parts[left : left + width]) + " " for left in range(0, size, width)))
        for chain in chains:
            facts = (f"{symbols[fact.digit]}{'+' if fact.is_on else '-'}{self.board.name(fact.cell)}" for fact in chain)
            lines += ["", *textwrap.wrap(" ".join(facts), 100)]
        return "\n".join(line.rstrip() for line in lines)

    def _cells(self) -> PlainCells:
        grid = self.grid
        return PlainCells(
            self.board.box, self.board.givens, tuple(grid.digits), tuple(grid.marks), constraints=self.board.constraints
        )

    def svg(self, *, cell: int = 48) -> str:
        """Return a hint as an SVG picture with cells of `cell` pixels.

        The candidates stand in every blank cell. Cells of the pattern have a ground, fins and second cells another;
        what is eliminated is struck through, what is placed is ringed, and the links of a chain are lines, dashed where
        they are weak. Of forcing chains each has its colour, and its assumption stands in a square.
        """
        board, step = self.board, self.step
        size = board.size
        text = rendering.svg(self._cells(), cell=cell, title=str(self))
        if step is None:
            return _over(text, [_ground(number, size, cell, "#e33") for number in self.cells])

        canvas = _Canvas(board.rules, cell)
        apart = self.secondary
        shapes = [_ground(number, size, cell, "#d80" if number in apart else "#08c") for number in self.cells]
        radius = canvas.radius
        for digit, row, col in step.eliminations:
            x, y = canvas.spot((row - 1) * size + col - 1, digit)
            strike = f"M{x - radius:g} {y + radius:g}L{x + radius:g} {y - radius:g}"
            shapes.append(f'<path d="{strike}" stroke="#c00" stroke-width="2"/>')
        for digit, row, col in step.placements:
            x, y = canvas.spot((row - 1) * size + col - 1, digit)
            shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" stroke="#070" stroke-width="2"/>')
        if step.chains:
            shapes += canvas.chains(step)
        else:
            for one, other in pairwise(step.nodes):
                dash = "" if other.is_on else "4 3"
                shapes.append(canvas.line((one.cells[0], one.digit), (other.cells[0], other.digit), "#507", dash))
        return _over(text, shapes)

    def html(self) -> str:
        """Return a hint as HTML that needs no style sheet: its picture, and the sentence below.

        Cells of the pattern are green, those apart from it violet, what loses a candidate red; candidates that go are
        struck through and what is placed is underlined. A step with links, or on a variant, is the picture of `svg`.
        """
        board, step = self.board, self.step
        size, colours = board.size, THEMES["light"]
        if board.constraints or (step and (step.chains or (len(step.nodes) > 1))):
            shown = rendering.image(board, self.svg(cell=44), str(self), cell=44)
        else:
            apart = self.secondary
            eliminated, placed = (step.eliminations, step.placements) if step else ((), ())
            lit = colours.cell_pattern if step else colours.cell_elimination
            backgrounds = {(row - 1, col - 1): colours.cell_elimination for _digit, row, col in eliminated}
            for number in self.cells:
                backgrounds[divmod(number, size)] = colours.cell_pattern_other if number in apart else lit
            backgrounds |= {(row - 1, col - 1): colours.cell_pattern for _digit, row, col in placed}
            struck = f"font-weight:bold;color:{colours.digit_conflict};text-decoration:line-through"
            marked = f"font-weight:bold;color:{colours.success};text-decoration:underline"
            mark_styles = {(row - 1, col - 1, digit): struck for digit, row, col in eliminated}
            mark_styles |= {(row - 1, col - 1, digit): marked for digit, row, col in placed}
            shown = rendering.html(self._cells(), backgrounds=backgrounds, mark_styles=mark_styles)
        return f'<div>{shown}<div style="max-width:42em;margin-top:0.5em">{escape(str(self))}</div></div>'
