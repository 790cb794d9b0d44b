"""Sums that follow from cages: what they are, and that no way to fill cells is lost."""

import random
from itertools import combinations, permutations, product

import pytest

from tessella.sudoku.geometry import bits
from tessella.sudoku.rules.peers import peers_of
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.techniques.clues import clues_of
from tessella.sudoku.techniques.sums import HouseOfCages, Sum, all_different, derived_sums, fill_sets


@pytest.mark.parametrize("seed", range(200))
def test_all_different_leaves_what_some_way_has(seed: int) -> None:
    """Hall's theorem leaves just the digits that stand in some way to fill the cells."""
    luck = random.Random(seed)
    masks = tuple(luck.randrange(1, 64) for _cell in range(luck.randint(1, 5)))
    ways = [way for way in permutations(range(6), len(masks)) if all(m >> d & 1 for m, d in zip(masks, way))]  # noqa: B905 - of a length
    left = tuple(sum({1 << way[n] for way in ways}) for n in range(len(masks)))
    assert all_different(masks) == (left if ways else None)


@pytest.mark.parametrize("seed", range(20))
def test_a_house_of_cages_leaves_what_some_way_has(seed: int) -> None:
    """What cages in a row leave is what all ways to fill the row with these sums have between them."""
    luck = random.Random(seed)
    rules = Rules.parse("no_boxes", (2, 3))
    row = luck.sample(range(1, 7), 6)
    parts = [((0, 1), row[0] + row[1]), ((2, 3, 4), sum(row[2:5]))]
    masks = tuple(luck.randrange(64) | 1 << digit - 1 for digit in row)
    ways = [
        way
        for way in permutations(range(6))
        if all(mask >> d & 1 for mask, d in zip(masks, way, strict=True))
        and all(sum(way[cell] + 1 for cell in cells) == total for cells, total in parts)
    ]
    left = tuple(sum({1 << way[n] for way in ways}) for n in range(6))
    assert HouseOfCages(tuple(range(6)), parts, rules)(masks) == left


def test_fill_sets_says_which_sets_can_be() -> None:
    """Of the sets that add up to 5 the one is left whose digits the cells may hold."""
    assert fill_sets((0b1001, 0b1101), [0b1001, 0b110]) == ((0b1001, 0b1001), [0b1001])


def test_innies_outies_and_what_they_split() -> None:
    """Cages leave a sum inside a row, reach out of it by another, and both split the cage that crosses."""
    rules = Rules.parse("killer:sum=20:r1c1r1c2r1c3r1c4;killer:sum=10:r1c5r1c6r1c7;killer:sum=20:r1c8r1c9r2c9")
    found = {(one.added, one.taken): one for one in derived_sums(rules)}
    inside, out = frozenset({7, 8}), frozenset({17})
    assert found[inside, frozenset()] == Sum(inside, frozenset(), 15, (0,), found[inside, frozenset()].cages)
    assert found[out, frozenset()].total == 5


def test_derived_sums_hold_in_a_solution() -> None:
    """Whatever cages are drawn on a solved grid, the sums that follow are those of its digits."""
    digits = [(row * 3 + row // 3 + col) % 9 + 1 for row in range(9) for col in range(9)]
    luck = random.Random(1)
    for _round in range(5):
        taken = set[int]()
        cages = []
        for cell in luck.sample(range(81), 60):
            step = luck.choice((1, 9))
            cage = [c for c in (cell, cell + step, cell + 2 * step) if c < 81 and (step == 9 or c // 9 == cell // 9)]
            if len(cage) > 1 and not taken & {*cage}:
                taken |= {*cage}
                names = "".join(f"r{c // 9 + 1}c{c % 9 + 1}" for c in cage)
                cages.append(f"killer:sum={sum(digits[c] for c in cage)}:{names}")
        sums = derived_sums(Rules.parse(";".join(cages)))
        assert len(sums) > 20
        for one in sums:
            assert sum(digits[c] for c in one.added) - sum(digits[c] for c in one.taken) == one.total
        assert all((a.added, a.taken) != (b.added, b.taken) for a, b in combinations(sums, 2))


@pytest.mark.parametrize("seed", range(60))
def test_bounds_lose_no_way(seed: int) -> None:
    """Bounds by cells that all differ take no digit that some way to fill an arrow of four cells has."""
    luck = random.Random(seed)
    rules = Rules.parse("arrow:r2c2r1c1r1c2r1c3", (2, 3))
    [arrow] = [one for one in clues_of(rules)["arrow"] if len(one.cells) == 4]
    near = [{*group} for group in peers_of(rules)]
    while True:
        masks = tuple(luck.randrange(1, 64) for _cell in arrow.cells)
        circle = arrow.cells.index(7)
        ways = [
            way
            for way in product(*(tuple(bits(mask)) for mask in masks))
            if 2 * (way[circle] + 1) == sum(way) + 4
            and all(way[a] != way[b] for a, b in combinations(range(4), 2) if arrow.cells[a] in near[arrow.cells[b]])
        ]
        if ways or seed % 2:
            break
    left = arrow.left(masks)
    assert not ways or left
    assert all(left[n] >> d & 1 for way in ways for n, d in enumerate(way)) if left else not ways
