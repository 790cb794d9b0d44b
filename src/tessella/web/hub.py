"""Connections of a server and the games that they show: requests, broadcasts, and computations in the background."""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Container, Coroutine, Iterable
from functools import partial
from typing import Any, cast
from weakref import WeakValueDictionary

import msgspec
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from tessella import i18n
from tessella.errors import StoppedError, TessellaError
from tessella.games import Position
from tessella.i18n import _
from tessella.ids import Opening
from tessella.play.store import Store
from tessella.play.tasks import Task, logged
from tessella.play.warm_up import warm_up
from tessella.web.access import Person, RateLimit, TokenBucket, address_of
from tessella.web.live_game import LiveGame
from tessella.web.player_games import PlayerGames, Reply, Slow, Steps, advance, attempt
from tessella.web.protocol import PING, Answer, Settings
from tessella.web.workers import FairPool, StoreThread

SETTERS = 2  # drafts that are looked at at a time
SLOW_THREADS = 3  # threads for hints of Sudoku and puzzles that are made
SEND_TIMEOUT = 20.0  # seconds that a slow reader may take for one message
POLL_INTERVAL = 1.0  # seconds between two looks at whether another process has moved
CLOSE_DELAY = 10.0  # seconds after which a game that nobody is shown is closed, if it is stored
MAX_REFUSALS = 200  # requests beyond the limit after which a connection is closed
TOO_MANY_REQUESTS = 4429  # the code that closes a WebSocket then


