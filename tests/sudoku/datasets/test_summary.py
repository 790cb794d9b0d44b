"""Summaries of data sets, against what plain Python counts in their rows."""

import json
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from support.data_sets import easy, every_kind, in_each_place, rows_of
from tessella.errors import TessellaError
from tessella.sudoku.datasets.summary import Summary, spread, summaries


@in_each_place
def test_counts_are_those_of_the_rows(place: str, tmp_path: Path) -> None:
    """Each count is how many rows say so, nulls aside."""
    directory, manifest = every_kind(place, tmp_path)
    rows = rows_of(directory, manifest)
    found = sum(summaries(directory, manifest), Summary()).to_json()

    def tally(name: str) -> dict[str, int]:
        return dict(Counter(str(row[name]) for row in rows if row[name] is not None))

    assert found["puzzles"] == len(rows) == 14
    assert found["status"] == tally("status") == {"proper": 11, "several": 1, "none": 1, "unreadable": 1}
    assert found["inexact"] == 0
    names = {"levels": "level", "er": "er", "clues": "clues", "symmetry": "symmetry"}
    assert {name: found[name] for name in names} == {name: tally(column) for name, column in names.items()}
    used = Counter(name for row in rows for name, times in (row["techniques"] or {}).items() if times)
    assert found["techniques"] == dict(used)
    assert json.loads(json.dumps(found)) == found


def test_a_summary_of_each_part_that_is_there(tmp_path: Path) -> None:
    """A data set that is unfinished has summaries of the parts that there are."""
    directory, manifest = easy(tmp_path, 12, parts=2)
    assert [one.puzzles for one in summaries(directory, manifest)] == [5, 5]


@pytest.mark.parametrize("damage", ["cut", "other", "gone"])
def test_a_damaged_part_is_refused(tmp_path: Path, damage: str) -> None:
    """A part that is cut in half, another file or gone is named in one sentence."""
    directory, manifest = easy(tmp_path)
    path = tmp_path / manifest.parts[0].name
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:500])
    elif damage == "other":
        pq.write_table(pa.table({"x": [1] * 5}), path)
    else:
        path.unlink()
    with pytest.raises(TessellaError, match=r"cannot use '.*part-00000.parquet'") as caught:
        list(summaries(directory, manifest))
    assert "\n" not in str(caught.value)


def test_the_median() -> None:
    """Half of all numbers are at most the median."""
    assert spread(Counter({3: 1})) == (3, 3, 3)
    assert spread(Counter({1: 2, 5: 1, 9: 1})) == (1, 1, 9)
    assert spread(Counter({1: 1, 5: 1, 9: 2})) == (1, 5, 9)
