"""Long files, packed files and Parquet, through the real program; and Ctrl-C in the middle of the work."""

import gzip
import os
import random
import subprocess
import sys
import threading
import tracemalloc
import zlib
from importlib import import_module
from pathlib import Path

import pytest

from support.processes import CHECKOUT, run, stopped
from support.reference import sudoku_solutions
from tessella.sudoku.batch import job as job_module
from tessella.sudoku.batch import solving_job
from tessella.sudoku.batch.conversion_job import convert_all
from tessella.sudoku.batch.files import open_puzzles
from tessella.sudoku.batch.job import Job, Output
from tessella.sudoku.formats import line_blocks

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "".join(map(str, next(sudoku_solutions([int(sign) for sign in PUZZLE.replace(".", "0")]))))
SEVERAL = "12......." + "." * 72


def text(lines_: list[str]) -> str:
    """Return the text of a file with these lines."""
    return "".join(f"{line}\n" for line in lines_)


def pairs(n: int, luck: random.Random) -> list[tuple[str, str]]:
    """Return puzzles with their solutions: one, with its digits exchanged."""
    found = []
    for _ in range(n):
        digits = list("123456789")
        luck.shuffle(digits)
        change = str.maketrans("123456789", "".join(digits))
        found.append((PUZZLE.translate(change), SOLVED.translate(change)))
    return found


def unpacked(path: Path) -> str:
    """Return the text of a packed file, unpacked by a package of its own."""
    data = path.read_bytes()
    if path.suffix == ".gz":
        return gzip.decompress(data).decode()
    if path.suffix == ".zst":
        zstandard = import_module("zstandard")
        return str(zstandard.ZstdDecompressor().decompressobj().decompress(data), "ascii")
    return data.decode()


def table(path: Path) -> dict[str, list[str]]:
    """Return the columns of a Parquet file."""
    parquet = import_module("pyarrow.parquet")
    columns: dict[str, list[str]] = parquet.read_table(path).to_pydict()
    return columns


# --- blocks -----------------------------------------------------------------------------------------------------------


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
    # The size alone decides which way a file goes, not how busy the machine is.
    monkeypatch.setattr(solving_job, "MAX_PLAIN_SECONDS", 1e9)
    monkeypatch.setattr(job_module, "BLOCK_BYTES", 82 * 64)
    answers = []
    for long in (1 << 30, 1000):
        monkeypatch.setattr(job_module, "LARGE_SOURCE_BYTES", long)
        for work in ("line", "csv", "json", "check", "convert", "skip"):
            written: list[str] = []
            said: list[str] = []
            with open_puzzles(str(path)) as source:
                skip = 150 if work == "skip" else 0
                job = Job(source, Output(written.append), said.append, keep_going=True, skip=skip, threads=1)
                assert solving_job.Solver(job, None).in_bulk == (long == 1000)
                if work == "check":
                    tally = solving_job.check_all(job)
                elif work == "convert":
                    tally = convert_all(job, form="csv")
                else:
                    tally = solving_job.solve_all(job, form="line" if work == "skip" else work)
            answers.append(("".join(written), said, tally))
    half = len(answers) // 2
    for plain, bulk in zip(answers[:half], answers[half:], strict=True):
        assert plain == bulk
    assert [tally.wrong for _text, _said, tally in answers] == [3] * len(answers)
    assert answers[0][2].improper == 4  # the small one among them


def test_parsing_finds_the_plain_lines() -> None:
    """Runs of plain lines come as arrays that hold their digits, and what is between them as it stands."""
    found = list(line_blocks.parse(f"{PUZZLE}\n{PUZZLE}\n# words\n{SOLVED}\n".encode(), csv=False))
    assert [(rows.first, rows.text) for rows in found] == [(0, b""), (2, b"# words\n"), (3, b"")]
    first, last = found[0].puzzles, found[2].puzzles
    assert first is not None
    assert last is not None
    assert first.tolist() == [[int(sign) for sign in PUZZLE.replace(".", "0")]] * 2
    assert last.tolist() == [[int(sign) for sign in SOLVED]]


