"""The commands `tessella sudoku dataset`, as a person starts them."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from support import program
from support.dask_cluster import dask_cluster
from support.machine_code import never_compiled
from support.processes import CHECKOUT, COMMAND, children, has_ended, on_terminal, until
from tessella.cli.main import main
from tessella.compiled.warming import GROUPS
from tessella.io.extras import install_command

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[list[str]]:
    """Give the options of a cluster with one worker."""
    (tmp_path / "dask").mkdir()
    with dask_cluster(tmp_path / "dask") as cluster:
        yield ["--cluster", cluster.address]


@pytest.mark.slow
def test_rate_and_verify(tmp_path: Path, cluster: list[str]) -> None:
    """The rows of some files become the rows of a data set, in their order; one that is changed later is found."""
    (tmp_path / "list.txt").write_text(f"{PUZZLE}\nnonsense\n{PUZZLE[::-1]}\n{'.' * 81}\n")
    (tmp_path / "table.csv").write_text(f"puzzle,solution\n{PUZZLE[::-1]},\n")
    folder = tmp_path / "set"
    files = [str(tmp_path / "list.txt"), str(tmp_path / "table.csv")]
    for parts in (3, 3):  # the second time there is nothing left to be done
        done = program.run("sudoku", "dataset", "rate", str(folder), "--from", *files, "--part", "2", *cluster)
        assert (done.returncode, done.stdout) == (0, "")
        assert done.stderr.splitlines()[-1] == f"5 puzzles in {parts} parts"
    rows = pq.read_table(folder / "data").to_pylist()
    assert [row["puzzle"] for row in rows] == [PUZZLE, None, PUZZLE[::-1], "." * 81, PUZZLE[::-1]]
    assert [row["status"] for row in rows] == ["proper", "unreadable", "proper", "several", "proper"]
    assert [row["er"] for row in rows] == [1.2, None, rows[2]["er"], None, rows[2]["er"]]
    assert rows[0]["id"] == f"sudoku:{PUZZLE}"

    done = program.run("sudoku", "dataset", "verify", str(folder), "--again", *cluster)
    assert (done.returncode, done.stdout) == (0, "3 of 3 parts are right\n")
    part = folder / "data" / "part-00001.parquet"
    data = bytearray(part.read_bytes())
    data[100] ^= 1
    part.write_bytes(data)
    (folder / "data" / "part-00002.parquet").unlink()
    done = program.run("sudoku", "dataset", "verify", str(folder), *cluster, "--lang", "zh")
    assert done.returncode == 1
    assert "data/part-00001.parquet：与写入时不同：校验和不符" in done.stdout
    assert "data/part-00002.parquet：缺失" in done.stdout


@pytest.mark.slow
def test_ctrl_c_leaves_a_whole_directory(tmp_path: Path) -> None:
    """Ctrl-C ends all processes; what is there is whole, and the same command goes on with it."""
    folder = tmp_path / "set"
    words = ["sudoku", "dataset", "make", str(folder), "-n", "100000", "--level", "easy", "--seed", "1", "--part", "8"]
    with on_terminal(*words, "--workers", "2", cols=120) as child:
        child.expect(r"2 workers[;\r]")
        child.expect(r"\d+ puzzles, 2 workers")
        assert child.pid
        workers = children(child.pid, "multiprocessing")
        child.sendintr()
        child.expect("stopped: .* of 100,000 are there; run the same command to go on")
        child.expect("\r\n")
        child.wait()
        assert (child.exitstatus, child.signalstatus) == (130, None)
    assert workers
    until(lambda: all(map(has_ended, workers)))
    assert {path.suffix for path in (folder / "data").iterdir()} == {".parquet"}
    there = {path: path.stat().st_mtime_ns for path in (folder / "data").iterdir()}
    with on_terminal(*words, "--workers", "1", cols=120) as child:
        child.expect(r"\d+ puzzles, 1 worker")
        child.kill(signal.SIGKILL)
        child.wait()
    assert {path: path.stat().st_mtime_ns for path in there} == there


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process at once")
def test_sigterm_leaves_nothing_behind(tmp_path: Path) -> None:
    """Whoever ends the command, as a cluster's scheduler of jobs does, finds no process and no temporary file of it."""
    (tmp_path / "temporary").mkdir()
    words = ["sudoku", "dataset", "make", str(tmp_path / "set"), "-n", "100k", "--seed", "1", "--workers", "1"]
    with subprocess.Popen(
        [*COMMAND, *words],
        env=os.environ | CHECKOUT | {"TMPDIR": str(tmp_path / "temporary")},
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr
        assert process.stderr.readline().startswith("1 worker")
        workers = children(process.pid, "multiprocessing")
        process.terminate()
        assert "Traceback" not in process.stderr.read()
        assert process.wait(600) == 143
    assert workers
    until(lambda: all(map(has_ended, workers)))
    assert not list((tmp_path / "temporary").iterdir())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "expected a command: make, rate, verify or describe"),
        ("make {0}/x", "expected the number of puzzles, such as -n 10k"),
        ("make {0}/x -n 0", "expected a whole number of at least 1, got '0'"),
        ("make {0}/x -n many", "expected a whole number for --number, such as 500, 20k, 1.5M or 25G, got 'many'"),
        ("make {0}/x -n 5 --part 0", "expected a whole number of at least 1, got '0'"),
        ("make {0}/x -n 5 --box 2x3", "expected boxes of 3x3 and no pattern, got '2x3/minimal'"),
        ("make {0}/x -n 5 --clues 17", "expected at least 20 clues in bulk"),
        ("make {0}/x -n 5 --workers 0", "expected a whole number of at least 1, got '0'"),
        ("make {0}/x -n 5 --cluster nowhere", "expected the address of a Dask scheduler that answers, got 'nowhere'"),
        ("make nowhere://x -n 5", "expected a folder, or a URL that fsspec knows, got 'nowhere://x'"),
        ("rate {0}/x --from {0}/missing", "cannot read"),
        ("verify {0}/x", "expected the folder of a data set, got"),
    ],
)
def test_bad_input(words: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bad input is one sentence before anything is started, and leaves no folder behind."""
    assert main(["sudoku", "dataset", *words.format(tmp_path).split()]) == 2
    assert capsys.readouterr().err.startswith(message)
    assert not list(tmp_path.glob("x/data"))


def test_without_the_extra(tmp_path: Path) -> None:
    """Where Dask is missing, a sentence names the extra."""
    code = "import sys; sys.modules['distributed'] = None; from tessella.cli.main import main; sys.exit(main())"
    words = ["sudoku", "dataset", "make", str(tmp_path / "x"), "-n", "5"]
    done = subprocess.run(
        [sys.executable, "-c", code, *words], env=os.environ | CHECKOUT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert install_command("cluster") in done.stderr


@pytest.mark.usefixtures("empty_cache")
def test_compiling_is_seen_and_ends_at_ctrl_c(tmp_path: Path) -> None:
    """Where nothing is compiled yet, a terminal says why the first part takes long; Ctrl-C ends that at once."""
    words = ["sudoku", "dataset", "make", str(tmp_path / "x"), "-n", "5", "--workers", "1"]
    with never_compiled(*GROUPS), on_terminal(*words) as child:
        child.expect("Compiling, this once")
        child.sendintr()
        child.wait()
        assert (child.exitstatus, child.signalstatus) == (130, None)
