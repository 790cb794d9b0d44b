"""Does what the documentation shows happen?

`pycon` blocks are doctests, each page one session from top to bottom. `python` blocks run on their own. The commands in
`console` blocks run in a shell, without a terminal, and must succeed; where a block shows what they print, they must
print that. What is only to be read stands in other fences, or in none.
"""

import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tessella
from support.processes import CHECKOUT, PATIENCE

ROOT = Path(__file__).parents[1]
PAGES = [path for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))] if path.exists()]
MODULES = ["tessella"] + [
    module.name
    for module in pkgutil.walk_packages(tessella.__path__, "tessella.")
    if not module.name.endswith(".__main__")
]

LONG = {"datasets.md", "ratings.md", "sudoku.md", "training.md"}
"""Pages with commands that take long."""

pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def blocks(page: Path, language: str) -> list[tuple[int, str]]:
    """Return the blocks of a page in one language, each with the number of its first line."""
    text = page.read_text(encoding="utf-8")
    return [
        (text[: match.start(1)].count("\n") + 1, match[1])
        for match in re.finditer(rf"^```{language}\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)
    ]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples in the docstrings of each module show what it gives."""
    monkeypatch.chdir(tmp_path)
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pages
def test_pycon_blocks(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page's sessions, run one after the other, show what it says."""
    monkeypatch.chdir(tmp_path)
    runner = doctest.DocTestRunner()
    names: dict[str, object] = {"__name__": "__main__"}
    for line, block in blocks(page, "pycon"):
        test = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), line - 1)
        runner.run(test, clear_globs=False)
        names = test.globs
    assert runner.summarize(verbose=False).failed == 0


@pages
def test_python_blocks(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page's programs run."""
    monkeypatch.chdir(tmp_path)
    for line, block in blocks(page, "python"):
        # Blank lines in front, so that a traceback names the page's own line.
        exec(compile("\n" * (line - 1) + block, str(page), "exec"), {"__name__": "__main__"})  # noqa: S102 - that is the test


@pytest.mark.skipif(sys.platform == "win32", reason="the pages show commands for a POSIX shell")
@pytest.mark.parametrize(
    "page", [pytest.param(page, id=page.name, marks=[pytest.mark.slow] * (page.name in LONG)) for page in PAGES]
)
def test_console_blocks(page: Path, tmp_path: Path) -> None:
    """The commands on a page succeed, and print what it shows."""
    command = tmp_path / "bin" / "tessella"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tessella "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    environment = os.environ | CHECKOUT | {"PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}"}
    for line, block in blocks(page, "console"):
        for entry in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            typed, shown = entry.split("\n", 1)
            done = subprocess.run(  # noqa: S602 - our own pages
                typed,
                shell=True,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                cwd=tmp_path,
                env=environment,
                timeout=PATIENCE,
                check=False,
            )
            where = f"{page.name}, the block at line {line}: $ {typed}\n{done.stderr}"
            assert done.returncode == 0, where
            if shown.strip():
                assert done.stdout.rstrip() == shown.rstrip(), where


@pages
def test_links(page: Path) -> None:
    """A page's links to other files lead somewhere."""
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert "://" in target or (page.parent / target).exists(), target


def test_the_design_names_files_that_are_there() -> None:
    """Every path in docs/design.md leads to a file or folder, so that its tours can be followed."""
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    paths = [path for path in re.findall(r"`([a-z0-9_]+/[a-z0-9_/]*(?:\.[a-z]+)?)`", text) if path != "src/tessella/"]
    assert len(paths) > 30
    assert [
        path for path in paths if not any((root / path).exists() for root in (ROOT, ROOT / "src" / "tessella"))
    ] == []
