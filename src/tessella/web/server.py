"""How is a game played in a browser?

A small server: the page and its files, and a WebSocket that speaks the messages of `view`.

    GET /?g=ID            the page; with ?token=... the device is let in and gets a cookie of its own
    GET /static/NAME      its files, /static/VERSION/NAME the same for ever
    GET /themes.css       every theme
    WebSocket /ws?g=ID    the game, or ?game=sudoku; answers, and states when another tab or process has moved; with
                          &back=1 from a page that comes back, the game that has taken its place meanwhile

Alone (`tessella web`) it serves the player's own games, those of the terminal, to whoever has the token. With
`--players` it is a party server: every visitor has games of their own behind a cookie that nobody can guess.

Games and store are touched by one thread, the keeper. What has gathered while it was busy is done together and stored
in one commit, and only then answered, so that whatever a player has seen happen is on the disk. What takes long (hints,
making a puzzle) is thought out in other threads first. A hint of 2048 is thought out while its player plays on, and so
are the moves of the engine that somebody watches: one at a time for each visitor, and nobody waits for who asks much.

In `static/index.html` the server fills in {{lang}}, {{theme}} (a theme's name or "auto"), {{static}} (the folder of the
files, which changes with them) and {{word:NAME}}, a label of `view.words`.
"""

import asyncio
import contextlib
import contextvars
import gzip
import hashlib
import html
import ipaddress
import json
import mimetypes
import queue
import re
import secrets
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode, urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tessella import i18n
from tessella.errors import StoreError, TessellaError, quote
from tessella.i18n import _
from tessella.play.store import Store
from tessella.web import presenters

__all__ = ["House", "Options", "application", "serve"]

Json = dict[str, Any]
Result = TypeVar("Result")

LARGEST = 64 << 10
"""Bytes of a message that is read."""
TOGETHER = 200
"""Requests that are stored in one commit."""
THINKERS = 2
"""Threads for what takes long."""
MOST_CLIENTS = 1000
"""Connections at a time."""
MOST_TABS = 20
"""Connections of one device at a time."""
PATIENCE = 20.0
"""Seconds that a slow reader may take for one message."""
LOOK = 1.0
"""Seconds between two looks at whether another process has moved."""
FORGOTTEN = 10.0
"""Seconds after which a game that nobody looks at is put away; where it could not be stored, once it is."""
A_YEAR = 365 * 24 * 3600
DEVICES = 50
"""Devices that are remembered."""

NOT_LET_IN, TOO_MUCH = 4401, 4429
"""Why a WebSocket is closed: no cookie; too many requests. 1009 stands for a message that is too large."""

SAFE = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@dataclass(frozen=True)
class Options:
    """What the server was told on the command line."""

    host: str = "127.0.0.1"
    port: int = 0
    players: bool = False
    lang: str | None = None
    """The language that was asked for, None where the browser is to say."""
    names: tuple[str, ...] = ()
    """Host names, besides this machine's own, that the server is reached by."""
    opens_browser: bool = False


# --- Threads ----------------------------------------------------------------------------------------------------------


@dataclass
class Job:
    """Something to do, and who waits for it."""

    do: Callable[[], Any]
    again: Callable[[Any], Any] | None
    """What makes the result true again where it could not be stored after all."""
    context: contextvars.Context
    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[Any]"
    result: Any = None
    error: BaseException | None = None

    def run(self, do: Callable[[], Any]) -> None:
        """Do it; what it raises is for who waits."""
        try:
            self.result = self.context.run(do)
        except Exception as error:  # noqa: BLE001 - whatever it is, who waits must hear of it
            self.error = error

    def deliver(self) -> None:
        """Tell who waits, in the thread of the loop."""
        if self.future.cancelled():
            return
        if self.error:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


class Crew:
    """Threads that do one job after the other. They end with the process: nobody waits for a thought then."""

    def __init__(self, name: str, number: int) -> None:
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._threads = [threading.Thread(target=self._work, name=name, daemon=True) for _thread in range(number)]
        for thread in self._threads:
            thread.start()

    async def do(self, do: Callable[[], Result], again: Callable[[Result], Result] | None = None) -> Result:
        """Return what `do` returns, run in the language of the caller."""
        loop = asyncio.get_running_loop()
        job = Job(do, again, contextvars.copy_context(), loop, loop.create_future())
        self._jobs.put(job)
        result: Result = await job.future
        return result

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job.run(job.do)
            _tell([job])