class Connection:
    """One WebSocket: a tab or a phone that is shown a game."""

    def __init__(self, hub: "Hub", socket: WebSocket, owner: str, lang: str) -> None:
        self.owner = owner
        # The tabs of who runs the server are not in each other's way.
        self.person = Person(owner or str(id(self)), address_of(socket))
        self.game: LiveGame | None = None
        self._hub = hub
        self._lang = lang
        self._socket = socket
        self._sending = asyncio.Lock()
        self._refusals = TokenBucket(MAX_REFUSALS, 0)
        self._is_outdated = False
        self._pushing: asyncio.Task[None] | None = None
        self._slow_part: asyncio.Task[object] | None = None
        self._is_gone = False

    async def serve(self, typed: str, *, is_back: bool = False) -> None:
        """Show the game of an id or position, and answer until the connection ends."""
        hub = self._hub
        hub.connections[self.owner] += 1
        hub.addresses[self.person.address] += 1
        try:
            async with asyncio.TaskGroup() as tasks:
                requests: asyncio.Queue[Message | None] = asyncio.Queue()
                await self._hear(requests, tasks.create_task(self._answer_all(requests, typed, is_back=is_back)))
        except* WebSocketDisconnect:
            pass
        finally:
            if self._pushing:
                self._pushing.cancel()
            hub.remove(self)

    async def _hear(self, requests: "asyncio.Queue[Message | None]", answering: asyncio.Task[None]) -> None:
        """Take requests as they come; answer at once whether the server is there, and stop slow work for who leaves."""
        while (message := await self._socket.receive())["type"] == "websocket.receive":
            is_allowed = self._hub.requests.take(self.person)
            if message.get("text") == PING and is_allowed:
                await self._send_text(PING)
            elif is_allowed or self._refusals.take():
                requests.put_nowait(message if is_allowed else None)
            else:
                answering.cancel()
                with i18n.speaking(self._lang):
                    await self._socket.close(TOO_MANY_REQUESTS, _("Too many requests."))
                break
        self._is_gone = True
        if self._slow_part:
            self._slow_part.cancel()
        requests.put_nowait({"type": "websocket.disconnect"})

    async def _answer_all(self, requests: "asyncio.Queue[Message | None]", typed: str, *, is_back: bool) -> None:
        """Answer one request after the other, those that were sent before the end included; None is too many."""
        try:
            await self._greet(typed, is_back=is_back)
        except StoppedError:  # it went while its first game was being made
            return
        while (message := await requests.get()) is None or message["type"] == "websocket.receive":
            with i18n.speaking(self._lang):
                if message is None:
                    await self._fail(_("Too many requests; wait a moment."))
                else:
                    await self._answer(message)

    async def _greet(self, typed: str, *, is_back: bool) -> None:
        hub = self._hub
        with i18n.speaking(self._lang):
            steps = hub.games_of(self.owner).greet(typed, is_back=is_back)
            reply = await self._finish(steps)
            await hub.show(self, reply.game)
            if reply.is_news:
                hub.broadcast(reply.game, but=self)
            if reply.task:
                hub.background.submit(self.person, reply.game, reply.task)
            await self._send(reply.answer)

    async def _fail(self, error: str) -> None:
        await self._send(Answer(n=None, error=error))  # answers the request in flight, whatever its number

    async def _answer(self, message: Message) -> None:
        hub, game = self._hub, self.game
        assert game is not None
        text = message.get("text")
        steps = hub.games_of(self.owner).respond(game, message.get("bytes") or b"" if text is None else text)
        try:
            reply = await self._finish(steps)
        except Exception as error:  # noqa: BLE001 - the player sees a sentence, the log the rest
            await self._fail(str(logged(error)))
            return
        if reply.game is not game:
            await hub.show(self, reply.game)
        if reply.is_news:
            hub.broadcast(reply.game, game, but=self)
        if reply.task:
            hub.background.submit(self.person, reply.game, reply.task)
        hub.background.watch(self.person, reply.game)
        if isinstance(reply.answer.result, Settings):
            self._lang = reply.answer.result.preferences.lang
        await self._send(reply.answer)

    async def _finish(self, steps: Steps) -> Reply:
        """Return what a request comes to; its slow parts run in a pool, or are refused where they are too many."""
        hub = self._hub
        step = await hub.store_thread.run(partial(advance, steps), _redo)
        while not isinstance(step, Reply):
            result: object = TessellaError(_("Too many requests; wait a moment."))
            if hub.slow_requests.take(self.person):
                result = await self._attempt(step)
            step = await hub.store_thread.run(partial(advance, steps, result), _redo)
        return step

    async def _attempt(self, slow: Slow) -> object:
        """Return what a slow part comes to, or an error; where the other side is gone, it is stopped."""
        if self.game is None:
            await self._send(Answer(generating=True))
        self._slow_part = asyncio.create_task(self._hub.slow_pool.run_for(self.person, partial(attempt, slow)))
        if self._is_gone:
            self._slow_part.cancel()
        try:
            await asyncio.wait({self._slow_part})
        finally:
            self._slow_part.cancel()
        return StoppedError("gone") if self._slow_part.cancelled() else self._slow_part.result()

    def push(self) -> None:
        """Send the state when there is a moment; what comes between is left out."""
        self._is_outdated = True
        if self._pushing is None:
            self._pushing = asyncio.create_task(self._push())

    async def _push(self) -> None:
        try:
            while self._is_outdated and self.game:
                self._is_outdated = False
                with i18n.speaking(self._lang):
                    state = await self._hub.store_thread.run(self.game.state)
                await self._send(Answer(state=state))
        except WebSocketDisconnect:
            pass
        finally:
            self._pushing = None

    async def _send(self, answer: Answer) -> None:
        await self._send_text(msgspec.json.encode(answer).decode())

    async def _send_text(self, text: str) -> None:
        """Send a message; who takes too long to read it is disconnected."""
        async with self._sending:
            try:
                async with asyncio.timeout(SEND_TIMEOUT):
                    await self._socket.send_text(text)
            except (TimeoutError, RuntimeError):
                raise WebSocketDisconnect(1001) from None


def _redo(step: Slow | Reply) -> Slow | Reply:
    """Return an answer that is true again, where its game could not be stored with those of others."""
    if isinstance(step, Reply):
        step.game.stored.save()
        return step._replace(answer=msgspec.structs.replace(step.answer, state=step.game.state()))
    return step


