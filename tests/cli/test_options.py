"""Options that commands share, and their values."""

import argparse
import contextlib
import io
import os
import sys
from pathlib import Path

import pytest

from tessella.cli import options
from tessella.cli.main import main
from tessella.cli.options import count, read_text
from tessella.errors import ParseError


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


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_without_a_terminal_there_is_line_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    """The full screen needs a terminal on all three streams that is not dumb."""
    args = argparse.Namespace(plain=False, ascii=False, spoken=False)
    monkeypatch.setenv("TERM", "xterm")
    with contextlib.ExitStack() as open_ends:
        near, far = os.openpty()
        open_ends.callback(os.close, near)
        open_ends.callback(os.close, far)
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            monkeypatch.setattr(sys, name, open_ends.enter_context(open(far, mode, encoding="utf-8", closefd=False)))
        assert not options.uses_line_mode(args)
        monkeypatch.setenv("TERM", "dumb")
        assert options.uses_line_mode(args)
        monkeypatch.setenv("TERM", "xterm")
        with Path(os.devnull).open(encoding="utf-8") as nothing:
            monkeypatch.setattr(sys, "stdin", nothing)
            assert options.uses_line_mode(args)
        monkeypatch.undo()


def test_boxes_are_drawn_where_they_can_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """An output without box characters gets ASCII, asked for or not."""
    args = argparse.Namespace(ascii=False)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert options.draws_ascii(args)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    assert not options.draws_ascii(args)
    args.ascii = True
    assert options.draws_ascii(args)


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("25G", 25 * 10**9), ("1.5M", 1_500_000), ("20k", 20_000), ("0.25k", 250)]
)
def test_counts(text: str, number: int) -> None:
    """Large numbers are written short, and say the same."""
    assert count(text, "--moves") == number


@pytest.mark.parametrize("text", ["", "-1", "1.5", "many", "2k5", "1e3", "٣"])
def test_what_is_no_count_is_quoted(text: str) -> None:
    """A count is digits with a unit; everything else is refused with the option's name."""
    with pytest.raises(ParseError) as refused:
        count(text, "--moves")
    assert "--moves" in str(refused.value)
    assert repr(text) in str(refused.value)


@pytest.mark.parametrize("text", ["", "0", "-1", "1.0", "x", "٣"])
def test_what_is_no_whole_number_is_quoted(text: str) -> None:
    """Whole numbers are ASCII digits, at least as large as asked."""
    with pytest.raises(ParseError, match="expected a whole number of at least 1"):
        options.whole(text)
    with pytest.raises(ParseError, match="at most 18 digits"):
        options.whole("9" * 19)
    assert options.whole("0", 0) == 0


@pytest.mark.parametrize("text", ["", "-1", "inf", "nan", "soon"])
def test_times_and_rates_are_finite_and_not_negative(text: str) -> None:
    """Numbers from 0 up are read; what is none is refused with its option."""
    with pytest.raises(ParseError, match="expected a number of at least 0 for --rate"):
        options.number(text, "--rate")
    assert options.number("0.5", "--rate") == 0.5


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("sudoku new --reveal --out x", "expected --reveal or --out, not both"),
        ("sudoku hint . --stage 1 --format json", "expected --stage or --format json, not both"),
        ("sudoku explain . --draw --format svg", "expected --draw or --format svg, not both"),
        ("sudoku show . --ascii --format svg", "expected --ascii or --format svg, not both"),
        ("sudoku solve . --count --format json", "expected --count or --format, not both"),
        ("sudoku solve . --limit 3", "expected --limit with --count or --all"),
        ("sudoku print . --format svg --out x.pdf", "expected a name that ends in .svg, got 'x.pdf'"),
        ("sudoku --symmetry 45", "expected a symmetry, one of none, 180, 90, mirror, diagonal, full, got '45'"),
        ("sudoku --clues some", "expected a number of clues or minimal, got 'some'"),
        ("sudoku new --clues some", "expected a number of clues or minimal, got 'some'"),
        ("sudoku new --only", "expected a technique with 'only', got none"),
        ("scores --class --json", "expected --class or --json, not both"),
        ("2048 evaluate --player corner --ply 3", "expected neither plies nor seconds for 'corner', which does not "),
        ("2048 evaluate --player random --seconds 1", "expected neither plies nor seconds for 'random', which does "),
    ],
)
def test_no_option_is_ignored(
    words: str, message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An option that another leaves nothing to say is refused, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    assert main(words.split()) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(message)
    assert list(tmp_path.iterdir()) == []


def test_a_file_and_standard_input_are_read_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` is standard input; bytes that are no UTF-8 are replaced, not refused."""
    file = tmp_path / "x"
    file.write_bytes("é".encode() + b"\xff")
    assert read_text(str(file), 10) == "é\ufffd"
    file.write_bytes(b"abc")
    with file.open(encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert read_text("-", 3) == "abc"


def test_what_is_too_long_or_not_there_is_refused(tmp_path: Path) -> None:
    """More bytes than the limit, a missing file and a folder are refused, and the name is quoted."""
    file = tmp_path / "x"
    file.write_bytes(bytes(11))
    for name, limit, said in (
        (file, 10, "expected at most 10 bytes, got more from "),
        (tmp_path / "y", 10, "cannot read "),
        (tmp_path, 10, "cannot read "),
    ):
        with pytest.raises(ParseError) as refused:
            read_text(str(name), limit)
        assert str(refused.value).startswith(said + "'")
