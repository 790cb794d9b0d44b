"""Generation of variants: which puzzle is number k of a seed.

Like `clue_removal`, with rules: a random full grid under the rules of houses and neighbours, clues drawn on it, then
givens removed in a random order, each of them unless the puzzle would have another solution. A puzzle with cages or
lines may so end with no givens at all. What is removed depends on facts alone, and not on how they are found out.
"""

from collections.abc import Callable, Sequence

from tessella.errors import PuzzleError
from tessella.i18n import ngettext
from tessella.rng import SplitMix64, fold
from tessella.sudoku.board import Board
from tessella.sudoku.generator.full_grid import full_grid, shuffled
from tessella.sudoku.generator.layouts import VARIANTS, Grid, jigsaw
from tessella.sudoku.generator.recipe import Recipe
from tessella.sudoku.generator.variant_grid import random_grid
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.solver import count

VERSION = 1  # of this specification: it goes up whenever any seed gives another puzzle

IsUnique = Callable[[tuple[int, ...]], bool]
Proof = Callable[[Rules], IsUnique]

SHARE = 6
MAX_ATTEMPTS = 200  # grids for one puzzle


def generate(recipe: Recipe, seed: int, k: int, proof: Proof | None = None) -> Board:
    """Return puzzle `k` of a seed, whatever the target; raise `PuzzleError` where no grid will do.

    `proof` gives for rules what finds out whether givens have one solution: plain Python, unless it is said.
    """
    names = [sum(ord(sign) << 8 * (place % 7) for place, sign in enumerate(name)) for name in recipe.variants]
    for attempt in range(MAX_ATTEMPTS):
        rng = SplitMix64(fold([VERSION, *recipe.box, *names, seed, k, attempt]))
        rules = Rules(recipe.box, _fixed(recipe, rng))
        grid = full_grid(recipe.box, rng) if rules.is_classic else random_grid(rules, rng)
        if grid is None:
            continue
        rules = Rules(recipe.box, (*rules.constraints, *_drawn(recipe, Grid(rules.size, grid), rng)))
        mask = _removed(grid, recipe, (proof or plain_proof)(rules), rng)
        if mask is not None:
            givens = tuple(digit if mask >> cell & 1 else 0 for cell, digit in enumerate(grid))
            return Board.of_givens(givens, recipe.box, rules.constraints)
    message = ngettext("gave up after {n} grid", "gave up after {n} grids", MAX_ATTEMPTS)
    raise PuzzleError(message, n=MAX_ATTEMPTS)


def _fixed(recipe: Recipe, rng: SplitMix64) -> tuple[Constraint, ...]:
    """Return the constraints that a grid is filled under."""
    fixed = [one for name in recipe.variants for one in VARIANTS[name].fixed]
    if "jigsaw" in recipe.variants:
        fixed.append(jigsaw(Rules(recipe.box).regions, recipe.box[0] * recipe.box[1], rng))
    return tuple(fixed)


def _drawn(recipe: Recipe, grid: Grid, rng: SplitMix64) -> list[Constraint]:
    """Return the constraints that are drawn on a full grid."""
    draws = [draw for name in recipe.variants if (draw := VARIANTS[name].draw)]
    return [one for draw in draws for one in draw(grid, rng)]


def _removed(grid: Sequence[int], recipe: Recipe, is_unique: IsUnique, rng: SplitMix64) -> int | None:
    """Return the mask of the givens that are left, None where their number is not the one that is asked for.

    A puzzle that has one solution keeps it with more givens, so that several givens are removed at once, and the first
    that must stay is found by halving; removal one by one ends with the same givens.
    """

    def shows_enough(mask: int) -> bool:
        return is_unique(tuple(digit if mask >> cell & 1 else 0 for cell, digit in enumerate(grid)))

    order = shuffled(recipe.orbits(), rng)
    mask = sum(order)
    if mask.bit_count() < len(grid) and not shows_enough(mask):
        return None
    clues = recipe.exact_clues or (max(VARIANTS[name].least for name in recipe.variants) if len(grid) == 81 else 0)
    begin, share = 0, 2  # the share of the givens left that is removed at once: later, few of them may go
    while begin < len(order):
        gone, last = begin, len(order)
        step = max(1, (len(order) - begin) // share)
        while gone < last:
            fewer = mask & ~sum(order[begin : gone + step])
            if fewer.bit_count() >= clues and shows_enough(fewer):
                gone += step
                step = max(1, min(step, (last - gone) // share))
            else:
                last, step, share = gone + step - 1, max(1, step // 2), SHARE
        mask &= ~sum(order[begin:gone])
        begin = gone + 1  # the one that stays
    return mask if recipe.exact_clues in {None, mask.bit_count()} else None


def plain_proof(rules: Rules) -> IsUnique:
    """Return what finds out in plain Python whether givens have one solution under the rules."""
    return lambda givens: count(Board.of_givens(givens, rules.box, rules.constraints), 2) == 1
