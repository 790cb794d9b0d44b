"""Generation of the bank of rare puzzles: `python scripts/seed_bank.py`, about ten minutes on one core.

The minimal puzzles of one seed are rated in order, and the numbers of those that are hard to come by are written to
`src/tessella/sudoku/generator/bank.txt`, a line for each ER and technique. Most are found among the first `RATED`,
rated in full; what needs no chain is searched for among many more. The same bank comes out on every machine.

A dead end: puzzles in the vicinity of extreme ones, a few clues dropped and others put in their place. One in six is
extreme again (one in 25 of all minimal puzzles is), so that finding one takes six looks instead of one; and 7,500 tries
from the hardest ones on came no higher than the bank is, to an ER of 9.2.
"""

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np

from tessella.sudoku.generator.bank import SEED, Kind
from tessella.sudoku.generator.bulk import generate_blocks
from tessella.sudoku.generator.recipe import MINIMAL, Recipe, Series
from tessella.sudoku.generator.target import SINGLES, slug
from tessella.sudoku.rating.rater import rate_many
from tessella.sudoku.rating.scale import RATINGS

RATED = 160_000
"""How many puzzles are rated in full."""
SIMPLE = 1_500_000
"""How many are rated up to `MOST`."""
MOST = 6.2
"""The highest rating of a step that is no chain."""
ENOUGH = 100
"""How many are kept of a kind."""

FILE = Path(__file__).parents[1] / "src" / "tessella" / "sudoku" / "generator" / "bank.txt"


def rated(first: int, last: int, most: float | None) -> Iterator[tuple[int, Kind]]:
    """Yield the numbers of puzzles with their kinds, those above `most` left out."""
    began = time.monotonic()
    done = first
    for puzzles in generate_blocks(Series(Recipe(clues=MINIMAL), SEED, range(first, last)), threads=1):
        for number, row in enumerate(rate_many(puzzles, most=most, threads=1), done):
            if row["er"] < 100:
                used = dict(zip(RATINGS, row["techniques"].item(), strict=True))
                yield number, kind(round(10 * row["er"]), {name: times for name, times in used.items() if times})
        done += len(puzzles)
        print(f"{done}  {time.monotonic() - began:.0f} s", file=sys.stderr)


def kind(er: int, used: dict[str, int]) -> Kind:
    """Return what a puzzle is filed under: ER, the techniques that it needs, whether nothing else is needed."""
    last = max(RATINGS[name] for name in used)
    needed = tuple(name for name in used if RATINGS[name] == last)
    return Kind(er, needed, len(needed) == 1 and used.keys() <= {*needed, *SINGLES})


def format_bank(bank: Mapping[Kind, Iterable[int]]) -> str:
    """Return a bank as text."""
    lines = [f"# numbers of minimal puzzles of seed {SEED}, by scripts/seed_bank.py; read by bank.py"]
    for kind, numbers in sorted(bank.items()):
        last, words = 0, [f"{kind.er / 10:.1f}", ",".join(slug(name) for name in kind.needed)]
        words += ["only"] * kind.only
        for number in sorted(numbers):
            words.append(np.base_repr(number - last, 36).lower())
            last = number
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the bank."""
    found: dict[Kind, list[int]] = defaultdict(list)
    for number, this in rated(0, RATED, None):
        if len(found[this]) < ENOUGH:
            found[this].append(number)
    for number, this in rated(RATED, SIMPLE, MOST):
        if len(found[this]) < ENOUGH:
            found[this].append(number)
    FILE.write_text(format_bank(found), encoding="utf-8")
    many = Counter({this: len(numbers) for this, numbers in found.items()})
    for this, n in sorted(many.items()):
        print(this, n)


if __name__ == "__main__":
    main()
