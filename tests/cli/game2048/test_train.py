"""Training and measuring players on the command line."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pexpect
import pytest

from support.machine_code import never_compiled
from support.processes import CHECKOUT, WITH_GRACE, children, on_terminal, until
from support.program import run
from tessella.game2048.training import weights


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, "subprocess.CompletedProcess[str]"]:
    """Return a folder in which a network was trained, and what was said."""
    folder = tmp_path_factory.mktemp("trained")
    done = run("2048", "train", str(folder / "a.training"), "--moves", "200k", "--method", "td", "--seed", "4")
    return folder, done


def test_a_training_to_its_end(trained: "tuple[Path, subprocess.CompletedProcess[str]]") -> None:
    """A training leaves itself, a network, a curve and its picture, and prints a row for each point of the curve."""
    folder, done = trained
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in folder.iterdir()) == ["a.jsonl", "a.network", "a.svg", "a.training"]
    rows = [json.loads(line) for line in (folder / "a.jsonl").read_text(encoding="utf-8").splitlines()]
    lines = done.stdout.splitlines()
    assert lines[0].split()[:5] == ["moves", "time", "games", "mean", "error"]
    assert [int(line.split()[2].replace(",", "")) for line in lines[1:-1]] == [row["games"] for row in rows]
    assert rows[-1]["moves"] == 200_000
    assert rows[-1]["mean"] > 1500
    assert rows[-1].keys() == {"moves", "seconds", "games", "mean", "stderr", "best", "reached"}
    drawing = ET.parse(folder / "a.svg").getroot()  # noqa: S314 - our own file
    assert len(drawing.findall(".//{*}polyline")) >= 1
    made = weights.load(folder / "a.network")
    assert (made.name, made.about["moves"], made.about["method"]) == ("4x6", 200_000, "td")


def test_a_training_that_is_done_is_not_begun_again(trained: "tuple[Path, subprocess.CompletedProcess[str]]") -> None:
    """A name that is taken is refused, with the way to go on; a training to its end says so again."""
    folder, _done = trained
    path = str(folder / "a.training")
    refused = run("2048", "train", path, "--moves", "1M")
    assert refused.returncode == 2
    assert "expected the name of a new file, got" in refused.stderr
    assert "hint: --resume" in refused.stderr
    again = run("2048", "train", path, "--resume")
    assert again.returncode == 0
    assert again.stdout.splitlines()[-1].startswith("the network is in")


def test_further_than_at_first(trained: "tuple[Path, subprocess.CompletedProcess[str]]", tmp_path: Path) -> None:
    """A training that is done can go on to another goal; its curve goes on where it was."""
    folder, _done = trained
    path = tmp_path / "b.training"
    path.write_bytes((folder / "a.training").read_bytes())
    done = run("2048", "train", str(path), "--resume", "--moves", "400k")
    assert done.returncode == 0, done.stderr
    old = (folder / "a.jsonl").read_text(encoding="utf-8").splitlines()
    new = (tmp_path / "b.jsonl").read_text(encoding="utf-8").splitlines()
    assert new[: len(old)] == old
    assert json.loads(new[-1])["moves"] == 400_000


def test_a_new_training_from_one(trained: "tuple[Path, subprocess.CompletedProcess[str]]", tmp_path: Path) -> None:
    """--from takes a training too: what is not asked for is as in it, and moves count anew."""
    folder, _done = trained
    source = str(folder / "a.training")
    done = run("2048", "train", str(tmp_path / "f.training"), "--from", source, "--moves", "70k", "--rate", "0.05")
    assert done.returncode == 0, done.stderr
    last = json.loads((tmp_path / "f.jsonl").read_text(encoding="utf-8").splitlines()[-1])
    assert (last["moves"], last["mean"] > 2500) == (70_000, True)
    refused = run("2048", "train", str(tmp_path / "g.training"), "--from", source, "--method", "tc")
    assert "expected the method of the training to begin from, td, got 'tc'" in refused.stderr
    assert not (tmp_path / "g.training").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")
def test_ctrl_c_on_a_terminal(tmp_path: Path) -> None:
    """A bar tells how far it is; Ctrl-C stops the training, which is kept, and says how to go on."""
    path = tmp_path / "c.training"
    with on_terminal("2048", "train", str(path), "--moves", "100G", "--method", "td", cols=200) as child:
        child.expect(r"\[-{20}\]   0%  \S+ moves  \S+/s.*left")
        child.sendintr()
        child.expect("stopped after (.*) moves, saved in")
        child.expect(r"continue with: tessella 2048 train (\S+)c.training --resume")
        child.wait()
        assert child.exitstatus == 130
    done = run("2048", "train", str(path), "--resume", "--moves", "1")
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")
def test_ctrl_c_before_it_begins(tmp_path: Path, empty_cache: Path) -> None:
    """While it gets ready nothing has been learned that is to be kept: Ctrl-C ends it without a word."""
    command = "2048", "train", str(tmp_path / "e.training"), "--moves", "100G"
    with never_compiled("training"), on_terminal(*command, cols=200) as child:
        child.expect("preparing the network")
        until(lambda: bool(children(child.pid or 0, "tessella.compiled.warming")))
        child.sendintr()
        child.expect(pexpect.EOF)
        assert "stopped" not in str(child.before)
        child.wait()
        assert child.exitstatus == 130
    assert not list(tmp_path.glob("*.new"))
    assert not list(empty_cache.glob("ready-*[0-9a-f]"))


def is_pending(pid: int, number: int) -> bool:
    """Return whether a signal waits to be delivered to a process, as Linux tells; False where nobody tells."""
    status = Path(f"/proc/{pid}/status")
    lines = status.read_text(encoding="ascii").splitlines() if status.exists() else []
    waiting = [int(line.split()[1], 16) for line in lines if line.startswith(("SigPnd:", "ShdPnd:"))]
    return any(mask >> (number - 1) & 1 for mask in waiting)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to be sent")
def test_told_to_end(tmp_path: Path) -> None:
    """A training that is told to end, even twice at once, keeps itself first; without a terminal a row is a line."""
    path = tmp_path / "d.training"
    program = "from tessella.cli import progress_line; progress_line.INSISTENCE = 600; " + WITH_GRACE.format(600)
    with subprocess.Popen(
        [sys.executable, "-c", program, "2048", "train", str(path), "--minutes", "5", "--method", "td"],
        env={name: value for name, value in os.environ.items() if name in {"PATH", "NUMBA_CACHE_DIR"}} | CHECKOUT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as child:
        assert child.stdout
        assert child.stderr
        assert child.stdout.readline().split()[0] == "moves"
        child.stdout.readline()
        for _time in range(2):  # as `timeout` does it: once to the process, once to its group
            child.send_signal(signal.SIGTERM)
            while is_pending(child.pid, signal.SIGTERM):
                pass  # of two that wait at once the system delivers one
        said = child.stderr.read()
        assert child.wait(600) == 143
    assert "stopped after" in said
    assert "\r" not in said
    assert path.stat().st_size > 1_000_000  # not the empty one that it began with


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["train", "--moves", "many"],
            "expected a whole number for --moves, such as 500, 20k, 1.5M or 25G, got 'many'",
        ),
        (["train", "--rate", "-1"], "expected a number of at least 0 for --rate, got '-1'"),
        (["train", "--shape", "7x6"], "expected one of 4x6, 6x6, got '7x6'"),
        (["train", "--resume"], "cannot read '2048.training': no such file"),
        (["train", "--resume", "--method", "tc"], "expected no --method with --resume"),
        (["train", "--resume", "--from", "shipped"], "expected no --from with --resume"),
        (["train", "--from", "nothing"], "'nothing'"),
        (["train", "x.svg"], "expected a different name for each file, got 'x.svg'"),
        (["train", "no/such/folder/x"], "cannot write 'no/such/folder/x': no such file"),
        (["train", "x" * 300], "cannot write 'xxx"),
        (["evaluate", "--player", "nobody"], "'nobody'"),
        (["evaluate", "--player", "corner", "--games", "0"], "'0'"),
        (["evaluate", "--player", "corner", "--rules", "x"], "'x'"),
        (["evaluate", "--ply", "2", "--seconds", "1"], "expected --ply or --seconds, not both"),
        (["evaluate", "--player", "network:nothing"], "'nothing'"),
    ],
)
def test_bad_input(arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be is answered in a sentence that quotes it, and leaves no file."""
    monkeypatch.chdir(tmp_path)
    done = run("2048", *arguments)
    assert done.returncode == 2, done.stderr
    assert sentence in done.stderr.splitlines()[0]
    assert not [path for path in tmp_path.iterdir() if path.is_file()]


def test_help_of_what_learns_loads_nothing_heavy() -> None:
    """The help on training and measuring imports neither numba nor numpy."""
    code = (
        "import sys; from tessella.cli.main import main\n"
        "for name in ('train', 'evaluate'):\n"
        "    try: main(['2048', name, '--help'])\n"
        "    except SystemExit: pass\n"
        "print(sorted({'textual', 'numba', 'numpy', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={name: value for name, value in os.environ.items() if name in {"PATH", "NUMBA_CACHE_DIR"}} | CHECKOUT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert "--restarts" in done.stdout
    assert "--player" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"
