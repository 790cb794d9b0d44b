"""What is released: wheel and sdist, what they require, and the workflow that publishes them."""

import re
import subprocess
import sys
import zipfile
from email import message_from_string
from pathlib import Path

import pytest
import yaml

import tessella
from support import site
from support.browser import lacking

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the wheel and the sdist."""
    try:
        import build  # noqa: F401, PLC0415 - a test dependency that may be missing
        import hatchling  # noqa: F401, PLC0415 - the same
    except ImportError:
        lacking("no build: pip install tessella[test]")
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--sdist", "--wheel", "--outdir", str(out), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return out


def test_wheel_and_sdist_are_as_an_index_wants_them(dist: Path) -> None:
    """Twine and check-wheel-contents find nothing."""
    wheel, sdist = next(dist.glob("*.whl")), next(dist.glob("*.tar.gz"))
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", wheel, sdist], check=True)
    subprocess.run([sys.executable, "-m", "check_wheel_contents", wheel], check=True)


def test_the_browser_needs_no_compiler_and_no_terminal(dist: Path) -> None:
    """There the wheel requires what play does; everywhere else the plain install brings the whole engine."""
    with zipfile.ZipFile(next(dist.glob("*.whl"))) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith("/METADATA"))
        required = message_from_string(wheel.read(name).decode()).get_all("Requires-Dist") or []
    plain = {re.split(r"[^\w-]", one)[0]: one for one in required if "extra ==" not in one}
    in_browser = {name for name, one in plain.items() if "emscripten" not in one}
    assert in_browser == {"msgspec", "platformdirs"}
    assert set(plain) == {*in_browser, "numba", "numpy", "shtab", "textual"}


def test_micropip_installs_the_wheel_in_the_browsers_python(dist: Path) -> None:
    """Both games can be imported and played then, without a compiler."""
    found = site.run_python(
        "import micropip, glob\n"
        "await micropip.install([f'emfs:{path}' for path in glob.glob('/wheels/*.whl') if 'micropip' not in path])\n"
        "from tessella import game2048, sudoku\n"
        "board = game2048.open_id('2048:classic#42').start\n"
        "solved = sudoku.solve(sudoku.Board.parse('1... ..2. .3.. ...4'))\n"
        "f'{board.play(board.moves()[0]).ply} {solved.rows[0]}'",
        wheels=[next(dist.glob("*.whl"))],
    )
    assert found == "1 (1, 2, 4, 3)"


def test_only_the_last_job_may_publish_and_only_what_was_tested_everywhere() -> None:
    """Its token is for it alone; what it takes is what was built and tested on three systems."""
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    assert [name for name, job in jobs.items() if "id-token" in job.get("permissions", {})] == ["publish"]
    assert (jobs["publish"]["needs"], jobs["test"]["needs"]) == ("test", "build")
    systems = {"ubuntu", "macos", "windows"}
    assert {name.partition("-")[0] for name in jobs["test"]["strategy"]["matrix"]["os"]} == systems


def test_the_citation_says_this_version() -> None:
    """Its keywords are texts, which `2048` is in quotes alone, as the format wants."""
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == tessella.__version__
    assert all(isinstance(word, str) for word in citation["keywords"])
