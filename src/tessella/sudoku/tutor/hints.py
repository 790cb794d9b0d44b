"""Hints: the next step for a player's position, or the mistakes in it, and the whole way to the solution.

`hint` points out wrong digits first, then the easiest step that is not done yet, in three stages. Pencil marks are
never wrong: people mark in several ways, and only marks of everything that is still possible rule the rest out.
`explain` walks from a puzzle to its solution.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import takewhile
from operator import or_

from tessella.errors import PuzzleError, one_of
from tessella.i18n import _
from tessella.sudoku.board import Board, BoardLike, read_board
from tessella.sudoku.explainer.search_order import next_rated, scale_name
from tessella.sudoku.geometry import digits_of
from tessella.sudoku.rating.scale import RATINGS
from tessella.sudoku.rules.cells import NO_ANNOTATIONS
from tessella.sudoku.solver import count, solve
from tessella.sudoku.techniques import explanation
from tessella.sudoku.techniques.branches import Budget
from tessella.sudoku.techniques.forcing_chains import best_of_family
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.last_resorts import refuted, two_solutions
from tessella.sudoku.techniques.phrasing import join_sentences, speaking_of
from tessella.sudoku.techniques.registry import BY_LOOKING, TECHNIQUES, WITH_CANDIDATES, look_up, rated_as
from tessella.sudoku.techniques.singles import blockers
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import Technique
from tessella.sudoku.tutor.drawing import Drawing
from tessella.sudoku.variants import clock

STYLES = ("direct", "candidates")
ORDERS = ("taught", "rated")

CHAIN_LIMIT = 85  # the rating in tenths up to which a chain is looked for in practice, or else
_CHAIN_LENGTHS = 10  # so much above the lowest rating of its kind
_HINT_WORK = 300_000  # facts that a hint may reach through forcing chains, somewhat more than a second
_PATIENCE = 0.4  # seconds for the solution where nothing was entered that could be wrong


@dataclass(frozen=True, slots=True, repr=False)
class Hint(Drawing):
    """What to do next in a position: a step of solving, or mistakes to take back.

    A hint is told in three stages, each in the language spoken when it is asked for: `where` to look, which
    `technique` applies, and the full `reason`; `str` is the last two. A chain has a fourth, its `notation`. `draw()`,
    `svg()` and `html()` are its pictures, and a notebook shows it by itself.

    `board` is the player's position and `grid` what the `step` was found in; `step` is None where there are
    `mistakes`, the moves that take them back. `cells` are those to light up, `moves` do what the hint says. `rating` is
    that of Sudoku Explainer where a path follows its order, else 0.
    """

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
            return _("Check the digits that you have entered.")
        with speaking_of(self.board.rules):
            return explanation.where(self.step, self.grid)

    @property
    def technique(self) -> str:
        """The second stage: what it is called."""
        return _("mistake") if self.step is None else explanation.name(self.step, self.grid.shape)

    @property
    def reason(self) -> str:
        """The third stage: the full reason."""
        if self.step is None:
            return join_sentences(*map(_reproach, self.mistakes))
        with speaking_of(self.board.rules):
            return explanation.reason(self.step, self.grid)

    @property
    def notation(self) -> str:
        """The fourth stage: a chain, wing or loop in Eureka notation; "" for other steps."""
        with speaking_of(self.board.rules):
            return "" if self.step is None else explanation.notation(self.step, self.grid)

    def __repr__(self) -> str:
        return f"<Hint {self.technique}: {' '.join(self.moves[:4])}{' ...' if len(self.moves) > 4 else ''}>"

    def __str__(self) -> str:
        return _("{technique}: {reason}").format(technique=self.technique, reason=self.reason)

    def _repr_html_(self) -> str:
        return self.html()

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_mimebundle_(self, **_options: object) -> dict[str, str]:
        """Return the step as a notebook shows it: the richest that it trusts."""
        return {"text/plain": f"{self.draw()}\n{self}", "text/html": self.html(), "image/svg+xml": self.svg()}


def _reproach(move: str) -> str:
    """Return the sentence on one mistake, which `move` would take back."""
    return _("The digit in {cell} is wrong.").format(cell=move.rstrip("-"))


def hint(board: BoardLike, *, style: str = "", uniqueness: bool = True) -> Hint:
    """Return the next step for a player's position, or the mistakes in it.

    `style` is "direct" (by looking, as far as that goes) or "candidates", by default the one that fits whether
    there are pencil marks. With `uniqueness` techniques are used that need a puzzle with one solution, if it has
    just one. Raises `PuzzleError` where nothing is left to find, or where the givens have no solution, and `ParseError`
    for another style.

    >>> print(hint(Board.parse("1...|..2.|.3..|...4")))
    hidden single in a box: In box 1, 2 can only be in r1c2: r2c3 blocks the other cells. So r1c2 is 2.
    """
    board = read_board(board)
    chosen = one_of(STYLES, style or ("candidates" if any(board.marks) else "direct"))
    if 0 not in board.digits and board.is_over():
        raise PuzzleError(_("the puzzle is already solved"))
    solution, is_unique = _solution(board)
    if wrong := _mistakes(board, solution):
        return Hint(board, Grid.of(board), None, tuple(wrong.values()), tuple(wrong), tuple(wrong))
    candidates = board.candidates()
    own = tuple(mask & mark for mask, mark in zip(candidates, board.marks, strict=True))
    grid = Grid.of_marks(board, own if are_complete(board, own, solution) else candidates)
    # No step is certain where every candidate is in some solution, and no cell has just one.
    if is_unique is False and grid.marks == candidates and not grid.counts[1] and next(refuted(grid), None) is None:
        raise PuzzleError(_("the puzzle has more than one solution, and no step is certain"))
    while step := next_step(grid, style=chosen, uniqueness=uniqueness and bool(is_unique), work=_HINT_WORK):
        if not _is_done(board, step):
            return hint_at(board, grid, step)
        grid = grid.after_step(step)
    raise PuzzleError(_("the puzzle has more than one solution, and no step is certain"))


def are_complete(board: Board, marks: Sequence[int], solution: tuple[int, ...]) -> bool:
    """Return whether marks can be all that is possible: the right digit in each blank cell, each digit in each house.

    Snyder's marks are not: they name a digit only where a box has two places for it.
    """
    shown = [1 << digit - 1 if digit else mask for digit, mask in zip(board.digits, marks, strict=True)]
    if not all(mask >> max(right - 1, 0) & 1 or not right for mask, right in zip(shown, solution, strict=True)):
        return False
    every = (1 << board.size) - 1
    return all(reduce(or_, (shown[cell] for cell in house)) == every for house in board.rules.houses)


def _is_done(board: Board, step: Step) -> bool:
    """Return whether the player's marks leave out already what a step rules out."""
    gone = [(board.marks[(row - 1) * board.size + col - 1], digit) for digit, row, col in step.eliminations]
    return not step.placements and all(mask and not mask >> digit - 1 & 1 for mask, digit in gone)


