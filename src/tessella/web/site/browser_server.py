"""Server of the page in the browser itself: one player's games, for the tabs that show them.

It does what `web.hub` does, without sockets, threads or a loop of its own: JavaScript calls it with what has come, and
it calls the `Host` back. What takes long is done by another worker, while moves are taken here.

    tab -- open, receive, close -->  BrowserServer  -- send -->              tab
                                                    -- compute, stop -->     second worker
                                     computed  <--                           what that came to
                                     wake      <--  later                    the clock
"""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import msgspec

from tessella import i18n
from tessella.errors import StoppedError, TessellaError
from tessella.games import name_of
from tessella.i18n import _
from tessella.play.advisor import shared_advisor
from tessella.play.database import NewerError, Sqlite
from tessella.play.store import Store
from tessella.play.tasks import OPEN_TIMEOUT, Task, logged
from tessella.web.live_game import LiveGame
from tessella.web.player_games import PlayerGames, Reply, Slow, Steps, advance, attempt
from tessella.web.protocol import Answer, Settings
from tessella.web.site import calculations

MOVES, REVIEWS = "moves", "reviews"  # the lanes: of what is soon done, and of what may take a minute
LONG = ("review", "analysis")  # kinds of tasks that go there
ADVICE = ("hint", "move")  # kinds of tasks that the advisor on 2048 has
SHORT = 1.0  # seconds that what nobody wants any more may still take


class Host(Protocol):
    """The worker around the server, as JavaScript gives it."""

    def send(self, tab: str, text: str) -> None:
        """Send a message to a tab, once what was stored before is kept."""

    def compute(self, lane: str, number: int, work: bytes) -> None:
        """Do packed work in the worker of a lane, and call `computed`."""

    def stop(self, lane: str) -> None:
        """End the worker of a lane, with what it is doing; the next work gets another one."""

    def later(self, seconds: float, number: int) -> None:
        """Call `wake` in so many seconds."""


@dataclass(eq=False)
class Tab:
    """A tab that is shown a game."""

    name: str
    lang: str
    requests: deque[str] = field(default_factory=deque)
    is_busy: bool = True  # whether a request is being answered; the next ones wait
    game: LiveGame | None = None
    work: "Work | None" = None  # what its request waits for


@dataclass(eq=False)
class Work:
    """Something that is worked out in a lane."""

    number: int
    packed: bytes
    lane: str
    take: Callable[[object], None]  # takes what it came to, or an error
    lang: str


class Lane:
    """The queue before a worker, which does one thing after another."""

    def __init__(self, name: str, host: Host) -> None:
        self._name = name
        self._host = host
        self._waiting: deque[Work] = deque()
        self.current: Work | None = None

    def put(self, work: Work) -> None:
        """Have something done, after what was put before."""
        self._waiting.append(work)
        self._go_on()

    def done(self, number: int) -> Work | None:
        """Return the work of a number that is done, None where it was given up."""
        work = self.current
        if work is None or work.number != number:
            return None
        self.current = None
        self._go_on()
        return work

    def remove(self, work: Work) -> None:
        """Let something wait no more."""
        if work in self._waiting:
            self._waiting.remove(work)

    def end(self, work: Work) -> None:
        """End what is being done, if it still is."""
        if work is self.current:
            self._host.stop(self._name)
            self.current = None
            self._go_on()

    def _go_on(self) -> None:
        if self.current is None and self._waiting:
            self.current = self._waiting.popleft()
            self._host.compute(self._name, self.current.number, self.current.packed)


