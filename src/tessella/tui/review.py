"""Which moves of a game of 2048 cost most, shown on a sheet?"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from tessella.game2048.reasons import move_name
from tessella.i18n import _
from tessella.tui.dialogs import Dialog, Press, Rows, table, text
from tessella.tui.game import sentence

if TYPE_CHECKING:
    from tessella.game2048.rate import Review

__all__ = ["ReviewDialog"]


class ReviewDialog(Dialog[int]):
    """The costliest moves, and why another one was better; gives how many moves come before the chosen one."""

    AUTO_FOCUS = ""
    CLOSES: ClassVar = frozenset({"escape", "q", "x"})

    def __init__(self, review: "Review") -> None:
        super().__init__()
        self._review = review
