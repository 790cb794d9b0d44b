"""Files of puzzles as arrays, whatever they hold."""

import gzip
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tessella.errors import ParseError
from tessella.sudoku import generate
from tessella.sudoku.datasets.columns import UNREADABLE
from tessella.sudoku.datasets.sources import count_puzzles, parts_of, source_of

BOARDS = [generate(5, k, clues=None) for k in range(7)]
PUZZLES = np.array([board.givens for board in BOARDS], np.uint8)
TEXTS = [board.to_text() for board in BOARDS]


def _files(folder: Path) -> list[str]:
    (folder / "a.txt").write_text("\n".join(TEXTS[:2]) + "\n")
    with gzip.open(folder / "b.txt.gz", "wt") as file:
        file.write("\n".join(["what is this", *TEXTS[2:3]]))
    (folder / "c.csv").write_text("quizzes,solutions\n" + "".join(f"{text},\n" for text in TEXTS[3:5]))
    pq.write_table(pa.table({"puzzle": TEXTS[5:]}), folder / "d.parquet", row_group_size=1)
    return [str(folder / name) for name in ("a.txt", "b.txt.gz", "c.csv", "d.parquet")]


@pytest.mark.parametrize("size", [1, 3, 8, 100])
def test_parts_of_some_files(tmp_path: Path, size: int) -> None:
    """All files one after the other, cut into parts of a size; what is no puzzle keeps its place."""
    names = _files(tmp_path)
    parts = list(parts_of(names, size))
    assert [len(part) for part in parts[:-1]] == [size] * (len(parts) - 1)
    expected = np.insert(PUZZLES, 2, UNREADABLE, axis=0)
    assert np.concatenate(parts).tolist() == expected.tolist()
    assert count_puzzles(names) == 8


def test_a_source_is_known_by_its_bytes(tmp_path: Path) -> None:
    """A file that moves is the same source, one that changes is another."""
    (tmp_path / "a.txt").write_text("1")
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "a.txt").write_text("1")
    assert source_of(str(tmp_path / "a.txt")) == source_of(str(tmp_path / "x" / "a.txt"))
    (tmp_path / "x" / "a.txt").write_text("2")
    assert source_of(str(tmp_path / "a.txt")) != source_of(str(tmp_path / "x" / "a.txt"))
    with pytest.raises(ParseError, match="cannot read"):
        source_of(str(tmp_path / "b.txt"))
