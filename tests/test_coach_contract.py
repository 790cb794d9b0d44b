"""One script over terminal, line mode, page, browser and notebook: they coach alike, and write the same journal."""

import asyncio
import io
import json
import queue
import re
import shutil
import threading
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, ClassVar, cast

import pytest
from textual.app import App
from textual.pilot import Pilot

import tessella
from support.advisers import Adviser
from support.browser_host import BrowserHost
from support.end_games import make_table
from support.screens import POSITIONS, frame, playing, stored, until
from tessella import i18n
from tessella.game2048 import DIRECTIONS
from tessella.io import own_process
from tessella.line_mode import loop
from tessella.play import advisor
from tessella.play.coach import Coach, coach_for
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.web import live_game, protocol
from tessella.web.player_games import PlayerGames

PUZZLE = "sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CHAIN = f"sudoku:{POSITIONS['0707']}"
END_GAME = "2048:practice=L3-16:.,.,2,8/2,.,.,4/2,32,64,128/4,1024,512,256#0"
SCRIPTS = (
    (CHAIN, ("hint", "hint", "hint", "hint", "hint")),
    (PUZZLE, ("r1c3=4", "hint", "hint", "hint", "r1c4=2", "check", "check", "check", "undo")),
    (PUZZLE, ("r1c3=5", "check", "check", "check", "hint")),
    (PUZZLE, ("r1c3=1", "r1c4=6", "review", "hint", "undo")),
    ("2048:classic#42", ("hint", "hint", "left", "step", "step", "review", "hint", "undo", "undo")),
    (END_GAME, ("down", "undo", "right", "hint", "hint", "undo")),
)
NAMES = ("a chain", "hints and checks", "clashes", "a solve", "2048", "an end game")
"""What is done in each game."""


class FrontEnd(ABC):
    """A front end at a game: does what the script says, and shows what it has to say."""

    def __init__(self, game: StoredGame) -> None:
        self.game = game

    @abstractmethod
    async def do(self, action: str) -> None:
        """Do one action of the script as a person does it there."""

    @abstractmethod
    def seen(self) -> str:
        """Return what a person sees by now."""

    @property
    def standing(self) -> tuple[tuple[str, ...], str]:
        """The events of the journal, and the position."""
        session = self.game.session
        return tuple(entry.event for entry in session.journal if entry.event != "pause"), session.position.to_text()


class Direct(FrontEnd):
    """The coach itself, which the others are compared with."""

    def __init__(self, game: StoredGame) -> None:
        super().__init__(game)
        self.coach: Coach = coach_for(game)
        self._told = ""

    async def do(self, action: str) -> None:
        """Ask the coach."""
        coach, self._told = self.coach, ""
        if action == "hint":
            shown = coach.wait_for(coach.hint_or_follow())
            self._told = str(getattr(shown, "text", getattr(shown, "reason", "")))
        elif action == "check":
            self._told = coach.wait_for(coach.check()).text
        elif action == "review":
            review = coach.wait_for(coach.review())
            self._told = review.moves[0].reason if hasattr(review, "moves") else review.slips[0].reason
        elif action == "step":
            coach.watch(running=False).step()
            coach.wait_for(coach.next_move())
            coach.take_over()
        elif action == "undo":
            self.game.undo()
        else:
            coach.play(action)
            self._told = str(getattr(coach, "verdict", None) or "")

    def seen(self) -> str:
        """Return the first sentence that the coach has answered."""
        return re.split(r"[.;] ", self._told)[0]


