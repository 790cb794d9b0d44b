"""The registry of techniques: all of them, found by name or code, and the order in which people try them."""

import re
from functools import cache

from tessella.errors import ParseError, quote
from tessella.i18n import _
from tessella.sudoku.board import BoardLike, read_board
from tessella.sudoku.techniques import (
    aligned_exclusion,
    als,
    chains,
    clue_chains,
    clue_conflicts,
    clue_steps,
    cycles,
    deadly_patterns,
    finned_chains,
    fish,
    forcing_chains,
    last_resorts,
    leftovers,
    nice_loops,
    single_digit,
    singles,
    subsets,
    uniqueness,
    wings,
)
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import Finder, Technique

_FAMILIES = (
    singles, subsets, leftovers, clue_steps, clue_chains, clue_conflicts, fish, single_digit, uniqueness,
    deadly_patterns, aligned_exclusion, chains, nice_loops, wings, als, last_resorts, cycles, forcing_chains,
    finned_chains,
)  # fmt: skip
TECHNIQUES = tuple(technique for family in _FAMILIES for technique in family.TECHNIQUES)

# The codes in the order in which a person tries them, by looking and with pencil marks; what is left out here is for
# those who ask for it by name.
BY_LOOKING = ("0000", "0002", "d0100", "d0101", "d0210", "0003", "d0211")
# fmt: off
WITH_CANDIDATES = (
    "0000", "0002", "0003", "0100", "0101", "lc3",  # singles, locked candidates
    "kropki", "xv", "greater", "same", "beside", "thermo", "whisper", "kinds", "cage", "renban", "between", "arrow",
    "quad", "regionsum", "little", "sandwich", "xsum", "room", "sky", "clue",  # dots, lines, cages, clues outside
    "leftover", "inout", "split", "cages", "cluepoint",  # law of leftovers, rule of 45
    "0110", "0111", "0200", "0210", "0201", "0211", "0300", "0202", "0212", "0301", "0302",  # subsets and basic fish
    "0400", "0401", "0403", "0402", "0310", "0320", "0800", "0801", "0803",  # one digit, finned X-wings, wings
    "0600", "0601", "0602", "0603", "0604", "0605", "0606", "0607", "0608",  # rectangles
    "ul1", "ul2", "ul3", "ul4", "0610", "bug1", "bug2", "bug3", "bug4",  # unique loops, BUG
    "exclusion", "conflict", "rulechain", "combochain",
    "0500", "0501", "0703", "0701", "0702", "0311", "0321", "0312", "0322", "0802",  # colours, chains, finned fish
    "0502", "0503", "1101", "ape", "0706", "0707", "0708", "0901", "ate",  # Sue de Coq, nice loops, ALS-XZ, exclusion
    "0709-1", "0710-1", "0711-1", "0331", "0340", "0341", "0902-1", "0904-1", "0332", "0342", "0903-1",  # groups, ALS
    "f1c", "f1r", "0709-2", "0710-3", "0711-3", "finchain",  # forcing chains, nice loops with sets
    "f0", "f2x", "f2d", "f2c", "f2r", "f3x", "f3d", "f3c", "f3r", "f4x", "f4d", "f4c", "f4r", "t2",  # trials
)
# fmt: on


def _plain(text: str) -> str:
    return re.sub(r"[^0-9a-z+]", "", text.lower())


@cache
def _by_name() -> dict[str, tuple[Technique, Finder]]:
    known: dict[str, tuple[Technique, Finder]] = {}
    for technique in TECHNIQUES:
        for name in (technique.name, *technique.aliases):
            known[_plain(name)] = technique, technique.find
        known[technique.code] = technique, technique.find
        for variant, finder in technique.variants:
            known[f"{technique.code}-{variant}"] = technique, finder
    return known


def look_up(text: str) -> tuple[Technique, Finder]:
    """Return the technique that a name or a library code means, and what finds it; raises `ParseError`."""
    known = _by_name()
    wanted = text.strip()
    if (found := known.get(wanted) or known.get(_plain(wanted)) or known.get(wanted.partition("-")[0])) is None:
        message = _("expected a technique's name or code such as X-wing or 0300, got {text}")
        raise ParseError(message.format(text=quote(text)))
    return found


def technique_of(step: Step) -> Technique:
    """Return the technique of a step."""
    return _by_name()[step.code][0]


def rated_as(name: str) -> list[Technique]:
    """Return the techniques that go by a name on Sudoku Explainer's scale, the one of that name first.

    >>> [technique.code for technique in rated_as("naked pair")]
    ['0200', '0110']
    """
    found = [technique for technique in TECHNIQUES if name == (technique.rated or technique.name)]
    return sorted(found, key=lambda technique: technique.name != name)


def find_all(board: BoardLike, technique: str) -> list[Step]:
    """Return every step of a technique in a position.

    `technique` is a name ("X-wing") or a code of HoDoKu's library ("0300", "0402-1"). Candidates are the board's pencil
    marks, or all that its digits leave where nothing is marked. Whether the puzzle has one solution is not checked
    here, not even for techniques that take it for granted. Raises `ParseError` for an unknown technique.
    """
    return list(look_up(technique)[1](Grid.of(read_board(board))))
