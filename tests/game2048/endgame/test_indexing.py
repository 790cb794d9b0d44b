"""Numbers of positions: each has one of its own, and none is left out."""

import itertools

import pytest

from tessella.game2048.endgame.formations import EndGame
from tessella.game2048.endgame.indexing import index_of, memory


@pytest.mark.parametrize("name", ["2x4-8", "442-8", "t-8"])
def test_every_position_has_a_number_of_its_own(name: str) -> None:
    """No two positions have one number, and a layer has as many as there are ways to fill its cells."""
    index = index_of(EndGame.parse(name))
    numbers: list[list[int]] = [[] for _layer in range(index.layers)]
    cells = range(len(index.cells))
    tiles = (0, 1, 2, 3)
    layouts = index.end_game.formation.layouts
    for layout in layouts:
        free = [at for at in cells if index.cells[at] not in layout]
        for chosen in itertools.product(tiles, repeat=min(len(free), 6)):
            digits = [4 if index.cells[at] in layout else 0 for at in cells]
            for at, digit in zip(free, chosen, strict=False):
                digits[at] = digit
            number, upper, rank = index.place(digits) if _comes_to(digits) < 2 * index.layers else (-1, 0, 0)
            if number >= 0:
                numbers[number].append(int(index.layer(number).starts[upper]) + rank)
    for number, found in enumerate(numbers):
        assert len({*found}) == len(found)
        assert not found or max(found) < int(index.layer(number).starts[-1])


def _comes_to(digits: list[int]) -> int:
    return sum(1 << digit for digit in digits if 0 < digit < 4)


def test_larger_end_games_take_more_memory() -> None:
    """What a table takes to make grows with the goal and with the free cells."""
    needs = [memory(EndGame.parse(name)) for name in ("442-128", "442-256", "442-512", "444-512", "444-1024")]
    assert needs == sorted(needs)
