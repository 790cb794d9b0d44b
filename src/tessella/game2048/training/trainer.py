"""Training of an n-tuple network by games that it plays with itself, kept in a checkpoint.

`kernels.training` says how it learns, a `Plan` what a person decides. With one thread a training that was stopped, or
killed, and went on is the same to the last bit as one that never was. Several threads share one network without locks,
as in "Hogwild!" (Recht and others, NIPS 2011), so that no two trainings are the same; they cost nothing late in a
training, but at its very start, where everything is news, a third of what is learned: so its first part is played by
one alone. What holds many of them back is what they share: of the lines of memory that an update writes, 54 % were last
written by another of 16 threads a moment ago, and have to come from its core (counted over 10,000 moves); Python is run
for 50 microseconds a chunk of 30 ms.
"""

import contextlib
import ctypes
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field, replace
from math import inf, sqrt
from pathlib import Path
from typing import Annotated, Any, Self

import msgspec
import numpy as np

from tessella import rng
from tessella.compiled import warming
from tessella.errors import TessellaError
from tessella.game2048.kernels import training as kernel
from tessella.game2048.kernels.bitboard import Numbers, row_table
from tessella.game2048.kernels.ntuple import LINES, STEM, symmetries
from tessella.game2048.training import checkpoint
from tessella.game2048.training.learning_curve import Amount, Count, CurvePoint
from tessella.game2048.training.plan import SHAPES, Plan
from tessella.game2048.training.weights import Network, downgraded, quantize, zeros
from tessella.i18n import _
from tessella.io.interrupts import regained
from tessella.io.worker_threads import POLL

TILES = (1024, 2048, 4096, 8192, 16384, 32768)  # the tiles that a curve tells of
CHUNK = 1 << 16  # moves between two looks at the clock, and whether it is time to stop
CHUNKS_A_ROUND = 256  # chunks that several threads play before they meet; one thread alone meets itself after each
CURVE_POINTS = 100  # how many points a curve has at the end
SNAPSHOTS = 50  # how many states of the network are averaged, where they are
SPARE_MEMORY = 1 << 28  # bytes of memory that are left for everything else
ERRORS_OFFSET = 1088
"""How many bytes further from a page's beginning the errors lie than the weights, which is worth 5 %: processors first
compare the last twelve bits of two addresses, and make a read wait for a write that only looks as if it went there."""
KNOWN = 1500.0
"""Points: the sum of absolute errors that a weight from a network begins with, as if about a hundred moves had used it.

At the full rate, as weights that nothing is known of begin, all of them would first unlearn what they know."""
COUNTERS = ("moves", "games", "seconds", "snapshots")  # what a training counts, and a checkpoint keeps


@dataclass(slots=True)
class _Window:
    """The games that the next point of the curve will tell of."""

    games: Count = 0
    total: Count = 0
    squares: int = 0
    best: Count = 0
    largest: Annotated[list[Count], msgspec.Meta(min_length=16, max_length=16)] = field(
        default_factory=lambda: [0] * 16
    )

    def add(self, log: Numbers) -> None:
        fresh = log[log[:, 3] == 1]
        scores = fresh[:, 0]
        self.games += len(fresh)
        self.total += int(scores.sum())
        self.squares += int((scores * scores).sum())
        self.best = max(self.best, int(scores.max(initial=0)))
        for power, count in enumerate(np.bincount(fresh[:, 2], minlength=16)):
            self.largest[power] += int(count)

    def point(self, moves: int, seconds: float) -> CurvePoint:
        mean = self.total / self.games
        stderr = sqrt(max(self.squares / self.games - mean * mean, 0) / self.games)
        reached = {str(tile): round(sum(self.largest[tile.bit_length() - 1 :]) / self.games, 5) for tile in TILES}
        return CurvePoint(moves, round(seconds, 1), self.games, round(mean, 1), round(stderr, 1), self.best, reached)


class _Kept(msgspec.Struct):
    """What a checkpoint says about its training."""

    plan: Plan
    moves: Count
    games: Count
    seconds: Amount
    snapshots: Count
    players: Annotated[int, msgspec.Meta(ge=1, le=256)]
    window: _Window
    curve: list[CurvePoint]

    def __post_init__(self) -> None:
        if self.window.squares.bit_length() > 100 or any(set(one.reached) != {*map(str, TILES)} for one in self.curve):
            raise ValueError(self)


def _is_sound(player: kernel.SelfPlay, plan: Plan) -> bool:
    """Return whether kernels can go on with games from a file: they check no index."""
    moves, waiting = player.games[:, kernel.MOVES], player.games[:, kernel.WAITING]
    most = kernel.TRACE if plan.trace_decay else 1
    in_range = (moves >= 0) & (moves < kernel.MAX_MOVES) & (waiting >= 0) & (waiting <= most)
    return bool(in_range.all() and (player.starts_seen >= 0).all())


