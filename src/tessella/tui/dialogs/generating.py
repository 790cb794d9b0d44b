"""The dialog that stands while a puzzle is being generated."""

import time
from collections.abc import Iterable

from textual.widget import Widget

from tessella import ids
from tessella.errors import TessellaError
from tessella.games import Position
from tessella.i18n import _
from tessella.play.coach import StoppedError, open_task
from tessella.play.session import clock
from tessella.sudoku import level_name
from tessella.sudoku.tutor.practice import level_of_table, technique_of
from tessella.tui.background import run_in_thread
from tessella.tui.dialogs.base import Dialog, buttons, text


class GeneratingDialog(Dialog[ids.Opening[Position]]):
    """A puzzle is being generated; gives it, or None where the player cancelled."""

    def __init__(self, id: str) -> None:
        super().__init__()
        self._puzzle_id = id
        self._opening = open_task(id)
        self._start = time.monotonic()
        self._has_failed = False

    def content(self) -> Iterable[Widget]:
        """Return what is being generated, and how to cancel."""
        yield text(_("Generating the puzzle ..."), "title")
        yield text(_description(self._puzzle_id))
        yield text("", "muted clock")
        yield text("", "error")
        yield buttons(close=_("Cancel"))

    def on_mount(self) -> None:
        """Begin."""
        self.query_one("#close").focus()
        self.set_interval(0.5, self._tick)
        self._tick()
        self.run_worker(self._generate())

    def _tick(self) -> None:
        if not self._has_failed:
            elapsed = clock(int((time.monotonic() - self._start) * 1000))
            self.show_text(".clock", _("{time}  Esc cancels").format(time=elapsed))

    async def _generate(self) -> None:
        await run_in_thread(self._opening.run)
        try:
            opening = self._opening.result()
        except StoppedError:
            return
        except TessellaError as error:
            self._has_failed = True
            self.show_error(error)
        else:
            if self.is_current:
                self.dismiss(opening)

    def on_unmount(self) -> None:
        """Generate no puzzle that nobody waits for."""
        self._opening.cancel()


def _description(id: str) -> str:
    if technique := technique_of(id):
        return _("Technique: {technique}").format(technique=technique.name)
    if level := level_of_table(id):
        return _("Level: {level}").format(level=level_name(level))
    return id
