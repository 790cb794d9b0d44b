"""Which puzzle is of a wanted level or rating, or needs a wanted technique?

A seed and a number name a row of candidates, and the first that fits is the puzzle: `docs/maker.md` says which
candidates these are. Whoever looks for it need not rate them all alike, as long as the same one is found:

    make     one puzzle, in plain Python where nothing above 7.5 must be told apart: a quick look first, then steps
             in Sudoku Explainer's order until it is clear that the puzzle fits or does not
    blocks   many puzzles, their candidates made and rated by the kernels, many at a time
"""

from __future__ import annotations

import threading
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from tessella.errors import PuzzleError, TessellaError
from tessella.i18n import _
from tessella.rng import SplitMix64, fold
from tessella.sudoku.board import Board
from tessella.sudoku.generator import bank, reference
from tessella.sudoku.generator.recipe import MINIMAL, Recipe
from tessella.sudoku.generator.screening import EASY, highest
from tessella.sudoku.generator.target import Wish
from tessella.sudoku.kernels.rating.scale import RATINGS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np

    Puzzles: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
    Ratings: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float64]]

__all__ = ["LIMIT", "SEARCH", "blocks", "candidates", "is_plain", "make"]

SEARCH = 1
"""The version of the search: it goes up whenever any seed gives another puzzle of a wanted kind."""

LIMIT = 4096
"""How many candidates are looked at for one puzzle."""
DULL = 256
"""After so many that are all easy, where more was wanted, no more are looked at."""

CHAINS, ABOVE = 75, 1000
"""Ratings in tenths: the highest of a step that plain Python finds in good time, and what stands for one that is only
known to be too high."""
SHOWN = {"beginner": 36, "easy": 30}
"""How many clues a puzzle of these levels has at least, where nothing is said about them."""

SHARE, SHARE_DEAR = 32, 4  # puzzles that are looked for together: where candidates are made in bulk, and one by one
FIRST, NEXT, MOST = 16, 4, 512  # candidates for one puzzle: in the first round, how many times more in each, at most
AT_ONCE = 4  # candidates for one puzzle that are rated together
FEW = 22  # clues below which the kernels' maker may give up a candidate, and a whole block with it


class _Search(NamedTuple):
    """What is known before a search begins."""

    recipe: Recipe
    wish: Wish
    eases: bool
    """Whether candidates get clues back."""
    bank: list[int]
    """The bank's numbers to choose from, none where the maker's puzzles are the candidates."""

    @property
    def is_dear(self) -> bool:
        """Whether a candidate is likely to fit, and made by itself."""
        return self.eases or bool(self.bank)


@lru_cache(maxsize=64)
def _search(recipe: Recipe) -> _Search:
    wish = recipe.wish
    assert wish is not None
    eases = recipe.level in SHOWN and recipe.clues is None and not recipe.technique
    is_free = recipe.clues in (None, MINIMAL) and recipe.symmetry == "none" and recipe.pattern is None
    is_rare = recipe.level is None or recipe.technique is not None  # of no level has the maker too few
    return _Search(recipe, wish, eases, bank.numbers_for(wish) if is_free and is_rare else [])


# --- candidates ---------------------------------------------------------------------------------------------


def candidates(recipe: Recipe, seed: int, k: int) -> Iterator[Board]:
    """Yield the candidates for puzzle `k` of a seed, as many as are looked at."""
    search, source = _search(recipe), fold([SEARCH, seed, k])
    return (_candidate(search, source, number) for number in range(LIMIT))


def _candidate(search: _Search, source: int, number: int) -> Board:
    luck = SplitMix64(fold([SEARCH, source, number]))
    if search.bank:
        chosen = search.bank[luck.below(len(search.bank))]
        return reference.shuffle(reference.make(Recipe(clues=MINIMAL), bank.SEED, chosen), luck.bits())
    board = reference.make(search.recipe.plain(), source, number)
    return _eased(board, search, luck) if search.eases else board


def _eased(board: Board, search: _Search, luck: SplitMix64) -> Board:
    """Return a puzzle with clues given back until it is as easy as wished and shows enough.

    A clue that would make it easier than wished is not given back.
    """
    least, most, givens = search.wish.least, search.wish.most, board.givens
    er = _by_looking(givens)
    if er < least:
        return board
    solution = reference.solved(board)
    shown = sum(digit > 0 for digit in givens)
    orbits = [orbit for orbit in search.recipe.orbits() if not any(givens[cell] for cell in reference.bits(orbit))]
    luck.shuffle(orbits)
    for orbit in orbits:
        if er <= most and shown >= SHOWN[search.recipe.level or ""]:
            break
        more = tuple(solution[cell] if orbit >> cell & 1 else digit for cell, digit in enumerate(givens))
        easier = _by_looking(more)
        if easier >= least:
            givens, er, shown = more, easier, shown + orbit.bit_count()
    return Board.of_givens(givens)


