"""Ratings of whole files, through the real program."""

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.processes import CHECKOUT, stopped
from support.program import run
from support.rated_files import CHAINS, EASY, HEADER, NONE, SEVERAL, table
from tessella.sudoku import Board
from tessella.sudoku.batch import rating_job
from tessella.sudoku.batch.job import Job, Output
from tessella.sudoku.batch.rated import RatedRecord
from tessella.sudoku.kernels.rating.steps import NAMES
from tessella.sudoku.notation import Record
from tessella.sudoku.rating.levels import LEVELS
from tessella.sudoku.rating.rater import rate


def test_a_row_a_line(tmp_path: Path) -> None:
    """Every line has its row, in order, with ratings or with what is wrong, and the exit code tells the worst."""
    lines = [
        'what, "is" this',
        EASY.replace(".", "0"),
        SEVERAL,
        "# a comment",
        CHAINS[:-1],
        "",
        NONE,
        CHAINS,
        "." * 80 + "A",
    ]
    path = tmp_path / "many.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    done = run("sudoku", "rate", str(path), "--format", "csv")
    assert (done.returncode, done.stderr) == (2, "")
    header, *rows = table(done.stdout)
    assert header == HEADER
    assert [row[0] for row in rows] == [lines[0], EASY, SEVERAL, lines[4], NONE, CHAINS, lines[8]]
    assert [row[1:5] for row in rows] == [
        [""] * 4, ["1.5", "1.2", "1.2", "beginner"], *[[""] * 4] * 3, ["7.2", "1.2", "1.2", "expert"], [""] * 4,
    ]  # fmt: skip
    problems = [row[6] for row in rows]
    assert [bool(problem) for problem in problems] == [not row[1] for row in rows]
    assert "expected 81 cells, got 80" in problems[3]
    assert problems[4].startswith("no solution: row 1 holds 5 more than once")
    assert problems[2].startswith("more than one solution, for example ")
    first, second = problems[2].removeprefix("more than one solution, for example ").split(" and ")
    assert first != second
    for solution in (first, second):
        assert solution.startswith("12")
        assert not Board.parse(solution).problems()
    used = dict(pair.rsplit(":", 1) for pair in rows[1][5].split(";"))
    assert set(used) <= set(NAMES)
    assert sum(map(int, used.values())) == EASY.count(".")  # an easy puzzle takes a step a cell


@pytest.mark.parametrize(("lines", "code"), [([EASY, CHAINS], 0), ([EASY, SEVERAL], 1), ([EASY, "?", NONE], 2)])
def test_exit_codes(lines: list[str], code: int) -> None:
    """0 where all is rated, 1 where some puzzle is not proper, 2 where some line is none."""
    done = run("sudoku", "rate", "--format", "json", typed="\n".join(lines))
    assert done.returncode == code
    values = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["er"] is None for one in values] == [one["problem"] is not None for one in values]
    assert [one["puzzle"] for one in values] == lines


def test_agrees_with_the_original(sudoku_data: Path) -> None:
    """A table of ratings by Sudoku Explainer 1.2.1 is read as it is, and answered with the same numbers."""
    path = sudoku_data / "se_1.2.1_sample.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    wanted = rows[-80:]
    done = run("sudoku", "rate", str(path), "--format", "csv", "--skip", str(len(rows) - 80), "--threads", "2")
    assert (done.returncode, done.stderr) == (0, "")
    found = list(csv.DictReader(io.StringIO(done.stdout)))
    assert list(found[0]) == HEADER
    assert [[row[name] for name in HEADER[:4]] for row in found] == [
        [row[name] for name in HEADER[:4]] for row in wanted
    ]
    for row in found:
        assert row["level"] == next(name for name, most in LEVELS.items() if float(row["er"]) <= most)


def test_other_sizes_are_refused() -> None:
    """A grid that is not 9x9 has no rating, and the row says why."""
    done = run("sudoku", "rate", "--format", "csv", typed="1...|..2.|.3..|...4\n".replace("|", ""))
    assert done.returncode == 2
    assert "9x9 grids" in table(done.stdout)[1][6]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--format", "xml"], "expected a format, one of text, csv, json, got 'xml'"),
        (["--threads", "0"], "expected a whole number of at least 1, got '0'"),
        (["--out", "x.parquet"], "expected the name of a text file, got 'x.parquet': Parquet files hold puzzles"),
        (["--box", "9"], "expected"),
    ],
)
def test_bad_arguments(arguments: list[str], sentence: str) -> None:
    """What cannot be is one sentence on standard error, and exit code 2."""
    done = run("sudoku", "rate", EASY, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(sentence)
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="another process cannot press Ctrl-C there")
def test_interrupted(tmp_path: Path) -> None:
    """Ctrl-C leaves whole rows under another name, and says how to go on."""
    feed = f"{EASY}\n".encode() * 4000
    code, said = stopped(["rate", "--format", "csv", "--out", "out.csv"], feed, tmp_path)
    assert code == 130
    (part,) = tmp_path.iterdir()
    assert part.name == "out.csv.part"
    rows = table(part.read_text(encoding="utf-8"))[1:]
    assert {tuple(row[:4]) for row in rows} == {(EASY, "1.5", "1.2", "1.2")}
    assert said == f"stopped after {len(rows)} puzzles, saved in 'out.csv.part'; continue with --skip {len(rows)}\n"


def test_the_first_row_waits_for_no_other_rating() -> None:
    """Whether a puzzle stands alone is known when the next one was read, so a table begins before that is rated."""
    board = Board.parse(EASY)

    def found() -> Iterator[RatedRecord]:
        yield RatedRecord(Record(1, EASY, board), rate(board))
        pytest.fail("the second puzzle was rated first")

    job = Job(io.BytesIO(), Output(print), warn=print)
    texts = rating_job._texts(found(), "text", job, path=False, puzzles=2)
    assert next(texts).text.split() == ["ER", "EP", "ED", "puzzle", "level"]
    assert EASY in next(texts).text


def test_one_puzzle_needs_no_kernel() -> None:
    """A puzzle short of nested chains is rated without numba and numpy, which take longer to load than the rating."""
    code = (
        "import sys; from tessella.cli.main import main; main(sys.argv[1:]); print({'numba', 'numpy'} & {*sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "sudoku", "rate", EASY],
        env=os.environ | CHECKOUT,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "set()"
