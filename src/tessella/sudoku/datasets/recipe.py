"""The recipe of a data set: all that its rows depend on.

    Made     puzzles 0 to n - 1 of a seed          sudoku:hard#42.0, sudoku:hard#42.1, ...
    Rated    the puzzles of some files, in their order

Whoever makes a part from the same recipe, with the same versions, makes the same bytes.
"""

import msgspec
import pyarrow as pa

from tessella.errors import TessellaError, quote
from tessella.i18n import _
from tessella.sudoku.generation import NAME
from tessella.sudoku.generator import clue_removal, search
from tessella.sudoku.generator.recipe import Recipe, Series
from tessella.sudoku.rating import rater


class Made(msgspec.Struct, frozen=True, tag="made", omit_defaults=True):
    """Puzzles of a seed: how they are to be, as in an id (`hard`, `minimal/180`), and what rating one may take."""

    puzzles: str
    seed: int
    budget: int | None = None  # nodes of forcing chains, as `rate_many` counts them

    def series(self, numbers: range) -> Series:
        """Return some of the puzzles by their numbers."""
        return Series(Recipe.parse(self.puzzles), self.seed, numbers)

    def id_of(self, number: int) -> str:
        """Return the id of a puzzle.

        >>> Made("hard", 42).id_of(7)
        'sudoku:hard#42.7'
        """
        return f"{NAME}:{self.puzzles}#{self.seed}.{number}"

    def __str__(self) -> str:
        return f"{self.puzzles}#{self.seed}".lstrip("/")


class Source(msgspec.Struct, frozen=True):
    """A file of puzzles: its name without its folder, and the SHA-256 of its bytes."""

    name: str
    sha256: str


class Rated(msgspec.Struct, frozen=True, tag="rated", omit_defaults=True):
    """The puzzles of some files, and what rating one may take."""

    files: tuple[Source, ...]
    budget: int | None = None

    def __str__(self) -> str:
        return ", ".join(file.name for file in self.files)


DatasetRecipe = Made | Rated


def versions() -> dict[str, str]:
    """Return the versions of all that the bytes of a part depend on beside the recipe."""
    return {
        "generator": f"{clue_removal.VERSION}.{search.VERSION}",
        "rater": str(rater.VERSION),
        "columns": "1",
        "pyarrow": pa.__version__,
    }


def check_versions(begun_with: dict[str, str], url: str, machine: str = "") -> None:
    """Refuse to work on a data set that was begun with other versions than those of this machine."""
    for name, version in versions().items():
        there = begun_with.get(name, "?")
        if there != version:
            message = _("expected {name} {there}, which {text} was begun with, got {version}")
            raise TessellaError(message.format(name=name, there=there, text=quote(url), version=version + machine))