def hint_at(board: Board, grid: Grid, step: Step) -> Hint:
    """Return a step that was found in a grid as a hint for a player's position."""
    return Hint(board, grid, step, _lit(step, grid), _moves(board, grid, step))


def hint_in_practice(board: Board, name: str, *, is_rated: bool = True) -> Hint:
    """Return what `hint` does (or raise what it raises), of the technique practised where that applies.

    Its name is that of Sudoku Explainer's scale, or unless it `is_rated` that of the registry.
    """
    found = hint(board)
    if found.step is None or name == (scale_name(found.step) if is_rated else found.step.technique):
        return found
    practised = _practised(found, name) if is_rated else practised_unrated(board, found.grid, name)
    step = next((one for one in practised if not _is_done(board, one)), None)
    return found if step is None else hint_at(board, found.grid, step)


def _practised(found: Hint, rated: str) -> Iterator[Step]:
    """Yield the steps of a rated technique in the grid of a hint, but none of which an easier one says as much.

    Many a swordfish is a mere X-wing with a line more, and two naked pairs in a house make a quad. Of chains, and where
    nothing else is found, that is the one that Sudoku Explainer takes.
    """
    techniques = rated_as(rated)
    if not any(one.is_chain for one in techniques):
        easier = (one for one in TECHNIQUES if one.rating and one.rating < RATINGS[rated])
        yield from _beyond(found.board, found.grid, techniques, easier)
    taken = next_rated(found.grid, max(CHAIN_LIMIT, RATINGS[rated] + _CHAIN_LENGTHS))
    if taken and taken[0].technique == rated:
        yield taken[0]


def practised_unrated(board: Board, grid: Grid, name: str) -> Iterator[Step]:
    """Yield the steps of a technique, but none of which one that hints try before it says as much, chains aside."""
    technique, _find = look_up(name)
    before = takewhile(lambda one: one is not technique, (look_up(code)[0] for code in WITH_CANDIDATES))
    steps = _beyond(board, grid, [technique], (one for one in before if not one.is_chain))
    yield from sorted(steps, key=lambda step: len(step.nodes)) if technique.is_chain else steps


def _beyond(board: Board, grid: Grid, techniques: Iterable[Technique], easier: Iterable[Technique]) -> Iterator[Step]:
    is_unique = count(board.puzzle) == 1

    def found_by(some: Iterable[Technique]) -> Iterator[Step]:
        return (step for one in some if is_unique or not one.needs_unique for step in one.find(grid))

    easy: list[Step] | None = None  # looked for once there is something to compare with
    for step in found_by(techniques):
        easy = list(found_by(easier)) if easy is None else easy
        if not any(map(step.is_within, easy)):
            yield step


