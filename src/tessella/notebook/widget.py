"""How is a game played in a notebook?

`play` and `watch` return a `Widget` that lives in the cell: anywidget brings it to JupyterLab, Notebook, VS Code,
Colab and marimo. It draws with the same modules as the page, speaks the messages of `view`, and keeps its game in the
same store as the terminal. Below it lies a still picture, hidden while the widget lives, for whoever opens the
notebook without its kernel.
"""

import asyncio
import contextlib
import re
import threading
import uuid
import weakref
from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from typing import Any, cast

from tessella import i18n, ids
from tessella.errors import MoveError, ParseError, TessellaError, quote
from tessella.game2048.players import base, registry
from tessella.games import Position
from tessella.i18n import _
from tessella.palette import THEMES
from tessella.play import advisor_process
from tessella.play.session import Session
from tessella.play.store import Store
from tessella.web import presenters
from tessella.web.labels import look, module, words

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError(
        _("expected the package {package}, which the notebook widget needs; install it with: {command}").format(
            package=error.name, command="python -m pip install 'tessella[notebook]'"
        )
    ) from None

__all__ = ["PLAYERS", "Widget", "play", "watch"]

Json = dict[str, Any]
Player = Callable[[Any], str]
"""Returns the move, as text, that it would play on a board."""

REST = 0.4
"""Seconds until the still picture is drawn anew, so that quick moves do not each send one."""
ONE_AT_A_TIME = threading.RLock()
"""JupyterLab has the cell answered in a thread of its own; games and store take one request at a time."""


# --- What a notebook shows ------------------------------------------------------------------------------------------


@cache
def _style() -> str:
    """Return the style sheet: themes, games, and what a notebook adds; `auto` goes by the notebook's own theme."""

    def block(selectors: str, theme: str) -> str:
        return selectors + "{" + "".join(f"{name}:{value};" for name, value in look(theme).items()) + "}"

    ours = ".tessella.stage:not([data-theme])"
    dark = ('[data-jp-theme-light="false"]', ".vscode-dark", ".vscode-high-contrast", "html[theme=dark]", ".dark")
    light = (
        '[data-jp-theme-light="true"]',
        ".vscode-light",
        ".vscode-high-contrast-light",
        "html[theme=light]",
        ".light",
    )
    parts = [
        block(ours, "light"),
        "@media (prefers-color-scheme: dark){" + block(ours, "dark") + "}",
        *(block(f"{where} {ours}", "dark") for where in dark),
        *(block(f"{where} {ours}", "light") for where in light),
        *(block(f'.tessella.stage[data-theme="{name}"]', name) for name in THEMES),
    ]
    folder = resources.files("tessella.web") / "static"
    parts += [(folder / f"{name}.css").read_text(encoding="utf-8") for name in ("tessella", "notebook")]
    return "\n".join(parts)


class _Live:
    """A widget's own output, without the still picture."""

    def __init__(self, widget: "Widget") -> None:
        self._widget = widget

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self._widget._repr_mimebundle_(**kwargs)


class _Still:
    """How a game stands, as a picture that needs neither kernel nor script, in a class that the widget hides."""

    def __init__(self, mark: str, session: Session) -> None:
        self._shown = session._repr_mimebundle_()
        self._shown["text/html"] = f'<div class="tessella-still {mark}">{self._shown["text/html"]}</div>'

    def _repr_mimebundle_(self, **_options: object) -> dict[str, str]:
        return self._shown


_SHOWN: "weakref.WeakSet[Widget]" = weakref.WeakSet()


