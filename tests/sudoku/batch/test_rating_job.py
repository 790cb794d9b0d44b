"""Ratings of whole files, through the real program."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.processes import CHECKOUT, run, stopped
from support.reference import sudoku_solutions
from tessella import i18n
from tessella.sudoku import Board, generate_many, rate_many
from tessella.sudoku.batch import rating_job
from tessella.sudoku.batch.job import Job, Output
from tessella.sudoku.kernels.rating.steps import NAMES
from tessella.sudoku.rating.levels import LEVELS

# Sudoku Explainer 1.2.1 says of the first two: 1.5/1.2/1.2 and 9.0/1.2/1.2.
EASY = "......7.21..8.....3.....4...7....5...2.1........3...6.4...65..........1.....2...."
HARD = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
SEVERAL = "12......." + "." * 72
NONE = "55" + "." * 79
HEADER = ["puzzle", "er", "ep", "ed", "level", "techniques", "problem"]


def table(text: str) -> list[list[str]]:
    """Return the fields of CSV."""
    return list(csv.reader(io.StringIO(text)))


def rated(text: str, *, form: str = "csv", path: bool = False, threads: int | None = 1) -> str:
    """Return what is written about the puzzles of a text."""
    written: list[str] = []
    job = Job(io.BytesIO(text.encode()), Output(written.append), lambda _: None, threads=threads)
    rating_job.rate_all(job, form=form, path=path)
    return "".join(written)


def test_a_row_a_line(tmp_path: Path) -> None:
    """Every line has its row, in order, with ratings or with what is wrong, and the exit code tells the worst."""
    lines = [
        'what, "is" this',
        EASY.replace(".", "0"),
        SEVERAL,
        "# a comment",
        HARD[:-1],
        "",
        NONE,
        HARD,
        "." * 80 + "A",
    ]
    path = tmp_path / "many.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    done = run("sudoku", "rate", str(path), "--format", "csv")
    assert (done.returncode, done.stderr) == (2, "")
    header, *rows = table(done.stdout)
    assert header == HEADER
    assert [row[0] for row in rows] == [lines[0], EASY, SEVERAL, lines[4], NONE, HARD, lines[8]]
    assert [row[1:5] for row in rows] == [
        [""] * 4, ["1.5", "1.2", "1.2", "beginner"], *[[""] * 4] * 3, ["9.0", "1.2", "1.2", "extreme"], [""] * 4,
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


@pytest.mark.parametrize(("lines", "code"), [([EASY, HARD], 0), ([EASY, SEVERAL], 1), ([EASY, "?", NONE], 2)])
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


def test_order_does_not_depend_on_threads() -> None:
    """Hundreds of puzzles on three threads give what one thread gives, which is what `rate_many` says."""
    puzzles = generate_many(300, seed=5)
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
    text = f"{EASY}\n" * 40 + f"{NONE}\nno puzzle\n{SEVERAL}\n" + f"{HARD}\n" * 3
    answers = []
    for long in (1 << 40, 0):
        monkeypatch.setattr(rating_job, "LARGE_SOURCE_BYTES", long)
        answers.append(rated(text))
    assert answers[0] == answers[1]
    assert len(table(answers[0])) == 47


def test_the_path_is_a_certificate() -> None:
    """Every step of a path is named, rated and true; together they fill the grid, the hardest of them being the ER."""
    (found,) = [json.loads(line) for line in rated(HARD, form="json", path=True).splitlines()]
    solution = next(sudoku_solutions([int(sign) for sign in HARD.replace(".", "0")]))
    filled = set()
    for step in found["path"]:
        assert step["technique"] in NAMES
        for move in step["placements"]:
            row, col, digit = int(move[1]), int(move[3]), int(move[5:])
            assert solution[9 * row + col - 10] == digit
            filled.add((row, col))
        for gone in step["eliminations"]:
            assert solution[9 * int(gone[1]) + int(gone[3]) - 10] != int(gone[6])
    assert len(filled) == HARD.count(".")
    assert max(step["rating"] for step in found["path"]) == found["er"] == 9.0
    assert len(found["path"]) == found["steps"]
    lines = rated(HARD, form="text", path=True).splitlines()
    assert lines[0] == f"# {HARD} 9.0/1.2/1.2"
    assert len(lines) == found["steps"] + 1
    header, fields = table(rated(HARD, path=True))
    assert header == [*HEADER, "path"]
    assert fields[7] == "; ".join(lines[1:])


def test_one_puzzle_for_people() -> None:
    """One puzzle gets a report, in the language that is spoken, with the techniques that it needs."""
    done = run("sudoku", "rate", EASY)
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert "ER  1.5: the hardest step" in lines
    assert lines[-1].split(maxsplit=2)[::2] == ["1.5", "hidden single in line"]
    i18n.use("zh")
    assert "\n".join(lines) != rated(EASY, form="text")


def test_two_solutions_are_shown() -> None:
    """A puzzle with several solutions is not rated: two that differ are drawn, and said to be so."""
    done = run("sudoku", "rate", SEVERAL)
    assert done.returncode == 1
    assert "more than one solution" in done.stderr
    rows = [line for line in done.stdout.splitlines() if line.count("|") == 4]
    assert len(rows) == 9
    grids = []
    for part in (slice(24), slice(24, None)):
        signs = [[int(sign) for sign in row[part] if sign in "123456789"] for row in rows]
        assert signs[0][:2] == [1, 2]
        assert not Board.from_rows(signs).problems()
        grids.append(signs)
    assert grids[0] != grids[1]
    none = run("sudoku", "rate", NONE)
    assert none.returncode == 1
    assert "no solution" in none.stderr


def test_many_puzzles_for_people() -> None:
    """A list is a table, a line a puzzle; a line that is none ends it, unless it is to be passed over."""
    text = f"{EASY}\n{NONE}\nno puzzle\n{HARD}\n"
    done = run("sudoku", "rate", typed=text)
    assert done.returncode == 2
    assert [line.split()[:4] for line in done.stdout.splitlines()[1:]] == [
        ["1.5", "1.2", "1.2", EASY],
        ["-", "-", "-", NONE],
    ]
    assert [line.partition(":")[0] for line in done.stderr.splitlines()] == ["line 2", "line 3"]
    going = run("sudoku", "rate", "--keep-going", typed=text)
    assert going.returncode == 2
    assert going.stdout.splitlines()[-1].split()[:4] == ["9.0", "1.2", "1.2", HARD]


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


def test_plain_and_compiled_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said of a puzzle does not depend on whether plain Python or the kernels rate it."""
    text = "".join("".join(".123456789"[digit] for digit in row) + "\n" for row in generate_many(30, seed=6).tolist())
    plain = rated(text + HARD, form="json", path=True)
    monkeypatch.setattr(rating_job, "MAX_PLAIN_SECONDS", -1)
    assert rated(text + HARD, form="json", path=True) == plain


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
        timeout=60,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "set()"
