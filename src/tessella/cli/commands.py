"""The table of commands, and the parser that is made from it.

The table names functions as "module:function", and a parser fills itself the first time that it parses: only the
modules of the command that is asked for are imported, so `tessella --help` starts at once.
"""

import argparse
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from tessella.errors import ParseError
from tessella.i18n import N_, _

__all__ = ["TESSELLA", "Command", "CommandParser", "load"]


class Command(NamedTuple):
    """A command: its line in the help of the command above, and where it lives."""

    name: str
    help: str
    run: str
    """The function that does what the parsed arguments ask for, and returns the exit code."""
    options: str = ""
    """The function that adds its options to a parser; by default `add_options` beside `run`."""
    commands: "Sequence[Command]" = ()
    """The commands below it."""

    @property
    def add_options(self) -> str:
        """The function that adds its options to a parser."""
        return self.options or self.run.partition(":")[0] + ":add_options"


_SAVES = "tessella.cli.saves"
_GAME2048, _SUDOKU = "tessella.cli.game2048", "tessella.cli.sudoku"

TESSELLA = Command(
    "tessella",
    N_("2048 and Sudoku: to play, to learn, to make and to study."),
    "tessella.cli.play:run",
    "tessella.cli.options:add_menu_options",
    (
        Command(
            "2048",
            N_("play 2048, get advice, train players"),
            f"{_GAME2048}.play:run",
            f"{_GAME2048}.options:add_play_options",
            (
                Command("hint", N_("show the best move on a board, and why"), f"{_GAME2048}.hint:run"),
                Command("review", N_("show which moves of a game cost most"), f"{_GAME2048}.review:run"),
                Command("evaluate", N_("measure how well an AI plays"), f"{_GAME2048}.evaluate:run"),
                Command(
                    "train",
                    N_("train a network to play"),
                    f"{_GAME2048}.train:run",
                    f"{_GAME2048}.train_options:add_options",
                ),
                Command(
                    "watch", N_("watch the AI play"), f"{_GAME2048}.watch:run", f"{_GAME2048}.options:add_watch_options"
                ),
            ),
        ),
        Command(
            "sudoku",
            N_("play, generate, solve and check Sudoku"),
            f"{_SUDOKU}.play:run",
            f"{_SUDOKU}.options:add_play_options",
            (
                Command("play", N_("play Sudoku"), f"{_SUDOKU}.play:run", f"{_SUDOKU}.options:add_play_options"),
                Command("new", N_("generate puzzles"), f"{_SUDOKU}.new:run"),
                Command("solve", N_("solve puzzles"), f"{_SUDOKU}.solve:run"),
                Command("check", N_("find what is wrong with puzzles"), f"{_SUDOKU}.check:run"),
                Command("show", N_("draw puzzles"), f"{_SUDOKU}.show:run"),
                Command("convert", N_("convert puzzles to another format"), f"{_SUDOKU}.convert:run"),
                Command("rate", N_("rate how hard puzzles are"), f"{_SUDOKU}.rate:run"),
                Command("hint", N_("explain the next step"), f"{_SUDOKU}.hint:run"),
                Command("explain", N_("explain every step to the solution"), f"{_SUDOKU}.explain:run"),
                Command("print", N_("print puzzles as PDF or SVG"), f"{_SUDOKU}.print_sheets:run"),
            ),
        ),
        Command("web", N_("play in the browser, on this machine or on a phone"), "tessella.cli.web:run"),
        Command("export", N_("write a game as a save file"), f"{_SAVES}:export", f"{_SAVES}:add_export_options"),
        Command(
            "replay",
            N_("replay a saved game step by step and verify its score"),
            f"{_SAVES}:replay",
            f"{_SAVES}:add_replay_options",
        ),
        Command("scores", N_("show best scores and statistics"), "tessella.cli.scores:run"),
        Command("completion", N_("print a completion script for your shell"), "tessella.cli.completion:run"),
        Command("bench", N_("measure the engine's speed on this machine"), "tessella.cli.bench:run"),
    ),
)


def load(name: str) -> Callable[..., Any]:
    """Return the function that "module:function" names."""
    module, _colon, function = name.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found


class CommandParser(argparse.ArgumentParser):
    """A parser that adds its options when it is first used, and whose complaint is one sentence."""

    def __init__(self, *, command: Command | None = None, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)
        self._waiting = command

    def fill(self) -> None:
        """Add the options of the command and the names of the commands below it, if that is still to be done."""
        if self._waiting is None:
            return
        command, self._waiting = self._waiting, None
        load(command.add_options)(self)
        self.set_defaults(run=command.run)
        if command.commands:
            commands = self.add_subparsers(title=_("commands"), metavar=_("COMMAND"), parser_class=CommandParser)
            for below in command.commands:
                commands.add_parser(below.name, help=_(below.help), command=below)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the parsed arguments and the rest."""
        self.fill()
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Raise the complaint, with a hint where the help is."""
        raise ParseError(message, hint=_("see '{command} --help'").format(command=self.prog))
