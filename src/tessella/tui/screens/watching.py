"""A game that an AI can play while the player watches, at a pace that keys change."""

import asyncio
import contextlib
from typing import ClassVar

from tessella.i18n import _
from tessella.play.coach import Watching
from tessella.play.stored_game import StoredGame
from tessella.tui.background import run_in_thread
from tessella.tui.keys import Command
from tessella.tui.screens.game import GameScreen
from tessella.tui.theme import ThemeStyles
from tessella.tui.widgets.text_lines import wrap

WATCH_SPEED = 5.0
"""Moves a second of the AI at first."""


class WatchableScreen(GameScreen):
    """A game that an AI can play while the player watches."""

    PACE_ACTIONS: ClassVar = frozenset({"faster", "slower", "pause", "resume", "step"})
    """Methods of `Watching`."""
    VIEW_ACTIONS: ClassVar = frozenset({"theme", "help", "statistics", "quit"})
    """The actions that let the AI play on; before all the others the player takes over."""

    def __init__(self, game: StoredGame, theme: ThemeStyles, *, motion: bool = True) -> None:
        super().__init__(game, theme, motion=motion)
        self._wake = asyncio.Event()
        """Set when the AI may have to move earlier, or can be seen again."""

    def watching_commands(self) -> list[Command]:
        """Return what can be done by keys as long as the AI plays."""
        watching = self.coach.watching
        if watching is None:
            return []
        return [
            Command("take_over", "escape v", _("Take over")),
            Command("faster", "+ =", _("Faster")),
            Command("slower", "- _", _("Slower")),
            Command(*(("resume", "space p", _("Resume")) if watching.is_paused else ("pause", "space p", _("Pause")))),
            Command("step", ".", _("Step")),
        ]

    def key_row(self) -> list[Command]:
        """Return the commands in the row of keys."""
        watching = self.watching_commands()
        return [*watching, *self.pick(("help", "quit"))] if watching else super().key_row()

    def watching_lines(self, watching: Watching, columns: int) -> list[str]:
        """Return how fast the AI plays, and how to take over."""
        if not watching.moves and not self.coach.is_ready:
            state = self.coach.pending_text("move")
        elif watching.is_paused:
            state = _("Watching the AI: paused")
        else:
            state = _("Watching the AI: {speed:g} moves per second").format(speed=watching.speed)
        texts = [state, _("Make a move or press Esc to take over."), _("Each of its moves counts as a hint.")]
        return [line for text in texts for line in wrap(text, columns)]

    def run_command(self, name: str) -> None:
        """Do an action by its name; most of them take over from the AI."""
        if self.coach.watching and name in self.PACE_ACTIONS:
            self.attempt(getattr(self.coach.watching, name))
            return
        if name not in self.VIEW_ACTIONS:
            self.coach.take_over()
        super().run_command(name)

    def on_mount(self) -> None:
        """Begin to watch, where that was asked for."""
        if self.coach.watching:
            self.start_watching(self.coach.watching)

    def on_screen_resume(self) -> None:
        """Let the AI go on when no dialog covers the board any more."""
        self._wake.set()

    def place_all(self, columns: int, lines: int) -> None:
        """Place everything; let the AI go on where the board can be seen again."""
        super().place_all(columns, lines)
        self._wake.set()

    def action_watch(self) -> None:
        """Let the AI play on from here, each move a hint, until the player takes over."""
        self.start_watching(self.coach.watch(speed=WATCH_SPEED))

    def start_watching(self, watching: Watching) -> None:
        """Play the moves of a player that the coach lets play."""
        watching.on_change = self._wake.set
        self.run_worker(self._watch(watching), exclusive=True, group="watch")

    async def _watch(self, watching: Watching) -> None:
        time = asyncio.get_running_loop().time
        last_move = time() - 1 / watching.speed
        while self.coach.watching is watching:
            task = self.coach.next_move()
            if task is None:
                await self._sleep(None)
                continue
            await run_in_thread(task.run)
            while self.coach.watching is watching:
                # None as long as the AI rests, or nobody sees the board
                delay = watching.delay(time() - last_move) if self.is_on_top and self.regions else None
                if delay == 0:
                    break
                await self._sleep(delay)
            last_move = time()
            self.complete(task)

    async def _sleep(self, seconds: float | None) -> None:
        """Return after so many seconds, or when something changes that a move may have waited for."""
        self._wake.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), seconds)

    def action_take_over(self) -> None:
        """Play on by hand."""
        self.coach.take_over()