def _by_looking(givens: Sequence[int]) -> int:
    """Return the highest rating that a puzzle can have by looking alone, in tenths, and one above all otherwise."""
    return highest(givens) or ABOVE


# --- one puzzle, in plain Python ----------------------------------------------------------------------------


def make(recipe: Recipe, seed: int, k: int) -> Board:
    """Return puzzle `k` of a seed; raise `PuzzleError` where the maker or the search reaches its limits first.

    A wish that only ratings above 7.5 tell apart, or that few puzzles are like, is looked for by the kernels. What was
    found last is remembered, so that whoever asks again need not wait again.
    """
    return reference.make(recipe, seed, k) if recipe.wish is None else _found(recipe, seed, k)


@lru_cache(maxsize=256)
def _found(recipe: Recipe, seed: int, k: int) -> Board:
    search = _search(recipe)
    if not _is_plain(search):
        return Board.of_givens(next(_look(search, seed, [k]))[0].tolist())
    tally = _Tally(search)
    for board in candidates(recipe, seed, k):
        er = _by_looking(board.givens)
        if er >= search.wish.least:
            if search.eases and er <= search.wish.most:
                return board
            fits, er = _walk(board, search.wish)
            if fits:
                return board
        if tally.is_hopeless(board.givens, er):
            break
    raise tally.error()


def is_plain(recipe: Recipe) -> bool:
    """Return whether plain Python finds such puzzles, each in seconds at most."""
    return recipe.wish is None or _is_plain(_search(recipe))


def _is_plain(search: _Search) -> bool:
    if search.recipe.level is None and not search.bank:
        return False
    return _limit(search.wish) <= CHAINS


def _limit(wish: Wish) -> int:
    """Return the rating of the dearest step that must be looked for to tell whether a puzzle fits."""
    return wish.least - 1 if wish.is_open and wish.technique is None else wish.most


def _walk(board: Board, wish: Wish) -> tuple[bool, int]:
    """Return whether a puzzle is as wished, and its ER in tenths as far as that had to be found out."""
    # Only here: play starts without the techniques.
    from tessella.sudoku.explainer.search_order import next_rated  # noqa: PLC0415 - see above
    from tessella.sudoku.techniques.grid import Grid  # noqa: PLC0415 - see above

    limit, used = _limit(wish), Counter[str]()
    grid, er = Grid.of_marks(board, board.candidates()), 0
    while grid.blank:
        found = next_rated(grid, limit)
        if found is None:
            return limit < wish.least, ABOVE
        step, rating = found
        er = max(er, rating)
        used[step.technique] += 1
        if not wish.allows(step.technique):
            return False, max(er, wish.most + 1)
        grid = grid.after_step(step)
    return wish.fits(er, used), er


class _Tally:
    """The candidates that did not fit: how many, which was the nearest, and whether it is any use to go on."""

    def __init__(self, search: _Search) -> None:
        self.search = search
        self.seen = self.dull = 0
        self.nearest: Any = None
        self.distance = 10 * ABOVE

    def is_hopeless(self, givens: Any, er: int) -> bool:
        """Count a candidate with its ER in tenths, as far as that is known; return whether the search should end."""
        wish = self.search.wish
        distance = max(wish.least - er, er - wish.most, 0)
        if distance < self.distance:
            self.nearest, self.distance = givens, distance
        self.seen += 1
        self.dull += er <= EASY < wish.least
        return self.dull == self.seen >= DULL

    def error(self) -> PuzzleError:
        """Return the error of a search that ends with nothing."""
        nearest = Board.of_givens(map(int, self.nearest))
        message = _("gave up after {n} puzzles, none of which is {asked}; the nearest is rated {er}: {puzzle}")
        er = _er(nearest)
        hint = _("other clues, another symmetry or another seed may do")
        rated = f"{er / 10:.1f}" if er < ABOVE else _("above {er}").format(er=CHAINS / 10)
        return PuzzleError(
            message.format(n=self.seen, asked=self.search.recipe, er=rated, puzzle=nearest.to_text()), hint=hint
        )


def _er(board: Board) -> int:
    """Return the ER of a puzzle in tenths, if it is no higher than plain Python finds out in good time."""
    return _walk(board, Wish(0, CHAINS))[1]


# --- many puzzles, by the kernels ---------------------------------------------------------------------------


