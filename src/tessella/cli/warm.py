"""The command `tessella warm`, and the wait of other commands for what it compiles."""

import argparse
import sys

from tessella.cli.options import add, notify
from tessella.cli.play import opened_store
from tessella.cli.progress_line import ProgressLine
from tessella.compiled import available, warming
from tessella.errors import one_of
from tessella.i18n import _
from tessella.io.progress_bar import INTERVAL
from tessella.play.warm_up import SETTING


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = _(
        "Compile everything now, so that nothing has to be compiled when it is first used. What is compiled already"
        " stays as it is; Ctrl-C keeps what is done."
    )
    add(parser, {"--background WHEN": _("compile during games too: on or off, from now on")}, "--lang LANG")


def run(args: argparse.Namespace) -> int:
    """Compile everything, or choose whether games do."""
    if args.background is not None:
        one_of(("on", "off"), args.background, _("expected one of {names}, got {text}"))
        with opened_store() as store:
            store.choose(SETTING, args.background)
        return 0
    if not available():
        raise ModuleNotFoundError(name="numba")
    with warming.WarmUp(*warming.GROUPS) as work:
        wait_for(work)
    if work.failed:
        notify(_("could not compile or keep: {names}"), names=", ".join(work.failed))
        return 1
    if sys.stderr.isatty():
        notify(_("Everything is compiled."))
    return 0


def wait_for(work: warming.WarmUp) -> None:
    """Wait until all is compiled; a terminal shows how far that is."""
    progress = ProgressLine(sys.stderr)
    try:
        if work.groups:
            said = _("Compiling, this once ...")
            progress.follow(lambda: len(work.done) / len(work.groups), lambda: said)
            progress.note(said)
        while not work.wait(INTERVAL):
            progress.step(0)
    finally:
        progress.clear()
