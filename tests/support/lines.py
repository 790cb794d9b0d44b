"""Line mode in this process."""

import io

from tessella.line_mode import loop
from tessella.line_mode.loop import Display
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame

__all__ = ["transcript"]


def transcript(text: str, id: str = "2048:classic#5", *, spoken: bool = False) -> str:
    """Return what line mode says to what is typed, in this process."""
    out = io.StringIO()
    loop.play(StoredGame.open(Store.in_memory(), id), io.StringIO(text), out, Display(ascii_only=True, spoken=spoken))
    return out.getvalue()
