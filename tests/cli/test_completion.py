"""The command that prints completion scripts."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from support.program import run

# Print what a shell offers for the last word of a command line, a word a line; {script} is where the script is
OFFERS = {
    "bash": "source {script}; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); "
    'COMP_LINE="${{COMP_WORDS[*]}}"; COMP_POINT=${{#COMP_LINE}}; '
    'eval "$(complete -p tessella | sed -E "s/.*-F ([^ ]+) .*/\\1/")" tessella; printf "%s\\n" "${{COMPREPLY[@]}}"',
    "fish": "source {script}; complete -C '{words}' | string replace -r '\\t.*' ''",
}


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh", "fish"])
def test_completion_scripts_name_the_commands(shell: str) -> None:
    """Each shell's script knows the subcommands."""
    script = run("completion", shell).stdout
    assert "2048" in script
    assert "replay" in script


@pytest.mark.parametrize("shell", OFFERS)
def test_completion_in_a_real_shell(shell: str, tmp_path: Path) -> None:
    """A shell that has read its script completes commands, options and the values of options."""
    if not shutil.which(shell):
        assert os.environ.get("CI") != "true", f"there is no {shell} here"
        pytest.skip(f"there is no {shell} here")
    script = tmp_path / "completion"
    script.write_text(run("completion", shell).stdout, encoding="utf-8")
    for words, wanted in (
        ("tessella sud", "sudoku"),
        ("tessella sudoku so", "solve"),
        ("tessella sudoku new --lev", "--level"),
        ("tessella sudoku new --level ext", "extreme"),
        ("tessella 2048 --rules cas", "cascade"),
    ):
        command = OFFERS[shell].format(script=script, words=words)
        done = subprocess.run([shell, "-c", command], capture_output=True, encoding="utf-8", check=False)
        assert done.stdout.split() == [wanted], done.stderr


def test_completion_for_fish_is_whole() -> None:
    """The script for fish closes all that it opens, and offers files and the values of options."""
    lines = run("completion", "fish").stdout.splitlines()
    opened = [
        line.split()[0] for line in lines if line.split() and line.split()[0] in {"function", "for", "if", "switch"}
    ]
    assert len(opened) == sum(line.strip() == "end" for line in lines)
    assert all(
        line.startswith(("complete -c tessella ", " ", "#", "function ", "end", "set ", "test "))
        for line in lines
        if line
    )
    level = [line for line in lines if "'_shtab_tessella_using sudoku new'" in line and "-l level" in line]
    assert level
    assert "extreme" in level[0]


def test_completion_offers_the_values_of_options() -> None:
    """The completion script names the levels, techniques and styles that options take."""
    offered = [line for line in run("completion", "bash").stdout.splitlines() if "_choices=(" in line]
    for value in ("extreme", "xyz-wing", "candidates", "colorblind", "cascade"):
        assert any(value in line.partition("(")[2].rstrip(")").split() for line in offered), value
