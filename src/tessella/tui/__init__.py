"""The full screen, drawn by Textual.

    run -> app (themes, menu, signals) -> screens (one a game, and the menu) -> dialogs
                                                  -> widgets (boards, panels, controls)

A widget tells its screen, and a screen the app, by `messages`; nothing imports what lies above it. A screen draws what
a StoredGame and its coach answer, and holds no rule of its game.
"""

import contextlib
import gc
import os
import sys

from tessella import games
from tessella.errors import ParseError, quote
from tessella.i18n import _
from tessella.io.interrupts import handled_by
from tessella.palette import THEMES
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame


def run(
    store: Store,
    text: str | StoredGame | None,
    *,
    new: bool = False,
    theme: str | None = None,
    motion: bool = True,
    watched: tuple[object, float] | None = None,
) -> int:
    """Play on the full screen until the player leaves, and return the exit code.

    `text` is an id as `StoredGame.open` takes it, a game, or None for the menu of games. With `watched`, a player as
    `Coach.watch` takes it and its moves a second, that player plays until somebody takes over. Raises TessellaError,
    before anything is drawn, for an id or a theme that cannot be.
    """
    if theme is not None and theme not in THEMES:
        raise ParseError(
            _("expected a theme, one of {names}, got {text}").format(names=", ".join(THEMES), text=quote(theme))
        )
    game = text if isinstance(text, StoredGame) else None
    if isinstance(text, str) and not games.takes_long(text):
        game = StoredGame.open(store, text, new=new)
    elif isinstance(text, str) and not new:
        game = StoredGame.resume(store, text)
    # The answer to a key waits for nobody: Textual gathers repaints for 1/60 s unless told to be quicker.
    os.environ.setdefault("TEXTUAL_FPS", "250")
    if not os.environ.get("NO_COLOR", "no"):
        del os.environ["NO_COLOR"]  # set but empty asks for nothing (no-color.org); Textual takes it for a wish
    gc.disable()  # until the first frame is drawn
    from tessella.tui.app import TessellaApp  # noqa: PLC0415 - Textual is loaded once all else is well

    app = TessellaApp(
        store,
        game or text,
        new=new,
        theme=theme,
        motion=motion and os.environ.get("TESSELLA_MOTION") != "off",
        watched=watched,
    )
    try:
        with handled_by(app.interrupt):
            app.run()
    finally:
        gc.enable()
        if app.game:
            app.game.leave()
    with contextlib.suppress(OSError):  # the terminal may be gone
        sys.stderr.write("".join(line + "\n" for line in app.farewell()))
    return app.return_code or 0
