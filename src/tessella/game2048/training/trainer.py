"""How does a network come to play well?

It plays games with itself and learns from them (`kernels.training` says how). Here stands what a person who trains
one decides, a `Plan`; the state of a training, `Training`, which is kept in a checkpoint and goes on from there as if
nothing had happened; and `train`, which does it all.

    >>> Plan(moves=1_000_000, method="td").rate
    0.1

With one thread a training that was stopped, or killed, and went on is the same to the last bit as one that never was.
Several threads share one network without locks, as in "Hogwild!" (Recht and others, NIPS 2011), so that no two
trainings are the same; they cost nothing late in a training, but at its very start, where everything is news, a third
of what is learned: so its first part is played by one alone.
"""

import ctypes
import itertools
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from math import inf, sqrt
from pathlib import Path
from typing import Any, Self, TypeAlias

import numpy as np

from tessella import rng
from tessella.errors import TessellaError, quote
from tessella.game2048.kernels import training as kernel
from tessella.game2048.kernels.bitboard import row_table
from tessella.game2048.kernels.ntuple import LINES, STAGES, STEM, symmetries
from tessella.game2048.training import checkpoint
from tessella.game2048.training.weights import Network, downgraded, roomy, shrink
from tessella.i18n import _

__all__ = ["METHODS", "SHAPES", "TILES", "Plan", "Row", "Training", "train"]

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

SHAPES = {"4x6": 2, "6x6": 3}
"""The networks there are, by how many tuples of how many cells they have, with their number of stems."""
METHODS = ("td", "tc", "otc")
"""TD(0); temporal coherence; temporal coherence from an optimistic start."""
OPTIMISTIC = 320_000.0
"""What an optimistic network thinks a board that it has not seen is worth."""
TILES = (1024, 2048, 4096, 8192, 16384, 32768)
"""The tiles that a curve tells of."""

CHUNK = 1 << 16
"""Moves between two looks at the clock, and whether it is time to stop."""
ROUND = 256
"""Chunks that several threads play before they meet; one thread alone meets itself after each."""
ROWS = 100
"""How many rows a curve has at the end."""
SNAPSHOTS = 50
"""How many states of the network are averaged, where they are."""
SPARE = 1 << 28
"""Bytes of memory that are left for everything else."""
SKEW = 1088
"""How many bytes further from a page's beginning the errors lie than the weights, which is worth 5 %: processors first
compare the last twelve bits of two addresses, and make a read wait for a write that only looks as if it went there."""


