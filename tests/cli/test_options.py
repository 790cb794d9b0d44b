"""Options that commands share."""

import argparse
import io
import sys

import pytest

from tessella.cli import options


def test_a_table_of_options_reads_like_a_usage_line() -> None:
    """Metavar, default, flag and second name are read off the words of a usage line."""
    parser = argparse.ArgumentParser()
    options.add(parser, {"-n, --number N=1": "a", "--seed N": "b", "--new": "c", "--rating A..B": "d"})
    assert vars(parser.parse_args([])) == {"number": "1", "seed": None, "new": False, "rating": None}
    args = parser.parse_args(["-n", "3", "--seed", "x", "--new", "--rating", "1..2"])
    assert vars(args) == {"number": "3", "seed": "x", "new": True, "rating": "1..2"}


@pytest.mark.parametrize("flag", ["plain", "ascii", "spoken"])
def test_line_mode_is_asked_for_in_three_ways(flag: str) -> None:
    """Each of --plain, --ascii and --spoken means line mode."""
    args = argparse.Namespace(plain=False, ascii=False, spoken=False)
    setattr(args, flag, True)
    assert options.uses_line_mode(args)


def test_without_a_terminal_there_is_line_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    """The full screen needs a terminal on all three streams that is not dumb."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    args = argparse.Namespace(plain=False, ascii=False, spoken=False)
    monkeypatch.setenv("TERM", "xterm")
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, Terminal())
    assert not options.uses_line_mode(args)
    monkeypatch.setenv("TERM", "dumb")
    assert options.uses_line_mode(args)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert options.uses_line_mode(args)


def test_boxes_are_drawn_where_they_can_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """An output without box characters gets ASCII, asked for or not."""
    args = argparse.Namespace(ascii=False)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert options.draws_ascii(args)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    assert not options.draws_ascii(args)
    args.ascii = True
    assert options.draws_ascii(args)
