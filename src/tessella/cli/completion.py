"""The command `tessella completion`."""

import argparse
from collections.abc import Iterable

import shtab

from tessella import i18n
from tessella.cli.commands import TESSELLA, CommandParser
from tessella.cli.options import add
from tessella.game2048 import RULES
from tessella.game2048.players.registry import PLAYERS
from tessella.i18n import _
from tessella.palette import THEMES
from tessella.sudoku.generator.layouts import VARIANTS
from tessella.sudoku.generator.recipe import SYMMETRIES
from tessella.sudoku.generator.target import slug
from tessella.sudoku.rating.levels import LEVELS
from tessella.sudoku.rating.scale import RATINGS
from tessella.sudoku.tutor.practice import LESSONS


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella completion`."""
    shells = ("bash", "zsh", "tcsh", "fish")
    parser.add_argument("shell", metavar="|".join(shells), choices=shells, help=_("your shell"))
    add(parser, "--lang LANG")


def run(args: argparse.Namespace) -> int:
    """Print a completion script."""
    parser = CommandParser(prog=TESSELLA.name, command=TESSELLA)
    _complete(parser, _values())
    print(shtab.complete(parser, args.shell))
    return 0


def _values() -> dict[str, Iterable[str]]:
    return {
        "--lang": i18n.LANGUAGES,
        "--theme": THEMES,
        "--rules": RULES,
        "--player": PLAYERS,
        "--level": LEVELS,
        "--practice": LESSONS,
        "--technique": [slug(name) for name in RATINGS],
        "--symmetry": SYMMETRIES,
        "--variant": VARIANTS,
        "--style": ("direct", "candidates"),
        "--stage": "1234",
    }


def _complete(parser: argparse.ArgumentParser, values: dict[str, Iterable[str]]) -> None:
    if isinstance(parser, CommandParser):
        parser.fill()
    for action in parser._actions:  # noqa: SLF001 - argparse has no public way to its options
        if isinstance(action.choices, dict):  # the commands below
            for below in action.choices.values():
                _complete(below, values)
        elif action.metavar == "FILE":
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # where shtab looks for it
        elif action.choices is None:
            action.choices = next(([*values[name]] for name in action.option_strings if name in values), None)
