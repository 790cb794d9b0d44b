"""The full screen without a terminal: a pilot, what stands on the screen, and pictures to compare with."""

import os
import re
import unicodedata
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from tessella import i18n
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.tui.app import TessellaApp
from tessella.tui.screens.base import GameScreen

SNAPSHOTS = Path(__file__).parents[1] / "tui" / "snapshots"
UPDATE = "TESSELLA_UPDATE_SNAPSHOTS"


@asynccontextmanager
async def playing(
    text: str | None = "2048:classic#42",
    *,
    size: tuple[int, int] = (80, 24),
    lang: str = "en",
    theme: str | None = None,
    motion: bool = False,
    store: Store | None = None,
) -> AsyncIterator[tuple[TessellaApp, Pilot[None]]]:
    """Give the app at a game, or at the menu."""
    i18n.use(lang)
    store = store or Store.in_memory()
    app = TessellaApp(store, StoredGame.open(store, text) if text else None, theme=theme, motion=motion)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


async def typed(pilot: Pilot[None], character: str) -> None:
    """Send a character as a terminal does; the pilot alone leaves out the ones that are no letters."""
    pilot.app.post_message(events.Key(unicodedata.name(character).lower().replace(" ", "_"), character))
    await pilot.pause()


def sitting(app: TessellaApp) -> StoredGame:
    """Return the game on the screen."""
    assert app.sitting
    return app.sitting


def game(app: TessellaApp) -> GameScreen:
    """Return the screen of the game."""
    screen = app.screen_stack[0]
    assert isinstance(screen, GameScreen)
    return screen


def lines(app: TessellaApp) -> list[str]:
    """Return what stands on the screen, a text a line."""
    return [strip.text.rstrip() for strip in app.screen._compositor.render_strips()]


def frame(app: TessellaApp) -> str:
    """Return what stands on the screen."""
    return "\n".join(lines(app))


def said(app: TessellaApp) -> str:
    """Return the message on the screen, without its line breaks."""
    return " ".join(game(app).message.text.split())


def field(app: TessellaApp, selector: str) -> Input:
    """Return a field of the dialog on the screen."""
    return app.screen.query_one(selector, Input)


def columns(text: str) -> int:
    """Return how many columns a text takes."""
    return cell_len(text)


def compare(app: TessellaApp, name: str) -> None:
    """Hold the screen against its picture in `snapshots`; with TESSELLA_UPDATE_SNAPSHOTS=1 take a new one."""
    picture = re.sub(r"terminal-\d+", "terminal", app.export_screenshot(title="Tessella"))
    # A picture asks no other machine for a font.
    picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL).replace("Fira Code", "monospace")
    picture = "\n".join(line.rstrip() for line in picture.splitlines()) + "\n"
    kept = SNAPSHOTS / f"{name}.svg"
    if os.environ.get(UPDATE):
        kept.write_text(picture, encoding="utf-8", newline="\n")
    if not kept.exists():
        pytest.fail(f"no picture {kept.name}; look at the screen, then take one with {UPDATE}=1")
    if picture != kept.read_text(encoding="utf-8"):
        now = Path(os.environ.get("TESSELLA_HOME", ".")) / f"{name}.svg"
        now.parent.mkdir(parents=True, exist_ok=True)
        now.write_text(picture, encoding="utf-8", newline="\n")
        pytest.fail(f"the screen is not as in {kept.name} any more: compare {now}\n{frame(app)}")
