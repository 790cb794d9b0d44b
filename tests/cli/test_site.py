"""The command `tessella site`."""

from pathlib import Path

import pytest

from support.program import run
from tessella.errors import TessellaError
from tessella.web.bundle import site


def test_a_folder_that_has_no_pyodide_is_refused_in_one_sentence(tmp_path: Path) -> None:
    """The exit code is that of invalid input."""
    result = run("site", str(tmp_path / "out"), "--pyodide", str(tmp_path))
    assert result.returncode == 2
    assert "expected the files of Pyodide's npm package" in result.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "beside",
    [
        {},
        {"python.js": ""},
        {"sw.js": 'const FILES = ["script.txt"];'},
        {"sw.js": "const FILES = 5;"},
        {"sw.js": 'const FILES = ["./", "python/pyodide-1.js"];', "python/pyodide-1.js": "", "index.html": ""},
    ],
)
def test_files_of_somebody_else_are_not_replaced(beside: dict[str, str], tmp_path: Path) -> None:
    """The folder of the game is made anew each time, so every file in it must be one of an earlier site."""
    mine = tmp_path / "play" / "script.txt"
    for path, text in {mine: "Hamlet", **{mine.parent / name: text for name, text in beside.items()}}.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    result = run("site", str(tmp_path))
    assert result.returncode == 2
    assert "expected an empty folder, or one with an earlier site, got " in result.stderr
    assert mine.read_text(encoding="utf-8") == "Hamlet"


def test_an_earlier_site_is_replaced_as_a_whole(tmp_path: Path) -> None:
    """What the last version had and this one has not is gone, and nothing lies beside it; a file of one's own stays."""
    made, play = tmp_path / "made", tmp_path / "play"
    made.mkdir()
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "stdlib.zip", "rest.zip", "app.tar"):
        (made / name).write_bytes(b"")
    (made / "pyodide-lock.json").write_text("{}", encoding="utf-8")
    found = []
    for content in (b"first", b"second"):
        (made / "app.tar").write_bytes(content)
        site._check_place(play)
        site._write(play, made, made)
        found += [[path.name for path in (play / "python").glob("app-*")]]
    assert [len(names) for names in found] == [1, 1]
    assert found[0] != found[1]
    assert {path.name for path in tmp_path.iterdir()} == {"made", "play"}
    (play / "python" / "script.txt").write_text("Hamlet", encoding="utf-8")
    with pytest.raises(TessellaError, match="it has other files"):
        site._check_place(play)


def test_a_folder_that_cannot_be_written_is_told_before_anything_is_compiled(tmp_path: Path) -> None:
    """In one sentence."""
    (tmp_path / "out").write_bytes(b"")
    result = run("site", str(tmp_path / "out"))
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 2
    assert result.stderr.endswith(": not a directory\n")
