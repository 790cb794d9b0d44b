"""Report files while a match is played: each game is on the disk when it ends, and the seed beside it until the end."""

import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from tessella.errors import ParseError, TessellaError, cannot_read, cannot_write
from tessella.game2048.referee.report import End, GameLine, Head, Line, Record, commitment, read
from tessella.i18n import _
from tessella.ids import parse_seed


class ReportFile:
    """A report that grows by whole games; raises `TessellaError` where the disk does not take it."""

    def __init__(self, path: Path, seed: int, nonce: str) -> None:
        self.path, self.seed, self.nonce = path, seed, nonce

    @classmethod
    def begin(cls, path: Path, seed: int, head: Head, nonce: str) -> "ReportFile":
        """Write the head of a report, and the seed beside it; never over a report that is there."""
        file = cls(path, seed, nonce)
        if os.path.lexists(path):  # False, where `Path.exists` raises, for too long a name
            hint = _("--resume continues a match that was interrupted")
            raise TessellaError(_("expected a file that is not there yet, got {text}"), text=path, hint=hint)
        try:
            with open(os.open(file.secret, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as secret:  # noqa: PTH123 - only for its owner
                secret.write(f"{seed} {nonce}\n")
        except OSError as error:
            raise TessellaError(cannot_write(file.secret, error)) from None
        file.add([head])
        return file

    @classmethod
    def resume(cls, path: Path) -> "tuple[ReportFile, Record]":
        """Return a report that was interrupted, and what it holds: whole games, and nothing behind the last one."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise ParseError(cannot_read(path, error)) from None
        whole = [line for line in data.splitlines(keepends=True) if line.endswith(b"\n")]
        record = read(b"".join(whole).decode("utf-8", "replace"))
        if record.end:
            raise TessellaError(_("the match in {text} has ended"), text=path)
        file = cls(path, 0, "")
        try:
            seed, nonce = file.secret.read_text(encoding="utf-8").split()
        except OSError as error:
            raise ParseError(cannot_read(file.secret, error)) from None
        except ValueError:
            seed, nonce = "", ""
        file.seed, file.nonce = parse_seed(seed), nonce
        if commitment(file.seed, nonce) != record.head.commitment:
            raise ParseError(_("expected the seed of this match in {text}"), text=file.secret)
        while whole and not isinstance(msgspec.json.decode(whole[-1], type=Line), Head | GameLine):
            whole.pop()  # statements of a game whose line was not written any more
        try:
            os.truncate(path, sum(map(len, whole)))
        except OSError as error:
            raise TessellaError(cannot_write(path, error)) from None
        return file, record

    @property
    def secret(self) -> Path:
        """The file that keeps the seed until the match ends."""
        return self.path.with_name(self.path.name + ".seed")

    def add(self, lines: Sequence[Line]) -> None:
        """Write some lines that belong together."""
        try:
            with self.path.open("ab") as file:
                file.write(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
        except OSError as error:
            raise TessellaError(cannot_write(self.path, error)) from None

    def finish(self, end: End) -> None:
        """Write the last line, which tells the seed."""
        self.add([end])
        with suppress(OSError):
            self.secret.unlink()


def new_nonce() -> str:
    """Return what keeps a commitment from being guessed: 32 hexadecimal digits."""
    return secrets.token_hex(16)
