"""The solver for people: right, complete, and clear about what cannot be solved."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.reference import sudoku_solutions
from support.strategies import sudoku_puzzles
from support.sudoku_puzzles import ASTRAY
from tessella.errors import PuzzleError
from tessella.sudoku import Board, count, generate, solutions, solve
from tessella.sudoku.solver import layout_of

# Arto Inkala's puzzles of 2010 and 2012, with the solutions that newspapers printed.
INKALA_2010 = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."
INKALA_2012 = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SOLVED_2010 = "145327698839654127672918543496185372218473956753296481367542819984761235521839764"
SOLVED_2012 = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"


@pytest.mark.parametrize(("puzzle", "solution"), [(INKALA_2010, SOLVED_2010), (INKALA_2012, SOLVED_2012)])
def test_inkala(puzzle: str, solution: str) -> None:
    """Inkala's puzzles have the solutions that were published."""
    assert solve(Board.parse(puzzle)).to_text() == solution


@pytest.mark.parametrize(
    "name", ["17_clue.txt", "easy_10k.txt", "top1465.txt", "forum_hardest_1106.txt", "hardest_published_sample.csv"]
)
def test_collections(sudoku_data: Path, name: str) -> None:
    """A sample of every collection is solved: the givens stay, every house is full, and nothing else is possible."""
    lines = (sudoku_data / name).read_text(encoding="utf-8").splitlines()
    puzzles = [line.split(",")[0].split()[0] for line in lines if line[:1] in ".0123456789"]
    for text in random.Random(1).sample(puzzles, 40):
        puzzle = Board.parse(text)
        solution = solve(puzzle)
        assert solution.is_over()
        assert all(given in (0, digit) for given, digit in zip(puzzle.givens, solution.givens, strict=True))


@pytest.mark.slow
def test_as_the_reference_says(sudoku_data: Path) -> None:
    """The slow solver finds the same single solution."""
    texts = []
    for name, n in (("easy_10k.txt", 6), ("top1465.txt", 1)):
        texts += random.Random(2).sample((sudoku_data / name).read_text(encoding="utf-8").split(), n)
    for text in texts:
        puzzle = Board.parse(text)
        assert [tuple(found) for found in sudoku_solutions(puzzle.digits)] == [solve(puzzle).digits]


@pytest.mark.parametrize(("puzzle", "number"), ASTRAY)
def test_no_puzzle_leads_the_search_astray(puzzle: str, number: int) -> None:
    """Givens that contradict each other deep down are found out before long, and the right number counted."""
    assert count(Board.parse(puzzle), timeout=600) == number


@given(sudoku_puzzles(st.sampled_from([(2, 2), (2, 3), (3, 2)])))
def test_all_solutions_of_any_board(puzzle: Board) -> None:
    """All solutions, conflicts and all, are those that trying everything finds."""
    most = 200
    expected = []
    for found in sudoku_solutions(puzzle.digits, *puzzle.box):
        expected.append(tuple(found))
        if len(expected) > most:
            break
    assert count(puzzle, limit=most + 1) == len(expected)
    if len(expected) <= most:
        assert sorted(found.digits for found in solutions(puzzle)) == sorted(expected)


@given(st.integers(0, 10**6), st.integers(8, 40))
def test_some_cells_of_a_grid(seed: int, kept: int) -> None:
    """With some cells of a full grid kept, the solutions, as far as they are counted, are those of the reference."""
    luck = random.Random(seed)
    digits = [0] * 81
    for cell in luck.sample(range(81), kept + 20):
        digits[cell] = int(SOLVED_2012[cell])
    puzzle = Board.of_givens(digits)
    expected = [tuple(found) for found, _ in zip(sudoku_solutions(digits), range(4), strict=False)]
    assert count(puzzle, limit=4) == len(expected)
    if len(expected) < 4:
        assert sorted(found.digits for found in solutions(puzzle)) == sorted(expected)


def test_number_of_4x4_grids() -> None:
    """There are 288 grids of 4x4, and 2 that differ by more than symmetry."""
    grids = {found.rows for found in solutions(Board.empty((2, 2)))}
    assert len(grids) == 288
    classes = {min(_relatives(rows)) for rows in grids}
    assert len(classes) == 2


