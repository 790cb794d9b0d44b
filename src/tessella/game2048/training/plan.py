"""Plan of a training: the network, the method of learning, and how long it goes on.

>>> Plan(moves=1_000_000, method="td").rate
0.1
"""

from dataclasses import dataclass, field, fields
from typing import Any

from tessella.errors import TessellaError, one_of
from tessella.game2048.kernels.ntuple import STAGES, STEM
from tessella.i18n import _

SHAPES = {"4x6": 2, "6x6": 3}  # the networks, by how many tuples of how many cells they have, and how many stems
METHODS = ("td", "tc", "otc")  # TD(0); temporal coherence; temporal coherence from an optimistic start
OPTIMISTIC_START = 320_000.0  # what an optimistic network expects of a board that it has not seen, in points
BY_METHOD = -1  # stands for a default that follows from the method


def _number(default: float, least: float, most: float, *, is_kept: bool = True) -> Any:
    """Return a field that holds its default or a number in a range, and may be kept with the trained network."""
    return field(default=default, metadata={"range": (least, most), "is_kept": is_kept})


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """What a training is to be. Raises `TessellaError` for what none can be.

    It ends as soon as it has played so many moves or games, or has gone on for so many minutes, whichever comes
    first; at least one of them is given. In its last part, a tenth unless said otherwise, the rate may fall, and what
    comes out is then, where that is wished for, the average of the network's states in it.
    """

    shape: str = "4x6"
    stages: int = _number(1, 1, STAGES, is_kept=False)  # 2: one for boards with 16384; 3: and one with 8192 beside it
    method: str = field(default="otc", metadata={"is_kept": True})
    start: float = _number(BY_METHOD, 0, 10_000_000)  # the value of a board that was never seen, in points
    rate: float = _number(BY_METHOD, 1e-6, 10)  # how much of an error is corrected: by default 0.1 for TD(0), else 1
    trace_decay: float = _number(0.0, 0, 1)  # lambda, for TD(lambda): how much the boards after the next one count
    last: float = _number(0.1, 0, 1)  # how much of the training is its last part
    last_rate: float = _number(BY_METHOD, 1e-6, 10)  # what the rate falls to in the last part, by default the same
    average: bool = False
    restarts: int = _number(2500, 0, 100_000)  # a game of twice as many moves starts again half-way; 0 for never
    late: float = _number(0.8, 0, 0.99)  # how many of the games that do not begin half-way begin in a later stage
    guided: int = _number(0, 0, 10**15)  # in how many moves of the beginning later stages play as the first would
    apart: int = _number(0, 0, 10**15)  # in how many moves of the beginning only later stages learn
    threads: int = _number(1, 1, 256)
    alone: int = _number(500_000_000, 0, 10**15, is_kept=False)  # how many moves one thread plays before others join
    seed: int = _number(0, 0, 2**64 - 1)
    moves: int = _number(0, 0, 10**15, is_kept=False)
    games: int = _number(0, 0, 10**12, is_kept=False)
    minutes: float = _number(0, 0, 10**6, is_kept=False)

    def __post_init__(self) -> None:
        one_of(SHAPES, self.shape)
        one_of(METHODS, self.method)
        for one in fields(self):
            least, most = one.metadata.get("range", (None, None))
            value = getattr(self, one.name)
            if least is not None and value != one.default and not least <= value <= most:
                limits = {"name": one.name.replace("_", "-"), "least": f"{least:g}", "most": f"{most:g}"}
                raise TessellaError(_("expected {name} from {least} to {most}, got {text}"), text=value, **limits)
        if not (self.moves or self.games or self.minutes):
            raise TessellaError(_("set how long to train: moves, games or minutes"))
        settle: Any = object.__setattr__
        optimistic = OPTIMISTIC_START if self.method == "otc" else 0.0
        settle(self, "start", optimistic if self.start == BY_METHOD else float(self.start))
        settle(self, "rate", (0.1 if self.method == "td" else 1.0) if self.rate == BY_METHOD else float(self.rate))
        settle(self, "last_rate", self.rate if self.last_rate == BY_METHOD else float(self.last_rate))

    def rate_after(self, share: float) -> float:
        """Return the rate after a share of the training: in the last part each step lowers it by the same factor.

        >>> plan = Plan(moves=1, rate=0.4, last=0.5, last_rate=0.1)
        >>> [round(plan.rate_after(share), 3) for share in (0.2, 0.5, 0.75, 1.0)]
        [0.4, 0.4, 0.2, 0.1]
        """
        ahead = (1 - share) / self.last if self.last else 1.0
        return float(self.last_rate * (self.rate / self.last_rate) ** min(max(ahead, 0.0), 1.0))

    def kept(self) -> dict[str, str | int | float]:
        """Return what is kept with the network that comes of it."""
        return {one.name: getattr(self, one.name) for one in fields(self) if one.metadata.get("is_kept")}

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
