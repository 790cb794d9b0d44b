"""The compiled solver and rater on blocks, boards and records."""

from pathlib import Path

import numpy as np
import pytest

from support.rated_files import CHAINS, EASY, NONE, SEVERAL, rated, table
from tessella.compiled.warming import RATER, ensure
from tessella.sudoku import Board, generate, generate_many, rate_many, solve
from tessella.sudoku.batch import rating_job
from tessella.sudoku.batch.blocks import PuzzleBlock
from tessella.sudoku.batch.changeover import Changeover
from tessella.sudoku.batch.engine import solve_block, solve_boards

PUZZLES = [generate(5, k) for k in range(3)]


def test_boards_of_all_kinds() -> None:
    """Proper boards of 9x9 are solved, in their places; all others are left to the plain solver."""
    boards = [PUZZLES[0], Board.empty(), generate(1, box=(2, 2)), PUZZLES[1]]
    assert solve_boards(boards, 1) == [solve(PUZZLES[0]), None, None, solve(PUZZLES[1])]


def test_a_block_tells_what_is_doubtful() -> None:
    """Puzzles that are not solved are doubtful, and those with another solution beside them too."""
    rows = np.array([board.givens for board in [*PUZZLES, Board.empty()]], np.uint8)
    answers = np.array([solve(board).digits for board in [*PUZZLES[:2], PUZZLES[1]]] + [[0] * 81], np.uint8)
    solved = solve_block(PuzzleBlock(1, rows, answers), 1)
    assert (solved.unsolved(), solved.doubtful()) == ([3], [2, 3])
    assert [solution for _puzzle, solution in solved.pairs()] == [*map(solve, PUZZLES), None]
    assert solved.text("line").split() == [*(solve(board).to_text() for board in PUZZLES), "." * 81]
    assert solved.text("csv").split()[3] == "." * 81 + ","


def test_order_does_not_depend_on_threads() -> None:
    """Puzzles on three threads give what one thread gives, which is what `rate_many` says."""
    puzzles = generate_many(60, seed=5)
    text = "".join("".join(".123456789"[digit] for digit in row) + "\n" for row in puzzles.tolist())
    one = rated(text)
    assert rated(text, threads=3) == one
    found = rate_many(puzzles)
    assert [(row[0], row[1], row[2], row[3]) for row in table(one)[1:]] == [
        (line, f"{er:.1f}", f"{ep:.1f}", f"{ed:.1f}")
        for line, er, ep, ed in zip(text.split(), found["er"], found["ep"], found["ed"], strict=True)
    ]


def test_blocks_of_long_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a long file gives does not depend on its being read in blocks."""
    text = f"{EASY}\n" * 20 + f"{NONE}\nno puzzle\n{SEVERAL}\n" + f"{CHAINS}\n" * 3
    answers = []
    ensure(*RATER)
    for long in (1 << 40, 0):
        monkeypatch.setattr(rating_job, "LARGE_SOURCE_BYTES", long)
        monkeypatch.setattr(Changeover, "_is_worth", lambda _self, _begun, long=long: not long)
        answers.append(rated(text))
    assert answers[0] == answers[1]
    assert len(table(answers[0])) == 27


def test_plain_and_compiled_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said of a puzzle does not depend on whether plain Python or the kernels rate it."""
    text = "".join("".join(".123456789"[digit] for digit in row) + "\n" for row in generate_many(12, seed=6).tolist())
    monkeypatch.setattr(Changeover, "_is_worth", lambda _self, _begun: False)
    plain = rated(text + CHAINS, form="json", path=True)
    ensure(*RATER)
    monkeypatch.setattr(Changeover, "_is_worth", lambda _self, _begun: True)
    assert rated(text + CHAINS, form="json", path=True) == plain