class Training:
    """A training: its plan, the network as it is now, the games in progress, and the curve so far.

    It begins from `network` where one is given; raises `TessellaError` where that does not fit.
    """

    def __init__(self, plan: Plan, network: Network | None = None) -> None:
        self.plan = plan
        self.moves = self.games = self.snapshots = 0
        self.seconds = 0.0
        self.curve: list[CurvePoint] = []
        self.window = _Window()
        self.masks = symmetries()
        if plan.memory + SPARE_MEMORY > free_memory():
            raise _no_memory(plan)
        self.first = plan.start / (8 * LINES * plan.stems)
        nothing: Numbers = np.zeros(0, np.float32)
        try:
            self.weights = _filled(plan.size, self.first)
            self.errors = _filled(2 * plan.size, kernel.TINY, ERRORS_OFFSET) if plan.is_coherent else nothing
            self.mean = _filled(plan.size, 0) if plan.average else nothing
            self.players: list[kernel.SelfPlay] = []
            self.add_players(plan.threads)
        except (MemoryError, OSError, ValueError):
            raise _no_memory(plan) from None
        if network is not None:
            self._start_from(network)

    def add_players(self, count: int) -> None:
        """Make sure there are at least so many players; those beyond the number of threads stay idle."""
        for number in range(len(self.players), count):
            streams = [rng.fold([self.plan.seed, number, game]) for game in range(kernel.GAMES)]
            player = kernel.self_play(streams, CHUNK // 8)  # no game is over after fewer moves
            kernel.begin(player)
            self.players.append(player)

    def _start_from(self, network: Network) -> None:
        """Begin with the weights of a network, which may have fewer stems or stages.

        A first stage alone knows boards of later ones best downgraded, and those are learned at the full rate.
        """
        plan = self.plan
        if network.stems > plan.stems or network.stages > plan.stages:
            most, got = _shape(plan.stems, plan.stages), _shape(network.stems, network.stages)
            raise TessellaError(_("expected a network no larger than {most}, got {got}"), most=most, got=got)
        given = network.weights.reshape(network.stages, network.stems, STEM)
        ours = self.weights.reshape(plan.stages, plan.stems, STEM)
        errors = self.errors.reshape(-1, plan.stems, STEM, 2)
        ours[:, network.stems :] = 0  # more stems add nothing at first
        for stem in range(network.stems):
            for stage in range(network.stages):
                np.multiply(given[stage, stem], np.float32(network.unit), out=ours[stage, stem])
                if plan.is_coherent:
                    errors[stage, stem][given[stage, stem] != 0] = 0, KNOWN
            last = ours[network.stages - 1, stem]
            for stage in range(network.stages, plan.stages):
                ours[stage, stem] = last[downgraded()] if network.stages == 1 else last

    # --- Checkpoints ---

    def arrays(self) -> checkpoint.Arrays:
        """Return all arrays of the training, as a checkpoint keeps them."""
        arrays = [("weights", self.weights, self.first), ("errors", self.errors, kernel.TINY), ("mean", self.mean, 0.0)]
        for number, player in enumerate(self.players):
            kept = ((name, array) for name, array in player._asdict().items() if name != "log")
            arrays += [(f"{name} {number}", array.reshape(-1), 0.0) for name, array in kept]
        return {name: (array, start) for name, array, start in arrays if len(array)}

    def save(self, path: Path) -> None:
        """Keep the training in a file; raises `CheckpointError`, and the file is then what it was."""
        about = {
            "plan": asdict(self.plan),
            **{name: getattr(self, name) for name in COUNTERS},
            "players": len(self.players),
            "window": asdict(self.window),
            "curve": [asdict(point) for point in self.curve],
        }
        checkpoint.write(path, about, self.arrays())

    def begin_anew(self, plan: Plan) -> None:
        """Make a new training of this one, with other games: what is left is the weights and their sums of errors.

        Raises `TessellaError` for a plan of other weights.
        """
        for name in ("shape", "stages", "method", "start"):
            old, new = getattr(self.plan, name), getattr(plan, name)
            if new != old:
                message = _("expected the {name} of the training to begin from, {expected}, got {text}")
                raise TessellaError(message, name=name, expected=old, text=new)
        if plan.memory + SPARE_MEMORY > free_memory() + self.plan.memory:
            raise _no_memory(plan)
        self.plan = plan
        self.moves = self.games = self.snapshots = 0
        self.seconds = 0.0
        self.curve, self.window, self.players = [], _Window(), []
        self.mean = _filled(plan.size, 0) if plan.average else np.zeros(0, np.float32)
        self.add_players(plan.threads)

    @classmethod
    def load(cls, path: Path, **changes: Any) -> Self:
        """Return the training in a file, with changes to how long it is to last.

        Raises `CheckpointError` if the file holds no training, or an incomplete one.
        """
        made: list[Self] = []
        kept: list[_Kept] = []

        def allocate(about: dict[str, Any]) -> checkpoint.Arrays:
            kept.append(msgspec.convert(about, _Kept))
            made.append(cls(kept[0].plan))
            made[0].add_players(kept[0].players)
            for player in made[0].players:
                for array in player:
                    array[:] = 0
            return made[0].arrays()

        checkpoint.read(path, allocate)
        training, about = made[0], kept[0]
        for player in training.players:
            if not _is_sound(player, about.plan):
                raise checkpoint.damaged(path)
        for name in COUNTERS:
            setattr(training, name, getattr(about, name))
        training.window, training.curve = about.window, about.curve
        training.change(**changes)
        return training

    def change(self, **changes: Any) -> None:
        """Change how long it is to last, or on how many threads; raises `TessellaError` for what cannot be."""
        self.plan = replace(self.plan, **changes)
        self.add_players(self.plan.threads)
        if self.share < 1 - self.plan.last:
            self.snapshots = 0  # the last part is yet to come

    # --- Going on ---

    @property
    def share(self) -> float:
        """How much of the plan is done, from 0 to 1."""
        plan = self.plan
        done = [(self.moves, plan.moves), (self.games, plan.games), (self.seconds, 60 * plan.minutes)]
        return min(max(now / goal for now, goal in done if goal), 1.0)

    def get_ready(self, is_stopped: Callable[[], bool] = lambda: False) -> None:
        """Have the kernels compiled and loaded before the clock runs."""
        if self.share >= 1:
            return
        with warming.WarmUp("training") as work:
            while not is_stopped() and not work.wait(POLL):
                pass
        if not is_stopped():
            self._play(self.players[0], 0, 0.0)

    def run(self, is_stopped: Callable[[], bool] = lambda: False) -> Iterator[CurvePoint | None]:
        """Play and learn; yield after every round, the new point of the curve where there is one.

        `is_stopped` is asked after every 65,536 moves of a thread. Between two rounds the training can
        be saved.
        """
        if self.share >= 1:
            return
        self.get_ready(is_stopped)
        with ThreadPoolExecutor(self.plan.threads) as pool:
            while (share := self.share) < 1 and not is_stopped():
                self._round(pool, share, is_stopped)
                yield self._point(share)

    @regained()
    def _round(self, pool: ThreadPoolExecutor, share: float, is_stopped: Callable[[], bool]) -> None:
        plan = self.plan
        self._average(share)
        threads = plan.threads if self.moves >= plan.alone else 1
        begun, before = time.monotonic(), self.seconds
        over, lock = threading.Event(), threading.Lock()

        def play(player: kernel.SelfPlay) -> None:
            for _chunk in range(1 if threads == 1 else CHUNKS_A_ROUND):
                if over.is_set() or is_stopped() or int(self.share * CURVE_POINTS) > int(share * CURVE_POINTS):
                    break
                n = min(CHUNK, plan.moves - self.moves) if plan.moves else CHUNK
                n += -n % kernel.GAMES
                ended = self._play(player, n, plan.rate_after(self.share))
                with lock:
                    self.moves += n
                    self.games += ended
                    self.seconds = before + time.monotonic() - begun
                    self.window.add(player.log[:ended])
            over.set()

        playing = {pool.submit(play, player) for player in self.players[:threads]}
        try:
            while wait(playing, timeout=0.5).not_done:
                pass  # Ctrl-C is heard in between on every system
        finally:
            over.set()
        for done in playing:
            done.result()
        self.seconds = before + time.monotonic() - begun

    def _play(self, player: kernel.SelfPlay, moves: int, rate: float) -> int:
        plan, curriculum = self.plan, None
        if plan.stages > 1 or plan.trace_decay > 0:
            guided, apart = int(self.moves < plan.guided), int(self.moves < plan.apart and plan.stages > 1)
            curriculum = kernel.Curriculum(plan.stages, plan.trace_decay, plan.late, guided, apart)
        learner = kernel.Learner(self.weights, self.errors, row_table(), self.masks)
        return kernel.train(learner, player, moves, rate, plan.restarts, curriculum)

    def _average(self, share: float) -> None:
        plan = self.plan
        if not plan.average or share < 1 - plan.last + plan.last * self.snapshots / SNAPSHOTS:
            return
        self.snapshots += 1
        for at in range(0, plan.size, part := 1 << 20):
            mean = self.mean[at : at + part]
            mean += (self.weights[at : at + part] - mean) / np.float32(self.snapshots)

    def _point(self, before: float) -> CurvePoint | None:
        if int(before * CURVE_POINTS) == int(self.share * CURVE_POINTS) or not self.window.games:
            return None
        self.curve.append(self.window.point(self.moves, self.seconds))
        self.window = _Window()
        return self.curve[-1]

    def network(self) -> Network:
        """Return the network as it has become, as it is played with: its average where there is one."""
        plan = self.plan
        about = plan.kept() | {"moves": self.moves, "games": self.games, "seconds": round(self.seconds)}
        weights = self.mean if self.snapshots else self.weights
        # What no game has shown is what it was: the start value, or what the network knew that all began from.
        return quantize(weights, start=self.first, stems=plan.stems, stages=plan.stages, about=about)


def train(
    training: Training,
    path: Path | None = None,
    *,
    every: float = 300,
    report: Callable[[CurvePoint | None], None] = lambda _point: None,
    warn: Callable[[str], None] = lambda _sentence: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Training:
    """Go on with a training until its plan is done or `is_stopped`, and return it.

    It is kept in the file at `path` at once, every so many seconds, and at the end. Where that fails in between,
    `warn` gets the sentence and the training goes on; at the beginning and at the end `CheckpointError` is raised.
    Where it is stopped before it begins, there is nothing to be kept.
    `report` is called after every round, with the new point of the curve where there is one.
    """
    if is_stopped():
        return training
    if path is not None:
        training.save(path)
    kept, moves = time.monotonic(), training.moves
    for point in training.run(is_stopped):
        report(point)
        if path is not None and time.monotonic() - kept >= every:
            try:
                training.save(path)
            except checkpoint.CheckpointError as error:
                warn(str(error))
            kept = time.monotonic()
    if path is not None and not (is_stopped() and training.moves == moves):
        training.save(path)
    return training


def _no_memory(plan: Plan) -> TessellaError:
    return TessellaError(
        _("a {shape} network with {method} needs {need} GB of free memory"),
        need=f"{(plan.memory + SPARE_MEMORY) / 2**30:.1f}",
        shape=plan.shape,
        method=plan.method,
        hint=_("td needs a third of the memory of tc and otc, and one stage half that of two"),
    )


def _shape(stems: int, stages: int) -> str:
    name = next(name for name, number in SHAPES.items() if number == stems)
    return name if stages == 1 else _("{name} in {stages} stages").format(name=name, stages=stages)


def _filled(size: int, start: float, offset: int = 0) -> Numbers:
    # So many bytes beyond the beginning of a page.
    table = zeros(size + offset // 4, np.float32)[offset // 4 :]
    if start:
        table[:] = start
    return table


def free_memory() -> float:
    """Return how many bytes there are for us to take, or infinity where nobody tells."""
    found = inf
    with contextlib.suppress(OSError, ValueError, KeyError):  # Linux
        found = 1024 * _numbers("/proc/meminfo")["MemAvailable:"]
    with contextlib.suppress(OSError, ValueError, KeyError):  # a container, whose limit counts files that can be let go
        folder = Path("/sys/fs/cgroup")
        most, taken = (int((folder / f"memory.{name}").read_text(encoding="ascii")) for name in ("max", "current"))
        files = _numbers(folder / "memory.stat")
        found = min(found, most - taken + files["active_file"] + files["inactive_file"])
    if sys.platform == "win32":
        state = (ctypes.c_ulonglong * 8)()  # MEMORYSTATUSEX: its length and load, then total, free, and so on
        ctypes.cast(state, ctypes.POINTER(ctypes.c_ulong))[0] = ctypes.sizeof(state)
        if ctypes.windll.kernel32.GlobalMemoryStatusEx(state):
            found = state[2]
    return found


def _numbers(path: str | Path) -> dict[str, int]:
    lines = [line.split() for line in Path(path).read_text(encoding="ascii").splitlines()]
    return {line[0]: int(line[1]) for line in lines if len(line) > 1}


def warm_up() -> None:
    """Call the kernels, for one stage and for several, so that they are compiled."""
    player = kernel.self_play([0] * kernel.GAMES, 1)
    kernel.begin(player)
    learner = kernel.Learner(zeros(STEM, np.float32), zeros(2 * STEM, np.float32), row_table(), symmetries())
    for curriculum in (None, kernel.Curriculum(1, 0.5, 0.0, 0, 0)):
        kernel.train(learner, player, 0, 0.0, 0, curriculum)