# --- packed files -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [".txt", ".gz", ".zst", ".parquet"])
def test_packing_there_and_back(kind: str, tmp_path: Path) -> None:
    """A name's end says how a file is packed; what it holds is told by its beginning, whatever its name."""
    made = pairs(30, random.Random(3))
    packed, plain = tmp_path / f"packed{kind}", tmp_path / "nameless"
    done = run("sudoku", "solve", "--format", "csv", "--out", str(packed), typed=text([one for one, _two in made]))
    assert (done.returncode, done.stderr) == (0, "")
    if kind == ".parquet":
        assert table(packed) == {"puzzle": [one for one, _two in made], "solution": [two for _one, two in made]}
    else:
        assert unpacked(packed) == "puzzle,solution\n" + text([",".join(pair) for pair in made])
    packed.rename(plain)
    again = run("sudoku", "check", "--threads", "1", str(plain))
    assert again.stdout == "30 of 30 puzzles are proper\n"
    piped = run("sudoku", "convert", typed=plain.read_bytes())
    if kind == ".parquet":
        assert piped.returncode == 2
        assert piped.stderr.startswith("expected Parquet in a file, for it is read from its end, got a pipe")
    else:
        assert piped.stdout == text([one for one, _two in made])


def test_a_parquet_file_of_others(tmp_path: Path) -> None:
    """Row n of a Parquet file is spoken of as line n, and what is no puzzle there is a wrong line."""
    arrow = pytest.importorskip("pyarrow")
    parquet = import_module("pyarrow.parquet")
    path = tmp_path / "x.parquet"
    parquet.write_table(arrow.table({"id": [1, 2, 3, 4], "puzzle": [PUZZLE, None, "a\nb,", PUZZLE]}), path)
    done = run("sudoku", "solve", "--keep-going", str(path))
    assert done.stdout == text([SOLVED] * 2)
    assert [line[:7] for line in done.stderr.splitlines()] == ["line 2:", "line 3:"]
    parquet.write_table(arrow.table({"id": [1]}), path)
    done = run("sudoku", "solve", str(path))
    assert (done.returncode, done.stderr) == (2, "expected a column named puzzle, got 'id'\n")


