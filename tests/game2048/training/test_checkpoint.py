"""Tests of checkpoints: what is cut, damaged or something else, and disks that take no more."""

import json
import sys
import zlib
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

from support.processes import run_code
from tessella.errors import TessellaError, quote
from tessella.game2048.kernels import training as kernel
from tessella.game2048.training import trainer
from tessella.game2048.training.checkpoint import HEAD, MAGIC, CheckpointError
from tessella.game2048.training.learning_curve import CurvePoint
from tessella.game2048.training.plan import Plan
from tessella.game2048.training.trainer import Training


@pytest.mark.parametrize("cut", [0, 5, 20, 300, -5000, -1])
def test_cut_files(small: Path, tmp_path: Path, cut: int) -> None:
    """A checkpoint that is cut short anywhere is refused in a sentence."""
    path = tmp_path / "cut.training"
    path.write_bytes(small.read_bytes()[:cut])
    with pytest.raises(CheckpointError, match="the training checkpoint is truncated or damaged"):
        Training.load(path)


@pytest.mark.parametrize("share", [0.0, 0.0001, 0.001, 0.1, 0.5, 0.9999])
def test_damaged_files(small: Path, tmp_path: Path, share: float) -> None:
    """A checkpoint in which one byte is another is refused in a sentence, wherever it is."""
    path = tmp_path / "damaged.training"
    data = bytearray(small.read_bytes())
    data[int(share * len(data))] ^= 0x10
    path.write_bytes(data)
    with pytest.raises(CheckpointError, match=r"training checkpoint"):
        Training.load(path)


def test_other_files(tmp_path: Path) -> None:
    """A file that is something else, a folder and no file at all are refused in a sentence each."""
    path = tmp_path / "letter.txt"
    path.write_text("Dear all, " * 100, encoding="utf-8")
    with pytest.raises(CheckpointError, match="expected a 2048 training checkpoint, got"):
        Training.load(path)
    for place in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(CheckpointError, match="cannot read"):
            Training.load(place)


def test_more_than_was_written(small: Path, tmp_path: Path) -> None:
    """A checkpoint with something behind it is refused."""
    path = tmp_path / "long.training"
    path.write_bytes(small.read_bytes() + b"x")
    with pytest.raises(CheckpointError, match="truncated or damaged"):
        Training.load(path)


def about(path: Path) -> Any:
    """Return what a checkpoint says about itself."""
    data = path.read_bytes()
    return json.loads(data[HEAD.size : HEAD.size + HEAD.unpack(data[: HEAD.size])[1]])


def with_header(path: Path, header: bytes) -> bytes:
    """Return a checkpoint with another header, its checksums right."""
    data = path.read_bytes()
    _magic, length, _sum = HEAD.unpack(data[: HEAD.size])
    whole = HEAD.pack(MAGIC, len(header), zlib.crc32(header)) + header + data[HEAD.size + length : -4]
    return whole + zlib.crc32(whole).to_bytes(4, "little")


POINT = {"moves": 1, "seconds": 1.0, "games": 1, "mean": 4.0, "stderr": 0.0, "best": 4}
REACHED = {str(tile): 0.0 for tile in trainer.TILES}


@pytest.mark.parametrize(
    "changes",
    [
        {"moves": -1},
        {"moves": 1 << 61},
        {"moves": 10**400},
        {"games": True},
        {"games": "many"},
        {"seconds": inf},
        {"snapshots": 0.5},
        {"players": 0},
        {"players": 257},
        {"players": 10**12},
        {"plan": []},
        {"plan": None},
        {"plan": {"moves": "1G"}},
        {"plan": {"moves": 0}},
        {"plan": {"threads": 10**9}},
        {"plan": {"stages": 10**9}},
        {"plan": {"shape": "9x9"}},
        {"plan": {"start": inf}},
        {"plan": {"seed": 1 << 70}},
        {"window": {"largest": [0] * 15}},
        {"window": {"games": 1, "total": 10**400}},
        {"window": {"games": 1, "squares": 10**400}},
        {"window": {"games": -1}},
        {"curve": [POINT]},
        {"curve": [POINT | {"reached": {}}]},
        {"curve": [POINT | {"reached": REACHED | {"2048": "all"}}]},
        {"curve": [POINT | {"reached": REACHED, "mean": inf}]},
        {"curve": [POINT | {"reached": REACHED, "moves": 10**400}]},
        {"curve": {}},
    ],
    ids=lambda changes: repr(changes)[:50],
)
def test_crafted_headers(small: Path, tmp_path: Path, changes: dict[str, Any]) -> None:
    """Wrong types, counts that cannot be and numbers past all limits are damage, though the checksums are right."""
    said = about(small)
    said |= changes | {"plan": said["plan"] | changes["plan"]} if isinstance(changes.get("plan"), dict) else changes
    header = json.dumps(said).replace("Infinity", "1e999")  # which is JSON
    (tmp_path / "x").write_bytes(with_header(small, header.encode()))
    with pytest.raises(CheckpointError, match="truncated or damaged"):
        Training.load(tmp_path / "x")