class Keeper(Crew):
    """The one thread that touches games and store: what has gathered is done, stored together and then answered."""

    def __init__(self, store: Store) -> None:
        self.store = store
        super().__init__("keeper", 1)

    def stop(self) -> None:
        """Finish what was asked for."""
        self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            jobs = [job]
            while len(jobs) < TOGETHER:
                try:
                    more = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    self._jobs.put(None)
                    break
                jobs.append(more)
            self._do(jobs)
            _tell(jobs)

    def _do(self, jobs: list[Job]) -> None:
        try:
            with self.store.together():
                for job in jobs:
                    job.run(job.do)
        except StoreError:  # undone: each for itself, then
            for job in jobs:
                again, result = job.again, job.result
                if again and not job.error:
                    job.run(partial(again, result))
        except Exception as error:  # noqa: BLE001 - the keeper works on, and those who wait must hear of it
            for job in jobs:
                job.error = job.error or error


def _tell(jobs: list[Job]) -> None:
    """Tell those who wait, each in the thread of its loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Job]] = {}
    for job in jobs:
        by_loop.setdefault(job.loop, []).append(job)
    for loop, mine in by_loop.items():
        with contextlib.suppress(RuntimeError):  # a loop that is closed waits for nothing
            loop.call_soon_threadsafe(_deliver, mine)


def _deliver(jobs: list[Job]) -> None:
    for job in jobs:
        job.deliver()


# --- Who is there ---------------------------------------------------------------------------------------------------


@dataclass
class Bucket:
    """A rate limit: so many at once, and so many a second."""

    most: float
    a_second: float
    left: float = field(init=False)
    at: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.left = self.most

    def take(self) -> bool:
        """Return whether one more is allowed now."""
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.a_second)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Client:
    """One connection: a tab or a phone that looks at a game."""

    def __init__(self, house: "House", socket_: WebSocket, owner: str, lang: str) -> None:
        self.house = house
        self.owner = owner
        self.lang = lang
        self.view: presenters.View | None = None
        self._socket = socket_
        self._lock = asyncio.Lock()
        self._requests = Bucket(60, 30)
        self._thoughts = Bucket(10, 2)
        self._refused = 0
        self._has_news = False
        self._pushing: asyncio.Task[None] | None = None

    async def send(self, message: Json) -> None:
        """Send a message; who takes too long to read it is let go."""
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        async with self._lock:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._socket.send_text(text)
            except (TimeoutError, RuntimeError):
                raise WebSocketDisconnect(1001) from None

    def tell(self) -> None:
        """Send the state when there is a moment; what comes between is left out."""
        self._has_news = True
        if self._pushing is None:
            self._pushing = asyncio.create_task(self._push())

    async def _push(self) -> None:
        try:
            while self._has_news and self.view:
                self._has_news = False
                with i18n.speaking(self.lang):
                    state = await self.house.keeper.do(self.view.state)
                await self.send({"state": state})
        except WebSocketDisconnect:
            pass
        finally:
            self._pushing = None

    async def run(self, asked: str, *, is_back: bool = False) -> None:
        """Answer until the connection ends."""
        house = self.house
        house.enter(self)
        try:
            with i18n.speaking(self.lang):
                await self._begin(asked, is_back=is_back)
            while True:
                message = await self._socket.receive()
                if message["type"] != "websocket.receive":
                    return
                if not self._requests.take():
                    if not await self._refuse(_n(_parse(message))):
                        return
                    continue
                with i18n.speaking(self.lang):
                    await self._answer(_parse(message))
        finally:
            if self._pushing:
                self._pushing.cancel()
            house.leave(self)

    async def _begin(self, asked: str, *, is_back: bool) -> None:
        """Open the game that was asked for, and say hello."""
        house = self.house
        desk = house.desk(self.owner)
        error: TessellaError | None = None
        try:
            found = await house.open(desk, asked, is_back=is_back)
        except TessellaError as caught:
            error = caught
            found = await house.open(desk, "2048")
        await house.look_at(self, found)

        def hello() -> Json:
            return {
                "hello": {
                    "words": presenters.words(),
                    "settings": presenters.settings(desk.store),
                    "languages": i18n.LANGUAGES,
                    "themes": presenters.theme_names(),
                    "forms": presenters.forms(desk.store.setting("level", "easy")),
                    "players": house.options.players,
                },
                "state": found.state(),
            }

        message = await house.keeper.do(hello)
        if error:
            message |= {"error": presenters.sentence(str(error)), "hint": error.hint}
        await self.send(message)

    async def _refuse(self, n: int | None) -> bool:
        """Say that this is too much; return whether to go on listening."""
        self._refused += 1
        with i18n.speaking(self.lang):
            if self._refused > 200:
                await self._socket.close(TOO_MUCH, _("Too many requests."))
                return False
            await self.send({"n": n, "error": _("Too many requests; wait a moment."), "hint": ""})
        return True

    async def _answer(self, message: object) -> None:
        house, looked_at = self.house, self.view
        assert looked_at is not None
        desk = house.desk(self.owner)

        def first() -> presenters.Reply | Callable[[], object]:
            return desk.think(looked_at, message) or desk.answer(looked_at, message)

        try:
            reply = await house.keeper.do(first, _again)
            if not isinstance(reply, presenters.Reply):
                if not self._thoughts.take():
                    await self.send({"n": _n(message), "error": _("Too many requests; wait a moment."), "hint": ""})
                    return
                thought = await house.think(reply)
                reply = await house.keeper.do(lambda: desk.answer(looked_at, message, thought), _again)
                assert isinstance(reply, presenters.Reply)
        except Exception as error:  # noqa: BLE001 - the player hears a sentence, the log the rest
            sys.excepthook(type(error), error, error.__traceback__)
            await self.send({"n": _n(message), "error": _("Something went wrong here. The game is kept."), "hint": ""})
            return
        if reply.view is not looked_at:
            await house.look_at(self, reply.view)
        if reply.is_news:
            house.tell(reply.view, looked_at, but=self)
        if reply.thought:
            house.wonder(self.owner, reply.thought)
        house.watch(self.owner, reply.view)
        if chosen := reply.message.get("settings"):
            self.lang = chosen["lang"]
        await self.send(reply.message)


def _n(message: object) -> int | None:
    n = message.get("n") if isinstance(message, dict) else None
    return n if isinstance(n, int) else None


def _again(reply: Any) -> Any:
    """Make an answer true again whose game could not be stored."""
    if isinstance(reply, presenters.Reply):
        reply.view.sitting.save()
        reply.message["state"] = reply.view.state()
    return reply


def _parse(message: Message) -> object:
    """Return what a message holds as JSON, or the text itself, which is no request."""
    text = message.get("text")
    if text is None:
        text = (message.get("bytes") or b"").decode("utf-8", "replace")
    try:
        return json.loads(text, parse_constant=str)
    except (ValueError, RecursionError):
        return text


# --- The house ------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Mind:
    """What is thought out for one visitor while that one plays on."""

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Whose thought it is, so that a visitor takes one of the places in the queue."""
    waiting: dict[str, presenters.Thought] = field(default_factory=dict)
    """The last question of each kind that is not thought about yet; an older one has lost its place."""
    tasks: dict[object, asyncio.Task[None]] = field(default_factory=dict)
    """Who thinks: by the kind of question, or by the game that the engine plays."""