class BackgroundTasks:
    """What is computed while its player plays on; the result is broadcast to everybody who is shown the game.

    Of each player one request of a kind waits, and a newer one takes its place. Who leaves waits for nothing.
    """

    def __init__(
        self, store_thread: StoreThread, shown: Container[LiveGame], broadcast: Callable[[LiveGame], None]
    ) -> None:
        self._store_thread = store_thread
        self._shown = shown
        self._broadcast = broadcast
        self._advisor = FairPool("advisor", 1)  # one process computes behind it
        self._pools = {"review": FairPool("reviewer", 1), "analysis": FairPool("setter", SETTERS)}
        self._turns: WeakValueDictionary[tuple[str, FairPool], asyncio.Lock] = WeakValueDictionary()
        self._waiting: dict[tuple[str, str], tuple[LiveGame, Task[Any]]] = {}  # by player and kind
        self._computing: dict[LiveGame, asyncio.Task[None]] = {}  # reviews and looks at drafts, or what waits for that
        self._watched: set[LiveGame] = set()
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside all else, until it ends or is given up."""
        running = asyncio.create_task(work)
        self._running.add(running)
        running.add_done_callback(self._running.discard)

    def cancel(self) -> None:
        """Give everything up."""
        for running in self._running:
            running.cancel()

    def submit(self, person: Person, game: LiveGame, task: Task[Any]) -> None:
        """Compute something for a player."""
        key = _key(person, game, task)
        if replaced := self._waiting.get(key):
            replaced[1].fail(TessellaError(_("Too many requests; wait a moment.")))
            self.start(self._complete(*replaced))
        self._waiting[key] = game, task
        self.start(self._compute_newest(person, game, task))

    def leave(self, game: LiveGame) -> None:
        """Stop what takes long of a game that nobody is shown any more; a hint is soon done, in everybody's process."""
        if computing := self._computing.get(game):
            computing.cancel()

    def watch(self, person: Person, game: LiveGame) -> None:
        """Let the AI play in a game where it is watched, as long as the game is shown."""
        if game.coach.is_watched and game not in self._watched:
            self._watched.add(game)
            self.start(self._play_on(person, game))

    async def _compute_newest(self, person: Person, game: LiveGame, task: Task[Any]) -> None:
        async with self._turn(person.owner, task):
            key = _key(person, game, task)
            if self._waiting.get(key) == (game, task):  # else it was replaced
                del self._waiting[key]
                await self._compute(person, game, task)
        if game in self._shown and (more := await self._store_thread.run(game.wanted)):
            self.submit(person, game, more)

    async def _play_on(self, person: Person, game: LiveGame) -> None:
        due = time.monotonic()
        try:
            while (watching := game.coach.watching) and game.coach.is_watched and game in self._shown:
                due = max(due + 1 / watching.speed, time.monotonic())
                task = await self._store_thread.run(game.coach.next_move)
                if task is None:
                    break
                async with self._turn(person.owner, task):
                    await self._compute(person, game, task)
                await asyncio.sleep(due - time.monotonic())
        finally:
            self._watched.discard(game)
            if game.coach.watching and game not in self._shown:
                game.coach.watching.pause()

    def _pool(self, task: Task[Any]) -> FairPool:
        return self._pools.get(task.kind, self._advisor)

    def _turn(self, owner: str, task: Task[Any]) -> asyncio.Lock:
        """Return what lets a player take one place in the queue of a pool."""
        return self._turns.setdefault((owner, self._pool(task)), asyncio.Lock())

    async def _compute(self, person: Person, game: LiveGame, task: Task[Any]) -> None:
        def run() -> None:
            if game in self._shown:
                task.run()
            else:  # its player has left, and everybody else would wait for it
                task.cancel()

        computing = asyncio.create_task(self._pool(task).run_for(person, run))
        if task.kind in self._pools:
            self._computing[game] = computing
            computing.add_done_callback(lambda _done: self._computing.pop(game, None))
        await asyncio.wait({computing})
        if computing.cancelled() or game not in self._shown:  # another one is loaded where it is opened again
            task.cancel()
        elif error := computing.exception():
            task.fail(logged(cast("Exception", error)))  # the player sees a sentence, the log the rest
        await self._complete(game, task)

    async def _complete(self, game: LiveGame, task: Task[Any]) -> None:
        def redo(is_new: Any) -> Any:
            game.stored.save()
            return is_new

        try:
            is_new = await self._store_thread.run(partial(game.complete, task), redo)
        except Exception as error:  # noqa: BLE001 - the same; and what else its player asked for is computed
            is_new = await self._store_thread.run(partial(game.give_up, task, logged(error)))
        if is_new:
            self._broadcast(game)


