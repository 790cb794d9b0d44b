"""How is a game played on a full screen?

    run -> app (themes, menu, signals) -> a screen a game (play2048, playsudoku) on one base (game)
                                       -> dialogs: help, statistics, new game, game id

Textual draws; nothing outside this folder knows it. A screen holds a Sitting and no rule of its game.
"""

import os
import sys

from tessella.errors import ParseError, quote
from tessella.i18n import _
from tessella.palette import THEMES
from tessella.sitting import Sitting
from tessella.store import Store

__all__ = ["run"]


def run(store: Store, text: str | None, *, new: bool = False, theme: str | None = None, motion: bool = True) -> int:
    """Play on the full screen until the player leaves, and return the exit code.

    `text` is an id as `Sitting.open` takes it, or None for the menu of games. Raises TessellaError, before anything is
    drawn, for an id or a theme that cannot be.
    """
    if theme is not None and theme not in THEMES:
        raise ParseError(
            _("expected a theme, one of {names}, got {text}").format(names=", ".join(THEMES), text=quote(theme))
        )
    sitting = None if text is None else Sitting.open(store, text, new=new)
    # The answer to a key waits for nobody: Textual gathers repaints for 1/60 s unless told to be quicker.
    os.environ.setdefault("TEXTUAL_FPS", "250")
    from tessella.tui.app import TessellaApp  # noqa: PLC0415 - Textual is loaded once all else is well

    app = TessellaApp(store, sitting, theme=theme, motion=motion and os.environ.get("TESSELLA_MOTION") != "off")
    try:
        app.run()
    finally:
        if app.sitting:
            app.sitting.leave()
    for line in app.farewell():
        sys.stderr.write(line + "\n")
    return app.return_code or 0
