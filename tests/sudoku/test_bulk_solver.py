"""Tests of solving and counting arrays of puzzles."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.processes import started
from support.sudoku_puzzles import ASTRAY, FAMOUS, Puzzles, mixture, relabelled, rows_of, truth
from support.variant_puzzles import puzzles as variants
from tessella.errors import TessellaError
from tessella.sudoku.board import Board
from tessella.sudoku.bulk_solver import count_many, is_proper_many, run_blocks, solve_many
from tessella.sudoku.kernels.solve import FEW
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.solver import count

EMPTY = np.zeros((1, 81), np.uint8)


def load(path: Path) -> Puzzles:
    """Return the puzzles of a file, one a line."""
    return rows_of([line[:81] for line in path.read_text(encoding="utf-8").split()])


def assert_solved(puzzles: Puzzles, solutions: Puzzles) -> None:
    """Check that each solution is a full grid with every digit in every house, and keeps the givens."""
    grids = solutions.reshape(-1, 9, 9)
    houses = [grids, grids.transpose(0, 2, 1), grids.reshape(-1, 3, 3, 3, 3).transpose(0, 1, 3, 2, 4).reshape(-1, 9, 9)]
    for house in houses:
        assert (np.sort(house, axis=2) == np.arange(1, 10)).all()
    assert ((puzzles == 0) | (puzzles == solutions)).all()


@pytest.fixture(scope="module")
def mixed() -> Puzzles:
    """Puzzles of every kind."""
    return mixture(150, seed=1)


@pytest.fixture(scope="module")
def counted(mixed: Puzzles) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Count with the oracle, up to three."""
    return np.array([truth(puzzle, 3) for puzzle in mixed.tolist()])


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_counts_are_the_oracles(mixed: Puzzles, counted: np.ndarray, limit: int) -> None:
    """Every kind of puzzle has as many solutions as the oracle finds, up to the limit."""
    assert len(set(counted.tolist())) == 4
    assert (count_many(mixed, limit) == counted.clip(max=limit)).all()


def test_one_at_a_time_is_the_same(mixed: Puzzles, counted: np.ndarray) -> None:
    """The engine for one puzzle and the engine for many agree with the oracle alike."""
    assert [int(count_many(mixed[i : i + 1], 3)[0]) for i in range(len(mixed))] == counted.tolist()