@pytest.mark.parametrize("kind", ["gz", "zst", "parquet"])
def test_broken_files(kind: str, tmp_path: Path) -> None:
    """A packed file that ends too early is one sentence, and never a short answer taken for a whole one."""
    path = tmp_path / f"x.{kind}"
    form = "csv" if kind == "parquet" else "line"
    made = text([one for one, _two in pairs(50, random.Random(1))])
    assert run("sudoku", "convert", "--format", form, "--out", str(path), typed=made).returncode == 0
    path.write_bytes(path.read_bytes()[:-20])
    done = run("sudoku", "solve", str(path), "--out", str(tmp_path / "out"))
    assert done.returncode == 2
    assert done.stderr.startswith("expected a file that can be unpacked, got ")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_bomb_does_not_fill_memory(tmp_path: Path) -> None:
    """Half a gigabyte of nothing in half a megabyte is refused, and is never held in memory."""
    packer = zlib.compressobj(9, wbits=31)
    data = b"".join(packer.compress(b"." * (1 << 20)) for _ in range(512)) + packer.flush()
    path = tmp_path / "bomb"
    path.write_bytes(data)
    said: list[str] = []
    tracemalloc.start()
    try:
        with open_puzzles(str(path)) as source:
            tally = convert_all(Job(source, Output(said.append), said.append, keep_going=True), form="line")
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (tally.read, tally.wrong) == (0, 1)
    assert said[1].startswith("line 1: expected a line of at most")
    assert peak < 32 << 20


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="Python has Zstandard itself")
@pytest.mark.parametrize(("package", "kind"), [("pyarrow", "parquet"), ("zstandard", "zst")])
def test_without_the_extra(package: str, kind: str, tmp_path: Path) -> None:
    """Where an optional package is missing, one sentence says how to get it, for reading and for writing."""
    code = (
        f"import sys; sys.modules[{package!r}] = None; from tessella.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    path = tmp_path / f"x.{kind}"
    path.write_bytes({"parquet": b"PAR1", "zst": b"\x28\xb5\x2f\xfd"}[kind] + b"x" * 100)
    for arguments in (["solve", str(path)], ["convert", PUZZLE, "--out", str(tmp_path / f"y.{kind}")]):
        done = subprocess.run(
            [sys.executable, "-c", code, "sudoku", *arguments],
            env=os.environ | CHECKOUT,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 2
        assert done.stderr.startswith(f"expected the package {package} for ")
        assert done.stderr.endswith("install it with: pip install 'tessella[data]'\n")
        assert done.stderr.count("\n") == 1
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_what_parquet_does_not_hold(tmp_path: Path) -> None:
    """Only puzzles go into a Parquet file: not sentences, nor pictures."""
    out = str(tmp_path / "x.parquet")
    assert run("sudoku", "check", "--out", out, typed=PUZZLE).stderr.startswith(
        "expected the name of a text file, got "
    )
    drawn = run("sudoku", "convert", "--out", out, "--format", "rows", typed=PUZZLE)
    assert drawn.stderr == "expected csv as the format of a Parquet file, got 'rows'\n"


# --- going on ---------------------------------------------------------------------------------------------------------


def test_skip_and_first() -> None:
    """`--skip` and `--first` begin in the middle, and what they give is the rest of the whole."""
    made = pairs(9, random.Random(4))
    done = run("sudoku", "solve", "--skip", "4", typed=text(["# a list", *(one for one, _two in made)]))
    assert done.stdout == text([two for _one, two in made[4:]])
    whole = run("sudoku", "new", "-n", "5", "--seed", "3").stdout.splitlines()
    assert run("sudoku", "new", "-n", "2", "--seed", "3", "--first", "3").stdout.splitlines() == whole[3:]


@pytest.mark.skipif(sys.platform == "win32", reason="another process cannot press Ctrl-C there")
@pytest.mark.parametrize("kind", ["txt", "gz"])
def test_interrupted_solving(kind: str, tmp_path: Path) -> None:
    """Ctrl-C leaves whole answers under another name, the old file as it was, and says how to go on."""
    out = tmp_path / f"out.{kind}"
    out.write_text("what was there", encoding="utf-8")
    made = pairs(4000, random.Random(6))
    feed = text([one for one, _two in made]).encode()
    code, said = stopped(["solve", "--out", out.name, "--timeout", "9"], feed, tmp_path)
    assert code == 130
    assert out.read_text(encoding="utf-8") == "what was there"
    part = tmp_path / f"out.{kind}.part"
    assert {one.name for one in tmp_path.iterdir()} == {out.name, part.name}
    part = part.rename(tmp_path / f"part.{kind}")
    answers = unpacked(part).splitlines()
    assert answers == [two for _one, two in made][: len(answers)]
    assert len(answers) > 0
    n = len(answers)
    assert said == f"stopped after {n} puzzles, saved in 'out.{kind}.part'; continue with --skip {n}\n"


@pytest.mark.skipif(sys.platform == "win32", reason="another process cannot press Ctrl-C there")
def test_interrupted_making(tmp_path: Path) -> None:
    """What `new` says at Ctrl-C makes the puzzles that are missing."""
    arguments = ["new", "-n", "90000", "--pattern", "#" * 81, "--seed", "8", "--out", "out.txt"]
    code, said = stopped(arguments, b"", tmp_path)
    assert code == 130
    assert not (tmp_path / "out.txt").exists()
    n = len((tmp_path / "out.txt.part").read_text(encoding="utf-8").splitlines())
    assert said == (
        f"stopped after {n} puzzles, saved in 'out.txt.part'; continue with --seed 8 --first {n} -n {90000 - n}\n"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes in folders there")
def test_what_is_no_file_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    """`--out` writes into a pipe that has a name, which is a pipe afterwards too; `-` is standard output."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found: list[str] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    done = run("sudoku", "new", "--seed", "1", "--out", str(pipe))
    reader.join()
    assert done.returncode == 0, done.stderr
    assert pipe.is_fifo()
    assert run("sudoku", "new", "--seed", "1", "--out", "-").stdout == found[0]


@pytest.mark.parametrize("name", [".", "..", os.sep])
def test_a_folder_is_no_file_to_write(name: str) -> None:
    """A name that stands for a folder is one sentence and exit code 2."""
    done = run("sudoku", "new", "--seed", "1", "--out", name)
    assert done.returncode == 2
    assert done.stderr.startswith("cannot write ")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no /dev/full")
def test_no_room_on_standard_output_is_one_sentence() -> None:
    """What standard output does not take is said in one sentence, with exit code 2."""
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "tessella", "sudoku", "new", "--seed", "1", "--lang", "en"]
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=os.environ | CHECKOUT
        )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("cannot write to standard output: ")