class Lines(FrontEnd):
    """Line mode, in a thread of its own."""

    TYPED: ClassVar = {"hint": "t", "check": "x", "review": "x", "step": "v 1", "undo": "b"}

    def __init__(self, game: StoredGame) -> None:
        super().__init__(game)
        self._out = io.StringIO()
        self._typed: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._prompts = threading.Semaphore(0)
        self._before = 0
        self._thread = threading.Thread(target=loop.play, args=(game, self, self._out), daemon=True)
        self._thread.start()
        assert self._prompts.acquire(timeout=600)

    def isatty(self) -> bool:
        """Return that standard input is a pipe."""
        return False

    def readline(self, _limit: int) -> str:
        """Return the next line of standard input."""
        self._prompts.release()
        return self._typed.get()

    async def do(self, action: str) -> None:
        """Type a line, and wait for the next prompt."""
        self._before = len(self._out.getvalue())
        typed = "e" if action == "review" and self.game.session.id == PUZZLE else self.TYPED.get(action, action)
        self._typed.put(typed + "\n")
        assert await asyncio.to_thread(self._prompts.acquire, timeout=600)

    def seen(self) -> str:
        """Return what was written since the line was typed."""
        return self._out.getvalue()[self._before :]

    def end(self) -> None:
        """Leave."""
        self._typed.put("q\n")
        self._thread.join(600)


class Terminal(FrontEnd):
    """The full screen, by its keys."""

    KEYS: ClassVar = {"hint": ["t"], "check": ["x"], "review": ["x"], "undo": ["u"]}

    def __init__(self, game: StoredGame, app: App[None], pilot: Pilot[None], adviser: Adviser) -> None:
        super().__init__(game)
        self._app, self._pilot, self._adviser = app, pilot, adviser
        self._column = 3  # of the chosen cell, the first blank one of the puzzle

    async def do(self, action: str) -> None:
        """Press keys."""
        if self._app.screen is not self._app.screen_stack[0]:
            await self._pilot.press("escape")
        if written := re.fullmatch(r"r1c(\d)=(\d)", action):
            column, digit = int(written[1]), written[2]
            await self._pilot.press(*["right"] * (column - self._column), digit)
            self._column = column
        elif action == "step":
            before = self.game.session.step
            with self._adviser.held():  # so that it makes no move before it is paused
                await self._pilot.press("v", "space", ".")
            await until(lambda: self.game.session.step > before)
            await self._pilot.press("escape")
        else:
            is_solve = action == "review" and self.game.session.id == PUZZLE
            await self._pilot.press(*(["e"] if is_solve else self.KEYS.get(action, [action])))
        await self._pilot.pause()

    def seen(self) -> str:
        """Return what stands on the screen."""
        return frame(cast("Any", self._app))


class Page(FrontEnd):
    """The page, by its messages."""

    def __init__(self, games: PlayerGames, id: str) -> None:
        self._games, self._shown = games, games.open(id)
        super().__init__(self._shown.stored)

    @property
    def state(self) -> dict[str, Any]:
        """What is drawn."""
        state: dict[str, Any] = protocol.to_builtins(self._shown.state())
        return state

    def ask(self, do: str, **fields: object) -> None:
        """Send a message, and let what it starts be worked out."""
        reply = self._games.reply(self._shown, {"n": 1, "do": do, **fields})
        assert not reply.answer.error
        if reply.task:
            reply.task.run()
            self._shown.complete(reply.task)

    async def do(self, action: str) -> None:
        """Send the message that the page's script sends: `hint` in 2048 follows the hint on show."""
        if "=" in action or action in DIRECTIONS:
            self.ask("play", move=action)
        elif action == "hint" and "target" in self.state and self.state["hint"]:
            self.ask("follow")
        else:
            self.ask(action)

    def seen(self) -> str:
        """Return the state as it is drawn."""
        return json.dumps(self.state, ensure_ascii=False)


class Notebook(Page):
    """The notebook's widget, by the messages of its cell, which draws with the page's script."""

    def __init__(self, store: Store, id: str) -> None:
        self._widget = tessella.play(id, store=store)
        FrontEnd.__init__(self, self._widget.game.stored)

    @property
    def state(self) -> dict[str, Any]:
        """What is drawn."""
        state: dict[str, Any] = self._widget.state
        return state

    def ask(self, do: str, **fields: object) -> None:
        """Send a message from the cell."""
        sent: list[dict[str, Any]] = []
        self._widget.send = lambda content, buffers=None: sent.append(content)
        self._widget._receive(self._widget, {"n": 1, "do": do, **fields}, [])
        assert not any(message.get("error") for message in sent)

    def end(self) -> None:
        """Close the widget."""
        self._widget.close()


