"""The table of commands: complete, and imported no sooner than needed."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from support.processes import CHECKOUT
from support.program import run
from tessella.cli.commands import TESSELLA, Command, CommandParser, load, options_of
from tessella.errors import ParseError


def below(command: Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Command]]:
    """Yield a command and all commands below it, with the words that ask for it."""
    yield path, command
    for one in command.commands:
        yield from below(one, (*path, one.name))


COMMANDS = dict(below(TESSELLA))

commands = pytest.mark.parametrize("words", COMMANDS, ids=" ".join)


@commands
def test_every_command_has_its_functions_and_a_help(words: tuple[str, ...]) -> None:
    """The table names functions that are there, and each command's help is one line without a full stop."""
    command = COMMANDS[words]
    assert callable(load(command.run))
    assert callable(load(options_of(command)))
    assert words == () or command.help[0].islower()
    assert not command.help.endswith(".")


@commands
def test_every_command_explains_its_options(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """`--help` names every option with an explanation, without a placeholder left open."""
    parser = CommandParser(prog=TESSELLA.name, command=TESSELLA)
    with pytest.raises(SystemExit):
        parser.parse_args([*words, "--help"])
    said = capsys.readouterr().out
    assert said.startswith("usage: " + " ".join(["tessella", *words]))
    assert "--lang" in said
    assert "{" not in said.replace("{sudoku}", "").replace("{bash,zsh,tcsh}", "")


def test_help_imports_no_command() -> None:
    """`tessella --help` imports neither a game nor a command."""
    code = (
        "import sys; from tessella.cli.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted(name for name in sys.modules if name.startswith('tessella')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=CHECKOUT)
    allowed = {"tessella", "tessella.cli", "tessella.errors", "tessella.i18n"}
    allowed |= {f"tessella.cli.{name}" for name in ("commands", "main", "options")}
    allowed |= {"tessella.io", "tessella.io.lines", "tessella.io.interrupts"}
    assert done.stdout.splitlines()[-1] == str(sorted(allowed))


def test_options_of_a_command_are_those_of_its_table() -> None:
    """An unknown option, an abbreviation and a missing argument are refused with a hint where the help is."""
    parser = CommandParser(prog="tessella", command=TESSELLA)
    for words in (["scores", "--frob"], ["replay"], ["frob"]):
        with pytest.raises(ParseError) as refused:
            parser.parse_args(words)
        assert refused.value.hint.startswith("see 'tessella")
    with pytest.raises(ParseError) as refused:
        parser.parse_args(["scores", "--js"])
    assert refused.value.hint == "did you mean --json?"


@pytest.mark.parametrize(
    ("words", "said", "hint"),
    [
        ("completion", "required: bash|zsh|tcsh|fish", "see 'tessella completion --help'"),
        ("completion dash", "expected one of bash, zsh, tcsh, fish, got 'dash'", "did you mean bash?"),
        ("frob", "expected a command, one of 2048, sudoku", "see 'tessella --help'"),
        (
            "sudoku sudoku:hard#7",
            "expected a command, one of play",
            'did you mean tessella sudoku --id "sudoku:hard#7"?',
        ),
        ("2048:sprint#7", "expected a command", 'did you mean tessella 2048 --id "2048:sprint#7"?'),
        ("lesson xy-wing", "expected a command, one of 2048, sudoku", "did you mean tessella sudoku lesson?"),
        ("hint", "expected a command, one of 2048, sudoku", "did you mean tessella 2048 hint / tessella sudoku hint?"),
        ("2048 lesson", "expected a command, one of hint", "see 'tessella 2048 --help'"),
    ],
)
def test_what_could_stand_there_is_named(words: str, said: str, hint: str) -> None:
    """A wrong or missing name is refused with the names there are; an id where no id stands with the way to open it."""
    with pytest.raises(ParseError) as refused:
        CommandParser(prog="tessella", command=TESSELLA).parse_args(words.split())
    assert said in str(refused.value)
    assert refused.value.hint == hint


def test_the_hint_leads_to_help() -> None:
    """What the hint of a wrong command line names can be run."""
    said = run("sudoku", "solve", "--quux").stderr.splitlines()
    assert said == [
        "expected an option of 'tessella sudoku solve', got '--quux'",
        "hint: see 'tessella sudoku solve --help'",
    ]
    said = run("sudoku", "new", "extra").stderr.splitlines()
    assert said == [
        "expected no further argument of 'tessella sudoku new', got 'extra'",
        "hint: see 'tessella sudoku new --help'",
    ]


def test_only_what_is_like_an_option_is_proposed() -> None:
    """The two dashes that all options share make no option like another."""
    with pytest.raises(ParseError) as refused:
        CommandParser(prog="tessella", command=TESSELLA).parse_args(["sudoku", "--rating", "3"])
    assert refused.value.hint == "see 'tessella sudoku --help'"