class House:
    """Everything that a server has: store, keeper, desks and who looks at what."""

    def __init__(self, store: Store, options: Options, *, token: str | None = None) -> None:
        self.store = store
        self.options = options
        self.token = token or secrets.token_urlsafe(24)
        self.keeper = Keeper(store)
        self.port = options.port
        self._thinkers = Crew("thinker", THINKERS)
        self._adviser = Crew("adviser", 1)  # one process thinks behind it
        self._reviewer = Crew("reviewer", 1)
        self._minds: dict[str, Mind] = {}
        self._desks: dict[str, presenters.Desk] = {}
        self._tabs: Counter[str] = Counter()
        self._clients: dict[presenters.View, set[Client]] = {}
        self._visits: dict[str, Bucket] = {}
        self._devices = dict.fromkeys(store.setting("web devices").split())
        self._leaving: set[asyncio.Task[None]] = set()
        self._looking: asyncio.Task[None] | None = None

    # --- Letting in ---

    @property
    def cookie(self) -> str:
        """The name of the cookie: those of two servers on one machine are told apart by the port alone."""
        return f"tessella_{self.port}"

    def owner(self, connection: HTTPConnection) -> str | None:
        """Return whose games a device may see: "" for the player's own, None for none."""
        secret = connection.cookies.get(self.cookie, "")
        if not re.fullmatch(r"[\w-]{43}", secret, re.ASCII):
            return None
        digest = _digest(secret)
        if self.options.players:
            return digest
        return "" if digest in self._devices else None

    def takes(self, token: str) -> bool:
        """Return whether a token is the one that was printed."""
        return secrets.compare_digest(token.encode(), self.token.encode())

    async def let_in(self) -> str:
        """Return the secret of a new device, by which it is known from now on."""
        secret = secrets.token_urlsafe(32)
        if not self.options.players:
            self._devices[_digest(secret)] = None
            kept = " ".join(list(self._devices)[-DEVICES:])
            await self.keeper.do(lambda: self.store.choose("web devices", kept))
        return secret

    def may_visit(self, connection: HTTPConnection) -> bool:
        """Return whether an address may have one more visitor now."""
        address = connection.client.host if connection.client else ""
        if len(self._visits) > 10_000:
            self._visits.clear()
        return self._visits.setdefault(address, Bucket(500, 5)).take()

    def is_ours(self, host: str) -> bool:
        """Return whether a Host header names this server: a name that somebody else made point here does not."""
        name = ""
        try:
            name = urlsplit(f"//{host}").hostname or ""
            ipaddress.ip_address(name)
        except ValueError:
            machine = socket.gethostname().lower()
            return name in {"localhost", machine, f"{machine}.local", self.options.host, *self.options.names}
        return True

    # --- Games ---

    def desk(self, owner: str) -> presenters.Desk:
        """Return the games of a visitor."""
        if owner not in self._desks:
            self._desks[owner] = presenters.Desk(self.store.of(owner))
        return self._desks[owner]

    async def open(self, desk: presenters.Desk, asked: str, *, is_back: bool = False) -> presenters.View:
        """Return a game that is asked for; what must be made first is made in a thread of its own."""
        found = await self.keeper.do(lambda: desk.at_hand(asked))
        if found is None:
            opening = await self._thinkers.do(lambda: presenters.opening_of(asked, open_id=presenters.made))
            found = await self.keeper.do(lambda: desk.begin(opening, is_back=is_back))
        return found

    async def think(self, do: Callable[[], object]) -> object:
        """Return what a slow thought comes to, or what it raises: that is an answer too."""
        try:
            return await self._thinkers.do(do)
        except TessellaError as error:
            return error

    def wonder(self, owner: str, thought: presenters.Thought) -> None:
        """Have something thought out, and show it to everybody who looks at its game.

        A visitor has one question of a kind that waits; a newer one takes its place.
        """
        mind = self._minds.setdefault(owner, Mind())
        dropped = mind.waiting.get(thought.kind)
        mind.waiting[thought.kind] = thought
        if dropped:
            mind.tasks[dropped] = asyncio.create_task(self._drop(mind, dropped))
        if thought.kind not in mind.tasks:
            mind.tasks[thought.kind] = asyncio.create_task(self._wonder(mind, thought.kind))

    async def _wonder(self, mind: Mind, kind: str) -> None:
        try:
            while thought := mind.waiting.pop(kind, None):
                await self._think_out(mind, thought)
        finally:
            del mind.tasks[kind]

    async def _drop(self, mind: Mind, thought: presenters.Thought) -> None:
        """Say of a question that it will have no answer."""
        try:
            await self._take(thought, TessellaError(_("Too many requests; wait a moment.")))
        finally:
            del mind.tasks[thought]

    async def _think_out(self, mind: Mind, thought: presenters.Thought) -> None:
        found: object
        try:
            if thought.kind == "review":
                found = await self._reviewer.do(thought.think)
            else:
                async with mind.turn:
                    found = await self._adviser.do(thought.think)
        except TessellaError as error:
            found = error
        except Exception as error:  # noqa: BLE001 - the player hears a sentence, the log the rest
            sys.excepthook(type(error), error, error.__traceback__)
            found = TessellaError(_("Something went wrong here. The game is kept."))
        await self._take(thought, found)

    async def _take(self, thought: presenters.Thought, found: object) -> None:
        """Show what was thought out to everybody who looks at its game."""

        def again(is_news: bool) -> bool:  # noqa: FBT001 - what `learn` returned
            thought.view.sitting.save()
            return is_news

        try:
            is_news = await self.keeper.do(partial(thought.view.learn, thought, found), again)
        except Exception as error:  # noqa: BLE001 - the log has it; the next question is thought about all the same
            sys.excepthook(type(error), error, error.__traceback__)
            is_news = True
        if is_news:
            self.tell(thought.view)

    def watch(self, owner: str, found: presenters.View) -> None:
        """Let the engine play in a game where somebody wants to watch it, as long as somebody looks."""
        mind = self._minds.setdefault(owner, Mind())
        if found.watch and found.watch.is_running and found not in mind.tasks:
            mind.tasks[found] = asyncio.create_task(self._watch(mind, found))

    async def _watch(self, mind: Mind, found: presenters.View) -> None:
        due = time.monotonic()
        try:
            while (watch := found.watch) and watch.is_running and found in self._clients:
                due = max(due + 1 / watch.speed, time.monotonic())
                thought = await self.keeper.do(found.ask_move)
                if thought is None:
                    break
                await self._think_out(mind, thought)
                await asyncio.sleep(due - time.monotonic())
        finally:
            del mind.tasks[found]
            if found.watch and found not in self._clients:
                found.watch.is_running = False

    def enter(self, client: Client) -> None:
        """Count a connection in."""
        self._tabs[client.owner] += 1

    async def look_at(self, client: Client, found: presenters.View) -> None:
        """Remember what a client looks at, and put away what it looked at before."""
        before = client.view
        client.view = found
        self._clients.setdefault(found, set()).add(client)
        if before is not None and before is not found and self._left(client, before):
            desk = self.desk(client.owner)
            await self.keeper.do(lambda: self._put_away(desk, before))

    def _left(self, client: Client, gone: presenters.View) -> bool:
        """Forget that a client looks at a game; return whether nobody does any more."""
        others = self._clients.get(gone, set())
        others.discard(client)
        if others:
            return False
        self._clients.pop(gone, None)
        return True

    def leave(self, client: Client) -> None:
        """Count a connection out, stop the clock of its game and put that away, unless somebody else looks at it."""
        owner, gone = client.owner, client.view
        self._tabs[owner] -= 1
        if gone is not None and self._left(client, gone):
            # On its own: the connection is gone, and what served it may end at any moment.
            task = asyncio.create_task(self._leave(owner, gone))
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    async def _leave(self, owner: str, gone: presenters.View) -> None:
        desk = self.desk(owner)
        await self.keeper.do(partial(self._put_away, desk, gone))
        self._forget(owner, desk)

    def _forget(self, owner: str, desk: presenters.Desk) -> None:
        """Forget the games of a visitor who is gone, as far as they are stored."""
        if self._tabs[owner] <= 0:
            del self._tabs[owner]
            if not desk.views:
                self._desks.pop(owner, None)

    def _put_away(self, desk: presenters.Desk, gone: presenters.View) -> None:
        if gone not in self._clients:  # nobody has come back meanwhile
            desk.close(gone)

    def tabs(self, owner: str) -> int:
        """Return how many connections a visitor has."""
        return self._tabs[owner]

    @property
    def clients(self) -> int:
        """How many connections there are."""
        return self._tabs.total()

    def tell(self, *views: presenters.View, but: Client | None = None) -> None:
        """Send the state to everybody who looks at a game."""
        for one in views:
            for client in self._clients.get(one, ()):
                if client is not but:
                    client.tell()

    # --- Beginning and end ---

    async def _look(self) -> None:
        """Take over what other processes did, and try again to store what could not be stored."""
        while True:
            await asyncio.sleep(LOOK)
            for owner, desk in list(self._desks.items()):
                for one in list(desk.views.values()):
                    if one not in self._clients and one.used < time.monotonic() - FORGOTTEN:
                        await self.keeper.do(partial(self._put_away, desk, one))
                    elif self._may_have_moved(one) and await self.keeper.do(partial(self._has_moved, one)):
                        self.tell(one)
                self._forget(owner, desk)
            self._minds = {owner: mind for owner, mind in self._minds.items() if mind.tasks or owner in self._tabs}

    def _may_have_moved(self, one: presenters.View) -> bool:
        # At a party nobody else moves in a visitor's game.
        return one.sitting.is_unsaved or not self.options.players

    @staticmethod
    def _has_moved(one: presenters.View) -> bool:
        """Return whether others should see a game anew: another process has moved, or it could be stored again."""
        was_unsaved = one.sitting.is_unsaved
        if one.sitting.refresh():
            one.changed(lambda: _("this game went on in another window; here is how it stands now"))
            return True
        return was_unsaved and not one.sitting.is_unsaved

    @contextlib.asynccontextmanager
    async def open_for_visitors(self, _app: Starlette) -> AsyncIterator[None]:
        """Serve until the block ends, then store everything."""
        self._looking = asyncio.create_task(self._look())
        try:
            yield
        finally:
            self._looking.cancel()
            for task in [task for mind in self._minds.values() for task in mind.tasks.values()]:
                task.cancel()
            await self.keeper.do(self._close)
            self.keeper.stop()
            self.store.close()

    def _close(self) -> None:
        for desk in self._desks.values():
            for one in list(desk.views.values()):
                desk.close(one)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()[:32]


