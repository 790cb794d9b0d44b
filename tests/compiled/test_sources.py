"""Tests of what machine code is made of."""

from pathlib import Path

import pytest

from tessella.compiled import sources
from tessella.compiled.sources import PACKAGE, digest
from tessella.compiled.warming import GROUPS

CALLER = """from tessella.compiled.jit import kernel
from tessella.toy.kernels import callee
from tessella.toy.kernels.deep.more import (
    inner,
    other,
)
import tessella.rng
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a package of kernel sources, none of which has been read."""
    package = tmp_path / "tessella"
    texts = {"rng": "", "i18n": "", "compiled/jit": "", "toy/board": "from tessella.toy.kernels import caller"}
    texts |= {
        "toy/kernels/caller": CALLER,
        "toy/kernels/callee": "",
        "toy/kernels/deep/more": "",
        "toy/kernels/alone": "",
    }
    for name, text in texts.items():
        path = package / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(sources, "PACKAGE", package)
    return package


def now(source: Path) -> str:
    """Return the digest, all read anew."""
    sources._text.cache_clear()
    sources._closure.cache_clear()
    return digest(source)


@pytest.mark.parametrize("changed", ["toy/kernels/caller", "toy/kernels/callee", "toy/kernels/deep/more", "rng"])
@pytest.mark.parametrize("asked", ["toy/kernels/caller", "toy/board"])
def test_digest_changes_with_whatever_is_imported(package: Path, changed: str, asked: str) -> None:
    """Any byte of a kernel source counts that a file imports, directly or not, in any form of import."""
    first = now(package / f"{asked}.py")
    with (package / f"{changed}.py").open("a", encoding="utf-8") as file:
        file.write("# a byte\n")
    assert now(package / f"{asked}.py") != first


@pytest.mark.parametrize("changed", ["toy/kernels/alone", "toy/board", "i18n"])
def test_digest_stays_with_all_else(package: Path, changed: str) -> None:
    """A kernel that is not imported does not count, nor does what is no kernel source."""
    first = now(package / "toy/kernels/caller.py")
    (package / f"{changed}.py").write_text("changed = 1", encoding="utf-8")
    assert now(package / "toy/kernels/caller.py") == first


def test_every_kernel_source_is_found_by_some_group() -> None:
    """What the groups of the warm-up are made of is all that the kernels are made of."""
    found: set[Path] = set()
    for module, *_rest in GROUPS.values():
        found |= sources._closure(PACKAGE.joinpath(*module.split(".")[1:]).with_suffix(".py"))
    kernels = {path for path in PACKAGE.glob("*/kernels/**/*.py") if path.name != "__init__.py"}
    assert kernels <= found
