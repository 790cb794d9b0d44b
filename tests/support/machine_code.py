"""Folders for machine code: empty ones, and one to which only the note is lacking that it is there."""

import shutil
from pathlib import Path

import pytest

from tessella.compiled import warming

SOONEST = "rater-triplets"
"""The group of kernels that compiles soonest."""


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder for machine code."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "code"))
    return tmp_path / "code"


@pytest.fixture(scope="session")
def _compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compiled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_CACHE_DIR", str(folder))
        warming.ensure(SOONEST)
        for marker in folder.glob("ready-*"):
            marker.unlink()
    return folder


@pytest.fixture
def unmarked_cache(_compiled: Path, empty_cache: Path) -> Path:
    """Return a folder with the code of `SOONEST`, which nobody knows of: whoever compiles it finds it in a second."""
    shutil.copytree(_compiled, empty_cache)
    return empty_cache
