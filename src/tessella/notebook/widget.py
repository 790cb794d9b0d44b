"""Notebook widget: a game in a cell of JupyterLab, Notebook, VS Code, Colab or marimo.

It draws with the page's modules and speaks its messages, and keeps its game in the same store as the terminal. Below it
lies a still picture, hidden while the widget lives, for whoever opens the notebook without its kernel.
"""

import asyncio
import threading
import uuid
import weakref
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from tessella import games, i18n
from tessella.errors import MoveError, ParseError, TessellaError
from tessella.i18n import _
from tessella.io.extras import install_command
from tessella.notebook import bundle
from tessella.play.advisor import PlayerOptions
from tessella.play.session import Session
from tessella.play.tasks import Task
from tessella.web import protocol
from tessella.web.labels import labels
from tessella.web.live_game import LiveGame
from tessella.web.player_games import PlayerGames

try:
    import anywidget
    import traitlets
    from IPython.display import display, update_display
except ImportError as error:
    raise ImportError(
        _("expected the package {package}, which the notebook widget needs; install it with: {command}").format(
            package=error.name, command=install_command("notebook")
        )
    ) from None


PICTURE_DELAY = 0.4  # seconds until the still picture is drawn anew, so that quick moves do not each send one
LOCK = threading.RLock()  # JupyterLab has the cell answered in a thread of its own; games take a request at a time
Moves: TypeAlias = Callable[[Any], str]  # a function that returns the move, as text, that it would play on a board


class WatchedPlayer(NamedTuple):
    """A player and the game that it plays if none is named."""

    name: str
    moves: Moves | PlayerOptions | None = None  # a function, a player in a process of its own, or None for the AI
    game: str = "2048"
    is_slow: bool = False  # whether it computes in a thread, so that the notebook goes on


AI = WatchedPlayer("best", is_slow=True)  # the AI of a person's own game

_WIDGETS: "weakref.WeakSet[Widget]" = weakref.WeakSet()


def open_widgets(game: LiveGame | None = None) -> "list[Widget]":
    """Return the widgets that are not closed, all or those that show a game."""
    return [widget for widget in list(_WIDGETS) if game is None or widget.game is game]