class BrowserPage(Page):
    """The page whose server is in the browser itself, and what that has the second worker do."""

    def __init__(self, store: Store, id: str) -> None:
        self._host = BrowserHost(store)
        self._host.open(id)
        (shown,) = self._host.server.games.live.values()
        FrontEnd.__init__(self, shown.stored)

    @property
    def state(self) -> dict[str, Any]:
        """What is drawn."""
        return self._host.state()

    def ask(self, do: str, **fields: Any) -> None:
        """Send a message, and let what it starts be worked out."""
        assert not self._host.ask(do, **fields).get("error")
        self._host.compute_all()


# --- The contract -----------------------------------------------------------------------------------------------------


@asynccontextmanager
async def opened(name: str, id: str, adviser: Adviser) -> AsyncIterator[FrontEnd]:
    """Give a front end at a game in a store of its own."""
    store = Store.in_memory()
    if name == "terminal":
        async with playing(id, store=store, size=(120, 40)) as (app, pilot):
            yield Terminal(stored(app), app, pilot, adviser)
    elif name == "page":
        yield Page(PlayerGames(store), id)
    elif name == "browser":
        yield BrowserPage(store, id)
    else:
        front = Lines(StoredGame.open(store, id)) if name == "line mode" else Notebook(store, id)
        yield front
        front.end()


def words(text: str) -> set[str]:
    """Return the words of a text; a screen breaks its lines where it likes."""
    return set(re.findall(r"\w+", text.casefold()))


@pytest.fixture(autouse=True)
def table(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let there be a table of an end game, made once."""
    made = tmp_path_factory.getbasetemp() / "L3-16"
    if not made.exists():
        make_table("L3-16", made)
    shutil.copytree(made, own_process.home())


@pytest.fixture(autouse=True)
def adviser(monkeypatch: pytest.MonkeyPatch) -> Adviser:
    """Let a stand-in give all advice and reviews."""
    stand_in = Adviser()
    monkeypatch.setattr(advisor, "shared_advisor", lambda: stand_in)
    monkeypatch.setattr(live_game, "Advisor", lambda: stand_in)
    return stand_in


@pytest.mark.parametrize("front_end", ["terminal", "line mode", "page", "browser", "notebook"])
@pytest.mark.parametrize(("id", "script"), SCRIPTS, ids=NAMES)
async def test_every_front_end_coaches_alike(
    front_end: str, id: str, script: tuple[str, ...], adviser: Adviser
) -> None:
    """After each action the journal and the position are the coach's own, and what it says is there to be seen."""
    i18n.use("en")
    direct = Direct(StoredGame.open(Store.in_memory(), id))
    async with opened(front_end, id, adviser) as front:
        for number, action in enumerate(script, 1):
            await direct.do(action)
            await front.do(action)
            await until(lambda: front.standing == direct.standing)
            assert front.standing == direct.standing, f"after {action!r}, action {number}: {front.seen()}"
            await until(lambda: words(direct.seen()) <= words(front.seen()))
            assert words(direct.seen()) <= words(front.seen()), f"after {action!r}, action {number}: {front.seen()}"


@pytest.mark.parametrize(("id", "script"), SCRIPTS, ids=NAMES)
async def test_the_scripts_are_coached(id: str, script: tuple[str, ...]) -> None:
    """The coach has something to say to every hint that plays nothing, every check, every review and in practice."""
    direct = Direct(StoredGame.open(Store.in_memory(), id))
    for action in script:
        before = direct.game.session.step
        await direct.do(action)
        is_played = direct.game.session.step > before
        is_judged = id == END_GAME and action in DIRECTIONS
        assert bool(direct.seen()) == (is_judged or (action in {"hint", "check", "review"} and not is_played))
