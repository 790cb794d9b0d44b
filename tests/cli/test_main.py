"""The command line, as processes."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from support.processes import CHECKOUT, on_terminal, run
from tessella import __version__

BAD_INPUT = [
    (["2048", "--rules", "x"], "expected one of classic, sprint, cascade, coinflip, notebook, got 'x'"),
    (["2048", "--size", "1x7"], "expected a size from 2x2 to 8x8 (rows x columns), got '1x7'"),
    (["2048", "--size", "axb"], "expected a size from 2x2 to 8x8 (rows x columns), got 'axb'"),
    (["2048", "--target", "12"], "expected a target that is a power of two from 8, got '12'"),
    (["2048", "--size", "2x2", "--target", "64"], "expected a target of at most 32, as a 2x2 board holds"),
    (["2048", "--fours", "101"], "expected a chance of fours from 0 to 100 percent, got '101'"),
    (["2048", "--seed", "-1"], "expected a seed, a whole number from 0 to 18446744073709551615, got '-1'"),
    (["2048", "--seed", "18446744073709551616"], "expected a seed"),
    (["2048", "--id", "chess:e4"], "expected a game, one of 2048, sudoku, got 'chess'"),
    (["2048", "--id", "2048:classic:..3./..../..../....#1"], "got 3 in '..3./..../..../....'"),
    (["2048", "--id", "2048:daily/2026-02-30"], "expected a day as in daily/2026-11-20, got 'daily/2026-02-30'"),
    (["2048", "--seed", "1", "--daily"], "but only one of these"),
    (["2048", "--lang", "fr"], "expected a language, one of en, zh, got 'fr'"),
    (["2048", "--frob"], "unrecognized arguments: --frob"),
    (["frob"], "'frob'"),
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


def test_a_game_is_exported_and_verified(tmp_path: Path) -> None:
    """What `export` writes, `replay` plays again and confirms; a forged score is found out."""
    run("2048", "--seed", "5", typed="a\ns\nb\nd\n")
    file = tmp_path / "game.txt"
    assert run("export", "--out", str(file)).returncode == 0
    text = file.read_text(encoding="utf-8")
    assert run("export").stdout == text
    done = run("replay", str(file))
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("verified: 2048:classic#5, score 4, moves 2, undos 1, hints 0")
    forged = run("replay", "-", typed=text.replace("score 4", "score 4000"))
    assert forged.returncode == 2
    assert forged.stderr == "expected score 4, as its moves give, got 'score 4000'\n"
    honest = run("replay", "-", "--quiet", typed=text.replace("undos 1", "undos 0"))
    assert "expected undos 1" in honest.stderr


def test_scores_as_text_and_as_json() -> None:
    """`scores` shows a line a game, `--json` one array of tables."""
    assert run("scores").stdout == "No game has been played yet.\n"
    run("2048", "--seed", "5", typed="a\ns\n")
    assert "2048:classic#5" in run("scores").stdout
    tables = json.loads(run("scores", "--json").stdout)
    assert [(t["score_table"], t["games"], t["best"], t["records"][0]["id"]) for t in tables] == [
        ("2048:classic", 1, 4, "2048:classic#5")
    ]


def test_another_game_in_progress_is_left_only_when_told_to() -> None:
    """A whole id does not push a game in progress out of its slot; --new does, and undo brings the old one back."""
    run("2048", "--seed", "5", typed="a\n")
    refused = run("2048", "--seed", "6", typed="")
    assert refused.returncode == 2
    assert "hint: add --new" in refused.stderr
    back = run("2048", "--seed", "6", "--new", typed="i\nb\ni\n").stdout.splitlines()
    assert back.index("2048:classic#6") < back.index("2048:classic#5")
    assert "Step 1  Score 4" in run("2048", typed="").stdout


def test_no_save_keeps_nothing(tmp_path: Path) -> None:
    """With --no-save no file appears."""
    assert run("2048", "--no-save", typed="a\n").returncode == 0
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion_scripts_name_the_commands(shell: str) -> None:
    """Each shell's script knows the subcommands."""
    script = run("completion", shell).stdout
    assert "2048" in script
    assert "replay" in script


def test_python_m_tessella_and_tessella_are_one() -> None:
    """Both say the same help."""
    program = shutil.which("tessella", path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip("tessella is not installed beside this Python")
    told = subprocess.run([program, "--help"], capture_output=True, text=True, check=True)
    assert told.stdout == run("--help").stdout


def test_tessella_alone_plays() -> None:
    """Without a single argument there is a game: by lines in a pipe, a menu on a terminal."""
    assert "Step 0  Score 0" in run(typed="").stdout
    with on_terminal() as child:
        child.expect("Sudoku")
        child.send("q")
        child.expect(pexpect.EOF)


def test_completion_offers_the_values_of_options() -> None:
    """The completion script names the levels, techniques and styles that options take."""
    offered = [line for line in run("completion", "bash").stdout.splitlines() if "_choices=(" in line]
    for value in ("extreme", "xyz-wing", "candidates", "colorblind", "cascade"):
        assert any(value in line.partition("(")[2].rstrip(")").split() for line in offered), value
