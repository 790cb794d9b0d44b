"""Positions as sets of cells, and what all boards of a shape have in common."""

import random

import pytest

from tessella.sudoku import Board, generate, solve
from tessella.sudoku.geometry import digits_of, houses, peers
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.techniques import grid as module
from tessella.sudoku.techniques.grid import BITS, Grid, cells_of, digits_text, once_per_grid, shape_of, union


def test_what_is_worked_out_anew_is_the_same() -> None:
    """After digits are placed and candidates eliminated, every set and mask is that of the position made afresh."""
    luck = random.Random(4)
    for seed in range(6):
        board = generate(seed=seed)
        solution, grid = solve(board).digits, Grid.of(board)
        for cell in luck.sample([cell for cell in range(81) if not board.digits[cell]], 30):
            wrong = [d for d in digits_of(grid.marks[cell]) if d != solution[cell]]
            if wrong and luck.random() < 0.5:
                grid = grid.after([], [(cell, luck.choice(wrong))])
            elif not grid.digits[cell]:
                grid = grid.after([(cell, solution[cell])])
            fresh = Grid.of_marks(Board(board.box, board.givens, grid.digits, (0,) * 81), grid.marks)
            assert (grid.places, grid.blank, grid.masks) == (fresh.places, fresh.blank, fresh.masks)


def test_counts_and_what_digits_leave() -> None:
    """Cells by the number of candidates; and the digits that no filled peer holds, whatever is marked."""
    board = generate(seed=1)
    grid = Grid.of(board.play("~"))
    assert sum(mask.bit_count() for mask in grid.counts) == 81
    assert all(grid.marks[cell].bit_count() == 2 for cell in range(81) if grid.bivalue >> cell & 1)
    assert all(grid.allowed[cell] == mask for cell, mask in enumerate(grid.marks) if mask)
    assert digits_text(0b101) == "13"


def test_answers_are_kept_with_the_grid() -> None:
    """What is worked out once for a grid is not worked out again, but for another grid it is."""
    asked = []

    @once_per_grid
    def answer(grid: Grid, more: int = 0) -> int:
        asked.append(more)
        return grid.size + more

    one, other = Grid.of(generate(seed=1)), Grid.of(generate(seed=1))
    assert [answer(one), answer(one), answer(one, 1), answer(other)] == [9, 9, 10, 9]
    assert asked == [0, 1, 0]


BOXES = [(3, 3), (2, 3), (4, 2)]


@pytest.mark.parametrize("box", BOXES)
def test_sets_are_those_of_the_rules(box: tuple[int, int]) -> None:
    """Houses and peers are the same as sets and as lists."""
    shape = shape_of(Rules(box))
    assert [tuple(cells_of(house)) for house in shape.houses] == [tuple(sorted(house)) for house in houses(box)]
    assert [tuple(cells_of(mask)) for mask in shape.peers] == list(peers(box))
    assert [{*near} for near in shape.near] == [{*cells_of(mask)} for mask in shape.peers]


@pytest.mark.parametrize("box", BOXES)
def test_groups_and_members(box: tuple[int, int]) -> None:
    """A candidate is the member of its groups that its bit says, and links go to all that share a group."""
    shape = shape_of(Rules(box))
    for n, groups in enumerate(shape.groups):
        assert all(shape.members[group][bit.bit_length() - 1] == n for group, bit in groups)
        others = {m for group, _bit in groups for m in shape.members[group]} - {n}
        assert {m for m, _cause in shape.links[n]} == others
        assert shape.reach[n] == sum(1 << m for m in others)


def test_seen() -> None:
    """What sees all of some cells, and what sees one of them."""
    shape = shape_of(Rules())
    cells = 1 << 0 | 1 << 10
    assert shape.seen_by(cells) == shape.peers[0] & shape.peers[10]
    assert shape.seen_by_any(cells) == shape.peers[0] | shape.peers[10]
    assert shape.shared(cells) == (18,)
    assert shape.seen_by(0) == shape.full == union(1 << cell for cell in range(81))


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The members of masks are kept for a bounded number of masks."""
    monkeypatch.setattr(module, "_MAX_BITS", 100)
    kept = type(BITS)()
    for mask in range(1000):
        assert sum(1 << i for i in kept[mask]) == mask
        assert len(kept) <= 100
