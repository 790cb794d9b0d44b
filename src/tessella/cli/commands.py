"""The table of commands, and the parser that is made from it.

The table names functions as "module:function", and a parser fills itself the first time that it parses: only the
modules of the command that is asked for are imported, so `tessella --help` starts at once.
"""

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from tessella.errors import ParseError, nearest, one_of, quote
from tessella.i18n import N_, _


class Command(NamedTuple):
    """A command: its line in the help of the command above, and where below `tessella.cli` it lives."""

    name: str
    help: str
    run: str  # the "module:function" that does what the parsed arguments ask for, and returns the exit code
    options: str = ""  # the one that adds its options; by default `add_options` beside `run`, `add_x` beside `x`
    commands: "Sequence[Command]" = ()  # the commands below it


_TABLES = (
    Command("list", N_("show the tables that are there, and the formations"), "game2048.tables:list_tables"),
    Command("make", N_("make the table of an end game"), "game2048.tables:make"),
    Command("show", N_("show the exact chance of each move on a board"), "game2048.tables:show"),
    Command("remove", N_("remove a table"), "game2048.tables:remove"),
)
_GAME2048 = (
    Command("hint", N_("show the best move on a board, and why"), "game2048.advice:hint", "game2048.options:add_hint"),
    Command(
        "review", N_("show the costliest moves of a game"), "game2048.advice:review", "game2048.options:add_review"
    ),
    Command("evaluate", N_("measure how well an AI plays"), "game2048.evaluate:run"),
    Command("referee", N_("let your own program play, and prove its score"), "game2048.referee:run"),
    Command("train", N_("train a network to play"), "game2048.train:run", "game2048.train_options:add_options"),
    Command("watch", N_("watch the AI play"), "game2048.watch:run", "game2048.options:add_watch"),
    Command("practice", N_("practise an end game, judged exactly"), "game2048.practice:run"),
    Command("tables", N_("make and ask tables of end games"), "game2048.tables:list_tables", commands=_TABLES),
)
_DATASET = (
    Command("make", N_("make a data set, or go on with one"), "sudoku.dataset:make"),
    Command("rate", N_("rate files of puzzles into a data set"), "sudoku.dataset:rate"),
    Command("verify", N_("check a data set"), "sudoku.dataset:verify"),
    Command("describe", N_("show what is in a data set"), "sudoku.dataset_description:describe"),
)
_SUDOKU = (
    Command("play", N_("play Sudoku"), "sudoku.play:run", "sudoku.options:add_play"),
    Command("new", N_("generate puzzles"), "sudoku.new:run"),
    Command("solve", N_("solve puzzles"), "sudoku.files:solve"),
    Command("check", N_("find what is wrong with puzzles"), "sudoku.files:check"),
    Command("show", N_("draw puzzles"), "sudoku.files:show"),
    Command("convert", N_("convert puzzles to another format"), "sudoku.files:convert"),
    Command("rate", N_("rate how hard puzzles are"), "sudoku.files:rate"),
    Command("hint", N_("explain the next step"), "sudoku.hints:hint", "sudoku.options:add_hint"),
    Command("explain", N_("explain every step to the solution"), "sudoku.hints:explain", "sudoku.options:add_explain"),
    Command("lesson", N_("show the lesson on a technique, or list them"), "sudoku.lesson:run"),
    Command("review", N_("review a solve: guesses, mistakes, and what to practise"), "sudoku.reviews:review"),
    Command("dataset", N_("make large data sets of rated puzzles"), "sudoku.dataset:run", commands=_DATASET),
    Command("print", N_("print puzzles as PDF or SVG"), "sudoku.print_sheets:run"),
)
_GAMES = (
    Command(
        "2048", N_("play 2048, get advice, train AIs"), "game2048.play:run", "game2048.options:add_play", _GAME2048
    ),
    Command(
        "sudoku", N_("play, generate, solve and check Sudoku"), "sudoku.play:run", "sudoku.options:add_play", _SUDOKU
    ),
)
_OTHERS = (
    Command("web", N_("play in the browser, on this computer or a phone"), "web:run"),
    Command("site", N_("write the docs and the page as files that need no server"), "site:run"),
    Command("continue", N_("continue a game, or list those to continue"), "play:go_on"),
    Command("export", N_("write a game as a save file"), "saves:export"),
    Command("replay", N_("replay a saved game step by step and verify its score"), "saves:replay"),
    Command("scores", N_("show best scores and statistics"), "saves:scores"),
    Command("completion", N_("print a completion script for your shell"), "completion:run"),
    Command("warm", N_("compile everything before it is first used"), "warm:run"),
    Command("bench", N_("measure the engine's speed on this machine"), "bench:run"),
)
TESSELLA = Command("tessella", "", "play:run", "options:add_menu", (*_GAMES, *_OTHERS))


