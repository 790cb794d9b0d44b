"""The full screen without a terminal: a pilot, what stands on the screen, and pictures to compare with."""

import asyncio
import json
import os
import re
import unicodedata
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import textual.app
import textual.pilot
from rich.cells import cell_len
from textual import events
from textual._wait import wait_for_idle
from textual.pilot import Pilot
from textual.widgets import Input

from support.processes import PATIENCE
from tessella import i18n
from tessella.game2048 import Board as Board2048
from tessella.play.advisor import shared_advisor
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.sudoku import Board
from tessella.sudoku.tutor.hints import Hint
from tessella.tui.app import TessellaApp
from tessella.tui.screens.game import GameScreen
from tessella.tui.screens.game2048 import Game2048Screen
from tessella.tui.screens.sudoku import SudokuScreen
from tessella.tui.widgets.sudoku_grid import SudokuGrid

CLASSIC = "2048:classic#42"
MIDDLE = "2048:classic:2,4,8,16/32,64,128,256/512,1024,.,2/4096,.,.,4#7/score=31415/ply=2000"
ONE_FROM_WON = "2048:sprint:1024,1024,2,4/4,2,4,2/2,16,8,128/256,512,64,.#1"

# The puzzle and its solution as Wikipedia's article on Sudoku shows them.
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PUZZLE_ID = f"sudoku:{PUZZLE}"
SOLVED_BUT_TWO = f"53..{SOLUTION[4:]}"
LARGE_ID = "sudoku:" + "." * 200 + "1" + "." * 55

# Positions with pencil marks, each with the step of its code next, from puzzles of top1465.
POSITIONS: dict[str, str] = json.loads(
    (Path(__file__).parents[1] / "tui" / "positions.json").read_text(encoding="utf-8")
)

SNAPSHOTS = Path(__file__).parents[1] / "tui" / "snapshots"
UPDATE = "TESSELLA_UPDATE_SNAPSHOTS"


async def _all_done(*seconds: float) -> None:
    """Wait as Textual does, which takes a process without a processor for an idle one, and until nothing is left."""
    await wait_for_idle(*seconds)
    loop: Any = asyncio.get_running_loop()
    for _turn in range(1000):
        if not loop._ready:  # what waits for nothing but its turn
            break
        await asyncio.sleep(0)


Pilot._wait_for_screen.__defaults__ = (PATIENCE,)
for _module in (textual.pilot, textual.app):
    vars(_module)["wait_for_idle"] = _all_done
Input._toggle_cursor = lambda _field: None  # type: ignore[assignment, method-assign]  # blinking, it is there by chance


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


def stored(app: TessellaApp) -> StoredGame:
    """Return the game on the screen."""
    assert app.game
    return app.game


def game(app: TessellaApp) -> GameScreen:
    """Return the screen of the game."""
    screen = app.screen_stack[0]
    assert isinstance(screen, GameScreen)
    return screen


def screen2048(app: TessellaApp) -> Game2048Screen:
    """Return the screen of a game of 2048."""
    screen = game(app)
    assert isinstance(screen, Game2048Screen)
    return screen


def sudoku_screen(app: TessellaApp) -> SudokuScreen:
    """Return the screen of a Sudoku."""
    screen = game(app)
    assert isinstance(screen, SudokuScreen)
    return screen


def position(app: TessellaApp) -> Board:
    """Return the position of the Sudoku on the screen."""
    return sudoku_screen(app).position


def grid(app: TessellaApp) -> SudokuGrid:
    """Return the grid on the screen."""
    return sudoku_screen(app).board


def selected(app: TessellaApp) -> str:
    """Return the name of the selected cell."""
    screen = sudoku_screen(app)
    return screen.position.name(screen.selection.cursor)


def shown_stage(app: TessellaApp) -> int:
    """Return the stage of the hint that is shown, 0 for none."""
    shown = sudoku_screen(app).coach.shown
    return shown.stage if shown else 0


def explained(app: TessellaApp) -> Hint:
    """Return the hint that is explained on the screen."""
    hint = sudoku_screen(app)._explained
    assert hint
    return hint


async def hinted(app: TessellaApp, pilot: Pilot[None]) -> None:
    """Ask for all three stages of a hint."""
    for stage in (1, 2, 3):
        await pilot.press("t")
        await until(lambda stage=stage: shown_stage(app) == stage)  # type: ignore[misc]  # mypy knows no default of a lambda
    await pilot.pause()


async def until(done: Callable[[], object]) -> None:
    """Look as a player does until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not done():  # noqa: ASYNC110 - see above
            await asyncio.sleep(0.01)


def child_pid() -> int:
    """Return the number of the process that advises on 2048, once it is ready."""
    shared_advisor().best_move(Board2048.parse(MIDDLE))
    child = shared_advisor()._child
    assert child
    return child.process.pid


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


def compare(app: TessellaApp, name: str, folder: Path = SNAPSHOTS) -> None:
    """Hold the screen against its picture, one of `snapshots`; with TESSELLA_UPDATE_SNAPSHOTS=1 take a new one."""
    picture = re.sub(r"terminal-\d+", "terminal", app.export_screenshot(title="Tessella"))
    # A picture asks no other machine for a font.
    picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL).replace("Fira Code", "monospace")
    picture = "\n".join(line.rstrip() for line in picture.splitlines()) + "\n"
    kept = folder / f"{name}.svg"
    if os.environ.get(UPDATE):
        kept.write_text(picture, encoding="utf-8", newline="\n")
    if not kept.exists():
        pytest.fail(f"no picture {kept.name}; look at the screen, then take one with {UPDATE}=1")
    if picture != kept.read_text(encoding="utf-8"):
        now = Path(os.environ.get("TESSELLA_HOME", ".")) / f"{name}.svg"
        now.parent.mkdir(parents=True, exist_ok=True)
        now.write_text(picture, encoding="utf-8", newline="\n")
        pytest.fail(f"the screen is not as in {kept.name} any more: compare {now}\n{frame(app)}")
