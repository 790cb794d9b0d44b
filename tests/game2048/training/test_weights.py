"""Do files of a network give back what was saved, and say so where they cannot?"""

import hashlib
import json
import zlib
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from game2048.kernels.test_ntuple import grids, slow_offsets
from tessella.compiled.jit import kernel
from tessella.compiled.simd import empty_aligned
from tessella.errors import NetworkError
from tessella.game2048.kernels.ntuple import LINES, STEM, look_up, symmetries
from tessella.game2048.training import weights
from tessella.game2048.training.weights import Network, zeros


def a_network(stems: int, told: int) -> Network:
    """Return a network with so many weights that differ from the rest, far and near."""
    luck = np.random.default_rng(7)
    values = zeros(stems * STEM, np.int16)
    values[:] = 417
    where = luck.choice(len(values), told, replace=False)
    values[where] = luck.integers(-4000, 4000, told)
    return Network(values, 24.0, stems, about={"moves": 12, "how": "by hand"})


def test_file_gives_back_what_was_saved(tmp_path: Path) -> None:
    """A network read from its file is the one that was saved, to the last weight, with what is told about it."""
    network = a_network(1, 100_000)
    size = weights.save(network, tmp_path / "one.bin")
    again = weights.load(tmp_path / "one.bin")
    assert size == (tmp_path / "one.bin").stat().st_size < 400_000
    assert np.array_equal(again.weights, network.weights)
    assert (again.unit, again.stems, again.stages, again.about) == (24.0, 1, 1, {"moves": 12, "how": "by hand"})
    assert [file.name for file in tmp_path.iterdir()] == ["one.bin"]


@kernel
def _offsets(board: np.uint64, stems: int, masks: np.ndarray, offsets: np.ndarray) -> None:
    look_up(board, stems, 1, masks, offsets, 0)


def sum_at(network: Network, board: int) -> int:
    """Return what the network says of a board, in its own steps, by nothing but offsets."""
    offsets = empty_aligned(LINES * network.stems)
    _offsets(np.uint64(board), network.stems, symmetries(), offsets)
    return int(network.weights[offsets.astype(np.int64)].astype(np.int64).sum())


@pytest.mark.slow
def test_folding_changes_no_value(tmp_path: Path) -> None:
    """A folded network, saved and read again, thinks of every board what it thought before, but for rounding."""
    network = a_network(2, 600_000)
    luck = np.random.default_rng(8)
    boards = [sum(int(n) << 4 * i for i, n in enumerate(luck.integers(0, 16, 16))) for _ in range(200)]
    before = [sum_at(network, board) for board in boards]
    weights.save(network, tmp_path / "two.bin")
    again = weights.load(tmp_path / "two.bin")
    assert max(abs(sum_at(again, board) - old) for board, old in zip(boards, before, strict=True)) <= 4
    assert np.array_equal(again.weights, network.weights)
    flipped = [sum((board >> 16 * row & 0xFFFF) << 48 - 16 * row for row in range(4)) for board in boards]
    assert [sum_at(again, board) for board in flipped] == [sum_at(again, board) for board in boards]


def test_what_was_hardly_seen_keeps_its_start_value() -> None:
    """Shrinking rounds to whole steps, and gives up what its errors say was seen too little."""
    learned = np.full(STEM, 9984.0, np.float32)
    learned[:4] = 0.0, 100.0, -7000.0, 13.0
    errors = np.full(2 * STEM, 1e-6, np.float32)
    errors[1:8:2] = 500.0, 500.0, 20.0, 500.0
    small = weights.quantize(learned, errors, start=9984.0, unit=24.0, least=50.0, stems=1)
    assert small.weights[:5].tolist() == [0, 4, 416, 1, 416]
    assert small.weights.dtype == np.int16


