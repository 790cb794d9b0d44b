"""Packages of optional extras."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.packed_files import PUZZLE
from support.processes import CHECKOUT


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
        assert done.stderr.endswith("install it with: pip install 'tessella[data]'\n")
        assert done.stderr.count("\n") == 1
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
