"""The table of constraint types against the collections of variants."""

from pathlib import Path

from support.variant_puzzles import puzzles
from tessella.sudoku.rules.constraint_types import TYPES


def test_every_type_of_the_collections_is_known(variant_data: Path) -> None:
    """Every type that a puzzle uses stands in the table, with every field that it has."""
    for one in puzzles(variant_data):
        for constraint in one.record["constraints"]:
            assert {*constraint} <= {"type", "cells", *TYPES[constraint["type"]].fields}, one.name


def test_defaults_are_fields() -> None:
    """Whatever has a default is a field of the type."""
    assert all(set(kind.defaults) <= set(kind.fields) for kind in TYPES.values())
