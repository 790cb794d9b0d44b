"""Tests of trainings: what is kept of them, how they go on, and what they refuse."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from support.processes import CHECKOUT, COMMAND, PATIENCE, run_code
from tessella.errors import TessellaError
from tessella.game2048.kernels.ntuple import STEM
from tessella.game2048.training import trainer, weights
from tessella.game2048.training.learning_curve import CurvePoint
from tessella.game2048.training.plan import Plan
from tessella.game2048.training.trainer import KNOWN, Training

CHUNK = trainer.CHUNK
FEW = 1 << 22
"""How many weights are looked at where all would take long: patterns whose last cell is empty, or holds a 2."""


def assert_same(one: Training, other: Training) -> None:
    """Hold two trainings to be equal to the last bit, but for the time they took."""
    ours, theirs = one.arrays(), other.arrays()
    assert ours.keys() == theirs.keys()
    for name, (array, _start) in ours.items():
        assert np.array_equal(array, theirs[name][0]), name
    assert (one.moves, one.games, one.snapshots) == (other.moves, other.games, other.snapshots)
    assert (one.window.total, one.window.largest) == (other.window.total, other.window.largest)
    timeless = [
        [(row.moves, row.games, row.mean, row.stderr, row.best, row.reached) for row in t.curve] for t in (one, other)
    ]
    assert timeless[0] == timeless[1]


def trained(plan: Plan) -> Training:
    """Return a training that has gone on to its end."""
    training = Training(plan)
    for _row in training.run():
        pass
    return training


# --- going on -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_killed_and_resumed_it_goes_on_exactly(tmp_path: Path) -> None:
    """A training killed at any moment and resumed is, to the last bit, one that was never killed: its curve too."""
    path = tmp_path / "killed.training"
    wishes = {"method": "tc", "seed": 11, "moves": 30 * CHUNK, "last": 0.4, "last_rate": 0.5, "restarts": 100}
    options = [text for name, value in wishes.items() for text in ("--" + name.replace("_", "-"), str(value))]
    with subprocess.Popen(
        [*COMMAND, "2048", "train", str(path), *options, "--average", "--every", "0.001"],
        env=os.environ | CHECKOUT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as child:
        deadline = time.monotonic() + PATIENCE
        kept = 0
        while kept < 2 and child.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)  # until it has been kept a few times, which nothing else tells
            kept = _moves_in(path) // CHUNK
        child.kill()
        assert child.wait(600) == -signal.SIGKILL
    (tmp_path / "killed.training.new").write_bytes(b"cut")
    resumed = Training.load(path)
    assert 0 < resumed.moves < 30 * CHUNK
    trainer.train(resumed, path)
    assert_same(resumed, trained(Plan(**wishes, average=True)))  # type: ignore[arg-type]  # each of its own type
    assert_same(Training.load(path), resumed)


def _moves_in(path: Path) -> int:
    """Return how many moves a checkpoint has, read while it may be replaced."""
    try:
        with path.open("rb") as file:  # its head will do, of hundreds of megabytes
            data = file.read(1 << 20)
    except OSError:
        return 0
    size = int.from_bytes(data[16:20], "little")
    return int(json.loads(data[24 : 24 + size])["moves"]) if len(data) > 24 + size else 0


def test_twice_as_far_in_two_parts(tmp_path: Path) -> None:
    """Trained so far, kept, and trained as far again, a network and its games are those of one training."""
    path = tmp_path / "halves.training"
    trainer.train(Training(Plan(moves=CHUNK + 4000, method="td", seed=3)), path)
    further = Training.load(path, moves=2 * CHUNK + 8000)
    trainer.train(further, path)
    whole = trained(Plan(moves=2 * CHUNK + 8000, method="td", seed=3))
    assert further.moves == whole.moves == 2 * CHUNK + 8000
    for name, (array, _start) in whole.arrays().items():
        assert np.array_equal(array, further.arrays()[name][0]), name


def test_it_stops_when_asked_and_learns_what_it_learned(tmp_path: Path) -> None:
    """A training that is told to stop is kept as it then is; the plan is not done."""
    path = tmp_path / "stopped.training"
    training = Training(Plan(minutes=10, method="td"))
    rounds = 0

    def told(_point: CurvePoint | None) -> None:
        nonlocal rounds
        rounds += 1

    trainer.train(training, path, report=told, is_stopped=lambda: rounds == 2)
    assert training.moves == 2 * CHUNK
    assert 0 < training.share < 1
    assert_same(Training.load(path), training)


def test_threads_share_one_network() -> None:
    """Two threads play as many moves as asked for, and their network has learned from both."""
    training = trained(Plan(moves=4 * CHUNK, threads=2, alone=CHUNK, method="td"))
    assert 4 * CHUNK <= training.moves <= 6 * CHUNK
    assert all(player.afterstates.any() for player in training.players)
    assert training.curve[-1].mean > training.curve[0].mean


def test_a_training_with_more_or_fewer_threads_goes_on(tmp_path: Path) -> None:
    """A kept training can be resumed on more threads, and on fewer again; the games of those that rest are kept."""
    path = tmp_path / "threads.training"
    trainer.train(Training(Plan(moves=CHUNK, method="td", alone=0)), path)
    trainer.train(Training.load(path, moves=3 * CHUNK, threads=2), path)
    again = Training.load(path, moves=5 * CHUNK, threads=1)
    assert len(again.players) == 2
    resting = again.players[1].streams.copy()
    trainer.train(again, path)
    assert (again.players[1].streams == resting).all()


def test_the_average_is_of_the_last_part() -> None:
    """With an average nothing is learned differently, and it is the mean of the states in the last part."""
    plan = {"moves": 8 * CHUNK, "method": "td", "last": 0.5}
    training = Training(Plan(**plan, average=True))  # type: ignore[arg-type]  # each of its own type
    states = [training.weights[:FEW].copy() for _row in training.run() if training.share >= 0.5]
    assert np.array_equal(training.weights, trained(Plan(**plan)).weights)  # type: ignore[arg-type]  # the same
    assert training.snapshots == 4
    assert np.count_nonzero(states[-1]) > 10_000
    mean = np.mean(states[:-1], axis=0)  # the last one is the end itself
    assert np.allclose(training.mean[:FEW], mean, rtol=1e-5, atol=1e-4)


def test_it_learns() -> None:
    """Over a fixed seed the curve goes up: two million moves of TC bring eight times the score of the first games."""
    training = trained(Plan(moves=2_000_000, method="tc", seed=1))
    assert training.curve[-1].mean > 15_000
    assert training.curve[-1].mean > 2 * training.curve[0].mean
    assert training.curve[-1].reached["1024"] > 0.6
    assert sum(row.games for row in training.curve) + training.window.games == training.games


def test_a_game_counts_once() -> None:
    """Games that start half-way are learned from, but the curve tells of those from an empty board alone."""
    with_restarts = trained(Plan(moves=CHUNK, method="td", restarts=20))
    assert sum(row.games for row in with_restarts.curve) < with_restarts.games


# --- from a network -------------------------------------------------------------------------------------------------


def network(stages: int = 1) -> weights.Network:
    """Return a 4x6 network of random weights."""
    luck = np.random.default_rng(stages)
    return weights.Network(luck.integers(-900, 900, 2 * stages * STEM, np.int16), 2.0, 2, stages)


def test_a_larger_network_from_one() -> None:
    """A training from a network begins with its weights in points; stems that it has not begin with 0."""
    given = network()
    ours = Training(Plan(moves=1, method="td", start=320, shape="6x6"), given).weights.reshape(-1, STEM)
    assert np.array_equal(ours[:2], given.weights.reshape(2, STEM) * np.float32(2))
    assert not ours[2:].any()


@pytest.mark.slow
def test_stages_from_one() -> None:
    """Stages that a network has not begin as what its first says of each pattern downgraded."""
    given, stages = network(), 3
    ours = Training(Plan(moves=1, method="td", stages=stages), given).weights.reshape(stages, 2, STEM)
    luck = np.random.default_rng(9)
    changed = 0
    for stage, stem, place in zip(
        luck.integers(0, stages, 500), luck.integers(0, 2, 500), luck.integers(0, STEM, 500), strict=True
    ):
        cells = [int(place) >> at & 15 for at in (0, 5, 9, 13, 17, 21)]
        if luck.random() < 0.7:
            cells[luck.integers(6)] = 14
        gap = max(power for power in range(15) if power not in cells) if stage and {14, 15} & {*cells} else 15
        lower = [cell - (cell > gap) for cell in cells]
        changed += lower != cells
        which = int(place) & 16
        one, other = (
            which | sum(c << at for c, at in zip(n, (0, 5, 9, 13, 17, 21), strict=True)) for n in (cells, lower)
        )
        assert ours[stage, stem, one] == 2 * given.weights[stem * STEM + other]
    assert changed > 100


def test_stages_from_stages() -> None:
    """Stages that a network has are taken as they are, and one more begins as the last."""
    given = network(stages=2)
    ours = Training(Plan(moves=1, method="td", stages=3), given).weights
    points = given.weights * np.float32(2)
    assert np.array_equal(ours[: 4 * STEM], points)
    assert np.array_equal(ours[4 * STEM :], points[2 * STEM :])


def test_from_a_network_that_is_too_large() -> None:
    """A network of more stages than the training has is refused in a sentence."""
    with pytest.raises(TessellaError, match="expected a network no larger than 4x6, got 4x6 in 2 stages"):
        Training(Plan(moves=1, method="td"), network(stages=2))


def test_a_new_training_from_one() -> None:
    """A training made from another has its weights and what is known of each, and its own games, rate and curve."""
    plan = Plan(moves=CHUNK, method="tc", seed=2, rate=0.5, trace_decay=0.5, average=True)
    training = trained(Plan(moves=CHUNK, method="tc", seed=1))
    other = Training(plan)
    other.weights[:], other.errors[:] = training.weights, training.errors
    training.begin_anew(plan)
    assert_same(training, other)
    for one in (training, other):
        assert len([*one.run()]) == 1
    assert_same(training, other)
    with pytest.raises(TessellaError, match="expected the stages of the training to begin from, 1, got '3'"):
        training.begin_anew(Plan(moves=1, method="tc", stages=3))


def test_what_comes_out_plays_as_it_was_learned(tmp_path: Path) -> None:
    """The network of a training has its weights to half a step, and comes back from its file."""
    training = trained(Plan(moves=100_000, method="tc", start=3200))
    made = training.network()
    path = tmp_path / "some.network"
    weights.save(made, path)
    again = weights.load(path)
    difference = again.weights[:FEW] * np.float32(again.unit) - training.weights[:FEW]
    assert np.abs(difference).max() <= 0.5 * again.unit + 0.01
    assert len({*again.weights[:FEW]}) > 5
    assert again.about["moves"] == 100_000


def test_what_no_game_has_shown_again_stays_as_it_was_learned() -> None:
    """A training from a network forgets none of its weights, however few boards its own games show."""
    given = network()
    training = Training(Plan(moves=CHUNK, method="tc", start=0), given)
    for _row in training.run():
        pass
    made = training.network()
    before = given.weights[:FEW] * np.float32(given.unit)
    after = made.weights[:FEW] * np.float32(made.unit)
    total, absolute = training.errors[: 2 * FEW].reshape(-1, 2).T
    unseen = (total == 0) & (absolute == KNOWN)  # nor is it moved at the full rate when it is shown
    assert 0.9 < unseen.mean() < 1
    assert absolute[before == 0].min() < 1  # which stands for nothing known
    assert np.abs(after - before)[unseen].max() <= 0.5 * made.unit + 0.01


# --- memory ------------------------------------------------------------------------------------------


LITTLE = """
import resource, sys
from tessella.errors import TessellaError
from tessella.game2048.training.plan import Plan
from tessella.game2048.training.trainer import KNOWN, Training
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (300 << 20),) * 2)
try:
    Training(Plan(moves=1, shape="6x6", stages=2))
except TessellaError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits what a process may have")
def test_a_system_that_gives_no_memory() -> None:
    """A network for which the system has no memory is refused in a sentence that says how much it takes."""
    assert run_code(LITTLE) == "a 6x6 network with otc needs 2.5 GB of free memory\n"


def test_too_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system says that there is too little memory none of it is taken."""
    monkeypatch.setattr(trainer, "free_memory", lambda: 1 << 29)
    with pytest.raises(TessellaError, match=r"a 4x6 network with tc needs 1\.0 GB of free memory"):
        Training(Plan(moves=1, method="tc"))


def test_the_memory_that_there_is() -> None:
    """What the system says about its memory is a number that a machine can have."""
    assert 1 << 27 < trainer.free_memory() < 1 << 50 or sys.platform == "darwin"