def test_statuses_and_solutions(mixed: Puzzles, counted: np.ndarray) -> None:
    """A status says one, several, none or bad row; where there is a solution it is one, elsewhere there are zeros."""
    solutions, status = solve_many(mixed)
    assert (solutions.dtype.name, status.dtype.name) == ("uint8", "int8")
    assert (solutions.shape, status.shape) == ((150, 81), (150,))
    some = counted > 0
    assert (status[some] == counted[some].clip(max=2)).all()
    assert_solved(mixed[some], solutions[some])
    assert not solutions[~some].any()
    for puzzle, verdict in zip(mixed[~some].tolist(), status[~some].tolist(), strict=True):
        clash = any(
            a == b != 0 and (i // 9 == j // 9 or i % 9 == j % 9 or (i // 27, i % 9 // 3) == (j // 27, j % 9 // 3))
            for i, a in enumerate(puzzle)
            for j, b in enumerate(puzzle[:i])
        )
        assert verdict == (-1 if clash or max(puzzle) > 9 else 0)
    assert {-1, 0, 1, 2} == set(status.tolist())


@pytest.mark.parametrize("n", [0, 1, 2, FEW - 1, FEW, FEW + 1, 511, 512, 513, 1023, 1024, 1025, 2500])
def test_every_block_size(mixed: Puzzles, counted: np.ndarray, n: int) -> None:
    """An answer depends on its puzzle alone, however many others there are."""
    many = np.resize(mixed, (n, 81))
    assert (count_many(many, 3) == np.resize(counted, n)).all()
    alone, verdicts = solve_many(mixed)
    solutions, status = solve_many(many)
    assert (solutions == np.resize(alone, (n, 81))).all()
    assert (status == np.resize(verdicts, n)).all()


@pytest.mark.parametrize("threads", [1, 2, 3, None])
def test_every_number_of_threads(mixed: Puzzles, counted: np.ndarray, threads: int | None) -> None:
    """Answers do not depend on how many threads share the work."""
    many = np.resize(mixed, (5000, 81))
    assert (count_many(many, 3, threads=threads) == np.resize(counted, 5000)).all()
    solutions, _ = solve_many(many, threads=threads)
    assert (solutions == np.resize(solve_many(mixed)[0], (5000, 81))).all()


@given(st.integers(0, 3000), st.integers(0, 5), st.sampled_from([1, 2, 7]), st.sampled_from([1, 3, 256]))
@settings(max_examples=20)
def test_blocks_are_all_there_is(n: int, begun: int, workers: int, least: int) -> None:
    """Every item is worked on once, whoever takes it and however large the blocks become."""
    done = np.zeros(n + begun, np.int64)

    def work(block: slice) -> None:
        done[block] += 1

    run_blocks(work, n + begun, workers, least=least, begun=begun)
    assert done.tolist() == [0] * begun + [1] * n


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_a_block_that_fails_ends_the_work(workers: int) -> None:
    """What the work raises is raised, and no other block is begun for long."""
    begun = []

    def work(block: slice) -> None:
        begun.append(block)
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        run_blocks(work, 10**9, workers, least=1)
    assert len(begun) <= workers


def test_hard_puzzles_fill_the_columns() -> None:
    """Puzzles that need many guesses are solved right next to each other, in any order."""
    famous = rows_of(FAMOUS)
    puzzles = np.concatenate([relabelled(famous, seed) for seed in range(80)])
    solutions, status = solve_many(puzzles)
    assert (status == 1).all()
    assert_solved(puzzles, solutions)
    backwards, _ = solve_many(puzzles[::-1])
    assert (backwards[::-1] == solutions).all()


@given(seed=st.integers(0, 2**32 - 1), clues=st.integers(0, 81), n=st.integers(FEW + 1, 2 * FEW))
@settings(max_examples=20)
def test_any_part_of_a_grid(seed: int, clues: int, n: int) -> None:
    """Whatever part of full grids is given, both engines count alike, and what is solved is solved."""
    luck = np.random.default_rng(seed)
    full = relabelled(np.resize(solve_many(rows_of(FAMOUS))[0], (n, 81)), seed)
    puzzles = np.where(luck.random((n, 81)) * 81 < clues, full, 0).astype(np.uint8)
    several = count_many(puzzles, 5)
    assert (several > 0).all()
    assert [int(count_many(puzzles[i : i + 1], 5)[0]) for i in range(n)] == several.tolist()
    solutions, status = solve_many(puzzles)
    assert_solved(puzzles, solutions)
    assert (status == several.clip(max=2)).all()


@pytest.mark.parametrize("times", [1, 20])
def test_no_puzzle_leads_the_search_astray(times: int) -> None:
    """Givens that contradict each other deep down, and guesses that do, end as the rest: with the right number."""
    puzzles = np.tile(rows_of([puzzle for puzzle, _number in ASTRAY]), (times, 1))
    expected = [number for _puzzle, number in ASTRAY] * times
    assert count_many(puzzles).tolist() == expected
    solutions, status = solve_many(puzzles)
    assert status.tolist() == expected
    assert_solved(puzzles[status == 2], solutions[status == 2])
    assert (solutions == np.tile(solutions[: len(ASTRAY)], (times, 1))).all()
    assert not solutions[status == 0].any()
    alone = np.concatenate([solve_many(puzzles[i : i + 1])[0] for i in range(len(ASTRAY))])
    assert (alone == solutions[: len(ASTRAY)]).all()


@given(
    st.lists(st.lists(st.sampled_from([0] * 40 + [*range(1, 10), 10, 16, 255]), min_size=81, max_size=81), min_size=1)
)
@settings(max_examples=20)
def test_any_bytes_end(rows: list[list[int]]) -> None:
    """Whatever the bytes, both engines say as many solutions as the plain solver, and the status tells conflicts."""
    puzzles = np.array(rows, np.uint8)
    expected = [0 if max(row) > 9 else count(Board.of_givens(row)) for row in rows]
    many = np.resize(puzzles, (FEW + 1, 81))
    for some in (puzzles, many):
        assert count_many(some).tolist() == np.resize(expected, len(some)).tolist()
    assert solve_many(puzzles)[1].tolist() == [
        -1 if max(row) > 9 or Board.of_givens(row).problems() else number
        for row, number in zip(rows, expected, strict=True)
    ]


@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.skipif(os.name != "posix", reason="other systems send no signals")
def test_an_interrupt_is_heard(threads: str) -> None:
    """Ctrl-C ends a bulk call that would take for hours, one puzzle or many, with one thread or several."""
    program = (
        "import sys, numpy as np\n"
        "from tessella.sudoku import count_many\n"
        "empty = np.zeros((int(sys.argv[1]), 81), np.uint8)\n"
        "count_many(empty)\n"
        "print('ready', flush=True)\n"
        "count_many(empty, 10**12, threads=int(sys.argv[2]))\n"
    )
    for n in ("1", "5000"):
        process = started(program, n, threads)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=600)[1].endswith("KeyboardInterrupt\n")


def test_the_empty_and_the_full_grid(mixed: Puzzles) -> None:
    """The empty grid has more solutions than any limit; a full grid has one: itself."""
    assert count_many(EMPTY, 1000).tolist() == [1000]
    assert count_many(np.resize(EMPTY, (100, 81)), 300).tolist() == [300] * 100
    full = solve_many(mixed)[0][count_many(mixed) == 1]
    solutions, status = solve_many(full)
    assert (status == 1).all()
    assert (solutions == full).all()


def test_properness_is_one_solution(mixed: Puzzles, counted: np.ndarray) -> None:
    """A puzzle is proper if it has exactly one solution."""
    proper = is_proper_many(mixed)
    assert proper.dtype == np.bool_
    assert (proper == (counted == 1)).all()


