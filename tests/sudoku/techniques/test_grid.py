"""Positions as sets of cells, and what all boards of a shape have in common."""

import random
from itertools import chain
from pathlib import Path

import pytest

from support.variant_puzzles import puzzles
from tessella.sudoku import Board, generate, solve
from tessella.sudoku.geometry import digits_of, houses, peers
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.techniques import grid as module
from tessella.sudoku.techniques.explanation import reason
from tessella.sudoku.techniques.grid import (
    BITS,
    CELL,
    PEER,
    Grid,
    cells_of,
    digits_text,
    once_per_grid,
    shape_of,
    union,
)
from tessella.sudoku.techniques.registry import WITH_CANDIDATES, look_up

DATA = Path(__file__).parents[2] / "data" / "variants"


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


VARIANTS = [
    "diagonal:which=both",
    "windoku;disjoint_groups",
    "no_boxes",
    "extra_region:r2c2r2c5r2c8r5c2r5c5r5c8r8c2r8c5r8c8",
    "anti_knight;anti_king",
]


@pytest.mark.parametrize("text", VARIANTS)
def test_links_lead_to_all_peers(text: str) -> None:
    """Whatever houses there are, links go to the peers, by a cause that says the same house at both ends."""
    shape = shape_of(Rules.parse(text))
    for cell, links in enumerate(shape.links[::9]):
        n = 9 * cell
        assert [m // 9 for m, cause in links if cause != CELL] == [*shape.near[cell]]
        assert {*shape.near[cell]} == {*cells_of(shape.peers[cell])}
        for m, cause in links:
            if cause not in (CELL, PEER):
                assert shape.house_by(n, cause) == shape.house_by(m, cause) >= 0
    assert shape.is_of_houses == ("anti" not in text)
    assert not shape.is_classic


def test_windows_imply_others() -> None:
    """The rest of the rows and columns through the windows holds every digit, and is named."""
    shape = shape_of(Rules.parse("windoku"))
    assert [shape.name(house) for house in (0, 26, 27, 30, 31, 35)] == [
        "row 1", "box 9", "window 1", "window 4", "hidden window 1", "hidden window 5",
    ]  # fmt: skip
    assert sorted(cell for house in shape.house_cells[27:] for cell in house) == [*range(81)]


HOUSE_SHAPED = {"jigsaw", "diagonal", "windoku", "disjoint_groups", "anti_knight", "anti_king"}


@pytest.mark.parametrize("kind", sorted(HOUSE_SHAPED))
def test_no_step_is_wrong(kind: str) -> None:
    """On the samples with other houses or peers no technique but chains takes a digit of the solution away."""
    for puzzle in puzzles(DATA):
        if {one.type for one in puzzle.rules.constraints} != {kind}:
            continue
        assert puzzle.solution
        solution = [*map(int, puzzle.solution)]
        givens = [int(sign.replace(".", "0")) for sign in puzzle.givens]
        grid = Grid.of(Board.of_givens(givens, puzzle.rules.box, puzzle.rules.constraints))
        names = WITH_CANDIDATES[:30]
        while grid.blank and (step := next(chain.from_iterable(look_up(name)[1](grid) for name in names), None)):
            assert all(solution[9 * row + col - 10] == digit for digit, row, col in step.placements), step
            assert all(solution[9 * row + col - 10] != digit for digit, row, col in step.eliminations), step
            assert reason(step, grid)
            grid = grid.after_step(step)


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