class Widget(anywidget.AnyWidget):
    """A game in a notebook. `play`, `watch` make one; the last expression of a cell shows it.

    Moves can be made in the cell and from Python, and both see them at once. `board` is the position now and can be
    observed; `session` is the whole game.
    """

    _esm = traitlets.Unicode().tag(sync=True)
    _css = traitlets.Unicode().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)
    """What is drawn; see `view`."""
    words = traitlets.Dict().tag(sync=True)
    settings = traitlets.Dict().tag(sync=True)
    where = traitlets.Unicode("notebook").tag(sync=True)
    picture = traitlets.Unicode().tag(sync=True)
    """The class of the still picture that the widget hides while it lives."""
    player = traitlets.Unicode().tag(sync=True)
    """The name of the player that is watched, "" where a person plays alone."""
    running = traitlets.Bool(default_value=False).tag(sync=True)
    """Whether the player plays on by itself."""
    speed = traitlets.Float(2.0, min=presenters.SLOWEST, max=presenters.FASTEST).tag(sync=True)
    """Moves a second."""
    board = traitlets.Any(read_only=True)
    """The position now."""

    def __init__(
        self,
        desk: presenters.Desk,
        shown: presenters.View,
        *,
        lang: str = "",
        theme: str = "",
        player: Player | None = None,
        name: str = "",
        speed: float = 2.0,
    ) -> None:
        self.desk = desk
        """All that is looked at in the store that the game lies in."""
        self.shown = shown
        """The game that is looked at; two widgets at one game share it."""
        self._player = player
        self._round = 0
        self._drawn: object = None
        self._is_waiting = False
        self._has_focus = False
        settings = presenters.settings(desk.store) | {name: it for name, it in (("lang", lang), ("theme", theme)) if it}
        with i18n.speaking(settings["lang"]):
            labels = words()
        super().__init__(
            _esm=module(shown.game),
            _css=_style(),
            settings=settings,
            words=labels,
            picture=f"tessella-{uuid.uuid4().hex[:12]}",
            player=name,
            speed=speed,
        )
        _SHOWN.add(self)
        self.refresh()
        self.on_msg(self._hear)

    def __repr__(self) -> str:
        """Return how the game can be gone on with."""
        return f"tessella.play({self.session.id!r})"

    # --- For Python ---

    @property
    def session(self) -> Session:
        """The game: id, positions, moves, undos, hints and the clock."""
        return self.shown.sitting.session

    def play(self, move: str) -> None:
        """Play a move given as text: "left", "r3c5=7", "r3c5-" (erase), "r3c5~7" (mark)."""
        self._do("play", move=move)

    def undo(self) -> None:
        """Take back the last move."""
        self._do("undo")

    def redo(self) -> None:
        """Play again what was taken back."""
        self._do("redo")

    def new(self, id: str = "") -> None:
        """Begin another game: of the same kind, or the one that an id of the same game names."""
        if id and ids.split(id)[0] != self.shown.game:
            raise ParseError(
                _("expected an id of {game}, got {text}; another game needs a widget of its own").format(
                    game=self.shown.game, text=quote(id)
                )
            )
        self._do("new", **({"id": id} if id else {}))

    def hint(self, stage: int = 3) -> str:
        """Show a hint and return its last sentence.

        In Sudoku up to a stage: 1 where to look, 2 the technique, 3 the reason.
        """
        self._do("hint", stage=stage)
        hint = self.state["hint"]
        return str(hint["reason"] if self.shown.game == "2048" else hint["sentences"][-1])

    def step(self) -> None:
        """Let the player that is watched make one move."""
        if self._player is None:
            raise MoveError(_("Nobody plays here but you; watch has a player."))
        board = self.board
        if board.is_over():
            return
        move = self._player(board)  # as long as it likes: nobody waits for it
        with ONE_AT_A_TIME:
            if self.board is board:  # else somebody has taken over
                with i18n.speaking(self.settings["lang"]):
                    self.shown.play(move, is_advised=True)
                if not self._has_focus:
                    self.session.pause()
                for widget in list(_SHOWN):
                    if widget.shown is self.shown:
                        widget.refresh()
                        widget.send({"told": True})

    def close(self) -> None:
        """Take the widget away; the game is kept, and its clock stands unless another widget shows it."""
        with ONE_AT_A_TIME:
            if self in _SHOWN:
                _SHOWN.discard(self)
                self.running = False
                if not any(widget.shown is self.shown for widget in _SHOWN):
                    self.desk.close(self.shown)
        super().close()

    def _do(self, do: str, **more: object) -> None:
        """Do what Python asks for, and show it; raise what cannot be done."""
        answer, thought = self._ask({"do": do, **more})
        found = self._think(thought) if thought else None
        with ONE_AT_A_TIME:
            if not self._has_focus and self.session.is_running:
                self.session.pause()  # the clock is for whoever sits at the board
                self.refresh()
        if isinstance(found, TessellaError):
            raise found
        if "error" in answer:
            raise MoveError(answer["error"], hint=answer["hint"])
        self.send({"told": True})

    # --- For the cell ---

    def _hear(self, _widget: object, message: object, _buffers: object) -> None:
        """Answer a request of the cell."""
        do = message.get("do") if isinstance(message, dict) else None
        if do == "step":
            self.running = False
            self._let_play()
            self._step({"n": None})
            return
        if do == "watch" and self.shown.game == "2048":
            self._let_play()
            self.running = not self.board.is_over()
            self.send({"n": None})
            return
        if do in ("resume", "pause"):
            self._has_focus = do == "resume"
        if do in presenters.CHANGES:
            self.running = False  # who plays takes over
        if do == "open":
            message = {"do": "state"}  # a widget stays at its game
        answer, thought = self._ask(message)
        self.send(answer)
        if thought:  # the cell plays on meanwhile
            threading.Thread(target=self._think, args=(thought,), daemon=True).start()

    def _think(self, thought: presenters.Thought) -> object:
        """Think something out and show it; return what it came to, or the error."""
        found: object
        try:
            found = thought.think()
        except TessellaError as error:
            found = error
        with ONE_AT_A_TIME:
            if thought.view.learn(thought, found):
                for widget in list(_SHOWN):
                    if widget.shown is thought.view:
                        widget.refresh()
                        widget.send({"told": True})
        return found

    def _ask(self, message: object) -> tuple[Json, presenters.Thought | None]:
        """Return the answer to a request, less the state, which is on its way, and what is to be thought out."""
        with ONE_AT_A_TIME, i18n.speaking(self.settings["lang"]):
            return self._answer(message)

    def _answer(self, message: object) -> tuple[Json, presenters.Thought | None]:
        desk, shown = self.desk, self.shown
        if shown.sitting.refresh():
            shown.changed(lambda: _("this game went on in another window; here is how it stands now"))
        thought: object = None
        if think := desk.think(shown, message):
            try:
                thought = think()
            except TessellaError as error:
                thought = error
        reply = desk.answer(shown, message, thought)
        self.shown = reply.view
        for widget in list(_SHOWN):
            if widget.shown in (shown, reply.view):
                widget.refresh()
        return {name: value for name, value in reply.message.items() if name != "state"}, reply.thought

    def refresh(self) -> None:
        """Show how the game stands."""
        with i18n.speaking(self.settings["lang"]):
            self.state = self.shown.state()
        self.set_trait("board", self.shown.position)
        self._redraw()

    # --- A player that is watched ---

    def _let_play(self) -> None:
        """Let the engine play 2048, where no player was given."""
        if self._player is None and self.shown.game == "2048":
            with i18n.speaking(self.settings["lang"]):
                self._player, self.player = Engine(), _("The engine")

    def _step(self, message: Json) -> None:
        """Make one move of the player and tell the cell how it went; a player that fails stops."""
        try:
            self.step()
        except Exception as error:  # noqa: BLE001 - a player is anybody's program, and its failure is shown
            self.running = False
            with i18n.speaking(self.settings["lang"]):
                why = f"{type(error).__name__}: {error}" if not isinstance(error, TessellaError) else str(error)
                said = _("The player {name} has stopped: {why}").format(name=self.player, why=why)
            self.send({**message, "told": True, "error": said, "hint": ""})
        else:
            self.send({**message, "told": True})

    @traitlets.observe("running")
    def _run(self, change: Any) -> None:
        """Begin to play, where there is an event loop to play in."""
        self._round += 1
        if not change["new"]:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.running = False
            return
        self._task = loop.create_task(self._go_on(self._round))

    async def _go_on(self, number: int) -> None:
        """Play until somebody stops it or takes over, or the game is over."""
        while self.running and self._round == number and self._player is not None:
            if self.board.is_over():
                self.running = False
                return
            await asyncio.sleep(1 / self.speed)
            if self.running and self._round == number:
                if isinstance(self._player, Engine):
                    await asyncio.to_thread(self._step, {})  # the first time of all it is compiled
                else:
                    self._step({})

    # --- The still picture ---

    def _ipython_display_(self, **_options: object) -> None:
        """Show the widget, and below it the picture that stays when the kernel is gone."""
        from IPython.display import display  # noqa: PLC0415 - only a notebook has it, and it is there by then

        display(_Live(self))  # type: ignore[no-untyped-call]  # IPython has no types
        self._drawn = self._standing
        display(self._still(), display_id=self.picture)  # type: ignore[no-untyped-call]  # the same

    @property
    def _standing(self) -> object:
        """What the still picture shows, its clock left out: a notebook need not be saved again for that."""
        return self.session.id, self.session.step, self.board

    def _still(self) -> _Still:
        with i18n.speaking(self.settings["lang"]):
            return _Still(self.picture, self.session)

    def _redraw(self) -> None:
        """Bring the still picture up to date, soon."""
        if self._drawn in (None, self._standing) or self._is_waiting:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._redraw_now()
            return
        self._is_waiting = True
        loop.call_later(REST, self._redraw_now)

    def _redraw_now(self) -> None:
        with ONE_AT_A_TIME:
            self._update()

    def _update(self) -> None:
        from IPython.display import update_display  # noqa: PLC0415 - see above

        self._is_waiting = False
        self._drawn = self._standing
        update_display(self._still(), display_id=self.picture)  # type: ignore[no-untyped-call]  # see above


