"""Blocks of puzzles against single lines."""

import random
from pathlib import Path

import pytest

from support.packed_files import PUZZLE, SEVERAL, SOLVED, pairs
from tessella.compiled.warming import SOLVER, ensure
from tessella.sudoku.batch import changeover, jobs
from tessella.sudoku.batch import job as job_module
from tessella.sudoku.batch.job import Job, Output, load_engine, open_puzzles
from tessella.sudoku.batch.jobs import convert_all


def mixed(form: str) -> list[str]:
    """Return lines of all kinds: plain puzzles, comments, other formats, wrong ones and some that are not proper."""
    made = pairs(400, random.Random(9))
    if form == "csv":
        found = [f"{puzzle},{solution if n % 3 else ''}" for n, (puzzle, solution) in enumerate(made)]
        found[20] = f"{made[20][0]},{SOLVED[::-1]}"
        found[21] = f'"{made[21][0]}",{made[21][1]}'
    else:
        found = [puzzle for puzzle, _solution in made]
        found[20] = found[20].replace(".", "0")
        found[21] += "  # and words"
    comma = "," if form == "csv" else ""
    found[7] = SEVERAL + comma
    found[100] = "55" + "." * 79 + comma
    found[101] = PUZZLE[:-1] + "5" + comma
    found[102] = PUZZLE[:80] + comma
    found[103] = "12......" + "." * 8 + comma
    found[150] += "\r"
    found[200:200] = ["# a comment", "", "no puzzle" + comma, "." * 80 + "A" + comma]
    return found


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
@pytest.mark.parametrize("form", ["line", "csv"])
def test_blocks_give_what_single_lines_give(
    form: str, end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mixed file gives the same text, the same sentences and the same count in blocks and line by line."""
    path = tmp_path / "many"
    content = (end or "\n").join([*(["puzzle,solution"] if form == "csv" else []), *mixed(form)]) + end
    path.write_bytes(content.encode())
    ensure(*SOLVER)
    loaded = list[bool]()

    def loading() -> object:
        loaded.append(True)
        return load_engine()

    monkeypatch.setattr(jobs, "load_engine", loading)
    monkeypatch.setattr(job_module, "BLOCK_BYTES", 82 * 64)
    answers = []
    for seconds, long in ((1e9, 1 << 30), (-1, 1000)):
        monkeypatch.setattr(changeover, "LOADING_SECONDS", seconds)
        monkeypatch.setattr(jobs, "LARGE_SOURCE_BYTES", long)
        for work in ("line", "csv", "json", "check", "convert", "skip"):
            written: list[str] = []
            said: list[str] = []
            with open_puzzles(str(path)) as source:
                skip = 150 if work == "skip" else 0
                job = Job(source, Output(written.append), said.append, keep_going=True, skip=skip, threads=1)
                if work == "check":
                    tally = jobs.check_all(job)
                elif work == "convert":
                    tally = convert_all(job, form="csv")
                else:
                    tally = jobs.solve_all(job, form="line" if work == "skip" else work)
            answers.append(("".join(written), said, tally))
        assert bool(loaded) == (seconds < 0)
    half = len(answers) // 2
    for plain, bulk in zip(answers[:half], answers[half:], strict=True):
        assert plain == bulk
    assert [tally.wrong for _text, _said, tally in answers] == [3] * len(answers)
    assert answers[0][2].improper == 4  # the small one among them
