"""Background computations of a server: hints of 2048, reviews and watched moves, in a fair queue of all players."""

import asyncio
import sys
import time
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tessella.errors import TessellaError
from tessella.i18n import _
from tessella.play.coach import Task
from tessella.web.live_game import LiveGame
from tessella.web.workers import StoreThread, WorkerPool

__all__ = ["BackgroundTasks"]


@dataclass(eq=False)
class PlayerQueue:
    """The computations of one player."""

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by the one that waits for the AI, so that a player takes one place in its queue."""
    waiting: dict[str, tuple[LiveGame, Task[Any]]] = field(default_factory=dict)
    """The newest request of each kind that has not begun."""
    running: dict[object, asyncio.Task[None]] = field(default_factory=dict)
    """By the kind of request, by a request that was given up, or by the game in which the AI is watched."""


class BackgroundTasks:
    """What is computed while its player plays on; the result is broadcast to everybody who is shown the game.

    Of each player one request of a kind waits, and a newer one takes its place.
    """

    def __init__(
        self, store_thread: StoreThread, shown: Container[LiveGame], broadcast: Callable[[LiveGame], None]
    ) -> None:
        self._store_thread = store_thread
        self._shown = shown
        self._broadcast = broadcast
        self._advisor = WorkerPool("advisor", 1)  # one process computes behind it
        self._reviewer = WorkerPool("reviewer", 1)
        self._queues: dict[str, PlayerQueue] = {}

    def submit(self, owner: str, game: LiveGame, task: Task[Any]) -> None:
        """Compute something for a player."""
        queue = self._queues.setdefault(owner, PlayerQueue())
        replaced = queue.waiting.get(task.kind)
        queue.waiting[task.kind] = game, task
        if replaced:
            queue.running[replaced] = asyncio.create_task(self._refuse(queue, *replaced))
        if task.kind not in queue.running:
            queue.running[task.kind] = asyncio.create_task(self._compute_all(queue, task.kind))

    def watch(self, owner: str, game: LiveGame) -> None:
        """Let the AI play in a game where it is watched, as long as the game is shown."""
        queue = self._queues.setdefault(owner, PlayerQueue())
        if game.is_watched and game not in queue.running:
            queue.running[game] = asyncio.create_task(self._play_on(queue, game))

    def forget_idle(self, owners: Container[str]) -> None:
        """Forget the empty queues of all other players."""
        self._queues = {owner: queue for owner, queue in self._queues.items() if queue.running or owner in owners}

    def cancel(self) -> None:
        """Give everything up."""
        for queue in self._queues.values():
            for running in queue.running.values():
                running.cancel()

    async def _compute_all(self, queue: PlayerQueue, kind: str) -> None:
        try:
            while request := queue.waiting.pop(kind, None):
                await self._compute(queue, *request)
        finally:
            del queue.running[kind]

    async def _refuse(self, queue: PlayerQueue, game: LiveGame, task: Task[Any]) -> None:
        try:
            task.fail(TessellaError(_("Too many requests; wait a moment.")))
            await self._complete(game, task)
        finally:
            del queue.running[game, task]

    async def _play_on(self, queue: PlayerQueue, game: LiveGame) -> None:
        due = time.monotonic()
        try:
            while (watching := game.coach.watching) and not watching.is_paused and game in self._shown:
                due = max(due + 1 / watching.speed, time.monotonic())
                task = await self._store_thread.run(game.coach.next_move)
                if task is None:
                    break
                await self._compute(queue, game, task)
                await asyncio.sleep(due - time.monotonic())
        finally:
            del queue.running[game]
            if game.coach.watching and game not in self._shown:
                game.coach.watching.pause()

    async def _compute(self, queue: PlayerQueue, game: LiveGame, task: Task[Any]) -> None:
        try:
            if task.kind == "review":
                await self._reviewer.run(task.run)
            else:
                async with queue.turn:
                    await self._advisor.run(task.run)
        except Exception as error:  # noqa: BLE001 - the player sees a sentence, the log the rest
            sys.excepthook(type(error), error, error.__traceback__)
            task.fail(TessellaError(_("Something went wrong on the server. Your game is saved.")))
        await self._complete(game, task)

    async def _complete(self, game: LiveGame, task: Task[Any]) -> None:
        def redo(is_new: Any) -> Any:
            game.stored.save()
            return is_new

        if await self._store_thread.run(partial(game.complete, task), redo):
            self._broadcast(game)