# --- Players --------------------------------------------------------------------------------------------------------


def _by_hints(board: Any) -> str:
    """Return what the hint for a Sudoku says, with every candidate marked first."""
    from tessella.sudoku.tutor import hints  # noqa: PLC0415 - only who watches a Sudoku needs the techniques

    return hints.hint(board).moves[0] if any(board.marks) else "~"


class Engine:
    """A player of `game2048.solve`, by its name, or such a player itself; it thinks while the notebook goes on."""

    def __init__(self, player: str | base.Player = "best") -> None:
        self.player = player

    @property
    def __name__(self) -> str:
        """What it is called."""
        return self.player if isinstance(self.player, str) else self.player.name

    def __call__(self, board: Any) -> str:
        """Return its move; a player known by name thinks in a process of its own."""
        if isinstance(self.player, str):
            return advisor_process.shared().best_move(board, player=self.player)
        return self.player.choose(board)


PLAYERS: dict[str, tuple[str, Player]] = {
    "best": ("2048", Engine("best")),
    "network": ("2048", Engine("network")),
    "heuristic": ("2048", Engine("heuristic")),
    "random": ("2048", registry.player("random").choose),
    "corner": ("2048", registry.player("corner").choose),
    "hints": ("sudoku:easy", _by_hints),
}
"""The players that `watch` knows by name, each with the game that it plays."""


