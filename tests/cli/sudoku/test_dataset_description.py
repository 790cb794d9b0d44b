"""The command `tessella sudoku dataset describe`."""

import json
from pathlib import Path

import pytest

from support.data_sets import easy, every_kind
from tessella.cli.main import main
from tessella.cli.sudoku.dataset_description import conclude


def test_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """People read counts and shares, and how many duplicates there are once somebody has searched."""
    directory, manifest = every_kind("folder", tmp_path)
    assert main(["sudoku", "dataset", "describe", directory.url]) == 0
    said = capsys.readouterr().out
    assert "duplicates" not in said
    conclude(None, directory, manifest, distinct=True)
    assert "4 duplicates" in capsys.readouterr().err
    assert main(["sudoku", "dataset", "describe", directory.url]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    for row in ("puzzles 14", "proper 11", "several solutions 1", "unreadable 1", "duplicates 4", "easy 11 100.0%"):
        assert row.split() in rows
    assert main(["sudoku", "dataset", "describe", directory.url, "--lang", "zh"]) == 0
    assert "简单" in capsys.readouterr().out


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Programs read the recipe and all counts, of an unfinished data set too."""
    directory, _manifest = easy(tmp_path, 12, parts=2)
    assert main(["sudoku", "dataset", "describe", directory.url, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["recipe"] == {"type": "made", "puzzles": "easy", "seed": 5}
    assert (said["whole"], said["count"], said["puzzles"], said["duplicates"]) == (False, 12, 10, None)
    assert sum(said["er"].values()) == sum(said["levels"].values()) == 10


def test_by_workers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Processes that share the parts count the same."""
    easy(tmp_path, 12)
    assert main(["sudoku", "dataset", "describe", str(tmp_path)]) == 0
    alone = capsys.readouterr().out
    assert main(["sudoku", "dataset", "describe", str(tmp_path), "--workers", "1"]) == 0
    said = capsys.readouterr()
    assert said.out == alone
    assert said.err.startswith("1 worker")


def test_an_unfinished_data_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says how much is there, and how to go on."""
    easy(tmp_path, 12, parts=1)
    assert main(["sudoku", "dataset", "describe", str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert "5 of 12" in said.out
    assert said.err.startswith("the data set is unfinished\nhint: ")
    easy(tmp_path / "none", 12, parts=0)
    assert main(["sudoku", "dataset", "describe", str(tmp_path / "none")]) == 0
    assert "0 of 12" in capsys.readouterr().out


@pytest.mark.parametrize("what", ["empty", "nowhere", "file", "other"])
def test_what_is_no_data_set(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence quotes the place."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("x")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "manifest.json").write_text("{}")
    assert main(["sudoku", "dataset", "describe", what]) == 2
    said = capsys.readouterr().err
    assert said.startswith("expected the ")
    assert what in said
    assert said.count("\n") == 1
