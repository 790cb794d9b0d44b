"""Puzzles of variants in the self-describing form: one JSON object a line, with rules, givens and solution."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tessella.sudoku.rules.ruleset import Rules


class VariantPuzzle(NamedTuple):
    """A puzzle of a collection, and what is known of it."""

    name: str
    rules: Rules
    givens: str
    """A sign a cell, row by row, a point for a blank."""
    solution: str | None
    unique: bool | None
    """Whether it is proven to have one solution; None where nobody knows."""
    record: dict[str, Any]
    """The whole object."""


def rules_of(record: dict[str, Any]) -> Rules:
    """Return the rules of a puzzle in the self-describing form."""
    digits = [{"type": "digits", "lowest": 0}] if record.get("digits", "1").startswith("0") else []
    return Rules.from_json([*record["constraints"], *digits], record["size"])


def puzzles(folder: Path, pattern: str = "std_*.jsonl") -> Iterator[VariantPuzzle]:
    """Yield the puzzles of all files whose names match."""
    for path in sorted(folder.glob(pattern)):
        yield from _in_file(path.resolve())


@cache
def _in_file(path: Path) -> list[VariantPuzzle]:
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        found.append(VariantPuzzle(one["name"], rules_of(one), one["givens"], one["solution"], one["unique"], one))
    return found
