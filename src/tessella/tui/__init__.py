"""How is a game played on a full screen?

    run -> app (themes, menu, signals) -> a screen a game (play2048, playsudoku) on one base (game)
                                       -> dialogs: help, statistics, new game, game id

Textual draws; nothing outside this folder knows it. A screen holds a StoredGame and no rule of its game.
"""

import contextlib
import gc
import os
import sys

from tessella import ids
from tessella.errors import ParseError, quote
from tessella.i18n import _
from tessella.palette import THEMES
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.tui.pace import Pace

__all__ = ["run"]


def run(
    store: Store,
    text: str | None,
    *,
    new: bool = False,
    theme: str | None = None,
    motion: bool = True,
    pace: Pace | None = None,
) -> int:
    """Play on the full screen until the player leaves, and return the exit code.

    `text` is an id as `StoredGame.open` takes it, or None for the menu of games. With a `pace` a player plays that game
    of 2048 by itself, until somebody takes over. Raises TessellaError, before anything is drawn, for an id or a theme
    that cannot be.
    """
    if theme is not None and theme not in THEMES:
        raise ParseError(
            _("expected a theme, one of {names}, got {text}").format(names=", ".join(THEMES), text=quote(theme))
        )
    sitting, wanted = None, None
    if text is not None and _takes_long(text):
        sitting = None if new else StoredGame.resume(store, text)
        wanted = None if sitting else (text, new)
    elif text is not None:
        sitting = StoredGame.open(store, text, new=new)
    # The answer to a key waits for nobody: Textual gathers repaints for 1/60 s unless told to be quicker.
    os.environ.setdefault("TEXTUAL_FPS", "250")
    if not os.environ.get("NO_COLOR", "no"):
        del os.environ["NO_COLOR"]  # set but empty asks for nothing (no-color.org); Textual takes it for a wish
    gc.disable()  # until the first frame is drawn
    from tessella.tui.app import TessellaApp  # noqa: PLC0415 - Textual is loaded once all else is well

    app = TessellaApp(
        store,
        sitting,
        wanted=wanted,
        theme=theme,
        motion=motion and os.environ.get("TESSELLA_MOTION") != "off",
        pace=pace,
    )
    try:
        app.run()
    finally:
        gc.enable()
        if app.sitting:
            app.sitting.leave()
    with contextlib.suppress(OSError):  # the terminal may be gone
        sys.stderr.write("".join(line + "\n" for line in app.farewell()))
    return app.return_code or 0


def _takes_long(text: str) -> bool:
    """Return whether what an id asks for is made on the screen; raise ParseError where it can be no id."""
    if not text.startswith("sudoku:"):
        return False
    from tessella.sudoku.generation import read_recipe  # noqa: PLC0415 - 2048 needs no Sudoku
    from tessella.sudoku.tutor.practice import is_slow  # noqa: PLC0415 - the same

    rest, hash_sign, number = text.strip().partition(":")[2].partition("#")
    if not is_slow(text) or ids.daily(rest):
        return is_slow(text)
    read_recipe(rest)
    if hash_sign:
        for part in number.split(".", 1):
            ids.parse_seed(part)
    return True
