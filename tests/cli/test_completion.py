"""The command that prints completion scripts."""

import pytest

from support.processes import run


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion_scripts_name_the_commands(shell: str) -> None:
    """Each shell's script knows the subcommands."""
    script = run("completion", shell).stdout
    assert "2048" in script
    assert "replay" in script


def test_completion_offers_the_values_of_options() -> None:
    """The completion script names the levels, techniques and styles that options take."""
    offered = [line for line in run("completion", "bash").stdout.splitlines() if "_choices=(" in line]
    for value in ("extreme", "xyz-wing", "candidates", "colorblind", "cascade"):
        assert any(value in line.partition("(")[2].rstrip(")").split() for line in offered), value
