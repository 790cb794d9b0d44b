"""A notebook's cell without a notebook."""

from typing import Any

from tessella import game2048
from tessella.notebook.widget import Widget

__all__ = ["SMALL", "START", "ask"]

START = game2048.Board.start(game2048.RULES["classic"], 42)
SMALL = "1.....2..3.....4"


def ask(widget: Widget, **message: object) -> dict[str, Any]:
    """Return what the cell is sent when it asks for something."""
    sent: list[dict[str, Any]] = []
    widget.send = lambda content, buffers=None: sent.append(content)
    widget._receive(widget, message, [])
    return sent[-1]
