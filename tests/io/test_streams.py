"""Streams in and out: packed files, files that are replaced, Ctrl-C."""

import io
import os
import random
import signal
import subprocess
import sys
import threading
import tracemalloc
import zlib
from pathlib import Path

import pytest

from support import processes
from support.packed_files import pairs, table, text, unpacked
from support.processes import CHECKOUT, stopped
from support.program import run
from tessella.io.streams import InputStream, OutputFile, atomic_file
from tessella.sudoku.batch.job import Job, Output, open_puzzles
from tessella.sudoku.batch.jobs import convert_all


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
    piped = processes.run("sudoku", "convert", typed=plain.read_bytes())
    if kind == ".parquet":
        assert piped.returncode == 2
        assert piped.stderr.startswith("cannot read Parquet from a pipe")
    else:
        assert piped.stdout == text([one for one, _two in made])


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
    assert done.stderr.startswith("cannot decompress ")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_bomb_does_not_fill_memory(tmp_path: Path) -> None:
    """A hundred megabytes of nothing in a hundred kilobytes are refused, and are never held in memory."""
    packer = zlib.compressobj(9, wbits=31)
    data = b"".join(packer.compress(b"." * (1 << 20)) for _ in range(100)) + packer.flush()
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
    (sentence,) = said
    assert sentence.startswith("'bomb', line 1: expected a line of at most")
    assert peak < 32 << 20


@pytest.mark.skipif(sys.platform == "win32", reason="another process cannot press Ctrl-C there")
@pytest.mark.parametrize(
    ("kind", "ending"), [("txt", "SIGINT"), ("gz", "SIGINT"), ("txt", "SIGTERM"), ("gz", "SIGHUP")]
)
def test_interrupted_solving(kind: str, ending: str, tmp_path: Path) -> None:
    """Ctrl-C leaves whole answers under another name, the old file as it was, and says how to go on; so do signals."""
    out = tmp_path / f"out.{kind}"
    out.write_text("what was there", encoding="utf-8")
    made = pairs(4000, random.Random(6))
    feed = text([one for one, _two in made]).encode()
    number = getattr(signal, ending)
    code, said = stopped(["solve", "--out", out.name, "--timeout", "600"], feed, tmp_path, number)
    assert code == 128 + number
    assert out.read_text(encoding="utf-8") == "what was there"
    part = tmp_path / f"out.{kind}.part"
    assert {one.name for one in tmp_path.iterdir()} == {out.name, part.name}
    part = part.rename(tmp_path / f"part.{kind}")
    answers = unpacked(part).splitlines()
    assert answers == [two for _one, two in made][: len(answers)]
    assert len(answers) > 0
    n = len(answers)
    assert said == f"stopped after {n} puzzles, saved in 'out.{kind}.part'; continue with --skip {n}\n"


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


@pytest.mark.parametrize("name", [".", "..", "", os.sep, "x" * 300, f"{'x' * 300}/puzzles.txt", f"{__file__}/x"])
def test_a_name_that_no_file_can_have(name: str) -> None:
    """A name of a folder, too long a name, and a file in place of a folder are one sentence and exit code 2."""
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


@pytest.mark.skipif(os.name == "nt", reason="Windows lets few make links")
def test_a_link_to_itself_becomes_a_file(tmp_path: Path) -> None:
    """A link that leads to nothing but itself gives way to what is written."""
    link = tmp_path / "link"
    link.symlink_to(link)
    done = run("sudoku", "new", "--seed", "1", "--out", str(link))
    assert (done.returncode, done.stderr, len(link.read_text().strip())) == (0, "", 81)


@pytest.mark.skipif(os.name == "nt", reason="Windows lets few make links")
def test_links_and_modes_stay(tmp_path: Path) -> None:
    """A link stays one, a file keeps its mode, and a link in the place of the temporary file is not followed."""
    there, link, other = tmp_path / "folder" / "there.txt", tmp_path / "link.txt", tmp_path / "other.txt"
    there.parent.mkdir()
    for path in (there, other):
        path.write_text("before")
    there.chmod(0o640)
    link.symlink_to(there)
    (there.parent / f".{there.name}.{os.getpid()}").symlink_to(other)
    with OutputFile(str(link)) as target:
        target.write("after")
    assert (link.is_symlink(), link.read_text(), other.read_text()) == (True, "after", "before")
    assert there.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in there.parent.iterdir()) == ["there.txt"]


@pytest.mark.skipif(sys.platform == "win32", reason="nobody can tell there whether a pipe is empty")
def test_a_pipe_is_idle_between_what_is_written() -> None:
    """A pipe is idle while nobody has written more, and no longer at its end; what is no pipe never is."""
    source, target = os.pipe()
    with os.fdopen(source, "rb") as pipe, os.fdopen(target, "wb", 0) as writer:
        writer.write(b"12345")
        stream = InputStream(pipe, "-")
        assert (stream.read(9), stream.is_idle()) == (b"12345", True)
        writer.write(b"6")
        assert not stream.is_idle()
        assert (stream.read(9), stream.is_idle()) == (b"6", True)
        writer.close()
        assert not stream.is_idle()
    assert not InputStream(io.BytesIO(b"12345"), "-").is_idle()


# --- Whole files -----------------------------------------------------------------------------------------------------


def test_the_new_file_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    """What was written is there afterwards, and nothing else; before that the old file is."""
    path = tmp_path / "x"
    path.write_bytes(b"old")
    with atomic_file(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert [one.name for one in tmp_path.iterdir()] == ["x"]


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_what_goes_wrong_leaves_the_old_file(tmp_path: Path, error: type[BaseException]) -> None:
    """Where writing fails or is broken off, the old file is what it was, and nothing lies beside it."""
    path = tmp_path / "x"
    path.write_bytes(b"old")

    def write() -> None:
        with atomic_file(path) as file:
            file.write(b"half of the n")
            raise error

    with pytest.raises(error):
        write()
    assert path.read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == ["x"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """The error of the system is raised as it is."""
    with pytest.raises(FileNotFoundError), atomic_file(tmp_path / "gone" / "x"):
        pytest.fail("there is nothing to write to")