def test_damaged_files_are_one_sentence(tmp_path: Path, sound: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is cut, changed, of something else or not there is refused in one sentence that names it."""
    monkeypatch.chdir(tmp_path)
    path = Path("network.bin")
    whole = sound
    line = whole.index(b"\n", 30)
    wrong = {
        "cut": whole[:-1],
        "cut early": whole[:40],
        "changed": whole[:-50] + b"?" + whole[-49:],
        "shape": whole.replace(b'"stems": 1', b'"stems": 2'),
        "large": whole.replace(b'"stems": 1', b'"stems": 9'),
        "header": whole[:line].replace(b'"unit"', b'"punt"') + whole[line:],
        "unit": whole.replace(b'"unit": 24.0', b'"unit": 74.0'),
        "fill": whole.replace(b'"fill": 417', b'"fill": 41'),
        "beyond": whole.replace(b'"fill": 417', b'"fill": -32768').replace(b'"own digest"', b'"no digest"'),
        "list": b"tessella network 1\n[]\n",
        "nothing": b"",
        "else": b"%PDF-1.7",
    }
    for name, data in wrong.items():
        path.write_bytes(data)
        with pytest.raises(NetworkError, match=r"network\.bin") as told:
            weights.load(path)
        assert "\n" not in str(told.value), name
    with pytest.raises(NetworkError, match="cannot read"):
        weights.load(tmp_path / "nowhere.bin")
    with pytest.raises(NetworkError, match="cannot read"):
        weights.load(tmp_path)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the file of a network with nothing wrong."""
    path = tmp_path_factory.mktemp("sound") / "network.bin"
    weights.save(a_network(1, 1000), path)
    return path.read_bytes()


def crafted(path: Path, sound: bytes, **changes: Any) -> None:
    """Write a network whose header says something else, and is sound for all else; streams as bytes before packing."""
    line, body = sound[len(weights.MAGIC) :].split(b"\n", 1)
    header = json.loads(line)
    del header["own digest"]
    ends = [*accumulate(header["lengths"], initial=0)]
    streams = {name: body[a:b] for name, (a, b) in zip(("which", "low", "high"), pairwise(ends), strict=True)}
    streams |= {name: zlib.compress(changes.pop(name)) for name in streams if name in changes}
    body = b"".join(streams.values())
    header |= {"lengths": [*map(len, streams.values())], "digest": hashlib.sha256(body).hexdigest()} | changes
    path.write_bytes(weights.MAGIC + json.dumps(header).encode() + b"\n" + body)


@pytest.mark.parametrize(
    "changes",
    [
        {"which": bytes(1 << 25)},
        {"low": bytes(1 << 25)},
        {"high": b""},
        {"low": bytes(999)},
        {"which": b"\xff" * (STEM // 8)},
        {"told": 10**12},
        {"stems": True},
        {"stages": 0},
        {"unit": float("nan")},
        {"unit": -1},
        {"fill": 1 << 40},
        {"lengths": [-1, 5, 5]},
        {"lengths": [10**30] * 3},
        {"about": [["a", "b"]]},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_crafted_files_are_one_sentence(tmp_path: Path, sound: bytes, changes: dict[str, Any]) -> None:
    """Streams that unpack to more or less than the header says, and numbers that make no sense, are damage."""
    crafted(tmp_path / "network.bin", sound, **changes)
    with pytest.raises(NetworkError, match=r"the network in .* is damaged"):
        weights.load(tmp_path / "network.bin")


@pytest.mark.parametrize("line", [b"[" * 60_000, b"[" * 200_000, b"1" * 5000, b'{"a":' * 9000, b"null"])
def test_headers_without_end_are_damage(tmp_path: Path, line: bytes) -> None:
    """JSON that is nested thousands of times, or has numbers of thousands of digits, is refused like any other."""
    (tmp_path / "x").write_bytes(weights.MAGIC + line + b"\n")
    with pytest.raises(NetworkError, match="is damaged"):
        weights.load(tmp_path / "x")


def test_the_first_stage_alone_is_unpacked_for_an_opening(tmp_path: Path) -> None:
    """Of a network of stages, what boards without 16384 need is there first; the rest is the same as ever."""
    values = zeros(2 * STEM, np.int16)
    values[5::1001] = 7
    values[STEM + 3 :: 999] = -9
    weights.save(Network(values, 2.0, stems=1, stages=2), tmp_path / "x")
    network = weights.open_network(tmp_path / "x")
    assert not network.weights.any()
    assert np.array_equal(network.opening.weights[:STEM], values[:STEM])
    assert not network.weights[STEM:].any()
    assert np.array_equal(network.arrays.weights, values)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    """Where a network cannot write, that is said, and the file of before stays."""
    path = tmp_path / "network.bin"
    weights.save(a_network(1, 1000), path)
    before = path.read_bytes()
    (tmp_path / "network.bin.new").mkdir()
    with pytest.raises(NetworkError, match="cannot write"):
        weights.save(a_network(1, 2000), path)
    assert path.read_bytes() == before


@pytest.mark.slow
def test_what_no_board_of_a_stage_shows_is_left_out() -> None:
    """Of several stages a file holds less than half, and every board is worth what it was."""
    stages = 3
    luck = np.random.default_rng(stages)
    learned = np.resize(luck.integers(1, 900, 1_000_003).astype(np.float32), stages * 2 * STEM)
    network = weights.quantize(learned, np.zeros(0, np.float32), start=0, unit=1, stages=stages)
    for grid in grids(600, seed=stages):
        offsets = [offset for line in slow_offsets(grid, 2, stages) for offset in line]
        assert network.weights[offsets].astype(int).sum() == learned[offsets].sum()
    assert (network.weights == 0).mean() > 0.4
