"""How is a puzzle made that takes seconds, so that the screen goes on and the player can change their mind?

In a process of its own, which can be ended at any moment and takes nothing from the one that draws. It is this very
module, run with an id: it writes what `games.open_id` says of it as JSON.
"""

import contextlib
import json
import os
import subprocess
import sys

from tessella import errors, games, i18n, ids
from tessella.errors import TessellaError
from tessella.games import Position

__all__ = ["Making", "StoppedError"]


class StoppedError(Exception):
    """What was being made is not wanted any more."""


class Making:
    """A game that is being made.

    >>> Making("2048:classic#42").wait().id
    '2048:classic#42'
    """

    def __init__(self, text: str) -> None:
        self.text = text
        path = os.pathsep.join(filter(None, sys.path))  # it finds what this process finds, and nothing in between
        self._process: subprocess.Popen[str] | None = None  # where none can be had, `wait` does it all
        with contextlib.suppress(OSError):
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter
                [sys.executable, "-P", "-m", __name__, text],  # -P: nothing from the folder that one happens to be in
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=os.environ | {"PYTHONPATH": path, "TESSELLA_LANG": i18n.language(), "PYTHONIOENCODING": "utf-8"},
                encoding="utf-8",
            )
        self._is_stopped = False

    def stop(self) -> None:
        """Give up; `wait` then raises StoppedError."""
        self._is_stopped = True
        if self._process:
            self._process.kill()

    def wait(self) -> ids.Opening[Position]:
        """Return what was made; raise what `games.open_id` raises, or StoppedError.

        Where the waiting is interrupted, by Ctrl-C, the making ends too.
        """
        said = ""
        if self._process:
            try:
                said, _nothing = self._process.communicate()
            except BaseException:
                self.stop()
                raise
        if self._is_stopped:
            raise StoppedError
        if not self._process or self._process.returncode:
            return games.open_id(self.text)  # no second process can be had here, so this one does it
        answer = json.loads(said)
        if "error" in answer:
            kind = getattr(errors, answer["error"], TessellaError)
            raise kind(answer["message"], hint=answer["hint"])
        board = games.GAMES[answer["id"]].Board
        return ids.Opening(**answer | {"start": board.parse(answer["start"])})


def main(text: str) -> None:
    """Write what an id stands for, or why it stands for nothing."""
    try:
        opening = games.open_id(text)
    except TessellaError as error:
        answer = {"error": type(error).__name__, "message": str(error), "hint": error.hint}
    else:
        answer = opening._asdict() | {"start": opening.start.to_text()}
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main(sys.argv[1])
