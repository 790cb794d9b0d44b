"""The plain solver of variants: every solution of any rules, and no other."""

import itertools
from itertools import islice
from pathlib import Path

import pytest

from support.variant_puzzles import VariantPuzzle, puzzles
from tessella import sudoku
from tessella.errors import PuzzleError
from tessella.sudoku.geometry import VALUES
from tessella.sudoku.rules.checker import is_solved
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.variants.plain_solver import count, solutions

SAMPLE = Path(__file__).parents[2] / "data" / "variants"
HARD = ("non_consecutive", "little_killer", "numbered_room")  # kinds whose searches take seconds


def _values(puzzle: VariantPuzzle, signs: str) -> tuple[int, ...]:
    """Return the values of signs, 1 for the lowest digit."""
    shift = 1 - puzzle.rules.lowest
    return tuple(0 if sign == "." else (VALUES[sign] if sign != "0" else 0) + shift for sign in signs)


KINDS = {
    one.name.rsplit("-", 1)[0]: one
    for one in puzzles(SAMPLE)
    if not one.name.startswith(tuple(f"gen-{k}" for k in HARD))
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_of_each_kind_has_its_one_solution(kind: str) -> None:
    """A puzzle of every kind of the sample is solved, and found to have no other solution."""
    puzzle = KINDS[kind]
    found = [*islice(solutions(_values(puzzle, puzzle.givens), puzzle.rules), 2)]
    assert found == [_values(puzzle, puzzle.solution or "")]


@pytest.mark.parametrize(
    "text",
    [
        *("anti_taxicab", "diagonal:which=both", "disjoint_groups;kropki_white:r1c1r1c2", "no_boxes;anti_king"),
        *("thermo:r1c1r2c2r3c3", "arrow:r1c1r2c2r3c3", "whisper:difference=2:r1c1r1c2r2c2", "renban:r1c2r2c2r3c3"),
        "killer:sum=5:r1c1r2c1;killer:sum=5:r1c2r2c2;killer:sum=8:r1c3r1c4r2c4;killer:sum=5:r2c3r3c3",
        *("killer:sum=7:r1c1r1c2r2c1;killer:sum=6:r4c4r4c3", "sum:sum=1:coefficients=1,-1:r1c1r4c4"),
        *(
            "clone:clone_cells=r3c3r4c4:r1c1r2c2",
            "same_values:sets=r1c1r1c2,r4c1r3c4",
            "equal_sums:sets=r1c1r1c2,r4c1r3c4",
        ),
        *("column_indexer:r1c1r2c3", "row_indexer:r1c1r2c3", "counting_circles:r1c1r2c3r4c4r3c2", "minimum:r1c1r3c3"),
        *("full_rank:rank=1:r1c1r1c2r1c3r1c4", "full_rank_ties:ties=none", "global_mod3", "kropki_negative:black=no"),
        *(
            "xv_negative",
            "xv_v:r1c1r1c2;maximum:r3c3",
            "region_sum_line:r1c1r1c2r1c3r2c3",
            "digits:lowest=0;sum:sum=0:r1c1r4c4",
        ),
        *(
            "pill_arrow:pill=r1c1r1c2:r2c1r3c1r4c1r4c2",
            "regex:pattern=1%00002e%00002a:r1c1r1c2",
            "zipper:r1c1r1c2r1c3r1c4",
        ),
        *("jigsaw:regions=1112132233243444", "palindrome:r1c1r2c2r3c3r4c4", "quadruple:values=1,2:r2c2r2c3r3c2r3c3"),
    ],
)
def test_every_solution_of_four_rows(text: str) -> None:
    """Rules of a 4x4 grid have just the solutions that the checker finds among all Latin squares."""
    rules = Rules.parse(text, (2, 2))
    found = [*solutions([0] * 16, rules)]
    assert len(found) == len({*found})
    assert {*found} == {grid for grid in LATIN if is_solved(grid, rules)} != {*LATIN}


def _latin() -> list[tuple[int, ...]]:
    rows = [*itertools.permutations((1, 2, 3, 4))]
    pairs = [(a, b) for a, b in itertools.product(rows, repeat=2) if all(x != y for x, y in zip(a, b, strict=True))]
    return [
        (*a, *b, *c, *d)
        for (a, b), (c, d) in itertools.product(pairs, repeat=2)
        if all(len({*column}) == 4 for column in zip(a, b, c, d, strict=True))
    ]


LATIN = _latin()


def test_counts_and_gives_up() -> None:
    """Solutions are counted up to a limit; a search that is out of time says so."""
    assert len(LATIN) == count([0] * 16, Rules.parse("no_boxes", (2, 2)), None) == 576
    assert count([0] * 16, Rules.parse("no_boxes", (2, 2)), 10) == 10
    with pytest.raises(PuzzleError, match=r"gave up after 0\.1 seconds"):
        count([0] * 256, Rules.parse("no_boxes", (4, 4)), None, timeout=0.1)


def test_boards_with_rules() -> None:
    """The public functions solve a board by its rules, and say why there is no solution, or that there are several."""
    cage = "killer:sum=3:r1c1r1c2"
    board = sudoku.Board.parse(f"................;{cage}")
    assert sudoku.count(board, None) == sum(is_solved(grid, Rules.parse(cage, (2, 2))) for grid in LATIN)
    with pytest.raises(PuzzleError, match="more than one solution, for example"):
        sudoku.solve(board)
    solved = next(sudoku.solutions(board))
    puzzle = sudoku.Board.of_givens((*solved.digits[:11], 0, 0, 0, 0, 0), (2, 2), board.constraints)
    assert sudoku.solve(puzzle) == solved
    assert solved.constraints == board.constraints
    assert solved.is_over()
    with pytest.raises(PuzzleError, match="no solution"):
        sudoku.solve(board.play("r1c1=3"))
    with pytest.raises(PuzzleError, match="no way to complete the grid keeps all rules"):
        sudoku.solve(sudoku.Board.parse(f"..1.............;{cage}"))
