"""What holds the full screen together?

The app knows the themes, the game that is being played and the way out: every way of leaving stores the game first.
"""

import asyncio
import contextlib
import gc
import os
import signal
from typing import ClassVar

from textual.app import App
from textual.binding import Binding
from textual.screen import Screen
from textual.theme import Theme as TextualTheme

from tessella import ids
from tessella.games import Position
from tessella.i18n import _
from tessella.palette import DEFAULT, THEMES, Theme
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.tui.pace import Pace
from tessella.tui.theme import Look

__all__ = ["TessellaApp"]


class TessellaApp(App[None]):
    """The games, full screen."""

    CSS_PATH = "app.tcss"
    TITLE = "Tessella"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar = [
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False),
    ]

    def __init__(
        self,
        store: Store,
        sitting: StoredGame | None,
        *,
        wanted: tuple[str, bool] | None = None,
        theme: str | None = None,
        motion: bool = True,
        pace: Pace | None = None,
    ) -> None:
        self._chosen_theme = theme or store.setting("theme", DEFAULT)
        if self._chosen_theme not in THEMES:
            self._chosen_theme = DEFAULT
        # With NO_COLOR no colour at all is sent, not even a grey one.
        self._colour = "NO_COLOR" not in os.environ
        super().__init__(ansi_color=None if self._colour else True)
        self.store = store
        self.sitting = sitting
        self._wanted = wanted
        self._pace = pace
        self._watched = sitting if pace else None
        self.motion = motion
        self.animation_level = "none"
        for ours in THEMES.values():
            self.register_theme(_textual_theme(ours))
        self.look = Look(THEMES[self._chosen_theme], colour=self._colour)
        self.theme = f"tessella-{self._chosen_theme}"

    def get_default_screen(self) -> Screen[None]:
        """Return the game that was asked for, or the menu."""
        screen = self._screen_of(self.sitting) if self.sitting else self._menu()
        # Textual 8.2 forgets this for the first screen, and `switch_screen` then finds nothing to take away.
        screen._push_result_callback(screen, None)  # noqa: SLF001 - see above
        return screen

    def _screen_of(self, sitting: StoredGame) -> Screen[None]:
        # Only the game that is played is loaded.
        if ids.split(sitting.session.id)[0] == "sudoku":
            from tessella.tui.screens.sudoku import ScreenSudoku  # noqa: PLC0415 - see above

            return ScreenSudoku(sitting, self.look)
        from tessella.tui.screens.game2048 import Screen2048  # noqa: PLC0415 - see above

        pace, self._pace = self._pace, None  # it is for the first game
        return Screen2048(sitting, self.look, motion=self.motion, pace=pace)

    @staticmethod
    def _menu() -> Screen[None]:
        from tessella.tui.screens.menu import Menu  # noqa: PLC0415 - a game that was asked for needs no menu

        return Menu()

    def on_mount(self) -> None:
        """Leave in order when the system asks for it, and keep the collector away from what stays."""
        with contextlib.suppress(NotImplementedError):  # what asyncio on Windows answers: it has no such handlers
            loop = asyncio.get_running_loop()
            for name in ("SIGTERM", "SIGHUP"):
                loop.add_signal_handler(getattr(signal, name), self.exit)
        self.call_after_refresh(_collect_again)
        if self._wanted:
            text, new = self._wanted
            self.call_after_refresh(self.begin, text, new=new)

    # --- Games ---

    def play(self, sitting: StoredGame) -> None:
        """Go on with a game, in place of what is on the screen."""
        if self.sitting and self.sitting is not sitting:
            self.sitting.leave()
        self.sitting = sitting
        self.switch_screen(self._screen_of(sitting))

    def begin(self, text: str, *, new: bool = False) -> None:
        """Go on with the game that an id asks for, or begin it; what takes seconds to make is made aside.

        Raises TessellaError for an id that can be seen at once to name nothing.
        """
        if not new and (going := StoredGame.resume(self.store, text)):
            self.play(going)
        elif text.startswith("sudoku:") and _is_slow(text):
            from tessella.tui.dialogs.sudoku import MakingDialog  # noqa: PLC0415 - only Sudoku needs it

            def play(opening: ids.Opening[Position] | None) -> None:
                if opening:
                    self.play(StoredGame.begin(self.store, opening, new=new))

            self.push_screen(MakingDialog(text), play)
        else:
            self.play(StoredGame.open(self.store, text, new=new))

    def show_menu(self) -> None:
        """Go to the menu of games."""
        if self.sitting:
            self.sitting.leave()
        self.switch_screen(self._menu())

    def farewell(self) -> list[str]:
        """Return what is said on the way out."""
        if not self.sitting:
            return []
        session = self.sitting.session
        position = session.position
        said = [session.id]
        if self.sitting is self._watched:
            said.insert(0, _("It reached {score} points.").format(score=position.score))
        elif ids.split(session.id)[0] == "2048" and not position.is_won():
            said.insert(0, _("You scored {score} points. Keep it up!").format(score=position.score))
        return said

    def action_leave(self) -> None:
        """Leave."""
        self.exit()

    # --- Themes ---

    def choose_theme(self, name: str) -> None:
        """Draw in another theme from now on, and remember it."""
        self.look = Look(THEMES[name], colour=self._colour)
        self.theme = f"tessella-{name}"
        self.store.choose("theme", name)
        for screen in self.screen_stack:
            if restyle := getattr(screen, "restyle", None):
                restyle(self.look)


def _is_slow(text: str) -> bool:
    from tessella.sudoku.tutor.practice import is_slow  # noqa: PLC0415 - 2048 needs no Sudoku

    return is_slow(text)


def _collect_again() -> None:
    """Let the collector work again, and keep it away from what is loaded by now: that stays.

    It pauses while the program starts, and would be felt in a game of 10,000 moves.
    """
    gc.freeze()
    gc.enable()


def _textual_theme(ours: Theme) -> TextualTheme:
    """Return a theme for what Textual draws itself: dialogs and their fields."""
    return TextualTheme(
        name=f"tessella-{ours.name}",
        primary=ours.accent,
        accent=ours.accent,
        foreground=ours.text,
        background=ours.background,
        surface=ours.surface,
        panel=ours.surface,
        error=ours.error,
        success=ours.success,
        warning=ours.error,
        dark=ours.is_dark,
        variables={  # Textual rounds the colours above
            "background": ours.background,
            "surface": ours.surface,
            "foreground": ours.text,
            "muted": ours.muted,
            "accent": ours.accent,
            "error": ours.error,
            "input-cursor-background": ours.text,
            "input-cursor-foreground": ours.background,
            "input-selection-background": ours.muted,
        },
    )
