"""A summary of a data set: how many puzzles there are of each kind, counted part by part from a few columns."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from tessella.io.cluster import map_unordered
from tessella.sudoku.datasets.build import read_columns
from tessella.sudoku.datasets.columns import TECHNIQUES
from tessella.sudoku.datasets.directory import Directory, Manifest, Part
from tessella.sudoku.rating.levels import LEVELS

if TYPE_CHECKING:
    from tessella.io.cluster import Client

COLUMNS = ("status", "level", "er", "clues", "symmetry", "techniques", "exact")


@dataclass(frozen=True)
class Summary:
    """Counts of puzzles: all, by what they are like, and those whose rating is a lower bound only.

    >>> (Summary(2, levels=Counter(hard=2)) + Summary(3, levels=Counter(easy=1, hard=2))).levels["hard"]
    4
    """

    puzzles: int = 0
    inexact: int = 0
    status: Counter[str] = field(default_factory=Counter)
    levels: Counter[str] = field(default_factory=Counter)
    ratings: Counter[int] = field(default_factory=Counter)  # by ER in tenths
    clues: Counter[int] = field(default_factory=Counter)
    symmetries: Counter[str] = field(default_factory=Counter)
    techniques: Counter[str] = field(default_factory=Counter)  # puzzles whose path uses each, by the names of columns

    def __add__(self, other: "Summary") -> "Summary":
        return Summary(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))

    @property
    def proper(self) -> int:
        """How many puzzles have exactly one solution."""
        return self.status["proper"]

    def to_json(self) -> dict[str, Any]:
        """Return the counts as what JSON can hold, each in its natural order."""
        return {
            "puzzles": self.puzzles,
            "inexact": self.inexact,
            "status": dict(sorted(self.status.items())),
            "levels": {name: self.levels[name] for name in LEVELS if name in self.levels},
            "er": {f"{tenths / 10:.1f}": count for tenths, count in sorted(self.ratings.items())},
            "clues": {str(clues): count for clues, count in sorted(self.clues.items())},
            "symmetry": dict(self.symmetries.most_common()),
            "techniques": {name: self.techniques[name] for name in TECHNIQUES.values() if self.techniques[name]},
        }


def summaries(directory: Directory, manifest: Manifest, client: "Client | None" = None) -> Iterator[Summary]:
    """Yield a summary of each part that is there, in any order, by the workers where there is a client.

    Raises `TessellaError` for a part that cannot be read. Their sum is that of the data set:

        total = sum(summaries(directory, manifest), Summary())
    """
    return map_unordered(client, partial(_summary_of, directory), manifest.parts)


def _summary_of(directory: Directory, part: Part) -> Summary:
    total = Summary()
    for batch in read_columns(directory, part, COLUMNS):
        exact = batch["exact"].drop_null()
        total += Summary(
            puzzles=len(batch),
            inexact=len(exact) - exact.true_count,
            status=_counts(batch["status"]),
            levels=_counts(batch["level"]),
            ratings=_counts(pc.cast(pc.round(pc.multiply(batch["er"], 10)), pa.int32())),
            clues=_counts(batch["clues"]),
            symmetries=_counts(batch["symmetry"]),
            techniques=_used(batch["techniques"]),
        )
    return total


def _counts(values: pa.Array) -> Counter[Any]:
    return Counter({one["values"]: one["counts"] for one in pc.value_counts(values.drop_null()).to_pylist()})


def _used(techniques: pa.StructArray) -> Counter[str]:
    names = [one.name for one in techniques.type]
    used = (pc.sum(pc.greater(times, 0)).as_py() or 0 for times in techniques.flatten())
    return +Counter(dict(zip(names, used, strict=True)))


def spread(counts: Counter[int]) -> tuple[int, int, int]:
    """Return the least, the middle and the greatest of counted numbers.

    >>> spread(Counter({22: 1, 24: 5, 29: 1}))
    (22, 24, 29)
    """
    values, before = sorted(counts), 0
    for value in values:
        before += counts[value]
        if 2 * before >= counts.total():
            return values[0], value, values[-1]
    raise ValueError(counts)