def _key(person: Person, game: LiveGame, task: Task[Any]) -> tuple[str, str]:
    """Return what one thing waits for: each kind of a player, and each draft, which is looked at by itself."""
    return person.owner, game.slot if task.kind == "analysis" else task.kind


class Hub:
    """The open connections of a server, the games that they show, and the threads behind them."""

    def __init__(self, store: Store, *, multi_user: bool, assigned: Iterable[Opening[Position]] = ()) -> None:
        self.store = store
        self.assigned = {opening.id: opening for opening in assigned}
        self.multi_user = multi_user
        self.store_thread = StoreThread(store)
        self._shown: dict[LiveGame, set[Connection]] = {}
        self.background = BackgroundTasks(self.store_thread, self._shown, self.broadcast)
        self.slow_pool = FairPool("slow", SLOW_THREADS)
        self.requests, self.slow_requests = RateLimit(60, 30), RateLimit(10, 2)  # of a person; bursts, and a second
        self._games: dict[str, PlayerGames] = {}
        self.connections: Counter[str] = Counter()  # how many connections each player has, and each address
        self.addresses: Counter[str] = Counter()

    def games_of(self, owner: str) -> PlayerGames:
        """Return the games of a player."""
        if owner not in self._games:
            own = self.store.of(owner)
            self._games[owner] = PlayerGames(own, multi_user=self.multi_user, assigned=self.assigned)
        return self._games[owner]

    async def show(self, connection: Connection, game: LiveGame) -> None:
        """Remember what a connection shows, and close what it showed before."""
        before, connection.game = connection.game, game
        self._shown.setdefault(game, set()).add(connection)
        if before not in (None, game):
            self._forget(connection, before)
            await self._close(connection.owner, before)

    def remove(self, connection: Connection) -> None:
        """Count a connection out, and close its game unless somebody else is shown it."""
        owner, game = connection.owner, connection.game
        self.connections[owner] -= 1
        self.addresses[connection.person.address] -= 1
        if game is not None:
            self._forget(connection, game)
            # On its own: the connection is gone, and what served it may end at any moment.
            self.background.start(self._close(owner, game))

    def broadcast(self, *shown: LiveGame, but: Connection | None = None) -> None:
        """Send the state to everybody who is shown a game."""
        for game in shown:
            for connection in self._shown.get(game, ()):
                if connection is not but:
                    connection.push()

    def _forget(self, connection: Connection, game: LiveGame) -> None:
        self._shown[game].discard(connection)
        if not self._shown[game]:
            del self._shown[game]
            self.background.leave(game)

    async def _close(self, owner: str, game: LiveGame) -> None:
        """Close a game unless somebody is shown it, by now or still."""
        games = self.games_of(owner)
        await self.store_thread.run(lambda: None if game in self._shown else games.close(game))

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Serve until the block ends, then store everything."""
        self.background.start(self._poll())
        await self.store_thread.run(partial(warm_up, self.store))
        try:
            yield
        finally:
            self.background.cancel()
            for games in self._games.values():
                for game in list(games.live.values()):
                    await self.store_thread.run(partial(games.close, game))
            self.store_thread.stop()
            self.store.close()

    async def _poll(self) -> None:
        """Show what other processes did, and try again to store what could not be stored."""
        while True:
            await asyncio.sleep(POLL_INTERVAL)
            for owner, games in list(self._games.items()):
                for game in list(games.live.values()):
                    if game not in self._shown and game.last_used < time.monotonic() - CLOSE_DELAY:
                        await self._close(owner, game)
                    # On a multi-user server nobody else moves in a player's game.
                    elif (game.stored.is_unsaved or not self.multi_user) and await self.store_thread.run(game.refresh):
                        self.broadcast(game)
            self.connections, self.addresses = +self.connections, +self.addresses
            self._games = {
                owner: games for owner, games in self._games.items() if games.live or owner in self.connections
            }
