"""A file of puzzles to print."""

from pathlib import Path

import pytest

from support.printed_sheets import puzzles


@pytest.fixture
def fifteen(tmp_path: Path) -> Path:
    """Return a file of 15 puzzles."""
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join(puzzles(15)) + "\n", encoding="utf-8")
    return path
