"""Which errors can Tessella raise?

Every one is a sentence that says what was expected and quotes the input.

    ValueError
    └── TessellaError        anything that Tessella refuses
        ├── ParseError       a text that is no board, move, id, rules or save
        ├── RulesError       rules that no game can have
        ├── MoveError        a move that this position does not take
        ├── PlayerError      a player that cannot think about this position
        ├── PuzzleError      a Sudoku that has not exactly one solution, or cannot be made
        ├── ReplayError      a save whose moves or claims do not hold
        ├── NetworkError     a file of weights or of training that is damaged, or of another network
        └── StoreError       a game that cannot be kept or found
"""

from collections.abc import Iterable

__all__ = [
    "MoveError",
    "NetworkError",
    "ParseError",
    "PlayerError",
    "PuzzleError",
    "ReplayError",
    "RulesError",
    "StoreError",
    "TessellaError",
    "nearest",
    "quote",
]


class TessellaError(ValueError):
    """Anything that Tessella refuses, with an optional hint on what to do instead."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class ParseError(TessellaError):
    """A text that is no board, move, id, rules or save."""


class RulesError(TessellaError):
    """Rules that no game can have."""


class MoveError(TessellaError):
    """A move that this position does not take."""


class PlayerError(TessellaError):
    """A player that cannot think about this position."""


class PuzzleError(TessellaError):
    """A Sudoku that has not exactly one solution, or that cannot be made."""


class ReplayError(TessellaError):
    """A save whose moves or claims do not hold."""


class NetworkError(TessellaError):
    """A file of weights, or of training, that is damaged or of another network."""


class StoreError(TessellaError):
    """A game that cannot be kept or found."""


def nearest(text: str, names: Iterable[str]) -> str:
    """Return the name that a text is most like, as one who mistyped it would want it, or "".

    >>> nearest("hart", ["easy", "hard"]), nearest("foo", ["easy", "hard"])
    ('hard', '')
    """
    from difflib import get_close_matches  # noqa: PLC0415 - only for who mistypes

    return next(iter(get_close_matches(text.casefold(), [*names], 1)), "")


def quote(text: object, limit: int = 60) -> str:
    """Return `text` in quotation marks, shortened so that a message stays one readable line.

    >>> quote("53..7")
    "'53..7'"
    >>> quote("x" * 1000, limit=5)
    "'xxxxx...'"
    """
    plain = str(text)
    return repr(plain if len(plain) <= limit else plain[:limit] + "...")