# --- Files ----------------------------------------------------------------------------------------------------------


class File(NamedTuple):
    """A file as it is sent."""

    body: bytes
    packed: bytes | None
    """The same through gzip, where that is shorter."""
    kind: str
    tag: str

    @classmethod
    def of(cls, name: str, body: bytes) -> "File":
        """Return a file by its name and content."""
        kind = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}.get(name[name.rfind(".") :])
        kind = kind or mimetypes.guess_type(name)[0] or "application/octet-stream"
        if kind.startswith("text/") or kind.endswith(("json", "xml")):
            kind += "; charset=utf-8"
        packed = gzip.compress(body, 9, mtime=0)
        return cls(body, packed if len(packed) < len(body) else None, kind, hashlib.sha256(body).hexdigest()[:20])

    def response(self, request: Request, *, caching: str = "no-cache") -> Response:
        """Return the answer to a request for it: that it has not changed, or the file."""
        headers = {"ETag": f'"{self.tag}"', "Cache-Control": caching, "Vary": "Accept-Encoding"}
        if f'"{self.tag}"' in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        body = self.body
        if self.packed and "gzip" in request.headers.get("accept-encoding", ""):
            body, headers["Content-Encoding"] = self.packed, "gzip"
        return Response(body, headers=headers, media_type=self.kind)


