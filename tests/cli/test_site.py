"""The command `tessella site`."""

from pathlib import Path

from support.program import run


def test_a_folder_that_has_no_pyodide_is_refused_in_one_sentence(tmp_path: Path) -> None:
    """The exit code is that of invalid input."""
    result = run("site", str(tmp_path / "out"), "--pyodide", str(tmp_path))
    assert result.returncode == 2
    assert "expected the files of Pyodide's npm package" in result.stderr
    assert not (tmp_path / "out").exists()
