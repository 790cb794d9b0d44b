"""Is luck what its specification says?"""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support import reference
from tessella import rng
from tessella.game2048.board import Board, _spawn
from tessella.game2048.sliding import with_tile

words = st.integers(0, 2**64 - 1)


def test_published_vector() -> None:
    """The first five numbers of seed 1234567 are those that are published with SplitMix64."""
    stream = rng.SplitMix64(1234567)
    assert [stream.bits() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(st.integers(-(2**70), 2**70))
def test_stream(seed: int) -> None:
    """A stream is what 64-bit C arithmetic gives, whatever the seed."""
    stream = rng.SplitMix64(seed)
    assert [stream.bits() for _ in range(5)] == reference.splitmix64(seed, 5)


@given(st.lists(words | st.integers(-(2**65), 2**65), max_size=12))
def test_fold(text: list[int]) -> None:
    """Folding is XOR and the next number, word after word."""
    assert rng.fold(text) == reference.fold(text)


@given(st.integers(1, 2**32), words)
def test_below(n: int, bits: int) -> None:
    """`below` is the high word of the product, and so never n."""
    assert rng.below(n, bits) == reference.below(n, bits)
    assert 0 <= rng.below(n, bits) < n


@given(words, st.integers(0, 40))
def test_shuffle(seed: int, n: int) -> None:
    """Shuffling is Fisher and Yates from the back, each place drawn with `below`."""
    items = list(range(n))
    rng.SplitMix64(seed).shuffle(items)
    expected = list(range(n))
    draws = iter(reference.splitmix64(seed, n))
    for last in reversed(range(1, n)):
        other = reference.below(last + 1, next(draws))
        expected[last], expected[other] = expected[other], expected[last]
    assert items == expected


@pytest.mark.parametrize("text", ["", "a", "12345678", "123456789", "二〇四八", "2048:classic"])
def test_seed_of_text(text: str) -> None:
    """A text's seed is its bytes by eights, the last eight filled with zeros, folded after their number."""
    data = text.encode("utf-8")
    by_eights = [data[i : i + 8].ljust(8, b"\0") for i in range(0, len(data), 8)]
    numbers = [sum(byte << (8 * place) for place, byte in enumerate(eight)) for eight in by_eights]
    assert rng.seed_of(text) == reference.fold([len(data), *numbers])


# --- The page that specifies it ---------------------------------------------------------------------------------------

LUCK = (Path(__file__).parents[1] / "docs" / "luck.md").read_text(encoding="utf-8")


def table(heading: str) -> list[list[str]]:
    """Return the cells of the first table under a heading of the page, without its header."""
    lines = LUCK.split(f"\n## {heading}\n")[1].split("\n## ")[0].splitlines()
    rows = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    assert len(rows) > 3
    return rows[2:]


def test_the_pages_streams() -> None:
    """The streams on the page are those of the package."""
    for seed, *numbers in table("SplitMix64"):
        stream = rng.SplitMix64(int(seed))
        assert [str(stream.bits()) for _ in numbers] == numbers


def test_the_pages_folds() -> None:
    """The folds on the page are those of the package."""
    for listed, folded in table("fold"):
        numbers = [] if listed == "none" else [int(word) for word in listed.split(", ")]
        assert rng.fold(numbers) == int(folded)


def test_the_pages_belows() -> None:
    """The numbers below n on the page are those of the package."""
    for n, bits, number in table("below"):
        assert rng.below(int(n), int(bits)) == int(number)


def test_the_pages_shuffles() -> None:
    """The shuffled lists on the page are those of the package."""
    for n, seed, listed in table("shuffle"):
        items = list(range(int(n)))
        rng.SplitMix64(int(seed)).shuffle(items)
        assert items == [int(item) for item in listed.split(", ")]


def test_the_pages_spawns() -> None:
    """The new tiles on the page are those of the package."""
    for before, seed, ply, after in table("The new tile in 2048"):
        rows = Board.parse(before).rows
        assert with_tile(rows, *_spawn(rows, int(seed), int(ply), 10)) == Board.parse(after).rows


def test_the_pages_constants() -> None:
    """The constants on the page are those of the package and of the oracle."""
    assert f"0x{rng.GAMMA:X}" in LUCK
    z = 0x0123456789ABCDEF
    constants = [int(constant, 16) for constant in re.findall(r"z \*= (0x[0-9A-F]+)", LUCK)]
    for shift, constant in zip((30, 27), constants, strict=True):
        z = (z ^ (z >> shift)) * constant % 2**64
    assert rng.mix64(0x0123456789ABCDEF) == z ^ (z >> 31)