def _walk(folder: Traversable, above: str = "") -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        if entry.is_dir():
            yield from _walk(entry, f"{above}{entry.name}/")
        elif not entry.name.endswith((".py", ".pyc")):
            yield above + entry.name, entry.read_bytes()


class Shelf:
    """The files of the page, all in memory: a path that is none of theirs leads nowhere."""

    def __init__(self) -> None:
        folder = resources.files("tessella.web") / "static"
        found = dict(_walk(folder)) if folder.is_dir() else {}
        self.page = found.pop("index.html", PAGE.encode()).decode()
        self.files = {name: File.of(name, body) for name, body in found.items()}
        self.themes = File.of("themes.css", presenters.stylesheet().encode())
        named = "".join(f"{name} {file.tag} " for name, file in self.files.items())
        self.version = hashlib.sha256(named.encode()).hexdigest()[:12]

    def index(self, lang: str, theme: str) -> File:
        """Return the page in a language and theme."""
        with i18n.speaking(lang):
            words = presenters.words()
        values = {"lang": {"zh": "zh-Hans"}.get(lang, lang), "theme": theme, "static": f"/static/{self.version}"}

        def fill(match: re.Match[str]) -> str:
            name = match[1]
            return html.escape(words.get(name[5:], "") if name.startswith("word:") else values.get(name, ""))

        return File.of("index.html", re.sub(r"\{\{([\w:]+)\}\}", fill, self.page).encode())