def blocks(
    n: int, recipe: Recipe, seed: int, *, first: int = 0, threads: int | None = None
) -> Iterator[tuple[int, Puzzles, Ratings]]:
    """Yield puzzles `first` to `first + n - 1` of a seed in order, block by block, and the ER of each.

    With the place of each block come an array (m, 81) of uint8 and one of m floats. The puzzles are those that `make`
    gives. Raises `PuzzleError` where it does; the blocks before have been yielded.
    """
    from tessella.sudoku.bulk_solver import cores  # noqa: PLC0415 - play starts without numpy

    if threads is not None and threads < 1:
        raise TessellaError(_("expected at least one thread, got {threads}").format(threads=threads))
    search = _search(recipe)
    workers = threads or cores()
    share = max(1, min(SHARE_DEAR if search.is_dear else SHARE, -(-n // workers)))
    stop = threading.Event()

    def look(start: int) -> list[tuple[Any, float]]:
        return list(_look(search, seed, range(first + start, first + min(start + share, n)), stop))

    starts = range(0, n, share)
    with ThreadPoolExecutor(workers) as pool:
        # A few blocks ahead, and no more: what is made must be taken, or it fills the memory.
        waiting = deque(pool.submit(look, start) for start in starts[: 2 * workers])
        later = iter(starts[2 * workers :])
        try:
            for start in starts:
                made = waiting.popleft().result()
                waiting.extend(pool.submit(look, then) for then in islice(later, 1))
                yield start, *_columns(made)
        finally:  # whoever takes no more does not wait for what was begun
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)


def _columns(made: list[tuple[Any, float]]) -> tuple[Puzzles, Ratings]:
    import numpy as np  # noqa: PLC0415 - play starts without it

    return np.array([row for row, _er in made], np.uint8), np.array([er for _row, er in made])


def _look(
    search: _Search, seed: int, numbers: Sequence[int], stop: threading.Event | None = None
) -> Iterator[tuple[Any, float]]:
    """Yield the puzzles with these numbers, each a row of digits with its ER.

    All of them are looked for together: each round makes more candidates for those that are still without, and rates a
    few for each at a time. Nothing comes where it is told to stop.
    """
    found: dict[int, tuple[Any, float]] = {}
    tallies = [_Tally(search) for _k in numbers]
    done, more = 0, 1 if search.is_dear else FIRST
    while len(found) < len(numbers):
        if stop is not None and stop.is_set():
            return
        missing = [i for i in range(len(numbers)) if i not in found]
        if done >= LIMIT:
            raise tallies[missing[0]].error()
        rows = {i: _rows(search, fold([SEARCH, seed, numbers[i]]), done, more) for i in missing}
        for start in range(0, more, AT_ONCE):
            some = [(i, row) for i in missing if i not in found for row in rows[i][start : start + AT_ONCE]]
            for (i, row), (fits, er) in zip(some, _rated(search.wish, [row for _i, row in some]), strict=True):
                if i in found:
                    continue
                if fits:
                    found[i] = row, er / 10
                elif tallies[i].is_hopeless(row, er):
                    raise tallies[i].error()
        done += more
        more = 1 if search.is_dear else min(more * NEXT, MOST, LIMIT - done)
    for i in range(len(numbers)):
        yield found[i]


def _rated(wish: Wish, rows: list[Any]) -> Iterator[tuple[bool, int]]:
    """Yield whether each row of digits is as wished, and its ER in tenths as far as that had to be found out."""
    import numpy as np  # noqa: PLC0415 - play starts without it

    from tessella.sudoku.rating.rater import rate_many  # noqa: PLC0415 - as above

    if not rows:
        return
    for one in rate_many(np.array(rows, np.uint8), most=None if wish.is_open else wish.most / 10, threads=1):
        er = round(10 * one["er"]) if np.isfinite(one["er"]) else ABOVE
        used = dict(zip(RATINGS, one["techniques"].item(), strict=True)) if wish.technique else {}
        yield wish.fits(er, used), er


def _rows(search: _Search, source: int, first: int, n: int) -> Any:
    """Return candidates as rows of digits."""
    import numpy as np  # noqa: PLC0415 - play starts without it

    from tessella.sudoku.generator import bulk as mint  # noqa: PLC0415 - as above

    recipe = search.recipe.plain()
    is_sparse = isinstance(recipe.clues, int) and recipe.clues < FEW
    if search.bank or search.eases or recipe.pattern is not None or is_sparse:
        return np.array([_candidate(search, source, number).givens for number in range(first, first + n)], np.uint8)
    return np.concatenate([made for _start, made in mint.blocks(n, recipe, source, first=first, threads=1)])