# --- What is wanted -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """What a training is to be. Raises `TessellaError` for what none can be.

    It ends as soon as it has played so many moves or games, or has gone on for so many minutes, whichever comes
    first; at least one of them is given. Its last part, a tenth unless said otherwise, may learn at a lower rate,
    and what comes out is then, where that is wished for, the average of the network's states in it.
    """

    shape: str = "4x6"
    stages: int = 1
    """2: boards that hold 16384 have weights of their own; 3: and those that hold 8192 beside it too."""
    method: str = "otc"
    start: float = -1
    """What a board that was never seen is thought to be worth, in points; by default what the method says."""
    rate: float = -1
    """How much of an error is corrected: by default 0.1 for TD(0), and 1 where each weight has a rate of its own."""
    trace_decay: float = 0.0
    """Lambda, for TD(lambda): how much more than the next board those after it say, from 0 to 1."""
    last: float = 0.1
    """How much of the training is its last part."""
    last_rate: float = -1
    """The rate in the last part, by default the same."""
    average: bool = False
    restarts: int = 2500
    """A game of twice as many moves starts again half-way; 0 for never."""
    late: float = 0.8
    """How many of the games that do not begin half-way begin with a first board of a later stage."""
    guided: int = 0
    """In how many moves of the beginning later stages play as the first would."""
    apart: int = 0
    """In how many moves of the beginning only later stages learn."""
    threads: int = 1
    alone: int = 500_000_000
    """How many moves are played by one thread before others join it."""
    seed: int = 0
    moves: int = 0
    games: int = 0
    minutes: float = 0

    def __post_init__(self) -> None:
        self._check()
        optimistic = OPTIMISTIC if self.method == "otc" else 0.0
        settle: Callable[[Any, str, float], None] = object.__setattr__
        settle(self, "start", optimistic if self.start == -1 else float(self.start))
        settle(self, "rate", (0.1 if self.method == "td" else 1.0) if self.rate == -1 else float(self.rate))
        settle(self, "last_rate", self.rate if self.last_rate == -1 else float(self.last_rate))

    def _check(self) -> None:
        for name, known in (("shape", SHAPES), ("method", METHODS)):
            if getattr(self, name) not in known:
                message = _("expected one of {names}, got {text}")
                raise TessellaError(message.format(names=", ".join(known), text=quote(getattr(self, name))))
        for name, (least, most) in _RANGES.items():
            value = getattr(self, name)
            if value != _DEFAULTS[name] and not least <= value <= most:
                message = _("expected {name} from {least} to {most}, got {text}")
                told = {"name": name.replace("_", "-"), "least": f"{least:g}", "most": f"{most:g}"}
                raise TessellaError(message.format(text=quote(value), **told))
        if not (self.moves or self.games or self.minutes):
            raise TessellaError(_("expected how long to train: moves, games or minutes"))

    @property
    def stems(self) -> int:
        """How many stems the network has."""
        return SHAPES[self.shape]

    @property
    def is_coherent(self) -> bool:
        """Whether each weight has a rate of its own."""
        return self.method != "td"

    @property
    def size(self) -> int:
        """How many weights the network has."""
        return self.stages * self.stems * STEM

    @property
    def memory(self) -> int:
        """How many bytes the training takes."""
        return 4 * self.size * (1 + 2 * self.is_coherent + self.average)


_RANGES: dict[str, tuple[float, float]] = {
    "stages": (1, STAGES),
    "start": (0, 10_000_000),
    "rate": (1e-6, 10),
    "trace_decay": (0, 1),
    "last": (0, 1),
    "last_rate": (1e-6, 10),
    "restarts": (0, 100_000),
    "late": (0, 0.99),
    "guided": (0, 10**15),
    "apart": (0, 10**15),
    "threads": (1, 256),
    "alone": (0, 10**15),
    "seed": (0, 2**64 - 1),
    "moves": (0, 10**15),
    "games": (0, 10**12),
    "minutes": (0, 10**6),
}
_DEFAULTS = {one.name: one.default for one in fields(Plan)}


# --- The curve ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """One point of a learning curve: the games from an empty board that ended since the one before.

    In a network of stages a game counts as it was when it made its first 32768.
    """

    moves: int
    """Of the whole training, as are the seconds."""
    seconds: float
    games: int
    mean: float
    stderr: float
    best: int
    reached: dict[str, float]
    """The share of games that made a tile, by the tile."""


@dataclass(slots=True)
class _Window:
    """The games that the next row of the curve will tell of."""

    games: int = 0
    total: int = 0
    squares: int = 0
    best: int = 0
    largest: list[int] = field(default_factory=lambda: [0] * 16)

    def add(self, log: Array) -> None:
        fresh = log[log[:, 3] == 1]
        scores = fresh[:, 0]
        self.games += len(fresh)
        self.total += int(scores.sum())
        self.squares += int((scores * scores).sum())
        self.best = max(self.best, int(scores.max(initial=0)))
        for power, count in enumerate(np.bincount(fresh[:, 2], minlength=16)):
            self.largest[power] += int(count)

    def row(self, moves: int, seconds: float) -> Row:
        mean = self.total / self.games
        variance = max(self.squares / self.games - mean * mean, 0)
        reached = {str(tile): sum(self.largest[tile.bit_length() - 1 :]) / self.games for tile in TILES}
        return Row(
            moves,
            round(seconds, 1),
            self.games,
            round(mean, 1),
            round(sqrt(variance / self.games), 1),
            self.best,
            {tile: round(share, 5) for tile, share in reached.items()},
        )


# --- Memory ---------------------------------------------------------------------------------------------------------


def _numbers(path: str | Path) -> dict[str, int]:
    """Return the numbers in a file that has a name and a number a line."""
    lines = [line.split() for line in Path(path).read_text(encoding="ascii").splitlines()]
    return {line[0]: int(line[1]) for line in lines if len(line) > 1}


def _free_memory() -> float:
    """Return how many bytes there are for us to take, or infinity where nobody tells."""
    found = inf
    with suppress(OSError, ValueError, KeyError):  # Linux
        found = 1024 * _numbers("/proc/meminfo")["MemAvailable:"]
    with suppress(OSError, ValueError, KeyError):  # a container, whose limit counts files that can be let go
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


def _no_memory(plan: Plan) -> TessellaError:
    gigabytes = f"{(plan.memory + SPARE) / 2**30:.1f}"
    message = _("expected {need} GB of memory for a {shape} network with {method}, got less").format(
        need=gigabytes, shape=plan.shape, method=plan.method
    )
    return TessellaError(message, hint=_("td takes a third of what tc and otc do, and one stage half of two"))


def _table(size: int, start: float, skew: int = 0) -> Array:
    """Return float32 numbers that are all `start`, and lie so many bytes beyond the beginning of a page."""
    table = roomy(size + skew // 4, np.float32)[skew // 4 :]
    if start:
        table[:] = start
    return table


# --- A training -----------------------------------------------------------------------------------------------------


def _player(seed: int, number: int) -> kernel.Play:
    """Return the games that one thread plays in turn."""
    luck = [rng.fold([seed, number, game]) for game in range(kernel.GAMES)]
    play = kernel.play_for(luck, CHUNK // 8)  # no game is over after fewer moves
    kernel.begin(play)
    return play


def _held(play: kernel.Play, number: int) -> checkpoint.Held:
    """Return what a checkpoint keeps of it, by name."""
    arrays = play._asdict()
    del arrays["log"]
    return {f"{name} {number}": (array.reshape(-1), 0.0) for name, array in arrays.items()}


class Training:
    """A training: its plan, the network as it is now, the games that go on, and the curve so far."""

    def __init__(self, plan: Plan, network: Network | None = None) -> None:
        """Begin a training, from `network` where one is given. Raises `TessellaError` where it does not fit."""
        self.plan = plan
        self.moves = self.games = self.snapshots = 0
        self.seconds = 0.0
        self.curve: list[Row] = []
        self.window = _Window()
        self.masks = symmetries()
        self._allocate()
        if network is not None:
            self._take(network)

    def _allocate(self) -> None:
        plan = self.plan
        if plan.memory + SPARE > _free_memory():
            raise _no_memory(plan)
        self.first = plan.start / (8 * LINES * plan.stems)
        try:
            self.weights = _table(plan.size, self.first)
            self.errors = _table(2 * plan.size, kernel.TINY, SKEW) if plan.is_coherent else np.zeros(0, np.float32)
            self.mean = _table(plan.size, 0) if plan.average else np.zeros(0, np.float32)
            self.players: list[kernel.Play] = []
            self.invite(plan.threads)
        except (MemoryError, OSError, ValueError):
            raise _no_memory(plan) from None

    def invite(self, count: int) -> None:
        """Have so many players, or more; those beyond the threads rest."""
        self.players += [_player(self.plan.seed, number) for number in range(len(self.players), count)]

    def _take(self, network: Network) -> None:
        """Begin with the weights of a network, which may have fewer stems or stages.

        A first stage alone knows boards of later ones best downgraded.
        """
        plan = self.plan
        if network.stems > plan.stems or network.stages > plan.stages:
            message = _("expected a network of at most {most}, got one of {got}")
            told = {"most": _told(plan.stems, plan.stages), "got": _told(network.stems, network.stages)}
            raise TessellaError(message.format(**told))
        given = network.weights.reshape(network.stages, network.stems, STEM)
        ours = self.weights.reshape(plan.stages, plan.stems, STEM)
        ours[:, network.stems :] = 0  # more stems add nothing at first
        unit = np.float32(network.unit)
        for stage, stem in itertools.product(range(network.stages), range(network.stems)):
            np.multiply(given[stage, stem], unit, out=ours[stage, stem])
        for stage, stem in itertools.product(range(network.stages, plan.stages), range(network.stems)):
            last = ours[network.stages - 1, stem]
            ours[stage, stem] = last[downgraded()] if network.stages == 1 else last

    # --- keeping --------------------------------------------------------------------------------------------

    def held(self) -> checkpoint.Held:
        """Return all numbers that it has, as a checkpoint keeps them."""
        held: checkpoint.Held = {"weights": (self.weights, self.first)}
        if self.plan.is_coherent:
            held["errors"] = (self.errors, kernel.TINY)
        if self.plan.average:
            held["mean"] = (self.mean, 0.0)
        for number, player in enumerate(self.players):
            held |= _held(player, number)
        return held

    def save(self, path: Path) -> None:
        """Keep the training in a file; raises `CheckpointError`, and the file is then what it was."""
        about = {
            "plan": asdict(self.plan),
            "moves": self.moves,
            "games": self.games,
            "seconds": self.seconds,
            "snapshots": self.snapshots,
            "players": len(self.players),
            "window": asdict(self.window),
            "curve": [asdict(row) for row in self.curve],
        }
        checkpoint.write(path, about, self.held())

    @classmethod
    def load(cls, path: Path, **changes: Any) -> Self:
        """Return the training in a file, with changes to how long it is to last.

        Raises `CheckpointError` for a file that holds none, or no whole one.
        """
        made: list[Self] = []

        def hold(about: dict[str, Any]) -> checkpoint.Held:
            made.append(cls(Plan(**about["plan"])))
            made[0].invite(about["players"])
            for player in made[0].players:
                for array in player:
                    array[:] = 0
            return made[0].held()

        about = checkpoint.read(path, hold)
        training = made[0]
        training.moves, training.games = about["moves"], about["games"]
        training.seconds, training.snapshots = about["seconds"], about["snapshots"]
        training.window = _Window(**about["window"])
        training.curve = [Row(**row) for row in about["curve"]]
        training.change(**changes)
        return training

    def change(self, **changes: Any) -> None:
        """Change how long it is to last, or on how many threads; raises `TessellaError` for what cannot be."""
        self.plan = replace(self.plan, **changes)
        self.invite(self.plan.threads)
        if self.share < 1 - self.plan.last:
            self.snapshots = 0  # the last part is yet to come

    # --- going on -------------------------------------------------------------------------------------------

    @property
    def share(self) -> float:
        """How much of the plan is done, from 0 to 1."""
        plan = self.plan
        done = [(self.moves, plan.moves), (self.games, plan.games), (self.seconds, 60 * plan.minutes)]
        return min(max(now / goal for now, goal in done if goal), 1.0)

    def run(self, is_stopped: Callable[[], bool] = lambda: False) -> Iterator[Row | None]:
        """Play and learn; yield after every round, the new row of the curve where there is one.

        `is_stopped` is asked after every 65,536 moves of a thread. Between two rounds the training can
        be saved.
        """
        self._play(self.players[0], 0, 0.0)  # compiled before the clock runs
        with ThreadPoolExecutor(self.plan.threads) as pool:
            while (share := self.share) < 1 and not is_stopped():
                self._round(pool, share, is_stopped)
                yield self._row(share)

    def _round(self, pool: ThreadPoolExecutor, share: float, is_stopped: Callable[[], bool]) -> None:
        plan = self.plan
        self._average(share)
        threads = plan.threads if self.moves >= plan.alone else 1
        begun, before = time.monotonic(), self.seconds
        over, lock = threading.Event(), threading.Lock()
        rate = plan.last_rate if share >= 1 - plan.last else plan.rate

        def play(player: kernel.Play) -> None:
            for _chunk in range(1 if threads == 1 else ROUND):
                if over.is_set() or is_stopped() or int(self.share * ROWS) > int(share * ROWS):
                    break
                n = min(CHUNK, plan.moves - self.moves) if plan.moves else CHUNK
                n += -n % kernel.GAMES
                ended = self._play(player, n, rate)
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

    def _play(self, player: kernel.Play, moves: int, rate: float) -> int:
        """Play so many moves and learn from them; return how many games ended, which stand in the player's log."""
        plan = self.plan
        course = None
        if plan.stages > 1 or plan.trace_decay > 0:
            guided, apart = int(self.moves < plan.guided), int(self.moves < plan.apart and plan.stages > 1)
            course = kernel.Course(plan.stages, plan.trace_decay, plan.late, guided, apart)
        return kernel.train(
            self.weights, self.errors, row_table(), self.masks, player, moves, rate, plan.restarts, course
        )

    def _average(self, share: float) -> None:
        """Add the network as it is now to the average, where it is time to."""
        plan = self.plan
        if not plan.average or share < 1 - plan.last + plan.last * self.snapshots / SNAPSHOTS:
            return
        self.snapshots += 1
        part = 1 << 20
        for at in range(0, plan.size, part):
            mean = self.mean[at : at + part]
            mean += (self.weights[at : at + part] - mean) / np.float32(self.snapshots)

    def _row(self, before: float) -> Row | None:
        """Return the row of the curve that is due, if one is, and add it."""
        if int(before * ROWS) == int(self.share * ROWS) or not self.window.games:
            return None
        row = self.window.row(self.moves, self.seconds)
        self.window = _Window()
        self.curve.append(row)
        return row

    def network(self) -> Network:
        """Return the network as it has become, as it is played with: its average where there is one."""
        plan = self.plan
        about: dict[str, str | int | float] = {
            key: value for key, value in asdict(plan).items() if key in _TOLD and value is not None
        }
        about |= {"moves": self.moves, "games": self.games, "seconds": round(self.seconds)}
        weights = self.mean if self.snapshots else self.weights
        # What no game has shown is what it was: the start value, or what the network knew that all began from.
        all_seen = np.zeros(0, np.float32)
        return shrink(weights, all_seen, start=self.first, stems=plan.stems, stages=plan.stages, about=about)