def _relatives(rows: tuple[tuple[int, ...], ...]) -> list[tuple[tuple[int, ...], ...]]:
    """Return every grid that exchanging rows, columns, bands, stacks, digits and the diagonal makes of a 4x4 grid."""
    orders = [(0, 1, 2, 3), (1, 0, 2, 3), (0, 1, 3, 2), (1, 0, 3, 2)]
    orders += [(c, d, a, b) for a, b, c, d in orders]
    found = []
    for grid in (rows, tuple(zip(*rows, strict=True))):
        for down in orders:
            for across in orders:
                moved = [[grid[r][c] for c in across] for r in down]
                names = {digit: new for new, digit in enumerate(moved[0], 1)}
                found.append(tuple(tuple(names[digit] for digit in row) for row in moved))
    return found


def test_number_of_6x6_grids_with_a_first_row() -> None:
    """Of the 28,200,960 grids with boxes of 2x3, one in 6! begins with 123456."""
    assert count(Board.parse("123456" + "." * 30), limit=None) * 720 == 28_200_960


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 4), (4, 3), (2, 6), (4, 4), (5, 5)])
def test_empty_boards_of_every_size(box: tuple[int, int]) -> None:
    """The first solution of an empty board of any size comes at once and is one."""
    first = next(solutions(Board.empty(box)))
    assert first.is_over()
    assert first.box == box


def test_counting_stops() -> None:
    """Counting stops at the limit, so an empty 9x9 board can be asked."""
    assert count(Board.empty(), limit=100) == 100
    assert count(Board.empty()) == 2
    assert count(Board.empty(), limit=0) == 0


def test_own_digits_count() -> None:
    """A player's digits are part of what is to be completed, pencil marks are not."""
    board = Board.parse("1...|..2.|.3..|...4")
    assert count(board.play("r1c2=4")) == 0
    assert solve(board.play("r1c2=2").play("r1c3~1")) == solve(board)


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        ("55" + "." * 79, "no solution: row 1 holds 5 more than once: r1c1, r1c2"),
        ("12345678.......9" + "." * 65, "no solution: no digit fits in r1c9"),
        ("..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..", "no solution: "),
        ("9..1....4.14.3.8....3....9....7.8..18....3..........3..21....7...9.4.5..5...16..3", "no solution: "),
    ],
)
def test_no_solution_and_why(puzzle: str, reason: str) -> None:
    """A puzzle without a solution is refused with the first contradiction."""
    assert next(sudoku_solutions(Board.parse(puzzle).digits), None) is None
    with pytest.raises(PuzzleError, match=reason):
        solve(Board.parse(puzzle))


def test_two_solutions_differ_in_digits_of_the_grid() -> None:
    """Where the lowest digit is 0, the hint names digits from there."""
    with pytest.raises(PuzzleError) as caught:
        solve(Board.parse(".2.4.4.221434321;digits:lowest=0"))
    assert caught.value.hint in {"r1c1 may be 0 or 2", "r1c1 may be 2 or 0"}


def test_two_solutions_are_shown() -> None:
    """A puzzle with several solutions is refused with two of them, which differ where the hint says."""
    puzzle = Board.parse("." + SOLVED_2010[1:40] + "." * 41)
    with pytest.raises(PuzzleError, match="more than one solution") as caught:
        solve(puzzle)
    words = str(caught.value).split()
    shown = [word for word in words if len(word) == 81]
    assert len(set(shown)) == 2
    for text in shown:
        found = Board.parse(text)
        assert found.is_over()
        assert all(given in (0, digit) for given, digit in zip(puzzle.digits, found.digits, strict=True))
    name = caught.value.hint.split()[0]
    cell = next(cell for cell in range(81) if puzzle.name(cell) == name)
    assert shown[0][cell] != shown[1][cell]


def test_giving_up() -> None:
    """A board that is too much work is given up when the time is over, with a plain word."""
    with pytest.raises(PuzzleError, match=r"gave up after 0\.2 seconds"):
        count(Board.empty((5, 5)), limit=None, timeout=0.2)


def test_large_puzzles() -> None:
    """Puzzles of 16x16 and 25x25 are solved to the only solution."""
    for box, blanks in (((4, 4), 110), ((5, 5), 200)):
        grid = next(solutions(Board.empty(box)))
        size = grid.size
        luck = random.Random(size)
        holes = set(luck.sample(range(size * size), blanks))
        puzzle = Board.of_givens((0 if c in holes else d for c, d in enumerate(grid.digits)), box)
        assert grid in (found := list(solutions(puzzle, timeout=600)))
        assert all(one.is_over() for one in found)


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 3), (3, 4)])
def test_candidates_beside_digits_are_those_of_the_start(box: tuple[int, int]) -> None:
    """However the digits in place are given, one by one or all at once, the same candidates are left."""
    layout = layout_of(box)
    state, placed = layout.start(generate(1, clues=None, box=box).givens)
    assert layout.beside(placed) == state
