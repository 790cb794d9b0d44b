"""The options for many processes: what they are refused for."""

import pytest

from tessella.cli.main import main


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("2048 evaluate --player corner --workers none", "expected a whole number of at least 1, got 'none'"),
        ("2048 evaluate --player corner --workers 0", "expected a whole number of at least 1, got '0'"),
        (
            "2048 evaluate --player corner --cluster ftp://x",
            "expected the address of a Dask scheduler",
        ),
        ("sudoku dataset make x -n 1 --threads 0", "expected a whole number of at least 1, got '0'"),
        (
            "sudoku dataset make x -n 1 --tls-ca missing.pem --cluster tls://127.0.0.1:1",
            "expected the address of a Dask",
        ),
    ],
)
def test_bad_input(
    words: str, message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    """What is no number, and where no scheduler answers, is one sentence."""
    monkeypatch.chdir(str(tmp_path))
    monkeypatch.setattr("tessella.io.cluster.CONNECTING_SECONDS", 1)
    assert main(words.split()) == 2
    assert capsys.readouterr().err.startswith(message)
