"""Pictures of the documentation, drawn by the program itself.

    python scripts/pictures.py            write them into docs/
    python scripts/pictures.py --check    say which are not what the program draws now

`setting.png` is a screenshot of the page, taken by hand.
"""

import argparse
import asyncio
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

from tessella import game2048, i18n, sudoku
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.sudoku.printing.documents import svg_page
from tessella.sudoku.printing.layout import Layout, PrintedPuzzle
from tessella.sudoku.printing.pages import lay_out
from tessella.sudoku.tutor import export, lessons, practice
from tessella.tui.app import TessellaApp
from tessella.tui.screens.sudoku import SudokuScreen

DOCS = Path(__file__).resolve().parents[1] / "docs"

MIDDLE = "2048:classic:2,4,8,16/32,64,128,256/512,1024,.,2/4096,.,.,4#7/score=31415/ply=2000"

POSITION = "sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

CLUES = (
    "thermo:r1c1r2c1r3c1r3c2;arrow:r1c4r1c5r2c6;whisper:r1c7r2c8r3c8;renban:r4c1r5c1r5c2;palindrome:r4c4r5c5r6c5;"
    "between:r4c7r4c8r5c9;kropki_white:r7c4r7c5;kropki_black:r8c4r9c4;xv_x:r8c5r8c6;xv_v:r9c5r9c6;greater_than:r7c7r7c8;"
    "quadruple:values=1,2:r8c8r8c9r9c8r9c9;odd:r9c1r9c2;even:r9c3;little_killer:sum=20:r1c4r2c3r3c2r4c1;"
    "sandwich:sum=8:r1c9r2c9r3c9r4c9r5c9r6c9r7c9r8c9r9c9;skyscraper:count=3:r5c9r5c8r5c7r5c6r5c5r5c4r5c3r5c2r5c1"
)


async def _screen(id: str, keys: list[str], stages: int = 0) -> str:
    """Return the full screen at a game, after keys and stages of a hint."""
    store = Store.in_memory()
    game = StoredGame.open(store, id)
    game.session.now = lambda: 0.0  # a picture knows no time
    app = TessellaApp(store, game, theme="dark", motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        for stage in range(1, stages + 1):
            await pilot.press("t")
            screen = app.screen_stack[0]
            assert isinstance(screen, SudokuScreen)
            async with asyncio.timeout(60):
                while screen.coach.shown is None or screen.coach.shown.stage < stage:  # noqa: ASYNC110 - as a player waits
                    await asyncio.sleep(0.01)
        await pilot.pause()
        picture = re.sub(r"terminal-\d+", "terminal", app.export_screenshot(title="Tessella"))
    # A picture asks no other machine for a font.
    picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL).replace("Fira Code", "monospace")
    return "\n".join(line.rstrip() for line in picture.splitlines())


def _hint(slug: str) -> str:
    return export.as_svg(practice.hint(lessons.position(slug, 0), practice.LESSONS[slug]))


def _sheet() -> str:
    levels = ("beginner", "easy", "medium", "hard")
    boards = [sudoku.generate(42, level=level, symmetry="180") for level in levels]
    puzzles = [
        PrintedPuzzle(board, sudoku.solve(board), number, f"sudoku:{level}/180#42", level)
        for number, (level, board) in enumerate(zip(levels, boards, strict=True), 1)
    ]
    return svg_page(lay_out(puzzles, Layout(per_page=4, answers="below"))[0], "Sudoku")


PICTURES: dict[str, Callable[[], str]] = {
    "2048.svg": lambda: asyncio.run(_screen(MIDDLE, ["left", "up"])),
    "sudoku.svg": lambda: asyncio.run(_screen(POSITION, [], stages=3)),
    "board-2048.svg": lambda: game2048.render(game2048.Board.parse(MIDDLE), "svg"),
    "xy-wing.svg": lambda: _hint("xy-wing"),
    "chain.svg": lambda: _hint("discontinuous-nice-loop"),
    "killer.svg": lambda: sudoku.render(sudoku.generate(7, variant="killer"), "svg"),
    "variant-clues.svg": lambda: sudoku.render(sudoku.Board.parse("." * 81 + ";" + CLUES), "svg"),
    "sheet.svg": _sheet,
}
"""How each picture is drawn."""


def drawn(name: str) -> str:
    """Return a picture as the program draws it now."""
    i18n.use("en")
    return PICTURES[name]().strip("\n") + "\n"


def main() -> int:
    """Write the pictures, or check them."""
    parser = argparse.ArgumentParser(description="draw the pictures of the documentation")
    parser.add_argument("--check", action="store_true", help="say which are stale, and write nothing")
    check = parser.parse_args().check
    os.environ |= {"COLORTERM": "truecolor", "TERM": "xterm-256color"}  # as in the tests, whatever terminal this is
    stale = 0
    for name in PICTURES:
        path, picture = DOCS / name, drawn(name)
        if not path.is_file() or path.read_text(encoding="utf-8") != picture:
            stale += 1
            print(f"{name} is {'stale' if check else 'drawn anew'}")
            if not check:
                path.write_text(picture, encoding="utf-8", newline="\n")
    return int(check and stale > 0)


if __name__ == "__main__":
    sys.exit(main())
