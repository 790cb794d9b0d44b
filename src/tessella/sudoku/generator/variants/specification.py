"""Generation of variants: which puzzle is number k of a seed.

Like `clue_removal`, with rules: a random full grid under the rules of houses and neighbours, clues drawn on it, then
givens removed in a random order, each of them unless the puzzle would have another solution. A puzzle with cages or
lines may so end with no givens at all. What is removed depends on facts alone, and not on how they are found out.

At a level up to medium a given goes unless people would then need more than they know at that level; see `ladder`.
Harder puzzles are minimal ones, to which givens come back in a random order until the level solves them. What can be
solved with less, or without the rules of the variant, is not taken.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence

from tessella.errors import PuzzleError
from tessella.i18n import _, ngettext
from tessella.rng import SplitMix64, fold
from tessella.sudoku.board import Board
from tessella.sudoku.generator.full_grid import shuffled
from tessella.sudoku.generator.layouts import VARIANTS, Grid
from tessella.sudoku.generator.recipe import Recipe
from tessella.sudoku.generator.variants.planes import SHAPES, shape_of
from tessella.sudoku.generator.variants.random_grid import random_grid
from tessella.sudoku.generator.variants.regions import irregular
from tessella.sudoku.geometry import Box
from tessella.sudoku.rating.levels import LEVELS, is_rateable
from tessella.sudoku.rating.rater import rate_in_plain
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.solver import count

VERSION = 1  # of this specification: it goes up whenever any seed gives another puzzle

Filled = tuple[list[int], Rules]
IsUnique = Callable[[tuple[int, ...]], bool]
SHARE = 6  # how much of the givens left is removed at once, as a divisor, after one that had to stay
LEAST_OF_SEVERAL = 16  # givens where several variants of houses go together: fewer leave puzzles that nobody solves
MAX_ATTEMPTS = 200  # grids for one puzzle
MAX_ATTEMPTS_AT_LEVEL = 12  # the same at a level: where so many give nothing, the level is beyond the variant
MAX_ATTEMPTS_AT_HARD = 48  # the same from hard on, where one grid in ten may do
MAX_TRIES = 6  # orders in which givens come back to one minimal puzzle
_HARD = [*LEVELS].index("hard")


class Means:
    """What makes grids and finds out facts about them: plain Python, where no others take its place."""

    def filled(self, fixed: tuple[Constraint, ...], box: Box, rng: SplitMix64, *, is_jigsaw: bool) -> Filled | None:
        """Return a random full grid and the rules that it was filled under, None where none was found."""
        if is_jigsaw:
            return irregular(fixed, box, rng)
        rules = Rules(box, fixed)
        return None if (grid := random_grid(rules, rng)) is None else (grid, rules)

    def proof(self, rules: Rules, grid: Sequence[int]) -> IsUnique:
        """Return what finds out whether givens of a full grid have no other solution under the rules."""
        if {one.type for one in rules.constraints} <= SHAPES:
            return lambda givens: shape_of(rules).is_unique(givens, grid)
        return lambda givens: count(Board.of_givens(givens, rules.box, rules.constraints), 2) == 1

    def removed(self, rules: Rules, grid: Sequence[int], mask: int, order: Sequence[int], clues: int) -> int:
        """Return the mask of the givens that are left when all have gone that uniqueness and their number allow."""
        is_unique = self.proof(rules, grid)
        return _removed(mask, order, clues, lambda mask: is_unique(_shown(grid, mask)))


PLAIN = Means()


def generate(recipe: Recipe, seed: int, k: int, means: Means = PLAIN) -> Board:
    """Return puzzle `k` of a seed; raise `PuzzleError` where no grid will do."""
    fixed = tuple(one for name in recipe.variants for one in VARIANTS[name].fixed)
    names = [sum(ord(sign) << 8 * (place % 7) for place, sign in enumerate(name)) for name in recipe.variants]
    rank = [*LEVELS].index(recipe.level) if recipe.level else -1
    attempts = MAX_ATTEMPTS if rank < 0 else MAX_ATTEMPTS_AT_LEVEL if rank < _HARD else MAX_ATTEMPTS_AT_HARD
    for attempt in range(attempts):
        rng = SplitMix64(fold([VERSION, *recipe.box, *names, seed, k, attempt]))
        if (found := means.filled(fixed, recipe.box, rng, is_jigsaw="jigsaw" in recipe.variants)) is None:
            continue
        grid, rules = found
        chosen = [VARIANTS[name] for name in recipe.variants]
        draws = [draw for one in chosen if (draw := (rank > _HARD and one.draw_hard) or one.draw)]
        drawn = [one for draw in draws for one in draw(Grid(rules.size, grid), rng)]
        rules = Rules(recipe.box, (*rules.constraints, *drawn))
        order = shuffled(recipe.orbits(), rng)
        if recipe.level:
            mask = _at_level(grid, recipe, rules, means, order, rng)
        else:
            mask = _minimal(grid, recipe, rules, means, order)
        if mask is not None and recipe.exact_clues in {None, mask.bit_count()}:
            return _board(grid, mask, rules)
    message = ngettext("gave up after {n} grid", "gave up after {n} grids", attempts)
    if recipe.level:
        message = _("gave up after {n} grids, none of which has a puzzle like that: {asked}")
    raise PuzzleError(message, n=attempts, asked=recipe)


def _shown(grid: Sequence[int], mask: int) -> tuple[int, ...]:
    return tuple(digit if mask >> cell & 1 else 0 for cell, digit in enumerate(grid))


def _board(grid: Sequence[int], mask: int, rules: Rules) -> Board:
    return Board.of_givens(_shown(grid, mask), rules.box, rules.constraints)


def _minimal(grid: Sequence[int], recipe: Recipe, rules: Rules, means: Means, order: list[int]) -> int | None:
    """Return the mask of the givens that are left, None where all of them are not enough."""
    mask = sum(order)
    if mask.bit_count() < len(grid) and not means.proof(rules, grid)(_shown(grid, mask)):
        return None
    chosen = [VARIANTS[name] for name in recipe.variants]
    least = max(variant.least for variant in chosen)
    if len(chosen) > 1 and not any(variant.draw for variant in chosen):
        least = max(least, LEAST_OF_SEVERAL)
    clues = recipe.exact_clues or (least if len(grid) == 81 else 0)
    return means.removed(rules, grid, mask, order, clues)


def _at_level(
    grid: Sequence[int], recipe: Recipe, rules: Rules, means: Means, order: list[int], rng: SplitMix64
) -> int | None:
    """Return the mask of the givens that leave a puzzle at the level, None where none was found with this grid."""
    # Only here: play starts without the techniques.
    from tessella.sudoku.generator.variants.ladder import EXTREME, HARD, MOST, Ladder  # noqa: PLC0415

    ladder, level = Ladder(rules), [*LEVELS].index(recipe.level or "")

    def is_solved(mask: int, level: int = level) -> bool:
        return ladder.solves(_shown(grid, mask), level)

    mask, clues = sum(order), recipe.exact_clues
    if level >= HARD:
        least = _minimal(grid, recipe, rules, means, order)
    else:
        least = _removed(mask, order, clues or 0, is_solved) if is_solved(mask) else None
    if least is None:
        return None
    tries = MAX_TRIES if HARD <= level < EXTREME and clues is None else 1
    for _try in range(tries):
        back = shuffled((orbit for orbit in order if not orbit & least), rng) if tries > 1 else []
        shown = _eased(least, back, lambda mask: level > 0 and is_solved(mask, level - 1))
        if shown is not None and (level == EXTREME or is_solved(shown)):
            break
    else:
        return None
    # The rules of the variant must be needed.
    if Ladder(Rules(rules.box)).solves(_shown(grid, shown), min(level, EXTREME - 1)):
        return None
    if is_rateable(rules) and level < EXTREME:
        rated = rate_in_plain(_board(grid, shown, rules), most=MOST[level])
        return shown if rated and rated.level == recipe.level else None
    return shown


def _eased(mask: int, order: Sequence[int], is_too_easy: Callable[[int], bool]) -> int | None:
    """Return the mask of givens with as many orbits of the order, from its first, as do not make it too easy.

    None where it is too easy without any.
    """

    def shown(many: int) -> int:
        return mask | sum(order[:many])

    most = 1
    while most <= len(order) and not is_too_easy(shown(most)):
        most *= 2
    many = bisect_left(range(most), True, key=lambda many: is_too_easy(shown(many)))  # noqa: FBT003 - what is sought
    return shown(many - 1) if many else None


def _removed(mask: int, order: Sequence[int], clues: int, shows_enough: Callable[[int], bool]) -> int:
    """Return the mask of the givens that are left when each orbit has gone that may, in order.

    What shows enough still does with more givens, so that several orbits are removed at once, and the first that must
    stay is found by halving; removal one by one ends with the same givens.
    """
    order = [orbit for orbit in order if orbit & mask]
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
    return mask
