"""Text from files and standard input, up to a limit."""

import sys
from pathlib import Path

from tessella.errors import ParseError, cannot_read, quote
from tessella.i18n import _

MAX_SAVE_BYTES = 64 << 20
"""Bytes of a save that are read; a game of a million moves has fewer."""


def read_text(name: str, limit: int) -> str:
    """Return the text of a file, or of standard input for `-`; raises `ParseError` where it is longer than `limit`."""
    try:
        if name == "-":
            data = sys.stdin.buffer.read(limit + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(limit + 1)
    except OSError as error:
        raise ParseError(cannot_read(name, error)) from None
    if len(data) > limit:
        raise ParseError(
            _("expected at most {limit} bytes, got more from {name}"), limit=f"{limit:,}", name=quote(name)
        )
    return data.decode("utf-8", errors="replace")


def invite_to_type(name: str | None) -> None:
    """Tell somebody at a terminal that standard input is waited for, and how it ends."""
    if name in (None, "-") and sys.stdin.isatty():
        keys = "Enter, Ctrl-Z, Enter" if sys.platform == "win32" else "Enter, Ctrl-D"
        print(_("Type or paste it, then press {keys}.").format(keys=keys), file=sys.stderr)
