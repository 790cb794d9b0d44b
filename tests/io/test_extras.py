"""Packages of optional extras."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.packed_files import PUZZLE
from support.processes import CHECKOUT
from tessella.io.extras import install_command


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="Python has Zstandard itself")
@pytest.mark.parametrize(("package", "kind"), [("pyarrow", "parquet"), ("zstandard", "zst")])
def test_without_the_extra(package: str, kind: str, tmp_path: Path) -> None:
    """Where an optional package is missing, one sentence says how to get it, for reading and for writing."""
    code = (
        f"import sys; sys.modules[{package!r}] = None; from tessella.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    path = tmp_path / f"x.{kind}"
    path.write_bytes({"parquet": b"PAR1", "zst": b"\x28\xb5\x2f\xfd"}[kind] + b"x" * 100)
    for arguments in (["solve", str(path)], ["convert", PUZZLE, "--out", str(tmp_path / f"y.{kind}")]):
        done = subprocess.run(
            [sys.executable, "-c", code, "sudoku", *arguments],
            env=os.environ | CHECKOUT,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 2
        assert done.stderr.startswith(f"expected the package {package} for ")
        assert done.stderr.endswith(f"install it with: {install_command('data')}\n")
        assert done.stderr.count("\n") == 1
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        ({"url": "{folder}", "dir_info": {}}, "python -m pip install '{folder}[web]'"),
        ({"url": "{folder}", "dir_info": {"editable": True}}, "python -m pip install -e '{folder}[web]'"),
        ({"url": "{folder}/gone", "dir_info": {}}, "python -m pip install 'tessella[web]'"),
        ({"url": "https://example.org/tessella.whl", "archive_info": {}}, "python -m pip install 'tessella[web]'"),
        (["nonsense"], "python -m pip install 'tessella[web]'"),
    ],
)
def test_the_command_fits_how_tessella_was_installed(
    origin: Any, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An extra is installed from the folder that Tessella came from, as long as it is there; else by its name."""
    folder = tmp_path / "a checkout"
    folder.mkdir()
    info = tmp_path / "tessella-9.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tessella\nVersion: 9\n")
    (info / "direct_url.json").write_text(json.dumps(origin).replace("{folder}", folder.as_uri()))
    monkeypatch.syspath_prepend(str(tmp_path))
    assert install_command("web") == command.replace("{folder}", str(folder))
