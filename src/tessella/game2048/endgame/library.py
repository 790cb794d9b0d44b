"""Library of the tables that have been made: files in the folder `tables` beside the saved games."""

import contextlib
import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tessella.errors import ParseError, TessellaError, cannot_write
from tessella.game2048.board import Board
from tessella.game2048.endgame.formations import EndGame
from tessella.game2048.sliding import Rows
from tessella.i18n import _
from tessella.io.own_process import AVAILABLE, home

if TYPE_CHECKING:
    from tessella.game2048.endgame.table import Table

SUFFIX = ".table"


class Exact(NamedTuple):
    """What a table says of a board."""

    table: "Table"
    chances: dict[str, float]  # of success, after each legal move


def path_of(end_game: EndGame) -> Path:
    """Return where the table of an end game is kept."""
    return home() / "tables" / f"{end_game.name}{SUFFIX}"


def made() -> list[EndGame]:
    """Return the end games whose tables are there, in the order of their names."""
    found = []
    with contextlib.suppress(OSError):
        for path in sorted((home() / "tables").iterdir()):
            if path.suffix == SUFFIX:
                with contextlib.suppress(ParseError):
                    found.append(EndGame.parse(path.stem))
    return found


def open_table(end_game: EndGame) -> "Table":
    """Return the table of an end game; raises `TessellaError` where there is none, or it cannot be read."""
    path, stat = _found(end_game)
    try:
        return _opened(path, stat.st_mtime_ns)
    except TessellaError as error:
        error.hint = how_to_make(end_game.name)
        raise


def _found(end_game: EndGame) -> tuple[Path, os.stat_result]:
    path, name = path_of(end_game), end_game.name
    try:
        return path, path.stat()
    except OSError:  # nor is there one in a folder that nobody may enter
        raise TessellaError(_("there is no table of {text} yet"), text=name, hint=how_to_make(name)) from None


def how_to_make(name: str) -> str:
    """Return how the table of an end game is made."""
    text = _("make it with: {command}") if AVAILABLE else _("tables need Tessella on a computer of your own: {command}")
    return text.format(command=f"tessella 2048 tables make {name}")


@lru_cache(maxsize=8)
def _opened(path: Path, _stamp: int) -> "Table":
    from tessella.game2048.endgame.table import Table  # noqa: PLC0415 - loads numpy, where there is a table to read

    return Table(path)


def remove(end_game: EndGame) -> int:
    """Remove the table of an end game; return how many bytes that frees."""
    path, stat = _found(end_game)
    try:
        path.unlink()
    except OSError as error:
        raise TessellaError(cannot_write(path, error)) from None
    return stat.st_size


def best_exact(board: Board) -> Exact | None:
    """Return what the tables say of a game's position, by the one with the largest goal that can still be reached.

    None where no table knows it, and in games with other new tiles or merges.
    """
    if (board.rules.fours, board.rules.merging) != (10, "once"):
        return None
    found = [one for one in exact(board.rows) if max(one.chances.values()) > 0]
    return max(found, key=lambda one: one.table.end_game.goal, default=None)


def exact(rows: Rows) -> list[Exact]:
    """Return what the tables that are there say of a board; one that is damaged says nothing."""
    found = []
    for end_game in made():
        with contextlib.suppress(TessellaError):
            table = open_table(end_game)
            if chances := table.chances(rows):
                found.append(Exact(table, chances))
    return found