PAGE = """<!DOCTYPE html>
<html lang="{{lang}}" data-theme="{{theme}}"><meta charset="utf-8"><title>Tessella</title>
<link rel="stylesheet" href="/themes.css"><p>{{word:subtitle}}</p></html>
"""


# --- Answers --------------------------------------------------------------------------------------------------------


def _language(house: House, connection: HTTPConnection) -> str:
    """Return the language of a visitor who has chosen none: as the server was told, or as the browser asks."""
    if house.options.lang:
        return house.options.lang
    for tag in connection.headers.get("accept-language", "")[:200].split(","):
        if lang := i18n.language_of(tag.partition(";")[0].strip()):
            return lang
    return i18n.language()


def _is_secure(connection: HTTPConnection) -> bool:
    return connection.url.scheme in ("https", "wss")


async def _page(request: Request) -> Response:
    """Answer with the page; let a device in that has the token."""
    house, shelf = request.app.state.house, request.app.state.shelf
    lang = _language(house, request)
    owner = house.owner(request)
    token = request.query_params.get("token")
    secret = ""
    if owner is None and (house.options.players or (token is not None and house.takes(token))):
        if house.options.players and not house.may_visit(request):
            with i18n.speaking(lang):
                return _plain(_("Too many requests; wait a moment."), 429)
        secret = await house.let_in()
    elif owner is None:
        with i18n.speaking(lang):
            return _plain(_("This page must be opened with the address that the server printed."), 403)
    if token is not None:  # out of sight, so that it is neither copied nor kept
        rest = [(name, value) for name, value in request.query_params.multi_items() if name != "token"]
        response: Response = RedirectResponse("/" + ("?" + urlencode(rest) if rest else ""), 303)
        response.headers["Cache-Control"] = "no-store"
    else:
        with i18n.speaking(lang):
            chosen = {"lang": lang, "theme": "auto"}
            if owner is not None:
                chosen = await house.keeper.do(lambda: presenters.settings(house.store.of(owner)))
        file = shelf.index(chosen["lang"], chosen["theme"])
        response = file.response(request, caching="private, no-cache")
    if secret:
        response.set_cookie(
            house.cookie, secret, max_age=A_YEAR, path="/", httponly=True, samesite="lax", secure=_is_secure(request)
        )
    return response