# --- What is called -------------------------------------------------------------------------------------------------


@cache
def _own_desk() -> presenters.Desk:
    """Return the player's own games, opened once a process."""
    return presenters.Desk(Store.open())


def _desk_of(store: Store | None) -> presenters.Desk:
    """Return the games in a store: the same object for all who look at them, so that they see the same."""
    if store is None:
        return _own_desk()
    shown = (widget.desk for widget in list(_SHOWN) if widget.desk.store is store)
    return next(shown, None) or presenters.Desk(store)


def _typed(game: object) -> str:
    """Return the id that a text or a board stands for."""
    if isinstance(game, str):
        return game
    kind = type(game).__module__
    if kind.startswith("tessella.game2048"):
        return str(game)
    if kind.startswith("tessella.sudoku"):
        return f"sudoku:{game}"
    raise ParseError(
        _("expected a board, or an id such as {example}, got {text}").format(
            example="2048:classic#42", text=quote(game)
        )
    )


@contextlib.contextmanager
def _in(lang: str) -> Iterator[None]:
    if lang and lang not in i18n.LANGUAGES:
        raise ParseError(
            _("expected one of {names}, got {text}").format(names=", ".join(i18n.LANGUAGES), text=quote(lang))
        )
    with i18n.speaking(lang or i18n.language()):
        yield


def _checked(theme: str) -> str:
    if theme not in ("", "auto", *THEMES):
        names = ", ".join(("auto", *THEMES))
        raise ParseError(_("expected one of {names}, got {text}").format(names=names, text=quote(theme)))
    return theme


def play(
    game: str | Position = "2048",
    *,
    new: bool = False,
    lang: str = "",
    theme: str = "",
    store: Store | None = None,
) -> Widget:
    """Return a widget at the game that an id or a board names: the one in progress, or with `new` a fresh one.

    The game is kept where the terminal and the page keep theirs; `store` names another place
    (`Store.in_memory()` forgets it). `lang` is "en" or "zh", `theme` one of `palette.THEMES`.
    """
    with ONE_AT_A_TIME, _in(lang):
        desk = _desk_of(store)
        widget = Widget(desk, desk.open(_typed(game)), lang=lang, theme=_checked(theme))
        if new and widget.session.step:
            widget.new()
        return widget


def watch(
    player: str | Player | base.Player = "best",
    game: str | Position = "",
    *,
    speed: float = 2.0,
    running: bool = True,
    lang: str = "",
    theme: str = "",
    store: Store | None = None,
) -> Widget:
    """Return a widget in which a player plays by itself, `speed` moves a second, until somebody takes over.

    A player is any function from a board to a move as text, a player of `game2048.solve`, or the name of one: those in
    `PLAYERS`, and `network:PATH` for weights of your own. Its moves count as hints, and its games are forgotten with
    the widget, unless a `store` is given.
    """
    with ONE_AT_A_TIME, _in(lang):
        plays: Player
        if isinstance(player, str) and player.startswith("network:"):
            name, usual, plays = player, "2048", Engine(player)
        elif not isinstance(player, str) and hasattr(player, "choose"):
            chooses = cast("base.Player", player)
            name, usual, plays = chooses.name, "2048", Engine(chooses)
        elif isinstance(player, str):
            if player not in PLAYERS:
                names = ", ".join(PLAYERS)
                raise ParseError(
                    _("expected a player, one of {names}, got {text}").format(names=names, text=quote(player))
                )
            name, (usual, plays) = player, PLAYERS[player]
        else:
            name, usual, plays = re.sub(r"^<(\w+)>$", r"\1", getattr(player, "__name__", "")), "2048", player
        desk = _desk_of(store or Store.in_memory())
        shown = desk.open(_typed(game or usual))
        widget = Widget(
            desk, shown, lang=lang, theme=_checked(theme), player=plays, name=name or type(player).__name__, speed=speed
        )
        widget.running = running
        return widget
