"""The worker around a browser's server, without a browser: messages are kept, and work is done when it is asked for."""

import json
from collections import defaultdict, deque
from pathlib import Path
from typing import Any

from tessella.play.store import Store
from tessella.web.site import calculations
from tessella.web.site.browser_server import BrowserServer


class BrowserHost:
    """A `Host` whose second worker works, and whose clock goes on, when a test says so."""

    def __init__(self, store: Store | Path, languages: str = "en") -> None:
        self.sent: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        self.work: deque[tuple[str, int, bytes]] = deque()  # what is to be computed: lane, number, packed work
        self.alarms: deque[tuple[float, int]] = deque()
        self.stopped: list[str] = []  # the lanes whose workers were ended
        self.numbers: defaultdict[str, int] = defaultdict(int)
        self.server = BrowserServer(self, store if isinstance(store, Store) else Store.open(store), languages)

    # --- What the server calls ---

    def send(self, tab: str, text: str) -> None:
        """Keep a message."""
        self.sent[tab].append(json.loads(text))

    def compute(self, lane: str, number: int, work: bytes) -> None:
        """Keep work."""
        assert lane not in {busy for busy, _number, _work in self.work}, "a worker does one thing after another"
        self.work.append((lane, number, work))

    def stop(self, lane: str) -> None:
        """Give up what a worker does."""
        self.stopped.append(lane)
        self.work = deque(one for one in self.work if one[0] != lane)

    def later(self, seconds: float, number: int) -> None:
        """Keep an alarm."""
        self.alarms.append((seconds, number))

    # --- What a test does ---

    def compute_next(self) -> None:
        """Let a worker do what it was given first."""
        _lane, number, work = self.work.popleft()
        self.server.computed(number, calculations.perform(work))

    def compute_all(self) -> None:
        """Let the workers do all that there is to do."""
        while self.work:
            self.compute_next()

    def pass_time(self, longest: float) -> None:
        """Let the alarms ring that were set so far for so many seconds at most."""
        for alarm in [alarm for alarm in self.alarms if alarm[0] <= longest]:
            self.alarms.remove(alarm)
            self.server.wake(alarm[1])

    def open(self, typed: str = "", *, tab: str = "one", back: bool = False) -> dict[str, Any]:
        """Open a tab; return what it is sent first."""
        self.server.open(tab, typed, back)
        self.compute_all()
        return self.sent[tab][-1]

    def put(self, do: str, *, tab: str = "one", **fields: object) -> int:
        """Send a request; return its number."""
        self.numbers[tab] += 1
        self.server.receive(tab, json.dumps({"n": self.numbers[tab], "do": do, **fields}))
        return self.numbers[tab]

    def ask(self, do: str, *, tab: str = "one", **fields: object) -> dict[str, Any]:
        """Send a request, let all be computed that it needs, and return its answer."""
        number = self.put(do, tab=tab, **fields)
        while not (found := [one for one in self.sent[tab] if one.get("n") == number]):
            self.compute_next()
        return found[0]

    def state(self, tab: str = "one") -> dict[str, Any]:
        """Return the last state that a tab was sent."""
        state: dict[str, Any] = next(one["state"] for one in reversed(self.sent[tab]) if one.get("state"))
        return state
