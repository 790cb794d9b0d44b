"""The `tessella` program: from arguments to an exit code.

Exit codes: 0 success, 1 negative result (a puzzle that is not proper, a board without a move), 2 invalid input, 130
interrupted, 129 and 143 ended by SIGHUP and SIGTERM while something is written.
"""

import argparse
import errno
import gettext
import os
import sys
from collections.abc import Sequence

from tessella import i18n
from tessella.cli.commands import TESSELLA, CommandParser, load
from tessella.cli.options import can_show, notify
from tessella.errors import TessellaError, one_of, os_reason
from tessella.i18n import _
from tessella.io import interrupts

NEEDED_BY_SOME = ("numba", "llvmlite", "numpy", "textual", "rich", "shtab")  # what an install for play may leave out


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments ask for and return the exit code."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    _prepare_streams()
    try:
        _choose_language(arguments)
        return _run(_parsed(arguments))
    except TessellaError as error:
        notify(str(error), hint=error.hint)
        return 2
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in NEEDED_BY_SOME:
            raise
        notify(
            _("expected the package {package}; install it with: {command}"),
            package=package,
            command=f"python -m pip install {package}",
        )
        return 2
    except KeyboardInterrupt:
        return interrupts.exit_code()
    except BrokenPipeError:
        # The reader has gone, as in `tessella scores | head`; keep Python from complaining at exit.
        _discard_output()
        return 0
    except OSError as error:
        if error.filename is not None:
            raise
        # Whoever writes to a file says its name; what has none and is about writing is about standard output.
        is_output = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
        message = _("cannot write to standard output: {why}") if is_output else _("cannot read or write: {why}")
        _discard_output()
        notify(message, why=os_reason(error))
        return 2


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    try:
        return CommandParser(prog=TESSELLA.name, command=TESSELLA).parse_args(arguments)
    finally:
        sys.stdout.flush()  # after --help and --version, which end here: where it can be said that the disk is full


def _run(args: argparse.Namespace) -> int:
    if getattr(args, "out", None) == "-":
        args.out = None
    code: int = load(args.run)(args)
    sys.stdout.flush()  # here, where it can still be said that the disk is full
    return code


def _discard_output() -> None:
    """Send what is still to be written to standard output nowhere, so that Python has nothing to say at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _prepare_streams() -> None:
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:  # closed: nothing to read, an error where results go, nobody to talk to
            os.dup2(os.open(os.devnull, os.O_WRONLY if number == 2 else os.O_RDONLY), number)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115 - until the end
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:  # a letter that cannot be shown or read is no reason to stop
            reconfigure(errors="replace")


def _choose_language(arguments: Sequence[str]) -> None:
    """Speak the language asked for, the argument parser's own sentences included."""
    lang = None
    for here, following in zip(arguments, [*arguments, ""][1:], strict=True):
        if here == "--lang" or here.startswith("--lang="):
            lang = here.partition("=")[2] or following
    if lang is not None:
        one_of(i18n.LANGUAGES, lang, _("expected a language, one of {names}, got {text}"))
    chosen = i18n.use(lang)
    if chosen == "zh" and not can_show("得"):
        chosen = i18n.use("en")
    # argparse looks its sentences up in gettext's default domain, in the language that LANGUAGE names.
    os.environ["LANGUAGE"] = chosen
    gettext.bindtextdomain(i18n.DOMAIN, str(i18n.LOCALE))
    gettext.textdomain(i18n.DOMAIN)
