"""Report files while a match is played."""

from pathlib import Path

import pytest

from tessella.errors import TessellaError
from tessella.game2048.referee import report
from tessella.game2048.referee.report_file import ReportFile, new_nonce

pytestmark = pytest.mark.usefixtures("in_a_folder_of_its_own")

STATEMENT = report.StatementLine(1, 1)
GAMES = [report.GameLine(number, 0, 2, "", "", "") for number in range(2)]


@pytest.fixture
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reports have short names."""
    monkeypatch.chdir(tmp_path)


def head(seed: int, nonce: str) -> report.Head:
    """Return the head of a report on ten games."""
    bound = report.commitment(seed, nonce)
    return report.Head(
        1, "A", ["a"], bound, chosen=False, rules="classic", games=10, seconds=1.0, minutes=None, at_once=1
    )


def test_the_seed_is_beside_the_report_until_the_end() -> None:
    """Nobody but the owner can read it, the report does not tell it before the last line, and then it is gone."""
    nonce = new_nonce()
    file = ReportFile.begin(Path("r"), 123456789, head(123456789, nonce), nonce)
    assert "123456789" not in Path("r").read_text()
    assert Path("r.seed").read_text() == f"123456789 {nonce}\n"
    assert Path("r.seed").stat().st_mode & 0o077 == 0
    file.add([STATEMENT, GAMES[0]])
    file.finish(report.End("123456789", nonce, "", {}))
    assert not Path("r.seed").exists()
    record = report.read(Path("r").read_text())
    assert record.games == [(GAMES[0], [STATEMENT])]
    assert record.end
    with pytest.raises(TessellaError, match=r"the match in 'r' has ended"):
        ReportFile.resume(Path("r"))


def test_a_report_goes_on_behind_its_last_whole_game() -> None:
    """Half a line and statements of a game that did not end are dropped."""
    path = Path("r")
    file = ReportFile.begin(path, 5, head(5, "n"), "n")
    file.add([GAMES[0]])
    whole = path.read_bytes()
    file.add([STATEMENT, STATEMENT])
    with path.open("ab") as end:
        end.write(b'{"line":"ga')
    again, record = ReportFile.resume(path)
    assert (again.seed, again.nonce, record.games) == (5, "n", [(GAMES[0], [])])
    again.add([GAMES[1]])
    assert report.read(path.read_text()).games == [(one, []) for one in GAMES]
    assert path.read_bytes().startswith(whole)


def test_what_cannot_be_written_or_resumed() -> None:
    """A report that is there is never replaced; a seed that is gone or another one is an error."""
    path = Path("r")
    ReportFile.begin(path, 5, head(5, "n"), "n")
    with pytest.raises(TessellaError, match="expected a file that is not there yet, got"):
        ReportFile.begin(path, 5, head(5, "n"), "n")
    for content in ("6 n\n", "5\n", ""):
        Path("r.seed").write_text(content)
        with pytest.raises(TessellaError):
            ReportFile.resume(path)
    Path("r.seed").unlink()
    with pytest.raises(TessellaError, match=r"cannot read 'r\.seed': no such file"):
        ReportFile.resume(path)
    with pytest.raises(TessellaError, match=r"cannot write 'nowhere/r\.seed': no such file"):
        ReportFile.begin(Path("nowhere/r"), 5, head(5, "n"), "n")
    with pytest.raises(TessellaError, match="cannot write 'xxx"):
        ReportFile.begin(Path("x" * 300), 5, head(5, "n"), "n")