class Widget(anywidget.AnyWidget):
    """A game in a notebook. `play`, `watch` make one; the last expression of a cell shows it.

    Moves can be made in the cell and from Python, and both see them at once. `board` is the position now and can be
    observed; `session` is the whole game.
    """

    _esm = traitlets.Unicode().tag(sync=True)
    _css = traitlets.Unicode().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)  # what is drawn: `State` of `web.protocol`
    labels = traitlets.Dict().tag(sync=True)
    preferences = traitlets.Dict().tag(sync=True)
    where = traitlets.Unicode("notebook").tag(sync=True)
    picture = traitlets.Unicode().tag(sync=True)  # the class of the still picture that the widget hides while it lives
    player = traitlets.Unicode().tag(sync=True)  # the name of the player that is watched, "" where a person plays alone
    running = traitlets.Bool(default_value=False).tag(sync=True)  # whether the player plays on by itself
    speed = traitlets.Float(2.0, min=protocol.MIN_SPEED, max=protocol.MAX_SPEED).tag(sync=True)  # moves a second
    board = traitlets.Any(read_only=True)  # the position now

    def __init__(
        self,
        player_games: PlayerGames,
        game: LiveGame,
        *,
        chosen: protocol.Preferences,
        watched: WatchedPlayer | None = None,
        speed: float = 2.0,
    ) -> None:
        self.player_games = player_games  # all games that are shown of the store that the game lies in
        self.game = game  # the game that is shown; two widgets at one game share it
        self._watched = watched
        self._round = 0
        self._drawn: object = None
        self._is_redrawing = False
        self._has_focus = False
        with i18n.speaking(chosen.lang):
            super().__init__(
                _esm=bundle.script(games.name_of(game.id)),
                _css=bundle.style(),
                state=protocol.to_builtins(game.state()),  # JupyterLab may ask for it before this cell has ended
                preferences=protocol.to_builtins(chosen),
                labels=labels(),
                picture=f"tessella-{uuid.uuid4().hex[:12]}",
                player=watched.name if watched else "",
                speed=speed,
            )
        self.set_trait("board", game.position)
        _WIDGETS.add(self)
        self.on_msg(self._receive)

    def __repr__(self) -> str:
        """Return how the game can be continued."""
        return f"tessella.play({self.session.id!r})"

    # --- For Python ---

    @property
    def session(self) -> Session:
        """The game: id, positions, moves, undos, hints and the clock."""
        return self.game.stored.session

    def play(self, move: str) -> None:
        """Play a move given as text: "left", "r3c5=7", "r3c5-" (erase), "r3c5~7" (mark)."""
        self._request("play", move=move)

    def undo(self) -> None:
        """Take back the last move."""
        self._request("undo")

    def redo(self) -> None:
        """Play again what was taken back."""
        self._request("redo")

    def new(self, id: str = "") -> None:
        """Begin another game: of the same kind, or the one that an id of the same game names."""
        name = games.name_of(self.game.id)
        if id and games.name_of(id) != name:
            raise ParseError(
                _("expected an id of {game}, got {text}; call tessella.play for another game"), game=name, text=id
            )
        self._request("new", id=id)

    def hint(self, stage: int = 3) -> str:
        """Show a hint, in Sudoku up to a stage (1 where, 2 which technique, 3 why), and return its last sentence."""
        self._request("hint", stage=stage)
        hint = self.state["hint"]
        return str(hint["sentences"][-1] if "sentences" in hint else hint["reason"])

    def step(self) -> None:
        """Let the player that is watched make one move."""
        if self._watched is None:
            raise MoveError(_("No AI is playing here; to watch one, use tessella.watch."))
        with LOCK, self._speaking():
            if self.board.is_over():
                return
            task = self.game.step_watched(self.speed, self._watched.moves)
        if task:  # else another widget has it make one
            before = self.session.step
            self._compute(self.game, task)
            task.result()
            if self.session.step == before and self.state["notices"]:  # the move cannot be played
                raise MoveError(self.state["notices"][-1])

    def close(self) -> None:
        """Take the widget away; the game is kept, and its clock stands unless another widget shows it."""
        with LOCK:
            if self in _WIDGETS:
                _WIDGETS.discard(self)
                self.running = False
                if not open_widgets(self.game):
                    self.player_games.close(self.game)
        super().close()

    def _request(self, do: str, **fields: object) -> None:
        answer, task = self._answer({"do": do, **fields})
        if task:
            self._compute(self.game, task)
            task.result()
        with LOCK:
            if not self._has_focus and self.session.is_running:
                self.session.pause()  # the clock is for whoever sits at the board
                self.refresh()
        if answer.error:
            raise MoveError(answer.error, hint=answer.hint)
        self.send({"changed": True})

    # --- For the cell ---

    def _receive(self, _widget: object, message: object, _buffers: object) -> None:
        try:
            request: object = protocol.read_request(message)
        except ParseError:
            request = message  # the answer says why
        match request:
            case protocol.Step():
                self.running = False
                self._let_ai_play()
                self._try_step({"n": request.n})
                return
            case protocol.Watch() if self._let_ai_play():
                self.running = not self.board.is_over()
                self.send({"n": request.n})
                return
            case protocol.Resume() | protocol.Pause():
                self._has_focus = isinstance(request, protocol.Resume)
            case protocol.Change():
                self.running = False  # who plays takes over
            case protocol.Open():
                message = {"do": "get"}  # a widget stays at its game
        answer, task = self._answer(message)
        answer.state = None  # it is on its way
        self.send(protocol.to_builtins(answer))
        if task:  # the cell plays on meanwhile
            threading.Thread(target=self._compute, args=(self.game, task), daemon=True).start()

    def _answer(self, message: object) -> tuple[protocol.Answer, Task[Any] | None]:
        with LOCK, self._speaking():
            before = self.game
            before.refresh()
            reply = self.player_games.reply(before, message)
            self.game = reply.game
            for game in {before, reply.game}:
                for widget in open_widgets(game):
                    widget.refresh()
            return reply.answer, reply.task

    def _compute(self, game: LiveGame, task: Task[Any]) -> None:
        try:
            task.run()
        except Exception:
            game.coach.drop(task)
            raise
        with LOCK, self._speaking():
            game.complete(task)
            if task.kind == "move" and not self._has_focus:
                game.stored.session.pause()
            for widget in open_widgets(game):
                widget.refresh()
                widget.send({"changed": True})

    def refresh(self) -> None:
        """Show the game as it is."""
        with self._speaking():
            self.state = protocol.to_builtins(self.game.state())
        self.set_trait("board", self.game.position)
        self._redraw_soon()

    def _speaking(self) -> Any:
        return i18n.speaking(self.preferences["lang"])

    # --- A player that is watched ---

    def _let_ai_play(self) -> bool:
        """Let the AI play where no player was given; return whether there is one."""
        if self._watched is None and "watch" in self.game.coach.verbs:
            self._watched = AI
            with self._speaking():
                self.player = _("The AI")
        return self._watched is not None

    def _try_step(self, message: dict[str, Any]) -> None:
        """Make one move of the player and tell the cell how it went; a player that fails stops."""
        try:
            self.step()
        except Exception as error:  # noqa: BLE001 - a player is anybody's program, and its failure is shown
            self.running = False
            with self._speaking():
                why = str(error) if isinstance(error, TessellaError) else f"{type(error).__name__}: {error}"
                text = _("The AI {name} has stopped: {why}").format(name=self.player, why=why)
            message |= {"error": text, "hint": ""}
        self.send(message | {"changed": True})

    @traitlets.observe("running")
    def _run(self, change: Any) -> None:
        self._round += 1
        if not change["new"]:
            self.game.coach.take_over()
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.running = False
            return
        self._task = loop.create_task(self._play_on(self._round))

    async def _play_on(self, number: int) -> None:
        while self._round == number:  # nobody has stopped or started it again
            if self.board.is_over():
                self.running = False
                return
            await asyncio.sleep(1 / self.speed)
            if self._round == number and self._watched:
                if self._watched.is_slow:
                    await asyncio.to_thread(self._try_step, {})
                else:
                    self._try_step({})

    # --- The still picture ---

    def _ipython_display_(self, **_options: object) -> None:
        """Show the widget, and below it the picture that stays when the kernel is gone."""
        live, metadata = self._repr_mimebundle_() or ({}, {})
        display(live, metadata=metadata, raw=True)  # type: ignore[no-untyped-call]  # IPython has no types
        self._drawn = self._standing
        display(self._still_picture(), raw=True, display_id=self.picture)  # type: ignore[no-untyped-call]  # the same

    @property
    def _standing(self) -> object:
        """What the still picture shows, its clock left out: a notebook need not be saved again for that."""
        return self.session.id, self.session.step, self.board

    def _still_picture(self) -> dict[str, str]:
        """Return the game as a picture that needs neither kernel nor script, in a class that the widget hides."""
        with self._speaking():
            picture = self.session._repr_mimebundle_()
        return picture | {"text/html": f'<div class="tessella-still {self.picture}">{picture["text/html"]}</div>'}

    def _redraw_soon(self) -> None:
        if self._drawn in (None, self._standing) or self._is_redrawing:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._redraw()
            return
        self._is_redrawing = True
        loop.call_later(PICTURE_DELAY, self._redraw)

    def _redraw(self) -> None:
        with LOCK:
            self._is_redrawing = False
            self._drawn = self._standing
            update_display(self._still_picture(), raw=True, display_id=self.picture)  # type: ignore[no-untyped-call]  # IPython has no types
