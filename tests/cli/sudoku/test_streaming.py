"""Work on a stream of puzzles: formats, files and exit codes."""

import argparse
import os
import select
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from support.processes import PATIENCE
from tessella.cli.main import main
from tessella.cli.sudoku import streaming
from tessella.errors import ParseError
from tessella.sudoku.batch import changeover

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_bad_input_leaves_the_output_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The output file is replaced only if all goes well, or if bad lines are to be skipped."""
    source, out = tmp_path / "in", tmp_path / "out"
    source.write_text(f"{PUZZLE}\nnonsense\n{PUZZLE}\n", encoding="utf-8")
    out.write_text("before", encoding="utf-8")
    assert main(["sudoku", "convert", str(source), "--out", str(out)]) == 2
    assert capsys.readouterr().err.startswith("'in', line 2: ")
    assert out.read_text(encoding="utf-8") == "before"
    assert main(["sudoku", "convert", str(source), "--out", str(out), "--keep-going"]) == 2
    assert out.read_text(encoding="utf-8") == f"{PUZZLE}\n{PUZZLE}\n"
    assert main(["sudoku", "convert", str(source), "--out", str(out), "--keep-going", "--skip", "1"]) == 2
    assert out.read_text(encoding="utf-8") == f"{PUZZLE}\n"


def test_the_format_follows_reader_and_file() -> None:
    """Parquet holds csv; a program gets lines; what is asked for is checked."""
    assert streaming.format_of(argparse.Namespace(format=None, out="x.parquet")) == "csv"
    assert streaming.format_of(argparse.Namespace(format=None, out="x")) == "line"
    assert streaming.format_of(argparse.Namespace(format=None, out=None), "small") == "small"
    with pytest.raises(ParseError, match="expected csv as the format of a Parquet file, got 'line'"):
        streaming.format_of(argparse.Namespace(format="line", out="x.parquet"))
    with pytest.raises(ParseError, match="expected a format, one of"):
        streaming.format_of(argparse.Namespace(format="x", out=None))


def test_the_format_to_read_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown --from is refused before anything is read."""
    assert main(["sudoku", "solve", PUZZLE, "--from", "x"]) == 2
    assert capsys.readouterr().err.startswith("expected a format, one of ")


@pytest.mark.skipif(sys.platform == "win32", reason="nobody can tell there whether a pipe is empty")
@pytest.mark.parametrize(
    ("command", "heading"), [("solve", 0), ("convert", 0), ("rate --format csv", 1), ("rate --format json", 0)]
)
def test_a_slow_pipe_is_answered_puzzle_by_puzzle(command: str, heading: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code waits for no full block: each puzzle has its answer before the next one is written."""
    monkeypatch.setattr(changeover, "LOADING_SECONDS", 0)
    (source, typed), (answers, out) = os.pipe(), os.pipe()
    answers_in_time = []

    def type_and_read() -> None:
        with os.fdopen(typed, "w") as puzzles, os.fdopen(answers, "rb", 0) as rows:
            for number in range(4):
                print(PUZZLE, file=puzzles, flush=True)
                for _ in range(1 if number else 1 + heading):
                    if not select.select([rows], [], [], PATIENCE)[0]:  # which only a row that never comes reaches
                        return
                    rows.readline()
                answers_in_time.append(number)

    with ThreadPoolExecutor() as threads, os.fdopen(source) as stdin, os.fdopen(out, "w") as stdout:
        typing = threads.submit(type_and_read)
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(sys, "stdout", stdout)
        assert main(["sudoku", *command.split()]) == 0
        typing.result()
    assert answers_in_time == [0, 1, 2, 3]
