"""Which puzzle is of a wanted level or rating, or needs a wanted technique?

A seed and a number name a row of candidates, and the first that fits is the puzzle: `docs/maker.md` says which
candidates these are. Whoever looks for it need not rate them all alike, as long as the same one is found:

    plain     a quick look first, then steps in Sudoku Explainer's order until it is clear that the puzzle fits or not
    kernels   many candidates at a time, made and rated by machine code
"""

from collections.abc import Iterator

from tessella.errors import PuzzleError
from tessella.i18n import _
from tessella.rng import SplitMix64, fold
from tessella.sudoku import maker
from tessella.sudoku.board import Board
from tessella.sudoku.ladder import Wish
from tessella.sudoku.looking import is_beginner, is_easy
from tessella.sudoku.rate import rate
from tessella.sudoku.recipe import Recipe

__all__ = ["LIMIT", "SEARCH", "candidates", "make"]

SEARCH = 1
"""The version of the search: it goes up whenever any seed gives another puzzle of a wanted kind."""

LIMIT = 4096
"""How many candidates are looked at for one puzzle."""
DULL = 256
"""After so many that are all easy, where more was wanted, no more are looked at."""

BEGINNER, EASY = 15, 23
"""The highest ratings that are known without rating, in tenths; see `looking`."""
SHOWN = {"beginner": 36, "easy": 30}
"""How many clues a puzzle of these levels has at least, where it may have more than it needs."""


def make(recipe: Recipe, seed: int, k: int) -> Board:
    """Return puzzle `k` of a seed; raise `PuzzleError` where the maker reaches its limits first."""
    wish = recipe.wish
    if wish is None:
        return maker.make(recipe, seed, k)
    dull = 0
    for number, board in enumerate(candidates(recipe, seed, k)):
        least, most = bounds(board.givens)
        if least > wish.most or most < wish.least:
            dull += most <= EASY
            if dull == number + 1 >= DULL and wish.least > EASY:
                break
            continue
        if wish.technique is None and wish.least <= least and most <= wish.most:
            return board
        rating = rate(board)
        if wish.fits(round(10 * rating.er), rating.techniques):
            return board
    raise gave_up(recipe, number + 1)


def gave_up(recipe: Recipe, looked_at: int) -> PuzzleError:
    """Return the error of a search that has reached its limit."""
    message = _("gave up after {n} puzzles: none of them is {wish}")
    return PuzzleError(message.format(n=looked_at, wish=recipe))


def candidates(recipe: Recipe, seed: int, k: int) -> Iterator[Board]:
    """Yield the candidates for puzzle `k` of a seed, as many as are looked at."""
    source = fold([SEARCH, seed, k])
    plain = recipe.plain()
    wish = recipe.wish
    assert wish is not None
    eases = recipe.level in SHOWN and recipe.clues is None
    for number in range(LIMIT):
        board = maker.make(plain, source, number)
        if eases:
            board = _eased(board, recipe, wish, SplitMix64(fold([SEARCH, source, number])))
        yield board


def bounds(givens: tuple[int, ...]) -> tuple[int, int]:
    """Return the lowest and the highest rating that a puzzle can have by a quick look, in tenths."""
    if is_beginner(givens):
        return 0, BEGINNER
    if is_easy(givens):
        return BEGINNER + 1, EASY
    return EASY + 1, 1 << 30


def _eased(board: Board, recipe: Recipe, wish: Wish, luck: SplitMix64) -> Board:
    """Return a puzzle with clues given back until it is as easy as wished and shows enough.

    A clue that would make it easier than wished is not given back.
    """
    _least, most = bounds(board.givens)
    if most < wish.least:
        return board
    solution = maker.solved(board)
    orbits = [orbit for orbit in recipe.orbits() if any(not board.givens[cell] for cell in maker.bits(orbit))]
    luck.shuffle(orbits)
    shown = SHOWN[recipe.level or ""]
    givens = board.givens
    for orbit in orbits:
        if most <= wish.most and sum(digit > 0 for digit in givens) >= shown:
            break
        more = tuple(solution[cell] if orbit >> cell & 1 else digit for cell, digit in enumerate(givens))
        _least, most_now = bounds(more)
        if most_now >= wish.least:
            givens, most = more, most_now
    return Board.of_givens(givens, board.box)
