"""A bank of puzzles of rare kinds: numbers of minimal puzzles of one seed.

`bank.txt` holds them, generated and rated beforehand by `scripts/seed_bank.py`; a line a kind, each number written as
its distance from the one before, in base 36:

    # a comment
    5.2 jellyfish 2s 1f0 ...
    4.2 xy-wing only 7 ...
    5.7 bug-type-2,bug-type-4 ...
"""

from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from tessella.sudoku.generator.target import Target, read_technique

SEED = 20261121  # the seed whose minimal puzzles the numbers mean


class Kind(NamedTuple):
    """What a puzzle is filed under."""

    er: int  # in tenths
    needed: tuple[str, ...]  # the techniques with the highest lowest rating that its path uses: mostly one
    only: bool  # whether it needs nothing else beyond singles


def numbers_for(target: Target) -> list[int]:
    """Return the numbers of all puzzles in the bank that are on target, in order."""
    return sorted(
        number
        for kind, numbers in _bank().items()
        if target.lowest <= kind.er <= target.highest
        and (target.technique is None or target.technique in kind.needed)
        and (kind.only or not target.only)
        for number in numbers
    )


def parse_bank(text: str) -> dict[Kind, list[int]]:
    r"""Return the bank that `scripts/seed_bank.py` wrote.

    >>> parse_bank("5.2 jellyfish 2s 10")
    {Kind(er=52, needed=('jellyfish',), only=False): [100, 136]}
    """
    bank = dict[Kind, list[int]]()
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        er, needed, *words = line.split()
        only = words[0] == "only"
        numbers = list(accumulate(int(word, 36) for word in words[only:]))
        bank[Kind(round(10 * float(er)), tuple(read_technique(name) for name in needed.split(",")), only)] = numbers
    return bank


@cache
def _bank() -> dict[Kind, list[int]]:
    return parse_bank(Path(__file__).with_name("bank.txt").read_text(encoding="utf-8"))
