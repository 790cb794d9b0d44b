"""How does a person train a player of 2048 on the command line, and measure one?

Thin, like `cli`: arguments in, one call, text out.
"""

import argparse
from typing import Any

__all__ = ["add_commands"]


def add_commands(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the commands that train and measure players to the subparsers of `tessella 2048`."""
