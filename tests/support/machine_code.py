"""Folders for machine code: empty ones, and one to which only the note is lacking that it is there."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from numba.core.caching import UserProvidedCacheLocator

from tessella.compiled import warming
from tessella.compiled.sources import PACKAGE

SOONEST = "rater-triplets"
"""The group of kernels that compiles soonest."""


@contextmanager
def never_compiled(*groups: str) -> Iterator[None]:
    """Let whoever compiles these groups wait for as long as the block lasts, as for another process that does it."""
    with ExitStack() as held:
        for group in groups:
            marker = warming._marker(group)
            held.enter_context(warming._alone(marker.with_name(f"{marker.name}.lock")))
        yield


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder for machine code."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "code"))
    return tmp_path / "code"


@pytest.fixture
def unmarked_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with code that nobody knows of, that of `SOONEST` at least: who compiles finds it in a second."""
    warming.ensure(SOONEST)
    folder, locator = tmp_path / "code", cast("Any", UserProvidedCacheLocator)
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        shutil.copytree(chosen, folder, ignore=shutil.ignore_patterns("ready-*", "*.tmp.*"))
    for code in [] if chosen else PACKAGE.rglob("__pycache__/*.nb[ic]"):
        # numba has a folder for the sources of each folder
        copied = folder / locator.get_suitable_cache_subpath(str(code.parent)) / code.name
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(code, copied)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    return folder
