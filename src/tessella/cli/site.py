"""The command `tessella site`."""

import argparse
import sys
from pathlib import Path

from tessella.cli.options import add
from tessella.i18n import _
from tessella.web.bundle.site import build


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = _("Write the docs, and a page that plays without a server, as a folder of plain files.")
    parser.add_argument("out", metavar="OUT", help=_("folder to write into"))
    add(
        parser,
        {"--pyodide FOLDER": _("use the files of Pyodide's npm package in this folder (default: download them)")},
    )
    add(parser, "--lang LANG")


def run(args: argparse.Namespace) -> int:
    """Write the site."""
    build(
        Path(args.out),
        pyodide=Path(args.pyodide) if args.pyodide else None,
        tell=lambda text: sys.stderr.write(f"{text}\n"),
    )
    return 0
