"""Text from files and standard input, up to a limit."""

import io
import sys
from pathlib import Path

import pytest

from tessella.cli.text_input import read_text
from tessella.errors import ParseError


def test_a_file_and_standard_input_are_read_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` is standard input; bytes that are no UTF-8 are replaced, not refused."""
    file = tmp_path / "x"
    file.write_bytes("é".encode() + b"\xff")
    assert read_text(str(file), 10) == "é\ufffd"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"abc")))
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