def _plain(text: str, status: int) -> Response:
    return Response(text + "\n", status, {"Cache-Control": "no-store"}, "text/plain; charset=utf-8")


async def _file(request: Request) -> Response:
    """Answer with a file: for ever where its address has the version, otherwise until it changes."""
    shelf: Shelf = request.app.state.shelf
    version, _slash, name = request.path_params["path"].partition("/")
    if version == shelf.version and name in shelf.files:
        return shelf.files[name].response(request, caching=f"public, max-age={A_YEAR}, immutable")
    if found := shelf.files.get(request.path_params["path"]):
        return found.response(request)
    return _plain("404", 404)


async def _at_root(request: Request) -> Response:
    """Answer with a file that browsers look for at the root."""
    shelf: Shelf = request.app.state.shelf
    name = {"/favicon.ico": "icon.svg"}.get(request.url.path, request.url.path[1:])
    found = shelf.files.get(name)
    return found.response(request) if found else _plain("404", 404)


async def _themes(request: Request) -> Response:
    shelf: Shelf = request.app.state.shelf
    return shelf.themes.response(request)


async def _talk(socket_: WebSocket) -> None:
    """Serve one WebSocket."""
    house: House = socket_.app.state.house
    origin = socket_.headers.get("origin")
    if origin is not None and origin.partition("://")[2].lower() != socket_.headers.get("host", "").lower():
        await socket_.close(1008)  # before it is accepted: the handshake fails with 403
        return
    lang = _language(house, socket_)
    owner = house.owner(socket_)
    with i18n.speaking(lang):
        if owner is None:
            await socket_.accept()
            said = _("This page must be opened with the address that the server printed.")
            await socket_.close(NOT_LET_IN, said)
            return
        if house.clients >= MOST_CLIENTS or house.tabs(owner) >= MOST_TABS or not house.may_visit(socket_):
            await socket_.accept()
            await socket_.close(TOO_MUCH, _("Too many connections."))
            return
        chosen = await house.keeper.do(lambda: presenters.settings(house.store.of(owner)))
    await socket_.accept()
    asked = (socket_.query_params.get("g") or socket_.query_params.get("game") or "2048")[: presenters.LONGEST]
    with contextlib.suppress(WebSocketDisconnect):
        is_back = "back" in socket_.query_params
        await Client(house, socket_, owner, chosen["lang"]).run(asked, is_back=is_back)
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # the other side has closed it already
        await socket_.close()