def options_of(command: Command) -> str:
    """Return the "module:function" that adds the options of a command."""
    module, _colon, function = command.run.partition(":")
    return command.options or f"{module}:add_" + ("options" if function == "run" else function)


def load(name: str) -> Callable[..., Any]:
    """Return the function that a "module:function" of the table names."""
    module, _colon, function = name.partition(":")
    found: Callable[..., Any] = getattr(import_module(f"tessella.cli.{module}"), function)
    return found


class _Commands(argparse._SubParsersAction):  # type: ignore[type-arg] # noqa: SLF001 - argparse has no public name for it
    """The commands below one; an option that stands before a command counts as if it stood behind it."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        before = [(one, getattr(namespace, one.dest, one.default)) for one in parser.options()]
        super().__call__(parser, namespace, values, option_string)
        own = {one.dest: one.default for one in self.choices[values[0]].options()}
        for option, value in before:
            if value != option.default and option.dest not in {*own, "lang"}:
                text, command = option.option_strings[0], self.choices[values[0]].prog
                raise ParseError(_("expected an option of '{command}', got {text}"), text=text, command=command)
            if value != option.default and getattr(namespace, option.dest) == own.get(option.dest):
                setattr(namespace, option.dest, value)


class CommandParser(argparse.ArgumentParser):
    """A parser that adds its options when it is first used, and whose complaint is one sentence."""

    def __init__(self, *, command: Command | None = None, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)
        self.register("action", "parsers", _Commands)
        self._waiting = command
        self._given: list[str] = []

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and not action.option_strings and value not in action.choices:
            self._refuse_unknown(self._given[: self._given.index(value)])  # it may be the value of a mistyped option
            message = _("expected a command, one of {names}, got {text}") if isinstance(action, _Commands) else ""
            one_of(action.choices, value, message, hint=self._hint(value))
        super()._check_value(action, value)

    def _hint(self, text: str) -> str:
        """Return what was probably meant: to open a game by its id, or a command of a game; else where the help is."""
        meant = [f'{game.name} --id "{text}"' for game in _GAMES if text.startswith(f"{game.name}:")] or [
            f"{game.name} {text}"
            for game in _GAMES
            if self.prog == "tessella" and text in {one.name for one in game.commands}
        ]
        return (_("did you mean {name}?") if meant else _("see '{command} --help'")).format(
            name=" / ".join(f"tessella {one}" for one in meant), command=self.prog
        )

    def options(self) -> list[argparse.Action]:
        """Return the options that have been added."""
        return [one for one in self._actions if one.option_strings]

    def fill(self) -> None:
        """Add the options of the command and the names of the commands below it, if that is still to be done."""
        if self._waiting is None:
            return
        command, self._waiting = self._waiting, None
        load(options_of(command))(self)
        self.set_defaults(run=command.run)
        if command.commands:
            commands = self.add_subparsers(title=_("commands"), metavar=_("COMMAND"), parser_class=CommandParser)
            for below in command.commands:
                commands.add_parser(below.name, help=_(below.help), command=below)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the parsed arguments and the rest."""
        self.fill()
        self._given = sys.argv[1:] if args is None else list(args)
        namespace, rest = super().parse_known_args(args, namespace)
        self._refuse_unknown(rest)
        if rest:  # here, where it is known which command they are given to
            self.error(
                _("expected no further argument of '{command}', got {text}").format(
                    command=self.prog, text=quote(" ".join(rest))
                )
            )
        return namespace, rest

    def _refuse_unknown(self, texts: list[str]) -> None:
        """Raise ParseError for the first of some arguments that is an option and none of this command."""
        known = [text for one in self.options() for text in one.option_strings]
        for text in (text.partition("=")[0] for text in texts if re.match("--?[a-z]", text)):
            if text not in known:
                like = nearest(text[2:], (name[2:] for name in known))
                hint = _("did you mean {name}?").format(name=f"--{like}") if like else _("see '{command} --help'")
                message = _("expected an option of '{command}', got {text}")
                raise ParseError(message, text=text, command=self.prog, hint=hint.format(command=self.prog))

    def error(self, message: str) -> NoReturn:
        """Raise the complaint, with a hint where the help is."""
        raise ParseError(message, hint=_("see '{command} --help'").format(command=self.prog))