def _solution(board: Board) -> tuple[tuple[int, ...], bool | None]:
    """Return the digits of the only solution of the givens, if there is just one, and whether there is.

    None says that it is not known: logic alone needs no solution, so a board where nothing was entered waits for none.
    """
    is_fresh = board.digits == board.givens
    try:
        with clock.own_time():
            found = two_solutions(board.puzzle, _PATIENCE if is_fresh else None)
    except PuzzleError:  # but two digits that stand nowhere can change places in any solution
        may_swap = not board.constraints and len({*board.givens} - {0}) < board.size - 1
        return board.digits, False if may_swap else None
    if not found:
        solve(board.puzzle)  # raises, with the reason
    return (found[0], True) if len(found) == 1 else (board.digits, False)


def _mistakes(board: Board, solution: tuple[int, ...]) -> dict[str, int]:
    """Return the moves that would take back each wrong digit, with their cells."""
    wrong = {}
    for cell, (digit, right) in enumerate(zip(board.digits, solution, strict=True)):
        if digit and right and digit != right:
            wrong[f"{board.name(cell)}-"] = cell
    own = [cell for cell, digit in enumerate(board.digits) if digit != board.givens[cell]]
    if own and not wrong and solution == board.digits and not count(board, 1):
        wrong = {f"{board.name(cell)}-": cell for cell in own}
    return wrong


def next_step(
    grid: Grid, *, style: str = "candidates", uniqueness: bool = True, work: int | None = None
) -> Step | None:
    """Return the easiest step in a grid, None where there is none; of chains the shortest.

    `work` limits the search for nested forcing chains, in facts that are reached; beyond it a trial takes their place.
    """
    budget = Budget() if work is None else Budget(work)
    tried = set[tuple[int, ...]]()
    for code in (*BY_LOOKING * (style == "direct"), *WITH_CANDIDATES):
        technique, find = look_up(code)
        if (technique.needs_unique and not uniqueness) or technique.families in tried:
            continue
        if technique.families:
            tried.add(technique.families)
            found = (best_of_family(grid, family, budget) for family in technique.families)
            step = next((one for one in found if one is not None), None)
        elif technique.is_chain:
            step = min(find(grid), key=lambda step: len(step.nodes), default=None)
        else:
            step = next(find(grid), None)
        if step is not None:
            return step
    return None


def _lit(step: Step, grid: Grid) -> tuple[int, ...]:
    return tuple(
        sorted({*step.pattern, *blockers(step, grid)} | {fact.cell for chain in step.chains for fact in chain})
    )


def _moves(board: Board, grid: Grid, step: Step) -> tuple[str, ...]:
    """Return the moves that do on the board what a step says; a cell without marks gets those that are left."""
    if step.placements:
        return tuple(f"r{row}c{col}={board.rules.signs[digit]}" for digit, row, col in step.placements)
    gone = Counter[int]()
    for digit, row, col in step.eliminations:
        gone[(row - 1) * board.size + col - 1] += 1 << digit - 1
    return tuple(
        f"{board.name(cell)}~{board.rules.signs[digit]}"
        for cell, mask in sorted(gone.items())
        for digit in digits_of(board.marks[cell] ^ (grid.marks[cell] & ~mask))
    )


def explain(
    puzzle: BoardLike, *, style: str = "candidates", uniqueness: bool = True, order: str = "taught"
) -> Iterator[Hint]:
    """Yield every step from a puzzle to its solution, each with the position that it was found in.

    `order` is "taught", easiest first for a person, or "rated": the very steps that Sudoku Explainer takes and `rate`
    rates, each with its rating; these take one solution for granted, whatever `style` and `uniqueness` are. All digits
    on the board count; pencil marks do not. Raises `PuzzleError` where there is not exactly one solution, `RulesError`
    for ratings of another size than 9x9, or with rules that are no houses, and `ParseError` for another style or order.
    """
    one_of(STYLES, style)
    one_of(ORDERS, order)
    board = read_board(puzzle)
    solve(board)
    board = replace(board, marks=(0,) * len(board.digits), annotations=NO_ANNOTATIONS)
    grid = Grid.of(board)
    while grid.blank:
        found = next_rated(grid) if order == "rated" else None
        step, rating = found or (next_step(grid, style=style, uniqueness=uniqueness), 0)
        assert step is not None, "trial and error finds something in every open position"
        here = replace(board, digits=grid.digits, marks=grid.marks)
        yield Hint(here, grid, step, _lit(step, grid), _moves(here, grid, step), rating=rating / 10)
        grid = grid.after_step(step)
