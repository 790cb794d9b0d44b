"""The command line."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from support.processes import CHECKOUT
from support.program import run
from tessella import __version__

BAD_INPUT = [
    (["2048", "--rules", "x"], "expected one of classic, sprint, cascade, coinflip, notebook, got 'x'"),
    (["2048", "--size", "1x7"], "expected a size from 2x2 to 8x8 (rows x columns), got '1x7'"),
    (["2048", "--size", "axb"], "expected a size from 2x2 to 8x8 (rows x columns), got 'axb'"),
    (["2048", "--target", "12"], "expected a target that is a power of two, 8 or more, got '12'"),
    (["2048", "--size", "2x2", "--target", "64"], "expected a target of at most 32, as a 2x2 board holds"),
    (["2048", "--fours", "101"], "expected a chance of fours in whole percent, from 0 to 100, got '101'"),
    (["2048", "--seed", "-1"], "expected a seed, a whole number from 0 to 18446744073709551615, got '-1'"),
    (["2048", "--seed", "18446744073709551616"], "expected a seed"),
    (["2048", "--id", "chess:e4"], "expected a game, one of 2048, sudoku, got 'chess'"),
    (["2048", "--id", "2048:classic:..3./..../..../....#1"], "got 3 in '..3./..../..../....'"),
    (["2048", "--id", "2048:daily/2026-02-30"], "expected a date as in daily/2026-11-20, got 'daily/2026-02-30'"),
    (["2048", "--seed", "1", "--daily"], "expected only one of:"),
    (["2048", "--lang", "fr"], "expected a language, one of en, zh, got 'fr'"),
    (["2048", "--frob"], "expected an option of 'tessella 2048', got '--frob'"),
    (["2048", "--frob", "3"], "expected an option of 'tessella 2048', got '--frob'"),
    (["frob"], "'frob'"),
    (["soduku"], "expected a command, one of 2048, sudoku, web, site, continue, export, replay, scores, completion, "),
    (["sudoku", "slove"], "got 'slove'"),
    (["2048", "--theme", "pink"], "expected a theme, one of dark, light, contrast, colorblind, got 'pink'"),
    (["--theme", "pink", "2048"], "got 'pink'"),
    (["2048", "--id", "sudoku:easy#1"], "expected the id of a game of 2048, got 'sudoku:easy#1'"),
    (["sudoku", "--id", "2048:classic#1"], "expected the id of a game of sudoku, got '2048:classic#1'"),
    (["sudoku", "hint", ""], "cannot read '': no such file"),
    (["--no-save", "scores"], "expected an option of 'tessella scores', got '--no-save'"),
    (["sudoku", "--level", "hard", "solve", "-"], "expected an option of 'tessella sudoku solve', got '--level'"),
    (["export"], "there is no saved game yet"),
    (["export", "2048:classic#999"], "expected the id of a saved game, got '2048:classic#999'"),
    (["replay", "no-such-file"], "cannot read 'no-such-file': no such file"),
    (["replay", "-"], "expected a save that begins with 'tessella save 1', got ''"),
]


@pytest.mark.parametrize(("arguments", "sentence"), BAD_INPUT, ids=[" ".join(a) for a, _s in BAD_INPUT])
def test_bad_input_is_one_sentence_and_exit_code_2(arguments: list[str], sentence: str, tmp_path: Path) -> None:
    """What cannot be is answered on stderr in a sentence that quotes it; nothing is written."""
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    said = done.stderr.splitlines()
    assert sentence in said[0]
    assert all(line.startswith("hint: ") for line in said[1:])
    assert not list((tmp_path / "home").glob("*.sqlite3")) or run("scores").stdout == "No game has been played yet.\n"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_bad_input_is_answered_in_the_players_language(lang: str) -> None:
    """The sentence about a bad size is in the language asked for, and quotes the input in both."""
    done = run("2048", "--size", "1x7", TESSELLA_LANG=lang)
    assert "1x7" in done.stderr
    assert ("expected" in done.stderr) == (lang == "en")


def test_the_argument_parser_speaks_chinese_too() -> None:
    """The sentences of the argument parser itself are in the catalogue."""
    said = run("2048", "--help", "--lang", "zh").stdout
    assert "usage:" not in said
    assert "options:" not in said
    assert "show this help message" not in said


def test_version_and_help() -> None:
    """`--version` prints the version, `--help` what there is, both with exit code 0."""
    assert run("--version").stdout == f"tessella {__version__}\n"
    assert "2048" in run("--help").stdout


@pytest.mark.parametrize("arguments", [["--help"], ["2048", "--plain"], ["scores"], ["2048", "--help"]])
def test_what_a_person_waits_for_loads_nothing_heavy(arguments: list[str]) -> None:
    """Help and line mode import neither Textual nor numba nor numpy."""
    code = (
        "import sys; from tessella.cli.main import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "print(sorted({'textual', 'numba', 'numpy', 'rich'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input="a\n",
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | CHECKOUT,
    )
    assert done.stderr == "[]\n"


def test_python_m_tessella_and_tessella_are_one() -> None:
    """Both say the same help."""
    program = shutil.which("tessella", path=str(Path(sys.executable).parent))
    assert program, "tessella is not installed beside this Python: see CONTRIBUTING.md"
    told = subprocess.run([program, "--help"], capture_output=True, text=True, check=True)
    assert told.stdout == run("--help").stdout


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        (["--ascii", "2048", "--id", "2048:classic#42"], ["2048", "--id", "2048:classic#42", "--ascii"]),
        (["--spoken", "sudoku", "--id", "sudoku:easy#42"], ["sudoku", "--id", "sudoku:easy#42", "--spoken"]),
        (
            ["sudoku", "--spoken", "--id", "sudoku:easy#42", "play"],
            ["sudoku", "play", "--id", "sudoku:easy#42", "--spoken"],
        ),
        (["--ascii", "sudoku", "--id", "sudoku:4x4#1", "play"], ["sudoku", "play", "--id", "sudoku:4x4#1", "--ascii"]),
    ],
)
def test_an_option_before_its_command_counts(before: list[str], behind: list[str]) -> None:
    """An option may stand before the command, and even two commands above."""
    one, other = (run("--no-save", *arguments, typed="") for arguments in (before, behind))
    assert one.returncode == other.returncode == 0
    assert one.stdout == other.stdout != run("--no-save", *behind[:-1], typed="").stdout


def test_not_saving_may_be_asked_for_before_the_command(tmp_path: Path) -> None:
    """`tessella --no-save 2048` saves nothing."""
    assert run("--no-save", "2048", typed="a\nw\n", TESSELLA_HOME=str(tmp_path / "home")).returncode == 0
    assert not (tmp_path / "home").exists()


@pytest.mark.skipif(os.name == "nt", reason="the shell of Windows closes no streams")
@pytest.mark.parametrize("command", ["--no-save 2048", "sudoku new --seed 1", "scores", "sudoku dataset --help"])
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_traceback(command: str, closed: str) -> None:
    """A closed stream reads as empty; results that cannot be written are an error, said where it can be heard."""
    line = f'exec "{sys.executable}" -m tessella {command} {closed}'
    environment = os.environ | CHECKOUT
    done = subprocess.run(
        ["sh", "-c", line], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == (2 if ">&-" in closed.split() else 0), done.stderr
    assert done.stderr == ("cannot write to standard output: Bad file descriptor\n" if closed == ">&-" else "")


def test_a_home_that_cannot_be_is_refused() -> None:
    """TESSELLA_HOME may begin with ~ and the name of a user; where there is none, that is said."""
    done = run("2048", typed="a\n", TESSELLA_HOME="~nobody-of-this-name/x")
    assert (done.returncode, done.stderr) == (2, "expected a folder as TESSELLA_HOME, got '~nobody-of-this-name/x'\n")


@pytest.fixture
def thin(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return what runs the program where neither numba nor numpy is installed, nor Textual."""
    for name in ("msgspec", "platformdirs"):
        (tmp_path / name).symlink_to(Path(str(import_module(name).__file__)).parent)
    places = os.pathsep.join([CHECKOUT["PYTHONPATH"], str(tmp_path)])
    command = [sys.executable, "-S", "-m", "tessella"]

    def run_thin(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"PYTHONPATH": places, "TESSELLA_HOME": str(tmp_path / "home"), "LC_ALL": "C.UTF-8"}
        return subprocess.run(
            [*command, *arguments], input=typed, capture_output=True, text=True, env=environment, check=False
        )

    return run_thin


@pytest.mark.parametrize("game", ["2048", "sudoku"])
def test_games_are_played_where_only_what_play_needs_is_installed(
    game: str, thin: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    """Neither a compiler nor numpy nor Textual is asked for, and a hint is given."""
    done = thin(game, "--plain", "--seed", "42", typed="t\nq\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Score" in done.stdout or "Empty" in done.stdout


@pytest.mark.parametrize("command", [("warm",), ("bench",), ("2048", "train", "--games", "1", "--out", "x")])
def test_what_needs_more_says_so_in_one_sentence(
    command: tuple[str, ...], thin: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    """It names the package and the command that installs it."""
    done = thin(*command)
    assert done.returncode == 2
    said = done.stderr.splitlines()[-1]
    assert re.fullmatch(r"expected the package num\w+; install it with: python -m pip install num\w+", said), (
        done.stderr
    )