def test_any_strides(mixed: Puzzles, counted: np.ndarray) -> None:
    """Slices and transposed arrays are read as what they say, and nothing is written to them."""
    assert (count_many(mixed[::2], 3) == counted[::2]).all()
    across = np.asfortranarray(mixed)
    across.flags.writeable = False
    assert (count_many(across, 3) == counted).all()
    solid = mixed.copy()
    solid.flags.writeable = False
    assert (count_many(solid, 3) == counted).all()
    assert (solve_many(solid)[0] == solve_many(mixed)[0]).all()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (np.zeros(81, np.uint8), "expected an array of shape (N, 81) and dtype uint8, got shape (81,) and dtype uint8"),
        (np.zeros((2, 80), np.uint8), "got shape (2, 80)"),
        (np.zeros((2, 9, 9), np.uint8), "got shape (2, 9, 9)"),
        (np.zeros((2, 81), np.int64), "and dtype int64"),
        ("53..7", "expected an array of puzzles, got str: '53..7'"),
    ],
)
def test_a_wrong_shape_or_dtype_is_told(wrong: Puzzles, message: str) -> None:
    """What is no array of puzzles is refused in one sentence that says what it is."""
    for function in (count_many, is_proper_many, solve_many):
        with pytest.raises(TessellaError) as caught:
            function(wrong)
        assert message in str(caught.value)


def test_a_wrong_limit_or_number_of_threads_is_told() -> None:
    """Limits and threads begin at one."""
    with pytest.raises(TessellaError, match="expected a limit of at least 1, got 0"):
        count_many(EMPTY, 0)
    for puzzles in (EMPTY, np.resize(EMPTY, (5000, 81))):
        with pytest.raises(TessellaError, match="expected a whole number of at least 1 as threads, got '0'"):
            count_many(puzzles, threads=0)


@pytest.mark.parametrize("name", ["17_clue.txt", "easy_10k.txt", "top1465.txt", "forum_hardest_1106.txt"])
def test_collections_are_proper(sudoku_data: Path, name: str) -> None:
    """Every puzzle of the collections has exactly one solution, as their makers say, and that is the one found."""
    puzzles = load(sudoku_data / name)
    solutions, status = solve_many(puzzles)
    assert (status == 1).all()
    assert_solved(puzzles, solutions)


def test_a_puzzle_without_one_of_its_clues(sudoku_data: Path) -> None:
    """The puzzles with 17 clues are minimal: without any one clue they have several solutions."""
    puzzles = load(sudoku_data / "17_clue.txt")[:200]
    fewer = []
    for puzzle in puzzles:
        for cell in np.flatnonzero(puzzle):
            less = puzzle.copy()
            less[cell] = 0
            fewer.append(less)
    assert (count_many(np.array(fewer)) == 2).all()


def test_the_engine_for_one_puzzle_needs_no_compiler() -> None:
    """With NUMBA_DISABLE_JIT=1 the same code runs as plain Python and finds the same."""
    program = (
        "import sys, numpy as np\n"
        "from tessella.sudoku.bulk_solver import solve_many\n"
        "puzzles = np.array([[int(c) for c in line] for line in sys.stdin.read().split()], np.uint8)\n"
        "solutions, status = solve_many(puzzles)\n"
        "print(*status, *(''.join(map(str, row)) for row in solutions))\n"
    )
    puzzles = np.concatenate([rows_of(FAMOUS)[[1, 6]], mixture(10, seed=3) % 10])
    done = subprocess.run(
        [sys.executable, "-c", program],
        input="\n".join("".join(map(str, puzzle)) for puzzle in puzzles.tolist()),
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    solutions, status = solve_many(puzzles)
    said = done.stdout.split()
    assert said[: len(puzzles)] == [str(verdict) for verdict in status]
    assert said[len(puzzles) :] == ["".join(map(str, row)) for row in solutions.tolist()]


@pytest.mark.parametrize("threads", [1, 3])
def test_rules_hold_for_every_puzzle(threads: int, variant_data: Path) -> None:
    """With rules, the solutions are those of the collection, whatever the number of threads."""
    same = [one for one in variants(variant_data, "std_generated.jsonl") if one.rules.of_type("anti_knight")][:4]
    puzzles = np.array([[int(sign.replace(".", "0")) for sign in one.givens] for one in same], np.uint8)
    solutions, status = solve_many(puzzles, threads=threads, rules=same[0].rules)
    assert status.tolist() == [1] * len(same)
    assert ["".join(map(str, row)) for row in solutions.tolist()] == [one.solution for one in same]
    assert is_proper_many(puzzles, threads=threads, rules=same[0].rules).all()
    assert (count_many(puzzles, threads=threads) > 1).any()


def test_an_array_of_another_grid_is_refused() -> None:
    """Rules of a grid of six rows want rows of 36 cells."""
    with pytest.raises(TessellaError, match=r"expected an array of shape \(N, 36\)"):
        count_many(EMPTY, rules=Rules.parse("anti_king", (2, 3)))
