"""The Textual app: the game on the screen, the menu, themes, signals, and the way out.

Every way of leaving stores the game first.
"""

import asyncio
import gc
import os
import signal
import sys
from functools import partial
from typing import ClassVar

from textual import on
from textual.app import App
from textual.binding import Binding
from textual.screen import Screen
from textual.theme import Theme as TextualTheme

from tessella import games
from tessella.errors import TessellaError
from tessella.games import PerGame
from tessella.i18n import _
from tessella.io import interrupts
from tessella.palette import DEFAULT, THEMES, Theme
from tessella.play.coach import coach_for
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.play.warm_up import warm_up
from tessella.tui import dialogs
from tessella.tui.messages import ChooseTheme, OpenGame, ShowMenu
from tessella.tui.screens.base import ThemedScreen
from tessella.tui.screens.game import GameScreen
from tessella.tui.terminal_colours import for_terminal
from tessella.tui.theme import ThemeStyles

SCREENS: PerGame[type[GameScreen]] = PerGame(
    {"2048": "tessella.tui.screens.game2048:Game2048Screen", "sudoku": "tessella.tui.screens.sudoku:SudokuScreen"}
)


class TessellaApp(App[None]):
    """The games on the full screen."""

    CSS_PATH = "app.tcss"
    TITLE = "Tessella"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar = [
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(
        self,
        store: Store,
        game: StoredGame | str | None,
        *,
        new: bool = False,
        theme: str | None = None,
        motion: bool = True,
        watched: tuple[object, float] | None = None,
    ) -> None:
        """Show a game, open an id, or show the menu.

        `watched` is a player that plays the first game, as `Coach.watch` takes it, and its moves a second.
        """
        # With NO_COLOR no colour at all is sent, not even a grey one.
        self._has_colour = "NO_COLOR" not in os.environ
        super().__init__(ansi_color=None if self._has_colour else True)
        self.store = store
        self.game = game if isinstance(game, StoredGame) else None
        self._first = OpenGame(game, new=new) if isinstance(game, str) else None
        self._watched = watched
        self._has_motion = motion
        self.animation_level = "none"
        self._use_theme(theme or store.setting("theme", DEFAULT))

    def get_default_screen(self) -> Screen[None]:
        """Return the screen of the game that was asked for, or the menu."""
        screen = self._screen_of(self.game) if self.game else self._menu()
        # Textual 8.2 forgets this for the first screen, and `switch_screen` then finds nothing to take away.
        screen._push_result_callback(screen, None)  # noqa: SLF001 - see above
        return screen

    def _screen_of(self, game: StoredGame) -> ThemedScreen:
        screen = SCREENS[game.session.id](game, self.theme_styles, motion=self._has_motion)
        if self._watched:
            player, speed = self._watched
            screen.coach.watch(player, speed=speed)
        return screen

    def _menu(self) -> ThemedScreen:
        from tessella.tui.screens.menu import MenuScreen  # noqa: PLC0415 - a game that was asked for needs no menu

        return MenuScreen(self.store, self.theme_styles)

    def on_mount(self) -> None:
        """Leave in order when the system asks for it, and keep the garbage collector away from what stays."""
        if sys.platform != "win32":  # whose event loop hears no signals
            loop = asyncio.get_running_loop()
            for name in ("SIGTERM", "SIGHUP"):
                loop.add_signal_handler(getattr(signal, name), self.exit)
        self.call_after_refresh(_resume_collecting)
        self.call_after_refresh(warm_up, self.store)
        self.app_resume_signal.subscribe(self, lambda _app: self.refresh(layout=True))
        if self._first:
            self.post_message(self._first)

    def interrupt(self, *_signal: object) -> None:
        """Leave in order at the signal that Ctrl-C gives elsewhere; on the full screen that is a key."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # nothing is drawn yet, or any more
            raise KeyboardInterrupt from None
        interrupts.taken()
        loop.call_soon_threadsafe(partial(self.exit, return_code=interrupts.EXIT_CODE))

    # --- Games ---

    @on(OpenGame)
    def _open_game(self, message: OpenGame) -> None:
        """Go on with a game, or begin one; a dialog waits for what takes seconds to generate."""
        store, game, new = self.store, message.game, message.new
        try:
            if isinstance(game, str):
                SCREENS[game]  # refuses what has no screen, before anything is left or begun
            if isinstance(game, str) and not new:
                game = StoredGame.resume(store, game, playing=self._playing) or game
            elif isinstance(game, int):
                game = StoredGame.continued(store, game, playing=self._playing)
            if isinstance(game, StoredGame):
                self._play(game)
            elif games.takes_long(game):
                dialog = dialogs.sudoku.GeneratingDialog(game)
                self._themed_screens[-1].open_dialog(
                    dialog, lambda it: self._play(StoredGame.begin(store, it, new=new, playing=self._playing))
                )
            else:
                self._play(StoredGame.open(store, game, new=new))
        except TessellaError as error:
            self.refuse(error)

    @property
    def _playing(self) -> list[StoredGame]:
        return [self.game] if self.game else []

    def _play(self, game: StoredGame) -> None:
        if self.game and self.game is not game:
            self.game.leave()
            game.refresh()  # it may be the same one
        self.game, self._watched = game, None
        self.switch_screen(self._screen_of(game))

    @on(ShowMenu)
    def _show_menu(self) -> None:
        if self.game:
            self.game.leave()
        self.switch_screen(self._menu())

    def farewell(self) -> list[str]:
        """Return what is said on the way out."""
        if not self.game:
            return []
        session = self.game.session
        if self._watched:
            return [_("Final score: {score}").format(score=session.position.score), session.id]
        return [*coach_for(self.game).parting(), session.id]

    def action_leave(self) -> None:
        """Leave."""
        self.exit()

    def action_suspend_process(self) -> None:
        """Stop as Ctrl-Z does everywhere, and the clock with it, until the shell lets the program go on."""
        game = self.game if self.game and self.game.session.is_running else None
        if game:
            game.leave()
        super().action_suspend_process()
        if game:
            game.session.resume()

    # --- The screen below all dialogs ---

    @property
    def _themed_screens(self) -> list[ThemedScreen]:
        return [screen for screen in self.screen_stack if isinstance(screen, ThemedScreen)]

    def refuse(self, error: TessellaError) -> None:
        """Say on the screen why something cannot be done."""
        for screen in self._themed_screens:
            screen.refuse(error)

    @on(ChooseTheme)
    def _choose_theme(self, message: ChooseTheme) -> None:
        self._use_theme(message.name)
        self.store.choose("theme", message.name)
        for screen in self._themed_screens:
            screen.restyle(self.theme_styles)

    def _use_theme(self, name: str) -> None:
        name = name if name in THEMES else DEFAULT
        colours = for_terminal(THEMES[name], self.console.color_system)
        self.theme_styles = ThemeStyles(colours, colour=self._has_colour)
        self.register_theme(_textual_theme(colours))
        self.theme = f"tessella-{name}"


def _resume_collecting() -> None:
    """Let the garbage collector work again, and keep it away from what is loaded by now: that stays.

    It pauses while the program starts, and would be felt in a game of 10,000 moves.
    """
    gc.freeze()
    gc.enable()


def _textual_theme(theme: Theme) -> TextualTheme:
    """Return a theme for what Textual draws itself: dialogs and their fields."""
    exact = {  # Textual rounds the colours of its own names
        "background": theme.background,
        "surface": theme.surface,
        "foreground": theme.text,
        "muted": theme.muted,
        "accent": theme.accent,
        "error": theme.error,
        "input-cursor-background": theme.text,
        "input-cursor-foreground": theme.background,
        "input-selection-background": theme.muted,
    }
    return TextualTheme(f"tessella-{theme.name}", primary=theme.accent, dark=theme.is_dark, variables=exact)
