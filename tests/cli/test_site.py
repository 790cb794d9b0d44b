"""The command `tessella site`."""

from pathlib import Path

from support.program import run


def test_a_folder_that_has_no_pyodide_is_refused_in_one_sentence(tmp_path: Path) -> None:
    """The exit code is that of invalid input."""
    result = run("site", str(tmp_path / "out"), "--pyodide", str(tmp_path))
    assert result.returncode == 2
    assert "expected the files of Pyodide's npm package" in result.stderr
    assert not (tmp_path / "out").exists()


def test_files_of_somebody_else_are_not_replaced(tmp_path: Path) -> None:
    """The folder of the game is made anew each time, so it must not be one of something else."""
    mine = tmp_path / "play" / "script.txt"
    mine.parent.mkdir()
    mine.write_text("Hamlet", encoding="utf-8")
    result = run("site", str(tmp_path))
    assert result.returncode == 2
    assert "expected an empty folder, or one with an earlier site, got " in result.stderr
    assert mine.read_text(encoding="utf-8") == "Hamlet"


def test_a_folder_that_cannot_be_written_is_told_before_anything_is_compiled(tmp_path: Path) -> None:
    """In one sentence."""
    (tmp_path / "out").write_bytes(b"")
    result = run("site", str(tmp_path / "out"))
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 2
    assert result.stderr.endswith(": not a directory\n")