def test_more_than_the_memory(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan that takes more memory than there is free is refused before any is taken."""
    said = about(small)
    said["plan"] |= {"shape": "6x6", "stages": 3, "method": "tc", "average": True}
    (tmp_path / "x").write_bytes(with_header(small, json.dumps(said).encode()))
    monkeypatch.setattr(trainer, "free_memory", lambda: 4.0 * 2**30)
    with pytest.raises(TessellaError, match=r"^a 6x6 network with tc needs 4\.\d GB of free memory$"):
        Training.load(tmp_path / "x")


@pytest.mark.parametrize(
    ("array", "at", "value"),
    [
        ("games", kernel.MOVES, -1),
        ("games", kernel.MOVES, kernel.MAX_MOVES),
        ("games", kernel.WAITING, -1),
        ("games", kernel.WAITING, 2),  # one waits where the trace decays at once
        ("starts_seen", 0, -1),
        ("estimates", 0, nan),
        ("estimates", 5, inf),
    ],
)
def test_crafted_games(small: Path, tmp_path: Path, array: str, at: int, value: float) -> None:
    """Games that kernels could not go on with, since they check no index, are damage."""
    training = Training.load(small)
    training.arrays()[f"{array} 0"][0][at] = value
    training.save(tmp_path / "x")
    with pytest.raises(CheckpointError, match="truncated or damaged"):
        Training.load(tmp_path / "x")


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"[" * 200_000,
        b'{"plan":' * 9000,
        b"1" * 5000,
        b'{"a": NaN}',
        b"\xff\xfe",
        b"[" * 1000,
    ],
    ids=lambda header: repr(header[:12]),
)
def test_crafted_json(small: Path, tmp_path: Path, header: bytes) -> None:
    """What is no JSON of a training is damage, also where it is nested thousands of times."""
    (tmp_path / "x").write_bytes(with_header(small, header))
    with pytest.raises(CheckpointError, match="truncated or damaged"):
        Training.load(tmp_path / "x")


LENGTHS = """
import resource, sys
from pathlib import Path
from tessella.game2048.training.checkpoint import HEAD, MAGIC, CheckpointError
from tessella.game2048.training.trainer import Training
path = Path(sys.argv[1])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for length in (1 << 23, 1 << 24, (1 << 32) - 1):
    for after in (b"", b"[" * 100, bytes(1 << 20)):
        path.write_bytes(HEAD.pack(MAGIC, length, 0) + after)
        try:
            Training.load(path)
        except CheckpointError as error:
            print(error)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells memory in kilobytes")
def test_lengths_that_are_too_large(tmp_path: Path) -> None:
    """A header that is said to be longer than the file, or than any, is damage, and takes no memory."""
    *said, megabytes = run_code(LENGTHS, str(tmp_path / "x")).splitlines()
    assert said == [f"the training checkpoint is truncated or damaged: {quote(tmp_path / 'x')}"] * 9
    assert int(megabytes) < 64


FULL = """
import resource, signal, sys
from pathlib import Path
from tessella.errors import TessellaError
from tessella.game2048.training.trainer import Training
training = Training.load(Path(sys.argv[1]), moves=400_000)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    for row in training.run():
        training.save(Path(sys.argv[1]))
except TessellaError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of files")
def test_a_disk_that_takes_no_more(small: Path, tmp_path: Path) -> None:
    """Where a checkpoint cannot be written whole, a sentence says so, and the last good one is still there."""
    path = tmp_path / "full.training"
    path.write_bytes(small.read_bytes())
    said = run_code(FULL, str(path))
    assert said == f"cannot write {quote(path)}: File too large\n"
    assert path.read_bytes() == small.read_bytes()
    assert [one.name for one in tmp_path.iterdir() if one.is_file()] == ["full.training"]


def test_a_disk_that_is_full_for_a_while(tmp_path: Path) -> None:
    """A checkpoint that fails in between is told of, and the training goes on; one that fails at the end raises."""
    folder = tmp_path / "gone"
    folder.mkdir()
    path = folder / "x.training"
    warned: list[str] = []

    def told(_point: CurvePoint | None) -> None:
        path.unlink(missing_ok=True)
        if folder.exists():
            folder.rmdir()

    with pytest.raises(CheckpointError, match="cannot write"):
        trainer.train(
            Training(Plan(moves=2 * trainer.CHUNK, method="td")), path, every=0, report=told, warn=warned.append
        )
    assert len(warned) == 2
