"""What can be asked about 2048 on the command line, beyond playing it?

Thin, like `cli`: arguments in, one call, text out.
"""

import argparse
from typing import TYPE_CHECKING, Any

from tessella.cli.game2048 import hint, train, watch
from tessella.i18n import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[Any]  # noqa: SLF001 - argparse has no public name for it

__all__ = ["add_commands"]


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Add the commands of `tessella 2048` to its parser."""
    commands: Commands = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"))
    hint.add_commands(commands)
    train.add_commands(commands)
    watch.add_command(commands)