class BrowserServer:
    """The games of who plays in this browser, and the tabs that show them.

    `languages` are the browser's, the preferred one first.
    """

    def __init__(self, host: Host, store: Store, languages: str = "") -> None:
        self._host = host
        self._store = store
        asked = (i18n.language_of(tag.strip()) for tag in languages.split(","))
        self._lang = next(filter(None, asked), None) or i18n.language()
        self.games = PlayerGames(store)
        self._tabs: dict[str, Tab] = {}
        self._lanes = {name: Lane(name, host) for name in (MOVES, REVIEWS)}
        self._numbers = 0
        self._alarms: dict[int, Callable[[], None]] = {}
        self._tasks: dict[tuple[str, str], tuple[Task[Any], Work]] = {}  # what is computed, by slot and kind
        self._watched: set[LiveGame] = set()

    # --- What JavaScript calls ---

    def open(self, name: str, typed: str, back: object = None) -> None:
        """Show a tab the game of an id or position, or with "" the one played last; see `protocol.Hello`."""
        with i18n.speaking(self._lang):
            lang = self._store.setting("web lang") or self._lang
        tab = self._tabs[name] = Tab(name, lang if lang in i18n.LANGUAGES else self._lang)
        with i18n.speaking(tab.lang):
            self._go_on(tab, self.games.greet(typed or "2048", is_back=bool(back)))

    def receive(self, name: str, text: str) -> None:
        """Answer a request of a tab, after those that came before."""
        if tab := self._tabs.get(name):
            tab.requests.append(text)
            self._answer_next(tab)

    def close(self, name: str) -> None:
        """Forget a tab, and stop the clock of its game where no other tab shows it."""
        if (tab := self._tabs.pop(name, None)) is None:
            return
        if tab.work:
            self._give_up(tab.work)
        self._leave(tab.game)

    def computed(self, number: int, packed: Any) -> None:
        """Take what a worker has worked out; None where it was lost."""
        found = (lane.done(number) for lane in self._lanes.values())
        if (work := next(filter(None, found), None)) is None:
            return
        with i18n.speaking(work.lang):
            result: object
            try:
                result = calculations.unpack(bytes(packed)) if packed is not None else _lost()
            except TessellaError as error:
                result = error
            work.take(result)

    def wake(self, number: int) -> None:
        """Do what was to be done later."""
        self._alarms.pop(number)()

    def cannot_save(self) -> None:
        """Tell the player that the browser takes nothing any more."""
        with i18n.speaking(self._lang):
            said = _("cannot write {path}; the game continues unsaved").format(path="IndexedDB")
        if said not in self._store.notices:
            self._store.notices.append(said)

    def shut(self) -> None:
        """Let go of the file, for another one to take its place; the page starts anew then."""
        self._store.close()

    def problem_of(self, file: str) -> str:
        """Return why a file cannot take the place of this one, "" where it can; an older one is brought up to date."""
        try:
            Sqlite.open(Path(file)).close()
        except NewerError:
            return _("This file was written by a newer version of Tessella.")
        except Sqlite.errors:
            return _("expected a file of games that Tessella has written")
        return ""

    # --- Requests ---

    def _answer_next(self, tab: Tab) -> None:
        if tab.is_busy or not tab.requests or tab.game is None:
            return
        tab.is_busy = True
        with i18n.speaking(tab.lang):
            self._go_on(tab, self.games.respond(tab.game, tab.requests.popleft()))

    def _go_on(self, tab: Tab, steps: Steps, result: object = None) -> None:
        """Answer a request as far as that goes at once; the rest when its slow part is done."""
        tab.work = None
        try:
            step = advance(steps, result)
            while not isinstance(step, Reply):
                packed = calculations.pack(step.work if isinstance(step, Task) else step)
                if packed is not None:
                    if tab.game is None:
                        self._send(tab, Answer(generating=True))
                    tab.work = self._compute(packed, MOVES, partial(self._take_step, tab, steps, step))
                    self._later(OPEN_TIMEOUT, partial(self._time_out, tab.work))
                    return
                step = advance(steps, attempt(step))
            self._reply(tab, step)
        except Exception as error:  # noqa: BLE001 - the player sees a sentence, the console the rest
            self._send(tab, Answer(n=None, error=str(logged(error))))
        tab.is_busy = False
        self._answer_next(tab)

    def _take_step(self, tab: Tab, steps: Steps, step: Slow, result: object) -> None:
        if self._tabs.get(tab.name) is not tab:
            steps.close()
        elif isinstance(step, Task):
            step.fail(result) if isinstance(result, Exception) else step.succeed(result)
            self._go_on(tab, steps)
        else:
            self._go_on(tab, steps, result)

    def _time_out(self, work: Work) -> None:
        lane, take = self._lanes[work.lane], work.take
        if lane.current is work:
            lane.end(work)
            with i18n.speaking(work.lang):
                take(TessellaError(_("gave up after {seconds:g} seconds"), seconds=OPEN_TIMEOUT))

    def _reply(self, tab: Tab, reply: Reply) -> None:
        before, tab.game = tab.game, reply.game
        if before is not reply.game:
            self._leave(before)
        if reply.is_news:
            for game in {reply.game, before or reply.game}:
                self._broadcast(game, but=tab)
        if isinstance(reply.answer.result, Settings):
            tab.lang = reply.answer.result.preferences.lang
        self._send(tab, reply.answer)
        if reply.task:
            self._begin(reply.game, reply.task)
        self._watch(reply.game)

    def _send(self, tab: Tab, answer: Answer) -> None:
        self._host.send(tab.name, msgspec.json.encode(answer).decode())

    def _broadcast(self, game: LiveGame, but: Tab | None = None) -> None:
        for tab in self._tabs.values():
            if tab.game is game and tab is not but:
                with i18n.speaking(tab.lang):
                    self._send(tab, Answer(state=game.state()))

    def _is_shown(self, game: LiveGame | None) -> bool:
        return any(tab.game is game for tab in self._tabs.values())

    def _leave(self, game: LiveGame | None) -> None:
        """Close a game unless some tab shows it, and stop what takes long of it."""
        if game is None or self._is_shown(game):
            return
        for (slot, _kind), (task, work) in list(self._tasks.items()):
            if slot == game.slot and work.lane == REVIEWS:
                self._give_up(work)
                self._complete(game, task, StoppedError("gone"))
        if game.coach.watching:
            game.coach.watching.pause()
        self.games.close(game)

    # --- What is computed while its player plays on ---

    def _compute(self, packed: bytes, lane: str, take: Callable[[object], None]) -> Work:
        self._numbers += 1
        work = Work(self._numbers, packed, lane, take, i18n.language())
        self._lanes[lane].put(work)
        return work

    def _begin(self, game: LiveGame, task: Task[Any], then: Callable[[], None] = lambda: None) -> None:
        """Compute something; what is waited for of its kind is given up for it."""
        key = game.slot, task.kind
        if key in self._tasks:
            before, work = self._tasks[key]
            self._give_up(work)
            self._complete(game, before, StoppedError("replaced"))
        take, lane = partial(self._take, game, task, then), REVIEWS if task.kind in LONG else MOVES
        packed = calculations.pack(task.work)
        if packed is None:
            take(attempt(task.work))
        else:
            self._tasks[key] = task, self._compute(packed, lane, take)

    def _take(self, game: LiveGame, task: Task[Any], then: Callable[[], None], result: object) -> None:
        self._complete(game, task, result)
        if self._is_shown(game) and (more := game.wanted()):
            self._begin(game, more)
        then()

    def _complete(self, game: LiveGame, task: Task[Any], result: object) -> None:
        """Take what a task came to, and show it."""
        self._tasks.pop((game.slot, task.kind), None)
        if isinstance(result, Exception):
            task.fail(result)
        else:
            task.succeed(result)
            shared_advisor().has_answered |= task.kind in ADVICE and name_of(game.id) == "2048"
        if game.complete(task):
            self._broadcast(game)

    def _give_up(self, work: Work) -> None:
        """Do something no more; what is soon done is not ended, as another worker takes longer to start."""
        work.take = lambda _result: None
        self._lanes[work.lane].remove(work)
        self._later(SHORT, partial(self._lanes[work.lane].end, work))

    def _watch(self, game: LiveGame) -> None:
        """Let the AI play where it is watched, as long as the game is shown."""
        if game.coach.is_watched and game not in self._watched:
            self._watched.add(game)
            self._play_on(game)

    def _play_on(self, game: LiveGame) -> None:
        coach, began = game.coach, time.monotonic()
        task = coach.next_move() if coach.is_watched and self._is_shown(game) else None
        if task is None or coach.watching is None:
            self._watched.discard(game)
            return
        pace = 1 / coach.watching.speed

        def go_on() -> None:
            self._later(max(0.0, began + pace - time.monotonic()), partial(self._play_on, game))

        self._begin(game, task, go_on)

    def _later(self, seconds: float, do: Callable[[], None]) -> None:
        self._numbers += 1
        self._alarms[self._numbers] = do
        self._host.later(seconds, self._numbers)


def _lost() -> object:
    raise TessellaError(_("the task was stopped"))  # a StoppedError would be what nobody waits for


def start(host: Host, file: str, languages: str) -> BrowserServer:
    """Return the server of the games in a file of this worker's, made where there is none."""
    return BrowserServer(host, Store.open(Path(file)), languages)