class _Guard:
    """What stands around every answer: whom it may be meant for, and what a browser may do with it."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app = app
        self._house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        if not self._house.is_ours(connection.headers.get("host", "")):
            if scope["type"] == "http":
                said = _("expected an address of this server, got {text}")
                answer = _plain(said.format(text=quote(connection.headers.get("host", ""))), 421)
                await answer(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return

        async def safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message.setdefault("headers", [])
                headers += [(name.lower().encode(), value.encode()) for name, value in SAFE.items()]
            await send(message)

        await self._app(scope, receive, safely)


def application(house: House) -> Starlette:
    """Return the ASGI application of a house."""
    app = Starlette(
        routes=[
            Route("/", _page),
            Route("/themes.css", _themes),
            Route("/static/{path:path}", _file),
            WebSocketRoute("/ws", _talk),
            *(Route(f"/{name}", _at_root) for name in ("sw.js", "manifest.webmanifest", "favicon.ico")),
        ],
        lifespan=house.open_for_visitors,
    )
    app.add_middleware(_Guard, house=house)
    app.state.house = house
    app.state.shelf = Shelf()
    return app


# --- From the command line ------------------------------------------------------------------------------------------


class _Talk(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which tells why it ends one that sends too much.

    uvicorn closes at once; what is still on its way then makes the system drop the connection, and the reason with it.
    So what comes is thrown away for a while, until the other side has read the reason and closes.
    """

    _refuses_until = 0.0

    def data_received(self, data: bytes) -> None:
        """Take what was sent; throw it away where it is refused."""
        if self._refuses_until:
            self._wait_for_more()
        else:
            super().data_received(data)

    def handle_parser_exception(self) -> None:
        """Say why this is refused."""
        told = self.conn.close_sent
        assert told is not None
        self.queue.put_nowait({"type": "websocket.disconnect", "code": told.code, "reason": told.reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self._refuses_until = self.loop.time() + self.close_timeout
        self._wait_for_more()

    def _wait_for_more(self) -> None:
        """Close when nothing has come for a second, and in the end in any case."""
        if self.close_timer is not None:
            self.close_timer.cancel()
        wait = max(0.0, min(1.0, self._refuses_until - self.loop.time()))
        self.close_timer = self.loop.call_later(wait, self.transport.close)


class _Server(uvicorn.Server):
    """uvicorn that ends in order when it is asked to, and with exit code 0."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        names = [name for name in ("SIGINT", "SIGTERM", "SIGBREAK", "SIGHUP") if hasattr(signal, name)]
        if "SIGHUP" in names and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # nohup
            names.remove("SIGHUP")
        before = {name: signal.signal(getattr(signal, name), self.handle_exit) for name in names}
        try:
            yield
        finally:
            for name, handler in before.items():
                signal.signal(getattr(signal, name), handler)


def serve(store: Store, options: Options) -> int:
    """Serve until the process is asked to end; return the exit code."""
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if options.host == "::":  # every address, the older ones too, which Windows leaves out otherwise
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listening.bind((options.host, options.port))
        listening.listen(1024)  # from here on who comes waits, and is not turned away
    except (OSError, TypeError) as error:  # TypeError: a name that cannot be encoded
        listening.close()
        raise StoreError(
            _("expected an address that can be listened at, got {text} ({why})").format(
                text=quote(f"{options.host}:{options.port}"), why=getattr(error, "strerror", error)
            )
        ) from None
    for notice in store.notices:
        print(notice, file=sys.stderr)  # noqa: T201 - visitors of a party are not told of the file
    house = House(store, options)
    house.port = listening.getsockname()[1]
    _announce(house)
    config = uvicorn.Config(
        application(house),
        log_config=None,
        access_log=False,
        server_header=False,
        ws=_Talk,
        ws_max_size=LARGEST,
        ws_per_message_deflate=False,
        limit_concurrency=2 * MOST_CLIENTS,
        timeout_graceful_shutdown=10,
    )
    sys.setswitchinterval(0.001)  # a hint that is being thought out lets the others play
    _Server(config).run(sockets=[listening])
    return 0


def _announce(house: House) -> None:
    """Print the addresses, each on a line of its own; open the browser where it is wanted."""
    options = house.options
    query = "" if options.players else f"?token={house.token}"
    hosts = [options.host]
    if options.host in ("0.0.0.0", "::"):  # noqa: S104 - what was asked for
        hosts = [*_addresses(), "127.0.0.1"]
    urls = [f"http://{f'[{host}]' if ':' in host else host}:{house.port}/{query}" for host in hosts]
    for url in urls:
        print(url, flush=True)  # noqa: T201 - what the command prints
    if not _is_loopback(options.host):
        import segno  # noqa: PLC0415 - only a server for others needs it

        is_compact = "utf" in (sys.stderr.encoding or "").lower()  # half blocks; else blanks in colour
        segno.make(urls[0], micro=False).terminal(sys.stderr, compact=is_compact)
    if options.opens_browser:
        threading.Thread(target=webbrowser.open, args=(urls[-1],), daemon=True).start()


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _addresses() -> list[str]:
    """Return this machine's address in its network, or its name where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # an address for examples: nothing is sent, only the way there is looked up
        return [str(probe.getsockname()[0])]
    return [socket.gethostname()]
