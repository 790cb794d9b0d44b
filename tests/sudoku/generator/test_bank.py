"""The bank of rare puzzles."""

from pathlib import Path

import pytest

import seed_bank
from tessella.rng import SplitMix64, fold
from tessella.sudoku import generate, rate, shuffle
from tessella.sudoku.generator import bank
from tessella.sudoku.generator.target import SINGLES
from tessella.sudoku.rating.scale import RATINGS


@pytest.mark.slow
def test_the_bank() -> None:
    """A number in the bank is a puzzle of the kind that it is filed under."""
    text = (Path(bank.__file__).parent / "bank.txt").read_text("utf-8")
    kinds = bank.parse_bank(text)
    assert seed_bank.format_bank(kinds) == text
    for kind, numbers in kinds.items():
        board = generate(bank.SEED, numbers[-1])
        rating = rate(board)
        assert round(10 * rating.er) == kind.er
        highest_least = max(RATINGS[name] for name in rating.techniques)
        assert {name for name in rating.techniques if RATINGS[name] == highest_least} == set(kind.needed)
        assert kind.only == (len(kind.needed) == 1 and rating.techniques.keys() <= {*kind.needed, *SINGLES})


def test_a_bank_s_puzzle_is_shuffled() -> None:
    """A puzzle for a technique is the bank's, chosen and shuffled as the specification says."""
    text = (Path(bank.__file__).parent / "bank.txt").read_text("utf-8")
    some = [numbers for kind, numbers in bank.parse_bank(text).items() if "XY-wing" in kind.needed]
    numbers = sorted(number for one in some for number in one)
    for seed in range(4):
        luck = SplitMix64(fold([1, fold([1, seed, 0]), 0]))
        before = generate(bank.SEED, numbers[luck.below(len(numbers))])
        assert shuffle(before, luck.bits()) == generate(seed, technique="XY-wing")
