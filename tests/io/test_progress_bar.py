"""The line that says how far a long job is."""

import io
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.cells import cell_len

from tessella.io import progress_bar, streams


class Screen(io.StringIO):
    """A terminal as far as a progress bar can tell."""

    def isatty(self) -> bool:
        """Say yes."""
        return True


def test_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bar comes after a second, on a terminal alone, says how far the file is read, and goes away."""
    path = tmp_path / "x"
    path.write_bytes(b"x" * 1000)
    with streams.open_input(str(path)) as source:
        assert source.share() == 0
        assert len(source.read(1 << 20)) == 1000
        assert source.share() == 1
    now = [1000.0]
    monkeypatch.setattr(progress_bar, "time", SimpleNamespace(monotonic=lambda: now[0]))
    screen, pipe = Screen(), io.StringIO()
    for stream in (screen, pipe):
        with progress_bar.ProgressBar(stream, lambda: 0.5, "{} puzzles".format) as watching:
            watching.step()
            assert not stream.getvalue()
            now[0] += 30
            watching.step()
    assert "[##########----------]  50%  2 puzzles  0/s  0:30 left" in screen.getvalue()
    assert screen.getvalue().endswith(" \r")
    assert not pipe.getvalue()


def shown(written: str) -> str:
    """Return the line that a terminal shows once it has got all this."""
    cells, at = [" "] * 100, 0
    for sign in written:
        if sign == "\r":
            at = 0
            continue
        wide = cell_len(sign)
        cells[at : at + wide] = [sign, ""][:wide]
        at += wide
    return "".join(cells).rstrip()


def test_what_is_said_in_chinese_goes_away_whole() -> None:
    """Signs two columns wide leave nothing on the terminal, neither beside shorter words nor at the end."""
    stream = Screen()
    watching = progress_bar.ProgressBar(stream, label="{} puzzles".format)
    watching.note("正在编译评分器，只需一次：最多一分钟")
    watching.begun = watching.shown = watching.begun - 30
    watching.step(7)
    assert shown(stream.getvalue()) == "7 puzzles  0/s"
    watching.note("正在编译评分器，只需一次：最多一分钟")
    watching.clear()
    assert shown(stream.getvalue()) == ""