def train(  # noqa: PLR0913 - what a training needs beside its plan
    training: Training,
    path: Path | None = None,
    *,
    every: float = 300,
    told: Callable[[Row | None], None] = lambda _row: None,
    warned: Callable[[str], None] = lambda _sentence: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Training:
    """Go on with a training until its plan is done or `is_stopped`, and return it.

    It is kept in the file at `path` at once, every so many seconds, and at the end. Where that fails in between,
    `warned` gets the sentence and the training goes on; at the beginning and at the end `CheckpointError` is raised.
    `told` is called after every round, with the new row of the curve where there is one.
    """
    if path is not None:
        training.save(path)
    kept = time.monotonic()
    for row in training.run(is_stopped):
        told(row)
        if path is not None and time.monotonic() - kept >= every:
            try:
                training.save(path)
            except checkpoint.CheckpointError as error:
                warned(str(error))
            kept = time.monotonic()
    if path is not None:
        training.save(path)
    return training


_TOLD = (
    "method", "start", "rate", "trace_decay", "last", "last_rate", "restarts", "late", "guided", "apart", "threads",
    "seed",
)  # fmt: skip


def _told(stems: int, stages: int) -> str:
    """Return what a person calls a network: 4x6, or 4x6 in 2 stages."""
    name = next(name for name, number in SHAPES.items() if number == stems)
    return name if stages == 1 else _("{name} in {stages} stages").format(name=name, stages=stages)
